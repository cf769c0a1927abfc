"""Rations: an option whose rule somebody replaces has no effect, and says so when it is given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import gleanings
import pytest
import rations

from elfen import Game, Ruleset, RulesetError, compile_ruleset
from elfen.land import HAND
from elfen.plugin import Manifest, Option, Phase, Remove, Table, hookimpl
from elfen.testing import check_game, check_rules, play_out
from elfen.text.explanation import explain


def rules(*more: object, edition: str | None = None, **options: Any) -> Ruleset:
    return compile_ruleset(edition, [rations, *more], options)


def refused(*more: object, **options: Any) -> str:
    with pytest.raises(RulesetError) as caught:
        rules(*more, **options)
    return str(caught.value)


def outsider(name: str, requires: tuple[str, ...] = ("land",), **about: Any) -> SimpleNamespace:
    """A plugin that is its manifest, and the hooks among `about`."""
    hooks = {key: about.pop(key) for key in [*about] if key.startswith("elfen_")}
    manifest = Manifest(name, rules_version=1, api=1, help="X.", requires=requires, **about)
    return SimpleNamespace(
        elfen_manifest=hookimpl(lambda: manifest),
        **{key: hookimpl(hook) for key, hook in hooks.items()},
    )


def moves(rules: Ruleset) -> list[str]:
    return [str(entry.move) for entry in play_out(rules, 3, seed=4).log]


@pytest.mark.parametrize("given", [{"hand_size": 6}, {"land.hand_size": 8}])
def test_what_nothing_goes_by_any_more_is_refused_with_who_took_it(given: dict[str, int]) -> None:
    (value,) = given.values()
    assert refused(**given) == (
        f"option land.hand_size: {value} does not go with 'rations', which replaces 'land/deal';"
        " leave the option out"
    )
    assert "option land.deal: 'refill' does not go with 'rations'" in refused(deal="refill")


def test_an_edition_brings_such_values_along_and_they_change_nothing() -> None:
    for edition in ("rio-grande", "white-wind", "deluxe"):
        game = rules(edition=edition).new_game(2, seed=1)
        assert game.position.size(HAND.of(0)) == 4
    more = outsider("more", ("land", "rations"), defaults={"land.hand_size": 12})
    assert moves(rules()) == moves(rules(more))


def test_where_nobody_replaces_the_rule_the_option_counts() -> None:
    usual = compile_ruleset()
    assert usual.without_effect == {}
    assert moves(usual) != moves(compile_ruleset(options={"hand_size": 6}))
    assert moves(rules()) != moves(rules(ration=3))


def test_the_option_of_an_outsider_is_refused_in_the_same_way() -> None:
    def nothing(table: Table) -> None:
        """Nobody is dealt anything."""

    fast = outsider(
        "fast",
        ("land", "rations"),
        elfen_phases=lambda rules: [Phase("fast/fast", nothing, replaces="rations/deal")],
    )
    assert "rations.ration: 3 does not go with 'fast', which replaces 'rations/deal'" in refused(
        fast, ration=3
    )
    gone = outsider(
        "gone", ("land", "rations"), elfen_phases=lambda rules: [Remove("rations/deal")]
    )
    assert "rations.ration: 3 does not go with 'gone', which removes 'rations/deal'" in refused(
        gone, ration=3
    )


def test_who_removes_a_rule_and_what_took_its_place_is_named_not_who_replaced_it() -> None:
    def nothing(table: Table) -> None:
        """Nobody is dealt anything."""

    fast = outsider(
        "fast",
        ("land", "rations"),
        elfen_phases=lambda rules: [Phase("fast/fast", nothing, replaces="rations/deal")],
    )
    gone = outsider(
        "gone",
        ("land", "rations", "fast"),
        elfen_phases=lambda rules: [Remove("rations/deal"), Remove("fast/fast")],
    )
    assert "rations.ration: 3 does not go with 'gone', which removes 'rations/deal'; l" in refused(
        fast, gone, ration=3
    )


def test_whoever_asks_for_the_value_in_a_hook_goes_by_it() -> None:
    found = compile_ruleset(expansions=[gleanings], options={"hand_size": 6})
    assert {*found.without_effect} == {("land", "deal")}
    assert moves(found) != moves(compile_ruleset(expansions=[gleanings]))


def test_explain_does_not_show_such_an_option_as_if_it_counted() -> None:
    items = {item.key: item for item in explain(rules()).section("Options").items}
    assert (items["land.hand_size"].name, items["land.hand_size"].value) == ("land.hand_size", "")
    assert items["land.hand_size"].details == (
        "no effect with 'rations', which replaces 'land/deal'",
    )
    assert items["land.hand_limit"].name == "land.hand_limit = 4"


def test_two_defaults_for_what_has_no_effect_are_no_clash() -> None:
    one, other = (
        outsider(name, defaults={"land.hand_size": n}) for name, n in (("one", 3), ("two", 5))
    )
    with pytest.raises(RulesetError, match=r"'one' and 'two' set option land\.hand_size"):
        compile_ruleset(expansions=[one, other])
    assert moves(rules(one, other)) == moves(rules())


def test_what_is_governed_has_to_be_in_a_named_list() -> None:
    odd = outsider("odd", options=(Option("x", 1, "x", governs={"elfen_phase": ("odd/x",)}),))
    with pytest.raises(
        RulesetError, match=r"'odd': option 'x' governs entries of 'elfen_phase', w"
    ):
        compile_ruleset(expansions=[odd])
    for wrong in ({"elfen_phases": "odd/x"}, ["odd/x"]):
        with pytest.raises(RulesetError, match="option 'x': governs"):
            Option("x", 1, "x", governs=wrong)  # type: ignore[arg-type]


def test_a_save_has_all_values_and_is_loaded() -> None:
    game = play_out(rules(), 2, seed=3)
    again = Game.from_json(game.to_json(), plugins=[rations])
    assert again.state == game.state
    assert again.rules.fingerprint == game.rules.fingerprint


@pytest.mark.alike(2)
@pytest.mark.parametrize("expansions", [[], ["favor"]])
def test_the_laws_hold(expansions: list[object]) -> None:
    check_rules(rules(*expansions))
    check_game(play_out(rules(*expansions), 3, seed=2), every=25)
