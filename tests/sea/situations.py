"""How the tests of this folder set up a situation and look at it."""

from __future__ import annotations

from functools import cache

from elfen import Dealer, Decide, Game, Ruleset, State, compile_ruleset
from elfen.builder import Builder
from elfen.land import HAND, MOVE, Move, Pass, Stop
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
    """A game that goes on from a situation, its chance always the same."""
    state = situation if isinstance(situation, State) else situation.state()
    return Game.begin(elfensea(), state, Dealer.seeded("elfensea"))


def asked(game: Game) -> tuple[str, int]:
    """Which decision is due, and whose it is."""
    item = game.pending
    assert isinstance(item, Decide), f"{item} is no decision"
    return item.name, item.seat


def payments(game: Game, route: str) -> set[str]:
    """All ways in which the seat can pay for a step along a route, such as `dragon*2`."""
    return {
        str(action.cards)
        for action in game.legal_actions
        if isinstance(action, Move) and action.route == route
    }


def written(game: Game, *types: type) -> set[str]:
    """The legal actions, or those of some types, in notation."""
    return {str(a) for a in game.legal_actions if not types or isinstance(a, types)}


def why_not(game: Game, action: str) -> str:
    """The reason why an action is refused; fails if it is legal or listed after all."""
    reason = game.check(action)
    assert reason is not None, f"{action} is legal"
    assert action not in written(game), f"{action} is listed but refused: {reason}"
    return reason.text


def quietly(game: Game) -> Game:
    """One decision on: pass or stop where one can, else the last that is no trade."""
    open_to = [a for a in game.legal_actions if not isinstance(a, TradeBonus)]
    calm = [a for a in open_to if isinstance(a, (Pass, Stop))]
    return game.play((calm or open_to)[-1])


def on_until(game: Game, decision: str, round: int | None = None) -> Game:
    """Play on quietly until a decision is asked."""
    while asked(game)[0] != decision or round not in (None, game.state.round):
        game = quietly(game)
    return game


def to_the_end(game: Game) -> Game:
    """Play on quietly until the game is over."""
    while not game.is_over:
        game = quietly(game)
    return game
