"""The planner's short cuts beside what they stand for."""

from __future__ import annotations

import random
from hashlib import blake2b

import pytest

import elfen
from elfen import Ruleset, View, compile_ruleset
from elfen.bots import choose, stock_players
from elfen.land import COUNTERS, HAND, MOVE, TRANSPORTS
from elfen.plugin import Planner


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset()


def crowded(rules: Ruleset, cards: int, seed: int) -> View:
    """A seat about to move with so many cards, among as many counters as there may be."""
    chance = random.Random(seed)
    table = rules.build(rules.most_players).at(MOVE, seat=0, round=1).boot(0, "feodor")
    deck = [kind for kind, transport in TRANSPORTS.items() for _ in range(transport.cards)]
    hand = chance.sample(deck, cards)
    table.zone(HAND.of(0), {kind: hand.count(kind) for kind in hand})
    left = {kind: TRANSPORTS[kind.id].counters for kind in COUNTERS}
    roads = [r for r in rules.board.routes if rules.terrains[r.terrain].road]
    for road in chance.sample(roads, 30):
        suited = [k for k in COUNTERS if road.terrain in TRANSPORTS[k.id].chart and left[k]]
        if suited:
            kind = chance.choice(suited)
            left[kind] -= 1
            table.lay(road.id, kind.id)
    return rules.game_from(table.state()).view(0)


def test_a_plan_with_a_very_large_hand_is_bounded_and_says_so(rules: Ruleset) -> None:
    plan = elfen.plan(crowded(rules, 40, 40))
    assert plan.nodes < 40_000
    assert not plan.complete
    assert plan.gain >= 15


def test_a_plan_with_a_large_hand_of_a_game_is_not_cut_short(rules: Ruleset) -> None:
    assert all(elfen.plan(crowded(rules, 12, seed)).complete for seed in range(3))


@pytest.mark.parametrize("expansions", [(), ("gold",), ("favor",), ("sea",)])
def test_the_first_action_is_that_of_the_whole_plan(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    game, chance, moving = rules.new_game(3, 5), random.Random(5), 0
    for number in range(400):
        if game.is_over or game.seat is None:
            break
        if number % 7 == 0:
            view = game.view(game.seat)
            plan = Planner(view).plan()
            assert Planner(view).first() == (plan.actions[0] if plan else None)
            moving += bool(plan)
        game = game.play(chance.choice(game.legal_actions))
    assert moving


def test_hopes_and_thrift_are_as_counted_one_by_one(rules: Ruleset) -> None:
    planner = Planner(crowded(rules, 9, 2))
    planner.best()
    search = planner._search
    assert search is not None
    assert search.worth.bounds is not None
    most = search.purse.start >> search.purse.top
    assert len(search.hopes.kept) > 20
    assert len(search.thrift.kept) > 20
    for at, hopes in search.hopes.kept.items():
        assert hopes == search.worth.hopes(search.points_of(at), most)
    paid = {
        (demand.zone, demand.places, demand.n)
        for rows in search.rows.values()
        for row in rows
        for demand in row[5].demands
    }
    single = {(zone, places) for zone, places, _ in paid}
    for held, left in search.thrift.kept.items():
        now, steps = held >> search.purse.top, [held >> search.purse.top]
        cheapest = {
            field: min(n for zone, places, n in paid if (zone, places) == field) for field in single
        }
        for (zone, places), n in sorted(cheapest.items(), key=lambda one: one[1]):
            for _ in range(min(search.purse.left(held, zone, places), now) // n):
                now -= n
                steps.append(now)
        assert left == tuple(steps)


#: The digest of all actions of a game of four greedy players with this seed, by its expansions.
PLAYED = {((), 1): "d741ebd1f955390b", (("gold",), 2): "3ff928b12d800ee5"}


@pytest.mark.parametrize(("expansions", "seed"), PLAYED)
def test_greedy_players_play_recorded_games_again(expansions: tuple[str, ...], seed: int) -> None:
    rules = compile_ruleset(expansions=expansions)
    game, players = rules.new_game(4, seed), stock_players(["greedy"], rules, 4, seed)
    played = []
    while not game.is_over:
        action = choose(game, players)
        played.append(str(action))
        game = game.play(action)
    digest = blake2b("\n".join(played).encode(), digest_size=8).hexdigest()
    assert digest == PLAYED[expansions, seed]
