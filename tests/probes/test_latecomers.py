"""Latecomers: another order of turns inside of a phase, and one that the phase itself changes."""

from __future__ import annotations

from functools import cache

import latecomers

from elfen import Ruleset, State, compile_ruleset
from elfen.declare.agenda import Decide
from elfen.declare.kinds import Pieces
from elfen.land import HAND, LAND, MOVE, PLAN, LandState, Move, Pass, Stop

ROAD = "feodor-lapphalya-woods"


@cache
def with_latecomers() -> Ruleset:
    return compile_ruleset(expansions=[latecomers])


def moving(start_player: int, *pieces: tuple[str, ...]) -> State:
    """The phase of moving begins; the seats have pieces of these towns."""
    rules = with_latecomers()
    build = rules.build(players=len(pieces)).at(PLAN, seat=0, round=1)
    build = build.slot(LAND, LandState(start_player)).lay(ROAD, "unicorn")
    for seat, towns in enumerate(pieces):
        build = build.visited(seat, *towns).boot(seat, "feodor").zone(HAND.of(seat), {"unicorn": 1})
    state = build.state()
    for _ in pieces:
        state = rules.apply(state, Pass())
    return state


def order(state: State) -> list[int]:
    """Whose turns there are, if all stop at once."""
    rules, seats = with_latecomers(), []
    while isinstance(item := rules.pending(state), Decide) and item.name == MOVE:
        seats.append(item.seat)
        state = rules.apply(state, Stop())
    return seats


def test_who_has_fewest_pieces_moves_first() -> None:
    state = moving(0, ("beata", "ixara"), (), ("beata",))
    assert order(state) == [1, 2, 0]


def test_of_equals_the_first_from_the_start_player_moves_first() -> None:
    assert order(moving(2, (), (), ())) == [2, 0, 1]


def test_everyone_has_one_turn_also_who_stays_behind() -> None:
    state = moving(0, ("beata",), (), ("beata",))
    rules = with_latecomers()
    assert rules.pending(state) == rules.decide(MOVE, 1, ())
    after = rules.apply(state, Move(ROAD, Pieces.of(["unicorn"])))
    assert order(after)[0] == 1
    assert order(after)[1:] == [0, 2]
