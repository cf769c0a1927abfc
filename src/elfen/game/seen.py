"""Views of a game: the table, the seat's legal actions, and the redacted log."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from elfen.kernel import check_seat
from elfen.views import Eyes, Lines, Log, View, eyes_of

if TYPE_CHECKING:
    from elfen.game.game import Game, Page
    from elfen.game.ruleset import Ruleset

#: A seat's logs up to some pages, by the `id` of the page. Each holds its page, so that no other
#: object can get the same `id`.
Logs = dict[int, tuple["Page", Log]]

#: A page, its lines as the public may see them, and the seats that may see more.
PublicPage = tuple["Page", Lines, Collection[int | None]]

_MOST_KEPT = 4096


class Views:
    """The views of one game and its branches.

    A seat's log goes on from that of an earlier view, and what a page shows to the public is read
    once for all seats.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        self._rules = rules
        self._players = players
        self._of: dict[int | None, tuple[Eyes, Logs]] = {}
        self._pages: dict[int, PublicPage] = {}
        self._open = rules.sight.open_actions

    def view(self, game: Game, seat: int | None, page: Page) -> View:
        """See `Game.view`; `page` is the game's last page."""
        rules, players, state = self._rules, self._players, game.state
        check_seat(seat, players)
        try:
            eyes, logs = self._of[seat]
        except KeyError:
            eyes, logs = self._of[seat] = eyes_of(rules, players, seat), {}
        agenda = state.agenda
        legal = game.legal_actions if seat is not None and agenda[-1].seat == seat else ()
        slots, table, log = eyes.slots(state), eyes.table(state), self._log(page, seat, logs)
        return View(seat, players, state.round, agenda, slots, table, rules, log, legal)

    def _log(self, page: Page, seat: int | None, logs: Logs) -> Log:
        """The log up to a page as a seat may see it."""
        pages, new = self._pages, []
        at: Page | None = page
        before = None
        while at is not None:
            found = logs.get(id(at))
            if found is not None:
                before = found[1]
                break
            _, seen, more = pages.get(id(at)) or self._read(at)
            new.append(seen_lines(self._rules, at, seat) if seat in more else seen)
            at = at.before
        if before is not None and not new:
            return before
        new.reverse()
        steps = len(new) - 1 if before is None else before.steps + len(new)  # the first has none
        log = Log.going_on(before, new, steps)
        if len(logs) >= _MOST_KEPT:
            logs.clear()
        logs[id(page)] = page, log
        return log

    def _read(self, page: Page) -> PublicPage:
        if len(self._pages) >= _MOST_KEPT:
            self._pages.clear()
        action = page.action
        if page.outcomes or action is None or type(action) not in self._open:
            read: PublicPage = page, *public_lines(self._rules, page)
        else:  # as most pages are
            read = page, ((page.seat, action, None),), ()
        self._pages[id(page)] = read
        return read


def public_lines(rules: Ruleset, page: Page) -> tuple[Lines, Collection[int | None]]:
    """The lines of a page as the public may see them, and the seats that may see more.

    What is hidden can be seen by whom it belongs to, and by no others.
    """
    lines = seen_lines(rules, page, None)
    moves = page.outcomes if page.action is None else (page.action, *page.outcomes)
    for line, move in zip(lines, moves, strict=True):
        if line[1] is not move:
            owners = {seat for item in page.chances for seat in (item.seat, item.source)}
            return lines, (owners | {page.seat}) - {None}
    return lines, ()


def seen_lines(rules: Ruleset, page: Page, seat: int | None) -> Lines:
    """The lines of one page as a seat may see them."""
    sight = rules.sight
    actor, action = page.seat, page.action
    chance = [
        (None, sight.outcome(item, outcome, seat), item)
        for item, outcome in zip(page.chances, page.outcomes, strict=True)
    ]
    if action is None or actor is None:
        return tuple(chance)
    return (actor, sight.action(action, actor, seat), None), *chance
