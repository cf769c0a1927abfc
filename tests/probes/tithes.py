"""Tithes: who has a large hand gives cards away, and who is left with counters stows all but one.

Both are questions of Elfenland, asked at other moments, with words and bounds of this plugin.
"""

from __future__ import annotations

from elfen.land import DISCARD, HAND, KEEP, MOVE, PORTION, SECRET, SHOWN, in_order
from elfen.plugin import Decision, Manifest, Phase, Ruleset, Table, Within, hookimpl

TITHE = "tithes/tithe"
STOW = "tithes/stow"
LARGE = 7
GIVEN = 5


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("tithes", rules_version=1, api=1, requires=("land",), help="Tithes.")


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def tithe(table: Table) -> None:
        for seat in reversed(in_order(table)):
            if table.size(HAND.of(seat)) >= LARGE:
                table.ask(TITHE, seat, GIVEN)

    def stow(table: Table) -> None:
        for seat in reversed(in_order(table)):
            if table.size(SHOWN.of(seat)) + table.size(SECRET.of(seat)) > 1:
                table.ask(STOW, seat, 1)

    return [
        Phase("tithes/giving", tithe, before="land/draw-secret", text="large hands give"),
        Phase("tithes/stowing", stow, before="land/move", text="counters left over are stowed"),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    portions = -(-GIVEN // PORTION)
    return [
        Decision(
            TITHE,
            text="pay the tithe",
            at_most=lambda rules, players: rules.most_rounds * players * portions,
            like=DISCARD,
            bounds=lambda rules, players: {"over": Within(0, GIVEN)},
        ),
        Decision(
            STOW,
            text="choose the counter that is not stowed",
            at_most=lambda rules, players: rules.most_rounds * players,
            like=KEEP,
        ),
        Decision(
            "tithes/ride",
            text="ride on",
            at_most=lambda rules, players: 1,
            like=MOVE,
            reusable=True,
        ),
    ]
