"""A turn: what one person sees before deciding, the menu, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from elfen.cli.lines import one_line
from elfen.cli.playing import map_drawing as drawn
from elfen.cli.playing import tables
from elfen.cli.playing.map_list import town_list
from elfen.cli.playing.menu import Entry, Menu
from elfen.cli.playing.screen import LAST, Part
from elfen.cli.playing.told import refused
from elfen.cli.playing.towns import TownSigns
from elfen.cli.playing.typed import Reader, folded
from elfen.declare import Action, Decide, Kind, Means, Price, Warned
from elfen.errors import ElfenError, NotationError, Seat
from elfen.text import ENGLISH, capital, language, say

if TYPE_CHECKING:
    from elfen.cli.playing.commands import Commands
    from elfen.cli.playing.session import Session

_NOTATION_FROM = 110
#: How long a notation is that is shown on every screen in other languages.
_SHORT = 24
_LEAST_PAGE = 4
_MOST_NEWS, _FEWEST_NEWS = 14, 3
#: How many lines of a menu are kept room for, and the rows of a heading, a prompt and a hint.
_MENU_BESIDES = 9
_ROWS_OF_HEADING = 4
#: The rows of an empty line and the legend.
_ROWS_BESIDES_MAP = 3
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
        self.signs = TownSigns(self.view)
        self.news = session.news(seat)
        #: How many lines of the menu were shown last.
        self.shown = 0
        self._cautions: dict[Action, tuple[Warned, ...]] = {}

    # What is shown ---------------------------------------------------------------------

    def show(self, all_of_it: bool = False) -> None:
        """Show what is needed to decide: as much as fits on the screen, or all of it."""
        view, screen = self.view, self.screen
        item = view.pending
        assert isinstance(item, Decide)
        words, most = self.looks.words, view.rules.most_rounds
        head = words.say("Round {round} of {rounds}", round=view.round, rounds=most)
        title = Text().append(head, "bold").append(" · ").append(self.looks.who(self.seat))
        title.append(f" · {words.say(view.rules.decision(item).text)}")
        self.entries = self.menu.entries()
        self._explain()
        parts = [*self._parts(), *self._advice()]
        least = Part((self._numbered_lines(self.entries[:_LEAST_PAGE]),))  # long lines are wrapped
        rows_of_least = screen.rows([least])
        rows_of_menu = 2 + max(min(len(self.entries), _MENU_BESIDES), rows_of_least)
        room = screen.height - rows_of_menu - _ROWS_OF_HEADING
        at_most = screen.height - rows_of_least - _ROWS_OF_HEADING
        at_most -= len(self.entries) > _LEAST_PAGE  # for the hint at its end
        map_rows = drawn.LOWEST + _ROWS_BESIDES_MAP if self._is_map_due() else 0
        shortened = not all_of_it and screen.fit(parts, room - map_rows, at_most - map_rows)
        if map_rows:
            screen.show(Text(), self._drawn(room - screen.rows(parts) - _ROWS_BESIDES_MAP))
            self.session.mapped[self.seat] = self._on_map()
        screen.heading(title)
        for part in parts:
            screen.show(*part.shown)
        if shortened:
            screen.show(Text(say("(`menu` shows more)"), "dim"))
        self.show_menu(room - screen.rows(parts) + rows_of_menu - 2)

    def _explain(self) -> None:
        """What the lesson explains, on a page of its own if a person reads it page by page."""
        lesson, screen = self.session.lesson, self.screen
        explained = lesson.explains(self.view) if lesson else []
        for line in explained:
            screen.show(*_of_lesson(line))
        if explained and screen.interactive and self.view.legal_actions[1:]:
            screen.show(Text())
            screen.ask(say("To go on, press Enter: "))

    def _advice(self) -> Iterator[Part]:
        """What the lesson advises, and what else is open, which the menu shows as well."""
        lesson = self.session.lesson
        if lesson is not None:
            for n, line in enumerate(lesson.advises(self.view, self.menu.text)):
                yield Part(_of_lesson(line), ((7, ()),) if n else ())

    def _parts(self) -> Iterator[Part]:
        """The parts of the screen, in the order in which they are shown."""
        view, looks = self.view, self.looks
        yield Part(self._news(_MOST_NEWS), ((1, self._news(_FEWEST_NEWS)), (6, ())))
        players, in_lines, without_holdings = (
            tables.players(view, self.session.players, looks, self.seat, short, held)
            for short, held in ((False, True), (True, True), (True, False))
        )
        yield Part((players,), ((3, (in_lines,)), (LAST, (without_holdings,))))
        own = tables.own_pieces(view, looks)
        in_short = tables.own_in_short(view, looks)
        yield Part((Text(), Text(say("Yours"), "bold"), own), ((2, (in_short,)),))
        table = Text().append(f"{say('Table')} ", "bold").append(tables.on_the_table(view, looks))
        yield Part((table,), ((5, ()),))
        if due := looks.words.told(view):
            yield Part((Text(due),))
        assert view.pending is not None
        owner = view.pending.name.partition("/")[0]  # of the decision, which its slots explain
        slots, own_slots = (
            (table,) if table.row_count else ()
            for table in (
                tables.slots(view, looks, self.signs.shown, of) for of in ("", f"{owner}/")
            )
        )
        yield Part(slots, ((8, own_slots), (LAST, ())))
        if self._about_routes():
            yield from self._about_ways()

    def _about_ways(self) -> Iterator[Part]:
        """What lies on the routes, if no map shows it, and the ways on."""
        view, looks = self.view, self.looks
        if view.lying and not self._is_wide:
            lying = tables.on_routes(view, looks)
            yield Part((Text(), Text(say("On the routes"), "bold"), lying), ((4, ()),))
        here = looks.words.town(view.towns[self.seat])
        head = Text(say("From {town}", town=here), "bold")
        journeys = [
            tables.journey(view, journey, looks)
            for journey in view.journeys()
            if len(journey.routes) > 1
        ]
        ways, paid = (
            tables.around(view, looks, self._prices, self.signs, only) for only in (False, True)
        )
        few: tuple[RenderableType, ...] = (
            (head, paid, *journeys) if paid.row_count or journeys else ()
        )
        yield Part((Text(), head, ways, *journeys), ((5, few), (7, ())))

    @property
    def _is_wide(self) -> bool:
        """Whether a turn begins with a map."""
        screen = self.screen
        return screen.width >= drawn.WIDE and screen.height >= drawn.TALL and self._may_draw

    @property
    def _may_draw(self) -> bool:
        """Whether the terminal has the signs for a drawing, and is wide enough."""
        screen = self.screen
        return screen.width >= drawn.NARROWEST and screen.console.encoding.startswith("utf")

    def _is_map_due(self) -> bool:
        """Whether the turn begins with the map: on a wide screen, if it has changed."""
        if not (self._is_wide and self._about_routes()):
            return False
        session = self.session
        return session.mapped.get(self.seat) != self._on_map() or len(session.humans) > 1

    def _on_map(self) -> tuple[object, ...]:
        """What can change on the map."""
        return self.view.lying, self.view.towns, self.view.visited

    def map(self) -> RenderableType:
        """The map: drawn where there is room, else as a list."""
        if self._may_draw and self.screen.height >= drawn.LOWEST:
            return self._drawn(self.screen.height - 4)
        return town_list(self.view, self.looks, self.signs)

    def _drawn(self, rows: int) -> RenderableType:
        """The map as a drawing with about so many rows."""
        return drawn.drawn_map(self.view, self.looks, self.screen.width, rows, self.signs)

    def show_menu(self, room: int | None = None) -> None:
        """Show the numbered choices, as many as there is room for."""
        rows = self._page() if room is None else max(_LEAST_PAGE, room)
        shown = self.entries[self.first : self.first + rows]
        table = self._numbered_lines(shown)
        while len(shown) > 1 and self.screen.rows([Part((table,))]) > rows:
            shown = shown[:-1]
            table = self._numbered_lines(shown)
        self.shown = len(shown)
        self.screen.show(Text())
        if self.title:
            self.screen.show(Text().append(self.title, "bold"))
        self.screen.show(table)
        hints = []
        if len(self.entries) > len(shown):
            last = self.first + len(shown)
            text = "{first} to {last} of {n}; + and - turn the page"
            hints.append(say(text, first=self.first + 1, last=last, n=len(self.entries)))
        if self.title:
            hints.append(say("Enter goes back"))
        if hints:
            self.screen.show(Text("   " + "; ".join(hints), "dim"))

    def _numbered_lines(self, entries: Sequence[Entry]) -> Table:
        """Lines of the menu, from the first one of this page on."""
        digits = len(str(self.first + len(entries)))
        besides = [self._beside(entry, notation=True) for entry in entries]
        longest = max((len(entry.text) for entry in entries), default=0)
        if digits + longest + max(map(len, besides), default=0) + 5 > self.screen.width:
            besides = [self._beside(entry, notation=False) for entry in entries]
        table = tables.grid({"no_wrap": True, "justify": "right"}, {}, {"style": "dim"})
        for n, (entry, beside) in enumerate(zip(entries, besides, strict=True), self.first + 1):
            table.add_row(Text(f"{n:>{digits + 1}}", "bold cyan"), entry.text, beside)
        return table

    def _beside(self, entry: Entry, notation: bool) -> str:
        """What a line of the menu brings, and where there is room its notation if that is news."""
        action = entry.action
        if action is None:
            return ""
        told = [self.view.brings(action)]
        typed = str(action)
        wide = self.screen.width >= _NOTATION_FROM
        if language() != ENGLISH:  # what is shown is not what is typed
            wide = wide or (len(typed) <= _SHORT and not told[0])
        if notation and wide and folded(entry.text) != typed.replace("-", " "):
            told.append(typed)
        return " · ".join(filter(None, told))

    def _page(self) -> int:
        """How many lines of a menu fit on a screen of their own."""
        return max(_LEAST_PAGE, self.screen.height - 8)

    def _news(self, most: int) -> tuple[RenderableType, ...]:
        """What has happened since the seat's last turn, in so many lines at most."""
        lines, out = self.news, list[RenderableType]()
        if len(lines) > most:
            text = "({n:a line|* lines} before that; `log` shows more)"
            more = say(text, n=len(lines) - most)
            out.append(Text(more, "dim"))
        you = capital(say("you"))
        for line in lines[-most:]:
            out.append(Text(line, "dim" if not line.startswith(you) else ""))
        return (*out, Text()) if out else ()

    def _about_routes(self) -> bool:
        words = self.looks.words
        return any(
            Means.ROUTE in words.meanings(action).values() for action in self.view.legal_actions
        )

    def laid(self, pieces: Sequence[tuple[Kind, int | None]]) -> str:
        """Pieces on a route, each with who laid it."""
        words = self.looks.words
        told = [
            words.kind(kind)
            if who is None
            else words.say("{what} of {seat}", what=words.kind(kind), seat=Seat(who))
            for kind, who in pieces
        ]
        return words.listed(told)

    def _prices(self, route: str) -> list[tuple[Price, bool]]:
        quote = self.view.quote(route)
        return list(zip(quote.prices, quote.in_hand, strict=True))

    # What is answered ------------------------------------------------------------------

    def ask(self, commands: Commands) -> Action:
        """Ask until the person has chosen an action."""
        while True:
            line = self.screen.ask(f"{self.looks.words.seat(self.seat)}> ", commands.complete)
            try:
                action = self._answer(line, commands)
            except ElfenError as error:
                told = error.told(self.looks.words.say)
                self.screen.show(Text(one_line(told), "red"))
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
            self.screen.show(Text(say("Careful: {caution}.", caution=str(one)), "yellow"))
        if found:
            text = "Choose it again if you mean it: {action}"
            self.screen.show(Text(say(text, action=self.menu.text(action))))
        return bool(found)

    def _answer(self, line: str, commands: Commands) -> Action | None:
        """The action that a line chooses, if any."""
        if len(line) > _LONGEST_LINE:
            text = "that line has {n} characters; type at most {most}"
            raise ElfenError(say(text, n=f"{len(line):,}", most=f"{_LONGEST_LINE:,}"))
        if not line:
            self._back()
            return None
        if line.isascii() and line.isdigit():
            return self._chosen(self.numbered(line))
        if line in ("+", "-"):
            self._turn_page(1 if line == "+" else -1)
            return None
        if commands.run(line):
            return None
        try:
            return self._typed(line)
        except NotationError as error:
            raise self.not_understood(line, commands) or error from None

    def not_understood(self, line: str, commands: Commands) -> ElfenError | None:
        """What to say of a line that begins with no verb at all; None if it does."""
        if self.reader.verb(self.reader.words(line)):
            return None
        here = sorted({action.verb for action in self.view.legal_actions})
        hint = commands.nearest(line, here)
        text = (
            "{line} is no action and no command here; {hint}you can {verbs},"
            " and `help` lists the commands"
        )
        either = f" {say('or')} ".join(here)
        return ElfenError(say(text, line=repr(line.strip()), hint=hint, verbs=either))

    def _back(self) -> None:
        if len(self.view.legal_actions) > 1 or not self.title:
            self._list(self.menu.entries(), "")

    def _list(self, entries: Sequence[Entry], title: str) -> None:
        self.entries, self.title, self.first = tuple(entries), title, 0
        self.show_menu()

    def numbered(self, number: str) -> Entry:
        """The line of the menu with this number; raises `ElfenError`."""
        n = int(number[:9])  # Python reads no endless ones, and no menu is as long
        if not 1 <= n <= len(self.entries):
            raise ElfenError(say("choose a number from 1 to {most}", most=len(self.entries)))
        return self.entries[n - 1]

    def _chosen(self, entry: Entry) -> Action | None:
        """The action of a line of the menu; if there are several, they are the next menu."""
        if entry.action is None:
            title = self.menu.text(entry.actions[0], entry.fields)
            self._list(self.menu.singly(entry.actions, entry.fields), title)
        return entry.action

    def _turn_page(self, step: int) -> None:
        if step < 0:
            self.first = max(0, self.first - self._page())
        elif self.first + self.shown < len(self.entries):
            self.first += self.shown
        self.show_menu()

    def _typed(self, line: str) -> Action | None:
        found = self.reader.find(line) or self.menu.as_shown(line)
        if len(found) == 1:
            return found[0]
        found = found or self.reader.about(line)
        if found:  # even a single one is confirmed if it only mentions what was typed
            self._list(self.menu.singly(found), one_line(say("{line} may mean", line=line)))
            return None
        meant = {action: self.view.check(action) for action in self.reader.meant(line)}
        told = refused(meant, line, self.looks.words)
        for action, reason in meant.items():
            if reason is None:
                told.append(say("type it in full: {action}", action=str(action)))
        for one in told:
            self.screen.show(Text(one_line(one), "red"))
        return None


def _of_lesson(line: str) -> tuple[Text, ...]:
    """A paragraph of the lesson."""
    return Text(), Text(line, "italic")
