"""The result of a game, as a line of JSON in a file that grows as games end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Self

from attrs import asdict, frozen

from elfen.errors import ElfenError, brief


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
            raise ElfenError(f"no result of a game: {brief(line.strip())}") from None


def _sound(result: GameResult) -> GameResult:
    """The result, if its fields are of their types and as many as its seats."""
    numbers = (result.deal, result.rotation, result.seed, *result.ranks, *result.scores)
    numbers += (*result.decisions, result.rounds)
    rows = (result.ranks, result.scores, result.seconds, result.decisions)
    if (
        not all(type(number) is int for number in numbers)
        or not all(isinstance(name, str) for name in (*result.players, result.ruleset))
        or not all(isinstance(time, int | float) for time in result.seconds)
        or any(len(row) != len(result.players) for row in rows)
    ):
        raise ValueError
    return result


class Results:
    """A file of results, a line each; what is added is in the file before the next game begins.

    It is the way to lose nothing: `Results.new` makes a file, `Results.found` goes on with one, and
    forgets a last line that was cut off. `path` is where it is, and `done` has the results that it
    had when it was opened, by deal and rotation.
    """

    def __init__(self, path: Path, done: Iterable[GameResult]) -> None:
        self.path = path
        self.done: Mapping[tuple[int, int], GameResult] = {one.place: one for one in done}
        self._file = path.open("a", encoding="utf-8")

    @classmethod
    def new(cls, path: str | Path) -> Self:
        """An empty file; raises `ElfenError` if there is one already, or it cannot be made."""
        path = Path(path)
        try:
            path.open("x").close()
        except FileExistsError:
            raise ElfenError(
                f"{path} is there already; go on with it by --resume, or take another name"
            ) from None
        except OSError as error:
            raise ElfenError(f"cannot write {path}: {error.strerror}") from None
        return cls(path, ())

    @classmethod
    def found(cls, path: str | Path) -> Self:
        """A file of an earlier run; raises `ElfenError` if it tells no results."""
        path = Path(path)
        try:
            whole, _, cut = path.read_bytes().rpartition(b"\n")
            lines = whole.decode().splitlines()
            done = [GameResult.of_line(line) for line in lines]
            if cut:
                with path.open("r+b") as file:
                    file.truncate(len(whole) + 1 if whole else 0)
            return cls(path, done)
        except OSError as error:
            raise ElfenError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise ElfenError(f"{path} is no file of results") from None

    def add(self, result: GameResult) -> None:
        """Write a result; raises `ElfenError` if that fails."""
        try:
            self._file.write(result.as_line())
            self._file.flush()
        except OSError as error:
            raise ElfenError(f"cannot write {self.path}: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *of: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[GameResult]:
        return iter(self.done.values())
