"""Part of the law of sampling: what a roll came to is imagined as often as it is likely.

A plugin writes by hand what a slot may hold that an observer does not see. Just after a roll that
the observer does not see, that is known exactly: each face with its probability, whatever else is
hidden, unless the weights of the faces rest on a secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import inf, sqrt
from random import Random
from typing import Any

from attrs import frozen

from elfen.declare import Chance, Outcome, Roll, Slot, fields_of
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import advanced, calling, waits
from elfen.testing.law_broken import SAMPLING, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker, chance_of, sees
from elfen.testing.secrecy.worlds import another
from elfen.views import observe

#: So many samples are looked at, and more only if the first seem odd: by how many standard errors.
_LOOKS = 300, 3000
_ODD, _WRONG = 3.5, 6.0
#: In so many other worlds the faces have to be as likely, and to come to the same.
_WORLDS = 5


def imagined_as_rolled(rules: Ruleset, states: Sequence[State], numbers: Random) -> None:
    """After the first roll of each name in some states, those who do not see what it came to
    imagine each face as often as it is likely. Raises `LawBroken`.
    """
    first: dict[str, State] = {}
    for state in states:
        item = rules.pending(state)
        if isinstance(item, Chance) and isinstance(chance_of(rules, item), Roll):
            first.setdefault(item.name, state)
    for state in first.values():
        due: Any = state.agenda[-1]
        unseen = [one for one in (None, *range(state.players)) if not sees(rules, due, one)]
        if unseen:
            _imagined(rules, state, numbers.choice(unseen), numbers)


def _imagined(rules: Ruleset, state: State, seat: int | None, numbers: Random) -> None:
    """Compare what one observer, who does not see a roll that is due, imagines of it."""
    found = settled(partial(rules.outcomes, state))
    worlds = [another(rules, state, seat, numbers) for _ in range(_WORLDS)]
    weighed = [settled(partial(rules.outcomes, world)) for world in worlds]
    if isinstance(found, Raised) or any(one != found for one in weighed):
        return  # another law tells, or the weights rest on a secret
    onlooker = Onlooker(rules, seat)
    after = {outcome: advanced(rules, state, outcome) for outcome, _ in found}
    looks = [onlooker.observed(one) for one in after.values()]
    if any(look != looks[0] for look in looks):
        return  # what it came to is told by what it does
    here = numbers.choice([*after.values()])
    for slot in rules.slots.values():
        for part in _parts(slot, [one.ext[slot] for one in after.values()]):
            comes_to = {outcome: part(one.ext[slot]) for outcome, one in after.items()}
            if all(_comes_to(rules, world, slot, part, after) == comes_to for world in worlds):
                likely: dict[object, float] = {}
                for outcome, probability in found:
                    value = comes_to[outcome]
                    likely[value] = likely.get(value, 0.0) + float(probability)
                _compared(rules, here, onlooker, slot, part, likely, numbers)


def _comes_to(
    rules: Ruleset, state: State, slot: Slot[Any], part: _Part, outcomes: Iterable[Outcome]
) -> object:
    """What a part of a slot is after each outcome; something else if that fails."""

    def come() -> dict[Outcome, object]:
        return {one: part(rules.advance(state, one).ext[slot]) for one in outcomes}

    return settled(come)


@frozen(eq=False)
class _Part:
    """A part of a slot's value: a field (none: the whole), or an item of a tuple in it."""

    field: str
    index: int | None = None

    def __call__(self, value: Any) -> object:
        found = getattr(value, self.field) if self.field else value
        return found if self.index is None else found[self.index]


def _parts(slot: Slot[Any], values: Sequence[Any]) -> Iterator[_Part]:
    """The smallest parts in which some values of a slot differ."""
    for field, _ in fields_of(slot):
        held: list[Any] = [_Part(field)(value) for value in values]
        if all(one == held[0] for one in held):
            continue
        if all(isinstance(one, tuple) and len(one) == len(held[0]) for one in held):
            columns = enumerate(zip(*held, strict=True))
            yield from (_Part(field, n) for n, column in columns if len({*column}) > 1)
        else:
            yield _Part(field)


def _compared(
    rules: Ruleset,
    state: State,
    onlooker: Onlooker,
    slot: Slot[Any],
    part: _Part,
    likely: Mapping[object, float],
    numbers: Random,
) -> None:
    """Raise `LawBroken` if a part of a slot is not imagined as often as it is likely."""
    if slot.worlds is None:
        return  # noninterference tells
    ask = partial(slot.worlds, observe(rules, state, onlooker.seat))
    found: Counter[object] = Counter()
    off, value = 0.0, ""
    for looks in _LOOKS:
        for _ in range(looks - found.total()):
            found[calling(SAMPLING, "imagining a slot", lambda: part(ask(numbers)))] += 1
        off, value = max(
            (_off(found[one], looks, likely.get(one, 0.0)), repr(one))
            for one in {**found, **likely}
        )
        if off <= _ODD:
            return
    if off > _WRONG:
        raise LawBroken(
            SAMPLING,
            f"at {waits(rules, state)} {onlooker.who} does not imagine {value} in slot"
            f" {slot.name!r} as often as it was rolled: it is off by {off:.1f} standard errors in"
            f" {found.total()} samples; weigh what worlds= gives as the roll does",
            f"slot {slot.name!r}, plugin {rules.slot_owner[slot.name]!r}",
            runs=(partial(ask, numbers),),
        )


def _off(seen: int, looks: int, probability: float) -> float:
    """How far a count is from what is likely, in standard errors."""
    spread = sqrt(looks * probability * (1 - probability))
    apart = abs(seen - looks * probability)
    return apart / spread if spread else (inf if apart > 0.5 else 0.0)
