"""The differences between two rulesets, list by list: what an expansion or an option changes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from elfen.text import entries
from elfen.text.explanation import explain
from elfen.text.items import Item, Origin
from elfen.text.speech import Catalogues, language, say

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: Lists whose order matters, so that the place of a new entry is told.
_IN_TURN = ("Procedure ", "Endings", "Tie-breaks")


class How(Enum):
    """How an entry differs."""

    ADDED = "added"
    REMOVED = "removed"
    REPLACED = "replaced"
    CHANGED = "changed"
    MOVED = "moved"

    def told(self) -> str:
        """The same in the language that is spoken."""
        return say(self.value)


@frozen
class Change:
    """An entry that differs: its name, its plugin, and a description of the difference."""

    how: How
    name: str
    plugin: str | None
    words: str


@frozen
class Differences:
    """The differences in one list, removed entries last."""

    title: str
    changes: tuple[Change, ...]


@frozen
class Comparison:
    """All differences between two rulesets; `str` gives plain text."""

    before: str
    after: str
    lists: tuple[Differences, ...]

    def of(self, title: str) -> tuple[Change, ...]:
        """The differences in one list; () if there are none."""
        return next((one.changes for one in self.lists if one.title == title), ())

    @property
    def lines(self) -> list[str]:
        """The lines of the plain text."""
        lines = [say("from {rules}", rules=self.before), say("to {rules}", rules=self.after)]
        if not self.lists:
            lines += ["", say("There is no difference.")]
        for one in self.lists:
            lines += ["", one.title]
            width = max(len(change.name) for change in one.changes)
            hows = max(8, *(len(change.how.told()) for change in one.changes))
            for change in one.changes:
                origin = f"[{change.plugin}]" if change.plugin else ""
                begin = f"  {change.how.told():<{hows}}  {change.name:<{width}}"
                line = f"{begin}  {change.words}  {origin}"
                lines.append(line.rstrip())
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines)


def compare(before: Ruleset, after: Ruleset, players: int | None = None) -> Comparison:
    """What `after` changes compared with `before`; for `players`, see `explain`."""
    #: The first fact is the plugins, which the titles name.
    one, other = explain(before, players), explain(after, players)
    old, new = _spoken(before), _spoken(after)
    lists = [Differences(say("Facts"), tuple(_facts(one.facts[1:], other.facts[1:])))]
    for title in [*new, *(title for title in old if title not in new)]:
        was, now = old.get(title, []), new.get(title, [])
        in_turn = title.startswith(_IN_TURN) and bool(was)
        lists.append(Differences(_title(title), tuple(changes(was, now, in_turn))))
    return Comparison(one.title, other.title, tuple(each for each in lists if each.changes))


def _spoken(rules: Ruleset) -> dict[str, list[Item]]:
    """`lists_of`, with declared texts in the language that is spoken."""
    text = rules.once(Catalogues).of[language()].text
    return {
        title: [item.spoken(text) for item in items] for title, items in lists_of(rules).items()
    }


def _title(title: str) -> str:
    """The title of a list; that of a procedure or layer has its name at the end."""
    if title.startswith("Procedure "):
        return say("Procedure {name}", name=title.removeprefix("Procedure "))
    if title.startswith("Move cost, "):
        return say("Move cost, {name}", name=title.removeprefix("Move cost, "))
    return say(title)


def lists_of(rules: Ruleset) -> dict[str, list[Item]]:
    """All lists of a ruleset by title; each procedure and each cost layer is a list of its own."""
    return {
        "Options": [*entries.options(rules)],
        "Terrains": [*entries.terrains(rules)],
        "Kinds": [*entries.kinds(rules)],
        "Zones": [*entries.places(rules)],
        "Components": [*entries.components(rules)],
        "Slots": [*entries.slots(rules)],
        **{f"Procedure {one.name}": [*one.items] for one in entries.procedures(rules)},
        "Decisions": [evolve(one, items=()) for one in entries.decisions(rules)],
        "Actions": [entries.action(owned) for owned in rules.action_types],
        "Draws and rolls": [*entries.chances(rules)],
        **{f"Move cost, {one.name}": [*one.items] for one in entries.costs(rules)},
        "Restrictions": [*entries.restrictions(rules)],
        "Endings": [*entries.endings(rules)],
        "Score": [*entries.score(rules)],
        "Tie-breaks": [entries.told(owned) for owned in rules.tie_breaks],
        "Ranking": [entries.told(owned) for owned in rules.ranking_list],
        "Invariants": [entries.told(owned) for owned in rules.invariants],
        "Cautions": [*entries.cautions(rules)],
        "Advice": [*entries.advice(rules)],
        "Events": [entries.told(owned) for owned in rules.event_types],
    }


def changes(old: Sequence[Item], new: Sequence[Item], in_turn: bool = False) -> Iterator[Change]:
    """The differences between two lists, in the order of the new one; removed entries come last.

    With `in_turn`, the place of an added entry is told.
    """
    pairs = matched(old, new)
    moved = set(_out_of_order([pairs[at] for at in range(len(new)) if at in pairs]))
    for at, item in enumerate(new):
        if at not in pairs:
            where = _place(new, at) if in_turn else ""
            words = "; ".join(part for part in (where, item.words) if part)
            yield Change(How.ADDED, item.name, item.plugin, words)
            continue
        former = old[pairs[at]]
        if former.key != item.key:
            instead = say("instead of {origin}", origin=Origin(former.key, former.plugin or "-"))
            words = "; ".join(part for part in (instead, item.words) if part)
            yield Change(How.REPLACED, item.name, item.plugin, words)
        elif difference := _difference(former, item):
            yield Change(How.CHANGED, item.key, item.plugin, difference)
        if pairs[at] in moved:
            text = "from {source} to {target}"
            where = say(text, source=_place(old, pairs[at]), target=_place(new, at))
            yield Change(How.MOVED, item.key, item.plugin, where)
    taken = set(pairs.values())
    for at, item in enumerate(old):
        if at not in taken:
            yield Change(How.REMOVED, item.name, item.plugin, item.words)


def matched(old: Sequence[Item], new: Sequence[Item]) -> dict[int, int]:
    """The old entry that matches each entry of the new list, both by index.

    Two entries match if they have the same name, if one replaced the other, or if both replaced
    the same entry.
    """
    by_key = {item.key: at for at, item in enumerate(old)}
    pairs = {at: by_key[item.key] for at, item in enumerate(new) if item.key in by_key}
    taken = set(pairs.values())
    for at, item in enumerate(new):
        if at in pairs:
            continue
        for was, former in enumerate(old):
            if was not in taken and _names(item) & _names(former):
                pairs[at] = was
                taken.add(was)
                break
    return pairs


def _names(item: Item) -> set[str]:
    return {item.key, *(origin.name for origin in item.replaced)}


def _out_of_order(numbers: Sequence[int]) -> list[int]:
    """The fewest numbers to leave out so that the rest ascends."""
    ends: list[int] = []
    lengths = []
    for number in numbers:
        at = bisect_left(ends, number)
        ends[at:] = [number, *ends[at + 1 :]]
        lengths.append(at + 1)
    wanted, out = len(ends), []
    last: int | None = None
    for number, length in zip(reversed(numbers), reversed(lengths), strict=True):
        if length == wanted and (last is None or number < last):
            wanted, last = wanted - 1, number
        else:
            out.append(number)
    return out


def _place(items: Sequence[Item], at: int) -> str:
    return say("after {entry}", entry=items[at - 1].key) if at else say("first")


def _difference(former: Item, item: Item) -> str:
    """What only one of the two entries says, before and after; for options, their values."""
    was, now = ([one.value] if one.value else [one.text, *one.details] for one in (former, item))
    old = "; ".join(part for part in was if part and part not in now) or say("nothing")
    new = "; ".join(part for part in now if part and part not in was) or say("nothing")
    return f"{old} → {new}" if old != new else ""


def _facts(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The facts that differ, by subject."""
    nothing = say("nothing")
    was, now = (dict(_about(fact) for fact in facts) for facts in (old, new))
    for name in {**was, **now}:
        if was.get(name) != now.get(name):
            words = f"{was.get(name, nothing)} → {now.get(name, nothing)}"
            yield Change(How.CHANGED, name, None, words)


def _about(fact: str) -> tuple[str, str]:
    board = say("of the board, {provenance}").removesuffix("{provenance}")
    name, _, words = fact.partition(", " if fact.startswith(board) else ": ")
    return name, words
