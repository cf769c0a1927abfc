"""Watching a table while a move is made: after which line of a plugin it went wrong for good."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType
from typing import Any

from elfen.game import Ruleset
from elfen.kernel import State, Table, open_table
from elfen.testing.blaming.trails import Suspect, follow
from elfen.testing.blaming.wording import Worded
from elfen.testing.facts import Move


class Watched:
    """A run that makes something go wrong on the table, and how that is seen: `wrong(table)`.

    Without `run`, it was a move made earlier in the game, which is looked for. `values` are what
    should not have come to be there.
    """

    def __init__(
        self,
        wrong: Callable[[Any], object],
        run: Callable[[], object] | None = None,
        values: Sequence[object] = (),
    ) -> None:
        self._wrong, self.run, self.values = wrong, run, values
        #: The move that `made_in` has found, and the state in which it was made.
        self.made: tuple[State, Move] | None = None

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

    def made_in(
        self, rules: Ruleset, moves: Iterable[tuple[State, Move]]
    ) -> Callable[[], object] | None:
        """The last of these moves after which something was wrong, made once more.

        It is made the long way, on a table that can be watched.
        """
        found: tuple[State, Move] | None = None
        for state, move in moves:
            if self.wrong(open_table(rules, state)):
                continue
            try:
                now = self.wrong(open_table(rules, rules.advance(state, move)))
            except Exception:  # it may have gone wrong before this move failed
                now = True
            if now:
                found = state, move
        if found is None:
            return None
        self.made = start, made = found
        return lambda: rules.follow(open_table(rules, start), (made,))


class Untold(Watched):
    """A run after which the events of a table do not tell what has happened on it."""


class Handed:
    """A run in which a function answers something wrong, and how that is seen: `wrong(answer)`.

    It is for what the core does itself, so the core is searched as well as plugins.
    """

    def __init__(self, wrong: Callable[[object], object], run: Callable[[], object]) -> None:
        self.wrong, self._run = wrong, run

    def __call__(self) -> object:
        """Run it."""
        return self._run()


class Given:
    """A run in which a plugin answers something wrong, and how that is seen: `wrong(answer)`.

    Whoever answers without being given anything answers the same at any time, and is left out; but
    not if what is looked for is `made` so.
    """

    def __init__(
        self, wrong: Callable[[object], object], run: Callable[[], object], made: bool = False
    ) -> None:
        self.wrong, self._run, self.made = wrong, run, made

    def __call__(self) -> object:
        """Run it."""
        return self._run()


class Keeping:
    """A function that keeps what should be forgotten; nothing is run."""

    def __init__(self, code: CodeType) -> None:
        self.code = code

    @property
    def line(self) -> tuple[CodeType, int]:
        """Its first line."""
        first = self.code.co_firstlineno  # that of its first decorator
        lines = sorted({line for *_, line in self.code.co_lines() if line and line > first})
        return self.code, (lines or [first])[0]

    def __call__(self) -> None:
        """Nothing has to be run."""


class LeftTo(Keeping):
    """A function to which a plugin may have left the answer: if it is one of the core, it is named.
    Nothing is run.
    """


class Allowed:
    """The last action was allowed, and should not have been, say these plugins.

    Nothing is run: what was asked before the action is looked at.
    """

    def __init__(self, complain: Iterable[str]) -> None:
        self.complain = frozenset(complain)

    def __call__(self) -> None:
        """Nothing has to be run."""


class Passed:
    """A run in which a value is passed on from function to function, and then it is lost.

    It is for what the core does itself, so the core is searched as well as plugins.
    """

    def __init__(self, value: object, run: Callable[[], object]) -> None:
        self.value, self._run = value, run

    def __call__(self) -> object:
        """Run it."""
        return self._run()


class ByChance:
    """A run in which chance decides, and not as often as it should.

    It is for what the core does itself, so the core is searched as well as plugins.
    """

    def __init__(self, run: Callable[[], object]) -> None:
        self._run = run

    def __call__(self) -> object:
        """Run it."""
        return self._run()


class ByAddress:
    """A run in which something is taken for what had its address before.

    All that ran is searched, what only remembers too.
    """

    def __init__(self, run: Callable[[], object]) -> None:
        self._run = run

    def __call__(self) -> object:
        """Run it."""
        return self._run()


class Keeps:
    """A run in which an object remembers what it should not, or for too long, by what prepares it.

    `about` names what is wrong then, such as a field. The core is searched as well as plugins.
    """

    def __init__(self, prepared: Callable[[], Callable[[], object]], about: str) -> None:
        self.prepared = prepared
        self._about = about

    def __call__(self) -> object:
        """Prepare it, and run it."""
        return self.prepared()()

    def is_about(self, code: CodeType) -> bool:
        """Whether the name of a function has a word of what is wrong."""
        words = {*re.findall(r"[a-z]{4,}", self._about)}
        return any(word in code.co_name for word in words)


class Spared:
    """A run in which something is not refused, and one in which something like it is `refused`.

    It is for what the core does itself, so the core is searched as well as plugins.
    """

    def __init__(self, run: Callable[[], object], refused: Callable[[], object]) -> None:
        self._run, self.refused = run, refused

    def __call__(self) -> object:
        """Run it."""
        return self._run()


#: Runs that show what went wrong each by itself.
APART = (
    *(Watched, Handed, Given, Passed, ByChance, ByAddress, Keeping, Keeps, Allowed, Spared),
    Worded,
)


def has_in_it(is_it: Callable[[object], object], answer: object) -> bool:
    """Whether an answer is what is looked for, or a list, tuple or mapping with that in it."""
    if isinstance(answer, Mapping):
        answer = [*answer.values()]
    if isinstance(answer, (list, tuple)) and any(has_in_it(is_it, one) for one in answer):
        return True
    return bool(is_it(answer))


def gone_wrong(
    watch: Watched, run: Callable[[], object], watched: Callable[[CodeType], object], until: float
) -> Suspect | None:
    """The last line of watched code after which the table was wrong and stayed so, if any.

    Raises `Enough`.
    """
    culprit: Suspect | None = None
    was = True

    def after(table: Table | None, suspect: Callable[[], Suspect]) -> None:
        nonlocal culprit, was
        now = watch.wrong(table)
        if now and not was:
            culprit = suspect()
        elif not now:
            culprit = None
        was = now

    follow(run, watched, until, after)
    return culprit


def first_answered(
    run: Callable[[], object],
    is_it: Callable[[object], object],
    watched: Callable[[CodeType], object],
    until: float,
    given: bool = False,
) -> Suspect | None:
    """The last line of the watched function that first gave such an answer, if any did.

    If it has to be `given` something, functions without arguments are left out. Raises `Enough`.
    """
    culprit: Suspect | None = None

    def answered(answer: object, suspect: Callable[[], Suspect]) -> None:
        nonlocal culprit
        if culprit is None and is_it(answer):
            one = suspect()
            culprit = one if not given or _is_given(one) else None

    follow(run, watched, until, answered=answered)
    return culprit


def _is_given(suspect: Suspect) -> bool:
    """Whether a function has arguments of its own; a comprehension has none."""
    code = suspect.line[0]
    return bool(suspect.call.given) and not code.co_name.endswith(("comp>", "expr>"))
