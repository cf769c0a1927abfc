"""`elfen new-expansion`: what it writes works, and what it refuses to write."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from cli.running import Ended, called, python, run
from elfen.cli.scaffold import check_name, package_of, write_expansion
from elfen.errors import ElfenError

NAME = "night-market"


def installed_at(folder: Path, into: Path) -> dict[str, str]:
    """The environment in which the package in a folder is as if installed."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = into / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = ["[elfen.expansions]"]
    lines += [f"{n} = {m}" for n, m in project["entry-points"]["elfen.expansions"].items()]
    (facts / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return {"PYTHONPATH": os.pathsep.join([str(folder / "src"), str(into)])}


def pytest_in(folder: Path, env: dict[str, str], *options: str) -> Ended:
    """pytest in the folder of a package, in a process of its own."""
    return python("-m", "pytest", "-p", "no:cacheprovider", *options, env=env, cwd=folder)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / NAME
    write_expansion(NAME, folder, "0.1.0")
    return folder


def test_what_it_writes_is_told_and_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = called(capsys, f"new-expansion {NAME}")
    assert (ended.code, ended.err) == (0, "")
    told = {line.removeprefix("wrote ") for line in ended.out.splitlines() if "wrote" in line}
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert told == found
    assert {
        f"{NAME}/pyproject.toml",
        f"{NAME}/README.md",
        f"{NAME}/.gitignore",
        f"{NAME}/src/elfen_night_market/plugin.py",
        f"{NAME}/src/elfen_night_market/py.typed",
        f"{NAME}/tests/test_rules.py",
    } <= found
    assert f"elfen play --with {NAME}" in ended.out


def test_its_own_tests_pass_and_it_keeps_the_laws(written: Path, tmp_path: Path) -> None:
    env = installed_at(written, tmp_path / "site")
    ended = pytest_in(written, env, "-vv", "-k", "test_rules or (white-wind and ruleset)")
    assert ended.code == 0, ended.out + ended.err
    assert "tests/test_rules.py::test_nobody_trades_more_than_twice PASSED" in ended.out
    assert f"land+{NAME} white-wind: ruleset PASSED" in ended.out


#: Its own tests, and of the trials those that look for such a fault.
ONLY = "not (ruleset or corners or processes)"


def test_a_law_that_it_breaks_fails_its_tests(written: Path, tmp_path: Path) -> None:
    """Though none of its own does: a question that comes more often than the plugin says."""
    plugin = written / "src" / "elfen_night_market" / "plugin.py"
    text = plugin.read_text(encoding="utf-8")
    bound = "lambda rules, players: rules.most_rounds * players"
    assert bound in text
    plugin.write_text(text.replace(bound, "lambda rules, players: players"), encoding="utf-8")
    ended = pytest_in(written, installed_at(written, tmp_path / "site"), "-x", "-k", ONLY)
    assert ended.code == 1, ended.out + ended.err
    assert re.findall("^FAILED (.*?)::", ended.out, re.MULTILINE) == [f"elfen-expansion={NAME}"]
    assert re.search(r"1 failed, [1-9]\d* passed", ended.out)
    told = (
        r"was asked \d+ times in a game of 2, but at_most says 2 \[decision '.*', plugin '(.*)'\]"
    )
    found = re.search(told, ended.out)
    assert found is not None, ended.out
    assert found[1] == NAME


def test_it_is_listed_and_explained_at_once(written: Path, tmp_path: Path) -> None:
    env = installed_at(written, tmp_path / "site")
    row = next(s for s in run("expansions", env).out.splitlines() if s.startswith(NAME))
    assert row.split()[:2] == [NAME, "0.1.0"]
    explained = run(f"explain --with {NAME}", env)
    assert explained.code == 0, explained.err
    for name in ("market", "find", "stand-in", "charms", "trade", "keep", "held", "counter-drawn"):
        assert f"{NAME}/{name}" in explained.out


def test_no_placeholder_is_left(written: Path) -> None:
    for path in written.rglob("*"):
        if path.is_file():
            assert "${" not in path.read_text(encoding="utf-8")
            assert "PACKAGE" not in str(path.relative_to(written))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Night Market!", "how about 'night-market'?"),
        ("2nd market", "how about 'nd-market'?"),
        ("../market", "how about 'market'?"),
        ("night--market", "how about 'night-market'?"),
        ("market-", "how about 'market'?"),
        ("", "begins with a letter"),
        ("77", "begins with a letter"),
        ("m" * 25, f"how about '{'m' * 24}'?"),
    ],
)
def test_a_name_that_no_package_can_have_is_refused_with_a_better_one(name: str, hint: str) -> None:
    with pytest.raises(ElfenError, match="cannot be the name of a package") as error:
        check_name(name)
    assert hint in str(error.value)


@pytest.mark.parametrize("name", ["gold", "land", "core", "favor"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    with pytest.raises(ElfenError, match="take another"):
        check_name(name)


def test_the_name_of_an_installed_expansion_is_taken_however_it_is_spelled(
    house: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ElfenError, match="an expansion 'house' is installed; take another name"):
        check_name("house")
    assert package_of("night-market") == package_of("night_market")


def test_nothing_is_written_into_a_folder_that_is_not_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    ended = called(capsys, f"new-expansion {NAME} --folder {tmp_path}")
    assert ended.code == 2
    assert "is not empty, mine.txt is in it; nothing is overwritten" in ended.err
    assert len(ended.err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    written = write_expansion(NAME, tmp_path, "0.1.0")
    assert tmp_path / "pyproject.toml" in written


def test_a_file_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("mine")
    with pytest.raises(ElfenError, match="is no folder"):
        write_expansion(NAME, tmp_path / NAME, "0.1.0")
    with pytest.raises(ElfenError, match=r"cannot write .*; choose another folder"):
        write_expansion(NAME, tmp_path / NAME / "below", "0.1.0")
    assert (tmp_path / NAME).read_text() == "mine"


def test_a_place_that_cannot_be_written_to_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, *arguments: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(ElfenError, match=r"cannot write .*: Permission denied; choose another"):
        write_expansion(NAME, tmp_path / "locked" / NAME, "0.1.0")


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_fills_leaves_nothing(there: bool, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "new"
    if there:
        folder.mkdir(parents=True)
    command = f"from elfen.cli import main; raise SystemExit(main(['new-expansion', '{NAME}', "
    command += f"'--folder', {str(folder)!r}]))"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    ended = python("-c", limit + command)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "File too large; choose another folder" in ended.err
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert left == ({"deep", "deep/new"} if there else set())
    assert python("-c", command).code == 0


@pytest.mark.parametrize("there", [False, True])
def test_a_process_that_is_killed_leaves_one_folder_that_is_named_for_it(
    there: bool, tmp_path: Path
) -> None:
    folder = tmp_path / NAME
    if there:
        folder.mkdir()
    program = (
        "import os, signal\nfrom pathlib import Path\nfrom elfen.cli.scaffold import *\n"
        "made, opened = [], Path.open\n"
        "def killed(path, mode='r', *a, **k):\n"
        "    made.append(mode) if mode in 'wx' else None\n"
        "    if len(made) == 4: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return opened(path, mode, *a, **k)\n"
        "Path.open = killed\n"
        f"write_expansion('{NAME}', Path({str(folder)!r}), '0.1.0')\n"
    )
    assert python("-c", program).code == -9
    (left,) = (folder if there else tmp_path).iterdir()
    assert re.fullmatch(rf"\.{NAME}\.[0-9a-f]{{8}}\.unfinished", left.name)
    written = write_expansion(NAME, folder, "0.1.0")
    assert {one for one in folder.rglob("*") if one.is_file()} == {*written}


def test_what_appears_meanwhile_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renamed = Path.rename

    def rename(path: Path, target: Path) -> Path:
        (tmp_path / "pyproject.toml").write_text("mine")
        return renamed(path, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(ElfenError, match="File exists; choose another folder"):
        write_expansion(NAME, tmp_path, "0.1.0")
    assert [one.name for one in tmp_path.iterdir()] == ["pyproject.toml"]
    assert (tmp_path / "pyproject.toml").read_text() == "mine"


def test_help_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "new-expansion --help")
    assert ended.code == 0
    assert "Write the package of an expansion called NAME" in ended.out
