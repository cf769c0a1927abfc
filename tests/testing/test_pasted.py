"""A broken law prints a test that fails when it is pasted, with a game that was made short."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import elfen
from cli.running import environment, install
from elfen import Game
from elfen.testing import LawBroken, check_game, check_state, conservation, play_out, states_of
from elfen.testing.blaming.examples import VARIABLE, example_from_save, folder, unkept
from elfen.testing.blaming.shrinking import shrunk

from .breaking import Hum
from .test_examples import Eats, compiled
from .test_pytest_plugin import MOTH


@pytest.fixture(autouse=True)
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def broken_in(game: Game) -> LawBroken:
    with pytest.raises(LawBroken) as caught:
        check_game(game, every=1)
    return caught.value


def run(test: str, tmp_path: Path) -> str:
    """What pytest says of a pasted test, which has to fail."""
    (tmp_path / "test_pasted.py").write_text(test)
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_pasted.py"]
    paths = f"{tmp_path / 'site'}:{Path(__file__).parents[1]}"
    done = subprocess.run(
        line,
        cwd=tmp_path,
        env=environment({"PYTHONPATH": paths, "PYTEST_ADDOPTS": ""}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_the_test_of_an_installed_plugin_fails_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", "moth", MOTH)
    monkeypatch.syspath_prepend(tmp_path / "site")
    rules = elfen.compile_ruleset(expansions=["moth"], options={"rounds": 3})
    broken = broken_in(play_out(rules, 2, seed=5))
    assert "example_from_save" not in broken.test
    assert "options={'rounds': 3}" in broken.test
    assert "game = rules.new_game(2, seed=5)" in broken.test
    assert str(broken).endswith(broken.test)
    said = run(broken.test, tmp_path)
    assert "LawBroken: conservation: " in said
    assert "in eat (plugin 'moth')" in said


def test_a_game_that_cannot_be_told_in_short_is_loaded(tmp_path: Path) -> None:
    game = compiled(Eats()).new_game(2, seed="a tune")  # a text, which nobody can guess again
    while Hum() not in game.legal_actions:
        game = game.play(game.legal_actions[-1])
    broken = broken_in(game.play(Hum()))
    assert "from testing.test_examples import Eats" in broken.test
    assert f"example_from_save({broken.save!r}, plugins=[Eats()])" in broken.test
    assert "LawBroken: conservation: " in run(broken.test, tmp_path)


def test_the_game_that_is_saved_is_a_short_one_that_breaks_the_same_law() -> None:
    plugin = Eats()
    game = play_out(compiled(plugin), 2, seed=1)
    broken = broken_in(game)
    assert broken.save is not None
    before = example_from_save(broken.save, plugins=[plugin])
    assert broken.test
    after = example_from_save(broken.save, plugins=[plugin])
    assert after.steps <= before.steps < game.steps
    with pytest.raises(LawBroken, match="conservation"):
        check_state(after.rules, after.state)


def test_shrinking_keeps_a_failure_and_leaves_out_what_it_can() -> None:
    rules = compiled(Eats())
    game = play_out(rules, 2, seed=1)
    last = next(
        n for n in range(game.steps, 0, -1) if rules.validate(game.at(n).state) and n < game.steps
    )
    long = game.at(last)
    short = shrunk(long, conservation)
    assert short.steps < long.steps // 2
    with pytest.raises(LawBroken):
        conservation(rules, short.state)


def test_a_game_that_breaks_nothing_stays_as_it_is() -> None:
    game = play_out(elfen.compile_ruleset(options={"rounds": 3}), 2, seed=1).at(12)
    assert shrunk(game, conservation) is game


def test_a_law_that_is_checked_by_itself_is_read_without_a_test() -> None:
    game = play_out(compiled(Eats()), 2, seed=1)
    state = next(s for s, _ in states_of(game) if game.rules.validate(s))
    with pytest.raises(LawBroken) as caught:
        conservation(game.rules, state)
    assert caught.value.test == ""
    assert caught.value.places == ()


def test_trying_a_test_saves_nothing() -> None:
    assert folder() is not None
    with unkept():
        assert folder() is None
