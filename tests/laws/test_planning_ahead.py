"""What is declared for planning ahead is what comes of it: points for a step, prices of a leap."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import compile_ruleset
from elfen.land import HAND, MOVE
from elfen.plugin import ActionType, Leaps, Price, Ruleset, ScoreLine, hookimpl
from elfen.testing import LawBroken, check_rules, play_out
from elfen.testing.agreeing.agreement import agreement
from elfen.testing.suite.quick_games import check_quickly
from elfen_gold import witches
from elfen_gold.pieces import coins


class TakesSteps(Expansion):
    """Two points for each town piece, of which at most one is taken by a step."""

    a_step = 2

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "fault/visits",
                lambda position, seat: 2 * position.pieces_taken(seat),
                lowest=lambda rules: 0,
                highest=lambda rules: 2 * rules.most_town_pieces,
                text="town pieces once more",
                a_step=self.a_step,
            )
        ]


class ExpectsLittleOfAStep(TakesSteps):
    """It is declared that a step adds a point at most."""

    a_step = 1


def test_a_step_that_adds_what_it_may_breaks_no_law() -> None:
    check_quickly(play_out(with_expansion(TakesSteps()), 2, seed=1))


def test_a_step_that_adds_more_than_it_may_is_found() -> None:
    game = play_out(with_expansion(ExpectsLittleOfAStep()), 2, seed=1)
    with pytest.raises(
        LawBroken, match=r"adds 2 points for 'fault/visits', but a_step .* 1 at"
    ) as e:
        check_quickly(game)
    assert e.value.law == "agreement"
    assert e.value.where == "score line 'fault/visits', plugin 'fault'"


@pytest.mark.parametrize("less", [0, 1])
def test_a_leap_costs_what_is_declared(monkeypatch: pytest.MonkeyPatch, less: int) -> None:
    monkeypatch.setattr(witches, "coins", lambda n: coins(n - less))
    rules = compile_ruleset(expansions=["gold"], options={"gold.witches": True})
    hand = {"witch": 1}
    state = rules.build(2).at(MOVE, seat=0).zone(HAND.of(0), hand).state()
    assert any(isinstance(one, witches.Fly) for one in rules.legal_actions(state))
    if not less:
        agreement(rules, state, None)
        return
    with pytest.raises(LawBroken, match=r"fly .* pays other pieces than any price in its leaps="):
        agreement(rules, state, None)


class Beams(Expansion):
    """A tune takes one elsewhere, for a card."""

    tune = "high"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        leaps = Leaps(lambda town, pieces: Whistle(self.tune), (Price.any(HAND, 1),))
        return [evolve(whistling, crosses=lambda position, seat, action: (), leaps=leaps)]


class BeamsByAnUnheardTune(Beams):
    """What is declared for planning ahead is no action of the game."""

    tune = "shrill"


def test_a_leap_for_a_price_that_is_declared_is_an_action() -> None:
    check_rules(with_expansion(Beams()))
    told = r"^agreement: whistle shrill costs a price in its leaps=, but is not in the domain"
    with pytest.raises(LawBroken, match=told) as caught:
        check_rules(with_expansion(BeamsByAnUnheardTune()))
    assert caught.value.where == "action 'fault/whistle', plugin 'fault'"
    assert "Beams.elfen_actions" in str(caught.value)
