"""Where the kernel leaves something out, the laws do it all the same, and compare."""

from __future__ import annotations

import pytest
from cuts import (
    SCALE,
    DrumsAsOftenAsListed,
    NotAskedInTheEnd,
    NotAskedWithoutCards,
    StumblesOverANote,
)
from faults import WELL_BEHAVED, CutsShort, Expansion, Whistle
from gallery import all_broken, walk, with_expansion

from elfen import Decide, Ruleset, State
from elfen.kernel import Dealer
from elfen.land import HAND, MOVE, Stop
from elfen.testing import LawBroken, purity
from elfen.testing.agreeing.short_cuts import in_force, short_cut_taken
from elfen.testing.agreeing.the_long_way import dealt_singly, listed_in_full, with_short_cuts
from elfen.testing.facts import chooser


def moving(rules: Ruleset, cards: int) -> State:
    """Seat 0 moves, with so many cards in hand."""
    held = {"dragon": min(cards, 5), "unicorn": max(0, cards - 5)}
    return rules.build(players=2).at(MOVE, 0).zone(HAND.of(0), held).state()


@pytest.mark.parametrize(
    ("fault", "round"), [(NotAskedWithoutCards, 1), (NotAskedInTheEnd, 2)], ids=str
)
def test_a_question_passed_by_that_has_an_answer_is_found(
    fault: type[Expansion], round: int
) -> None:
    rules = with_expansion(fault())
    purity(rules, moving(rules, cards=1))
    state = rules.build(players=2).at(MOVE, 0, round=round).zone(HAND.of(0), {}).state()
    with pytest.raises(LawBroken, match="leads past decision 'fault/riddle'") as caught:
        purity(rules, state)
    assert caught.value.where == fault.where
    assert caught.value.runs


def test_the_full_list_is_the_list_at_every_decision() -> None:
    rules = with_expansion(WELL_BEHAVED)
    asked = [state for state in walk(rules, 2) if isinstance(rules.pending(state), Decide)]
    assert len(asked) > 50
    for state in asked:
        assert listed_in_full(rules, state) == tuple(rules.legal_actions(state))


def test_it_is_told_whether_a_short_cut_is_taken() -> None:
    rules = with_expansion(CutsShort())
    whistle = Whistle("high")
    assert rules.once(in_force)[Whistle].name == "fault/whistle"
    assert short_cut_taken(rules, moving(rules, cards=1), whistle) is True
    assert short_cut_taken(rules, moving(rules, cards=6), whistle) is False
    assert short_cut_taken(with_expansion(WELL_BEHAVED), moving(rules, 1), whistle) is None


def test_of_many_actions_with_a_short_cut_the_first_and_the_last_are_tried() -> None:
    rules = with_expansion(StumblesOverANote())
    state = moving(rules, cards=0)
    tried = with_short_cuts(rules, rules.legal_actions(state), 1, chooser(state))
    assert len(tried) == 8
    notes = [one for one in rules.legal_actions(state) if isinstance(one, Whistle)]
    assert notes == [*SCALE]


def test_playing_is_compared_with_drawing_and_rolling_singly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = with_expansion(WELL_BEHAVED)
    state = moving(rules, cards=0)
    dealt_singly(rules, state, Stop(), Dealer.seeded(1))
    play = Ruleset.play
    monkeypatch.setattr(
        Ruleset, "play", lambda self, at, action, dealer: play(self, at, action, dealer.below(9)[1])
    )
    with pytest.raises(LawBroken, match="step by step") as caught:
        dealt_singly(rules, state, Stop(), Dealer.seeded(1))
    assert caught.value.law == "sampling"


def test_a_list_that_ends_where_the_check_does_breaks_no_law() -> None:
    assert all_broken(with_expansion(DrumsAsOftenAsListed())) == set()
