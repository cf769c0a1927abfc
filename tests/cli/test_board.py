"""`elfen board check`: what it says of a sound board file, and of a broken one."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.running import Ended, called, run
from elfen.cli import main
from elfen.cli.app import elfen as group
from elfen.cli.board import Lines
from paced import seconds

SEA = str(files("elfen_sea") / "data" / "elfensea.toml")
ISLAND = """# An island.
format = 1
name = "island"
capital = "harbour"
size = [300, 200]

routes = [
  { ends = ["harbour", "mill"], terrain = "plains" },  # { not this one
  { ends = ["mill", "spring"], terrain = "woods" },
  { ends = ["spring", "harbour"], terrain = "river", source = "sourced" },
]

[towns]
harbour = { name = "Harbour = [", at = [40, 160] }
mill = { name = "Mill", at = [150, 90], source = "reconstructed" }
spring = { name = "Spring", at = [260, 40] }

[extra.land]
town_cards = ["mill"]
"""

Check = Callable[..., Ended]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Checks the island, something in it swapped; `FILE` stands for the file."""

    def checking(old: str = "", new: str = "", more: str = "") -> Ended:
        assert old in ISLAND
        file = tmp_path / "island.toml"
        file.write_text(ISLAND.replace(old, new, 1) if old else ISLAND, encoding="utf-8")
        ended = called(capsys, f"board check {file} {more}")
        return Ended(
            ended.code, ended.out.replace(str(file), "FILE"), ended.err.replace(str(file), "FILE")
        )

    return checking


def test_a_sound_board_is_told_and_ends_with_0(check: Check) -> None:
    ended = check()
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "board island: sound, for Elfenland, edition rio-grande",
        "  3 towns, Harbour = [ is the capital",
        "  3 routes: 1 plains, 1 river, 1 woods",
        "  towns: 1 reconstructed, 2 unmarked",
        "  routes: 1 sourced, 2 unmarked",
        "play on it: elfen demo --board FILE",
    ]


def test_elfensea_says_what_is_sourced(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, f"board check --with sea {SEA}")
    assert ended.code == 0
    assert "  towns: 11 sourced, 22 reconstructed\n" in ended.out
    assert "  routes: 8 sourced, 61 reconstructed\n" in ended.out
    assert f"elfen demo --with sea --board {SEA}\n" in ended.out


def test_what_another_plugin_reads_has_not_been_looked_at(check: Check) -> None:
    out = check("[extra.land]", "[extra.sea]\ntwo = 3\n[extra.land]").out
    assert "extra.sea has not been looked at; --with sea does that" in out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format = 1", "format = 2", ["FILE:2: format is 2"]),
        ('"island"', "3", ["FILE:3: name: expected a text, not 3"]),
        ('"island"', '" "', ["FILE:3: the name is empty"]),
        ('capital = "harbour"', 'capital = "x"', ["FILE:4: the capital 'x' is not one of"]),
        ("[300, 200]", "[300]", ["FILE:5: size: expected 2 items"]),
        ("[300, 200]", "[", ["not a TOML file"]),
        (
            '["mill", "spring"]',
            '["mill", "sprig"]',
            ["FILE:9: route 'mill-sprig-woods' ends in 'sprig'"],
        ),
        ('terrain = "river"', "terrain = 3", ["FILE:10: routes[2].terrain: expected a text"]),
        ('terrain = "river"', 'terain = "river"', ["FILE:10: routes[2].terrain", "unknown keys"]),
        ('"sourced"', '"sorced"', ["FILE:10: route 'spring-harbour-river' has source 'sorced'"]),
        ('"reconstructed"', '"made up"', ["FILE:15: town 'mill' has source 'made up'"]),
        ("at = [150, 90]", "at = [150]", ["FILE:15: towns['mill'].at: expected 2 items"]),
        ("at = [150, 90]", "at = [1500, 90]", ["FILE:15: town 'mill' lies outside"]),
        ("spring = {", "Spring = {", ["FILE:16: town id 'Spring'", "FILE:9: route"]),
        ("\n[towns]", 'colour = "red"\n[towns]', ["FILE: unknown keys: colour"]),
        ('"woods"', '"swamp"', ["FILE:9: board 'island': route 'mill-spring-swamp' has terrain"]),
        ('["mill"]', '["mil"]', ["FILE:19:", "'mil' is no town that has town pieces"]),
    ],
)
def test_a_broken_board_is_told_with_the_line_and_ends_with_1(
    check: Check, old: str, new: str, told: list[str]
) -> None:
    ended = check(old, new, "--option town_cards=true" if "mil" in new else "")
    assert (ended.code, ended.out) == (1, "")
    for words in told:
        assert words in ended.err
    assert all(line.startswith("FILE:") for line in ended.err.splitlines())


def test_all_that_is_wrong_stands_in_the_order_of_the_file(check: Check) -> None:
    ended = check('"spring"], terrain = "woods"', '"sprig"], terrain = "woods", source = "?"')
    assert [line.partition(": ")[0] for line in ended.err.splitlines()] == ["FILE:9", "FILE:9"]


def test_tables_may_be_written_out() -> None:
    lines = Lines(
        """format = 1
[[routes]]
ends = ["a", "b"]
terrain = "woods"
[[routes]]
id = "ford"
ends = ["b", "a"]
terrain = "river"
[towns.a]
name = "A"
at = [1, 2]
"""
    )
    assert lines.routes == [2, 5]
    assert lines.of("route 'ford' ends in 'b', which is not one of the towns") == 5
    assert lines.of("routes[0].terrain: expected a text") == 2
    assert lines.of("towns['a'].at: expected a list") == 9
    assert lines.of("something else") is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("board check nowhere.toml", "nowhere.toml: No such file or directory"),
        (f"board check {SEA} --with see", "no expansion 'see'"),
        (f"board check {SEA} --edition blue", "no edition 'blue'"),
        ("board check", "Missing argument"),
    ],
)
def test_anything_else_that_is_wrong_ends_with_2(
    capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    ended = called(capsys, line)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert len(ended.err.splitlines()) == 1


def test_a_file_that_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(b"\xff\xfe\x00")
    ended = called(capsys, f"board check {file}")
    assert ended.code == 2
    assert "not a text in UTF-8" in ended.err


@pytest.mark.parametrize(
    "command", ["demo --seed 1 --players 2", "explain", "simulate --games 1 --bots random"]
)
def test_every_command_plays_on_a_board_file(tmp_path: Path, command: str) -> None:
    file = tmp_path / "island.toml"
    file.write_text(ISLAND, encoding="utf-8")
    done = run(f"{command} --board {file}")
    assert (done.code, done.err) == (0, "")
    assert done.out != run(command).out


def test_who_plays_is_told_that_the_board_is_a_reconstruction(tmp_path: Path) -> None:
    where = f"--save {tmp_path / 'game.json'}"
    for more in ("--with sea", f"--with sea --board {SEA}"):
        line = f"play {more} --seats human,greedy --seed 1 {where}"
        out = " ".join(CliRunner().invoke(group, line.split(), input="").output.split())
        assert "Of the board elfensea, 22 of 33 towns and 61 of 69 routes are reconstructed" in out


def test_the_demo_says_that_a_board_is_a_reconstruction(capsys: pytest.CaptureFixture[str]) -> None:
    words = "22 of 33 towns and 61 of 69 routes are reconstructed, not the printed ones"
    for command in ("demo --with sea --seed 1 --players 2", "explain --with sea"):
        assert words in " ".join(called(capsys, command).out.split())
    assert "reconstructed" not in called(capsys, "demo --seed 1 --players 2").out


FAR = 15_000
#: Of a usual machine's processor: much less than what the square of `FAR` takes.
SECONDS = 0.4
MADE_TO_DO_HARM = {
    "a key of many parts": f"a{'.a' * FAR} = 1",
    "a table of many parts": f"[a{'.a' * FAR}]",
    "an open text of quotes": 'a = "' + '\\"' * FAR,
    "open texts": 'a = "' + "\\'\"" * FAR,
    "open words": "a = '" + "''" * FAR,
    "backslashes": 'a = "' + "\\" * (2 * FAR + 1) + '"',
    "quotes": '"' * (2 * FAR + 1),
    "apostrophes and comments": "#'\n" * FAR,
    "blanks": " " * 2 * FAR + "[" + " " * 2 * FAR + "=",
}


@pytest.mark.parametrize("what", MADE_TO_DO_HARM)
def test_what_is_made_to_do_harm_is_checked_at_once(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(MADE_TO_DO_HARM[what])
    codes = []
    took = seconds(lambda: codes.append(main(["board", "check", str(file)])), SECONDS)
    out, err = capsys.readouterr()
    assert ({*codes}, out) == ({1}, "")
    assert all(line.startswith(f"{file}:") for line in err.splitlines())
    assert took < SECONDS


def test_quotes_hide_brackets_and_an_open_text_ends_with_its_line() -> None:
    lines = Lines('a = "\\"[" # [\nb = \'[\\\'\nc = """[\nd = "[\ne = \'[\nf = 1\n')
    assert lines.keys == {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}


def test_a_fault_of_the_whole_file_is_told_once_however_long_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / ("a" * 240 + ".toml")
    file.write_text(f"a{'.a' * 50} = 1")
    ended = called(capsys, f"board check {file}")
    assert (ended.code, ended.out) == (1, "")
    told = "not a board: tables in tables deeper than 40 are not read"
    assert ended.err == f"{file}: {told}\n"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_a_device_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "board check /dev/zero")
    assert (ended.code, ended.out) == (2, "")
    assert "neither a device nor a pipe is read" in ended.err
