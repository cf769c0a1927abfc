"""Players that search: they know no more than their seat, and do what their papers say."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from itertools import combinations, count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import elfen
from elfen import Game, Ruleset, View, compile_ruleset
from elfen.bots import STOCK, Player, is_farsighted, play, player
from elfen.bots.ismcts import IsmctsPlayer
from elfen.bots.playouts import Playouts
from elfen.bots.prospects import rewards
from elfen.bots.tree import Node
from elfen.errors import ElfenError
from elfen.kernel import Dealer, State
from elfen.land import HAND, MOVE
from elfen.plugin import Action

sys.path.append(str(Path(__file__).parents[1] / "probes"))

RULESETS = ["land", "gold", "sea", "favor", "gold favor"]

#: Every stock player, with little to do.
QUICK = {name: name for name in STOCK} | {
    "flat": "flat:playouts=1",
    "ismcts": "ismcts:iterations=12,rollout=light",
    "ismcts, planner": "ismcts:iterations=2,prior=0",
    "ismcts, one tree": "ismcts:iterations=6,prior=0,rollout=light,trees=one",
    "ismcts, greedy": "ismcts:iterations=1,prior=0,rollout=greedy",
}

#: Settings with which all iterations are made on their own, as in the paper.
ALONE: dict[str, Any] = {"prior": 0, "rollout": "light"}


def rules_of(names: str) -> Ruleset:
    return compile_ruleset(expansions=[name for name in names.split() if name != "land"])


def alike(rules: Ruleset, chance: random.Random) -> list[tuple[Game, Game]]:
    """Pairs of games whose states differ, but not to the seat that decides."""
    game = rules.new_game(3, chance.randrange(1000))
    found: list[tuple[Game, Game]] = []
    while not game.is_over and len(found) < 6:
        if len(game.legal_actions) > 1 and chance.randrange(8) == 0:
            world = elfen.determinize(game.view(game.seat), chance)
            if world != game.state:
                found.append((rules.game_from(game.state), rules.game_from(world)))
        game = game.play(chance.choice(game.legal_actions))
    return found


def peeks(rules: Ruleset, one: Player, other: Player, games: tuple[Game, Game]) -> bool:
    """Whether two players that are made alike choose otherwise where only secrets differ."""
    seat = games[0].seat
    assert games[1].seat == seat
    return one.choose(games[0].view(seat)) != other.choose(games[1].view(seat))


@pytest.mark.alike(2)
@pytest.mark.parametrize("spec", QUICK.values(), ids=QUICK)
@pytest.mark.parametrize("names", RULESETS)
def test_no_player_peeks(names: str, spec: str) -> None:
    rules = rules_of(names)
    pairs = alike(rules, random.Random(5))
    assert pairs
    for pair in pairs:
        assert not peeks(rules, player(spec, rules, 3), player(spec, rules, 3), pair)


class Peeping:
    """Chooses by what others hold, which it was told behind its seat's back."""

    def __init__(self, state: State) -> None:
        self.secret = hash(state.zones)

    def choose(self, view: View) -> Action:
        return view.legal_actions[self.secret % len(view.legal_actions)]


def test_a_player_that_peeks_is_found_out() -> None:
    rules = rules_of("land")
    pairs = alike(rules, random.Random(5))
    assert any(
        peeks(rules, Peeping(one.state), Peeping(other.state), (one, other)) for one, other in pairs
    )


@pytest.mark.parametrize("names", RULESETS)
def test_search_comes_to_an_end_in_every_game(names: str) -> None:
    rules = rules_of(names)
    seats: list[Player] = [
        player("ismcts:iterations=2,rollout=light", rules, 1),
        player("random", rules, 2),
    ]
    assert play(rules.new_game(2, 1), seats).is_over


@pytest.mark.alike(2)
@pytest.mark.parametrize("probes", ["letters", "isles", "wells", "teams"])
def test_search_plays_what_strangers_add(probes: str) -> None:
    rules = compile_ruleset(expansions=[import_module(probes)])
    n = rules.fewest_players
    seats = [player("ismcts:iterations=2,rollout=light", rules, seat) for seat in range(n)]
    assert play(rules.new_game(n, 1), seats).is_over


def test_search_plays_another_game_without_advice() -> None:
    rules = compile_ruleset(base=import_module("snails"))
    for spec in ("flat:playouts=1", "ismcts:iterations=2", "ismcts:iterations=2,rollout=light"):
        assert play(rules.new_game(3, 1), [player(spec, rules, n) for n in range(3)]).is_over


def test_the_same_seed_and_iterations_give_the_same_game() -> None:
    rules = rules_of("land")

    def totals(seed: int) -> list[str]:
        seats = [IsmctsPlayer(rules, seed, iterations=12, **ALONE), player("random", rules, 1)]
        return [str(entry) for entry in play(rules.new_game(2, 1), seats).log]

    assert totals(1) == totals(1)
    assert totals(1) != totals(2)


def test_seconds_are_a_budget_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("elfen.bots.ismcts.perf_counter", lambda: next(ticks) / 100)
    rules = rules_of("land")
    one = IsmctsPlayer(rules, 1, iterations=1, seconds=0.5, **ALONE)
    one.choose(rules.new_game(2, 1).view(0))
    assert 45 <= one._root.decided <= 50


@pytest.mark.parametrize("seconds", ["inf", "nan", "-1"])
def test_a_search_without_end_is_refused(seconds: str) -> None:
    with pytest.raises(ElfenError, match=r"seconds= has to be a number from 0 on, not "):
        player(f"ismcts:seconds={seconds}", rules_of("land"))


def test_however_short_the_time_something_is_tried() -> None:
    rules = rules_of("land")
    one = IsmctsPlayer(rules, 1, seconds=1e-9, **ALONE)
    one.choose(rules.new_game(2, 1).view(0))
    assert one._root.decided == 1


def test_the_prior_is_the_farsighted_advice_of_the_planner() -> None:
    rules = rules_of("gold")
    asked: list[bool] = []
    one = IsmctsPlayer(rules, 1, iterations=1)
    view = rules.new_game(3, 1).view(0)
    for entries in one._advisor._advice.values():
        entries[:] = [
            evolve(entry, value=lambda view, action: float(asked.append(is_farsighted()) or 0))
            for entry in entries
        ]
    one.choose(view)
    assert asked
    assert all(asked)


# The tree ------------------------------------------------------------------------------------


def searched(trees: str = "many", iterations: int = 300) -> tuple[View, Node]:
    rules = rules_of("land")
    view = rules.new_game(3, 1).view(0)
    one = IsmctsPlayer(rules, 1, iterations=iterations, trees=trees, **ALONE)
    one.choose(view)
    return view, one._root


def test_every_iteration_passes_one_action_of_the_root() -> None:
    _, root = searched()
    assert root.decided == 300
    assert sum(child.visits for child in root.children.values()) == 300


def nodes(node: Node) -> list[Node]:
    return [node, *[n for child in node.children.values() for n in nodes(child)]]


@pytest.mark.parametrize("trees", ["one", "many"])
def test_the_counts_of_the_tree_agree(trees: str) -> None:
    for node in nodes(searched(trees)[1]):
        assert node.visits <= node.available
        assert 0 <= node.reward <= node.visits
        for child in node.children.values():
            assert child.available <= node.decided


def test_with_a_tree_for_each_seat_others_secrets_are_only_in_their_own() -> None:
    """In Elfensea a seat keeps bonus counters that others do not see."""
    rules = rules_of("sea")
    kept = rules.parse("keep bonus dragon")

    def labels(trees: str) -> list[set[str]]:
        one = IsmctsPlayer(rules, 1, trees=trees)
        roots = [Node() for _ in range(3)] if trees == "many" else [Node()] * 3
        one._search(rules.new_game(3, 1).view(0)).descend([*roots], 1, kept)
        return [{str(label) for label in root.children} for root in roots]

    assert labels("many") == [{"keep bonus"}, {"keep bonus dragon"}, {"keep bonus"}]
    assert labels("one") == [{"keep bonus dragon"}] * 3


def test_more_visits_allow_more_actions() -> None:
    rules = rules_of("gold")
    chance, game = random.Random(2), rules.new_game(4, 2)
    while len(game.legal_actions) < 60:
        game = game.play(chance.choice(game.legal_actions))
    tried = []
    for iterations in (9, 100):
        one = IsmctsPlayer(rules, 1, iterations=iterations, **ALONE)
        one.choose(game.view(game.seat))
        tried.append(len(one._root.children))
    assert tried[0] == 9
    assert 30 < tried[1] <= 41


def test_the_tree_goes_on_where_the_game_has_gone() -> None:
    rules = rules_of("land")
    one, other = IsmctsPlayer(rules, 1, iterations=200, **ALONE), player("random", rules, 1)
    game, kept = rules.new_game(2, 1), 0
    before: Node | None = None
    for _ in range(12):
        view = game.view(game.seat)
        if game.seat == 0 and len(view.legal_actions) > 1:
            action = one.choose(view)
            if before is not None:
                kept += one._root in nodes(before) and one._root is not before
            before = one._root
        else:
            action = other.choose(view)
        game = game.play(action)
    assert kept


def test_a_tree_of_another_game_is_forgotten() -> None:
    rules = rules_of("land")
    one = IsmctsPlayer(rules, 1, iterations=50, **ALONE)
    for seed in (1, 2):
        one.choose(rules.new_game(2, seed).view(0))
        assert one._root.decided == 50


# Playouts --------------------------------------------------------------------------------------


def test_rewards_are_the_share_of_the_others_that_are_beaten() -> None:
    rules = rules_of("land")
    game = play(rules.new_game(4, 1), [player("random", rules, n) for n in range(4)])
    worth = rewards(rules, game.state)
    assert sum(worth) == pytest.approx(2)
    ranks = {row.seat: row.rank for row in game.standings}
    for one in range(4):
        beaten = sum(ranks[one] < ranks[n] for n in range(4) if n != one)
        level = sum(ranks[one] == ranks[n] for n in range(4) if n != one)
        assert worth[one] == pytest.approx((beaten + level / 2) / 3)


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    rules = rules_of("land")
    worth = []
    for round in (1, 3):
        table = rules.build(players=2).at(MOVE, seat=0, round=round)
        first, second = rewards(rules, table.visited(0, "virst", "ixara").state())
        assert first + second == pytest.approx(1)
        worth.append(first)
    assert 0.5 < worth[0] < worth[1] < 1


def test_towns_that_lie_apart_are_a_worse_outlook() -> None:
    """Two seats lack two towns each, which lie side by side, or at two ends of the board."""
    rules = rules_of("land")
    towns = {town.id for town in rules.board.towns} - {rules.board.capital}
    table = rules.build(players=2).at(MOVE, seat=0, round=3)
    table = table.visited(0, *(towns - {"feodor", "albaran"}))
    table = table.visited(1, *(towns - {"feodor", "usselen"}))
    near, apart = rewards(rules, table.state())
    assert near > 0.55 > 0.45 > apart


def test_partners_do_not_beat_each_other() -> None:
    rules = compile_ruleset(expansions=[import_module("teams")])
    n = rules.fewest_players
    game = play(rules.new_game(n, 1), [player("random", rules, seat) for seat in range(n)])
    teams = {row.seat: row.team for row in game.standings}
    worth = rewards(rules, game.state)
    assert any(teams.values())
    assert len(set(worth)) > 1
    for one, other in combinations(range(n), 2):
        if teams[one] == teams[other]:
            assert worth[one] == pytest.approx(worth[other])


def test_a_light_playout_goes_where_the_seat_was_not_yet() -> None:
    rules = rules_of("land")
    table = rules.build(players=2).at(MOVE, seat=0, round=1).boot(0, "virst")
    table = table.zone(HAND.of(0), {"elfcycle": 8}).lay("lapphalya-virst-plains", "elfcycle")
    ends = set()
    for seed in range(20):
        playouts = Playouts(rules, "light")
        state = table.state()
        actions = rules.legal_actions(state)
        ends.add(str(playouts.policy(state, actions, random.Random(seed))))
    assert all("lapphalya" in end for end in ends)


def test_a_playout_ends_with_its_round() -> None:
    rules = rules_of("land")
    state, dealer = rules.new_game(2, 1).state, Dealer.seeded(1)
    seen: list[int] = []

    class Listening(Playouts):
        def __init__(self) -> None:
            super().__init__(rules, "random")
            inner = self.policy

            def policy(state: State, actions: object, rng: random.Random) -> Action:
                seen.append(state.round)
                return inner(state, actions, rng)  # type: ignore[arg-type]

            self.policy = policy

    Listening().rewards(state, dealer, random.Random(1), last_round=2)
    assert set(seen) == {1, 2}
