"""An entry of a ruleset's lists, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from elfen.text.speech import say


@frozen
class Origin:
    """An entry's name and plugin."""

    name: str
    plugin: str

    def __str__(self) -> str:
        return f"{self.name} ({self.plugin})"


def one_line(text: str) -> str:
    """A plugin's text with every run of blanks and line breaks replaced by one blank."""
    return " ".join(text.split())


def _in_one_line(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(one_line, texts))


@frozen
class Item:
    """One entry: its name, what it does as `text`, and facts about it in `details`.

    `plugin` declared it (None for a heading of `items`). `replaced` has the entries that it
    replaced, the direct one first. `items` belong to it: the actions of a decision, the steps of a
    procedure, the terms of a layer. An option has a `value`, which its `name` includes and its
    `key` does not.
    """

    name: str = field(converter=one_line)
    plugin: str | None = None
    text: str = field(default="", converter=one_line)
    details: tuple[str, ...] = field(default=(), converter=_in_one_line)
    replaced: tuple[Origin, ...] = ()
    items: tuple[Item, ...] = ()
    value: str = field(default="", converter=one_line)

    @property
    def key(self) -> str:
        """The name without the value."""
        return self.name.removesuffix(f" = {self.value}") if self.value else self.name

    @property
    def words(self) -> str:
        """The text and the details as one line."""
        return "; ".join(part for part in (self.text, *self.details) if part)

    @property
    def origin(self) -> str:
        """The plugin, and the entries that were replaced."""
        replaced = [say("instead of {origin}", origin=origin) for origin in self.replaced]
        return ", ".join([*([self.plugin] if self.plugin else []), *replaced])

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Item]]:
        """This item and all items below it, each with its depth."""
        yield depth, self
        for item in self.items:
            yield from item.walk(depth + 1)

    def spoken(self, text: Callable[[str], str]) -> Item:
        """This item with the texts that plugins have declared told by `text`."""
        items = tuple(item.spoken(text) for item in self.items)
        return evolve(self, text=text(self.text), items=items)
