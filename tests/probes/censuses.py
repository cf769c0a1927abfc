"""Censuses: a stranger's figures for statistics, of each of the three sorts."""

from __future__ import annotations

from elfen.land import HAND, Place
from elfen.plugin import (
    PUBLIC,
    EventType,
    Figure,
    Group,
    Kind,
    Manifest,
    Phase,
    Position,
    Ruleset,
    SeatZone,
    Stock,
    Table,
    TableZone,
    as_it_is,
    frozen,
    hookimpl,
)

COIN = Group("census-coin", noun="penny")
PENNY = Kind("penny", COIN, name="penny")
PURSE = SeatZone("censuses/purse", holds=(COIN,), visibility=PUBLIC)
CHEST = TableZone("censuses/chest", holds=(COIN,), visibility=PUBLIC)


@frozen
class Counted:
    """The crown counts boots that are at home."""

    season: str
    at_home: int


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("censuses", rules_version=1, api=1, requires=("land",), help="Counting.")


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [PENNY]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[SeatZone | TableZone]:
    return [PURSE, CHEST]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("censuses/five-each", (PENNY,), 5, PURSE)]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def count(table: Table) -> None:
        home = rules.board.capital
        at_home = sum(table.town(seat) == home for seat in range(table.players))
        table.emit(Counted("spring" if table.round == 1 else "later", at_home))
        if table.size(PURSE.of(0)):
            table.move(PENNY, PURSE.of(0), CHEST)

    return [Phase("censuses/count", count, before="land/deal")]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Counted]]:
    text = "{at_home} boots are at home"
    return [EventType("censuses/counted", type=Counted, public=as_it_is, text=text)]


@hookimpl
def elfen_statistics(rules: Ruleset) -> list[Figure]:
    def cards_left(position: Position, seat: int, action: Place) -> float:
        return position.size(HAND.of(seat))

    def near(position: Position, seat: int) -> str | None:
        there = position.town(seat)
        return "at home" if there == rules.board.capital else None

    return [
        Figure("censuses/cards", on=Place, value=cards_left, text="cards in hand when laying"),
        Figure(
            "censuses/round",
            on=Counted,
            value=lambda position, seat, event: position.round,
            text="round of a census",
        ),
        Figure("censuses/near", value=near, text="ends"),
    ]
