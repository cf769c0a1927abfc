"""What the end of a game gives to statistics: scores, places, ties, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from elfen.declare import Over, Standing
from elfen.game import Game


def count_end(game: Game, counts: dict[str, int], note: Callable[..., None]) -> None:
    """Count a finished game; `note(name, *values)` takes values of their own."""
    over = game.pending
    if isinstance(over, Over):
        counts[f"length.ending.{over.ending}"] += 1
    counts["length.rounds"] = game.state.round
    ranked = game.standings
    places = sorted(ranked, key=lambda row: row.seat)
    totals = [row.total for row in places]
    note("scores.total", *totals)
    for lines in zip(*[row.lines for row in places], strict=True):
        note(f"scores.line.{lines[0].name}", *[line.points for line in lines])
    winners = [row for row in places if row.rank == 1]
    share, mean = 1 / max(1, len(winners)), fmean(totals)
    for row in places:
        note(f"seats.wins.{row.seat}", share if row.rank == 1 else 0.0)
        note(f"seats.ahead.{row.seat}", row.total - mean)
    best = [row.total for row in ranked]
    note("scores.best", max(totals))
    if len(best) > 1:
        note("scores.gap", best[0] - best[1])
    counts["ties.shared"] = int(len(winners) > 1)
    if game.rules.ranking_list[0].entry.name == "core/ranking":
        for name in broken_by(places):
            counts[name] += 1
    sizes, indexes = [*map(sum, game.state.zones)], game.rules.layout.zone_indexes
    for zone in game.rules.layout.seat_zones:
        note(f"left.{zone.name}", *[sizes[at] for at in indexes[zone.name][: game.players]])
    for table_zone in game.rules.layout.table_zones:
        counts[f"left.{table_zone.name}"] = sizes[indexes[table_zone.name][0]]


def broken_by(places: Sequence[Standing]) -> list[str]:
    """The figures of a tie for the lead: that there was one, and the tie-breaks that told."""
    best = max(row.total for row in places)
    level = [row for row in places if row.total == best]
    if len(level) < 2:
        return []
    names = ["ties.lead"]
    for at in range(len(level[0].ties)):
        most = max(row.ties[at].points for row in level)
        left = [row for row in level if row.ties[at].points == most]
        if len(left) < len(level):
            names.append(f"ties.broken.{left[0].ties[at].name}")
        level = left
    return names
