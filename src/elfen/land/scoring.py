"""How Elfenland ends, and who wins."""

from __future__ import annotations

from elfen.land import towncards
from elfen.land.moving import TOWN_PIECE
from elfen.land.names import ENDINGS_PHASE, TAKE_PIECE_STEP
from elfen.land.pieces import HAND
from elfen.plugin import Do, Ending, Phase, Position, Ruleset, ScoreLine, Step, Table, TieBreak

LONG_GAME = 4
AT_ONCE = "at-once"


class Ends:
    """When the game ends, by the options `rounds` and `early_win`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rounds: int = rules.option("land.rounds")
        self.early = early_rounds(rules.option("land.early_win"), self.rounds)
        self.at_once = bool(self.early) and rules.option("land.early_win") == AT_ONCE

    def phase(self) -> Phase:
        """Check the endings when the round has ended, before anything is kept (E2, E11)."""
        return Phase(ENDINGS_PHASE, end_if_due, text="end the game if it is time")

    def steps(self) -> list[Step]:
        """Also check after each piece taken, if having them all wins at once."""
        if not self.at_once:
            return []
        return [
            Step(
                "land/all-pieces-at-once",
                self.end_if_all,
                of=TOWN_PIECE,
                after=TAKE_PIECE_STEP,
                text="end the game if it was a player's last town piece",
            )
        ]

    def endings(self) -> list[Ending]:
        """The two ways to end."""
        when = "a player has all town pieces before the last round"
        if self.at_once:
            when = "a player has taken their last town piece"
        return [
            Ending(towncards.ALL_PIECES, self.someone_has_all, text=when),
            Ending(
                "land/last-round",
                lambda position: position.round >= self.rounds,
                latest=lambda rules: self.rounds,
                text="the last round is over",
            ),
        ]

    def someone_has_all(self, position: Position) -> bool:
        """The early win (E2)."""
        return position.round in self.early and position.piece_towns in position.visited

    def end_if_all(self, table: Table, item: Do) -> None:
        """The early win in mid-move, unless another plugin has replaced that ending."""
        if table.piece_towns not in table.visited:
            return
        if any(ending.name == towncards.ALL_PIECES for ending in table.rules.endings):
            table.end(towncards.ALL_PIECES)


def end_if_due(table: Table) -> None:
    """End the game if an ending has come."""
    table.check_endings()


def early_rounds(early_win: str, rounds: int) -> frozenset[int]:
    """The rounds in which all pieces win; none in the game of three rounds (E2).

    They win at the end of the round, or at once, which includes the last round.
    """
    if rounds < LONG_GAME or early_win == "never":
        return frozenset()
    if early_win == AT_ONCE:
        return frozenset(range(1, rounds + 1))
    first = 1 if early_win == "any-round" else 3
    return frozenset(range(first, rounds))


def score_lines(rules: Ruleset) -> list[ScoreLine]:
    """The lines of the score."""
    return [
        ScoreLine(
            "land/town-pieces",
            lambda position, seat: position.pieces_taken(seat),
            lowest=lambda rules: 0,
            highest=lambda rules: rules.most_town_pieces,
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
