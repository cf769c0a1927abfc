"""The error of a broken law."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import frozen

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


@frozen
class Place:
    """A line of a plugin's function that is to blame.

    `file` is relative to the folder of the top package: `elfen_gold/auction.py`. `sure` is false
    if this is a place to look at, and no more is known.
    """

    plugin: str
    function: str
    file: str
    line: int
    sure: bool = True

    def __str__(self) -> str:
        name = self.function.replace("<locals>.", "")
        return f"{self.file}:{self.line} in {name} (plugin {self.plugin!r})"


@frozen
class Findings:
    """What was found out about a broken law: where to look, and a test that shows it."""

    places: tuple[Place, ...] = ()
    test: str = ""


class LawBroken(ElfenError, AssertionError):
    """A law that every game keeps does not hold.

    `law` is its name, `message` what was found, and `where` the step, action or plugin that
    is to blame, or None if that is not known. `step` is the place in the game, and `save` the
    path of a save of it for `example_from_save`, if one could be written; both are None unless
    `check_game`, `check_state` or `play_out` found the failure.

    `runs` shows the failure again: one call that does what must not happen, or two whose answers
    should be the same. They live as long as the error does, and are not pickled. `find` finds out
    more when somebody wants to read it, which takes seconds; see `places` and `test`. `past` are
    moves on the way to the failure, each with the state before it, as far as no game has them.
    """

    def __init__(
        self,
        law: str,
        message: str,
        where: str | None = None,
        step: str | None = None,
        save: str | None = None,
        runs: tuple[Callable[[], object], ...] = (),
        past: tuple[tuple[Any, Any], ...] = (),
    ) -> None:
        super().__init__(law, message, where, step, save)
        self.law = law
        self.message = message
        self.where = where
        self.step = step
        self.save = save
        self.runs = runs
        self.past = past
        self.find: Callable[[LawBroken], Findings] | None = None
        self._findings: Findings | None = None

    def __reduce__(self) -> tuple[object, ...]:
        told = (self.law, self.message, self.where, self.step, self.save)
        return _again, (type(self), told, self._found())

    def _found(self) -> Findings:
        """The places to blame and the test, looked for once."""
        if self._findings is None:
            self._findings = Findings()  # for whoever asks while they are looked for
            if self.find is not None:
                self._findings = self.find(self)
        return self._findings

    @property
    def places(self) -> tuple[Place, ...]:
        """The lines that are to blame, at most three, the most suspicious first."""
        return self._found().places

    @property
    def test(self) -> str:
        """A test that fails because of this, to be pasted; empty if there is none."""
        return self._found().test

    @property
    def plugin(self) -> str | None:
        """The plugin whose contribution is to blame, or None if that is not known."""
        sure = next((place.plugin for place in self.places if place.sure), None)
        named = _PLUGIN.search(self.where or "")
        return sure or (named[1] if named else next((p.plugin for p in self.places), None))

    def __str__(self) -> str:
        step = f"{self.step}: " if self.step else ""
        lines = [f"{self.law}: {step}{self.message}" + (f" [{self.where}]" if self.where else "")]
        lines += [f"{'at' if place.sure else 'look at'} {place}" for place in self.places]
        if self.save:
            lines.append(f"To try it again: elfen.testing.example_from_save({self.save!r})")
        return "\n".join([*lines, *self.test.splitlines()])


def _again(
    cls: type[LawBroken], told: tuple[str, str, str | None, str | None, str | None], found: Findings
) -> LawBroken:
    """An unpickled error: what was found out is found out."""
    error = cls(*told)
    error._findings = found
    return error
