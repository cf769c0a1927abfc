"""Wanderers: no last round. The game goes on until somebody holds the pieces of all towns.

Who it is has won, whatever else counts. Removing the last round takes away what bounds a game, so
the ending says itself when it comes at the latest: generously, for the bound costs nothing.
"""

from __future__ import annotations

from elfen.plugin import Ending, Manifest, Position, Remove, Ruleset, hookimpl, maybe

MOST_ROUNDS = 500


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "wanderers",
        rules_version=1,
        api=1,
        requires=("land",),
        help="A game goes on until somebody has been everywhere.",
    )


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending | Remove]:
    def everywhere(position: Position) -> bool:
        return rules.piece_towns in position.visited or position.round >= MOST_ROUNDS

    return [
        Remove("land/last-round"),
        Remove(maybe("land/all-pieces")),
        Ending(
            "wanderers/everywhere",
            everywhere,
            latest=lambda rules: MOST_ROUNDS,
            text="somebody holds all town pieces",
        ),
    ]
