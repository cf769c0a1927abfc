"""The entries of a ruleset's lists as text, each with the plugin that declared it.

Everything is read from the compiled ruleset, so it cannot be out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs
from attrs import evolve, field, frozen

from elfen.declare import (
    END,
    LAYERS,
    Action,
    ActionType,
    CostTerm,
    Deed,
    Draw,
    Owned,
    Roll,
    RouteZone,
    SeatZone,
    Stock,
    Visibility,
    Zone,
    as_it_is,
)
from elfen.kernel import Asked, bears_on, obstruction
from elfen.text.grammar import plural

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

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
        replaced = [f"instead of {origin}" for origin in self.replaced]
        return ", ".join([*([self.plugin] if self.plugin else []), *replaced])

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Item]]:
        """This item and all items below it, each with its depth."""
        yield depth, self
        for item in self.items:
            yield from item.walk(depth + 1)


def told(owned: Owned[Any], *details: str, items: Iterable[Item] = ()) -> Item:
    """An entry of a named list as an item, with its text if it has one."""
    text = getattr(owned.entry, "text", "")
    text = text if isinstance(text, str) else ""
    return Item(owned.entry.name, owned.plugin, text, details, _replaced(owned), tuple(items))


def _replaced(owned: Owned[Any]) -> tuple[Origin, ...]:
    out: list[Origin] = []
    link = owned.replaced
    while link is not None:
        out.append(Origin(link.entry.name, link.plugin))
        link = link.replaced
    return tuple(out)


def options(rules: Ruleset) -> Iterator[Item]:
    """The options, by name, with their values."""
    for (plugin, name), option in sorted(rules.options.items()):
        value = rules.option_values[plugin, name]
        full = f"{plugin}.{name}"
        if lost := rules.without_effect.get((plugin, name)):
            yield Item(full, plugin, option.help, (f"no effect with {lost}",))
            continue
        usual = "" if value == option.default else f"not {_said(option.default)} as by default"
        settled = [f"settled by {one}" for one in rules.settled_by.get((plugin, name), ())]
        yield Item(
            f"{full} = {_said(value)}",
            plugin,
            option.help,
            (*(settled or [option.wanted]), *([usual] if usual else [])),
            value=_said(value),
        )


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def terrains(rules: Ruleset) -> Iterator[Item]:
    """The terrains; their plugins are not recorded."""
    for id, terrain in rules.terrains.items():
        yield Item(id, None, terrain.name if terrain.name != id else "")


def kinds(rules: Ruleset) -> Iterator[Item]:
    """The kinds of pieces, each with its group."""
    for kind in rules.layout.kinds:
        words = kind.name if kind.name != kind.id else ""
        yield Item(f"{kind.id} ({kind.group.noun})", rules.kind_owner[kind], words)


def components(rules: Ruleset) -> Iterator[Item]:
    """The lots of pieces, and the zones where they begin."""
    for owned in rules.stock:
        where = owned.entry.zone.name
        a_seat = " of each seat" if isinstance(owned.entry.zone, SeatZone) else ""
        yield told(owned, f"{', '.join(_lots(owned.entry))} in {where}{a_seat}")


def places(rules: Ruleset) -> Iterator[Item]:
    """The zones: where they are, who sees into them, and what they hold."""
    for name, zone in rules.layout.zones.items():
        details = (
            _place(rules, zone),
            _SEEN_BY[rules.visibility[name]],
            f"for {' or '.join(plural(group.noun) for group in zone.holds)}",
        )
        yield Item(name, rules.zone_owner[name], zone.text, details)


def zones(rules: Ruleset) -> Iterator[Item]:
    """The zones with the pieces that begin in them, and who put them there if another plugin."""
    for place in places(rules):
        stock = [owned for owned in rules.stock if owned.entry.zone.name == place.name]
        lots = [lot for one in stock for lot in _lots(one.entry)]
        foreign = [one for one in stock if one.replaced or one.plugin != place.plugin]
        yield evolve(
            place,
            details=(*place.details, *([f"begins with {', '.join(lots)}"] if lots else [])),
            items=tuple(told(one, *_lots(one.entry)) for one in foreign),
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


def slots(rules: Ruleset) -> Iterator[Item]:
    """The plugins' slots, and who sees which part."""
    for name, slot in rules.slots.items():
        if slot.visibility is not None:
            details = [f"{slot.type.__name__}, {_SEEN_BY[slot.visibility]}"]
        else:
            details = [
                f"{field.name}, {_SEEN_BY[field.metadata['elfen.visibility']]}"
                for field in attrs.fields(slot.type)
            ]
        yield Item(name, rules.slot_owner[name], "", tuple(details))


def procedures(rules: Ruleset) -> Iterator[Item]:
    """The procedures with their steps, in order."""
    said = {
        "setup": "once, before the first round",
        "round": "the phases of each round",
        END: "once an ending has come, before the game is over",
    }
    for name, steps in rules.procedures.items():
        if steps:
            yield Item(name, None, said.get(name, ""), items=tuple(told(one) for one in steps))


def decisions(rules: Ruleset) -> Iterator[Item]:
    """The decisions with the actions that answer them."""
    for owned in rules.decisions:
        forced, like = owned.entry.forced, rules.alike.get(owned.entry.name)
        yield told(
            owned,
            *([f"like {like}"] if like else []),
            *([f"{str(forced)!r} is taken for a seat that has no more"] if forced else []),
            items=map(action, rules.answers[owned.entry.name]),
        )


def action(owned: Owned[ActionType[Any]]) -> Item:
    """An action type, and its notation."""
    entry = owned.entry
    hides = [] if entry.public is as_it_is else ["others see less of it"]
    return told(owned, _notation(entry.type), *_on_boots(entry), *hides)


def _on_boots(entry: ActionType[Any]) -> Iterator[str]:
    """Where such an action takes the boot, as declared, and whether plans include it."""
    if entry.crossings is not None:
        yield "crosses a route"
    elif entry.leaps is not None:
        yield "takes the boot elsewhere by no route"
    elif entry.journeys is not None:
        yield "a journey, which a plan tries"
    elif entry.crosses is not None:
        yield "takes the boot elsewhere, which is not planned"


def _notation(cls: type[Action]) -> str:
    """The form of an action's notation, such as `move ROUTE CARDS`."""
    return " ".join([cls.verb, *(field.name.upper() for field in attrs.fields(cls))])


def chances(rules: Ruleset) -> Iterator[Item]:
    """The draws and rolls."""
    for owned in rules.chances:
        entry = owned.entry
        if isinstance(entry, Draw):
            whose = "a seat's " if isinstance(entry.source, SeatZone) else ""
            yield told(owned, f"from {whose}{entry.source.name} to {entry.target.name}")
        elif isinstance(entry, Roll):
            yield told(owned, _SEEN_BY[entry.visibility])


def costs(rules: Ruleset) -> Iterator[Item]:
    """The layers of the move cost with their terms."""
    said = {layer: (layer.__doc__ or "").split("\n")[0].partition(":")[2] for layer in LAYERS}
    for layer in LAYERS:
        terms = [owned for owned in rules.cost_terms if type(owned.entry) is layer]
        if terms:
            items = tuple(told(one, *_inputs(one.entry)) for one in terms)
            yield Item(layer.__name__.lower(), None, said[layer].rstrip("."), items=items)


def _inputs(term: CostTerm) -> Iterator[str]:
    tag = getattr(term, "tag", None)
    if tag is not None:
        yield f"tag {tag}"
    yield f"depends on {' and '.join(term.depends_on)}"


def restrictions(rules: Ruleset) -> Iterator[Item]:
    """The restrictions, and the actions that they apply to."""
    asked = Asked.of(rules)
    for owned in rules.restrictions:
        entry = owned.entry
        if entry.type is not None:
            yield told(owned, f"on {_notation(entry.type)}")
            continue
        verbs = [t.entry.type.verb for t in rules.action_types if bears_on(entry, t.entry, asked)]
        on = entry.on.value if isinstance(entry.on, Deed) else entry.on
        yield told(owned, f"on {on}: {', '.join(verbs) or 'no action'}")


def short_cuts(rules: Ruleset) -> Iterator[Item]:
    """The short cuts, taken or not and why not; those of removed actions are left out."""
    holds: dict[str, str] = {}
    for owned in rules.short_cuts:
        cut = owned.entry
        if cut.of in rules.items.gone["action"]:
            continue
        obstacle = obstruction(rules, cut)
        if not obstacle and holds.setdefault(cut.of, cut.name) != cut.name:
            obstacle = f"{holds[cut.of]} is"
        taken = f"taken{_but_at(rules, cut.of)}"
        yield told(owned, f"for {cut.of}", f"not taken: {obstacle}" if obstacle else taken)


def _but_at(rules: Ruleset, action_type: str) -> str:
    """The decisions where an action is not cut short, as they borrow it from another decision."""
    for owned in rules.action_types:
        if owned.entry.name == action_type:
            _, others = rules.asked_at(owned)
            return f", but not at {' and '.join(others)}" if others else ""
    return ""


def endings(rules: Ruleset) -> Iterator[Item]:
    """How a game can end."""
    for owned in rules.ending_list:
        latest = owned.entry.latest
        yield told(owned, *([f"in round {latest(rules)} at the latest"] if latest else []))


def score(rules: Ruleset) -> Iterator[Item]:
    """The lines of the score, with their bounds."""
    for owned in rules.score_lines:
        line = owned.entry
        yield told(owned, f"from {line.lowest(rules)} to {line.highest(rules)} points")


def cautions(rules: Ruleset) -> Iterator[Item]:
    """What players are warned of before they do it."""
    for owned in rules.cautions:
        yield told(owned, f"on {_notation(owned.entry.type)}")


def advice(rules: Ruleset) -> Iterator[Item]:
    """What the stock bots are told about actions."""
    for owned in rules.advice:
        yield told(owned, f"on {_notation(owned.entry.type)}")
