"""The way to the terminal: everything that the command line prints goes through here.

Names, texts and quoted input are cleaned on their way, by `harmless`: whatever a board or a save
contains, it cannot move the cursor, begin a line or turn its direction. Rich consoles are in colour
only on a terminal, and never with NO_COLOR.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

#: Move home, clear the screen, clear the scrollback.
WIPE = "\x1b[H\x1b[2J\x1b[3J"

#: How much of a message is shown: its beginning, and its end, which says how to fix it.
_BEGINNING, _END = 1200, 300

#: Printable in Python, but of no width, or blank: marks that join, fill or select a variant.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


def harmless(text: str) -> str:
    """The text as one line that a terminal only shows, as long as before.

    Control characters, line breaks, direction marks, characters without width and lone
    surrogates become replacement characters, and blanks of any width become spaces.
    """
    if text.isprintable() and not _UNSEEN.search(text):
        return text
    shown = _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _BLANKS.sub(" ", text))
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)


def one_line(message: str) -> str:
    """A message as one harmless line of bounded length; what is left out is in the middle."""
    line = " ".join(message.split())
    if len(line) > _BEGINNING + _END:
        line = f"{line[:_BEGINNING]} ... {line[-_END:]}"
    return harmless(line)


def say(*lines: str) -> None:
    """Print lines to standard output as they are, however long they may be."""
    for line in lines:
        click.echo(harmless(line))


def complain(message: str) -> None:
    """Print a message to standard error, as one line; not at all if that cannot be written."""
    try:
        click.echo(one_line(message), err=True)
    except OSError:
        give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """Write to a stream that fails no more: what it still holds, and all that follows, is lost.

    Otherwise Python would try once more when it ends, and fail for everybody to see.
    """
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def wipe() -> None:
    """Clear the screen and the scrollback of a terminal."""
    sys.stdout.write(WIPE)
    sys.stdout.flush()


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
