"""Runs that go otherwise the second time, and so are prepared afresh each time.

What is remembered wrongly is often right from the second time on. So a question is put to rules
that are compiled afresh, after those that led it astray; and a game is loaded again before it goes
on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from attrs import frozen

from elfen.game import Ruleset, compile_recipe
from elfen.testing import patience
from elfen.testing.differences import settled

#: What rules are asked.
Question = Callable[[Ruleset], object]


@frozen(eq=False)
class Anew:
    """A run, by what prepares it."""

    prepared: Callable[[], Callable[[], object]]

    def __call__(self) -> object:
        """Prepare it, and run it."""
        return self.prepared()()


class Before(Anew):
    """A run of what leads another one astray, alone."""


@frozen(eq=False)
class LedAstray:
    """A question that is answered otherwise, perhaps, as one of some others was asked before.

    Which one takes many rules to find, so it is looked for only when the message is read.
    """

    rules: Ruleset
    question: Question
    others: tuple[Question, ...]

    def __call__(self) -> object:
        """Ask the question alone."""
        return self.question(self.rules)

    def runs(self, until: float) -> tuple[Anew, ...]:
        """A run that is led astray by one of the others; one before which nothing is asked; one
        before which the same is asked, so that as much is looked up; and the other, alone. Nothing
        if none is found in time.
        """
        alone = after(self.rules, self.question)
        right = settled(alone)
        for other in self.others:
            if patience.is_over(until):
                break
            run = after(self.rules, self.question, other)
            if settled(run) != right:
                same = after(self.rules, self.question, self.question)
                return run, alone, same, Before(after(self.rules, other).prepared)
        return ()


def after(rules: Ruleset, question: Question, *before: Question) -> Anew:
    """The question put to the same rules compiled afresh, after others."""

    def prepared() -> Callable[[], object]:
        fresh = compile_recipe(rules.recipe)
        for ask in before:
            with suppress(Exception):  # it is asked only for what is remembered of it
                ask(fresh)
        return partial(question, fresh)

    return Anew(prepared)
