"""Where output goes: rich consoles that colour for a terminal only, and never with NO_COLOR."""

from __future__ import annotations

import os

from rich.console import Console


def output() -> Console:
    """Standard output."""
    return _console(stderr=False)


def messages() -> Console:
    """Standard error, for what is not the result."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        stderr=stderr, color_system=None if plain else "auto", highlight=False, markup=False
    )
