"""Eagles: from a peak one can be carried to any other peak for two feathers, or for three cards.

No route is used. Everyone begins with three feathers; what is left of them counts nothing.
"""

from __future__ import annotations

from typing import Any

from elfen.land import ARRIVAL, HAND, MOVE, worth_of_step
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Advice,
    Decide,
    Group,
    Kind,
    Leaps,
    Manifest,
    Pieces,
    Position,
    Price,
    Reason,
    Ruleset,
    SeatZone,
    Stock,
    Table,
    TableZone,
    Zone,
    as_it_is,
    frozen,
    hookimpl,
    pay,
)

PEAKS = ("feodor", "ixara", "lapphalya", "beata")
FEATHERS, FOR_A_FLIGHT, CARDS = 3, 2, 3

FEATHER_GROUP = Group("feather", noun="feather")
FEATHER = Kind("feather", FEATHER_GROUP, name="feather")
LOST = TableZone("eagles/lost", holds=(FEATHER_GROUP,), visibility=PUBLIC)
HELD = SeatZone("eagles/held", holds=(FEATHER_GROUP,), visibility=PUBLIC, pays_into=LOST)


@frozen(cache_hash=True)
class Soar(Action):
    """Be carried to another peak for these pieces."""

    verb = "soar"
    town: str
    pieces: Pieces


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "eagles", rules_version=1, api=1, requires=("land",), help="Eagles fly from peak to peak."
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [FEATHER]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [HELD, LOST]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("eagles/feathers", (FEATHER,), FEATHERS, HELD)]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    prices = (Price.exactly(HELD, FEATHER.id, FOR_A_FLIGHT), Price.any(HAND, CARDS))
    peaks = tuple(peak for peak in PEAKS if peak in rules.board.town_number)

    def other_peaks(town: str) -> tuple[str, ...]:
        """The peaks that an eagle flies to from a town."""
        return tuple(peak for peak in peaks if peak != town) if town in peaks else ()

    leaps: Leaps[Soar] = Leaps(Soar, prices, to=other_peaks)

    def payments() -> dict[Pieces, Any]:
        tables = [rules.payment_table(price.needs) for price in prices]
        return {payment.pieces: payment for table in tables for payment in table.payments}

    def legal(position: Position, seat: int) -> list[Soar]:
        return [
            Soar(town, pieces)
            for town in other_peaks(position.town(seat))
            for pieces, payment in payments().items()
            if payment.affordable(position.zones, seat)
        ]

    def check(position: Position, seat: int, action: Soar) -> Reason | None:
        if action.town not in other_peaks(position.town(seat)):
            return Reason("eagles/soar", f"no eagle flies to {action.town!r} from here")
        payment = payments().get(action.pieces)
        if payment is None or not payment.affordable(position.zones, seat):
            return Reason("eagles/soar", f"{action.pieces} does not pay for an eagle")
        return None

    def soar(table: Table, item: Decide, action: Soar) -> None:
        start = table.boots[item.seat]
        pay(table, item.seat, payments()[action.pieces])
        table.set_boot(item.seat, rules.board.town_number[action.town])
        table.ask(item.name, item.seat, *item.data)
        table.run(ARRIVAL, item.seat, -1, start)

    return [
        ActionType(
            "eagles/soar",
            type=Soar,
            at=(MOVE,),
            legal=legal,
            leaps=leaps,
            check=check,
            apply=soar,
            domain=lambda: [Soar(town, pieces) for town in peaks for pieces in payments()],
            public=as_it_is,
            more=lambda rules, players: players * FEATHERS // FOR_A_FLIGHT,
        )
    ]


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return [Advice("eagles/soar", type=Soar, value=worth_of_step)]
