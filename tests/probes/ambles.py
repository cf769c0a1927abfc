"""Ambles: when all have travelled, the seats take single steps by turns, until all have stopped.

The question is this plugin's own; it is answered by Elfenland's `Move` and `Stop`, and by
Elfengold's `Fly` if that is there.
"""

from __future__ import annotations

from typing import NamedTuple

from elfen.land import MOVE, MOVE_PHASE, in_order
from elfen.plugin import Decision, Do, Manifest, Phase, Ruleset, Step, Table, hookimpl, maybe

AMBLE = "ambles/amble"
ONE_STEP = "ambles/one-step"


class AmbleData(NamedTuple):
    """How many have stopped in a row, and the number of the town where the boot stands."""

    stopped: int
    town: int


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("ambles", rules_version=1, api=1, requires=("land",), help="Steps by turns.")


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def begin(table: Table) -> None:
        first = in_order(table)[0]
        table.run(ONE_STEP, first, 0, table.boots[first])

    return [Phase("ambles/ambling", begin, after=MOVE_PHASE, text="single steps by turns")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def ask(table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(AMBLE, item.seat, *item.data)

    def go_on(table: Table, item: Do) -> None:
        assert item.seat is not None
        stopped, town = int(item.data[0]) + 1, item.data[1]
        if table.boots[item.seat] != town:
            stopped = 0
        if stopped < table.players:
            following = (item.seat + 1) % table.players
            table.run(ONE_STEP, following, stopped, table.boots[following])

    return [
        Step("ambles/ask", ask, of=ONE_STEP, text="one step, or none"),
        Step("ambles/go-on", go_on, of=ONE_STEP, text="the next seat's turn"),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(
            AMBLE,
            text="take one step, or stop",
            at_most=lambda rules, players: players * rules.at_most(MOVE, players),
            data=AmbleData,
            also=("land/move", "land/stop", maybe("gold/fly")),
        )
    ]
