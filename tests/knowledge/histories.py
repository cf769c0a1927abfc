"""Histories of a shrunken deck: the same steps on a real table and in memories of observers."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain
from operator import add

from elfen import compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.game.ruleset import Ruleset
from elfen.kernel.state import State
from elfen.kernel.table import open_table
from elfen.knowledge.arrangements import Unknown
from elfen.views.determinization import unknown

from .exact import Counts, Memory, by_the_model
from .shrunken import HAND, KINDS, PLAYED, STACK, make

MAKE: Callable[[Counts], Ruleset] = lambda counts: compile_ruleset(base=make(counts))  # noqa: E731


class History:
    """A table on which random things happen, and the memory of each observer."""

    def __init__(
        self, rules: Ruleset, players: int, numbers: random.Random, observers: list[int | None]
    ) -> None:
        self.rules = rules
        self.players = players
        self.numbers = numbers
        self.table = open_table(rules, rules.start(players))
        self.told: list[str] = []
        counts = self.table.zones[rules.layout.index(STACK)]
        kinds = [kind for kind, n in enumerate(counts) for _ in range(n)]
        self.memories = [Memory(kinds, players, observer) for observer in observers]

    @property
    def state(self) -> State:
        """The current state of the table."""
        return self.table.freeze()

    def deal(self, seat: int, n: int) -> None:
        index = self.rules.layout.index(STACK)
        cards = [kind for kind, m in enumerate(self.table.zones[index]) for _ in range(m)]
        some = self.numbers.sample(cards, min(n, len(cards)))
        dealt = tuple(some.count(kind) for kind in range(len(KINDS)))
        self._tell(f"deal {seat} {dealt}")
        self.table.shift(index, self.rules.layout.index(HAND, seat), dealt)
        for memory in self.memories:
            memory.deal(seat, dealt)

    def show(self, seat: int) -> None:
        kind = self._any(HAND.of(seat))
        if kind is not None:
            self._tell(f"show {seat} {kind}")
            self.table.move(KINDS[kind], HAND.of(seat), PLAYED)
            for memory in self.memories:
                memory.show(seat, kind)

    def take(self, seat: int) -> None:
        kind = self._any(PLAYED)
        if kind is not None:
            self._tell(f"take {seat} {kind}")
            self.table.move(KINDS[kind], PLAYED, HAND.of(seat))
            for memory in self.memories:
                memory.take(seat, kind)

    def slip(self, seat: int) -> None:
        kind = self._any(HAND.of(seat))
        if kind is not None:
            self._tell(f"slip {seat} {kind}")
            self.table.move(KINDS[kind], HAND.of(seat), STACK)
            for memory in self.memories:
                memory.slip(seat, kind)

    def steal(self, robber: int, victim: int) -> None:
        kind = self._any(HAND.of(victim))
        if kind is not None:
            self._tell(f"steal {robber} {victim} {kind}")
            self.table.move(KINDS[kind], HAND.of(victim), HAND.of(robber))
            for memory in self.memories:
                memory.steal(robber, victim, kind)

    def forgets(self, robber: int, victim: int) -> bool:
        """Whether stealing makes the ledger forget something, as docs/knowledge.md says."""
        layout, ledger = self.rules.layout, self.table.ledger
        source, target = layout.index(HAND, victim), layout.index(HAND, robber)
        if ledger.known[source] or any(entry.zone == source for entry in ledger.alone):
            return True
        if any(ledger.shown[target] or ()):  # what comes later counts as if it had been there
            return True
        one = layout.vector(HAND, dict.fromkeys([*self.table.counts(HAND.of(victim))][:1], 1))
        after = self.rules.changes[source][target](ledger, self.table.zones, source, target, one)  # type: ignore[misc]
        return after.mixings != ledger.mixings and None in after.mixings

    def mix(self) -> None:
        self._tell("mix")
        self.table.move_all(PLAYED, STACK)
        for memory in self.memories:
            memory.mix()

    def unknown(self, observer: int | None) -> Unknown:
        """What an observer does not know, by the ledger."""
        (found,) = unknown(self.rules.observe(self.state, observer))
        return found

    def by_the_ledger(self, observer: int | None) -> dict[tuple[Counts, ...], object]:
        """The probability of everything that the observer does not see, known cards included."""
        view = self.rules.observe(self.state, observer)
        sure = [
            [
                one.pieces
                for one in (*view.known.there, *view.known.alone)
                if (one.zone, one.seat) == (holding.zone, holding.seat)
            ]
            for holding in view.holdings
            if holding.pieces is None
        ]
        vectors = [
            self.rules.layout.vector(STACK, Pieces.of([*chain(*known)]).counts)
            for known in map(list, sure)
        ]
        return {
            tuple(tuple(map(add, a, b)) for a, b in zip(now, vectors, strict=True)): p
            for now, p in by_the_model(self.unknown(observer)).items()
        }

    def _any(self, place: object) -> int | None:
        counts = self.table.counts(place)  # type: ignore[arg-type]
        cards = [kind for kind, card in enumerate(KINDS) for _ in range(counts.get(card.id, 0))]
        return self.numbers.choice(cards) if cards else None

    def _tell(self, text: str) -> None:
        self.told.append(text)
