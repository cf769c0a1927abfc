"""The screen: print, ask, and wipe what the next player must not see."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import define
from rich.console import Console, RenderableType
from rich.text import Text

from elfen.cli.lines import begin_line, wipe
from elfen.errors import harmless
from elfen.text import say

Completer = Callable[[str, str], list[str]]

#: A line from a file or another program is no longer than that, in characters.
_MOST_TYPED = 1_000_000
#: The rank of what gives way only after the menu has.
LAST = 9


@define
class Part:
    """A part of a screen: what is `shown`, and shorter `forms` of it for where room is short.

    Each form has a rank; over all parts, those of the lowest rank are tried first. The form () is
    nothing at all. A part without forms always stays as it is.
    """

    shown: tuple[RenderableType, ...]
    forms: tuple[tuple[int, tuple[RenderableType, ...]], ...] = ()


class Screen:
    """A console that also asks. On a terminal, readline edits and completes lines."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._candidates: list[str] = []
        #: By the `id` of a thing: it, the width, and how many rows it takes.
        self._counted: dict[int, tuple[RenderableType, int, int]] = {}
        self._readline = _readline() if self.interactive else None

    @property
    def can_wipe(self) -> bool:
        """Whether the screen can be wiped."""
        return self.interactive and not self.console.is_dumb_terminal

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.console.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.console.height

    def show(self, *what: RenderableType) -> None:
        """Print each thing on lines of its own."""
        for one in what:
            self.console.print(one)

    def fit(self, parts: Sequence[Part], room: int, at_most: int) -> bool:
        """Shorten parts until they fit into so many rows; return whether any was shortened.

        A form of rank `LAST` is only used if the parts do not even fit into `at_most` rows.
        """
        self._counted.clear()
        forms = [(rank, n, form) for n, part in enumerate(parts) for rank, form in part.forms]
        given_up: list[tuple[Part, tuple[RenderableType, ...], int]] = []
        for rank, n, form in sorted(forms, key=lambda one: one[0]):
            most = at_most if rank == LAST else room
            if self.rows(parts) <= most:
                break
            given_up.append((parts[n], parts[n].shown, most))
            parts[n].shown = form
        for part, before, most in reversed(given_up):  # there may be room for it again
            shorter, part.shown = part.shown, before
            if self.rows(parts) > most:
                part.shown = shorter
        return any(part.shown != before for part, before, _ in given_up)

    def rows(self, parts: Iterable[Part]) -> int:
        """How many rows the parts take as they are shown."""
        return sum(self._rows_of(one) for part in parts for one in part.shown)

    def _rows_of(self, what: RenderableType) -> int:
        """How many rows a thing takes; counted once for each thing while a turn is shown."""
        key, width = id(what), self.width
        found = self._counted.get(key)
        if found is None or found[:2] != (what, width):
            lines = self.console.render_lines(what, self.console.options, pad=False)
            found = self._counted[key] = (what, width, len(lines))
        return found[2]

    def heading(self, text: Text) -> None:
        """Print an empty line, and then a line across the screen with a title in it."""
        self.console.print()
        rule = "─" if self.console.encoding.startswith("utf") else "-"
        line = Text().append(f"{rule * 2} ", "dim").append(text).append(" ")
        self.console.print(line.append(rule * max(0, self.width - len(line)), "dim"))

    def ask(self, prompt: str, complete: Completer | None = None) -> str:
        """A line of input, without surrounding spaces; raises `EOFError` at the end of input.

        What comes from elsewhere than a terminal also ends with a line that nobody would type.
        """
        readline = self._readline
        if readline is not None:
            readline.set_completer(None if complete is None else self._completer(complete))
        if self.interactive:
            return input(prompt).strip()
        begin_line(prompt)
        line = sys.stdin.readline(_MOST_TYPED + 1)
        if not line or len(line) > _MOST_TYPED:
            raise EOFError
        return line.strip()

    def agrees(self, question: str, usual: bool = False) -> bool:
        """The answer to a question for yes or no; Enter means the usual one."""
        yes, no = say("y"), say("n")
        choice = f"[{yes.upper()}/{no}]" if usual else f"[{yes}/{no.upper()}]"
        while True:
            answer = self.ask(f"{harmless(question)} {choice} ").casefold()
            if answer in ("", yes, "y", "yes", say("yes"), no, "n", "no", say("no")):
                return answer.startswith((yes, "y")) if answer else usual
            self.show(Text(say("type y for yes, or n for no")))

    def wipe(self) -> None:
        """Clear the screen, the scrollback and the history of typed lines."""
        if self._readline is not None:
            self._readline.clear_history()
        if self.can_wipe:
            wipe()

    def _completer(self, complete: Completer) -> Callable[[str, int], str | None]:
        def nth(word: str, n: int) -> str | None:
            if n == 0:
                assert self._readline is not None
                before = self._readline.get_line_buffer()[: self._readline.get_begidx()]
                self._candidates = [f"{one} " for one in complete(before, word)]
            return self._candidates[n] if n < len(self._candidates) else None

        return nth


def _readline() -> Any:
    """The readline module, set up; None if there is none."""
    try:
        import readline
    except ImportError:  # such as on Windows: then lines are plain input
        return None
    readline.set_completer_delims(" \t")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.parse_and_bind("set enable-bracketed-paste off")
    return readline
