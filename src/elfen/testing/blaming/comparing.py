"""Who is to blame if two runs differ that should give the same.

- Two runs whose answers should be the same are followed, line by line. They part at a branch,
  at something that the table is told, or at an answer.
- If the two runs ask different functions, such as a list and a check, each line that decided an
  answer is named; and the function of the core that the check asked last.
- A run that is led astray by what was asked before it (`Anew`) parts from one that is not at the
  innermost function that is asked the same and answers otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any

from elfen.declare import CORE
from elfen.testing.blaming.anew import Anew, Before
from elfen.testing.blaming.attributes import keepers, writers
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.looking import Looking
from elfen.testing.blaming.parting import astray, decided, handed_on, otherwise, partings
from elfen.testing.blaming.trails import Call, Line, Trail, follow
from elfen.testing.law_broken import AGREEMENT, DETERMINISM, PURITY, SAMPLING, SAVING, Place

#: Laws of which the two runs are asked the same of the same state.
_ALIKE = (DETERMINISM, PURITY, SAMPLING, SAVING)

#: Laws that are broken by what is remembered.
_REMEMBERING = (DETERMINISM, PURITY)


class Comparing(Looking):
    """Looks for where runs part."""

    def _compared(self, one: Callable[[], object], other: Callable[[], object]) -> Iterator[Place]:
        for run in (one, other):  # what is remembered is then remembered in both
            _quietly(run)
        trails = self._follow(one), self._follow(other)
        if self.authors.core and self.broken.law in _ALIKE:
            yield from self._places(astray(*trails))
        if self.broken.law in _REMEMBERING:
            yield from self._places(line for trail in trails for line in fickle(trail))
        is_certain = not (self.broken.where or "").startswith("action ")
        named = self.blamed if is_certain else ()
        parted = partings(*trails, named, alike=self.broken.law in _ALIKE)
        if parted:
            first, *others = [(parting.code, parting.line) for parting in parted]
            yield from self._places([first])
            if self.broken.law in _REMEMBERING:
                yield from self._places(keepers(trails[0]))
            yield from self._places(others)
            if self.broken.law in _REMEMBERING:
                yield from self._places(
                    writer for line in (first, *others) for writer in writers(line, self.authors.of)
                )
                yield from self._supplied((first, *others))
            return
        calls = self._unlike(*trails)
        ways = [handed_on(call) for call in calls]
        lines = [*(first for first, *_ in ways), *(line for _, *more in ways for line in more)]
        yield from self._places(lines)
        yield from self._supplied(lines)
        yield from self._helping(calls)
        if self.broken.law == AGREEMENT:
            yield from self._asked_of_the_core(one, other)
        if not lines:
            yield from self._places(line for trail in trails for line in fickle(trail))

    def _led_astray(self, wrong: Anew, *right: Anew) -> Iterator[Place]:
        """Where a run goes otherwise than those that are right, and who sets what it looks up.

        What plugins look up says less than what they remember; with the core, it is the other way
        round, so that runs that have looked up as much come first.
        """
        before = [run for run in right if isinstance(run, Before)]
        right = tuple([run for run in right if not isinstance(run, Before)])
        trail = self._follow(wrong.prepared())
        unnoted = self.authors.core
        for run in reversed(right) if self.authors.core else right:
            lines = astray(trail, self._follow(run.prepared()))
            yield from self._places(lines[:1])
            if unnoted and lines:
                yield from self._places(self._not_noted(lines[0][0], before, right))
                yield from self._places(writers(lines[0], self.authors.of))
                unnoted = False
            yield from self._places(lines[1:])

    def _not_noted(
        self, memory: CodeType, before: Sequence[Anew], right: Sequence[Anew]
    ) -> Iterator[Line]:
        """The innermost functions beside what remembers, in its file, that answer otherwise than
        when the other question was asked.

        An answer that is kept from then rests on these, so somebody should have noted that.
        """
        for other in before:
            trails = [self._follow(run.prepared()).calls for run in (other, right[0])]
            for code, line in otherwise(*trails):
                if code is not memory and code.co_filename == memory.co_filename:
                    yield code, line

    def _unlike(self, one: Trail, other: Trail) -> list[Call]:
        """The calls that decided the answers of two runs that ask different functions.

        These are functions of the entry that is blamed, those that only one run asks if there
        are any.
        """
        codes = [{call.code for call in trail.calls} for trail in (one, other)]
        if codes[0] == codes[1]:
            return []
        if not self.blamed and not self.authors.core and self.broken.law in _ALIKE:
            return []  # what ran last in a plugin has nothing to do with it
        both = codes[0] & codes[1]
        order = {code: n for n, code in enumerate(self.blamed)}
        calls = [call for trail in (one, other) for call in self._deciding(trail)]
        if self.broken.law in _ALIKE:
            calls.sort(key=lambda call: order.get(call.code, len(order)))
        return [call for call in calls if call.code not in both] or calls

    def _asked_of_the_core(
        self, check: Callable[[], object], listing: Callable[[], object]
    ) -> Iterator[Place]:
        """The functions of the core to which the check of an action put its last question, and what
        the list of actions asked instead in the same file.
        """
        both = Authors(self.rules, core=True)
        trail = follow(check, both.of, self.until)
        last = {call.code: call for call in trail.within()}
        for call in [last[code] for code in self.blamed if code in last]:
            asked = [step for step in call.steps if isinstance(step, Call)]
            answered = [step for step in asked if isinstance(step.answer, bool)]
            if answered and both.of(code := answered[-1].code) == CORE:
                yield both.place(*decided(answered[-1]), sure=False)
                listed = follow(listing, both.of, self.until).within()
                others = {one.code: one.last for one in listed if one.code not in last}
                there = [line for line in others.items() if line[0].co_filename == code.co_filename]
                yield from (both.place(*line, sure=False) for line in there[:1])


def _quietly(run: Callable[[], Any]) -> None:
    try:
        run()
    except Exception:
        return
