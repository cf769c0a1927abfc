"""The error of a broken law."""

from __future__ import annotations

import re
from collections.abc import Callable

from elfen.errors import ElfenError

CONSERVATION = "conservation"
AGREEMENT = "agreement"
PURITY = "purity"
DETERMINISM = "determinism"
PROGRESS = "progress"
SAMPLING = "sampling"
NONINTERFERENCE = "noninterference"
SAVING = "saving"

_PLUGIN = re.compile(r"plugin '([^']+)'")


class LawBroken(ElfenError, AssertionError):
    """A law that every game keeps does not hold.

    `law` is its name, `message` what was found, and `where` the step, action or plugin that
    is to blame, or None if that is not known. `step` is the place in the game, and `save` the
    path of a save of it for `example_from_save`, if one could be written; both are None unless
    `check_game`, `check_state` or `play_out` found the failure.

    `runs` shows the failure again: one call that does what must not happen, or two whose answers
    should be the same. They live as long as the error does, and are not pickled.
    """

    def __init__(
        self,
        law: str,
        message: str,
        where: str | None = None,
        step: str | None = None,
        save: str | None = None,
        runs: tuple[Callable[[], object], ...] = (),
    ) -> None:
        super().__init__(law, message, where, step, save)
        self.law = law
        self.message = message
        self.where = where
        self.step = step
        self.save = save
        self.runs = runs

    @property
    def plugin(self) -> str | None:
        """The plugin whose contribution is to blame, or None if that is not known."""
        found = _PLUGIN.search(self.where or "")
        return found[1] if found else None

    def __str__(self) -> str:
        step = f"{self.step}: " if self.step else ""
        place = f" [{self.where}]" if self.where else ""
        again = f"\nTo try it again: elfen.testing.example_from_save({self.save!r})"
        return f"{self.law}: {step}{self.message}{place}{again if self.save else ''}"
