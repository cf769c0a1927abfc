"""Action types that cross routes: what is completed in their declarations, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import RulesetError, compile_ruleset
from elfen.compiler.crossing_checks import by_no_route, with_crossings
from elfen.declare import ActionType, Leaps, Owned
from elfen.kernel import Crossings
from elfen.plugin import Action, Pieces, as_it_is, frozen

RULES = compile_ruleset()
ROUTE = RULES.board.routes[3].id


@frozen(cache_hash=True)
class Ride(Action):
    verb = "ride"
    route: str
    cards: Pieces = Pieces()


@frozen(cache_hash=True)
class Drift(Action):
    verb = "drift"
    cards: Pieces = Pieces()


RIDES = Crossings(RULES, Ride)
DRIFTS = Crossings(RULES, lambda route, cards: Drift(cards))


def declared(type: type[Action], **changes: Any) -> ActionType[Any]:
    """What the compiler makes of an action type."""
    given: dict[str, Any] = {
        "type": type,
        "at": ("odd/turn",),
        "legal": lambda position, seat: [],
        "check": lambda position, seat, action: None,
        "apply": lambda table, item, action: None,
        "domain": list,
        "public": as_it_is,
    }
    entry = ActionType(f"odd/{type.__name__.lower()}", **given | changes)
    return with_crossings(Owned(entry, "odd")).entry


def crossed(entry: ActionType[Any], action: Action) -> Any:
    assert entry.crosses is not None
    return entry.crosses(None, 0, action)  # type: ignore[arg-type]


@pytest.mark.parametrize("how", [{"crossings": RIDES}, {"legal": RIDES.open_to}])
def test_a_crossing_crosses_the_route_in_the_field_where_it_is_put(how: dict[str, Any]) -> None:
    entry = declared(Ride, **how)
    assert entry.crossings is RIDES
    assert crossed(entry, Ride(ROUTE)) == (ROUTE,)


def test_crossings_whose_actions_do_not_tell_their_route_have_to_say_what_they_cross() -> None:
    with pytest.raises(RulesetError, match="plugin 'odd': 'odd/drift', crossings: a Drift"):
        declared(Drift, crossings=DRIFTS)
    entry = declared(Drift, crossings=DRIFTS, crosses=lambda position, seat, action: (ROUTE,))
    assert crossed(entry, Drift()) == (ROUTE,)


def test_declared_in_the_old_way_they_need_not_say_it() -> None:
    entry = declared(Drift, legal=DRIFTS.open_to)
    assert entry.crossings is DRIFTS
    assert entry.crosses is None


def test_a_leap_crosses_no_route_unless_it_says_so() -> None:
    leaps: Leaps[Action] = Leaps(lambda town, cards: Drift(cards), ())
    entry = declared(Drift, leaps=leaps)
    assert entry.crosses is by_no_route
    assert crossed(entry, Drift()) == ()
    assert declared(Drift).crosses is None
