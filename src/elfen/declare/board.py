"""The board: towns and the routes between them, as checked data.

A board file is TOML: `load_board` reads a file, `parse_board` a text. States refer to towns and
routes by number; the numbers follow the order of ids, so the order of lines in a file does not
matter.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from types import NoneType
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from elfen.declare.bounds import (
    DEPTH_OF_EXTRA,
    MOST_DEPTH,
    MOST_IN_EXTRA,
    MOST_OF_BOARD,
    MOST_ROUTES,
    MOST_TOWNS,
    fault_in,
    fault_of,
)
from elfen.declare.fitting import Misfit, structured
from elfen.declare.handed_in import bare_text, listed
from elfen.declare.lazy_names import drawn
from elfen.declare.values import Value
from elfen.errors import FAULTS, BoardError, ElfenError, Message, brief, of_system

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

BOARD_FORMAT = 1

#: What `source` says of a town or route: it is taken from a page of the rules, or it has been made
#: up to play on.
SOURCED = "sourced"
RECONSTRUCTED = "reconstructed"
_ID = re.compile(r"[a-z][a-z0-9_]*")
_SOURCES = (SOURCED, RECONSTRUCTED, None)
_USE = f"use {SOURCED!r} or {RECONSTRUCTED!r}, or leave it out"
_ROUTE_ID = re.compile(r"[a-z][a-z0-9_-]*")
_MOST_TOLD = 200
#: JSON writes up to so many characters for one.
_MOST_ESCAPED = 12
_MADE_OF = "a board is made of Town and Route objects, whose ids are texts"
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
#: A key such as a.b.c, with more parts than tables may be deep in each other.
_DEEP_KEY = rf"(?m)(?:^|[\[{{,])[ \t]*+{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_DEPTH}}}"


@frozen(eq=False, repr=False)
class Town(Value):
    """A place where a boot can stand; `x` and `y` are pixels from the board's top left corner.

    `source` is as for a route.
    """

    id: str
    name: str
    x: int
    y: int
    source: str | None = None


@frozen(eq=False, repr=False)
class Route(Value):
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
    try:
        given = listed("what it is made of", items)
    except ElfenError as error:
        raise BoardError(f"{_MADE_OF}: {error}") from error.__cause__
    try:
        return tuple(sorted(given, key=lambda item: item.id))
    except (AttributeError, TypeError):
        raise BoardError(_MADE_OF) from None


@define(slots=False, frozen=True)
class Board:
    """Towns and routes, each in the order of their ids; the capital is where boots start.

    `extra` holds plugins' own data in the file, by plugin name. Raises `BoardError`, which lists
    everything that is wrong; so is a board that is too large to be played on, or to be saved.
    """

    name: str
    capital: str
    width: int
    height: int
    towns: tuple[Town, ...] = field(converter=_by_id)
    routes: tuple[Route, ...] = field(converter=_by_id)
    extra: dict[str, Any] = field(factory=dict, hash=False)

    def __attrs_post_init__(self) -> None:
        problems = _unfit(self) or _problems(self)
        if problems:
            raise BoardError(f"board {brief(self.name)}: {_told(problems)}", tuple(problems))

    def __repr__(self) -> str:
        return f"<Board {self.name[:40]!r}: {len(self.towns)} towns, {len(self.routes)} routes>"

    def _repr_svg_(self) -> str:
        """The board as a picture, for a notebook."""
        return drawn(self)

    @property
    def provenance(self) -> str:
        """How much of the board is reconstructed, as a `Message`; empty if nothing is."""
        made_up = [
            (sum(item.source == RECONSTRUCTED for item in items), len(items))
            for items in (self.towns, self.routes)
        ]
        (towns, of_towns), (routes, of_routes) = made_up
        if not towns + routes:
            return ""
        text = (
            "{towns} of {of_towns} towns and {routes} of {of_routes} routes are reconstructed,"
            " not the printed ones"
        )
        counts = {"towns": towns, "of_towns": of_towns, "routes": routes, "of_routes": of_routes}
        return Message(
            "board/provenance", text, **{name: str(count) for name, count in counts.items()}
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
        return self.towns[self._town_number(id)]

    def route(self, id: str) -> Route:
        """The route with that id; raises `BoardError` if it does not exist."""
        try:
            return self.routes[self.route_number[id]]
        except FAULTS:  # what cannot be looked up is no id either
            raise BoardError(f"board {brief(self.name)} has no route {brief(id)}") from None

    def distance(self, start: str, end: str) -> int:
        """The smallest number of routes between two towns, of any terrain and contents (E3).

        Raises `BoardError` for a town that does not exist.
        """
        return self.distances[self._town_number(start)][self._town_number(end)]

    def _town_number(self, id: str) -> int:
        try:
            return self.town_number[id]
        except FAULTS:  # what cannot be looked up is no id either
            raise BoardError(f"board {brief(self.name)} has no town {brief(id)}") from None

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """`distance` by the numbers of both towns."""
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


def _told(problems: list[str]) -> str:
    """Problems in one line, as many as fit."""
    told, *others = problems
    for n, problem in enumerate(others):
        if len(told) + len(problem) > _MOST_TOLD:
            return f"{told}; and {len(others) - n} more"
        told = f"{told}; {problem}"
    return told


def _unfit(board: Board) -> list[str]:
    """What no save can hold, or nobody can play on, as texts; empty if the board may be read."""
    for noun, items, most in (
        ("towns", board.towns, MOST_TOWNS),
        ("routes", board.routes, MOST_ROUTES),
    ):
        if len(items) > most:
            return [_too_many(noun, len(items))]
    out = [
        f"{where}: {why}"
        for where, value, types in _parts(board)
        if (why := _misfit(value, types)) is not None
    ]
    fault = None if out else fault_in(board.extra, DEPTH_OF_EXTRA, MOST_IN_EXTRA)
    if fault is not None:
        place, why = fault
        out.append(f"extra.{place}: {why}" if place else f"extra: {why}")
    if not out and (size := _size(board)) > MOST_OF_BOARD:
        out.append(f"it takes {size} characters in a save; {MOST_OF_BOARD} are the most")
    return out


def _too_many(noun: str, n: int) -> str:
    return f"{n} {noun}; {MOST_TOWNS if noun == 'towns' else MOST_ROUTES} are the most"


_TEXT, _MAYBE, _WHOLE = (str,), (str, NoneType), (int,)
_WANTED: dict[tuple[type, ...], str] = {
    _TEXT: "a text",
    _MAYBE: "a text or None",
    _WHOLE: "a whole number",
    (dict,): "a dict",
    (tuple,): "two ids of towns",
}


def _parts(board: Board) -> Iterator[tuple[str, object, tuple[type, ...]]]:
    """The place of each part of a board, the part, and the types that it may have."""
    yield from (("name", board.name, _TEXT), ("capital", board.capital, _TEXT))
    yield from (("width", board.width, _WHOLE), ("height", board.height, _WHOLE))
    yield "extra", board.extra, (dict,)
    for n, town in enumerate(board.towns):
        where = f"towns[{n}]."
        yield from ((f"{where}id", town.id, _TEXT), (f"{where}name", town.name, _TEXT))
        yield from ((f"{where}x", town.x, _WHOLE), (f"{where}y", town.y, _WHOLE))
        yield f"{where}source", town.source, _MAYBE
    for n, route in enumerate(board.routes):
        where = f"routes[{n}]."
        ends = route.ends if type(route.ends) is tuple and len(route.ends) == 2 else None
        yield from ((f"{where}id", route.id, _TEXT), (f"{where}ends", ends, (tuple,)))
        yield from ((f"{where}ends", end, _TEXT) for end in ends or ())
        yield f"{where}terrain", route.terrain, _TEXT
        yield from (
            (f"{where}water", route.water, _MAYBE),
            (f"{where}source", route.source, _MAYBE),
        )


def _misfit(value: object, types: tuple[type, ...]) -> str | None:
    if type(value) not in types:
        return f"expected {_WANTED[types]}, not {brief(value)}"
    return None if types == (tuple,) or types == (dict,) else fault_of(value)


def _size(board: Board) -> int:
    """About how many characters a board takes in a save, or a bound for it that is good enough."""
    towns = [(town.id, town.name, town.x, town.y) for town in board.towns]
    routes = [(route.id, route.ends, route.terrain, route.water) for route in board.routes]
    parts = [board.name, board.capital, towns, routes, board.extra]
    most = _MOST_ESCAPED * len(repr(parts))
    if most <= MOST_OF_BOARD:  # as of any board that is played on
        return most
    import json

    return len(json.dumps(parts))


def _problems(board: Board) -> list[str]:
    """What is wrong with a board, as texts; empty if it is sound."""
    out: list[str] = []
    towns = Counter(town.id for town in board.towns)
    if not board.name.strip():
        out.append("the name is empty: give the board one")
    if board.width < 1 or board.height < 1:
        out.append(f"the size is {board.width} x {board.height}: both have to be 1 or more")
    for id in sorted(id for id, n in towns.items() if n > 1):
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


@frozen(eq=False, repr=False)
class _TownRecord:
    name: str
    at: tuple[int, int]
    source: str | None = None


@frozen(eq=False, repr=False)
class _RouteRecord:
    ends: tuple[str, str]
    terrain: str
    water: str | None = None
    source: str | None = None
    id: str | None = None


@frozen(eq=False, repr=False)
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
        record = _record(text)
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


def _record(text: str) -> _BoardRecord:
    """The fields of a board file, of the right types; raises `BoardError`."""
    data = _toml(text)
    if data.get("format", BOARD_FORMAT) != BOARD_FORMAT:
        raise BoardError(
            f"format is {brief(data['format'])}; this version reads format = {BOARD_FORMAT}"
        )
    for noun, most in (("towns", MOST_TOWNS), ("routes", MOST_ROUTES)):
        items = data.get(noun)
        if isinstance(items, dict | list) and len(items) > most:
            raise BoardError(problem := _too_many(noun, len(items)), (problem,))
    try:
        return structured(data, _BoardRecord)
    except Misfit as error:
        wrong = [f"{where}: {what}" if where else what for where, what in error.faults]
        raise BoardError(_told(wrong), tuple(wrong)) from None


def _toml(text: str) -> dict[str, Any]:
    """The data in a TOML text that is neither too long nor too deep; raises `BoardError`."""
    if not isinstance(text, str):
        raise BoardError(f"expected a text, not {brief(text)}")
    text = bare_text(text)
    if len(text) > MOST_OF_BOARD:
        raise BoardError(f"{len(text)} characters; {MOST_OF_BOARD} are the most that are read")
    if text.count(".") >= MOST_DEPTH and re.search(_DEEP_KEY, text):
        raise BoardError(f"not a board: tables in tables deeper than {MOST_DEPTH} are not read")
    try:
        return tomllib.loads(text)
    except ValueError as error:
        problem = f"not a TOML file: {error}"
        raise BoardError(problem, (problem,)) from None
    except RecursionError:
        raise BoardError("not a board: its lists are nested too deeply") from None


def load_board(path: str | Path | Traversable) -> Board:
    """The board in a file; raises `BoardError`, which says what is wrong and where."""
    from importlib.resources.abc import Traversable

    from elfen.declare.text_files import NoText, path_in, text_of

    named = path_in(path)
    if named is not None:
        path = named
    elif isinstance(path, os.PathLike) or not isinstance(path, Traversable):
        raise BoardError(f"{brief(path)} has to be the path of a board file")
    try:
        text = text_of(path, MOST_OF_BOARD)
    except OSError as error:
        raise BoardError(_of_file(path, of_system(error))) from None
    except NoText as error:
        raise BoardError(_of_file(path, error.args[0])) from None
    except ValueError as error:
        told = "{path} cannot be a path: {why}"
        path = repr(str(path))
        raise BoardError(Message("board/no-path", told, path=path, why=of_system(error))) from None
    return parse_board(text, origin=str(path))


def _of_file(path: object, why: str) -> Message:
    return Message("board/file", "{path}: {why}", path=str(path), why=why)


def _route(record: _RouteRecord) -> Route:
    id = "-".join((*record.ends, record.terrain)) if record.id is None else record.id
    return Route(id, record.ends, record.terrain, record.water, record.source)
