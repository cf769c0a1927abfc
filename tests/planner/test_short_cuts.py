"""The planner's short cuts beside what they stand for."""

from __future__ import annotations

import random
from hashlib import blake2b
from itertools import compress

import pytest

import elfen
from elfen import Ruleset, View, compile_ruleset
from elfen.bots import choose, stock_players
from elfen.bots.planner import steps
from elfen.bots.planner.follow import follow
from elfen.bots.planner.recalled import known_tours
from elfen.bots.planner.search import Search
from elfen.bots.planner.tallies import MIXED, STOCK
from elfen.bots.planner.thrift import NewTowns, known_thrift
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
def test_the_course_of_a_planner_is_that_of_its_plan(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    game, chance, moving = rules.new_game(3, 5), random.Random(5), 0
    for number in range(400):
        if game.is_over or game.seat is None:
            break
        if number % 7 == 0:
            view = game.view(game.seat)
            plan = Planner(view).plan()
            course = Planner(view).course()
            assert tuple(action for _, action in course) == plan.actions
            moving += bool(plan)
        game = game.play(chance.choice(game.legal_actions))
    assert moving


def test_hopes_and_thrift_are_as_counted_one_by_one(rules: Ruleset) -> None:
    planner = Planner(crowded(rules, 9, 2))
    planner.best()
    search = planner._search
    assert search is not None
    assert search.worth.bounds is not None
    assert len(search.prospects.kept) > 20
    for at, (worth, hopes) in search.prospects.kept.items():
        most = len(hopes) - 1
        assert most == 9
        assert worth == sum(search.points_of(at))
        assert hopes == search.worth.hopes(search.points_of(at), most)


def test_thrift_is_as_counted_one_by_one(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_by_towns", lambda self: False)
    known_thrift.kept.clear()
    planner = Planner(crowded(rules, 9, 2))
    planner.best()
    search = planner._search
    assert search is not None
    packing = search.packing
    ((_, steps), thrift) = next(iter(known_thrift.kept.items()))
    ways = [fare[2] for rows in search.rows().values() for row in rows for fare in row[5]]
    single = {(d.zone, d.places): [] for way in ways for d in way.demands}
    assert all(len(way.demands) == 1 for way in ways)
    for way in ways:
        (demand,) = way.demands
        if (demand.n, packing.shift(demand.zone, demand.places), None) in steps:
            single[demand.zone, demand.places].append(demand.n)
    assert len(thrift.kept) > 20
    for held, left in thrift.kept.items():
        now, counted = held >> packing.top, [held >> packing.top]
        cheapest = {field: min(found) for field, found in single.items() if found}
        for (zone, places), n in sorted(cheapest.items(), key=lambda one: one[1]):
            for _ in range(min(packing.left(held, zone, places), now) // n):
                now -= n
                counted.append(now)
        assert left == tuple(counted)


@pytest.mark.parametrize("laying", [False, True])
def test_steps_to_new_towns_are_as_counted_one_by_one(rules: Ruleset, laying: bool) -> None:
    lays = COUNTERS if laying else ()
    planner = Planner(crowded(rules, 9, 2), lays, hopeful=True)
    planner.best(dict.fromkeys(lays, 1), most=60)
    search = planner._search
    assert search is not None
    packing, visited = search.packing, planner._seen.visited[0]
    start = search._start([1] * len(lays))
    start.thrift.kept.clear()
    follow(search, start, 60, None)
    assert isinstance(start.thrift, NewTowns)
    assert len(start.thrift.kept) > 10
    rows = [row for some in search.rows().values() for row in some if row[1] & ~visited]
    ends = {row[0] for row in rows}
    taken = [(fare[3], row[0]) for row in rows for fare in row[5]]
    takes = {(some[1:], end): [] for some, end in taken}
    for some, end in taken:
        takes[some[1:], end].append(some[0])
    for held, left in start.thrift.kept.items():
        costs = []
        for field in {field for (field, _), _ in takes}:
            found = []
            for stock in {stock for (one, stock), _ in takes if one == field}:
                some = sorted(min(n) for (key, _), n in takes.items() if key == (field, stock))
                found += some if stock is None else some[: held >> stock & packing.ones]
            there = held >> packing.top if field == MIXED else held >> field & packing.ones
            for n in sorted(found):
                there -= n
                costs += [n] * (there >= 0)
        counted = [held >> packing.top]
        for n in sorted(costs)[: len(ends)]:
            counted += [counted[-1] - n] * (counted[-1] >= n)
        assert left == tuple(counted)


@pytest.mark.parametrize("stock", [(0,) * 6, (1, 0, 3, 0, 0, 1), (2,) * 6])
def test_what_is_in_stock_is_what_can_be_laid(rules: Ruleset, stock: tuple[int, ...]) -> None:
    planner = Planner(crowded(rules, 9, 2), COUNTERS, hopeful=True)
    planner.best()
    search = planner._search
    assert search is not None
    assert len(search.ways.lays) == len(stock)
    assert all(exits == search.ways._exits(town) for town, exits in search.ways.exits.items())
    start, left_out = search._start(stock), 0
    for town in search.ways.exits:
        rows, costs = start.places[town]
        ways = [fare[2] for row in search.rows_of(town, counted=True) for fare in row[5]]
        laid = [way.laid is None or stock[search.ways.lays.index(way.laid)] for way in ways]
        assert [f[2] for row in rows for f in row[5]] == [*compress(ways, laid)]
        assert costs == sorted({fare[1] for row in rows for fare in row[5]})
        for row in rows:
            pieces = [sum(d.n for d in fare[2].demands if d.zone != STOCK) for fare in row[5]]
            assert [fare[0] for fare in row[5]] == sorted(pieces) == pieces
            assert row[4] == pieces[0]
        left_out += laid.count(0)
    assert (left_out > 0) == (0 in stock)


def test_rows_of_a_whole_town_are_those_of_its_exits(rules: Ruleset) -> None:
    found = 0
    for view in some_views(rules, every=9):
        planner = Planner(view)
        search, visited = planner._search, planner._seen.visited[planner.seat]
        assert search is not None
        assert search.ways.go_on
        whole = search.rows()
        search.ways.go_on = False
        for town, rows in search.rows().items():
            for one, other in zip(whole[town], rows, strict=True):
                end, bit, when_taken, when_new, least, fares = other
                assert one[:3] + one[4:5] == (end, bit, when_taken, least)
                assert one[3] == when_new or not bit & ~visited
                assert [fare[:2] for fare in one[5]] == [fare[:2] for fare in fares]
                found += 1
    assert found > 20


@pytest.mark.parametrize(
    ("expansions", "always"), [((), True), (("favor",), True), (("sea",), False)]
)
def test_a_step_always_leads_on_only_if_it_does_from_every_town(
    expansions: tuple[str, ...], always: bool
) -> None:
    (one,) = steps.steps_of(compile_ruleset(expansions=expansions))
    assert one.returns is not None
    assert one.always_returns is always


def test_lines_that_stay_the_same_on_the_way_say_so_if_asked() -> None:
    for view in some_views(compile_ruleset(expansions=["sea"]), every=31):
        planner = Planner(view)
        planner.best()
        worth, seat = planner._worth, planner.seat
        assert worth._fixed is not None
        assert {None} < {*worth._fixed}
        assert planner._search is not None
        for (town, visited, _), points in planner._search.points.kept.items():
            worth.position.suppose(seat, town, visited)
            assert points == tuple([line(worth.position, seat) for line in worth.lines])


@pytest.mark.parametrize("expansions", [(), ("favor",)])
def test_a_tour_is_as_good_without_the_bound_by_new_towns(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    for view in some_views(rules, every=29):
        stock = dict.fromkeys(COUNTERS, 1)
        best = Planner(view, COUNTERS, hopeful=True, lasting=True).best(stock)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Search, "_by_towns", lambda self: False)
            known_tours.kept.clear()
            slow = Planner(view, COUNTERS, hopeful=True, lasting=True).best(stock)
        known_tours.kept.clear()
        assert (best.total, best.kept) == (slow.total, slow.kept)
        assert best.complete


@pytest.mark.parametrize("expansions", [(), ("sea",)])
def test_a_plan_is_the_same_if_the_kernel_makes_every_step(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    assert steps.known_steps[rules][0].returns is not None
    plans = [elfen.plan(view) for view in some_views(rules, every=17)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "_returns", lambda rules, owned: None)
        steps.known_steps.kept.clear()
        assert plans == [elfen.plan(view) for view in some_views(rules, every=17)]
    steps.known_steps.kept.clear()
    assert any(plans)


def some_views(rules: Ruleset, every: int) -> list[View]:
    """Views of the seat that decides on the way through a random game."""
    game, chance = rules.new_game(3, 5), random.Random(5)
    found = []
    for number in range(400):
        if game.is_over or game.seat is None:
            break
        if number % every == 0:
            found.append(game.view(game.seat))
        game = game.play(chance.choice(game.legal_actions))
    return found


#: The digest of all actions of a game of four greedy players with this seed, by its expansions.
PLAYED = {((), 1): "a0ddb57d996bf2bb", (("gold",), 2): "5f47c5f9ef3ba0fd"}


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
