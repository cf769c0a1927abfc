"""Fairs, an expansion of Elfengold: what money, tiles, bids and witches can be made to do.

A fair lies on a road with a transport, and whoever comes along it earns two gold more. Nobody
bids more than six gold for a fair; whoever buys one may, as chance has it, get a coin back; bids
rise by two at least.
A witch can be dismissed for what the town is worth. A journey may bring half of its earnings
and a card. At the end ten gold are worth a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elfen.land import ARRIVAL, COUNTER, COUNTERS, HAND, MOVE, PILE, PLAN, PLAYED, SHOWN, next_turn
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
    Decide,
    Do,
    Kind,
    Laid,
    Manifest,
    Position,
    Reason,
    Restriction,
    Roll,
    RouteZone,
    Ruleset,
    ScoreLine,
    Step,
    Stock,
    Table,
    Zone,
    as_it_is,
    frozen,
    hookimpl,
)
from elfen_gold import (
    BANK,
    BID,
    DRAWING,
    JOURNEY,
    PURSE,
    REWARD,
    ROW_OF_LOTS,
    SOLD,
    THE_COIN,
    VALUES,
    WITCH,
    Bid,
    Journey,
)

FAIR = Kind("fair", COUNTER, name="fair")
ON_ROUTE = RouteZone("fairs/on-route", holds=(COUNTER,), kinds=(FAIR,), at_most=1, priced=False)

LUCK = "fairs/luck-of-a-buyer"

FAIRS = 3
MOST_FOR_A_FAIR = 6
RISE = 2
TO_EARN = 2
GOLD_A_POINT = 10


@frozen(cache_hash=True)
class Hold(Action):
    """Hold a fair on a road."""

    verb = "hold fair"
    route: str


@frozen(cache_hash=True)
class Dismiss(Action):
    """Let a witch go, for the gold that the town is worth."""

    verb = "dismiss witch"


@frozen(cache_hash=True)
class TakeSome(Action):
    """Take half of the earnings, and a card."""

    verb = "take some"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "fairs", rules_version=1, api=1, requires=("land", "gold"), help="Fairs on the roads."
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [FAIR]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [ON_ROUTE]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("fairs/tiles", (FAIR,), FAIRS, PILE)]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [
        Step("fairs/earn", earn_more, of=ARRIVAL, after="gold/earn"),
        Step("fairs/luck", try_luck, of=SOLD, before="gold/take-tile"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Roll]:
    def faces(position: Position, item: Chance) -> dict[str, int]:
        return {"coin": 1, "nothing": 1}

    return [Roll(LUCK, faces, lucky, visibility=PUBLIC, text="whether a coin comes back")]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    fairs = [Hold(route.id) for route in rules.board.routes]
    types = [
        ActionType(
            "fairs/hold",
            type=Hold,
            at=(PLAN,),
            legal=lambda position, seat: [f for f in fairs if not why_no_fair(position, seat, f)],
            check=why_no_fair,
            apply=hold,
            domain=lambda: fairs,
            public=as_it_is,
            offered=SHOWN,
            lays=lambda position, seat, action: [Laid(action.route, FAIR)],
        ),
        single("fairs/some", TakeSome(), REWARD, lambda position, seat: "", take_some),
    ]
    if rules.option("gold.witches"):
        types.append(single("fairs/dismiss", Dismiss(), MOVE, why_no_witch, dismiss))
    return types


@hookimpl
def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
    return [
        Restriction("fairs/dear", type=Bid, forbids=too_dear),
        Restriction("fairs/rise", type=Bid, forbids=too_little),
    ]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    def most(rules: Ruleset) -> int:
        coins = [owned.entry.count for owned in rules.stock if THE_COIN in owned.entry.kinds]
        return sum(coins) * rules.most_players // GOLD_A_POINT

    return [
        ScoreLine(
            "fairs/gold",
            lambda position, seat: position.size(PURSE.of(seat)) // GOLD_A_POINT,
            lowest=lambda rules: 0,
            highest=most,
            text="gold",
        )
    ]


def single(name: str, action: Action, at: str, why_not: Any, apply: Any) -> ActionType[Any]:
    """An action without fields; `why_not` says in words why not, or nothing."""

    def check(position: Position, seat: int, asked: Action) -> Reason | None:
        why = why_not(position, seat)
        return Reason(name, why) if why else None

    def legal(position: Position, seat: int) -> Sequence[Action]:
        return () if why_not(position, seat) else (action,)

    return ActionType(
        name,
        type=type(action),
        at=(at,),
        legal=legal,
        check=check,
        apply=apply,
        domain=lambda: (action,),
        public=as_it_is,
    )


def why_no_fair(position: Position, seat: int, action: Hold) -> Reason | None:
    if not position.count(SHOWN.of(seat), FAIR):
        return Reason("fairs/hold", "you have no fair that lies open")
    if action.route not in position.rules.board.route_number:
        return Reason("fairs/hold", f"there is no route {action.route!r}")
    lying = position.lying(action.route)
    if FAIR in lying or not any(kind in COUNTERS for kind in lying):
        return Reason("fairs/hold", "a fair takes a road with a transport and no fair")
    return None


def hold(table: Table, item: Decide, action: Hold) -> None:
    table.put(action.route, FAIR, SHOWN.of(item.seat))
    next_turn(table, item.seat)


def earn_more(table: Table, item: Do) -> None:
    route = int(item.data[0])
    if route >= 0 and FAIR in table.lying(table.rules.board.routes[route].id):
        table.set(JOURNEY, Journey(table.ext[JOURNEY].earned + TO_EARN, True))


def try_luck(table: Table, item: Do) -> None:
    gold, tile = item.data
    if gold and tile == FAIR.id:
        table.roll(LUCK, item.seat)


def lucky(table: Table, item: Chance, face: str) -> None:
    assert item.seat is not None
    if face == "coin":
        pay(table, item.seat, 1)


def too_dear(position: Position, seat: int, action: Bid) -> Reason | None:
    if position.ext[ROW_OF_LOTS].tiles[0] == FAIR.id and action.gold > MOST_FOR_A_FAIR:
        return Reason("fairs/dear", f"nobody bids more than {MOST_FOR_A_FAIR} for a fair")
    return None


def too_little(position: Position, seat: int, action: Bid) -> Reason | None:
    item = position.agenda[-1]
    assert isinstance(item, Decide)
    assert item.name == BID
    standing = int(item.data[0])
    if standing and action.gold < standing + RISE:
        return Reason("fairs/rise", f"bid at least {standing + RISE}")
    return None


def why_no_witch(position: Position, seat: int) -> str:
    return "" if position.count(HAND.of(seat), WITCH) else "you have no witch"


def dismiss(table: Table, item: Decide, action: Dismiss) -> None:
    table.move(WITCH, HAND.of(item.seat), PLAYED)
    worth = table.ext[VALUES].by_town[table.boots[item.seat]]
    pay(table, item.seat, worth)
    table.ask(MOVE, item.seat)


def pay(table: Table, seat: int, coins: int) -> None:
    """From the bank, as far as it has so many."""
    table.move(THE_COIN, BANK, PURSE.of(seat), min(coins, table.count(BANK, THE_COIN)))


def take_some(table: Table, item: Decide, action: TakeSome) -> None:
    pay(table, item.seat, int(item.data[0]) // 2)
    table.run(DRAWING, item.seat)
