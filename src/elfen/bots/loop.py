"""Let players play: one decision, or a whole game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elfen.bots.players import Player
from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Game


def choose(game: Game, players: Sequence[Player]) -> Action:
    """The choice of the deciding seat's player, who is not asked about a single legal action.

    The answer is not checked. Raises `ElfenError` if the game is over.
    """
    seat = game.seat
    if seat is None:
        raise ElfenError("nobody decides here: the game is over")
    actions = game.legal_actions
    if len(actions) == 1:
        return actions[0]
    return players[seat].choose(game.view(seat))


def play(
    game: Game, players: Sequence[Player], see: Callable[[Game], object] | None = None
) -> Game:
    """Play a game to its end, with one player per seat.

    `see` is called with every game on the way, from the given one to the last.

    Raises `IllegalAction` if a player chooses an illegal action, and `ElfenError` if the number
    of players is not that of the seats.
    """
    if len(players) != game.players:
        raise ElfenError(f"{len(players)} players for a game of {game.players}; give one per seat")
    while not game.is_over:
        if see is not None:
            see(game)
        game = game.play(choose(game, players))
    if see is not None:
        see(game)
    return game
