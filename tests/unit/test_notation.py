"""Notation: one line for every action and outcome, which reads back; nothing else does."""

from __future__ import annotations

from itertools import repeat
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import example, given
from hypothesis import strategies as st

from elfen import ElfenError, NotationError, Pieces, State, compile_ruleset
from elfen.declare.chance import Drawn, Rolled
from elfen.kernel.notation import Notation
from elfen.land import DrawBlind, DrawOpen, Keep, KeepSecret, Move, Pass
from elfen.plugin import Action

RULES = compile_ruleset()


@frozen(cache_hash=True)
class Bid(Action):
    verb = "bid"
    gold: int


BIDS = Notation((Bid,))


# There and back --------------------------------------------------------------------------


def test_every_action_reads_back_and_no_two_are_written_alike() -> None:
    texts = [str(action) for action in RULES.actions]
    assert len(texts) > 10_000
    assert len(set(texts)) == len(texts)
    assert [RULES.parse(text) for text in texts] == list(RULES.actions)


@pytest.mark.parametrize("gold", ["3", 3.0, True, None])
def test_an_action_of_a_value_of_another_type_cannot_be_made(gold: object) -> None:
    with pytest.raises(NotationError, match=f"^Bid: gold has to be int, not {gold!r}$"):
        Bid(gold)  # type: ignore[arg-type]


def test_every_action_is_of_one_line_of_plain_words() -> None:
    for action in RULES.actions:
        text = str(action)
        assert text.isascii()
        assert text.isprintable()
        assert text == " ".join(text.split())


@pytest.mark.parametrize("seed", range(3))
def test_every_outcome_of_a_game_reads_back(seed: int) -> None:
    game = RULES.new_game(3, seed)
    while not game.is_over and game.state.round < 2:
        game = game.play(game.legal_actions[-1])
    outcomes = [entry.move for entry in game.log if entry.seat is None]
    assert len(outcomes) > 20
    for outcome in outcomes:
        assert RULES.notation.outcome(str(outcome)) == outcome


@pytest.mark.parametrize(
    "outcome", [Drawn(Pieces.of(["raft", "dragon", "raft"])), Drawn(Pieces.of([])), Rolled("6")]
)
def test_outcomes_read_back(outcome: Any) -> None:
    assert RULES.notation.outcome(str(outcome)) == outcome


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_numbers_read_back(gold: int) -> None:
    assert BIDS.action(str(Bid(gold))) == Bid(gold)


def test_the_longest_verb_counts() -> None:
    assert RULES.parse("keep dragon") == Keep("dragon")
    assert RULES.parse("keep secret dragon") == KeepSecret("dragon")
    assert "keep secret" in RULES.notation.verbs
    assert list(RULES.notation.verbs) == sorted(RULES.notation.verbs)


# Other spellings -------------------------------------------------------------------------

CARDS = Pieces.of({"dragon": 2, "raft": 1})


@pytest.mark.parametrize(
    "text",
    [
        "move a-b dragon*2 raft",
        "move a-b raft dragon*2",
        "move a-b dragon raft dragon",
        "move a-b dragon*02 raft*1",
        "  move   a-b\tdragon*2 raft\n",
        "move\u2003a-b\u00a0dragon*2 raft",
    ],
)
def test_other_spellings_are_understood_and_written_in_the_one_way(text: str) -> None:
    assert RULES.parse(text) == Move("a-b", CARDS)
    assert str(RULES.parse(text)) == "move a-b dragon*2 raft"


def test_no_pieces_are_a_dash() -> None:
    assert RULES.parse("move a-b -") == Move("a-b", Pieces())
    assert str(Move("a-b", Pieces())) == "move a-b -"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it has to begin with one of discard, draw blind"),
        ("   ", "has to begin with"),
        ("fly a-b", "'fly a-b' is not an action"),
        ("Pass", "'Pass' is not an action"),
        ("draw", "has to begin with"),
        ("draw open", "'draw open' is incomplete: draw open takes counter"),
        ("draw open dragon raft", "'raft' is too much; draw open takes counter"),
        ("pass now", "'now' is too much; pass takes nothing"),
        ("place dragon", "is incomplete: place takes counter, route"),
        ("move a-b", "is incomplete: move takes route, cards; write - for no pieces"),
        ("discard", "write - for no pieces"),
        ("move a-b dragon*0", "'dragon*0': a count is from 1 to 999999"),
        ("move a-b dragon*1000000", "a count is from 1 to 999999"),
        ("move a-b dragon*99999999999999999", "a count is from 1 to 999999"),
        ("move a-b dragon*" + "9" * 5000, "a count is from 1 to 999999"),
        ("move a-b dragon*999999 dragon", "more than 999999 'dragon'"),
        ("move a-b dragon*²", "'dragon*²' is not a kind or a kind*count"),
        ("move a-b dragon*٣", "is not a kind or a kind*count"),
        ("move a-b dragon*-1", "is not a kind or a kind*count"),
        ("move a-b dragon*+1", "is not a kind or a kind*count"),
        ("move a-b dragon*1_0", "is not a kind or a kind*count"),
        ("move a-b dragon*", "is not a kind or a kind*count"),
        ("move a-b dragon*2*2", "is not a kind or a kind*count"),
        ("move a-b *2", "'*2' is not a kind or a kind*count"),
        ("move a-b dragon * 2", "'*' is not a kind"),
        ("move a-b - dragon", "'-' is not a kind"),
        ("move a-b - -", "'-' is not a kind"),
        ("move a-b -*2", "'-*2' is not a kind"),
        (None, "None is not a text"),
        (3, "3 is not a text"),
        (b"pass", "b'pass' is not a text"),
        (Pass(), "Pass() is not a text"),
    ],
)
def test_what_is_no_action_is_refused(text: Any, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        RULES.parse(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("word", ["", "x", "1.0", "٣", "²", "1_0", "+1", "--1", "-", "9" * 19])
def test_what_is_no_number_is_refused(word: str) -> None:
    with pytest.raises(NotationError, match="gold"):
        BIDS.action(f"bid {word}")


@pytest.mark.parametrize(("text", "gold"), [("bid 7", 7), ("bid -7", -7), ("bid 007", 7)])
def test_numbers_are_understood(text: str, gold: int) -> None:
    assert BIDS.action(text) == Bid(gold)
    assert str(BIDS.action(text)) == f"bid {gold}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not an outcome such as"),
        ("pass", "'pass' is not an outcome"),
        ("pass 6", "'pass 6' is not an outcome"),
        ("drawn", "no pieces are named; write - for none"),
        ("drawn dragon*0", "a count is from 1"),
        ("rolled", "is not an outcome"),
        ("rolled 1 2", "is not an outcome"),
        (None, "None is not a text"),
    ],
)
def test_what_is_no_outcome_is_refused(text: Any, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        RULES.notation.outcome(text)
    assert words in str(caught.value)


def one_state_a_decision() -> list[State]:
    """A state for each decision of Elfenland."""
    found: dict[str, State] = {}
    game = RULES.new_game(2, 5)
    while not game.is_over and len(found) < len(RULES.decisions):
        found.setdefault(game.pending.name, game.state)  # type: ignore[union-attr]
        game = game.play(game.legal_actions[-1])
    assert len(found) == 5
    return list(found.values())


STATES = one_state_a_decision()

# Fuzzing ---------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        *(word for verb in RULES.notation.verbs for word in verb.split()),
        *(route.id for route in RULES.board.routes[:3]),
        *("dragon", "raft", "-", "*", "*2", "dragon*2", "raft*999999", "drawn", "rolled"),
        *("0", "6", "-1", "²", "٣"),
    ]
)
TEXTS = st.one_of(
    st.text(),
    st.lists(WORDS).map(" ".join),
    st.lists(WORDS | st.text(max_size=3)).map(" ".join),
)


@given(TEXTS)
@example("pass")
@example("stop")
@example("discard " + " ".join(["dragon*999999"] * 20))
@example("move \udcff dragon")
@example("move a dragon*\U0001d7d9")
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = RULES.parse(text)
    except NotationError:
        return
    assert str(action) == " ".join(str(action).split())
    assert RULES.parse(str(action)) == action
    for state in STATES:
        assert (RULES.check(state, action) is None) == (action in RULES.legal_actions(state))


@given(TEXTS)
def test_any_text_is_an_outcome_or_a_notation_error(text: str) -> None:
    try:
        outcome = RULES.notation.outcome(text)
    except NotationError:
        return
    assert RULES.notation.outcome(str(outcome)) == outcome


@given(st.data())
def test_a_spoilt_action_is_another_action_or_a_notation_error(data: st.DataObject) -> None:
    text = str(data.draw(st.sampled_from(RULES.actions)))
    at = data.draw(st.integers(0, len(text)))
    spoilt = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    try:
        action = RULES.parse(spoilt)
    except NotationError:
        return
    assert RULES.parse(str(action)) == action


# Pieces ----------------------------------------------------------------------------------


def test_pieces_are_a_multiset() -> None:
    assert Pieces.of(["raft", "dragon", "raft"]) == Pieces.of({"dragon": 1, "raft": 2, "cloud": 0})
    assert hash(Pieces.of(["a", "b"])) == hash(Pieces.of(["b", "a"]))
    assert str(Pieces.of(["raft", "dragon", "raft"])) == "dragon raft*2"
    assert len(Pieces.of({"a": 2, "b": 3})) == 5
    assert list(Pieces.of({"b": 2, "a": 1})) == ["a", "b", "b"]
    assert Pieces.of({"b": 2, "a": 1}).counts == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "items",
    [
        (("b", 1), ("a", 1)),
        (("a", 1), ("a", 1)),
        (("a", 0),),
        (("a", -1),),
        (("a", 1.0),),
        (("a", True),),
        ((3, 1),),
        (("", 1),),
    ],
)
def test_pieces_that_are_not_in_order_are_refused(items: Any) -> None:
    with pytest.raises(ValueError, match=r"Pieces\.of puts them in order"):
        Pieces(items)


def test_as_many_pieces_as_there_may_be_are_read_and_no_more() -> None:
    assert Pieces.parse("raft*999999").counts == {"raft": 999_999}
    for more in ("raft*1000000", "raft*999999 raft"):
        with pytest.raises(ValueError, match="999999"):
            Pieces.parse(more)


def test_pieces_of_a_negative_count_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 pieces of 'raft'"):
        Pieces.of({"raft": -1})


def test_no_more_pieces_than_there_may_be_are_read_one_by_one() -> None:
    assert Pieces.of(repeat("raft", 3)).counts == {"raft": 3}
    with pytest.raises(ElfenError, match=r"^pieces has more than 999999 entries"):
        Pieces.of(repeat("raft", 1_000_000))


@pytest.mark.parametrize(
    "what", [{"raft": None}, {"raft": "2"}, {"raft": 1, 2: 1}, [["raft"]], ["raft", None]], ids=str
)
def test_what_are_no_kinds_or_no_counts_are_no_pieces(what: Any) -> None:
    with pytest.raises(ElfenError, match=r"^pieces are kind ids, or \{kind id: count\}, not "):
        Pieces.of(what)


KINDS = st.from_regex(r"[a-z][a-z0-9_@/-]{0,8}", fullmatch=True)


@given(st.dictionaries(KINDS, st.integers(0, 999_999)))
def test_pieces_read_back(counts: dict[str, int]) -> None:
    pieces = Pieces.of(counts)
    assert Pieces.parse(str(pieces)) == pieces
    assert eval(repr(pieces)) == pieces


def test_a_hand_of_actions_is_what_it_says() -> None:
    game = RULES.new_game(2, 3)
    assert isinstance(game.parse("draw blind"), DrawBlind)
    assert game.play("  draw   blind ").state == game.play(DrawBlind()).state
    assert evolve(DrawOpen("dragon"), counter="raft") == DrawOpen("raft")
