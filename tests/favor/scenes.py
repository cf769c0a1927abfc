"""Helpers of the tests in this folder: setting up situations and inspecting them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from elfen import Decide, Game, Ruleset, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.declare.zones import Place
from elfen.land import HAND, MOVE, PLAN, STACK, Move, Pass
from elfen_favor import TILES, Tiles

VARIANTS = ("small", "great")
FROM, HERE = "feodor", "lapphalya"
ROAD = "feodor-lapphalya-woods"

Zones = Mapping[Place, Mapping[str, int]]


@cache
def favors(
    variant: str = "small", edition: str = "rio-grande", tiles: str = "", rounds: int = 0
) -> Ruleset:
    """The rules of a variant in an edition."""
    options: dict[str, int | str] = {"favor.variant": variant}
    if tiles:
        options["favor.tiles"] = tiles
    if rounds:
        options["land.rounds"] = rounds
    return compile_ruleset(edition, expansions=["favor"], options=options)


def tiles(rules: Ruleset, **favors: str) -> Tiles:
    """Lay these favors (with `_` for `-`) open in these towns, and in no others."""
    return Tiles(tuple([favors.get(town.id, "").replace("_", "-") for town in rules.board.towns]))


def offered(
    variant: str,
    favor: str,
    edition: str = "rio-grande",
    players: int = 2,
    hand: Mapping[str, int] | None = None,
    zones: Zones | None = None,
    round: int = 1,
    rules: Ruleset | None = None,
) -> Game:
    """Seat 0 stands in Lapphalya and is asked whether to use this favor, which lies open.

    With great favors it has just arrived from Feodor, by unicorn.
    """
    rules = rules or favors(variant, edition)
    return comes(rules, variant, tiles(rules, **{HERE: favor}), players, hand, zones, round)


def comes(
    rules: Ruleset,
    variant: str,
    there: Tiles,
    players: int = 2,
    hand: Mapping[str, int] | None = None,
    zones: Zones | None = None,
    round: int = 1,
) -> Game:
    """Seat 0 stands in Lapphalya, before moving (small favors) or just arrived (great ones)."""
    mine = dict(hand or {})
    small = variant == "small"
    build = rules.build(players).at(PLAN if small else MOVE, seat=0, round=1).slot(TILES, there)
    build = build.round(round).boot(0, HERE if small else FROM)
    if not small:
        mine["unicorn"] = mine.get("unicorn", 0) + 1
        build = build.lay(ROAD, "unicorn")
    build = build.zone(HAND.of(0), mine)
    for place, counts in (zones or {}).items():
        build = build.zone(place, counts)
    game = rules.game_from(build.state(), seed=1)
    if small:
        while asked(game)[0] == PLAN:
            game = game.play(Pass())
        return game
    return game.play(Move(ROAD, Pieces.of(["unicorn"])))


def without(build_rules: Ruleset, *kept: Mapping[str, int]) -> dict[str, int]:
    """All travel cards except these."""
    start = build_rules.start(2)
    index = build_rules.layout.index(STACK)
    left = build_rules.layout.pieces(STACK, start.zones[index]).counts
    for counts in kept:
        left = {kind: n - counts.get(kind, 0) for kind, n in left.items()}
    return left


def asked(game: Game) -> tuple[str, int] | str:
    """The decision that is due and its seat, or how the game has ended."""
    item = game.pending
    return (item.name, item.seat) if isinstance(item, Decide) else str(item)


def size(game: Game, place: Place) -> int:
    """The number of pieces in a zone."""
    return game.position.size(place)
