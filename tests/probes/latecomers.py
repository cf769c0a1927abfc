"""Latecomers: in the phase of moving it is always the turn of whoever has fewest town pieces.

Who that is, is asked anew after every turn. Of equals, who comes first from the start player.
"""

from __future__ import annotations

from elfen.land import TURN, in_order
from elfen.plugin import Do, Manifest, Phase, Ruleset, Step, Table, hookimpl

NEXT = "latecomers/next"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "latecomers", rules_version=1, api=1, requires=("land",), help="The last one moves first."
    )


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [Phase("latecomers/move", lambda table: table.run(NEXT), replaces="land/move")]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def whose_turn(table: Table, item: Do) -> None:
        left = [seat for seat in in_order(table) if seat not in item.data]
        if left:
            seat = min(left, key=table.pieces_taken)
            table.run(NEXT, None, *item.data, seat)
            table.run(TURN, seat)

    return [Step("latecomers/whose-turn", whose_turn, of=NEXT)]
