"""Options that expansions set or settle: who is named, and whose value holds."""

from __future__ import annotations

from typing import Any

import pytest

from cli.running import called
from elfen.compiler import stages as flow
from elfen.plugin import Option, Preset
from elfen.text.explanation import explain

from .tiny import OPTIONS, addon, compiled, manifest, refusal, tiny


def settles(name: str, cards: int, *requires: str) -> Any:
    return addon(name, {"settled": {"tiny.cards": cards}, "requires": ("tiny", *requires)})


def usually(name: str, cards: int, *requires: str) -> Any:
    return addon(name, {"defaults": {"tiny.cards": cards}, "requires": ("tiny", *requires)})


def test_two_that_settle_an_option_differently_are_both_named_and_no_value_can_be_chosen() -> None:
    for given in ({}, {"cards": 1}, {"cards": 2}, {"cards": 3}):
        words = refusal(settles("odd", 2), settles("even", 3), options=given)
        assert words == (
            "plugins 'even' and 'odd' settle option tiny.cards to 3 and 2, which do not go"
            " together; leave one of the plugins out, or add one that requires both and settles it"
        )
    bridge = settles("bridge", 1, "odd", "even")
    assert compiled(settles("odd", 2), settles("even", 3), bridge).option("cards") == 1


def test_two_that_settle_an_option_alike_go_together() -> None:
    pair = (settles("odd", 2), settles("even", 2))
    assert compiled(*pair).option("cards") == 2
    assert compiled(*pair).settled_by == {("tiny", "cards"): ("even", "odd")}
    assert "1 does not go with 'even'" in refusal(*pair, options={"cards": 1})


def test_each_is_judged_by_its_own_value() -> None:
    odd, more = settles("odd", 3), settles("more", 2, "odd")
    assert compiled(odd, more, options={"cards": 2}).option("cards") == 2
    for value in (1, 3):
        words = refusal(odd, more, options={"cards": value})
        assert f"option tiny.cards: {value} does not go with 'more', which replaces" in words


@pytest.mark.parametrize("how", ["defaults", "settled"])
def test_a_base_game_sets_the_options_of_a_plugin_that_it_requires(how: str) -> None:
    coins = Option("coins", 5, "how many coins", choices=(3, 5, 7))
    odd = addon("odd", {"requires": (), "options": (coins,)})
    sets: dict[str, Any] = {how: {"odd.coins": 7}}
    base = tiny(elfen_manifest=manifest(players=(1, 3), options=OPTIONS, requires=("odd",), **sets))
    assert compiled(odd, base=base).option("odd.coins") == 7
    if how == "defaults":
        assert compiled(odd, base=base, options={"odd.coins": 3}).option("odd.coins") == 3
    else:
        words = refusal(odd, base=base, options={"odd.coins": 3})
        assert "odd.coins: 3 does not go with 'tiny', which replaces" in words


@pytest.mark.parametrize("name", ["able", "zeal"])
def test_a_default_of_a_stranger_does_not_overrule_what_is_settled(name: str) -> None:
    pair = (settles("odd", 3), usually(name, 2))
    assert compiled(*pair).option("cards") == 3
    assert compiled(*pair, options={"cards": 3}).option("cards") == 3
    assert "2 does not go with 'odd', which replaces" in refusal(*pair, options={"cards": 2})


def test_a_default_of_who_requires_it_does_and_both_values_may_be_given() -> None:
    pair = (settles("odd", 3), usually("more", 2, "odd"))
    assert compiled(*pair).option("cards") == 2
    assert compiled(*pair).settled_by == {}
    assert [compiled(*pair, options={"cards": n}).option("cards") for n in (2, 3)] == [2, 3]
    assert "1 does not go with 'odd', which replaces" in refusal(*pair, options={"cards": 1})


def test_what_is_required_through_another_is_required() -> None:
    between = addon("mid", {"requires": ("tiny", "odd")})
    trio = (usually("odd", 3), between, usually("far", 2, "mid"))
    assert compiled(*trio).option("cards") == 2


def test_a_bridge_settles_the_defaults_of_two_others() -> None:
    pair = (usually("odd", 2), usually("even", 3))
    assert compiled(*pair, usually("zip", 1, "odd", "even")).option("cards") == 1


def test_a_chosen_preset_is_not_overruled_in_silence() -> None:
    rich = addon("rich", {"presets": (Preset("full", {"tiny.cards": 2}, "more"),)})
    assert compiled(rich, settles("odd", 3)).option("cards") == 3
    words = refusal(rich, settles("odd", 3), options={"rich.preset": "full"})
    assert words == (
        "preset 'full' of 'rich' sets option tiny.cards to 2, which does not go with 'odd', which"
        " replaces this part of the rules; leave the preset out"
    )
    knows = settles("odd", 3, "rich")
    assert compiled(rich, knows, options={"rich.preset": "full"}).option("cards") == 3


def test_explain_names_who_settles_it_now() -> None:
    def cards(*plugins: Any) -> tuple[str, ...]:
        options = explain(compiled(*plugins)).section("Options").items
        return next(item for item in options if item.key == "tiny.cards").details

    assert cards(settles("odd", 3), settles("more", 2, "odd"))[0] == "settled by more"
    assert cards(settles("odd", 3), usually("more", 2, "odd"))[0] == "one of 1, 2, 3"


def test_a_clash_of_defaults_is_settled_on_the_command_line_as_the_message_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (
        addon(name, {"defaults": {"land.caravan": n}, "requires": ("land",)})
        for name, n in (("one", 2), ("two", 4))
    )
    by_name = {"one": one, "two": other}

    def with_both(base: object, names: Any) -> Any:
        return choose(base, [by_name.get(name, name) for name in names])

    choose = flow.choose
    monkeypatch.setattr(flow, "choose", with_both)
    clash = called(capsys, "explain --with one --with two")
    assert clash.code != 0
    assert "say which with options={'land.caravan': ...} or --option land.caravan=..." in " ".join(
        clash.err.split()
    )
    settled = called(capsys, "explain --with one --with two --option land.caravan=4")
    assert settled.code == 0, settled.err
    assert "land.caravan = 4" in settled.out
