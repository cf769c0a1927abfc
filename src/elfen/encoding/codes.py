"""Codes: a value of a slot, or of a decision's data, as a fixed number of numbers.

The code of a value follows from its declared extent, else from its type. What neither bounds
becomes a digest: equal values have the same, but it says nothing else.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from hashlib import blake2b
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any

import attrs
from attrs import frozen

from elfen.declare import BySeat, Extent, Group, Means, OneOf, SeatSet, UpTo, Within
from elfen.errors import ElfenError, brief
from elfen.text import plain

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: Whole numbers up to this one are exact as 32-bit floats.
EXACT = 1 << 24
DIGEST = 32

#: The numbers of a value as a seat sees it: seats are counted from that seat on.
Write = Callable[[Any, int], list[float]]


@frozen
class Part:
    """A run of numbers of a code: its name after that of the whole, bounds, and what each means."""

    name: str
    length: int
    least: int
    most: int
    labels: tuple[str, ...] = ()
    remark: str = ""


@frozen
class Code:
    """How a value becomes numbers."""

    parts: tuple[Part, ...]
    write: Write

    @property
    def size(self) -> int:
        """How many numbers."""
        return sum(part.length for part in self.parts)


class Codes:
    """The codes of values under some rules, for a number of players."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self._rules = rules
        self._players = players

    def of(self, extent: Extent, where: str) -> Code:
        """The code of values of an extent; `where` names them in errors."""
        if isinstance(extent, Within):
            return _within(extent.least, extent.most, where)
        if isinstance(extent, OneOf):
            return _one_of(extent.values, tuple(map(str, extent.values)))
        if isinstance(extent, Group):
            ids = tuple([kind.id for kind in self._rules.layout.kinds_in(extent)])
            return _one_of(ids, ids)
        if extent is Means.TOWN or extent is Means.ROUTE:
            board = self._rules.board
            places = board.towns if extent is Means.TOWN else board.routes
            ids = tuple([place.id for place in places])
            return _one_of(ids, ids)
        if extent is Means.SEAT:
            return _seat(self._players)
        if isinstance(extent, SeatSet):
            return _seat_set(self._players)
        if isinstance(extent, UpTo):
            return self._up_to(extent, where)
        if isinstance(extent, BySeat):
            return self._by_seat(extent, where)
        raise ElfenError(f"{where}: {extent!r} is no extent; see elfen.plugin")

    def _up_to(self, extent: UpTo, where: str) -> Code:
        each, most = self.of(extent.each, where), extent.most
        none = [0.0] * each.size

        def write(value: Sequence[Any], seat: int) -> list[float]:
            if len(value) > most:
                raise ElfenError(f"{where}: {brief(value)} has more than {most} values")
            out = [float(len(value))]
            for one in value:
                out += each.write(one, seat)
            return out + none * (most - len(value))

        parts = [Part("number", 1, 0, most)]
        for n in range(most):
            parts += [attrs.evolve(part, name=_join(str(n), part.name)) for part in each.parts]
        return Code(_lowered(parts), write)

    def _by_seat(self, extent: BySeat, where: str) -> Code:
        each, players = self.of(extent.each, where), self._players

        def write(value: Sequence[Any], seat: int) -> list[float]:
            if value == ():
                return [0.0] * (each.size * players)
            if not isinstance(value, tuple) or len(value) != players:
                raise ElfenError(
                    f"{where}: {brief(value)} has no value for each of {players} seats"
                )
            out: list[float] = []
            for n in range(players):
                out += each.write(value[(seat + n) % players], seat)
            return out

        return Code(
            _lowered(
                [
                    attrs.evolve(part, name=_join(f"seat+{n}", part.name))
                    for n in range(players)
                    for part in each.parts
                ]
            ),
            write,
        )

    def by_type(self, hint: Any, where: str) -> Code:
        """The code of values of a type."""
        origin, inside = typing.get_origin(hint), typing.get_args(hint)
        if hint is bool:
            return _within(0, 1, where)
        if hint is int:
            return _any_number()
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _one_of(tuple(hint), tuple(one.name for one in hint))
        if origin is typing.Literal:
            return _one_of(inside, tuple(map(str, inside)))
        if origin in (typing.Union, UnionType) and len(inside) == 2 and NoneType in inside:
            (one,) = [part for part in inside if part is not NoneType]
            return _optional(self.by_type(one, where))
        if origin is tuple and Ellipsis not in inside and inside:
            return _several({str(n): self.by_type(one, where) for n, one in enumerate(inside)}, ())
        if isinstance(hint, type) and attrs.has(hint) and not issubclass(hint, (tuple, frozenset)):
            fields = attrs.fields(hint)
            hints = hints_of(hint)
            codes = {one.name: self.by_type(hints.get(one.name), where) for one in fields}
            if all(_is_bounded(code) for code in codes.values()):
                return _several(codes, tuple(codes))
        return _digest(where)


def hints_of(cls: type[Any]) -> dict[str, Any]:
    """The types of a class's fields, as far as they can be worked out."""
    try:
        return typing.get_type_hints(cls)
    except Exception:  # a name that exists for type checkers only
        return {}


def _within(least: int, most: int, where: str) -> Code:
    def write(value: int, seat: int) -> list[float]:
        if not least <= value <= most:
            raise ElfenError(f"{where}: {brief(value)} is not from {least} to {most}, as declared")
        return [float(value)]

    return Code((Part("", 1, least, most),), write)


def _any_number() -> Code:
    def write(value: int, seat: int) -> list[float]:
        return [float(max(-EXACT, min(EXACT, value)))]

    return Code((Part("", 1, -EXACT, EXACT, remark="not declared"),), write)


def _one_of(values: Sequence[Any], labels: tuple[str, ...]) -> Code:
    lit: dict[Any, list[float]] = {}
    none = [0.0] * len(values)
    for n, value in enumerate(values):
        lit[value] = [*none]
        lit[value][n] = 1.0
    return Code((Part("", len(values), 0, 1, labels),), lambda value, seat: lit.get(value, none))


def _seat(players: int) -> Code:
    def write(value: int, seat: int) -> list[float]:
        out = [0.0] * players
        if 0 <= value < players:
            out[(value - seat) % players] = 1.0
        return out

    return Code((Part("", players, 0, 1, seats(players)),), write)


def _seat_set(players: int) -> Code:
    def write(value: int, seat: int) -> list[float]:
        return [float(value >> (seat + n) % players & 1) for n in range(players)]

    return Code((Part("", players, 0, 1, seats(players)),), write)


def seats(players: int) -> tuple[str, ...]:
    """The names of seats as one of them counts: itself first."""
    return tuple([f"seat+{n}" for n in range(players)])


def _optional(code: Code) -> Code:
    none = [0.0] * code.size

    def write(value: Any, seat: int) -> list[float]:
        return [0.0, *none] if value is None else [1.0, *code.write(value, seat)]

    parts = [Part("there", 1, 0, 1), *code.parts]
    return Code(_lowered(parts), write)


def _several(codes: Mapping[str, Code], names: tuple[str, ...]) -> Code:
    """The code of a tuple, or of an object with these fields."""

    def write(value: Any, seat: int) -> list[float]:
        values = [getattr(value, name) for name in names] if names else value
        out: list[float] = []
        for one, code in zip(values, codes.values(), strict=True):
            out += code.write(one, seat)
        return out

    return Code(
        tuple(
            attrs.evolve(part, name=_join(name, part.name))
            for name, code in codes.items()
            for part in code.parts
        ),
        write,
    )


def _digest(where: str) -> Code:
    def write(value: Any, seat: int) -> list[float]:
        text = json.dumps(plain(value, where), sort_keys=True)
        bits = int.from_bytes(blake2b(text.encode(), digest_size=DIGEST // 8).digest(), "big")
        return [float(bits >> n & 1) for n in range(DIGEST)]

    return Code((Part("", DIGEST, 0, 1, remark="a digest, as nothing is declared"),), write)


def _is_bounded(code: Code) -> bool:
    return not any(part.remark.startswith("a digest") for part in code.parts)


def _lowered(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts with bounds that include 0, which stands for what is not there."""
    return tuple(
        [attrs.evolve(part, least=min(0, part.least), most=max(0, part.most)) for part in parts]
    )


def _join(name: str, rest: str) -> str:
    return f"{name}.{rest}" if rest else name
