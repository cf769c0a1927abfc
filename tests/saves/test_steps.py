"""Undo, redo, and any step of a game's log."""

from __future__ import annotations

import pickle

import pytest

from elfen import ElfenError, Game, compile_ruleset

from .samples import same, samples

RULES = compile_ruleset()


def played(steps: int) -> list[Game]:
    """A game after 0, 1, 2, ... decisions, as it was played."""
    games = [RULES.new_game(3, seed=8)]
    while len(games) <= steps:
        actions = games[-1].legal_actions
        games.append(games[-1].play(actions[len(games) * 13 % len(actions)]))
    return games


def test_a_game_can_be_had_at_any_step_of_its_log() -> None:
    games = played(40)
    last = games[-1]
    assert last.steps == 40
    for step in range(0, 41, 5):
        assert same(last.at(step), games[step])
        assert last.at(step).steps == step
    assert last.at(40) is last


@pytest.mark.parametrize("step", [-1, 13, 1.0, True, None, "3"])
def test_a_step_that_the_game_has_not_come_to_is_refused(step: object) -> None:
    with pytest.raises(ElfenError, match=r"no step .*: the game has those from 0 to 12"):
        played(12)[-1].at(step)  # type: ignore[arg-type]


def test_redo_takes_back_each_undo() -> None:
    last = played(6)[-1]
    undone = last
    for _ in range(6):
        undone = undone.undo()
    assert undone.steps == 0
    for step in range(1, 7):
        undone = undone.redo()
        assert same(undone, last.at(step))
    assert undone is last
    with pytest.raises(ElfenError, match="nothing to redo"):
        undone.redo()


def test_what_was_undone_is_forgotten_when_something_else_is_played() -> None:
    game = played(6)[-1].undo()
    for other in (game.play(game.legal_actions[0]), game.fork(1), game.at(2), game.at(2).undo()):
        if other.steps != 1:
            with pytest.raises(ElfenError, match="nothing to redo"):
                other.redo()
    assert game.redo().steps == 6


def test_undo_changes_no_game() -> None:
    first, second = played(1)
    second.undo()
    assert second.undo() is not first
    with pytest.raises(ElfenError, match="nothing to redo"):
        first.redo()
    with pytest.raises(ElfenError, match="nothing to redo"):
        second.history[0].redo()


def test_a_game_that_was_forked_before_its_first_decision_keeps_its_chance() -> None:
    game = RULES.new_game(2, 1).fork(2)
    later = game.play("draw blind")
    for again in (pickle.loads(pickle.dumps(later)), Game.from_json(later.to_json(), RULES)):
        assert same(again, later)
        assert same(again.undo().play("draw blind"), later)
    assert same(pickle.loads(pickle.dumps(game)).play("draw blind"), later)


def test_a_game_that_was_set_up_by_hand_goes_back_to_what_it_was_given() -> None:
    game = samples()["land, built"].game
    assert same(pickle.loads(pickle.dumps(game)), game)
    assert same(game.undo().play("stop"), game)
