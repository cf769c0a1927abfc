"""`elfen replay`: a saved game as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

import elfen.draw
from cli.running import called
from elfen import Game, compile_ruleset
from elfen.testing import play_out


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return play_out(compile_ruleset(), 2, seed=1).at(30)


@pytest.fixture
def save(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    game.save(path)
    return path


@pytest.mark.parametrize(
    ("given", "seat", "said"),
    [
        ("1", 1, "Only what seat 1 may know is shown."),
        ("public", None, "Only what everybody may know is shown."),
        ("all", "all", "Everything is shown, also what players hide from each other"),
    ],
)
def test_a_game_is_replayed_as_a_seat_the_public_or_nobody_saw_it(
    game: Game,
    save: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    given: str,
    seat: int | str | None,
    said: str,
) -> None:
    out = tmp_path / "game.html"
    ended = called(capsys, f"replay {save} --seat {given} --theme dark -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert f"all {game.steps} steps of it, can be replayed in {out}." in ended.out
    assert said in ended.out
    assert out.read_text("utf-8") == elfen.draw.replay(game, seat, theme="dark")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("--seat 2 -o game.html", "--seat 2: the seats of this game are 0 to 1"),
        ("--seat two -o game.html", "--seat two: it has to be the number of a seat, public or all"),
        ("--seat -1 -o game.html", "--seat -1: it has to be the number of a seat, public or all"),
        ("--seat 0 -o game.pdf", "-o game.pdf: the page is HTML, so the name has to end in .html"),
        ("--seat 0 -o nowhere/game.html", "nowhere/game.html cannot be written: No such file"),
        ("-o game.html", "Missing option '--seat'"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    save: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    given: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = called(capsys, f"replay {save} {given}")
    assert ended.code != 0
    assert said in ended.err
    assert not (tmp_path / "game.html").exists()


def test_a_game_is_replayed_in_another_language_with_names(
    game: Game, save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.html"
    ended = called(capsys, f"replay {save} --seat public --names Ann,Bo --lang de -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert f"lässt sich in {out} nachspielen: {game.steps} Schritte." in ended.out
    assert "Zu sehen ist nur, was alle wissen dürfen." in ended.out
    with elfen.speaking("de"):
        assert out.read_text("utf-8") == elfen.draw.replay(game, None, names=["Ann", "Bo"])
