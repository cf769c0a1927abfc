"""Elfensea with village pieces in a part of its villages: only these show bonus counters."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.land import HAND, MOVE
from elfen.plugin import Manifest, Towns, hookimpl
from elfen.testing import check_game, check_state, play_out
from elfen_sea.boards import sea_data

WITH_PIECES = ("annashaven", "kimbourg", "krantz_rapids", "thee_hatches", "wolfsboro")


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("coast", rules_version=1, api=1, requires=("sea",), help="Five villages.")


@hookimpl
def elfen_towns(rules: Ruleset) -> Towns:
    return Towns(start=WITH_PIECES[:2], pieces=WITH_PIECES)


@cache
def on_the_coast() -> Ruleset:
    coast = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_towns=elfen_towns)
    return compile_ruleset(expansions=["sea", coast])


def test_villages_without_pieces_show_no_bonus_counters() -> None:
    whole, part = sea_data(compile_ruleset(expansions=["sea"])), sea_data(on_the_coast())
    assert {*part.two} == {*whole.two} & {*WITH_PIECES}
    assert {*part.four} == {*whole.four} & {*WITH_PIECES}
    assert {*part.two, *part.four} < {*whole.two, *whole.four}


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [2, 5])
def test_it_keeps_the_laws(players: int) -> None:
    check_game(play_out(on_the_coast(), players, seed=players), every=19)


def test_coming_to_a_village_without_a_piece_brings_nothing() -> None:
    rules = on_the_coast()
    route = next(
        route
        for route in rules.board.routes
        if route.terrain == "woods" and len({*WITH_PIECES} & {*route.ends}) == 0
    )
    build = rules.build(players=2).at(MOVE, seat=0).boot(0, route.ends[0])
    state = build.lay(route.id, "dragon").zone(HAND.of(0), {"dragon": 2}).state()
    move = next(a for a in rules.legal_actions(state) if str(a).endswith(f"{route.id} dragon*2"))
    after = rules.apply(state, move)
    assert rules.pending(after).name == MOVE  # type: ignore[union-attr]
    assert after.visited == state.visited
    check_state(rules, state)
