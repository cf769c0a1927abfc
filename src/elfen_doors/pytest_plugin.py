"""`pytest --elfen-expansion NAME`: every law on an installed expansion. See docs/testing.md."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; what they do is in `elfen.testing.pytest_laws`."""
    group = parser.getgroup("elfen", "laws that every game of elfen keeps")
    group.addoption(
        "--elfen-expansion",
        action="append",
        default=[],
        metavar="NAME",
        help="try every law on an installed expansion, alone and with every other it goes with"
        " (can be given more than once; of other tests, only those in paths that are named run)",
    )
    group.addoption(
        "--elfen-budget",
        type=int,
        default=1,
        metavar="N",
        help="try N times as much as usual (1: about a minute for Elfenland alone)",
    )
    group.addoption(
        "--elfen-examples",
        metavar="DIR",
        help="keep saves of games that break a law in this folder (usual: one for temporary files)",
    )
    group.addoption(
        "--elfen-costs",
        action="store_true",
        help="say at the end how much processor time each law took",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Load elfen if an expansion is to be tried, and not otherwise."""
    if not config.getoption("elfen_expansion"):
        if config.getoption("elfen_costs"):
            raise pytest.UsageError(
                "--elfen-costs: say of which expansion, with --elfen-expansion NAME"
            )
        return
    try:
        from elfen.testing.pytest_laws import Laws
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise pytest.UsageError(
            "--elfen-expansion needs hypothesis: pip install 'elfen[testing]'"
        ) from None
    config.pluginmanager.register(Laws(config), "elfen-laws")
