"""G0: options of Elfenland whose rules Elfengold replaces are refused, and change nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from elfen import Game, Ruleset, RulesetError, compile_ruleset
from elfen.plugin import Manifest, Option, OptionValue, hookimpl
from elfen.testing import play_out
from elfen.text.explanation import explain

from .scenes import gold

#: What the clause names; nothing in Elfengold lists them.
REPLACED = {
    "rounds": "'land/all-pieces' and 'land/last-round'",
    "deal": "'land/deal'",
    "hand_size": "'land/deal'",
    "counters_secret": "'land/draw-secret'",
    "counters_chosen": "'land/draw'",
    "open_row": "'land/refill-row'",
    "early_win": "'land/all-pieces'",
    "tie_break": "'land/cards-in-hand'",
}
LEFT_ALONE = {"start_player": "random", "hand_limit": 3, "caravan": 2, "boatmen": True}


def values(option: Option) -> list[OptionValue]:
    return [*(option.choices or (option.least, option.most))]  # type: ignore[list-item]


def with_value(name: str, value: OptionValue) -> Ruleset:
    """Elfengold with a value that comes along with another plugin, as it may with an edition."""
    manifest = Manifest(
        "along",
        rules_version=1,
        api=1,
        help="X.",
        requires=("land", "gold"),
        defaults={f"land.{name}": value},
    )
    along = SimpleNamespace(elfen_manifest=hookimpl(lambda: manifest))
    return compile_ruleset(expansions=["gold", along])


@pytest.mark.parametrize(("name", "entries"), REPLACED.items())
def test_g00_a_replaced_option_is_refused_with_the_reason(name: str, entries: str) -> None:
    for value in values(gold().options["land", name]):
        with pytest.raises(RulesetError) as caught:
            compile_ruleset(expansions=["gold"], options={name: value})
        assert str(caught.value) == (
            f"option land.{name}: {value!r} does not go with 'gold', which replaces {entries};"
            " leave the option out"
        )


def test_g00_no_other_option_is_refused() -> None:
    assert {name for _, name in gold().without_effect} == {*REPLACED}
    for name, value in LEFT_ALONE.items():
        assert gold(**{name: value}).option(name) == value  # type: ignore[arg-type]


@pytest.mark.parametrize("name", REPLACED)
def test_g00_a_replaced_option_changes_nothing(name: str) -> None:
    usual = play_out(gold(), 3, seed=6)
    for value in values(gold().options["land", name]):
        rules = with_value(name, value)
        assert rules.option(f"land.{name}") == value
        game = play_out(rules, 3, seed=6)
        assert [entry.move for entry in game.log] == [entry.move for entry in usual.log]
        assert (game.state, game.standings) == (usual.state, usual.standings)


@pytest.mark.parametrize("edition", ["rio-grande", "white-wind", "deluxe"])
def test_g00_an_edition_sets_them_without_a_word(edition: str) -> None:
    game = play_out(gold(edition), 2, seed=1)
    again = Game.from_json(game.to_json())
    assert again.rules.fingerprint == gold(edition).fingerprint


def test_g00_with_town_cards_the_nearest_still_goes_before_gold() -> None:
    with pytest.raises(RulesetError, match="tie_break: 'cards' does not go with 'gold'"):
        gold(town_cards=True, tie_break="cards")
    names = [tie.entry.name for tie in gold(town_cards=True).tie_breaks]
    assert names == ["land/nearest-town", "gold/gold"]


def test_g00_explain_does_not_show_them_as_if_they_counted() -> None:
    items = {item.key: item for item in explain(gold()).section("Options").items}
    for name, entries in REPLACED.items():
        item = items[f"land.{name}"]
        assert item.name == f"land.{name}"
        assert item.details == (f"no effect with 'gold', which replaces {entries}",)
