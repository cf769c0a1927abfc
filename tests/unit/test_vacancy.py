"""The tables of vacant roads: carried on, they are what they would be if made anew."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import elfen
from elfen.land import PLAN, Planning
from elfen.land.vacant_roads import Vacancy

Change = Callable[[Vacancy], None]


def wrong_after(games: int, spoil: Change = lambda vacancy: None) -> list[int]:
    """The steps of random games at which the tables that were carried on are wrong."""
    rules = elfen.compile_ruleset()
    planning = rules.once(Planning)
    dealer, wrong = elfen.Dealer.seeded("vacancy"), []
    for _ in range(games):
        played = rules.deal(rules.start(4), dealer)
        step = 0
        while actions := rules.legal_actions(played.state):
            state, step = played.state, step + 1
            if rules.pending(state).name == PLAN:  # type: ignore[union-attr]
                spoil(planning.vacancy)
                anew = Vacancy(rules, lambda: planning.transports)
                if planning.vacancy.of(state.routes) != anew.of(state.routes):
                    wrong.append(step)
            at, dealer = played.dealer.below(len(actions))
            played = rules.play(state, actions[at], dealer)
        dealer = played.dealer
    return wrong


def test_tables_carried_on_are_those_made_anew() -> None:
    assert wrong_after(4) == []


def test_a_road_that_is_told_wrong_would_be_seen() -> None:
    def forget(vacancy: Vacancy) -> None:
        vacancy.last[1][3] ^= 1

    assert wrong_after(1, forget)


def test_turning_to_another_line_of_play_makes_new_tables() -> None:
    rules = elfen.compile_ruleset()
    vacancy = rules.once(Planning).vacancy
    game = rules.new_game(4, 1)
    while rules.pending(game.state).name != PLAN:  # type: ignore[union-attr]
        game = game.play(game.legal_actions[0])
    places = [a for a in game.legal_actions if a.verb == "place"]
    one, other = game.play(places[0]), game.play(places[-1])
    for line in (one, other, one):
        laid = [n for n, lying in enumerate(line.state.routes) if lying]
        assert [
            n for n, vacant in enumerate(vacancy.of(line.state.routes)[1]) if not vacant
        ] == laid


@pytest.mark.parametrize("routes", [4, 255, 256, 257, 300])
def test_vacant_roads_are_chosen_however_many_routes_a_board_has(routes: int) -> None:
    dragon, obstacle = 0, 1
    layout = SimpleNamespace(numbers_in=lambda group: {obstacle})
    rules: Any = SimpleNamespace(layout=layout, board=SimpleNamespace(routes=range(routes)))
    vacancy = Vacancy(rules, lambda: {dragon})
    lying: list[tuple[int, ...]] = [()] * routes
    lying[1], lying[routes - 1] = (dragon, obstacle), (dragon,)
    _, vacant, blockable = vacancy.of(lying)
    some = [0, 1, routes - 2, routes - 1]
    assert [*vacancy.numbers(some).translate(vacant)] == [1, 0, 1, 0]
    assert [*vacancy.numbers(some[:2]).translate(vacant)] == [1, 0]
    assert [*vacancy.numbers(some).translate(blockable)] == [0, 0, 0, 1]


def test_what_lies_on_a_road_is_looked_at_once() -> None:
    dragon, obstacle, looks = 0, 1, []

    def transports() -> set[int]:
        looks.append(1)
        return {dragon}

    layout = SimpleNamespace(numbers_in=lambda group: {obstacle})
    rules: Any = SimpleNamespace(layout=layout, board=SimpleNamespace(routes=range(3)))
    vacancy = Vacancy(rules, transports)
    bare: list[tuple[int, ...]] = [(), (), ()]
    for route in (0, 1, 2):
        _, vacant, blockable = vacancy.of(bare)
        assert vacancy.of(bare)[1] is vacant
        after = [*bare]
        after[route] = (dragon,)
        vacancy.carry_on(bare, route, after)
        assert vacancy.last[0] is after
        assert [*vacancy.last[1]][:3] == [int(n != route) for n in range(3)]
        assert [*vacancy.last[2]][:3] == [int(n == route) for n in range(3)]
        assert [*vacant[:3], *blockable[:3]] == [1, 1, 1, 0, 0, 0]
    assert len(looks) == 1


def test_roads_in_blocks_go_on_working_and_say_that_they_are_deprecated() -> None:
    rules = elfen.compile_ruleset()
    planning = rules.once(Planning)
    with pytest.warns(DeprecationWarning, match="use roads instead"):
        blocks = planning.blocks
    assert [road for block in blocks for road in block] == planning.roads
    with pytest.warns(DeprecationWarning, match="use roads instead"):
        place_of = planning.place_of
    assert all(blocks[block][bit.bit_length() - 1] == n for n, (block, bit) in place_of.items())
    routes = [()] * len(rules.board.routes)
    routes[blocks[1][2]] = (min(planning.transports),)
    with pytest.warns(DeprecationWarning, match="use transports instead"):
        assert planning.taken(routes) == [0, 4, *[0] * (len(blocks) - 2)]
