"""Commons: all play together. Once somebody has been in every town all have won.

If that has not come about by the last round, all have lost: nobody is first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from elfen.plugin import (
    Ending,
    Manifest,
    Position,
    Ranking,
    Remove,
    Result,
    Ruleset,
    ScoreLine,
    hookimpl,
)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "commons",
        rules_version=1,
        api=1,
        requires=("land",),
        help="All win or lose together.",
        settled={"land.early_win": "never"},
    )


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    return [
        Ending(
            "commons/everywhere",
            won,
            before="land/last-round",
            text="every town has been visited by somebody",
        )
    ]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine | Remove]:
    return [
        ScoreLine(
            "commons/towns",
            lambda position, seat: together(position).bit_count(),
            lowest=lambda rules: 0,
            highest=lambda rules: rules.piece_towns.bit_count(),
            text="towns visited by somebody",
            replaces="land/town-pieces",
        )
    ]


@hookimpl
def elfen_ranking(rules: Ruleset) -> list[Ranking]:
    def all_alike(position: Position, results: Sequence[Result]) -> list[int]:
        return [1 if won(position) else 2] * len(results)

    return [Ranking("commons/ranking", all_alike, text="together", replaces="core/ranking")]


def together(position: Position) -> int:
    """The towns that somebody has visited, as a bit set."""
    return reduce(or_, position.visited)


def won(position: Position) -> bool:
    return together(position) == position.rules.piece_towns
