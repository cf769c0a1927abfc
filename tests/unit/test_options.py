"""Which value an option has: defaults, then the edition, then what is given."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import RulesetError
from elfen.compiler import find_option
from elfen.plugin import Option, Preset

from .tiny import OPTIONS, addon, compiled, manifest, refused_with, tiny

TWICE = addon("odd", {"options": (Option("cards", 7, "other cards"),)})


def test_an_option_has_its_default() -> None:
    rules = compiled()
    assert (rules.option("cards"), rules.option("tiny.open"), rules.option("mood")) == (
        1,
        False,
        "calm",
    )


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
