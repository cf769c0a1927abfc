"""The plan is the best of all tours: a twin that tries them all finds none that is better."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elfen import PositionError, Ruleset, State, compile_ruleset, plan
from elfen.bots import planner
from elfen.bots.planner import Planner, search
from elfen.bots.planner.ways import Ways
from elfen.land import HAND, MOVE, Move
from elfen.plugin import (
    Base,
    Limit,
    Manifest,
    Need,
    Offer,
    Price,
    Reason,
    Restriction,
    ScoreLine,
    Surcharge,
    TableZone,
    hookimpl,
)

from .positions import moving, near, suited
from .twin import best_by_trying_all, goodness

sys.path.append(str(Path(__file__).parents[1] / "probes"))

import isles
import letters
import wells


def plugin(**hooks: Callable[..., Any]) -> Any:
    """A plugin object of these hooks, for Elfenland."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("extra", rules_version=1, api=1, requires=("land",), help="A trial.")

    return SimpleNamespace(
        elfen_manifest=elfen_manifest, **{name: hookimpl(hook) for name, hook in hooks.items()}
    )


def line(name: str, points: Callable[[Any, int], int]) -> ScoreLine:
    return ScoreLine(f"extra/{name}", points, lowest=lambda r: -99, highest=lambda r: 99, text=name)


def to_beata(position: Any, seat: int) -> int:
    board = position.rules.board
    return -2 * board.distance(position.town(seat), "beata")


#: Score lines that ask for something else than as many pieces as can be.
LINES: dict[str, Callable[[Any, int], int]] = {
    "home": to_beata,
    "cards are a burden": lambda position, seat: -position.size(HAND.of(seat)),
    "dragons are for keeping": lambda position, seat: (
        3 * position.counts(HAND.of(seat)).get("dragon", 0)
    ),
    "rafts are for playing": lambda position, seat: (
        2 * position.zones[position.rules.layout.index(played(position))][-1]
    ),
    "even numbers": lambda position, seat: 3 * (position.pieces_taken(seat) % 2),
    "the first": lambda position, seat: (
        4 * (position.pieces_taken(seat) > max(position.pieces_taken(s) for s in (1,)))
    ),
}


def played(position: Any) -> TableZone:
    return position.rules.layout.zones["land/played"]  # type: ignore[no-any-return]


def either(crossing: Any, prices: Any) -> list[Price]:
    """Two of dragons and unicorns, or two of unicorns and rafts: needs that overlap."""
    return [
        Price((Need(HAND, 2, ("dragon", "unicorn")),)),
        Price((Need(HAND, 1, ("unicorn", "raft")), Need(HAND, 1, ("raft", "giant-pig")))),
    ]


TERMS: dict[str, Any] = {
    "free": Offer(
        "extra/free",
        lambda c, p: [Price(())] if c.terrain.directed else [],
        free=lambda rules, players: 1000,
        text="-",
    ),
    "either": Offer("extra/either", either, text="-"),
    "toll": Surcharge(
        "extra/toll",
        "toll",
        lambda c, p: c.position.pieces_taken(c.seat) % 2,
        text="-",
        depends_on=("state",),
    ),
    "hand": Limit(
        "extra/hand",
        lambda c, p: c.position.size(HAND.of(c.seat)) % 2 == 1,
        text="-",
        depends_on=("state",),
    ),
    "season": Surcharge(
        "extra/season",
        "toll",
        lambda c, p: int(c.position.round == 1 and c.route.terrain != "woods"),
        text="-",
        depends_on=("state",),
        could=lambda c, p: (0, 1),
    ),
    "worn": Surcharge(
        "extra/worn",
        "toll",
        lambda c, p: int(c.position.size(played(c.position)) % 4 > 1),
        text="-",
        depends_on=("state",),
        could=lambda c, p: (0, 1),
    ),
    "crowd": Limit(
        "extra/crowd",
        lambda c, p: c.end not in {c.position.town(s) for s in range(c.position.players)},
        text="-",
        depends_on=("state",),
    ),
    "walk": Base("extra/walk", lambda c: [Price.any(HAND, 2)], text="-"),
}


def no_woods_on_even_days(position: Any, seat: int, action: Move) -> Reason | None:
    woods = position.rules.board.route(action.route).terrain == "woods"
    if woods and position.pieces_taken(seat) % 2 == 0:
        return Reason("extra/closed", "not today")
    return None


@cache
def rules_of(name: str) -> Ruleset:
    if name in LINES:
        return compile_ruleset(
            expansions=[plugin(elfen_scoring=lambda rules: [line("trial", LINES[name])])]
        )
    if name in TERMS:
        return compile_ruleset(expansions=[plugin(elfen_move_cost=lambda rules: [TERMS[name]])])
    if name == "closed":
        restriction = Restriction("extra/closed", type=Move, forbids=no_woods_on_even_days)
        return compile_ruleset(expansions=[plugin(elfen_restrictions=lambda rules: [restriction])])
    if name in EDITIONS:
        return compile_ruleset(name, options={"town_cards": True})
    probes = {"letters": [letters], "isles": [isles], "wells": [wells]}
    return compile_ruleset(expansions=probes.get(name, []))


EDITIONS = ("white-wind", "rio-grande", "deluxe")
NAMES = ["land", *EDITIONS, "letters", "isles", "wells", "closed", *LINES, *TERMS]


def compare(rules: Ruleset, state: State) -> None:
    """The plan is legal, leads where it says, and nothing is better."""
    found = plan(rules.observe(state, 0))
    assert found.complete
    at = state
    for step in found.steps:
        at = rules.apply(at, step.action)
        assert rules.position(at).town(0) == step.town
    before, after = rules.results(state)[0], rules.results(at)[0]
    assert (found.total, found.kept) == goodness(rules, at, 0)
    assert {g.name: g.points for g in found.gains} == {
        new.name: new.points - old.points
        for old, new in zip(before.lines, after.lines, strict=True)
        if new.points != old.points
    }
    assert (found.total, found.kept) == best_by_trying_all(rules, state, Move)


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=25)
def test_no_tour_is_better(name: str, data: st.DataObject) -> None:
    rules = rules_of(name)
    compare(rules, data.draw(moving(rules, cards=4 if name in TERMS else 5)))


@given(data=st.data())
def test_no_tour_is_better_where_no_obstacles_lie(data: st.DataObject) -> None:
    compare(rules_of("land"), data.draw(moving(rules_of("land"), cards=6, obstacles=False)))


@given(data=st.data())
@settings(max_examples=15)
def test_a_large_hand_loses_nothing_by_what_is_not_followed(data: st.DataObject) -> None:
    """Searching without bounds, and looking first at a few situations or at none, is the same."""
    rules = rules_of(data.draw(st.sampled_from(["land", "white-wind"])))
    state = data.draw(moving(rules, cards=10, roads=16))
    found = Planner(rules.observe(state, 0)).best()
    for bounds, glance in ((None, 1), (..., 1), (..., 20)):
        planner = Planner(rules.observe(state, 0))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search, "_GLANCE", glance)
            if bounds is None:
                patch.setattr(planner._worth, "bounds", None)
            other = planner.best()
        assert (other.total, other.kept) == (found.total, found.kept)
        assert other.complete


def busy_crossroads(rules: Ruleset) -> list[State]:
    """A seat that has been in some towns, with five cards, and a counter on every road nearby."""
    board, chance, states = rules.board, random.Random(5), []
    counters = ("dragon", "unicorn", "giant-pig", "elfcycle")
    for start in range(len(board.towns)):
        scene = rules.build(2).at(MOVE, seat=0, round=1).boot(0, board.towns[start].id)
        for route in near(rules, start, 2):
            suited_here = [kind for kind in suited(rules, route) if kind.id in counters]
            if suited_here:
                with suppress(PositionError):  # no such counter is left
                    scene.lay(board.routes[route].id, chance.choice(suited_here).id)
        held = Counter(chance.choice((*counters, "raft")) for _ in range(5))
        been = [town.id for n, town in enumerate(board.towns) if rules.piece_towns >> n & 1]
        scene.zone(HAND.of(0), held).visited(0, *chance.sample(been, chance.randrange(8)))
        states.append(scene.state())
    return states


@pytest.mark.parametrize("name", [name for name in TERMS if "state" in TERMS[name].depends_on])
def test_prices_that_change_on_the_way_are_followed(name: str) -> None:
    for state in busy_crossroads(rules_of(name)):
        compare(rules_of(name), state)


def test_prices_that_are_taken_to_stay_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ways, "prices_move", property(lambda self: False))
    with pytest.raises(AssertionError):
        test_prices_that_change_on_the_way_are_followed("toll")


def test_prices_that_stay_need_no_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tours are tried only where prices may change on the way, not in every odd season."""
    tried: list[str] = []
    monkeypatch.setattr(
        planner, "explore", lambda rules, *more: tried.append(rules) or ((), 0, True)
    )
    for name, often in (("season", 0), ("toll", 1)):
        tried.clear()
        rules = rules_of(name)
        for state in busy_crossroads(rules)[:5]:
            plan(rules.observe(state, 0))
        assert bool(tried) == bool(often)
