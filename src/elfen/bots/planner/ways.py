"""Ways: the steps that lead on from each town, what they cost, and what follows them.

Prices come from the ruleset's quotes. What else follows a step is found out by letting the
kernel make it once from the town in question, with the destination's town piece already taken
and not yet taken. What the seat is then asked (see `planner/questions.py`) may bring a gift:
something more to pay with, for a seat that is new in the town.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from elfen.bots.planner.nets import Net, known_nets
from elfen.bots.planner.others import Others
from elfen.bots.planner.prices import NO_ROUTE, Exit, Exits, Opening, Priced, known_prices
from elfen.bots.planner.purse import Demand, Field
from elfen.bots.planner.questions import brings, changes_nothing, is_asked, ways_back
from elfen.bots.planner.rows import GoesOn, Way
from elfen.bots.planner.seen import Seen
from elfen.bots.planner.steps import Steps
from elfen.bots.planner.tallies import STOCK
from elfen.declare import Contents, Counts, Decide, SameMemo
from elfen.kernel import State, open_position, state_of

if TYPE_CHECKING:
    from elfen.declare import Action, Price
    from elfen.game import Ruleset
    from elfen.kernel import Payment

_MOST_DEMANDS = 1024

#: How often gifts may bring further ones into reach.
_MOST_LOOKS = 4


class Ways:
    """All ways of a seat that is to decide in a state.

    `lays` are the numbers of the kinds that may be laid on the way. `hopeful` ways are assumed to
    go on wherever they lead; otherwise the kernel is asked. `changed` collects what steps change
    beyond the usual; `odd` says that some step does more than the search can foresee.
    """

    def __init__(
        self,
        rules: Ruleset,
        seen: Seen,
        seat: int,
        steps: Steps,
        lays: tuple[int, ...],
        hopeful: bool,
        others: Others,
    ) -> None:
        self.rules, self.seen, self.seat, self.steps = rules, seen, seat, steps
        self.lays = lays
        self.hopeful = hopeful
        item = seen.agenda[-1]
        plain = isinstance(item, Decide) and not item.data
        self._returns = steps.returns if plain else None
        self.others = others
        self.piece_towns = seen.piece_towns
        layout = rules.layout
        self.paying = {
            layout.index(zone, seat): layout.index(zone.pays_into)
            for zone in layout.seat_zones
            if zone.pays_into is not None
        }
        #: The same zones by the numbers that demands have for them, those of the first seat.
        self.own = {
            layout.index(zone): layout.index(zone, seat)
            for zone in layout.seat_zones
            if zone.pays_into is not None
        }
        #: What the seat holds in them, by the numbers of demands.
        self.held: dict[int, Counts] = {zone: seen.zone(own) for zone, own in self.own.items()}
        self.changed: set[int | str] = set()
        self.odd = False
        #: What prices that depend on the state rest on: fields of the state, and numbers of zones.
        self.read: set[int | str] = set()
        #: What each town, by number, gives to a seat that is new there.
        self.gifts: dict[int, tuple[Demand, ...]] = {}
        self._followed: dict[object, GoesOn] = {}
        self._zones: tuple[Counts, ...] = ()
        self._known = known_prices[rules]
        self._leaps = tuple(steps.leaps.values())
        #: Whether the same decision follows every step, as far as is known.
        self.go_on = hopeful or (plain and steps.always_returns and not self._leaps)
        #: The ways out of each town number.
        self.exits: dict[int, Exits] = {}
        if hopeful:
            self.exits = self._exits_of_all()
        else:
            self._look_around()
            self._look_for_gifts()

    @property
    def state(self) -> State:
        """A state of which the seat may have this view."""
        return self.seen.state

    # Prices ----------------------------------------------------------------------------

    @property
    def prices_move(self) -> bool:
        """Whether prices rest on what every step changes, or on the state while others act too."""
        moved = {"boots", "visited", "zones", "agenda", *self.paying, *self.paying.values()}
        moved |= {"routes"} if self.lays else set()
        return not moved.isdisjoint(self.read) or (self.others.asked and bool(self.read))

    def _look_around(self, narrowly: bool = False) -> None:
        """Find the exits of the towns in reach, those that the seat could pay for.

        It could if its boot were there and it held all that it has now. If `narrowly`, exits have
        no prices but these.
        """
        self._enough = SameMemo(self._holds, _MOST_DEMANDS)
        self._pays = SameMemo(self._payable, _MOST_DEMANDS)
        towns = [self.seen.boots[self.seat]]
        self.exits = {}
        for town in towns:
            found = self._exits(town)
            if narrowly:
                found = tuple(map(self._payable_part, found))
            self.exits[town] = tuple(filter(self._in_reach, found))
            for one in self.exits[town]:
                if one.end not in towns:
                    towns.append(one.end)

    def look_narrowly(self) -> None:
        """Forget all prices that the seat could not pay."""
        self._look_around(narrowly=True)

    def _exits(self, town: int) -> Exits:
        """The ways out of a town, whatever they cost."""
        known, seat = self._known, self.seat
        if not self.rules.quotes.by_state:
            return known.exits_of(town, self.seen.routes, self.lays, seat, self._leaps)
        legs = self.rules.board.legs[town]
        found = [self._priced_now(town, route, end) for route, end in legs]
        found = [one for one in found if one.openings]
        for leap in self._leaps:
            found += known.leaps[leap, town]
        return tuple(found)

    def _exits_of_all(self) -> dict[int, Exits]:
        """The ways out of all towns, whatever they cost."""
        if self.rules.quotes.by_state:
            return {town: self._exits(town) for town in range(len(self.rules.board.towns))}
        return self._net.exits

    @property
    def _net(self) -> Net:
        return known_nets[self.rules].net(self.seen.routes, self.lays, self._leaps, self.seat)

    def _priced_now(self, start: int, route: int, end: int) -> Exit:
        """A way out along a route, where prices depend on the state."""
        rules, seat, known = self.rules, self.seat, self._known
        lying = self.state.routes[route]
        contents: list[tuple[Contents, int | None]] = [(lying, None)]
        if self.lays:
            contents += known.layable[route, lying, self.lays]
        found: list[Opening] = []
        for some, laid in contents:
            state = self._at(start, self.state.visited[seat], route, some)
            position = open_position(rules, state)
            prices, read = known.priced(route, start, some, seat, position)
            self.read |= read
            found.append(Opening(some, prices, laid))
        return Exit(start, route, end, tuple([one for one in found if one.prices]))

    def _in_reach(self, way_out: Exit) -> bool:
        kept, pays = self._pays.kept, self._pays
        for opening in way_out.openings:
            for priced in opening.prices:
                found = kept.get(id(priced))
                if found[1] if found is not None else pays[priced]:
                    return True
        return False

    def _payable_part(self, way_out: Exit) -> Exit:
        openings = [
            evolve(one, prices=tuple(filter(self._payable, one.prices))) for one in way_out.openings
        ]
        return evolve(way_out, openings=tuple(openings))

    def _payable(self, priced: Priced) -> bool:
        enough = self._enough
        for demand in priced.demands:  # noqa: SIM110
            if not enough[demand]:
                return False
        return True

    def _holds(self, demand: Demand) -> bool:
        counts = self.held[demand.zone]
        return sum([counts[place] for place in demand.places]) >= demand.n

    def entries(self, towns: Iterable[int]) -> list[Exits] | None:
        """The ways into each of these towns, or None if only the ways out are known."""
        if not self.hopeful or self._leaps or self.rules.quotes.by_state:
            return None
        entries = self._net.entries
        return [entries[town] for town in towns]

    def fields(self, singly: frozenset[int]) -> frozenset[Field]:
        """All sets of kinds that ways ask for; on zones in `singly` each kind separately."""
        more = [(STOCK, frozenset([n])) for n in range(len(self.lays))]
        # A purse with one more gift has to count as more.
        more += [(demand.zone, demand.places) for demand in self.all_gifts()]
        more += [(zone, frozenset([n])) for zone in singly for n in range(len(self.held[zone]))]
        return self._known.asked_by(self.exits.values()).union(more)

    def all_gifts(self) -> list[Demand]:
        """The gifts of all towns; `held` includes them, and a search starts without them."""
        return [demand for gift in self.gifts.values() for demand in gift]

    def _look_for_gifts(self) -> None:
        """Find the gifts in reach, and add all of them to `held`."""
        if self.go_on:
            return
        own = self.held
        for _ in range(_MOST_LOOKS):
            known = len(self.gifts)
            for exits in self.exits.values():
                for one in exits:
                    self.follows(one)
            if len(self.gifts) == known:
                return
            self.held = {zone: self._with_gifts(zone, counts) for zone, counts in own.items()}
            zones = list(self.state.zones)
            for zone, number in self.own.items():
                zones[number] = self.held[zone]
            self._zones = tuple(zones)
            self._followed.clear()
            self._look_around()
        self.odd = True

    def _with_gifts(self, zone: int, counts: Counts) -> Counts:
        more = [*counts]
        for gift in self.all_gifts():
            for place in gift.places if gift.zone == zone else ():
                more[place] += gift.n
        return tuple(more)

    def with_gift(self, way: Way) -> Way | None:
        """The same way, taking what its end gives to a seat that is new there."""
        gift = self.gifts.get(way.end)
        if gift is None or not way.goes_on[1] or not all(map(self._holds, way.demands)):
            return None
        if sum(demand.n for demand in gift) > sum(demand.n for demand in way.demands):
            self.odd = True  # the search goes from longer purses to shorter ones
            return None
        return way._replace(goes_on=(None, True), gift=gift)

    def one_by_one(self, way_out: Exit, singly: frozenset[int]) -> Exit:
        """A way out whose demands on zones in `singly` name one kind each."""
        openings = [
            evolve(
                one,
                prices=tuple(
                    split
                    for priced in one.prices
                    for split in (
                        [priced]
                        if singly.isdisjoint([demand.zone for demand in priced.demands])
                        else self._split(priced.price)
                    )
                ),
            )
            for one in way_out.openings
        ]
        return evolve(way_out, openings=tuple(openings))

    def _split(self, price: Price) -> Iterator[Priced]:
        for payment in self.rules.payment_table(price.needs).payments:
            if payment.affordable(self.state.zones, self.seat):
                demands = tuple(
                    Demand(source[0], frozenset([place]), n)
                    for source, _, counts in payment.parts
                    for place, n in enumerate(counts)
                    if n
                )
                yield Priced(price, demands)

    # The kernel ------------------------------------------------------------------------

    def _at(self, town: int, visited: int, route: int, contents: Contents) -> State:
        """The state with the seat's boot in another town and other contents on a route."""
        state, seat = self.state, self.seat
        routes = state.routes
        if route != NO_ROUTE:
            routes = (*routes[:route], contents, *routes[route + 1 :])
        return state_of(
            self._zones or state.zones,
            (*state.boots[:seat], town, *state.boots[seat + 1 :]),
            (*state.visited[:seat], visited, *state.visited[seat + 1 :]),
            routes,
            state.round,
            state.agenda,
            state.ext,
            state.ledger,
        )

    def follows(self, way_out: Exit) -> GoesOn:
        """Whether the seat decides again after a step, with the end's piece taken and not taken."""
        if self.hopeful:
            return True, True
        if self._returns is not None and way_out.leap is None:
            there = (1 << way_out.end) & self.piece_towns & ~self.seen.visited[self.seat]
            if self._returns(way_out.end, False) and self._returns(way_out.end, bool(there)):
                return True, True if there else None
        # What follows a leap is the same wherever it began.
        leap, end = way_out.leap, way_out.end
        key = (leap, end) if leap is not None else (way_out.start, way_out.route)
        if key not in self._followed:
            new = (1 << end) & self.piece_towns & ~self.state.visited[self.seat]
            self._followed[key] = (
                self._made(way_out, True),
                self._made(way_out, False) if new else None,
            )
        return self._followed[key]

    def _made(self, way_out: Exit, taken: bool) -> bool | None:
        """Whether the seat goes on after a step, by the kernel; None if it is not legal."""
        rules, seat, end = self.rules, self.seat, way_out.end
        bit = (1 << end) & self.piece_towns
        visited = self.state.visited[seat] & ~bit | bit * taken
        payable = (one.contents for one in way_out.openings if any(map(self._payable, one.prices)))
        before = self._at(way_out.start, visited, way_out.route, next(payable))
        found = self._any_payment(before, way_out)
        if found is None:
            return None
        action, payment = found
        if rules.check(before, action) is not None:
            self.odd = True  # the step needs more than its price, perhaps not always
            return None
        after = rules.advance(before, action)
        self._note(before, after, payment, end, visited | bit)
        if not is_asked(after, before.agenda, seat):
            return after.agenda == before.agenda or self._comes_round(after)
        return self._answered(before, after, end, taken)

    def _comes_round(self, after: State) -> bool:
        """Whether the seat's turn comes again if all others pass."""
        self.odd |= self.others.puts_off(after)
        again = self.others.again(after)
        if again is not None and again.ext != after.ext:
            self.changed.add("ext")
        return again is not None

    def _answered(self, before: State, asked: State, end: int, taken: bool) -> bool:
        """Whether some answer certainly leads on; gifts that others bring are noted."""
        leads_on = False
        for way in ways_back(self.rules, asked, before.agenda, self.seat):
            there = way[-1].after
            if changes_nothing(asked, there):
                leads_on = True
            elif more := brings(asked, there, [*self.paying]):
                gift = tuple(
                    Demand(zone, frozenset([place]), n)
                    for zone, own in self.own.items()
                    for place, n in enumerate(more.get(own, ()))
                    if n
                )
                self.odd |= taken or self.gifts.setdefault(end, gift) != gift
                self.changed |= {
                    n
                    for n, (a, b) in enumerate(zip(asked.zones, there.zones, strict=True))
                    if a != b
                }
        self.odd |= end in self.gifts and not leads_on
        return leads_on

    def _any_payment(self, state: State, way_out: Exit) -> tuple[Action, Payment] | None:
        for action, payment in self.payments(state, way_out):
            if payment.affordable(state.zones, self.seat):
                return action, payment
        return None

    def payments(self, state: State, way: Exit | Way) -> Iterator[tuple[Action, Payment]]:
        """All actions that take a way from where the boot stands, each with its payment."""
        if way.leap is not None:
            yield from way.leap.open_to(self.rules, way.end)
            return
        position = self.rules.position(state)
        choices = self.steps.crossings.choices(position, self.seat, way.route)
        for table, actions in choices.parts if choices is not None else ():
            yield from zip(actions, table.payments, strict=True)

    def _note(self, before: State, after: State, payment: Payment, end: int, visited: int) -> None:
        """Note what a step changed beyond what every step changes."""
        seat = self.seat
        if after.boots != (*before.boots[:seat], end, *before.boots[seat + 1 :]):
            self.odd = True
        if after.visited != (*before.visited[:seat], visited, *before.visited[seat + 1 :]):
            self.odd = True
        if after.routes != before.routes:
            self.odd = True
        zones = list(before.zones)
        for source, target, counts in payment.parts:
            here, there = source[seat], target[seat]
            zones[here] = tuple([a - b for a, b in zip(zones[here], counts, strict=True)])
            zones[there] = tuple([a + b for a, b in zip(zones[there], counts, strict=True)])
        for index, (foreseen, true) in enumerate(zip(zones, after.zones, strict=True)):
            if foreseen != true:
                self.changed.add(index)
                self.odd |= index in self.paying and after.agenda == before.agenda
        self.changed |= {p for p in ("ext", "round") if getattr(after, p) != getattr(before, p)}
