"""Twelve: town pieces in some towns of the whole board; the others are there to pass through."""

from __future__ import annotations

from functools import cache

import pytest
import twelve
from twelve import TWELVE

import elfen
from elfen import Ruleset, compile_ruleset
from elfen.bots import GreedyPlayer
from elfen.land import HAND, MOVE, TOWN_DECK
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain
from elfen_gold import VALUES


@cache
def with_twelve(*others: str, **options: object) -> Ruleset:
    return compile_ruleset(expansions=[twelve, *others], options=options)  # type: ignore[arg-type]


def worth(rules: Ruleset, town: str) -> int:
    """What a town is worth in gold."""
    return rules.start(2).ext[VALUES].by_town[rules.board.town_number[town]]


def test_twelve_pieces_lie_there_and_the_board_is_whole() -> None:
    rules = with_twelve()
    assert rules.board == compile_ruleset().board
    assert rules.score_bounds == (0, 12)
    assert rules.new_game(2, seed=1).view(None).to_visit == (tuple(sorted(TWELVE)),) * 2


def test_a_town_without_pieces_is_passed_through() -> None:
    rules = with_twelve()
    build = rules.build(players=2).at(MOVE, seat=0).boot(0, "virst")
    build = build.visited(0, *(town for town in TWELVE if town != "beata"))
    build = build.zone(HAND.of(0), {"raft": 2, "giant-pig": 1})
    build = build.lay("beata-elvenhold-plains", "giant-pig")
    state = build.state()
    plan = elfen.plan(rules.game_from(state, seed=1).view(0))
    assert plan.towns == ("elvenhold", "beata")
    check_state(rules, state)
    nothing = rules.build(players=2).at(MOVE, seat=0).boot(0, "lapphalya")
    nothing = nothing.lay("feodor-lapphalya-woods", "dragon").zone(HAND.of(0), {"dragon": 2})
    (there,) = [a for a in rules.legal_actions(nothing.state()) if str(a).startswith("move f")]
    after = rules.apply(nothing.state(), there)
    assert rules.position(after).town(0) == "feodor"
    assert rules.position(after).pieces_taken(0) == 0
    assert elfen.plan(rules.game_from(nothing.state(), seed=1).view(0)).steps == ()


def test_greedy_players_go_where_pieces_lie() -> None:
    rules = with_twelve()
    players = [GreedyPlayer(rules, seed=seat) for seat in range(2)]
    game = play_out(rules, 2, 3, lambda game: players[game.seat or 0].choose(game.view(game.seat)))
    assert max(standing.total for standing in game.standings) >= 7


def test_town_cards_are_of_towns_with_pieces() -> None:
    rules = with_twelve(town_cards=True)
    assert {kind.id for kind in rules.layout.kinds_of(TOWN_DECK)} == {*TWELVE}


def test_only_towns_with_pieces_are_worth_gold() -> None:
    rules = with_twelve("gold")
    assert worth(rules, "virst") == worth(compile_ruleset(expansions=["gold"]), "virst") > 0
    assert worth(rules, "feodor") == worth(rules, "elvenhold") == 0


def test_tiles_of_favors_lie_on_towns_with_pieces() -> None:
    view = with_twelve("favor").new_game(2, seed=1).view(0)
    towns = [town.id for town in view.board.towns]
    tiles = dict(zip(towns, view.slot("favor/tiles")["open"], strict=True))
    assert {town for town in towns if tiles[town]} == {*TWELVE}


def test_twelve_tiles_are_enough() -> None:
    assert with_twelve("favor", **{"favor.tiles": "2 2 2 2 2 2"})


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    "others",
    [(), ("favor",), ("gold",), ("favor", "gold")],
    ids=lambda others: "+".join(others) or "alone",
)
def test_it_keeps_the_laws(others: tuple[str, ...]) -> None:
    rules = with_twelve(*others)
    check_rules(rules)
    check_game(play_out(rules, 3, seed=2), every=40)


def test_the_rules_tell_where_pieces_lie() -> None:
    told = str(explain(with_twelve()))
    assert "town pieces: 12 a seat, in Jaccaranda, " in told
    assert "boots begin in Elvenhold\n" in told
