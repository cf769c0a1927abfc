"""Loading saves: a document is checked, upgraded and replayed, or refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.errors import Message, SaveError
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

_CHANGED = Message("save/changed", "the save has been changed since it was written")
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
        why = error.message
        if whole and outlived:
            why = _noted(why, f"the game was played by {' and '.join(outlived)}")
        if migrated:
            why = _noted(why, f"brought up: {', '.join(migrated)}")
        if not whole:
            why = _noted(why, _CHANGED)
        raise SaveError(why, error.where) from error.__cause__
    if not whole:
        raise SaveError(_CHANGED, "digest")
    if document["state"] is not None and not migrated:
        _compare(document["state"], game)
    return game


def _noted(why: str, note: str) -> str:
    return Message("save/noted", "{why}; {note}", why=why, note=note)


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
        text = (
            "{what}: the log now leads elsewhere, so the rules are not those that the game was"
            " played by"
        )
        raise SaveError(Message("save/elsewhere", text, what=what), where)
