"""Arranging: how the entries that several plugins add to a named list get their order.

It follows from anchors, then from which plugin requires which, then from plugin names; never from
the order of registration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from attrs import define, evolve, field

from elfen.declare import Anchor, Entry, Owned, Removal, Shown
from elfen.errors import RulesetError, did_you_mean

E = TypeVar("E", bound=Entry)


@define(eq=False, repr=False)
class _Place(Shown, Generic[E]):
    """A place in the list: the entry that founded it, and the entry that holds it now.

    `left` and `right` are the places that are anchored before and after it; `anchor` is
    the place that it is itself anchored to, `end` another place that it must come before.
    """

    founder: Owned[E]
    holder: Owned[E]
    anchor: _Place[E] | None = None
    end: _Place[E] | None = None
    left: list[_Place[E]] = field(factory=list)
    right: list[_Place[E]] = field(factory=list)

    def walk(self) -> Iterator[_Place[E]]:
        """This place and all places anchored to it, directly or not, in order."""
        for place in self.left:
            yield from place.walk()
        yield self
        for place in _in_order(self, self.right):
            yield from place.walk()


def arrange(
    title: str, owned: Iterable[Owned[E]], removals: Iterable[Removal] = ()
) -> tuple[Owned[E], ...]:
    """The list in its compiled order. `title` names the list in errors.

    Entries without anchors stand in plugin order: requirements first, then plugins by name, and
    as declared within a plugin. An anchored entry stands next to its anchor; several at one anchor
    stand in plugin order, unless one of them names another in its `before`. Raises `RulesetError`,
    which names the plugins and says what to do.
    """
    entries = sorted(owned, key=lambda one: one.key)
    refuse_clashes(title, entries)
    by_name, gone = _places(title, entries, tuple(removals))
    places = sorted(
        {id(place): place for place in by_name.values()}.values(),
        key=lambda place: place.founder.key,
    )
    roots: list[_Place[E]] = []
    for place in places:
        entry = place.founder.entry
        after = _resolve(title, place.founder, entry.after, by_name, gone)
        before = _resolve(title, place.founder, entry.before, by_name, gone)
        place.anchor = after or before
        place.end = before if after else None
        (after.right if after else before.left if before else roots).append(place)
    stuck = [place.founder for place in places if not _is_rooted(place)]
    if stuck:
        who = ", ".join(f"{one.entry.name!r} (plugin {one.plugin!r})" for one in stuck)
        raise RulesetError(
            f"{title}: the anchors of {who} form a circle; give one of them another anchor"
        )
    ordered = [place for root in roots for place in root.walk()]
    for at, place in enumerate(ordered):
        if place.end and ordered.index(place.end) <= at:
            one, other = place.founder, place.end.holder
            raise RulesetError(
                f"{title}: plugin {one.plugin!r} wants {one.entry.name!r} after"
                f" {one.entry.after!r} and before {one.entry.before!r}, but plugin"
                f" {other.plugin!r} has {other.entry.name!r} earlier; drop one of the two anchors"
            )
    return tuple(place.holder for place in ordered)


def _is_rooted(place: _Place[E] | None) -> bool:
    """Whether the anchors lead to a place without an anchor, not round in a circle."""
    seen: list[_Place[E]] = []
    while place is not None and place not in seen:
        seen.append(place)
        place = place.anchor
    return place is None


def _in_order(anchor: _Place[E], siblings: Sequence[_Place[E]]) -> list[_Place[E]]:
    """The places anchored after `anchor`, each before the sibling with its `end`, if possible."""
    before: dict[int, _Place[E] | None] = {}
    for place in siblings:
        end = place.end
        while end is not None and end.anchor is not anchor:
            end = end.anchor
        if end is not place:
            before[id(place)] = end
    left, out = list(siblings), []
    while left:
        free = [one for one in left if all(before.get(id(other)) is not one for other in left)]
        out.append((free or left)[0])
        left.remove(out[-1])
    return out


def refuse_clashes(title: str, entries: Sequence[Owned[E]]) -> None:
    """Raise `RulesetError` if two entries have the same name."""
    seen: dict[str, Owned[E]] = {}
    for one in entries:
        other = seen.setdefault(one.entry.name, one)
        if other is one:
            continue
        if other.plugin == one.plugin:
            raise RulesetError(
                f"{title}: plugin {one.plugin!r} adds {one.entry.name!r} twice; rename one of them"
            )
        raise RulesetError(
            f"{title}: plugins {other.plugin!r} and {one.plugin!r} both add"
            f" {one.entry.name!r}; rename one of them, or use replaces="
        )


def _places(
    title: str, entries: Sequence[Owned[E]], removals: Sequence[Removal]
) -> tuple[dict[str, _Place[E]], dict[str, str]]:
    """The place of every name that an entry answers to; and removed names, by whom."""
    by_name = {one.entry.name: one for one in entries}
    takers: dict[str, str] = {}
    for removal in sorted(removals, key=lambda one: (one.plugin, one.name)):
        if removal.name in by_name:
            takers.setdefault(removal.name, removal.plugin)
        elif not removal.optional:
            raise RulesetError(
                _missing(title, removal.plugin, "removes", removal.name, by_name)
                + "; if it is another plugin's, require that plugin or use"
                f" Remove(maybe({removal.name!r}))"
            )
    heirs = _heirs(title, entries, by_name, takers)
    places: dict[str, _Place[E]] = {}
    gone = dict(takers)
    for one in entries:
        if one.entry.replaces is not None:
            continue
        holder = one
        names = [one.entry.name]
        while heir := heirs.get(names[-1]):
            holder = evolve(heir, replaced=holder)
            names.append(heir.entry.name)
        if names[-1] in takers:
            gone.update(dict.fromkeys(names, takers[names[-1]]))
        else:
            places.update(dict.fromkeys(names, _Place(one, holder)))
    circle = [one for one in entries if one.entry.name not in {**places, **gone}]
    if circle:
        raise RulesetError(
            f"{title}: {', '.join(repr(one.entry.name) for one in circle)} (plugins"
            f" {', '.join(sorted({one.plugin for one in circle}))}) replace each other in a circle;"
            " let one of them replace something else"
        )
    return places, gone


def _heirs(
    title: str,
    entries: Sequence[Owned[E]],
    by_name: dict[str, Owned[E]],
    takers: dict[str, str],
) -> dict[str, Owned[E]]:
    """The entry that takes the place of each replaced entry, whether it is removed or not."""
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
        stands = one.entry.name not in takers
        if stands and target in takers:
            raise RulesetError(
                f"{title}: plugin {one.plugin!r} replaces {target!r} and plugin"
                f" {takers[target]!r} removes it; choose one of the two plugins"
            )
        other = heirs.get(target)
        if other is not None and stands and other.entry.name not in takers:
            if other.plugin == one.plugin:
                raise RulesetError(
                    f"{title}: plugin {one.plugin!r} replaces {target!r} twice, by"
                    f" {other.entry.name!r} and {one.entry.name!r}; drop one of them"
                )
            raise RulesetError(
                f"{title}: plugins {other.plugin!r} and {one.plugin!r} both replace {target!r};"
                " choose one of them, or write a bridge plugin that requires both and says"
                f" Remove({other.entry.name!r}) or Remove({one.entry.name!r})"
            )
        if other is None or stands:
            heirs[target] = one
    return heirs


def _resolve(
    title: str,
    one: Owned[E],
    anchor: Anchor | None,
    places: dict[str, _Place[E]],
    gone: dict[str, str],
) -> _Place[E] | None:
    """The place that an anchor means, or None if it is optional and missing."""
    if anchor is None:
        return None
    choices = anchor if isinstance(anchor, tuple) else (anchor,)
    required = [choice for choice in choices if isinstance(choice, str)]
    for choice in choices:
        place = places.get(choice if isinstance(choice, str) else choice.name)
        if place is not None:
            return place
    if not required:
        return None
    name = required[0]
    if name in gone:
        raise RulesetError(
            f"{title}: plugin {one.plugin!r} anchors {one.entry.name!r} to {name!r}, which plugin"
            f" {gone[name]!r} removes; use maybe({name!r}), or do not choose both"
        )
    raise RulesetError(
        _missing(title, one.plugin, f"anchors {one.entry.name!r} to", name, places)
        + f"; if it is another plugin's, require that plugin or use maybe({name!r})"
    )


def _missing(title: str, plugin: str, does: str, name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    hint = did_you_mean(name, names)
    return (
        f"{title}: plugin {plugin!r} {does} {name!r}, which nobody adds; {hint}there is:"
        f" {', '.join(names) or 'nothing'}"
    )
