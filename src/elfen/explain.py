"""What a ruleset consists of, entry by entry, each with the plugin that it came from.

All of it is read off the compiled ruleset: nothing is said twice, so nothing can be out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import frozen

from elfen.actions import Action, ActionType, as_it_is
from elfen.chance import Draw, Roll
from elfen.costs import LAYERS, CostTerm
from elfen.kinds import Stock
from elfen.lists import Owned
from elfen.ruleset import Ruleset
from elfen.zones import RouteZone, SeatZone, Visibility, Zone

_SEEN_BY = {
    Visibility.PUBLIC: "seen by all",
    Visibility.OWNER: "seen by its owner",
    Visibility.HIDDEN: "seen by nobody",
}


@frozen
class Origin:
    """An entry's name and plugin."""

    name: str
    plugin: str

    def __str__(self) -> str:
        return f"{self.name} ({self.plugin})"


@frozen
class Item:
    """One entry: its name, what it does in words, and facts about it in `details`.

    `plugin` is where it comes from (None for a heading of `items`). `replaced` has the
    entries whose place it took, the nearest first. `items` are what belongs to it: the
    actions of a decision, the steps of a procedure, the terms of a layer.
    """

    name: str
    plugin: str | None = None
    text: str = ""
    details: tuple[str, ...] = ()
    replaced: tuple[Origin, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def words(self) -> str:
        """The text and the details as one line."""
        return "; ".join(part for part in (self.text, *self.details) if part)

    @property
    def origin(self) -> str:
        """The plugin, and what of other plugins has been replaced."""
        replaced = [f"instead of {origin}" for origin in self.replaced]
        return ", ".join([*([self.plugin] if self.plugin else []), *replaced])

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Item]]:
        """This item and all that belong to it, each with how deep it stands."""
        yield depth, self
        for item in self.items:
            yield from item.walk(depth + 1)


@frozen
class Section:
    """A part of the explanation; its items stand in the order in which they count."""

    title: str
    items: tuple[Item, ...]

    def rows(self) -> Iterator[tuple[int, Item]]:
        """All items with all that belong to them, each with how deep it stands."""
        for item in self.items:
            yield from item.walk()


@frozen
class Explanation:
    """A compiled ruleset in words; `str` of it is plain text."""

    title: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]

    def section(self, title: str) -> Section:
        """The section of that title; raises `KeyError`."""
        for section in self.sections:
            if section.title == title:
                return section
        raise KeyError(f"no section {title!r}; there are: {', '.join(self.titles)}")

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all sections."""
        return tuple(section.title for section in self.sections)

    def __str__(self) -> str:
        lines = [self.title, *self.facts]
        for section in self.sections:
            lines += ["", section.title]
            rows = list(section.rows())
            width = max(2 * depth + len(item.name) for depth, item in rows)
            for depth, item in rows:
                name = f"{'  ' * depth}{item.name}"
                origin = f"[{item.origin}]" if item.origin else ""
                lines.append(f"  {name:<{width}}  {item.words}  {origin}".rstrip())
        return "\n".join(lines)


def explain(rules: Ruleset, players: int | None = None) -> Explanation:
    """What the rules consist of. Where it matters how many play, `players` do (None: the most).

    Raises `RulesetError` for a number of players that the rules do not allow.
    """
    if players is None:
        players = rules.most_players
    rules.start(players)
    sections = (
        Section("Options", tuple(_options(rules))),
        Section("Zones", tuple(_zones(rules))),
        Section("Slots", tuple(_slots(rules))),
        Section("Procedures", tuple(_procedures(rules))),
        Section("Decisions", tuple(_decisions(rules))),
        Section("Draws and rolls", tuple(_chances(rules))),
        Section("Move cost", tuple(_costs(rules))),
        Section("Restrictions", tuple(_restrictions(rules))),
        Section("Endings", tuple(_endings(rules))),
        Section("Score", tuple(_score(rules))),
        Section("Tie-breaks", tuple(_item(one) for one in rules.tie_breaks)),
        Section("Ranking", tuple(_item(one) for one in rules.ranking_list)),
    )
    title = " + ".join(plugin.name for plugin in rules.plugins)
    if rules.edition:
        title += f", edition {rules.edition}"
    return Explanation(
        title,
        tuple(_facts(rules, players)),
        tuple(section for section in sections if section.items),
    )


def _facts(rules: Ruleset, players: int) -> Iterator[str]:
    board = rules.board
    terrains = Counter(route.terrain for route in board.routes)
    routes = ", ".join(f"{n} {rules.terrains[id].name}" for id, n in terrains.items())
    lowest, highest = rules.score_bounds
    versions = [f"{p.name} (rules version {p.manifest.rules_version})" for p in rules.plugins]
    yield f"plugins: {', '.join(versions)}"
    yield f"players: {rules.fewest_players} to {rules.most_players}"
    yield f"board: {board.name}, {len(board.towns)} towns, {len(board.routes)} routes ({routes})"
    if board.provenance:
        yield f"of the board, {board.provenance}"
    if any(ending.latest is not None for ending in rules.endings):
        yield f"rounds: {rules.most_rounds} at most"
        yield f"decisions: {rules.longest(players):,} at most in a game of {players}"
    yield f"score: from {lowest} to {highest}"


def _item(owned: Owned[Any], *details: str, items: Iterable[Item] = ()) -> Item:
    """An entry of a named list, with its text if it has one."""
    text = getattr(owned.entry, "text", "")
    return Item(owned.entry.name, owned.plugin, text, details, _replaced(owned), tuple(items))


def _replaced(owned: Owned[Any]) -> tuple[Origin, ...]:
    out: list[Origin] = []
    link = owned.replaced
    while link is not None:
        out.append(Origin(link.entry.name, link.plugin))
        link = link.replaced
    return tuple(out)


def _options(rules: Ruleset) -> Iterator[Item]:
    for (plugin, name), option in sorted(rules.options.items()):
        value = rules.option_values[plugin, name]
        usual = "" if value == option.default else f"not {_said(option.default)} as by default"
        full = f"{plugin}.{name}"
        settled = [f"settled by {p.name}" for p in rules.plugins if full in p.manifest.settled]
        yield Item(
            f"{full} = {_said(value)}",
            plugin,
            option.help,
            (*(settled or [option.wanted]), *([usual] if usual else [])),
        )


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _zones(rules: Ruleset) -> Iterator[Item]:
    for name, zone in rules.layout.zones.items():
        owner = rules.zone_owner[name]
        stock = [owned for owned in rules.stock if owned.entry.zone is zone]
        lots = [lot for one in stock for lot in _lots(one.entry)]
        yield Item(
            name,
            owner,
            zone.text,
            (
                _place(rules, zone),
                _SEEN_BY[rules.visibility[name]],
                f"for {' or '.join(f'{group.noun}s' for group in zone.holds)}",
                *([f"begins with {', '.join(lots)}"] if lots else []),
            ),
            items=tuple(
                _item(one, *_lots(one.entry))
                for one in stock
                if one.replaced or one.plugin != owner
            ),
        )


def _lots(stock: Stock) -> list[str]:
    return [f"{kind.name} {stock.count}" for kind in stock.kinds]


def _place(rules: Ruleset, zone: Zone) -> str:
    if isinstance(zone, RouteZone):
        return f"on each route, {rules.layout.room[zone.name]} at most"
    if isinstance(zone, SeatZone):
        pays = f", pays into {zone.pays_into.name}" if zone.pays_into else ""
        return f"one a seat{pays}"
    return "on the table"


def _slots(rules: Ruleset) -> Iterator[Item]:
    for name, slot in rules.slots.items():
        if slot.visibility is not None:
            details = [f"{slot.type.__name__}, {_SEEN_BY[slot.visibility]}"]
        else:
            details = [
                f"{field.name}, {_SEEN_BY[field.metadata['elfen.visibility']]}"
                for field in attrs.fields(slot.type)
            ]
        yield Item(name, rules.slot_owner[name], "", tuple(details))


def _procedures(rules: Ruleset) -> Iterator[Item]:
    said = {"setup": "once, before the first round", "round": "the phases of each round"}
    for name, steps in rules.procedures.items():
        if steps:
            yield Item(name, None, said.get(name, ""), items=tuple(_item(one) for one in steps))


def _decisions(rules: Ruleset) -> Iterator[Item]:
    for owned in rules.decisions:
        names = {owned.entry.name, *(origin.name for origin in _replaced(owned))}
        forced = owned.entry.forced
        yield _item(
            owned,
            *([f"{str(forced)!r} is taken for a seat that has no more"] if forced else []),
            items=(_action(one) for one in rules.action_types if names & set(one.entry.at)),
        )


def _action(owned: Owned[ActionType[Any]]) -> Item:
    entry = owned.entry
    hides = [] if entry.public is as_it_is else ["others see less of it"]
    return _item(owned, _notation(entry.type), *hides)


def _notation(cls: type[Action]) -> str:
    """How the action is written, such as `move ROUTE CARDS`."""
    return " ".join([cls.verb, *(field.name.upper() for field in attrs.fields(cls))])


def _chances(rules: Ruleset) -> Iterator[Item]:
    for owned in rules.chances:
        entry = owned.entry
        if isinstance(entry, Draw):
            yield _item(owned, f"from {entry.source.name} to {entry.target.name}")
        elif isinstance(entry, Roll):
            yield _item(owned, _SEEN_BY[entry.visibility])


def _costs(rules: Ruleset) -> Iterator[Item]:
    said = {layer: (layer.__doc__ or "").partition(":")[2].strip(" .") for layer in LAYERS}
    for layer in LAYERS:
        terms = [owned for owned in rules.cost_terms if type(owned.entry) is layer]
        if terms:
            items = tuple(_item(one, *_inputs(one.entry)) for one in terms)
            yield Item(layer.__name__.lower(), None, said[layer], items=items)


def _inputs(term: CostTerm) -> Iterator[str]:
    tag = getattr(term, "tag", None)
    if tag is not None:
        yield f"tag {tag}"
    yield f"depends on {' and '.join(term.depends_on)}"


def _restrictions(rules: Ruleset) -> Iterator[Item]:
    for owned in rules.restrictions:
        yield _item(owned, f"on {_notation(owned.entry.type)}")


def _endings(rules: Ruleset) -> Iterator[Item]:
    for owned in rules.ending_list:
        latest = owned.entry.latest
        yield _item(owned, *([f"in round {latest(rules)} at the latest"] if latest else []))


def _score(rules: Ruleset) -> Iterator[Item]:
    for owned in rules.score_lines:
        line = owned.entry
        yield _item(owned, f"from {line.lowest(rules)} to {line.highest(rules)} points")
