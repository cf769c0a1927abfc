"""Games of Elfensea are saved and loaded like any other."""

from __future__ import annotations

from pathlib import Path

from elfen import Game, compile_ruleset, load_board
from elfen.land import MOVE
from elfen.testing import play_out
from elfen_sea import BONUS_HELD, ROUTE_BONUS

from .situations import build, elfensea, game_from


def test_a_game_is_loaded_as_it_was(tmp_path: Path) -> None:
    game = play_out(elfensea(), 4, seed=2)
    for step in (game.steps // 2, game.steps):
        file = tmp_path / f"{step}.json"
        game.at(step).save(file)
        loaded = Game.load(file)
        assert loaded.state == game.at(step).state
        assert loaded.rules.fingerprint == elfensea().fingerprint


def test_a_game_with_bonus_counters_held_and_laid_is_loaded_as_it_was(tmp_path: Path) -> None:
    situation = build(3).at("land/plan", seat=0).zone(BONUS_HELD.of(0), {"dragon": 2, "raft": 1})
    game = game_from(situation).play("trade bonus raft")
    game = game.play("place bonus dragon annashaven-krantz_rapids-plains")
    file = tmp_path / "game.json"
    game.save(file)
    assert Game.load(file).state == game.state
    assert game.position.lying("annashaven-krantz_rapids-plains")
    assert ROUTE_BONUS.name in game.rules.layout.zones


def test_a_game_on_a_board_of_one_s_own_is_loaded_with_it(tmp_path: Path) -> None:
    from elfen_sea.boards import DATA

    text = (DATA / "elfensea.toml").read_text(encoding="utf-8").replace("Wolfsboro", "Wolfsburg")
    board = tmp_path / "own.toml"
    board.write_text(text, encoding="utf-8")
    rules = compile_ruleset(expansions=["sea"], board=load_board(board))
    game = play_out(rules, 2, seed=1).at(20)
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json")
    assert loaded.rules.board.town("wolfsboro").name == "Wolfsburg"
    assert loaded.rules.board.provenance == rules.board.provenance
    assert loaded.rules.at_most(MOVE, 2) == rules.at_most(MOVE, 2)
