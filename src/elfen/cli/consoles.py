"""Consoles: tables and colours for the terminal, by rich. Plain text goes through `lines`.

All text is cleaned by `harmless`. Rich consoles are in colour only on a terminal, and never with
NO_COLOR.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from elfen.errors import harmless


class _HarmlessConsole(Console):
    """A console that cleans all text before it is styled. Each text is one line to wrap."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            highlight=False, markup=False, emoji=False, _environ=_environment(), **settings
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        if isinstance(renderable, Text) and (plain := harmless(renderable.plain)) != (
            renderable.plain
        ):
            renderable = renderable.copy()
            renderable.plain = plain  # of the same length, so styles stay where they are
        return super().render(renderable, options)

    def render_str(self, text: str, **styling: Any) -> Text:
        return super().render_str(harmless(text), **styling)


def _environment() -> dict[str, str]:
    """The environment without sizes of a terminal that no terminal has."""
    kept = dict(os.environ)
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch("[1-9][0-9]{0,3}", kept.get(name, "")):
            kept.pop(name, None)
    return kept


def output() -> Console:
    """Standard output."""
    return _console(stderr=False)


def chosen(color: str) -> Console:
    """Standard output with colours `always`, `never`, or `auto` (the same as `output`)."""
    if color == "auto":
        return output()
    if color == "never":
        return _HarmlessConsole(color_system=None)
    return _HarmlessConsole(color_system="standard", force_terminal=True, no_color=False)


def messages() -> Console:
    """Standard error, for everything but the result."""
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    plain = bool(os.environ.get("NO_COLOR"))
    return _HarmlessConsole(stderr=stderr, color_system=None if plain else "auto")
