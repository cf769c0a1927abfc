"""Half map: the west of Elfenland alone, where boots begin in a town that chance draws."""

from __future__ import annotations

from elfen.land import the_board
from elfen.plugin import Board, Manifest, Ruleset, Towns, hookimpl

EAST = 600  #: pixels from the left; what lies east of it is left out


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "half-map",
        rules_version=1,
        api=1,
        requires=("land",),
        help="The west of Elfenland, from a start that is drawn.",
        players=(2, 4),
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    whole = the_board()
    towns = tuple(town for town in whole.towns if town.x < EAST)
    ids = {town.id for town in towns}
    routes = tuple(route for route in whole.routes if ids.issuperset(route.ends))
    return Board("half-map", towns[0].id, whole.width, whole.height, towns, routes)


@hookimpl
def elfen_towns(rules: Ruleset) -> Towns:
    return Towns(start=tuple(town.id for town in rules.board.towns))
