"""Another plugin's questions are asked at moments of one's own, with one's own text and bound."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest
import tithes
from attrs import evolve
from tithes import STOW, TITHE

from elfen import Decide, Game, Ruleset, RulesetError, State, compile_ruleset
from elfen.errors import SaveError
from elfen.game.saves import read_state, written_state
from elfen.kernel.table import open_table
from elfen.land import DISCARD, HAND, MOVE, SHOWN, DiscardData
from elfen.plugin import Manifest, Reason, Restriction, data_of, hookimpl
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain


@cache
def rules(*more: str) -> Ruleset:
    return compile_ruleset(expansions=[tithes, *more])


def at_the_tithe() -> Game:
    state = rules().build(2).at(TITHE, seat=0, round=1).zone(HAND.of(0), {"raft": 8})
    return rules().game_from(state.zone(HAND.of(1), {"dragon": 6}).state(), seed=1)


def test_the_text_is_its_own_and_the_answers_are_the_other_s() -> None:
    game = at_the_tithe()
    assert game.pending == Decide(TITHE, 0, (5,))
    assert "Seat 0 decides: pay the tithe." in str(game.view(1))
    assert [str(action) for action in game.legal_actions] == ["discard raft*4"]


@pytest.mark.parametrize("over", [-1, 6])
def test_a_save_keeps_to_its_own_bounds_of_what_it_is_asked_with(over: int) -> None:
    """They are those of this decision, for the data that the other one declares."""
    written = written_state(rules(), at_the_tithe().state)
    assert read_state(rules(), written, "state") == at_the_tithe().state
    written["agenda"][-1]["data"] = [over]
    with pytest.raises(SaveError, match=f"{over} is no number from 0 to 5"):
        read_state(rules(), written, "state")


def test_what_comes_in_portions_is_asked_on_under_the_same_name() -> None:
    game = at_the_tithe().play("discard raft*4")
    assert game.pending == Decide(TITHE, 0, (1,))
    assert isinstance(game.pending, Decide)
    assert data_of(DiscardData, game.pending) == DiscardData(over=1)
    game = game.play("discard raft")
    assert game.position.size(HAND.of(0)) == 3
    assert game.pending.name != DISCARD  # type: ignore[union-attr]


def test_a_counter_is_kept_at_another_time() -> None:
    state = (
        rules().build(2).at(STOW, seat=0, round=1).zone(SHOWN.of(0), {"dragon": 1, "unicorn": 1})
    )
    game = rules().game_from(state.zone(SHOWN.of(1), {}).state(), seed=1)
    assert {str(action) for action in game.legal_actions} == {"keep dragon", "keep unicorn"}
    game = game.play("keep unicorn")
    assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}


def test_a_restriction_on_the_question_is_on_what_is_like_it() -> None:
    def no_rafts(position: object, seat: int, action: object) -> Reason | None:
        return Reason("miser/rafts", "no rafts") if "raft" in str(action) else None

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("miser", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
        return [Restriction("miser/rafts", on=DISCARD, forbids=no_rafts)]

    miser = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_restrictions=elfen_restrictions)
    chosen = compile_ruleset(expansions=[tithes, miser])
    build = chosen.build(2).at(TITHE, seat=0, round=1).zone(HAND.of(0), {"raft": 2, "unicorn": 5})
    legal = [str(action) for action in chosen.legal_actions(build.asked(1).state())]
    assert legal == ["discard unicorn"]


def test_its_bound_is_its_own() -> None:
    plain = compile_ruleset()
    for players in (2, 6):
        assert rules().at_most(DISCARD, players) == plain.at_most(DISCARD, players)
        assert rules().at_most(TITHE, players) == 4 * players * 2


def riding(chosen: Ruleset) -> State:
    """Seat 0 makes a whole journey by a question that is like Elfenland's own."""
    build = chosen.build(2).at(MOVE, seat=0, round=1)
    state = build.zone(HAND.of(0), {"raft": 4}).state()
    return evolve(state, agenda=(*state.agenda[:-1], chosen.decide("tithes/ride", 0, ())))


@pytest.mark.parametrize("more", [(), ("sea",)], ids=str)
def test_who_may_go_on_is_asked_the_same_again(more: tuple[str, ...]) -> None:
    chosen = rules(*more)
    state = riding(chosen)
    for action in chosen.legal_actions(state):
        after = chosen.advance(state, action)
        assert after == chosen.trace(state, action).state
        goes_on = str(action) != "stop"
        name = getattr(chosen.pending(after), "name", "")
        assert (name == "tithes/ride") == goes_on or name.startswith("sea/")
    check_state(chosen, state)


def test_explain_says_what_it_is_like() -> None:
    (asked,) = [i for i in explain(rules()).section("Decisions").items if i.name == TITHE]
    assert "like land/discard" in asked.words
    assert [answer.name for answer in asked.items] == ["land/discard"]


def test_a_game_is_saved_and_loaded_there() -> None:
    game = at_the_tithe().play("discard raft*4")
    again = Game.from_json(game.to_json(), plugins=[tithes])
    assert again.state == game.state


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ((), r"'land/discard' is asked with \(\); its data is \(over: int\)"),
        (("2",), r"asked with \('2',\); its data is \(over: int\)"),
    ],
)
def test_other_data_than_declared_is_told_to_who_asks(
    data: tuple[int | str, ...], told: str
) -> None:
    table = open_table(rules(), rules().start(2))
    with pytest.raises(RulesetError, match=told):
        table.ask(DISCARD, 0, *data)
    table.ask(DISCARD, 0, 2, "by the tithe")


@pytest.mark.alike(2)
@pytest.mark.parametrize("more", [(), ("favor",), ("gold",), ("sea",)], ids=str)
def test_it_keeps_the_laws(more: tuple[str, ...]) -> None:
    check_rules(rules(*more))
    check_game(play_out(rules(*more), 4, seed=2), every=25)
