"""A progress bar for games that are played one after the other."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from elfen.cli.consoles import messages

T = TypeVar("T")


def watched_games(
    played: Iterable[T], games: int, as_json: bool = False
) -> Generator[T, None, None]:
    """The records, with a progress bar on stderr if that is a terminal without JSON on it."""
    if not (sys.stderr and sys.stderr.isatty()) or (as_json and sys.stdout.isatty()):
        yield from played
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=messages(),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        yield from bar.track(played, total=games)
