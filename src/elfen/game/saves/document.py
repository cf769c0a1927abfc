"""The document of a save: its parts as typed records, its digest and its layout.

A line of the log leaves out `chance` if there was none, and `dealer` if it is the same as
before; a dealer leaves out its `seed` if that is the same as before.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from attrs import frozen
from cattrs import BaseValidationError, Converter

from elfen.declare import faults, strict_converter
from elfen.errors import Message, SaveError
from elfen.game.saves.strict_json import shown

FORMAT = "elfen save"
VIEW_FORMAT = "elfen view"
SCHEMA = 1

#: What is said of a key that has to be there.
MISSING = Message("save/key", "the key is missing")

T = TypeVar("T")


@frozen
class SavedRules:
    """The rules of a game. `board` is the caller's own board, or None.

    `options` has all values, except defaults of options that were added later.
    """

    base: str
    edition: str | None
    expansions: dict[str, int]
    options: dict[str, Any]
    board: Any
    fingerprint: str


@frozen
class SavedDealer:
    """A dealer. Its seed is hexadecimal, or None if it is the same as before."""

    position: int
    seed: str | None = None


@frozen
class SavedBeginning:
    """The state that a game began from if not the usual one, and the chance that followed."""

    state: Any
    chance: tuple[str, ...]
    dealer: SavedDealer


@frozen
class SavedLine:
    """One decision, and the chance that followed."""

    seat: int
    action: str
    chance: tuple[str, ...] = ()
    dealer: SavedDealer | None = None


@frozen
class Document:
    """A whole save. Lines of the log are read one by one; `state` is compared as plain JSON."""

    format: str
    schema: int
    rules: SavedRules
    players: int
    begin: SavedBeginning
    log: list[Any]
    dealer: SavedDealer
    state: Any
    digest: str


CONVERTER = strict_converter()


def structured(value: Any, wanted: type[T], where: str, converter: Converter = CONVERTER) -> T:
    """The value as a record; raises `SaveError` with the place of the first fault."""
    try:
        return converter.structure(value, wanted)
    except BaseValidationError as error:
        (place, what), *more = faults(error)
        also = f" (and {len(more)} more)" if more else ""
        raise SaveError(f"{what}{also}", inside(where, place)) from None
    except (TypeError, ValueError) as error:
        raise SaveError(str(error), where) from None


def inside(where: str, place: str) -> str:
    """A place in a place: `log[3]` and `action` make `log[3].action`."""
    dot = "." if where and place and place[0] != "[" else ""
    return f"{where}{dot}{place}"


def digest_of(document: dict[str, Any]) -> str:
    """A digest of a document without its digest, independent of the layout."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def laid_out(document: dict[str, Any]) -> str:
    """A document as text, with one line per field and per line of the log."""
    fields = []
    for key, value in document.items():
        if key == "log" and value:
            text = "[\n" + ",\n".join(f"  {_dumped(line)}" for line in value) + "\n ]"
        else:
            text = _dumped(value)
        fields.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def difference(kept: Any, now: Any, where: str) -> str | None:
    """The first difference of two JSON values, as text; None if they are the same."""
    if type(kept) is type(now) is dict:
        for key in sorted({*kept, *now}):
            place = inside(where, key)
            if key not in kept or key not in now:
                return f"{place}: {'there' if key in kept else 'not there'}"
            found = difference(kept[key], now[key], place)
            if found:
                return found
        return None
    if type(kept) is type(now) is list and len(kept) == len(now):
        differences = (
            difference(*pair, f"{where}[{n}]") for n, pair in enumerate(zip(kept, now, strict=True))
        )
        return next((found for found in differences if found), None)
    if type(kept) is type(now) and kept == now:
        return None
    return f"{where}: {shown(kept)} instead of {shown(now)}"


def _dumped(value: Any) -> str:
    return json.dumps(value, allow_nan=False)
