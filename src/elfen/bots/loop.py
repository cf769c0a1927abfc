"""Let players play: one decision, or a whole game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from elfen.bots.players import Player
from elfen.bots.specs import not_awaited
from elfen.bots.stock_bots import name_of
from elfen.declare import Action, listed
from elfen.errors import FAULTS, ElfenError, Message, raised
from elfen.game import Game, refuse_no_game
from elfen.views import View


def chosen(player: Player, view: View) -> Action:
    """What a player chooses, or raises; `TypeError` if that would have to be awaited."""
    found: Any = player.choose(view)
    not_awaited(found)
    return cast("Action", found)


def asked(player: Player, view: View) -> Action:
    """What a player chooses, which is not checked.

    Raises `ElfenError`: what the player raises, or else one that names the player, whose
    `__cause__` is what the player raised.
    """
    try:
        return chosen(player, view)
    except ElfenError:
        raise
    except FAULTS as error:
        text = "player {name} of seat {number} failed: {message}"
        about = {"name": name_of(player), "number": str(view.seat), "message": raised(error)}
        raise ElfenError(Message("bots/failed", text, **about)) from error


def choose(game: Game, players: Sequence[Player]) -> Action:
    """The choice of the deciding seat's player, who is not asked about a single legal action.

    The answer is not checked. Raises `ElfenError` if the game is over, and as `asked` does.
    """
    seat = game.seat
    if seat is None:
        raise ElfenError("nobody decides here: the game is over")
    actions = game.legal_actions
    if len(actions) == 1:
        return actions[0]
    return asked(players[seat], game.view(seat))


def play(
    game: Game, players: Sequence[Player], see: Callable[[Game], object] | None = None
) -> Game:
    """Play a game to its end, with one player per seat.

    `see` is called with every game on the way, from the given one to the last.

    Raises `IllegalAction` if a player chooses an illegal action, and `ElfenError` if the number
    of players is not that of the seats or a player fails; see `asked`.
    """
    refuse_no_game(game)
    players = listed("players", players)
    if len(players) != game.players:
        raise ElfenError(f"{len(players)} players for a game of {game.players}; give one per seat")
    while not game.is_over:
        if see is not None:
            see(game)
        game = game.play(choose(game, players))
    if see is not None:
        see(game)
    return game
