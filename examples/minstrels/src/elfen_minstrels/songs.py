"""The songs: where each is sung, what has to be seen before, and what it is worth."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from elfen.plugin import Board, Position, RulesetError, frozen, strict_converter


@frozen
class Song:
    """A song: two towns that one must have visited before, and its points."""

    after: tuple[str, str]
    points: int


@frozen
class _Data:
    format: int
    songs: dict[str, Song]


#: All songs by the id of the town in which they are sung.
SONGS = (
    strict_converter()
    .structure(
        tomllib.loads((files("elfen_minstrels") / "songs.toml").read_text(encoding="utf-8")), _Data
    )
    .songs
)


def check_board(board: Board) -> None:
    """Raise `RulesetError` if the board lacks a town of the songs."""
    for town, song in SONGS.items():
        for id in (town, *song.after):
            if id not in board.town_number:
                raise RulesetError(
                    f"there are songs of {id}, but no such town on board {board.name!r}; play"
                    " minstrels on the board of Elfenland"
                )


def title(board: Board, town: str) -> str:
    """What a song is called: it says where it is sung, after which towns, for how much."""
    song = SONGS[town]
    first, second = (board.town(id).name for id in song.after)
    return f"song of {board.town(town).name} (after {first} and {second}, {song.points} points)"


def missing(position: Position, seat: int, town: str) -> list[str]:
    """The towns, by name, that a seat still has to visit before it sings a song."""
    board = position.rules.board
    return [board.town(id).name for id in SONGS[town].after if not position.has_visited(seat, id)]
