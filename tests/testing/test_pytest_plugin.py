"""`pytest --elfen-expansion NAME` in an empty folder, and what it costs when it is not used."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from cli.running import Ended, environment, install
from elfen import compile_ruleset
from elfen.land.editions import EDITIONS
from elfen.testing import law_broken as broken
from elfen.testing import laws as walk
from elfen.testing.suite import tables
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.tables import Table, at_its_ends, in_pairs, is_accepted, settled
from elfen.testing.suite.trials import Effort
from testing.plugins import MOTH

Run = Callable[..., Ended]

STONE = MOTH.replace("moth", "stone").replace(
    "counts = list(table.zones[index])", "counts = [][table]"
)
PAIRS = """
from elfen.plugin import Manifest, hookimpl

@hookimpl
def elfen_manifest():
    return Manifest(
        "pairs", rules_version=1, api=1, requires=("land",), help="Pairs.", players={2, 4, 6}
    )
"""
OWN = "def test_own():\n    pass\n"
WITHOUT_ELFEN = """
import sys
import hypothesis.strategies


def test_own():
    ours = [name for name in sys.modules if name.split('.')[0] == 'elfen']
    assert ours == []
    assert 'elfen_autoload.pytest_plugin' in sys.modules
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    made = tmp_path / "empty"
    made.mkdir()
    return made


@pytest.fixture
def run(tmp_path: Path, folder: Path) -> Run:
    """pytest in the empty folder, with what is installed in another."""
    (tmp_path / "site").mkdir()
    env = environment({"PYTHONPATH": str(tmp_path / "site"), "PYTEST_ADDOPTS": ""})

    def pytest_there(line: str, program: str = "-m pytest -p no:cacheprovider") -> Ended:
        done = subprocess.run(
            [sys.executable, *program.split(), *shlex.split(line)],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return pytest_there


def costs(ended: Ended) -> dict[str, int]:
    """The cases of each law of a ruleset, from the table that is printed."""
    _, _, told = ended.out.partition("what the laws cost")
    assert "processor ms a case" in told, ended.out + ended.err
    rows = re.findall(r"^(.+?) +(ruleset|trial) +(\d+) +\d+\.\d +\d+%$", told, re.MULTILINE)
    return {law: int(cases) for law, _, cases in rows}


def test_a_fault_in_an_installed_plugin_is_told_in_words(
    tmp_path: Path, folder: Path, run: Run
) -> None:
    install(tmp_path / "site", "moth", MOTH)
    ended = run(f"--elfen-expansion moth -x --elfen-examples {tmp_path / 'kept'}")
    assert ended.code == 1
    assert "moth: land+moth" in ended.out
    assert re.search(
        r"conservation: after \d+ decisions, at decision '.*' of seat \d in round \d: after .*: .*"
        r"\[step 'moth/eat', plugin 'moth'\]",
        ended.out,
    )
    assert "Traceback" not in ended.out
    assert "site-packages" not in ended.out
    found = re.search(r"example_from_save\('(.*)'\)", ended.out)
    assert found is not None
    assert Path(found[1]).parent == tmp_path / "kept"
    assert list(folder.iterdir()) == []
    again = f"""
from elfen.testing import check_state, example_from_save
game = example_from_save({found[1]!r})
check_state(game.rules, game.state)
"""
    program = tmp_path / "again.py"
    program.write_text(again)
    retried = run("", str(program))
    assert "LawBroken: conservation: " in retried.err


def test_a_rule_that_raises_is_told_with_its_line(tmp_path: Path, run: Run) -> None:
    install(tmp_path / "site", "stone", STONE)
    ended = run("--elfen-expansion stone -x")
    assert ended.code == 1
    assert "'stone/eat' (elfen_steps), plugin 'stone'" in ended.out
    assert "TypeError: list indices must be integers" in ended.out
    assert re.search(r'File ".*stone_plugin.py", line \d+, in eat', ended.out)


def test_an_expansion_that_comes_along_passes_also_in_a_worker(run: Run) -> None:
    ended = run("--elfen-expansion favor -k ruleset -n 1 --elfen-costs")
    assert ended.code == 0, ended.out
    assert "4 passed" in ended.out
    assert costs(ended)["all else"] == 4
    assert "favor was not tried with sea: 'favor' does not go with 'sea'" in ended.out


def test_what_each_law_cost_is_told(run: Run) -> None:
    ended = run("--elfen-expansion favor -k 'white-wind and ruleset' --elfen-costs")
    laws = {"progress": 1, "agreement": 1, "noninterference": 1, "determinism": 5}
    assert costs(ended) == {**laws, "all else": 1}


def test_costs_of_nothing_are_refused(run: Run) -> None:
    ended = run("--elfen-costs")
    assert ended.code == 4
    assert "--elfen-costs: say of which expansion, with --elfen-expansion NAME" in ended.err


def test_other_tests_run_only_if_their_paths_are_named(folder: Path, run: Run) -> None:
    (folder / "test_own.py").write_text(OWN)
    (folder / "pytest.ini").write_text("[pytest]\ntestpaths = .\n")
    asked = "--elfen-expansion favor --collect-only -q"
    assert "test_own" not in run(asked).out
    told = run(f"test_own.py {asked}").out
    assert "test_own.py::test_own" in told
    assert "elfen-expansion=favor::land+favor rio-grande: ruleset" in told


def test_a_setting_tries_an_expansion_after_the_tests_also_in_a_worker(
    folder: Path, run: Run
) -> None:
    (folder / "test_own.py").write_text(OWN)
    (folder / "pytest.ini").write_text("[pytest]\nelfen_expansions = favor\n")
    ended = run("-k 'test_own or (white-wind and ruleset)' -v")
    assert re.search(
        r"test_own.py::test_own PASSED.*\n.*=favor::land\+favor white-wind: ruleset PASSED",
        ended.out,
    )
    assert "favor was not tried with sea" in ended.out
    assert "2 passed" in run("-k 'test_own or (white-wind and ruleset)' -n 1").out


def test_a_setting_is_for_runs_that_name_no_paths_and_no_expansion(folder: Path, run: Run) -> None:
    (folder / "test_own.py").write_text(WITHOUT_ELFEN)
    (folder / "pytest.ini").write_text("[pytest]\nelfen_expansions = nowhere\n")
    for line in ("test_own.py", "test_own.py -n 1"):
        ended = run(line)
        assert ended.code == 0, ended.out
        assert "1 passed" in ended.out
    assert "--elfen-costs: say of which expansion" in run("test_own.py --elfen-costs").err
    assert "no expansion 'lettres' is installed" in run("--elfen-expansion lettres").out


def test_a_name_that_is_not_installed_is_told(run: Run) -> None:
    ended = run("--elfen-expansion lettres")
    assert ended.code != 0
    assert "no expansion 'lettres' is installed; " in ended.out
    assert "Traceback" not in ended.out


def test_a_plugin_that_does_not_compile_is_told(tmp_path: Path, run: Run) -> None:
    install(tmp_path / "site", "moth", MOTH.replace("land/hand-limit", "land/nowhere"))
    ended = run("--elfen-expansion moth")
    assert ended.code != 0
    assert "'land/nowhere'" in ended.out
    assert "Traceback" not in ended.out


def test_a_budget_of_nothing_is_refused(run: Run) -> None:
    ended = run("--elfen-expansion favor --elfen-budget 0")
    assert ended.code == 4
    assert "--elfen-budget: give a whole number from 1" in ended.err


def test_nothing_of_elfen_is_imported_when_it_is_not_used(folder: Path, run: Run) -> None:
    (folder / "test_own.py").write_text(WITHOUT_ELFEN)
    ended = run("")
    assert ended.code == 0, ended.out


# What is tried -------------------------------------------------------------------------


def test_elfenland_is_tried_alone_and_with_all_that_go_with_it() -> None:
    trials = plan("land").trials
    pairs = {("favor",), ("gold",), ("sea",)}
    assert {trial.table.expansions for trial in trials} == {(), *pairs, ("favor", "gold")}
    at_once = [one for one in trials if len(one.table.expansions) == 2]
    assert {one.what for one in at_once} == {"quick games", "equipped seats"}
    assert {trial.table.expansions for trial in plan("sea").trials} == {("sea",)}
    alone = [trial.table for trial in trials if not trial.table.expansions]
    assert {table.edition for table in alone} == {None, *EDITIONS}
    assert {table.players for table in alone} == {None, 2, 3, 4, 5, 6}


def test_every_two_values_of_options_come_together() -> None:
    tables = [trial.table for trial in plan("land").trials if trial.what == "whole game"]
    alone = [dict(table.options) for table in tables if not table.expansions]
    assert any(o.get("land.town_cards") and o.get("land.boatmen") for o in alone)
    assert any(o.get("land.town_cards") and "land.boatmen" not in o for o in alone)
    assert any("land.town_cards" not in o and o.get("land.boatmen") for o in alone)


def test_only_numbers_of_players_that_there_can_be_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "pairs", PAIRS)
    monkeypatch.syspath_prepend(tmp_path)
    found = plan("pairs")
    assert {trial.table.players for trial in found.trials} == {None, 2, 4, 6}
    next(trial for trial in found.trials if trial.what == "ruleset").run(found.reached())


def test_the_first_of_each_sort_comes_first_and_of_what_is_slow_some_in_turn() -> None:
    order = [trial.what for trial in plan("gold").trials]
    sorts = {*order} - {"positions", "games"}
    begin = order[: order.index("corners") + 1]
    assert {*begin} == sorts - {"more quick games", "more corners"}
    assert all(begin.count(what) == 1 for what in ("stretched games", "whole game", "corners"))
    kinds = ("corners", "whole game", "more quick games")
    slow = [what for one in order if (what := one.replace("more c", "c")) in kinds]
    half = slow[: len(slow) // 2]
    for what in kinds:
        assert abs(half.count(what) - slow.count(what) / 2) <= 2
    assert {"positions", "games"}.isdisjoint(order[: order.index("positions")])
    assert {*order[order.index("positions") :]} == {"positions", "games"}


def test_the_first_of_each_sort_alone_come_before_those_with_another() -> None:
    trials = [trial for trial in plan("gold").trials if trial.what != "ruleset"]
    alone = [trial.table.expansions == ("gold",) for trial in trials]
    begin = [trial.what for trial in trials[: alone.index(False)]]
    assert {*begin} == {trial.what for trial in trials[:20]} - {"more quick games", "more corners"}


def test_quick_games_are_also_played_with_all_options_at_an_end() -> None:
    most, least = at_its_ends(Table("land", (), players=6))
    rules = {True: most.rules, False: least.rules}
    for name in ("counters_secret", "counters_kept", "hand_limit"):
        ends = [rules[end].option(f"land.{name}") for end in (False, True)]
        assert ends[0] < compile_ruleset().option(f"land.{name}") < ends[1], name
    assert (most.players, least.players) == (6, 6)


def one_by_one(table: Table) -> tuple[tuple[str, Any], ...]:
    """The options that are accepted with those before them: a slow twin of what `settled` keeps."""
    kept: tuple[tuple[str, Any], ...] = ()
    for option in table.options:
        if is_accepted(evolve(table, options=(*kept, option))):
            kept = (*kept, option)
    return kept


def test_options_that_do_not_go_with_the_others_are_left_out() -> None:
    some = in_pairs(Table("land", ("sea",)))[1::4]
    kept = [settled(table).options for table in some]
    assert kept == [*map(one_by_one, some)]
    assert kept != [table.options for table in some]


def test_of_options_that_go_with_the_others_but_not_with_each_other_the_first_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some = (("land.hand_limit", 9), ("land.obstacles", 3), ("land.rounds", 5))

    def alone(table: Table) -> bool:
        return some[2] not in table.options and not {*some[:2]} <= {*table.options}

    monkeypatch.setattr(tables, "is_accepted", alone)
    not_kept = tables._is_accepted_alone.__wrapped__  # for later tests
    monkeypatch.setattr(tables, "_is_accepted_alone", not_kept)
    for options in permutations(some):
        first = next(option for option in options if option != some[2])
        assert settled(Table("land", (), players=2, options=options)).options == (first,)


def test_what_is_tried_for_each_number_of_players_begins_with_the_fewest_and_the_most() -> None:
    quick = [t.table.players for t in plan("gold").trials if t.what == "quick games"]
    assert quick == [2, 2, 6, 6, 5, 5, 4, 4, 3, 3]  # on its own, and with another expansion


def test_numbers_in_a_row_have_all_trials_in_parts() -> None:
    whole = plan("favor")
    parts = [whole.part(number, 7).trials for number in range(20, 27)]
    assert sorted(map(str, sum(parts, ()))) == sorted(map(str, whole.trials))
    assert max(map(len, parts)) <= -(-len(whole.trials) // 7)


def test_what_does_not_go_together_is_left_out_with_the_reason() -> None:
    left_out = plan("sea").left_out
    assert set(left_out) == {"favor", "gold"}
    assert "does not go with" in left_out["gold"]


def test_a_budget_tries_more() -> None:
    assert len(plan("favor", Effort(2)).trials) > len(plan("favor").trials)


def test_every_law_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def listening(law: Callable[..., None]) -> Callable[..., None]:
        def heard(*args: object) -> None:
            asked.add(law.__name__)
            law(*args)

        return heard

    monkeypatch.setattr(walk, "STATE_LAWS", tuple(map(listening, walk.STATE_LAWS)))
    for name in ("determinism", "saved", "notation", "public_forms", "bounded", "backwards"):
        monkeypatch.setattr(walk, name, listening(getattr(walk, name)))
    found = plan("land")
    for what in ("ruleset", "whole game"):
        next(trial for trial in found.trials if trial.what == what).run(found.reached())
    laws = {law for name, law in vars(broken).items() if name.isupper() and isinstance(law, str)}
    assert laws <= asked
