"""Watching a table while a move is made: after which line of a plugin it went wrong for good."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from elfen.game import Game, Ruleset
from elfen.kernel import State, Table, open_table
from elfen.testing.blaming.trails import Line, follow
from elfen.testing.facts import Move, states_of


class Watched:
    """A run that makes something go wrong on the table, and how that is seen: `wrong(table)`.

    Without `run`, it was a move made earlier in the game, which is looked for.
    """

    def __init__(
        self, wrong: Callable[[Any], object], run: Callable[[], object] | None = None
    ) -> None:
        self._wrong, self.run = wrong, run

    @classmethod
    def since(cls, what: Callable[[], object], run: Callable[[], object]) -> Watched:
        """A run after which `what` is not what it was when the run began, whatever the table."""
        begun: list[object] = []

        def from_now_on() -> object:
            begun[:] = [what()]
            return run()

        return cls(lambda _: what() != begun[0], from_now_on)

    def __call__(self) -> object:
        """Make the move, if it is known."""
        return None if self.run is None else self.run()

    def wrong(self, table: Table | None) -> bool:
        """Whether something is wrong with a table, if there is one; not if that cannot be said."""
        try:
            return bool(self._wrong(table))
        except Exception:
            return False

    def made_in(self, rules: Ruleset, game: Game) -> Callable[[], object] | None:
        """The last move of a game after which something was wrong, made once more."""
        before: tuple[State, Move | None] | None = None
        found: tuple[State, Move] | None = None
        was = True
        for state, move in states_of(game):
            now = self.wrong(open_table(rules, state))
            if now and not was and before is not None and before[1] is not None:
                found = before[0], before[1]
            was, before = now, (state, move)
        if found is None:
            return None
        start, made = found
        return lambda: rules.advance(start, made)


def gone_wrong(
    watch: Watched, run: Callable[[], object], watched: Callable[[CodeType], object], until: float
) -> list[Line]:
    """The last line of watched code after which the table was wrong and stayed so, and those from
    which it was called; empty if there is none. Raises `Enough`.
    """
    culprit: list[Line] = []
    was = True

    def after(
        table: Table | None, code: CodeType, line: int, callers: Callable[[], list[Line]]
    ) -> None:
        nonlocal culprit, was
        now = watch.wrong(table)
        if now and not was:
            culprit = [(code, line), *callers()]
        elif not now:
            culprit = []
        was = now

    follow(run, watched, until, after)
    return culprit


def first_answered(
    run: Callable[[], object],
    is_it: Callable[[object], object],
    watched: Callable[[CodeType], object],
    until: float,
) -> list[Line]:
    """The line of watched code that first gave such an answer, and those from which it was called.

    Empty if no function answered that. Raises `Enough`.
    """
    found: list[Line] = []

    def answered(
        code: CodeType, line: int, answer: object, callers: Callable[[], list[Line]]
    ) -> None:
        if not found and is_it(answer):
            found.extend([(code, line), *callers()])

    follow(run, watched, until, answered=answered)
    return found
