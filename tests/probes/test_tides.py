"""Tides: the refill of open counters is one step to replace; presets of an expansion."""

from __future__ import annotations

import pytest
import tides

from elfen import Game, Ruleset, RulesetError, compile_ruleset
from elfen.cli.ruleset_options import chosen_rules
from elfen.land import DRAW, OPEN
from elfen.testing import check_game, check_rules, play_out


def rules(preset: str | None = None, **options: int) -> Ruleset:
    chosen = {} if preset is None else {"tides.preset": preset}
    return compile_ruleset(expansions=[tides], options={**chosen, **options})


def ebbing(game: Game) -> list[int]:
    """How many counters lie open, each time that one is taken from there."""
    sizes = []
    while game.pending.name == DRAW:  # type: ignore[union-attr]
        sizes.append(game.position.size(OPEN))
        game = game.play(game.legal_actions[0])
    return sizes


def test_one_step_is_all_that_fills_the_row() -> None:
    assert ebbing(rules().new_game(3, seed=1)) == [4, 3, 2, 1, 4, 3, 2, 1, 4]


def test_the_row_is_filled_at_the_end_of_a_round_by_the_same_step() -> None:
    game = rules("neap").new_game(2, seed=1)
    while game.state.round == 1 or game.pending.name != DRAW:  # type: ignore[union-attr]
        game = game.play(game.legal_actions[-1])
    assert game.position.size(OPEN) == 3


def test_a_preset_sets_options_of_its_plugin_and_of_those_it_requires() -> None:
    neap = rules("neap")
    assert (neap.option("ebb"), neap.option("open_row")) == (2, 3)
    assert ebbing(neap.new_game(2, seed=1)) == [3, 3, 3, 3, 3, 3]
    assert rules("spring").option("open_row") == 10
    assert rules("spring").option("ebb") == 0


def test_without_a_preset_the_defaults_hold_and_the_caller_goes_before_both() -> None:
    assert rules().option("tides.preset") == "none"
    assert rules().option("open_row") == rules("none").option("open_row") == 4
    assert rules("neap", open_row=6).option("open_row") == 6
    assert rules("neap", ebb=1).option("ebb") == 1


def test_the_preset_is_an_option_like_any_other() -> None:
    option = rules().options["tides", "preset"]
    assert option.choices == ("none", "neap", "spring")
    assert "neap: a short row, filled early" in option.help
    with pytest.raises(RulesetError, match="preset: 'ebb' is not one of none, neap, spring"):
        rules("ebb")


def test_a_game_of_a_preset_is_saved_and_loaded() -> None:
    game = play_out(rules("neap"), 2, seed=3)
    again = Game.from_json(game.to_json(), plugins=[tides])
    assert again.state == game.state
    assert again.rules.option("tides.preset") == "neap"
    assert again.rules.fingerprint == game.rules.fingerprint


@pytest.mark.alike(2)
@pytest.mark.parametrize("preset", ["none", "neap", "spring"])
def test_the_laws_hold(preset: str) -> None:
    check_game(play_out(rules(preset), 3, seed=2), every=25)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(rules("neap"))


def test_the_command_line_chooses_an_edition_and_options_together() -> None:
    chosen = chosen_rules("white-wind", (), ["boatmen=false", "land.hand_size=7"])
    assert (chosen.option("boatmen"), chosen.option("hand_size")) == (False, 7)
    assert chosen.option("town_cards") is True
