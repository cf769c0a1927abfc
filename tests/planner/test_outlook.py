"""The outlook: of tours that are worth the same, the one that ends best for later rounds."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from elfen import Game, Ruleset, compile_ruleset
from elfen.bots import GreedyPlayer, PlannerPlayer, farsighted, is_farsighted
from elfen.bots.planner.outlook import SCALE, Outlook, length
from elfen.kernel import State
from elfen.land import COUNTERS, MOVE
from elfen.plugin import Planner


def spanning(rules: Ruleset, towns: list[int]) -> int:
    """The least number of routes that join towns: the slow and obvious way, by Kruskal."""
    distances = rules.board.distances
    parts = {town: {town} for town in towns}
    total = 0
    for one, other in sorted(combinations(towns, 2), key=lambda pair: distances[pair[0]][pair[1]]):
        if parts[one] is not parts[other]:
            total += distances[one][other]
            parts[one] |= parts[other]
            for town in parts[other]:
                parts[town] = parts[one]
    return total


def test_the_length_is_that_of_a_minimum_spanning_tree() -> None:
    rules, chance = compile_ruleset(), random.Random(1)
    for _ in range(60):
        town, *left = chance.sample(range(len(rules.board.towns)), chance.randrange(1, 20))
        bits = sum(1 << n for n in left)
        assert length(rules, town, bits, 99) == spanning(rules, [town, *left])


def test_no_more_towns_are_joined_than_the_seat_may_come_to() -> None:
    rules = compile_ruleset()
    numbers = rules.board.town_number
    here, near, far = (numbers[town] for town in ("virst", "ixara", "tichih"))
    both = 1 << near | 1 << far
    assert length(rules, here, both, 1) == length(rules, here, 1 << near, 1)
    assert length(rules, here, both, 2) > length(rules, here, both, 1)
    assert length(rules, here, both, 0) == 0


def positions(rules: Ruleset) -> list[Game]:
    """Games in which a seat is to move, not in the last round."""
    found = []
    for seed in range(4):
        game, chance = rules.new_game(3, seed), random.Random(seed)
        while not game.is_over and game.state.round < rules.most_rounds:
            if game.pending.name == MOVE and chance.randrange(3) == 0:
                found.append(game)
            game = game.play(chance.choice(game.legal_actions))
    return found


def ends(game: Game, outlook: bool) -> tuple[int, int, State]:
    """A tour's worth, the outlook at its end, and the state there."""
    seat = game.seat
    assert seat is not None
    planner = Planner(game.view(seat), lasting=True, outlook=outlook)
    course = planner.course()
    state = planner.state
    if course:
        state, action = course[-1]
        state = game.rules.advance(state, action)
    far = Outlook(game.rules, planner._seen)
    return planner.best().total, far(state.boots[seat], state.visited[seat]), state


@pytest.mark.parametrize("expansions", [(), ("gold",), ("favor",)])
def test_the_outlook_decides_among_tours_of_the_same_worth_alone(
    expansions: tuple[str, ...],
) -> None:
    better = 0
    for game in positions(compile_ruleset(expansions=expansions)):
        worth, outlook, _ = ends(game, outlook=False)
        far_worth, far_outlook, _ = ends(game, outlook=True)
        assert far_worth == worth
        assert far_outlook >= outlook
        assert 0 <= far_outlook < SCALE
        better += far_outlook > outlook
    assert better


def test_tours_that_are_recalled_are_told_apart_by_their_outlook() -> None:
    rules = compile_ruleset()
    view = rules.new_game(3, 1).view(0)
    near = Planner(view, COUNTERS, hopeful=True, lasting=True).best(most=100, unlimited=True)
    far = Planner(view, COUNTERS, hopeful=True, lasting=True, outlook=True)
    assert far.best(most=100, unlimited=True) != near


def test_a_hopeful_course_goes_on_beyond_a_draw() -> None:
    """In Elfensea a village brings a draw, where what is certain ends."""
    rules = compile_ruleset(expansions=["sea"])
    longer = 0
    for game in positions(rules):
        view = game.view(game.seat)
        certain, hopeful = Planner(view, lasting=True), Planner(view, lasting=True, hopeful=True)
        assert hopeful.best().total >= certain.best().total
        if hopeful.best().total > certain.best().total:
            longer += 1
            assert hopeful.course()[0][1] in game.legal_actions
    assert longer


def test_advice_looks_far_for_the_planner_and_for_nobody_else() -> None:
    asked: list[bool] = []

    class Asking(PlannerPlayer):
        def value(self, view: object, action: object) -> float:
            asked.append(is_farsighted())
            return 0.0

    class Near(GreedyPlayer):
        value = Asking.value

    rules = compile_ruleset()
    view = rules.new_game(2, 1).view(0)
    Asking(rules).choose(view)
    Near(rules).choose(view)
    assert asked == [True] * len(view.legal_actions) + [False] * len(view.legal_actions)
    with pytest.raises(ZeroDivisionError), farsighted():
        raise ZeroDivisionError
    assert not is_farsighted()
