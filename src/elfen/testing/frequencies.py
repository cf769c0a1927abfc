"""Part of the law of sampling: what is drawn from a whole pile comes as often as it should.

Large piles cannot be enumerated, so they are sampled. After each sample a bet is settled: the
next piece is foretold from those so far, and the stake grows by how much better that was than
the probabilities of `outcomes`. If these are right, the stake is ever multiplied by 1 / `RISK` in
at most one ruleset of 1 / `RISK` (Ville's inequality), however long one plays; if they are not,
it grows without end. See Ramdas and others, "Game-theoretic statistics and safe anytime-valid
inference", Statistical Science 38 (2023).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from math import log
from weakref import WeakKeyDictionary

from elfen.declare import Chance, Drawn, Outcome
from elfen.game import Ruleset
from elfen.kernel import Dealer, State
from elfen.testing.blaming.watching import ByChance
from elfen.testing.facts import draw_of, the_chance
from elfen.testing.law_broken import SAMPLING, LawBroken

#: How probable it is that a sampler without a fault is ever accused, for a whole ruleset.
RISK = 1e-9
#: After so many samples it is enough if the stake has shrunk as it does if all is well.
_FEWEST, _MOST = 1000, 6000
#: How many pieces the expected probabilities weigh in the forecast.
_WEIGHT = 8.0
#: A pile with at most so many pieces more than are drawn is short.
_SHORT = 2

_FOUND_FINE: WeakKeyDictionary[Ruleset, set[tuple[str, bool]]] = WeakKeyDictionary()


def as_often_as_expected(rules: Ruleset, state: State, item: Chance) -> None:
    """Samples of the chance that is due have the frequencies that `outcomes` says.

    Of a draw of several pieces, one of them counts, chosen at random. It is checked once for each
    draw or roll of a ruleset, and once more where a pile is short or a die has few faces left.
    Raises `LawBroken`.
    """
    expected = {_told(outcome): p for outcome, p in rules.outcomes(state)}
    shape = item.name, _short(rules, state, item, len(expected))
    fine = _FOUND_FINE.setdefault(rules, set())
    if len(expected) < 2 or shape in fine:
        return
    numbers, dealer = random.Random(0), Dealer.seeded("frequencies")

    def draw() -> str:
        nonlocal dealer
        outcome, dealer = rules.sample(state, dealer)
        return _told(outcome, numbers)

    usual = {one: float(p) for one, p in expected.items()}
    seen, most = sampled_fairly(draw, usual, log(2 * len(rules.chances) / RISK))
    if most is not None:
        raise LawBroken(
            SAMPLING,
            f"{most} at {item.name} has probability {expected.get(most, 0)}, but came"
            f" {seen[most]} times in {seen.total()} samples",
            the_chance(rules, item),
            runs=(
                lambda: rules.sample(state, Dealer.seeded("frequencies")),
                lambda: rules.outcomes(state),
                ByChance(partial(rules.sample, state, Dealer.seeded("frequencies"))),
            ),
        )
    fine.add(shape)


def sampled_fairly(
    draw: Callable[[], str], usual: Mapping[str, float], enough: float
) -> tuple[Counter[str], str | None]:
    """What was drawn, and what came too often; None if everything is as usual.

    `usual` has the probability of all that can be drawn, and `enough` is the logarithm of the stake
    that decides.
    """
    seen: Counter[str] = Counter()
    stake = 0.0
    for n in range(_MOST):
        if n >= _FEWEST and stake < -(len(usual) - 1) / 4 * log(n / _WEIGHT):
            break  # half of what it shrinks on average
        one = draw()
        if one not in usual:
            seen[one] += 1
            return seen, one
        forecast = (seen[one] + _WEIGHT * usual[one]) / (n + _WEIGHT)
        stake += log(forecast / usual[one])
        seen[one] += 1
        if stake > enough:
            return seen, max(seen, key=lambda one: seen[one] - usual[one] * n)
    return seen, None


def _told(outcome: Outcome, numbers: random.Random | None = None) -> str:
    """A face, or one of the pieces, chosen at random if there are several."""
    if not isinstance(outcome, Drawn):
        return outcome.face
    pieces = list(outcome.pieces)
    return pieces[0] if numbers is None or len(pieces) == 1 else numbers.choice(pieces)


def _short(rules: Ruleset, state: State, item: Chance, ways: int) -> bool:
    """Whether a draw nearly empties its pile, or what is drawn or rolled is one of two."""
    draw = draw_of(rules, item)
    if draw is None:
        return ways <= _SHORT
    pile = state.zones[rules.layout.index(draw.source, item.source or 0)]
    return ways <= _SHORT or sum(pile) <= int(item.data[0]) + _SHORT
