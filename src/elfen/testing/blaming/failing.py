"""Who is to blame for an exception, or for what runs without end.

- An exception is the fault of the innermost plugin on its traceback. If the core raised it, whoever
  gave the value that it refused is named too (`origins`). So is what was asked last before.
- If the core did not refuse anything but failed, the function in which it did is named too.
- Of what runs without end, those that it asks whether to go on are named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from types import CodeType

from elfen.game import compile_recipe
from elfen.kernel import Table
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.going_wrong import GoingWrong
from elfen.testing.blaming.origins import holds, leaves, sources
from elfen.testing.blaming.parting import decided
from elfen.testing.blaming.raised import Raised, raised_in_the_core
from elfen.testing.blaming.trails import Call, Line, Suspect, Told, Trail, plainly
from elfen.testing.blaming.watching import APART, Watched
from elfen.testing.law_broken import Place

#: The name of an entry, such as `land/deal`, and of a hook, in what an error says.
_NAME = re.compile(r"(?<![\w./-])[\w-]+/[\w-]+")
_HOOK = re.compile(r"\belfen_[a-z_]+")

#: Nothing runs more often in one move, unless it runs without end.
_AGAIN = 1000


class Failing(GoingWrong):
    """Looks for who is to blame for what failed."""

    def _caused(self, error: Raised) -> Iterator[Place]:
        """By the traceback; if the core raised it, the answer that it had just been given too.

        Or if the error names an entry that was not running then, the functions of that. Then who
        gave what the core refused, and who said that what failed could happen.
        """
        runs = [run for run in self.broken.runs if not isinstance(run, APART)]
        if error.by_plugin or len(runs) != 1:
            yield from self._places([error.line])
            yield from self._hooks_in(error)
            yield from (self.authors.place(*line, sure=False) for line in error.callers[:1])
            if len(runs) == 1:
                yield from self._asked_last(error.line, self._follow(runs[0]))
            return
        trail = self._follow(runs[0])
        call = _last(trail)
        if self.blamed and error.line[0] not in self.blamed:
            ran = {call.code for call in trail.within()} & {*self.blamed}
            yield from self._places(self._deciders(trail) if ran else ())
            return
        if call is not None:
            yield from self._places([decided(call)])
        yield from self._places([error.line])
        yield from self._hooks_in(error)
        yield from self._refused(error, trail)
        weighed = self._weighed(error.line[0], trail)
        yield from self._places(map(decided, weighed))
        yield from self._helping(weighed)
        yield from self._asked_last(error.line, trail)

    def _failed_in_the_core(self) -> Iterator[Place]:
        """Where the core failed, and did not refuse anything: perhaps by what it was given."""
        both = Authors(self.rules, core=True)
        line = raised_in_the_core(self.broken, both)
        yield from [] if line is None else [both.place(*line)]

    def _hooks_in(self, error: Raised) -> Iterator[Place]:
        """The hooks that an error speaks of, of the plugin in which it was raised."""
        if spoken := {*_HOOK.findall(error.text)}:
            plugin = self.authors.of(error.line[0])
            made = self._follow(partial(compile_recipe, self.rules.recipe))
            hooks = [call for call in made.calls if call.code.co_name in spoken]
            own = [call for call in hooks if self.authors.of(call.code) == plugin]
            yield from (self.authors.place(call.code, call.last, sure=False) for call in own)

    def _refused(self, error: Raised, trail: Trail) -> Iterator[Place]:
        """Who gave the values that the core refused, in this move or in an earlier one."""
        calls = [call for call in trail.within() if (call.code, call.last) == error.line]
        told = [step for call in calls[-1:] for step in call.steps if isinstance(step, Told)]
        names = {rule.name for rules in self.authors.entries.values() for rule in rules}
        given = [leaf for one in told[-1].given for leaf in leaves(one)] if told else []
        values = [one for one in given if one not in names]
        values = [one for one in values if re.search(rf"(?<!\w){re.escape(repr(one))}", error.text)]
        if not values:
            return
        suspect = Suspect(error.line, calls[-1], error.names, [])
        found = [*sources(suspect, values, self.authors.of)]
        yield from self._places(found)
        if not found:
            for value in values:
                yield from self._watched(Watched(partial(_is_kept, value)))

    def _asked_last(self, line: Line, trail: Trail) -> Iterator[Place]:
        """The functions that were asked last before a line failed, by the function that has it."""
        for call in [call for call in trail.within() if (call.code, call.last) == line][-1:]:
            asked: dict[CodeType, Call] = {}
            for step in reversed(call.steps):
                if isinstance(step, Call):
                    asked.setdefault(step.code, step)
            yield from (self.authors.place(*decided(one), sure=False) for one in asked.values())

    def _told_before(self, error: Raised, trail: Trail) -> Iterator[Place]:
        """Who else told the table of what an error speaks of, such as a draw that was due already;
        the last first.
        """
        spoken = {*_NAME.findall(error.text)}
        for call in reversed([*trail.within()]):
            told = [step for step in call.steps if isinstance(step, Told)]
            lines = [one.line for one in told if not spoken.isdisjoint(_texts(one.given))]
            if lines and call.code is not error.line[0]:
                yield self.authors.place(call.code, lines[-1], sure=False)

    def _weighed(self, code: CodeType, trail: Trail) -> list[Call]:
        """If it was the outcome of a roll that failed, who said that it could come up."""
        rolled = {(rule.name, rule.plugin) for rule in self.authors.entries.get(code, ())}
        last = {call.code: call for call in trail.within()}
        return [
            last[code]
            for code, rules in self.authors.entries.items()
            if any((r.name, r.plugin) in rolled and r.field == "faces" for r in rules)
            and code in last
        ]

    def _is_endless(self, trail: Trail) -> bool:
        """Whether a function of the entry that is blamed ran again and again in one move."""
        ran = Counter(call.code for call in trail.within())
        return any(ran[code] > _AGAIN for code in self.blamed)

    def _going_on(self, trail: Trail | None) -> Iterator[Place]:
        """The functions of an entry that runs again without end, those that they ask whether to,
        and who made what these look up; then those that they leave something to.
        """
        ran: dict[CodeType, list[Call]] = {}
        for call in trail.within() if trail else ():
            if call.code in self.blamed:
                ran.setdefault(call.code, []).append(call)
        for code in [code for code in self.blamed if code in ran]:
            call = max(ran[code][-2:], key=lambda one: len(one.steps))  # the last is cut off
            within = [step for step in call.steps if isinstance(step, Call)]
            asked = [step for step in within if isinstance(step.answer, bool)]
            yield from self._places([(call.code, call.last), *map(decided, asked)])
            yield from self._supplied((step.code, at) for step in asked for at in step.lines)
            left_to = [(step.code, step.last) for step in within if step not in asked]
            yield from (self.authors.place(*line, sure=False) for line in left_to)


def _last(trail: Trail) -> Call | None:
    """The last call that watched code made by way of the core, in its last line."""
    calls = trail.calls
    found: Call | None = None
    while calls:
        call = calls[-1]
        last = call.steps[-1] if call.steps else None
        calls = [last] if isinstance(last, Call) else []
        found = last if isinstance(last, Call) else found
    return found


def _texts(values: Iterable[object]) -> set[str]:
    return {value for value in values if isinstance(value, str)}


def _is_kept(value: object, table: Table) -> bool:
    """Whether a value is in a slot, or in the data of what is due."""
    kept = [value for _, value in table.ext.items()]
    due = [getattr(item, "data", ()) for item in table.agenda]
    return any(holds(plainly(one), value) for one in (*kept, *due))
