"""Loading saves: a document is checked, upgraded and replayed, or refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.errors import SaveError
from elfen.game.saves import replay, rulesets, schemas
from elfen.game.saves.document import (
    Document,
    difference,
    structured,
)
from elfen.game.saves.strict_json import read_json
from elfen.game.saves.writing import snapshot_of

if TYPE_CHECKING:
    from elfen.game.game import Game
    from elfen.game.ruleset import Ruleset

_CHANGED = "the save has been changed since it was written"
_GIVEN = (
    "the game began from a given position, not from the start; load it without only_from_start=True"
)


def from_json(
    text: str, rules: Ruleset | None = None, plugins: object = (), only_from_start: bool = False
) -> Game:
    """See `Game.from_json`. Other faults are reported before a wrong digest."""
    document = read_json(text)
    whole = schemas.is_whole(document)
    document = schemas.brought_up(document)
    migrated: list[str] = []
    outlived: list[str] = []
    try:
        saved = structured(document, Document, "")
        if only_from_start and saved.begin.state is not None:
            raise SaveError(_GIVEN, "begin.state")
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
    wrong = difference(snapshot, snapshot_of(game), "state")
    if wrong:
        where, _, what = wrong.partition(": ")
        raise SaveError(
            f"{what}: the log now leads elsewhere, so the rules are not those that the game was"
            " played by",
            where,
        )
