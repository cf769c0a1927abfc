"""What the stock bots should think of songs, in points."""

from __future__ import annotations

from elfen.land import Move, Stop
from elfen.plugin import Advice, View
from elfen_minstrels.evening import Busk, Learn, Sing
from elfen_minstrels.learning import KeepSong
from elfen_minstrels.pieces import KNOWN
from elfen_minstrels.songs import SONGS, Song

#: An evening without a song: a penny is worth a card now and then, a song costs a point unsung.
PENNY = 0.3
NEW_SONG = 0.4
FEW_SONGS = 2
#: How sure one is of a song in the making: a town of it visited, and all of them.
A_TOWN = 0.3
A_SONG = 0.6


def advice() -> list[Advice]:
    """Advice on evenings, and on where to be by then."""
    return [
        Advice("minstrels/sing", type=Sing, value=worth_of_singing),
        Advice("minstrels/busk", type=Busk, value=lambda view, action: PENNY),
        Advice("minstrels/learn", type=Learn, value=worth_of_learning),
        Advice("minstrels/keep-song", type=KeepSong, value=worth_of_song),
        Advice("minstrels/way", type=Move, value=worth_of_going),
        Advice("minstrels/stay", type=Stop, value=worth_of_staying),
    ]


def worth_of_singing(view: View, action: Sing) -> float:
    """Its points, and one that is not lost."""
    return SONGS[action.song].points + 1


def worth_of_learning(view: View, action: Learn) -> float:
    """Better than a penny for who knows few songs."""
    return NEW_SONG if len(view.counts(KNOWN)) < FEW_SONGS else 0.0


def worth_of_song(view: View, action: KeepSong) -> float:
    """Its points, as far as its towns are visited."""
    return SONGS[action.song].points * (1 - A_TOWN * towns_left(view, SONGS[action.song]))


def worth_of_going(view: View, action: Move) -> float:
    """Better if one can sing where the way leads, or has to go there for a song."""
    assert view.seat is not None
    here, known = view.towns[view.seat], view.counts(KNOWN)
    there = view.board.route(action.route).other(here)
    on_the_way = sum(
        A_TOWN
        for town in known
        if there in SONGS[town].after and there not in view.visited[view.seat]
    )
    return on_the_way + to_sing(view, there) - to_sing(view, here)


def worth_of_staying(view: View, action: Stop) -> float:
    """What one can sing where one is."""
    assert view.seat is not None
    return to_sing(view, view.towns[view.seat])


def to_sing(view: View, town: str) -> float:
    """What it is worth to be in a town in the evening."""
    if town not in view.counts(KNOWN) or towns_left(view, SONGS[town]):
        return 0.0
    return A_SONG * (SONGS[town].points + 1)


def towns_left(view: View, song: Song) -> int:
    """How many towns of a song one has not visited."""
    assert view.seat is not None
    return sum(town not in view.visited[view.seat] for town in song.after)
