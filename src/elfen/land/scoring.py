"""How Elfenland ends, and who has won."""

from __future__ import annotations

from elfen.land import towncards
from elfen.land.names import ENDINGS_PHASE
from elfen.land.pieces import HAND
from elfen.plugin import Ending, Phase, Position, Ruleset, ScoreLine, Table, TieBreak

LONG_GAME = 4


class Ends:
    """When the game ends, by the options `rounds` and `early_win`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rounds: int = rules.option("land.rounds")
        self.early = early_rounds(rules.option("land.early_win"), self.rounds)

    def phase(self) -> Phase:
        """When it is looked at: when the round has ended, before anything is kept (E2, E11)."""
        return Phase(ENDINGS_PHASE, end_if_due, text="end the game if it is time")

    def endings(self) -> list[Ending]:
        """The two ways to end."""
        return [
            Ending(
                towncards.ALL_PIECES,
                self.someone_has_all,
                text="a player has all town pieces before the last round",
            ),
            Ending(
                "land/last-round",
                lambda position: position.round >= self.rounds,
                latest=lambda rules: self.rounds,
                text="the last round is over",
            ),
        ]

    def someone_has_all(self, position: Position) -> bool:
        """The early win (E2)."""
        return position.round in self.early and position.rules.piece_towns in position.visited


def end_if_due(table: Table) -> None:
    """Whatever ending has come."""
    table.check_endings()


def early_rounds(early_win: str, rounds: int) -> frozenset[int]:
    """The rounds at whose end all pieces win; none in the game of three rounds (E2)."""
    if rounds < LONG_GAME or early_win == "never":
        return frozenset()
    first = 1 if early_win == "any-round" else 3
    return frozenset(range(first, rounds))


def score_lines(rules: Ruleset) -> list[ScoreLine]:
    """The lines of the score."""
    return [
        ScoreLine(
            "land/town-pieces",
            lambda position, seat: position.pieces_taken(seat),
            lowest=lambda rules: 0,
            highest=lambda rules: rules.piece_towns.bit_count(),
            text="town pieces",
            a_step=1,
        ),
        *towncards.score_lines(rules),
    ]


def tie_breaks(rules: Ruleset) -> list[TieBreak]:
    """What decides between equal scores."""
    return [
        *towncards.tie_breaks(rules),
        TieBreak(
            "land/cards-in-hand",
            lambda position, seat: position.size(HAND.of(seat)),
            text="cards in hand",
        ),
    ]
