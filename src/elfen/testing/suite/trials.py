"""What is tried, and how much: a trial is one thing to try at a table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from zlib import crc32

from attrs import field, frozen

from elfen.game import Ruleset, compile_recipe
from elfen.testing.corners import Reached
from elfen.testing.suite.tables import Table


@frozen
class Effort:
    """How much is tried: `budget` multiplies the usual amount; other seeds try other things."""

    budget: int = 1
    seed: int = 0

    def numbers(self, *what: object) -> Random:
        """Random numbers that are the same each time, for a purpose."""
        return Random(crc32(repr((self.seed, *map(str, what))).encode()))


#: The usual amount.
USUAL = Effort()


@frozen
class Trial:
    """One thing to try: `run` raises `LawBroken`, or whatever else goes wrong."""

    what: str
    table: Table
    _run: Callable[[Table, Reached], None] = field(repr=False)

    def run(self, reached: Reached) -> None:
        """Try it, and note what it reaches."""
        self._run(self.table, reached)

    def __str__(self) -> str:
        return f"{self.table}: {self.what}"


def compiled(table: Table, reached: Reached) -> Ruleset:
    """The rules of a table, compiled once more while it is watched."""
    recipe = table.rules.recipe
    with reached.lines.watching():
        return compile_recipe(recipe)
