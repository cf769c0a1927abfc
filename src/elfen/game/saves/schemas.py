"""Schemas: whether a document is an unchanged save, and how older ones are upgraded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elfen.errors import Message, SaveError
from elfen.game.saves.document import FORMAT, MISSING, SCHEMA, VIEW_FORMAT, digest_of
from elfen.game.saves.strict_json import shown

#: The function that upgrades a document to the next schema, by its present schema.
STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


def is_whole(document: Any) -> bool:
    """Whether a document is unchanged since it was written, by its digest."""
    return type(document) is dict and document.get("digest") == digest_of(document)


def brought_up(document: Any) -> dict[str, Any]:
    """The document in the current schema; raises `SaveError` if it is no save, or too new."""
    if type(document) is not dict:
        text = "expected a save, not {value}"
        raise SaveError(Message("save/no-save", text, value=shown(document)))
    for key in ("format", "schema"):
        if key not in document:
            raise SaveError(MISSING, key)
    if document["format"] == VIEW_FORMAT:
        text = "this is what one seat may know of a game; load the save itself"
        raise SaveError(Message("save/view", text), "format")
    if document["format"] != FORMAT:
        text = "expected {format}, not {value}"
        value = shown(document["format"])
        raise SaveError(Message("save/format", text, format=repr(FORMAT), value=value), "format")
    schema = document["schema"]
    if type(schema) is not int or not (schema == SCHEMA or schema in STEPS):
        known = " and ".join(str(one) for one in sorted([*STEPS, SCHEMA]))
        newer = type(schema) is int and schema > SCHEMA
        told = Message(
            "save/schema",
            "this elfen reads schema {known}, not {schema}{hint}",
            known=known,
            schema=shown(schema),
            hint=Message("save/newer", "; install a newer elfen") if newer else "",
        )
        raise SaveError(told, "schema")
    found: dict[str, Any] = document
    for step in range(schema, SCHEMA):
        try:
            found = STEPS[step](found)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise SaveError(f"not a whole document of schema {schema}: {error}", "schema") from None
    return found
