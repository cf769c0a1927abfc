"""An onlooker: one seat, or the public, and what it is told of states and steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import frozen

from elfen.declare import CORE, OWNER, PUBLIC, Chance, Draw, SeatZone, Visibility
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.differences import Raised, difference, same, settled
from elfen.testing.facts import Move
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.text import Words, plain
from elfen.views import observe

T = TypeVar("T")

#: How a failure is shown again: calls whose answers should be the same.
Runs = tuple[Callable[[], object], ...]


@frozen(eq=False)
class Onlooker:
    """A seat (None: the public) under one ruleset, which is told only what it may know."""

    rules: Ruleset
    seat: int | None

    @property
    def who(self) -> str:
        """Who this is, as text."""
        return "the public" if self.seat is None else f"seat {self.seat}"

    def observed(self, state: State) -> dict[str, object]:
        """What it sees, part by part; slots also as plain data, in case equality is lax."""
        seen = observe(self.rules, state, self.seat)
        return {**seen.parts(), "slots": (seen.slots, plain(seen.slots))}

    def texts(self, state: State) -> tuple[str, ...]:
        """What it sees, as texts and JSON."""
        seen = observe(self.rules, state, self.seat)
        return repr(seen), str(seen), seen.to_json()

    def events(self, state: State, move: Move) -> tuple[object, ...]:
        """The events of a move as it sees them."""
        return self.rules.sight.events(self.rules.trace(state, move).events, self.seat)

    def reveals(self, event: object) -> bool:
        """Whether an event that it has seen reveals a secret on purpose."""
        return event is not None and self.rules.sight.reveals(event, self.seat)

    def told(self, event: object) -> tuple[str, str]:
        """An event in full, and in words."""
        return (repr(event), Words(self.rules).event(event)) if event is not None else NOTHING

    def alike(
        self,
        what: str,
        ask: Callable[[State], T],
        one: State,
        other: State,
        blame: str | None = None,
    ) -> T | Raised:
        """The answer of one state, which has to be that of the other too, to the letter."""
        known, there = settled(lambda: ask(one)), settled(lambda: ask(other))
        if not (same(known, there) or isinstance(known, Raised)) and is_pure(lambda: ask(one)):
            runs = (lambda: ask(one), lambda: ask(other))
            raise self.broken(what, known, there, blame, runs)
        return known

    def broken(
        self, what: str, known: object, there: object, blame: str | None, runs: Runs
    ) -> LawBroken:
        """The error that says what it learns."""
        first, second = difference(known, there)
        return LawBroken(
            NONINTERFERENCE,
            f"{what} depends on what {self.who} cannot know: {first} or {second}",
            blame,
            runs=runs,
        )


#: What is told when nothing happens.
NOTHING = ("nothing", "")


def is_pure(ask: Callable[[], object]) -> bool:
    """Whether asking again gives the same answer; if not, another law is broken."""
    return same(settled(ask), settled(ask))


def event_owner(rules: Ruleset, event: object) -> str | None:
    """The type and plugin of an event, as text; None for the core's."""
    for owned in rules.event_types:
        if owned.entry.type is type(event) and owned.plugin != CORE:
            return f"event {owned.entry.name!r}, plugin {owned.plugin!r}"
    return None


def chance_owner(rules: Ruleset, item: object) -> str | None:
    """The plugin of a draw or roll that is due, as text; None for anything else."""
    name = getattr(item, "name", None)
    return next((f"plugin {c.plugin!r}" for c in rules.chances if c.entry.name == name), None)


def chance_of(rules: Ruleset, item: Any) -> Any:
    """The declared draw or roll of an agenda item."""
    return next(owned.entry for owned in rules.chances if owned.entry.name == item.name)


def sees(rules: Ruleset, item: Chance, seat: int | None) -> bool:
    """Whether a seat may know an outcome, by the declared visibility of zones and rolls."""
    entry = chance_of(rules, item)
    if not isinstance(entry, Draw):
        return _shows(entry.visibility, item.seat, seat)
    ends = ((entry.source, item.source), (entry.target, item.seat))
    return any(
        _shows(rules.visibility[zone.name], whose if isinstance(zone, SeatZone) else None, seat)
        for zone, whose in ends
    )


def _shows(visibility: Visibility, owner: int | None, seat: int | None) -> bool:
    return visibility is PUBLIC or (visibility is OWNER and seat is not None and owner == seat)
