"""Every test in this folder runs in all three editions, unless it names some of them."""

from __future__ import annotations

import pytest

from elfen.land.editions import EDITIONS

from .situations import the_edition


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark."""
    config.addinivalue_line("markers", "editions(*names): the editions that a test is about")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once per edition that it, or else its file, names."""
    mark = metafunc.definition.get_closest_marker("editions")
    names = mark.args if mark else tuple(EDITIONS)
    metafunc.parametrize("edition", names, indirect=True)


@pytest.fixture(autouse=True)
def edition(request: pytest.FixtureRequest) -> str:
    """The edition that the helpers of `situations` use during the test."""
    name: str = request.param
    the_edition.set(name)
    return name
