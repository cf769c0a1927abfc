"""Where a game is saved: never over a file that this game has not loaded or written itself.

What is there is asked of `os`: unlike `Path`, it has an answer for every name, also for one
that is too long or lies in a closed folder. Saving then says what is wrong with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import sleep

from elfen.errors import ElfenError
from elfen.game import Game

DEFAULT = Path("elfen-game.json")

#: How many saves in a folder are looked at, the newest first, for a game to go on with.
_NEWEST = 5

#: How often another process that saves there is waited for, and how many seconds each time.
_MOST_WAITS, _WAIT = 60, 0.05


class SaveFile:
    """The file of one game. It is claimed when it is written, not before.

    The game may write over what it has loaded or written, and over what a person has agreed to
    lose; if anything else is there by then, the save goes to the next free name beside it.
    """

    def __init__(self, path: Path = DEFAULT) -> None:
        self.path = path
        #: What may be replaced, by path: a file that is no longer this one is another's.
        self._own: dict[Path, tuple[int, ...]] = {}

    def may_replace(self, path: Path) -> None:
        """Let the game write over a file as it is now: it was loaded, or a person agreed."""
        with suppress(OSError):
            self._own[path] = _identity(path)

    def is_anothers(self, path: Path) -> bool:
        """Whether there is a file that the game may not write over."""
        return os.path.isfile(path) and not self._is_own(path)

    def write(self, game: Game, path: Path | None = None) -> Path:
        """Write the game, and return the file that has it; raises `SaveError`."""
        wanted = self.path if path is None else path
        with _alone_in(wanted.parent):
            target = self._written(game, wanted)
        if path is None:
            self.path = target
        return target

    def _written(self, game: Game, path: Path) -> Path:
        for target in _names(path):
            if self._is_own(target) or self._is_no_file(target) or self._claimed(target):
                try:
                    game.save(target)
                except BaseException:
                    _remove_if_empty(target)
                    raise
                self.may_replace(target)
                return target
        raise AssertionError("there are always more names")

    def _is_own(self, path: Path) -> bool:
        known = self._own.get(path)
        with suppress(OSError):
            return known is not None and _identity(path) == known
        return False

    @staticmethod
    def _is_no_file(path: Path) -> bool:
        """Whether something else than a file is there, about which saving has an error to tell."""
        return os.path.exists(path) and not os.path.isfile(path)

    @staticmethod
    def _claimed(path: Path) -> bool:
        """Create the file, which no other process then can; false if it is there already."""
        try:
            path.open("x").close()
        except FileExistsError:
            return False
        except (OSError, ValueError):
            return True  # saving will say what is wrong
        return True


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let others who save a game in that folder wait meanwhile, where the system can, and not long.

    They might replace a file between the look at it and what is written.
    """
    number = None
    with suppress(ImportError, OSError, ValueError):
        from fcntl import LOCK_EX, LOCK_NB, flock

        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        for _ in range(_MOST_WAITS):
            try:
                flock(number, LOCK_EX | LOCK_NB)
                break
            except BlockingIOError:
                sleep(_WAIT)
    try:
        yield
    finally:
        if number is not None:
            os.close(number)


def _identity(path: Path) -> tuple[int, ...]:
    """What changes when a file is written or replaced; however large it is, it is not read."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _names(path: Path) -> Iterator[Path]:
    """`game.json`, `game-2.json`, `game-3.json` and so on."""
    yield path
    for n in count(2):
        yield path.with_name(f"{path.stem}-{n}{path.suffix}")


def _remove_if_empty(path: Path) -> None:
    with suppress(OSError):
        if os.path.isfile(path) and not path.stat().st_size:
            path.unlink()


def unfinished(folder: Path) -> tuple[Path, Game] | None:
    """The latest game in a folder, saved without a name of its own, that is not over yet.

    It is among the few newest saves: each is played again to see whether it is over.
    """
    found = [*folder.glob(f"{DEFAULT.stem}*{DEFAULT.suffix}")]
    with suppress(OSError):
        found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[:_NEWEST]:
        with suppress(ElfenError):
            game = Game.load(path)
            if not game.is_over:
                return path, game
    return None
