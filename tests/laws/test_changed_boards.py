"""Rules are also played on a board that nobody has foreseen, under the name of their own."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from beside import RemembersOwnDataByTheBoard
from faults import SMALL
from gallery import all_broken, is_named

from elfen import Ruleset, compile_ruleset
from elfen.errors import RulesetError
from elfen.plugin import Board, Manifest, hookimpl
from elfen.testing import LawBroken
from elfen.testing.changed_boards import changed
from elfen.testing.repeating.processes import in_other_processes
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.installed import CHANGED, boards_for
from elfen.testing.suite.tables import Table, at_random
from elfen_gold.town_values import TOWN_VALUES


class Particular:
    """Refuses boards with fewer than so many routes, and tolls that are nothing."""

    def __init__(self, routes: int = 0) -> None:
        self.routes = routes

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("particular", rules_version=1, api=1, requires=("land",), help="minds")

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[object]:
        board = rules.board
        if len(board.routes) < self.routes:
            raise RulesetError("particular: too few routes")
        if not board.extra["particular"]["toll"]:
            raise RulesetError("particular: no toll")
        return []


TOLD = evolve(
    SMALL,
    extra={
        "particular": {"toll": 3, "far": {"gates": [1, 2, 3], "inns": ["beata"]}, "fare": 4},
        "land": {"town_cards": ["beata", "ixara"]},
    },
)


def changed_for(routes: int = 0, board: Board = TOLD) -> Board:
    return changed(compile_ruleset(board=board, expansions=[Particular(routes)]))


def test_a_changed_board_lacks_a_route_and_has_other_data() -> None:
    found = changed_for()
    assert (found.name, found.towns) == (TOLD.name, TOLD.towns)
    assert len(found.routes) == len(TOLD.routes) - 1
    assert found.extra == {
        "particular": {"toll": 3, "far": {"gates": [2, 3], "inns": ["beata"]}, "fare": 9},
        "land": {"town_cards": ["ixara"]},
    }
    assert TOLD.extra["particular"]["far"]["gates"] == [1, 2, 3]


def test_a_change_that_the_rules_refuse_is_left_out() -> None:
    found = changed_for(len(TOLD.routes))
    assert found.routes == TOLD.routes
    assert found.extra == changed_for().extra
    assert found.extra["particular"]["toll"] == 3  # 0 is refused


def test_no_town_is_cut_off() -> None:
    line = [route for route in SMALL.routes if route.terrain in ("plains", "woods", "river")]
    found = changed_for(board=evolve(TOLD, routes=line))
    assert [*found.routes] == line


def test_what_is_remembered_by_the_name_of_a_board_shows_on_a_changed_one() -> None:
    rules = compile_ruleset(board=TOLD, expansions=[RemembersOwnDataByTheBoard()])
    assert all_broken(rules) == set()
    with pytest.raises(LawBroken) as caught:
        in_other_processes(rules, 2, seed=1)
    assert is_named(RemembersOwnDataByTheBoard, caught.value.places), caught.value


def test_games_at_random_and_whole_games_are_played_on_it() -> None:
    table = Table("land", (), players=4)
    assert boards_for("land", ())[-1] == CHANGED
    numbers = Random(1)
    assert any(at_random(table, numbers).board == CHANGED for _ in range(20))
    [first, *_] = (t.table for t in plan("sea").trials if t.table.board == CHANGED)
    assert f" on {CHANGED} " in f"{first} "
    printed = compile_ruleset(expansions=["sea"]).board
    assert first.rules.board.name == printed.name
    assert first.rules.board.extra != printed.extra


def test_boards_on_the_shelf_show_what_rests_on_printed_values() -> None:
    rules = Table("land", ("gold",), board="seven-towns").rules
    worth = rules.board.extra["gold"]["values"].values()
    assert min(worth) == 0
    assert max(worth) > max(TOWN_VALUES.values())
