"""A broken law names itself, the step and the plugin, and leaves a save to try it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import elfen
from elfen import Game, Ruleset
from elfen.plugin import Decide, Table
from elfen.testing import (
    LawBroken,
    check_game,
    check_state,
    conservation,
    example_from_save,
    play_out,
    states_of,
)
from elfen.testing.blaming.examples import VARIABLE, folder

from .breaking import Hum, Hums
from .test_saving import KeepsBytes


class Eats(Hums):
    """Whoever hums eats a counter of the pile."""

    def apply(self, table: Table, item: Decide, action: Hum) -> None:
        index = table.rules.layout.zone_indexes["land/pile"][0]
        first, *others = table.zones[index]
        table.zones[index] = (first - 1, *others)


def compiled(plugin: object) -> Ruleset:
    return elfen.compile_ruleset(expansions=[plugin], options={"rounds": 3})


def hummed(rules: Ruleset) -> Game:
    """A game in which somebody hums as soon as he may, and then one more decision is made."""
    game = rules.new_game(2, seed=1)
    while Hum() not in game.legal_actions:
        game = game.play(game.legal_actions[-1])
    game = game.play(Hum())
    return game.play(game.legal_actions[-1])


@pytest.fixture(autouse=True)
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def path_in(broken: LawBroken) -> str:
    found = re.search(r"example_from_save\('([^']+)'\)", str(broken))
    assert found is not None, str(broken)
    return found[1]


def test_it_names_the_law_the_step_and_the_plugin(examples: Path) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(hummed(compiled(Eats())), every=1)
    broken = caught.value
    assert broken.law == "conservation"
    assert broken.plugin == "hums"
    assert broken.where == "action 'hums/hum', plugin 'hums'"
    assert re.fullmatch(r"after \d+ moves, the last '.*', at .* in round 1", broken.step or "")
    assert f"conservation: {broken.step}: " in str(broken)
    assert Path(path_in(broken)).parent == examples


def test_the_save_is_the_game_in_which_it_breaks_again() -> None:
    plugin = Eats()
    with pytest.raises(LawBroken) as caught:
        check_game(hummed(compiled(plugin)), every=1)
    game = example_from_save(path_in(caught.value), plugins=[plugin])
    with pytest.raises(LawBroken, match="conservation"):
        check_game(game, since=game.steps)
    check_game(game.undo(), since=game.steps - 1)
    again = example_from_save(path_in(caught.value), rules=compiled(plugin))
    assert again.log == game.log


def test_a_state_by_itself_is_kept_as_a_game_that_begins_there() -> None:
    rules = compiled(Hums())
    plugin = Hums("hums/hum", "check")
    state = next(s for s, move in states_of(hummed(rules)) if move == Hum())
    with pytest.raises(LawBroken) as caught:
        check_state(compiled(plugin), state)
    assert caught.value.plugin == "hums"
    assert caught.value.step == "at decision 'land/move' of seat 0 in round 1"
    game = example_from_save(path_in(caught.value), plugins=[Hums()])
    assert game.beginning == state


def test_a_game_that_is_stuck_is_kept_too() -> None:
    with pytest.raises(LawBroken) as caught:
        play_out(compiled(Hums("hums/last", "do")), 2, seed=1)
    broken = caught.value
    assert broken.law == "progress"
    assert "ZeroDivisionError: division by zero" in broken.message
    assert broken.plugin == "hums"
    assert example_from_save(path_in(broken), plugins=[Hums()]).steps > 0


def test_the_last_failure_takes_the_place_of_the_one_before(examples: Path) -> None:
    for _ in range(2):
        with pytest.raises(LawBroken):
            check_game(hummed(compiled(Eats())))
    (kept,) = examples.iterdir()
    assert kept.name == "conservation-rio-grande-land-hums-2.json"


def test_a_game_that_cannot_be_saved_is_told_and_not_kept(examples: Path) -> None:
    with pytest.raises(LawBroken, match=r"no save of it could be written: SaveError: .*no JSON"):
        check_state(compiled(KeepsBytes()), hummed(compiled(KeepsBytes())).state)
    assert not list(examples.iterdir())


def test_a_law_by_itself_writes_nothing(examples: Path) -> None:
    game = hummed(compiled(Eats()))
    with pytest.raises(LawBroken) as caught:
        conservation(game.rules, game.state)
    assert caught.value.save is None
    assert not examples.exists()


def test_examples_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    with pytest.raises(LawBroken) as caught:
        check_game(hummed(compiled(Eats())))
    assert caught.value.save is None


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "examples"))
    with pytest.raises(LawBroken, match="no save of it could be written: NotADirectoryError"):
        check_game(hummed(compiled(Eats())))


def test_without_a_word_they_go_to_a_folder_of_the_user_s_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert str(folder()).startswith(str(tmp_path / "elfen-examples-"))
