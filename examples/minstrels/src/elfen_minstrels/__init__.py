"""Minstrels, an expansion to Elfenland; these are its public names for other plugins."""

from elfen_minstrels.evening import EVENING, Busk, Learn, Sing, SongSung
from elfen_minstrels.learning import LEARNING, KeepSong
from elfen_minstrels.pieces import DECK, HEARD, KNOWN, PENNIES, PENNY, SONG, SUNG, TILL, UNSUNG
from elfen_minstrels.songs import SONGS, Song

__all__ = [
    "DECK",
    "EVENING",
    "HEARD",
    "KNOWN",
    "LEARNING",
    "PENNIES",
    "PENNY",
    "SONG",
    "SONGS",
    "SUNG",
    "TILL",
    "UNSUNG",
    "Busk",
    "KeepSong",
    "Learn",
    "Sing",
    "Song",
    "SongSung",
]
