"""Part of the law of agreement: crossings cost only what their terms said they could.

Possible moves are computed beforehand, from what cost terms that depend on the state `could`
answer. A price that was not foreseen leads to moves that are not actions, or goes unnoticed as
long as the same is paid elsewhere, as on a route with an obstacle. So prices are compared with
those foreseen for this very route with the same pieces on it, and the term to blame is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from attrs import evolve

from elfen.declare import (
    Base,
    CostTerm,
    Crossing,
    Decide,
    Offer,
    Owned,
    Pieces,
    Price,
    Replace,
    Surcharge,
    Waive,
    possible,
    quote,
)
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed, Passed
from elfen.testing.facts import calling, facts, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken

Term = Owned[CostTerm]

#: Of so many crossings of each ruleset the prices are added up.
_EXPLAINED = 100

#: Which function makes prices; a `Limit` only forbids some.
_FUNCTIONS: dict[type[CostTerm], str] = {
    Base: "ways",
    Offer: "ways",
    Replace: "ways",
    Surcharge: "extra",
    Waive: "fee",
}


def surprise(rules: Ruleset, state: State) -> LawBroken | None:
    """The error if a step from some boot's town has a price that was not foreseen, or None."""
    if not rules.quotes.by_state or not isinstance(rules.pending(state), Decide):
        return None
    for now, before in _crossings(rules, state):
        what = f"pricing {now.route.id} from {now.start} at {waits(rules, state)}"
        found = calling(AGREEMENT, what, partial(_surprise, rules, now, before))
        if found is not None:
            return found
    return None


def priced(rules: Ruleset, state: State) -> list[tuple[Price, ...]]:
    """The prices of the steps from each boot, asked anew."""
    return [quote(rules.cost_terms, now) for now, _ in _crossings(rules, state)]


def paid_in_full(rules: Ruleset) -> None:
    """Whatever may pay a price that can ever be asked has as many pieces as it needs.

    Raises `LawBroken`.
    """
    _ = facts(rules).domain  # for which every price is looked at
    for needs, without in [*rules._payment_tables.kept]:
        wanted = Counter[tuple[int, ...]]()
        for need in needs:
            wanted[rules.layout.indexes(need.zone)] += need.n
        table = calling(AGREEMENT, "paying", partial(rules.payment_table, needs, without))
        for payment in table.payments:
            given = Counter({zones: sum(counts) for zones, _, counts in payment.parts})
            if +given != +wanted:
                price = " and ".join(map(str, needs))
                raise LawBroken(
                    AGREEMENT,
                    f"{payment.pieces} pays {price}, but has {given.total()} pieces and not"
                    f" {wanted.total()}",
                    runs=(Passed(needs, partial(rules._payment_tables.make, (needs, without))),),
                )


def prices_explained(rules: Ruleset, numbers: Random) -> None:
    """The lines that explain a price add up to as many pieces as it asks for.

    Some crossings are looked at, with anything on the route. Raises `LawBroken`.
    """
    prices, board = rules.quotes.all_possible(), rules.board
    for _ in range(_EXPLAINED):
        number = numbers.randrange(len(board.routes))
        route = board.routes[number]
        start = board.town_number[numbers.choice(route.ends)]
        contents = _anything(rules, route.terrain, numbers)
        which = number, start, contents, numbers.randrange(rules.most_players)
        for price in calling(AGREEMENT, f"the prices of {route.id}", partial(prices, *which)):
            if _is_unexplained(price):
                lines = ", ".join(f"{line.text} {line.amount}" for line in price.lines)
                raise LawBroken(
                    AGREEMENT,
                    f"a price of {route.id} asks for {' and '.join(map(str, price.needs))}, but its"
                    f" lines do not add up to that: {lines}",
                    runs=(
                        Handed(partial(_is_explained_so, price), partial(_all_anew, rules, *which)),
                    ),
                )


def _is_explained_so(price: Price, other: object) -> bool:
    """Whether this is a price with the same lines."""
    return isinstance(other, Price) and other.lines == price.lines


def _all_anew(rules: Ruleset, *which: Any) -> tuple[Price, ...]:
    """All prices of a crossing, none of which is known from before."""
    return rules.quotes.all_possible()(*which)


def _anything(rules: Ruleset, terrain: str, numbers: Random) -> tuple[int, ...]:
    """Pieces that may lie on a route of a terrain, as far as prices see them."""
    lying: list[int] = []
    for zone in rules.layout.route_zones:
        if zone.priced:
            kinds = sorted(rules.layout.places_of(zone))
            room = rules.layout.room_on(zone, terrain) if kinds else 0
            lying += numbers.choices(kinds, k=numbers.randint(0, room))
    return tuple(sorted(lying))


def _is_unexplained(price: object) -> bool:
    """Whether this is a price with lines that do not add up to what it asks for."""
    return (
        isinstance(price, Price)
        and bool(price.lines)
        and sum(line.amount for line in price.lines) != sum(need.n for need in price.needs)
    )


def by_state(rules: Ruleset) -> Iterator[Term]:
    """The terms whose answers must be foreseen: those that depend on the state."""
    for term in rules.cost_terms:
        if "state" in term.entry.depends_on and type(term.entry) in _FUNCTIONS:
            yield term


def blamed(term: Term) -> str:
    """The name and plugin of a cost term, as text."""
    return f"cost term {term.entry.name!r}, plugin {term.plugin!r}"


def _crossings(rules: Ruleset, state: State) -> Iterator[tuple[Crossing, Crossing]]:
    """The steps from each boot, priced in this state and as at the beginning of a game."""
    position = rules.position(state)
    beginning = rules.position(rules.start(rules.most_players))
    for seat, town in enumerate(state.boots):
        for route, _ in rules.board.legs[town]:
            here = partial(rules.quotes.crossing, route, town, state.routes[route], seat)
            yield here(position), here(beginning)


def _surprise(rules: Ruleset, now: Crossing, before: Crossing) -> LawBroken | None:
    terms = rules.cost_terms
    expected = possible(terms, before)
    price = _more(rules, quote(terms, now), expected)
    if price is None:
        return None
    some = [*by_state(rules)]
    moved = [
        term for term in some if _more(rules, possible(_sure(terms, term, now), before), expected)
    ]
    term = [*moved, *(term for term in some if term.entry.could is None), *some][0]
    why = "has no could= for it" if term.entry.could is None else "leaves that out of its could="
    return LawBroken(
        AGREEMENT,
        f"{now.route.id} costs {price} for seat {now.seat}, but {term.entry.name!r}, which depends"
        f" on the state, {why}",
        blamed(term),
        runs=(lambda: (possible(terms, before), quote(terms, now)),),
    )


def _more(rules: Ruleset, prices: Sequence[Price], expected: Sequence[Price]) -> Price | None:
    """The first price with a payment that no expected price allows."""
    needs = {price.needs for price in expected}
    payable: set[Pieces] = set()
    for price in prices:
        if price.needs not in needs:
            payable = payable or {pieces for one in needs for pieces in _payments(rules, one)}
            if not payable.issuperset(_payments(rules, price.needs)):
                return price
    return None


def _payments(rules: Ruleset, needs: Any) -> list[Pieces]:
    return [payment.pieces for payment in rules.payment_table(needs).payments]


def _sure(terms: Sequence[Term], term: Term, now: Crossing) -> list[Term]:
    """The terms, with one changed so that it could only answer what it answers now."""
    function = getattr(term.entry, _FUNCTIONS[type(term.entry)])
    seen = now.given(term.entry.depends_on)

    def the_one(crossing: Crossing, *more: Any) -> tuple[Any, ...]:
        return (function(seen, *more),)

    sure = evolve(term, entry=evolve(term.entry, could=the_one))
    return [sure if one is term else one for one in terms]
