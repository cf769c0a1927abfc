"""Phase 4: tiles are turned up and auctioned one after another (G4, G5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from elfen.land import COUNTER, DRAW_PHASE, PILE, SHOWN, in_order
from elfen.plugin import (
    ActionType,
    Decide,
    Decision,
    Do,
    Draw,
    Fields,
    Memo,
    Message,
    Phase,
    Position,
    Reason,
    Ruleset,
    Step,
    Table,
    always_legal,
    as_it_is,
)
from elfen_gold.bids import (
    BID,
    LOTS_A_PLAYER,
    NOBODY,
    ROW_OF_LOTS,
    SOLD,
    Auctioned,
    Bid,
    BidData,
    BidMade,
    Defaulted,
    NoBid,
    RowOfLots,
    Sold,
    Unsold,
    bidding,
    bids,
    bounds_of_bids,
    most_questions,
    numbers,
)
from elfen_gold.names import AUCTION_PHASE, AUCTIONING, LINE_UP_STEP, NEXT_LOT_STEP, TAKE_TILE_STEP
from elfen_gold.pieces import LOTS, Money

_OVER = Message("gold/over-purses", "one more than the largest purse")
_ALL = Message("gold/whole-purse", "all the gold you have")


class Auction:
    """Phase 4."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.rules = rules
        self.over: bool = rules.option("gold.overbidding")
        self.money = rules.once(Money)
        self.lots = layout.index(LOTS)
        self.ids = tuple(kind.id for kind in layout.kinds_of(LOTS))
        self.numbers = range(len(self.ids))
        self.place = {id: at for at, id in enumerate(self.ids)}
        self.shown = layout.indexes(SHOWN)
        self.pile = layout.index(PILE)
        self.bids = bids(rules.most_players)
        self.clockwise: Memo[int, tuple[tuple[int, ...], ...]] = Memo(self.others)

    @cached_property
    def alone(self) -> bool:
        """Whether only this auction's own actions answer the decision to bid."""
        answers = {o.entry.name for o in self.rules.action_types if BID in o.entry.at}
        own = self.rules.decide(BID, 0, ()).name == BID
        return own and answers == {"gold/bid", "gold/no-bid"}

    def phase(self) -> Phase:
        """The phase, which replaces the choice of counters."""
        return Phase(
            AUCTION_PHASE,
            self.turn_up,
            replaces=DRAW_PHASE,
            text="turn up two tiles a player, and auction them",
        )

    def steps(self) -> list[Step]:
        """The steps: line up a tile turned up, go on to the next lot, take the tile bought."""
        return [
            Step(LINE_UP_STEP, self.line_up, of=AUCTIONING, text="a tile joins the row"),
            Step(NEXT_LOT_STEP, self.next_lot, of=AUCTIONING, text="the next tile"),
            Step(TAKE_TILE_STEP, self.take_tile, of=SOLD, text="take the tile just bought"),
        ]

    def draws(self) -> list[Draw]:
        """The draw of tiles, in the order in which they will be auctioned."""
        return [Draw("gold/turn-up", source=PILE, target=LOTS, text="a tile is turned up")]

    def decision(self) -> Decision:
        """The decision to bid; a seat that, as all can see, cannot raise is made to pass."""
        return Decision(
            BID,
            text="bid for a tile",
            at_most=most_questions,
            forced=NoBid(),
            data=BidData,
            told=bidding,
            bounds=bounds_of_bids,
        )

    def types(self) -> list[ActionType[Any]]:
        """The two action types: bid or pass."""
        return [
            ActionType(
                "gold/bid",
                type=Bid,
                at=(BID,),
                legal=self.legal,
                check=self.check,
                bare=True,
                apply=self.bid,
                offered=can_raise,
                domain=lambda: self.bids,
                public=as_it_is,
                text="bid more than the last one",
            ),
            always_legal(
                "gold/no-bid",
                NoBid(),
                at=BID,
                apply=self.no_bid,
                text="drop out of the bidding for this tile",
            ),
        ]

    # The row ---------------------------------------------------------------------------

    def turn_up(self, table: Table) -> None:
        """Twice as many tiles as players, fewer if the pile is short."""
        table.do(NEXT_LOT_STEP)
        for _ in range(min(LOTS_A_PLAYER * len(table.boots), sum(table.zones[self.pile]))):
            table.do(LINE_UP_STEP)
            table.draw("gold/turn-up")

    def line_up(self, table: Table, item: Do) -> None:
        """The tile just turned up joins the end of the row."""
        row = table.ext[ROW_OF_LOTS].tiles
        lying = table.zones[self.lots]
        for at in compress(self.numbers, lying):
            if lying[at] > row.count(self.ids[at]):
                table.set(ROW_OF_LOTS, RowOfLots((*row, self.ids[at])))
                return

    def next_lot(self, table: Table, item: Do) -> None:
        """The start player opens the bidding for the first tile of the row."""
        if table.ext[ROW_OF_LOTS].tiles:
            self.open(table, in_order(table)[0], (1 << len(table.boots)) - 1)

    # Bidding ---------------------------------------------------------------------------

    def most(self, position: Position, seat: int) -> int:
        """The highest bid that a seat may make (G5); no purse changes during an auction."""
        if self.over:
            return self.money.largest(position) + 1
        return self.money.held(position, seat)

    def legal(self, position: Fields, seat: int) -> Sequence[Bid]:
        """Every bid above the standing one, up to the most allowed."""
        standing, most, _, _, _ = numbers(position.agenda[-1])
        return self.bids[standing:most]

    def check(self, position: Fields, seat: int, action: Bid) -> Reason | None:
        """Whether the bid is high enough, and not too high."""
        standing, most, _, _, _ = numbers(position.agenda[-1])
        if action.gold <= standing:
            text = "bid at least {least}, not {gold}"
            least = standing + 1
            return Reason.of("gold/bid", "gold/bid-more", text, least=least, gold=action.gold)
        if action.gold <= most:
            return None
        return Reason.of(
            "gold/bid",
            "gold/bid-less",
            "bid {most} at the most, {why}; not {gold}",
            most=most,
            why=_OVER if self.over else _ALL,
            gold=action.gold,
        )

    def open(self, table: Table, seat: int, eligible: int) -> None:
        """A seat opens the bidding for the first tile of the row."""
        if table.events is not None:
            tile, *rest = table.ext[ROW_OF_LOTS].tiles
            table.emit(Auctioned(tile, tuple(rest)))
        table.ask(BID, seat, 0, self.most(table, seat), NOBODY, eligible, eligible)

    def bid(self, table: Table, item: Decide, action: Bid) -> None:
        """The bid stands, until it is raised."""
        _, most, _, still_in, eligible = numbers(item)
        if table.events is not None:
            table.emit(BidMade(item.seat, action.gold))
        self.go_on(table, item.seat, action.gold, most, item.seat, still_in, eligible)

    def no_bid(self, table: Table, item: Decide, action: NoBid) -> None:
        """A pass is final for this tile."""
        gold, most, leader, still_in, eligible = numbers(item)
        if table.events is not None:
            table.emit(BidMade(item.seat, 0))
        self.go_on(table, item.seat, gold, most, leader, still_in & ~(1 << item.seat), eligible)

    def go_on(
        self,
        table: Table,
        seat: int,
        gold: int,
        most: int,
        leader: int,
        still_in: int,
        eligible: int,
    ) -> None:
        """Ask the next seat clockwise that is still in; if only the leader is, the leader wins.

        A seat that cannot raise passes. The kernel would do that too, at several times the cost.
        """
        while (other := self.clockwise[still_in][leader][seat]) != NOBODY:
            if not self.over:
                most = self.money.held(table, other)
            if gold < most or not self.alone:
                table.ask(BID, other, gold, most, leader, still_in, eligible)
                return
            if table.events is not None:
                table.emit(BidMade(other, 0))
            still_in &= ~(1 << other)
            seat = other
        if leader == NOBODY:
            self.back(table)
        elif self.money.held(table, leader) >= gold:
            self.sell(table, leader, gold)
        else:
            self.default(table, leader, gold, eligible & ~(1 << leader))

    def sell(self, table: Table, seat: int, gold: int) -> None:
        """The winner pays the bank, and takes the tile."""
        tile = table.ext[ROW_OF_LOTS].tiles[0]
        self.money.spend(table, seat, gold)
        if table.events is not None:
            table.emit(Sold(tile, seat, gold))
        table.do(NEXT_LOT_STEP)
        table.run(SOLD, seat, gold, tile)

    def take_tile(self, table: Table, item: Do) -> None:
        """The tile goes to the buyer's open ones."""
        assert item.seat is not None
        table.shift_one(self.lots, self.shown[item.seat], self.place[self.take_first(table)])

    def back(self, table: Table) -> None:
        """Nobody wants the tile: it goes back into the pile and is not replaced."""
        tile = self.take_first(table)
        if table.events is not None:
            table.emit(Unsold(tile))
        table.shift_one(self.lots, self.pile, self.place[tile])
        table.do(NEXT_LOT_STEP)

    def default(self, table: Table, seat: int, gold: int, eligible: int) -> None:
        """A seat that cannot pay forfeits all its gold and takes no part when the auction restarts.

        The start player opens it, or the next seat clockwise that has not defaulted; if none is
        left, the tile goes back.
        """
        if table.events is not None:
            table.emit(Defaulted(table.ext[ROW_OF_LOTS].tiles[0], seat, gold))
        self.money.spend(table, seat, self.money.held(table, seat))
        for other in in_order(table):
            if eligible >> other & 1:
                self.open(table, other, eligible)
                return
        self.back(table)

    def take_first(self, table: Table) -> str:
        """Take the auctioned tile out of the row."""
        tiles = table.ext[ROW_OF_LOTS].tiles
        table.set(ROW_OF_LOTS, RowOfLots(tiles[1:]))
        return tiles[0]

    def others(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The next seat clockwise in a bit set, by leader and by the seat that has just spoken.

        It is neither of these two, or NOBODY if no other is left. The last row is for no leader.
        """
        everyone = range(self.rules.most_players)
        return tuple(
            tuple(
                next(
                    (
                        other
                        for other in (*everyone[seat + 1 :], *everyone[:seat])
                        if seats >> other & 1 and other != leader
                    ),
                    NOBODY,
                )
                for seat in everyone
            )
            for leader in (*everyone, NOBODY)
        )


def can_raise(position: Position, seat: int) -> bool:
    """Whether the seat may raise the standing bid, which all can see."""
    standing, most, _, _, _ = numbers(position.agenda[-1])
    return standing < most


def lying(position: Position) -> tuple[str, ...]:
    """What is wrong with the row of tiles, as text."""
    row = position.ext[ROW_OF_LOTS].tiles
    counts = {kind.id: row.count(kind.id) for kind in position.rules.layout.kinds_in(COUNTER)}
    if {id: n for id, n in counts.items() if n} != position.counts(LOTS):
        return (f"the row of tiles is {' '.join(row) or 'empty'}, which is not what lies there",)
    return ()
