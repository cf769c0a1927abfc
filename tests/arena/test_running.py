"""Runs of the arena: the same results anywhere, nothing lost, nothing played twice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from elfen import ElfenError, Ruleset, View, compile_ruleset
from elfen.arena import GameResult, Question, Results, run
from elfen.plugin import Action

PLAYERS = ("random", "first")


class First:
    def choose(self, view: View) -> Action:
        return view.legal_actions[0]


class Raising:
    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("oh\x1b[31m")


class Leaving:
    def choose(self, view: View) -> Action:
        raise SystemExit(0)


class Mute(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


class Muttering:
    def choose(self, view: View) -> Action:
        raise Mute


class Cheating:
    def choose(self, view: View) -> Action:
        return "the crown"  # type: ignore[return-value]


class Sleeping:
    def choose(self, view: View) -> Action:
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue


class Slow:
    def choose(self, view: View) -> Action:
        time.sleep(0.03)
        return view.legal_actions[0]


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset()


def timeless(results: Iterator[GameResult]) -> list[GameResult]:
    return [evolve(result, seconds=()) for result in results]


SPECS = ["random", "greedy", "elfen.bots:RandomPlayer"]


def test_the_same_seed_gives_the_same_results(rules: Ruleset) -> None:
    one = timeless(run(rules, SPECS, 8, seed=3))
    assert one == timeless(run(rules, SPECS, 8, seed=3))
    assert one != timeless(run(rules, SPECS, 8, seed=4))


def test_neither_processes_nor_an_executor_change_results(rules: Ruleset) -> None:
    one = timeless(run(rules, SPECS, 12, seed=3))
    assert timeless(run(rules, SPECS, 12, seed=3, jobs=2)) == one
    with ThreadPoolExecutor(2) as executor:
        assert timeless(run(rules, SPECS, 12, seed=3, executor=executor)) == one


def test_whole_deals_are_played(rules: Ruleset) -> None:
    results = list(run(rules, ["random", First], 5, seed=1))
    assert len(results) % 2 == 0
    assert len(results) >= 5
    last = results[-1].deal
    assert {r.rotation for r in results if r.deal == last} == set(
        range(sum(r.deal == last for r in results))
    )


def test_a_game_is_told_before_the_next_one_is_played(rules: Ruleset, tmp_path: Path) -> None:
    with Results.new(tmp_path / "games.jsonl") as kept:
        for played, _ in enumerate(islice(run(rules, SPECS, 8, seed=3, results=kept), 6), 1):
            assert kept.path.read_text().count("\n") == played


def test_what_is_in_the_file_is_not_played_again(rules: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results.new(file) as kept:
        part = run(rules, SPECS, 8, seed=3, results=kept)
        list(islice(part, 3))
        part.close()
    before = file.read_text()
    file.write_text(before + before.splitlines()[0][:50])  # as if the power had failed
    played: list[str] = []

    class Watched(Results):
        def add(self, result: GameResult) -> None:
            played.append(f"{result.deal}.{result.rotation}")
            super().add(result)

    with Watched.found(file) as found:
        done = {f"{result.deal}.{result.rotation}" for result in found}
        whole = timeless(run(rules, SPECS, 8, seed=3, results=found))
    assert whole == timeless(run(rules, SPECS, 8, seed=3))
    assert done
    assert not done & {*played}
    assert len(played) == len({*played})
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == len(whole)
    assert len({(line["deal"], line["rotation"]) for line in lines}) == len(whole)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 4}, "another seed"),
        ({"players": ["random", "greedy", "planner"]}, "other players"),
        ({"players": SPECS[::-1]}, "line-up"),
        ({"rules": compile_ruleset(expansions=["favor"])}, "other rules"),
    ],
)
def test_a_file_of_another_arena_is_refused(
    rules: Ruleset, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    file = tmp_path / "games.jsonl"
    with Results.new(file) as kept:
        list(run(rules, SPECS, 4, seed=3, results=kept))
    given: dict[str, object] = {"rules": rules, "players": SPECS, "games": 4, "seed": 3}
    with Results.found(file) as found, pytest.raises(ElfenError, match=told):
        list(run(**given | change, results=found))  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["{}", "[]", "1", "x", '{"forfeit": {}}', "[" * 10_000])
def test_what_is_no_result_is_told_in_a_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(ElfenError, match="no result of a game") as told:
        Results.found(file)
    assert len(str(told.value)) < 300


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("")
    with pytest.raises(ElfenError, match="there already"):
        Results.new(file)


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (Raising, "ZeroDivisionError"),
        (Leaving, "SystemExit: '0'"),
        (Muttering, "Mute: 'what it says cannot be shown'"),
        (Cheating, "not a legal action"),
        (Sleeping, "more than 0.2 seconds"),
    ],
)
def test_a_player_at_fault_forfeits_its_game(rules: Ruleset, player: type, told: str) -> None:
    results = list(run(rules, [player, "random"], 2, seats=2, seed=1, limit=0.2))
    for result in results:
        assert result.forfeit is not None
        assert told in result.forfeit.reason
        assert "\x1b" not in result.forfeit.reason
        assert result.players[result.forfeit.seat] == player.__name__
        assert result.ranks[result.forfeit.seat] == 2
        assert sorted(result.ranks) == [1, 2]
        assert GameResult.of_line(result.as_line()) == result


def test_a_slow_move_counts_where_no_alarm_rings(rules: Ruleset) -> None:
    with ThreadPoolExecutor(1) as executor:
        (result, *_) = run(
            rules, [Slow, "random"], 1, seats=2, seed=1, limit=0.01, executor=executor, workers=1
        )
    assert result.forfeit is not None
    assert "more than 0.01 seconds" in result.forfeit.reason


@pytest.mark.parametrize("seed", ["\ud800", 10**5000], ids=["half", "huge"])
def test_any_number_and_any_text_is_the_seed_of_an_arena(rules: Ruleset, seed: int | str) -> None:
    found = list(run(rules, [First, "random"], 2, seats=2, seed=seed))
    assert len(found) == 2


@pytest.mark.alike(2)
@pytest.mark.parametrize("text", ["greedy>random", None])
def test_a_run_ends_when_its_question_is_answered(rules: Ruleset, text: str | None) -> None:
    question = Question.read("greedy>random", ["greedy", "random"])
    until = text or question
    results = list(run(rules, ["greedy", "random"], 4000, seats=2, seed=1, until=until))
    assert question.answer(results) == "yes"
    assert len(results) < 100


@pytest.mark.parametrize(
    "players", [["random"], ["random", "random"], ["random", "nobody"]], ids=str
)
def test_players_that_do_not_fit_are_told_before_a_game(rules: Ruleset, players: list[str]) -> None:
    with pytest.raises(ElfenError):
        list(run(rules, players, 2))


def test_players_that_cannot_be_sent_are_told(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="names or pickle"):
        list(run(rules, ["random", lambda: First()], 2, jobs=2))


class Gone(Executor):
    """Workers that have died, or that fail, each as a cluster tells it."""

    def __init__(self, fault: Exception | None) -> None:
        self.fault = fault

    def submit(self, *of: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.fault is None:
            future.cancel()
        else:
            future.set_exception(self.fault)
        return future


class Shut(Gone):
    def submit(self, *of: Any, **more: Any) -> Future[Any]:
        raise self.fault or RuntimeError


@pytest.mark.parametrize(
    "gone",
    [Gone(None), Gone(OSError("killed\n" * 99)), Shut(RuntimeError("cannot schedule new futures"))],
    ids=["a scheduler", "a worker", "the pool"],
)
def test_workers_that_fail_are_told_in_a_line(rules: Ruleset, tmp_path: Path, gone: Gone) -> None:
    with Results.new(tmp_path / "games.jsonl") as kept, pytest.raises(ElfenError) as told:
        [*run(rules, ["random", "greedy"], 2, 2, executor=gone, results=kept)]
    assert "what is done is kept" in str(told.value)
    assert len(str(told.value)) <= 300


@pytest.mark.parametrize(
    "wrong",
    [
        *({"games": one} for one in (None, "x", 1.5, [])),
        *({"jobs": one} for one in (None, "x", 1.5, 0, -1)),
        *({"workers": one} for one in (None, "x", 0)),
        *({"limit": one} for one in ("x", -1, float("nan"), float("inf"), 10**400, [])),
        *({"players": one} for one in (None, 5, [None, 5])),
        *({"seed": one} for one in (None, 1.5, [])),
        *({"rules": one} for one in (None, "land", {})),
        *({"until": one} for one in ("random>nobody", "", 5, True, [])),
        *({"results": one} for one in (True, "file", [])),
    ],
)
def test_arguments_that_cannot_be_are_told_in_a_line(rules: Ruleset, wrong: dict[str, Any]) -> None:
    with pytest.raises(ElfenError) as told:
        run(**{"rules": rules, "players": ["random", "greedy"], "games": 2, "seats": 2, **wrong})
    assert len(str(told.value)) <= 300
