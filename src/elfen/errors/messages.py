"""Messages: sentences with an identifier and named arguments, to be told in any language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class Seat(int):
    """A seat as an argument of a message; texts have the name of its player."""

    def __str__(self) -> str:
        return f"seat {int(self)}"

    def __format__(self, spec: str) -> str:
        return alternative(str(self), spec, 1)


class AnyOf(tuple[Any, ...]):
    """Values as an argument of a message, of which one is enough: `a dragon or 2 rafts`."""

    __slots__ = ()


class Message(str):
    """A sentence in plain English that knows its identifier, its template and its arguments.

    `Message("mine/fare", "{seat} pays {n:one coin|* coins}", seat=Seat(1), n=2)` is the text
    `seat 1 pays 2 coins`. `Words.say` tells it in the language chosen, with names.

    Arguments are what they mean: a `Seat`, a town, route, terrain or kind of the rules, a zone or
    `Pieces`, a tuple of such values (`a, b and c`) or `AnyOf` (`a or b`), another message, a number
    or a text. The alternatives after a colon are for one and for more; `*` is the value itself. Of
    a seat, the first one is for the seat that is addressed: `{seat} {seat:were|was} robbed`. A
    route is told with its terrain, but `{route:ends}` is only where it leads.

    The text itself is for programs and logs: it has the seats' numbers and the routes' ids.
    """

    id: str
    template: str
    arguments: Mapping[str, Any]

    def __new__(cls, id: str, template: str, /, **arguments: Any) -> Message:
        """The message with this identifier, which no other one has.

        A template without arguments is the text as it stands, braces and all.
        """
        plain = {name: _Plain(value) for name, value in arguments.items()}
        made = super().__new__(cls, template.format_map(plain) if plain else template)
        made.id, made.template, made.arguments = id, template, arguments
        return made

    def __repr__(self) -> str:
        """All of it, as what differs in an argument alone is no longer the same to a program."""
        told = "".join([f", {name}={value!r}" for name, value in self.arguments.items()])
        return f"Message({self.id!r}, {self.template!r}{told})"

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (self.id, self.template), dict(self.arguments)


class _Plain:
    """An argument as it is written where nobody knows the names of the rules."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        one = self.value == 1 and not isinstance(self.value, Seat)
        return alternative(plainly(self.value), spec, int(not one))


def plainly(value: Any) -> str:
    """An argument of a message as plain English, with names as far as the value has them."""
    if isinstance(value, tuple):
        parts = [plainly(one) for one in value]
        joined = " or " if isinstance(value, AnyOf) else " and "
        return joined.join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    if not isinstance(value, (str, int)):
        for field in ("label", "name", "id"):
            if hasattr(value, field):
                return str(getattr(value, field))
    return str(value)


def alternative(shown: str, spec: str, number: int) -> str:
    """The alternative with this number of `one|other`, with `*` replaced; `shown` without any."""
    if "|" not in spec:
        return shown
    told = spec.split("|")
    return told[min(number, len(told) - 1)].replace("*", shown)


def told_by(text: str, say: Callable[..., str]) -> str:
    """A message by `say`, which takes its template and its arguments; other texts as they are.

    Messages among the arguments are told as well.
    """
    if not isinstance(text, Message):
        return text
    arguments = {
        name: told_by(value, say) if isinstance(value, Message) else value
        for name, value in text.arguments.items()
    }
    return say(text.template, **arguments)


def as_data(value: Any) -> Any:
    """An argument of a message as plain data for JSON, by what it means: `{"route": "a-b-lake"}`.

    Numbers and texts are themselves.
    """
    if isinstance(value, Message):
        told = {name: as_data(one) for name, one in value.arguments.items()}
        return {"message": value.id, "arguments": told}
    if isinstance(value, Seat):
        return {"seat": int(value)}
    if isinstance(value, tuple):
        return {"any" if isinstance(value, AnyOf) else "all": [as_data(one) for one in value]}
    if value is None or isinstance(value, (str, int)):
        return value
    if hasattr(value, "counts"):
        return {"pieces": value.counts}
    name = type(value).__name__
    means = "zone" if name.endswith("Zone") else name.lower()
    if hasattr(value, "group"):
        return {"kind": f"{value.group.name}:{value.id}"}
    return {means: getattr(value, "id", None) or getattr(value, "name", str(value))}
