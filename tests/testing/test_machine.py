"""The state machine keeps the laws of a sound game, and finds what an own rule or plugin breaks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

import elfen
from elfen import Game
from elfen.testing import LawBroken, conservation
from elfen.testing.blaming.examples import VARIABLE
from elfen.testing.machine import GameMachine

from .breaking import Hum
from .test_examples import Eats

QUICK = settings(
    max_examples=4,
    stateful_step_count=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),
)


@pytest.fixture(autouse=True)
def _examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))


class Elfenland(GameMachine):
    ruleset = elfen.compile_ruleset(options={"rounds": 3})
    players = 2


def test_elfenland_can_be_played_undone_forked_and_saved_in_any_order() -> None:
    done: set[str] = set()

    class Watched(Elfenland):
        @rule()
        def look(self) -> None:
            done.add("look")

        @invariant()
        def is_a_game(self) -> None:
            assert isinstance(self.game, Game)
            done.add("moved" if self.game.steps else "began")

    run_state_machine_as_test(Watched, settings=QUICK)
    assert done == {"look", "moved", "began"}


def test_a_fault_of_a_plugin_is_found_and_kept_as_a_save() -> None:
    class WithEats(GameMachine):
        ruleset = elfen.compile_ruleset(expansions=[Eats()], options={"rounds": 3})
        players = 2
        laws = (conservation,)
        breadth = 1

        @precondition(lambda self: Hum() in self.game.legal_actions)
        @rule()
        def hum(self) -> None:
            self.game = self.game.play("hum")

    with pytest.raises(LawBroken) as caught:
        run_state_machine_as_test(WithEats, settings=settings(QUICK, max_examples=500))
    assert caught.value.law == "conservation"
    assert caught.value.plugin == "hums"
    assert "example_from_save" in str(caught.value)
    assert os.listdir(os.environ[VARIABLE])


def test_an_invariant_of_one_s_own_fails_at_the_first_game_that_breaks_it() -> None:
    class Shy(Elfenland):
        laws = ()

        @invariant()
        def never_decides(self) -> None:
            assert not self.game.steps

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Shy, settings=QUICK)


def test_a_game_that_cannot_be_redone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(Elfenland):
        laws = ()

    run_state_machine_as_test(Plain, settings=QUICK)
    monkeypatch.setattr(Game, "redo", lambda game: game)
    with pytest.raises(AssertionError, match="redo does not lead to the game that was undone"):
        run_state_machine_as_test(Plain, settings=QUICK)
