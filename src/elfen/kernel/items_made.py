"""The agenda items that a ruleset can make, by whatever name a plugin uses."""

from __future__ import annotations

from typing import TypeVar

from elfen.declare import MOST_SEATS, Chance, Data, Decide, Do, Memo
from elfen.errors import RulesetError

T = TypeVar("T", Do, Decide, Chance)

#: A decision may tell much in its data, such as all of an auction so far.
_MOST_DECISIONS = 1 << 14


class Items:
    """One item for equal name, seat and data.

    `steps`, `decisions` and `chances` give, for every name that one answers to, its own: an
    entry that took another's place answers to that one's name too. `run` has all steps of a
    procedure at once.
    """

    def __init__(self) -> None:
        self.steps: dict[str, str] = {}
        self.decisions: dict[str, str] = {}
        self.chances: dict[str, str] = {}
        #: The data that each decision is asked with at least: names and types.
        self.fields: dict[str, tuple[tuple[str, type], ...]] = {}
        #: Decisions, with classes of actions that do not ask on there.
        self.lent: frozenset[tuple[str, type[object]]] = frozenset()
        #: What plugins have removed, by what it was: each name with who has done so.
        self.gone: dict[str, dict[str, str]] = {}
        #: The steps of each procedure, the last one first.
        self.backwards: dict[str, tuple[str, ...]] = {}
        #: Draws into a zone of a seat's.
        self.for_seats: set[str] = set()
        #: All draws: None if from the table; else whether from one seat's zone to another's alike.
        self.draws: dict[str, bool | None] = {}
        self.run: Memo[tuple[str, int | None, Data], tuple[Do, ...]] = Memo(self._run)
        self.do: Memo[tuple[str, int | None, Data], Do] = Memo(self._do)
        self.decide: Memo[tuple[str, int, Data], Decide] = Memo(self._decide, _MOST_DECISIONS)
        #: What `decide` has, of decisions that are asked with the data they declare.
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
        """What is wrong with the data that a decision is asked with, in words; "" if nothing is."""
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
        """A draw from a seat's zone says whose, which is no other draw's to say."""
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
        """The name of its own of what answers to a name."""
        if name in names:
            return names[name]
        taker = self.gone.get(what, {}).get(name)
        why = "" if taker is None else f": plugin {taker!r} removes it"
        raise RulesetError(
            f"there is no {what} {name!r}{why}; there are: {', '.join(sorted(names)) or 'none'}"
        )
