"""Pictures: what a plugin declares of how its pieces look, and what it draws on the board.

Nothing here is needed to be drawn: what declares no look is shown by its kind's name and group.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import Attribute, field, frozen
from attrs.validators import and_, optional

from elfen.declare.checked_fields import has_to_be, has_to_be_tuple_of, is_text, is_text_of_at_most
from elfen.declare.kinds import Group, Kind
from elfen.declare.named_lists import Entry
from elfen.declare.slots import Slot
from elfen.declare.values import Shown
from elfen.errors import brief

if TYPE_CHECKING:
    from elfen.declare.given import Observation

#: How a piece is cut: an upright card, a round counter, or a square tile.
SHAPES = ("card", "counter", "tile")

_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-., ]{1,4000}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def _is_path(instance: object, attribute: Attribute[Any], value: str) -> None:
    if value and not _PATH.fullmatch(value):
        raise ValueError(f"{attribute.name}={value[:40]!r} is not the data of an SVG path")


def _is_colour(instance: object, attribute: Attribute[Any], value: str) -> None:
    if value and not _COLOUR.fullmatch(value):
        raise ValueError(f"{attribute.name}={value[:40]!r} is no colour; write it as #rrggbb")


def _is_shape(instance: object, attribute: Attribute[Any], value: object) -> None:
    if value not in SHAPES:
        raise ValueError(f"{attribute.name}={brief(value)} is no shape; use {' or '.join(SHAPES)}")


def _is_seat(instance: object, attribute: Attribute[Any], value: object) -> None:
    if type(value) is not int or value < 0:
        raise ValueError(f"{attribute.name}={brief(value)} is no seat; seats count from 0")


@frozen(eq=False, repr=False)
class Look(Entry):
    """How pieces of a kind look, or those of all kinds of a group that have no look of their own.

    Kinds with the same id in other groups look alike, as the card and the counter of a transport.

    `path` is the data of an SVG path in a box of 16 by 16, filled by the rule `evenodd`; without
    it, up to three `letters` are written. `colour` is that of the piece, as `#rrggbb`; "" leaves
    it to the picture, which gives each kind id a colour of its own. `shape` is one of `SHAPES`.
    Raises `ValueError` for anything else.
    """

    of: Kind | Group = field(kw_only=True, validator=has_to_be("a kind or a group", Kind, Group))
    path: str = field(kw_only=True, default="", validator=and_(is_text, _is_path))
    letters: str = field(kw_only=True, default="", validator=is_text_of_at_most(3))
    colour: str = field(kw_only=True, default="", validator=and_(is_text, _is_colour))
    shape: str | None = field(kw_only=True, default=None, validator=optional(_is_shape))


@frozen(cache_hash=True, repr=False)
class Sign(Shown):
    """A mark in a picture: at a `town`, on a `route` (both by id), with a `seat` or on the `table`.

    It has one of these places; on the table its title is written beside it. It shows `letters` (up
    to eight), or else the `path` of a pictogram, as `Look` has it, and says `title`, which may be a
    `Message`. Raises `ValueError` for anything else.
    """

    title: str = field(validator=is_text)
    town: str | None = field(kw_only=True, default=None, validator=optional(is_text))
    route: str | None = field(kw_only=True, default=None, validator=optional(is_text))
    seat: int | None = field(kw_only=True, default=None, validator=optional(_is_seat))
    table: bool = field(kw_only=True, default=False, validator=has_to_be("True or False", bool))
    path: str = field(kw_only=True, default="", validator=and_(is_text, _is_path))
    letters: str = field(kw_only=True, default="", validator=is_text_of_at_most(8))
    colour: str = field(kw_only=True, default="#f2c14e", validator=and_(is_text, _is_colour))

    def __attrs_post_init__(self) -> None:
        places = [one for one in (self.town, self.route, self.seat) if one is not None]
        if len(places) + self.table != 1:
            raise ValueError("a sign has one place: a town, a route, a seat or the table")
        if not self.letters and not self.path:
            raise ValueError(f"sign {self.title!r} shows nothing: give it letters or a path")
        if not self.colour:
            raise ValueError(f"sign {self.title!r} has no colour")


@frozen(eq=False, repr=False)
class Layer(Entry):
    """A layer of signs: `signs(observation)` are those for what one seat may know.

    `shows` are the slots of which it shows everything, so that they need not be told in words below
    the board, too. The core's own layers, such as `core/boots`, have no `signs`; replace or remove
    one by name.
    """

    signs: Callable[[Observation], Sequence[Sign]] | None = field(kw_only=True, default=None)
    shows: tuple[Slot[Any], ...] = field(
        kw_only=True, default=(), validator=has_to_be_tuple_of("slots", Slot)
    )


#: The core's own layers, the lowest first.
CORE_LAYERS = (
    "core/legal",
    "core/last",
    "core/routes",
    "core/lying",
    "core/towns",
    "core/pieces",
    "core/boots",
)
