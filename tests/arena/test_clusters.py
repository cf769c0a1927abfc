"""A real scheduler and workers in processes of their own, two of which are killed."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import evolve

from elfen import ElfenError, compile_ruleset
from elfen.arena import GameResult, cluster, run

pytest.importorskip("distributed")

PLAYERS = ["greedy", "random"]


@contextmanager
def scheduler(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler's address, and its workers, which nobody starts again."""
    about = folder / "scheduler.json"
    begun: list[subprocess.Popen[bytes]] = []

    def begin(module: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
        begun.append(
            subprocess.Popen(
                [*command, "--scheduler-file", str(about)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
            )
        )

    try:
        begin("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_for(about.exists)
        for _ in range(workers):
            begin("dask_worker", "--no-nanny", "--nthreads", "1")
        yield json.loads(about.read_text())["address"], begun[1:]
    finally:
        for process in begun:
            process.kill()
            process.wait()


def wait_for(there: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.05)


def timeless(results: Iterator[GameResult]) -> list[GameResult]:
    return [evolve(result, seconds=()) for result in results]


def test_workers_that_die_lose_no_game_and_count_none_twice(tmp_path: Path) -> None:
    rules = compile_ruleset()
    with scheduler(tmp_path, 3) as (address, workers):
        from distributed import Client

        with Client(address) as client:
            client.wait_for_workers(3, timeout=60)
        results: list[GameResult] = []
        with cluster(address, 3) as found:
            assert found.workers == 3
            played = run(rules, PLAYERS, 40, seed=5, executor=found.executor, workers=found.workers)
            for result in played:
                results.append(evolve(result, seconds=()))
                if len(results) in (4, 12):
                    workers[len(results) // 8].send_signal(signal.SIGKILL)
        assert [worker.poll() for worker in workers] == [-9, -9, None]
    assert results == timeless(run(rules, PLAYERS, 40, seed=5))


def test_a_cluster_of_this_machine_gives_the_same_results() -> None:
    rules = compile_ruleset(expansions=["favor"])
    with cluster("local", 2) as found:
        played = timeless(
            run(rules, PLAYERS, 6, seed=5, executor=found.executor, workers=found.workers)
        )
    assert played == timeless(run(rules, PLAYERS, 6, seed=5))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere"])
def test_nobody_at_the_address_is_told_in_a_line(address: str) -> None:
    with pytest.raises(ElfenError, match="no cluster answers"), cluster(address, 1):
        pass


def test_what_is_no_scheduler_is_no_cluster() -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        caller, _ = server.accept()
        caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n<html>")

    threading.Thread(target=answer, daemon=True).start()
    with server:
        page = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        for address in (page, "tls://127.0.0.1:1", "ucx://1", "inproc://x", "", "a" * 10_000, None):
            with pytest.raises(ElfenError) as told, cluster(address, 1):  # type: ignore[arg-type]
                pass
            assert len(str(told.value)) <= 300


def test_who_never_says_a_word_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfen.arena.clusters._PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:  # the system accepts, and that is all
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ElfenError, match="it says nothing"), cluster(address, 1):
            pass


def test_a_loop_that_runs_already_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfen.arena.clusters._PATIENCE", 0.2)

    async def in_a_notebook(address: str) -> None:
        with cluster(address, 1):
            pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ElfenError, match="it says nothing"):
            asyncio.run(in_a_notebook(address))
