"""The race of the planner's candidates: it believes what is clear, and else the planner."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import pytest

from elfen import compile_ruleset
from elfen.bots import PlannerPlayer, RandomPlayer
from elfen.bots.habits import Memory, Plans, likeliest
from elfen.bots.ismcts import IsmctsPlayer
from elfen.bots.prospects import Prospect, Tours, at_move
from elfen.bots.race import FEWEST, Race
from elfen.land import HAND, MOVE, DrawBlind, DrawOpen, Move, Stop
from elfen.plugin import Action, Advice, Manifest, Pieces, hookimpl

A, B, C = (Move("a", Pieces()), Move("b", Pieces()), Stop())


def run(
    chance: random.Random, gain: float, worlds: int, race_of: type[Race] = Race, rounds: int = 60
) -> Race:
    """A race in which the world and luck count for much, and B is better by `gain` on average."""
    race = race_of([A, B])
    leanings = [chance.gauss(0, 0.1) for _ in range(worlds)]
    for number in range(rounds):
        if race.is_over:
            break
        world = number % worlds
        luck = chance.random()
        better = gain + leanings[world] + chance.gauss(0, 0.02)
        race.note(world, [luck + better * (action == B) for action in race.running])
        race.thin_out()
    return race


def share_of_b(gain: float, race_of: type[Race] = Race) -> float:
    """How often B wins."""
    chance = random.Random(4)
    return sum(run(chance, gain, 12, race_of).winner() == B for _ in range(300)) / 300


def test_a_race_finds_what_is_better_and_seldom_what_is_not() -> None:
    """It looks again and again, so that it errs more often than in one look at two errors."""
    assert share_of_b(0.2) > 0.95
    assert share_of_b(0.0) < 0.12


class Credulous(Race):
    """Takes rounds in the same world for evidence of their own."""

    def note(self, world: int, rewards: list[float]) -> None:  # type: ignore[override]
        super().note(self._rounds, rewards)


def test_a_race_that_takes_repetitions_for_evidence_is_found_out() -> None:
    assert share_of_b(0.0, Credulous) > 0.2


def test_what_is_clearly_worse_falls_out_and_equals_give_way_to_the_favourite() -> None:
    race = Race([A, B, C])
    for number in range(FEWEST):
        race.note(number, [0.5, 0.5, 0.1])
        race.thin_out()
    assert race.running == [A]
    assert race.is_over
    assert race.winner() == A


def test_one_world_alone_is_no_evidence() -> None:
    race = Race([A, B])
    for _ in range(3 * FEWEST):
        race.note(0, [0.0, 1.0])
        race.thin_out()
    assert race.winner() == A


# In the player ---------------------------------------------------------------------------------


def test_a_race_counts_its_iterations_and_keeps_to_its_budget() -> None:
    rules = compile_ruleset()
    view = rules.new_game(3, 1).view(0)
    one = IsmctsPlayer(rules, 1, iterations=30, rollout="light")
    assert one.choose(view) in view.legal_actions
    root = one._root
    assert 2 * FEWEST <= root.decided <= 30
    assert sum(child.visits for child in root.children.values()) == root.decided


def test_the_same_seed_and_iterations_give_the_same_tree() -> None:
    rules = compile_ruleset()
    view = rules.new_game(3, 1).view(0)

    def searched(seed: int) -> list[tuple[str, int, float]]:
        one = IsmctsPlayer(rules, seed, iterations=12)
        one.choose(view)
        return [(str(a), n.visits, n.reward) for a, n in one._root.children.items()]

    assert searched(1) == searched(1)
    assert searched(1) != searched(2)


@pytest.mark.parametrize(
    ("later", "round", "rounds", "searches"),
    [(False, 1, 1, True), (True, 1, 1, False), (True, 4, 1, True), (True, 1, 4, True)],
)
def test_what_shows_only_later_is_left_to_advice(
    later: bool, round: int, rounds: int, searches: bool
) -> None:
    """Except where playouts reach the end of the game, in four rounds: then all shows."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("mine", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_advice(rules: object) -> list[Advice]:
        def value(view: object, action: Action) -> float:
            return 0.1 * (type(action) is DrawBlind)

        return [
            Advice(f"mine/{name}", type=type, value=value, later=later, replaces=f"land/{name}")
            for type, name in ((DrawBlind, "draw-blind"), (DrawOpen, "draw-open"))
        ]

    plugin = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_advice=elfen_advice)
    rules = compile_ruleset(expansions=[plugin])
    game, anybody = rules.new_game(2, 1), RandomPlayer(1)
    while game.state.round < round or game.pending.name != "land/draw":
        game = game.play(anybody.choose(game.view(game.pending.seat)))
    one = IsmctsPlayer(rules, 1, iterations=12, rollout="light", rounds=rounds)
    chosen = one.choose(game.view(game.pending.seat))
    assert (one._root.decided > 0) == searches
    assert searches or type(chosen) is DrawBlind


# Habits and prospects --------------------------------------------------------------------------


def test_habits_are_asked_for_once_and_remembered() -> None:
    rules = compile_ruleset()
    asked: list[int] = []

    class Listening(PlannerPlayer):
        def value(self, view: object, action: Action) -> float:  # type: ignore[override]
            asked.append(view.seat)  # type: ignore[attr-defined]
            return float(len(asked))

    game = rules.new_game(3, 1)
    memory = Memory(rules, Listening(rules, 1))
    memory.turn_to(game.view(1))
    actions = game.legal_actions
    for world in (0, 0, 1):
        plans = Plans(memory.habits(world))
        for _ in range(2):
            values = plans.values(game.state, 0, "land/draw", actions)
    assert asked == [0] * 2 * len(actions)  # another seat's: in each of two worlds
    for world in (0, 1):
        Plans(memory.habits(world)).values(game.state, 1, "land/draw", actions)
    assert asked[2 * len(actions) :] == [1] * len(actions)  # the seat's own: in all worlds alike
    assert likeliest(values, actions, random.Random(1)) == actions[-1]


def test_the_likeliest_action_is_one_of_those_with_the_highest_value() -> None:
    """As written out; and equal ones are as likely as each other."""
    rng, moves = random.Random(2), [Move(name, Pieces()) for name in "abcdef"]
    chosen = Counter[Action]()
    for _ in range(3000):
        values = {move: float(rng.randrange(3)) for move in rng.sample(moves, 4)}
        actions = rng.sample(moves, rng.randrange(1, 7))
        low = min(values.values())
        most = max(values.get(action, low) for action in actions)
        found = likeliest(values, actions, rng)
        assert values.get(found, low) == most
        assert found in actions
        chosen[likeliest(dict.fromkeys(moves, 1.0), moves, rng)] += 1
    assert all(400 < times < 600 for times in chosen.values())
    assert len(chosen) == len(moves)


def test_a_seat_is_credited_with_its_best_tour_before_boots_move() -> None:
    rules = compile_ruleset()
    table = rules.build(players=2).at(MOVE, seat=0, round=4).boot(0, "virst").boot(1, "virst")
    table = table.lay("lapphalya-virst-plains", "elfcycle").zone(HAND.of(0), {"elfcycle": 3})
    state = table.state()
    assert at_move(rules, state)
    tours = Tours(rules)
    moves, stays = (tours.expected(state, 0, moves) for moves in (True, False))
    assert moves == pytest.approx(stays + 2 - 3 / 13 + 1 / 11)  # there and back, for two cards
    assert Prospect(rules, 0, tours).reward(state) > 0.8
