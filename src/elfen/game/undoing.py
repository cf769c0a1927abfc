"""Undo among people: what a seat may take back, judged by what it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import PiecesMovedUnseen
from elfen.errors import Reason, Seat
from elfen.kernel import check_seat

if TYPE_CHECKING:
    from elfen.game.game import Game

_NAME = "core/undo"


@frozen
class Undoable:
    """Whether a seat may take back the last decision: true if it may; else `reason` says why not.

    `str` gives the reason, or "" if there is none.
    """

    reason: Reason | None = None

    def __bool__(self) -> bool:
        return self.reason is None

    def __str__(self) -> str:
        return "" if self.reason is None else self.reason.text


def undoable(game: Game, seat: int) -> Undoable:
    """See `Game.undoable`.

    It uses only what the seat sees: whose the last decision was, whether something was drawn or
    rolled, whether the game is over, and the events of its own decision as it saw them.
    """
    check_seat(seat, game.players)
    return Undoable(_why_not(game, seat))


def _why_not(game: Game, seat: int) -> Reason | None:
    if not game.steps:
        return Reason.of(_NAME, "core/nothing-to-undo", "there is no decision before this one")
    decided, *chance = game.last
    if decided.seat != seat:
        text, whose = "the last decision was {seat}'s", Seat(decided.seat or 0)
        return Reason.of(_NAME, "core/undo-anothers", text, seat=whose)
    if game.is_over:
        text = "it has ended the game, and the result is known"
        return Reason.of(_NAME, "core/undo-end", text)
    if chance:
        text = "something was drawn or rolled since then"
        return Reason.of(_NAME, "core/undo-chance", text)
    before = game.undo()
    rules = before.rules
    for event in rules.seen(rules.trace(before.state, decided.move).events, seat):
        if rules.sight.reveals(event, seat):
            text = "it has shown something that was hidden"
            return Reason.of(_NAME, "core/undo-shown", text)
        if isinstance(event, PiecesMovedUnseen):
            text = "it has moved pieces that you cannot see, and others may have seen them"
            return Reason.of(_NAME, "core/undo-unseen", text)
    return None
