"""Bids, passes and open cards taken at once lead where they lead step by step."""

from __future__ import annotations

import pytest

from elfen import Game, compile_ruleset
from elfen.kernel import kernel as the_kernel
from elfen.testing import play_out, states_of
from elfen_gold.bids import Bid, Defaulted, NoBid, Sold, Unsold
from elfen_gold.drafting import TakeCard
from playing import at_once

from .scenes import auction, game_from, gold, played
from .test_drafting import drawing


@pytest.mark.parametrize("overbidding", [True, False])
def test_every_way_in_which_a_tile_is_knocked_down(overbidding: bool) -> None:
    rules = compile_ruleset(expansions=["gold"], options={"gold.overbidding": overbidding})
    happened: set[type[object]] = set()
    for seed in range(3):
        for state, move in states_of(play_out(rules, 2 + seed, seed)):
            if isinstance(move, (Bid, NoBid, TakeCard)):
                traced = rules.trace(state, move)
                assert rules.advance(state, move) == traced.state, move
                happened |= {type(event) for event in traced.events}
    assert {Sold, Unsold} <= happened
    assert (Defaulted in happened) == overbidding


def test_they_are_taken_while_nobody_else_has_a_say() -> None:
    rules = compile_ruleset(expansions=["gold"])
    names = {"gold/bid", "gold/no-bid", "gold/take-card"}
    assert names <= {owned.entry.name for owned in rules.short_cuts}
    assert not any("_no_short_cut" in repr(rules._short[cls]) for cls in (Bid, NoBid, TakeCard))


def taken(game: Game, notation: str) -> bool:
    """Whether an action is cut short; either way it leads where the long way leads."""
    rules, state = game.rules, game.state
    action = rules.parse(notation)
    assert rules.advance(state, action) == rules.trace(state, action).state
    return at_once(rules, state, action) is not None


def test_bids_and_passes_are_cut_short_while_others_are_still_in() -> None:
    game = auction("dragon")
    assert taken(game, "bid 1")
    assert taken(game, "no bid")
    assert taken(game.play("bid 1"), "bid 2")
    assert taken(game.play("bid 1"), "no bid")


@pytest.mark.parametrize("bids", [("no bid", "no bid"), ("bid 3", "no bid")])
def test_the_last_pass_is_cut_short_if_another_tile_comes_next(bids: tuple[str, ...]) -> None:
    assert taken(played(auction("dragon", "gold"), *bids), "no bid")
    assert not taken(played(auction("dragon"), *bids), "no bid")


def test_the_highest_bid_is_cut_short_if_its_tile_is_put_up_again() -> None:
    assert taken(auction("dragon"), "bid 13"), "12 coins do not pay it"


@pytest.mark.parametrize(
    ("overbidding", "purses", "passes", "cut_short"),
    [
        (True, (0, 0, 0), 2, True),
        (False, (1, 1, 1), 2, True),
        (False, (0, 2, 0), 1, False),
    ],
    ids=str,
)
def test_the_last_pass_is_cut_short_only_if_whoever_opens_next_can_bid(
    overbidding: bool, purses: tuple[int, ...], passes: int, cut_short: bool
) -> None:
    game = auction("dragon", "gold", purses=purses, rules=gold(overbidding=overbidding))
    assert taken(played(game, *["no bid"] * passes), "no bid") == cut_short


@pytest.mark.parametrize(("gold_pile", "cut_short"), [(6, True), (7, False)])
def test_taking_a_card_is_cut_short_while_the_next_one_may_be_a_gold_card(
    gold_pile: int, cut_short: bool
) -> None:
    scene = drawing({"dragon": 2}, {"raft": 3}, gold_deck=7 - gold_pile, gold_pile=gold_pile)
    assert taken(game_from(scene), "take card raft") == cut_short


def test_bids_and_draws_of_cards_are_listed_without_a_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw = game_from(drawing({"dragon": 2}, {"raft": 3}, gold_deck=1, gold_pile=6))
    asked = [(game.rules, game.state, game.legal_actions) for game in (auction("dragon"), draw)]
    assert [len(actions) for _, _, actions in asked] == [14, 3]
    monkeypatch.setattr(the_kernel, "open_position", None)
    for rules, state, actions in asked:
        assert tuple(rules.legal_actions(state)) == actions
