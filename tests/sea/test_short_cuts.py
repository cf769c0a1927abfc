"""Elfensea's short cuts: where they are taken, where not, and that they lead to the same."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import Dealer
from elfen.kernel import kernel as the_kernel
from elfen.kernel.builder import Builder
from elfen.land import PLAYED, STACK
from elfen.plugin import Do, Over, State
from elfen_sea import BONUS_HELD
from playing import at_once

from .situations import CLOUDY, elfensea, traveller
from .test_bonus import TO_TWO, before_two, only

RULES = elfensea()


def taken(situation: Builder | State, notation: str) -> bool:
    """Whether an action is cut short; either way it leads where the long way leads."""
    state = situation if isinstance(situation, State) else situation.state()
    action = RULES.parse(notation)
    assert RULES.advance(state, action) == RULES.trace(state, action).state
    return at_once(RULES, state, action) is not None


@pytest.mark.parametrize(("left", "cut_short"), [(2, True), (1, False), (0, False)])
def test_a_first_visit_is_cut_short_if_there_are_enough_counters(
    left: int, cut_short: bool
) -> None:
    situation = before_two().zone(BONUS_HELD.of(1), only({"raft": left}))
    assert taken(situation, f"move {TO_TWO} whale") == cut_short


def test_a_first_visit_where_nothing_is_shown_and_a_second_one_are_cut_short_too() -> None:
    assert taken(traveller("marthas_orchard", {"whale": 1}), f"move {CLOUDY} whale")
    assert taken(before_two().visited(0, "gordonshaven"), f"move {TO_TWO} whale")


def choosing() -> State:
    """Seat 0 has drawn two counters at its first visit."""
    state = before_two().zone(BONUS_HELD.of(1), only({"raft": 1, "dragon": 1})).state()
    state = RULES.advance(state, RULES.parse(f"move {TO_TWO} whale"))
    return RULES.deal(state, Dealer.seeded(1)).state


def test_several_counters_are_drawn_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    state = before_two().state()
    state = RULES.advance(state, RULES.parse(f"move {TO_TWO} whale"))
    dealer = Dealer.seeded(3)
    outcome, after = RULES.sample(state, dealer)
    expected = RULES.trace(state, outcome).state
    monkeypatch.setattr(the_kernel, "open_table", None)
    assert RULES.deal(state, dealer) == (expected, after, (outcome,), (RULES.pending(state),))


def test_keeping_is_cut_short_whatever_comes_later() -> None:
    state = choosing()
    assert taken(evolve(state, agenda=state.agenda[-3:]), "keep bonus raft")


def test_a_trade_needs_no_position_to_be_offered() -> None:
    (trade,) = (one.entry for one in RULES.action_types if one.entry.name == "sea/trade")
    assert trade.bare


def test_keeping_is_listed_and_checked_without_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    state = choosing()
    monkeypatch.setattr(the_kernel, "open_position", None)
    actions = RULES.legal_actions(state)
    assert {str(action) for action in actions} == {"keep bonus raft", "keep bonus dragon"}
    assert [RULES.check(state, action) for action in actions] == [None, None]


@pytest.mark.parametrize("kept", ["raft", "dragon"])
def test_keeping_is_cut_short_after_a_visit(kept: str) -> None:
    assert taken(choosing(), f"keep bonus {kept}")


def test_keeping_is_not_cut_short_where_the_piece_is_still_to_be_taken() -> None:
    state = evolve(choosing(), visited=RULES.start(2).visited)
    assert not taken(state, "keep bonus raft")
    kept = RULES.advance(state, RULES.parse("keep bonus raft"))
    assert RULES.position(kept).has_visited(0, "gordonshaven")


def test_keeping_is_not_cut_short_where_nothing_comes_of_an_arrival() -> None:
    state = choosing()
    before = tuple(item for item in state.agenda if not isinstance(item, Do))
    assert not taken(evolve(state, agenda=before), "keep bonus raft")
    assert not taken(evolve(state, agenda=(Over("land/last-round"), before[-1])), "keep bonus raft")


@pytest.mark.parametrize(("stack", "cut_short"), [(1, True), (0, False)])
def test_a_trade_is_cut_short_unless_the_cards_have_to_be_shuffled(
    stack: int, cut_short: bool
) -> None:
    situation = traveller("marthas_orchard", {"whale": 1}).zone(BONUS_HELD.of(0), {"raft": 1})
    cards = RULES.position(situation.state()).counts(STACK)
    cards["whale"] -= stack
    situation.zone(PLAYED, cards)
    assert taken(situation, "trade bonus raft") == cut_short


def test_a_move_leads_straight_back_but_on_a_first_visit_where_counters_are_shown() -> None:
    (cut,) = (one.entry for one in RULES.short_cuts if one.entry.name == "sea/move")
    assert cut.returns is not None
    number = RULES.board.town_number
    for new in (True, False):
        assert cut.returns(number["wolfsboro"], new)
        assert cut.returns(number["gordonshaven"], new) is not new


def test_a_first_visit_is_cut_short_whatever_comes_later() -> None:
    state = before_two().state()
    assert taken(evolve(state, agenda=state.agenda[-1:]), f"move {TO_TWO} whale")


@pytest.mark.parametrize(
    "due",
    [
        ("hand limit", "collect", "keep"),
        ("move", "hand limit", "keep"),
        ("move", "move", "keep"),
    ],
    ids=str,
)
def test_keeping_is_not_cut_short_but_where_an_arrival_is_followed_by_a_decision(
    due: tuple[str, ...],
) -> None:
    state = choosing()
    *before, limit, moving, collecting, keeping = state.agenda
    items = {"hand limit": limit, "move": moving, "collect": collecting, "keep": keeping}
    assert taken(evolve(state, agenda=(*before, moving, collecting, keeping)), "keep bonus raft")
    agenda = (*before, *(items[one] for one in due))
    assert not taken(evolve(state, agenda=agenda), "keep bonus raft")
