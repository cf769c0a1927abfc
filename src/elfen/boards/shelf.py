"""The boards on the shelf: each is a board file in this folder, named after its board."""

from __future__ import annotations

from importlib.resources import files

from elfen.declare import Board, load_board
from elfen.errors import BoardError, brief

_SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    """The names of all boards."""
    found = (file.name for file in files("elfen.boards").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def board(name: str) -> Board:
    """The board of that name; raises `BoardError` if there is none."""
    if name not in names():
        raise BoardError(f"no board is called {brief(name)}; there are: {', '.join(names())}")
    return load_board(files("elfen.boards") / (name + _SUFFIX))
