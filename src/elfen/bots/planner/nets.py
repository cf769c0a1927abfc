"""Nets: the ways between all towns at once, with what lies on the routes.

Between two plans mostly a route or two have changed. So a net is made from the last one: only the
towns at the ends of those routes are looked at anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from elfen.bots.planner.prices import Exits, KnownPrices, known_prices
from elfen.declare import Contents, Memo

if TYPE_CHECKING:
    from elfen.declare import Leaps
    from elfen.game import Ruleset

#: The kinds that may be laid, the leaps that there are, and the seat (0 if that does not matter).
Asked = tuple[tuple[int, ...], tuple["Leaps[Any]", ...], int]


class Net(NamedTuple):
    """The ways out of each town number and, along routes, into it, with these on the routes."""

    routes: Sequence[Contents]
    exits: dict[int, Exits]
    entries: dict[int, Exits]


class Nets:
    """The last net of each sort that a ruleset has been asked for."""

    def __init__(self, rules: Ruleset) -> None:
        self._known: KnownPrices = known_prices[rules]
        self._by_seat = rules.quotes.by_seat
        towns = rules.board.town_number
        self._ends = [[towns[town] for town in route.ends] for route in rules.board.routes]
        self._towns = range(len(towns))
        self._last = Memo[Asked, "list[Net]"](lambda asked: [], most=64)

    def net(
        self,
        routes: Sequence[Contents],
        lays: tuple[int, ...],
        leaps: tuple[Leaps[Any], ...],
        seat: int,
    ) -> Net:
        """The net for a seat with this on the routes, if prices do not depend on the state."""
        asked = lays, leaps, seat if self._by_seat else 0
        last = self._last[asked]
        net = last[0] if last else None  # looked at once: other threads may change it meanwhile
        if net is not None and net.routes is routes:
            return net
        if net is None:
            net = self._changed(Net(routes, {}, {}), routes, asked, self._towns)
        else:
            pairs = zip(self._ends, net.routes, routes, strict=True)
            towns = {town for ends, old, new in pairs if old != new for town in ends}
            net = self._changed(net, routes, asked, towns)
        last[:] = [net]
        return net

    def _changed(
        self, net: Net, routes: Sequence[Contents], asked: Asked, towns: Sequence[int] | set[int]
    ) -> Net:
        """The same net with other contents of routes, which end in these towns."""
        if not towns:
            return net._replace(routes=routes)
        known = self._known
        lays, leaps, seat = asked
        exits, entries = {**net.exits}, {**net.entries}
        for town in towns:
            exits[town] = known.exits_of(town, routes, lays, seat, leaps)
            entries[town] = known.entries_of(town, routes, lays, seat)
        return Net(routes, exits, entries)


#: The nets of the rulesets that were last planned for.
known_nets: Memo[Ruleset, Nets] = Memo(Nets, most=8)
