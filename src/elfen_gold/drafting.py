"""Set-up and phase 1: draw cards from the stack or the open row, or take the gold pile (G1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from elfen.land import (
    DEAL_PHASE,
    HAND,
    PLAYED,
    RESHUFFLE_STEP,
    STACK,
    TOP_CARD,
    TRAVEL_CARD,
    in_order,
)
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
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
    Roll,
    Ruleset,
    SetupStep,
    ShortCut,
    State,
    Step,
    Table,
    as_it_is,
    frozen,
    shifted,
    state_after,
)
from elfen_gold.names import (
    DEAL_SETUP,
    DRAW_CARDS_PHASE,
    DRAW_ONE_STEP,
    FILL_ROW_STEP,
    TOP_CARD_STEP,
)
from elfen_gold.pieces import (
    GOLD_CARDS,
    GOLD_DECK,
    GOLD_PILE,
    GOLD_PLAYED,
    ROW,
    THE_GOLD_CARD,
    Money,
)

DRAW_CARD = "gold/draw-card"

FIRST_HAND = 5
OPEN_CARDS = 3
DRAWS = 3
CARDS_FOR_A_JOURNEY = 2
GOLD_OF_A_CARD = 3

#: Procedure: a seat draws a card.
DRAWING = "gold/drawing"

# What to do with the card that is turned up.
_FOR_SEAT, _FOR_ROW, _FOR_ANYONE = "seat", "row", "anyone"
_DRAW_FOR: dict[object, str] = {_FOR_SEAT: "gold/draw", _FOR_ROW: "gold/lay-open"}
_CARD, _GOLD = "card", "gold"


@frozen(cache_hash=True)
class DrawTop(Action):
    """Draw the top card of the stack."""

    verb = "draw card"


@frozen(cache_hash=True)
class TakeCard(Action):
    """Take one of the open cards."""

    verb = "take card"
    card: str


@frozen(cache_hash=True)
class TakeGold(Action):
    """Take the whole pile of gold cards, for three gold each."""

    verb = "take gold pile"


def decision() -> Decision:
    """The decision of one draw; it is dropped when there is nothing to take."""
    return Decision(DRAW_CARD, text="draw a travel card", at_most=most_draws)


def most_draws(rules: Ruleset, players: int) -> int:
    """A gold card gives another choice, and comes back only when someone takes the pile."""
    draws = rules.most_rounds * players * (DRAWS + CARDS_FOR_A_JOURNEY)
    return draws + GOLD_CARDS * (draws + 1)


class Drafting:
    """Everything that is done with the stack of cards."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.rules = rules
        self.money = rules.once(Money)
        self.stack = layout.index(STACK)
        self.gold = layout.index(GOLD_DECK)
        self.row = layout.index(ROW)
        self.pile = layout.index(GOLD_PILE)
        self.played = layout.index(PLAYED)
        self.gold_played = layout.index(GOLD_PLAYED)
        #: Where a card can come from, with the counts of each zone if it is empty.
        self.sources = tuple(
            (layout.index(zone), (0,) * len(layout.kinds_of(zone)))
            for zone in (STACK, PLAYED, GOLD_DECK, GOLD_PLAYED)
        )
        self.hands = layout.indexes(HAND)
        self.actions = tuple(TakeCard(kind.id) for kind in layout.kinds_of(ROW))
        self.number = {action: n for n, action in enumerate(self.actions)}
        self.lying: Memo[tuple[int, ...], tuple[TakeCard, ...]] = Memo(
            lambda row: tuple(compress(self.actions, row))
        )
        #: A single card of each kind, as counts of the row.
        self.ones = tuple(
            tuple(int(kind == one) for kind in range(len(self.actions)))
            for one in range(len(self.actions))
        )
        #: What is due once a card was taken; `short_cut` fills it in.
        self.filling: tuple[Do | Chance, ...] = ()
        self.top = (DrawTop(),)
        self.all_gold = (TakeGold(),)
        self.gold_card = layout.kinds_of(GOLD_DECK).index(THE_GOLD_CARD)

    def setup(self) -> SetupStep:
        """Deal the first cards; the gold cards are then mixed into the rest."""
        return SetupStep(DEAL_SETUP, self.deal, text="five cards for everyone, three open ones")

    def phase(self) -> Phase:
        """The phase, which replaces the deal."""
        return Phase(
            DRAW_CARDS_PHASE,
            self.draw_three,
            replaces=DEAL_PHASE,
            text="draw three travel cards, one at a time",
        )

    def steps(self) -> list[Step]:
        """The steps: fill the row, let a seat draw, and prepare the top card."""
        return [
            Step(FILL_ROW_STEP, self.fill, of=DRAWING, text="three cards lie open"),
            Step(DRAW_ONE_STEP, self.ask, of=DRAWING, text="a card is drawn"),
            Step(
                TOP_CARD_STEP,
                lambda table, item: self.turn_up(table, item.seat, _FOR_ANYONE),
                of=TOP_CARD,
                replaces=RESHUFFLE_STEP,
                text="the discard is shuffled, gold cards go onto their pile",
            ),
        ]

    def chances(self) -> list[Draw | Roll]:
        """Whether the top card is gold, and otherwise which card it is."""
        return [
            Roll(
                "gold/top",
                self.faces,
                self.turned,
                visibility=PUBLIC,
                text="whether the top card is a gold card",
                told=lambda face, words: (
                    words.say("a gold card was turned up") if face == _GOLD else ""
                ),
                domain=lambda rules, players: (_CARD, _GOLD),
            ),
            Draw("gold/draw", source=STACK, target=HAND, text="a card is drawn from the stack"),
            Draw("gold/lay-open", source=STACK, target=ROW, text="a card is laid open"),
        ]

    def types(self) -> list[ActionType[Any]]:
        """The three ways to draw."""
        return [
            ActionType(
                "gold/draw-top",
                type=DrawTop,
                at=(DRAW_CARD,),
                legal=lambda position, seat: self.top if self.is_left(position) else (),
                check=self.check_top,
                bare=True,
                apply=lambda table, item, action: self.turn_up(table, item.seat, _FOR_SEAT),
                offered=lambda position, seat: self.is_left(position),
                domain=lambda: self.top,
                public=as_it_is,
                text="draw the top card",
            ),
            ActionType(
                "gold/take-card",
                type=TakeCard,
                at=(DRAW_CARD,),
                legal=self.legal_open,
                check=self.check_open,
                bare=True,
                apply=self.take_open,
                offered=ROW,
                domain=lambda: self.actions,
                public=as_it_is,
                text="take an open card",
                means={"card": TRAVEL_CARD},
            ),
            ActionType(
                "gold/take-gold-pile",
                type=TakeGold,
                at=(DRAW_CARD,),
                legal=lambda position, seat: self.all_gold if self.is_gold(position) else (),
                check=self.check_gold,
                bare=True,
                apply=self.take_gold,
                offered=GOLD_PILE,
                domain=lambda: self.all_gold,
                public=as_it_is,
                text="take all gold cards",
            ),
        ]

    def short_cut(self) -> ShortCut:
        """Taking an open card, after which the row is filled up from a stack with gold cards."""
        steps = self.rules.steps(DRAWING, None, ())
        fill = next(step for step in steps if step.name == FILL_ROW_STEP)
        self.filling = (fill, self.rules.chance("gold/top", None, (_FOR_ROW,)))
        past = {DRAWING: (FILL_ROW_STEP, DRAW_ONE_STEP)}
        return ShortCut("gold/take-card", of="gold/take-card", past=past, take=self.take_at_once)

    # The stack -------------------------------------------------------------------------

    def is_left(self, position: Fields) -> bool:
        """Whether the stack has a card, or would have one from the discard."""
        zones = position.zones
        for zone, none in self.sources:  # noqa: SIM110
            if zones[zone] != none:
                return True
        return False

    def turn_up(self, table: Table, seat: int | None, purpose: str) -> None:
        """Turn up the next card of the stack; an empty stack is made from the discard first."""
        zones = table.zones
        if not any(zones[self.stack]) and not any(zones[self.gold]):
            table.move_all(PLAYED, STACK)
            table.move_all(GOLD_PLAYED, GOLD_DECK)
        if any(zones[self.gold]):
            table.roll("gold/top", seat, purpose)
        elif any(zones[self.stack]):
            self.use_card(table, seat, purpose)

    def faces(self, position: Position, item: Chance) -> dict[str, int]:
        """What can be on top, weighted by the travel cards and gold cards in the stack."""
        zones = position.zones
        return {_CARD: sum(zones[self.stack]), _GOLD: sum(zones[self.gold])}

    def turned(self, table: Table, item: Chance, face: str) -> None:
        """A gold card goes onto the pile and is replaced; its drawer chooses again (G1)."""
        (purpose,) = item.data
        if face == _CARD:
            self.use_card(table, item.seat, purpose)
            return
        table.shift_one(self.gold, self.pile, self.gold_card)
        if purpose == _FOR_SEAT:
            table.run(DRAWING, item.seat)
        elif purpose == _FOR_ANYONE:
            table.do(TOP_CARD_STEP, item.seat)

    def use_card(self, table: Table, seat: int | None, purpose: object) -> None:
        """A travel card is on top: for the hand, the row, or the next draw."""
        if purpose in _DRAW_FOR:
            table.draw(_DRAW_FOR[purpose], seat)

    def fill(self, table: Table, item: Do) -> None:
        """Fill the row up to three open cards, or as many as there are (G1)."""
        if sum(table.zones[self.row]) < OPEN_CARDS and self.is_left(table):
            table.do(FILL_ROW_STEP)
            self.turn_up(table, None, _FOR_ROW)

    # Drawing ---------------------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """Five cards for everyone, and three that lie open."""
        table.draw("gold/lay-open", None, OPEN_CARDS)
        for seat in reversed(in_order(table)):
            table.draw("gold/draw", seat, FIRST_HAND)

    def draw_three(self, table: Table) -> None:
        """From the second round on everyone draws three cards, one at a time in turn order."""
        if table.round > 1:
            for seat in reversed(in_order(table) * DRAWS):
                table.run(DRAWING, seat)

    def ask(self, table: Table, item: Do) -> None:
        """The seat chooses what to draw."""
        assert item.seat is not None
        table.ask(DRAW_CARD, item.seat)

    def draw_two(self, table: Table, seat: int) -> None:
        """Draw two cards after moving, or for not having moved (G10)."""
        for _ in range(CARDS_FOR_A_JOURNEY):
            table.run(DRAWING, seat)

    def check_top(self, position: Fields, seat: int, action: DrawTop) -> Reason | None:
        """Whether there is a card to draw."""
        if self.is_left(position):
            return None
        return Reason.of("gold/draw", "gold/no-card-left", "the stack and the discard are empty")

    def legal_open(self, position: Fields, seat: int) -> Sequence[TakeCard]:
        """One action for each kind of open card."""
        return self.lying[position.zones[self.row]]

    def check_open(self, position: Fields, seat: int, action: TakeCard) -> Reason | None:
        """Whether such a card lies open."""
        at = self.number.get(action)
        if at is None or not position.zones[self.row][at]:
            layout = self.rules.layout
            row = zip(layout.kinds_of(ROW), position.zones[self.row], strict=True)
            lying = tuple([kind for kind, n in row if n])
            return Reason.of(
                "gold/draw",
                "gold/card-not-open",
                "no {kind} card lies open; there are: {lying}",
                kind=layout.called(action.card, TRAVEL_CARD),
                lying=lying or Message("gold/none", "none"),
            )
        return None

    def take_open(self, table: Table, item: Decide, action: TakeCard) -> None:
        """The card goes to the hand, and another one is laid open at once."""
        table.shift_one(self.row, self.hands[item.seat], self.number[action])
        table.do(FILL_ROW_STEP)

    def take_at_once(self, state: State, action: TakeCard) -> State | None:
        """The card goes to the hand, and it is rolled what is on top of the stack for the row."""
        zones = [*state.zones]
        if not any(zones[self.gold]):
            return None
        asked: Any = state.agenda[-1]
        hand, card = self.hands[asked.seat], self.ones[self.number[action]]
        ledger = shifted(self.rules, zones, state.ledger, self.row, hand, card)
        if sum(zones[self.row]) >= OPEN_CARDS:
            return None
        return state_after(state, tuple(zones), (*state.agenda[:-1], *self.filling), ledger)

    def is_gold(self, position: Fields) -> bool:
        """Whether a gold card lies on the pile."""
        return any(position.zones[self.pile])

    def check_gold(self, position: Fields, seat: int, action: TakeGold) -> Reason | None:
        """Whether there is a pile to take."""
        if self.is_gold(position):
            return None
        return Reason.of("gold/draw", "gold/no-gold-cards", "there are no gold cards to take")

    def take_gold(self, table: Table, item: Decide, action: TakeGold) -> None:
        """Pay three gold for each card of the pile, and discard them."""
        cards = table.zones[self.pile]
        self.money.earn(table, item.seat, GOLD_OF_A_CARD * sum(cards))
        table.shift(self.pile, self.gold_played, cards)
