"""What can be known when cards are drawn out of somebody's hand: exactly, or rightly forgotten."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from operator import sub

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from elfen import PositionError, Ruleset, State, compile_ruleset
from elfen.declare.agenda import Chance
from elfen.declare.chance import Drawn
from elfen.declare.kinds import Pieces
from elfen.kernel.table import Table
from elfen.knowledge import ledger as the_knowledge
from elfen.knowledge.ledger import Ledger
from elfen.knowledge.seen_by_one import Alone
from elfen.testing import LawBroken, conservation, noninterference, progress, purity, sampling
from elfen.testing.sampling import in_bulk, singly
from elfen.testing.sampling import shrunken as small
from elfen.views.determinization import unknown

from . import shrunken
from .exact import by_the_model
from .histories import MAKE, History
from .shrunken import HAND, PLAYED, TURN
from .test_exact import DECKS
from .test_games import holds_for, is_possible, walk

rules_with = cache(MAKE)
robbing = cache(lambda counts: compile_ruleset(base=shrunken.make(counts, robbers=True)))

PLAYERS = 3
SEATS = st.integers(0, PLAYERS - 1)
STEPS = st.lists(
    st.tuples(st.sampled_from(["show", "steal", "steal", "take"]), SEATS, SEATS), max_size=5
)


def a_round(history: History, deals: list[int], steps: list[tuple[str, int, int]]) -> None:
    """Cards are dealt; then seats show, take and steal cards, as long as nothing is forgotten."""
    for seat, n in enumerate(deals):
        history.deal(seat, n)
    for what, seat, other in steps:
        if what != "steal":
            getattr(history, what)(seat)
        elif seat != other and not history.forgets(seat, other):
            history.steal(seat, other)


@st.composite
def robberies(draw: st.DrawFn) -> History:
    """Two rounds in which cards are stolen, and mixed in between, if any have been played."""
    numbers = random.Random(draw(st.integers(0, 2**32)))
    observers: list[int | None] = [None, *range(PLAYERS)]
    history = History(rules_with(draw(DECKS)), PLAYERS, numbers, observers)
    deals = st.lists(st.integers(0, 2), min_size=PLAYERS, max_size=PLAYERS)
    a_round(history, draw(deals), draw(STEPS))
    if history.table.size(PLAYED):
        history.mix()
        # Before and after new cards are dealt.
        a_round(history, [], [step for step in draw(STEPS) if step[0] == "steal"])
        a_round(history, draw(deals), draw(STEPS)[:3])
    assume(any("steal" in told for told in history.told))
    return history


@given(robberies())
def test_what_is_known_after_a_theft_is_exactly_what_can_be_known(history: History) -> None:
    for memory in history.memories:
        exact = memory.now()
        assert history.by_the_ledger(memory.observer) == exact, (history.told, memory.observer)
    assert not [w for w in history.rules.validate(history.state) if w.startswith("ledger")]


@given(st.sampled_from([(2, 2, 1), (3, 2, 1), (4, 1, 1)]), st.integers(2, 3), st.integers(0, 10**9))
def test_the_truth_is_always_possible(counts: tuple[int, ...], players: int, seed: int) -> None:
    """Whatever is forgotten: in whole games, cards that were taken openly are stolen as well."""
    rules, numbers = robbing(counts), random.Random(seed)
    for step, state in enumerate(walk(rules, players, seed)):
        assert rules.validate(state) == ()
        seat = (None, *range(players))[step % (players + 1)]
        assert is_possible(rules, state, seat)
        holds_for(rules, state, seat, numbers)
        assert truth(rules, state, seat)


def truth(rules: Ruleset, state: State, seat: int | None) -> object:
    """The probability of the true state, by what an observer knows."""
    view = rules.observe(state, seat)
    (family,) = unknown(view)
    hidden = [n for n, holding in enumerate(view.holdings) if holding.pieces is None]
    rows = [state.zones[n] for n in hidden]
    for at, n in enumerate(hidden):
        for sure in (state.ledger.known[n], *alone(state, seat, n)):
            if sure is not None:
                rows[at] = tuple(map(sub, rows[at], sure))
    return by_the_model(family).get(tuple(rows))


def alone(state: State, seat: int | None, zone: int) -> list[tuple[int, ...]]:
    return [one.there for one in state.ledger.alone if (one.seat, one.zone) == (seat, zone)]


# What each of them knows -----------------------------------------------------------------


def robbed(known: dict[str, int], stolen: list[str], players: int = 3) -> tuple[Ruleset, State]:
    """Seat 0 has drawn these cards out of the hand of seat 1: two pigs and two dragons."""
    rules = robbing((3, 3, 2))
    there = rules.build(players).at(TURN, seat=0, round=2)
    there = there.zone(HAND.of(1), {"pig": 2, "dragon": 2}).known(HAND.of(1), known)
    state = rules.apply(there.state(), rules.parse(f"rob {len(stolen)}"))
    return rules, rules.apply(state, Drawn(Pieces.of(stolen)))


def knows(rules: Ruleset, state: State, seat: int | None) -> dict[int | None, str]:
    """By whose hand: what an observer knows of it, as all do or alone."""
    known = rules.observe(state, seat).known
    found: dict[int | None, Pieces] = {}
    for one in (*known.there, *known.alone):
        found[one.seat] = Pieces.of([*found.get(one.seat, Pieces()), *one.pieces])
    return {whose: str(pieces) for whose, pieces in sorted(found.items(), key=str)}


def test_who_is_robbed_knows_what_the_robber_has_and_nobody_else_does() -> None:
    rules, state = robbed({}, ["pig"])
    assert [knows(rules, state, seat) for seat in (0, 1, 2, None)] == [{}, {0: "pig"}, {}, {}]


def test_a_card_that_all_knew_may_have_gone_but_who_saw_another_go_knows_better() -> None:
    rules, state = robbed({"pig": 1, "dragon": 2}, ["pig"])
    # All know of one dragon that it is left. The robber has seen that both are.
    assert knows(rules, state, None) == knows(rules, state, 2) == {1: "dragon"}
    assert knows(rules, state, 0) == {1: "dragon*2"}
    assert knows(rules, state, 1) == {0: "pig", 1: "dragon"}


def test_cards_that_are_drawn_at_once_are_known_as_if_they_went_one_by_one() -> None:
    rules, at_once = robbed({"pig": 2, "dragon": 1}, ["dragon", "pig"])
    there = rules.build(3).at(TURN, seat=0, round=2).zone(HAND.of(1), {"pig": 2, "dragon": 2})
    state = rules.apply(
        there.known(HAND.of(1), {"pig": 2, "dragon": 1}).state(), rules.parse("rob 2")
    )
    for card in ("pig", "dragon"):
        state = rules.apply(state, Drawn(Pieces.of([card])))
    assert state == at_once


def test_what_one_knew_alone_may_be_stolen_on_and_is_used_up_when_it_is_shown() -> None:
    rules, state = robbed({}, ["pig"])
    zones = [rules.layout.index(HAND, seat) for seat in range(3)]
    change = rules.changes[zones[0]][zones[2]]
    assert change is not None
    ledger = change(state.ledger, state.zones, zones[0], zones[2], (0, 1, 0))
    assert ledger.alone == (Alone(0, zones[2], (0, 1, 0), (0, 0, 0), (0, 0, 0)),)
    shown = rules.changes[zones[0]][rules.layout.index(PLAYED)]
    assert shown is not None
    assert shown(state.ledger, state.zones, zones[0], 0, (0, 1, 0)).alone == ()
    assert shown(state.ledger, state.zones, zones[0], 0, (1, 0, 0)).alone == state.ledger.alone


def test_the_ledger_of_a_theft_comes_back_from_its_data() -> None:
    _, state = robbed({"dragon": 2}, ["pig"])
    data = state.ledger.to_data()
    assert len(state.ledger.alone) == 2
    assert Ledger.from_data(data) == state.ledger
    for wrong in ([[0]], [[0, "x", [], [], []]], 3, [[0, 1, [-1], [], []]]):
        with pytest.raises(PositionError, match="ledger"):
            Ledger.from_data({**data, "alone": wrong})


@pytest.mark.parametrize(
    "entry",
    [
        Alone(9, 2, (0, 1, 0), (0, 0, 0), (0, 0, 0)),
        Alone(0, 2, (0, 1, 0), (0, 0, 0), (0, 0, 0)),
        Alone(1, 0, (0, 1, 0), (0, 0, 0), (0, 0, 0)),
        Alone(1, 99, (0, 1, 0), (0, 0, 0), (0, 0, 0)),
        Alone(1, 2, (0, 9, 0), (0, 0, 0), (0, 0, 0)),
        Alone(1, 2, (0, 1), (0, 0, 0), (0, 0, 0)),
        Alone(1, 2, (0, 1, 0), (0, 1, 0), (0, 0, 0)),
        Alone(1, 2, (0, 1, 0), (1, 0, 0), (0, 0, 0)),
        Alone(1, 2, (0, 1, 0), (0, 0, 0), (0, 1, 0)),
    ],
)
def test_what_cannot_be_known_alone_is_no_sound_state(entry: Alone) -> None:
    rules, state = robbed({}, ["pig"])
    assert rules.layout.index(HAND, 0) == 2
    assert rules.validate(state) == ()
    wrong = rules.validate(evolve(state, ledger=state.ledger._replace(alone=(entry,))))
    assert wrong
    assert all(text.startswith("ledger: ") for text in wrong)
    twice = rules.validate(
        evolve(state, ledger=state.ledger._replace(alone=state.ledger.alone * 2))
    )
    assert any("twice" in text for text in twice)


# The laws --------------------------------------------------------------------------------


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_robbers_keeps_the_laws(players: int) -> None:
    rules = robbing((4, 4, 3))
    for state in walk(rules, players, seed=players):
        for law in (conservation, progress, purity):
            law(rules, state)
        for action in rules.legal_actions(state):
            if str(action).startswith("rob"):
                after = rules.apply(state, action)
                sampling(rules, after)
                noninterference(rules, after)
        noninterference(rules, state)


def test_the_chances_of_a_theft_are_those_of_the_hand_and_bulk_agrees() -> None:
    rules = robbing((3, 3, 2))
    there = rules.build(3).at(TURN, seat=0, round=2).zone(HAND.of(1), {"pig": 2, "dragon": 1})
    state = rules.apply(there.state(), rules.parse("rob 2"))
    assert {str(o): p for o, p in rules.outcomes(state)} == {
        "drawn dragon": Fraction(1, 3),
        "drawn pig": Fraction(2, 3),
    }
    assert in_bulk(rules, small(rules, state)) == singly(rules, small(rules, state))
    sampling(rules, state)
    noninterference(rules, state, None)
    assert state.agenda[-1] == Chance("shrunken/rob", 0, (2, 1))


# Faults made on purpose ------------------------------------------------------------------


def left_as_it_was(entries: object, *rest: object) -> object:
    return entries


def caught(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., object]) -> int:
    """How many histories and games of robbers show a fault."""
    found = 0
    monkeypatch.setattr(the_knowledge, name, fault)
    for seed in range(40):
        numbers = random.Random(seed)
        history = History(rules_with((3, 3, 2)), PLAYERS, numbers, [None, 0, 1])
        a_round(history, [2, 2, 2], [])
        for _ in range(4):
            robber, victim = numbers.sample(range(PLAYERS), 2)
            history.steal(robber, victim) if not history.forgets(robber, victim) else None
            history.show(numbers.randrange(PLAYERS))
        found += any(history.by_the_ledger(m.observer) != m.now() for m in history.memories)
        for state in walk(robbing((2, 2, 1)), 3, seed):
            found += bool(robbing((2, 2, 1)).validate(state))
    return found


@pytest.mark.alike(4)
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("gave", left_as_it_was),
        ("left", left_as_it_was),
        ("shown_to_all", left_as_it_was),
    ],
)
def test_a_ledger_that_forgets_or_keeps_too_much_would_be_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., object]
) -> None:
    assert caught(monkeypatch, name, fault)


def test_pieces_that_go_all_at_once_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two cards that go together more is known than of one and then another."""
    rules = robbing((3, 3, 2))
    there = rules.build(3).at(TURN, seat=0, round=2).zone(HAND.of(1), {"pig": 1, "dragon": 1})
    there = there.known(HAND.of(1), {"pig": 1})
    state = rules.apply(there.state(), rules.parse("rob 2"))
    sampling(rules, state)

    def at_once(table: Table, source: int, target: int, counts: tuple[int, ...], _: str) -> None:
        table.shift(source, target, counts)

    monkeypatch.setattr(Table, "shift_singly", at_once)
    with pytest.raises(LawBroken, match="leads elsewhere when it is drawn piece by piece"):
        sampling(rules, state)
