"""The board: towns and the routes between them, as checked data.

A board file is TOML: `load_board` reads a file, `parse_board` a text. States refer to towns and
routes by number; the numbers follow the order of ids, so the order of lines in a file does not
matter.
"""

from __future__ import annotations

import re
import tomllib
from collections import deque
from collections.abc import Iterable
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from attrs import define, field, frozen
from cattrs import BaseValidationError

from elfen.declare.strict_data import faults, strict_converter
from elfen.errors import BoardError

BOARD_FORMAT = 1

#: What `source` says of a town or route: it is taken from a page of the rules, or it has been made
#: up to play on.
SOURCED = "sourced"
RECONSTRUCTED = "reconstructed"
_ID = re.compile(r"[a-z][a-z0-9_]*")
_SOURCES = (SOURCED, RECONSTRUCTED, None)
_USE = f"use {SOURCED!r} or {RECONSTRUCTED!r}, or leave it out"
_ROUTE_ID = re.compile(r"[a-z][a-z0-9_-]*")


@frozen
class Town:
    """A place where a boot can stand; `x` and `y` are pixels from the board's top left corner.

    `source` is as for a route.
    """

    id: str
    name: str
    x: int
    y: int
    source: str | None = None


@frozen
class Route:
    """A connection of two towns; a step along it names it by `id`.

    On a directed terrain (a river), `ends` is in downstream order. `water` names the lake of a
    ferry link. On boards that are not fully known, `source` is `SOURCED` or `RECONSTRUCTED`.
    """

    id: str
    ends: tuple[str, str]
    terrain: str
    water: str | None = None
    source: str | None = None

    def other(self, town: str) -> str:
        """The end that is not `town`."""
        return self.ends[1] if town == self.ends[0] else self.ends[0]


def _by_id(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(items, key=lambda item: item.id))


@define(slots=False, frozen=True)
class Board:
    """Towns and routes, each in the order of their ids; the capital is where boots start.

    `extra` holds plugins' own data in the file, by plugin name. Raises `BoardError`, which lists
    everything that is wrong.
    """

    name: str
    capital: str
    width: int
    height: int
    towns: tuple[Town, ...] = field(converter=_by_id)
    routes: tuple[Route, ...] = field(converter=_by_id)
    extra: dict[str, Any] = field(factory=dict, hash=False)

    def __attrs_post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise BoardError(f"board {self.name!r}: " + "; ".join(problems), tuple(problems))

    def __repr__(self) -> str:
        return f"<Board {self.name[:40]!r}: {len(self.towns)} towns, {len(self.routes)} routes>"

    @property
    def provenance(self) -> str:
        """How much of the board is reconstructed, as text; empty if nothing is."""
        made_up = [
            (sum(item.source == RECONSTRUCTED for item in items), len(items))
            for items in (self.towns, self.routes)
        ]
        (towns, of_towns), (routes, of_routes) = made_up
        if not towns + routes:
            return ""
        return (
            f"{towns} of {of_towns} towns and {routes} of {of_routes} routes are reconstructed,"
            " not the printed ones"
        )

    @cached_property
    def town_number(self) -> dict[str, int]:
        """The number of each town, by id."""
        return {town.id: n for n, town in enumerate(self.towns)}

    @cached_property
    def route_number(self) -> dict[str, int]:
        """The number of each route, by id."""
        return {route.id: n for n, route in enumerate(self.routes)}

    @cached_property
    def legs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The routes from each town number, as (route number, town number at the other end)."""
        out: list[list[tuple[int, int]]] = [[] for _ in self.towns]
        for number, route in enumerate(self.routes):
            start, end = (self.town_number[town] for town in route.ends)
            out[start].append((number, end))
            out[end].append((number, start))
        return tuple(tuple(legs) for legs in out)

    def town(self, id: str) -> Town:
        """The town with that id; raises `BoardError` if it does not exist."""
        try:
            return self.towns[self.town_number[id]]
        except KeyError:
            raise BoardError(f"board {self.name!r} has no town {id!r}") from None

    def route(self, id: str) -> Route:
        """The route with that id; raises `BoardError` if it does not exist."""
        try:
            return self.routes[self.route_number[id]]
        except KeyError:
            raise BoardError(f"board {self.name!r} has no route {id!r}") from None

    def distance(self, start: str, end: str) -> int:
        """The smallest number of routes between two towns, of any terrain and contents (E3)."""
        return self._distances[self.town_number[start]][self.town_number[end]]

    @cached_property
    def _distances(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_distances_from(self, start) for start in range(len(self.towns)))


def _distances_from(board: Board, start: int) -> tuple[int, ...]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for _, there in board.legs[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return tuple(found.get(town, len(board.towns)) for town in range(len(board.towns)))


def _problems(board: Board) -> list[str]:
    """What is wrong with a board, as texts; empty if it is sound."""
    out: list[str] = []
    towns = [town.id for town in board.towns]
    if not board.name.strip():
        out.append("the name is empty: give the board one")
    if board.width < 1 or board.height < 1:
        out.append(f"the size is {board.width} x {board.height}: both have to be 1 or more")
    for id in sorted({id for id in towns if towns.count(id) > 1}):
        out.append(f"two towns are called {id!r}: give one of them an id of its own")
    for town in board.towns:
        if not town.name.strip():
            out.append(f"town {town.id!r} has no name")
        if not _ID.fullmatch(town.id):
            out.append(f"town id {town.id!r}: use lower-case letters, digits and _")
        if town.source not in _SOURCES:
            out.append(f"town {town.id!r} has source {town.source!r}: {_USE}")
        if not (0 <= town.x <= board.width and 0 <= town.y <= board.height):
            out.append(f"town {town.id!r} lies outside the {board.width} x {board.height} board")
    if board.capital not in towns:
        out.append(f"the capital {board.capital!r} is not one of the towns")
    seen: set[str] = set()
    for route in board.routes:
        if not _ROUTE_ID.fullmatch(route.id):
            out.append(f"route id {route.id!r}: use lower-case letters, digits, _ and -")
        if route.id in seen:
            out.append(f"two routes are called {route.id!r}: give one of them an id of its own")
        seen.add(route.id)
        if route.source not in _SOURCES:
            out.append(f"route {route.id!r} has source {route.source!r}: {_USE}")
        for end in route.ends:
            if end not in towns:
                out.append(f"route {route.id!r} ends in {end!r}, which is not one of the towns")
        if route.ends[0] == route.ends[1]:
            out.append(f"route {route.id!r} leads from {route.ends[0]!r} to itself")
    if not out:
        reach = _distances_from(board, board.town_number[board.capital])
        cut = [t.id for t, steps in zip(board.towns, reach, strict=True) if steps == len(towns)]
        if cut:
            out.append(f"no way leads from the capital to {', '.join(cut)}")
    return out


@frozen
class _TownRecord:
    name: str
    at: tuple[int, int]
    source: str | None = None


@frozen
class _RouteRecord:
    ends: tuple[str, str]
    terrain: str
    water: str | None = None
    source: str | None = None
    id: str | None = None


@frozen
class _BoardRecord:
    format: int
    name: str
    capital: str
    size: tuple[int, int]
    towns: dict[str, _TownRecord]
    routes: list[_RouteRecord]
    extra: dict[str, Any] = field(factory=dict)


def parse_board(text: str, origin: str = "board") -> Board:
    """The board that a TOML text describes. `origin` names the text in errors (`BoardError`)."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        problem = f"not a TOML file: {error}"
        raise BoardError(f"{origin}: {problem}", (problem,)) from None
    except RecursionError:
        raise BoardError(f"{origin}: not a board: its lists are nested too deeply") from None
    if data.get("format", BOARD_FORMAT) != BOARD_FORMAT:
        raise BoardError(
            f"{origin}: format is {data['format']!r}; this version reads format = {BOARD_FORMAT}"
        )
    try:
        record = strict_converter().structure(data, _BoardRecord)
    except BaseValidationError as error:
        wrong = [f"{where}: {what}" if where else what for where, what in faults(error)]
        raise BoardError(f"{origin}: {'; '.join(wrong)}", tuple(wrong)) from None
    try:
        return Board(
            record.name,
            record.capital,
            *record.size,
            towns=tuple(
                Town(id, town.name, *town.at, town.source) for id, town in record.towns.items()
            ),
            routes=tuple(_route(route) for route in record.routes),
            extra=record.extra,
        )
    except BoardError as error:
        raise BoardError(f"{origin}: {error}", error.problems) from None


def load_board(path: str | Path | Traversable) -> Board:
    """The board in a file; raises `BoardError`, which says what is wrong and where."""
    file = Path(path) if isinstance(path, str) else path
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BoardError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BoardError(
            f"{path}: not a text in UTF-8: byte {error.start} is {error.object[error.start]:#x}"
        ) from None
    except ValueError as error:
        raise BoardError(f"{str(path)!r} cannot be a path: {error}") from None
    return parse_board(text, origin=str(path))


def _route(record: _RouteRecord) -> Route:
    id = "-".join((*record.ends, record.terrain)) if record.id is None else record.id
    return Route(id, record.ends, record.terrain, record.water, record.source)
