"""The cause of a fault is named, and not only where it shows."""

from __future__ import annotations

import pytest
from causes import CAUSED, Caused
from gallery import told_of

pytestmark = pytest.mark.usefixtures("unhurried")


@pytest.mark.parametrize("fault", CAUSED, ids=lambda fault: fault.__name__)
def test_the_cause_of_a_fault_is_named(fault: type[Caused]) -> None:
    broken = told_of(fault)
    assert broken.law == fault.breaks
    assert {*fault.causes} <= {place.function for place in broken.places}, str(broken)
