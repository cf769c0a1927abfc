"""How the tests set up a situation and look at it."""

from __future__ import annotations

from functools import cache

from elfen import Dealer, Game, Ruleset, State, compile_ruleset
from elfen.kernel import Builder
from elfen_minstrels import EVENING


@cache
def minstrels(songs: int = 2) -> Ruleset:
    """Elfenland with minstrels."""
    return compile_ruleset(expansions=["minstrels"], options={"songs": songs})


def evening(town: str, *visited: str, players: int = 2, round: int = 1) -> Builder:
    """Seat 0 is the first to be asked in the evening, in a town, and has visited others."""
    build = minstrels().build(players).at(EVENING, seat=0, round=round)
    return build.boot(0, town).visited(0, town, *visited)


def game_from(situation: Builder | State) -> Game:
    """A game that goes on from a situation, its chance always the same."""
    state = situation if isinstance(situation, State) else situation.state()
    return Game.begin(minstrels(), state, Dealer.seeded("minstrels"))


def written(game: Game) -> set[str]:
    """The legal actions in notation."""
    return {str(action) for action in game.legal_actions}


def asked(game: Game) -> tuple[str, int]:
    """Which decision is due, and whose it is."""
    return game.decision.name, game.decision.seat
