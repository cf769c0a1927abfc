"""What the ledger says is exactly what one can know, over two rounds of a shrunken deck."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import inf

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from elfen import Determinizer
from elfen.knowledge.arrangements import Arrangements, Unknown
from elfen.views.determinization import unknown

from .exact import Counts, by_the_model
from .histories import MAKE, History
from .shrunken import HAND, PLAYED, STACK

OBSERVERS: list[int | None] = [None, 0, 1]

rules_with = cache(MAKE)

STEPS = st.lists(st.tuples(st.sampled_from(["show", "show", "take", "slip"]), st.integers(0, 1)))
DECKS = st.sampled_from([(2, 2, 1), (3, 2, 1), (2, 2, 2), (4, 1, 1), (1, 3, 3), (3, 3, 2)])


def a_round(history: History, deals: list[int], steps: list[tuple[str, int]], slips: bool) -> None:
    """Cards are dealt to each seat; then they show, take and slip cards."""
    for seat, n in enumerate(deals):
        history.deal(seat, n)
    for what, seat in steps:
        known = history.rules.observe(history.state, None).known.there
        if what != "slip":
            getattr(history, what)(seat)
        elif slips and not any(one.seat == seat for one in known):
            history.slip(seat)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Two rounds: deal, show, take and slip cards; mix; deal, show and take."""
    numbers = random.Random(draw(st.integers(0, 2**32)))
    history = History(rules_with(draw(DECKS)), 2, numbers, OBSERVERS)
    deals = st.lists(st.integers(0, 3), min_size=2, max_size=2)
    a_round(history, draw(deals), draw(STEPS)[:4], slips=True)
    # Where nothing is mixed in, a deal goes on with the round before, after cards were shown:
    # one of the things that docs/knowledge.md says are forgotten.
    assume(history.table.size(PLAYED))
    history.mix()
    a_round(history, draw(deals), draw(STEPS)[:4], slips=False)
    return history


@given(histories())
def test_the_ledger_knows_exactly_what_can_be_known(history: History) -> None:
    for memory in history.memories:
        exact = memory.now()
        assert history.by_the_ledger(memory.observer) == exact, (history.told, memory.observer)


@given(histories())
def test_a_ledger_is_sound_and_never_rules_out_the_truth(history: History) -> None:
    assert not [w for w in history.rules.validate(history.state) if w.startswith("ledger")]
    for memory in history.memories:
        zones = [history.rules.layout.index(HAND, seat) for seat in range(2)]
        truth = tuple(
            history.state.zones[zone]
            for seat, zone in [(None, 0), *enumerate(zones)]
            if seat is None or seat != memory.observer
        )
        assert memory.now()[truth] > 0
        assert history.by_the_ledger(memory.observer)[truth]


def example(seed: int = 5) -> History:
    """Two cards each of four dealt are kept, and of four again one has been shown by each."""
    history = History(rules_with((3, 3, 2)), 2, random.Random(seed), OBSERVERS)
    a_round(history, [3, 3], [("show", 0), ("show", 1)], slips=False)
    history.mix()
    a_round(history, [1, 1], [("show", 0), ("show", 1)], slips=False)
    return history


def test_in_an_example_both_hands_mix_old_and_new_cards() -> None:
    history = example()
    unknown = history.unknown(None)
    assert (unknown.old, unknown.free) == ((0, 2, 2), (2, 2, 2))
    assert len([*Arrangements(unknown).accounts()]) == 4
    assert history.by_the_ledger(None) == history.memories[0].now()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"free": (1, 3, 2)}, ["5 unseen pieces for 6 places"]),
        ({"shown": ((0, 0), (1, 0), (4, 1))}, ["(4, 3) are gone, but (5, 1) were shown"]),
        ({"old": (0, 5, 2)}, ["5 old places, but 3 unseen ones and 1 shown"]),
        (
            {"old": (0, 4, 1), "shown": ((0, 0), (0, 0), (0, 0))},
            ["4 old places, but 3 unseen ones and 0 shown"],
        ),
    ],
)
def test_what_contradicts_itself_is_told(changed: dict[str, object], told: list[str]) -> None:
    assert not [*wide().problems()]
    assert [*evolve(wide(), **changed).problems()] == told  # type: ignore[arg-type]


# Faults made on purpose: each is seen to be caught. ---------------------------------------


def without_the_mixing(unknown: Unknown) -> Unknown:
    """Forgets that cards were mixed in: every hidden card may lie anywhere."""
    none = (0,) * len(unknown.pieces)
    zones = range(len(unknown.free))
    return Unknown(
        unknown.free, unknown.pieces, unknown.pieces, none, (0,) * len(zones), (none,) * len(zones)
    )


def as_if_new(unknown: Unknown) -> Unknown:
    """Takes it that whatever was shown had just been dealt."""
    none = (0,) * len(unknown.pieces)
    return evolve(unknown, shown=(none,) * len(unknown.shown))


def test_a_ledger_that_forgets_the_mixing_would_be_caught() -> None:
    history = example()
    wrong = by_the_model(without_the_mixing(history.unknown(None)))
    assert wrong != history.memories[0].now()


def test_a_ledger_that_forgets_what_was_shown_would_be_caught() -> None:
    history = example()
    wrong = by_the_model(as_if_new(history.unknown(None)))
    assert wrong != history.memories[0].now()


def test_a_ledger_that_forgets_known_cards_would_be_caught() -> None:
    history = example()
    history.take(0)
    exact = history.memories[0].now()
    assert history.by_the_ledger(None) == exact
    view = history.rules.observe(history.state, None)
    assert len(view.known.there) == 1
    recalled = view.table.recalled
    nothing = recalled._replace(known=(None,) * len(recalled.known))
    (wrong,) = unknown(evolve(view, table=view.table._replace(recalled=nothing)))
    assert by_the_model(wrong) != exact


def test_an_impossible_hand_would_be_caught() -> None:
    history = example()
    state = history.state
    stack, hand = history.rules.layout.index(STACK), history.rules.layout.index(HAND, 0)
    exact = history.memories[0].now()
    impossible = 0
    for kind, other in permutations(range(3), 2):
        zones = [*state.zones]
        if zones[hand][kind] and zones[stack][other]:
            zones[hand] = moved(zones[hand], kind, other)
            zones[stack] = moved(zones[stack], other, kind)
            world = (zones[stack], zones[hand], zones[history.rules.layout.index(HAND, 1)])
            sound = not history.rules.validate(evolve(state, zones=tuple(zones)))
            if sound:
                assert exact[world]
            impossible += not sound
    assert impossible


def moved(counts: Counts, less: int, more: int) -> Counts:
    """Counts with one piece of a kind instead of another."""
    return tuple(n - (kind == less) + (kind == more) for kind, n in enumerate(counts))


# Drawing ---------------------------------------------------------------------------------


@given(histories())
def test_accounts_are_drawn_by_their_weight(history: History) -> None:
    """What is proposed times what is accepted is in proportion to the weight, exactly."""
    for observer in OBSERVERS:
        arrangements = Arrangements(history.unknown(observer))
        shares = set()
        for account in arrangements.accounts():
            chance, of = arrangements.acceptance(account)
            assert 0 <= chance <= of
            drawn = Fraction(arrangements.proposal(account) * chance, of or 1)
            weight = arrangements.weight(account)
            assert bool(drawn) == bool(weight)
            if weight:
                shares.add(drawn / weight)
        assert len(shares) <= 1


def frequencies(sample: Callable[[], object], n: int) -> dict[object, int]:
    """How often each thing came up in n samples."""
    return Counter(sample() for _ in range(n))


def distance(found: dict[object, int], wanted: dict[object, Fraction], n: int) -> float:
    """Chi-square over its degrees of freedom; about 1 if the one is distributed as the other.

    Infinite if something was found that is not to be.
    """
    if any(not wanted.get(one) for one in found):
        return inf
    total = sum(float((found.get(one, 0) - n * p) ** 2 / (n * p)) for one, p in wanted.items())
    return total / max(1, len(wanted) - 1)


def one_in_a_thousand(degrees: int) -> float:
    """What chance takes this distance beyond so seldom (by Wilson and Hilferty)."""
    step = 2 / (9 * max(1, degrees))
    return float((1 - step + 3.09 * step**0.5) ** 3)


SAMPLES = 4000

#: So many that a bias is noticed which, of 4,000 samples, would bring the distance to 2.
MANY = 24_000


@pytest.mark.alike(2)
@pytest.mark.parametrize("observer", OBSERVERS)
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_samples_come_as_often_as_they_should(seed: int, observer: int | None) -> None:
    history = example(seed)
    view = history.rules.observe(history.state, observer)
    numbers = random.Random(seed)
    hidden = [n for n, holding in enumerate(view.holdings) if holding.pieces is None]

    determinizer = Determinizer(view)

    def sample() -> object:
        zones = determinizer.sample(numbers).zones
        return tuple(zones[n] for n in hidden)

    found = frequencies(sample, MANY)
    exact = dict(history.memories[OBSERVERS.index(observer)].now().items())
    assert distance(found, exact, MANY) < one_in_a_thousand(len(exact) - 1)


def test_a_sampler_that_forgets_the_mixing_would_be_caught() -> None:
    history = example()
    arrangements = Arrangements(without_the_mixing(history.unknown(None)))
    numbers = random.Random(5)
    found = frequencies(lambda: arrangements.sample(numbers).now, SAMPLES)
    assert distance(found, dict(history.memories[0].now().items()), SAMPLES) > 2


def test_a_sampler_that_accepts_whatever_is_proposed_would_be_caught() -> None:
    unknown = wide()
    arrangements = Arrangements(unknown)
    numbers = random.Random(5)
    exact = dict(by_the_model(unknown).items())
    good = frequencies(lambda: arrangements.sample(numbers).now, SAMPLES)
    assert distance(good, exact, SAMPLES) < 2
    arrangements.acceptance = lambda account: (1, 1)  # type: ignore[method-assign]
    bad = frequencies(lambda: arrangements.sample(numbers).now, SAMPLES)
    assert distance(bad, exact, SAMPLES) > 2


def wide() -> Unknown:
    """Two hands that have shown much, so that what is proposed is often not accepted."""
    return Unknown(
        free=(1, 3, 1),
        pieces=(2, 3),
        older=(3, 4),
        fresh=(3, 2),
        old=(0, 2, 2),
        shown=((0, 0), (1, 0), (2, 1)),
    )
