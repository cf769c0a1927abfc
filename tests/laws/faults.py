"""Small expansions, each with one fault, and the laws that it breaks.

All of them add the same harmless rules to Elfenland, on a small board: at a step, a player
may whistle a tune, which ends the movement; and the turn ends with a die that does nothing.
`WELL_BEHAVED` adds them as they should be; every fault changes a part.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from elfen.land import COUNTERS, HAND, MOVE, PILE, SHOWN, TURN
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
    CostTerm,
    Crossing,
    Crossings,
    Decide,
    Decision,
    Do,
    Draw,
    Ending,
    Laid,
    Lottery,
    Manifest,
    Offer,
    Over,
    Position,
    Price,
    Reason,
    Roll,
    Ruleset,
    ScoreLine,
    ShortCut,
    Slot,
    State,
    Step,
    Surcharge,
    Table,
    as_it_is,
    frozen,
    hookimpl,
    parse_board,
    state_of,
)

SMALL = parse_board(
    """
format = 1
name = "small"
capital = "elvenhold"
size = [300, 200]
routes = [
  { ends = ["elvenhold", "beata"], terrain = "plains" },
  { ends = ["beata", "ixara"], terrain = "woods" },
  { ends = ["elvenhold", "ixara"], terrain = "mountains" },
  { ends = ["ixara", "virst"], terrain = "river" },
  { ends = ["virst", "elvenhold"], terrain = "lake", water = "mare" },
]

[towns]
elvenhold = { name = "Elvenhold", at = [10, 10] }
beata = { name = "Beata", at = [100, 10] }
ixara = { name = "Ixara", at = [100, 100] }
virst = { name = "Virst", at = [200, 100] }
"""
)


@frozen(cache_hash=True)
class Whistle(Action):
    """Whistle a tune."""

    verb = "whistle"
    tune: str


TUNES = (Whistle("high"), Whistle("low"))
DIE = "fault/die"
RIVER = "ixara-virst-river"


def by_no_route(position: Position, seat: int, action: Whistle) -> tuple[str, ...]:
    """What a tune crosses that lets one fly."""
    return ()


class Expansion:
    """What all expansions add; a fault overrides the part that is wrong.

    `breaks` is the law that must catch it (or `compiling`, or `playing`, where it is refused),
    and `also` others that do, for the reason `because`; `where` is who must be blamed, `says`
    a part of what must be said, and `beside` are further plugins that are chosen. `function` is
    the function that must be named as the place, if it is not one of the class itself.
    """

    breaks: ClassVar[str] = ""
    also: ClassVar[tuple[str, ...]] = ()
    because: ClassVar[str] = ""
    where: ClassVar[str | None] = None
    function: ClassVar[str] = ""
    says: ClassVar[str] = ""
    beside: ClassVar[tuple[object, ...]] = ()
    #: What a tune declares to do to boots and routes.
    crosses: ClassVar[Any] = None
    lays: ClassVar[Any] = None

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("fault", rules_version=1, api=1, requires=("land",), help="tunes and a die")

    def crossings(self, rules: Ruleset) -> Crossings[Whistle] | None:
        """A tune is no crossing."""
        return None

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(MOVE,),
                legal=self.listing(),
                check=self.check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
                crosses=self.crosses,
                lays=self.lays,
                crossings=self.crossings(rules),
            )
        ]

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        return [Step("fault/roll", self.last_of_turn, of=TURN, after="land/hand-limit")]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        return [Roll(DIE, self.faces, self.rolled, visibility=PUBLIC)]

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES

    def listing(self) -> Any:
        """`legal` as it is declared, perhaps a lottery."""
        return self.legal

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action in TUNES else Reason("fault/whistle", "nobody knows that tune")

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        """Nothing more: the movement is over."""

    def domain(self) -> Iterable[Whistle]:
        return TUNES

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.roll(DIE, item.seat)

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 2, "2": 1}

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        """Nothing: the turn is over."""


WELL_BEHAVED = Expansion()


# Conservation --------------------------------------------------------------------------


class LosesACard(Expansion):
    """At the end of a turn a card of the hand is gone."""

    breaks = "conservation"
    where = "step 'fault/roll', plugin 'fault'"

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        index = table.rules.layout.index(HAND, item.seat)
        counts = list(table.zones[index])
        kind = next((kind for kind, n in enumerate(counts) if n), None)
        if kind is not None:
            counts[kind] -= 1
            table.zones[index] = tuple(counts)
        table.roll(DIE, item.seat)


class DoublesACounter(Expansion):
    """A tune makes a counter out of nothing."""

    breaks = "conservation"
    where = "action 'fault/whistle', plugin 'fault'"

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        index = table.rules.layout.index(SHOWN, item.seat)
        first, *others = table.zones[index]
        table.zones[index] = (first + 1, *others)


class TakesFromNothing(Expansion):
    """A roll takes nine counters of a kind from a player, whether or not they are there."""

    breaks = "conservation"
    where = "chance 'fault/die', plugin 'fault'"

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        layout = table.rules.layout
        counts = (9, *(0 for _ in layout.kinds_of(SHOWN)[1:]))
        table.shift(layout.index(SHOWN, item.seat or 0), layout.index(PILE), counts)


class LaysACounterOnARiver(Expansion):
    """A tune lays a counter where it is not suited: the pieces are right, Elfenland is not."""

    breaks = "conservation"
    lays = staticmethod(lambda *_: [Laid(RIVER, kind) for kind in COUNTERS])

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        counter = next((kind for kind in COUNTERS if table.count(PILE, kind)), None)
        if counter is not None and not table.lying(RIVER):
            table.put(RIVER, counter, PILE)


# Agreement -----------------------------------------------------------------------------


class FliesUnsaid(Expansion):
    """A tune takes the boot elsewhere, and its type does not say so."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set_boot(item.seat, table.rules.board.town_number["virst"])


class CrossesAnother(Expansion):
    """A tune takes the boot along another route than its type says."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"
    crosses = staticmethod(by_no_route)

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        board = table.rules.board
        table.set_boot(item.seat, table.boots[item.seat], board.route_number[RIVER])


class CrossesUntold(Expansion):
    """A tune takes the boot along a route, as its type says, but its event tells of none."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"
    crosses = staticmethod(lambda *_: (RIVER,))

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        board = table.rules.board
        here, there = map(board.town_number.__getitem__, board.route(RIVER).ends)
        if table.boots[item.seat] in (here, there):
            table.set_boot(item.seat, here + there - table.boots[item.seat])


class LaysUnsaid(Expansion):
    """A tune lays a counter on a road that it suits, and its type does not say so."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        rules = table.rules
        for number, route in enumerate(rules.board.routes):
            for kind in COUNTERS:
                suits = rules.quotes.opens(number, rules.layout.kind_number[kind])
                if suits and not table.lying(route.id) and table.count(PILE, kind):
                    table.put(route.id, kind, PILE)
                    return


class ListsNoCrossing(Expansion):
    """Tunes are listed as crossings that these crossings do not open."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"
    function = "Expansion.legal"
    crosses = staticmethod(by_no_route)

    def crossings(self, rules: Ruleset) -> Crossings[Whistle] | None:
        return Crossings(rules, lambda route, cards: Whistle(route))


class ListsWhatItRefuses(Expansion):
    """A tune is listed that the check does not allow."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action == TUNES[0] else Reason("fault/whistle", "only the high one")


class AllowsWhatItDoesNotList(Expansion):
    """A tune passes the check but is not listed."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES[:1]


class ListsTwice(Expansion):
    """A tune is listed twice."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return (*TUNES, TUNES[0])


class DrawsUnfairly(Expansion):
    """A tune has two tickets."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def listing(self) -> Lottery[Whistle]:
        return Lottery(self.legal, self.hold, self.draw)

    def hold(self, position: Position, seat: int) -> tuple[Any, ...]:
        return 3, (*TUNES, TUNES[0])

    def draw(self, held: tuple[Any, ...], ticket: int) -> Whistle | None:
        tunes: Sequence[Whistle] = held[1]
        return tunes[ticket]


class DrawsWhatItDoesNotList(DrawsUnfairly):
    """A tune has a ticket, but is neither listed nor allowed."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES[:1]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action == TUNES[0] else Reason("fault/whistle", "only the high one")

    def hold(self, position: Position, seat: int) -> tuple[Any, ...]:
        return 2, TUNES


class NeverDrawsOne(DrawsUnfairly):
    """The ticket of a tune is a blank."""

    def hold(self, position: Position, seat: int) -> tuple[Any, ...]:
        return 2, (TUNES[0], None)


class LeavesOutOfTheDomain(Expansion):
    """The domain misses a tune."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def domain(self) -> Iterable[Whistle]:
        return TUNES[:1]


TWO_WORDS = (*TUNES, Whistle("very low"))


class WritesWhatDoesNotParse(Expansion):
    """The name of a tune is two words, so that its notation is not read back."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TWO_WORDS

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action in TWO_WORDS else Reason("fault/whistle", "nobody knows that tune")

    def domain(self) -> Iterable[Whistle]:
        return TWO_WORDS


class FailsToCheck(Expansion):
    """The check knows the tunes, and breaks down over any other."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return dict.fromkeys(TUNES)[action]


class RefusesWithoutAReason(Expansion):
    """The check says no, in a way that no player can be told."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return None if action in TUNES else Reason("fault/whistle", "")


class RefusesForTwoReasons(Expansion):
    """Asked about a tune that nobody knows, the check says something else each time."""

    breaks = "agreement"
    where = "action 'fault/whistle', plugin 'fault'"

    def __init__(self) -> None:
        self.refused = 0

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in TUNES:
            return None
        self.refused += 1
        return Reason("fault/whistle", f"this is refusal number {self.refused}")


class ChargesWhatNobodyForesaw(Expansion):
    """Who has been anywhere pays a card more on roads, and no `could` says so.

    On a road with an obstacle the same is paid anyway, so that all such moves are actions.
    """

    breaks = "agreement"
    where = "cost term 'fault/toll', plugin 'fault'"
    function = "toll"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [Surcharge("fault/toll", "toll", toll, depends_on=("route", "state"), text="toll")]


class ForeseesTooLittle(Expansion):
    """The toll says that it could be one card, and is two for who has been in two towns."""

    breaks = "agreement"
    where = "cost term 'fault/toll', plugin 'fault'"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def by_town(crossing: Crossing, price: Price) -> int:
            return min(2, crossing.position.pieces_taken(crossing.seat))

        return [at_most_a_card(by_town)]


class OffersWhatNobodyForesaw(Expansion):
    """Beside a toll as it should be, who has been anywhere may pay with any card."""

    breaks = "agreement"
    where = "cost term 'fault/lift', plugin 'fault'"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def lift(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
            return [Price.any(HAND, 1)] if toll(crossing, prices) and prices else []

        return [
            at_most_a_card(toll),
            Offer("fault/lift", lift, depends_on=("state",), text="lift"),
        ]


def at_most_a_card(toll: Callable[[Crossing, Any], int]) -> Surcharge:
    """A toll that says that it is a card or none."""
    return Surcharge(
        "fault/toll",
        "toll",
        toll,
        depends_on=("state",),
        could=lambda crossing, price: (0, 1),
        text="toll",
    )


def toll(crossing: Crossing, price: object) -> int:
    """A card on roads, for who has been anywhere."""
    return int(crossing.terrain.road and crossing.position.pieces_taken(crossing.seat) > 0)


class WeighsAFaceBelowNothing(Expansion):
    """The die has a face of negative weight, which cannot be a probability."""

    breaks = "progress"

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 3, "2": -1}


class NamesAFaceInTwoWords(Expansion):
    """A face of the die is written in two words."""

    breaks = "progress"

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"one eye": 1, "six": 1}


# Purity --------------------------------------------------------------------------------


@frozen
class Tally:
    """Counts how often somebody whistled, in place, though it is said to be frozen."""

    times: int = 0

    def count(self) -> None:
        object.__setattr__(self, "times", self.times + 1)


TALLY = Slot("fault/tally", Tally, start=lambda players: Tally(), visibility=PUBLIC)
HEARD: Slot[Any] = Slot("fault/heard", tuple, start=lambda players: (), visibility=PUBLIC)


class ChangesSharedData(Expansion):
    """A slot holds an object that a tune changes in place, so in all states that share it."""

    breaks = "purity"
    also = ("determinism", "saving")
    because = "the game before a step is changed by it, and texts that are kept are not"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [TALLY]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.ext[TALLY].count()


class KeepsAList(Expansion):
    """A tune puts a list into a slot, which anyone could change."""

    breaks = "purity"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [HEARD]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(HEARD, [*table.ext[HEARD], action.tune])


class DrawsFromGlobalRandom(Expansion):
    """How well a tune is whistled is drawn with Python's own generator."""

    breaks = "purity"
    also = ("agreement", "determinism")
    because = "a step made twice comes out two ways"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [HEARD]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(HEARD, (random.random(),))


class ListsInAnyOrder(Expansion):
    """The list comes in another order every second time."""

    breaks = "purity"

    def __init__(self) -> None:
        self.asked = 0

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        self.asked += 1
        return TUNES[:: -1 if self.asked % 2 else 1]


class RemembersTooMuch(Expansion):
    """What a seat may whistle depends on the round, but is remembered by seat alone."""

    breaks = "purity"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        known: dict[int, tuple[Whistle, ...]] = {}

        def tunes(position: Position, seat: int) -> Sequence[Whistle]:
            return known.setdefault(seat, TUNES[: position.round])

        def check(position: Position, seat: int, action: Whistle) -> Reason | None:
            if action in tunes(position, seat):
                return None
            return Reason("fault/whistle", "not in this round")

        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(MOVE,),
                legal=tunes,
                check=check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
            )
        ]


class ActsWhenWatched(Expansion):
    """A tune does something only if the step is traced."""

    breaks = "purity"
    where = "action 'fault/whistle', plugin 'fault'"
    crosses = staticmethod(by_no_route)

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        if table.events is not None:
            table.set_boot(item.seat, table.rules.board.town_number["virst"])


class CutsShort(Expansion):
    """A tune leads to the die at once, if there is nothing to discard. This one does it well."""

    past: ClassVar[Mapping[str, tuple[str, ...]]] = {
        TURN: ("land/moving", "land/hand-limit", "fault/roll")
    }

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> list[ShortCut]:
        hand, limit = rules.layout.indexes(HAND), rules.option("land.hand_limit")

        def take(state: State, action: Whistle) -> State | None:
            asked = state.agenda[-1]
            assert isinstance(asked, Decide)
            if sum(state.zones[hand[asked.seat]]) > limit:
                return None
            rolling = state.agenda.index(Do("fault/roll", asked.seat, ()))
            return self.die(rules, state, state.agenda[:rolling], asked.seat)

        return [ShortCut("fault/whistle", of="fault/whistle", past=self.past, take=take)]

    def die(self, rules: Ruleset, state: State, later: tuple[Any, ...], seat: int) -> State | None:
        return waiting(state, (*later, rules.chance(DIE, seat, ())))


class ForgetsTheDie(CutsShort):
    """A short cut leads to the next seat's turn, and leaves out the die at the end of this one."""

    breaks = "purity"
    where = "action 'fault/whistle', plugin 'fault'"

    def die(self, rules: Ruleset, state: State, later: tuple[Any, ...], seat: int) -> State | None:
        *before, turn = later
        if not isinstance(turn, Do) or turn.name != "land/moving":
            return None
        assert turn.seat is not None
        return waiting(state, (*before, rules.decide(MOVE, turn.seat, ())))


def waiting(state: State, agenda: tuple[Any, ...]) -> State:
    """The same state with something else to do next."""
    return state_of(
        state.zones,
        state.boots,
        state.visited,
        state.routes,
        state.round,
        agenda,
        state.ext,
        state.ledger,
    )


class Echo:
    """A plugin that puts a step into the turn: who has moved is carried home."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("echo", rules_version=1, api=1, requires=("land",), help="an echo")

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        home = rules.board.town_number[rules.board.capital]

        def carry_home(table: Table, item: Do) -> None:
            assert item.seat is not None
            table.set_boot(item.seat, home)

        return [Step("echo/home", carry_home, of=TURN, after="land/moving")]


class PassesByUnsaid(CutsShort):
    """A short cut leads past the end of the turn and does not say so, though others are there."""

    breaks = "purity"
    where = "action 'fault/whistle', plugin 'fault'"
    beside = (Echo(),)
    past: ClassVar[Mapping[str, tuple[str, ...]]] = {}


# Determinism ---------------------------------------------------------------------------


class CountsCompilations(Expansion):
    """What a tune does depends on how many rulesets were compiled before this one."""

    breaks = "determinism"
    also = ("purity",)
    because = "rules that are compiled to play another game first are later ones"
    where = "action 'fault/whistle', plugin 'fault'"
    compiled: ClassVar[int] = 0

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        CountsCompilations.compiled += 1
        town = CountsCompilations.compiled % len(rules.board.towns)

        def fly(table: Table, item: Decide, action: Whistle) -> None:
            table.set_boot(item.seat, town)

        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(MOVE,),
                legal=self.legal,
                check=self.check,
                apply=fly,
                domain=self.domain,
                public=as_it_is,
                crosses=by_no_route,
            )
        ]


@hookimpl
def elfen_manifest() -> Manifest:
    """A plugin beside a faulty one, which it notices."""
    GoesByWhoCameFirst.came.append("beside")
    return Manifest("beside", rules_version=1, api=1, requires=("land",), help="nothing")


class GoesByWhoCameFirst(Expansion):
    """Where a tune leads depends on whether this or another plugin was chosen first."""

    breaks = "determinism"
    came: ClassVar[list[str]] = []
    beside = (SimpleNamespace(elfen_manifest=elfen_manifest),)

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        self.came.append("fault")
        return super().elfen_manifest()

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        town = ("virst", "beata")[self.came[-1] == "fault"]

        def fly(table: Table, item: Decide, action: Whistle) -> None:
            table.set_boot(item.seat, rules.board.town_number[town])

        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(MOVE,),
                legal=self.legal,
                check=self.check,
                apply=fly,
                domain=self.domain,
                public=as_it_is,
                crosses=by_no_route,
            )
        ]


# Progress ------------------------------------------------------------------------------


class NeverEnds(Expansion):
    """The last round is never the last."""

    breaks = "progress"

    @hookimpl
    def elfen_endings(self, rules: Ruleset) -> list[Ending]:
        return [
            Ending(
                "fault/never",
                lambda position: False,
                latest=lambda rules: 3,
                text="never",
                replaces="land/last-round",
            )
        ]


class Spins(Expansion):
    """A step puts itself on the agenda again."""

    breaks = "progress"
    where = "step 'fault/roll', plugin 'fault'"

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.do("fault/roll", item.seat)


class LosesTheThread(Expansion):
    """A step clears the agenda, so that nothing happens next."""

    breaks = "progress"

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.agenda.clear()


class GoesOnBelowTheEnd(Expansion):
    """A step puts the end on the agenda before what is still to happen."""

    breaks = "conservation"

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.agenda.insert(1, Over("land/last-round"))


class BreaksDown(Expansion):
    """A tune breaks down."""

    breaks = "progress"
    where = "action 'fault/whistle', plugin 'fault'"

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        raise KeyError(action.tune)


RIDDLE = "fault/riddle"


class AsksARiddle(Expansion):
    """A turn ends with a question that only somebody who whistles could answer."""

    breaks = "progress"
    where = "plugin 'fault'"
    at_most: ClassVar[Callable[[Ruleset, int], int]] = staticmethod(lambda rules, players: 99)

    @hookimpl
    def elfen_decisions(self, rules: Ruleset) -> list[Decision]:
        return [Decision(RIDDLE, text="what is it?", at_most=type(self).at_most)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(RIDDLE,),
                legal=self.legal,
                check=self.check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
            )
        ]

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(RIDDLE, item.seat)

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return Reason("fault/riddle", "that is not it")


class AsksTooOften(AsksARiddle):
    """The question can be answered, but is asked more often than its bound says."""

    where = "decision 'fault/riddle', plugin 'fault'"
    at_most = staticmethod(lambda rules, players: 1)

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return Expansion.check(self, position, seat, action)


class HasADieWithoutFaces(Expansion):
    """The die has no face."""

    breaks = "progress"
    where = "'fault/die' (elfen_chance), plugin 'fault'"

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {}


class DrawsMoreThanThereIs(Expansion):
    """A turn ends with a draw of a hundred counters."""

    breaks = "progress"
    also = ("sampling",)
    because = "what cannot be drawn cannot be sampled either"

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Draw]:  # type: ignore[override]
        return [Draw("fault/draw", source=PILE, target=SHOWN)]

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.draw("fault/draw", item.seat, 100)


def score_line(
    name: str, points: Callable[[Position, int], int], lowest: int, highest: int
) -> ScoreLine:
    """A line of the score with fixed bounds."""
    return ScoreLine(
        name,
        points,
        lowest=lambda rules: lowest,
        highest=lambda rules: highest,
        text=name.removeprefix("fault/"),
    )


class ScoresAboveItsBound(Expansion):
    """A line of the score says that it gives ten points at the most, and gives fifty."""

    breaks = "progress"
    where = "score line 'fault/bonus', plugin 'fault'"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [score_line("fault/bonus", lambda position, seat: 50, 0, 10)]


class ScoresTwice(Expansion):
    """Every town piece is worth two points, though the line's bounds say one."""

    breaks = "progress"
    where = "score line 'fault/town-pieces', plugin 'fault'"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "fault/town-pieces",
                lambda position, seat: 2 * position.pieces_taken(seat),
                lowest=lambda rules: 0,
                highest=lambda rules: rules.piece_towns.bit_count(),
                text="town pieces",
                replaces="land/town-pieces",
            )
        ]


class CannotScore(Expansion):
    """A line of the score breaks down in a state that is not the last."""

    breaks = "progress"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            score_line(
                "fault/share", lambda position, seat: 12 // position.pieces_taken(seat), 0, 12
            )
        ]


# Without an end ------------------------------------------------------------------------


class WhistlesOnAndOn(Expansion):
    """After a tune one is asked again, and may whistle again, without end."""

    breaks = "progress"
    where = "action 'fault/whistle', plugin 'fault'"

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.ask_again(item, action)


class WhistlesInTurns(Expansion):
    """Of two tunes one may whistle only the one that one did not whistle last, without end."""

    breaks = "progress"
    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [HEARD]

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return [tune for tune in TUNES if position.ext[HEARD] != (tune.tune,)]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in self.legal(position, seat):
            return None
        return Reason("fault/whistle", "not that one")

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(HEARD, (action.tune,))
        table.ask_again(item, action)


class CountsItsTunes(Expansion):
    """Every tune is counted, so that no state comes back, and yet there is no end."""

    breaks = "progress"
    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("fault/count", int, start=lambda players: 0, visibility=PUBLIC)]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        (slot,) = (s for name, s in table.rules.slots.items() if name == "fault/count")
        table.set(slot, table.ext[slot] + 1)
        table.ask_again(item, action)


class FliesToAndFro(Expansion):
    """Tunes carry a boot home and away again, for nothing and as often as one likes."""

    breaks = "progress"
    where = "action 'fault/whistle', plugin 'fault'"
    crosses = staticmethod(by_no_route)

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        town = "elvenhold" if action.tune == "low" else "virst"
        table.set_boot(item.seat, table.rules.board.town_number[town])
        table.ask_again(item, action)


def nothing_for_the_travelled(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """Who has been anywhere goes by lake for nothing."""
    been = crossing.position.pieces_taken(crossing.seat) > 0
    return [Price.any(HAND, 0)] if crossing.terrain.name == "lake" and been else []


def nothing_or_no_offer(crossing: Crossing, prices: Sequence[Price]) -> list[list[Price]]:
    """What `nothing_for_the_travelled` could give."""
    return [[], [Price.any(HAND, 0)]] if crossing.terrain.name == "lake" else [[]]


class FerriesTheTravelledForNothing(Expansion):
    """Who has been anywhere crosses lakes for nothing: no `could` says so, and no bound.

    The engine refuses it when it is asked, so it is no fault that one law alone catches.
    """

    where = "cost term 'fault/ferry', plugin 'fault'"
    function = "nothing_for_the_travelled"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        ferry = nothing_for_the_travelled
        return [Offer("fault/ferry", ferry, depends_on=("route", "state"), text="ferry")]


class FerriesWithoutEnd(Expansion):
    """As before, and it is said that this happens five times at the most."""

    breaks = "progress"
    where = "cost term 'fault/ferry', plugin 'fault'"
    function = "nothing_for_the_travelled"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [
            Offer(
                "fault/ferry",
                nothing_for_the_travelled,
                depends_on=("route", "state"),
                could=nothing_or_no_offer,
                free=lambda rules, players: 5,
                text="ferry",
            )
        ]


# Sampling ------------------------------------------------------------------------------


class LoadsTheDie(Expansion):
    """The die falls otherwise when it is rolled in the course of a step."""

    breaks = "sampling"

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 2, "2": 1} if not isinstance(position, Table) else {"1": 1, "2": 999}


FAULTS: tuple[type[Expansion], ...] = (
    *(fault for fault in Expansion.__subclasses__() if fault.breaks),
    *CutsShort.__subclasses__(),
    *AsksARiddle.__subclasses__(),
    *DrawsUnfairly.__subclasses__(),
)
