"""Helpers of Elfengold's tests: setting up situations and inspecting them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

import playing
from elfen import Dealer, Game, Ruleset, State, compile_ruleset
from elfen.kernel.builder import Builder
from elfen.land import HAND, LAND, MOVE, PLAN, SHOWN, LandState
from elfen_gold.bids import BID, ROW_OF_LOTS, RowOfLots
from elfen_gold.pieces import LOTS, PURSE


@cache
def gold(edition: str = "rio-grande", **options: int | str) -> Ruleset:
    """The rules of Elfengold with an edition."""
    return compile_ruleset(edition, expansions=["gold"], options=options)


def game_from(situation: Builder | State, rules: Ruleset | None = None) -> Game:
    """A game that starts from a situation, with a fixed seed."""
    state = situation if isinstance(situation, State) else situation.state()
    return Game.begin(rules or gold(), state, Dealer.seeded("gold"))


def traveller(
    town: str, hand: dict[str, int], purse: int = 12, rules: Ruleset | None = None
) -> Builder:
    """Seat 0 of two is the first to move, from a town, with these cards and coins."""
    scene = (rules or gold()).build(2).at(MOVE, seat=0, round=1).boot(0, town)
    return scene.zone(HAND.of(0), hand).zone(PURSE.of(0), {"gold-coin": purse})


def planner(tiles: dict[str, int], players: int = 2, rules: Ruleset | None = None) -> Builder:
    """Seat 0 is the first to plan, with these open tiles; seat 1 has a unicorn."""
    scene = (rules or gold()).build(players).at(PLAN, seat=0, round=1)
    return scene.zone(SHOWN.of(0), tiles).zone(SHOWN.of(1), {"unicorn": 1})


def auction(
    *tiles: str,
    purses: tuple[int, ...] = (12, 12, 12),
    rules: Ruleset | None = None,
    start: int = 0,
    hand: Mapping[str, int] | None = None,
) -> Game:
    """An auction of these tiles, opened by seat `start`, the start player, with cards in hand."""
    scene = (rules or gold()).build(len(purses)).at(BID, seat=start, round=1)
    scene = scene.slot(LAND, LandState(start))
    for seat, coins in enumerate(purses):
        scene = scene.zone(PURSE.of(seat), {"gold-coin": coins})
    scene = scene.zone(HAND.of(start), hand or {})
    row = {tile: tiles.count(tile) for tile in tiles}
    scene = scene.zone(LOTS, row).slot(ROW_OF_LOTS, RowOfLots(tiles))
    most = max(purses) + 1 if (rules or gold()).option("overbidding") else purses[start]
    everyone = (1 << len(purses)) - 1
    return game_from(scene.asked(0, most, -1, everyone, everyone), rules)


def played(game: Game, *actions: str) -> Game:
    """The game after these actions."""
    for action in actions:
        game = game.play(action)
    return game


def written(game: Game, *verbs: str) -> set[str]:
    """The legal actions, or those that begin with one of these words, as notation."""
    return {str(a) for a in game.legal_actions if not verbs or str(a).startswith(verbs)}


def purse(game: Game, seat: int) -> int:
    """The coins of a seat."""
    return game.position.size(PURSE.of(seat))


def purses(game: Game) -> list[int]:
    """The coins of all seats."""
    return [purse(game, seat) for seat in range(game.players)]


def quietly(game: Game) -> Game:
    """Play the last legal action, which is to pass or stop where possible."""
    return game.play(game.legal_actions[-1])


on_until = partial(playing.on_until, on=quietly)
to_the_end = partial(playing.to_the_end, on=quietly)
