"""The towns' values in gold: as printed, from the board file, or dealt at random (G14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import compress
from types import MappingProxyType
from typing import Any

from elfen.plugin import (
    PUBLIC,
    Chance,
    Position,
    Roll,
    Ruleset,
    RulesetError,
    SetupStep,
    Slot,
    Table,
    UpTo,
    Within,
    Words,
    frozen,
    shown,
)
from elfen_gold.names import VALUES_SETUP
from elfen_gold.pieces import COINS_OF_THE_BANK, DATA

#: The values in gold of the towns on the printed board, by id, without the capital.
TOWN_VALUES: Mapping[str, int] = MappingProxyType(DATA.values)


@frozen
class Values:
    """The towns' values by town number, as far as they are settled; 0 for none."""

    by_town: tuple[int, ...] = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    """The gold that each town is worth."""
    found = zip(words.board.towns, fields["by_town"], strict=False)
    return ", ".join(f"{town.name} {value}" for town, value in found if value)


VALUES = Slot(
    "gold/values",
    Values,
    start=lambda players: Values(()),
    text=told,
    label="gold of the towns",
    bounds=lambda rules, players: {
        "by_town": UpTo(len(rules.board.towns), Within(0, COINS_OF_THE_BANK))
    },
)

_DEAL = "gold/deal-value"


def printed_values(rules: Ruleset) -> tuple[int | None, ...]:
    """The value of each town, by town number: from the board file, else as printed (None: none).

    The file has them under `extra.gold`. Towns with town pieces have a value, and so has a start
    without any (G9). The capital needs no value. Raises `RulesetError` if any other value is
    missing, or a value is invalid. With the option `random_gold_values` they are dealt anew, and
    the slot `VALUES` has the result.
    """
    board, lie = rules.board, rules.piece_towns
    where = f"board {board.name!r}: extra.gold"
    own = board.extra.get("gold", {})
    values = own.get("values", DATA.values) if isinstance(own, dict) else None
    if not isinstance(values, dict) or set(own) - {"values"}:
        raise RulesetError(f"{where} has to be a table with nothing but values = {{ town = gold }}")
    for town, value in values.items():
        if values is not DATA.values and town not in board.town_number:
            raise RulesetError(f"{where}.values: there is no town {town!r}")
        if type(value) is not int or not 0 <= value <= 99:
            raise RulesetError(f"{where}.values: {town} is worth {value!r}, not 0 to 99")
    paying = {town.id for n, town in enumerate(board.towns) if lie >> n & 1}
    paying |= {*rules.towns.start} - {board.capital}
    missing = sorted(paying - {*values, board.capital})
    if missing:
        raise RulesetError(
            f"{where}.values does not say what these towns are worth in gold: {', '.join(missing)}"
        )
    return tuple(values.get(town.id) if town.id in paying else None for town in board.towns)


class Valuing:
    """How the towns get their values."""

    def __init__(self, rules: Ruleset) -> None:
        self.random: bool = rules.option("gold.random_gold_values")
        values = printed_values(rules)
        self.values = tuple(value or 0 for value in values)
        self.ids = tuple(town.id for town in rules.board.towns)
        #: By town number, whether it has a value.
        self.paying = tuple(value is not None for value in values)

    def setup(self) -> SetupStep:
        """The first step of the set-up."""
        return SetupStep(VALUES_SETUP, self.lay, text="what the towns are worth in gold")

    def rolls(self) -> list[Roll]:
        """The roll of a town's value, if values are random."""
        if not self.random:
            return []
        return [
            Roll(
                _DEAL,
                self.left,
                self.dealt,
                visibility=PUBLIC,
                text="what a town is worth",
                domain=lambda rules, players: sorted({str(n) for n in self.values}),
            ),
        ]

    def lay(self, table: Table) -> None:
        """Set all values at once, or deal them to one town after another if they are random."""
        if self.random:
            self.go_on(table, ())
        else:
            table.set(VALUES, Values(self.values))

    def go_on(self, table: Table, known: tuple[int, ...]) -> None:
        """Deal a value to the next town that needs one, if any is left."""
        while len(known) < len(self.paying) and not self.paying[len(known)]:
            known = (*known, 0)
        table.set(VALUES, Values(known))
        if len(known) < len(self.values):
            table.roll(_DEAL)

    def left(self, position: Position, item: Chance) -> dict[str, int]:
        """The values that no town has yet, each with its number."""
        known = position.ext[VALUES].by_town
        all_of_them = Counter(compress(self.values, self.paying))
        all_of_them.subtract(compress(known, self.paying))
        return {str(value): n for value, n in sorted(all_of_them.items()) if n}

    def wrong(self, position: Position) -> Iterator[str]:
        """Values that towns cannot have, or not yet, or that they lack."""
        known = position.ext[VALUES].by_town
        if self.random:
            dealt = Counter(compress(known, self.paying))
            too_many = dealt - Counter(compress(self.values, self.paying))
            others = any(n for n, pays in zip(known, self.paying, strict=False) if not pays)
            if too_many or others or len(known) > len(self.values):
                yield "towns are worth what was not dealt"
        elif known not in ((), self.values):
            yield "towns are not worth what the board says"
        due = {getattr(item, "name", "") for item in position.agenda}
        if _DEAL in due and self.paying[len(known) : len(known) + 1] == (False,):
            yield f"a value is dealt to {self.ids[len(known)]}, which has none"
        if len(known) < len(self.values) and due.isdisjoint((VALUES_SETUP, _DEAL)):
            yield f"{len(known)} towns have a value or none, not all {len(self.values)}"

    def dealt(self, table: Table, item: Chance, face: str) -> None:
        """The next town gets this value."""
        self.go_on(table, (*table.ext[VALUES].by_town, int(face)))
