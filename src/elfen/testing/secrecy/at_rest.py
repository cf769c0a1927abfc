"""Part of the law of noninterference: what a seat is told of a state that waits."""

from __future__ import annotations

import random
from collections.abc import Iterator

from elfen.declare import Action, Chance, Decide, Roll
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.agreeing.illegal_moves import mutants
from elfen.testing.differences import Raised, same, settled
from elfen.testing.facts import facts, some, some_of_each_type, waits
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker, chance_of, chance_owner, is_pure


def at_rest(
    onlooker: Onlooker, one: State, other: State, after: str = "", blame: str | None = None
) -> None:
    """It observes the same in two states, and may do the same if it decides."""
    rules, observed = onlooker.rules, onlooker.observed
    known, there = settled(lambda: observed(one)), settled(lambda: observed(other))
    if isinstance(known, dict):
        for name, part in known.items():
            twin = there[name] if isinstance(there, dict) else there
            if not same(part, twin) and is_pure(lambda: observed(one)):
                what = f"what {onlooker.who} sees of the {name}{after}"
                runs = (lambda: observed(one), lambda: observed(other))
                raise onlooker.broken(what, part, twin, blame, runs)
    item = rules.pending(one)
    if isinstance(item, Decide) and item.seat == onlooker.seat:
        what = f"the list at {waits(rules, one)}{after}"
        onlooker.alike(what, rules.legal_actions, one, other, blame)


def asked(
    onlooker: Onlooker, one: State, other: State, numbers: random.Random, breadth: int | None
) -> None:
    """Compare the texts, the reasons and the faces of a die in two states."""
    rules = onlooker.rules
    written = onlooker.alike(f"what {onlooker.who} reads", onlooker.texts, one, other)
    if isinstance(written, Raised):
        raise LawBroken(
            NONINTERFERENCE,
            f"{onlooker.who} cannot be told what it may know: {written.error}",
            runs=(lambda: onlooker.texts(one),),
        )
    item = rules.pending(one)
    if isinstance(item, Decide) and item.seat == onlooker.seat:
        for action in questions(rules, one, numbers, breadth):
            onlooker.alike(
                f"the answer to {action} at {waits(rules, one)}",
                lambda state: rules.check(state, action),  # noqa: B023
                one,
                other,
                facts(rules).blame(action),
            )
    if isinstance(item, Chance) and isinstance(chance_of(rules, item), Roll):
        what = f"the faces of {item.name}"
        onlooker.alike(what, rules.outcomes, one, other, chance_owner(rules, item))


def questions(
    rules: Ruleset, state: State, numbers: random.Random, breadth: int | None
) -> Iterator[Action]:
    """Actions that the deciding seat may ask about, legal or not."""
    listed = some_of_each_type(rules.legal_actions(state), breadth, numbers)
    for actions in (listed, *facts(rules).domain_by_type.values()):
        yield from some(actions, breadth, numbers)
    for action in listed:
        yield from some([*mutants(rules, action, numbers)], breadth, numbers)
