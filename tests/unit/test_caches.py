"""Caches: all of them are found, by following references, and all have limits."""

from __future__ import annotations

import random
import re

import pytest

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.plugin import Advice, Manifest, Memo, hookimpl


def played(rules: Ruleset, games: int) -> Ruleset:
    for seed in range(games):
        game, numbers = rules.new_game(3, seed), random.Random(seed)
        while not game.is_over:
            game = game.play(numbers.choice(game.view(game.seat).legal_actions))
    return rules


@pytest.mark.parametrize("expansions", [(), ("gold", "favor"), ("sea",)])
def test_every_cache_has_a_limit_and_keeps_to_it(expansions: tuple[str, ...]) -> None:
    rules = played(compile_ruleset(expansions=expansions), 3)
    found = rules.caches()
    assert len(found) > 15
    assert all(0 <= cache.kept <= cache.most for cache in found)
    assert [cache.kept for cache in found] == sorted((c.kept for c in found), reverse=True)
    names = [cache.name for cache in found]
    assert len(set(names)) == len(names)
    assert {"elfen.land.moving.Move", "elfen.views.known.Recall"} <= {*names}
    moves = next(cache for cache in found if cache.name == "elfen.land.moving.Move")
    assert str(moves) == f"elfen.land.moving.Move: {moves.kept} of {moves.most} in {moves.memos}"


def squared(n: int) -> int:
    return n * n


class Remembers:
    """A plugin that keeps something, where only a function of its own can get at it."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("remembers", rules_version=1, api=1, requires=("land",), help="Keeps.")

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        memo = Memo(squared, 7)
        memo[3], memo[4]
        return [
            Advice("remembers/stop", type=type(rules.parse("stop")), value=lambda v, a: memo[2])
        ]


def test_a_strangers_cache_is_among_them() -> None:
    rules = compile_ruleset(expansions=[Remembers()])
    (own,) = [cache for cache in rules.caches() if cache.name.endswith(".squared")]
    assert (own.memos, own.kept, own.most) == (1, 2, 7)


def test_games_that_are_gone_leave_nothing_but_full_caches() -> None:
    """Of a game nothing is kept but what the caches keep."""
    rules = played(compile_ruleset(), 12)
    before = {cache.name: cache.kept for cache in rules.caches()}
    played(rules, 12)  # the same games again
    after = {cache.name: cache.kept for cache in rules.caches()}
    fixed = {name for name in before if "views" not in name}  # those go by identity
    assert {name: after[name] for name in fixed} == {name: before[name] for name in fixed}


def test_no_end_of_functions_is_refused_where_each_should_be_asked_once() -> None:
    rules = compile_ruleset()
    before = rules.once(len_of_routes)
    told = (
        r"^rules keep 1000 results of once\(\), and <function .* (\d+) are of asked_anew\.<locals>"
    )
    with pytest.raises(RulesetError, match=told) as caught:
        asked_anew(rules, 1_001)
    found = re.search(told, str(caught.value))
    assert found is not None
    assert int(found[1]) > 900
    assert len(str(caught.value)) < 300
    assert rules.once(len_of_routes) == before
    assert compile_ruleset(expansions=["favor", "gold"]).new_game(6, 1).standings


def asked_anew(rules: Ruleset, times: int) -> None:
    for _ in range(times):
        rules.once(lambda rules: len(rules.board.routes))


def len_of_routes(rules: Ruleset) -> int:
    return len(rules.board.routes)
