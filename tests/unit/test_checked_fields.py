"""What a field of a declaration does not take is told in one short line that names the field."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from attrs.validators import in_, instance_of, max_len

import elfen.declare
from elfen.plugin import PUBLIC, Fare, Group, Kind, Look, Stock, TableZone, maybe

ODD: list[Any] = [None, 0, -1, 2.5, True, "", "x" * 400, "a\nb", b"x", (), [], {}, ("x",), (None,)]
ODD += [[1], {"x": 1}, frozenset({1}), object(), int, len, float("nan"), 10**5_000, "\ud800"]

KIND = Kind("dragon", Group("card", noun="card"), name="dragon")
ZONE = TableZone("x", holds=(KIND.group,), visibility=PUBLIC)

CLASSES = [
    one for name in sorted(dir(elfen.declare)) if attrs.has(one := getattr(elfen.declare, name))
]


def complaints(cls: Any) -> Iterator[tuple[str, str]]:
    """Each field of a class with a validator, and what that says of each odd value."""
    for one in attrs.fields(cls):
        for value in ODD if one.validator else ():
            try:
                one.validator(SimpleNamespace(zone=ZONE), one, value)
            except elfen.ElfenError:  # such errors have words of their own
                pass
            except (TypeError, ValueError) as error:
                yield one.name, str(error)


def is_plain(name: str, told: str) -> bool:
    return told.startswith(f"{name}=") and len(told) <= 300 and told.isprintable()


def test_what_a_field_does_not_take_is_told_in_one_short_line() -> None:
    told = [(cls, *one) for cls in CLASSES for one in complaints(cls)]
    assert {"Look", "Sign", "ActionType", "Stock"} <= {cls.__name__ for cls, *_ in told}
    assert [one for one in told if not is_plain(*one[1:])] == []


@attrs.frozen
class Told:
    """What attrs says by itself is neither short nor plain."""

    kind: str = attrs.field(validator=instance_of(str))
    shape: str = attrs.field(validator=in_(["card", "tile"]))
    letters: str = attrs.field(validator=max_len(3))


def test_what_attrs_says_by_itself_is_not_like_that() -> None:
    plain = {name for name, told in complaints(Told) if is_plain(name, told)}
    assert {name for name, _ in complaints(Told)} == {"kind", "shape", "letters"}
    assert plain == set()


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: maybe(3), TypeError, "name=3 has to be a text"),  # type: ignore[arg-type]
        (
            lambda: Stock("x", "dragon", 1, ZONE),  # type: ignore[arg-type]
            TypeError,
            "kinds='dragon' has to be a tuple of kinds; a single one is written (x,)",
        ),
        (
            lambda: Fare((1,), ()),  # type: ignore[arg-type]
            TypeError,
            "routes=(1,) has to be a tuple of ids of routes",
        ),
        (
            lambda: Look("x", of="dragon"),  # type: ignore[arg-type]
            TypeError,
            "of='dragon' has to be a kind or a group",
        ),
        (
            lambda: Look("x", of=KIND, letters="boot"),
            ValueError,
            "letters='boot' has 4 letters; it may have 3",
        ),
        (
            lambda: Look("x", of=KIND, shape="disc"),
            ValueError,
            "shape='disc' is no shape; use card or counter or tile",
        ),
    ],
)
def test_it_says_what_the_field_takes(make: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error) as caught:
        make()
    assert str(caught.value) == told
