"""Nothing that is handed in does anything to a terminal but being shown, whatever it is called."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

import elfen.cli
from cli.running import Ended, called, environment, install, on_terminal
from elfen import compile_ruleset
from elfen.cli import consoles
from elfen.cli.lines import MOST, one_line
from elfen.errors import harmless
from elfen.game.saves.document import digest_of

#: One name that does everything: codes, line breaks, directions, no width, half a character.
NASTY = (
    "Mill\x1b[31m\x1b]0;title\x07\rgone\x08\x9b2J\nSeat 0 has won.\x85Seat 0 has won."
    "\u2028Seat 0 has won.\u202eedis\u2066\u2069\u200e\u200f\u200b\u2060\ufeff\u034f\u3164\x00\x7f"
)
HALF = "\ud800"
SOUND = """
format = 1
name = NAME
capital = "harbour"
size = [300, 200]
routes = [
  { ends = ["harbour", "mill"], terrain = "plains" },
  { ends = ["mill", "spring"], terrain = "woods" },
  { ends = ["spring", "harbour"], terrain = "river", source = "reconstructed" },
]
[towns]
harbour = { name = NAME, at = [40, 160] }
mill = { name = NAME, at = [150, 90] }
spring = { name = "Spring", at = [260, 40] }
"""
BROKEN = """
format = 1
name = NAME
capital = NAME
size = [0, 0]
routes = [{ ends = [NAME, "mill"], terrain = NAME, id = NAME, source = NAME, NAME = 1 }]
[towns]
mill = { name = NAME, at = [150, 90], NAME = 1 }
NAME = { name = NAME, at = [1, 1] }
"""
TYPED = "map\nlog all\nquote\nquote mill\nhint\nscores\nhand\nchart\nhelp\n1\n1\nlog\n"

PLUGIN = f"""
from elfen.plugin import Group, Kind, Manifest, Option, Reason, ScoreLine, SeatZone, Stock
from elfen.plugin import PUBLIC, hookimpl

NASTY = {NASTY + HALF!r}
THINGS = Group("nasty", noun=NASTY)
KIND = Kind("thing", THINGS, name=NASTY)
HELD = SeatZone("nasty/held", holds=(THINGS,), visibility=PUBLIC)

@hookimpl
def elfen_manifest():
    return Manifest(
        "nasty", rules_version=1, api=1, help=NASTY, conflicts={{"sea": NASTY}},
        options=(Option("kind", True, NASTY),),
    )

@hookimpl
def elfen_kinds(rules):
    return [KIND]

@hookimpl
def elfen_zones(rules):
    return [HELD]

@hookimpl
def elfen_components(rules):
    return [Stock("nasty/one-each", (KIND,), 1, HELD)]

@hookimpl
def elfen_scoring(rules):
    return [ScoreLine(
        "nasty/points", lambda position, seat: 1,
        lowest=lambda rules: 1, highest=lambda rules: 1, text=NASTY,
    )]
"""


WIDE = {"COLUMNS": "9999"}  # where nothing is wrapped, each line is begun by the program


def harm(text: str) -> str:
    """What a text would do to a terminal, or whom it would let win; empty if nothing."""
    forged = [line for line in text.splitlines() if line.strip().startswith("Seat 0 has won")]
    return "".join(sorted({c for c in text if c != "\n" and harmless(c) != c})) + "".join(forged)


def ran(line: str, folder: Path, typed: str = "") -> Ended:
    """Run `elfen` in a new process in a folder, with the plugin `nasty`."""
    done = subprocess.run(
        [sys.executable, "-m", "elfen.cli", *line.split()],
        capture_output=True,
        input=typed.encode(),
        cwd=folder,
        env=environment({"PYTHONPATH": str(folder), **WIDE}),
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with nasty boards, and with the plugin `nasty` as if installed."""
    for name, text in {"sound": SOUND, "broken": BROKEN, "no": "a = NAME b"}.items():
        file = tmp_path / f"{name}.toml"
        file.write_text(text.replace("NAME", json.dumps(NASTY)), encoding="utf-8")
    install(tmp_path, "nasty", PLUGIN)
    return tmp_path


FIRST = {
    "expansions": "",
    "explain --with nasty": "",
    "explain --diff land nasty": "",
    "demo --with nasty --players 2 --seed 1": "",
    "play --with nasty --seed 1 --save nasty.json": TYPED,
    "board check sound.toml": "",
    "board check broken.toml": "",
    "board check no.toml": "",
    "demo --board sound.toml --players 2 --seed 1": "",
    "explain --board sound.toml": "",
    "explain --board broken.toml": "",
    "play --board sound.toml --seats human,greedy --seed 1 --save sound.json": TYPED,
}
THEN = {
    "show nasty.json": "",
    "show sound.json": "",
    "play --load nasty.json": TYPED,
    "play --load sound.json": TYPED,
}


def test_nasty_names_are_only_shown_by_every_command(folder: Path) -> None:
    ended: dict[str, Ended] = {}
    with ThreadPoolExecutor(4) as several:
        for lines in (FIRST, THEN):
            done = several.map(lambda one: ran(one[0], folder, one[1]), lines.items())
            ended |= dict(zip(lines, done, strict=True))
    for line, one in ended.items():
        assert harm(one.out + one.err) == "", line
        assert "Traceback" not in one.err, line
    for line in (line for line in ended if "sound" not in line and ".toml" not in line):
        assert (ended[line].code, ended[line].err) == (0, ""), line
        assert "Mill\N{REPLACEMENT CHARACTER}" in ended[line].out or "show" in line, line


def test_on_a_terminal_nothing_but_the_colours_is_a_code(folder: Path) -> None:
    line = f"demo --with nasty --board {folder}/sound.toml --players 2 --seed 1"
    said = on_terminal(line, env={"PYTHONPATH": str(folder)}).out.replace("\r\n", "\n")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said.replace("\x1b[31m", "red"))
    assert not {c for c in plain if c != "\n" and harmless(c) != c}


def with_faults() -> Iterator[str]:
    """Saves with something nasty in one place each."""
    good = json.loads(compile_ruleset().new_game(2, seed=1).play("draw blind").to_json())
    for place in ("expansions", "options"):
        broken = json.loads(json.dumps(good))
        broken["rules"][place] = {NASTY + HALF: 1}
        yield json.dumps({**broken, "digest": digest_of(broken)})
    for text in (NASTY, f"draw open {NASTY.split()[0]}", f"place {HALF} {HALF}"):
        broken = json.loads(json.dumps(good))
        broken["log"][0]["action"] = text
        yield json.dumps({**broken, "digest": digest_of(broken)})
    yield json.dumps({**good, NASTY: 1, "digest": digest_of({**good, NASTY: 1})})
    yield json.dumps(good).replace('"format"', json.dumps(NASTY))
    yield "{" + NASTY


def test_a_nasty_save_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    for text in with_faults():
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        for command in ("show", "play --load"):
            ended = called(capsys, f"{command} {path}")
            assert (ended.code, ended.out) == (2, "")
            assert harm(ended.err) == ""
            assert ended.err.count("\n") == 1


def test_arguments_are_quoted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    nasty, far = NASTY.replace("\0", "") + "\udc9b", "x" * 100_000
    for name in (nasty, far):
        for before in (
            ["demo", "--with"],
            ["demo", "--edition"],
            ["demo", "--option"],
            ["demo", "--board"],
            ["demo", "--players"],
            ["explain", "--diff", "land"],
            ["simulate", "--bots"],
            ["play", "--seats"],
            ["play", "--load"],
            ["show"],
            ["board", "check"],
            ["new-expansion"],
            [],
        ):
            code = elfen.cli.main([*before, name])
            out, err = capsys.readouterr()
            assert (code, out, err.count("\n")) == (2, "", 1), (before, err)
            assert harm(err) == ""
            assert len(err) <= MOST + 1


# The one place that cleans -----------------------------------------------------------------


@pytest.mark.parametrize("n", [*range(0x20), *range(0x7F, 0xA0), *range(0x200B, 0x2010)])
def test_what_is_not_shown_is_replaced(n: int) -> None:
    assert harmless(f"a{chr(n)}b") == "a\N{REPLACEMENT CHARACTER}b"


def test_what_is_shown_stays() -> None:
    text = "Strykhaven–Beatá (1): –3 dragons→ ⠿ ▸○●◆·─ 妖精 ѣ é e\u0301 \N{DRAGON}"
    assert harmless(text) == text
    assert harmless("Port\u00a0Blanc\u3000") == "Port Blanc "
    for c in NASTY + HALF:
        assert len(harmless(c)) == 1


def test_a_message_is_one_line_of_bounded_length() -> None:
    assert one_line(" two \n lines\r\n") == "two lines"
    line = one_line("wrong: " + "x" * 10**6 + "; fix it so")
    assert len(line) <= MOST
    assert line.startswith("wrong: xx")
    assert line.endswith("xx; fix it so")


def test_our_own_styles_stay_on_what_they_style(capsys: pytest.CaptureFixture[str]) -> None:
    console = consoles.chosen("always")
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row("row", "wider")
    table.add_row("\x1b[2J", Text("x\x1by", "bold").append("\u200bz", "red"))
    console.print(Text().append("a\x1b", "bold").append("\nb"), table, "c\n\x9bd")
    assert capsys.readouterr().out == (
        "\x1b[1ma�\x1b[0m�b\nrow  wider\n�[2J \x1b[1mx�y\x1b[0m\x1b[1;31m�z\x1b[0m\nc��d\n"
    )


_PRINTING = {"echo", "secho", "echo_via_pager", "style", "out", "write", "writelines"}


def around(source: str) -> list[str]:
    """The calls in a module that print around the cleaning; a fixed text is no fault."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in {"print", "Console", *_PRINTING})
            or (isinstance(node.func, ast.Attribute) and node.func.attr in _PRINTING - {"write"})
            or ast.unparse(node.func).startswith(("sys.stdout.w", "sys.stderr.w", "os.write"))
        )
        and not (node.args and all(isinstance(given, ast.Constant) for given in node.args))
    ]


CLI = Path(elfen.cli.__file__).parent


def test_no_command_prints_around_the_cleaning() -> None:
    modules = [file for file in CLI.rglob("*.py") if file.name not in ("consoles.py", "lines.py")]
    assert len(modules) > 20
    for file in modules:
        assert around(file.read_text(encoding="utf-8")) == [], file


@pytest.mark.parametrize(
    "line",
    [
        "print(name)",
        "click.echo(name)",
        "click.secho(f'{name}')",
        "echo(name)",
        "Console(file=file).print(*names)",
        "sys.stdout.write(name)",
        "sys.stderr.writelines(names)",
        "console.out(name)",
    ],
)
def test_a_command_that_did_would_be_noticed(line: str) -> None:
    assert around(line) != []
