"""The position builder: set up any situation by hand, such as a rulebook's example.

    state = (
        rules.build(players=2)
        .at("land/move", seat=0, round=2)
        .boot(0, "feodor")
        .zone(HAND.of(0), {"dragon": 3})
        .lay("feodor-lapphalya-woods", "dragon", "obstacle")
        .state()
    )

A built position begins with every piece where the game's stock has it, all boots at their start
and nothing visited; then say what lies elsewhere. Pieces are taken from the stock, so the number
of pieces stays right; anything wrong raises `PositionError`.

`rules.supposing(state)` begins with that state and changes only what you say.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import add, index
from typing import TYPE_CHECKING, TypeVar

from elfen.declare import (
    Chance,
    Counts,
    Decide,
    Item,
    Kind,
    Over,
    Place,
    SeatPlace,
    SeatZone,
    Slot,
    TableZone,
    Zone,
    bare_text,
    tabled,
)
from elfen.errors import FAULTS, ElfenError, PositionError, brief
from elfen.kernel.dealer import Dealer
from elfen.kernel.position import Fields
from elfen.kernel.state import State
from elfen.kernel.table import Table, open_table

if TYPE_CHECKING:
    from elfen.declare import Action, Outcome
    from elfen.declare.given import Ruleset

T = TypeVar("T")

_MOST_MOVES = 20_000


class Builder:
    """A position in the making; all methods but `state` and `draft` return the builder itself.

    Raises `PositionError` for what cannot be set up, and `BoardError` for a route or town that is
    not on the board.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        self._rules = rules
        self._known: list[tuple[int, Counts]] = []
        self.as_in(rules.start(players))

    @classmethod
    def of(cls, rules: Ruleset, position: Fields) -> Builder:
        """See `Ruleset.supposing`."""
        builder = cls.__new__(cls)
        builder._rules = rules
        builder._known = []
        builder._base = _state_of(rules, position)
        builder._table = open_table(rules, builder._base)
        builder._table.ledger = rules.knowledge.blank(builder._base.zones)
        return builder

    def at(self, decision: str, seat: int = 0, round: int | None = None) -> Builder:
        """The moment when `seat` is asked this decision: the first one, or the first in that round.

        The agenda has what is left of the turn and the round, as in a real game, and slots have
        the values of that moment in a plain game, where seats do as little as they can. Call it
        before placing anything. Raises `PositionError` if that game never gets there; then play to
        such a moment, and begin with `as_in`.
        """
        asked = _index(seat)
        if not isinstance(decision, str) or asked is None:
            raise PositionError(f"no seat {brief(seat)} is asked {brief(decision)}")
        wanted = self._rules.decide(bare_text(decision), asked, ()).name
        state = self._rules.start(self._table.players)
        for _ in range(_MOST_MOVES):
            item = self._rules.pending(state)
            if isinstance(item, Over):
                break
            here = isinstance(item, Decide) and (item.name, item.seat) == (wanted, asked)
            if here and (round is None or _index(round) == state.round):
                return self.as_in(state)
            state = forward(self._rules, state, item)
        when = "" if round is None else f" in round {brief(round)}"
        raise PositionError(
            f"no game came to {brief(decision)} for seat {brief(seat)}{when}; play to where it is"
            " asked, and begin with as_in(game.state)"
        )

    def as_in(self, state: State) -> Builder:
        """The moment of a state of the same rules and players: its agenda, round and slots.

        Call it before placing anything, because everything else is reset.
        """
        if not isinstance(state, State):
            raise PositionError(f"{brief(state)} is no State; give one, such as game.state")
        #: The state to change, if the position does not begin with all pieces in stock.
        self._base: State | None = None
        self._table = open_table(self._rules, state)
        self._home()
        return self

    def round(self, number: int) -> Builder:
        """The number of the round; the agenda stays the same."""
        self._table.round = _whole("a round", number)
        return self

    def asked(self, *data: int | str) -> Builder:
        """The data of the pending decision, such as how many cards to discard."""
        item = self._table.agenda[-1]
        if not isinstance(item, Decide):
            raise PositionError("no decision is due; say which with at()")
        self._table.agenda[-1] = Decide(item.name, item.seat, data)
        return self

    def begun_in(self, town: str) -> Builder:
        """The town that chance has drawn as the start; all boots stand there."""
        self._table.begin_in(town)
        return self

    def boot(self, seat: int, town: str) -> Builder:
        """Where a seat's boot stands."""
        self._seat(seat)
        self._rules.board.town(town)
        self._table.set_boot(seat, self._rules.board.town_number[town])
        return self

    def visited(self, seat: int, *towns: str) -> Builder:
        """Exactly the towns whose pieces the seat has taken."""
        self._seat(seat)
        visited = self._table.visited
        self._table.visited = (*visited[:seat], 0, *visited[seat + 1 :])
        for town in towns:
            self._rules.board.town(town)
            if not self._table.visit(seat, self._rules.board.town_number[town]):
                raise PositionError(f"no town piece of seat {seat} lies in {town}")
        return self

    def zone(self, place: Place, counts: Mapping[str, int]) -> Builder:
        """Exactly what lies in a zone, by kind id; pieces come from, or go back to, the stock."""
        zone = self._zone(place)
        wanted = zip(self._rules.layout.kinds_of(zone), self._vector(zone, counts), strict=True)
        for kind, n in wanted:
            if n < 0:
                raise PositionError(f"{brief(n)} {kind.id}: a count is never negative")
            more = n - self._table.count(place, kind)
            if more > 0:
                self._fetch(kind, more, place)
            elif more < 0:
                self._give_back(kind, -more, place)
        return self

    def lay(self, route: str, *kinds: str | Kind) -> Builder:
        """Lay more pieces on a route.

        They are given as kinds or kind ids; an id that several kinds share means the first.
        """
        self._rules.board.route(route)
        for given in kinds:
            id = given.id if isinstance(given, Kind) else given
            kind = given if isinstance(given, Kind) else self._route_kind(id)
            homes = self._homes(kind)
            home = next((h for h in homes if self._table.count(h, kind)), None)
            if home is None:
                raise PositionError(f"no {id} is left in stock to lie on {route}")
            self._table.put(route, kind, home)
        return self

    def route(self, route: str, *kinds: str | Kind) -> Builder:
        """Exactly what lies on a route, given as for `lay`; what lay there goes back to stock."""
        self._rules.board.route(route)
        for kind in self._table.lying(route):
            homes = self._homes(kind)
            if not homes:
                raise PositionError(f"{kind.id} cannot leave {route}: it belongs there")
            self._table.take_off(route, kind, homes[0])
        return self.lay(route, *kinds)

    def slot(self, slot: Slot[T], value: T) -> Builder:
        """The value of a plugin's slot."""
        if not isinstance(slot, Slot):
            raise PositionError(f"{brief(slot)} is no slot")
        self._table.set(slot, value)
        return self

    def known(self, place: Place, counts: Mapping[str, int]) -> Builder:
        """Pieces that everyone knows to lie in this zone, such as a hand, by kind id.

        About other unseen pieces everyone knows only how many lie where, or (with
        `Ruleset.supposing`) what they knew before, as far as it still holds.
        """
        zone = self._zone(place)
        at = self._rules.layout.index(zone, getattr(place, "seat", 0))
        family = self._rules.knowledge.family_of(at)
        if family is None or at in family.pools:
            why = "is open to all" if family is None else "is mixed"
            raise PositionError(f"{zone.name} {why}: nothing can be known to stay in it")
        self._known.append((at, self._vector(zone, counts)))
        return self

    def state(self) -> State:
        """The state as built; raises `PositionError`, which lists everything that is wrong."""
        state = self.draft()
        wrong = self._rules.validate(state)
        if wrong:
            raise PositionError("; ".join(wrong))
        return state

    def draft(self) -> State:
        """The state as built, right or wrong: for `rules.validate`."""
        table, knowledge = self._table, self._rules.knowledge
        known: dict[int, Counts] = {}
        for at, counts in self._known:
            known[at] = tuple(map(add, known.get(at, (0,) * len(counts)), counts))
        base = self._base
        ledger = knowledge.blank(table.zones)
        if base is not None:
            ledger = knowledge.supposing(base.ledger, base.zones, table.zones)
        all_known = [known.get(at, counts) for at, counts in enumerate(ledger.known)]
        alone = tuple([one for one in ledger.alone if one.zone not in known])
        table.ledger = ledger._replace(known=tuple(all_known), alone=alone)
        return table.freeze()

    # ------------------------------------------------------------------------------------

    def _home(self) -> None:
        """Put every piece back into stock and all boots at the start, with nothing visited."""
        rules, players = self._rules, self._table.players
        self._table.zones = list(rules.stocked(players))
        self._table.routes = ((),) * len(rules.board.routes)
        self._table.boots = (rules.in_play.boots(self._table.ext),) * players
        self._table.visited = (0,) * players

    def _homes(self, kind: Kind) -> list[Place]:
        """The zones where the stock has a kind, zones of the table first."""
        homes: list[Place] = []
        for owned in self._rules.stock:
            if kind in owned.entry.kinds:
                zone = owned.entry.zone
                if isinstance(zone, SeatZone):
                    homes += [zone.of(seat) for seat in range(self._table.players)]
                else:
                    homes.append(zone)  # type: ignore[arg-type]
        return sorted(homes, key=lambda home: isinstance(home, SeatPlace))

    def _fetch(self, kind: Kind, n: int, place: Place) -> None:
        homes = [home for home in self._homes(kind) if home != place]
        at_home = sum(self._table.count(home, kind) for home in homes)
        if at_home < n:
            raise PositionError(
                f"{brief(n)} more {kind.id} wanted, but only {at_home} are left in"
                f" {', '.join(sorted({_zone_name(home) for home in homes})) or 'stock'}"
            )
        for home in homes:
            some = min(n, self._table.count(home, kind))
            self._table.move(kind, home, place, some)
            n -= some

    def _give_back(self, kind: Kind, n: int, place: Place) -> None:
        homes = [home for home in self._homes(kind) if home != place]
        if not homes:
            raise PositionError(f"{kind.id} cannot leave {_zone_name(place)}: it belongs there")
        self._table.move(kind, place, homes[0], n)

    def _route_kind(self, id: str) -> Kind:
        kinds = [
            kind
            for zone in self._rules.layout.route_zones
            for kind in self._rules.layout.kinds_of(zone)
        ]
        for kind in kinds:
            if isinstance(id, str) and kind.id == id:
                return kind
        known = ", ".join(kind.id for kind in kinds)
        raise PositionError(f"no {brief(id)} can lie on a route; these can: {known}")

    def _seat(self, seat: int) -> None:
        found = _index(seat)
        if found is None or not 0 <= found < self._table.players:
            raise PositionError(f"there is no seat {brief(seat)}: {self._table.players} play")

    def _zone(self, place: Place) -> TableZone | SeatZone:
        """The zone of a place of these rules and players."""
        zone = place.zone if isinstance(place, SeatPlace) else place
        if isinstance(place, SeatPlace):
            self._seat(place.seat)
        elif isinstance(place, SeatZone):
            raise PositionError(f"say whose {zone.name}: {zone.name}.of(seat)")
        if not isinstance(zone, Zone) or zone.name not in self._rules.layout.zone_indexes:
            raise PositionError(f"these rules have no zone {brief(zone)}")
        return zone

    def _vector(self, zone: TableZone | SeatZone, counts: Mapping[str, int]) -> Counts:
        """The counts of a zone, each a whole number."""
        try:
            given = tabled("counts by kind id, such as {'dragon': 3},", counts)
        except ElfenError as error:
            raise PositionError(str(error)) from error
        vector = self._rules.layout.vector(zone, given)
        return tuple([_whole("a count", n) for n in vector])


def forward(rules: Ruleset, state: State, item: Item) -> State:
    """The state after a plain move."""
    return rules.advance(state, plain_move(rules, state, item))


def plain_move(rules: Ruleset, state: State, item: Item) -> Action | Outcome:
    """The forced answer if it is legal, else the last legal one; or what a certain dealer draws."""
    if isinstance(item, Chance):
        outcome, _ = rules.sample(state, Dealer.seeded("builder"))
        return outcome
    assert isinstance(item, Decide)
    actions = rules.legal_actions(state)
    forced = rules.forced(item)
    return forced if forced is not None and forced in actions else actions[-1]


def _whole(what: str, number: object) -> int:
    """A whole number that is handed in. Raises `PositionError` for anything else."""
    found = _index(number)
    if found is None:
        raise PositionError(f"{what} is a whole number, not {brief(number)}")
    return found


def _index(number: object) -> int | None:
    """A whole number of Python or of any library; None for anything else."""
    try:
        return index(number)  # type: ignore[arg-type]
    except FAULTS:
        return None


def _state_of(rules: Ruleset, position: Fields) -> State:
    """A position as a state; only a state or a table has a ledger."""
    if isinstance(position, State):
        return position
    if isinstance(position, Table):
        frozen: State = position.freeze()
        return frozen
    try:
        zones, agenda = tuple(position.zones), tuple(position.agenda)
        return State(
            zones,
            position.boots,
            position.visited,
            position.routes,
            position.round,
            agenda,
            position.ext,
            rules.knowledge.blank(zones),
        )
    except FAULTS:
        raise PositionError(f"{brief(position)} is neither a state nor a position") from None


def _zone_name(place: Place) -> str:
    if isinstance(place, SeatPlace):
        return f"{place.zone.name} of seat {place.seat}"
    return place.name
