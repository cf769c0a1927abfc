"""`elfen draw` and `elfen board draw`: pictures of saved games and of board files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import elfen.draw
from cli.running import called
from elfen import compile_ruleset, load_board
from elfen.testing import play_out

GAME = play_out(compile_ruleset(), 3, seed=1)
SEA = str(files("elfen_sea") / "data" / "elfensea.toml")
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    GAME.save(path)
    return path


def test_a_game_is_drawn_as_a_seat_sees_it(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.svg"
    ended = called(capsys, f"draw {save} --seat 1 --at 25 --theme dark --size 800 -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert f"after step 25 of {GAME.steps}, is drawn in {out}." in ended.out
    assert "Only what seat 1 may know is shown." in ended.out
    svg = elfen.draw.board(GAME.at(25).view(1), theme="dark", size=800)
    assert out.read_text("utf-8") == f"{HEAD}{svg}\n"


def test_without_a_seat_nothing_is_hidden_and_that_is_said(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.svg"
    ended = called(capsys, f"draw {save} --at 25 -o {out}")
    assert "Everything is shown, also what players hide from each other" in ended.out
    svg = elfen.draw.state(GAME.rules, GAME.at(25).state)
    assert out.read_text("utf-8") == f"{HEAD}{svg}\n"


def test_a_board_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sea.svg"
    ended = called(capsys, f"board draw {SEA} -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert out.read_text("utf-8") == f"{HEAD}{elfen.draw.board(load_board(SEA))}\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("draw {save} -o {folder}/game.jpg", "end the name in .svg or .png"),
        ("draw {save} -o {folder}/nowhere/game.svg", "cannot be written: No such file"),
        ("draw {save} --seat 3 -o {folder}/a.svg", "--seat 3: the seats of this game are 0 to 2"),
        ("draw {save} --size 3 -o {folder}/a.svg", "from 200 to 3000"),
        ("draw {folder}/none.json -o {folder}/a.svg", "none.json"),
        ("draw {save}", "Missing option '-o'"),
        ("board draw {folder}/none.toml -o {folder}/a.svg", "none.toml"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(
    line: str, said: str, save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = called(capsys, line.format(save=save, folder=tmp_path))
    assert ended.code == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert not [*tmp_path.glob("*.svg")]


def test_a_game_is_drawn_in_another_language_with_names(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.svg"
    ended = called(capsys, f"draw {save} --seat 1 --at 25 --names Ann,Bo --lang de -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert f"nach Schritt 25 von {GAME.steps} in {out} gezeichnet." in ended.out
    with elfen.speaking("de"):
        svg = elfen.draw.board(GAME.at(25).view(1), names=["Ann", "Bo"])
    assert out.read_text("utf-8") == f"{HEAD}{svg}\n"
    called(capsys, f"draw {save} --at 25 --names Ann,Bo -o {out}")
    svg = elfen.draw.state(GAME.rules, GAME.at(25).state, names=["Ann", "Bo"])
    assert out.read_text("utf-8") == f"{HEAD}{svg}\n"
    ended = called(capsys, f"draw {save} --names a,b,c,d -o {out}")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
