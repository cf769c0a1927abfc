"""Two tiles for everyone (G3), the auction (G4), and bids that cannot be paid (G5)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from elfen import Decide, Game, Ruleset, compile_ruleset
from elfen.declare.events import PiecesMoved
from elfen.declare.kinds import Kind, Pieces
from elfen.declare.stock import Stock
from elfen.kernel.state import State
from elfen.land import PILE, SECRET, SHOWN
from elfen.plugin import Action, ActionType, Manifest, Table, Words, as_it_is, frozen, hookimpl
from elfen.testing import play_out, states_of
from elfen_gold.auction import Auction
from elfen_gold.bids import BID, ROW_OF_LOTS, Bid, Defaulted, NoBid, Sold, Unsold, numbers
from elfen_gold.pieces import COIN, DRAWN, LOTS, PURSE
from elfen_gold.two_tiles import SHOW
from playing import asked, why_not

from .scenes import auction, game_from, gold, on_until, played, purses, written


def row(game: Game) -> tuple[str, ...]:
    """The tiles that are still to be auctioned, in their order."""
    return game.state.ext[ROW_OF_LOTS].tiles


def lot_of(game: Game, seat: int) -> dict[str, int]:
    return game.position.counts(SHOWN.of(seat))


# Two tiles ------------------------------------------------------------------------------


def test_g03_of_two_tiles_one_is_kept_secret_and_one_laid_open() -> None:
    scene = gold().build(2).at(SHOW, seat=0, round=1)
    game = game_from(scene.zone(DRAWN.of(0), {"dragon": 1, "gold": 1}))
    assert written(game) == {"show dragon", "show gold"}
    assert why_not(game, "show tree") == "you have not drawn the tile tree obstacle"
    game = game.play("show gold")
    assert game.position.counts(SHOWN.of(0)) == {"gold": 1}
    assert game.position.counts(SECRET.of(0)) == {"dragon": 1}
    assert game.view(1).holding(SECRET, 0).pieces is None
    assert game.view(1).holding(SHOWN, 0).pieces == Pieces.parse("gold")
    assert asked(game) == (SHOW, 1)


def test_g03_both_tiles_are_looked_at_by_their_owner_alone() -> None:
    game = gold().new_game(3, seed=5)
    assert asked(game) == (SHOW, 0)
    assert game.view(0).holding(DRAWN, 0).pieces is not None
    assert game.view(1).holding(DRAWN, 0).pieces is None
    assert game.view(None).holding(DRAWN, 0).size == 2


def test_g03_a_single_tile_is_kept_secret() -> None:
    rules = gold()
    scene = rules.build(2).at(SHOW, seat=0, round=1)
    tiles = {kind.id: n for kind, n in in_pile(scene.draft()) if n}
    tiles.pop("dragon")
    scene = scene.zone(SHOWN.of(1), {**tiles, "dragon": 1}).zone(DRAWN.of(0), {"dragon": 2})
    game = game_from(scene).play("show dragon")
    assert game.position.counts(SECRET.of(1)) == {"dragon": 1}
    assert game.position.size(DRAWN.of(1)) == game.position.size(PILE) == 0
    assert asked(game)[0] == "land/plan", "and with an empty pile there is no auction"


def in_pile(state: State) -> Iterator[tuple[Kind, int]]:
    rules = gold()
    zone = state.zones[rules.layout.index(PILE)]
    return zip(rules.layout.kinds_of(PILE), zone, strict=True)


# The auction ----------------------------------------------------------------------------


def test_g04_four_players_auction_eight_tiles() -> None:
    game = on_until(gold().new_game(4, seed=1), BID)
    assert len(row(game)) == game.position.size(LOTS) == 8
    lots = []
    while asked(game)[0] == BID:
        if asked(game)[1] == 0 and (not lots or lots[-1] != len(row(game))):
            lots.append(len(row(game)))
        game = game.play("no bid")
    assert lots == [8, 7, 6, 5, 4, 3, 2, 1], "seat 0, the start player, opens each"


def test_g04_the_row_is_in_sight_in_its_order() -> None:
    game = auction("dragon", "gold", "dragon")
    assert game.view(None).slot("gold/lots") == {"tiles": ("dragon", "gold", "dragon")}


def test_the_bidding_is_told_as_it_goes() -> None:
    rules = gold()
    game = auction("dragon", "gold", "dragon")
    told = [rules.describe(event) for event in rules.trace(game.state, Bid(3)).events]
    assert told == ["Seat 0 bid 3"]
    last = played(game, "no bid", "no bid")
    told = [rules.describe(event) for event in rules.trace(last.state, NoBid()).events]
    assert told[:2] == [
        "Seat 2 did not bid",
        "Nobody wanted the dragon, which went back into the pile",
    ]
    assert told[-1] == "The gold tile is auctioned, after it: dragon"


def test_the_table_tells_what_is_on_offer_and_how_the_bidding_stands() -> None:
    words = Words(gold())

    def told(game: Game) -> tuple[str, str]:
        (offer,) = (line for line in words.table_lines(game.view(1)) if "On offer" in line)
        return offer, words.pending(game.view(1)).partition(". ")[2]

    game = auction("dragon", "gold")
    assert told(game) == (
        "On offer is the dragon, and after it: gold tile.",
        "Nobody has bid yet.",
    )
    game = auction("dragon")
    assert told(game)[0] == "On offer is the dragon."
    game = played(game, "bid 3")
    assert told(game)[1] == "The highest bid is 3 gold by seat 0."
    game = played(game, "no bid")
    assert told(game)[1] == "The highest bid is 3 gold by seat 0; dropped out: seat 1."


@pytest.mark.parametrize(("money", "is_asked"), [(3, False), (4, True)])
def test_g05_without_overbidding_whoever_cannot_raise_is_passed_by(
    money: int, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = auction("dragon", purses=(12, money, 12), rules=gold(overbidding=False))
    assert asked(game.play("bid 3")) == (BID, 1 if is_asked else 2)
    put: list[int | None] = []
    ask = Table.ask
    monkeypatch.setattr(Table, "ask", lambda *given: (put.append(given[2]), ask(*given)))
    game.rules.trace(game.state, game.parse("bid 3"))  # step by step, without a short cut
    assert put == [1 if is_asked else 2]


def test_g04_fewer_tiles_are_turned_up_when_the_pile_is_short() -> None:
    rules = gold()
    scene = rules.build(2).at(SHOW, seat=1, round=1)
    tiles = {kind.id: n for kind, n in in_pile(scene.draft()) if n}
    tiles["unicorn"] -= 3 + 2
    scene = scene.zone(SHOWN.of(0), tiles).zone(DRAWN.of(1), {"unicorn": 2})
    game = game_from(scene).play("show unicorn")
    assert row(game) == ("unicorn",) * 3


def test_g04_one_raises_or_passes_and_a_pass_is_final_for_the_tile() -> None:
    game = auction("dragon", "gold")
    assert why_not(game, "bid 0") == "bid at least 1, not 0"
    game = game.play("bid 3")
    assert asked(game) == (BID, 1)
    assert why_not(game, "bid 3") == "bid at least 4, not 3"
    game = played(game, "no bid", "bid 5")
    assert asked(game) == (BID, 0), "seat 1 is out"
    game = game.play("no bid")
    assert lot_of(game, 2) == {"dragon": 1}
    assert purses(game) == [12, 12, 7]
    assert asked(game) == (BID, 0), "the start player opens the next one"
    assert row(game) == ("gold",)
    assert played(game, "no bid").pending.seat == 1, "where all may take part again"  # type: ignore[union-attr]


def test_g04_the_last_one_left_may_still_bid_or_pass() -> None:
    game = played(auction("dragon"), "no bid", "no bid")
    assert asked(game) == (BID, 2)
    assert {"bid 1", "no bid"} <= written(game)
    sold = game.play("bid 1")
    assert lot_of(sold, 2) == {"dragon": 1}
    assert asked(sold)[0] == "land/plan"


def test_g04_a_tile_nobody_wants_goes_back_into_the_pile_without_replacement() -> None:
    game = auction("dragon", "gold")
    before = game.position.size(PILE)
    state = played(game, "no bid", "no bid").state
    traced = gold().trace(state, gold().parse("no bid"))
    assert Unsold("dragon") in traced.events
    game = played(game, *["no bid"] * 3)
    assert game.position.size(PILE) == before + 1
    assert row(game) == ("gold",)
    assert [lot_of(game, seat) for seat in range(3)] == [{}, {}, {}]


def test_g04_the_winner_pays_and_lays_the_tile_open() -> None:
    game = played(auction("dragon"), "bid 4", "no bid")
    traced = gold().trace(game.state, gold().parse("no bid"))
    assert Sold("dragon", 0, 4) in traced.events
    assert "Seat 0 won the dragon for 4 gold" in [gold().describe(e) for e in traced.events]
    after = game.play("no bid")
    assert purses(after) == [8, 12, 12]
    assert after.view(2).holding(SHOWN, 0).pieces == Pieces.parse("dragon")


# Bids that cannot be paid -----------------------------------------------------------------


def test_g05_a_bid_may_exceed_the_purse_up_to_the_largest_one_and_one_more() -> None:
    game = auction("dragon", purses=(2, 7, 5))
    assert written(game) == {"no bid", *(f"bid {n}" for n in range(1, 9))}
    assert why_not(game, "bid 9") == "bid 8 at the most, one more than the largest purse; not 9"


def test_g05_bids_for_the_first_tile_and_the_next_are_measured_by_the_largest_purse() -> None:
    scene = gold().build(3).at(SHOW, seat=2, round=1).zone(DRAWN.of(2), {"dragon": 1, "gold": 1})
    for seat, coins in enumerate((5, 9, 2)):
        scene = scene.zone(PURSE.of(seat), {"gold-coin": coins})
    game = on_until(game_from(scene), BID)
    assert written(game) == {"no bid", *(f"bid {n}" for n in range(1, 11))}
    game = played(game, "no bid", "no bid")
    after = gold().trace(game.state, NoBid()).state
    assert {*gold().legal_actions(after)} == {NoBid(), *(Bid(n) for n in range(1, 11))}


def test_g05_who_bids_all_his_gold_can_pay() -> None:
    game = played(auction("dragon", purses=(6, 4, 7)), "no bid", "bid 4", "no bid")
    assert purses(game) == [6, 0, 7]
    assert lot_of(game, 1) == {"dragon": 1}


def test_g05_who_cannot_pay_loses_all_gold_and_the_tile_is_auctioned_again_without_him() -> None:
    game = played(auction("dragon", purses=(6, 2, 7)), "no bid", "bid 7")
    traced = gold().trace(game.state, gold().parse("no bid"))
    assert Defaulted("dragon", 1, 7) in traced.events
    game = game.play("no bid")
    assert purses(game) == [6, 0, 7]
    assert row(game) == ("dragon",)
    assert asked(game) == (BID, 0), "the start player opens, although he had passed"
    game = game.play("bid 1")
    assert asked(game) == (BID, 2), "the defaulter is not asked any more"
    game = game.play("no bid")
    assert lot_of(game, 0) == {"dragon": 1}
    assert purses(game) == [5, 0, 7]


def test_g05_the_start_player_opens_the_new_auction_whoever_defaulted() -> None:
    game = auction("dragon", "gold", purses=(6, 2, 7, 3), start=2)
    assert asked(game) == (BID, 2)
    game = played(game, "no bid", "bid 8")
    assert purses(game) == [6, 2, 7, 0], "seat 3 could not pay"
    assert asked(game) == (BID, 2), "not seat 0, who sits next to him: seat 2 is the start player"
    game = played(game, "no bid", "no bid", "bid 1")
    assert lot_of(game, 1) == {"dragon": 1}
    assert asked(game) == (BID, 2), "and the next tile too"


def test_g05_the_next_one_clockwise_opens_if_the_start_player_has_defaulted() -> None:
    game = played(auction("dragon", purses=(2, 4, 7)), "bid 8")
    assert purses(game) == [0, 4, 7]
    assert asked(game) == (BID, 1)


def test_g05_whoever_has_defaulted_is_out_of_every_new_auction_of_the_tile() -> None:
    game = played(auction("dragon", "gold", purses=(9, 9, 9, 9)), "no bid", "bid 10")
    assert purses(game) == [9, 0, 9, 9]
    assert asked(game) == (BID, 0), "seat 1 is out, the start player opens"
    game = game.play("bid 10")
    assert purses(game) == [0, 0, 9, 9]
    assert asked(game) == (BID, 2), "the start player is out too, and so is the next one"
    game = played(game, "no bid", "bid 10")
    assert purses(game) == [0, 0, 9, 0]
    assert asked(game) == (BID, 2), "the only one who is left"
    game = game.play("bid 3")
    assert lot_of(game, 2) == {"dragon": 1}
    assert asked(game) == (BID, 0), "all may take part for the next tile"


def test_g05_with_nobody_left_to_bid_the_tile_goes_back() -> None:
    game = auction("dragon", purses=(1, 3))
    game = game.play("bid 4")
    assert purses(game) == [0, 3], "nobody can bid more, so seat 1 passes"
    assert asked(game) == (BID, 1)
    game = game.play("bid 4")
    assert purses(game) == [0, 0]
    assert row(game) == ()
    assert lot_of(game, 0) == lot_of(game, 1) == {}


def test_g05_the_highest_bid_is_measured_anew_after_a_default() -> None:
    game = auction("dragon", purses=(9, 3, 4)).play("bid 10")
    assert asked(game) == (BID, 1)
    assert written(game) == {"no bid", *(f"bid {n}" for n in range(1, 6))}


def test_g05_without_overbidding_a_bid_is_at_most_what_one_has() -> None:
    rules = gold(overbidding=False)
    game = auction("dragon", purses=(2, 7, 1), rules=rules)
    assert written(game) == {"bid 1", "bid 2", "no bid"}
    assert why_not(game, "bid 3") == "bid 2 at the most, all the gold you have; not 3"
    game = game.play("bid 1")
    assert written(game) == {"no bid", *(f"bid {n}" for n in range(2, 8))}
    game = game.play("no bid")
    assert lot_of(game, 0) == {"dragon": 1}, "seat 2 has one coin, so everyone sees that it passes"


@pytest.mark.parametrize("players", [2, 6])
def test_g05_a_seat_that_has_all_coins_may_bid_one_more(players: int) -> None:
    coins = 9999 + 12 * players
    game = auction("dragon", purses=(coins, *[0] * (players - 1)))
    assert game.rules.validate(game.state) == ()
    highest = Bid(coins + 1)
    assert highest in game.legal_actions
    assert highest in game.rules.actions
    assert why_not(game, f"bid {coins + 2}")


def test_the_auction_ends_however_often_all_overbid() -> None:
    rules = gold()
    assert rules.at_most(BID, 2) == 6 * 4 * 2 * (9999 + 6 * 12 + 1 + 2)
    game = auction("dragon", purses=(5, 5, 5))
    opened = []
    while asked(game)[0] == BID:
        opened.append(asked(game)[1])
        game = game.play(lowest(game))
    assert opened == [0, 1, 2, 0, 1, 2] + [0, 1] * 3 + [0]
    assert purses(game) == [4, 0, 0]
    assert lot_of(game, 0) == {"dragon": 1}


@frozen(cache_hash=True)
class Wink(Action):
    """A third answer to the question for a bid, which counts as a pass."""

    verb = "wink"


class Winks:
    """A plugin by which one may wink instead of bidding, or, without `offered`, never may."""

    def __init__(self, offered: bool) -> None:
        self.offered = offered

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("winks", rules_version=1, api=1, requires=("gold",), help="For a test.")

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Wink]]:
        return [
            ActionType(
                "winks/wink",
                type=Wink,
                at=(BID,),
                legal=lambda position, seat: (Wink(),) if self.offered else (),
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: Auction(rules).no_bid(table, item, NoBid()),
                offered=lambda position, seat: self.offered,
                domain=lambda: (Wink(),),
                public=as_it_is,
            )
        ]


def test_whoever_can_answer_otherwise_is_asked_although_no_bid_is_open_to_him() -> None:
    rules = compile_ruleset(expansions=["gold", Winks(offered=True)])
    game = auction("dragon", purses=(2, 7, 5), rules=rules).play("bid 8")
    assert asked(game) == (BID, 1)
    assert written(game) == {"no bid", "wink"}
    game = game.play("wink").play("no bid")
    assert purses(game) == [0, 7, 5], "and seat 0, who cannot pay, has lost all gold"


@pytest.mark.parametrize("overbidding", [True, False])
def test_whoever_cannot_raise_passes_as_the_kernel_would_have_him_pass(overbidding: bool) -> None:
    options = {"overbidding": overbidding}
    winks = compile_ruleset(expansions=["gold", Winks(offered=False)], options=options)
    for players in (2, 3, 5):
        game = play_out(gold(overbidding=overbidding), players, seed=players)
        for state, move in states_of(game):
            if move is not None and asked_at(state) == BID:
                traced = gold(overbidding=overbidding).trace(state, move)
                assert winks.trace(state, move) == traced


def asked_at(state: State) -> str:
    item = state.agenda[-1]
    return item.name if isinstance(item, Decide) else ""


def lowest(game: Game) -> Bid:
    return next(action for action in game.legal_actions if isinstance(action, Bid))


def test_purses_are_the_sum_of_their_events() -> None:
    rules = gold(witches=True)
    for seed in range(3):
        game = play_out(rules, 3, seed=seed)
        sums = [12, 12, 12]
        for state, move in states_of(game):
            position = rules.position(state)
            assert [position.size(PURSE.of(seat)) for seat in range(3)] == sums
            for event in rules.trace(state, move).events if move else ():
                for seat, coins in changes(event):
                    sums[seat] += coins
        assert sums != [12, 12, 12]


class Silver:
    """A plugin by which coins of another kind lie in the purses too."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("silver", rules_version=1, api=1, requires=("gold",), help="For a test.")

    @hookimpl
    def elfen_kinds(self, rules: Ruleset) -> list[Kind]:
        return [Kind("silver-coin", COIN, name="silver coin")]

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        silver = rules.layout.kind("silver-coin", COIN)
        return [Stock("silver/coins", (silver,), 5, PURSE)]


def test_coins_of_other_plugins_stay_where_they_are() -> None:
    rules = compile_ruleset(expansions=["gold", Silver()])
    for seed in range(2):
        plain, other = gold().new_game(3, seed), rules.new_game(3, seed)
        while not plain.is_over:
            action = plain.legal_actions[plain.steps * 7 % len(plain.legal_actions)]
            plain, other = plain.play(action), other.play(action)
            for seat in range(3):
                coins = other.position.counts(PURSE.of(seat))
                assert coins.pop("silver-coin") == 5
                assert coins == plain.position.counts(PURSE.of(seat))


def changes(event: object) -> Iterator[tuple[int, int]]:
    """What an event says of purses: a seat, and so many coins more or (negative) fewer."""
    if isinstance(event, PiecesMoved):
        if event.source == PURSE.name:
            yield int(event.source_seat or 0), -len(event.pieces)
        if event.target == PURSE.name:
            yield int(event.target_seat or 0), len(event.pieces)


def test_g04_what_others_ask_a_bid_with_besides_is_none_of_its_numbers() -> None:
    asked_with = (4, 9, 1, 0b11, 0b11)
    assert numbers(Decide(BID, 0, asked_with)) == asked_with
    assert numbers(Decide(BID, 0, (*asked_with, 7))) == asked_with
