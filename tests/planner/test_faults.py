"""The twin notices a planner that goes wrong: each fault here was made on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, settings

from elfen import State
from elfen.bots.planner import Planner, follow, rows, search, steps, thrift, ways, worth
from elfen.bots.planner.nets import known_nets
from elfen.bots.planner.prices import known_prices
from elfen.bots.planner.purse import Packing
from elfen.bots.planner.recalled import known_tours
from elfen.bots.planner.rows import Rows, known_rows, with_fares
from elfen.bots.planner.scores import known_scores
from elfen.bots.planner.steps import known_steps
from elfen.bots.planner.tallies import known_tallies
from elfen.bots.planner.thrift import known_thrift

from .positions import moving
from .test_twin import compare, rules_of

Patch = pytest.MonkeyPatch


def free_caravans(patch: Patch) -> None:
    """Needs of any kind are not paid."""
    cost = Packing.cost
    patch.setattr(
        Packing,
        "cost",
        lambda self, demands: cost(self, [d for d in demands if len(d.places) == 1]),
    )


def too_poor(patch: Patch) -> None:
    """Who holds exactly what is asked for is thought not to be able to pay."""

    def payable(self: Any, priced: Any) -> bool:
        return all(sum(self.held[d.zone][p] for p in d.places) > d.n for d in priced.demands)

    patch.setattr(ways.Ways, "_payable", payable)


def hands_unread(patch: Patch) -> None:
    """What one holds is thought not to matter to the score."""
    patch.setattr(search.Search, "being_read", lambda self: (frozenset(), frozenset()))


def never_on(patch: Patch) -> None:
    """Every step is thought to be the last."""
    patch.setattr(steps, "_returns", lambda rules, owned: None)
    patch.setattr(ways.Ways, "_made", lambda *args, **kwargs: False)


def never_odd(patch: Patch) -> None:
    """The kernel is thought to do nothing but what prices say."""
    patch.setattr(Planner, "_foreseen", lambda self, ways: True)


def stays_put(patch: Patch) -> None:
    """The score lines are asked about the boot where it is now."""
    suppose = worth.Supposed.suppose
    patch.setattr(
        worth.Supposed,
        "suppose",
        lambda self, seat, town, visited: suppose(self, seat, self.state.boots[seat], visited),
    )


def steps_add_nothing(patch: Patch) -> None:
    """A step is thought to add no points."""
    patch.setattr(
        worth.Worth, "hopes", lambda self, points, steps, anywhere: (sum(points),) * (steps + 1)
    )


def spendthrift(patch: Patch) -> None:
    """The last of the steps that a purse allows is forgotten."""
    after = thrift.Thrift._after
    patch.setattr(thrift.Thrift, "_after", lambda self, held: after(self, held)[:-1] or (0,))


def new_towns_are_one_fewer(patch: Patch) -> None:
    """The last of the steps to new towns is forgotten."""
    after = thrift.NewTowns._after
    patch.setattr(thrift.NewTowns, "_after", lambda self, held: after(self, held)[:-1] or (0,))


def steps_are_too_dear(patch: Patch) -> None:
    """A step is thought to be hopeless if it takes as much as it may."""
    room = follow.room

    def narrower(*given: Any) -> tuple[bool, int, int]:
        hopeful, new, old = room(*given)
        return hopeful, new - 1, old - 1

    patch.setattr(follow, "room", narrower)


def small_purses_are_best(patch: Patch) -> None:
    """Of two purses the smaller one is kept."""

    def added(purses: list[int], purse: int, guard: int) -> bool:
        if any(other <= purse for other in purses):
            return False
        purses[:] = [purse]
        return True

    patch.setattr(follow, "added", added)


def fares_in_any_order(patch: Patch) -> None:
    """The highest fare comes first, so that a search stops at it."""
    patch.setattr(rows, "_fewer", lambda fare: -fare[0])


def first_rows_only(patch: Patch) -> None:
    """From each town only the first way is looked at."""
    rows_of = search.Search.rows_of

    def rows(self: Any, town: int, counted: bool) -> Any:
        return rows_of(self, town, counted)[:1]

    patch.setattr(search.Search, "rows_of", rows)


def one_way_to_a_town(patch: Patch) -> None:
    """Of the ways to a town the first is kept, whatever it costs and whatever was visited."""
    rows_of = search.Search.rows_of

    def rows(self: Any, town: int, counted: bool) -> Any:
        found = {row[0]: row for row in reversed(rows_of(self, town, counted))}
        return [with_fares(row, row[5][:1]) for row in found.values()]

    patch.setattr(search.Search, "rows_of", rows)


def rows_kept_too_long(patch: Patch) -> None:
    """The ways out of a town stay what they were at first, whatever then follows them."""
    row = Rows._row
    first: dict[object, Any] = {}
    patch.setattr(
        Rows, "_row", lambda self, asked: first.setdefault((self, asked[0]), row(self, asked))
    )


def exits_kept_too_long(patch: Patch) -> None:
    """What lies on a route is what lay there first."""
    exits = ways.Ways._exits
    first: dict[object, Any] = {}
    patch.setattr(
        ways.Ways,
        "_exits",
        lambda self, town: first.setdefault((self.rules, town), exits(self, town)),
    )


FAULTS: list[tuple[Callable[[Patch], None], str]] = [
    (free_caravans, "land"),
    (too_poor, "land"),
    (hands_unread, "dragons are for keeping"),
    (hands_unread, "letters"),
    (never_on, "land"),
    (never_odd, "toll"),
    (never_odd, "closed"),
    (stays_put, "home"),
    (steps_add_nothing, "land"),
    (spendthrift, "rio-grande"),
    (new_towns_are_one_fewer, "land"),
    (steps_are_too_dear, "land"),
    (small_purses_are_best, "rio-grande"),
    (fares_in_any_order, "land"),
    (first_rows_only, "land"),
    (one_way_to_a_town, "land"),
    (rows_kept_too_long, "closed"),
    (exits_kept_too_long, "land"),
]


@pytest.fixture(autouse=True)
def _no_faults_remembered() -> Iterator[None]:
    """What is remembered between plans is forgotten before a fault is made, and after it."""
    known = (
        known_nets,
        known_prices,
        known_rows,
        known_scores,
        known_steps,
        known_tallies,
        known_thrift,
        known_tours,
    )
    for memo in known:
        memo.kept.clear()
    yield
    for memo in known:
        memo.kept.clear()


@pytest.mark.alike(4)
@pytest.mark.parametrize(("fault", "name"), FAULTS, ids=lambda one: getattr(one, "__name__", one))
def test_a_fault_is_noticed(
    fault: Callable[[Patch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(name)
    fault(monkeypatch)

    def differs(state: State) -> bool:
        try:
            compare(rules, state)
        except AssertionError:
            return True
        return False

    find(
        moving(rules, cards=4 if name == "land" else 5),
        differs,
        settings=settings(
            max_examples=1000,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
