"""Part of the law of noninterference: what a seat is told of a step, and after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from attrs import frozen

from elfen.declare import Action, Chance, Decide, Drawn
from elfen.kernel import Dealer, State, Traced, totals
from elfen.testing.blaming.slow_motion import slowly
from elfen.testing.conservation import gone_wrong
from elfen.testing.differences import Raised, same, settled
from elfen.testing.facts import Move, facts, some, some_of_each_type, waits
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.at_rest import at_rest
from elfen.testing.secrecy.onlookers import Onlooker, Runs, chance_owner, event_owner, is_pure

#: So many answers to a question are tried, to see whether they show the same.
_ANSWERS = 12


@frozen(eq=False)
class Steps:
    """Steps from two states that an onlooker cannot tell apart."""

    onlooker: Onlooker
    one: State
    other: State
    numbers: random.Random

    def check(self, breadth: int | None) -> None:
        """Compare steps that look the same to the onlooker."""
        for move, twin in self.moves(breadth):
            self.step(move, twin)

    def moves(self, breadth: int | None) -> Iterator[tuple[Move, Move]]:
        """Moves in one state, each with one in the other that looks the same to the onlooker."""
        item = self.onlooker.rules.pending(self.one)
        if isinstance(item, Decide):
            return self.actions(item, breadth)
        if isinstance(item, Chance):
            return self.outcomes(item, breadth)
        return iter(())

    def actions(self, item: Decide, breadth: int | None) -> Iterator[tuple[Action, Action]]:
        """Actions with the same public form; one without a counterpart has to reveal something."""
        rules = self.onlooker.rules
        known = settled(lambda: rules.legal_actions(self.one))
        there = settled(lambda: rules.legal_actions(self.other))
        if isinstance(known, Raised) or isinstance(there, Raised):
            return
        if item.seat == self.onlooker.seat:
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
        """What the onlooker sees of an action."""
        return settled(lambda: self.onlooker.rules.sight.action(action, actor, self.onlooker.seat))

    def telling(self, action: Action, item: Decide) -> None:
        """An action that is not possible in the other state has to reveal something."""
        rules, onlooker = self.onlooker.rules, self.onlooker
        events = settled(lambda: onlooker.events(self.one, action))
        if isinstance(events, Raised) or any(onlooker.reveals(event) for event in events):
            return
        if str(action) not in map(str, rules.legal_actions(self.one)):
            return
        raise LawBroken(
            NONINTERFERENCE,
            f"seat {item.seat} may {str(action)!r} here, which {onlooker.who} sees as"
            f" {str(self.form(action, item.seat))!r} and so knows something of its secrets; let"
            " its public form say less, or show what it takes by an event",
            facts(rules).blame(action),
            runs=(lambda: rules.check(self.one, action), lambda: rules.check(self.other, action)),
        )

    def outcomes(self, item: Chance, breadth: int | None) -> Iterator[tuple[Move, Move]]:
        """Outcomes of which the onlooker sees the same."""
        rules, seat = self.onlooker.rules, self.onlooker.seat
        sight = rules.sight
        known = settled(lambda: [o for o, _ in rules.outcomes(self.one)])
        there = settled(lambda: [o for o, _ in rules.outcomes(self.other)])
        if isinstance(known, Raised) or isinstance(there, Raised):
            return
        forms: dict[object, list[Any]] = {}
        for outcome in there:
            forms.setdefault(sight.outcome(item, outcome, seat), []).append(outcome)
        for outcome in some(known, breadth, self.numbers):
            alike = forms.get(sight.outcome(item, outcome, seat))
            if alike:
                yield outcome, self.numbers.choice(alike)
        yield from self.whole_draw(item)

    def whole_draw(self, item: Chance) -> Iterator[tuple[Move, Move]]:
        """All pieces of a draw at once, after which the game goes on."""
        rules, seat = self.onlooker.rules, self.onlooker.seat
        dealer = Dealer.seeded(self.numbers.getrandbits(64))
        drawn = settled(lambda: [rules.sample(s, dealer)[0] for s in (self.one, self.other)])
        if isinstance(drawn, Raised) or not isinstance(drawn[0], Drawn):
            return
        known, there = drawn
        seen = rules.sight.outcome(item, known, seat)
        if rules.sight.outcome(item, there, seat) == seen:
            yield known, there
        elif rules.check(self.other, known) is None:
            yield known, known

    def step(self, move: Move, twin: Move) -> None:
        """The onlooker sees the same of two moves, and of the states after them."""
        rules = self.onlooker.rules
        one = settled(lambda: rules.trace(self.one, move))
        two = settled(lambda: rules.trace(self.other, twin))
        if isinstance(one, Raised):
            return
        at = f" after {move} at {waits(rules, self.one)}"
        blame = facts(rules).blame(move) or chance_owner(rules, rules.pending(self.one))
        if isinstance(two, Raised):
            if is_pure(lambda: rules.trace(self.one, move).state):
                runs = (
                    lambda: rules.trace(self.one, move).events,
                    lambda: rules.trace(self.other, twin).events,
                )
                what = f"whether something fails{at}"
                raise self.onlooker.broken(what, "nothing", two, blame, runs)
            return
        try:
            if self.hear(at, blame, move, twin, one, two):
                self.at_rest_after(one.state, two.state, move, twin, at)
        except LawBroken:
            self.conserved(self.one, move, one.state)
            self.conserved(self.other, twin, two.state)
            raise

    def conserved(self, state: State, move: Move, after: State) -> None:
        """No piece is lost or made by a move; what is seen of that is the fault of nobody else."""
        rules = self.onlooker.rules
        if totals(rules, after) != totals(rules, state):
            broken = gone_wrong(rules, state, move, after)
            if broken is not None:
                raise broken

    def hear(
        self, at: str, blame: str | None, move: Move, twin: Move, one: Traced, two: Traced
    ) -> bool:
        """Compare events; False if one of them reveals so much that the states may part."""
        onlooker = self.onlooker
        rules, seat = onlooker.rules, onlooker.seat
        known, there = (rules.sight.events(step.events, seat) for step in (one, two))
        for event, other in zip_longest(known, there):
            told, heard = onlooker.told(event), onlooker.told(other)
            if event == other and told == heard:
                continue
            if onlooker.reveals(event) or onlooker.reveals(other):
                self.asks_as_well(at, move, twin, (event, one.state), (other, two.state))
                return False
            if is_pure(lambda: onlooker.events(self.one, move)):
                where = event_owner(rules, event if event is not None else other) or blame
                runs: Runs = (
                    lambda: onlooker.events(self.one, move),
                    lambda: onlooker.events(self.other, twin),
                )
                raise onlooker.broken(f"an event{at}", told, heard, where, runs)
            return False
        return True

    def asks_as_well(
        self, at: str, move: Move, twin: Move, one: tuple[object, State], two: tuple[object, State]
    ) -> None:
        """What is shown at once is what no seat is asked about in the other state.

        If it is, then whoever is not asked has nothing else to show, and that is told with it.
        """
        onlooker, rules = self.onlooker, self.onlooker.rules
        for (event, here), (_, there) in ((one, two), (two, one)):
            item, now = rules.pending(there), rules.pending(here)
            if not onlooker.reveals(event) or not isinstance(item, Decide):
                continue
            if isinstance(now, Decide) and (now.name, now.seat) == (item.name, item.seat):
                continue
            for action in some(rules.legal_actions(there), _ANSWERS, self.numbers):
                shown = settled(lambda: onlooker.events(there, action))  # noqa: B023
                if not isinstance(shown, Raised) and event in shown:
                    known, heard = onlooker.told(event)[0], f"that seat {item.seat} is asked"
                    what = f"whether {item.name!r} is asked{at}"
                    runs: Runs = (
                        lambda: rules.trace(self.one, move).events,
                        lambda: rules.trace(self.other, twin).events,
                    )
                    raise onlooker.broken(what, known, heard, None, runs)

    def at_rest_after(self, one: State, two: State, move: Move, twin: Move, at: str) -> None:
        """Compare the states after a move, unless repeating the move gives another state."""
        rules, observed = self.onlooker.rules, self.onlooker.observed
        try:
            at_rest(self.onlooker, one, two, at)
        except LawBroken as broken:
            if is_pure(lambda: rules.advance(self.one, move)):
                where = settled(lambda: self.culprit(move, twin))
                blame = where if isinstance(where, str) else facts(rules).blame(move)
                runs = (
                    lambda: observed(rules.trace(self.one, move).state),
                    lambda: observed(rules.trace(self.other, twin).state),
                )
                where = broken.where or blame
                raise LawBroken(broken.law, broken.message, where, runs=runs) from broken

    def culprit(self, move: Move, twin: Move) -> str | None:
        """The action or step after which the states first look different to the onlooker."""
        rules, observed = self.onlooker.rules, self.onlooker.observed
        for (name, one), (_, two) in zip(
            slowly(rules, self.one, move), slowly(rules, self.other, twin), strict=False
        ):
            if not same(observed(one.freeze()), observed(two.freeze())):
                return name
        return None
