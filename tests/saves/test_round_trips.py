"""A game that was saved and loaded is the game that it was."""

from __future__ import annotations

import datetime
import json

import isles
import pytest
import wells
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import Game, Ruleset, SaveError, compile_ruleset
from elfen.game.saves import digest_of
from elfen.kernel.dealer import LAST
from elfen.land import DRAW
from elfen.testing.strategies import games, states

from .samples import ISLAND, Sample, same, samples

RULES: dict[str, Ruleset] = {
    "land": compile_ruleset(),
    "land, random": compile_ruleset(options={"start_player": "random"}),
    "wells": compile_ruleset(expansions=[wells]),
    "isles": compile_ruleset(expansions=[isles]),
}


@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("snapshot", [True, False])
def test_a_loaded_game_is_the_saved_one_with_rules_or_without(name: str, snapshot: bool) -> None:
    sample = samples()[name]
    text = sample.game.to_json(snapshot)
    for again in (
        Game.from_json(text, sample.rules),
        Game.from_json(text, plugins=sample.plugins),
    ):
        assert same(again, sample.game)
        assert again.to_json(snapshot) == text


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=settings.default.max_examples // 2)  # type: ignore[union-attr]
@given(data=st.data())
def test_games_come_back(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    game = data.draw(games(rules, decisions=60))
    if data.draw(st.booleans()):
        game = game.at(data.draw(st.integers(0, game.steps))).fork(data.draw(st.integers(0, 9)))
    text = game.to_json()
    again = Game.from_json(text, rules)
    assert same(again, game)
    assert again.to_json() == text
    assert json.loads(text)["players"] == game.players
    if not game.is_over:
        action = data.draw(st.sampled_from(game.legal_actions))
        assert same(again.play(str(action)), game.play(action))


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=settings.default.max_examples // 2)  # type: ignore[union-attr]
@given(data=st.data())
def test_games_that_begin_anywhere_come_back(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    state = data.draw(states(rules))
    game = rules.game_from(state, seed=1)
    for _ in range(data.draw(st.integers(0, 5))):
        if not game.is_over:
            game = game.play(game.legal_actions[-1])
    again = Game.from_json(game.to_json(), rules)
    assert same(again, game)
    assert again.to_json() == game.to_json()


def test_what_is_to_come_after_undo_comes_in_the_loaded_game_too() -> None:
    game = samples()["wells, forked"].game
    again = Game.from_json(game.to_json(), game.rules)
    while game.steps > 20:
        action = str(game.last[0].move)
        game, again = game.undo(), again.undo()
        assert same(game.play(action), again.play(action))


def test_what_was_undone_is_not_saved() -> None:
    game = samples()["land"].game
    undone = game.undo()
    assert undone.to_json() == game.at(game.steps - 1).to_json()


def test_the_way_a_save_is_laid_out_does_not_matter() -> None:
    sample: Sample = samples()["land"]
    document = json.loads(sample.game.to_json())
    for text in (
        json.dumps(document, indent=3, sort_keys=True, ensure_ascii=False),
        json.dumps(dict(reversed(document.items())), separators=(",", ":")),
        "\n\t " + sample.game.to_json() + " \r\n",
    ):
        assert same(Game.from_json(text, sample.rules), sample.game)


def test_a_save_has_a_line_for_each_decision() -> None:
    game = samples()["land"].game
    lines = game.to_json().splitlines()
    assert [line for line in lines if line.startswith('  {"seat"')] == [
        line for line in lines if '"action"' in line
    ]
    assert len([line for line in lines if '"action"' in line]) == game.steps


def test_a_board_with_a_date_in_it_cannot_be_saved() -> None:
    board = evolve(ISLAND, extra={"letters": {"since": "1998-10-01"}})
    board.extra["letters"]["since"] = datetime.date(1998, 10, 1)  # behind its back
    game = compile_ruleset(board=board).new_game(2, 1)
    for write in (game.to_json, lambda: game.redacted(0)):
        with pytest.raises(SaveError, match=r"^rules\.board: the board has a value .* date"):
            write()


@pytest.mark.parametrize("position", [LAST - 300, LAST - 1, LAST])
def test_a_dealer_at_its_last_numbers_comes_back_too(position: int) -> None:
    rules = RULES["land"]
    data = json.loads(rules.game_from(rules.build(2).at(DRAW, seat=0).state(), seed=1).to_json())
    data["begin"]["dealer"]["position"] = data["dealer"]["position"] = position
    data["digest"] = digest_of(data)
    game = Game.from_json(json.dumps(data), rules)
    for _ in range(60):
        game = game.play(game.legal_actions[0])
        assert Game.from_json(game.to_json(), game.rules).state == game.state


@pytest.mark.parametrize("position", [-1, LAST + 1, 10**250])
def test_a_dealer_at_no_position_is_refused(position: int) -> None:
    data = json.loads(compile_ruleset().new_game(2, seed=1).to_json())
    data["dealer"]["position"] = position
    data["digest"] = digest_of(data)
    with pytest.raises(SaveError, match=r"^dealer\.position: .* is no position of a dealer$"):
        Game.from_json(json.dumps(data))
