"""The agenda items that a ruleset can make, by whatever name a plugin uses."""

from __future__ import annotations

from typing import TypeVar

from elfen.declare import MOST_SEATS, Chance, Data, Decide, Do, Memo
from elfen.errors import RulesetError

T = TypeVar("T", Do, Decide, Chance)

#: The step that lies at the bottom of the agenda until the game ends.
NEXT_ROUND = "core/next-round"

#: A decision's data may be long, such as a whole auction so far.
_MOST_DECISIONS = 16_384


class Items:
    """Agenda items, one object for the same name, seat and data.

    `steps`, `decisions` and `chances` map every name that an entry answers to onto its own name:
    an entry that replaced another answers to that one's name too. `run` has all steps of a
    procedure at once.
    """

    def __init__(self) -> None:
        self.steps: dict[str, str] = {}
        self.decisions: dict[str, str] = {}
        self.chances: dict[str, str] = {}
        #: The data with which each decision must at least be asked: names and types.
        self.fields: dict[str, tuple[tuple[str, type], ...]] = {}
        #: Decisions, each with a class of borrowed actions that do not ask again there.
        self.lent: frozenset[tuple[str, type[object]]] = frozenset()
        #: What plugins have removed, by sort ("step", ...): each name with the plugin that did.
        self.gone: dict[str, dict[str, str]] = {}
        #: The steps of each procedure, the last one first.
        self.backwards: dict[str, tuple[str, ...]] = {}
        #: Draws into a seat zone.
        self.for_seats: set[str] = set()
        #: All draws: None if from the table, else whether source and target are the same seat zone.
        self.draws: dict[str, bool | None] = {}
        self.run: Memo[tuple[str, int | None, Data], tuple[Do, ...]] = Memo(self._run)
        self.do: Memo[tuple[str, int | None, Data], Do] = Memo(self._do)
        self.decide: Memo[tuple[str, int, Data], Decide] = Memo(self._decide, _MOST_DECISIONS)
        #: As `decide`, but only for decisions that are asked with the data they declare.
        self.ask: Memo[tuple[str, int, Data], Decide] = Memo(self._ask, _MOST_DECISIONS)
        self.chance: Memo[tuple[str, int | None, Data], Chance] = Memo(self._chance)

    def _do(self, key: tuple[str, int | None, Data]) -> Do:
        return Do(self._own(self.steps, key[0], "step"), *key[1:])

    def _run(self, key: tuple[str, int | None, Data]) -> tuple[Do, ...]:
        procedure, seat, data = key
        if procedure not in self.backwards:
            known = ", ".join(sorted(self.backwards))
            raise RulesetError(f"there is no procedure {procedure!r}; there are: {known}")
        return tuple([self.do[name, seat, data] for name in self.backwards[procedure]])

    def _decide(self, key: tuple[str, int, Data]) -> Decide:
        return Decide(self._own(self.decisions, key[0], "decision"), *key[1:])

    def _ask(self, key: tuple[str, int, Data]) -> Decide:
        item = self.decide[key]
        wrong = self.misfit(item)
        if wrong:
            raise RulesetError(wrong)
        return item

    def misfit(self, item: Decide) -> str:
        """What is wrong with a decision's data, as text; "" if nothing is."""
        fields = self.fields.get(item.name, ())
        if len(item.data) >= len(fields) and all(
            type(value) is wanted for value, (_, wanted) in zip(item.data, fields, strict=False)
        ):
            return ""
        wanted = ", ".join(f"{name}: {cls.__name__}" for name, cls in fields)
        return f"decision {item.name!r} is asked with {item.data}; its data is ({wanted})"

    def _chance(self, key: tuple[str, int | None, Data]) -> Chance:
        name = self._own(self.chances, key[0], "draw or roll")
        if name in self.for_seats and key[1] is None:
            raise RulesetError(f"{name} draws into a seat's zone; say for which seat")
        if name in self.draws:
            self._check_source(name, *key[1:])
        return Chance(name, *key[1:])

    def _check_source(self, name: str, seat: int | None, data: Data) -> None:
        """Check that a draw from a seat's zone, and only such a draw, names a source seat."""
        alike = self.draws[name]
        if alike is None:
            if len(data) > 1:
                raise RulesetError(f"{name} draws from the table; leave source= out")
            return
        if len(data) != 2 or type(data[1]) is not int or not 0 <= data[1] < MOST_SEATS:
            raise RulesetError(f"{name} draws from a seat's zone; say with source= from whose")
        if alike and data[1] == seat:
            raise RulesetError(
                f"{name} is to draw from a zone of seat {seat} into itself; name another seat as"
                " source="
            )

    def _own(self, names: dict[str, str], name: str, what: str) -> str:
        """The own name of an entry, by any name that it answers to."""
        if name in names:
            return names[name]
        taker = self.gone.get(what, {}).get(name)
        why = "" if taker is None else f": plugin {taker!r} removes it"
        raise RulesetError(
            f"there is no {what} {name!r}{why}; there are: {', '.join(sorted(names)) or 'none'}"
        )
