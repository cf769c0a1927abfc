"""Part of the law of agreement: drawing an action is the same as choosing one from the list.

What a `Lottery` declares is compared with the list exactly: each legal action has one ticket, and
there is no other. What remains is how the kernel draws among the types of a decision. That is found
by sampling: after each sample a bet is settled as in the law of sampling, so that a fair sampler is
accused in at most one ruleset of 1 / `RISK`. Types are told apart, and the halves of their lists.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import log
from operator import eq
from typing import Any
from weakref import WeakKeyDictionary

from elfen.declare import Action, Decide, Lottery
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Given, Handed, Watched
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import calling, facts, waits
from elfen.testing.frequencies import RISK, sampled_fairly
from elfen.testing.law_broken import AGREEMENT, PURITY, LawBroken

#: How many actions are drawn at every decision, to see that they are legal.
_DRAWN = 3

#: How many sets of open types are looked at for each decision.
_SHAPES = 2

_FOUND_FINE: WeakKeyDictionary[Ruleset, dict[str, set[frozenset[str]]]] = WeakKeyDictionary()


def drawn_as_listed(rules: Ruleset, state: State, moves: Sequence[Any]) -> None:
    """Lotteries have a ticket for each listed action, and all actions are drawn equally often.

    How often they are drawn is looked at once for each decision of a ruleset, and once more where
    other types are open. Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        _nobody_draws(rules, state)
        return
    branch = _branch(rules, state, moves)
    for owned in rules.answers[item.name]:
        if isinstance(owned.entry.legal, Lottery):
            given, elsewhere = (
                one if owned.entry.bare else rules.position(one) for one in (state, branch)
            )
            _one_ticket_each(rules, state, owned.entry.legal, given, elsewhere)
    numbers = random.Random(len(moves))
    for _ in range(_DRAWN):
        _legal(rules, state, _drawn(rules, state, numbers), moves)
        _by_its_numbers(rules, state, _Always(numbers.random()), moves)
    places = _halves(moves)
    shape = frozenset(places.values())
    fine = _FOUND_FINE.setdefault(rules, {}).setdefault(item.name, set())
    if len(shape) > 1 and len(fine) < _SHAPES and shape not in fine:
        _equally_often(rules, state, moves, places)
        fine.add(shape)


def _branch(rules: Ruleset, state: State, moves: Sequence[Any]) -> State:
    """A state at which the same decision is due, after the first or the last of the moves; this one
    if there is none.
    """
    name = state.agenda[-1].name
    for move in (*moves[:1], *moves[-1:]):
        after = settled(lambda: rules.advance(state, move))  # noqa: B023
        if not isinstance(after, Raised) and getattr(rules.pending(after), "name", "") == name:
            return after
    return state


def tickets_of(lottery: Lottery[Any], given: Any, seat: int) -> Iterator[Action | None]:
    """The action of every ticket; None for blanks."""
    held = lottery.hold(given, seat)
    for ticket in range(held[0]):
        yield lottery.draw(held, ticket)


def _one_ticket_each(
    rules: Ruleset, state: State, lottery: Lottery[Any], given: Any, elsewhere: Any
) -> None:
    """The tickets are those of the list, although it was asked `elsewhere` just before."""
    seat = given.agenda[-1].seat
    held = partial(lottery.hold, given, seat)

    def given_out() -> list[Action]:
        return [action for action in tickets_of(lottery, given, seat) if action is not None]

    def drawn() -> list[Action]:
        lottery.legal(elsewhere, elsewhere.agenda[-1].seat)
        return given_out()

    tickets = Counter(drawn())
    listed: Counter[Action] = Counter(lottery.legal(given, seat))
    for action in {**tickets, **listed}:
        if listed[action] != tickets[action]:
            raise LawBroken(
                AGREEMENT,
                f"{action} has {tickets[action]} tickets at {waits(rules, state)}, and is listed"
                f" {listed[action]} times",
                facts(rules).blame(action),
                runs=(
                    drawn,
                    lambda: [*lottery.legal(given, seat)],
                    Given(partial(eq, action), given_out),
                    Given(partial(eq, held()), held),
                ),
            )


class _Always(random.Random):
    """Gives one number again and again: if its ticket is a blank, all are."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self._number = number

    def random(self) -> float:
        return self._number


def _by_its_numbers(
    rules: Ruleset, state: State, numbers: random.Random, moves: Sequence[Any]
) -> None:
    """What is drawn is legal, and rests on the numbers that are given, not on any others."""
    before = random.getstate()
    _legal(rules, state, _drawn(rules, state, numbers), moves)
    if random.getstate() != before:
        draw = partial(rules.sample_action, state, numbers)
        raise LawBroken(
            PURITY,
            f"drawing an action at {waits(rules, state)} uses Python's global random generator, not"
            " the numbers that are given",
            runs=(Watched.since(random.getstate, draw),),
        )


def _nobody_draws(rules: Ruleset, state: State) -> None:
    action = _drawn(rules, state, random.Random(0))
    if action is not None:
        raise LawBroken(
            AGREEMENT, f"{action} is drawn at {waits(rules, state)}, where nobody decides"
        )


def _drawn(rules: Ruleset, state: State, numbers: random.Random) -> Action | None:
    return calling(
        AGREEMENT,
        f"drawing an action at {waits(rules, state)}",
        lambda: rules.sample_action(state, numbers),
    )


def _legal(rules: Ruleset, state: State, action: Action | None, moves: Sequence[Any]) -> None:
    if (action is not None or moves) and action not in moves:
        raise LawBroken(
            AGREEMENT,
            f"{action} is drawn at {waits(rules, state)}, but is not listed",
            facts(rules).blame(action),
            runs=_drawing(rules, state),
        )


def _drawing(rules: Ruleset, state: State) -> tuple[Callable[[], object], ...]:
    """A draw, and who in the core hands it on: the tickets themselves are as they should be."""
    draw = partial(rules.sample_action, state, random.Random(0))
    return (draw, Handed(lambda answer: isinstance(answer, Action), draw))


def _halves(moves: Sequence[Action]) -> dict[Action, str]:
    """By action, its type and the half of that type's list in which it is."""
    alike: dict[type[Action], list[Action]] = {}
    for action in moves:
        alike.setdefault(type(action), []).append(action)
    return {
        action: f"{action.verb}, {'first' if 2 * at < len(some) else 'second'} half"
        for some in alike.values()
        for at, action in enumerate(some)
    }


def _equally_often(
    rules: Ruleset, state: State, moves: Sequence[Action], places: dict[Action, str]
) -> None:
    numbers = random.Random(1)
    usual = {place: n / len(moves) for place, n in Counter(places.values()).items()}

    def draw() -> str:
        action = _drawn(rules, state, numbers)
        _legal(rules, state, action, moves)
        assert action is not None
        return places[action]

    seen, most = sampled_fairly(draw, usual, log(_SHAPES * len(rules.decisions) / RISK))
    if most is not None:
        raise LawBroken(
            AGREEMENT,
            f"of {len(moves)} legal actions at {waits(rules, state)}, those of {most} come with"
            f" probability {usual[most]:.3f}, but were drawn {seen[most]} times of {seen.total()}",
            runs=_drawing(rules, state),
        )
