"""Elfengold with Favor of the Towns: neither knows of the other, and all clauses hold (F7)."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import elfen_favor as favor
from elfen import Game, Ruleset, compile_ruleset
from elfen.land import COUNTERS, HAND, KEEP, OBSTACLES, PILE, PLAYED, SECRET, SHOWN, STACK
from elfen.testing import check_game, check_rules, play_out
from elfen.text.explanation import explain
from elfen_gold.pieces import GOLD_DECK, GOLD_PILE, ROW, TREE

ROOT = Path(__file__).parents[2]
VARIANTS = ("small", "great")
HERE = "lapphalya"


@cache
def pair(variant: str = "great", **options: Any) -> Ruleset:
    """The rules of both."""
    chosen = {"favor.variant": variant, **options}
    return compile_ruleset(expansions=["favor", "gold"], options=chosen)


def offered(tile: str, zones: dict[Any, dict[str, int]], variant: str = "great") -> Game:
    """Seat 0 of two stands in Lapphalya and is asked whether to use its favor."""
    rules = pair(variant)
    favors = [tile if town.id == HERE else "" for town in rules.board.towns]
    at = "land/plan" if variant == "small" else "land/move"
    scene = rules.build(2).at(at, seat=0, round=1).slot(favor.TILES, favor.Tiles(tuple(favors)))
    if variant == "great":
        scene = scene.lay("feodor-lapphalya-woods", "unicorn")
    for place, counts in zones.items():
        scene = scene.zone(place, counts)
    if variant == "small":
        scene = scene.boot(0, HERE)
        game = rules.game_from(scene.state(), seed=1)
        while game.pending.name == "land/plan":  # type: ignore[union-attr]
            game = game.play("pass")
    else:
        scene = scene.boot(0, "feodor").zone(HAND.of(0), {"unicorn": 1})
        game = rules.game_from(scene.state(), seed=1)
        game = game.play("move feodor-lapphalya-woods unicorn")
    assert game.pending.name == "favor/use"  # type: ignore[union-attr]
    return game


def pile_but(**left: int) -> dict[str, int]:
    """All tiles but these."""
    rules = pair()
    start = rules.start(2)
    counts = zip(rules.layout.kinds_of(PILE), start.zones[rules.layout.index(PILE)], strict=True)
    return {kind.id: n - left.get(kind.id.replace("-", "_"), 0) for kind, n in counts}


def test_neither_names_the_other() -> None:
    for one, other in (("elfen_gold", "elfen_favor"), ("elfen_favor", "elfen_gold")):
        for path in (ROOT / "src" / one).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
            name = other.partition("_")[2]
            assert not [t for t in texts if isinstance(t, str) and t.startswith(f"{name}/")], path
            assert other not in path.read_text(encoding="utf-8"), path


def test_the_order_of_choosing_does_not_matter() -> None:
    other = compile_ruleset(expansions=["gold", "favor"], options={"favor.variant": "great"})
    assert other.fingerprint == pair().fingerprint
    assert str(explain(other)) == str(explain(pair()))


def test_the_page_shows_what_explain_prints() -> None:
    page = (ROOT / "docs" / "composing.md").read_text(encoding="utf-8")
    printed = [line.strip() for line in str(explain(pair("small"))).splitlines()]
    blocks = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        shown = [line.strip() for line in block.splitlines() if line.strip()]
        at = printed.index(shown[0])
        assert printed[at : at + len(shown)] == shown


def test_f07_of_the_two_tiles_found_only_transports_are_placed() -> None:
    zones = {SHOWN.of(1): pile_but(gold=1, dragon=1, unicorn=1), PILE: {"gold": 1, "dragon": 1}}
    game = offered("lay-counter", zones).play("use favor")
    placed = {str(action).split()[2] for action in game.legal_actions if "found" in str(action)}
    assert placed == {"dragon"}
    spells = {
        SHOWN.of(1): pile_but(exchange=1, tree=1, unicorn=1),
        PILE: {"exchange": 1, "tree": 1},
    }
    game = offered("lay-counter", spells).play("use favor")
    assert [str(action) for action in game.legal_actions] == ["put back"]


def test_f07_a_tile_carried_is_on_top_of_the_two_kept() -> None:
    zones = {SHOWN.of(0): {"tree": 2}, SECRET.of(0): {"dragon": 2}}
    game = offered("carry-counter", zones).play("use favor")
    while game.pending.name != KEEP:  # type: ignore[union-attr]
        game = game.play(game.legal_actions[-1])
    while game.pending.name == KEEP:  # type: ignore[union-attr]
        game = game.play(game.legal_actions[0])
    while game.pending.name != "gold/show-tile":  # type: ignore[union-attr]
        game = game.play(game.legal_actions[0])
    kept = game.position.size(SHOWN.of(0)) + game.position.size(SECRET.of(0))
    assert kept == 2 + 1


def test_f07_obstacles_are_outside_the_48_tiles_and_outside_keep_two() -> None:
    game = offered("obstacle", {}).play("use favor")
    assert game.position.size(OBSTACLES.of(0)) == 1
    assert sum(pile_but().values()) == 48
    while game.state.round == 1:
        game = game.play(game.legal_actions[-1])
    assert game.position.size(OBSTACLES.of(0)) == 1


def test_f07_an_obstacle_lies_with_neither_gold_nor_tree() -> None:
    rules = pair()
    scene = rules.build(2).at("land/plan", seat=0, round=1).zone(OBSTACLES.of(0), {"obstacle": 1})
    scene = scene.lay("feodor-lapphalya-woods", "dragon", "gold")
    scene = scene.lay("feodor-rivinia-woods", "dragon", TREE.id).lay("ixara-virst-plains", "dragon")
    legal = {str(action) for action in rules.legal_actions(scene.state())}
    assert {action for action in legal if "obstacle" in action} == {
        "place obstacle ixara-virst-plains"
    }


@pytest.mark.parametrize("tile", ["two-cards", "card-aside"])
def test_f07_cards_are_drawn_blind_with_gold_cards_going_to_their_pile(tile: str) -> None:
    rules = pair("small")
    start = rules.build(2).draft()
    counts = zip(rules.layout.kinds_of(STACK), start.zones[0], strict=True)
    all_cards = {kind.id: n for kind, n in counts}
    zones = {HAND.of(1): {**all_cards, "raft": 7, "dragon": 6}, ROW: {"dragon": 3}}
    game = offered(tile, {**zones, STACK: {"raft": 2}, PLAYED: {}}, "small")
    before = game.position.size(GOLD_DECK)
    assert before == 7
    game = game.play("use favor")
    drawn = {"two-cards": 2, "card-aside": 1}[tile]
    assert game.position.counts(STACK).get("raft", 0) == 2 - drawn
    if tile == "two-cards":
        assert game.position.counts(HAND.of(0)) == {"raft": 2}
    assert game.position.size(GOLD_DECK) + game.position.size(GOLD_PILE) == 7


def test_f07_gold_cards_are_turned_up_by_others_draws_as_often_as_chance_has_it() -> None:
    turned = 0
    rules = pair("small")
    start = rules.build(2).draft()
    counts = zip(rules.layout.kinds_of(STACK), start.zones[0], strict=True)
    held = {kind.id: n for kind, n in counts}
    zones = {HAND.of(1): {**held, "raft": 7}, STACK: {"raft": 2}}
    state = offered("two-cards", zones, "small").state
    for seed in range(10):
        turned += rules.game_from(state, seed).play("use favor").position.size(GOLD_PILE)
    assert turned > 10


def test_f07_a_card_set_aside_joins_after_the_card_phase() -> None:
    phases = [owned.entry.name for owned in pair().procedures["round"]]
    assert phases[:3] == ["gold/draw-cards", "favor/join", "gold/income"]


def test_earnings_and_favors_of_one_arrival() -> None:
    game = offered("two-cards", {}).play("use favor").play("stop")
    assert game.pending == pair().decide("gold/reward", 0, (2,))


@pytest.mark.alike(10)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_laws_hold_for_the_pair(variant: str, players: int) -> None:
    game = play_out(pair(variant), players, seed=players)
    assert game.is_over
    check_game(game, every=100)


def test_the_laws_of_a_ruleset_hold_for_the_pair() -> None:
    check_rules(pair("small", **{"gold.witches": True, "land.town_cards": True}))


def test_kinds_of_both_are_apart() -> None:
    kinds = pair().layout.kinds
    assert len({(kind.group.name, kind.id) for kind in kinds}) == len(kinds)
    assert set(COUNTERS) < set(kinds)
