"""Lodgings: free steps, and how they are bounded.

Where one has a piece still to fetch one is welcome: whoever comes over a lake or by ferry to a
town whose piece he has not taken yet goes for nothing. So nobody goes for nothing more often than
there are pieces to take.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land import HAND
from elfen.plugin import CostTerm, Crossing, Manifest, Offer, Price, Ruleset, hookimpl

NOTHING = Price.any(HAND, 0)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "lodgings", rules_version=1, api=1, requires=("land",), help="Newcomers are ferried free."
    )


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def towns_with_pieces(crossing: Crossing) -> bool:
        town = rules.board.town_number[crossing.end]
        return crossing.route.terrain == "lake" and bool(rules.piece_towns >> town & 1)

    def welcome(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        new = not crossing.position.has_visited(crossing.seat, crossing.end)
        return [NOTHING] if towns_with_pieces(crossing) and new else []

    def could(crossing: Crossing, prices: Sequence[Price]) -> list[list[Price]]:
        return [[], [NOTHING]] if towns_with_pieces(crossing) else [[]]

    return [
        Offer(
            "lodgings/welcome",
            welcome,
            depends_on=("route", "state"),
            could=could,
            free=lambda rules, players: rules.piece_towns.bit_count() * players,
            text="newcomers go free",
        )
    ]
