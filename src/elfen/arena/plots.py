"""The report of an arena as a picture: ratings with their intervals, and who beat whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from elfen.arena.ratings import Estimate
from elfen.declare import path_to, refuse_no_name, write_out
from elfen.errors import ElfenError, of_system, raised, saying


def plotter(path: str | Path | None = None) -> Any:
    """What makes figures of matplotlib, to be put into this file.

    Raises `ElfenError` without matplotlib, if it does not load, or if no figure can have a file of
    that name.
    """
    figure = _figure()
    if path is not None:
        path = path_to("a plot", path)
        try:
            refuse_no_name(path)
        except ValueError as error:
            raise ElfenError(of_system(error)) from None
        if _format(path) not in figure().canvas.get_supported_filetypes():
            raise ElfenError(f"cannot draw {path}: end the name in .png or .svg")
    return figure


def _figure() -> Any:
    try:
        return import_module("matplotlib.figure").Figure
    except ImportError:
        raise ElfenError("plots need matplotlib: pip install 'elfen[plot]'") from None
    except Exception as error:  # MPLBACKEND and other settings may be anything
        raise ElfenError(f"matplotlib cannot be loaded: {raised(error)}") from None


def _format(path: str | Path) -> str:
    return Path(path).suffix[1:].lower() or "png"


def put_figure(figure: Any, path: str | Path) -> None:
    """Write a figure to a file, by its ending; raises `ElfenError` if that cannot be done."""
    data = BytesIO()
    try:
        figure.savefig(data, format=_format(path))
    except Exception as error:  # some formats take other programs, each with errors of its own
        raise ElfenError(f"cannot draw {path}: {saying(error)}") from None
    try:
        write_out(path, data.getvalue())
    except (OSError, ValueError) as error:
        raise ElfenError(f"cannot write {path}: {of_system(error)}") from None


def plot(
    ratings: Mapping[str, Estimate], matrix: Sequence[Sequence[float | None]], path: Path
) -> None:
    """Draw ratings, best first, and shares of meetings in the same order into a file.

    Raises `ElfenError` as `Report.plot` does.
    """
    names = list(ratings)
    height = 1.6 + 0.5 * len(names)
    figure = plotter()(figsize=(11, height), layout="constrained")
    left, right = figure.subplots(1, 2)
    for place, rating in enumerate(ratings.values()):
        left.plot([rating.low, rating.high], [place, place], color="#2b6a4d", linewidth=2)
        left.plot(rating.value, place, "o", color="#2b6a4d")
    left.set_yticks(range(len(names)), names)
    left.set_ylim(len(names) - 0.5, -0.5)
    left.set_title("Rating, with its 95 % interval")
    left.grid(axis="x", alpha=0.3)
    cells = [[0.5 if share is None else share for share in line] for line in matrix]
    right.imshow(cells, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    for y, line in enumerate(matrix):
        for x, share in enumerate(line):
            if share is not None:
                right.text(x, y, f"{share:.0%}", ha="center", va="center")
    right.set_xticks(range(len(names)), names, rotation=20, ha="right")
    right.set_yticks(range(len(names)), names)
    right.set_title("Meetings in which the row was ahead of the column")
    put_figure(figure, path)
