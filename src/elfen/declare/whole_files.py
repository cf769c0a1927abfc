"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from pathlib import Path

from elfen.declare.text_files import refuse_no_name, without_waiting
from elfen.errors import Message

_MOST_TRIES = 20


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file so that readers find the old one or the new one.

    The data go to a file beside it, are forced to the disk, and replace the old file in one step.
    A process that is killed before that leaves `.NAME.XXXX.unfinished` behind, which the next one
    removes. Nothing but a file is replaced. Raises `OSError`, which names the file that was asked
    for, and `ValueError`.
    """
    refuse_no_name(path)
    _refuse_a_folder(path)
    if _is_stream(path):
        text = "neither a device nor a pipe is replaced: save to a file"
        raise ValueError(Message("file/no-place", text))
    target = Path(os.path.realpath(path))  # follow links
    if target.is_symlink():  # to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    try:
        for _ in range(_MOST_TRIES):
            if _written(target, data):
                return
    except OSError as error:  # which names what is beside the file, if anything
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    raise ValueError(Message("file/busy", "other processes keep saving there"))


def write_out(path: str | os.PathLike[str], data: bytes) -> None:
    """Write to a file as `write_whole` does, but to a device, or a pipe that is read, as it is."""
    if not _is_stream(path):
        write_whole(path, data)
        return
    try:
        opened = open(path, "wb", opener=without_waiting)  # noqa: SIM115
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise ValueError(Message("file/unread", "nobody reads what is written there")) from None
        raise
    with opened:
        if hasattr(os, "O_NONBLOCK"):  # it has readers, who may be slow
            os.set_blocking(opened.fileno(), True)
        opened.write(data)


def beside(target: Path) -> Path:
    """A name for what is not finished yet, beside what it is to be."""
    return target.with_name(f".{target.name}.{os.urandom(4).hex()}.unfinished")


def left_beside(target: Path) -> list[Path]:
    """What has a name of `beside`, as killed processes have left it; raises `OSError`."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{8}}\.unfinished")
    return [target.with_name(one) for one in os.listdir(target.parent) if name.fullmatch(one)]


def _is_stream(path: str | os.PathLike[str]) -> bool:
    """Whether there is something that is neither a file nor a folder."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _refuse_a_folder(path: str | os.PathLike[str]) -> None:
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))


def _written(target: Path, data: bytes) -> bool:
    """Replace a file; False if another process took the new one for one left behind."""
    _remove_unfinished(target)
    new = beside(target)
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            if target.exists():
                new.chmod(stat.S_IMODE(target.stat().st_mode))
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
    with contextlib.suppress(OSError):
        for one in left_beside(target):
            one.unlink()


def _settle(folder: Path) -> None:
    """Force the folder's new entry to the disk, if the system can open folders."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
