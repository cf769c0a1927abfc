"""How songs and pennies look in pictures, and where a player's own songs are to be sung."""

from __future__ import annotations

from elfen.plugin import Layer, Look, Observation, Sign
from elfen_minstrels.pieces import KNOWN, PENNY, SONG

NOTE = "M6 2L13 1V11.2A2.3 2 0 1 1 11.4 9.4V4.6L7.6 5.1V12.8A2.3 2 0 1 1 6 11Z"
BLUE, COPPER = "#3b5aa0", "#a8642a"


def looks() -> list[Look]:
    """A note for all songs, and a letter for the penny."""
    return [
        Look("minstrels/song", of=SONG, colour=BLUE, path=NOTE, shape="card"),
        Look("minstrels/penny", of=PENNY, colour=COPPER, letters="p"),
    ]


def to_be_sung(observation: Observation) -> list[Sign]:
    """A note at each town where the player who looks could sing; others see none of it."""
    if observation.seat is None:
        return []
    return [
        Sign("your song is sung here", town=town, path=NOTE, colour=BLUE)
        for town in observation.counts(KNOWN)
    ]


SONGS_TO_SING = Layer("minstrels/songs", signs=to_be_sung, after="core/pieces")
