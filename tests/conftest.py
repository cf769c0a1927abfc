"""Hypothesis profiles for all tests: `ci` is deterministic, `long` searches further.

`quick` is for a fast check while working, `dev` for a normal run.

HYPOTHESIS_PROFILE chooses one; without it, `ci` if CI is set, else `dev`. Of a test that is marked
`alike(n)`, `ci` and `quick` run one of n cases, always the same; the others run all.
"""

from __future__ import annotations

import gc
import math
import os
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)

settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=30, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile(
    "quick", derandomize=True, deadline=None, max_examples=5, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("dev", deadline=None, max_examples=50, suppress_health_check=SLOW_IS_FINE)
settings.register_profile(
    "long", deadline=None, max_examples=2_000, suppress_health_check=SLOW_IS_FINE
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
settings.load_profile(PROFILE)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", "alike(n): many cases of one sort, of which CI runs 1 of n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out cases that are much like others, if it has to be fast."""
    if PROFILE not in ("ci", "quick"):
        return
    families: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("alike"):
            families[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for name, cases in families.items():
        marker = cases[0].get_closest_marker("alike")
        assert marker is not None
        kept = random.Random(name).sample(cases, math.ceil(len(cases) / marker.args[0]))
        left_out |= {*cases} - {*kept}
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not in what was imported: that takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave what tests have kept alone: pytest looks for garbage five times before it ends."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """A broken law is looked into to the end, however slow or busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("elfen.testing.patience.clock", lambda: 0.0)
        patch.setattr("elfen.testing.repeating.bench.SECONDS", math.inf)
        yield
