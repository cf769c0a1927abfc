"""How Elfenland ends, and who has won."""

from __future__ import annotations

from elfen.land.pieces import HAND
from elfen.plugin import Ending, Position, ScoreLine, Table, TieBreak


def endings() -> list[Ending]:
    """How a game ends."""
    return [
        Ending(
            "land/all-pieces",
            someone_has_all,
            text="a player has all town pieces before the last round",
        ),
        Ending(
            "land/last-round",
            lambda position: position.round >= position.rules.option("land.rounds"),
            latest=lambda rules: int(rules.option("land.rounds")),
            text="the last round is over",
        ),
    ]


def someone_has_all(position: Position) -> bool:
    """The early win, at the end of round 1, 2 or 3 of a game of four (E2)."""
    rules = position.rules
    if rules.option("land.rounds") < 4 or position.round >= rules.option("land.rounds"):
        return False
    return rules.piece_towns in position.visited


def end_if_due(table: Table) -> None:
    """Looked at when the round has ended, before anything is kept (E2, E11)."""
    table.check_endings()


def score_lines() -> list[ScoreLine]:
    """The lines of the score."""
    return [
        ScoreLine(
            "land/town-pieces",
            lambda position, seat: position.pieces_taken(seat),
            lowest=lambda rules: 0,
            highest=lambda rules: rules.piece_towns.bit_count(),
            text="town pieces",
        )
    ]


def tie_breaks() -> list[TieBreak]:
    """What decides between equal scores."""
    return [
        TieBreak(
            "land/cards-in-hand",
            lambda position, seat: position.size(HAND.of(seat)),
            text="cards in hand",
        )
    ]
