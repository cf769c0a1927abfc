"""Positions that no game has led to, made with the position builder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from hypothesis import strategies as st

from elfen.declare import Decide, SeatPlace
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import Builder, State
from elfen.testing.facts import facts

_MOST_TOWNS = 6
_MOST_PIECES = 8

Deed = Callable[[Builder], Builder]


@st.composite
def positions(
    draw: st.DrawFn, rules: Ruleset | st.SearchStrategy[Ruleset], players: int | None = None
) -> State:
    """Built states: some decision, with arbitrary boots, town pieces, hands and routes.

    If the rules find a position invalid, or its decision has no answer (as for a seat without
    cards), its last half is left out, repeatedly if need be. Shrinks to the first decision, all
    boots at the start, empty hands and empty routes.
    """
    if not isinstance(rules, Ruleset):
        rules = draw(rules)
    if players is None:
        players = draw(st.sampled_from(rules.player_counts))
    moments = facts(rules).moments(players)
    moment = draw(st.sampled_from(moments))
    deeds: list[Deed] = []
    for seat in range(players):
        deeds += draw(_of_seat(rules, seat))
    deeds += draw(_of_routes(rules))
    while True:
        for begun in (moment, moments[0]):
            state = _built(rules.build(players).as_in(begun), deeds)
            if not rules.validate(state) and _answered(rules, state):
                return state
        if not deeds:
            return rules.start(players)
        del deeds[len(deeds) // 2 :]


@st.composite
def _of_seat(draw: st.DrawFn, rules: Ruleset, seat: int) -> list[Deed]:
    """Where a seat's boot is, the towns it has visited, and the pieces it holds."""
    board = rules.board
    start = rules.towns.start
    towns = sorted((town.id for town in board.towns), key=lambda id: (id not in start, id))
    lie = [id for id in towns if rules.piece_towns >> board.town_number[id] & 1]
    visited = draw(st.lists(st.sampled_from(lie), unique=True, max_size=_MOST_TOWNS))
    deeds: list[Deed] = [_boot(seat, draw(st.sampled_from(towns))), _visited(seat, visited)]
    for zone in rules.layout.seat_zones:
        kinds = [kind.id for kind in rules.layout.kinds_of(zone)]
        if kinds:
            held = draw(st.lists(st.sampled_from(kinds), max_size=_MOST_PIECES))
            deeds.append(_holding(zone.of(seat), Counter(held)))
    return deeds


@st.composite
def _of_routes(draw: st.DrawFn, rules: Ruleset) -> list[Deed]:
    """The pieces on the routes."""
    layout = rules.layout
    kinds = [kind.id for zone in layout.route_zones for kind in layout.kinds_of(zone)]
    if not kinds:
        return []
    routes = [route.id for route in rules.board.routes]
    one = st.tuples(st.sampled_from(routes), st.sampled_from(kinds))
    return [_lying(*laid) for laid in draw(st.lists(one, max_size=_MOST_PIECES))]


def _built(builder: Builder, deeds: list[Deed]) -> State:
    """The state after all these deeds, sound or not."""
    for deed in deeds:
        with suppress(ElfenError):  # no such piece is left
            builder = deed(builder)
    return builder.draft()


def _answered(rules: Ruleset, state: State) -> bool:
    """Whether the pending decision has answers, and so have the decisions they lead to."""
    actions = rules.legal_actions(state)
    after = [rules.advance(state, action) for action in actions]
    return bool(actions) and all(
        rules.legal_actions(one) or not isinstance(rules.pending(one), Decide) for one in after
    )


def _boot(seat: int, town: str) -> Deed:
    return lambda builder: builder.boot(seat, town)


def _visited(seat: int, towns: list[str]) -> Deed:
    return lambda builder: builder.visited(seat, *towns)


def _holding(place: SeatPlace, counts: Counter[str]) -> Deed:
    return lambda builder: builder.zone(place, counts)


def _lying(route: str, kind: str) -> Deed:
    return lambda builder: builder.lay(route, kind)
