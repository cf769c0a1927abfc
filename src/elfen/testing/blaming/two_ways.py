"""A move that leads elsewhere by its short cut than the long way, and who is to blame for that.

Whatever law was broken, this comes first: a state to which a short cut has led astray may break
any law later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from types import CodeType
from typing import Any

from attrs import fields, frozen

from elfen.declare import Action, Item, ShortCut
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State, Table, open_table
from elfen.testing import patience
from elfen.testing.blaming.afresh import parted
from elfen.testing.blaming.attributes import looked_up, makers, texts, writers
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.origins import sources
from elfen.testing.blaming.parting import decided
from elfen.testing.blaming.trails import Call, Line, Suspect, Told, Trail, follow, plainly
from elfen.testing.blaming.watching import Watched, first_answered, gone_wrong, has_in_it
from elfen.testing.conservation import goes_wrong, unsound
from elfen.testing.differences import settled
from elfen.testing.facts import Move

#: What moves pieces on a table.
_MOVING = ("move", "move_all", "shift", "shift_one")


@frozen(eq=False)
class Detour:
    """A move, and the two states to which it leads: by a short cut, and the long way.

    The short cut may raise an exception instead.
    """

    rules: Ruleset
    state: State
    move: Move
    short: State | Exception
    long: State

    def lines(self, authors: Authors, until: float) -> list[Line]:
        """Where what differs came about: in the short cut, and the long way.

        If only one of the two states is sound, it is the other way that is at fault; so is the long
        way if it leads where the short one does once somebody watches. Whoever asks for an address,
        a time or chance comes first; and if it is another question that is due, whoever could have
        put it and has not comes before the callers, and whoever says whether an action is offered.
        Raises `Enough`.
        """
        watched, slowly = authors.of, follow(self._slowly, authors.of, until)
        found = [(one, value) for one, value in self._suspects(watched, until) if one is not None]
        behind = [sources(one, [plainly(value)], watched) for one, value in found if value]
        lines = [[suspect.line, *suspect.callers[:1]] for suspect, _ in found]
        not_put, offering = [*self._not_put(slowly)], self._offering(slowly, authors)
        if not_put or offering:
            firsts = [line for line, *_ in lines]
            lines = [firsts, not_put, offering, *(some[1:] for some in lines)]
        if not isinstance(self.short, Exception) and self.short.zones == self.long.zones:
            behind = [*behind, _movers(slowly)]
        callers = [suspect.callers[1:] for suspect, _ in found]
        # On a table, who called the caller is more suspicious than who made what it looks up.
        nearest = (
            some[:1] for some, (one, _) in zip(callers, found, strict=True) if _has_table(one)
        )
        tables = (looked_up(suspect.line, watched) for suspect, _ in found)
        made = (makers(suspect.line[0], watched) for suspect, _ in found)
        return [*fickle(slowly), *chain(*lines, *behind, *nearest, *tables, *made, *callers)]

    def remembered(self, watched: Callable[[CodeType], object], until: float) -> list[Line]:
        """Who leads one of the two ways astray by what it remembers, and who sets that.

        Empty if they part by rules that remember nothing, too. Raises `Enough`.
        """
        fresh = compile_recipe(self.rules.recipe)
        if settled(lambda: _at_once(fresh, self.state, self.move)) != settled(
            lambda: _slowly(fresh, self.state, self.move)
        ):
            return []
        for way in (_at_once, _slowly):
            ask = partial(_along, way, self.move)
            if found := parted(self.rules, ask, self.state, watched, until):
                return [*found, *(setter for at in found for setter in writers(at, watched))]
        return []

    def _suspects(
        self, watched: Callable[[CodeType], object], until: float
    ) -> Iterator[tuple[Suspect | None, object]]:
        """Where each of the two ways may have gone wrong, and a value that is wrong there."""
        if isinstance(self.short, Exception):
            yield self._raised(self.short, watched)
            return
        if self._traced() == self.short:  # it is the long way that changes if nobody watches
            yield self._if_watched(self.short, watched, until), None
            return
        short, long = self._unsound()
        if long and not short:
            yield self._gone_unsound(long, watched, until), None
        else:
            yield self._in_short(self.short, watched, until)
        if long or not short:
            yield self._in_long(self.short, watched, until)

    def _puts_another(self) -> bool:
        """Whether something else is due by the short cut, which is not known to be at fault."""
        if isinstance(self.short, Exception):
            return False
        short, long = self._unsound()
        return self.short.agenda != self.long.agenda and not (long and not short)

    def _not_put(self, slowly: Trail) -> Iterator[Line]:
        """Who speaks of what is due by the short cut, and has not put it on the agenda."""
        if isinstance(self.short, Exception) or not self._puts_another():
            return
        due = {getattr(one, "name", "") for one in self.short.agenda}
        due -= {getattr(one, "name", "") for one in self.long.agenda}
        for call in slowly.within():
            told = [step for step in call.steps if isinstance(step, Told)]
            named = {str(value) for step in told for value in step.given}
            if (spoken := due & texts(call.code)) and spoken.isdisjoint(named):
                yield decided(call)

    def _offering(self, slowly: Trail, authors: Authors) -> list[Line]:
        """Who says whether an action is offered, if something else is due by the short cut."""
        if not isinstance(self.short, Exception) and not self._puts_another():
            return []
        calls = [c for c in slowly.within() if authors.is_declared_as(c.code, "offered")]
        return [*map(decided, calls)]

    def _unsound(self) -> tuple[str, str]:
        """What is wrong with the two states, if anything."""
        assert not isinstance(self.short, Exception)
        return unsound(self.rules, self.short) or "", unsound(self.rules, self.long) or ""

    def declaring(self, watched: Callable[[CodeType], object], until: float) -> list[Line]:
        """Whoever declares the short cut, and so which steps it passes by. Raises `Enough`."""
        types = {owned.entry.type: owned.entry.name for owned in self.rules.action_types}
        name = types.get(type(self.move))

        def is_it(answer: object) -> bool:
            return isinstance(answer, ShortCut) and answer.of == name

        again = partial(compile_recipe, self.rules.recipe)
        found = first_answered(again, partial(has_in_it, is_it), watched, until)
        return [] if found is None else [found.line]

    def _raised(
        self, error: Exception, watched: Callable[[CodeType], object]
    ) -> tuple[Suspect | None, object]:
        """The function in which the short cut failed, and what was to come next by its account."""
        trace = error.__traceback__
        suspect: Suspect | None = None
        while trace is not None:
            code, names = trace.tb_frame.f_code, trace.tb_frame.f_locals
            if watched(code):
                suspect = Suspect((code, trace.tb_lineno), Call(code, ()), dict(names), [])
            trace = trace.tb_next
        known = (*self.state.agenda, *self.long.agenda)
        items = [one for one in suspect.names.values() if isinstance(one, Item)] if suspect else []
        return suspect, next((item for item in items if item not in known), None)

    def _in_short(
        self, short: State, watched: Callable[[CodeType], object], until: float
    ) -> tuple[Suspect | None, object]:
        """The function that first gave a state in which something is as it should not be."""
        marks = [*_marks(short, self.long)]

        def is_astray(answer: object) -> bool:
            return isinstance(answer, State) and any(mark.is_on(answer) for mark in marks)

        def at_once() -> State:
            return self.rules.advance(self.state, self.move)

        value = next((mark.value for mark in marks if mark.value is not None), None)
        return first_answered(at_once, is_astray, watched, until), value

    def _in_long(
        self, short: State, watched: Callable[[CodeType], object], until: float
    ) -> tuple[Suspect | None, object]:
        """The line after which something on the table was as the short cut has not left it."""
        first = _First([one for one in _marks(self.long, short) if not one.is_on(self.state)])
        suspect = gone_wrong(Watched(first), self._slowly, watched, until)
        return suspect, first.value

    def _if_watched(
        self, short: State, watched: Callable[[CodeType], object], until: float
    ) -> Suspect | None:
        """The line after which something is as it should be, which runs only if it is watched."""
        marks = [one for one in _marks(short, self.long) if not one.is_on(self.state)]
        return gone_wrong(Watched(_First(marks)), self._traced, watched, until)

    def _gone_unsound(
        self, wrong: str, watched: Callable[[CodeType], object], until: float
    ) -> Suspect | None:
        """The line after which this was wrong with the table, the long way."""
        watch = Watched(partial(goes_wrong, self.rules, wrong))
        return gone_wrong(watch, self._slowly, watched, until)

    def _traced(self) -> State | None:
        """Where the move leads on a table that tells events; None if it fails there."""
        try:
            return self.rules.trace(self.state, self.move).state
        except Exception:
            return None

    def _slowly(self) -> State:
        return _slowly(self.rules, self.state, self.move)


def _has_table(suspect: Suspect) -> bool:
    """Whether a function works on a table."""
    return any(isinstance(value, Table) for value in suspect.names.values())


def _movers(slowly: Trail) -> Iterator[Line]:
    """Whoever moved pieces the long way, the last first.

    Where the same pieces lie in the end, what differs may be what is known of them: it rests on the
    portions in which they were moved.
    """
    for call in reversed([*slowly.within()]):
        moved = [
            one
            for one in call.steps
            if isinstance(one, Told) and one.name.rpartition(".")[2] in _MOVING
        ]
        if moved:
            yield call.code, moved[-1].line


def first_detour(
    rules: Ruleset, moves: Iterable[tuple[State, Move]], until: float
) -> Detour | None:
    """The first action that leads elsewhere by its short cut; None if none is found in time."""
    for state, move in moves:
        if patience.is_over(until):
            return None
        if not isinstance(move, Action):
            continue
        try:
            long = _slowly(rules, state, move)
        except Exception:  # whoever raised that is found in another way
            continue
        short = _at_once(rules, state, move)
        if short != long:
            return Detour(rules, state, move, short, long)
    return None


def _along(
    way: Callable[[Ruleset, State, Move], object], move: Move, rules: Ruleset, state: State
) -> object:
    return way(rules, state, move)


def _slowly(rules: Ruleset, state: State, move: Move) -> State:
    table = open_table(rules, state)
    rules.follow(table, (move,))
    return table.freeze()


def _at_once(rules: Ruleset, state: State, move: Move) -> State | Exception:
    try:
        return rules.advance(state, move)
    except Exception as error:
        return error.__cause__ if isinstance(error.__cause__, Exception) else error


@frozen(eq=False)
class _Mark:
    """Something that is on a table or in a state: perhaps a `value`, and a test for it."""

    is_on: Callable[[Any], bool]
    value: object = None


class _First:
    """Whether any of some marks is on a table; `value` is that of the one that came first."""

    def __init__(self, marks: Sequence[_Mark]) -> None:
        self._marks, self._was_on = marks, False
        self.value: object = None

    def __call__(self, table: Table) -> bool:
        on = [mark for mark in self._marks if mark.is_on(table)]
        if on and not self._was_on:
            self.value = on[0].value
        self._was_on = bool(on)
        return self._was_on


def _marks(one: State, other: State) -> Iterator[_Mark]:
    """Each part of a state that is another one in the other."""
    items = [item for item in one.agenda if item not in other.agenda]
    for item in items:
        yield _Mark(partial(_has, item), item)
    if one.agenda != other.agenda and not items:
        yield _Mark(lambda at: tuple(at.agenda) == one.agenda)
    for number, (counts, others) in enumerate(zip(one.zones, other.zones, strict=True)):
        if counts != others:
            yield _Mark(partial(_lies, number, counts))
    for name in [field.name for field in fields(State)]:
        value = getattr(one, name)
        if name not in ("agenda", "zones") and value != getattr(other, name):
            yield _Mark(partial(_is, name, value))


def _has(item: object, at: State | Table) -> bool:
    return item in at.agenda


def _lies(number: int, counts: object, at: State | Table) -> bool:
    return at.zones[number] == counts


def _is(name: str, value: object, at: State | Table) -> bool:
    return bool(getattr(at, name) == value)
