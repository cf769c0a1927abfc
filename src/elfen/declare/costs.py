"""What a step from town to town costs: a quote, not a number.

A quote is the alternative prices of one crossing, each with lines that explain it. Cost terms
build it in layers: base, offer, replace, surcharge, waive, limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

from attrs import field, frozen

from elfen.declare.board import Route
from elfen.declare.checked_fields import has_to_be_tuple_of
from elfen.declare.kinds import Group, Kind
from elfen.declare.memo import Memo
from elfen.declare.named_lists import Entry, Owned
from elfen.declare.terrain import Terrain
from elfen.declare.values import Shown, Value
from elfen.declare.zones import SeatZone
from elfen.errors import RulesetError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Position, Ruleset

Input = Literal["route", "seat", "state"]


def _is_no_gift(need: Need, attribute: object, n: int) -> None:
    if n.__class__ is not int or n < 0:
        raise RulesetError(f"a price of {brief(n)} pieces of {need.zone.name!r}: ask for 0 or more")


@frozen(repr=False)
class Need(Shown):
    """`n` pieces from a seat's zone: each of one of `kinds`, or of any kind (None).

    Raises `RulesetError` for an `n` that is negative or no whole number.
    """

    zone: SeatZone
    n: int = field(validator=_is_no_gift)
    kinds: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"any {self.n}" if self.kinds is None else f"{self.n} {' or '.join(self.kinds)}"


@frozen(repr=False)
class Line(Shown):
    """Explains a part of a price. `amount` counts pieces; `tag` marks a surcharge."""

    term: str
    text: str
    amount: int
    tag: str | None = None


@frozen
class Price:
    """One way to pay: everything in `needs`, explained by `lines`."""

    needs: tuple[Need, ...]
    lines: tuple[Line, ...] = ()

    @classmethod
    def exactly(cls, zone: SeatZone, kind: str, n: int) -> Price:
        """n pieces of one kind."""
        return cls((Need(zone, n, (kind,)),))

    @classmethod
    def any(cls, zone: SeatZone, n: int) -> Price:
        """n pieces of whatever kinds the zone holds."""
        return cls((Need(zone, n),))

    def more(self, n: int) -> Price:
        """The same price with n more pieces in the first need (fewer if negative), at least 0.

        A first need of 0 pieces can still take a later surcharge. Raises `RulesetError` for a
        price without any need.
        """
        if not self.needs:
            raise RulesetError(
                "a price without a need cannot be raised; ask for 0 pieces, Price.any(zone, 0)"
            )
        first, *rest = self.needs
        return Price((Need(first.zone, max(0, first.n + n), first.kinds), *rest), self.lines)

    def plus(self, zone: SeatZone, kind: str, n: int = 1) -> Price:
        """The same price plus n pieces of a kind from another zone."""
        return Price((*self.needs, Need(zone, n, (kind,))), self.lines)

    def __repr__(self) -> str:
        return f"<Price {self}>"

    def __str__(self) -> str:
        return " and ".join(map(str, self.needs)) or "nothing"


class Whereabouts:
    """Whether cost terms have asked which route it is, or from which town to which."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        #: Whether one has.
        self.asked = False


@frozen(eq=False, repr=False)
class Crossing(Value):
    """A step that is being priced: along `route` from town `start` to town `end`.

    `upstream` is true against the direction of a directed terrain; `contents` is what lies
    on the route, whose terrain is `terrain` and whose lake, if it has any, is `water`. A term may
    read `seat` or `position` only if its `depends_on` says so; otherwise this raises
    `RulesetError`. Where no term reads `route`, `start` or `end`, prices are worked out once for
    all routes of the same terrain and lake.
    """

    _route: Route
    _start: str
    _end: str
    terrain: Terrain
    upstream: bool
    contents: tuple[Kind, ...]
    _seat: int | None = None
    _position: Position | None = None
    _whereabouts: Whereabouts | None = field(default=None, eq=False, repr=False)

    @property
    def route(self) -> Route:
        """The route."""
        self._reads_where()
        return self._route

    @property
    def start(self) -> str:
        """The id of the town where the step begins."""
        self._reads_where()
        return self._start

    @property
    def end(self) -> str:
        """The id of the town where the step ends."""
        self._reads_where()
        return self._end

    @property
    def water(self) -> str | None:
        """The lake of a ferry link; see `Route.water`."""
        return self._route.water

    def _reads_where(self) -> None:
        if self._whereabouts is not None:
            self._whereabouts.asked = True

    def __eq__(self, other: object) -> bool:
        self._reads_where()
        return super().__eq__(other)

    def __hash__(self) -> int:
        self._reads_where()  # what is remembered by it is remembered by its route
        return super().__hash__()

    def __repr__(self) -> str:
        self._reads_where()
        return super().__repr__()

    def lying(self, group: Group) -> tuple[Kind, ...]:
        """The pieces of one group on the route."""
        return tuple(kind for kind in self.contents if kind.group == group)

    @property
    def seat(self) -> int:
        """The seat that moves; for terms with `depends_on` `seat` or `state`."""
        if self._seat is None:
            raise RulesetError(
                f"a cost term read the seat of {self._route.id} without saying so;"
                " add 'seat' to its depends_on"
            )
        return self._seat

    @property
    def position(self) -> Position:
        """The position; for terms with `depends_on` `state`."""
        if self._position is None:
            raise RulesetError(
                f"a cost term read the position at {self._route.id} without saying so;"
                " add 'state' to its depends_on (but `could` is to hold in every position)"
            )
        return self._position

    def given(self, depends_on: tuple[Input, ...]) -> Crossing:
        """This crossing with only what a term with these inputs may read."""
        state = "state" in depends_on
        return Crossing(
            self._route,
            self._start,
            self._end,
            self.terrain,
            self.upstream,
            self.contents,
            self._seat if state or "seat" in depends_on else None,
            self._position if state else None,
            self._whereabouts,
        )


@frozen(eq=False, repr=False)
class CostTerm(Entry):
    """What all cost terms declare. `depends_on` names everything that the result depends on.

    `could` is for a term that depends on the state: given the same arguments as the term's
    function (but the crossing's position cannot be read), it gives all results that the function
    could ever have. They determine which moves are possible; without `could`, the result at the
    start of a game does. A `Limit` needs none. `free(rules, players)` is for a term that can make
    a crossing cost nothing: it bounds how many such steps a game can have, for all seats together.
    The term has to keep to that bound; without `free`, a price of nothing is a `RulesetError`.
    """

    text: str = field(kw_only=True)
    depends_on: tuple[Input, ...] = field(
        kw_only=True, default=("route",), validator=has_to_be_tuple_of("inputs")
    )
    could: Callable[..., Sequence[Any]] | None = field(kw_only=True, default=None)
    free: Callable[[Ruleset, int], int] | None = field(kw_only=True, default=None)


@frozen(eq=False, repr=False)
class Base(CostTerm):
    """Layer 1: the ordinary prices; those of all base terms are alternatives."""

    ways: Callable[[Crossing], Sequence[Price]]


@frozen(eq=False, repr=False)
class Offer(CostTerm):
    """Layer 2: further prices, given those so far."""

    ways: Callable[[Crossing, Sequence[Price]], Sequence[Price]]


@frozen(eq=False, repr=False)
class Replace(CostTerm):
    """Layer 3: prices that replace all those so far."""

    ways: Callable[[Crossing, Sequence[Price]], Sequence[Price]]


@frozen(eq=False, repr=False)
class Surcharge(CostTerm):
    """Layer 4: more pieces of the price's first need, under a tag such as `obstacle`.

    Never fewer: a lower price is another way to pay, so use an `Offer` or a `Replace`.
    """

    tag: str
    extra: Callable[[Crossing, Price], int]


@frozen(eq=False, repr=False)
class Waive(CostTerm):
    """Layer 5: a fee instead of the surcharges of one tag, as an alternative to the full price."""

    tag: str
    fee: Callable[[Crossing, Price], Sequence[Need] | None]


@frozen(eq=False, repr=False)
class Limit(CostTerm):
    """Layer 6: which prices are allowed."""

    allows: Callable[[Crossing, Price], bool]


LAYERS: tuple[type[CostTerm], ...] = (Base, Offer, Replace, Surcharge, Waive, Limit)


#: A term's answers, given the arguments that its function takes after the crossing.
Answers = Callable[..., Sequence[Any]]
Asking = Callable[[CostTerm, Callable[..., Any]], Answers]


def quote(terms: Sequence[Owned[CostTerm]], crossing: Crossing) -> tuple[Price, ...]:
    """The prices of a crossing. `terms` are in the order of their layers."""
    given = Memo(crossing.given)

    def the_one(term: CostTerm, function: Callable[..., Any]) -> Answers:
        seen = given[term.depends_on]
        return lambda *more: (function(seen, *more),)

    return _layered(terms, the_one)


def possible(terms: Sequence[Owned[CostTerm]], crossing: Crossing) -> tuple[Price, ...]:
    """Every price that a crossing with these contents can have, by what terms `could` answer.

    A limit that depends on the state allows every price. Terms without `could` answer for the
    crossing's position.
    """
    return _layered(terms, could_be(crossing))


def could_be(crossing: Crossing) -> Asking:
    """A function that asks terms for all answers that they could give for a crossing."""
    given = Memo(crossing.given)

    def all_of_them(term: CostTerm, function: Callable[..., Any]) -> Answers:
        if term.could is not None:
            return partial(term.could, given[("seat",)])
        if isinstance(term, Limit) and "state" in term.depends_on:
            return lambda price: (True,)
        seen = given[term.depends_on]
        return lambda *more: (function(seen, *more),)

    return all_of_them


def _layered(terms: Sequence[Owned[CostTerm]], asking: Asking) -> tuple[Price, ...]:
    """The prices that follow from the terms' answers; a term with several adds prices for each."""
    entries = [owned.entry for owned in terms]
    lists = offered(entries, asking)
    prices = [*(lists[0] if len(lists) == 1 else dict.fromkeys(chain.from_iterable(lists)))]
    for term in entries:
        if isinstance(term, Surcharge):
            answers = asking(term, term.extra)
            prices = [_surcharged(p, term, extra) for p in prices for extra in answers(p)]
        elif isinstance(term, Waive):
            answers = asking(term, term.fee)
            prices += [
                _waived(price, term, fee)
                for price in prices
                if any(line.tag == term.tag for line in price.lines)
                for fee in answers(price)
                if fee is not None
            ]
        elif isinstance(term, Limit):
            answers = asking(term, term.allows)
            prices = [price for price in prices if any(answers(price))]
    return tuple([Price(tuple([n for n in one.needs if n.n]), one.lines) for one in prices])


def offered(entries: Sequence[CostTerm], asking: Asking) -> list[tuple[Price, ...]]:
    """The price lists after the first three layers; several if a term has several answers.

    A term is given the whole list before it, so different lists are followed separately.
    """
    lists: list[tuple[Price, ...]] = [()]
    for term in entries:
        if isinstance(term, Base):
            answers = asking(term, term.ways)
            lists = [_listed(term, old, ways) for old in lists for ways in answers()]
        elif isinstance(term, (Offer, Replace)):
            answers = asking(term, term.ways)
            lists = [_listed(term, old, ways) for old in lists for ways in answers(old)]
        if len(lists) > 1:
            lists = [*dict.fromkeys(lists)]
    return lists


def _listed(
    term: Base | Offer | Replace, old: tuple[Price, ...], ways: Sequence[Price]
) -> tuple[Price, ...]:
    """The prices after a term that was given the old ones."""
    if isinstance(term, Replace):
        return tuple(price if price in old else _told(price, term) for price in ways)
    return (*old, *(_told(price, term) for price in ways))


def _told(price: Price, term: CostTerm) -> Price:
    """The price with a line, for the term that made it, for what no line explains yet."""
    unexplained = _size(price) - sum(line.amount for line in price.lines)
    return Price(price.needs, (*price.lines, Line(term.name, term.text, unexplained)))


def _surcharged(price: Price, term: Surcharge, extra: int) -> Price:
    if extra.__class__ is not int:
        raise RulesetError(
            f"surcharge {term.name!r} is {brief(extra)}, no whole number; without any it is 0"
        )
    if not extra:
        return price
    if extra < 0:
        raise RulesetError(
            f"surcharge {term.name!r} is {brief(extra)}, below nothing; offer a lower price instead"
        )
    line = Line(term.name, term.text, extra, term.tag)
    return Price(price.more(extra).needs, (*price.lines, line))


def _waived(price: Price, term: Waive, fee: Sequence[Need]) -> Price:
    dropped = sum(line.amount for line in price.lines if line.tag == term.tag)
    kept = tuple(line for line in price.lines if line.tag != term.tag)
    needs = (*price.more(-dropped).needs, *fee)
    line = Line(term.name, term.text, sum(need.n for need in fee))
    return Price(needs, (*kept, line))


def _size(price: Price) -> int:
    return sum(need.n for need in price.needs)
