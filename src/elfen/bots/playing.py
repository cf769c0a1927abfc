"""Having players play: one decision, or a game to its end."""

from __future__ import annotations

from collections.abc import Sequence

from elfen.bots.players import Player
from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Game


def choose(game: Game, players: Sequence[Player]) -> Action:
    """What the player of the seat that decides chooses; one without a choice is not asked.

    The answer is not checked. Raises `ElfenError` when nobody decides.
    """
    seat = game.seat
    if seat is None:
        raise ElfenError("nobody decides here: the game is over")
    actions = game.legal_actions
    if len(actions) == 1:
        return actions[0]
    return players[seat].choose(game.view(seat))


def play(game: Game, players: Sequence[Player]) -> Game:
    """The game at its end, one player a seat.

    Raises `IllegalAction` when a player chooses what is not legal, and `ElfenError` if there
    are fewer or more players than seats.
    """
    if len(players) != game.players:
        raise ElfenError(f"{len(players)} players for a game of {game.players}; give one a seat")
    while not game.is_over:
        game = game.play(choose(game, players))
    return game
