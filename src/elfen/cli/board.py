"""`elfen board`: check, describe and draw a board file."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import click

from elfen.cli.draw import check_name, picture_options, put_into
from elfen.cli.languages import Spoken, SpokenGroup
from elfen.cli.lines import MOST, complain, say
from elfen.cli.ruleset_options import (
    chosen_rules,
    edition_option,
    option_option,
    with_option,
)
from elfen.declare import (
    MOST_OF_BOARD,
    RECONSTRUCTED,
    SOURCED,
    Board,
    NoText,
    load_board,
    parse_board,
    text_of,
)
from elfen.draw import board as drawn
from elfen.errors import BoardError, ElfenError, Message, RulesetError
from elfen.game import Ruleset
from elfen.text import Words
from elfen.text import say as told

#: The exit code of `elfen board check` for a board with mistakes. A file that cannot be read is
#: an ordinary error, with exit code 2.
WRONG = 1

#: A line that tells a mistake has the name of the file besides, as whoever opens it there needs it.
MOST_OF_LINE = 5 * MOST

#: What is said of the source of a town or route, with None for nothing.
MARKS = {SOURCED: "sourced", RECONSTRUCTED: "reconstructed", None: "unmarked"}


@click.group(cls=SpokenGroup, no_args_is_help=False)
def board() -> None:
    """Work with board files; docs/boards.md says how to write one."""


@board.command(short_help="Check a board file and list what is on it.", cls=Spoken)
@click.argument("file", type=click.Path())
@edition_option
@with_option
@option_option
@click.pass_context
def check(
    context: click.Context,
    file: str,
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
) -> None:
    """Check a board file and list what is on it.

    Each mistake is reported on a line of its own, with its line number in the file. The
    board is also checked against the rules of Elfenland and of the expansions that --with
    adds. The exit code is 0 for a sound board, 1 for one with mistakes, 2 for other errors.
    """
    chosen_rules(edition, expansions, options)  # a mistake without the board is not its fault
    text = _read(file)
    try:
        found = parse_board(text, origin="")
        rules = chosen_rules(edition, expansions, options, found)
    except BoardError as error:
        problems: Sequence[str] = error.problems or (str(error).removeprefix(": "),)
    except RulesetError as error:
        problems = (str(error),)
    else:
        chosen = "".join(f" --with {name}" for name in expansions)
        say(*report(found, rules))
        say(told("play on it: {command}", command=f"elfen demo{chosen} --board {file}"))
        return
    lines = Lines(text)
    for line, problem in sorted((lines.of(problem) or 0, problem) for problem in problems):
        complain(f"{file}:{f'{line}:' if line else ''} {problem}", MOST_OF_LINE)
    context.exit(WRONG)


@board.command(short_help="Draw a board file.", cls=Spoken)
@click.argument("file", type=click.Path())
@picture_options
def draw(file: str, out: str, theme: str, size: int | None) -> None:
    """Draw a board file as an SVG picture: its towns and its routes."""
    check_name(out)
    put_into(out, drawn(load_board(file), size=size, theme=theme))
    say(told("{file} is drawn in {out}.", file=file, out=out))


def _read(file: str) -> str:
    try:
        return text_of(file, MOST_OF_BOARD)
    except (OSError, ValueError, NoText):
        load_board(file)  # says what is wrong with it
        raise ElfenError(Message("board/unread", "{file} cannot be read", file=file)) from None


def report(found: Board, rules: Ruleset) -> Iterator[str]:
    """The contents of a sound board, line by line."""
    words = Words(rules)
    terrains = Counter(route.terrain for route in found.routes)
    kinds = ", ".join(f"{n} {words.terrain(id)}" for id, n in sorted(terrains.items()))
    yield told("board {board}: sound, for {rules}", board=found.name, rules=Words(rules).title())
    capital = found.town(found.capital).name
    text = "{n:* town|* towns}, {capital} is the capital"
    yield "  " + told(text, n=len(found.towns), capital=capital)
    yield "  " + told("{n:* route|* routes}: {kinds}", n=len(found.routes), kinds=kinds)
    towns, routes = told("towns: {marks}"), told("routes: {marks}")
    for text, items in ((towns, found.towns), (routes, found.routes)):
        marks = Counter(item.source for item in items)
        if marks[SOURCED] + marks[RECONSTRUCTED]:
            marked = [f"{marks[mark]} {told(said)}" for mark, said in MARKS.items() if marks[mark]]
            yield "  " + text.format(marks=", ".join(marked))
    plugins = {plugin.name for plugin in rules.plugins}
    text = "extra.{plugin} has not been looked at; --with {plugin} does that"
    for plugin in sorted(found.extra):
        if plugin not in plugins:
            yield "  " + told(text, plugin=plugin)


#: A text or a comment; a text that is not closed ends with its line, so that it is read only once.
_QUIET = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+')
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+)\s*=")
_IN_FILE = re.compile(r"at line (\d+)")
_ROUTE_AT = re.compile(r"^routes\[(\d+)\]")
_PATH = re.compile(r"^([\w.]+)(?:\['([^']*)'\])?")
_TOWN = re.compile(r"\b(?:town(?: id)?|village|from the capital to) '?([\w-]+)'?")
_ROUTE = re.compile(r"\broute(?:s are called| id)? '([^']*)'")
_EXTRA = re.compile(r"\bextra: ([\w-]+)(?:\.(\w+))?")
_ABOUT_ALL = re.compile(r"^the (name|size|capital)\b")


class Lines:
    """The line number, from 1, of each key, table and route in a board file."""

    def __init__(self, text: str) -> None:
        self.keys: dict[str, int] = {}
        self.routes: list[int] = []
        self._text = text
        self._scan(_QUIET.sub(lambda found: '"' * len(found[0]), text))

    @cached_property
    def route_ids(self) -> list[str]:
        """The ids of the routes in file order.

        They are only asked for if a route has a problem. A text that may not be read as TOML, as
        it is too long or too deep, has no such problem: `parse_board` has refused it before.
        """
        return _route_ids(self._text)

    def _scan(self, text: str) -> None:
        """Note the line of every key, table header and item of `routes`."""
        table, key, depth = "", "", 0
        for number, line in enumerate(text.splitlines(), start=1):
            if not depth and (header := _HEADER.match(line)):
                table = key = header[2]
                self.keys.setdefault(table, number)
                if header[1] == "[[" and table == "routes":
                    self.routes.append(number)
                continue
            if not depth and (found := _KEY.match(line)):
                key = f"{table}.{found[1]}" if table else found[1]
                self.keys.setdefault(key, number)
            for character in line:
                if character == "{" and depth == 1 and key == "routes":
                    self.routes.append(number)
                depth += (character in "[{") - (character in "]}")

    def of(self, problem: str) -> int | None:
        """The line that a problem is about, or None if that cannot be told."""
        if found := _IN_FILE.search(problem):
            return int(found[1])
        if found := _ROUTE_AT.match(problem):
            return self._route(int(found[1]))
        if found := _ABOUT_ALL.match(problem):
            return self.keys.get(found[1])
        if (found := _ROUTE.search(problem)) and found[1] in self.route_ids:
            return self._route(self.route_ids.index(found[1]))
        if found := _EXTRA.search(problem):
            keys = (f"extra.{found[1]}.{found[2]}", f"extra.{found[1]}", "extra")
            return next((self.keys[key] for key in keys if key in self.keys), None)
        if found := _TOWN.search(problem):
            return self.keys.get(f"towns.{found[1]}", self.keys.get("towns"))
        if found := _PATH.match(problem):
            keys = (f"{found[1]}.{found[2]}", found[1], found[1].partition(".")[0])
            return next((self.keys[key] for key in keys if key in self.keys), None)
        return None

    def _route(self, number: int) -> int | None:
        return self.routes[number] if number < len(self.routes) else self.keys.get("routes")


def _route_ids(text: str) -> list[str]:
    """The ids of the routes in file order, or none if they cannot be read."""
    try:
        routes = tomllib.loads(text).get("routes", [])
        return [str(r.get("id") or "-".join((*r["ends"], r["terrain"]))) for r in routes]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []
