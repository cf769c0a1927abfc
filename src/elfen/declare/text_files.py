"""Texts in files that anybody may have handed in: no more is read than is asked for."""

from __future__ import annotations

import errno
import os
import stat
from typing import IO, TYPE_CHECKING

from elfen.declare.handed_in import bare_text
from elfen.errors import FAULTS, ElfenError, Message, brief

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class NoText(Exception):
    """A file is not a text that can be read; the message says why."""


def path_in(value: object) -> str | None:
    """The path of a file that this is or has, as a plain text; None if it can be none."""
    try:
        found = os.fspath(value)  # type: ignore[call-overload]
    except FAULTS:  # of the object's own code, too
        return None
    return bare_text(found) if isinstance(found, str) else None


def path_to(what: str, value: object, error: type[ElfenError] = ElfenError) -> str:
    """The path of a file that this is or has, as a plain text.

    Raises an `error`, which says that it has to be the path of `what`, if it can be none.
    """
    found = path_in(value)
    if found is None:
        raise error(f"{brief(value)} has to be the path of {what}")
    return found


def refuse_no_name(path: object) -> None:
    """Raise `ValueError` for the empty path, which would be the folder that one is in."""
    if isinstance(path, str | os.PathLike) and not os.fspath(path):
        raise ValueError(Message("file/no-name", "the name of the file is empty"))


def text_of(file: str | os.PathLike[str] | Traversable, most: int) -> str:
    """The text of a file in UTF-8, of at most so many bytes.

    Raises `NoText` for anything else, such as a device or a pipe, which might never end; `OSError`
    if there is no such file; and `ValueError` if there cannot be one.
    """
    opened: IO[bytes]
    refuse_no_name(file)
    if isinstance(file, str | os.PathLike):
        _refuse_what_may_not_end(os.stat(file).st_mode)
        opened = open(file, "rb", opener=without_waiting)  # noqa: SIM115
    else:
        opened = file.open("rb")
    with opened:
        data = opened.read(most + 1)
    if data is None:  # it counts as a file, and yet one would have to wait for what is in it
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    if len(data) > most:
        raise NoText(Message("file/most", "more than {most} bytes are not read", most=most))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = "not a text in UTF-8: byte {n} is {value}"
        value = f"{error.object[error.start]:#x}"
        raise NoText(Message("file/no-text", text, n=str(error.start), value=value)) from None


def without_waiting(path: str, flags: int) -> int:
    """Open a file so that one never waits for others, where the system knows of that."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _refuse_what_may_not_end(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        text = "neither a device nor a pipe is read: put it into a file first"
        raise NoText(Message("file/no-file", text))
