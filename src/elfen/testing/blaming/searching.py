"""Looking for the places that are to blame: by an exception, or by what the runs of a law show.

- An exception is the fault of the innermost plugin on its traceback. If the core raised it, whoever
  gave the value that it refused is named too (`origins`). So is what was asked last before.
- Two runs whose answers should be the same are followed, line by line. They part at a branch,
  at something that the table is told, or at an answer.
- If the two runs ask different functions, such as a list and a check, each line that decided an
  answer is named; and whoever answered what should not be listed (`Given`); and the function of
  the core that the check asked last.
- A run that makes the table go wrong (`Watched`) is followed until it has; who called that line
  may be at fault as well, and whoever gave it its values; and if pieces are lost in a function of
  the table itself, that function. If none is lost, whoever allowed the action (`permission`).
- A run in which the core answers something wrong (`Handed`) or loses something (`Passed`) is
  followed through the core too.
- The line that decided the answer of a single run is named.

Without any of that, the functions are named that were declared for the entry that the law blames.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from inspect import isfunction
from types import CodeType
from typing import Any

from elfen.declare import CORE, Action, Rolled
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State, Table, stock, totals
from elfen.testing.blaming.attributes import keepers, looked_up, writers
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.origins import condition, holds, leaves, sources
from elfen.testing.blaming.parting import decided, handed_on, partings
from elfen.testing.blaming.permission import allowing, misplaces
from elfen.testing.blaming.raised import Raised, cause_of, raised
from elfen.testing.blaming.trails import Call, Enough, Line, Suspect, Told, Trail, follow, plainly
from elfen.testing.blaming.watching import (
    Allowed,
    Given,
    Handed,
    Keeping,
    Passed,
    Watched,
    first_answered,
    gone_wrong,
)
from elfen.testing.blaming.wording import Worded
from elfen.testing.facts import Move, facts, until_it_fails
from elfen.testing.law_broken import (
    AGREEMENT,
    CONSERVATION,
    DETERMINISM,
    NONINTERFERENCE,
    PURITY,
    SAMPLING,
    LawBroken,
    Place,
)

_ENTRY = re.compile(r"'([^']+)'.*plugin '([^']+)'")
_HOOK = re.compile(r"\belfen_[a-z_]+")

#: Nothing runs more often in one move, unless it runs without end.
_AGAIN = 1000

#: Laws of which the two runs are asked the same of the same state.
_ALIKE = (DETERMINISM, PURITY, SAMPLING)

#: Runs that show what went wrong each by itself.
_APART = (Watched, Handed, Given, Passed, Keeping, Allowed, Worded)

#: Laws that are broken by what is remembered.
_REMEMBERING = (DETERMINISM, PURITY)

#: What functions of an entry are declared as, those first that are most likely at fault.
_DOING = ("apply", "do", "take", "check", "legal", "faces", "points", "ways", "extra", "fee")
_FIELDS = {
    SAMPLING: ("faces", *_DOING),
    NONINTERFERENCE: ("public", "check", "legal", "offered", "worlds"),
    PURITY: ("take", *_DOING),
}


class Search:
    """Looks for the places that are to blame for a broken law, by what its runs show."""

    def __init__(
        self,
        broken: LawBroken,
        authors: Authors,
        rules: Ruleset,
        moves: Sequence[tuple[State, Move]],
        until: float,
    ) -> None:
        self.broken, self.authors, self.rules = broken, authors, rules
        self.moves, self.until = moves, until
        self.blamed = _codes(authors, broken.where, _FIELDS.get(broken.law, _DOING))

    def found(self) -> list[Place]:
        """The places, as far as they are found in time."""
        found: list[Place] = []
        try:
            error = raised(self.broken, self.authors)
            for place in self._shown() if error is None else self._caused(error):
                found.append(place)
        except Enough:
            pass
        return found or [*self._declared()]

    def _caused(self, error: Raised) -> Iterator[Place]:
        """By the traceback; if the core raised it, the answer that it had just been given too.

        Or if the error names an entry that was not running then, the functions of that. Then who
        gave what the core refused, and who said that what failed could happen.
        """
        runs = [run for run in self.broken.runs if not isinstance(run, _APART)]
        if error.by_plugin or len(runs) != 1:
            yield from self._places([error.line])
            yield from self._hooks_in(error)
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
        yield from self._places(self._weighed(error.line[0], trail))
        yield from self._asked_last(error.line, trail)

    def _hooks_in(self, error: Raised) -> Iterator[Place]:
        """The hooks that an error speaks of, of the plugin in which it was raised."""
        if spoken := {*_HOOK.findall(error.text)}:
            plugin = self.authors.of(error.line[0])
            made = self._follow(partial(compile_recipe, self.rules.recipe))
            hooks = [call for call in made.calls if call.code.co_name in spoken]
            own = [call for call in hooks if self.authors.of(call.code) == plugin]
            yield from (self.authors.place(call.code, call.last, sure=False) for call in own)

    def _is_endless(self, trail: Trail) -> bool:
        """Whether a function of the entry that is blamed ran again and again in one move."""
        ran = Counter(call.code for call in trail.within())
        return any(ran[code] > _AGAIN for code in self.blamed)

    def _going_on(self, trail: Trail | None) -> Iterator[Place]:
        """The functions of an entry that runs again without end, those that they ask whether to,
        and who made what these look up.
        """
        last = {call.code: call for call in (trail.within() if trail else ()) if call.steps}
        for call in [last[code] for code in self.blamed if code in last]:
            asked = [step for step in call.steps if isinstance(step, Call)]
            asked = [step for step in asked if isinstance(step.answer, bool)]
            yield from self._places([(call.code, call.last), *map(decided, asked)])
            yield from self._supplied((step.code, line) for step in asked for line in step.lines)

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

    def _weighed(self, code: CodeType, trail: Trail) -> Iterator[Line]:
        """If it was the outcome of a roll that failed, who said that it could come up."""
        rolled = {(rule.name, rule.plugin) for rule in self.authors.entries.get(code, ())}
        last = {call.code: call for call in trail.within()}
        for code, rules in self.authors.entries.items():
            faces = any((r.name, r.plugin) in rolled and r.field == "faces" for r in rules)
            if faces and code in last:
                yield decided(last[code])

    def _shown(self) -> Iterator[Place]:
        """By what the runs show."""
        runs = self.broken.runs
        plain = [run for run in runs if not isinstance(run, _APART)]
        if len(plain) == 2 and plain == [*runs[:2]]:
            first, *more = [*self._compared(*plain), None]
            others = [place for run in runs[2:] for place in self._seen(run)]
            yield from filter(None, (first, *others, *more))
            return
        moved: set[str] = set()
        complain: set[str] = set()
        for run in runs:
            for place in self._seen(run):
                if isinstance(run, Watched):
                    moved.add(place.plugin)
                else:
                    complain.add(place.plugin)
                    if moved and place.plugin not in (*moved, CORE):
                        continue  # an invariant, say, of another plugin than the one that broke it
                yield place
        # If another plugin complains than the one that moved something, it was not asked.
        if self.broken.law == CONSERVATION and not (
            moved and complain and moved.isdisjoint(complain)
        ):
            yield from self._allowed(complain)

    def _seen(self, run: Callable[[], object]) -> Iterator[Place]:
        """What a single run shows."""
        if isinstance(run, Watched):
            yield from self._watched(run)
        elif isinstance(run, Handed):
            yield from self._handed(run)
        elif isinstance(run, Given):
            given = not run.made
            suspect = first_answered(run, run.wrong, self.authors.of, self.until, given)
            yield from self._places([] if suspect is None else [suspect.line])
        elif isinstance(run, Passed):
            yield from self._passed(run)
        elif isinstance(run, Allowed):
            yield from self._allowed(run.complain, anyhow=True)
        elif isinstance(run, Keeping):
            yield from self._places([run.line])
        elif isinstance(run, Worded):
            yield from filter(None, [self.authors.place_of(run)])
        else:
            try:
                trail = self._follow(run)
            except Enough as enough:
                yield from self._going_on(enough.trail)
                raise
            if self._is_endless(trail):
                yield from self._going_on(trail)
                return
            lines = [*self._deciders(trail)]
            yield from self._places(lines)
            yield from self._supplied(lines)
            if (cause := cause_of(self.broken)) is not None and trail.calls:
                last = trail.calls[-1]  # the core failed at what this has left to it
                error = Raised((last.code, last.last), False, {}, str(cause))
                yield from self._hooks_in(error)
                yield from self._refused(error, trail)
                yield from self._places(self._weighed(last.code, trail))
                yield from self._asked_last(error.line, trail)

    def _compared(self, one: Callable[[], object], other: Callable[[], object]) -> Iterator[Place]:
        for run in (one, other):  # what is remembered is then remembered in both
            _quietly(run)
        trails = self._follow(one), self._follow(other)
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
            return
        lines = [*self._unlike(*trails)]
        yield from self._places(lines)
        yield from self._supplied(lines)
        if self.broken.law == AGREEMENT:
            yield from self._asked_of_the_core(one)
        if not lines:
            yield from self._places(line for trail in trails for line in fickle(trail))

    def _unlike(self, one: Trail, other: Trail) -> Iterator[Line]:
        """What decided the answers of two runs that ask different functions.

        These are functions of the entry that is blamed, those that only one run asks if there
        are any; and then what handed on their answers.
        """
        codes = [{call.code for call in trail.calls} for trail in (one, other)]
        if codes[0] == codes[1]:
            return
        both = codes[0] & codes[1]
        order = {code: n for n, code in enumerate(self.blamed)}
        calls = [call for trail in (one, other) for call in self._deciding(trail)]
        if self.broken.law in _ALIKE:
            calls.sort(key=lambda call: order.get(call.code, len(order)))
        alone = [call for call in calls if call.code not in both]
        lines = [handed_on(call) for call in alone or calls]
        yield from (first for first, *_ in lines)
        yield from (caller for _, *callers in lines for caller in callers)

    def _asked_of_the_core(self, check: Callable[[], object]) -> Iterator[Place]:
        """The functions of the core to which the check of an action put its last question."""
        both = Authors(self.rules, core=True)
        last = {call.code: call for call in follow(check, both.of, self.until).within()}
        for call in [last[code] for code in self.blamed if code in last]:
            asked = [step for step in call.steps if isinstance(step, Call)]
            answered = [step for step in asked if isinstance(step.answer, bool)]
            if answered and both.of(answered[-1].code) == CORE:
                yield both.place(*decided(answered[-1]), sure=False)

    def _supplied(self, lines: Iterable[Line]) -> Iterator[Place]:
        """Who made what lines look up."""
        for source in (source for line in lines for source in looked_up(line, self.authors.of)):
            yield self.authors.place(*source, sure=False)

    def _watched(self, watch: Watched) -> Iterator[Place]:
        run = watch.run or watch.made_in(self.rules, self.moves)
        if run is None:  # perhaps before the moves that are known
            players = next((state.players for state, _ in self.moves), self.rules.fewest_players)
            quiet = until_it_fails(facts(self.rules).quiet_moves(players))
            run = watch.made_in(self.rules, quiet)
        suspect = None if run is None else gone_wrong(watch, run, self.authors.of, self.until)
        if suspect is not None:
            yield from self._places([suspect.line])
            if watch.values:
                values = [plainly(value) for value in watch.values]
                found = [*sources(suspect, values, self.authors.of)]
                yield from self._places(found or [condition(suspect)])
            if not any(isinstance(run, Handed) for run in self.broken.runs):
                yield from self._places(suspect.callers)
            if self.broken.law == CONSERVATION and run is not None:
                yield from self._lost_by_the_table(run)
            if watch.made is not None and isinstance(watch.made[1], Rolled):  # who said it may come
                trail = self._follow(partial(self.rules.outcomes, watch.made[0]))
                yield from self._places(map(decided, trail.calls[-1:]))

    def _allowed(self, complain: Collection[str], anyhow: bool = False) -> Iterator[Place]:
        """Whoever allowed the last action, if it left a piece where it must not be, or anyhow."""
        state, action = self.moves[-1] if self.moves else (None, None)
        if state is None or not isinstance(action, Action):
            return
        if anyhow or misplaces(self.rules, state, action):
            lines = allowing(self.rules, state, action, self.authors.of, complain, self.until)
            yield from (self.authors.place(*line, sure=False) for line in lines)

    def _lost_by_the_table(self, run: Callable[[], object]) -> Iterator[Place]:
        """The table's own function, if it is one that loses a piece, whoever called it."""
        names = {name for name in vars(Table) if not name.startswith("_")} - {"freeze"}
        own = {f.__code__ for name in names if isfunction(f := vars(Table)[name])}
        players = next((state.players for state, _ in self.moves), self.rules.fewest_players)
        all_pieces = stock(self.rules, players)
        watch = Watched(lambda table: totals(self.rules, table) != all_pieces)

        def watched(code: CodeType) -> str | None:
            return CORE if code in own else self.authors.of(code)

        suspect = gone_wrong(watch, run, watched, self.until)
        if suspect is not None and suspect.line[0] in own:
            yield self.authors.place(*suspect.line)

    def _handed(self, handed: Handed) -> Iterator[Place]:
        """The function of the core that first answered something wrong, and who handed it on."""
        both = Authors(self.rules, core=True)
        suspect = first_answered(handed, handed.wrong, both.of, self.until)
        if suspect is not None:
            found = [both.place(*line) for line in (suspect.line, *suspect.callers)]
            yield from (place for place in found if place.plugin == CORE)

    def _passed(self, passed: Passed) -> Iterator[Place]:
        """The functions that had a value before it was lost, given or asked for; the last first."""
        both = Authors(self.rules, core=True)
        value = plainly(passed.value)
        trail = follow(passed, both.of, self.until)
        for call in reversed([*_having(trail.calls, value)]):
            yield both.place(call.code, call.last)

    def _deciders(self, trail: Trail) -> Iterator[Line]:
        """The lines that decided the answers of functions of the entry that is blamed.

        If none of them ran, the line that decided the last answer of any.
        """
        return map(decided, self._deciding(trail))

    def _deciding(self, trail: Trail) -> list[Call]:
        last = {call.code: call for call in trail.within()}
        return [last[code] for code in self.blamed if code in last] or trail.calls[-1:]

    def _declared(self) -> Iterator[Place]:
        """The functions of the entry that is blamed."""
        for code in self.blamed:
            yield self.authors.place(code, sure=False)

    def _follow(self, run: Callable[[], object]) -> Trail:
        return follow(run, self.authors.of, self.until)

    def _places(self, lines: Iterable[Line | None]) -> Iterator[Place]:
        for line in lines:
            if line is not None:
                yield self.authors.place(*line)


def _codes(authors: Authors, where: str | None, order: Sequence[str]) -> list[CodeType]:
    """The functions of the entry that an error names, those of the fields `order` first."""
    named = _ENTRY.search(where or "")
    found: list[tuple[int, CodeType]] = []
    for code, rules in authors.entries.items() if named else ():
        for rule in rules:
            if named is not None and (rule.name, rule.plugin) == (named[1], named[2]):
                at = order.index(rule.field) if rule.field in order else len(order)
                found.append((at, code))
    return [code for _, code in sorted(found, key=lambda one: one[0])]


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


def _having(calls: Iterable[Call], value: object) -> Iterator[Call]:
    """The calls that had a value, each time that they were given it or a function answered it."""
    for call in calls:
        if any(holds(one, value) for one in call.given or ()):
            yield call
        for step in call.steps:
            if isinstance(step, Call):
                yield from _having([step], value)
                if holds(step.answer, value):
                    yield call


def _is_kept(value: object, table: Table) -> bool:
    """Whether a value is in a slot, or in the data of what is due."""
    kept = [value for _, value in table.ext.items()]
    due = [getattr(item, "data", ()) for item in table.agenda]
    return any(holds(plainly(one), value) for one in (*kept, *due))


def _quietly(run: Callable[[], Any]) -> None:
    try:
        run()
    except Exception:
        return
