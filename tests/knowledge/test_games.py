"""Determinizing in whole games: of the shrunken deck, and of Elfenland."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from operator import sub

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from elfen import Decide, PositionError, Ruleset, State, compile_ruleset, determinize
from elfen.knowledge.arrangements import Arrangements
from elfen.knowledge.ledger import Ledger
from elfen.land import HAND, MOVE, PILE, PLAYED, SECRET, STACK
from elfen.plugin import HIDDEN, PUBLIC, Slot, frozen, shown
from elfen.views.determinization import unknown

from . import shrunken
from .exact import by_the_model

shrunken_rules = cache(lambda counts: compile_ruleset(base=shrunken.make(counts)))
land = cache(lambda edition: compile_ruleset(edition))


def walk(rules: Ruleset, players: int, seed: int) -> Iterator[State]:
    """The states of a game in which everyone plays at random."""
    numbers = random.Random(seed)
    game = rules.new_game(players, seed)
    while not game.is_over:
        yield game.state
        game = game.play(numbers.choice(game.legal_actions))
    yield game.state


def holds_for(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> State:
    """A determinized state is sound, and the observer cannot tell it from the true one."""
    view = rules.observe(state, seat)
    world = determinize(view, numbers)
    assert rules.validate(world) == ()
    assert rules.observe(world, seat) == view
    item = rules.pending(state)
    assert rules.pending(world) == item
    if isinstance(item, Decide) and item.seat == seat:
        assert rules.legal_actions(world) == rules.legal_actions(state)
    return world


def is_possible(rules: Ruleset, state: State, seat: int | None) -> bool:
    """Whether, by what an observer knows, at least one arrangement of the true kind is left."""
    for family in unknown(rules.observe(state, seat)):
        arrangements = Arrangements(family)
        numbers = random.Random(1)
        account, _ = arrangements.draw(numbers)
        if [*family.problems()] or not arrangements.weight(account):
            return False
    return True


@given(st.sampled_from([(3, 3, 2), (4, 2, 1), (5, 5, 5)]), st.integers(2, 3), st.integers(0, 10**6))
def test_in_shrunken_games_nobody_can_tell(
    counts: tuple[int, ...], players: int, seed: int
) -> None:
    rules, numbers = shrunken_rules(counts), random.Random(seed)
    for state in walk(rules, players, seed):
        assert rules.validate(state) == ()
        for seat in (None, *range(players)):
            assert is_possible(rules, state, seat)
            holds_for(rules, state, seat, numbers)


@pytest.mark.parametrize("edition", ["white-wind", "rio-grande", "deluxe"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_in_elfenland_nobody_can_tell(edition: str, players: int) -> None:
    rules, numbers = land(edition), random.Random(players)
    for step, state in enumerate(walk(rules, players, seed=players)):
        assert rules.validate(state) == ()
        if step % 11 == 0:
            for seat in (None, step % players):
                assert is_possible(rules, state, seat)
                holds_for(rules, state, seat, numbers)


@given(st.sampled_from([(2, 2, 1), (3, 2, 1), (2, 2, 2)]), st.integers(0, 10**6))
def test_the_truth_is_always_possible(counts: tuple[int, ...], seed: int) -> None:
    rules = shrunken_rules(counts)
    for step, state in enumerate(walk(rules, 2, seed)):
        if step % 3 == seed % 3:
            view = rules.observe(state, (None, 0, 1)[step % 2])
            (family,) = unknown(view)
            known = [counts or (0, 0, 0) for counts in state.ledger.known]
            truth = tuple(
                tuple(map(sub, state.zones[n], known[n]))
                for n, holding in enumerate(view.holdings)
                if holding.pieces is None
            )
            assert by_the_model(family).get(truth)


def test_worlds_differ_and_repeat_with_the_same_numbers() -> None:
    rules = land("rio-grande")
    view = rules.new_game(4, seed=2).view(1)
    worlds = [determinize(view, random.Random(n)) for n in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]


def late(rules: Ruleset) -> State:
    """A position in the third round, with hands and secrets of several rounds."""
    return next(
        state for state in walk(rules, 4, seed=3) if (state.round, turn(state)) == (3, MOVE)
    )


def turn(state: State) -> str:
    item = state.agenda[-1]
    return item.name if isinstance(item, Decide) else ""


# The ledger as a value -------------------------------------------------------------------


def test_a_ledger_comes_back_from_its_data() -> None:
    ledger = late(land("rio-grande")).ledger
    assert any(ledger.mixings)
    assert Ledger.from_data(ledger.to_data()) == ledger


@pytest.mark.parametrize(
    "change",
    [
        {"known": 1},
        {"known": [[1, "2"]]},
        {"shown": [[-1]]},
        {"mixings": [{"pool": 0}]},
        {"mixings": [{"pool": "x", "fresh": [], "then": [], "known": [], "given": []}]},
        {"more": 1},
    ],
)
def test_data_that_is_no_ledger_is_refused(change: dict[str, object]) -> None:
    data = late(land("rio-grande")).ledger.to_data()
    with pytest.raises(PositionError, match="ledger"):
        Ledger.from_data({**data, **change})


def test_what_cannot_be_known_is_no_sound_state() -> None:
    rules = land("rio-grande")
    state = late(rules)
    ledger = state.ledger
    hand, played = rules.layout.index(HAND, 1), rules.layout.index(PLAYED)
    stack, pile = rules.layout.index(STACK), rules.layout.index(PILE)
    cards = next(m for m in ledger.mixings if m is not None and m.pool == stack)
    at = ledger.mixings.index(cards)

    def known(zone: int, counts: tuple[int, ...] | None) -> Ledger:
        return ledger._replace(known=put(ledger.known, zone, counts))

    def mixing(**changes: object) -> Ledger:
        return ledger._replace(mixings=put(ledger.mixings, at, cards._replace(**changes)))

    faults = {
        "too much known": known(hand, (9,) * 7),
        "known of an open zone": known(played, (0,) * 7),
        "known of other kinds": known(hand, (0,) * 3),
        "short": ledger._replace(shown=()),
        "no pool": mixing(pool=hand),
        "into the wrong pool": mixing(pool=pile),
        "nothing fresh": mixing(fresh=(0,) * 7),
        "too few zones": mixing(then=cards.then[:-1]),
        "other hands": mixing(then=(cards.then[0], *[(9,) * 7 for _ in cards.then[1:]])),
        "shown without a mixing": ledger._replace(mixings=put(ledger.mixings, at, None)),
        "not shown": ledger._replace(shown=(None,) * len(ledger.shown)),
    }
    assert rules.validate(state) == ()
    for name, fault in faults.items():
        wrong = rules.validate(evolve(state, ledger=fault))
        assert wrong, name
        assert all(text.startswith("ledger: ") for text in wrong)


def put(items: tuple[object, ...], at: int, item: object) -> tuple[object, ...]:
    return (*items[:at], item, *items[at + 1 :])


# Built positions, and slots ----------------------------------------------------------------


def test_of_a_built_position_nothing_is_known_but_what_one_says() -> None:
    rules = land("rio-grande")
    there = rules.build(players=3).at(MOVE, seat=0, round=2)
    there = there.zone(HAND.of(1), {"dragon": 3, "raft": 1}).zone(PLAYED, {"raft": 11})
    plain = rules.observe(there.state(), 0)
    assert plain.known.there == plain.known.mixed == ()
    told = rules.observe(there.known(HAND.of(1), {"raft": 1, "dragon": 1}).state(), 0)
    rafts = rules.layout.kinds_of(HAND)[-1].id
    assert rafts == "raft"
    for seed in range(20):
        world = determinize(told, random.Random(seed))
        hand = rules.layout.pieces(HAND, world.zones[rules.layout.index(HAND, 1)]).counts
        assert hand["raft"] == 1 <= hand["dragon"]


@pytest.mark.parametrize(
    ("place", "counts"),
    [(STACK, {"raft": 1}), (PLAYED, {"raft": 1}), (HAND.of(9), {}), (HAND.of(1), {"boat": 1})],
)
def test_what_cannot_be_known_cannot_be_said(place: object, counts: dict[str, int]) -> None:
    with pytest.raises(PositionError):
        land("rio-grande").build(players=3).known(place, counts)  # type: ignore[arg-type]


def test_more_than_lies_there_cannot_be_known() -> None:
    with pytest.raises(PositionError, match="known"):
        land("rio-grande").build(players=2).known(SECRET.of(1), {"dragon": 1}).state()


@frozen
class Box:
    number: int = shown(HIDDEN)
    seen: int = shown(PUBLIC)


def boxed(**slot: object) -> Ruleset:
    box = Slot("shrunken", Box, start=lambda players: Box(7, 3), **slot)  # type: ignore[arg-type]
    return compile_ruleset(base=shrunken.make(slots=(box,)))


def test_a_slot_that_hides_something_is_made_by_its_plugin() -> None:
    rules = boxed(worlds=lambda seen, rng: Box(rng.randrange(100, 200), 3))
    state = rules.new_game(2, seed=1).state
    world = holds_for(rules, state, 0, random.Random(1))
    assert 100 <= dict(world.ext.items())["shrunken"].number < 200  # type: ignore[attr-defined]


def test_a_slot_that_hides_something_and_does_not_say_what_is_named() -> None:
    rules = boxed()
    view = rules.observe(rules.new_game(2, seed=1).state, 0)
    with pytest.raises(PositionError, match=r"'shrunken'.*worlds="):
        determinize(view, random.Random(1))
