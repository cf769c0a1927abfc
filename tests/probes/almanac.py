"""An almanac: the richest towns are worth a point more, and printed facts say which they are.

It owns no figure: values come from Elfengold, charts from Elfenland and Elfensea, texts and
numbers of tiles from the favors. Two travel cards of a kind that the almanac calls hardy, one
more than the chart says, do for any counter on a road.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.land import HAND, ROUTE_COUNTER, TRANSPORTS, Transport
from elfen.plugin import Crossing, Manifest, Offer, Position, Price, Ruleset, ScoreLine, hookimpl
from elfen_favor import FAVORS, FREE_PATH_TILES, OBSTACLE_TILES, Favor
from elfen_gold import TOWN_VALUES, TRANSPORT_TILES, printed_values
from elfen_sea import BONUS_COUNTERS, BONUS_OF_A_KIND, majorities
from elfen_sea import TRANSPORTS as AT_SEA

RICH = 5


def hardy() -> dict[str, Transport]:
    """The transports that go in the most regions on land, of Elfenland and of Elfensea."""
    most = max(len(t.chart) for t in TRANSPORTS.values())
    return {id: t for id, t in TRANSPORTS.items() if len(t.chart) == most and id in AT_SEA}


def pages() -> list[str]:
    """The almanac's pages on tiles."""
    favors: dict[str, Favor] = FAVORS
    tiles = [f"{favor.en}: {favor.tiles}" for favor in favors.values()]
    more = [f"obstacles: {OBSTACLE_TILES}", f"free paths: {FREE_PATH_TILES}"]
    bonus = [f"bonus counters: {BONUS_OF_A_KIND * len(BONUS_COUNTERS)}"]
    return [*tiles, *more, *bonus, *(f"{id} tiles: {n}" for id, n in TRANSPORT_TILES.items())]


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "almanac", rules_version=1, api=1, requires=("gold",), help="Rich towns and hardy beasts."
    )


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[Offer]:
    beasts = hardy()

    def by_hardy(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
        lying = [kind for kind in crossing.contents if kind in rules.layout.kinds_of(ROUTE_COUNTER)]
        terrain = crossing.route.terrain
        return [
            Price.exactly(HAND, id, beast.chart[terrain] + 1)
            for id, beast in beasts.items()
            if lying and terrain in beast.chart
        ]

    return [Offer("almanac/hardy", by_hardy, depends_on=("route",), text="hardy beast")]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    values = printed_values(rules)
    rich = sum(
        1 << town for town, value in enumerate(values) if value is not None and value >= RICH
    )

    def visited(position: Position, seat: int) -> int:
        return (position.visited[seat] & rich).bit_count()

    def most(position: Position, seat: int) -> int:
        counts = [visited(position, one) for one in range(position.players)]
        return visited(position, seat) + majorities(counts)[seat]

    highest = sum(value >= RICH for value in TOWN_VALUES.values()) + max(majorities([1]))
    return [
        ScoreLine(
            "almanac/rich-towns",
            most,
            lowest=lambda rules: 0,
            highest=lambda rules: highest,
            text="rich towns",
        )
    ]
