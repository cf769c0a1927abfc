"""Write the package of a new expansion from the files in `template`.

Each file is written to the same path without its `.in`, with the package's name for `PACKAGE`;
placeholders such as `${name}` are filled in.
"""

from __future__ import annotations

import errno
import importlib.util
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shutil import rmtree
from string import Template

from elfen.compiler import installed
from elfen.declare import CORE, beside, left_beside
from elfen.errors import ElfenError, Message, of_system

_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
_LONGEST = 24
_TEMPLATE_ENDING = ".in"


def package_of(name: str) -> str:
    """The import package of an expansion: `elfen_night_market` for `night-market`."""
    return "elfen_" + name.replace("-", "_")


def write_expansion(name: str, folder: Path, elfen_version: str) -> tuple[Path, ...]:
    """Write the package of a new expansion and return the files written.

    The folder is created if it does not exist; nothing is ever overwritten, and if something
    fails, nothing is left. A process that is killed while it writes leaves a folder
    `.NAME.XXXX.unfinished` behind: beside a new folder, or in an empty one, from which the next
    process removes it. Raises `ElfenError` if the name is invalid or taken, or if the
    folder is not empty or cannot be written to.
    """
    check_name(name)
    check_folder(folder, name)
    words = {
        "name": name,
        "package": package_of(name),
        "title": name.replace("-", " ").replace("_", " ").capitalize(),
        "elfen": elfen_version,
    }
    texts = {
        path.replace("PACKAGE", words["package"]): Template(text).substitute(words)
        for path, text in _template_files(files("elfen.cli") / "template", "")
    }
    try:
        _write(texts, folder, name)
    except (OSError, ValueError) as error:
        message = Message(
            "scaffold/unwritten",
            "cannot write {file}: {why}; choose another folder",
            file=str(folder),
            why=of_system(error),
        )
        raise ElfenError(message) from error
    return tuple(folder / path for path in texts)


def _write(texts: Mapping[str, str], folder: Path, name: str) -> None:
    """Write files into a folder, all or none: they come into it when all of them are complete."""
    there = folder.is_dir()
    inside = folder / name if there else folder
    for one in left_beside(inside) if there else ():
        rmtree(one, ignore_errors=True)
    new = beside(inside)
    made: list[Path] = []
    come: list[Path] = []
    try:
        _make_folder(new, made)
        for path, text in texts.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        if there:
            for one in sorted(new.iterdir()):
                come.append(_moved(one, folder))
            new.rmdir()
        else:
            new.rename(folder)
    except BaseException:
        for one in (*come, new):
            _remove(one)
        for one in reversed(made):
            with suppress(OSError):
                one.rmdir()
        raise


def _moved(one: Path, into: Path) -> Path:
    """Where a file or folder is, moved into another folder, in which none has its name."""
    target = into / one.name
    if target.exists() or target.is_symlink():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    return one.rename(target)


def _remove(one: Path) -> None:
    """Remove a file, or a folder with all that is in it, as far as that can be done."""
    if one.is_dir():
        rmtree(one, ignore_errors=True)
    else:
        one.unlink(missing_ok=True)


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder, and those that it lies in, and note those that were not there."""
    if not folder.is_dir():
        if folder.parent != folder:
            _make_folder(folder.parent, made)
        folder.mkdir()
        made.append(folder)


def check_name(name: str) -> None:
    """Raise `ElfenError` if a new expansion cannot have this name."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-").lstrip("-0123456789")
        better = better[:_LONGEST].strip("-")
        message = Message(
            "scaffold/name",
            "{name} cannot be the name of a package: a name begins with a letter, consists of"
            " lower-case letters and digits with single - or _ between, and is at most {most} long",
            name=repr(name),
            most=_LONGEST,
        )
        if better:
            text = "{why}; how about {better}?"
            message = Message("scaffold/better-name", text, why=message, better=repr(better))
        raise ElfenError(message)
    package = package_of(name)
    for other in installed():
        if package_of(other) == package:
            text = "an expansion {name} is installed; take another name"
            raise ElfenError(Message("scaffold/installed", text, name=repr(other)))
    if name == CORE or importlib.util.find_spec(package) is not None:
        text = "the name {name} is taken; take another"
        raise ElfenError(Message("scaffold/taken", text, name=repr(name)))


def check_folder(folder: Path, name: str) -> None:
    """Raise `ElfenError` unless the folder does not exist yet, or is empty.

    What a process that was killed has left there of the expansion `name` does not count.
    """
    try:
        if folder.is_dir():
            left = left_beside(folder / name)
            inside = next((one for one in folder.iterdir() if one not in left), None)
            if inside is not None:
                message = Message(
                    "scaffold/not-empty",
                    "{folder} is not empty, {file} is in it; nothing is overwritten, so choose"
                    " another folder",
                    folder=str(folder),
                    file=inside.name,
                )
                raise ElfenError(message)
        elif folder.exists() or folder.is_symlink():
            text = "{folder} exists and is no folder; choose another"
            raise ElfenError(Message("scaffold/no-folder", text, folder=str(folder)))
    except OSError as error:
        text, why = "cannot look into {folder}: {why}", of_system(error)
        message = Message("scaffold/unseen", text, folder=str(folder), why=why)
        raise ElfenError(message) from error


def _template_files(folder: Traversable, under: str) -> Iterator[tuple[str, str]]:
    """The path of each file to write, and its text with placeholders."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _template_files(one, f"{under}{one.name}/")
        elif one.name.endswith(_TEMPLATE_ENDING):
            name = one.name.removesuffix(_TEMPLATE_ENDING)
            path = under + (".gitignore" if name == "gitignore" else name)
            yield path, one.read_text(encoding="utf-8")
