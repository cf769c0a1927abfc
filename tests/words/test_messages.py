"""Messages and the names in them: what nobody may be mistaken about."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from elfen import ElfenError, compile_ruleset, speaking
from elfen.declare import BootMoved
from elfen.errors import Message, Reason, Seat
from elfen.text import Words, languages, say


def test_braces_of_a_text_without_arguments_are_braces() -> None:
    """The text of a decision, say, which becomes part of a reason, is its author's own."""
    text = "choose {one} of them"
    asked = Message("mine/asked", text)
    reason = Reason.of("mine/rule", "mine/no", "you are asked: {asked}", asked=asked)
    words = Words(compile_ruleset())
    assert (str(asked), str(reason)) == (text, f"you are asked: {text}")
    assert words.say(asked) == text
    assert words.reason(reason) == f"you are asked: {text}"


def test_the_same_text_with_another_argument_looks_different_to_a_program() -> None:
    one, other = (Message("mine/fare", "a fare is due", coins=n) for n in (1, 2))
    assert one == other
    assert repr(one) != repr(other)
    assert Reason("mine", one).to_data() != Reason("mine", other).to_data()


def test_a_player_whose_name_begins_with_another_s_is_someone_else() -> None:
    words = Words(compile_ruleset(), ["Ann", "Ann B."])
    towns = ("elvenhold", "virst", "elvenhold-virst-lake")
    told = words.events([BootMoved(1, *towns), BootMoved(0, *towns), BootMoved(0, *towns)])
    assert [one.startswith("Ann B. ") for one in told] == [True, False]
    assert words.say("{seat} {seat:are|is} here", seat=Seat(1)) == "Ann B. is here"


@pytest.mark.parametrize(
    ("wrong", "english", "german"),
    [
        (
            lambda: compile_ruleset(expansions=["gould"]),
            "no expansion 'gould' is installed; did you mean 'gold'? installed are: favor, gold,"
            " land, sea",
            "die Erweiterung 'gould' ist nicht installiert; meintest du 'gold'? installiert sind:"
            " favor, gold, land, sea",
        ),
        (
            lambda: compile_ruleset().new_game(9, 1),
            "9 players: these rules are for 2 to 6",
            "9 Spieler: diese Regeln sind für 2 bis 6",
        ),
        (
            lambda: compile_ruleset().parse("move"),
            "'move' is incomplete: move takes route, cards",
            "'move' ist unvollständig: move verlangt route, cards",
        ),
    ],
)
def test_what_a_player_does_wrong_is_told_in_the_language_that_is_spoken(
    wrong: Callable[[], object], english: str, german: str
) -> None:
    with pytest.raises(ElfenError) as caught:
        wrong()
    assert str(caught.value) == caught.value.told(say) == english
    with speaking("de"):
        assert caught.value.told(say) == german
    assert ElfenError("no message").told(say) == "no message"
    again = pickle.loads(pickle.dumps(caught.value))
    with speaking("de"):
        assert again.told(say) == german


def test_a_table_that_everybody_sees_is_told_in_every_language() -> None:
    view = compile_ruleset().new_game(2, 1).view(None)
    for language in languages():
        lines = Words(view.rules, ["Ann"], language=language).table_lines(view)
        assert len(lines) > 3
        assert lines[1].startswith("Ann: ")


@pytest.mark.parametrize(
    "language",
    ["x" * 300, "../../..", "de/..", "d e", "de\n", "de\0", ".", "..", "C:", 3, ["de"], b"de"],
)
def test_what_cannot_be_a_language_finds_no_file(language: Any) -> None:
    rules = compile_ruleset()
    with pytest.raises(ElfenError, match=r"^there is no language .*there are: en, de$"):
        rules.words(language=language)
    with pytest.raises(ElfenError, match=r"^there is no language"), speaking(language):
        pass


@pytest.mark.parametrize("language", ["fr", "pt_BR", "zh-Hant-TW"])
def test_a_language_without_catalogues_is_told_in_english(language: str) -> None:
    assert compile_ruleset().words(language=language).seat(1) == "seat 1"
