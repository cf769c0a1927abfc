"""Eastern: Elfenland on the east of its board alone, where all start from Rivinia."""

from __future__ import annotations

from elfen.land import the_board
from elfen.plugin import Board, Manifest, Ruleset, hookimpl

CAPITAL = "rivinia"
WEST = 600  #: pixels from the left; what lies west of it is left out


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "eastern",
        rules_version=1,
        api=1,
        requires=("land",),
        help="The east of Elfenland.",
        players=(2, 4),
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    whole = the_board()
    towns = tuple(town for town in whole.towns if town.x >= WEST)
    ids = {town.id for town in towns}
    return Board(
        "eastern",
        CAPITAL,
        whole.width,
        whole.height,
        towns,
        tuple(route for route in whole.routes if ids.issuperset(route.ends)),
        {"land": {"boatmen": ["mare-magnum"]}},
    )
