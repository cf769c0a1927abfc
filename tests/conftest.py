"""Hypothesis profiles for all tests: `ci` is deterministic, `long` searches further.

`quick` is for a fast check while working, `dev` for a normal run.

HYPOTHESIS_PROFILE chooses one; without it, `ci` if CI is set, else `dev`.
"""

from __future__ import annotations

import gc
import math
import os

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
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not in what was imported: that takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken law is looked into to the end, however slow or busy the machine is."""
    monkeypatch.setattr("elfen.testing.patience.clock", lambda: 0.0)
    monkeypatch.setattr("elfen.testing.repeating.bench.SECONDS", math.inf)
