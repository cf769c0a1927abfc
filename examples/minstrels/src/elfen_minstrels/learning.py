"""Learning: two songs are heard from the deck, one is kept in secret, the other goes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Kind,
    Position,
    Reason,
    Ruleset,
    Table,
    frozen,
)
from elfen_minstrels.pieces import DECK, HEAR, HEARD, KNOWN, songs
from elfen_minstrels.songs import SONGS

#: Decision: which of the songs heard is kept.
LEARNING = "minstrels/learning"

SONGS_HEARD = 2
MOST_KNOWN = 3


@frozen(cache_hash=True)
class KeepSong(Action):
    """Keep this one of the songs heard."""

    verb = "keep song"
    song: str


@frozen(cache_hash=True)
class KeepSongHidden(Action):
    """What others see of `KeepSong`."""

    verb = "keep song"


def why_not_learn(position: Position, seat: int) -> Reason | None:
    """Nobody learns on the last evening, without songs in the deck, or with enough of them."""
    if position.round >= position.rules.most_rounds:
        return Reason("minstrels/learn", "this is the last evening")
    if not position.size(DECK):
        return Reason("minstrels/learn", "no song is left in the deck")
    if position.size(KNOWN.of(seat)) >= MOST_KNOWN:
        return Reason("minstrels/learn", f"nobody can know more than {MOST_KNOWN} songs")
    return None


def learn(table: Table, seat: int) -> None:
    """First the draw, then the choice: what is put on the agenda last happens first."""
    table.ask(LEARNING, seat)
    table.draw(HEAR, seat, min(SONGS_HEARD, table.size(DECK)))


def decision() -> Decision:
    """The choice after the draw."""
    return Decision(
        LEARNING,
        text="keep one of the songs heard",
        at_most=lambda rules, players: rules.most_rounds * players,
    )


class Learning:
    """The choice of a song."""

    def __init__(self, rules: Ruleset) -> None:
        self.songs: dict[str, Kind] = {kind.id: kind for kind in songs(rules)}
        self.keeping = {town: KeepSong(town) for town in SONGS}

    def type(self) -> ActionType[Any]:
        """The action type; others see that a song is kept, and not which."""
        return ActionType(
            "minstrels/keep-song",
            type=KeepSong,
            at=(LEARNING,),
            legal=self.legal,
            check=self.check,
            apply=self.keep,
            domain=self.keeping.values,
            public=lambda action: KeepSongHidden(),
            text="keep one of the songs heard; the other goes back",
        )

    def legal(self, position: Position, seat: int) -> Sequence[KeepSong]:
        """Each of the songs heard."""
        return [self.keeping[town] for town in position.counts(HEARD.of(seat))]

    def check(self, position: Position, seat: int, action: KeepSong) -> Reason | None:
        """Whether the song has been heard."""
        if action.song not in position.counts(HEARD.of(seat)):
            return Reason("minstrels/keep-song", f"you have not heard a song of {action.song!r}")
        return None

    def keep(self, table: Table, item: Decide, action: KeepSong) -> None:
        """The song is known, the other goes back into the deck."""
        table.move(self.songs[action.song], HEARD.of(item.seat), KNOWN.of(item.seat))
        table.move_all(HEARD.of(item.seat), DECK)
