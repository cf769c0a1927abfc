"""The stricter caravan: only for players without the right cards (option `strict_caravan`).

It is a restriction on moves and does not change prices: what a step costs is public, but which
payments a seat can choose from is known to that seat alone.
"""

from __future__ import annotations

from attrs import frozen

from elfen.land.moving import Move, Moving
from elfen.plugin import (
    Memo,
    Offer,
    PaymentTable,
    Pieces,
    Position,
    Price,
    Reason,
    Restriction,
    Ruleset,
    Waive,
)

#: The cost term that offers a caravan; another plugin may have replaced it.
CARAVAN = "land/caravan"


@frozen
class Kept:
    """The prices of a step: the right ones with their payments, and all caravan-free payments."""

    right: tuple[tuple[Price, PaymentTable], ...]
    otherwise: frozenset[Pieces]


class StrictCaravans:
    """Finds caravans of a seat that holds the right cards."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._sorted: Memo[tuple[Price, ...], Kept] = Memo(self._sort)

    def restrictions(self) -> list[Restriction]:
        """The restriction, if the option asks for it."""
        if not self.rules.option("land.strict_caravan"):
            return []
        return [
            Restriction(
                "land/strict-caravan",
                type=Move,
                forbids=self.forbids,
                text="a caravan is for who does not hold the right cards",
            )
        ]

    def forbids(self, position: Position, seat: int, action: Move) -> Reason | None:
        """The reason if these cards make a caravan although the hand has the right ones."""
        number = self.rules.board.route_number[action.route]
        prices = self.rules.once(Moving).crossings.prices(position, seat, number)
        kept = self._sorted[prices]
        if action.cards in kept.otherwise:
            return None
        for price, table in kept.right:
            if table.affordable(position.zones, seat)(table.payments):
                return Reason.of(
                    "land/strict-caravan",
                    "land/right-cards-held",
                    "you hold the right cards: play {price} along {route}, not a caravan",
                    price=price,
                    route=self.rules.board.routes[number],
                )
        return None

    def _sort(self, prices: tuple[Price, ...]) -> Kept:
        """The right prices are those without any offer or waiver: chart and surcharges.

        A player who has help, such as a witch, may still form a caravan without using it.
        """
        terms = self.rules.cost_terms
        caravans = {owned.entry.name for owned in terms if CARAVAN in owned.names}
        helped = {o.entry.name for o in terms if isinstance(o.entry, (Offer, Waive))}
        others = [p for p in prices if caravans.isdisjoint(line.term for line in p.lines)]
        right = [p for p in others if helped.isdisjoint(line.term for line in p.lines)]
        tables = {price: self.rules.payment_table(price.needs) for price in others}
        return Kept(
            tuple((price, tables[price]) for price in right),
            frozenset(pieces for table in tables.values() for pieces in table.number),
        )
