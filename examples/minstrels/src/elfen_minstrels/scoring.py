"""What songs are worth in the end, and that those left over are shown."""

from __future__ import annotations

from elfen.plugin import END, Do, Position, Ruleset, ScoreLine, Step, Table
from elfen_minstrels.learning import MOST_KNOWN
from elfen_minstrels.pieces import KNOWN, SUNG, UNSUNG
from elfen_minstrels.songs import SONGS


def step() -> Step:
    """The last thing to happen before the game is over, whichever way it ends."""
    return Step("minstrels/show-rest", show_rest, of=END, text="show the songs left over")


def show_rest(table: Table, item: Do) -> None:
    """Everyone shows what has not been sung."""
    for seat in range(table.players):
        table.move_all(KNOWN.of(seat), UNSUNG.of(seat))


def score_lines() -> list[ScoreLine]:
    """The points of the songs sung, and a point less for each that was not."""
    return [
        ScoreLine(
            "minstrels/sung",
            lambda position, seat: sum(SONGS[town].points for town in sung(position, seat)),
            lowest=lambda rules: 0,
            highest=most_points,
            text="songs",
            detail=lambda position, seat: ", ".join(
                position.rules.board.town(town).name for town in sung(position, seat)
            ),
            a_step=0,
        ),
        ScoreLine(
            "minstrels/unsung",
            lambda position, seat: -position.size(KNOWN.of(seat)) - position.size(UNSUNG.of(seat)),
            lowest=lambda rules: -MOST_KNOWN,
            highest=lambda rules: 0,
            text="songs not sung",
            a_step=0,
        ),
    ]


def sung(position: Position, seat: int) -> list[str]:
    """The towns of the songs that a seat has sung."""
    return list(position.counts(SUNG.of(seat)))


def most_points(rules: Ruleset) -> int:
    """The best songs there are, one an evening."""
    best = sorted((song.points for song in SONGS.values()), reverse=True)
    return sum(best[: rules.most_rounds])
