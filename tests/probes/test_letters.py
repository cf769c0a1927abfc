"""Letters, the expansion of the design page: nothing but its own few lines is needed."""

from __future__ import annotations

import ast
from functools import cache
from inspect import getsource

import letters
import pytest
from letters import LETTERS, USED

from elfen import Ruleset, State, compile_ruleset
from elfen.land import HAND, PLAYED, Move
from elfen.testing import check_game, check_rules, play_out

ROAD = "feodor-lapphalya-woods"


@cache
def with_letters() -> Ruleset:
    return compile_ruleset(expansions=[letters])


def on_the_road(*lying: str, cards: dict[str, int]) -> State:
    """Seat 0 is about to move from Feodor; a dragon needs two cards on this road."""
    build = with_letters().build(players=2).at("land/move", seat=0, round=1)
    return build.boot(0, "feodor").zone(HAND.of(0), cards).lay(ROAD, *lying).state()


def payments(state: State) -> set[str]:
    return {
        str(a.cards)
        for a in with_letters().legal_actions(state)
        if isinstance(a, Move) and a.route == ROAD
    }


def test_everyone_begins_with_two() -> None:
    game = with_letters().new_game(3, seed=1)
    assert [game.position.counts(LETTERS.of(seat)) for seat in range(3)] == [{"letter": 2}] * 3


def test_the_quote_shows_the_letter() -> None:
    state = on_the_road("dragon", cards={"dragon": 2})
    told = [[line.text for line in price.lines] for price in with_letters().quote(state, 0, ROAD)]
    assert ["transport chart"] in told
    assert any("a letter stands in for a card" in lines for lines in told)


def test_a_letter_stands_in_for_one_card() -> None:
    assert payments(on_the_road("dragon", cards={"dragon": 2})) == {
        "dragon*2",
        "dragon letter",
        "dragon*2 letter",
    }
    assert payments(on_the_road("dragon", cards={"dragon": 1})) == {"dragon letter"}
    assert payments(on_the_road("unicorn", cards={"raft": 1})) == {"letter"}
    assert payments(on_the_road("unicorn", cards={"raft": 2})) == {"letter", "letter raft*2"}


def test_paying_by_letter_moves_it_to_the_used_ones() -> None:
    rules = with_letters()
    state = rules.apply(
        on_the_road("dragon", cards={"dragon": 2}), rules.parse(f"move {ROAD} dragon letter")
    )
    game = rules.game_from(state, seed=1)
    assert game.position.town(0) == "lapphalya"
    assert game.position.counts(USED) == {"letter": 1}
    assert game.position.counts(LETTERS.of(0)) == {"letter": 1}
    assert game.position.counts(PLAYED) == {"dragon": 1}
    assert [s.total for s in sorted(game.standings, key=lambda s: s.seat)] == [1 + 1, 0 + 2]


def test_the_notation_of_a_letter_reads_back() -> None:
    rules = with_letters()
    for text in (f"move {ROAD} dragon letter", f"move {ROAD} letter"):
        assert str(rules.parse(text)) == text


def test_no_more_letters_than_one_has() -> None:
    state = on_the_road("dragon", cards={"dragon": 1})
    rules = with_letters()
    for _ in range(2):
        assert rules.check(state, rules.parse(f"move {ROAD} dragon letter")) is None
    reason = rules.check(state, rules.parse(f"move {ROAD} letter*2"))
    assert reason is not None
    assert "costs" in reason.text


def test_letters_keep_all_laws() -> None:
    check_rules(with_letters())
    for players in (2, 5):
        game = play_out(with_letters(), players, seed=3)
        check_game(game, every=8)
        assert any("letter" in str(entry.move) for entry in game.log if entry.seat is not None)


def test_an_obstacle_asks_for_another_card_not_for_another_letter() -> None:
    state = on_the_road("unicorn", "obstacle", cards={"unicorn": 2})
    assert payments(state) == {"unicorn*2", "letter unicorn"}


def test_it_is_as_short_as_it_should_be() -> None:
    statements = [
        node for node in ast.walk(ast.parse(getsource(letters))) if isinstance(node, ast.stmt)
    ]
    assert len(statements) <= 25


@pytest.mark.parametrize("players", [2, 6])
def test_it_changes_the_game(players: int) -> None:
    plain = play_out(compile_ruleset(), players, seed=4)
    assert [str(e) for e in plain.log] != [
        str(e) for e in play_out(with_letters(), players, seed=4).log
    ]
