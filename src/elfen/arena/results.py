"""The result of a game, as a line of JSON in a file that grows as games end."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Self, cast

from attrs import asdict, frozen

from elfen.declare import fault_of, listed, path_to, refuse_no_name
from elfen.errors import ElfenError, brief, of_system

#: The longest line of a file of results, in bytes with its end, and the longest time in one.
MOST_OF_LINE = 1 << 16
MOST_SECONDS = 10**9
#: The most results that are looked at together.
MOST_RESULTS = 10_000_000

#: How each line begins.
_BEGIN = b'{"series": '


@frozen
class Forfeit:
    """Which seat lost its game by a fault of its player, and by what."""

    seat: int
    reason: str


@frozen
class GameResult:
    """How a game ended, seat by seat.

    Its place in the schedule is `series` (the seed of all), `deal` and `rotation`; `seed` is that
    of the deal. `ranks` begin with 1, and several share a rank. `seconds` are processor time spent
    on `decisions` with a choice. `ruleset` is the fingerprint. After a forfeit the seat at fault is
    last, all others share rank 1, and scores are those reached.
    """

    series: int | str
    deal: int
    rotation: int
    seed: int
    ruleset: str
    players: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    rounds: int
    ending: str
    forfeit: Forfeit | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The deal and the rotation."""
        return self.deal, self.rotation

    def as_line(self) -> str:
        """A line of JSON, with its end."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"

    @classmethod
    def of_line(cls, line: str) -> GameResult:
        """The result that a line tells; raises `ElfenError` if it tells none."""
        try:
            data = json.loads(line)
            forfeit = data.pop("forfeit")
            lists = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
            result = cls(**data | lists, forfeit=None if forfeit is None else Forfeit(**forfeit))
            return _sound(result)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise ElfenError(
                f"no result of a game: {brief(line.strip() if isinstance(line, str) else line)}"
            ) from None


def _sound(result: GameResult) -> GameResult:
    """The result, if its fields are of their types, as many as its seats, and what a game has.

    No number and no text in it is longer than one in a save, but for a seed, which may be any.
    """
    seats = range(len(result.players))
    rows = (result.players, result.ranks, result.scores, result.seconds, result.decisions)
    counts = (result.deal, result.rotation, *result.decisions, result.rounds)
    lost = result.forfeit
    if (
        not seats
        or not all(type(row) is tuple and len(row) == len(seats) for row in rows)
        or not all(map(_is_text, (*result.players, result.ruleset, result.ending)))
        or not (type(result.series) is int or _is_text(result.series))
        or not all(map(_is_whole, (*counts, result.seed, *result.scores)))
        or min(counts) < 0
        or not all(type(rank) is int and rank - 1 in seats for rank in result.ranks)
        or not all(_is_time(seconds) for seconds in result.seconds)
        or (lost and not (type(lost.seat) is int and lost.seat in seats))
        or (lost and not _is_text(lost.reason))
    ):
        raise ValueError
    return result


def _is_text(text: object) -> bool:
    return type(text) is str and fault_of(text) is None


def _is_whole(number: object) -> bool:
    return type(number) is int and fault_of(number) is None


def _is_time(seconds: object) -> bool:
    return type(seconds) in (int, float) and 0 <= seconds <= MOST_SECONDS  # type: ignore[operator]


def results_in(given: Iterable[GameResult]) -> Sequence[GameResult]:
    """Results of games, as a list has them; raises `ElfenError` for what are none."""
    found = given if type(given) in (list, tuple) else listed("results", given, MOST_RESULTS)
    for one in found:
        if not isinstance(one, GameResult):
            raise ElfenError(f"{brief(one)} is no result of a game")
    return cast("Sequence[GameResult]", found)


class Results:
    """A file of results, a line each; what is added is in the file before the next game begins.

    It is the way to lose nothing: `Results.new` makes a file, `Results.found` goes on with one, and
    forgets a last line that was cut off after others. A file with anything else in it is refused
    and stays as it is. `path` is where it is, and `done` has the results that it
    had when it was opened, by deal and rotation.
    """

    def __init__(self, path: Path, done: Iterable[GameResult]) -> None:
        self.path = path
        self.done: Mapping[tuple[int, int], GameResult] = {one.place: one for one in done}
        self._places = {*self.done}
        self._file = path.open("a", encoding="utf-8", newline="\n")  # `_end` is in bytes
        self._end = self._file.tell()

    @classmethod
    def new(cls, path: str | Path) -> Self:
        """An empty file; raises `ElfenError` if there is one already, or it cannot be made."""
        path = _path(path)
        try:
            path.open("x").close()
        except FileExistsError:
            raise ElfenError(
                f"{path} is there already; go on with it by --resume, or take another name"
            ) from None
        except (OSError, ValueError) as error:
            raise ElfenError(f"cannot write {path}: {of_system(error)}") from None
        return cls(path, ())

    @classmethod
    def found(cls, path: str | Path) -> Self:
        """A file of an earlier run; raises `ElfenError` if it tells no results."""
        path = _path(path)
        try:
            _refuse_what_may_not_end(path)
            with path.open("r+b") as file:
                done, end = _read(file, path)
                if end < file.tell():
                    file.truncate(end)
            return cls(path, done)
        except (OSError, ValueError) as error:
            raise ElfenError(f"cannot read {path}: {of_system(error)}") from None

    def add(self, result: GameResult) -> None:
        """Write a result.

        Raises `ElfenError` if that fails, if it could not be read again, if the file has that game,
        and if another process writes to the file, too.
        """
        try:
            line = result.as_line()
        except ValueError:  # Python writes no number of thousands of digits
            raise ElfenError("no result of a game: a number in it is too long") from None
        GameResult.of_line(line)
        if len(line.encode()) > MOST_OF_LINE:
            raise ElfenError(f"no result of a game: more than {MOST_OF_LINE} bytes in a line")
        if result.place in self._places:
            raise ElfenError(f"game {_named(result)} is in {self.path} already")
        try:
            if os.fstat(self._file.fileno()).st_size != self._end:
                raise ElfenError(f"cannot write {self.path}: another process writes to it")
            self._file.write(line)
            self._file.flush()
            self._end += len(line.encode())
            self._places.add(result.place)
        except OSError as error:
            raise ElfenError(f"cannot write {self.path}: {of_system(error)}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *of: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[GameResult]:
        return iter(self.done.values())


def _named(result: GameResult) -> str:
    return f"{result.deal}.{result.rotation}"


def _path(path: object) -> Path:
    named = path_to("a file of results", path)
    try:
        refuse_no_name(named)
    except ValueError as error:
        raise ElfenError(of_system(error)) from None
    return Path(named)


def _refuse_what_may_not_end(path: Path) -> None:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise ElfenError(f"{path}: neither a device nor a pipe is read: name a file of results")


def _read(file: BinaryIO, path: Path) -> tuple[list[GameResult], int]:
    """The results in a file, and where the last one ends; raises `ElfenError` for other lines."""
    done: list[GameResult] = []
    places: set[tuple[int, int]] = set()
    end = 0
    while line := file.readline(MOST_OF_LINE + 1):
        try:
            if not _was_cut_off(line, done):
                result = _of_bytes(line)
                if result.place in places:
                    raise ElfenError(f"game {_named(result)} is there twice: leave one line out")
                places.add(result.place)
                done.append(result)
                end += len(line)
        except ElfenError as error:
            raise ElfenError(f"{path}: line {len(done) + 1}: {error}") from None
    return done, end


def _was_cut_off(line: bytes, before: list[GameResult]) -> bool:
    """Whether a line is the beginning of one that `as_line` writes, after others of them."""
    if not before or line.endswith(b"\n") or len(line) > MOST_OF_LINE:
        return False
    return line.startswith(_BEGIN) or _BEGIN.startswith(line)


def _of_bytes(line: bytes) -> GameResult:
    if len(line) > MOST_OF_LINE:
        raise ElfenError(f"more than {MOST_OF_LINE} bytes in a line are not read")
    if not line.endswith(b"\n"):
        raise ElfenError("no result of a game, as the line does not end; is it another file?")
    try:
        return GameResult.of_line(line.decode())
    except UnicodeDecodeError:
        raise ElfenError("no result of a game, as it is no text in UTF-8") from None
