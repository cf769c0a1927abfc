"""Messages and the names in them: what nobody may be mistaken about."""

from __future__ import annotations

from elfen import compile_ruleset
from elfen.declare import BootMoved
from elfen.errors import Message, Reason, Seat
from elfen.text import Words, languages


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


def test_a_table_that_everybody_sees_is_told_in_every_language() -> None:
    view = compile_ruleset().new_game(2, 1).view(None)
    for language in languages():
        lines = Words(view.rules, ["Ann"], language=language).table_lines(view)
        assert len(lines) > 3
        assert lines[1].startswith("Ann: ")
