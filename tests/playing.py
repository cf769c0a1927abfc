"""Helpers that inspect a game, and play on until a certain decision is due."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from elfen import Decide, Game, Ruleset, State
from elfen.kernel import kernel
from elfen.land import Move, Pass, Stop
from elfen.plugin import Action


def asked(game: Game) -> tuple[str, int]:
    """The name and the seat of the decision that is due."""
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


def quietly(game: Game, never: tuple[type, ...] = ()) -> Game:
    """Play one decision: pass or stop if possible, else the last action that is of no such type."""
    open_to = [a for a in game.legal_actions if not isinstance(a, never)]
    calm = [a for a in open_to if isinstance(a, (Pass, Stop))]
    return game.play((calm or open_to)[-1])


def on_until(
    game: Game, decision: str, round: int | None = None, on: Callable[[Game], Game] = quietly
) -> Game:
    """Play on quietly (or with `on`) until a decision is due."""
    while asked(game)[0] != decision or round not in (None, game.state.round):
        game = on(game)
    return game


def to_the_end(game: Game, on: Callable[[Game], Game] = quietly) -> Game:
    """Play on quietly (or with `on`) until the game is over."""
    while not game.is_over:
        game = on(game)
    return game


def at_once(rules: Ruleset, state: State, action: Action) -> State | None:
    """The state after an action, if it is made without opening a table; else None."""

    class NoTableError(BaseException):
        """No fault of a rule, so nobody looks for one."""

    def refuse(*args: object) -> None:
        raise NoTableError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "open_table", refuse)
        try:
            return rules.advance(state, action)
        except NoTableError:
            return None
