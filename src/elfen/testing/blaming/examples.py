"""Games in which a law was broken, saved to be inspected and tried again.

They are written to the folder that the environment variable `ELFEN_EXAMPLES` names; if it is
not set, to a folder for the user among the system's temporary files; if it is empty, nowhere.
There is one file per law, ruleset and number of players, so each failure overwrites the last: of
all the games that hypothesis tries while shrinking, the smallest remains.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from getpass import getuser
from pathlib import Path

from elfen.game import Game, Ruleset

VARIABLE = "ELFEN_EXAMPLES"


_KEPT: ContextVar[bool] = ContextVar("_KEPT", default=True)


@contextmanager
def unkept() -> Iterator[None]:
    """Games that fail in this block are not saved."""
    token = _KEPT.set(False)
    try:
        yield
    finally:
        _KEPT.reset(token)


def folder() -> Path | None:
    """The folder for examples; None if they are not kept."""
    if not _KEPT.get():
        return None
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        return Path(tempfile.gettempdir()) / f"elfen-examples-{getuser()}"
    except (OSError, KeyError):  # a user without a name
        return None


def keep(law: str, game: Callable[[], Game]) -> tuple[str | None, str]:
    """Save the game in which a law was broken: its path, or None and the reason."""
    directory = folder()
    if directory is None:
        return None, ""
    try:
        kept = game()
        path = directory / f"{law}-{_title(kept.rules)}-{kept.players}.json"
        directory.mkdir(parents=True, exist_ok=True)
        kept.save(path, snapshot=False)
    except Exception as error:  # must not hide the failure of the game itself
        return None, f"; no save of it could be written: {type(error).__name__}: {error}"
    return str(path), ""


def example_from_save(
    path: str | os.PathLike[str], rules: Ruleset | None = None, plugins: object = ()
) -> Game:
    """The game of an example; `rules` and `plugins` are those of `Game.load`.

    It fails after its last decision, or in the chance that follows, so
    `check_game(game, since=game.steps)` finds the failure again, and `game.undo()` is the game
    before it. Raises `SaveError`.
    """
    return Game.load(path, rules, plugins)


def _title(rules: Ruleset) -> str:
    names = [rules.edition or "", *(plugin.name for plugin in rules.plugins)]
    return re.sub(r"[^\w.-]+", "_", "-".join(filter(None, names)))
