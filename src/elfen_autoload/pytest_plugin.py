"""`pytest --elfen-expansion NAME`: every law on an installed expansion. See docs/testing.md."""

from __future__ import annotations

from typing import Any

import pytest

#: Tells a worker of pytest-xdist, which always gets paths, whether the user named any.
PATHS_NAMED = "elfen_paths_named"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the setting; what they do is in `elfen.testing.suite.pytest_laws`."""
    group = parser.getgroup("elfen", "laws that every game of elfen keeps")
    group.addoption(
        "--elfen-expansion",
        action="append",
        default=[],
        metavar="NAME",
        help="check every law on an installed expansion, alone and with every compatible one"
        " (repeatable; other tests run only if you name their paths)",
    )
    group.addoption(
        "--elfen-budget",
        type=int,
        default=1,
        metavar="N",
        help="do N times the usual work (1: at most three minutes of processor time)",
    )
    group.addoption(
        "--elfen-seed",
        type=int,
        default=0,
        metavar="N",
        help="try other games and positions; the same number tries the same",
    )
    group.addoption(
        "--elfen-reach",
        type=float,
        metavar="PERCENT",
        help="fail if the laws have run fewer lines of the expansion than that",
    )
    group.addoption(
        "--elfen-examples",
        metavar="DIR",
        help="save games that break a law in this folder (default: one among temporary files)",
    )
    group.addoption(
        "--elfen-costs",
        action="store_true",
        help="report how much processor time each law took",
    )
    parser.addini(
        "elfen_expansions",
        "installed expansions on which to check every law after the tests, in each run without"
        " paths and without --elfen-expansion",
        type="args",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    """Load elfen only if an expansion is to be tried."""
    options: Any = config.option
    asked: list[str] = options.elfen_expansion
    named = _paths_named(config)
    tried: list[str] = asked or ([] if named else config.getini("elfen_expansions"))
    if not tried:
        if options.elfen_costs:
            raise pytest.UsageError(
                "--elfen-costs: say of which expansion, with --elfen-expansion NAME"
            )
        return
    try:
        from elfen.testing.suite.pytest_laws import Laws
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise pytest.UsageError(
            "trying an expansion needs hypothesis: pip install 'elfen[testing]'"
        ) from None
    alone = bool(asked) and not named
    config.pluginmanager.register(Laws(config, tried, alone, {PATHS_NAMED: named}), "elfen-laws")


def _paths_named(config: pytest.Config) -> bool:
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return bool(worker.get(PATHS_NAMED, named))
