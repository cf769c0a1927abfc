"""The greedy player plays whatever game it is put to, with whatever plugins and options."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.bots import play, stock_players

sys.path.append(str(Path(__file__).parents[1] / "probes"))

OPTIONS: list[dict[str, int | str | bool]] = [
    {"counters_secret": 0, "counters_chosen": 0, "open_row": 0, "obstacles": 0},
    {"counters_secret": 3, "counters_kept": 4, "open_row": 0, "boatmen": True},
    {"hand_size": 12, "hand_limit": 0, "town_cards": True, "obstacles": 3},
]


def plays(rules: Ruleset, players: int) -> None:
    game = play(rules.new_game(players, 4), stock_players(["greedy", "planner"], rules, players, 4))
    assert game.is_over


@pytest.mark.parametrize("edition", ["rio-grande", "white-wind", "deluxe"])
def test_every_edition(edition: str) -> None:
    plays(compile_ruleset(edition), 6)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options)))
def test_odd_options(options: dict[str, int | str | bool]) -> None:
    plays(compile_ruleset(options=options), 3)


@pytest.mark.parametrize("probes", ["letters", "isles", "wells", "teams", "letters isles wells"])
def test_plugins(probes: str) -> None:
    rules = compile_ruleset(expansions=[import_module(name) for name in probes.split()])
    plays(rules, rules.fewest_players)


def test_another_game_without_any_advice() -> None:
    plays(compile_ruleset(base=import_module("snails")), 4)
