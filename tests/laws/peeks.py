"""Steps that look into a pool into which nobody may look: one keeps it to itself, one does not."""

from __future__ import annotations

from faults import DIE, Expansion

from elfen.land import STACK
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
