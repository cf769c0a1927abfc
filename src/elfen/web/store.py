"""The store: what a table needs to be there again after a crash, in SQLite or PostgreSQL.

A game is the recipe of its rules, its seed, and its decisions in order. Nothing is ever changed but
by one statement that names the version it goes on from, so of two moves for the same state one is
refused, wherever they come from.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa
from attrs import frozen
from sqlalchemy import event, exc

from elfen.errors import ElfenError
from elfen.text import say

_SCHEMA = sa.MetaData()

#: What SQLAlchemy and drivers raise for ports and settings that they cannot read.
_NO_ADDRESS = (ValueError, TypeError, OverflowError)

#: How every file of SQLite begins.
_BEGIN = b"SQLite format 3\0"

_GAMES = sa.Table(
    "games",
    _SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("recipe", sa.Text, nullable=False),  # what `setting_up` makes rules of
    sa.Column("fingerprint", sa.String(128), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # one more with every change
    sa.Column("made", sa.Float, nullable=False),
)

_SEATS = sa.Table(
    "seats",
    _SCHEMA,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(128), nullable=False),  # "" if a person plays
)

_MOVES = sa.Table(
    "moves",
    _SCHEMA,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
)

_KEYS = sa.Table(
    "keys",
    _SCHEMA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=True),  # none: watches, but may own the table
    sa.Column("owner", sa.Boolean, nullable=False),
)


class StoreLost(ElfenError):
    """The store cannot be read or written now; nothing was changed."""


class Stale(ElfenError):
    """The game has gone on since the state that a change was meant for; nothing was changed."""


@frozen
class Seat:
    """Who plays a seat: a person called `name`, or the player called `bot`."""

    name: str
    bot: str = ""


@frozen
class Row:
    """A game as it is kept: `version` grows with every change."""

    id: str
    recipe: str
    fingerprint: str
    seed: str
    version: int
    seats: tuple[Seat, ...]


@frozen
class Key:
    """What the holder of a secret may do: play a seat, and run the table as its `owner`."""

    game: str
    seat: int | None
    owner: bool


class Store:
    """Games in the database at an SQLAlchemy `url`.

    Raises `StoreLost` if it cannot be reached, is kept in memory alone, or has a table of somebody
    else that is called as one of ours; nothing in it was changed then.
    """

    def __init__(self, url: str, most_games: int = 100_000) -> None:
        self._most_games = most_games
        with _opening():
            far = not url.startswith("sqlite")  # a connection may have been lost meanwhile
            self._engine = sa.create_engine(url, pool_pre_ping=far, hide_parameters=True)
        # a look-up is one statement, which needs no transaction around it
        self._readings = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        try:
            with _opening(), _told(), self._engine.connect() as db:
                _refuse_what_is_not_ours(db)
        finally:
            self._engine.dispose()  # whatever is connected from now on is set up first
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _durable)
        with _opening(), self._changing() as db:
            _SCHEMA.create_all(db)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    # Reading ---------------------------------------------------------------------------

    def row(self, game: str) -> Row | None:
        """A game without its moves, or None."""
        with self._reading() as db:
            found = db.execute(sa.select(_GAMES).where(_GAMES.c.id == game)).one_or_none()
            if found is None:
                return None
            seats = db.execute(
                sa.select(_SEATS.c.name, _SEATS.c.bot)
                .where(_SEATS.c.game == game)
                .order_by(_SEATS.c.seat)
            )
            told = found.id, found.recipe, found.fingerprint, found.seed, found.version
            return Row(*told, tuple([Seat(*seat) for seat in seats]))

    def moves(self, game: str) -> tuple[int, list[str]]:
        """The version of a game, and its decisions in notation, in order, as of one moment."""
        with self._reading() as db:
            rows = db.execute(
                sa.select(_GAMES.c.version, _MOVES.c.move)
                .select_from(_GAMES.outerjoin(_MOVES))
                .where(_GAMES.c.id == game)
                .order_by(_MOVES.c.step)
            ).all()
        return rows[0].version if rows else 0, [row.move for row in rows if row.move is not None]

    def versions(self, games: Iterable[str]) -> dict[str, int]:
        """The versions of games."""
        with self._reading() as db:
            told = sa.select(_GAMES.c.id, _GAMES.c.version).where(_GAMES.c.id.in_([*games]))
            return {row.id: row.version for row in db.execute(told)}

    def key(self, hash: str) -> Key | None:
        """What the secret with that hash opens, or None."""
        with self._reading() as db:
            found = db.execute(
                sa.select(_KEYS.c.game, _KEYS.c.seat, _KEYS.c.owner).where(_KEYS.c.hash == hash)
            ).one_or_none()
            return None if found is None else Key(*found)

    # Changing --------------------------------------------------------------------------

    def create(self, row: Row, keys: Sequence[tuple[str, Key]]) -> None:
        """Keep a new game, and what opens its seats; raises `StoreLost` if there are too many."""
        with self._changing() as db:
            count = db.execute(sa.select(sa.func.count()).select_from(_GAMES)).scalar_one()
            if count >= self._most_games:
                raise StoreLost(
                    say("this server has as many games as it may have: ask who runs it")
                )
            game = {"id": row.id, "recipe": row.recipe, "fingerprint": row.fingerprint}
            kept = {**game, "seed": row.seed, "version": row.version, "made": time.time()}
            db.execute(_GAMES.insert(), kept)
            for number, seat in enumerate(row.seats):
                told = {"game": row.id, "seat": number, "name": seat.name, "bot": seat.bot}
                db.execute(_SEATS.insert(), told)
            for hash, key in keys:
                self._open(db, hash, key)

    def append(self, game: str, version: int, step: int, move: str) -> int:
        """Add decision number `step` to a game of that version: the new version.

        Raises `Stale` if the game has another version by now.
        """
        with self._changing() as db:
            self._step_on(db, game, version)
            db.execute(_MOVES.insert(), {"game": game, "step": step, "move": move})
        return version + 1

    def take_back(self, game: str, version: int, step: int) -> int:
        """Forget decision number `step`, the last one; otherwise as `append`."""
        with self._changing() as db:
            self._step_on(db, game, version)
            db.execute(_MOVES.delete().where(_MOVES.c.game == game, _MOVES.c.step == step))
        return version + 1

    def hand_over(self, game: str, version: int, number: int, seat: Seat, hash: str | None) -> int:
        """Let another play a seat; of the old keys to it only the owner's watches on.

        `hash` is that of the new link's secret, if there is one. Otherwise as `append`.
        """
        mine = (_KEYS.c.game == game, _KEYS.c.seat == number)
        with self._changing() as db:
            self._step_on(db, game, version)
            db.execute(
                _SEATS.update()
                .where(_SEATS.c.game == game, _SEATS.c.seat == number)
                .values(name=seat.name, bot=seat.bot)
            )
            db.execute(_KEYS.delete().where(*mine, ~_KEYS.c.owner))
            db.execute(_KEYS.update().where(*mine).values(seat=None))
            if hash is not None:
                self._open(db, hash, Key(game, number, owner=False))
        return version + 1

    def open(self, hash: str, key: Key) -> None:
        """Let another secret open the same."""
        with self._changing() as db:
            self._open(db, hash, key)

    @staticmethod
    def _open(db: sa.Connection, hash: str, key: Key) -> None:
        told = {"hash": hash, "game": key.game, "seat": key.seat, "owner": key.owner}
        db.execute(_KEYS.insert(), told)

    @staticmethod
    def _step_on(db: sa.Connection, game: str, version: int) -> None:
        """Take a game from a version to the next, alone."""
        changed = db.execute(
            _GAMES.update()
            .where(_GAMES.c.id == game, _GAMES.c.version == version)
            .values(version=version + 1)
        )
        if changed.rowcount != 1:
            raise Stale(say("the game has gone on meanwhile: look at it again"))

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with _told(), self._readings.connect() as db:
            yield db

    @contextmanager
    def _changing(self) -> Iterator[sa.Connection]:
        """One transaction, which is on the disk at the end, or has left nothing."""
        with _told(), self._engine.begin() as db:
            yield db


def _refuse_what_is_not_ours(db: sa.Connection) -> None:
    """Raise `StoreLost` for a database that forgets, or that others use; only look at it."""
    if db.dialect.name == "sqlite":
        main = db.exec_driver_sql("PRAGMA database_list").first()
        if main is None or not main.file:
            raise StoreLost(
                say(
                    "a store in memory would forget all games: name a file, as in {example}",
                    example="sqlite:///elfen-games.db",
                )
            )
        if not _may_be_a_database(main.file):
            raise StoreLost(
                say("the file {file} is no database: name another store", file=repr(main.file))
            )
    found = sa.inspect(db)
    for table in _SCHEMA.sorted_tables:
        if found.has_table(table.name):
            row = db.execute(sa.select(sa.text("*")).select_from(table).where(sa.false()))
            if {*row.keys()} != {*table.columns.keys()}:
                raise StoreLost(
                    say(
                        "the table {table} of that database is somebody else's: name another store",
                        table=repr(table.name),
                    )
                )


def _may_be_a_database(file: str) -> bool:
    """Whether a file is new, empty or SQLite's, which takes any short one for empty."""
    if not os.path.isfile(file):
        return True  # SQLite will say what is wrong
    try:
        with open(file, "rb") as read:
            return read.read(len(_BEGIN)) in (b"", _BEGIN)
    except OSError:
        return True


@contextmanager
def _opening() -> Iterator[None]:
    """Tell in a sentence what is wrong with an address; a setting would else be ignored."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", exc.SAWarning)
            yield
    except (*_NO_ADDRESS, exc.ArgumentError, exc.SAWarning, ImportError) as error:
        raise StoreLost(
            say("no store can be opened by that address: {why}", why=str(error))
        ) from None


@contextmanager
def _told() -> Iterator[None]:
    """Tell what a database raises in a sentence."""
    try:
        yield
    except exc.IntegrityError:
        raise Stale(say("the game has gone on meanwhile: look at it again")) from None
    except exc.SQLAlchemyError as error:
        raise StoreLost(
            say(
                "the store of this server cannot be reached, or is full. Nothing was changed:"
                " try again in a while"
            )
        ) from error


def _durable(connection: object, record: object) -> None:
    """Let SQLite answer only when a change is on the disk, and wait for others' changes."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
