"""What a seat sees of a game: the table, its legal actions, and the redacted log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from elfen.views import Log, SeenEntry, View, seen_fields

if TYPE_CHECKING:
    from elfen.game.game import Game, Page
    from elfen.game.ruleset import Ruleset

#: A game's cache of redacted logs, by the `id` of a page and by seat. Each entry holds its page,
#: so that no other object can get the same `id`.
Kept = dict[tuple[int, int | None], tuple["Page", Log]]

_MOST_KEPT = 4096


def view(game: Game, seat: int | None, page: Page, kept: Kept) -> View:
    """See `Game.view`; `page` is the game's last page, `kept` its cache."""
    rules = game.rules
    seen = seen_fields(rules, game.state, seat)
    own = seat is not None and game.seat == seat
    legal = game.legal_actions if own else ()
    make = cast("Callable[..., View]", View)
    return make(*seen, seen_log(rules, page, seat, kept), legal)


def seen_log(rules: Ruleset, page: Page, seat: int | None, kept: Kept) -> Log:
    """The log up to a page as a seat may see it, continued from the nearest cached one."""
    new: list[Page] = []
    log = Log()
    at: Page | None = page
    while at is not None:
        found = kept.get((id(at), seat))
        if found is not None:
            log = found[1]
            break
        new.append(at)
        at = at.before
    if new:
        for at in reversed(new):
            log = log.plus(seen_entries(rules, at, seat))
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[id(page), seat] = page, log
    return log


def seen_entries(rules: Ruleset, page: Page, seat: int | None) -> list[SeenEntry]:
    """The entries of one page as a seat may see them."""
    sight = rules.sight
    out: list[SeenEntry] = []
    if page.action is not None and page.seat is not None:
        out.append(SeenEntry(page.seat, sight.action(page.action, page.seat, seat)))
    for item, outcome in zip(page.chances, page.outcomes, strict=True):
        out.append(SeenEntry(None, sight.outcome(item, outcome, seat), item))
    return out
