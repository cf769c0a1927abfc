"""Positions built by hypothesis: any board, any hands, any stock of counters."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from elfen import Ruleset, State
from elfen.kernel.builder import Builder
from elfen.land import HAND, OBSTACLES, OPEN, REMOVED, SECRET, SHOWN

from .turns import CHART, ROADS
from .world import World

DECISIONS = ("move", "plan", "draw", "keep", "discard")
CARDS = Counter({**dict.fromkeys(CHART, 10), "raft": 12})


@st.composite
def positions(draw: st.DrawFn, rules: Ruleset, world: World, decision: str) -> State:
    """A valid state in which this decision of seat 0 is due."""
    players = draw(st.integers(2, 6))
    situation = rules.build(players).at(f"land/{decision}", seat=0)
    counters = Counter(dict.fromkeys(CHART, 8))
    laid = lay_counters(draw, situation, world, counters)
    use_obstacles(draw, situation, laid, players)
    for seat in range(players):
        for zone in (SECRET, SHOWN):
            situation.zone(zone.of(seat), some(draw, counters, 0, 3))
        situation.boot(seat, draw(st.sampled_from(sorted(world["towns"]))))
    situation.zone(OPEN, some(draw, counters, 0, 5))
    held = deal(draw, situation, players, fewest=5 if decision == "discard" else 0)
    if decision == "discard":
        situation.asked(held - 4)
    return situation.state()


def some(draw: st.DrawFn, pool: Counter[str], fewest: int, most: int) -> dict[str, int]:
    """A few pieces, taken out of a pool."""
    pieces: Counter[str] = Counter()
    for _ in range(draw(st.integers(fewest, most))):
        left = sorted(kind for kind, n in pool.items() if n)
        if left:
            kind = draw(st.sampled_from(left))
            pool[kind] -= 1
            pieces[kind] += 1
    return dict(pieces)


def lay_counters(
    draw: st.DrawFn, situation: Builder, world: World, counters: Counter[str]
) -> list[str]:
    """Lay counters on some roads that they suit; return the roads."""
    roads = sorted(id for id, route in world["routes"].items() if route[2] in ROADS)
    laid = []
    for road in draw(st.lists(st.sampled_from(roads), unique=True, max_size=len(roads))):
        terrain = world["routes"][road][2]
        fits = sorted(c for c, n in counters.items() if n and CHART[c][terrain])
        if fits:
            counter = draw(st.sampled_from(fits))
            counters[counter] -= 1
            situation.lay(road, counter)
            laid.append(road)
    return laid


def use_obstacles(draw: st.DrawFn, situation: Builder, laid: list[str], players: int) -> None:
    """Some seats have used their obstacle: it lies on a road, or is out of the game."""
    free, removed = list(laid), 0
    for seat in range(players):
        fate = draw(st.sampled_from(["in stock", "on a road", "removed"]))
        if fate == "in stock":
            continue
        situation.zone(OBSTACLES.of(seat), {})
        if fate == "on a road" and free:
            situation.lay(free.pop(draw(st.integers(0, len(free) - 1))), "obstacle")
        else:
            removed += 1
            situation.zone(REMOVED, {"obstacle": removed})


def deal(draw: st.DrawFn, situation: Builder, players: int, fewest: int) -> int:
    """Deal everyone up to eight cards; return seat 0's number. Its hand is often all of a kind."""
    cards = Counter(CARDS)
    if draw(st.booleans()):
        own = {draw(st.sampled_from(sorted(CARDS))): draw(st.integers(max(fewest, 1), 8))}
        cards.subtract(own)
    else:
        own = some(draw, cards, fewest, 8)
    situation.zone(HAND.of(0), own)
    for seat in range(1, players):
        situation.zone(HAND.of(seat), some(draw, cards, 0, 8))
    return sum(own.values())
