"""Games: values that remember how they came about."""

from __future__ import annotations

import pickle
import random

import pytest

from elfen import ElfenError, Game, Reason, compile_ruleset
from elfen.land import HAND, MOVE

RULES = compile_ruleset()


def played(decisions: int, seed: int = 5) -> list[Game]:
    """The games after 0, 1, 2, ... decisions, as they were played."""
    rng = random.Random(seed)
    games = [RULES.new_game(players=3, seed=seed)]
    while len(games) <= decisions and not games[-1].is_over:
        games.append(games[-1].play(rng.choice(games[-1].legal_actions)))
    return games


def test_the_history_is_the_games_as_they_were_played() -> None:
    games = played(400)
    assert games[-1].is_over
    history = games[-1].history
    assert [game.state for game in history] == [game.state for game in games]
    assert [game.log for game in history[::20]] == [game.log for game in games[::20]]
    assert history[-1] is games[-1]


def test_undo_goes_back_one_decision_and_on_from_there_as_before() -> None:
    *_, before, after = played(30)
    action = after.last[0].move
    undone = after.undo()
    assert undone.state == before.state
    assert undone.log == before.log
    assert undone.play(str(action)).state == after.state
    for _ in range(29):
        undone = undone.undo()
    with pytest.raises(ElfenError, match="nothing to undo"):
        undone.undo()


def test_a_fork_has_the_same_past_and_another_future() -> None:
    game = played(8)[-1]
    forks = [game.fork(seed) for seed in range(8)]
    assert {fork.log for fork in forks} == {game.log}
    assert forks[0].undo().state == game.undo().state
    deeper = {fork.play("draw blind").log for fork in forks}
    assert len(deeper) > 1


def test_a_whole_game_is_pickled_without_going_deep() -> None:
    game = played(400)[-1]
    again = pickle.loads(pickle.dumps(game))
    assert (again.state, again.log) == (game.state, game.log)
    assert again.undo().state == game.undo().state
    middle = pickle.loads(pickle.dumps(played(12)[-1]))
    assert (
        middle.play(middle.legal_actions[0]).log == played(12)[-1].play(middle.legal_actions[0]).log
    )


@pytest.mark.parametrize("hand", [{}, {"dragon": 2}])
def test_an_answer_to_another_question_is_told_what_is_asked(hand: dict[str, int]) -> None:
    """In the words of the decision, not by its name; and the same whatever the seat holds."""
    build = RULES.build(players=2).at(MOVE, seat=1, round=1).zone(HAND.of(1), hand)
    assert RULES.game_from(build.state(), seed=1).check("pass") == Reason(
        "core/no-answer",
        "'pass' does not answer what seat 1 is asked: move the elf boot; answers are: move, stop",
    )
