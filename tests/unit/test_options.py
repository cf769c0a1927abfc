"""Which value an option has: defaults, the edition, what expansions set, what is given."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import RulesetError
from elfen.declare.manifest import find_option
from elfen.plugin import Option, Preset, Remove

from .tiny import OPTIONS, addon, compiled, manifest, refusal, refused_with, tiny

TWICE = addon("odd", {"options": (Option("cards", 7, "other cards"),)})


def test_an_option_has_its_default() -> None:
    rules = compiled()
    assert (rules.option("cards"), rules.option("tiny.open"), rules.option("mood")) == (
        1,
        False,
        "calm",
    )


@pytest.mark.parametrize("name", [["cards"], {"cards": 1}, 1, None], ids=repr)
def test_what_is_no_name_is_no_option(name: Any) -> None:
    with pytest.raises(RulesetError, match="option"):
        compiled().option(name)


def test_the_first_preset_is_the_usual_edition() -> None:
    assert compiled().edition == "plain"
    assert compiled(edition="long").option("cards") == 2
    first_long = manifest(
        players=(1, 3), options=OPTIONS, presets=(Preset("long", {"cards": 2}, "more"),)
    )
    assert compiled(base=tiny(elfen_manifest=first_long)).option("cards") == 2


def test_a_game_may_have_no_edition() -> None:
    bare = manifest(players=(1, 3))
    assert compiled(base=tiny(elfen_manifest=bare)).edition is None
    refused_with(
        "no edition 'plain' of 'tiny'", "none", base=tiny(elfen_manifest=bare), edition="plain"
    )


def test_what_is_given_beats_the_edition() -> None:
    assert compiled(edition="long", options={"cards": 3}).option("cards") == 3
    assert compiled(edition="long", options={"tiny.cards": 3}).option("cards") == 3


def test_the_presets_of_an_expansion_are_no_editions() -> None:
    odd = addon("odd", {"presets": (Preset("strange", {}, "help"),)})
    refused_with("no edition 'strange' of 'tiny'", odd=odd, edition="strange")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"edition": "lang"}, "no edition 'lang' of 'tiny'; did you mean 'long'? there are: plain"),
        ({"edition": 3}, "no edition 3 of 'tiny'"),
        ({"options": {"card": 1}}, "no option 'card'; did you mean 'cards'?"),
        ({"options": {"card": 1}}, "there are: tiny.cards, tiny.mood, tiny.open"),
        ({"options": {"odd.cards": 1}}, "no option 'odd.cards'"),
        ({"options": {3: 1}}, "no option 3"),
        ({"options": {"cards": 2, 3: 1}}, "no option 3: the names of options are texts"),
        ({"options": {"cards": True}}, "option cards: True is not one of 1, 2, 3"),
        ({"options": {"cards": 5}}, "option cards: 5 is not one of 1, 2, 3"),
        ({"options": {"open": 1}}, "option open: 1 is not true or false"),
        ({"options": {"cards": 1, "tiny.cards": 2}}, "'cards' and 'tiny.cards' are one and the"),
        ({"options": ["cards"]}, "options=['cards'] has to be a dict"),
        ({"options": "cards"}, "options='cards' has to be a dict"),
    ],
)
def test_wrong_options_are_refused(arguments: dict[str, Any], words: str) -> None:
    refused_with(words, **arguments)


def test_an_option_of_two_plugins_needs_its_plugin() -> None:
    rules = compiled(TWICE, options={"odd.cards": 9, "tiny.cards": 3})
    assert (rules.option("odd.cards"), rules.option("tiny.cards")) == (9, 3)
    with pytest.raises(RulesetError, match=r"could be tiny\.cards or odd\.cards; say which"):
        rules.option("cards")
    refused_with("option 'cards' could be", odd=TWICE, options={"cards": 1})


def test_an_option_is_found_by_name_and_by_plugin_and_name() -> None:
    declared = {("tiny", option.name): option for option in OPTIONS}
    assert find_option("cards", declared) == ("tiny", "cards")
    assert find_option("tiny.cards", declared) == ("tiny", "cards")
    with pytest.raises(RulesetError, match=r"no option '\.cards'"):
        find_option(".cards", declared)


def test_a_hook_can_read_the_options() -> None:
    seen: list[Any] = []
    odd = addon("odd", elfen_setup=lambda rules: seen.append(rules.option("cards")) or [])
    compiled(odd, options={"cards": 3})
    assert seen == [3]


# What expansions set -----------------------------------------------------------------------

RICH = Preset("rich", {"coins": 9, "tiny.cards": 3}, "more of all")
COINS = Option("coins", 5, "how many coins", least=0, most=9)


def odd_one(name: str = "odd", **about: Any) -> Any:
    """An expansion with coins, presets, and whatever else is said of it."""
    return addon(name, {"options": (COINS,), "presets": (RICH,), **about})


def test_an_expansion_sets_options_of_what_it_requires_before_the_edition() -> None:
    odd = odd_one(defaults={"tiny.cards": 3})
    assert compiled(odd, edition="long").option("cards") == 3
    assert compiled(odd, edition="long", options={"cards": 1}).option("cards") == 1


def test_a_preset_of_an_expansion_is_chosen_by_the_option_preset() -> None:
    chosen = compiled(odd_one(), options={"odd.preset": "rich"})
    assert (chosen.option("coins"), chosen.option("cards")) == (9, 3)
    assert chosen.option("preset") == "rich"
    assert chosen.options["odd", "preset"].choices == ("none", "rich")
    assert compiled(odd_one()).option("coins") == 5


def test_an_expansion_that_requires_nothing_has_presets_too() -> None:
    rich = Preset("rich", {"coins": 9}, "more coins")
    odd = odd_one(requires=(), presets=(rich,))
    assert compiled(odd, options={"odd.preset": "rich"}).option("coins") == 9
    assert compiled(odd).option("coins") == 5


def test_what_two_set_differently_is_told_before_what_else_is_wrong() -> None:
    one = addon("one", {"defaults": {"tiny.cards": 2}}, elfen_phases=[Remove("one/nothing")])
    other = addon("other", {"defaults": {"tiny.cards": 3}})
    told = "plugins 'one' and 'other' set option tiny.cards to 2 and 3; say which with"
    assert refusal(one, other).startswith(told)
    assert "removes 'one/nothing'" in refusal(one, other, options={"cards": 2})


def test_a_preset_goes_before_defaults_and_what_is_given_before_both() -> None:
    odd = odd_one(defaults={"tiny.cards": 2})
    assert compiled(odd, options={"preset": "rich"}).option("cards") == 3
    given = compiled(odd, options={"preset": "rich", "cards": 1, "coins": 0})
    assert (given.option("cards"), given.option("coins")) == (1, 0)


def test_the_base_has_no_such_option_for_it_has_editions() -> None:
    refused_with("no option 'tiny.preset'", options={"tiny.preset": "long"})
    assert ("tiny", "preset") not in compiled().options


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({"defaults": {"tiny.card": 1}}, "plugin 'odd' sets option 'tiny.card', which there is"),
        ({"defaults": {"tiny.card": 1}}, "'tiny' has: cards, mood, open"),
        ({"defaults": {"tiny.cards": 4}}, "plugin 'odd': option cards: 4 is not one of 1, 2, 3"),
    ],
)
def test_what_an_expansion_cannot_set_is_refused(about: dict[str, Any], words: str) -> None:
    refused_with(words, odd=odd_one(**about))


def test_a_preset_that_sets_what_there_is_not_is_refused_once_it_is_chosen() -> None:
    odd = odd_one(presets=(Preset("bad", {"tiny.card": 1}, "x"),))
    compiled(odd)
    refused_with("plugin 'odd' sets option 'tiny.card'", odd=odd, options={"odd.preset": "bad"})


def test_an_expansion_does_not_choose_the_preset_of_another() -> None:
    even = addon("even", {"requires": ("tiny", "odd"), "defaults": {"odd.preset": "rich"}})
    words = refusal(odd_one(), even)
    assert words == "plugin 'even' sets 'odd.preset', a choice that is left to the caller"


def test_two_expansions_that_set_one_option_differently_are_settled_by_the_caller() -> None:
    one, other = (odd_one(n, defaults={"tiny.cards": c}) for n, c in (("odd", 2), ("even", 3)))
    for pair in ((one, other), (other, one)):
        words = refusal(*pair)
        assert "set option tiny.cards to" in words
        assert "plugins 'even' and 'odd'" in words
        assert "say which with options={'tiny.cards': ...}" in words
        assert compiled(*pair, options={"cards": 1}).option("cards") == 1
    same = odd_one("even", defaults={"tiny.cards": 2})
    assert compiled(one, same).option("cards") == 2


def test_an_expansion_that_requires_another_goes_before_it() -> None:
    odd = odd_one(defaults={"tiny.cards": 2})
    bridge = addon("a", {"requires": ("tiny", "odd"), "defaults": {"tiny.cards": 3}})
    assert compiled(odd, bridge).option("cards") == 3
    assert compiled(bridge, odd).option("cards") == 3


def test_what_is_settled_goes_before_an_edition_and_cannot_be_given_otherwise() -> None:
    odd = addon("odd", {"settled": {"tiny.cards": 3}})
    assert compiled(odd, edition="long").option("cards") == 3
    assert compiled(odd, options={"cards": 3}).option("cards") == 3
    refused_with(
        "option tiny.cards: 2 does not go with 'odd', which replaces this part of the rules",
        odd=odd,
        options={"cards": 2},
    )


def test_a_plugin_that_requires_the_one_that_settles_may_settle_otherwise() -> None:
    odd = addon("odd", {"settled": {"tiny.cards": 3}})
    more = addon("more", {"requires": ("tiny", "odd"), "settled": {"tiny.cards": 2}})
    assert compiled(odd, more).option("cards") == 2


def test_what_is_settled_has_to_be_an_option_and_a_value_of_it() -> None:
    refused_with("sets option 'tiny.card'", odd=addon("odd", {"settled": {"tiny.card": 1}}))
    refused_with("4 is not one of", odd=addon("odd", {"settled": {"tiny.cards": 4}}))
