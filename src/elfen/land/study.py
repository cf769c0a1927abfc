"""Elfenland cut down for study: one round, a few cards and counters, a tree that can be searched.

It is a plugin like any other, but not installed under a name. After `from elfen.land import study`,
give it to `elfen.compile_ruleset(expansions=[study])`, with the options `study.OPTIONS` and the
board `elfen.boards.board("five-towns")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from elfen.land.pieces import CARDS, COUNTERS, PILE, STACK
from elfen.plugin import Ending, Manifest, OptionValue, Remove, Ruleset, Stock, hookimpl

__all__ = ["OPTIONS"]

#: How many there are of each; the other kinds are left out.
TRAVEL_CARDS = {"giant-pig": 2, "troll-wagon": 1, "raft": 1}
COUNTERS_TO_DRAW = {"giant-pig": 1, "troll-wagon": 1}

#: The options of Elfenland for a game of two that is soon over.
OPTIONS: Mapping[str, OptionValue] = MappingProxyType(
    {
        "hand_size": 2,
        "counters_secret": 1,
        "counters_chosen": 0,
        "open_row": 0,
        "obstacles": 0,
        "counters_kept": 0,
        "hand_limit": 4,
    }
)


@hookimpl
def elfen_manifest() -> Manifest:
    """Who this is."""
    return Manifest(
        "study", rules_version=1, api=1, requires=("land",), help="A game that can be solved."
    )


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock | Remove]:
    """A few cards and counters instead of all."""
    found: list[Stock | Remove] = []
    for kinds, kept, zone, what in (
        (CARDS, TRAVEL_CARDS, STACK, "cards"),
        (COUNTERS, COUNTERS_TO_DRAW, PILE, "counters"),
    ):
        for kind in kinds:
            name = f"land/{kind.id}-{what}"
            if kind.id in kept:
                mine = f"study/{kind.id}-{what}"
                found.append(Stock(mine, (kind,), kept[kind.id], zone, replaces=name))
            else:
                found.append(Remove(name))
    return found


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    """The game is over after a round."""
    return [
        Ending(
            "study/last-round",
            lambda position: position.round >= 1,
            latest=lambda rules: 1,
            text="the only round is over",
            replaces="land/last-round",
        )
    ]
