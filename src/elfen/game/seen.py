"""Views of a game: the table, the seat's legal actions, and the redacted log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfen.kernel import check_seat
from elfen.views import Eyes, Log, View, eyes_of, own_page, seen_page

if TYPE_CHECKING:
    from elfen.game.game import Game, Page
    from elfen.game.ruleset import Ruleset
    from elfen.views import Line, Lines, OwnPage, SeenPage

#: What each seat may see more of the log than the public, by seat.
Owns = tuple["OwnPage | None", ...]

#: A page, as the public may see it, and what the seats may see more up to there. The page is held
#: so that no other object can get the same `id`.
Read = tuple["Page", "SeenPage", Owns]

_MOST_KEPT = 4096

_log = Log.__new__


class Views:
    """The views of one game and its branches.

    A page of the log is read once for all seats, as the public may see it. What a seat may see
    more is kept apart, for this seat alone. Threads may look at the same time: all pages are
    forgotten at once, so that whoever still reads them can go on.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        self._rules = rules
        self._players = players
        self._pages: dict[int, Read] = {}
        self._eyes: dict[int | None, Eyes] = {
            seat: eyes_of(rules, players, seat) for seat in (*range(players), None)
        }
        self._actions, self._chances = rules.sight.open_actions, rules.sight.open_chances

    def view(self, game: Game, seat: int | None, page: Page) -> View:
        """See `Game.view`; `page` is the game's last page."""
        players, state = self._players, game._state
        if type(seat) is not int or seat not in self._eyes:
            check_seat(seat, players)
        eyes = self._eyes[seat]
        _, seen, owns = self._pages.get(id(page)) or self._up_to(page)
        agenda = state.agenda
        legal = game.legal_actions if seat is not None and agenda[-1].seat == seat else ()
        log = _log(Log)
        log._page = seen
        log._own = None if seat is None else owns[seat]
        slots, table = eyes.slots(state), eyes.table(state)
        return View(seat, players, state.round, agenda, slots, table, self._rules, log, legal)

    def _up_to(self, page: Page) -> Read:
        """This page, after all before it that have not been read."""
        pages = self._pages
        read = pages.get(id(page.before))
        if read is None:
            read = self._chain(page.before)
        if len(pages) >= _MOST_KEPT and read is not None and len(pages) >= 2 * read[1].steps:
            self._pages = pages = {}
            read = self._chain(page.before)
        found = pages[id(page)] = self._read(page, read)
        return found

    def _chain(self, page: Page | None) -> Read | None:
        """This page and all before it."""
        pages, new = self._pages, []
        while page is not None and id(page) not in pages:
            new.append(page)
            page = page.before
        read = pages.get(id(page))
        while new:
            one = new.pop()
            read = pages[id(one)] = self._read(one, read)
        return read

    def _read(self, page: Page, before: Read | None) -> Read:
        """A page after another."""
        _, seat, action, outcomes, chances, _ = page
        _, last, owns = before or (None, None, (None,) * self._players)
        if (action is None or type(action) in self._actions) and (
            not chances or self._chances.issuperset([item.name for item in chances])
        ):
            return page, seen_page(last, seat, action, outcomes, chances), owns
        sight = self._rules.sight
        told, more = sight.told(chances, outcomes)
        public = action
        if action is not None and seat is not None:
            public = sight.action(action, seat, None)
            if public is not action:
                more.setdefault(seat, told)
        seen = seen_page(last, seat, public, told, chances)
        mine = [*owns]
        for one, own in more.items():
            own_action = action if one == seat else public
            mine[one] = own_page((mine[one], seen.length, own_action, own))
        return page, seen, tuple(mine)


def seen_lines(rules: Ruleset, page: Page, seat: int | None) -> Lines:
    """The lines of one page as a seat may see them, each for itself."""
    sight = rules.sight
    lines: list[Line] = []
    if page.action is not None and page.seat is not None:
        lines.append((page.seat, sight.action(page.action, page.seat, seat), None))
    for item, outcome in zip(page.chances, page.outcomes, strict=True):
        lines.append((None, sight.outcome(item, outcome, seat), item))
    return tuple(lines)
