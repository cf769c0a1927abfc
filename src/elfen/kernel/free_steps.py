"""Free steps: crossings that cost nothing, and how many of them a game can have.

Pieces run out, so steps that cost pieces come to an end. Free steps do not: a term that gives such
a price declares with `free` how many there can be, and this bounds the decisions at which boots
move. A term without `free` is refused: while rules are compiled, if a sample of one route per
terrain shows it, and otherwise when the price is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from elfen.declare import CostTerm, Decide, Price, could_be, offered, possible
from elfen.errors import RulesetError

if TYPE_CHECKING:
    from elfen.declare import Action, Contents, Owned
    from elfen.declare.given import Ruleset
    from elfen.kernel.state import State


def refuse_unbounded(terms: Sequence[Owned[CostTerm]], prices: Iterable[Price]) -> None:
    """Raise `RulesetError` if a price is nothing and the term that made it has no `free`."""
    for price in prices:
        if not price.needs:
            owned = maker(terms, price)
            if owned.entry.free is None:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: by {owned.entry.name!r} a crossing can cost nothing,"
                    " any number of times; give it free=, a bound for a whole game, or let it cost"
                    " a piece"
                )


def maker(terms: Sequence[Owned[CostTerm]], price: Price) -> Owned[CostTerm]:
    """The term that made a price: the one named by its last line."""
    return next(owned for owned in terms if owned.entry.name == price.lines[-1].term)


def look(rules: Ruleset) -> None:
    """Sample a route of each terrain, empty and with each single piece that has room there.

    Raises `RulesetError`. Other errors of a term are reported when it is asked in a game.
    """
    terms, quotes = rules.cost_terms, rules.quotes
    entries = [owned.entry for owned in terms]
    for route, start in _samples(rules):
        for contents in _at_most_one(rules, rules.board.routes[route].terrain):
            crossing = quotes.crossing(route, start, contents, 0, None)
            try:
                lists = offered(entries, could_be(crossing))
                suspect = any(not any(need.n for need in p.needs) for one in lists for p in one)
                prices = possible(terms, crossing) if suspect else ()
            except Exception:
                continue
            refuse_unbounded(terms, prices)


def _at_most_one(rules: Ruleset, terrain: str) -> Iterator[Contents]:
    """No piece, and each single one with room on routes of a terrain that prices may rest on."""
    yield ()
    for zone in rules.layout.route_zones:
        if zone.priced and rules.layout.room_on(zone, terrain):
            yield from ((kind,) for kind in rules.layout.places_of(zone))


def _samples(rules: Ruleset) -> Iterator[tuple[int, int]]:
    """A route number of each terrain and water, and a town number at its end, each way."""
    seen: set[object] = set()
    for start, legs in enumerate(rules.board.legs):
        for number, _ in legs:
            route = rules.board.routes[number]
            directed = rules.terrains[route.terrain].directed
            up = directed and rules.board.towns[start].id != route.ends[0]
            if (key := (route.terrain, route.water, up)) not in seen:
                seen.add(key)
                yield number, start


def most_free_steps(rules: Ruleset, players: int) -> int:
    """How many free steps a game can have, by what the terms declare."""
    return sum(o.entry.free(rules, players) for o in rules.cost_terms if o.entry.free is not None)


def gone_free(rules: Ruleset, state: State, action: Action) -> Owned[CostTerm] | None:
    """The term by which a legal action crosses a route for nothing; None if it does not."""
    crossings = next(o.entry for o in rules.action_types if o.entry.type is type(action)).crossings
    item = rules.pending(state)
    if crossings is None or not isinstance(item, Decide):
        return None
    position, start = rules.position(state), state.boots[item.seat]
    for route, _ in rules.board.legs[start]:
        choices = crossings.choices(position, item.seat, route)
        for table, actions in choices.parts if choices is not None else ():
            if action in actions and not table.payments[actions.index(action)].pieces:
                prices = crossings.prices(position, item.seat, route)
                return maker(rules.cost_terms, next(one for one in prices if not one.needs))
    return None
