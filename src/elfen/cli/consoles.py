"""Rich consoles for output: in colour only on a terminal, and never with NO_COLOR."""

from __future__ import annotations

import os

from rich.console import Console


def output() -> Console:
    """Standard output."""
    return _console(stderr=False)


def chosen(color: str) -> Console:
    """Standard output with colours `always`, `never`, or `auto` (the same as `output`)."""
    if color == "auto":
        return output()
    if color == "never":
        return Console(color_system=None, highlight=False, markup=False)
    return Console(
        color_system="standard",
        force_terminal=True,
        no_color=False,
        highlight=False,
        markup=False,
    )


def messages() -> Console:
    """Standard error, for everything but the result."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        stderr=stderr, color_system=None if plain else "auto", highlight=False, markup=False
    )
