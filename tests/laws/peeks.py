"""Steps that look into a pool, or into a hand: some keep it to themselves, some do not."""

from __future__ import annotations

from faults import DIE, Expansion

from elfen.land import HAND, SECRET, SHOWN, STACK
from elfen.plugin import Do, Table


class PeeksIntoTheStack(Expansion):
    """A step looks for rafts in the stack, into which nobody may look."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        if table.size(STACK):
            self.found = "raft" in table.counts(STACK)
        table.roll(DIE, item.seat)


class AsksIfTheStackHasRafts(PeeksIntoTheStack):
    """A die is rolled only if the stack has rafts, so that all see whether it has."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        if not table.size(STACK) or "raft" in table.counts(STACK):
            table.roll(DIE, item.seat)


class LooksAtItsHand(Expansion):
    """A step looks whether the cards in hand are all alike."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        self.found = self.are_alike(table, item)
        table.roll(DIE, item.seat)

    def are_alike(self, table: Table, item: Do) -> bool:
        cards = table.zones[table.rules.layout.index(HAND, item.seat)]
        return sum(cards) > 1 and max(cards) == sum(cards)


class AsksUnlessAllAreAlike(LooksAtItsHand):
    """A die is rolled unless these cards are all alike, so that all see whether they are."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        if not self.are_alike(table, item):
            table.roll(DIE, item.seat)


class AsksUnlessAllThatIsLeftIsAlike(Expansion):
    """A die is rolled unless a seat has some secret counters, all alike, and nothing else."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        layout = table.rules.layout
        secret, shown = (table.zones[layout.index(zone, item.seat)] for zone in (SECRET, SHOWN))
        if any(shown) or sum(secret) < 2 or max(secret) < sum(secret):
            table.roll(DIE, item.seat)
