"""Runs that go otherwise the second time, and so are prepared afresh each time.

What is remembered wrongly is often right from the second time on. So a question is put to rules
that are compiled afresh, after those that led it astray; and a game is loaded again before it goes
on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from attrs import frozen

from elfen.game import Ruleset, compile_recipe
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


def led_astray(rules: Ruleset, question: Question, others: Iterable[Question]) -> tuple[Anew, ...]:
    """A run in which a question is answered otherwise, as another one has been asked before; one
    in which nothing has; and one in which the same has, so that as much is looked up. Or nothing.
    """
    alone = _after(rules, question)
    right = settled(alone)
    for other in others:
        run = _after(rules, question, other)
        if settled(run) != right:
            return run, alone, _after(rules, question, question)
    return ()


def _after(rules: Ruleset, question: Question, *before: Question) -> Anew:
    """The question put to the same rules compiled afresh, after others."""

    def prepared() -> Callable[[], object]:
        fresh = compile_recipe(rules.recipe)
        for ask in before:
            settled(partial(ask, fresh))
        return partial(question, fresh)

    return Anew(prepared)
