"""Mutations of saves, and the verdict on a mutated one: refused, meaningless, or honest.

A save that still has the old digest must be refused, or be the same game (when white
space or the like has changed). One whose digest was recomputed, as a forger would do, may
also be another game; then it must be exactly what that game saves, so nothing in it was
ignored.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from elfen import Game, Ruleset, SaveError

from .samples import dump, same

Path = tuple[str | int, ...]
REFUSED, SAME, HONEST = "refused", "the same game", "another honest game"

#: Replacements for any value.
VALUES: dict[str, Any] = {
    "none": None,
    "true": True,
    "false": False,
    "zero": 0,
    "minus one": -1,
    "huge": 10**200,
    "fraction": 1.5,
    "whole fraction": 1.0,
    "empty text": "",
    "text": "land",
    "strange text": "\u2028'\n\x00 {} %s é",
    "empty list": [],
    "list": [[]],
    "empty table": {},
    "table": {"a": 1},
}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all values in a document, the whole document first."""
    yield path
    if isinstance(value, dict):
        for key, one in value.items():
            yield from paths(one, (*path, key))
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from paths(one, (*path, n))


def value_at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def put(document: Any, path: Path, value: Any) -> Any:
    """A copy with one value replaced."""
    if not path:
        return copy.deepcopy(value)
    document = copy.deepcopy(document)
    value_at(document, path[:-1])[path[-1]] = copy.deepcopy(value)
    return document


def tweaked(value: Any) -> Iterator[tuple[str, Any]]:
    """Small changes of a value, of its own type."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from (("one more", value + 1), ("one less", value - 1), ("as a text", str(value)))
        yield "as a fraction", float(value)
    elif isinstance(value, str):
        yield from (
            ("longer", value + "x"),
            ("shorter", value[:-1]),
            ("in capitals", value.upper()),
        )
        yield from (("spaced", f" {value}  "), ("in a list", [value]))
        if value and value[-1].isdigit():
            yield "another digit", value[:-1] + str((int(value[-1]) + 1) % 10)
    elif isinstance(value, list):
        yield from (
            ("more", [*value, None]),
            ("less", value[:-1]),
            ("twice", [*value, *value[-1:]]),
        )
        yield "backwards", value[::-1]
        yield "as a table", {str(n): one for n, one in enumerate(value)}
    elif isinstance(value, dict):
        yield "one key more", {**value, "surplus": 1}
        for key in value:
            yield f"without {key}", {k: v for k, v in value.items() if k != key}
        if len(value) > 1:
            *_, a, b = value
            yield "two swapped", {**value, a: value[b], b: value[a]}
        yield "as a list", [*value]


def mutants(document: Any, path: Path) -> Iterator[tuple[str, Any]]:
    """The documents with each mutation of the value at a place."""
    old = value_at(document, path)
    for name, new in [*VALUES.items(), *tweaked(old)]:
        if json.dumps(new) != json.dumps(old):
            yield name, put(document, path, new)


class Unsound(AssertionError):
    """A mutated save was loaded that should not have been, or refused without a place."""


def verdict(mutant: Any, rules: Ruleset, original: Game, whole: bool) -> str:
    """The verdict on a mutated document; raises `Unsound`."""
    text = dump(mutant, whole)
    try:
        game = Game.from_json(text, rules)
    except SaveError as error:
        if "\n" in str(error) or len(str(error)) > 600:
            raise Unsound(f"not one line: {error}") from error
        if not error.where and type(mutant) is dict and len(mutant) == 9:
            raise Unsound(f"no place: {error}") from error
        return REFUSED
    except Exception as error:
        raise Unsound(f"{type(error).__name__}: {error}") from error
    if same(game, original):
        return SAME
    if not whole:
        raise Unsound("another game, and the digest says nothing")
    again = spelled_out(json.loads(game.to_json(snapshot=mutant["state"] is not None)))
    read = spelled_out(mutant)
    if json.dumps(again, sort_keys=True) != json.dumps(read, sort_keys=True):
        odd = [key for key in again if again[key] != read.get(key)]
        raise Unsound(f"another game, which is saved with another {', '.join(odd)}")
    return HONEST


def spelled_out(document: dict[str, Any]) -> dict[str, Any]:
    """A document without its digest, with every value that may be left out written out."""
    document = copy.deepcopy({key: value for key, value in document.items() if key != "digest"})
    seed = document["begin"]["dealer"]["seed"]
    before = document["begin"]["dealer"]
    for part in (*document["log"], document):
        before = {"seed": seed, **(part.get("dealer") or before)}
        seed = before["seed"] = before["seed"] or seed
        part["dealer"] = before
    for line in document["log"]:
        line.setdefault("chance", [])
    for item in (document["begin"]["state"] or {}).get("agenda", []):
        item.setdefault("seat", None)
        item.setdefault("data", [])
    return document


def sweep(
    document: Any,
    rules: Ruleset,
    original: Game,
    whole: bool,
    wanted: Callable[[Path], bool] = lambda path: True,
) -> Iterator[tuple[Path, str, str]]:
    """Every mutation of every value: the place, the mutation and the verdict."""
    for path in paths(document):
        if wanted(path):
            for name, mutant in mutants(document, path):
                try:
                    found = verdict(mutant, rules, original, whole)
                except Unsound as unsound:
                    raise Unsound(f"{path}, {name}: {unsound}") from unsound
                yield path, name, found


def named(error: SaveError) -> str:
    """The place of an error, with keys joined by dots."""
    return error.where.replace("['", ".").replace("']", "").replace("[", ".").replace("]", "")
