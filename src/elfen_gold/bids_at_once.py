"""Bids and passes at once: what comes of them without a table, as in `auction`."""

from __future__ import annotations

from typing import Any

from elfen.land import LAND
from elfen.plugin import Memo, ShortCut, State, shifted, state_after, state_of
from elfen_gold.auction import Auction
from elfen_gold.bids import BID, NOBODY, ROW_OF_LOTS, SOLD, Bid, NoBid, RowOfLots, numbers
from elfen_gold.names import AUCTIONING, LINE_UP_STEP, NEXT_LOT_STEP, TAKE_TILE_STEP


class BidsAtOnce:
    """The short cuts of an auction."""

    def __init__(self, auction: Auction) -> None:
        self.auction = auction
        self.rules = auction.rules
        self.money = auction.money
        kinds = range(len(auction.ids))
        #: A single tile of each kind, as counts of the row.
        self.ones = tuple(tuple(int(kind == one) for kind in kinds) for one in kinds)
        #: By the number of players and the start player, all seats in turn order.
        self.in_order: Memo[tuple[int, int], tuple[int, ...]] = Memo(
            lambda key: tuple([(key[1] + k) % key[0] for k in range(key[0])])
        )

    def short_cuts(self) -> list[ShortCut]:
        """A bid, or a pass, after which the same tile goes on, or the next one is put up."""
        past = {AUCTIONING: (LINE_UP_STEP, NEXT_LOT_STEP), SOLD: (TAKE_TILE_STEP,)}
        return [
            ShortCut("gold/bid", of="gold/bid", past=past, take=self.bid_at_once),
            ShortCut("gold/no-bid", of="gold/no-bid", past=past, take=self.no_bid_at_once),
        ]

    def bid_at_once(self, state: State, action: Bid) -> State | None:
        """The bid stands, and the next seat is asked."""
        item: Any = state.agenda[-1]
        _, most, _, still_in, eligible = numbers(item)
        return self.ask_next(state, item.seat, action.gold, most, item.seat, still_in, eligible)

    def no_bid_at_once(self, state: State, action: NoBid) -> State | None:
        """The seat is out, and the next one is asked."""
        item: Any = state.agenda[-1]
        gold, most, leader, still_in, eligible = numbers(item)
        still_in &= ~(1 << item.seat)
        return self.ask_next(state, item.seat, gold, most, leader, still_in, eligible)

    def ask_next(
        self,
        state: State,
        seat: int,
        gold: int,
        most: int,
        leader: int,
        still_in: int,
        eligible: int,
    ) -> State | None:
        """`go_on` for short cuts."""
        if not self.auction.alone:
            return None
        while (other := self.auction.clockwise[still_in][leader][seat]) != NOBODY:
            if not self.auction.over:
                most = self.money.held(state, other)
            if gold < most:
                data = (gold, most, leader, still_in, eligible)
                agenda = (*state.agenda[:-1], self.rules.decide(BID, other, data))
                return state_after(state, state.zones, agenda)
            still_in &= ~(1 << other)
            seat = other
        return self.knock_down(state, leader, gold, eligible)

    def knock_down(self, state: State, leader: int, gold: int, eligible: int) -> State | None:
        """The tile goes to the leader who can pay, or back, and bidding begins anew.

        None if nobody is asked then: there is no next tile, or there is no gold to bid.
        """
        rules, money, players = self.rules, self.money, len(state.boots)
        zones, ledger, ext = [*state.zones], state.ledger, state.ext
        row, order = ext[ROW_OF_LOTS].tiles, self.in_order[players, ext[LAND].start_player]
        target = self.auction.pile
        if leader != NOBODY:
            held = money.held(state, leader)
            if held >= gold:
                target = self.auction.shown[leader]
            else:
                gold, target, eligible = held, NOBODY, eligible & ~(1 << leader)
            if gold:
                purse, coins = money.purses[leader], money.coin_counts(gold)
                ledger = shifted(rules, zones, ledger, purse, money.bank, coins)
        opening: tuple[int, ...] = ()
        if target == NOBODY:
            opening = tuple([seat for seat in order if eligible >> seat & 1])
        if not opening:
            if len(row) < 2:
                return None
            target = self.auction.pile if target == NOBODY else target
            tile = self.ones[self.auction.place[row[0]]]
            ledger = shifted(rules, zones, ledger, self.auction.lots, target, tile)
            ext = ext.with_value(ROW_OF_LOTS, RowOfLots(row[1:]))
            opening, eligible = order, (1 << players) - 1
        purses = money.purses[:players] if self.auction.over else (money.purses[opening[0]],)
        most = max([zones[purse][money.at] for purse in purses]) + self.auction.over
        if most < 1:
            return None
        item = rules.decide(BID, opening[0], (0, most, NOBODY, eligible, eligible))
        return state_of(
            tuple(zones),
            state.boots,
            state.visited,
            state.routes,
            state.round,
            (*state.agenda[:-1], item),
            ext,
            ledger,
        )
