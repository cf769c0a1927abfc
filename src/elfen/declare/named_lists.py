"""Named lists: entries that plugins add by name, put next to others, replace and remove.

Phases, steps, set-up, components, cost terms, score lines, tie-breaks, endings and
restrictions are all named lists. The compiler arranges them; see `compiler/arranging.py`.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from attrs import Attribute, field, frozen
from attrs.validators import optional

from elfen.declare.checked_fields import has_to_be, is_text
from elfen.declare.values import Shown, Value
from elfen.errors import brief


@frozen(eq=False, repr=False)
class Maybe(Value):
    """A name that counts only if an entry has it."""

    name: str = field(validator=is_text)


Anchor = str | Maybe | tuple["str | Maybe", ...]


def maybe(name: str) -> Maybe:
    """A name that may be missing: `Remove(maybe("favor/tile"))`, or `after=maybe("favor/tile")`.

    As an anchor, it may be part of a tuple with fallbacks.
    """
    return Maybe(name)


def _is_anchor(instance: object, attribute: Attribute[Any], value: object) -> None:
    choices = value if isinstance(value, tuple) and value else (value,)
    if value is not None and not all(isinstance(choice, (str, Maybe)) for choice in choices):
        raise TypeError(
            f"{attribute.name}={brief(value)} is no anchor; give a name, maybe(name), or a tuple of"
            " them"
        )


@frozen(eq=False, repr=False)
class Entry(Value):
    """An item of a named list.

    `name` is the plugin's name, or begins with it and a slash. `after` and `before` take a
    name that must exist, `maybe(name)`, or a tuple, of which the first that exists counts.
    With `replaces` the entry takes another's place, and also answers to its name as an anchor.
    """

    name: str = field(validator=is_text)
    before: Anchor | None = field(kw_only=True, default=None, validator=_is_anchor)
    after: Anchor | None = field(kw_only=True, default=None, validator=_is_anchor)
    replaces: str | None = field(kw_only=True, default=None, validator=optional(is_text))


@frozen(eq=False, repr=False)
class Remove(Value):
    """Removes the named entry from its list; a missing entry is an error, unless `maybe`.

    Removing a replacement removes its place altogether, unless another plugin replaces the same
    entry: then that replacement stands. This is how a bridge plugin chooses between two.
    """

    name: str | Maybe = field(validator=has_to_be("a name or maybe(name)", str, Maybe))


E = TypeVar("E", bound=Entry)
E_co = TypeVar("E_co", bound=Entry, covariant=True)


@frozen(repr=False)
class Owned(Shown, Generic[E_co]):
    """An entry with its plugin, and the plugin's place in the order.

    `rank` is the plugin's depth in the graph of requirements, `index` the entry's place within its
    plugin; `replaced` is the entry whose place it took.
    """

    entry: E_co
    plugin: str
    rank: int = 0
    index: int = 0
    replaced: Owned[E_co] | None = None

    @property
    def key(self) -> tuple[int, str, int]:
        """The sort key of unanchored entries, and of several at one anchor."""
        return (self.rank, self.plugin, self.index)

    @property
    def names(self) -> tuple[str, ...]:
        """The entry's own name, and those of the entries whose place it took."""
        return (self.entry.name, *(self.replaced.names if self.replaced else ()))


@frozen(eq=False, repr=False)
class Removal(Value):
    """A `Remove` with its plugin; if it is optional, the entry may be missing."""

    name: str
    plugin: str
    optional: bool = False

    @classmethod
    def of(cls, remove: Remove, plugin: str) -> Removal:
        """The removal that a plugin's `Remove` asks for."""
        if isinstance(remove.name, Maybe):
            return cls(remove.name.name, plugin, optional=True)
        return cls(remove.name, plugin)


def references(entry: Entry) -> tuple[str, ...]:
    """The names of other entries that an entry replaces or is anchored to."""
    found: list[str] = [] if entry.replaces is None else [entry.replaces]
    for anchor in (entry.before, entry.after):
        if anchor is not None:
            choices = anchor if isinstance(anchor, tuple) else (anchor,)
            found += [choice if isinstance(choice, str) else choice.name for choice in choices]
    return tuple(found)
