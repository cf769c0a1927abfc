"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
from pathlib import Path

from elfen.declare import MOST_CHARACTERS, NoText, is_path, text_of
from elfen.errors import Message, SaveError, brief, of_system

_MOST_BYTES = 4 * MOST_CHARACTERS
_MOST_TRIES = 20


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file so that readers find the old one or the new one; raises `SaveError`.

    The text goes to a file beside it, is forced to the disk, and replaces the old file in one
    step. A process that is killed before that leaves `.NAME.XXXX.unfinished` behind, which the
    next one removes. Nothing but a file is replaced.
    """
    _refuse_what_is_no_path(path)
    try:
        target = Path(os.path.realpath(path))  # follow links
        _refuse_what_is_no_file(target)
        for _ in range(_MOST_TRIES):
            if _written(target, text):
                return
        raise ValueError(Message("file/busy", "other processes keep saving there"))
    except (OSError, ValueError) as error:
        raise SaveError(_why(error), file=str(path)) from None


def _why(error: Exception) -> str:
    """What is wrong with a file, as a `Message` if one was raised."""
    if isinstance(error, OSError):
        return of_system(error)
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def _refuse_what_is_no_path(path: object) -> None:
    if not is_path(path):
        raise SaveError(f"{brief(path)} has to be the path of a save")


def _refuse_what_is_no_file(target: Path) -> None:
    if target.is_symlink():  # all links have been followed, so this one leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if target.exists() and not target.is_file() and not target.is_dir():
        text = "neither a device nor a pipe is replaced: save to a file"
        raise ValueError(Message("file/no-place", text))


def _written(target: Path, text: str) -> bool:
    """Replace a file; False if another process took the new one for one left behind."""
    _remove_unfinished(target)
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}.unfinished")
    try:
        with new.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            if target.exists():
                shutil.copymode(target, new)
            os.replace(new, target)
        except FileNotFoundError:
            return False
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    _settle(target.parent)
    return True


def _remove_unfinished(target: Path) -> None:
    """Remove what killed processes have left of this file."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.unfinished")
    with contextlib.suppress(OSError):
        for one in os.listdir(target.parent):
            if name.fullmatch(one):
                target.with_name(one).unlink()


def read_whole(path: str | os.PathLike[str]) -> str:
    """A file's text, in UTF-8; raises `SaveError`."""
    _refuse_what_is_no_path(path)
    try:
        return text_of(Path(path), _MOST_BYTES)
    except (OSError, ValueError, NoText) as error:
        raise SaveError(_why(error), file=str(path)) from None


def _settle(folder: Path) -> None:
    """Force the folder's new entry to the disk, if the system can open folders."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
