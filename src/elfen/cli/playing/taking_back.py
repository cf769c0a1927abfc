"""Undo: only one's own decision, and only while it has revealed nothing."""

from __future__ import annotations

from elfen.game import Game


def why_not_back(game: Game, seat: int) -> str | None:
    """Why a seat may not take back the last decision of a game; None if it may.

    Nobody's decision but his own may be taken back, and none by which chance or the rules
    have shown him something.
    """
    if not game.steps:
        return "there is no decision before this one"
    decided, *chance = game.last
    if decided.seat != seat:
        return f"the last decision was seat {decided.seat}'s"
    if chance:
        return "something was drawn or rolled since then"
    before = game.undo()
    traced = before.rules.trace(before.state, decided.move)
    seen = before.rules.seen(traced.events, seat)
    if any(before.rules.sight.reveals(event, seat) for event in seen):
        return "it has shown something that was hidden"
    return None
