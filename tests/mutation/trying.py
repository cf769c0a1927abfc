"""Tries one mutant, in a process forked from one that has collected all tests.

A change inside functions is made in the existing functions. Any other needs the
module to be imported anew: then tests are collected anew too, unless the module has not been
imported yet, as plugins are imported only when a ruleset needs them.
"""

from __future__ import annotations

import functools
import gc
import importlib.util
import os
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from inspect import CO_OPTIMIZED
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

_MEMORY = 4 << 30
_AT_ONCE = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
_OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "--capture=no", "--tb=no")


class Loop:
    """A plugin of pytest that does `work` instead of running the collected tests."""

    def __init__(self, work: Callable[[list[Any]], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: Any) -> bool:
        self.work(session.items)
        return True


def with_tests(folders: Sequence[str], work: Callable[[list[Any]], None]) -> None:
    """Do this with all tests of these folders, in a separate process."""
    apart(lambda: pytest.main([*folders, *_OPTIONS], plugins=[Loop(work)]), None)


def apart(do: Callable[[], object], seconds: float | None) -> int | None:
    """The exit code of a process that does this; None if it was stopped."""
    process = get_context("fork").Process(target=lambda: os._exit(int(bool(do()))))
    process.start()
    process.join(seconds)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return process.exitcode


def survives(
    module: str,
    file: Path,
    trees: tuple[Any, Any],
    tests: Sequence[Any],
    seconds: float,
    anew: bool,
) -> bool:
    """Whether all these tests pass, in `seconds` of the processor, though the module is changed.

    `trees` are the module before and after the change; `anew` imports it again in any case.
    """
    old, new = (compile(tree, str(file.resolve()), "exec") for tree in trees)
    inside = dict(_changed(old, new))

    def run() -> bool:
        _quietly(seconds)
        finder = Changed(module, str(file), new)
        if module not in sys.modules:
            sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
        elif anew or None in inside or not _replaced(str(file.resolve()), inside):
            return _anew(finder, [test.nodeid for test in tests])
        return _fails(tests)

    return apart(run, 20 * seconds) == 0


def _quietly(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _fails(tests: Sequence[Any]) -> bool:
    session = tests[0].session
    for test in tests:
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
        if session.testsfailed:
            return True
    return False


# In the existing functions ---------------------------------------------------------------


def _codes(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    plain = tuple(
        (type(const), const) for const in code.co_consts if not isinstance(const, CodeType)
    )
    return code.co_code, plain, code.co_names


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType | None, CodeType]]:
    """Old and new code of all functions; None if changing functions is not enough."""
    inside = bool(old.co_flags & CO_OPTIMIZED)
    if inside:
        yield old, new
    elif _own(old) != _own(new):
        yield None, new
    if len(_codes(old)) == len(_codes(new)):
        for one, other in zip(_codes(old), _codes(new), strict=True):
            if not inside and one != other and one.co_name in _AT_ONCE:
                yield None, other
            yield from _changed(one, other)
    elif not inside:
        yield None, new


def prepare(files: Sequence[Path]) -> None:
    """Look for the functions of these files once, so that the processes to come need not.

    What there is by then is left alone by the garbage collector, and shared with them.
    """
    gc.unfreeze()  # what is frozen would not be found
    gc.collect()
    for file in files:
        _functions(str(file.resolve()))
    _caches()
    gc.freeze()


@functools.cache
def _functions(file: str) -> list[FunctionType]:
    """The functions of a file that there are."""
    functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
    return [one for one in functions if one.__code__.co_filename == file]


@functools.cache
def _caches() -> list[Any]:
    """The functions of ours that have a cache."""
    ours = os.getcwd()
    cached = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    codes = [getattr(one.__wrapped__, "__code__", None) for one in cached]
    pairs = zip(cached, codes, strict=True)
    return [one for one, code in pairs if code and code.co_filename.startswith(ours)]


def _replaced(file: str, codes: dict[CodeType | None, CodeType]) -> bool:
    """Give all functions of a file their new code, and clear caches; False if impossible."""
    functions = _functions(file)
    for one in functions:
        new = codes.get(one.__code__)
        if new is None:
            return False
        try:
            one.__code__ = new
        except ValueError:  # other names of the enclosing functions
            return False
    for cached in _caches():
        cached.cache_clear()
    return bool(functions)


# With the module imported anew -------------------------------------------------------------


class Changed(SourceFileLoader):
    """Finds and loads one module, with the given code."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class Chosen:
    """A plugin of pytest that keeps only these tests, in this order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.place = {test: n for n, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.nodeid in self.place]
        items.sort(key=lambda item: self.place[item.nodeid])


def _anew(finder: Changed, tests: Sequence[str]) -> bool:
    ours = os.getcwd()
    for name, known in list(sys.modules.items()):
        if (getattr(known, "__file__", None) or "").startswith(ours):
            del sys.modules[name]
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
    files = sorted({test.partition("::")[0] for test in tests})
    return bool(pytest.main([*files, "-x", *_OPTIONS], plugins=[Chosen(tests)]))
