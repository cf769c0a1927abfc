"""Views of a game: the table, the seat's legal actions, and the redacted log."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from elfen.kernel import check_seat
from elfen.views import Eyes, Log, OwnPage, SeenPage, View, eyes_of, seen_page

if TYPE_CHECKING:
    from elfen.game.game import Game, Page
    from elfen.game.ruleset import Ruleset
    from elfen.views import Lines

#: A page, as the public may see it, and the last one up to there of which it does not see all.
#: The page is held so that no other object can get the same `id`.
Read = tuple["Page", SeenPage, "SeenPage | None"]

#: A page of which the public does not see all: as it sees it, the page itself, the seats that may
#: see more, and the last such page before.
Hiding = tuple[SeenPage, "Page", Collection[int | None], "SeenPage | None"]

#: What a seat may see more of such pages, by the `id` of the public's.
Own = dict[int, "OwnPage | None"]

#: What was read of pages; which hide something; and by seat, what it looks with and sees more.
#: All of it is forgotten at once, so that whoever still reads it, in another thread, can go on.
Memory = tuple[dict[int, Read], dict[int, Hiding], dict[int | None, tuple[Eyes, Own]]]

_MOST_KEPT = 4096

_log = Log.__new__


class Views:
    """The views of one game and its branches.

    A page of the log is read once for all seats, as the public may see it. What a seat may see
    more is kept apart, for this seat alone. Threads may look at the same time.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        self._rules = rules
        self._players = players
        self._memory: Memory = {}, {}, {}
        self._open = rules.sight.open_actions, rules.sight.open_chances

    def view(self, game: Game, seat: int | None, page: Page) -> View:
        """See `Game.view`; `page` is the game's last page."""
        rules, players, state = self._rules, self._players, game._state
        memory = self._memory
        read = memory[0].get(id(page))
        if read is None:
            memory, read = self._up_to(page)
        _, hidings, of = memory
        if type(seat) is not int or seat not in of:
            check_seat(seat, players)
        try:
            eyes, own = of[seat]
        except KeyError:
            eyes, own = of[seat] = eyes_of(rules, players, seat), {}
        agenda = state.agenda
        legal = game.legal_actions if seat is not None and agenda[-1].seat == seat else ()
        _, seen, hiding = read
        log = _log(Log)
        log._page = seen
        log._own = None
        if hiding is not None and seat is not None:
            try:
                log._own = own[id(hiding)]
            except KeyError:
                log._own = self._own(hiding, seat, own, hidings)
        slots, table = eyes.slots(state), eyes.table(state)
        return View(seat, players, state.round, agenda, slots, table, rules, log, legal)

    def _up_to(self, page: Page) -> tuple[Memory, Read]:
        """The pages up to this one, as the public may see them, and the memory that has them."""
        memory = self._memory
        pages, hidings, _ = memory
        new, at = [page], page.before
        while at is not None and id(at) not in pages:
            new.append(at)
            at = at.before
        if at is not None and len(pages) >= max(_MOST_KEPT, 2 * pages[id(at)][1].steps):
            self._memory = {}, {}, {}
            return self._up_to(page)
        _, seen, hiding = pages[id(at)] if at is not None else (None, None, None)
        for one in reversed(new):
            seen, hiding = self._read(one, seen, hiding, hidings)
            pages[id(one)] = one, seen, hiding
        return memory, pages[id(page)]

    def _read(
        self,
        page: Page,
        before: SeenPage | None,
        hiding: SeenPage | None,
        hidings: dict[int, Hiding],
    ) -> tuple[SeenPage, SeenPage | None]:
        """A page after another, and the last one of which the public does not see all."""
        _, seat, action, outcomes, chances, _ = page
        actions, draws = self._open
        if action is not None and type(action) not in actions:
            return self._hide(page, before, hiding, hidings)
        for item in chances:
            if item.name not in draws:
                return self._hide(page, before, hiding, hidings)
        return seen_page(before, seat, action, outcomes, chances), hiding

    def _hide(
        self,
        page: Page,
        before: SeenPage | None,
        hiding: SeenPage | None,
        hidings: dict[int, Hiding],
    ) -> tuple[SeenPage, SeenPage]:
        """The same for a page of which the public may not see all."""
        _, seat, _, _, chances, _ = page
        seen = seen_page(before, seat, *seen_moves(self._rules, page, None), chances)
        seats = {one for item in chances for one in (item.seat, item.source)}
        hidings[id(seen)] = seen, page, (seats | {seat}) - {None}, hiding
        return seen, seen

    def _own(
        self, hiding: SeenPage, seat: int, own: Own, hidings: dict[int, Hiding]
    ) -> OwnPage | None:
        """What a seat sees more than the public, up to a page of which that does not see all."""
        new: list[Hiding] = []
        at: SeenPage | None = hiding
        while at is not None and id(at) not in own:
            new.append(hidings[id(at)])
            at = new[-1][3]
        mine = None if at is None else own[id(at)]
        for seen, page, seats, _ in reversed(new):
            if seat in seats:
                mine = OwnPage(mine, seen.length, *seen_moves(self._rules, page, seat))
            own[id(seen)] = mine
        return mine


def seen_moves(rules: Ruleset, page: Page, seat: int | None) -> tuple[Any, tuple[Any, ...]]:
    """The action and the outcomes of one page as a seat may see them.

    What is hidden can be seen by whom it belongs to, and by no others.
    """
    sight, actor, action = rules.sight, page.seat, page.action
    outcomes = [
        sight.outcome(item, outcome, seat)
        for item, outcome in zip(page.chances, page.outcomes, strict=True)
    ]
    if action is not None and actor is not None:
        action = sight.action(action, actor, seat)
    return action, tuple(outcomes)


def seen_lines(rules: Ruleset, page: Page, seat: int | None) -> Lines:
    """The lines of one page as a seat may see them."""
    action, outcomes = seen_moves(rules, page, seat)
    chance = [(None, *line) for line in zip(outcomes, page.chances, strict=True)]
    return tuple(chance) if action is None else ((page.seat, action, None), *chance)
