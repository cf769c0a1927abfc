"""The evening, when all boots have moved: everyone sings, learns a song, or busks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.land import MOVE_PHASE, in_order
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    EventType,
    Kind,
    Means,
    Phase,
    Position,
    Reason,
    Ruleset,
    Table,
    Words,
    always_legal,
    as_it_is,
    frozen,
)
from elfen_minstrels.learning import learn, why_not_learn
from elfen_minstrels.pieces import KNOWN, PENNIES, PENNY, SUNG, TILL, songs
from elfen_minstrels.songs import SONGS, missing

#: Decision: what to do with the evening.
EVENING = "minstrels/evening"


@frozen(cache_hash=True)
class Sing(Action):
    """Sing a song in the town it is of."""

    verb = "sing"
    song: str


@frozen(cache_hash=True)
class Learn(Action):
    """Hear two songs from the deck, and keep one."""

    verb = "learn"


@frozen(cache_hash=True)
class Busk(Action):
    """Play for a penny."""

    verb = "busk"


@frozen
class SongSung:
    """A seat has sung a song."""

    seat: int
    song: str


def events() -> list[EventType[Any]]:
    """The one event: everyone hears a song that is sung."""

    def words(event: SongSung, words: Words) -> str:
        return f"seat {event.seat} sang in {words.town(event.song)}"

    return [EventType("minstrels/song-sung", type=SongSung, public=as_it_is, text=words)]


def phase() -> Phase:
    """The evening follows the journeys; an ending is looked at after it."""
    return Phase("minstrels/evening", gather, after=MOVE_PHASE, text="sing, learn or busk")


def gather(table: Table) -> None:
    """Ask everyone in turn order; what is put on the agenda last happens first."""
    for seat in reversed(in_order(table)):
        table.ask(EVENING, seat)


def decision() -> Decision:
    """The choice of the evening, one a round for everyone."""
    return Decision(
        EVENING,
        text="spend the evening",
        at_most=lambda rules, players: rules.most_rounds * players,
    )


class Evenings:
    """What can be done of an evening."""

    def __init__(self, rules: Ruleset) -> None:
        self.songs: dict[str, Kind] = {kind.id: kind for kind in songs(rules)}
        self.singing = {town: Sing(town) for town in SONGS}

    def types(self) -> list[ActionType[Any]]:
        """To sing, to learn, to busk."""
        learning = (Learn(),)
        return [
            ActionType(
                "minstrels/sing",
                type=Sing,
                at=(EVENING,),
                legal=self.legal_songs,
                check=self.why_not_sing,
                apply=self.sing,
                offered=KNOWN,
                domain=self.singing.values,
                public=as_it_is,
                text="sing a song in its town, for its points and a penny",
                means={"song": Means.TOWN},
            ),
            ActionType(
                "minstrels/learn",
                type=Learn,
                at=(EVENING,),
                legal=lambda position, seat: () if why_not_learn(position, seat) else learning,
                check=lambda position, seat, action: why_not_learn(position, seat),
                apply=lambda table, item, action: learn(table, item.seat),
                offered=lambda position, seat: why_not_learn(position, seat) is None,
                domain=lambda: learning,
                public=as_it_is,
                text="hear two songs and keep one",
            ),
            always_legal(
                "minstrels/busk",
                Busk(),
                at=EVENING,
                apply=lambda table, item, action: earn(table, item.seat),
                text="play for a penny, if one is left",
            ),
        ]

    def legal_songs(self, position: Position, seat: int) -> Sequence[Sing]:
        """The song of the town where the boot stands, if it is known and its towns are visited."""
        action = self.singing.get(position.town(seat))
        if action is None or self.why_not_sing(position, seat, action):
            return ()
        return (action,)

    def why_not_sing(self, position: Position, seat: int, action: Sing) -> Reason | None:
        """A song has to be known, its towns visited, and the boot be where it is sung."""
        song = self.songs.get(action.song)
        if song is None or not position.count(KNOWN.of(seat), song):
            return Reason("minstrels/sing", f"you do not know a song of {action.song!r}")
        if position.town(seat) != action.song:
            town = position.rules.board.town(action.song).name
            return Reason("minstrels/sing", f"the song of {town} is sung in {town}")
        towns = missing(position, seat, action.song)
        if towns:
            return Reason("minstrels/sing", f"first you have to visit {' and '.join(towns)}")
        return None

    def sing(self, table: Table, item: Decide, action: Sing) -> None:
        """The song lies open from now on, and there is a penny for it."""
        table.move(self.songs[action.song], KNOWN.of(item.seat), SUNG.of(item.seat))
        table.emit(SongSung(item.seat, action.song))
        earn(table, item.seat)


def earn(table: Table, seat: int) -> None:
    """A penny out of the till, if one is left."""
    if table.size(TILL):
        table.move(PENNY, TILL, PENNIES.of(seat))
