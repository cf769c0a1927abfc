"""Town cards: everyone has a secret town and should end close to it (RG Variation).

None of this exists unless the option `town_cards` is on. The cards that nobody has stay
unknown; those that are held are revealed at the end if they count.
"""

from __future__ import annotations

from collections.abc import Iterator

from elfen.land.boards import land_data
from elfen.land.names import REVEAL_STEP, TOWN_CARDS_SETUP
from elfen.plugin import (
    END,
    HIDDEN,
    OWNER,
    PUBLIC,
    Do,
    Draw,
    Group,
    Invariant,
    Kind,
    Position,
    Ruleset,
    RulesetError,
    ScoreLine,
    SeatZone,
    SetupStep,
    Step,
    Stock,
    Table,
    TableZone,
    TieBreak,
    Zone,
)

TOWN_CARD = Group("town-card", noun="town card")

TOWN_DECK = TableZone(
    "land/town-deck",
    label="other town cards",
    holds=(TOWN_CARD,),
    visibility=HIDDEN,
    text="town cards that nobody has",
)
TOWN_CARDS = SeatZone(
    "land/town-card",
    label="town card",
    holds=(TOWN_CARD,),
    visibility=OWNER,
    text="a player's secret town card",
)
TOWN_CARDS_SHOWN = SeatZone(
    "land/town-card-shown",
    label="town card shown",
    holds=(TOWN_CARD,),
    visibility=PUBLIC,
    text="a player's town card, revealed at the end",
)

#: The ending after which town cards do not count.
ALL_PIECES = "land/all-pieces"


def kinds(rules: Ruleset) -> list[Kind]:
    """A town card for each town that the board names for it, usually twelve."""
    if not in_use(rules):
        return []
    towns = land_data(rules).town_cards
    if not towns:
        raise RulesetError(
            f"option town_cards: board {rules.board.name!r} has no town but the capital"
        )
    return [Kind(town, TOWN_CARD, name=rules.board.town(town).name) for town in towns]


def zones(rules: Ruleset) -> list[Zone]:
    """The zones of town cards."""
    return [TOWN_DECK, TOWN_CARDS, TOWN_CARDS_SHOWN] if in_use(rules) else []


def stock(rules: Ruleset) -> list[Stock]:
    """One card per town; on a board with fewer towns than players, as many as they need."""
    if not in_use(rules):
        return []
    cards = rules.layout.kinds_of(TOWN_DECK)
    copies = -(-rules.most_players // len(cards))
    return [Stock("land/town-cards", cards, copies, TOWN_DECK)]


def draws(rules: Ruleset) -> list[Draw]:
    """The draw that deals a town card."""
    if not in_use(rules):
        return []
    return [
        Draw("land/town-card", source=TOWN_DECK, target=TOWN_CARDS, text="a town card is dealt")
    ]


def setup(rules: Ruleset) -> list[SetupStep]:
    """One card for everyone."""
    if not in_use(rules):
        return []
    return [SetupStep(TOWN_CARDS_SETUP, deal, text="everyone is dealt a secret town card")]


def score_lines(rules: Ruleset) -> list[ScoreLine]:
    """The distance to the card's town is subtracted.

    A step along a route changes it by one; one by no route, where there is such a thing, by more.
    """
    if not in_use(rules):
        return []
    board = rules.board
    cards = rules.layout.kinds_of(TOWN_CARDS)
    furthest = max(board.distance(town.id, card.id) for town in board.towns for card in cards)
    leaps = any(owned.entry.leaps is not None for owned in rules.action_types)
    return [
        ScoreLine(
            "land/town-distance",
            lambda position, seat: -distance(position, seat),
            lowest=lambda rules: -furthest,
            highest=lambda rules: 0,
            text="distance to the town card",
            a_step=furthest if leaps else 1,
            detail=told,
        )
    ]


def invariants(rules: Ruleset) -> list[Invariant]:
    """Everyone is dealt a single town card (RG Variation); nothing gives another one."""
    if not in_use(rules):
        return []
    return [Invariant("land/town-cards", too_many, text="a seat has one town card at most")]


def too_many(position: Position) -> Iterator[str]:
    """Seats with two town cards or more."""
    for seat in range(position.players):
        cards = position.size(TOWN_CARDS.of(seat)) + position.size(TOWN_CARDS_SHOWN.of(seat))
        if cards > 1:
            yield f"seat {seat} has {cards} town cards"


def tie_breaks(rules: Ruleset) -> list[TieBreak]:
    """The seat nearest to its town wins a tie, where the rules say so (RG, DX; not WW)."""
    if not in_use(rules) or rules.option("land.tie_break") != "nearest-town":
        return []
    return [
        TieBreak(
            "land/nearest-town",
            lambda position, seat: -distance(position, seat),
            text="nearest to the town card",
            detail=told,
        )
    ]


def in_use(rules: Ruleset) -> bool:
    """Whether the game has town cards."""
    return bool(rules.option("land.town_cards"))


def deal(table: Table) -> None:
    """Everyone is dealt one."""
    for seat in reversed(range(table.players)):
        table.draw("land/town-card", seat)


def steps(rules: Ruleset) -> list[Step]:
    """Just before the game ends in any way, the cards are revealed, if they count."""
    if not in_use(rules):
        return []

    def reveal_if_they_count(table: Table, item: Do) -> None:
        if not won_by_pieces(table):
            reveal(table)

    return [
        Step(REVEAL_STEP, reveal_if_they_count, of=END, text="all reveal their town cards"),
    ]


def reveal(table: Table) -> None:
    """All players reveal their town cards."""
    for seat in range(table.players):
        table.move_all(TOWN_CARDS.of(seat), TOWN_CARDS_SHOWN.of(seat))


def won_by_pieces(position: Position) -> bool:
    """Whether the game ends by all town pieces, or by an ending that replaces that one."""
    ending = position.ending
    return ending is not None and any(
        owned.entry.name == ending and ALL_PIECES in owned.names
        for owned in position.rules.ending_list
    )


def distance(position: Position, seat: int) -> int:
    """How many routes the seat is away from its town (E3); 0 after an early win (E2)."""
    if won_by_pieces(position):
        return 0
    board, town = position.rules.board, position.town(seat)
    cards = {**position.counts(TOWN_CARDS.of(seat)), **position.counts(TOWN_CARDS_SHOWN.of(seat))}
    return sum(board.distance(town, card) for card in cards)


def told(position: Position, seat: int) -> str:
    """The distance and its two towns, as text."""
    if won_by_pieces(position):
        return "town cards do not count after an early win"
    board, town = position.rules.board, position.town(seat)
    cards = {**position.counts(TOWN_CARDS.of(seat)), **position.counts(TOWN_CARDS_SHOWN.of(seat))}
    here = board.town(town).name
    return ", ".join(
        f"{board.town(c).name} is {board.distance(town, c)} from {here}" for c in cards
    )
