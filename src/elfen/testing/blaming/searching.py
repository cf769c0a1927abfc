"""Looking for the places that are to blame: by an exception, or by what the runs of a law show.

- Exceptions, and what runs without end: `failing`.
- Two runs that should give the same: `comparing`.
- A move that makes the table go wrong: `going_wrong`.
- Whoever answered what should not be listed (`Given`) is named.
- A run in which the core answers something wrong (`Handed`), loses something (`Passed`), leaves it
  to chance (`ByChance`) or does not refuse something (`Spared`) is followed through the core too;
  and so is one in which something may be kept by an address that another thing gets (`ByAddress`),
  or for too long (`Keeps`).
- The line that decided the answer of a single run is named.

Without any of that, the functions are named that were declared for the entry that the law blames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CodeType

from attrs import evolve

from elfen.declare import CORE
from elfen.testing.blaming.addresses import keepers_by_address
from elfen.testing.blaming.anew import Anew, LedAstray
from elfen.testing.blaming.attributes import keepers, lines_that_keep, made_by
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.choosing import choosers, has_chance, uneven
from elfen.testing.blaming.comparing import Comparing
from elfen.testing.blaming.failing import Failing
from elfen.testing.blaming.origins import holds, holds_as_far
from elfen.testing.blaming.parting import asked_for_it, decided, partings
from elfen.testing.blaming.raised import Raised, cause_of, raised
from elfen.testing.blaming.trails import Call, Enough, Line, Suspect, Trail, follow, plainly
from elfen.testing.blaming.watching import (
    APART,
    Allowed,
    ByAddress,
    ByChance,
    Given,
    Handed,
    Keeping,
    Keeps,
    LeftTo,
    Passed,
    Spared,
    Watched,
    first_answered,
)
from elfen.testing.blaming.wording import Worded
from elfen.testing.law_broken import CONSERVATION, Place


class Search(Failing, Comparing):
    """Looks for the places that are to blame for a broken law, by what its runs show."""

    def found(self) -> list[Place]:
        """The places, as far as they are found in time."""
        found: list[Place] = []
        try:
            error = raised(self.broken, self.authors)
            for place in self._shown() if error is None else self._caused(error):
                found.append(place)
            callers = self._places(self.callers)
            found += (evolve(place, sure=False) for place in callers) if self.excused else callers
            found += self._failed_in_the_core()
        except Enough:
            pass
        return found or [*self._declared()]

    def _shown(self) -> Iterator[Place]:
        """By what the runs show."""
        runs = [run for run in self.broken.runs if not isinstance(run, LedAstray)]
        anew = [run for run in runs if isinstance(run, Anew)]
        for run in self.broken.runs:
            if isinstance(run, LedAstray):
                anew += run.runs(self.until)
        if anew:
            yield from self._led_astray(*anew)
            return
        plain = [run for run in runs if not isinstance(run, APART)]
        if len(plain) == 2 and plain == [*runs[:2]]:
            first, *more = [*self._compared(*plain), None]
            others = [place for run in runs[2:] for place in self._seen(run)]
            yield from filter(None, (first, *others, *more))
            return
        if self.broken.law == CONSERVATION:
            yield from self._gone_wrong(runs)
            return
        moved: set[str] = set()
        runs.sort(key=lambda run: not isinstance(run, Allowed))  # before who only helped to answer
        for run in runs:
            for place in self._seen(run):
                if isinstance(run, Watched):
                    moved.add(place.plugin)
                elif moved and place.plugin not in (*moved, CORE):
                    continue
                yield place

    def _gone_wrong(self, runs: list[Callable[[], object]]) -> Iterator[Place]:
        """Who moved something, who allowed it, and who says that it is wrong."""
        moved: list[Place] = []
        complain: list[Place] = []
        for run in runs:
            (moved if isinstance(run, Watched) else complain).extend(self._seen(run))
        complain[2:2] = self.recording  # who records nothing answers nothing, so is not `Handed`
        movers, plugins = ({place.plugin for place in some} for some in (moved, complain))
        if movers and plugins and movers.isdisjoint(plugins):
            # An invariant, say, of a plugin of which the one that moved something knows nothing:
            # either may be wrong. What a plugin knows that it builds on, it has to keep.
            order = [CORE, *(plugin.name for plugin in self.rules.plugins)]
            last = max(order.index(plugin) for plugin in movers)
            yield from [one for one in complain if one.plugin in order[last + 1 :]][:1]
        else:
            allowed, too_much = [*self._allowed(plugins)], self._takes_too_much()
            if allowed or too_much:  # who only says that it is wrong is less suspicious
                complain = [evolve(one, sure=one.plugin == CORE) for one in complain]
            self.excused = bool(allowed) and not too_much  # and so is who called what did it
            complain = [*complain, *allowed] if too_much else [*allowed, *complain]
        own = {*movers, CORE} if movers else plugins
        yield from (*moved, *(place for place in complain if place.plugin in own or not place.sure))

    def _seen(self, run: Callable[[], object]) -> Iterator[Place]:
        """What a single run shows."""
        if isinstance(run, Watched):
            yield from self._watched(run)
        elif isinstance(run, Handed):
            yield from self._handed(run)
        elif isinstance(run, Given):
            given = not run.made
            suspect = first_answered(run, run.wrong, self.authors.of, self.until, given)
            if suspect is not None:
                yield from self._places([suspect.line])
                yield from self._asking_for(run, suspect.call)
                yield from self._helping([suspect.call])
        elif isinstance(run, Passed):
            yield from self._passed(run)
        elif isinstance(run, ByChance):
            yield from self._by_chance(run)
        elif isinstance(run, ByAddress):
            both = Authors(self.rules, core=True)
            lines = keepers_by_address(run, both.of_anyone, self.until)
            yield from (both.place(*line) for line in lines)
        elif isinstance(run, Allowed):
            yield from self._allowed(run.complain, anyhow=True)
        elif isinstance(run, Keeps):
            both = Authors(self.rules, core=True)
            trail = follow(run.prepared(), both.of, self.until)
            depth = {call.code: how_deep for call, how_deep in reversed([*_deep(trail.calls)])}
            lines = sorted(
                keepers(trail, lines_that_keep),
                key=lambda line: (not run.is_about(line[0]), depth[line[0]]),
            )
            yield from (both.place(*line) for line in lines)
        elif isinstance(run, Spared):
            both = Authors(self.rules, core=True)
            spared, refused = (follow(one, both.of, self.until) for one in (run, run.refused))
            parted = partings(spared, refused)
            yield from (both.place(parting.code, parting.line) for parting in parted)
        elif isinstance(run, LeftTo):
            both = Authors(self.rules, core=True)
            yield from [both.place(*run.line, sure=False)] if both.of(run.code) == CORE else []
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
            yield from self._helping(self._deciding(trail))
            if (cause := cause_of(self.broken)) is not None and trail.calls:
                last = trail.calls[-1]  # the core failed at what this has left to it
                error = Raised((last.code, last.last), False, {}, str(cause))
                yield from self._hooks_in(error)
                yield from self._refused(error, trail)
                yield from self._places(map(decided, self._weighed(last.code, trail)))
                yield from self._asked_last(error.line, trail)
                yield from self._told_before(error, trail)

    def _asking_for(self, run: Given, call: Call) -> Iterator[Place]:
        """Who in the same file first answered that of which a function made something wrong, such
        as a pair.
        """
        made_of = [one for one in call.given if isinstance(one, tuple) and len(one) > 1]
        if made_of:
            is_it, file = partial(_is_plainly, made_of[-1]), call.code.co_filename

            def beside(code: CodeType) -> str | None:
                return self.authors.of(code) if code.co_filename == file else None

            asking = first_answered(run, is_it, beside, self.until)
            if asking is not None and asking.line[0] is not call.code:
                yield from self._places([asking.line])

    def _handed(self, handed: Handed) -> Iterator[Place]:
        """The function of the core that first answered something wrong, who gave that of which it
        made this, or picked it by chance, who handed it on, who made the object that was asked from
        outside, and whoever was asked last for it.
        """
        both = Authors(self.rules, core=True)
        suspect = first_answered(handed, handed.wrong, both.of, self.until)
        if suspect is not None:
            call = suspect.call
            chosen = choosers(Trail([call])) if has_chance(call) else []
            by_chance = [(one.code, one.last) for one, *_ in chosen]
            near, far = suspect.callers[:1], suspect.callers[1:]
            inside = any(_class(code) == _class(call.code) for code, _ in near)
            made = [] if inside else made_by(call.code, both.of)[:1]
            lines = suspect.line, *_given_by(suspect), *by_chance, *near, *made, *far
            found = [both.place(*line) for line in (*lines, *asked_for_it(call))]
            yield from (place for place in found if place.plugin == CORE)

    def _passed(self, passed: Passed) -> Iterator[Place]:
        """The functions that had a value before it was lost, given or asked for; the last first."""
        both = Authors(self.rules, core=True)
        value = plainly(passed.value)
        trail = follow(passed, both.of, self.until)
        for call in reversed([*_having(trail.calls, value)]):
            yield both.place(call.code, call.last)

    def _by_chance(self, run: ByChance) -> Iterator[Place]:
        """The first function that decides something by chance, who made what it looks up, and who
        asked it, and may ask again; and who gives numbers of which some come up too often.
        """
        both = Authors(self.rules, core=True)
        for calls in choosers(follow(run, both.of, self.until))[:1]:
            yield both.place(calls[0].code, calls[0].last)
            made = [line for call in calls for line in made_by(call.code, both.of)]
            asking = [(call.code, call.last) for call in calls[1:2]]
            yield from (both.place(*line, sure=False) for line in (*made[:1], *asking))
        yield from (both.place(*line) for line in uneven(run, both.of, self.until))


def _deep(calls: Iterable[Call], above: int = 0) -> Iterator[tuple[Call, int]]:
    """All calls, each with the number of calls within which it is."""
    for call in calls:
        yield call, above
        yield from _deep([step for step in call.steps if isinstance(step, Call)], above + 1)


def _class(code: CodeType) -> str:
    """The name of the class in which a function is written, if any."""
    return code.co_qualname.rpartition(".")[0]


def _is_plainly(data: object, answer: object) -> bool:
    """Whether an answer is this plain data."""
    return plainly(answer) == data


def _given_by(suspect: Suspect) -> list[Line]:
    """Whoever answered something that a call was given, of those who were asked before: for each
    thing that it was given, who was asked last, rather not who only hands it on.
    """
    given = [one for one in suspect.call.given if isinstance(one, tuple) and len(one) > 1]
    steps = suspect.above.steps if suspect.above is not None else []
    steps = steps[: steps.index(suspect.call)] if suspect.call in steps else []
    asked = [step for step in steps if isinstance(step, Call)]
    asked.sort(key=lambda one: one.answer not in one.given)
    answered = [[one for one in asked if holds_as_far(one.answer, value)] for value in given]
    return [*dict.fromkeys(decided(calls[-1]) for calls in answered if calls)]


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
