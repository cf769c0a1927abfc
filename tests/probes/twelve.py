"""Twelve: Elfenland on its whole board, with town pieces in the towns of the town cards alone."""

from __future__ import annotations

from elfen.plugin import Manifest, Ruleset, Towns, hookimpl

TWELVE = (
    "jaccaranda",
    "tichih",
    "usselen",
    "wylhien",
    "ergeren",
    "beata",
    "strykhaven",
    "virst",
    "ixara",
    "mahdavikia",
    "grangor",
    "yttar",
)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "twelve",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Town pieces in twelve towns.",
    )


@hookimpl
def elfen_towns(rules: Ruleset) -> Towns:
    return Towns(start=rules.board.capital, pieces=TWELVE)
