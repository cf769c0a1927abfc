"""Ways: the steps that lead on from each town, what they cost, and what follows them.

Prices come from the ruleset's quotes. What else follows a step is found out by letting the
kernel make it once from the town in question, with the destination's town piece already taken
and not yet taken. What the seat is then asked (see `planner/questions.py`) may bring a gift:
something more to pay with, for a seat that is new in the town.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import evolve, frozen

from elfen.bots.planner.others import Others
from elfen.bots.planner.prices import KnownPrices, Offer, Priced, known_prices
from elfen.bots.planner.purse import Demand
from elfen.bots.planner.questions import brings, changes_nothing, is_asked, ways_back
from elfen.declare import Contents, Counts, SameMemo
from elfen.kernel import State

if TYPE_CHECKING:
    from elfen.declare import Action, Leaps, Price
    from elfen.game import Ruleset
    from elfen.kernel import Crossings, Payment

    ActionClass = type[Action]

#: The zone number used in demands for pieces that may be laid on the way.
STOCK = -1

#: The most pieces of a kind that may be laid on the way.
MOST_STOCK = 15

#: The route number of a leap, which uses none.
NO_ROUTE = -1

_MOST_DEMANDS = 1024

#: How often gifts may bring further ones into reach.
_MOST_LOOKS = 4


class Steps(NamedTuple):
    """A type of action that is a step: its decisions, its class and its crossings.

    `leaps` are other classes of steps at the first of these decisions, which use no route, and
    `journeys` those that the search cannot foresee: they are tried.
    """

    at: tuple[str, ...]
    type: ActionClass
    crossings: Crossings[Any]
    leaps: Mapping[ActionClass, Leaps[Any]]
    journeys: tuple[ActionClass, ...]

    @property
    def types(self) -> tuple[ActionClass, ...]:
        """All classes of steps."""
        return self.type, *self.leaps, *self.journeys


def steps_of(rules: Ruleset) -> list[Steps]:
    """The action types that are steps: those that declare `crossings`."""
    found = []
    for owned in rules.action_types:
        crossings = owned.entry.crossings
        if crossings is not None:
            own, others = rules.asked_at(owned)
            at = (*own, *others)
            found.append(Steps(at, owned.entry.type, crossings, *_others_at(rules, at[0])))
    return found


def _others_at(
    rules: Ruleset, decision: str
) -> tuple[dict[ActionClass, Leaps[Any]], tuple[ActionClass, ...]]:
    """The action types that answer a decision and declare `leaps`, and those with `journeys`."""
    here = [owned.entry for owned in rules.answers[decision]]
    leaps = {entry.type: entry.leaps for entry in here if entry.leaps is not None}
    return leaps, tuple(entry.type for entry in here if entry.journeys is not None)


@frozen
class Way:
    """A step from a town number along a route number (or by a leap), at one price.

    With `laid` (a kind number) such a piece is laid on the route first. `goes_on` says, for the
    end's town piece taken and not taken, whether the same decision follows (None: the step is
    not legal). `gift` is what the seat takes there in answer to a question, written as demands.
    """

    start: int
    route: int
    end: int
    demands: tuple[Demand, ...]
    laid: int | None
    goes_on: tuple[bool | None, bool | None]
    gift: tuple[Demand, ...] = ()
    leap: Leaps[Any] | None = None


class Opening(NamedTuple):
    """A step that the seat could pay for if its boot were there and it held all it has now."""

    route: int
    end: int
    contents: Contents
    laid: int | None
    prices: list[Priced]
    leap: Leaps[Any] | None = None


class Ways:
    """All ways of a seat that is to decide in a state.

    `lays` are the kind numbers that may be laid on the way. `hopeful` ways are assumed to go on
    wherever they lead; otherwise the kernel is asked. `changed` collects what steps change
    beyond the usual; `odd` says that some step does more than the search can foresee.
    """

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        seat: int,
        steps: Steps,
        lays: Sequence[int],
        hopeful: bool,
        others: Others,
    ) -> None:
        self.rules, self.state, self.seat, self.steps = rules, state, seat, steps
        self.lays = tuple(sorted(lays))
        self._laid = {kind: Demand(STOCK, frozenset([n]), 1) for n, kind in enumerate(self.lays)}
        self.hopeful = hopeful
        self.others = others
        self.piece_towns = rules.piece_towns_of(state)
        layout = rules.layout
        self.paying = {
            layout.index(zone, seat): layout.index(zone.pays_into)
            for zone in layout.seat_zones
            if zone.pays_into is not None
        }
        self.held: dict[int, Counts] = {zone: state.zones[zone] for zone in self.paying}
        if self.lays:
            self.held[STOCK] = (MOST_STOCK,) * len(self.lays)
        self.changed: set[int | str] = set()
        self.odd = rules.quotes.by_state
        #: What each town, by number, gives to a seat that is new there.
        self.gifts: dict[int, tuple[Demand, ...]] = {}
        self._zones = state.zones
        self._followed: dict[object, tuple[bool | None, bool | None]] = {}
        self.open: dict[int, list[Opening]] = {}
        self._look_around()
        self._look_for_gifts()

    # Prices ----------------------------------------------------------------------------

    def _look_around(self) -> None:
        """Find all openings in the towns in reach."""
        known = known_prices[self.rules]
        self._enough = SameMemo(self._holds, _MOST_DEMANDS)
        self._leaps = [
            (leap, [one for one in known.leap(leap, self.seat) if self._in_reach(one)])
            for leap in self.steps.leaps.values()
        ]
        start = self.state.boots[self.seat]
        towns = [start]
        self.open.clear()
        self.open[start] = []
        for town in towns:
            for route, end in self.rules.board.legs[town]:
                for laid, contents, offered in self._offers(known, route, town):
                    prices = [priced for priced in offered if self._in_reach(priced)]
                    if prices:
                        self.open[town].append(Opening(route, end, contents, laid, prices))
                        if end not in self.open:
                            self.open[end] = []
                            towns.append(end)
            for opening in self._leaps_from(town):
                self.open[town].append(opening)
                if opening.end not in self.open:
                    self.open[opening.end] = []
                    towns.append(opening.end)

    def _leaps_from(self, start: int) -> Iterator[Opening]:
        """The leaps from a town number that the seat could pay for."""
        for leap, prices in self._leaps:
            for end in leap.ends(self.rules, start) if prices else ():
                yield Opening(NO_ROUTE, end, (), None, prices, leap)

    def _offers(self, known: KnownPrices, route: int, start: int) -> Iterable[Offer]:
        """What crossing a route costs as it is, and with a piece laid on it."""
        rules, seat, lying = self.rules, self.seat, self.state.routes[route]
        if not rules.quotes.by_state:
            yield from known.offers[route, start, lying, self.lays, seat]
            return
        contents: list[tuple[Contents, int | None]] = [(lying, None)]
        if self.lays:
            contents += known.layable[route, lying, self.lays]
        for some, laid in contents:
            position = rules.position(self._at(start, self.state.visited[seat], route, some))
            prices = rules.quotes.prices(route, start, some, seat, position)
            yield laid, some, tuple([Priced(p, known.demands(p, seat)) for p in prices])

    def _in_reach(self, priced: Priced) -> bool:
        enough = self._enough
        for demand in priced.demands:  # noqa: SIM110
            if not enough[demand]:
                return False
        return True

    def _holds(self, demand: Demand) -> bool:
        counts = self.held[demand.zone]
        return sum([counts[place] for place in demand.places]) >= demand.n

    def every_demand(self, singly: frozenset[int]) -> list[Demand]:
        """All demands of any way; on zones in `singly` each kind is demanded separately."""
        found = {
            demand
            for openings in self.open.values()
            for opening in openings
            for priced in opening.prices
            for demand in priced.demands
        }
        found |= {Demand(STOCK, frozenset([n]), 1) for n in range(len(self.lays))}
        found.update(self.all_gifts())  # a purse with one more gift has to count as more
        for zone in singly:
            found |= {Demand(zone, frozenset([n]), 1) for n in range(len(self.held[zone]))}
        return sorted(found, key=lambda d: (d.zone, sorted(d.places), d.n))

    def missing(self, stock: Sequence[int]) -> list[Demand]:
        """The demands that reduce the most that could be laid to this stock."""
        return [
            Demand(STOCK, frozenset([n]), max(0, MOST_STOCK - have)) for n, have in enumerate(stock)
        ]

    def all_gifts(self) -> list[Demand]:
        """The gifts of all towns; `held` includes them, and a search starts without them."""
        return [demand for gift in self.gifts.values() for demand in gift]

    def _look_for_gifts(self) -> None:
        """Find the gifts in reach, and add all of them to `held`."""
        if self.hopeful:
            return
        own = self.held
        for _ in range(_MOST_LOOKS):
            known = len(self.gifts)
            for town, openings in self.open.items():
                for opening in openings:
                    self._follows(town, opening)
            if len(self.gifts) == known:
                return
            self.held = {zone: self._with_gifts(zone, counts) for zone, counts in own.items()}
            self._zones = tuple(
                [self.held.get(n, counts) for n, counts in enumerate(self.state.zones)]
            )
            self._followed.clear()
            self._look_around()
        self.odd = True

    def _with_gifts(self, zone: int, counts: Counts) -> Counts:
        more = [*counts]
        for gift in self.all_gifts():
            for place in gift.places if gift.zone == zone else ():
                more[place] += gift.n
        return tuple(more)

    def ways(self, town: int, singly: frozenset[int]) -> list[Way]:
        """The ways from a town number; demands on zones in `singly` name one kind each."""
        out = []
        for opening in self.open.get(town, ()):
            route, end, _, laid, prices, leap = opening
            goes_on = self._follows(town, opening)
            lay = () if laid is None else (self._laid[laid],)
            for price, demands in prices:
                if singly and not singly.isdisjoint([d.zone for d in demands]):
                    out += [
                        Way(town, route, end, (*parts, *lay), laid, goes_on, leap=leap)
                        for parts in self._one_by_one(price)
                    ]
                else:
                    paid = (*demands, *lay)
                    out.append(Way(town, route, end, paid, laid, goes_on, leap=leap))
        if not self.gifts:
            return out
        return out + [way for one in out if (way := self._with_gift(one)) is not None]

    def _with_gift(self, way: Way) -> Way | None:
        """The same way, taking what its end gives to a seat that is new there."""
        gift = self.gifts.get(way.end)
        if gift is None or not way.goes_on[1]:
            return None
        if sum(demand.n for demand in gift) > sum(demand.n for demand in way.demands):
            self.odd = True  # the search goes from longer purses to shorter ones
            return None
        return evolve(way, goes_on=(None, True), gift=gift)

    def _one_by_one(self, price: Price) -> Iterator[tuple[Demand, ...]]:
        for payment in self.rules.payment_table(price.needs).payments:
            if payment.affordable(self.state.zones, self.seat):
                yield tuple(
                    Demand(source[self.seat], frozenset([place]), n)
                    for source, _, counts in payment.parts
                    for place, n in enumerate(counts)
                    if n
                )

    # The kernel ------------------------------------------------------------------------

    def _at(self, town: int, visited: int, route: int, contents: Contents) -> State:
        """The state with the seat's boot in another town and other contents on a route."""
        state, seat = self.state, self.seat
        routes = state.routes
        if route != NO_ROUTE:
            routes = (*routes[:route], contents, *routes[route + 1 :])
        return evolve(
            state,
            zones=self._zones,
            boots=(*state.boots[:seat], town, *state.boots[seat + 1 :]),
            visited=(*state.visited[:seat], visited, *state.visited[seat + 1 :]),
            routes=routes,
        )

    def _follows(self, town: int, opening: Opening) -> tuple[bool | None, bool | None]:
        """Whether the seat decides again after a step, with the end's piece taken and not taken."""
        if self.hopeful:
            return True, True
        # What follows a leap is the same wherever it began.
        key = (opening.leap, opening.end) if opening.leap is not None else (town, opening.route)
        if key not in self._followed:
            new = (1 << opening.end) & self.piece_towns & ~self.state.visited[self.seat]
            self._followed[key] = (
                self._made(town, opening, True),
                self._made(town, opening, False) if new else None,
            )
        return self._followed[key]

    def _made(self, town: int, opening: Opening, taken: bool) -> bool | None:
        """Whether the seat goes on after a step, by the kernel; None if it is not legal."""
        rules, seat, end = self.rules, self.seat, opening.end
        bit = (1 << end) & self.piece_towns
        visited = self.state.visited[seat] & ~bit | bit * taken
        before = self._at(town, visited, opening.route, opening.contents)
        found = self._any_payment(before, opening)
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
                    for zone, counts in more.items()
                    for place, n in enumerate(counts)
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

    def _any_payment(self, state: State, opening: Opening) -> tuple[Action, Payment] | None:
        for action, payment in self.payments(state, opening):
            if payment.affordable(state.zones, self.seat):
                return action, payment
        return None

    def payments(self, state: State, way: Opening | Way) -> Iterator[tuple[Action, Payment]]:
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
