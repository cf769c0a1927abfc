"""A determinizer: kept, compared, copied, and the same distribution as the long way."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import elfen
from elfen import Determinizer, Game, Ruleset, compile_ruleset, determinize
from elfen.views import unseen_pieces

EXPANSIONS = [(), ("gold",), ("sea",), ("favor",), ("gold", "favor")]


@cache
def rules_with(*expansions: str) -> Ruleset:
    return compile_ruleset(expansions=expansions)


@cache
def in_the_middle(*expansions: str, steps: int = 150) -> Game:
    game, numbers = rules_with(*expansions).new_game(4, seed=8), random.Random(8)
    for _ in range(steps):
        game = game.play(numbers.choice(game.legal_actions))
    return game


@pytest.mark.parametrize("expansions", EXPANSIONS, ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_all_samples_in_a_game_look_like_the_true_state(
    expansions: tuple[str, ...], players: int
) -> None:
    rules, numbers = rules_with(*expansions), random.Random(players)
    game = rules.new_game(players, seed=players)
    while not game.is_over:
        if game.steps % 13 == 0:
            for seat in (None, game.steps % players):
                view = game.view(seat)
                determinizer = Determinizer(view)
                for _ in range(2):
                    world = determinizer.sample(numbers)
                    assert rules.validate(world) == ()
                    assert rules.observe(world, seat) == view.observation
        game = game.play(numbers.choice(game.legal_actions))


def test_a_kept_determinizer_goes_on_as_new_ones_do() -> None:
    view = in_the_middle().view(1)
    kept, numbers, others = Determinizer(view), random.Random(3), random.Random(3)
    kept_worlds = [kept.sample(numbers) for _ in range(30)]
    assert kept_worlds == [determinize(view, others) for _ in range(30)]
    assert len({str(world.zones) for world in kept_worlds}) == 30


@pytest.mark.parametrize("seat", [0, None])
def test_samples_of_one_determinizer_do_not_depend_on_each_other(seat: int | None) -> None:
    """Whether one sample has a card says nothing about the next: a chi-square of two by two."""
    game = in_the_middle(steps=80)
    determinizer, numbers = Determinizer(game.view(seat)), random.Random(5)
    hidden = [n for n, h in enumerate(game.view(seat).holdings) if h.pieces is None and h.size]
    zone = next(n for n in hidden if 1 < game.view(seat).holdings[n].size < 12)
    n = 4000
    rows = [determinizer.sample(numbers).zones[zone] for _ in range(n + 1)]
    kind = max(range(len(rows[0])), key=lambda k: min(sum(map(bool, [r[k] for r in rows])), n // 2))
    has = [bool(row[kind]) for row in rows]
    share = sum(has) / len(has)
    assert 0.05 < share < 0.95
    pairs = Counter(pairwise(has))
    wanted = {
        (a, b): n * (share if a else 1 - share) * (share if b else 1 - share)
        for a in (False, True)
        for b in (False, True)
    }
    assert sum((pairs[one] - m) ** 2 / m for one, m in wanted.items()) < 11  # one in a thousand


@pytest.mark.alike(2)
@pytest.mark.parametrize("expansions", EXPANSIONS, ids=str)
def test_zones_and_ledgers_come_as_often_as_by_the_long_way(expansions: tuple[str, ...]) -> None:
    """For each zone and kind, and for what lay there before, the mean of both ways agrees."""
    view = in_the_middle(*expansions).view(2)
    determinizer, numbers, n = Determinizer(view), random.Random(1), 1500
    quick = [determinizer.sample(numbers) for _ in range(n)]
    slow = [unseen_pieces(view, numbers) for _ in range(n)]

    def figures(zones: Any, ledger: Any) -> list[int]:
        then = [counts for mixing in ledger.mixings if mixing for counts in mixing.then]
        return [count for counts in (*zones, *then) for count in counts]

    ones = [figures(world.zones, world.ledger) for world in quick]
    others = [figures(*pieces) for pieces in slow]
    for a, b in zip(zip(*ones, strict=True), zip(*others, strict=True), strict=True):
        mean, other = sum(a) / n, sum(b) / n
        spread = sum((x - mean) ** 2 for x in a) / n
        assert abs(mean - other) <= 5 * (2 * max(spread, 1 / n) / n) ** 0.5
    assert [world.ledger.known for world in quick[:1]] == [slow[0][1].known]
    assert [world.ledger.shown for world in quick[:1]] == [slow[0][1].shown]


def test_a_determinizer_is_a_value() -> None:
    view = in_the_middle("gold").view(0)
    one, other = Determinizer(view), Determinizer(view.observation)
    assert one.view is view
    assert one == Determinizer(view) != other
    assert hash(one) == hash(Determinizer(view))
    assert one != view
    assert repr(one) == f"Determinizer({view!r})"
    for copied in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert copied == one
        assert copied.sample(random.Random(4)).zones == one.sample(random.Random(4)).zones
    with pytest.raises(AttributeError):
        one.view = other.view  # type: ignore[misc]


def test_it_depends_on_nothing_but_the_view() -> None:
    """Of two states that a seat cannot tell apart, the same seeds make the same worlds."""
    game = in_the_middle()
    rules = game.rules
    world = determinize(game.view(0), random.Random(9))
    assert world != game.state
    twins = [Determinizer(rules.observe(state, 0)) for state in (game.state, world)]
    for seed in range(5):
        one, other = (twin.sample(random.Random(seed)) for twin in twins)
        assert one == other


@pytest.mark.parametrize(
    "wrong", [None, 3, "view", [], in_the_middle()], ids=lambda w: str(type(w))
)
def test_what_is_no_view_is_refused_in_a_line(wrong: Any) -> None:
    for make in (Determinizer, lambda view: determinize(view, random.Random(1))):
        with pytest.raises(TypeError, match=r"made of a view, game\.view\(seat\)") as caught:
            make(wrong)
        assert len(str(caught.value).splitlines()) == 1


def test_a_view_of_no_possible_position_is_refused() -> None:
    from attrs import evolve

    view = in_the_middle().view(0)
    zones = [*view.table.zones]
    at = next(n for n, seen in enumerate(zones) if isinstance(seen, int) and seen)
    zones[at] += 1  # type: ignore[operator]
    with pytest.raises(elfen.PositionError, match="no possible position"):
        Determinizer(evolve(view, table=view.table._replace(zones=tuple(zones))))
