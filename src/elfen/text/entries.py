"""The entries of a ruleset's lists as text, each with the plugin that declared it.

Everything is read from the compiled ruleset, so it cannot be out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs
from attrs import evolve

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
from elfen.text.items import Item, Origin
from elfen.text.names import Names
from elfen.text.speech import say

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


def _seen_by(visibility: Visibility) -> str:
    if visibility is Visibility.PUBLIC:
        return say("seen by all")
    return say("seen by its owner" if visibility is Visibility.OWNER else "seen by nobody")


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
            yield Item(full, plugin, option.help, (say("no effect with {lost}", lost=lost),))
            continue
        text = "not {value} as by default"
        usual = "" if value == option.default else say(text, value=_said(option.default))
        settlers = rules.settled_by.get((plugin, name), ())
        settled = [say("settled by {plugin}", plugin=one) for one in settlers]
        yield Item(
            f"{full} = {_said(value)}",
            plugin,
            option.help,
            (*(settled or [say(option.wanted)]), *([usual] if usual else [])),
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
        a_seat = isinstance(owned.entry.zone, SeatZone)
        text = "{lots} in {zone} of each seat" if a_seat else "{lots} in {zone}"
        yield told(owned, say(text, lots=", ".join(_lots(rules, owned.entry)), zone=where))


def places(rules: Ruleset) -> Iterator[Item]:
    """The zones: where they are, who sees into them, and what they hold."""
    names = Names(rules)
    for name, zone in rules.layout.zones.items():
        held = f" {say('or')} ".join(names.many(group.noun) for group in zone.holds)
        details = (
            _place(rules, zone),
            _seen_by(rules.visibility[name]),
            say("for {what}", what=held),
        )
        yield Item(name, rules.zone_owner[name], zone.text, details)


def zones(rules: Ruleset) -> Iterator[Item]:
    """The zones with the pieces that begin in them, and who put them there if another plugin."""
    for place in places(rules):
        stock = [owned for owned in rules.stock if owned.entry.zone.name == place.name]
        lots = [lot for one in stock for lot in _lots(rules, one.entry)]
        foreign = [one for one in stock if one.replaced or one.plugin != place.plugin]
        yield evolve(
            place,
            details=(
                *place.details,
                *([say("begins with {lots}", lots=", ".join(lots))] if lots else []),
            ),
            items=tuple(told(one, *_lots(rules, one.entry)) for one in foreign),
        )


def _lots(rules: Ruleset, stock: Stock) -> list[str]:
    names = Names(rules)
    return [f"{names.name(kind)} {stock.count}" for kind in stock.kinds]


def _place(rules: Ruleset, zone: Zone) -> str:
    if isinstance(zone, RouteZone):
        most, grounds = rules.layout.room[zone.name], rules.layout.grounds.get(zone.name)
        if grounds is None:
            return say("on each route, {n} at most", n=most)
        on = ", ".join(map(Names(rules).terrain, sorted(grounds))) or say("none")
        return say("on each route of these terrains, {n} at most: {terrains}", n=most, terrains=on)
    if isinstance(zone, SeatZone):
        if zone.pays_into:
            return say("one a seat, pays into {zone}", zone=zone.pays_into.name)
        return say("one a seat")
    return say("on the table")


def slots(rules: Ruleset) -> Iterator[Item]:
    """The plugins' slots, and who sees which part."""
    for name, slot in rules.slots.items():
        if slot.visibility is not None:
            details = [f"{slot.type.__name__}, {_seen_by(slot.visibility)}"]
        else:
            details = [
                f"{field.name}, {_seen_by(field.metadata['elfen.visibility'])}"
                for field in attrs.fields(slot.type)
            ]
        yield Item(name, rules.slot_owner[name], "", tuple(details))


def procedures(rules: Ruleset) -> Iterator[Item]:
    """The procedures with their steps, in order."""
    said = {
        "setup": say("once, before the first round"),
        "round": say("the phases of each round"),
        END: say("once an ending has come, before the game is over"),
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
            *([say("like {decision}", decision=like)] if like else []),
            *(
                [say("{action} is taken for a seat that has no more", action=repr(str(forced)))]
                if forced
                else []
            ),
            items=map(action, rules.answers[owned.entry.name]),
        )


def action(owned: Owned[ActionType[Any]]) -> Item:
    """An action type, and its notation."""
    entry = owned.entry
    hides = [] if entry.public is as_it_is else [say("others see less of it")]
    return told(owned, _notation(entry.type), *_on_boots(entry), *hides)


def _on_boots(entry: ActionType[Any]) -> Iterator[str]:
    """Where such an action takes the boot, as declared, and whether plans include it."""
    if entry.crossings is not None:
        yield say("crosses a route")
    elif entry.leaps is not None:
        yield say("takes the boot elsewhere by no route")
    elif entry.journeys is not None:
        yield say("a journey, which a plan tries")
    elif entry.crosses is not None:
        yield say("takes the boot elsewhere, which is not planned")


def _notation(cls: type[Action]) -> str:
    """The form of an action's notation, such as `move ROUTE CARDS`."""
    return " ".join([cls.verb, *(field.name.upper() for field in attrs.fields(cls))])


def chances(rules: Ruleset) -> Iterator[Item]:
    """The draws and rolls."""
    for owned in rules.chances:
        entry = owned.entry
        if isinstance(entry, Draw):
            of_seat = isinstance(entry.source, SeatZone)
            text = "from a seat's {source} to {target}" if of_seat else "from {source} to {target}"
            yield told(owned, say(text, source=entry.source.name, target=entry.target.name))
        elif isinstance(entry, Roll):
            yield told(owned, _seen_by(entry.visibility))


def costs(rules: Ruleset) -> Iterator[Item]:
    """The layers of the move cost with their terms."""
    said = {layer: (layer.__doc__ or "").split("\n")[0].partition(":")[2] for layer in LAYERS}
    for layer in LAYERS:
        terms = [owned for owned in rules.cost_terms if type(owned.entry) is layer]
        if terms:
            items = tuple(told(one, *_inputs(one.entry)) for one in terms)
            yield Item(layer.__name__.lower(), None, say(said[layer].strip(" .")), items=items)


def _inputs(term: CostTerm) -> Iterator[str]:
    tag = getattr(term, "tag", None)
    if tag is not None:
        yield say("tag {tag}", tag=tag)
    yield say("depends on {what}", what=f" {say('and')} ".join(term.depends_on))


def restrictions(rules: Ruleset) -> Iterator[Item]:
    """The restrictions, and the actions that they apply to."""
    asked = Asked.of(rules)
    for owned in rules.restrictions:
        entry = owned.entry
        if entry.type is not None:
            yield told(owned, say("on {what}", what=_notation(entry.type)))
            continue
        verbs = [t.entry.type.verb for t in rules.action_types if bears_on(entry, t.entry, asked)]
        on = entry.on.value if isinstance(entry.on, Deed) else entry.on
        yield told(owned, f"{say('on {what}', what=on)}: {', '.join(verbs) or say('no action')}")


def short_cuts(rules: Ruleset) -> Iterator[Item]:
    """The short cuts, taken or not and why not; those of removed actions are left out."""
    holds: dict[str, str] = {}
    for owned in rules.short_cuts:
        cut = owned.entry
        if cut.of in rules.items.gone["action"]:
            continue
        obstacle = obstruction(rules, cut)
        if not obstacle and holds.setdefault(cut.of, cut.name) != cut.name:
            obstacle = say("{other} is", other=holds[cut.of])
        taken = say("not taken: {why}", why=obstacle) if obstacle else _taken(rules, cut.of)
        yield told(owned, say("for {what}", what=cut.of), taken)


def _taken(rules: Ruleset, action_type: str) -> str:
    """That an action is cut short, but not at the decisions that borrow it from another one."""
    for owned in rules.action_types:
        if owned.entry.name == action_type:
            _, others = rules.asked_at(owned)
            if others:
                return say("taken, but not at {what}", what=f" {say('and')} ".join(others))
    return say("taken")


def endings(rules: Ruleset) -> Iterator[Item]:
    """How a game can end."""
    for owned in rules.ending_list:
        latest = owned.entry.latest
        yield told(owned, *([say("in round {n} at the latest", n=latest(rules))] if latest else []))


def score(rules: Ruleset) -> Iterator[Item]:
    """The lines of the score, with their bounds."""
    for owned in rules.score_lines:
        line = owned.entry
        yield told(
            owned,
            say(
                "from {lowest} to {highest} points",
                lowest=line.lowest(rules),
                highest=line.highest(rules),
            ),
        )


def cautions(rules: Ruleset) -> Iterator[Item]:
    """What players are warned of before they do it."""
    for owned in rules.cautions:
        yield told(owned, say("on {what}", what=_notation(owned.entry.type)))


def advice(rules: Ruleset) -> Iterator[Item]:
    """What the stock bots are told about actions."""
    for owned in rules.advice:
        yield told(owned, say("on {what}", what=_notation(owned.entry.type)))
