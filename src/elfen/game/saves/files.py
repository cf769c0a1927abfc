"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path

from elfen.declare import MOST_CHARACTERS
from elfen.errors import SaveError

_MOST_BYTES = 4 * MOST_CHARACTERS


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a file so that readers find the old one or the new one; raises `SaveError`.

    The text goes to a file beside it, is forced to the disk, and replaces the old file in one
    step. A process that is killed before that leaves `.NAME.XXXX.new` behind.
    """
    try:
        target = Path(os.path.realpath(path))  # follow links
        new = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
        try:
            with new.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, new)
            os.replace(new, target)
        except BaseException:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        _settle(target.parent)
    except (OSError, ValueError) as error:
        raise SaveError(getattr(error, "strerror", None) or str(error), file=str(path)) from None


def read_whole(path: str | os.PathLike[str]) -> str:
    """A file's text, in UTF-8; raises `SaveError`."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ValueError(f"more than {_MOST_BYTES} bytes are not read")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"not a text in UTF-8: byte {error.start} is {error.object[error.start]:#x}"
        raise SaveError(what, file=str(path)) from None
    except (OSError, ValueError) as error:
        raise SaveError(getattr(error, "strerror", None) or str(error), file=str(path)) from None


def _settle(folder: Path) -> None:
    """Force the folder's new entry to the disk, if the system can open folders."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
