"""What is told of pieces that are moved by number, and of those that are swept off routes."""

from __future__ import annotations

from elfen import compile_ruleset
from elfen.declare import PiecesMoved, PutOnRoute, TakenFromRoute
from elfen.kernel import TracedTable
from elfen.kernel.table import open_table
from elfen.land import COUNTER, HAND, PILE, PLAN, SHOWN, STACK
from elfen.plugin import Pieces

RULES = compile_ruleset()
ROADS = ("elvenhold-lapphalya-plains", "feodor-lapphalya-woods")


def traced() -> TracedTable:
    built = RULES.build(players=2).at(PLAN, seat=0, round=1)
    state = built.lay(ROADS[0], "giant-pig").lay(ROADS[1], "dragon", "obstacle").state()
    table = open_table(RULES, state, TracedTable)
    table.events = []
    return table


def test_a_single_piece_that_is_moved_by_number_is_told() -> None:
    table = traced()
    stack, hand = RULES.layout.index(STACK), RULES.layout.index(HAND, 1)
    at = next(n for n, there in enumerate(table.zones[stack]) if there)
    table.shift_one(stack, hand, at)
    card = RULES.layout.kinds_of(STACK)[at].id
    assert table.events == [
        PiecesMoved(Pieces.of([card]), STACK.name, None, HAND.name, 1),
    ]


def test_pieces_that_are_drawn_one_by_one_are_moved_and_told_with_their_draw() -> None:
    table = traced()
    stack, hand = RULES.layout.index(STACK), RULES.layout.index(HAND, 1)
    before = table.zones[stack]
    table.shift_singly(stack, hand, before, "odd/draw")
    assert table.zones[hand] == before
    assert not any(table.zones[stack])
    pieces = RULES.layout.pieces(STACK, before)
    assert table.events == [PiecesMoved(pieces, STACK.name, None, HAND.name, 1, "odd/draw")]


def test_every_piece_that_is_swept_off_a_route_is_told_and_no_other() -> None:
    table = traced()
    table.sweep(COUNTER, PILE)
    assert table.events == [
        TakenFromRoute("giant-pig", ROADS[0], PILE.name, None),
        TakenFromRoute("dragon", ROADS[1], PILE.name, None),
    ]
    dragon = next(kind for kind in RULES.layout.kinds_in(COUNTER) if kind.id == "dragon")
    table.put(ROADS[1], dragon, PILE)
    assert table.events[2:] == [PutOnRoute("dragon", ROADS[1], PILE.name, None)]


def test_a_piece_that_is_taken_off_a_route_is_told_with_where_it_goes() -> None:
    table = traced()
    pig = next(kind for kind in RULES.layout.kinds_in(COUNTER) if kind.id == "giant-pig")
    table.take_off(ROADS[0], pig, SHOWN.of(1))
    assert table.events == [TakenFromRoute("giant-pig", ROADS[0], SHOWN.name, 1)]
