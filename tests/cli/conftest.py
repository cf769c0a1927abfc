"""A plugin that is installed for the tests: a house rule that changes most lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import install

HOUSE = '''
"""A house rule."""
from elfen.plugin import Manifest, Option, Reason, Restriction, ScoreLine, hookimpl
from elfen.land import PlaceObstacle


@hookimpl
def elfen_manifest():
    return Manifest(
        "house", rules_version=3, api=1, help="Rules of the house.", requires=("land",),
        conflicts={"sea": "no roads there"},
        options=(Option("kind", True, "whether obstacles stay in the box"),),
    )


@hookimpl
def elfen_restrictions(rules):
    def forbids(position, seat, action):
        return Reason("house/kind", "we are kind") if rules.option("house.kind") else None

    return [Restriction("house/kind", type=PlaceObstacle, forbids=forbids, text="no obstacles")]


@hookimpl
def elfen_scoring(rules):
    return [
        ScoreLine(
            "house/double", lambda position, seat: 2 * position.pieces_taken(seat),
            lowest=lambda rules: 0, highest=lambda rules: 40, text="town pieces, twice",
            replaces="land/town-pieces",
        )
    ]
'''


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Install the plugin `house` for this process and for processes with this environment."""
    install(tmp_path, "house", HOUSE)
    monkeypatch.syspath_prepend(tmp_path)
    return {"PYTHONPATH": str(tmp_path)}
