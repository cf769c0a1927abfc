"""The tour planner: the best tour that a seat can still make, as far as its view tells."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING

from elfen.bots.planner.others import Others
from elfen.bots.planner.outlook import Outlook
from elfen.bots.planner.plans import Leg, Plan, PlannedStep, Tour
from elfen.bots.planner.purse import TooManyFields
from elfen.bots.planner.questions import Walked
from elfen.bots.planner.recalled import known_tours
from elfen.bots.planner.search import Search
from elfen.bots.planner.seen import Seen
from elfen.bots.planner.steps import Steps, known_steps
from elfen.bots.planner.veils import VeilLifted, known_tries
from elfen.bots.planner.walk import explore, play
from elfen.bots.planner.ways import Ways
from elfen.bots.planner.worth import Worth, kept_by
from elfen.declare import Action, BootMoved, Decide, Item, Kind, Over, Scored
from elfen.errors import PositionError, brief
from elfen.kernel import State, blaming
from elfen.views import Observation

if TYPE_CHECKING:
    from elfen.game import Ruleset

__all__ = ["Leg", "Plan", "PlannedStep", "Planner", "Tour", "plan"]

#: How many situations are followed, and how many single actions are tried where needed.
MOST_NODES = 200_000
MOST_TRIES = 20_000


def plan(view: Observation, most: int = MOST_NODES) -> Plan:
    """The tour with the highest score for the seat, and then the most pieces kept.

    It is exact over steps whose result is certain, and says if it is not; see docs/planner.md.
    If the seat is not about to move, the plan is for what it could do if it were. About `most`
    situations are examined. Raises `PositionError` for the public's view, or for what is no view.
    """
    if not isinstance(view, Observation):
        raise PositionError(f"{brief(view)} is no view: plan for one, such as game.view(0)")
    if not isinstance(most, Real):
        raise PositionError(f"most={brief(most)} has to be a number of situations")
    with blaming(view.rules):
        return Planner(view).plan(most)


class Planner:
    """Plans for one view. Later plans reuse what earlier ones computed.

    `rules` and `seat` are the view's.
    """

    def __init__(
        self,
        view: Observation,
        may_lay: Iterable[Kind] = (),
        hopeful: bool = False,
        lasting: bool = False,
        outlook: bool = False,
    ) -> None:
        """With `may_lay`, tours may lay pieces of these kinds on the way; see `best`.

        A `hopeful` planner assumes that the seat can go on after every step, whatever the
        town it reaches may bring. With `lasting`, score lines that look where boots stand do
        not count: before the last round they say little. With `outlook`, of tours that are worth
        the same the one counts most whose end lies best for the rounds after this one: near to
        the towns that are left, where they lie close together. Raises `PositionError` for the
        public's view.
        """
        if view.seat is None:
            raise PositionError("the public has no boot: plan for the view of a seat")
        self.rules: Ruleset = view.rules
        self.seat = view.seat
        self._view = view
        self._over = isinstance(view.pending, Over)
        self._steps, self._more = self._begin()
        numbers = self.rules.layout.kind_number
        self._lays = tuple(sorted({numbers[kind] for kind in may_lay}))
        self._hopeful, self._lasting, self._far = hopeful, lasting, outlook
        self._look(behind_veils=False)

    def _look(self, behind_veils: bool) -> None:
        """Read the view anew; `behind_veils` as in `Seen`."""
        view, more = self._view, self._more
        self._seen = Seen(view, more, behind_veils)
        self._others = Others(self.rules, self._seen, self.seat, len(view.agenda) if more else 0)
        self._outlook = Outlook(self.rules, self._seen) if self._far else None
        self._worth = Worth(self.rules, self._seen, self.seat, self._lasting, self._outlook)

    @cached_property
    def _veiled(self) -> Planner:
        """The same planner as long as nothing looks at what the view hides."""
        other = copy(self)
        other.__dict__.pop("_search", None)
        other._look(behind_veils=True)
        return other

    @property
    def state(self) -> State:
        """One of the states that the seat cannot tell from the true one, always the same."""
        return self._seen.state

    def _begin(self) -> tuple[Steps | None, tuple[Item, ...]]:
        """The steps that the seat can make, and its decision if it is not due."""
        item = self._view.pending
        steps = known_steps[self.rules]
        if isinstance(item, Decide) and item.seat == self.seat:
            for some in steps:
                if item.name in some.at:
                    return some, ()
        if not steps or self._over:
            return None, ()
        return steps[0], (self.rules.decide(steps[0].at[0], self.seat, ()),)

    @cached_property
    def _search(self) -> Search | None:
        if self._steps is None:
            return None
        ways = Ways(
            self.rules,
            self._seen,
            self.seat,
            self._steps,
            self._lays,
            self._hopeful,
            self._others,
        )
        try:
            return Search(ways, self._worth)
        except TooManyFields:
            return None

    def best(
        self,
        stock: Mapping[Kind, int] | None = None,
        most: int = MOST_NODES,
        unlimited: bool = False,
    ) -> Tour:
        """The best tour, as the search foresees it; the kernel does not play it.

        `stock` says how many pieces of the kinds in `may_lay` can be laid on the way, each on a
        route that can take it and is then travelled; if `unlimited`, there is no end of them.
        """
        kinds = self.rules.layout.kinds
        counts = [(stock or {}).get(kinds[kind], 0) for kind in self._lays]
        if not self._hopeful or self._steps is None or self.rules.quotes.by_state:
            return self._best(None if unlimited else counts, most)
        known, key = known_tours[self.rules], (unlimited or tuple(counts), most, self._key())
        tour = known.tour(key, self._seen)
        if tour is None:
            tour = self._best(None if unlimited else counts, most)
            if self._search is not None:
                known.note(key, self._seen, self._worth.read, tour)
        return tour

    def _key(self) -> Hashable:
        """What a hopeful search depends on, besides what score lines read."""
        assert self._steps is not None
        seen, layout, seat = self._seen, self.rules.layout, self.seat
        held = [
            seen.zone(layout.index(zone, seat))
            for zone in layout.seat_zones
            if zone.pays_into is not None
        ]
        return (
            self._steps.type,
            self._lays,
            self._worth.lasting,
            self._outlook and self.rules.most_rounds - seen.round,
            seat,
            len(seen.boots),
            seen.boots[seat],
            seen.visited[seat],
            seen.routes,
            seen.piece_towns,
            tuple(held),
        )

    def _best(self, stock: Sequence[int] | None, most: int) -> Tour:
        search = self._search
        if search is None:
            worth, kept = self._goodness(self.state)
            return Tour(self._worth.points(worth), kept, (), 0, False)
        kinds, board = self.rules.layout.kinds, self.rules.board
        found = search.best(stock, most)
        legs = tuple(
            Leg(
                None if way.leap is not None else board.routes[way.route].id,
                board.towns[way.end].id,
                None if way.laid is None else kinds[way.laid],
            )
            for way in found.ways
        )
        return Tour(self._worth.points(found.worth), found.kept, legs, found.nodes, found.complete)

    def plan(self, most: int = MOST_NODES) -> Plan:
        """See the function `plan`."""
        tries = known_tries[self.rules]
        if tries.pay:
            tries.made += 1
            try:
                return self._veiled._planned(most, self)
            except VeilLifted:
                tries.lifted += 1
        return self._planned(most, self)

    def _planned(self, most: int, unveiled: Planner) -> Plan:
        walked, nodes, complete, foreseen = self._walked(most)
        if complete and foreseen:
            complete = not self._other_steps(unveiled)
        elif complete and self._steps is None and not self._over:
            complete = self._other_steps(unveiled)
        return self._told(walked, nodes, complete)

    def course(self, most: int = MOST_NODES) -> tuple[tuple[State, Action], ...]:
        """The actions of `plan`, each with the state in which it is due, without telling more.

        A hopeful planner gives those of its best tour up to where it hopes to go on.
        """
        walked = self._toward_hope(most) if self._hopeful else ()
        return tuple([(one.before, one.action) for one in walked or self._walked(most)[0]])

    def _toward_hope(self, most: int) -> tuple[Walked, ...]:
        """The steps of the best tour that are certain, though it may go on after chance."""
        search = None if self._over else self._search
        if search is None:
            return ()
        found = search.best([0] * len(self._lays), most)
        return play(search.ways, found.ways)[0]

    def _walked(self, most: int) -> tuple[tuple[Walked, ...], int, bool, bool]:
        """The best tour, the nodes, whether all was searched, and whether all was foreseen."""
        if self._over:
            return (), 0, True, False
        walked: tuple[Walked, ...] = ()
        nodes = 0
        search = self._search
        if search is not None:
            found = search.best([0] * len(self._lays), most)
            walked, as_foreseen = play(search.ways, found.ways)
            nodes = found.nodes
            if as_foreseen and self._foreseen(search.ways) and not search.ways.steps.journeys:
                return walked, nodes, found.complete, True
        types = () if self._steps is None else self._steps.types
        tried, tries, complete = explore(
            self.rules,
            self.state,
            self.seat,
            types,
            self._goodness,
            min(most, MOST_TRIES),
            self._others,
        )
        best = max((walked, tried), key=lambda w: self._goodness(w[-1].after if w else self.state))
        return best, nodes + tries, complete, False

    def _certain(self) -> bool:
        """Whether no score line depends both on what the view hides and on what a tour changes."""
        if self._seen.behind_veils:
            return True  # all of them have been asked
        layout = self.rules.layout
        zones: set[int] = set()
        for zone in layout.seat_zones:
            if zone.pays_into is not None:
                zones |= {layout.index(zone, self.seat), layout.index(zone.pays_into)}
        return not any(
            line.points is None and self._worth.moves(number, self.state, zones)
            for number, line in enumerate(self._view.scores[self.seat].lines)
        )

    def _other_steps(self, unveiled: Planner) -> bool:
        """Whether an action of a type that is not planned could now move the boot."""
        state = self.state
        for action in self.rules.legal_actions(state):
            if self._steps is None or type(action) not in self._steps.types:
                try:
                    after = self.rules.advance(state, action)
                except VeilLifted:  # it leads far, such as to the next round
                    after = self.rules.advance(unveiled.state, action)
                if after.boots[self.seat] != state.boots[self.seat]:
                    return True
        return False

    def _foreseen(self, ways: Ways) -> bool:
        """Whether steps change nothing unforeseen that score lines or cost terms look at."""
        read = frozenset[int | str](ways.read).union(*self._worth.read)
        return not ways.odd and not ways.prices_move and ways.changed.isdisjoint(read)

    def _goodness(self, state: State) -> tuple[int, int]:
        return self._worth.of_state(state), kept_by(self.rules, state, self.seat)

    def _told(self, walked: tuple[Walked, ...], nodes: int, complete: bool) -> Plan:
        """A tour as a plan."""
        rules, seat = self.rules, self.seat
        end = walked[-1].after if walked else self.state
        old, new = self._worth.lines_of(self.state), self._worth.lines_of(end)
        gains = tuple(
            Scored(owned.entry.name, owned.entry.text, after - before)
            for owned, before, after in zip(rules.score_lines, old, new, strict=True)
            if after != before
        )
        start = rules.board.towns[self.state.boots[seat]].id
        complete = complete and self._certain()
        steps = tuple(self._step(one) for one in walked)
        kept = kept_by(rules, end, seat)
        others_pass = self._others.asked and len(steps) > 1
        return Plan(seat, start, steps, gains, sum(new), kept, nodes, complete, rules, others_pass)

    def _step(self, one: Walked) -> PlannedStep:
        rules = self.rules
        town = rules.board.towns[one.after.boots[self.seat]].id
        if one.along is not None:
            return PlannedStep(one.action, rules.board.routes[one.along].id, town)
        along = None
        for event in rules.trace(one.before, one.action).events:
            if isinstance(event, BootMoved) and event.seat == self.seat:
                along = event.route
                break
        return PlannedStep(one.action, along, town)
