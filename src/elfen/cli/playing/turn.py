"""A turn: what one person sees before deciding, the menu, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from elfen.cli.consoles import one_line
from elfen.cli.playing import map_drawing as drawn
from elfen.cli.playing import tables
from elfen.cli.playing.map_list import town_list
from elfen.cli.playing.menu import Entry, Menu
from elfen.cli.playing.typed import Reader, folded
from elfen.declare import Action, Decide, Means, Price, Warned
from elfen.errors import ElfenError, Reason
from elfen.text import Words

if TYPE_CHECKING:
    from elfen.cli.playing.commands import Commands
    from elfen.cli.playing.session import Session

_MOST_NEWS = 14
_NOTATION_FROM = 110
_LEAST_PAGE = 8
_LONGEST_LINE = 5000


class Leave(Exception):
    """The person wants to leave."""


class Again(Exception):
    """The game has changed during the turn, as by undo: start the turn again."""


class Turn:
    """One decision of one person, made from the seat's view."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.screen = session.screen
        self.looks = session.looks
        self.seat = seat
        self.view = session.game.view(seat)
        self.menu = Menu(self.view)
        self.reader = Reader(self.view)
        #: What the numbers mean: the whole menu, or the choices of one of its lines.
        self.entries: tuple[Entry, ...] = ()
        self.title = ""
        self.first = 0
        #: The action that the person was last warned of: to choose it again is to mean it.
        self.warned_of: Action | None = None
        self._cautions: dict[Action, tuple[Warned, ...]] = {}

    # What is shown ---------------------------------------------------------------------

    def show(self) -> None:
        """Show everything that is needed to decide."""
        view, session, screen = self.view, self.session, self.screen
        item = view.pending
        assert isinstance(item, Decide)
        title = Text().append(f"Round {view.round} of {view.rules.most_rounds}", "bold")
        title.append(" · ")
        title.append(f"seat {self.seat}", self.looks.seat(self.seat))
        title.append(f" · {view.rules.decision(item).text}")
        screen.heading(title)
        self._news()
        screen.show(tables.players(view, session.players, self.looks, self.seat))
        screen.show(Text(), Text("Yours", "bold"), tables.own_pieces(view, self.looks))
        screen.show(Text().append("Table ", "bold").append(tables.on_the_table(view, self.looks)))
        told = tables.told(view)
        if told.row_count:
            screen.show(told)
        if self._about_routes():
            self._show_routes()
        self.entries = self.menu.entries()
        self.show_menu()

    def map(self) -> RenderableType:
        """The map: drawn on a wide screen, else as a list."""
        if self.screen.width >= drawn.NARROWEST and self.screen.console.encoding.startswith("utf"):
            rows = self.screen.height - 4
            return drawn.drawn_map(self.view, self.looks, self.screen.width, rows)
        return town_list(self.view, self.looks)

    def show_menu(self) -> None:
        """Show the numbered choices, as many as there is room for."""
        page = self._page()
        shown = self.entries[self.first : self.first + page]
        self.screen.show(Text())
        if self.title:
            self.screen.show(Text().append(self.title, "bold"))
        digits = len(str(self.first + len(shown)))
        table = tables.grid({"no_wrap": True, "justify": "right"}, {}, {"style": "dim"})
        for n, entry in enumerate(shown, self.first + 1):
            number = Text(f"{n:>{digits + 1}}", "bold cyan")
            table.add_row(number, entry.text, self._beside(entry))
        self.screen.show(table)
        hints = []
        if len(self.entries) > page:
            last = self.first + len(shown)
            hints.append(
                f"{self.first + 1} to {last} of {len(self.entries)}; + and - turn the page"
            )
        if self.title:
            hints.append("Enter goes back")
        if hints:
            self.screen.show(Text("   " + "; ".join(hints), "dim"))

    def _beside(self, entry: Entry) -> str:
        """What a line of the menu brings, and on a wide screen its notation if that is news."""
        action = entry.action
        if action is None:
            return ""
        told = [self.view.brings(action)]
        if self.screen.width >= _NOTATION_FROM and folded(entry.text) != str(action):
            told.append(str(action))
        return " · ".join(filter(None, told))

    def _page(self) -> int:
        return max(_LEAST_PAGE, self.screen.height - 8)

    def _news(self) -> None:
        lines = self.session.news(self.seat)
        if len(lines) > _MOST_NEWS:
            more = f"({len(lines) - _MOST_NEWS} lines before that; `log` shows them)"
            self.screen.show(Text(more, "dim"))
        for line in lines[-_MOST_NEWS:]:
            self.screen.show(Text(line, "dim" if not line.startswith("You") else ""))
        if lines:
            self.screen.show(Text())

    def _about_routes(self) -> bool:
        words = Words(self.view.rules)
        return any(
            Means.ROUTE in words.meanings(action).values() for action in self.view.legal_actions
        )

    def _show_routes(self) -> None:
        """Show the drawn map if it has changed (or the pieces on routes), and the ways on."""
        view, screen = self.view, self.screen
        now = (view.lying, view.towns, view.visited)
        if screen.width >= drawn.NARROWEST and screen.console.encoding.startswith("utf"):
            if self.session.mapped.get(self.seat) != now or len(self.session.humans) > 1:
                screen.show(Text(), self.map())
                self.session.mapped[self.seat] = now
        elif view.lying:
            lying = tables.on_routes(view, self.looks)
            screen.show(Text(), Text("On the routes", "bold"), lying)
        here = view.board.town(view.towns[self.seat]).name
        screen.show(Text(), Text().append(f"From {here}", "bold"))
        screen.show(tables.around(view, self.looks, self._prices))
        for journey in view.journeys():
            if len(journey.routes) > 1:
                screen.show(tables.journey(view, journey))

    def _prices(self, route: str) -> list[tuple[Price, bool]]:
        quote = self.view.quote(route)
        return list(zip(quote.prices, quote.in_hand, strict=True))

    # What is answered ------------------------------------------------------------------

    def ask(self, commands: Commands) -> Action:
        """Ask until the person has chosen an action."""
        while True:
            line = self.screen.ask(f"seat {self.seat}> ", commands.complete)
            try:
                action = self._answer(line, commands)
            except ElfenError as error:
                self.screen.show(Text(one_line(str(error)), "red"))
                continue
            if action is not None and not self._warns(action):
                return action

    def cautions(self, action: Action) -> tuple[Warned, ...]:
        """What speaks against a legal action."""
        if action not in self._cautions:
            self._cautions[action] = self.view.cautions(action)
        return self._cautions[action]

    def _warns(self, action: Action) -> bool:
        """Warn of an action, once, and return whether there was anything to warn of."""
        if action == self.warned_of:
            return False
        self.warned_of = action
        found = self.cautions(action)
        for one in found:
            self.screen.show(Text(f"Careful: {one}.", "yellow"))
        if found:
            self.screen.show(Text(f"Choose it again if you mean it: {self.menu.text(action)}"))
        return bool(found)

    def _answer(self, line: str, commands: Commands) -> Action | None:
        """The action that a line chooses, if any."""
        if len(line) > _LONGEST_LINE:
            raise ElfenError(
                f"that line has {len(line):,} characters; type at most {_LONGEST_LINE:,}"
            )
        if not line:
            self._back()
            return None
        if line.isascii() and line.isdigit() and len(line) < 9:
            return self._numbered(int(line))
        if line in ("+", "-"):
            self._turn_page(1 if line == "+" else -1)
            return None
        if commands.run(line):
            return None
        return self._typed(line)

    def _back(self) -> None:
        if len(self.view.legal_actions) > 1 or not self.title:
            self._list(self.menu.entries(), "")

    def _list(self, entries: Sequence[Entry], title: str) -> None:
        self.entries, self.title, self.first = tuple(entries), title, 0
        self.show_menu()

    def _numbered(self, number: int) -> Action | None:
        if not 1 <= number <= len(self.entries):
            raise ElfenError(f"choose a number from 1 to {len(self.entries)}")
        entry = self.entries[number - 1]
        if entry.action is None:
            title = self.menu.text(entry.actions[0], entry.fields)
            self._list(self.menu.singly(entry.actions, entry.fields), title)
        return entry.action

    def _turn_page(self, step: int) -> None:
        page = self._page()
        last = max(0, (len(self.entries) - 1) // page * page)
        self.first = min(max(0, self.first + step * page), last)
        self.show_menu()

    def _typed(self, line: str) -> Action | None:
        found = self.reader.find(line)
        if len(found) == 1:
            return found[0]
        found = found or self.reader.about(line)
        if found:  # even a single one is confirmed if it only mentions what was typed
            self._list(self.menu.singly(found), f"{line} may mean")
            return None
        told = []
        for action in self.reader.meant(line):
            reason = self.view.check(action)
            told.append(refused(action, reason) if reason else f"type it in full: {action}")
        raise ElfenError("; ".join(told))


def refused(action: Action, reason: Reason) -> str:
    """Which action is not allowed, and why."""
    return str(reason) if str(action) in reason.text else f"{action}: {reason}"
