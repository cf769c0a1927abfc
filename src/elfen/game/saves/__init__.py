"""Saves: games as JSON documents, which are read strictly and replayed. See docs/saves.md.

`document` is the format, `reading` parses JSON; `rulesets`, `states` and `values` convert rules,
states and plugins' slots; `replay` rebuilds the game, `schemas` upgrades older documents, and
`files` writes files whole or not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.errors import SaveError
from elfen.game.saves import replay, rulesets, schemas, states
from elfen.game.saves.document import (
    FORMAT,
    SCHEMA,
    VIEW_FORMAT,
    Document,
    difference,
    digest_of,
    laid_out,
    structured,
)
from elfen.game.saves.reading import read_json
from elfen.game.saves.states import read as read_state
from elfen.game.saves.states import written as written_state

if TYPE_CHECKING:
    from elfen.game.game import Game
    from elfen.game.ruleset import Ruleset
    from elfen.kernel import State

__all__ = [
    "FORMAT",
    "SCHEMA",
    "VIEW_FORMAT",
    "digest_of",
    "from_json",
    "read_state",
    "redacted",
    "to_json",
    "written_state",
]

_CHANGED = "the save has been changed since it was written"


def to_json(game: Game, snapshot: bool = True) -> str:
    """See `Game.to_json`."""
    rules, pages, first = game.rules, game._pages, game._first or game
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
        "state": _snapshot(game) if snapshot else None,
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
        return laid_out(document)
    except (TypeError, ValueError) as error:  # a caller's board may contain dates
        raise SaveError(f"the board has a value that has no JSON: {error}", "rules.board") from None


def _snapshot(game: Game) -> dict[str, Any]:
    """The state without the ledger, which adds nothing about the table."""
    written = states.written(game.rules, game.state)
    return {key: value for key, value in written.items() if key != "ledger"}


def _given(rules: Ruleset, start: State) -> dict[str, Any] | None:
    """The state that a game began from, or None if it is the usual one."""
    return None if start == rules.start(start.players) else states.written(rules, start)


def from_json(text: str, rules: Ruleset | None = None, plugins: object = ()) -> Game:
    """See `Game.from_json`. Other faults are reported before a wrong digest."""
    document = read_json(text)
    whole = schemas.is_whole(document)
    document = schemas.brought_up(document)
    migrated: list[str] = []
    outlived: list[str] = []
    try:
        structured(document, Document, "")
        found = rulesets.Found(document, rules, plugins)
        migrated, outlived = found.migrated, found.outlived
        game = _replayed(found.rules, found.document)
    except SaveError as error:
        notes = [f"; brought up: {', '.join(migrated)}"] if migrated else []
        if whole and outlived:
            notes.insert(0, f"; the game was played by {' and '.join(outlived)}")
        if not whole:
            notes.append(f"; {_CHANGED}")
        raise SaveError(error.message + "".join(notes), error.where) from error.__cause__
    if not whole:
        raise SaveError(_CHANGED, "digest")
    if document["state"] is not None and not migrated:
        _compare(document["state"], game)
    return game


def _replayed(rules: Ruleset, document: dict[str, Any]) -> Game:
    saved = structured(document, Document, "")
    again = replay.Replay(rules, saved.players, document["begin"])
    for number, line in enumerate(saved.log):
        again.line(number, line)
    return again.end(document["dealer"])


def _compare(snapshot: Any, game: Game) -> None:
    wrong = difference(snapshot, _snapshot(game), "state")
    if wrong:
        where, _, what = wrong.partition(": ")
        raise SaveError(
            f"{what}: the log now leads elsewhere, so the rules are not those that the game was"
            " played by",
            where,
        )
