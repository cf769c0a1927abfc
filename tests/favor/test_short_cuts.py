"""Where a stop is cut short with small favors, and that it leads to the same as the long way."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import Decide, State
from elfen.land import HAND, MOVE, PILE, SHOWN
from elfen.plugin import Do
from elfen_favor import TILES, USE
from elfen_favor.favors import CARRY_COUNTER, TWO_CARDS
from playing import at_once

from .scenes import favors, tiles

RULES = favors("small")
STOP = RULES.parse("stop")


def moving(
    seat: int = 0, cards: int = 0, town: str = "elvenhold", favor: str = "", round: int = 1
) -> State:
    """A seat of two moves; the other one stands in this town and has all counters of the pile."""
    build = RULES.build(2).at(MOVE, seat=seat, round=round)
    build.slot(TILES, tiles(RULES, lapphalya=favor))
    counters = RULES.position(build.state()).counts(PILE)
    build.boot(1 - seat, town).zone(HAND.of(seat), {"unicorn": cards})
    return build.zone(SHOWN.of(1 - seat), counters).state()


def asked(state: State) -> tuple[str, int] | None:
    """What is asked at once after a stop, and of whom; None if the long way is gone."""
    after = at_once(RULES, state, STOP)
    assert RULES.advance(state, STOP) == RULES.trace(state, STOP).state
    if after is None:
        return None
    assert after == RULES.trace(state, STOP).state
    item = after.agenda[-1]
    assert isinstance(item, Decide)
    return item.name, item.seat


NO_TILE = {"town": "lapphalya"}  # small favors lie open from the beginning (F2)
OPEN = {"town": "lapphalya", "favor": TWO_CARDS}
GIVES_NOTHING = {"town": "lapphalya", "favor": CARRY_COUNTER}
ASKED = [({}, MOVE), (GIVES_NOTHING, MOVE), (NO_TILE, MOVE), (OPEN, USE)]


@pytest.mark.parametrize("cards", [0, 4])
@pytest.mark.parametrize(("where", "decision"), ASKED, ids=str)
def test_f2_the_next_seat_is_offered_its_favor_or_moves_at_once(
    where: dict[str, str], decision: str, cards: int
) -> None:
    assert asked(moving(cards=cards, **where)) == (decision, 1)


def test_whoever_has_to_discard_stops_the_long_way() -> None:
    assert asked(moving(cards=5)) is None


def test_the_last_seat_stops_the_long_way() -> None:
    assert asked(moving(seat=1)) is None


@pytest.mark.parametrize("where", [{}, OPEN], ids=str)
def test_what_comes_after_the_next_seats_turn_makes_no_difference(where: dict[str, str]) -> None:
    state = moving(**where)
    assert asked(evolve(state, agenda=state.agenda[-4:])) is not None
    assert asked(evolve(state, agenda=(*state.agenda[:1], *state.agenda[-2:]))) is None


@pytest.mark.parametrize(("where", "decision"), ASKED, ids=str)
def test_f2_seat_0_is_offered_the_favor_of_its_own_town_when_its_turn_comes_second(
    where: dict[str, str], decision: str
) -> None:
    assert asked(moving(seat=1, round=2, **where)) == (decision, 0)


def test_a_turn_without_a_movement_is_taken_the_long_way() -> None:
    state = moving()
    steps = [item.name for item in state.agenda if isinstance(item, Do)]
    assert steps[-4:-1] == ["land/hand-limit", "land/moving", "favor/before-moving"]
    less = (*state.agenda[:-4], *state.agenda[-3:])
    assert asked(evolve(state, agenda=less)) is None
