"""Manifests, options and presets: what they refuse to be, in words."""

from __future__ import annotations

from typing import Any

import pytest

from elfen.declare.manifest import Manifest, Option, Preset
from elfen.errors import RulesetError

from .tiny import OPTIONS, manifest

CARDS, OPEN, MOOD = OPTIONS
FEW = Option("few", 3, "a few", least=1, most=4)


def refusal(make: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(RulesetError) as caught:
        make(*args, **kwargs)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "name='' has to be a text"),
        ({"name": 3}, "name=3 has to be a text"),
        ({"name": "Gold"}, "a name is made of lower-case letters"),
        ({"name": "gold rush"}, "a name is made of"),
        ({"name": "gold/rush"}, "a name is made of"),
        ({"name": "gold.rush"}, "a name is made of"),
        ({"name": "gold\n"}, "a name is made of"),
        ({"name": "core"}, "'core' is the core's own name"),
        ({"rules_version": -1}, "rules_version=-1 has to be a whole number from 0"),
        ({"rules_version": 1.0}, "rules_version=1.0 has to be"),
        ({"rules_version": True}, "rules_version=True has to be"),
        ({"rules_version": "1"}, "rules_version='1' has to be"),
        ({"rules_version": 10**5000}, "rules_version=a number of about 5000 digits has to be"),
        ({"api": 10**5000}, "api=a number of about 5000 digits has to be"),
        ({"players": (2, 10**5000)}, "players=a tuple that cannot be shown has to be"),
        ({"players": {10**5000}}, "has to be"),
        ({"locale": 5}, "locale=5 has to be a text"),
        ({"game": None}, "game=None has to be a text"),
        ({"about": b"x"}, "about=b'x' has to be a text"),
        ({"game": "Gold\n\x1b[31m"}, "'Gold\\n\\x1b[31m' has to be one printable line"),
        ({"help": "Gold\x07: coins"}, "'Gold\\x07' has to be one printable line"),
        ({"api": "1"}, "api='1' has to be a whole number"),
        ({"api": True}, "api=True has to be a whole number"),
        ({"help": " "}, "help=' ' has to be a text"),
        ({"help": None}, "help=None has to be a text"),
        ({"requires": "land"}, "requires='land' has to be a tuple; mind the comma"),
        ({"requires": ["land"]}, "requires=['land'] has to be a tuple"),
        ({"requires": (3,)}, "requires has 3, which is no str"),
        ({"requires": ("land", "land")}, "the requirement 'land' is there twice"),
        ({"requires": ("gold",)}, "cannot require itself"),
        ({"conflicts": ("sea",)}, "conflicts=('sea',) has to be a dict"),
        ({"conflicts": {"sea": ""}}, "conflicts['sea'], the reason,='' has to be a text"),
        ({"conflicts": {"gold": "itself"}}, "or conflict with it"),
        ({"conflicts": {"sea": "no"}, "requires": ("sea",)}, "'sea' is required and conflicts"),
        ({"options": [CARDS]}, "has to be a tuple"),
        ({"options": (CARDS, "open")}, "options has 'open', which is no Option"),
        ({"options": (CARDS, CARDS)}, "the option 'cards' is there twice"),
        ({"presets": Preset("a", {}, "b")}, "has to be a tuple"),
        ({"presets": (Preset("a", {}, "b"),) * 2}, "the preset 'a' is there twice"),
        (
            {"options": OPTIONS, "presets": (Preset("a", {"card": 2}, "b"),)},
            "preset 'a' sets 'card', which is not one of its options: cards, open, mood",
        ),
        ({"presets": (Preset("a", {"card": 2}, "b"),)}, "its options: it has none"),
        (
            {"options": OPTIONS, "presets": (Preset("a", {"cards": 9}, "b"),)},
            "preset 'a': option cards: 9 is not one of 1, 2, 3",
        ),
        (
            {"options": OPTIONS, "presets": (Preset("a", {"cards": True}, "b"),)},
            "preset 'a': option cards: True is not one of",
        ),
        ({"presets": (Preset("none", {}, "b"),)}, "a preset cannot be called 'none'"),
        (
            {"options": (Option("preset", 1, "x"),), "presets": (Preset("a", {}, "b"),)},
            "the option 'preset' is there by itself",
        ),
        ({"presets": (Preset("a", {"land.x": 1}, "b"),)}, "preset 'a' sets 'land.x'"),
        ({"settled": ("land.x", 1)}, "settled=('land.x', 1) has to be a dict of values"),
        ({"settled": {"land.x": 1}}, "settled has 'land.x'; it is for options of plugins that"),
        (
            {"requires": ("land",), "defaults": {"land.x": 1}, "settled": {"land.x": 1}},
            "'land.x' is in defaults and in settled; drop one",
        ),
        ({"defaults": ("land.x", 1)}, "defaults=('land.x', 1) has to be a dict of values"),
        ({"defaults": {"land.x": 1}}, "defaults has 'land.x'; it is for options of plugins that"),
        ({"requires": ("land",), "defaults": {"x": 1}}, "defaults has 'x'; it is for options of"),
        ({"players": 4}, "players=4 has to be (fewest, most)"),
        ({"players": (4, 2)}, "players=(4, 2) has to be"),
        ({"players": (0, 2)}, "players=(0, 2) has to be"),
        ({"players": (2,)}, "players=(2,) has to be"),
        ({"players": [2, 4]}, "players=[2, 4] has to be"),
        ({"players": (2, 4.0)}, "players=(2, 4.0) has to be"),
        ({"players": (True, 4)}, "players=(True, 4) has to be"),
        ({"players": (2, 4, 6)}, "or the set of the numbers that can play, such as {2, 4, 6}"),
        ({"players": set()}, "players=set() has to be"),
        ({"players": {0, 2}}, "players={0, 2} has to be"),
        ({"players": {True, 2}}, "has to be"),
        ({"players": {"2"}}, "players={'2'} has to be"),
    ],
)
def test_a_faulty_manifest_is_refused(change: dict[str, Any], words: str) -> None:
    message = refusal(manifest, **{"name": "gold", **change})
    assert words in message
    assert message.startswith(f"manifest of {change.get('name', 'gold')!r}: ")


def test_a_manifest_with_all_there_is_will_do() -> None:
    made = manifest(
        "gold_2-x",
        rules_version=0,
        requires=("land", "sea"),
        conflicts={"favor": "the box says so"},
        options=OPTIONS,
        presets=(Preset("rich", {"cards": 3, "open": True, "mood": "wild"}, "help"),),
        players=(1, 1),
    )
    assert made.requires == ("land", "sea")
    assert manifest("gold", conflicts={"sea": "no"}).conflicts == {"sea": "no"}


@pytest.mark.parametrize("left_out", ["rules_version", "api", "help"])
def test_a_manifest_has_to_say_who_it_is(left_out: str) -> None:
    arguments: dict[str, Any] = {"rules_version": 1, "api": 1, "help": "text"}
    del arguments[left_out]
    with pytest.raises(TypeError, match=left_out):
        Manifest("gold", **arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Rounds", 1, "help"), "a name is made of"),
        (("two words", 1, "help"), "a name is made of"),
        (("land.rounds", 1, "help"), "a name is made of"),
        (("rounds", 10**5000, "help"), "a number of about 5000 digits; 300 digits are the most"),
        (("rounds", 3, "help", (), -(10**5000)), "300 digits are the most"),
        (("rounds", 3, "help", (), None, 10**5000), "300 digits are the most"),
        (("mood", "\ud800", "help"), "has half a character in it"),
        (("rounds", 1.5, "help"), "default=1.5 has to be true or false, a whole number or a text"),
        (("rounds", None, "help"), "default=None has to be"),
        (("rounds", 3, ""), "help='' has to be a text"),
        (("rounds", 3, "help", [3, 4]), "choices=[3, 4] has to be a tuple"),
        (("rounds", 3, "help", (3, "4")), "the choice '4' is not a whole number"),
        (("rounds", 1, "help", (1, True)), "the choice True is not a whole number"),
        (("rounds", 3, "help", (4, 5)), "the default 3 is not one of its choices"),
        (("rounds", 3, "help", (3, 3)), "the choice '3' is there twice"),
        (("rounds", True, "help", (), 0), "least=0 is for whole numbers alone"),
        (("rounds", "x", "help", (), None, 4), "most=4 is for whole numbers alone"),
        (("rounds", 3, "help", (), 1.5), "least=1.5 is for whole numbers alone"),
        (("rounds", 3, "help", (), True), "least=True is for whole numbers alone"),
        (("rounds", 3, "help", (), 4), "the default 3 is not a whole number from 4"),
        (("rounds", 3, "help", (), 0, 2), "the default 3 is not a whole number from 0 to 2"),
        (("rounds", 3, "help", (), None, 2), "the default 3 is not a whole number up to 2"),
        (("rounds", 3, "help", (3, 5), None, 2), "the default 3 is not one of 3, 5"),
        (("rounds", 3, "help", (), 0, 9, ["land/x"]), "governs=['land/x'] has to be a dict"),
        (
            ("rounds", 3, "help", (), 0, 9, {"elfen_steps": "x"}),
            "governs['elfen_steps']='x' has",
        ),
    ],
)
def test_a_faulty_option_is_refused(arguments: tuple[Any, ...], words: str) -> None:
    assert words in refusal(Option, *arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Long game", {}, "help"), "a name is made of"),
        (("long", ("cards", 2), "help"), "has to be a dict of values"),
        (("long", {}, ""), "help='' has to be a text"),
    ],
)
def test_a_faulty_preset_is_refused(arguments: tuple[Any, ...], words: str) -> None:
    assert words in refusal(Preset, *arguments)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        (CARDS, True, "option cards: True is not one of 1, 2, 3"),
        (CARDS, 1.0, "1.0 is not one of 1, 2, 3"),
        (CARDS, "1", "'1' is not one of 1, 2, 3"),
        (CARDS, 4, "4 is not one of 1, 2, 3"),
        (OPEN, 1, "option open: 1 is not true or false"),
        (OPEN, "true", "'true' is not true or false"),
        (MOOD, 1, "option mood: 1 is not a text"),
        (MOOD, None, "None is not a text"),
        (FEW, 0, "option few: 0 is not a whole number from 1 to 4"),
        (FEW, 5, "option few: 5 is not a whole number from 1 to 4"),
        (FEW, True, "option few: True is not a whole number from 1 to 4"),
    ],
)
def test_an_option_accepts_no_other_type_and_no_other_choice(
    option: Option, value: Any, words: str
) -> None:
    assert words in refusal(option.accept, value)


@pytest.mark.parametrize(
    ("option", "value"),
    [(CARDS, 1), (CARDS, 3), (FEW, 1), (FEW, 4), (OPEN, True), (MOOD, ""), (MOOD, "true")],
)
def test_an_option_accepts_its_own_type(option: Option, value: Any) -> None:
    assert option.accept(value) is value


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (CARDS, "2", 2),
        (Option("n", 0, "help"), "-7", -7),
        (OPEN, "true", True),
        (OPEN, "Yes", True),
        (OPEN, "on", True),
        (OPEN, "off", False),
        (OPEN, "no", False),
        (MOOD, "yes", "yes"),
        (MOOD, "3", "3"),
    ],
)
def test_an_option_is_read_from_text(option: Option, text: str, value: Any) -> None:
    found = option.parse(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_eighteen_digits_is_read_and_a_longer_one_is_not(sign: str) -> None:
    option = Option("n", 0, "help")
    assert option.parse(sign + "9" * 18) == int(sign + "9" * 18)
    assert refusal(option.parse, sign + "9" * 19) == "option n: a number of 19 digits"


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (CARDS, "9"),
        (FEW, "5"),
        (CARDS, "two"),
        (CARDS, "²"),
        (CARDS, "١"),
        (CARDS, "1.0"),
        (CARDS, ""),
        (CARDS, "-"),
        (Option("n", 0, "help"), "9" * 5000),
        (Option("n", 0, "help"), "--1"),
        (OPEN, "1"),
        (OPEN, "ja"),
    ],
)
def test_a_text_that_is_no_value_is_refused(option: Option, text: str) -> None:
    assert refusal(option.parse, text).startswith(f"option {option.name}: ")


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        ({"help": f"{'x' * 30}: what it adds"}, "x" * 30),
        ({"help": f"{'x' * 31}: what it adds"}, "Odd-one"),
        ({"help": ": what it adds"}, "Odd-one"),
        ({"help": "what it adds"}, "Odd-one"),
        ({"help": "Odd: what it adds", "game": "The odd game"}, "The odd game"),
    ],
)
def test_a_plugin_is_called_as_its_help_begins_or_by_its_name(
    arguments: dict[str, str], title: str
) -> None:
    assert Manifest("odd-one", rules_version=1, api=1, **arguments).title == title
