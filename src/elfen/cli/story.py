"""A game as a story, round by round, gathered from its typed events: any ruleset's game will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from elfen.agenda import Decide, Over
from elfen.bots import Player, choose
from elfen.dealer import Dealer
from elfen.events import BootMoved, PiecesMoved, PutOnRoute, RoundBegan, TownVisited
from elfen.ruleset import Ruleset
from elfen.state import State


@define
class Hop:
    """A boot's way to the next town: what was paid for it, and whether a town piece was taken."""

    town: str
    paid: dict[str, int]
    fresh: bool = False


@define
class Journey:
    """A seat's way in one round, and all town pieces it had taken by the end of it."""

    start: str
    hops: list[Hop] = field(factory=list)
    pieces: int = 0

    @property
    def gained(self) -> int:
        """How many town pieces were taken on the way."""
        return sum(hop.fresh for hop in self.hops)


@define
class Round:
    """One round: who decided first, what was laid on which routes (by name), all journeys.

    Journeys are by seat, in the order in which the boots moved; who stayed comes last.
    """

    number: int
    first: int | None = None
    laid: dict[str, list[str]] = field(factory=dict)
    journeys: dict[int, Journey] = field(factory=dict)


class Story:
    """A game that players play while it is told. `rounds` does both; `state` is where it is.

    The game is the one that `rules.new_game(len(players), seed)` begins.
    """

    def __init__(
        self, rules: Ruleset, players: Sequence[Player], seed: int | str | None = None
    ) -> None:
        self.rules = rules
        self.players = players
        self.dealer = Dealer.seeded(seed)
        self.state: State = rules.start(len(players))
        self._told = Round(self.state.round)
        self._towns = [rules.board.towns[number].id for number in self.state.boots]
        self._pieces = [bits.bit_count() for bits in self.state.visited]

    def rounds(self) -> Iterator[Round]:
        """Play on to the end, and yield each round when it is over."""
        rules = self.rules
        while not isinstance(item := rules.pending(self.state), Over):
            if isinstance(item, Decide):
                if self._told.first is None:
                    self._told.first = item.seat
                traced = rules.trace(self.state, choose(rules, self.state, self.players))
            else:
                outcome, self.dealer = rules.sample(self.state, self.dealer)
                traced = rules.trace(self.state, outcome)
            self.state = traced.state
            yield from self._hear(traced.events)
        yield self._close()

    def _hear(self, events: Sequence[object]) -> Iterator[Round]:
        """Take in the events of one step, and yield a round that ends in it.

        What a seat gives to the table right before its boot moves is what it pays. What
        happens before the first round, the set-up, is not told.
        """
        given: dict[int, dict[str, int]] = {}
        for event in events:
            if isinstance(event, PiecesMoved) and event.source_seat is not None:
                if event.target_seat is None:
                    paid = given.setdefault(event.source_seat, {})
                    for id, n in event.pieces.items:
                        name = self._name(id, event.source)
                        paid[name] = paid.get(name, 0) + n
            elif isinstance(event, PutOnRoute):
                name = self._name(event.kind, event.source)
                self._told.laid.setdefault(name, []).append(event.route)
            elif isinstance(event, BootMoved):
                journey = self._told.journeys.setdefault(event.seat, Journey(event.start))
                journey.hops.append(Hop(event.end, given.pop(event.seat, {})))
                self._towns[event.seat] = event.end
            elif isinstance(event, TownVisited):
                self._pieces[event.seat] += 1
                journey = self._told.journeys.setdefault(event.seat, Journey(event.town))
                if journey.hops and journey.hops[-1].town == event.town:
                    journey.hops[-1].fresh = True
            elif isinstance(event, RoundBegan):
                if self._told.number:
                    yield self._close()
                self._told = Round(event.round)

    def _close(self) -> Round:
        """The round so far, with those who stayed and with everyone's town pieces."""
        for seat, pieces in enumerate(self._pieces):
            self._told.journeys.setdefault(seat, Journey(self._towns[seat])).pieces = pieces
        return self._told

    def _name(self, kind: str, zone: str) -> str:
        """The display name of a kind that lay in a zone."""
        kinds = self.rules.layout.kinds_of(self.rules.layout.zones[zone])
        return next(k.name for k in kinds if k.id == kind)
