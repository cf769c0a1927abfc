"""Figures as pictures: heat on the board, and histograms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from elfen.arena import plotter, put_figure
from elfen.draw import Svg, board
from elfen.stats.gathered import Statistics

#: What histograms are drawn of: the figure, and what an axis calls it.
HISTOGRAMS = (
    ("scores.total", "score of a seat"),
    ("scores.gap", "first ahead of second"),
    ("length.choices", "decisions with a choice"),
    ("length.rounds", "rounds"),
)


def heat(of: Statistics, *, size: int | None = None, theme: str = "light") -> Svg:
    """The board, where towns and routes glow the more the oftener boots come there.

    Towns are compared with towns, and routes with routes: the one that most go to glows fully.
    `size` and `theme` are as for `elfen.draw.board`.
    """
    shares: dict[str, float] = {}
    for measure, places in (
        ("towns.reached", of.rules.board.towns),
        ("routes.crossed", of.rules.board.routes),
    ):
        totals = {place.id: of[f"{measure}.{place.id}"].total for place in places}
        most = max(totals.values(), default=0)
        shares |= {id: total / most for id, total in totals.items() if total}
    return board(of.rules.board, highlight=shares, size=size, theme=theme)


def histograms(
    of: Statistics | Sequence[Statistics], path: str | Path, names: Sequence[str] = ("", "")
) -> None:
    """Draw histograms of scores and lengths into a file, .png or .svg; of two, one on the other.

    Raises `ElfenError` without matplotlib, if that does not load, or if the file cannot be written.
    """
    several = (of,) if isinstance(of, Statistics) else tuple(of)
    figure = plotter()(figsize=(11, 7), layout="constrained")
    axes: Any = figure.subplots(2, 2)
    for axis, (name, label) in zip(axes.flat, HISTOGRAMS, strict=True):
        for one, called, colour in zip(several, names, ("#2b6a4d", "#c8741f"), strict=False):
            _bars(axis, one, name, called, colour, several)
        axis.set_xlabel(label)
        axis.set_ylabel("share")
        axis.xaxis.get_major_locator().set_params(integer=True)
        axis.yaxis.set_major_formatter(lambda share, at: f"{share:.0%}")
        if len(several) > 1:
            axis.legend()
    put_figure(figure, path)


def _bars(
    axis: Any, of: Statistics, name: str, label: str, colour: str, several: Sequence[Statistics]
) -> None:
    """A bar for each value, or for each class of values if there are many."""
    values = of[name].values
    all_of_them = [value for one in several for value in one[name].values]
    if not all_of_them:
        return
    low, high = min(all_of_them), max(all_of_them)
    wide = max(1, -(-int(high - low + 1) // 40))
    if low == high:  # a single bar is no wider than others
        axis.set_xlim(low - 3, high + 3)
    shares: dict[float, float] = {}
    for value, times in values.items():
        at = low + (value - low) // wide * wide
        shares[at] = shares.get(at, 0) + times / values.total()
    axis.bar(
        [at + (wide - 1) / 2 for at in shares],
        [*shares.values()],
        width=0.9 * wide,
        color=colour,
        alpha=0.6 if len(several) > 1 else 1,
        label=label,
    )
