"""Processes that play games: they leave Ctrl-C to their parent, and end with it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Processes(ProcessPoolExecutor):
    """An executor whose processes are started without Ctrl-C coming between."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Begin a task; see `ProcessPoolExecutor.submit`."""
        with uninterrupted():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def worker_processes(
    jobs: int, begin: Callable[..., object] | None = None, *args: object
) -> Iterator[Processes]:
    """So many processes, each of which begins by calling `begin(*args)`.

    When the block is left, what they still do is given up.
    """
    others = set(active_children())
    with Processes(jobs, get_context("spawn"), _begin, (begin, args)) as pool:
        try:
            yield pool
        finally:
            for child in set(active_children()) - others:
                child.terminate()


def _begin(begin: Callable[..., object] | None, args: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if begin is not None:
        begin(*args)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C, and keep it from processes that are started meanwhile.

    Otherwise each process that is still loading would report it with a traceback of its own.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)
