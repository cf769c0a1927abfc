"""Bots at tables: whoever is due and is no person moves, one kept move after the other.

Which process does it does not matter: a move that was chosen twice is kept once.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from threading import Lock

from elfen.bots import asked, stock_player
from elfen.errors import ElfenError
from elfen.web.store import Stale
from elfen.web.tables import NotYours, Table, Tables

_LOG = logging.getLogger(__name__)


def is_due(table: Table) -> bool:
    """Whether a bot is to move."""
    seat = table.game.seat
    return seat is not None and bool(table.seats[seat].bot)


class Bots:
    """Moves for bots, in a thread of its own."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._due: set[str] = set()
        self._lock = Lock()

    def close(self) -> None:
        """Stop after the move that is being chosen."""
        self._thread.shutdown(cancel_futures=True)

    def wake(self, table: Table) -> None:
        """Move at a table, soon, if a bot is due there."""
        if is_due(table):
            with self._lock:
                if table.id in self._due:
                    return
                self._due.add(table.id)
            self._thread.submit(self._move, table.id)

    def _move(self, id: str) -> None:
        """One move, so that other tables come in between; then the next."""
        try:
            self._make(id)
        except Exception:  # the table waits, and goes on when somebody looks at it
            _LOG.exception("a bot could not move")
            with self._lock:
                self._due.discard(id)
            return
        with self._lock:
            self._due.discard(id)
        try:  # whoever moved meanwhile has found this table taken care of
            self.wake(self._tables.table(id))
        except ElfenError:
            _LOG.exception("a table could not be looked at")

    def _make(self, id: str) -> None:
        table = self._tables.table(id)
        seat = table.game.seat
        if seat is not None and table.seats[seat].bot:
            # another process may be faster, or someone may have taken the seat
            with suppress(Stale, NotYours):
                self._tables.play(table, seat, table.game.steps, self._chosen(table, seat))

    @staticmethod
    def _chosen(table: Table, seat: int) -> str:
        """What the bot of a seat chooses; the same again after a crash.

        Its seed does not tell that of the game, with which it could foresee what is drawn.
        """
        game = table.game
        if len(game.legal_actions) == 1:
            return str(game.legal_actions[0])
        seed = sha256(f"{table.row.seed}/{seat}/{game.steps}".encode()).hexdigest()
        player = stock_player(table.seats[seat].bot, table.rules, seed)
        return str(asked(player, game.view(seat)))
