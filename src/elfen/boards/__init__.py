"""Boards that come with elfen besides those of its games, for tests and studies, by name.

Open `shelf` first, which is all there is; the boards are files beside it.
"""

from elfen.boards.shelf import board, names

__all__ = ["board", "names"]
