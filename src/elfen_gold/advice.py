"""Elfengold's advice to the stock bots: simple estimates, in town pieces.

They are based on the roads that the hand could pay for from where the boot stands, each on its
own, and on the roads from there that it could not. To a farsighted player bids are for what a tile
adds to its best tour, and coins are worth less the more it has.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import elfen.plugin  # whose planner is loaded with the first thought
from elfen.land import COUNTERS, HAND, SECRET, SHOWN, TRANSPORTS, rest_of_tour, worth_of_step
from elfen.plugin import Advice, Kind, Route, Ruleset, View
from elfen_gold.bids import Bid
from elfen_gold.drafting import GOLD_OF_A_CARD, DrawTop, TakeCard, TakeGold
from elfen_gold.exchange import Swap
from elfen_gold.laying import DoubleTransport, Lay, LaySecret
from elfen_gold.pieces import EXCHANGE, GOLD, GOLD_PILE, PURSE, SEA_MONSTER, TREE
from elfen_gold.travel import TakeCards, TakeEarnings
from elfen_gold.two_tiles import ShowTile
from elfen_gold.witches import Fly

if TYPE_CHECKING:
    from elfen.plugin import Planner, Tour

#: What a coin and an unknown card are worth, in town pieces.
COIN = 0.1
CARD = 0.35
USELESS_CARD = 0.05
WASTE = -0.5

#: The worth of tiles that are not transports, in coins.
COINS_FOR = {"gold": 4, "double": 3, "exchange": 2, "tree": 2, "sea-monster": 2}

#: A bid is at most the purse divided by this: the rest is kept for the tiles that follow.
MOST_OF_A_PURSE = 2

#: A farsighted bid is for what the tile adds to the best tour: so many coins for a town piece, for
#: more that is kept in the end, and for each card in hand that goes with it, up to three.
FOR_A_PIECE = 6
FOR_WHAT_IS_KEPT = 1
FOR_A_CARD = 0.5

#: To the farsighted, coins are worth less the more there are in the purse, and hardly anything
#: beyond so many.
ENOUGH_COINS = 24
LEAST_COIN = 0.01

#: How many situations are examined to see what a tile would add.
MOST_NODES = 300

STEPS = 4
CARAVAN = 3


class Outlook:
    """The roads ahead, as far as one view shows them."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.hand = view.counts(HAND)
        self.cards = sum(self.hand.values())
        self.lying = dict(view.lying)
        self.limit = int(view.rules.option("land.hand_limit"))

    def pays(self, route: Route, kinds: tuple[Kind, ...]) -> bool:
        """Whether the hand pays for the route with these transports and obstacles on it."""
        more = sum(kind in (TREE, SEA_MONSTER) for kind in kinds)
        transports = [kind for kind in kinds if kind in COUNTERS]
        if not transports:
            raft = TRANSPORTS["raft"]
            need = raft.chart.get(route.terrain)
            return need is not None and self.hand.get("raft", 0) >= need + more
        return self.cards >= CARAVAN + more or any(
            self.hand.get(kind.id, 0) >= TRANSPORTS[kind.id].chart[route.terrain] + more
            for kind in transports
            if route.terrain in TRANSPORTS[kind.id].chart
        )

    @cached_property
    def near(self) -> frozenset[str]:
        """The towns that the boot could reach with this hand in a few steps."""
        found = {self.view.towns[self.seat]}
        for _ in range(STEPS):
            found |= {
                route.other(town)
                for route in self.view.board.routes
                for town in route.ends
                if town in found and self.pays(route, self.lying.get(route.id, ()))
            }
        return frozenset(found)

    @cached_property
    def ahead(self) -> frozenset[str]:
        """The routes that the hand could pay for from there."""
        return frozenset(
            route.id
            for route in self.view.board.routes
            if not self.near.isdisjoint(route.ends)
            and self.pays(route, self.lying.get(route.id, ()))
        )

    def opens(self, route: Route, kinds: tuple[Kind, ...]) -> bool:
        """Whether these pieces would open a way to a new town that is now out of reach."""
        ends = set(route.ends) - self.near
        new = not ends.isdisjoint(self.view.to_visit[self.seat])
        return new and len(ends) == 1 and self.pays(route, kinds)

    def others_at(self, route: Route) -> int:
        """How many other boots stand at an end of the route."""
        towns = self.view.towns
        return sum(towns[seat] in route.ends for seat in range(len(towns)) if seat != self.seat)

    def worth_of_card(self, card: str) -> float:
        """A card that fits the hand and the seat's transports is worth more."""
        mine = self.view.counts(SHOWN).get(card, 0) + self.view.counts(SECRET).get(card, 0)
        return 0.25 + 0.1 * min(2, self.hand.get(card, 0)) + 0.1 * min(2, mine)

    @property
    def coin(self) -> float:
        """What one more coin is worth, in town pieces."""
        if not elfen.plugin.is_farsighted():
            return COIN
        purse = self.view.holding(PURSE).size
        return max(LEAST_COIN, COIN * (1 - purse / ENOUGH_COINS))

    @cached_property
    def planner(self) -> Planner:
        """A planner that lays transports, and thinks of later rounds too."""
        lasting = self.view.round < self.view.rules.most_rounds
        return elfen.plugin.Planner(
            self.view, COUNTERS, hopeful=True, lasting=lasting, outlook=lasting
        )

    def tour(self, tile: str | None = None) -> Tour:
        """The best tour with the seat's own transports, and one more."""
        shown, secret = self.view.counts(SHOWN), self.view.counts(SECRET)
        stock = {
            kind: shown.get(kind.id, 0) + secret.get(kind.id, 0) + (kind.id == tile)
            for kind in COUNTERS
        }
        return self.planner.best(stock, MOST_NODES)

    @cached_property
    def without(self) -> Tour:
        """The best tour with what the seat has now."""
        return self.tour()

    def coins_added(self, tile: str) -> int:
        """What a transport adds to the seat's best tour, in coins."""
        more, now = self.tour(tile), self.without
        coins = FOR_A_PIECE * (more.total - now.total) + FOR_A_CARD * min(3, self.hand.get(tile, 0))
        return int(coins + FOR_WHAT_IS_KEPT * (more.kept > now.kept))

    def coins_for(self, tile: str) -> int:
        """The worth of a tile to the seat, in coins."""
        if tile in TRANSPORTS and elfen.plugin.is_farsighted():
            return self.coins_added(tile)
        return COINS_FOR.get(tile, min(3, self.hand.get(tile, 0)))


class Adviser:
    """The outlook of the last view, and what it says about actions."""

    def __init__(self, rules: Ruleset) -> None:
        self.kinds = {kind.id: kind for kind in rules.layout.kinds_of(SHOWN)}
        self.last: Outlook | None = None

    def of(self, view: View) -> Outlook:
        """The outlook of a view, computed once."""
        if self.last is None or self.last.view is not view:
            self.last = Outlook(view)
        return self.last

    # Cards, tiles and money ----------------------------------------------------------------

    def worth_of_pile(self, view: View, action: TakeGold) -> float:
        """Gold pays for coming auctions, so it is worth nothing in the last round."""
        if view.round >= view.rules.most_rounds:
            return 0
        return self.of(view).coin * GOLD_OF_A_CARD * view.holding(GOLD_PILE).size

    def worth_of_showing(self, view: View, action: ShowTile) -> float:
        """Keep the most valuable tile secret."""
        return -COIN * self.of(view).coins_for(action.tile)

    def worth_of_bid(self, view: View, action: Bid) -> float:
        """As little as possible, and never more than the tile is worth or the seat can spare."""
        (tile, *_) = view.slot("gold/lots")["tiles"]
        purse = view.holding(PURSE).size
        share = 1 if elfen.plugin.is_farsighted() else MOST_OF_A_PURSE
        most = min(self.of(view).coins_for(tile), -(-purse // share))
        return COIN * (most - action.gold + 0.5) if action.gold <= most else WASTE * action.gold

    def worth_of_earnings(self, view: View, action: TakeEarnings) -> float:
        """Each coin counts; in the last round nothing else does."""
        earned, *_ = view.pending.data
        last = view.round >= view.rules.most_rounds
        return 1 + int(earned) if last else self.of(view).coin * int(earned)

    def worth_of_cards(self, view: View, action: TakeCards) -> float:
        """Cards beyond the hand limit are worth little: they only widen the choice."""
        if view.round >= view.rules.most_rounds:
            return 0
        outlook = self.of(view)
        room = max(0, min(2, outlook.limit - outlook.cards))
        return CARD * room + USELESS_CARD * (2 - room)

    # On the routes ---------------------------------------------------------------------------

    def worth_of_laying(self, view: View, action: Lay | LaySecret) -> float:
        """Gold where the seat will travel, obstacles where others will, exchanges to open a way."""
        outlook, route = self.of(view), view.board.route(action.route)
        mine = route.id in outlook.ahead
        if action.tile == GOLD.id:
            return 0.4 if mine else WASTE
        if action.tile == EXCHANGE.id:
            swaps = (
                self.gain(outlook, route, one, other, there)
                for one in outlook.lying[route.id]
                for there in view.board.routes
                for other in outlook.lying.get(there.id, ())
                if there is not route
            )
            return max(swaps, default=WASTE)
        return WASTE if mine else 0.1 * outlook.others_at(route) - 0.15

    def worth_of_double(self, view: View, action: DoubleTransport) -> float:
        """A second transport is worth placing if it opens a way to a new town."""
        outlook, route = self.of(view), view.board.route(action.route)
        kinds = (*outlook.lying[route.id], self.kinds[action.counter])
        return 0.9 if outlook.opens(route, kinds) else WASTE

    def worth_of_swap(self, view: View, action: Swap) -> float:
        """The exchange that opens a way."""
        here = view.board.route(str(view.pending.data[0]))
        there = view.board.route(action.route)
        one, other = self.kinds[action.counter], self.kinds[action.other]
        return self.gain(self.of(view), here, one, other, there)

    def gain(self, outlook: Outlook, here: Route, one: Kind, other: Kind, there: Route) -> float:
        """The worth of swapping two kinds on two roads."""
        if one is other or one not in COUNTERS or other not in COUNTERS:
            return WASTE
        worth = WASTE
        for route, gone, come in ((here, one, other), (there, other, one)):
            if route.terrain not in TRANSPORTS[come.id].chart:
                return WASTE
            kinds = [*outlook.lying[route.id], come]
            kinds.remove(gone)
            if outlook.opens(route, tuple(kinds)):
                worth = max(worth, 0.8)
            elif route.id in outlook.ahead and not outlook.pays(route, tuple(kinds)):
                return WASTE
        return worth


def advice(rules: Ruleset) -> list[Advice]:
    """Advice on the actions of Elfengold; coins and cards are for later rounds, too."""
    adviser = Adviser(rules)
    return [
        Advice("gold/draw-top", type=DrawTop, value=lambda view, action: CARD, later=True),
        Advice(
            "gold/take-card",
            type=TakeCard,
            value=lambda view, action: adviser.of(view).worth_of_card(action.card),
            later=True,
        ),
        Advice("gold/take-gold-pile", type=TakeGold, value=adviser.worth_of_pile, later=True),
        Advice("gold/show-tile", type=ShowTile, value=adviser.worth_of_showing, later=True),
        Advice("gold/bid", type=Bid, value=adviser.worth_of_bid, later=True),
        Advice("gold/lay", type=Lay, value=adviser.worth_of_laying),
        Advice("gold/lay-secret", type=LaySecret, value=adviser.worth_of_laying),
        Advice("gold/double", type=DoubleTransport, value=adviser.worth_of_double),
        Advice("gold/swap", type=Swap, value=adviser.worth_of_swap),
        Advice(
            "gold/take-earnings", type=TakeEarnings, value=adviser.worth_of_earnings, later=True
        ),
        Advice("gold/take-cards", type=TakeCards, value=adviser.worth_of_cards, later=True),
        Advice("gold/fly", type=Fly, value=worth_of_step, ahead=rest_of_tour),
    ]
