"""Random positions in which seat 0 is about to move."""

from __future__ import annotations

from hypothesis import strategies as st

from elfen import Ruleset, State
from elfen.land import COUNTER, HAND, MOVE, TOWN_CARDS
from elfen.plugin import Kind


def suited(rules: Ruleset, route: int) -> list[Kind]:
    """The counters that may lie on a route."""
    numbers = rules.layout.kind_number
    return [k for k in rules.layout.kinds_in(COUNTER) if rules.quotes.opens(route, numbers[k])]


def stocked(rules: Ruleset) -> set[Kind]:
    """The kinds in the stock."""
    return {kind for owned in rules.stock for kind in owned.entry.kinds}


def near(rules: Ruleset, town: int, steps: int) -> list[int]:
    """The numbers of the routes within a number of steps from a town."""
    towns, routes = {town}, set()
    for _ in range(steps):
        for one in list(towns):
            for route, end in rules.board.legs[one]:
                routes.add(route)
                towns.add(end)
    return sorted(routes)


@st.composite
def moving(
    draw: st.DrawFn,
    rules: Ruleset,
    cards: int = 5,
    obstacles: bool = True,
    roads: int = 8,
    each: int = 6,
) -> State:
    """Someone with a few cards, among roads with counters, some of them with obstacles.

    At most `each` counters of a kind lie there.
    """
    players = rules.fewest_players
    towns = rules.board.towns
    start = draw(st.integers(0, len(towns) - 1))
    table = rules.build(players).at(MOVE, seat=0, round=1).boot(0, towns[start].id)
    pieces = [town.id for n, town in enumerate(towns) if rules.piece_towns >> n & 1]
    table.visited(0, *draw(st.lists(st.sampled_from(pieces), unique=True, max_size=6)))
    kinds = [kind for kind in rules.layout.kinds_of(HAND) if kind in stocked(rules)]
    hand = draw(st.lists(st.sampled_from(kinds), min_size=max(0, cards - 6), max_size=cards))
    table.zone(HAND.of(0), {kind.id: hand.count(kind) for kind in set(hand)})
    routes = near(rules, start, 3)
    left = {kind: each for kind in rules.layout.kinds_in(COUNTER) if kind in stocked(rules)}
    blocks = players if obstacles else 0
    for route in draw(st.lists(st.sampled_from(routes), unique=True, max_size=roads)):
        counters = [kind for kind in suited(rules, route) if left.get(kind)]
        if counters:
            counter = draw(st.sampled_from(counters))
            left[counter] -= 1
            block = blocks > 0 and draw(st.booleans())
            blocks -= block
            table.lay(rules.board.routes[route].id, counter.id, *["obstacle"] * block)
    if TOWN_CARDS.name in rules.layout.zones:
        cards = rules.layout.kinds_of(TOWN_CARDS)
        table.zone(TOWN_CARDS.of(0), {draw(st.sampled_from(cards)).id: 1})
    return table.state()
