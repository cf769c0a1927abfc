"""Tables: the games that are in use, made from the store, and gone on with one move at a time.

Every change is first kept, then shown. What is in memory can always be forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from attrs import define, field

from elfen.errors import ElfenError, IllegalAction
from elfen.game import Game, Ruleset, news
from elfen.text import language, say
from elfen.web.setting_up import rules_of
from elfen.web.store import Row, Seat, Stale, Store


class NoTable(ElfenError):
    """There is no such game."""


class NotYours(ElfenError):
    """Another seat, or nobody, may do that."""


@define
class Table:
    """A game as it is at one version: all its states, from the first on."""

    row: Row
    games: list[Game]
    moves: list[str]
    _told: dict[tuple[int, int | None, str], list[str]] = field(factory=dict)

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.row.id

    @property
    def version(self) -> int:
        """Grows with every change."""
        return self.row.version

    @property
    def game(self) -> Game:
        """The game as it is."""
        return self.games[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays each seat."""
        return self.row.seats

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.games[0].rules

    @property
    def names(self) -> tuple[str, ...]:
        """What those at the table are called, by seat: a bot by what it is and where it sits.

        Bots are called that in the language that is spoken.
        """
        return tuple(
            [f"{say(one.bot)} {n}" if one.bot else one.name for n, one in enumerate(self.seats)]
        )

    def told(self, seat: int | None) -> list[list[str]]:
        """What has happened, step by step, as a seat may know it, in the language spoken."""
        lines: list[list[str]] = []
        spoken = language()
        for step, game in enumerate(self.games):
            kept = self._told.get((step, seat, spoken))
            if kept is None:
                kept = news(self.games[step - 1] if step else None, game, seat, self.names)
                self._told[step, seat, spoken] = kept
            lines.append(kept)
        return lines


class Tables:
    """The games of a `store`, so many of them in memory; tells `changed(game, version)`."""

    def __init__(
        self, store: Store, changed: Callable[[str, int], None], most_kept: int = 500
    ) -> None:
        self.store = store
        self._most_kept = most_kept
        self._changed = changed
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def table(self, id: str) -> Table:
        """A table as the store has it now; raises `NoTable`, and `StoreLost`."""
        with self._lock:
            kept = self._kept.get(id)
            if kept is not None:
                self._kept.move_to_end(id)
        if kept is not None and self.store.versions([id]).get(id) == kept.version:
            return kept
        row = self.store.row(id)
        if row is None:
            raise NoTable(say("there is no such table"))
        loaded = self._loaded(row, kept)
        self._keep(loaded)
        return loaded

    def _keep(self, table: Table) -> None:
        with self._lock:
            self._kept[table.id] = table
            self._kept.move_to_end(table.id)
            while len(self._kept) > self._most_kept:
                self._kept.popitem(last=False)

    def _loaded(self, row: Row, old: Table | None) -> Table:
        """The table of a row: it goes on from an `old` one as far as the moves are the same."""
        version, moves = self.store.moves(row.id)
        if version != row.version:  # changed between the two look-ups
            row = self.store.row(row.id) or row
            version, moves = self.store.moves(row.id)
        if old is not None:
            same = 0
            while same < min(len(moves), len(old.moves)) and moves[same] == old.moves[same]:
                same += 1
            games = old.games[: same + 1]
            told = {key: lines for key, lines in old._told.items() if key[0] <= same}
            if old.seats != row.seats:  # others play, with other names
                told = {}
        else:
            try:
                rules = rules_of(row.recipe)
            except (LookupError, TypeError, ValueError, RecursionError):  # no recipe of ours
                rules = None
            if rules is None or rules.fingerprint != row.fingerprint:
                raise ElfenError(
                    say(
                        "this game was begun by other rules than are installed here now, so it"
                        " cannot go on"
                    )
                )
            games, told = [rules.new_game(len(row.seats), row.seed)], {}
        for move in moves[len(games) - 1 :]:
            games.append(games[-1].play(move))
        return Table(row, games, moves, told)

    # Changing --------------------------------------------------------------------------

    def play(self, table: Table, seat: int | None, step: int, move: str) -> Table:
        """A seat's move, made at that step: the table after it, when it is in the store.

        Raises `Stale` if the game has gone on since; `NotYours`; `NotationError` and
        `IllegalAction` for the move.
        """
        if step != table.game.steps:
            raise Stale(say("the game has gone on since this move was chosen: look at it again"))
        if seat is None or table.game.seat != seat:
            raise NotYours(say("it is not your turn"))
        game = table.game.play(move, seat)
        told = str(game.last[0].move)
        version = self.store.append(table.id, table.version, step, told)
        return self._on(table, version, [*table.games, game], [*table.moves, told])

    def undo(self, table: Table, seat: int | None, step: int) -> Table:
        """The table before the last decision, if that seat may take it back; raises as `play`."""
        if step != table.game.steps:
            raise Stale(say("the game has gone on meanwhile: look at it again"))
        if seat is None:
            raise NotYours(say("only who plays can take something back"))
        reason = table.game.undoable(seat).reason
        if reason is not None:
            raise IllegalAction(reason)
        version = self.store.take_back(table.id, table.version, step - 1)
        return self._on(table, version, table.games[:-1], table.moves[:-1])

    def hand_over(self, table: Table, number: int, seat: Seat, hash: str | None) -> Table:
        """Let another play a seat from now on; see `Store.hand_over`."""
        version = self.store.hand_over(table.id, table.version, number, seat, hash)
        self._changed(table.id, version)
        return self.table(table.id)

    def _on(self, table: Table, version: int, games: list[Game], moves: list[str]) -> Table:
        row = table.row
        now = Row(row.id, row.recipe, row.fingerprint, row.seed, version, row.seats)
        told = {key: lines for key, lines in table._told.items() if key[0] < len(games) - 1}
        after = Table(now, games, moves, told)
        self._keep(after)
        self._changed(table.id, version)
        return after
