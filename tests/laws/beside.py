"""Small expansions that go by something beside the state: hashes, memories, the process itself.

They are made like the faults of `faults`. Within one process, and with one board, nothing shows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

from attrs import evolve
from faults import Expansion, Whistle, by_no_route
from leaks import RollsUnseen, Weather

from elfen.plugin import (
    ActionType,
    Decide,
    Layer,
    Memo,
    Observation,
    Position,
    Reason,
    Ruleset,
    ScoreLine,
    Sign,
    Slot,
    Table,
    hookimpl,
)

SONGS = frozenset({"high", "low", "shrill", "soft", "merry", "sad"})
SUNG = tuple(sorted(SONGS))

#: One of them blows from another side.
WINDS = frozenset({"west", "north-west", "east"})

#: The neighbours of a town, by its number: but which board is it on?
NEIGHBOURS: dict[int, int] = {}
#: The towns that have cards, by the name of a board: but there may be another one of that name.
BY_NAME: dict[str, list[str]] = {}
#: How far round the table it is to the last seat, by seat: but how many are there?
FAR: dict[int, int] = {}
#: The rules that were made last.
LATEST: list[Ruleset] = []


class Beside(Expansion):
    """What all of these have in common: they answer otherwise in another process."""

    breaks = "determinism"
    where = "action 'fault/whistle', plugin 'fault'"
    #: What makes the difference, as a part of the message; the variable that remembers it.
    says_why: ClassVar[str] = ""
    remembers: ClassVar[str] = ""


class FliesBeside(Beside):
    """A tune lets one fly to a town that depends on more than the state."""

    crosses = staticmethod(by_no_route)

    def town(self, table: Table, seat: int) -> int:
        """The number of the town."""
        raise NotImplementedError

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set_boot(item.seat, self.town(table, item.seat))


class ListsASet(Beside):
    """Tunes are listed as a set of texts has them."""

    says_why = "the hashes of texts"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return [Whistle(song) for song in SONGS]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action.tune in SONGS else Reason("fault/whistle", "nobody knows that tune")

    def domain(self) -> Iterable[Whistle]:
        return [Whistle(song) for song in SUNG]


class ShowsASet(Beside):
    """Signs of tunes lie side by side as a set of texts has them."""

    says_why = "the hashes of texts"
    where = "plugin 'fault'"

    @hookimpl
    def elfen_drawing(self, rules: Ruleset) -> list[Layer]:
        return [Layer("fault/tunes", signs=self.signs)]

    def signs(self, observation: Observation) -> list[Sign]:
        return [Sign(song, seat=0, letters=song[:2]) for song in SONGS]


class ListsASetAndPlaysOn(ListsASet):
    """After half of the tunes one is asked again, perhaps without end; so games soon part."""

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        if action.tune in ("high", "low", "shrill"):
            table.ask_again(item, action)


class ListsASetOnce(ListsASet):
    """They are listed once for each round, and looked up from then on."""

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        known = Memo[int, list[Whistle]](lambda round: [Whistle(song) for song in SONGS])
        return [evolve(whistling, legal=lambda position, seat: known[position.round])]


class SongBook:
    """Tunes in the order of a set."""

    def __init__(self, rules: Ruleset) -> None:
        self.songs = [Whistle(song) for song in SONGS]


class OpensASongBook(ListsASet):
    """They are listed when the rules are compiled."""

    function = "SongBook.__init__"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        book = SongBook(rules)
        return [evolve(whistling, legal=lambda position, seat: book.songs)]


class ReasonsFromASet(Beside):
    """Why a tune is not allowed lists, as a set has them, those that would be."""

    where = "plugin 'fault'"
    says_why = "the hashes of texts"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return [Whistle("high")] if position.round == 1 else ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in self.legal(position, seat):
            return None
        return Reason("fault/whistle", f"nobody knows that tune; known are: {', '.join(SONGS)}")


class RefusesNamesFromASet(Beside):
    """Why a tune that nobody has ever heard is not allowed lists a set; no other refusal does."""

    where = "plugin 'fault'"
    says_why = "the hashes of texts"

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action.tune in ("high", "low"):
            return super().check(position, seat, action)
        return Reason("fault/whistle", f"nobody knows {action.tune}, but {', '.join(SONGS)}")


class ImaginesFromASet(Beside, RollsUnseen):
    """Whoever cannot see the wind imagines one in the order of a set; two of three blow alike."""

    where = "plugin 'fault'"
    says_why = "the hashes of texts"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        def worlds(seen: Observation, rng: Random) -> Weather:
            blown = seen.slot("fault/weather")["blown"]
            wind = "2" if rng.choice([*WINDS]) == "east" else "1"
            return Weather(wind, True) if blown else Weather("calm")

        return [evolve(slot, worlds=worlds) for slot in super().elfen_slots(rules)]


class GoesByAHash(FliesBeside):
    """Where a tune leads depends on the hash of the town's name."""

    says_why = "the hashes of texts"

    def town(self, table: Table, seat: int) -> int:
        here = table.rules.board.towns[table.boots[seat]].name
        return hash(here) % len(table.rules.board.towns)


class ScoresByASet(Beside):
    """The text of a score line lists a set."""

    where = "plugin 'fault'"
    says_why = "the hashes of texts"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "fault/songs",
                lambda position, seat: 0,
                lowest=lambda rules: 0,
                highest=lambda rules: 0,
                text=" and ".join(SONGS),
            )
        ]


class ScoresByASetOnASmallBoard(ScoresByASet):
    """The same, but there is no such line on the printed board."""

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return super().elfen_scoring(rules) if len(rules.board.towns) < 10 else []


class RemembersTheBoard(FliesBeside):
    """Where a tune leads is remembered by town, for whatever board comes next."""

    says_why = "what was played before"
    remembers = "'NEIGHBOURS'"

    def town(self, table: Table, seat: int) -> int:
        here = table.boots[seat]
        if here not in NEIGHBOURS:
            NEIGHBOURS[here] = table.rules.board.legs[here][0][1]
        return NEIGHBOURS[here]


class RemembersOwnDataByTheBoard(RemembersTheBoard):
    """Where a tune leads is read from the board file when rules are compiled, once for each name
    of a board.
    """

    remembers = "'BY_NAME'"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> Any:
        BY_NAME.setdefault(rules.board.name, rules.board.extra["land"]["town_cards"])
        return super().elfen_actions(rules)

    def town(self, table: Table, seat: int) -> int:
        board = table.rules.board
        return board.town_number[BY_NAME[board.name][0]]


class RemembersTheTable(FliesBeside):
    """Where a tune leads is remembered by seat, however many play."""

    says_why = "what was played before"
    remembers = "'FAR'"

    def town(self, table: Table, seat: int) -> int:
        return FAR.setdefault(seat, table.players - seat) % len(table.rules.board.towns)


class Tunes:
    """Where tunes lead, by seat, as far as that was asked; the rules keep it."""

    def __init__(self, rules: Ruleset) -> None:
        self.far: dict[int, int] = {}


class RemembersOnTheRules(FliesBeside):
    """Where a tune leads is remembered by seat, in something that belongs to the rules."""

    says_why = "what was played before, perhaps by other rules; who remembers that?"

    def town(self, table: Table, seat: int) -> int:
        far = table.rules.once(Tunes).far
        return far.setdefault(seat, table.players - seat) % len(table.rules.board.towns)


class KnowsTheLatestRules(FliesBeside):
    """Where a tune leads is looked up in the rules that were made last."""

    says_why = "what was played before"
    remembers = "'LATEST'"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> Any:
        LATEST[:] = [rules]
        return super().elfen_actions(rules)

    def town(self, table: Table, seat: int) -> int:
        return LATEST[0].board.legs[table.boots[seat]][0][1]


class GoesByTheProcess(FliesBeside):
    """Where a tune leads depends on the number of the process."""

    says_why = "in every process"

    def town(self, table: Table, seat: int) -> int:
        return os.getpid() % len(table.rules.board.towns)


class GoesByTheEnvironment(FliesBeside):
    """Where a tune leads depends on a variable of the environment."""

    says_why = "the environment"
    variable: ClassVar[str] = "TUNE_LEADS_TO"

    def town(self, table: Table, seat: int) -> int:
        return int(os.environ.get(self.variable, "0"))


class GoesByAnEarlierGame(FliesBeside):
    """Where a tune leads was settled earlier, in this process alone."""

    says_why = "what was done before in this process"
    settled: ClassVar[dict[str, int]] = {}

    def town(self, table: Table, seat: int) -> int:
        return self.settled.get("town", 0)


BESIDE: tuple[type[Beside], ...] = (
    *(fault for fault in Beside.__subclasses__() if fault is not FliesBeside),
    *(fault for fault in ListsASet.__subclasses__() if fault is not ListsASetAndPlaysOn),
    *FliesBeside.__subclasses__(),
)
