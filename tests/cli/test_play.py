"""`elfen play` on a pseudo-terminal: whole games, commands, undo, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import called, environment
from cli.terminals import Terminal, plain
from elfen import Game

DRAWN = {60: False, 140: True}


def the_save(directory: Path, name: str = "elfen-game.json") -> Game:
    return Game.load(directory / name)


def rows(text: str) -> list[str]:
    return [" ".join(line.split()) for line in plain(text).splitlines()]


@pytest.mark.alike(2)
@pytest.mark.parametrize("columns", DRAWN)
def test_a_whole_game_by_always_taking_the_first(columns: int, tmp_path: Path) -> None:
    line = "play --seats human,greedy --option rounds=3 --seed 4 --save game.json"
    with Terminal(line, columns, directory=tmp_path) as terminal:
        terminal.read()
        for _ in range(400):
            if not terminal.asks:
                break
            terminal.type("1")
        assert terminal.code() == 0
        said = plain(terminal.said)
    assert max(map(len, said.splitlines())) <= columns
    assert ("◆Elvenhold" in said) is DRAWN[columns]
    assert "Round 3 of 3 · seat 0" in said
    game = the_save(tmp_path, "game.json")
    assert game.is_over
    end = rows(said.rpartition("── The end the last round is over")[2])
    for row in game.standings:
        name = ("human", "greedy")[row.seat]
        assert any(
            line.startswith(f"{row.rank}. seat {row.seat} {name} {row.total} {row.total} for town")
            for line in end
        ), end
    assert end[-1] == "Saved to game.json."


def test_what_a_turn_shows(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 4", directory=tmp_path) as terminal:
        said = rows(terminal.read())
        view = the_view(terminal, tmp_path)
    assert said[0] == "Elfenland, edition rio-grande: human, greedy. `help` explains."
    assert said[2].startswith("── Round 1 of 4 · seat 0 · choose a transportation counter ──")
    assert "Seat 1 drew 8 travel cards." in said
    assert "▸seat 0 you Elvenhold 0 pieces" in said
    assert "seat 1 greedy Elvenhold 0 pieces hand 8; secret counters 1; obstacles 1" in said
    numbered = [line for line in said if re.match(r"\d+ draw ", line)]
    assert numbered == [
        f"{n} {str(action).replace('-', ' ')}" for n, action in enumerate(view.legal_actions, 1)
    ]
    assert "stack 56" in " ".join(said)


def the_view(terminal: Terminal, directory: Path) -> object:
    assert "Saved to now.json" in terminal.type("save now.json")
    game = the_save(directory, "now.json")
    return game.view(game.seat)


def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    line = "play --seats human,random --seed 4"
    for flag, env, coloured in (
        ("", {}, True),
        ("", {"NO_COLOR": "1"}, False),
        (" --color never", {}, False),
        (" --color always", {"NO_COLOR": "1"}, True),
    ):
        with Terminal(line + flag, directory=tmp_path, env=env) as terminal:
            assert ("\x1b[1m" in terminal.read()) is coloured, (flag, env)


def to_planning(terminal: Terminal) -> str:
    """Draw until the routes are planned."""
    said = terminal.read()
    while "plan the travel routes" not in plain(said).rpartition("── Round")[2]:
        said = terminal.type("1")
    return said


def to_moving(terminal: Terminal) -> str:
    """Pass until the boot may move."""
    said = to_planning(terminal)
    while "move the elf boot" not in plain(said).rpartition("── Round")[2]:
        said = terminal.type("pass")
    return said


def test_lines_are_understood_in_part_without_accents_and_case(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        to_planning(terminal)
        said = plain(terminal.type("PLACE drag"))
        assert "PLACE drag may mean" in said
        assert "1 to " in said
        assert "turn the page" in said
        said = plain(terminal.type("place dragon Beatá–Elvenhold (plains)"))
        assert "You laid a dragon counter on Beatá–Elvenhold (plains)." in said
        before = the_view(terminal, tmp_path)
        assert "1 place dragon · Erg'Erén–Tichih (woods)" in rows(terminal.type("dragon erg ti"))
        assert before == the_view(terminal, tmp_path)


ANSWERS = [
    ("0", "choose a number from 1 to "),
    ("999", "choose a number from 1 to "),
    ("dance", "'dance' is no action and no command here; did you mean `place`? you can pass or"),
    ("pass now", "is too much; pass takes nothing"),
    ("move beata", "does not answer what seat 0 is asked: plan the travel routes"),
    ("place dragon nowhere", "no route is called 'nowhere'"),
    ("place unicorn elvenhold-beata-plains", "a unicorn counter is not suited to plains"),
    ("undo", "this cannot be taken back: the last decision was seat 1's"),
    ("why", "say which action, such as: why stop"),
    ("why pass", "pass: that is allowed"),
    ("why place giant river", "is not suited to river (Beatá–Elvenhold)"),
    ("quote tichih", "'tichih' is no route from here; there are: beata-elvenhold-plains"),
    ("hand dragon", "hand stands alone; 'dragon' is too much"),
    ("quote rivinia", "1. a raft = by water 1 "),
    ("scores", "seat 1, 0 points: town pieces: 0; if tied, cards in hand: 8"),
    ("chart", "troll wagon 2 – 2 1 – 2"),
    ("hand", "obstacles 1 obstacle"),
    ("hint", "A greedy player would: "),
    ("map", "○Kihromah"),
    ("log", "Seat 1"),
    ("help", "undo take back your decision, if it has revealed nothing"),
    ("?", "quit save the game and leave"),
    ("\x1b[A", ""),
]


def test_wrong_input_and_commands_change_nothing(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        to_planning(terminal)
        before = the_view(terminal, tmp_path)
        for line, answer in ANSWERS:
            assert answer in " ".join(rows(terminal.type(line))), line
        assert before == the_view(terminal, tmp_path)


def test_undo_takes_back_ones_own_step_and_nothing_else(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        to_moving(terminal)
        before = the_view(terminal, tmp_path)
        said = plain(terminal.type("move rivinia"))
        assert "You played a raft, moved from Elvenhold to Rivinia" in said
        assert "From Rivinia" in said
        assert "From Elvenhold" in plain(terminal.type("undo"))
        assert before == the_view(terminal, tmp_path)
        assert "this cannot be taken back: the last decision was seat 1's" in " ".join(
            rows(terminal.type("undo"))
        )


def test_undo_does_not_reach_behind_a_draw(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        terminal.read()
        assert "cannot be taken back: there is no decision before this one" in terminal.type("undo")


def test_tab_completes_without_accents(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        to_planning(terminal)
        terminal.press("pl\tdr\tlapphalya-e\t\r")
        said = terminal.read()
        assert "You laid a dragon counter on Elvenhold–Lapphálya (plains)." in plain(said)


def test_a_menu_of_a_group_goes_back_and_turns_its_pages(tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", 80, 24, tmp_path) as terminal:
        to_planning(terminal)
        assert "1 to 16 of 35; + and - turn the page; Enter goes back" in plain(terminal.type("1"))
        assert "17 to 32 of 35" in plain(terminal.type("+"))
        assert "33 to 35 of 35" in plain(terminal.type("+"))
        assert "33 to 35 of 35" in plain(terminal.type("+"))
        assert "17 to 32 of 35" in plain(terminal.type("-"))
        assert "place dragon … 35 routes" in plain(terminal.type(""))


@pytest.mark.parametrize(
    ("keys", "code"), [("\x03", 130), ("\x04", 0), ("quit\r", 0), ("half a li\x03", 130)]
)
def test_however_it_is_left_the_game_is_saved(keys: str, code: int, tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        terminal.read()
        terminal.type("2")
        assert terminal.signalled(lambda: terminal.press(keys)) == code
        said = plain(terminal.said)
    assert said.endswith(
        "Saved to elfen-game.json. Go on with: elfen play --load elfen-game.json\n"
    )
    assert "Traceback" not in said
    game = the_save(tmp_path)
    assert (game.seat, game.steps) == (0, 2)
    with Terminal("play --load elfen-game.json", directory=tmp_path) as terminal:
        assert "Round 1 of 4 · seat 0 · choose a transportation counter" in plain(terminal.read())
        terminal.type("1")
        terminal.type("quit")
    assert the_save(tmp_path).steps == 4


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_is_closed_saves_the_game(number: int, tmp_path: Path) -> None:
    with Terminal("play --seats human,greedy --seed 3", directory=tmp_path) as terminal:
        terminal.read()
        assert terminal.signalled(lambda: terminal.process.send_signal(number)) == 130
    assert the_save(tmp_path).steps == 0


def test_what_cannot_be_written_where_it_should_is_saved_in_the_folder(tmp_path: Path) -> None:
    line = "play --seats human,greedy --save no/such/folder.json"
    with Terminal(line, directory=tmp_path) as terminal:
        terminal.read()
        assert "no/such/folder.json" in plain(terminal.type("save"))
        said = " ".join(plain(terminal.type("quit")).split())
        assert "no/such/folder.json: No such file or directory. Saved to elfen-game.json." in said
        assert terminal.code() == 0
    assert the_save(tmp_path).steps == 0


def test_a_pipe_does_for_one_human(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "elfen.cli", "play", "--seats", "human,greedy", "--seed", "4"],
        input="1\nhint\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "A greedy player would: " in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.endswith("Go on with: elfen play --load elfen-game.json\n")


def test_a_terminal_without_dots_gets_a_list_instead_of_a_drawing(tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": "ascii"}
    with Terminal("play --seats human,greedy --seed 3", 140, directory=tmp_path, env=env) as one:
        to_planning(one)
        assert "Kihromah      01 woods Dag'Amura" in plain(one.type("map"))
        assert max(one.said) < "\x80"


WRONG = {
    "play --seats human,clever": "--seats: nobody is called 'clever'; there are: human, flat,",
    "play --seats greedy,greedy": "--seats: nobody is human; `elfen demo` shows a game of bots",
    "play --seats human": "1 players: these rules are for 2 to 6",
    "play --seats human,human": "several humans need a terminal",
    "play --edition platinum": "no edition 'platinum'",
    "play --load nowhere.json": "nowhere.json",
    "play --seats human,greedy --names Ann,Ann": "'Ann' cannot be a name; each is another",
    "play --seats human,greedy --names a,b,c": "--names has 3 names; there are 2 seats",
    "play --seats human,greedy --names You": "neither `you` nor `seat ...`",
    "play --seats human,greedy --names \u0301\u0308": "cannot be a name",
    "play --seats human,greedy --names \u20ddA": "cannot be a name",
    "play --lesson --seed 3": "--lesson brings its own game",
    "play --load nowhere.json --seed 3": "--load brings its own rules",
    "play --color blue": "'blue' is not one of",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_options_are_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, line)
    assert (ended.code, ended.out) == (2, "")
    assert WRONG[line] in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"format": "elfen"}'])
def test_a_broken_save_is_one_line(
    broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.json").write_text(broken)
    ended = called(capsys, f"play --load {tmp_path}/broken.json")
    assert (ended.code, ended.out) == (2, "")
    assert f"{tmp_path}/broken.json: " in ended.err
    assert ended.err.count("\n") == 1


def test_a_saved_game_needs_as_many_names_as_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from elfen import compile_ruleset

    compile_ruleset("rio-grande").new_game(3, seed=1).save(tmp_path / "three.json")
    ended = called(capsys, f"play --load {tmp_path}/three.json --seats human,greedy")
    assert "--seats has 2 names; the saved game has 3 seats" in ended.err
