"""Nothing is lost: where `elfen play` saves, and what it never writes over."""

from __future__ import annotations

import errno
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner

from cli.screens import Acted, acting, played
from cli.terminals import Terminal, plain
from elfen import Game, compile_ruleset
from elfen.cli.app import elfen as group
from elfen.cli.playing.files import SaveFile, unfinished
from elfen.errors import SaveError

LINE = "play --seats human,greedy --seed 3"


@pytest.fixture(scope="module")
def game() -> Game:
    return compile_ruleset("rio-grande").new_game(2, seed=1)


def test_two_games_at_once_in_one_folder_save_to_two_files(tmp_path: Path) -> None:
    """Two real processes, that quit one after the other: with no name, and with the same one."""
    for option, first, second in (
        ("", "elfen-game.json", "elfen-game-2.json"),
        (" --save same.json", "same.json", "same-2.json"),
    ):
        with (
            Terminal(LINE + option, directory=tmp_path) as one,
            Terminal(LINE + option, directory=tmp_path) as other,
        ):
            one.read(), other.read()
            one.type("1")
            assert f"Saved to {first}. Go on with" in plain(one.type("quit"))
            assert f"Saved to {second}. Go on with: elfen play --load {second}" in plain(
                other.type("quit")
            )
        assert Game.load(tmp_path / first).steps == 2
        assert Game.load(tmp_path / second).steps == 0


def test_what_is_there_is_replaced_only_if_the_person_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("mine")
    with Terminal(f"{LINE} --save mine.json", directory=tmp_path) as terminal:
        assert "mine.json is there already. Replace it" in plain(terminal.read())
        assert "mine.json stays as it is" in plain(terminal.type(""))
        assert terminal.code() == 2
    assert (tmp_path / "mine.json").read_text() == "mine"
    with Terminal(f"{LINE} --save mine.json", directory=tmp_path) as terminal:
        terminal.read()
        terminal.type("maybe")
        terminal.type("y")
        (tmp_path / "other.json").write_text("other")
        terminal.type("save other.json")
        assert "nothing was saved" in plain(terminal.type("n"))
        assert "Saved to mine.json." in plain(terminal.type("quit"))
    assert (tmp_path / "other.json").read_text() == "other"
    assert Game.load(tmp_path / "mine.json").steps == 0


def test_without_arguments_it_offers_to_go_on(tmp_path: Path) -> None:
    with Terminal(LINE, directory=tmp_path) as terminal:
        terminal.read()
        terminal.type("1")
        terminal.type("quit")
    with Terminal("play", directory=tmp_path) as terminal:
        said = " ".join(plain(terminal.read()).split())
        assert "elfen-game.json is not over: Elfenland, 2 players, round 1 of 4." in said
        assert "You play seat 0 against greedy players; --load with --seats has others." in said
        assert "You took" in plain(terminal.type(""))
        assert "Saved to elfen-game.json." in plain(terminal.type("quit"))
    with Terminal("play", directory=tmp_path) as terminal:
        terminal.read()
        assert "You took" not in plain(terminal.type("n"))
        assert "Saved to elfen-game-2.json." in plain(terminal.type("quit"))


def test_who_plays_comes_back_with_the_game(tmp_path: Path) -> None:
    with Terminal(f"{LINE} --names Ann,Bob", directory=tmp_path) as terminal:
        terminal.read()
        terminal.type("quit")
        on = " ".join(plain(terminal.said).split()).partition("Go on with: elfen ")[2]
    assert on == "play --load elfen-game.json --names Ann,Bob"
    with Terminal(on, directory=tmp_path) as terminal:
        assert "▸Ann you" in plain(terminal.read())


@pytest.mark.parametrize("line", ["play", "play --save elfen-game.json"])
@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_a_question_before_the_game_may_be_left(
    line: str, key: str, code: int, tmp_path: Path, game: Game
) -> None:
    path = tmp_path / "elfen-game.json"
    game.save(path)
    before = path.read_bytes()
    with Terminal(line, directory=tmp_path) as terminal:
        terminal.read()
        assert terminal.asks
        assert terminal.signalled(lambda: terminal.press(key)) == code
        assert "Traceback" not in plain(terminal.said)
        assert plain(terminal.said).endswith("\n")
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


# Without a process ---------------------------------------------------------------------


def test_a_finished_game_that_cannot_be_written_is_saved_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    short = compile_ruleset(options={"rounds": 3}).new_game(2, 4)
    pages = played(short, ("human", "random"), lambda _: "1", tmp_path / "none").pages
    said = "".join(pages[-1].split())
    assert "none/game.json:Nosuchfileordirectory.Savedtoelfen-game.json." in said
    assert Game.load(tmp_path / "elfen-game.json").is_over


#: Names of which a system does not even say whether there is such a file.
UNHEARD_OF = {
    "a long name": "a" * 300 + ".json",
    "a long path": "a/" * 2400,
    "below a file": "plain/game.json",
    "in a closed folder": "secret/game.json",
}
#: These cannot be arguments either.
ONLY_TYPED = ("a\0b", "\ud800.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder one is in, with one that may not be entered, not even by the superuser."""
    look = os.stat

    def stat(path: object, *args: object, **more: object) -> os.stat_result:
        if "secret" in str(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, *args, **more)  # type: ignore[call-overload, no-any-return]

    (tmp_path / "plain").write_text("plain")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "stat", stat)
    return tmp_path


@pytest.mark.parametrize("what", UNHEARD_OF)
def test_a_name_that_no_file_can_have_does_not_lose_the_game(what: str, folder: Path) -> None:
    arguments = ["play", "--seed", "1", "--save", UNHEARD_OF[what]]
    done = CliRunner().invoke(group, arguments, input="1\nquit\n")
    assert (done.exit_code, done.exception) == (0, None)
    assert "Saved to elfen-game.json." in done.output
    assert Game.load(folder / "elfen-game.json").steps > 0


@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("name", [*UNHEARD_OF.values(), *ONLY_TYPED])
def test_a_typed_name_that_no_file_can_have_does_not_end_the_session(
    name: str, interactive: bool, folder: Path, game: Game
) -> None:
    screen = Acted(400, 24, acting([f"save {name}", "1"]))
    screen.interactive = interactive
    pages = played(game, ("human", "random"), screen.answer, folder, screen=screen).pages
    assert "Saved" not in pages[1]
    assert pages[1].count("\n") == 1
    assert Game.load(folder / "game.json").steps > 0


def test_a_link_to_itself_is_not_written_over(folder: Path, game: Game) -> None:
    (folder / "game.json").symlink_to("game.json")
    assert SaveFile(folder / "game.json").write(game) == folder / "game-2.json"


def test_a_file_is_claimed_when_it_is_written(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.json"
    mine, another = SaveFile(path), SaveFile(path)
    assert another.write(game) == path
    assert mine.write(game.play("draw blind")) == tmp_path / "game-2.json"
    assert mine.write(game) == tmp_path / "game-2.json"  # its own, so it is replaced
    assert another.write(game) == path


def test_a_file_that_was_loaded_and_then_changed_by_another_is_anothers(
    tmp_path: Path, game: Game
) -> None:
    path = tmp_path / "game.json"
    game.save(path)
    one, other = SaveFile(path), SaveFile(path)
    one.may_replace(path)
    other.may_replace(path)
    assert one.write(game.play("draw blind")) == path
    assert other.is_anothers(path)
    assert other.write(game) == tmp_path / "game-2.json"
    assert Game.load(path).steps == 1


def test_who_saves_at_the_same_moment_does_not_write_over_the_other(
    tmp_path: Path, game: Game
) -> None:
    """As when a window with two terminals is closed."""
    path = tmp_path / "game.json"
    game.save(path)

    class Slow:
        def save(self, target: Path) -> None:
            time.sleep(0.2)
            game.save(target)

    files = [SaveFile(path) for _ in range(3)]
    for file in files:
        file.may_replace(path)
    with ThreadPoolExecutor(3) as pool:
        written = [*pool.map(lambda file: file.write(cast(Game, Slow())), files)]
    assert {one.name for one in written} == {"game.json", "game-2.json", "game-3.json"}


def test_a_thousand_names_taken_are_not_too_many(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.json"
    for name in ("game.json", *(f"game-{n}.json" for n in range(2, 1003))):
        (tmp_path / name).touch()
    assert SaveFile(path).write(game) == tmp_path / "game-1003.json"


def test_a_save_that_fails_leaves_nothing_behind(tmp_path: Path, game: Game) -> None:
    class Full:
        def save(self, path: Path) -> None:
            raise SaveError("no room", file=str(path))

    with pytest.raises(SaveError):
        SaveFile(tmp_path / "game.json").write(Full())  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]


def test_the_game_to_go_on_with_is_the_latest_that_is_not_over(tmp_path: Path, game: Game) -> None:
    assert unfinished(tmp_path) is None
    over = game
    while not over.is_over:
        over = over.play(over.legal_actions[0])
    over.save(tmp_path / "elfen-game-3.json")
    (tmp_path / "elfen-game-4.json").write_text("{")
    assert unfinished(tmp_path) is None
    game.save(tmp_path / "elfen-game-2.json")
    found = unfinished(tmp_path)
    assert found is not None
    assert found[0].name == "elfen-game-2.json"


def test_of_a_folder_full_of_games_the_newest_few_are_looked_at(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(40):
        path = tmp_path / f"elfen-game-{n}.json"
        path.touch()
        os.utime(path, (n, n))
    looked: list[str] = []

    def load(path: Path) -> Game:
        looked.append(path.name)
        raise SaveError("not now")

    monkeypatch.setattr(Game, "load", load)
    assert unfinished(tmp_path) is None
    assert looked == [f"elfen-game-{n}.json" for n in (39, 38, 37, 36, 35)]


def test_a_file_is_known_again_however_large_it_is(tmp_path: Path, game: Game) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as made:
        made.truncate(1 << 40)  # more than any memory
    file = SaveFile(large)
    file.may_replace(large)
    assert not file.is_anothers(large)
    with large.open("ab") as changed:
        changed.write(b"more")
    assert file.is_anothers(large)
    file.may_replace(large)
    assert file.write(game) == large


@pytest.mark.parametrize("name", ["/", ".", "..", "sub", "sub/.."])
def test_a_folder_is_no_save_and_that_is_said(
    name: str, tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SaveError) as told:
        SaveFile().write(game, Path(name))
    assert str(told.value) == f"{Path(name)}: Is a directory"
    assert [*tmp_path.iterdir()] == [tmp_path / "sub"]
