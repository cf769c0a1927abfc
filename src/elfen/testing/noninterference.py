"""The law of noninterference: what a seat may not know never affects what it is told.

Take a state, a seat (or the public), and another world: a state in which everything hidden
from that seat is drawn anew. The seat cannot tell the two apart, so

- *at rest* it gets the same from both, to the last byte: its observation (as text, as repr,
  as JSON), what the game waits for and from whom, and, where the seat decides, the list
  of its actions and every reason why something is not allowed;
- *in a step* that looks the same to the seat in both worlds (an action with the same public
  form, an outcome of which it sees the same), it sees the same events, in the same words,
  and gets the same from the states after it.

Rules may reveal secrets, but must do it openly: by an event, seen by the seat, that moves
pieces from a zone that it cannot see into to where it can see them (a hand is laid open, a
secret counter is placed), or by one that is declared to reveal something. After such an event
the two worlds may differ; the states after it are tested separately. An action that is possible
in one world only rules out the other world when it is taken, so it needs such an event too; an
action whose payment everyone sees has one.

Only values are compared. A program in the same process that looks into the private parts
of a ruleset can find out more; give JSON to players that you do not trust.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, TypeVar

from attrs import fields, frozen

from elfen.declare import CORE, Action, Chance, Decide, Drawn, Roll
from elfen.game import Ruleset
from elfen.kernel import Dealer, State, Traced
from elfen.testing.differences import Raised, difference, same, settled
from elfen.testing.facts import Move, chooser, facts, some, some_of_each_type, waits
from elfen.testing.illegal_moves import mutants
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.slow_motion import slowly
from elfen.testing.worlds import another
from elfen.text import Words, plain
from elfen.views import Observation, observe

T = TypeVar("T")


def noninterference(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Nobody learns from this state, or from a step on, what they may not know.

    `breadth` bounds how many moves are tried in each world; the observers are then the deciding
    seat and two others, one of which may be the public (None: all moves, all seats and the
    public). See this module's docstring for what is compared. Raises `LawBroken`.
    """
    if not state.agenda or rules.validate(state):
        return
    numbers = chooser(state)
    for seat in _watchers(rules, state, breadth, numbers):
        world = another(rules, state, seat, numbers)
        if world != state:
            _Pair(rules, seat, state, world, numbers).check(breadth)


def public_forms(rules: Ruleset) -> None:
    """Every action has a public form, whose notation parses to it. Raises `LawBroken`."""
    notation = rules.notation
    for action in facts(rules).domain:
        form = settled(lambda: rules.sight.action(action, 0, None))  # noqa: B023
        parsed = settled(lambda: notation.seen(str(form)))  # noqa: B023
        if not isinstance(form, Action) or parsed != form:
            raise LawBroken(
                NONINTERFERENCE,
                f"the public form of {str(action)!r} is {form!r}, whose notation means {parsed!r};"
                " it has to be a frozen Action with a notation of its own",
                facts(rules).blame(action),
            )


def _watchers(
    rules: Ruleset, state: State, breadth: int | None, numbers: random.Random
) -> list[int | None]:
    decider = getattr(rules.pending(state), "seat", None)
    others = [seat for seat in (None, *range(state.players)) if seat != decider]
    return [decider, *some(others, None if breadth is None else 2, numbers)]


@frozen(eq=False)
class _Pair:
    """A state and another world that a seat cannot tell from it."""

    rules: Ruleset
    seat: int | None
    state: State
    world: State
    numbers: random.Random

    def check(self, breadth: int | None) -> None:
        """Compare both at rest, and then steps on from both."""
        self.at_rest(self.state, self.world)
        self.asked(breadth)
        for move, other in self.moves(breadth):
            self.step(move, other)

    @property
    def who(self) -> str:
        """Who cannot tell the worlds apart."""
        return "the public" if self.seat is None else f"seat {self.seat}"

    # At rest ---------------------------------------------------------------------------

    def at_rest(self, one: State, other: State, after: str = "", blame: str | None = None) -> None:
        """The seat observes the same in two states, and may do the same if it decides."""
        rules, seat = self.rules, self.seat
        known, there = (settled(lambda: _observed(rules, s, seat)) for s in (one, other))  # noqa: B023
        if isinstance(known, dict):
            for name, part in known.items():
                twin = there[name] if isinstance(there, dict) else there
                if not same(part, twin) and self.is_pure(lambda: _observed(rules, one, seat)):
                    what = f"what {self.who} sees of the {name}{after}"
                    raise self.broken(what, part, twin, blame)
        item = rules.pending(one)
        if isinstance(item, Decide) and item.seat == seat:
            what = f"the list at {waits(rules, one)}{after}"
            self.alike(what, rules.legal_actions, one, other, blame)

    def asked(self, breadth: int | None) -> None:
        """Compare the texts, the reasons and the faces of a die in both worlds."""
        rules, seat, one, other = self.rules, self.seat, self.state, self.world
        written = self.alike(
            f"what {self.who} reads", lambda state: _texts(rules, state, seat), one, other
        )
        if isinstance(written, Raised):
            raise LawBroken(
                NONINTERFERENCE, f"{self.who} cannot be told what it may know: {written.error}"
            )
        item = rules.pending(one)
        if isinstance(item, Decide) and item.seat == seat:
            for action in self.questions(one, breadth):
                self.alike(
                    f"the answer to {action} at {waits(rules, one)}",
                    lambda state: rules.check(state, action),  # noqa: B023
                    one,
                    other,
                    facts(rules).blame(action),
                )
        if isinstance(item, Chance) and isinstance(_chance(rules, item), Roll):
            self.alike(f"the faces of {item.name}", rules.outcomes, one, other, _owner(rules, item))

    def questions(self, state: State, breadth: int | None) -> Iterator[Action]:
        """Actions that the seat may ask about, legal or not."""
        rules, numbers = self.rules, self.numbers
        listed = some_of_each_type(rules.legal_actions(state), breadth, numbers)
        for actions in (listed, *facts(rules).domain_by_type.values()):
            yield from some(actions, breadth, numbers)
        for action in listed:
            yield from some([*mutants(rules, action, numbers)], breadth, numbers)

    # In a step -------------------------------------------------------------------------

    def moves(self, breadth: int | None) -> Iterator[tuple[Move, Move]]:
        """Moves in one world, each with one in the other that looks the same to the seat."""
        item = self.rules.pending(self.state)
        if isinstance(item, Decide):
            return self.actions(item, breadth)
        if isinstance(item, Chance):
            return self.outcomes(item, breadth)
        return iter(())

    def actions(self, item: Decide, breadth: int | None) -> Iterator[tuple[Action, Action]]:
        """Actions with the same public form; one without a counterpart has to reveal something."""
        rules = self.rules
        known = settled(lambda: rules.legal_actions(self.state))
        there = settled(lambda: rules.legal_actions(self.world))
        if isinstance(known, Raised) or isinstance(there, Raised):
            return
        if item.seat == self.seat:
            for action in some_of_each_type(known, breadth, self.numbers):
                yield action, action
            return
        forms: dict[object, list[Action]] = {}
        for action in there:
            forms.setdefault(self.form(action, item.seat), []).append(action)
        for action in some_of_each_type(known, breadth, self.numbers):
            alike = forms.get(self.form(action, item.seat))
            if alike:
                yield action, self.numbers.choice(alike)
            else:
                self.telling(action, item)

    def form(self, action: Action, actor: int) -> object:
        """What the seat sees of an action."""
        return settled(lambda: self.rules.sight.action(action, actor, self.seat))

    def telling(self, action: Action, item: Decide) -> None:
        """An action that is not possible in the other world has to reveal something."""
        rules = self.rules
        events = settled(lambda: self.events(self.state, action))
        if isinstance(events, Raised) or any(self.reveals(event) for event in events):
            return
        if str(action) not in map(str, rules.legal_actions(self.state)):
            return
        raise LawBroken(
            NONINTERFERENCE,
            f"seat {item.seat} may {str(action)!r} here, which {self.who} sees as"
            f" {str(self.form(action, item.seat))!r} and so knows something of its secrets; let"
            " its public form say less, or show what it takes by an event",
            facts(rules).blame(action),
        )

    def outcomes(self, item: Chance, breadth: int | None) -> Iterator[tuple[Move, Move]]:
        """Outcomes of which the seat sees the same."""
        rules, sight = self.rules, self.rules.sight
        known = settled(lambda: [o for o, _ in rules.outcomes(self.state)])
        there = settled(lambda: [o for o, _ in rules.outcomes(self.world)])
        if isinstance(known, Raised) or isinstance(there, Raised):
            return
        forms: dict[object, list[Any]] = {}
        for outcome in there:
            forms.setdefault(sight.outcome(item, outcome, self.seat), []).append(outcome)
        for outcome in some(known, breadth, self.numbers):
            alike = forms.get(sight.outcome(item, outcome, self.seat))
            if alike:
                yield outcome, self.numbers.choice(alike)
        yield from self.whole_draw(item)

    def whole_draw(self, item: Chance) -> Iterator[tuple[Move, Move]]:
        """All pieces of a draw at once, after which the game goes on."""
        rules, sight = self.rules, self.rules.sight
        dealer = Dealer.seeded(self.numbers.getrandbits(64))
        drawn = settled(lambda: [rules.sample(s, dealer)[0] for s in (self.state, self.world)])
        if isinstance(drawn, Raised) or not isinstance(drawn[0], Drawn):
            return
        known, there = drawn
        seen = sight.outcome(item, known, self.seat)
        if sight.outcome(item, there, self.seat) == seen:
            yield known, there
        elif rules.check(self.world, known) is None:
            yield known, known

    def step(self, move: Move, other: Move) -> None:
        """The seat sees the same of two moves, and of the states after them."""
        rules = self.rules
        one = settled(lambda: rules.trace(self.state, move))
        two = settled(lambda: rules.trace(self.world, other))
        if isinstance(one, Raised):
            return
        at = f" after {move} at {waits(rules, self.state)}"
        blame = facts(rules).blame(move) or _owner(rules, rules.pending(self.state))
        if isinstance(two, Raised):
            if self.is_pure(lambda: rules.trace(self.state, move).state):
                raise self.broken(f"whether something fails{at}", "nothing", two, blame)
            return
        if self.hear(at, blame, move, one, two):
            self.at_rest_after(one.state, two.state, move, other, at)

    def hear(self, at: str, blame: str | None, move: Move, one: Traced, two: Traced) -> bool:
        """Compare events; False if one of them reveals so much that the worlds may part."""
        words = Words(self.rules)
        known, there = (self.rules.sight.events(step.events, self.seat) for step in (one, two))
        for event, twin in zip_longest(known, there):
            told, heard = _told(words, event), _told(words, twin)
            if event == twin and told == heard:
                continue
            if self.reveals(event) or self.reveals(twin):
                return False
            if self.is_pure(lambda: self.events(self.state, move)):
                where = self.declared(event if event is not None else twin) or blame
                raise self.broken(f"an event{at}", told, heard, where)
            return False
        return True

    def declared(self, event: object) -> str | None:
        """The type and plugin of an event, as text; None for the core's."""
        for owned in self.rules.event_types:
            if owned.entry.type is type(event) and owned.plugin != CORE:
                return f"event {owned.entry.name!r}, plugin {owned.plugin!r}"
        return None

    def at_rest_after(self, one: State, two: State, move: Move, other: Move, at: str) -> None:
        """Compare the states after a move, unless repeating the move gives another state."""
        try:
            self.at_rest(one, two, at)
        except LawBroken as broken:
            if self.is_pure(lambda: self.rules.advance(self.state, move)):
                where = settled(lambda: self.culprit(move, other))
                blame = where if isinstance(where, str) else facts(self.rules).blame(move)
                where = broken.where or blame
                raise LawBroken(broken.law, broken.message, where, runs=broken.runs) from broken

    def culprit(self, move: Move, other: Move) -> str | None:
        """The action or step after which the two worlds first look different to the seat."""
        rules, seat = self.rules, self.seat
        for (name, one), (_, two) in zip(
            slowly(rules, self.state, move), slowly(rules, self.world, other), strict=False
        ):
            known, there = (_observed(rules, table.freeze(), seat) for table in (one, two))
            if not same(known, there):
                return name
        return None

    def events(self, state: State, move: Move) -> tuple[object, ...]:
        """The events of a move as the seat sees them."""
        return self.rules.sight.events(self.rules.trace(state, move).events, self.seat)

    def reveals(self, event: object) -> bool:
        """Whether an event that the seat has seen reveals a secret on purpose."""
        return event is not None and self.rules.sight.reveals(event, self.seat)

    # Comparing -------------------------------------------------------------------------

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
        if not (same(known, there) or isinstance(known, Raised)) and self.is_pure(lambda: ask(one)):
            raise self.broken(what, known, there, blame)
        return known

    def is_pure(self, ask: Callable[[], object]) -> bool:
        """Whether asking again gives the same answer; if not, another law is broken."""
        return same(settled(ask), settled(ask))

    def broken(self, what: str, known: object, there: object, blame: str | None) -> LawBroken:
        """The error that says what the seat learns."""
        first, second = difference(known, there)
        return LawBroken(
            NONINTERFERENCE,
            f"{what} depends on what {self.who} cannot know: {first} or {second}",
            blame,
        )


def _observed(rules: Ruleset, state: State, seat: int | None) -> dict[str, object]:
    """What a seat observes, part by part; slots also as plain data, in case equality is lax."""
    seen = observe(rules, state, seat)
    parts = {one.name: getattr(seen, one.name) for one in fields(Observation) if one.eq}
    return {**parts, "slots": (seen.slots, plain(seen.slots))}


def _texts(rules: Ruleset, state: State, seat: int | None) -> tuple[str, ...]:
    seen = observe(rules, state, seat)
    return repr(seen), str(seen), seen.to_json()


def _told(words: Words, event: object) -> tuple[str, str]:
    return (repr(event), words.event(event)) if event is not None else ("nothing", "")


def _chance(rules: Ruleset, item: Chance) -> object:
    return next(owned.entry for owned in rules.chances if owned.entry.name == item.name)


def _owner(rules: Ruleset, item: object) -> str | None:
    name = getattr(item, "name", None)
    return next((f"plugin {c.plugin!r}" for c in rules.chances if c.entry.name == name), None)
