"""Notation: one line for each action and outcome, which parses back to the same value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import Action, Drawn, Outcome, Pieces, Rolled, bare_text
from elfen.errors import Message, NotationError, RulesetError, brief, some_of

if TYPE_CHECKING:
    from elfen.kernel.unseen_outcomes import Unseen

OUTCOMES = ("drawn", "rolled")

_MOST_SHOWN = 80
_MOST_VERBS = 150
_MOST_DIGITS = 18
_SHORT = 100


class Notation:
    """The verbs of a ruleset's actions, and the parser of notation.

    An action has exactly one notation, `str(action)`. Parsing is more lenient: any white space
    may separate words, and pieces may come in any order.

    `public` gives the classes of public forms that are not actions themselves; it is called
    when the first line of a redacted log is read.
    """

    def __init__(
        self,
        types: tuple[type[Action], ...],
        public: Callable[[], Iterable[type[Action]]] = tuple,
    ) -> None:
        self._public = public
        self._types: dict[tuple[str, ...], type[Action]] = {}
        for cls in types:
            attrs.resolve_types(cls)
            words = tuple(cls.verb.split())
            other = self._types.setdefault(words, cls)
            if other is not cls:
                raise RulesetError(
                    f"actions {other.__name__} of {other.__module__} and {cls.__name__} of"
                    f" {cls.__module__} cannot both be written {cls.verb!r}; give one of them"
                    " another verb"
                )
            if words[0] in OUTCOMES:
                raise RulesetError(
                    f"action {cls.__name__} cannot be written {cls.verb!r}: so are outcomes of"
                    " chance; give it another verb"
                )
        self._longest = max((len(words) for words in self._types), default=0)

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs, in alphabetical order."""
        return tuple(sorted(" ".join(words) for words in self._types))

    def action(self, text: str) -> Action:
        """The action that a line means; raises `NotationError`."""
        words = _words(text)
        for length in range(min(self._longest, len(words)), 0, -1):
            cls = self._types.get(tuple(words[:length]))
            if cls is not None:
                return cls(*_values(cls, words[length:], text))
        told = Message(
            "notation/no-action",
            "{text} is not an action: it has to begin with one of {verbs}",
            text=_shown(text),
            verbs=some_of(self.verbs, _MOST_VERBS),
        )
        raise NotationError(told)

    @cached_property
    def _public_types(self) -> dict[tuple[str, ...], list[type[Action]]]:
        found: dict[tuple[str, ...], list[type[Action]]] = {}
        for cls in sorted(set(self._public()), key=lambda cls: cls.__name__):
            attrs.resolve_types(cls)
            found.setdefault(tuple(cls.verb.split()), []).append(cls)
        return found

    def seen(self, text: str) -> Action | Outcome | Unseen:
        """What a line of a redacted log means; raises `NotationError`.

        Besides actions and outcomes, such a log has public forms of actions, and what is left of
        an outcome that the observer does not see: `drawn 3`, `rolled`.
        """
        from elfen.kernel.unseen_outcomes import DrawnUnseen, RolledUnseen

        words = _words(text)
        if words[:1] == ["drawn"] and len(words) == 2 and words[1][:1].isdigit():
            return DrawnUnseen(_number("the number of pieces", words[1], text))
        if words == ["rolled"]:
            return RolledUnseen()
        if words and words[0] in OUTCOMES:
            return self.outcome(text)
        for verb, classes in self._public_types.items():
            if tuple(words[: len(verb)]) == verb:
                for cls in classes:
                    with suppress(NotationError):  # it may be another class with that verb
                        return cls(*_values(cls, words[len(verb) :], text))
        return self.action(text)

    def outcome(self, text: str) -> Outcome:
        """The outcome that a line means; raises `NotationError`."""
        verb, *rest = _words(text) or [""]
        if verb == "drawn":
            return Drawn(_pieces(rest, text))
        if verb == "rolled" and len(rest) == 1:
            return Rolled(rest[0])
        template = "{text} is not an outcome such as 'drawn dragon' or 'rolled 6'"
        raise NotationError(Message("notation/no-outcome", template, text=_shown(text)))


def _values(cls: type[Action], words: list[str], text: str) -> list[Any]:
    values: list[Any] = []
    fields = attrs.fields(cls)
    left = list(words)
    for field in fields:
        if not left:
            told = Message(
                "notation/incomplete",
                "{text} is incomplete: {verb} takes {fields}{hint}",
                text=_shown(text),
                verb=cls.verb,
                fields=_names(fields),
                hint=Message("notation/no-pieces", "; write - for no pieces")
                if field.type is Pieces
                else "",
            )
            raise NotationError(told)
        if field.type is Pieces:
            values.append(_pieces(left, text))
            left = []
        elif field.type is int:
            values.append(_number(field.name, left.pop(0), text))
        else:
            values.append(left.pop(0))
    if left:
        told = Message(
            "notation/too-much",
            "{text}: {rest} is too much; {verb} takes {fields}",
            text=_shown(text),
            rest=_shown(" ".join(left)),
            verb=cls.verb,
            fields=_names(fields) or Message("notation/nothing", "nothing"),
        )
        raise NotationError(told)
    return values


def _names(fields: Iterable[attrs.Attribute[Any]]) -> str:
    return ", ".join(one.name for one in fields)


def _words(text: object) -> list[str]:
    if not isinstance(text, str):
        raise NotationError(Message("notation/no-text", "{text} is not a text", text=_shown(text)))
    return bare_text(text).split()


def _pieces(words: list[str], text: str) -> Pieces:
    line = " ".join(words)
    try:
        return _short(line) if len(line) <= _SHORT else Pieces.parse(line)
    except ValueError as error:
        told = Message("notation/pieces", "{text}: {why}", text=_shown(text), why=error.args[0])
        raise NotationError(told) from None


@lru_cache(4096)
def _short(line: str) -> Pieces:
    """Parse a short line, most likely a payment: the same ones come again and again."""
    return Pieces.parse(line)


def _number(name: str, word: str, text: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        told = Message(
            "notation/no-number",
            "{text}: {name} has to be a number, not {word}",
            text=_shown(text),
            name=name,
            word=_shown(word),
        )
        raise NotationError(told)
    return int(word)


def _shown(text: object) -> str:
    return brief(text, _MOST_SHOWN)
