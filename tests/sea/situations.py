"""Helpers of the tests in this folder: setting up situations and inspecting them."""

from __future__ import annotations

from functools import cache, partial

import playing
from elfen import Dealer, Game, Ruleset, State, compile_ruleset
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE
from elfen_sea import TradeBonus

WOODS = "annashaven-thee_hatches-woods"
PLAINS = "annashaven-krantz_rapids-plains"
DESERT = "dunmarrow-saltspire-desert"
RIVER = "kimbourg-thee_hatches-river"
CLOUDY = "marthas_orchard-wolfsboro-sea"
SEA_ROUTE = "gordonshaven-wolfsboro-sea"


@cache
def elfensea(edition: str | None = None) -> Ruleset:
    """The rules."""
    return compile_ruleset(edition, expansions=["sea"])


def build(players: int = 2) -> Builder:
    """A situation to set up."""
    return elfensea().build(players)


def traveller(village: str, hand: dict[str, int], players: int = 2) -> Builder:
    """Seat 0 is the first to move, from a village, with these cards in hand."""
    return build(players).at(MOVE, seat=0, round=1).boot(0, village).zone(HAND.of(0), hand)


def game_from(situation: Builder | State) -> Game:
    """A game that starts from a situation, with a fixed seed."""
    state = situation if isinstance(situation, State) else situation.state()
    return Game.begin(elfensea(), state, Dealer.seeded("elfensea"))


def quietly(game: Game) -> Game:
    """Play one decision: pass or stop if possible, else the last action that is no trade."""
    return playing.quietly(game, never=(TradeBonus,))


on_until = partial(playing.on_until, on=quietly)
to_the_end = partial(playing.to_the_end, on=quietly)
