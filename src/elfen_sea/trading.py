"""Trading a bonus counter for a travel card, during the seat's own draws, plans and moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from elfen.land import DRAW, HAND, MOVE, OPEN, PILE, PLAN, PLAYED, STACK
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Draw,
    Fields,
    Memo,
    Reason,
    Ruleset,
    ShortCut,
    State,
    Table,
    frozen,
    shifted,
    state_after,
)
from elfen_sea.bonus import most_kept
from elfen_sea.pieces import BONUS, BONUS_HELD, BONUS_PILE


@frozen(cache_hash=True)
class TradeBonus(Action):
    """Put a bonus counter back into the pile and draw a travel card; this uses no turn."""

    verb = "trade bonus"
    counter: str


@frozen(cache_hash=True)
class TradeBonusHidden(Action):
    """What others see of `TradeBonus`."""

    verb = "trade bonus"


def draws() -> list[Draw]:
    """The draw of the travel card."""
    return [
        Draw(
            "sea/trade",
            source=STACK,
            target=HAND,
            text="a travel card is drawn for a bonus counter",
        )
    ]


class Trading:
    """The one action type (S6)."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.rules = rules
        self.held = layout.indexes(BONUS_HELD)
        self.bonus_pile = layout.index(BONUS_PILE)
        self.cards = (layout.index(STACK), layout.index(PLAYED))
        self.counters = (layout.index(OPEN), layout.index(PILE))
        kinds = tuple(kind.id for kind in layout.kinds_of(BONUS_HELD))
        #: A single counter of each kind, as counts of the zones.
        self.ones = {kind: layout.vector(BONUS_HELD, {kind: 1}) for kind in kinds}
        self.actions = tuple(map(TradeBonus, kinds))
        self.by_held: Memo[tuple[int, ...], tuple[TradeBonus, ...]] = Memo(
            lambda held: tuple(compress(self.actions, held))
        )

    def type(self) -> ActionType[Any]:
        """The action type. A trade leads to the same decision again, with one more card."""
        return ActionType(
            "sea/trade",
            type=TradeBonus,
            at=(DRAW, PLAN, MOVE),
            legal=self.legal,
            check=self.check,
            bare=True,
            apply=self.trade,
            offered=(BONUS_HELD, self.offered),
            domain=lambda: self.actions,
            public=lambda action: TradeBonusHidden(),
            more=lambda rules, players: 2 * most_kept(rules, players),
            text="put a bonus counter back and draw a travel card",
            means={"counter": BONUS},
        )

    @cached_property
    def drawing(self) -> str:
        """The name that the decision to draw a counter goes by."""
        return self.rules.decide(DRAW, 0, ()).name

    def hindrance(self, position: Fields) -> Reason | None:
        """The reason, visible to everyone, why no trade is possible; None without one."""
        zones = position.zones
        stack, played = self.cards
        if not any(zones[stack]) and not any(zones[played]):
            return Reason.of("sea/trade", "sea/no-card", "there is no travel card left to draw")
        row, pile = self.counters
        if any(zones[row]) or any(zones[pile]):
            return None
        item = position.agenda[-1]
        assert isinstance(item, Decide)
        if self.drawing in (item.name, self.rules.alike.get(item.name)):
            text = "there is no counter left to draw, so nothing is decided"
            return Reason.of("sea/trade", "sea/no-counter", text)
        return None

    def offered(self, position: Fields, seat: int) -> bool:
        """Whether a bonus counter of any kind could be traded for a card."""
        return self.hindrance(position) is None

    def legal(self, position: Fields, seat: int) -> Sequence[TradeBonus]:
        """One action for each kind that the seat has."""
        return () if self.hindrance(position) else self.by_held[position.zones[self.held[seat]]]

    def check(self, position: Fields, seat: int, action: TradeBonus) -> Reason | None:
        """Whether the seat has the counter, and a trade is possible."""
        if action not in self.by_held[position.zones[self.held[seat]]]:
            kind = self.rules.layout.called(action.counter, BONUS)
            return Reason.of("sea/trade", "sea/no-bonus", "you have no {kind} counter", kind=kind)
        return self.hindrance(position)

    def short_cut(self) -> ShortCut:
        """A trade, if the stack has a card; no procedure follows it."""
        return ShortCut("sea/trade", of="sea/trade", past={}, take=self.trade_at_once)

    def trade_at_once(self, state: State, action: TradeBonus) -> State | None:
        """The counter goes back, and a card is due to be drawn before the seat is asked again."""
        stack, _ = self.cards
        if not any(state.zones[stack]):
            return None
        asked: Any = state.agenda[-1]
        seat, zones = asked.seat, [*state.zones]
        one = self.ones[action.counter]
        ledger = shifted(self.rules, zones, state.ledger, self.held[seat], self.bonus_pile, one)
        agenda = (*state.agenda, self.rules.chance("sea/trade", seat, (1,)))
        return state_after(state, tuple(zones), agenda, ledger)

    def trade(self, table: Table, item: Decide, action: TradeBonus) -> None:
        """The counter goes back, a card is drawn, and the seat is asked the same again.

        If the stack is empty, the played cards are shuffled into it.
        """
        table.shift(self.held[item.seat], self.bonus_pile, self.ones[action.counter])
        stack, _ = self.cards
        if not any(table.zones[stack]):
            table.move_all(PLAYED, STACK)
        table.ask(item.name, item.seat, *item.data)
        table.draw("sea/trade", item.seat)
