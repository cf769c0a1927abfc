"""What goes on without end, and which bound is too small: the functions at fault are named."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from faults import AsksTooOften, Expansion
from gallery import told_of

from elfen import Ruleset
from elfen.plugin import ActionType, Do, Table, hookimpl


class Trickles(Expansion):
    """A step goes on as long as something is left, and something always is."""

    breaks = "progress"
    where = "step 'fault/roll', plugin 'fault'"

    def __init__(self) -> None:
        self.left = ("tune",)

    def is_left(self) -> bool:
        """Whether to go on."""
        return bool(self.left)

    def last_of_turn(self, table: Table, item: Do) -> None:
        if self.is_left():
            table.do("fault/roll", item.seat)


class AddsTooLittle(AsksTooOften):
    """A question has a bound, and those who answer add to it, but not enough."""

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [evolve(one, more=too_few) for one in super().elfen_actions(rules)]


def too_few(rules: Ruleset, players: int) -> int:
    """One more answer."""
    return 1


def named(fault: type[Expansion]) -> list[str]:
    """The functions that are named for a fault, by their own names."""
    return [place.function.rpartition(".")[2] for place in told_of(fault).places]


def test_what_runs_without_end_is_named_with_what_it_asks_and_who_made_that() -> None:
    assert named(Trickles) == ["last_of_turn", "is_left", "__init__"]


def test_of_bounds_that_add_up_each_is_named() -> None:
    assert named(AddsTooLittle)[:2] == ["too_few", "<lambda>"]  # those that were added first
