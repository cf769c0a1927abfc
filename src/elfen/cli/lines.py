"""Lines of text for the terminal. Whatever the command line prints goes through here or `consoles`.

Names, texts and quoted input are cleaned on their way, by `harmless`, as on pages: whatever a board
or a save contains, it cannot move the cursor, begin a line or turn its direction.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

import click

from elfen.errors import harmless, in_one_line

#: Move home, clear the screen, clear the scrollback.
WIPE = "\x1b[H\x1b[2J\x1b[3J"

#: How many characters of a message are shown.
MOST = 300


def one_line(message: str, most: int = MOST) -> str:
    """A message as one harmless line of bounded length; what is left out is in the middle."""
    return in_one_line(" ".join(message.split()), most)


def say(*lines: str) -> None:
    """Print lines to standard output as they are, however long they may be."""
    for line in lines:
        click.echo(harmless(line))


def begin_line(text: str) -> None:
    """Print what stands before an answer, in the same line."""
    click.echo(harmless(text), nl=False)


def complain(message: str, most: int = MOST) -> None:
    """Print a message to standard error, as one line; not at all if that cannot be written."""
    try:
        click.echo(one_line(message, most), err=True)
    except (OSError, ValueError):  # it is closed, or nobody reads it
        give_up(sys.stderr)


def give_up(stream: TextIO) -> None:
    """Write to a stream that fails no more: what it still holds, and all that follows, is lost.

    Otherwise Python would try once more when it ends, and fail for everybody to see.
    """
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def wipe() -> None:
    """Clear the screen and the scrollback of a terminal."""
    sys.stdout.write(WIPE)
    sys.stdout.flush()
