"""Part of the law of noninterference: samplers of hidden slots give each value its due chance.

Before an outcome that an observer does not see, its sampler says how likely each hidden value is;
how likely each outcome is, is known. So is how likely each value must be afterwards, and the
sampler has to agree. The two are compared by samples, with numbers that follow from the state; a
sampler that is right fails about once in a thousand million comparisons.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

from elfen.declare import Chance
from elfen.game import Ruleset
from elfen.kernel import Dealer, State
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker, sees
from elfen.testing.secrecy.worlds import another, hides
from elfen.views import observe

_SAMPLES = 200
_FEWEST = 10  #: Values that come up less often are counted together.
_SIGMAS = 6.0  #: Beyond this a right sampler comes about once in 10 ** 9 times.


def hidden_slots(rules: Ruleset, state: State, numbers: random.Random) -> None:
    """A sampler says of hidden values what follows from an unseen outcome. Raises `LawBroken`."""
    item = rules.pending(state)
    slots = [slot for slot in rules.slots.values() if slot.worlds is not None]
    if not slots or not isinstance(item, Chance) or sees(rules, item, None):
        return
    after = _after(rules, state, numbers)
    for slot in slots:
        if not hides(rules, slot) or after.ext[slot] == state.ext[slot]:
            continue
        due, given = _samples(rules, state, after, slot.name, numbers)
        if _far(due, given):
            raise LawBroken(
                NONINTERFERENCE,
                f"worlds of slot {slot.name!r} are biased for {Onlooker(rules, None).who} after an"
                f" unseen {item.name!r}: of as many samples, {_told(given)} came up, but"
                f" {_told(due)} follow from the worlds before it",
                f"slot {slot.name!r}, plugin {rules.slot_owner[slot.name]!r}",
                runs=(lambda: another(rules, after, None, numbers),),
            )


def _after(rules: Ruleset, state: State, numbers: random.Random) -> State:
    outcome, _ = rules.sample(state, Dealer.seeded(numbers.getrandbits(64)))
    return rules.advance(state, outcome)


def _samples(
    rules: Ruleset, state: State, after: State, name: str, numbers: random.Random
) -> tuple[Counter[Hashable], Counter[Hashable]]:
    """Values of a slot after an outcome in other worlds, and in other worlds after it."""
    slot, seen = rules.slots[name], observe(rules, after, None)
    due: Counter[Hashable] = Counter()
    for _ in range(_SAMPLES):
        later = _after(rules, another(rules, state, None, numbers), numbers)
        if observe(rules, later, None) == seen:
            due[later.ext[slot]] += 1
    given: Counter[Hashable] = Counter(
        another(rules, after, None, numbers).ext[slot] for _ in range(due.total())
    )
    return due, given


def _far(due: Counter[Hashable], given: Counter[Hashable]) -> bool:
    """Whether two samples of the same size differ more than chance explains (chi square)."""
    cells: list[tuple[int, int]] = []
    few = [0, 0]
    for value in dict.fromkeys((*due, *given)):
        one, other = due[value], given[value]
        if one + other < _FEWEST:
            few[0] += one
            few[1] += other
        else:
            cells.append((one, other))
    if sum(few) >= _FEWEST:
        cells.append((few[0], few[1]))
    free = len(cells) - 1
    if free < 1:
        return False
    square = sum((one - other) ** 2 / (one + other) for one, other in cells)
    spread: float = 2 / (9 * free)  # the cube root of chi square is nearly normal
    return bool(((square / free) ** (1 / 3) - (1 - spread)) / spread**0.5 > _SIGMAS)


def _told(values: Counter[Hashable]) -> str:
    return ", ".join(f"{n} x {value!r}" for value, n in values.most_common(3))
