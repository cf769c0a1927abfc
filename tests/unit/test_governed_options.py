"""What Elfenland says that its options govern is true: where one counts, it changes something."""

from __future__ import annotations

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.declare.named_lists import Owned
from elfen.land.editions import OPTIONS
from elfen.plugin import OptionValue
from elfen.testing import play_out

#: For each option a value, and what else is chosen, so that all that it governs is there.
OTHER: dict[str, tuple[OptionValue, dict[str, OptionValue]]] = {
    "rounds": (3, {}),
    "start_player": ("random", {}),
    "deal": ("eight-new", {}),
    "hand_size": (5, {}),
    "hand_limit": (2, {}),
    "counters_secret": (2, {}),
    "counters_chosen": (2, {}),
    "open_row": (3, {}),
    "counters_kept": (0, {}),
    "obstacles": (2, {}),
    "caravan": (2, {}),
    "strict_caravan": (True, {}),
    "boatmen": (True, {}),
    "early_win": ("never", {}),
    "tie_break": ("cards", {"town_cards": True}),
}
#: These are seen in no game that is played at random: all towns are seldom reached, and ties rare.
SELDOM = {"early_win", "tie_break"}
#: These say by their value which entries there are, or where one stands.
BY_VALUE = {"town_cards", "counters_back"}


def entries(rules: Ruleset) -> dict[str, list[Owned[object]]]:
    """The named lists by the hooks that they come from."""
    setup, phases = rules.procedures["setup"], rules.procedures["round"]
    steps = [one for steps in rules.procedures.values() for one in steps]
    return {
        "elfen_setup": [*setup],
        "elfen_phases": [*phases],
        "elfen_steps": steps,
        "elfen_endings": [*rules.ending_list],
        "elfen_components": [*rules.stock],
        "elfen_move_cost": [*rules.cost_terms],
        "elfen_actions": [*rules.action_types],
        "elfen_restrictions": [*rules.restrictions],
        "elfen_tie_breaks": [*rules.tie_breaks],
    }  # type: ignore[dict-item]


def moves(rules: Ruleset, seed: int) -> list[object]:
    """A whole game of two, played at random."""
    return [entry.move for entry in play_out(rules, 2, seed=seed).log]


def test_every_option_says_what_it_governs_but_those_that_are_told_by_what_there_is() -> None:
    assert {option.name for option in OPTIONS if not option.governs} == BY_VALUE
    assert {option.name for option in OPTIONS} == {*OTHER} | BY_VALUE


@pytest.mark.parametrize("name", OTHER)
def test_all_that_an_option_governs_is_there_with_one_of_its_values(name: str) -> None:
    (option,) = (option for option in OPTIONS if option.name == name)
    value, more = OTHER[name]
    either = [compile_ruleset(options={**more, name: v}) for v in (option.default, value)]
    for hook, names in option.governs.items():
        there = {one.entry.name for rules in either for one in entries(rules)[hook]}
        assert {*names} <= there


@pytest.mark.parametrize("name", sorted(OTHER.keys() - SELDOM))
def test_where_an_option_counts_it_changes_games(name: str) -> None:
    usual, other = compile_ruleset(), compile_ruleset(options={name: OTHER[name][0]})
    assert other.without_effect == {}
    assert any(moves(usual, seed) != moves(other, seed) for seed in range(60))
