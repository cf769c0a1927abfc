"""Saves in files: what is wrong with a file is a `SaveError`."""

from __future__ import annotations

import os

from elfen.declare import MOST_CHARACTERS, NoText, path_to, text_of
from elfen.declare import write_whole as write_bytes
from elfen.errors import SaveError, of_system

_MOST_BYTES = 4 * MOST_CHARACTERS


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a save so that readers find the old one or the new one; raises `SaveError`."""
    path = _path(path)
    try:
        write_bytes(path, text.encode())
    except (OSError, ValueError) as error:
        raise SaveError(of_system(error), file=path) from None


def read_whole(path: str | os.PathLike[str]) -> str:
    """A file's text, in UTF-8; raises `SaveError`."""
    path = _path(path)
    try:
        return text_of(path, _MOST_BYTES)
    except (OSError, ValueError, NoText) as error:
        raise SaveError(of_system(error), file=path) from None


def _path(path: object) -> str:
    return path_to("a save", path, SaveError)
