"""Writing saves: a game as a document, whole or as one seat may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.errors import SaveError
from elfen.game.saves import replay, rulesets, states
from elfen.game.saves.document import (
    FORMAT,
    SCHEMA,
    VIEW_FORMAT,
    digest_of,
    laid_out,
)
from elfen.game.saves.strict_json import read_json

if TYPE_CHECKING:
    from elfen.game.game import Game
    from elfen.game.ruleset import Ruleset
    from elfen.kernel import State


def to_json(game: Game, snapshot: bool = True) -> str:
    """See `Game.to_json`."""
    rules, pages, first = game.rules, game.page.history, game._first or game
    last = pages[-1].dealer if pages[1:] else first._dealer
    document: dict[str, Any] = {
        "format": FORMAT,
        "schema": SCHEMA,
        "rules": rulesets.told(rules),
        "players": game.players,
        "begin": {
            "state": _given(rules, first._start),
            "chance": [str(outcome) for outcome in pages[0].outcomes],
            "dealer": replay.dealer(first._dealer),
        },
        "log": replay.lines(pages, first._dealer),
        "dealer": replay.dealer(game._dealer, last),
        "state": snapshot_of(game) if snapshot else None,
    }
    return _text(document, digest=True)


def redacted(game: Game, seat: int | None) -> str:
    """See `Game.redacted`."""
    document = {
        "format": VIEW_FORMAT,
        "schema": SCHEMA,
        "rules": rulesets.told(game.rules),
        "step": game.steps,
        "view": game.view(seat).to_data(),
    }
    return _text(document, digest=False)


def _text(document: dict[str, Any], digest: bool) -> str:
    try:
        if digest:
            document = {**document, "digest": digest_of(document)}
        text = laid_out(document)
    except (TypeError, ValueError) as error:  # a caller's board may contain dates
        raise SaveError(f"the board has a value that has no JSON: {error}", "rules.board") from None
    if digest:
        read_json(text)  # refuses what could not be loaded again
    return text


def snapshot_of(game: Game) -> dict[str, Any]:
    """The state without the ledger, which adds nothing about the table."""
    written = states.written(game.rules, game.state)
    return {key: value for key, value in written.items() if key != "ledger"}


def _given(rules: Ruleset, start: State) -> dict[str, Any] | None:
    """The state that a game began from, or None if it is the usual one."""
    return None if start == rules.start(start.players) else states.written(rules, start)
