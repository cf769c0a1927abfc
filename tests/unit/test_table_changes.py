"""What a step of a plugin changes on a table: pieces, what is known of them, and towns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from elfen import Chance, PositionError, Ruleset, compile_ruleset
from elfen.declare import PiecesMoved
from elfen.kernel import TracedTable
from elfen.kernel.table import close_table, open_table
from elfen.land import COUNTER, HAND, PILE, PLAN, PLAYED, SECRET, SHOWN
from elfen.plugin import PUBLIC, Group, Kind, Pieces, Stock, Table, TableZone
from elfen.views.known import KnownThere

from .tiny import BLUE, CARD, RED, addon, compiled

LAND = compile_ruleset()
DRAGON = next(kind for kind in LAND.layout.kinds_of(HAND) if kind.id == "dragon")
RAFT = next(kind for kind in LAND.layout.kinds_of(HAND) if kind.id == "raft")
PIG = next(kind for kind in LAND.layout.kinds_in(COUNTER) if kind.id == "giant-pig")
ROAD = "feodor-lapphalya-woods"


def table(cls: type[Table] = Table) -> Table:
    """Three play; seat 1 has two dragons and a raft in hand, and a counter lies on a road."""
    built = LAND.build(players=3).at(PLAN, seat=0, round=1)
    built.zone(HAND.of(1), {"dragon": 2, "raft": 1}).zone(HAND.of(2), {"dragon": 1})
    opened = open_table(LAND, built.lay(ROAD, "giant-pig").state(), cls)
    if cls is TracedTable:
        opened.events = []
    return opened


# What cannot be done -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (lambda t: t.move(DRAGON, HAND.of(1), PILE), f"{PILE.name} does not hold 'dragon'"),
        (lambda t: t.move(PIG, HAND.of(1), PILE, 0), f"{HAND.name} does not hold 'giant-pig'"),
        (lambda t: t.take_off(ROAD, PIG, PLAYED), f"{PLAYED.name} does not hold 'giant-pig'"),
        (lambda t: t.put(ROAD, PIG, SHOWN.of(2)), f"no giant-pig in {SHOWN.name} of seat 2"),
        (lambda t: t.draw("land/refill", None, -1), "-1 pieces of land/refill: a draw is never"),
        (lambda t: t.draw("land/deal", 0, 1, 3), "land/deal from seat 3: 3 play, from 0 on"),
        (lambda t: t.draw("land/deal", 0, 1, -1), "land/deal from seat -1: 3 play, from 0 on"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_changes(
    deed: Callable[[Table], None], told: str
) -> None:
    opened = table()
    before = opened.freeze()
    with pytest.raises(PositionError, match=f"^{told}"):
        deed(opened)
    assert close_table(opened) == before


def test_a_draw_of_nothing_is_none() -> None:
    opened = table()
    before = [*opened.agenda]
    opened.draw("land/deal", 0, 0)
    assert opened.agenda == before
    opened.draw("land/deal", 0, 1)
    assert opened.agenda == [*before, Chance("land/deal", 0, (1,))]


# Pieces ------------------------------------------------------------------------------------


def test_everything_that_lies_in_a_zone_moves_together() -> None:
    """Also where the zone has none of some kinds."""
    opened = table(TracedTable)
    played = opened.counts(PLAYED)
    opened.move_all(HAND.of(1), PLAYED)
    assert opened.counts(HAND.of(1)) == {}
    assert opened.counts(PLAYED) == {**played, "dragon": 2, "raft": 1}
    pieces = Pieces.of({"dragon": 2, "raft": 1})
    told = [PiecesMoved(pieces, HAND.name, 1, PLAYED.name, None)]
    assert opened.events == told
    opened.move_all(HAND.of(1), PLAYED)
    assert opened.events == told


def test_a_piece_that_is_taken_off_a_road_lies_once_in_its_zone() -> None:
    opened = table()
    pile = opened.count(PILE, PIG)
    opened.take_off(ROAD, PIG, PILE)
    assert opened.lying(ROAD) == ()
    assert opened.count(PILE, PIG) == pile + 1


COIN = Group("coin", noun="coin")
PENNY = Kind("penny", COIN, name="penny")
PURSE = TableZone("odd/purse", holds=(COIN,), visibility=PUBLIC)
CHEST = TableZone("odd/chest", holds=(COIN, CARD), visibility=PUBLIC)
ALBUM = TableZone("odd/album", holds=(CARD,), visibility=PUBLIC)


def chests() -> Ruleset:
    """The tiny game with zones for coins, for cards, and for both: two cards, three coins."""
    return compiled(
        addon(
            elfen_kinds=[PENNY],
            elfen_zones=[PURSE, CHEST, ALBUM],
            elfen_components=[
                Stock("odd/pennies", (PENNY,), 3, PURSE),
                Stock("odd/reds", (RED,), 2, ALBUM),
                Stock("odd/blues", (BLUE,), 1, ALBUM),
            ],
        )
    )


def test_everything_moves_to_a_zone_that_holds_more_groups_and_back() -> None:
    rules = chests()
    opened = open_table(rules, rules.start(2))
    opened.move_all(PURSE, CHEST)
    assert opened.counts(CHEST) == {"penny": 3}
    assert opened.counts(PURSE) == {}
    opened.move_all(CHEST, PURSE)
    opened.move_all(ALBUM, CHEST)
    assert opened.counts(CHEST) == {"red": 2, "blue": 1}
    opened.move_all(CHEST, ALBUM)
    opened.move_all(PURSE, CHEST)
    with pytest.raises(PositionError, match="odd/album does not hold 'penny'"):
        opened.move_all(CHEST, ALBUM)
    assert opened.counts(CHEST) == {"penny": 3}


# What is known -----------------------------------------------------------------------------


def test_what_goes_by_name_from_hand_to_hand_over_an_open_zone_is_known_to_all() -> None:
    opened = table()
    opened.move(DRAGON, HAND.of(1), PLAYED)
    opened.move(RAFT, HAND.of(1), PLAYED)
    opened.move(RAFT, PLAYED, HAND.of(2))
    state = close_table(opened)
    assert LAND.validate(state) == ()
    known = LAND.observe(state, None).known.there
    assert known == (KnownThere(HAND.name, 2, Pieces.of(["raft"])),)


def test_what_is_known_to_lie_in_a_hand_goes_with_a_card_that_is_played_from_it() -> None:
    built = LAND.build(players=3).at(PLAN, seat=0, round=1).zone(HAND.of(1), {"dragon": 2})
    opened = open_table(LAND, built.known(HAND.of(1), {"dragon": 2}).state())
    opened.move(DRAGON, HAND.of(1), PLAYED)
    state = close_table(opened)
    assert LAND.validate(state) == ()
    known = LAND.observe(state, None).known.there
    assert known == (KnownThere(HAND.name, 1, Pieces.of(["dragon"])),)


def test_everyone_knows_who_has_the_piece_that_was_taken_off_a_road() -> None:
    opened = table()
    opened.take_off(ROAD, PIG, SECRET.of(1))
    state = close_table(opened)
    assert LAND.validate(state) == ()
    known = LAND.observe(state, None).known.there
    assert known == (KnownThere(SECRET.name, 1, Pieces.of(["giant-pig"])),)


def test_nobody_keeps_what_was_known_to_lie_in_a_zone_once_it_lies_on_a_road() -> None:
    opened = table()
    opened.take_off(ROAD, PIG, SECRET.of(1))
    opened.put(ROAD, PIG, SECRET.of(1))
    state = close_table(opened)
    assert LAND.validate(state) == ()
    assert LAND.observe(state, None).known.there == ()


# Towns, and the end of a table -------------------------------------------------------------


def test_a_seat_takes_its_piece_in_a_town_once_and_only_its_own() -> None:
    opened = table()
    for town in ("virst", "feodor"):
        assert opened.visit(1, LAND.board.town_number[town])
        assert not opened.visit(1, LAND.board.town_number[town])
    assert opened.has_visited(1, "virst")
    assert opened.has_visited(1, "feodor")
    assert [opened.pieces_taken(seat) for seat in range(3)] == [0, 2, 0]


def test_where_no_piece_lies_none_is_taken() -> None:
    opened = table()
    assert not opened.visit(1, LAND.board.town_number["elvenhold"])
    assert opened.pieces_taken(1) == 0


def test_a_table_that_becomes_a_state_leaves_its_rules_behind() -> None:
    opened = table()
    assert opened.rules is LAND
    assert not hasattr(close_table(opened), "rules")
