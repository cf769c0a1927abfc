"""Part of the law of agreement: a quote says of a price that it is in hand if the seat can pay it.

Whether it can is found out the obvious way: each piece that is needed is given one that the seat
has, and those that were given before make room if they can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from elfen.declare import Decide, Need
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed
from elfen.testing.facts import calling, chooser, some, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken
from elfen.text import Quote

#: Of so many routes from its town, a seat is told the price.
_ROUTES = 3

#: A kind of a zone, by the names of both.
_Piece = tuple[str, str]


def quoted(rules: Ruleset, state: State) -> None:
    """The seat that decides is told rightly what it can pay, of some routes from where it is.

    Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    seat, board = item.seat, rules.board
    routes = [board.routes[number].id for number, _ in board.legs[state.boots[seat]]]
    held = Counter(dict(_held(rules, state, seat)))
    for route in some(routes, _ROUTES, chooser(state)):
        ask = partial(rules.quote, state, seat, route)
        told: Quote = calling(AGREEMENT, f"a quote of {route} for seat {seat}", ask)
        for price, in_hand in zip(told.prices, told.in_hand, strict=True):
            if in_hand != can_pay(rules, price.needs, held):
                needs = " and ".join(f"{need} of {need.zone.name}" for need in price.needs)
                raise LawBroken(
                    AGREEMENT,
                    f"at {waits(rules, state)} a quote of {route} says that seat {seat} can"
                    f"{'' if in_hand else 'not'} pay {needs or 'nothing'}, but it can"
                    f"{'not' if in_hand else ''}",
                    runs=(Handed(lambda answer: isinstance(answer, Quote), ask),),
                )


def _held(rules: Ruleset, state: State, seat: int) -> Iterator[tuple[_Piece, int]]:
    position = rules.position(state)
    for zone in rules.layout.seat_zones:
        for kind, n in position.counts(zone.of(seat)).items():
            yield (zone.name, kind), n


def can_pay(rules: Ruleset, needs: Sequence[Need], held: Counter[_Piece]) -> bool:
    """Whether each piece that is needed can be another one of those held."""
    wanted = [_possible(rules, need) for need in needs for _ in range(need.n)]
    pieces = [*chain.from_iterable([(piece, n) for n in range(held[piece])] for piece in held)]
    given: dict[tuple[_Piece, int], int] = {}

    def give(want: int, tried: set[tuple[_Piece, int]]) -> bool:
        for piece in pieces:
            if piece[0] in wanted[want] and piece not in tried:
                tried.add(piece)
                if piece not in given or give(given[piece], tried):
                    given[piece] = want
                    return True
        return False

    return all(give(want, set()) for want in range(len(wanted)))


def _possible(rules: Ruleset, need: Need) -> frozenset[_Piece]:
    kinds = need.kinds
    if kinds is None:
        kinds = tuple([kind.id for kind in rules.layout.kinds_of(need.zone)])
    return frozenset((need.zone.name, kind) for kind in kinds)
