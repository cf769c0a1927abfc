"""Games in which a law was broken, kept as saves to be looked at and tried again.

They are written to the folder that the environment variable `ELFEN_EXAMPLES` names; without
it, to a folder of the user's among the system's temporary files; and if it is empty, nowhere.
There is one file for a law and the rules, so the last failure takes the place of the one
before: of all the games that hypothesis tries while it shrinks one, the smallest remains.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from getpass import getuser
from pathlib import Path

from elfen.game import Game, Ruleset

VARIABLE = "ELFEN_EXAMPLES"


def folder() -> Path | None:
    """Where examples are kept; None if they are not."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        return Path(tempfile.gettempdir()) / f"elfen-examples-{getuser()}"
    except (OSError, KeyError):  # a user without a name
        return None


def keep(law: str, game: Callable[[], Game]) -> tuple[str | None, str]:
    """Write a save of the game in which a law was broken: its path, or None and why not."""
    directory = folder()
    if directory is None:
        return None, ""
    try:
        kept = game()
        path = directory / f"{law}-{_title(kept.rules)}-{kept.players}.json"
        directory.mkdir(parents=True, exist_ok=True)
        kept.save(path, snapshot=False)
    except Exception as error:  # whatever is wrong with the game: its failure is to be told
        return None, f"; no save of it could be written: {type(error).__name__}: {error}"
    return str(path), ""


def example_from_save(
    path: str | os.PathLike[str], rules: Ruleset | None = None, plugins: object = ()
) -> Game:
    """The game of an example; `rules` and `plugins` are those of `Game.load`.

    What was wrong is wrong after its last decision, be it in the chance that follows, so
    `check_game(game, since=game.steps)` finds it again, and `game.undo()` is the game before.
    Raises `SaveError`.
    """
    return Game.load(path, rules, plugins)


def _title(rules: Ruleset) -> str:
    names = [rules.edition or "", *(plugin.name for plugin in rules.plugins)]
    return re.sub(r"[^\w.-]+", "_", "-".join(filter(None, names)))
