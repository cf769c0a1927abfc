"""Snails: a base game of its own, which has nothing of Elfenland, for one to eight players.

Snails crawl from leaf to leaf. A twig costs one crumb, a stone two. Each turn a snail crawls
as far as it likes, then finds crumbs: as many as the die says. Who first has been on every
leaf wins; after six rounds the most leaves do, and crumbs decide between equals.
"""

from __future__ import annotations

from typing import Any

from elfen.plugin import (
    HIDDEN,
    PUBLIC,
    Action,
    ActionType,
    Base,
    Board,
    Chance,
    CostTerm,
    Crossing,
    Crossings,
    Decide,
    Decision,
    Do,
    Draw,
    Ending,
    Group,
    Kind,
    Manifest,
    Option,
    Phase,
    Pieces,
    Position,
    Preset,
    Price,
    Reason,
    Roll,
    Ruleset,
    ScoreLine,
    SeatZone,
    SetupStep,
    Step,
    Stock,
    Table,
    TableZone,
    Terrain,
    TieBreak,
    always_legal,
    as_it_is,
    frozen,
    hookimpl,
    parse_board,
    pay,
)

FOOD = Group("food", noun="crumb")
CRUMBS = (Kind("bread", FOOD, name="bread"), Kind("cake", FOOD, name="cake"))
BAG = TableZone("snails/bag", holds=(FOOD,), visibility=HIDDEN)
EATEN = TableZone("snails/eaten", holds=(FOOD,), visibility=PUBLIC)
STORE = SeatZone("snails/store", holds=(FOOD,), visibility=PUBLIC, pays_into=EATEN)

CRAWL = "snails/crawl"
DIE = "snails/die"
TURN = "snails/turn"
CRUMB_COUNT = 30

BOARD = parse_board(
    """
format = 1
name = "garden"
capital = "shell"
size = [90, 90]
routes = [
  { ends = ["shell", "dock"], terrain = "twig" },
  { ends = ["dock", "mint"], terrain = "stone" },
  { ends = ["mint", "shell"], terrain = "twig" },
  { ends = ["mint", "clover"], terrain = "twig" },
]

[towns]
shell = { name = "Shell", at = [1, 1] }
dock = { name = "Dock", at = [50, 1] }
mint = { name = "Mint", at = [50, 50] }
clover = { name = "Clover", at = [80, 80] }
"""
)


@frozen(cache_hash=True)
class Crawl(Action):
    """Crawl along a route for these crumbs."""

    verb = "crawl"
    route: str
    crumbs: Pieces


@frozen(cache_hash=True)
class Rest(Action):
    """End one's turn."""

    verb = "rest"


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "snails",
        rules_version=1,
        api=1,
        help="Snails in a garden.",
        players=(1, 8),
        options=(Option("rounds", 6, "how many rounds are played"),),
        presets=(Preset("garden", {"rounds": 6}, help="as usual"),),
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    return BOARD


@hookimpl
def elfen_terrains(rules: Ruleset) -> list[Terrain]:
    return [Terrain("twig", name="twig"), Terrain("stone", name="stone")]


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [*CRUMBS]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[TableZone | SeatZone]:
    return [BAG, EATEN, STORE]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [Stock("snails/crumbs", CRUMBS, CRUMB_COUNT, BAG)]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    def any_crumbs(crossing: Crossing) -> list[Price]:
        return [Price.any(STORE, {"twig": 1, "stone": 2}[crossing.route.terrain])]

    return [Base("snails/crumbs", any_crumbs, text="crumbs")]


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    def one_each(table: Table) -> None:
        for seat in reversed(table.seats_from(0)):
            table.draw("snails/find", seat)

    return [SetupStep("snails/one-each", one_each)]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def turns(table: Table) -> None:
        for seat in reversed(table.seats_from((table.round - 1) % table.players)):
            table.run(TURN, seat)

    def end_if_due(table: Table) -> None:
        table.check_endings()

    return [Phase("snails/turns", turns), Phase("snails/end", end_if_due)]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def crawl(table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(CRAWL, item.seat)

    return [
        Step("snails/crawling", crawl, of=TURN),
        Step("snails/finding", lambda table, item: table.roll(DIE, item.seat), of=TURN),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    def find(table: Table, item: Chance, face: str) -> None:
        if table.size(BAG) < int(face):
            table.move_all(EATEN, BAG)
        table.draw("snails/find", item.seat, min(int(face), table.size(BAG)))

    return [
        Draw("snails/find", source=BAG, target=STORE),
        Roll(DIE, lambda position, item: {"0": 1, "1": 2, "2": 1}, find, visibility=PUBLIC),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        Decision(
            CRAWL,
            text="crawl",
            at_most=lambda rules, players: (
                rules.most_rounds * players * (len(CRUMBS) * CRUMB_COUNT + 1)
            ),
        )
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    crossings = Crossings(rules, Crawl)

    def check(position: Position, seat: int, action: Crawl) -> Reason | None:
        number = rules.board.route_number.get(action.route)
        if number is None:
            return Reason("snails/crawl", f"there is no {action.route}")
        payment = crossings.payment(position, seat, number, action.crumbs)
        if payment is None or not payment.affordable(position.zones, seat):
            return Reason("snails/crawl", f"{action.crumbs} does not pay for {action.route} here")
        return None

    def crawl(table: Table, item: Decide, action: Crawl) -> None:
        seat, number = item.seat, rules.board.route_number[action.route]
        payment = crossings.payment(table, seat, number, action.crumbs)
        assert payment is not None
        pay(table, seat, payment)
        end = rules.board.routes[number].other(table.town(seat))
        table.set_boot(seat, rules.board.town_number[end], number)
        table.visit(seat, rules.board.town_number[end])
        table.ask(CRAWL, seat)

    return [
        ActionType(
            "snails/crawl",
            type=Crawl,
            at=(CRAWL,),
            legal=crossings.open_to,
            check=check,
            apply=crawl,
            domain=crossings.domain,
            public=as_it_is,
        ),
        always_legal(
            "snails/rest",
            Rest(),
            at=CRAWL,
            apply=lambda table, item, action: None,
        ),
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    return [
        Ending(
            "snails/everywhere",
            lambda position: position.rules.piece_towns in position.visited,
            text="a snail has been on every leaf",
        ),
        Ending(
            "snails/last-round",
            lambda position: position.round >= position.rules.option("snails.rounds"),
            latest=lambda rules: int(rules.option("snails.rounds")),
            text="the last round is over",
        ),
    ]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    return [
        ScoreLine(
            "snails/leaves",
            lambda position, seat: position.pieces_taken(seat),
            lowest=lambda rules: 0,
            highest=lambda rules: rules.piece_towns.bit_count(),
            text="leaves",
        )
    ]


@hookimpl
def elfen_tie_breaks(rules: Ruleset) -> list[TieBreak]:
    return [
        TieBreak(
            "snails/crumbs", lambda position, seat: position.size(STORE.of(seat)), text="crumbs"
        )
    ]
