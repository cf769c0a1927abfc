"""Part of the law of agreement: slots and decisions hold no number beyond its declared extent.

Whoever learns to play gets them as numbers of a fixed length, within these extents. Decisions that
differ have other numbers, for every seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import eq
from typing import Any

from elfen.declare import OWNER, Decide, Extent
from elfen.encoding import Observer, encoding_of
from elfen.errors import ElfenError, brief
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Given, Handed, Watched
from elfen.testing.facts import calling, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken

#: How an error of the encoding begins: the slot or decision that it is about.
_ABOUT = re.compile(r"(slot|decision) '([^']*)'")

#: What a slot or a decision declares of the extents of its fields.
_Bounds = Callable[[Ruleset, int], Mapping[str, Extent]]


def within_extents(rules: Ruleset, players: int, states: Iterable[State]) -> None:
    """These states of a game can be given as numbers, to every seat if there are fields that only
    their owners see; and what decisions are about, to every seat. Raises `LawBroken`.
    """
    encoding = encoding_of(rules, players)
    calling(AGREEMENT, "the layout of the numbers for a seat", lambda: encoding.layout)
    differ = any(whose is OWNER for slot in rules.slots for _, whose in rules.sight.fields(slot))
    observers = [encoding.observer(seat) for seat in range(players)]
    seen, ext = set[object](), None
    told: dict[tuple[int, str, tuple[float, ...]], tuple[int | str, ...]] = {}
    for state in states:
        some = () if state.ext is ext else observers if differ else observers[:1]
        due, ext = state.agenda[-1] if state.agenda else None, state.ext
        is_new = isinstance(due, Decide) and (due.name, due.data) not in seen
        if isinstance(due, Decide) and is_new:
            seen.add((due.name, due.data))
            some = observers if due.data else some or observers[:1]
        for seat, observer in enumerate(some):
            try:
                observer.look(state)
            except ElfenError as error:
                raise _beyond(rules, state, str(error)) from error
            if isinstance(due, Decide) and is_new and (numbers := _numbers(observer, due)):
                other = told.setdefault((seat, due.name, numbers), due.data)
                if other != due.data:
                    raise _confused(rules, state, seat, other)


def _numbers(observer: Observer, due: Decide) -> tuple[float, ...]:
    """The numbers of what a decision is about; empty if it is about nothing."""
    begin = f"pending/{due.name}."
    fields = [field for field in observer.layout.fields if field.name.startswith(begin)]
    cells: Any = memoryview(observer.cells).cast("f")
    return tuple([number for field in fields for number in cells[field.offset : field.end]])


def _confused(rules: Ruleset, state: State, seat: int, other: tuple[int | str, ...]) -> LawBroken:
    """The broken law: what is due has the same numbers as another decision of the same name.

    The extent of a field may be too vague, or its numbers are written wrongly.
    """
    due: Any = state.agenda[-1]
    where, extents = _declared(rules, "decision", due.name)
    writers = encoding_of(rules, state.players).layout.writers(due.name)
    runs: list[Callable[[], object]] = []
    if extents is not None:
        runs.append(_too_small(extents, rules, state.players))
    for write, value, another in zip(writers, due.data, other, strict=True):
        if value != another:
            runs.append(Handed(lambda told: True, partial(write, value, seat)))
    return LawBroken(
        AGREEMENT,
        f"{waits(rules, state)} has the same numbers for seat {seat} with {brief(due.data)} as with"
        f" {brief(other)}",
        where,
        runs=tuple(runs),
    )


def _beyond(rules: Ruleset, state: State, error: str) -> LawBroken:
    """The broken law: the extent may be too small, or the last move has made too large a number."""
    where, extents, made = None, None, Watched(lambda table: True)
    if about := _ABOUT.match(error):
        sort, name = about.groups()
        where, extents = _declared(rules, sort, name)
        made = _made(rules, state, sort, name)
    runs = (made,) if extents is None else (_too_small(extents, rules, state.players), made)
    return LawBroken(AGREEMENT, f"at {waits(rules, state)}: {error}", where, runs=runs)


def _declared(rules: Ruleset, sort: str, name: str) -> tuple[str, _Bounds | None]:
    """Whose slot or decision it is, as text, and what it declares."""
    if sort == "slot":
        return f"slot {name!r}, plugin {rules.slot_owner[name]!r}", rules.slots[name].bounds
    owned = next(owned for owned in rules.decisions if owned.entry.name == name)
    return f"decision {name!r}, plugin {owned.plugin!r}", owned.entry.bounds


def _too_small(extents: _Bounds, rules: Ruleset, players: int) -> Given:
    asks = partial(extents, rules, players)
    return Given(partial(eq, asks()), asks)


def _made(rules: Ruleset, state: State, sort: str, name: str) -> Watched:
    """The last move after which the slot or the decision was as it is."""
    if sort == "slot":
        slot = rules.slots[name]
        return Watched(lambda table: table.ext[slot] == state.ext[slot])
    due: Any = rules.pending(state)
    assert isinstance(due, Decide)
    return Watched(lambda table: due in table.agenda, values=(due,))
