"""Prospects: what a state is worth to each seat before the game is over, from 0 to 1.

A seat that has still to move its boot in this round is credited with its best tour, by the planner.
Of what is then left to visit, towns that lie apart cost more steps than towns that lie together:
so many steps, a minimum spanning tree, may be too many for the rounds that are left.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from math import exp

from elfen.bots.planner import Planner
from elfen.bots.planner.outlook import TOWNS_A_ROUND, known_lengths
from elfen.bots.planner.seen import Seen
from elfen.bots.planner.steps import steps_of
from elfen.bots.planner.worth import Worth, kept_by
from elfen.declare import Decide, Memo, Over
from elfen.game import Ruleset
from elfen.kernel import State

Rewards = tuple[float, ...]

#: The share of a point that a step is worth which leads to no new town.
WASTED_STEP = 0.5

#: A seat that leads by so many points with no round left, and so many more for each that is left,
#: beats the other with 73 %; by twice as many, with 88 %.
LEAD = 0.5
LEAD_A_ROUND = 0.6

#: The points that a piece is worth which is kept for the rounds to come.
A_PIECE_KEPT = 0.1

#: At the end, pieces decide between equal scores alone: so many are worth half a point, and
#: however many there are, it is less than one.
HALF_A_POINT = 10

#: How many situations the planner examines for a tour.
MOST_NODES = 100


def rewards(rules: Ruleset, state: State) -> Rewards:
    """What a state is worth to each seat, from 0 to 1: the share of the others that it beats.

    At the end of a game that goes by ranks, and a shared rank counts half. Before, it goes by what
    each seat is to expect. Partners do not beat each other.
    """
    standings = sorted(rules.standings(state), key=lambda row: row.seat)
    over = isinstance(state.agenda[-1], Over)
    left = rules.most_rounds - state.round + 1
    expected = [
        _outlook(rules, state, row.total, state.boots[row.seat], state.visited[row.seat], left)
        for row in standings
    ]
    worth = [0.0] * len(standings)
    met = [0] * len(standings)
    for one, other in combinations(standings, 2):
        if one.team and one.team == other.team:
            continue
        if over:
            share = 0.5 if one.rank == other.rank else float(one.rank < other.rank)
        else:
            share = _beats(expected[one.seat], expected[other.seat], left)
        worth[one.seat] += share
        worth[other.seat] += 1 - share
        met[one.seat] += 1
        met[other.seat] += 1
    return tuple([w / n if n else 0.5 for w, n in zip(worth, met, strict=True)])


class Prospect:
    """What the states to which one world leads are worth to one seat.

    What the others are to expect is worked out for the first of these states alone: it differs by
    less than it takes time.
    """

    def __init__(self, rules: Ruleset, seat: int, tours: Tours) -> None:
        self._rules, self._seat, self._tours = rules, seat, tours
        #: What each of the others is to expect, and whether that is still open.
        self._others: list[tuple[float, bool]] | None = None

    def reward(self, state: State) -> float:
        """The share of the others that the seat beats, from 0 to 1, as `rewards` has it.

        If boots are about to move, all that have not yet done so go on their best tours. In the
        last round, who has moved is beaten or not; with all others it is a matter of luck.
        """
        rules, seat = self._rules, self._seat
        if not at_move(rules, state):
            return rewards(rules, state)[seat]
        moving = {getattr(item, "seat", None) for item in state.agenda}
        left = rules.most_rounds - state.round
        if self._others is None:
            partners = next(row.team for row in rules.standings(state) if row.seat == seat)
            self._others = [
                (self._tours.expected(state, one, one in moving), left > 0 or one in moving)
                for one in range(state.players)
                if one != seat and (partners is None or one not in partners.seats)
            ]
        mine = self._tours.expected(state, seat, seat in moving)
        shares = [
            _beats(mine, other, left) if is_open else (mine > other) + 0.5 * (mine == other)
            for other, is_open in self._others
        ]
        return sum(shares) / len(shares) if shares else 0.5


class Tours:
    """What seats are to expect of the tours that they can make; each is planned once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        layout = rules.layout
        self._zones = Memo[int, tuple[int, ...]](
            lambda seat: tuple([layout.index(zone, seat) for zone in layout.seat_zones])
        )
        self._known: dict[Hashable, float] = {}

    def expected(self, state: State, seat: int, moves: bool) -> float:
        """The points that a seat is to expect, after its best tour if it `moves`."""
        rules = self._rules
        zones = state.zones
        held = zones if rules.quotes.by_state else tuple([zones[n] for n in self._zones[seat]])
        where = state.boots[seat], state.visited[seat], state.routes
        key = seat, moves, held, where, state.ext, state.round, rules.piece_towns_of(state)
        found = self._known.get(key)
        if found is None:
            left = rules.most_rounds - state.round
            made = (_toured if moves else _at_rest)(rules, state, seat, left)
            found = self._known[key] = _outlook(rules, state, *made, left)
        return found


def at_move(rules: Ruleset, state: State) -> bool:
    """Whether a seat decides that the planner can plan a tour for."""
    item = state.agenda[-1]
    return isinstance(item, Decide) and item.name in _at_steps[rules]


#: The decisions at which boots take steps, of the rulesets that were last asked about.
_at_steps = Memo[Ruleset, frozenset[str]](
    lambda rules: frozenset([name for steps in steps_of(rules) for name in steps.at]), most=8
)


def _beats(one: float, other: float, left: int) -> float:
    """How probably a seat that expects `one` ends before another, with so many rounds left."""
    return 1 / (1 + exp((other - one) / (LEAD + LEAD_A_ROUND * left)))


#: Points, the number of the boot's town, and the visited towns' bits.
Made = tuple[float, int, int]


def _toured(rules: Ruleset, state: State, seat: int, left: int) -> Made:
    """What a seat has after its best tour."""
    view, town, visited = rules.observe(state, seat), state.boots[seat], state.visited[seat]
    tour = Planner(view, hopeful=True, lasting=left > 0, outlook=left > 0).best(most=MOST_NODES)
    for leg in tour.legs:
        town = rules.board.town_number[leg.town]
        visited |= 1 << town
    return tour.total + _worth_of_kept(tour.kept, left), town, visited


def _at_rest(rules: Ruleset, state: State, seat: int, left: int) -> Made:
    """What a seat has that does not move."""
    seen = Seen(rules.observe(state, seat))
    points = Worth(rules, seen, seat, lasting=left > 0).of_state(state)
    kept = _worth_of_kept(kept_by(rules, state, seat), left)
    return points + kept, state.boots[seat], state.visited[seat]


def _worth_of_kept(pieces: int, left: int) -> float:
    """The points that so many pieces are worth, with so many rounds left."""
    return A_PIECE_KEPT * pieces if left else pieces / (pieces + HALF_A_POINT)


def _outlook(
    rules: Ruleset, state: State, points: float, town: int, visited: int, left: int
) -> float:
    """The points less the steps that will be wasted in the rounds left."""
    if left < 1:
        return points
    towns = rules.piece_towns_of(state) & ~visited & ~(1 << town)
    most = TOWNS_A_ROUND * left
    steps = known_lengths[rules][town, towns, most]
    return points - WASTED_STEP * (steps - min(towns.bit_count(), most))
