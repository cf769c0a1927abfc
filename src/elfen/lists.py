"""The one algebra of named lists: insert before or after an anchor, replace, remove.

Phases, steps, set-up, components, cost terms, score lines, tie-breaks, endings and
restrictions are all such lists. Their order follows from anchors, then from which plugin
requires which, then from plugin names; never from the order of registration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from attrs import define, evolve, field, frozen

from elfen.errors import RulesetError


@frozen
class Maybe:
    """An anchor that is used only if it exists."""

    name: str


Anchor = str | Maybe | tuple["str | Maybe", ...]


def maybe(name: str) -> Maybe:
    """An optional anchor: `after=maybe("favor/tile")`, or in a tuple with fallbacks."""
    return Maybe(name)


@frozen
class Entry:
    """An item of a named list.

    `name` is the plugin's name, or begins with it and a slash. `after` and `before` take a
    name that must exist, `maybe(name)`, or a tuple of which the first that exists counts.
    `replaces` takes another entry's place, and answers to its name as an anchor.
    """

    name: str
    before: Anchor | None = field(kw_only=True, default=None)
    after: Anchor | None = field(kw_only=True, default=None)
    replaces: str | None = field(kw_only=True, default=None)


@frozen
class Remove:
    """Takes the named entry out of its list."""

    name: str


E = TypeVar("E", bound=Entry)


@frozen
class Owned(Generic[E]):
    """An entry with the plugin it came from, and what its plugin's place in the order is.

    `rank` is how deep the plugin stands in the graph of requirements, `index` the entry's
    place within its plugin; `replaced` is the entry whose place it took.
    """

    entry: E
    plugin: str
    rank: int = 0
    index: int = 0
    replaced: Owned[E] | None = None

    @property
    def key(self) -> tuple[int, str, int]:
        return (self.rank, self.plugin, self.index)


@frozen
class Removal:
    """A `Remove` with the plugin that asks for it."""

    name: str
    plugin: str


@define(eq=False)
class _Node(Generic[E]):
    """A place in the list: the entry that founded it, and the one that holds it now."""

    founder: Owned[E]
    holder: Owned[E]
    left: list[_Node[E]] = field(factory=list)
    right: list[_Node[E]] = field(factory=list)

    def walk(self) -> Iterator[_Node[E]]:
        for node in self.left:
            yield from node.walk()
        yield self
        for node in self.right:
            yield from node.walk()


def arrange(
    title: str, owned: Iterable[Owned[E]], removals: Iterable[Removal] = ()
) -> tuple[Owned[E], ...]:
    """The list in its compiled order. `title` names the list in errors.

    An entry without anchors stands in plugin order: requirements first, then plugins by
    name, and as declared within a plugin. An anchored one stands next to its anchor;
    several at one anchor stand in plugin order. Raises `RulesetError`, which names the
    plugins and the mend.
    """
    entries = sorted(owned, key=lambda one: one.key)
    _refuse_clashes(title, entries)
    nodes, gone = _places(title, entries, tuple(removals))
    roots: list[_Node[E]] = []
    founders: list[_Node[E]] = sorted(
        {id(node): node for node in nodes.values()}.values(), key=lambda node: node.founder.key
    )
    for node in founders:
        after = _resolve(title, node.founder, node.founder.entry.after, nodes, gone)
        before = _resolve(title, node.founder, node.founder.entry.before, nodes, gone)
        siblings = after.right if after else before.left if before else roots
        siblings.append(node)
    ordered = [node for root in roots for node in root.walk()]
    stuck = [node.founder for node in founders if node not in ordered]
    if stuck:
        who = ", ".join(f"{one.entry.name!r} (plugin {one.plugin!r})" for one in stuck)
        raise RulesetError(
            f"{title}: the anchors of {who} form a circle; give one of them another anchor"
        )
    for at, node in enumerate(ordered):
        before = _resolve(title, node.founder, node.founder.entry.before, nodes, gone)
        if before and ordered.index(before) < at:
            one = node.founder
            raise RulesetError(
                f"{title}: plugin {one.plugin!r} wants {one.entry.name!r} after"
                f" {one.entry.after!r} and before {one.entry.before!r}, but plugin"
                f" {before.holder.plugin!r} has {before.holder.entry.name!r} earlier;"
                " drop one of the two anchors"
            )
    return tuple(node.holder for node in ordered)


def _refuse_clashes(title: str, entries: Sequence[Owned[E]]) -> None:
    seen: dict[str, Owned[E]] = {}
    for one in entries:
        other = seen.setdefault(one.entry.name, one)
        if other is not one:
            raise RulesetError(
                f"{title}: plugins {other.plugin!r} and {one.plugin!r} both add"
                f" {one.entry.name!r}; rename one of them, or use replaces="
            )


def _places(
    title: str, entries: Sequence[Owned[E]], removals: Sequence[Removal]
) -> tuple[dict[str, _Node[E]], dict[str, str]]:
    """Every name that an entry answers to with its place; and removed names with who did it."""
    by_name = {one.entry.name: one for one in entries}
    heirs: dict[str, Owned[E]] = {}
    for one in entries:
        target = one.entry.replaces
        if target is None:
            continue
        if one.entry.before is not None or one.entry.after is not None:
            raise RulesetError(
                f"{title}: plugin {one.plugin!r} gives {one.entry.name!r} both replaces= and an"
                " anchor; a replacement takes the place of what it replaces, so drop the anchor"
            )
        if target not in by_name:
            raise RulesetError(_missing(title, one.plugin, "replaces", target, by_name))
        other = heirs.setdefault(target, one)
        if other is not one:
            raise RulesetError(
                f"{title}: plugins {other.plugin!r} and {one.plugin!r} both replace {target!r};"
                " choose one of them, or write a bridge plugin that requires both and replaces"
                f" {other.entry.name!r}"
            )
    takers: dict[str, str] = {}
    for removal in removals:
        if removal.name not in by_name:
            raise RulesetError(_missing(title, removal.plugin, "removes", removal.name, by_name))
        if removal.name in heirs:
            raise RulesetError(
                f"{title}: plugin {heirs[removal.name].plugin!r} replaces {removal.name!r} and"
                f" plugin {removal.plugin!r} removes it; choose one of the two plugins"
            )
        takers[removal.name] = removal.plugin
    nodes: dict[str, _Node[E]] = {}
    gone: dict[str, str] = {}
    placed = 0
    for one in entries:
        if one.entry.replaces is not None:
            continue
        chain = [one]
        while (heir := heirs.get(chain[-1].entry.name)) is not None:
            chain.append(evolve(heir, replaced=chain[-1]))
        placed += len(chain)
        names = [link.entry.name for link in chain]
        if names[-1] in takers:
            gone.update(dict.fromkeys(names, takers[names[-1]]))
        else:
            nodes.update(dict.fromkeys(names, _Node(one, chain[-1])))
    if placed < len(entries):
        circle = [one for one in entries if one.entry.name not in {**nodes, **gone}]
        raise RulesetError(
            f"{title}: {', '.join(repr(one.entry.name) for one in circle)} (plugins"
            f" {', '.join(sorted({one.plugin for one in circle}))}) replace each other in a circle"
        )
    return nodes, gone


def _resolve(
    title: str,
    one: Owned[E],
    anchor: Anchor | None,
    nodes: dict[str, _Node[E]],
    gone: dict[str, str],
) -> _Node[E] | None:
    """The place that an anchor means, or None if it is optional and absent."""
    if anchor is None:
        return None
    choices = anchor if isinstance(anchor, tuple) else (anchor,)
    required = [choice for choice in choices if isinstance(choice, str)]
    for choice in choices:
        node = nodes.get(choice if isinstance(choice, str) else choice.name)
        if node is not None:
            return node
    if not required:
        return None
    name = required[0]
    if name in gone:
        raise RulesetError(
            f"{title}: plugin {one.plugin!r} anchors {one.entry.name!r} to {name!r}, which plugin"
            f" {gone[name]!r} removes; use maybe({name!r}), or do not choose both"
        )
    raise RulesetError(
        _missing(title, one.plugin, f"anchors {one.entry.name!r} to", name, nodes)
        + f"; if it is another plugin's, require that plugin or use maybe({name!r})"
    )


def _missing(title: str, plugin: str, does: str, name: str, known: Iterable[str]) -> str:
    names = ", ".join(sorted(known)) or "nothing"
    return f"{title}: plugin {plugin!r} {does} {name!r}, which nobody adds (there is: {names})"
