"""Income and phase 6: a journey earns gold, or two cards (G2, G9, G10)."""

from __future__ import annotations

from typing import Any, NamedTuple

from elfen.land import ARRIVAL, COLLECT_STEP, MOVING_STEP, TURN
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Phase,
    Ruleset,
    Slot,
    Step,
    Table,
    Within,
    Words,
    always_legal,
    frozen,
    shown,
)
from elfen_gold.drafting import Drafting
from elfen_gold.names import DRAW_CARDS_PHASE, EARN_STEP, INCOME_PHASE, REWARD_STEP
from elfen_gold.pieces import COINS_OF_THE_BANK, GOLD, Money
from elfen_gold.town_values import VALUES

REWARD = "gold/reward"

INCOME = 2

#: The route number of an arrival that used no route.
NO_ROUTE = -1


@frozen(cache_hash=True)
class TakeEarnings(Action):
    """Take the gold that the journey has earned."""

    verb = "take earnings"


@frozen(cache_hash=True)
class TakeCards(Action):
    """Draw two cards instead of the earnings."""

    verb = "take cards"


class RewardData(NamedTuple):
    """The data of `REWARD`: how much gold can be taken."""

    earned: int


@frozen
class Journey:
    """What the moving seat has earned on its way, and whether it has moved at all."""

    earned: int = shown(PUBLIC)
    moved: bool = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    """What the journey has earned so far."""
    if not fields["moved"] and not fields["earned"]:
        return ""
    if not fields["earned"]:
        return words.say("The journey under way has earned no gold so far.")
    text = "The journey under way has earned {gold} gold so far."
    return words.say(text, gold=fields["earned"])


def earned(data: RewardData, words: Words) -> str:
    """What the journey that is over has earned."""
    if not data.earned:
        return words.say("The journey has earned no gold.")
    return words.say("The journey has earned {gold} gold.", gold=data.earned)


JOURNEY = Slot(
    "gold/journey",
    Journey,
    start=lambda players: Journey(0, False),
    text=told,
    bounds=lambda rules, players: {"earned": Within(0, COINS_OF_THE_BANK)},
)
_AT_HOME = Journey(0, False)


def income() -> Phase:
    """Phase 2."""
    return Phase(INCOME_PHASE, pay_income, after=DRAW_CARDS_PHASE, text="two gold for everyone")


def pay_income(table: Table) -> None:
    """From the second round on everyone gets two gold (G2)."""
    if table.round > 1:
        money = table.rules.once(Money)
        for seat in range(table.players):
            money.earn(table, seat, INCOME)


class Travelling:
    """Earnings on the way, and the choice at its end."""

    def __init__(self, rules: Ruleset, drafting: Drafting) -> None:
        self.drafting = drafting
        self.money = rules.once(Money)
        self.gold = rules.layout.kind_number[GOLD]

    def steps(self) -> list[Step]:
        """The steps: earn on arrival, and choose the reward of the journey."""
        return [
            Step(
                EARN_STEP,
                self.earn,
                of=ARRIVAL,
                after=COLLECT_STEP,
                text="the town is worth gold",
            ),
            Step(
                REWARD_STEP,
                self.reward,
                of=TURN,
                after=MOVING_STEP,
                text="take the earnings or two cards",
            ),
        ]

    def decision(self) -> Decision:
        """The choice after moving; its data is what was earned."""
        return Decision(
            REWARD,
            text="take the earnings or two cards",
            data=RewardData,
            told=earned,
            reusable=True,
            at_most=lambda rules, players: rules.most_rounds * players,
            bounds=lambda rules, players: {"earned": Within(0, COINS_OF_THE_BANK)},
        )

    def types(self) -> list[ActionType[Any]]:
        """The two action types: take gold or cards."""

        def take_earnings(table: Table, item: Decide, action: TakeEarnings) -> None:
            self.money.earn(table, item.seat, int(item.data[0]))

        def take_cards(table: Table, item: Decide, action: TakeCards) -> None:
            self.drafting.draw_two(table, item.seat)

        return [
            always_legal(
                "gold/take-earnings",
                TakeEarnings(),
                at=REWARD,
                apply=take_earnings,
                text="take the gold that was earned",
                brings=lambda view, action, words: words.say(
                    "{gold} gold", gold=view.pending.data[0]
                ),
            ),
            always_legal(
                "gold/take-cards",
                TakeCards(),
                at=REWARD,
                apply=take_cards,
                text="draw two cards instead",
                brings=lambda view, action, words: words.say("two travel cards, drawn one by one"),
            ),
        ]

    def earn(self, table: Table, item: Do) -> None:
        """Earn a town's value, doubled by a gold tile on the road just travelled (G9).

        An arrival without a route earns nothing (G14).
        """
        assert item.seat is not None
        route = int(item.data[0])
        value = 0
        if route != NO_ROUTE:
            value = table.ext[VALUES].by_town[table.boots[item.seat]]
            if self.gold in table.routes[route]:
                value *= 2
        table.set(JOURNEY, Journey(table.ext[JOURNEY].earned + value, True))

    def reward(self, table: Table, item: Do) -> None:
        """A seat that has moved chooses; one that has not draws two cards (G10)."""
        assert item.seat is not None
        journey = table.ext[JOURNEY]
        if journey.moved:
            table.set(JOURNEY, _AT_HOME)
            table.ask(REWARD, item.seat, journey.earned)
        else:
            self.drafting.draw_two(table, item.seat)
