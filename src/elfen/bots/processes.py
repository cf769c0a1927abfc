"""Processes that play games: they leave Ctrl-C to their parent, and end with it."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.context import BaseContext
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

    Where that is safe they are copies of this one, and go on with what its rulesets remember;
    otherwise they are started anew, and `args` are pickled. When the block is left, what they
    still do is given up.
    """
    others = set(active_children())
    with Processes(jobs, _context(), _begin, (begin, args)) as pool:
        try:
            yield pool
        finally:
            for child in set(active_children()) - others:
                child.terminate()


def _context() -> BaseContext:
    """How processes are started: as copies on Linux, unless there are threads, else anew.

    A copy has none of the other threads, but it would have the locks that they hold. Threads of
    libraries count too, so the system is asked, not Python.
    """
    try:
        alone = sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        alone = False
    return get_context("fork" if alone else "spawn")


def _begin(begin: Callable[..., object] | None, args: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy would have this program's own
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()  # nothing of what a copy begins with is garbage; looking at it would copy it
    if begin is not None:
        begin(*args)


def _end_with_parent() -> None:
    """End this process when its parent has ended, however that came about."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
