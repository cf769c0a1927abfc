"""Lines of text for the terminal. Whatever the command line prints goes through here or `consoles`.

Names, texts and quoted input are cleaned on their way, by `harmless`: whatever a board or a save
contains, it cannot move the cursor, begin a line or turn its direction.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import TextIO

import click

from elfen.errors import in_one_line

#: Move home, clear the screen, clear the scrollback.
WIPE = "\x1b[H\x1b[2J\x1b[3J"

#: How many characters of a message are shown.
MOST = 300

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


def one_line(message: str, most: int = MOST) -> str:
    """A message as one harmless line of bounded length; what is left out is in the middle."""
    return in_one_line(harmless(" ".join(message.split())), most)


def say(*lines: str) -> None:
    """Print lines to standard output as they are, however long they may be."""
    for line in lines:
        click.echo(harmless(line))


def complain(message: str, most: int = MOST) -> None:
    """Print a message to standard error, as one line; not at all if that cannot be written."""
    try:
        click.echo(one_line(message, most), err=True)
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
