"""How Elfengold ends, and who wins (G12)."""

from __future__ import annotations

from elfen.plugin import Ending, TieBreak
from elfen_gold.pieces import PURSE

ROUNDS = 6


def endings() -> list[Ending]:
    """The two ways to end, instead of Elfenland's."""
    return [
        Ending(
            "gold/all-pieces",
            lambda position: position.piece_towns in position.visited,
            replaces="land/all-pieces",
            text="a player has all town pieces",
        ),
        Ending(
            "gold/last-round",
            lambda position: position.round >= ROUNDS,
            latest=lambda rules: ROUNDS,
            replaces="land/last-round",
            text="the last round is over",
        ),
    ]


def tie_breaks() -> list[TieBreak]:
    """Gold breaks ties instead of cards in hand; town cards, if used, come before it."""
    return [
        TieBreak(
            "gold/gold",
            lambda position, seat: position.size(PURSE.of(seat)),
            replaces="land/cards-in-hand",
            text="gold",
        )
    ]
