"""Notation: one line for each action and outcome, which parses back to the same value."""

from __future__ import annotations

from typing import Any

import attrs

from elfen.actions import Action
from elfen.chance import Drawn, Outcome, Rolled
from elfen.errors import NotationError, RulesetError
from elfen.kinds import Pieces


class Notation:
    """The verbs of a ruleset's actions, and the way back from text."""

    def __init__(self, types: tuple[type[Action], ...]) -> None:
        self._types: dict[tuple[str, ...], type[Action]] = {}
        for cls in types:
            words = tuple(cls.verb.split())
            other = self._types.setdefault(words, cls)
            if other is not cls or not words or words[0] in ("drawn", "rolled"):
                raise RulesetError(
                    f"actions {other.__name__} and {cls.__name__} cannot both be written"
                    f" {cls.verb!r} (drawn and rolled are taken); give one another verb"
                )
        self._longest = max((len(words) for words in self._types), default=0)

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs, in alphabetical order."""
        return tuple(sorted(" ".join(words) for words in self._types))

    def action(self, text: str) -> Action:
        """The action that a line means; raises `NotationError`."""
        words = text.split()
        for length in range(min(self._longest, len(words)), 0, -1):
            cls = self._types.get(tuple(words[:length]))
            if cls is not None:
                return cls(*_values(cls, words[length:], text))
        raise NotationError(
            f"{text!r} is not an action: it has to begin with one of {', '.join(self.verbs)}"
        )

    def outcome(self, text: str) -> Outcome:
        """The outcome that a line means; raises `NotationError`."""
        verb, _, rest = text.partition(" ")
        try:
            if verb == "drawn":
                return Drawn(Pieces.parse(rest))
        except ValueError as error:
            raise NotationError(f"{text!r}: {error}") from None
        if verb == "rolled" and len(rest.split()) == 1:
            return Rolled(rest.strip())
        raise NotationError(f"{text!r} is not an outcome such as 'drawn dragon' or 'rolled 6'")


def _values(cls: type[Action], words: list[str], text: str) -> list[Any]:
    values: list[Any] = []
    fields = attrs.fields(cls)
    left = list(words)
    for field in fields:
        if field.type is Pieces:
            try:
                values.append(Pieces.parse(" ".join(left)))
            except ValueError as error:
                raise NotationError(f"{text!r}: {error}") from None
            if not left:
                raise NotationError(f"{text!r}: {field.name} is missing; write - for none")
            left = []
        elif not left:
            raise NotationError(
                f"{text!r} is incomplete: {cls.verb} takes"
                f" {', '.join(f.name for f in fields) or 'nothing more'}"
            )
        elif field.type is int:
            word = left.pop(0)
            if not (word.isascii() and word.removeprefix("-").isdigit()):
                raise NotationError(f"{text!r}: {field.name} has to be a number, not {word!r}")
            values.append(int(word))
        else:
            values.append(left.pop(0))
    if left:
        raise NotationError(f"{text!r}: nothing is known to follow, but {' '.join(left)!r} does")
    return values
