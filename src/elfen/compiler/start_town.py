"""The draw of the town where boots begin: the step and the roll that the core adds."""

from __future__ import annotations

from collections.abc import Mapping

from elfen.declare import CORE, PUBLIC, START, Chance, Means, Owned, Roll, SetupStep, Towns
from elfen.kernel import Position, Table

NAME = START.name


def setup_of(towns: Towns) -> list[Owned[SetupStep]]:
    """The set-up step that comes before all others, if the town is drawn."""
    if not towns.drawn:
        return []
    step = SetupStep(NAME, _draw, text="the town where boots begin is drawn")
    return [Owned(step, CORE, rank=-1)]


def rolls_of(towns: Towns) -> list[Owned[Roll]]:
    """The roll of the town, if it is drawn; all towns are equally likely."""
    if not towns.drawn:
        return []
    roll = Roll(
        NAME,
        _faces,
        _begin,
        visibility=PUBLIC,
        text="the town where boots begin",
        means=Means.TOWN,
    )
    return [Owned(roll, CORE, rank=-1)]


def _draw(table: Table) -> None:
    table.roll(NAME)


def _faces(position: Position, item: Chance) -> Mapping[str, int]:
    return dict.fromkeys(position.rules.towns.start, 1)


def _begin(table: Table, item: Chance, face: str) -> None:
    table.begin_in(face)
