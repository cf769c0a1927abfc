"""Epilogue: a last choice before the game is over, however it ends, and then all wishes lie open.

Everyone is dealt a secret wish, a town. Whoever takes an eighth town piece ends the game at once.
Before it is over, everyone may put the wish back and draw another one; a wish is worth two points
to whose boot stands in its town.
"""

from __future__ import annotations

from typing import Any

from elfen.land import TAKE_PIECE_STEP, TOWN_PIECE
from elfen.plugin import (
    END,
    HIDDEN,
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Draw,
    Ending,
    Group,
    Kind,
    Manifest,
    Position,
    Ruleset,
    ScoreLine,
    SeatZone,
    SetupStep,
    Step,
    Stock,
    Table,
    TableZone,
    Zone,
    always_legal,
    frozen,
    hookimpl,
)

ENOUGH = 8

WISH = Group("epilogue-wish", noun="wish")
DECK = TableZone("epilogue/deck", holds=(WISH,), visibility=HIDDEN)
SECRET = SeatZone("epilogue/secret", holds=(WISH,), visibility=OWNER)
SHOWN = SeatZone("epilogue/shown", holds=(WISH,), visibility=PUBLIC)

LAST_CHOICE = "epilogue/last-choice"
DEAL = "epilogue/deal"


@frozen(cache_hash=True)
class WishAgain(Action):
    """Put the wish back and draw another one."""

    verb = "wish again"


@frozen(cache_hash=True)
class KeepWish(Action):
    """Keep the wish."""

    verb = "keep wish"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "epilogue", rules_version=1, api=1, requires=("land",), help="Wishes, shown at the end."
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [Kind(town.id, WISH, name=f"wish of {town.name}") for town in rules.board.towns]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [DECK, SECRET, SHOWN]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    towns = rules.layout.kinds_of(DECK)  # a board may have fewer towns than there are players
    return [Stock("epilogue/wishes", towns, -(-rules.most_players // len(towns)), DECK)]


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    def deal(table: Table) -> None:
        for seat in reversed(range(table.players)):
            table.draw(DEAL, seat)

    return [SetupStep("epilogue/deal-wishes", deal)]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def look(table: Table, item: Do) -> None:
        table.check_endings()

    def ask(table: Table, item: Do) -> None:
        for seat in reversed(range(table.players)):
            table.ask(LAST_CHOICE, seat)

    def show(table: Table, item: Do) -> None:
        for seat in range(table.players):
            table.move_all(SECRET.of(seat), SHOWN.of(seat))
        table.check_endings()

    return [
        Step("epilogue/look", look, of=TOWN_PIECE, after=TAKE_PIECE_STEP),
        Step("epilogue/ask", ask, of=END, text="everyone may wish again"),
        Step("epilogue/show", show, of=END, text="all wishes lie open"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [Draw(DEAL, source=DECK, target=SECRET, text="a wish is drawn")]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(LAST_CHOICE, text="keep the wish or not", at_most=lambda rules, players: players)
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    def again(table: Table, item: Decide, action: WishAgain) -> None:
        table.move_all(SECRET.of(item.seat), DECK)
        if table.size(DECK):  # whoever has a wish puts one back
            table.draw(DEAL, item.seat)

    return [
        always_legal(
            "epilogue/wish-again",
            WishAgain(),
            at=LAST_CHOICE,
            apply=again,
        ),
        always_legal(
            "epilogue/keep-wish",
            KeepWish(),
            at=LAST_CHOICE,
            apply=lambda table, item, action: None,
        ),
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    def enough(position: Position) -> bool:
        return any(position.pieces_taken(seat) >= ENOUGH for seat in range(position.players))

    def shown(position: Position) -> bool:
        return any(position.size(SHOWN.of(seat)) for seat in range(position.players))

    return [
        Ending("epilogue/enough", enough, text="a player has eight town pieces"),
        Ending("epilogue/shown", shown, text="a wish lies open", before="land/all-pieces"),
    ]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    def come_true(position: Position, seat: int) -> int:
        return 2 * (position.town(seat) in position.counts(SHOWN.of(seat)))

    return [
        ScoreLine(
            "epilogue/wish",
            come_true,
            lowest=lambda rules: 0,
            highest=lambda rules: 2,
            text="wish come true",
        )
    ]
