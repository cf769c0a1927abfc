"""How the command line ends: help, versions, errors in one line, pipes and interruptions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

import elfen
from cli.running import called, environment, run
from elfen.cli.app import elfen as group

COMMANDS = (
    "arena",
    "board",
    "cite",
    "demo",
    "draw",
    "replay",
    "expansions",
    "explain",
    "laws",
    "new-expansion",
    "play",
    "rules",
    "serve",
    "show",
    "simulate",
)

WRONG = {
    "demo --players 9": "9 players: these rules are for 2 to 6",
    "cite --players 9": "9 players: these rules are for 2 to 6",
    "demo --players two": "'two' is not a valid integer",
    "demo --edition platinum": "no edition 'platinum'",
    "demo --with gld": "no expansion 'gld' is installed",
    "demo --seed": "'--seed' requires an argument",
    "laws": "Missing argument 'NAME'",
    "laws nothing": "no expansion 'nothing' is installed",
    "laws sea --budget 0": "0 is not in the range 1<=x<=1000",
    "laws sea --reach 101": "101.0 is not in the range 0<=x<=100",
    "laws sea --only nowhere": "no trial of 'sea' has 'nowhere' in its name",
    "demo again": "unexpected extra argument (again)",
    "explain --players 1": "1 players: these rules are for 2 to 6",
    "explain --edition platinum": "no edition 'platinum'",
    "explain --option rounds": "'rounds' has no value; write it as KEY=VALUE",
    "explain --option rounds=9": "9 is not one of 3, 4",
    "explain --option rounds=many": "'many' is not one of 3, 4",
    "explain --option cycles=3": "no option 'cycles'",
    "explain --option rounds=3 --option land.rounds=4": "land.rounds is given twice",
    "simulate --gamez 3": "No such option",
    "simulate --games 0": "'--games': 0 is not in the range",
    "simulate --jobs 0": "'--jobs': 0 is not in the range",
    "simulate --bots clever": "no bot is called 'clever'; there are: flat, greedy,",
    "simulate --bots greedy,": "no bot is called ''",
    "simulate --bots random,random,random --players 2": "3 bots for 2 players",
    "simulate --players 7 --json": "7 players: these rules are for 2 to 6",
    "simulate --with sea2": "no expansion 'sea2' is installed",
    "dance": "No such command 'dance'",
    "--dance": "No such option",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_one_line_and_code_2(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = called(capsys, line)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.startswith("elfen: ")
    assert WRONG[line] in ended.err
    assert ended.err.count("\n") == 1
    assert ended.err.endswith("\n")


def test_a_usage_error_says_where_help_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(see 'elfen simulate --help')" in called(capsys, "simulate --gamez").err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help(command: str, flag: str) -> None:
    done = CliRunner().invoke(group, [command, flag], prog_name="elfen")
    assert done.exit_code == 0
    first, _, about = done.output.partition("\n\n")
    assert first.startswith(f"Usage: elfen {command}")
    assert about.partition("\n\n")[0].endswith(".")
    assert "-h, --help" in done.output
    assert max(map(len, done.output.splitlines())) <= 80


def test_the_group_has_help_with_a_line_for_each_command() -> None:
    done = CliRunner().invoke(group, ["-h"], prog_name="elfen")
    assert done.exit_code == 0
    listed = done.output.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == sorted(COMMANDS)
    for line in listed:
        assert line.endswith(".")


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "")
    assert ended.code == 0
    assert ended.out == called(capsys, "--help").out
    assert "simulate" in ended.out


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, "--version").out == f"elfen {elfen.__version__}\n"


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_click_or_rich_it_says_what_to_install(missing: str) -> None:
    code = f"""
import sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Nowhere())
from elfen.cli import main
sys.exit(main(["demo"]))
"""
    ended = run(code=code)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err == "elfen: the command line needs more: pip install 'elfen[cli]'\n"


def test_importing_the_library_or_its_command_line_loads_neither_click_nor_rich() -> None:
    code = "import sys, elfen, elfen.cli, elfen.bots; print({'click', 'rich'} & {*sys.modules})"
    assert run(code=code).out == "set()\n"


def test_another_missing_module_is_not_passed_off_as_click() -> None:
    code = """
import sys
sys.modules["elfen.cli.demo"] = None
from elfen.cli import main
main(["demo"])
"""
    ended = run(code=code)
    assert "ModuleNotFoundError" in ended.err
    assert "pip install" not in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain"],
        ["demo", "--seed", "1", "--players", "2", "--option", "rounds=3"],
        ["simulate", "--games", "60", "--bots", "random", "--json"],
        ["simulate", "--games", "60", "--bots", "random", "--json", "--jobs", "2"],
        ["--help"],
    ],
)
def test_a_pipe_that_is_closed_early_is_no_noise(arguments: list[str]) -> None:
    read, write = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", *arguments],
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        os.close(write)
        os.close(read)
        _, err = process.communicate()
    assert err == b""
    assert process.returncode == 1


def heed_ctrl_c() -> None:
    """Tests that a shell starts in the background ignore the signal; what users start does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_one_line_and_code_130(jobs: str) -> None:
    arguments = ["simulate", "--games", "100000", "--bots", "random", "--json", "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, "-m", "elfen.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"PYTHONUNBUFFERED": "1"}),
        start_new_session=True,  # so that the whole group can be sent the signal, as a shell does
        preexec_fn=heed_ctrl_c,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate()
    assert err == b"elfen: interrupted\n"
    assert process.returncode == 130


def test_a_stream_without_accents_gets_question_marks() -> None:
    ended = run("demo --seed 1 --option rounds=3", env={"PYTHONIOENCODING": "ascii"})
    assert (ended.code, ended.err) == (0, "")
    assert "Beat?" in ended.out


def test_the_list_of_commands_loads_none_of_them() -> None:
    code = (
        "import sys; from elfen.cli import main; main(['--help'])"
        "; print([m for m in sys.modules if m.split('.')[0] in ('rich', 'cattrs', 'pluggy')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
    assert "simulate" in done.stdout
