"""Part of the law of noninterference: what answers a seat does not read what it may not see.

Whether a rule that looks at another's cards tells something depends on the cards, and may come out
only when two rare things meet. So the looking itself is a fault, in every function that only
answers: which actions are legal and why not, what they cross and lay, what a journey or a step
costs, what is forbidden; whether an action is offered, and the faces of a die, which follow from
what everyone can see. Sizes may always be read. What actions and steps do is not watched, as they
move what is hidden; its consequences are compared between worlds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from elfen.declare import (
    CROSSING,
    LAYING,
    Action,
    ActionType,
    Chance,
    Decide,
    Lottery,
    Owned,
    Restriction,
    Roll,
    quote,
)
from elfen.game import Ruleset
from elfen.kernel import Asked, State, bears_on
from elfen.testing.agreeing.lotteries import tickets_of
from elfen.testing.differences import settled
from elfen.testing.facts import facts, some, some_of_each_type, waits
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.noted_secrets import Watched
from elfen.testing.secrecy.onlookers import Onlooker

#: What is asked: the seat that may know the answer, who declared it, and the question.
Question = tuple["int | None", str, Callable[[Any], object]]


def hidden_reads(
    rules: Ruleset,
    state: State,
    breadth: int | None,
    numbers: random.Random,
    refused: bool = True,
) -> None:
    """No function that answers a seat reads what this seat may not see. Raises `LawBroken`.

    Without `refused` it is not asked about actions that are not listed: that needs the domain.
    """
    for seat, where, ask in questions(rules, state, breadth, numbers, refused):
        position = Watched(rules, state, seat)
        settled(lambda: ask(position))  # noqa: B023
        if position.reads:
            who = Onlooker(rules, seat).who
            raise LawBroken(
                NONINTERFERENCE,
                f"at {waits(rules, state)}, {position.reads[0]}, which {who} may not see, to answer"
                f" {who}; read its size, or what {who} can see",
                where,
                runs=(lambda: ask(rules.position(state)),),  # noqa: B023
            )


def questions(
    rules: Ruleset,
    state: State,
    breadth: int | None,
    numbers: random.Random,
    refused: bool = True,
) -> Iterator[Question]:
    """All that is asked of rules where something is due; of refusals, some or none."""
    item = rules.pending(state)
    if isinstance(item, Chance):
        yield from _of_chance(rules, item)
    if isinstance(item, Decide):
        most = None if breadth is None else 2 * breadth
        domain = facts(rules).domain_by_type if refused else {}
        listed = settled(lambda: rules.legal_actions(state))
        actions = some_of_each_type(listed, breadth, numbers) if isinstance(listed, list) else []
        for owned in rules.action_types:
            yield from _of_offers(owned, item.seat)
        for owned in rules.answers[item.name]:
            cls = owned.entry.type
            mine = [action for action in actions if type(action) is cls]
            others = some(domain.get(cls, ()), most, numbers)
            yield from _of_type(rules, owned, item.seat, mine, others)
        yield from _of_costs(rules, state, item.seat)


def _of_chance(rules: Ruleset, item: Chance) -> Iterator[Question]:
    for owned in rules.chances:
        if owned.entry.name == item.name and isinstance(owned.entry, Roll):
            faces = owned.entry.faces
            yield None, f"plugin {owned.plugin!r}", lambda position: faces(position, item)  # noqa: B023


def _of_offers(owned: Owned[ActionType[Any]], seat: int) -> Iterator[Question]:
    """Whether all see that a seat may have such an action; it can be asked before its decision."""
    entry = owned.entry
    offered = entry.offered[1] if isinstance(entry.offered, tuple) else entry.offered
    if callable(offered):
        where = f"action {entry.name!r}, plugin {owned.plugin!r}"
        yield None, where, lambda position: offered(position, seat)


def _of_type(
    rules: Ruleset,
    owned: Owned[ActionType[Any]],
    seat: int,
    actions: Iterable[Action],
    others: Iterable[Action],
) -> Iterator[Question]:
    """What is asked of a type, of some legal actions and of some others, which may be refused."""
    entry, where = owned.entry, f"action {owned.entry.name!r}, plugin {owned.plugin!r}"
    if callable(entry.legal):
        legal = entry.legal
        yield seat, where, lambda position: [*legal(position, seat)]
    if isinstance(entry.legal, Lottery):
        lottery = entry.legal
        yield seat, where, lambda position: [*tickets_of(lottery, position, seat)]
    if entry.journeys is not None:
        journeys = entry.journeys
        yield seat, where, lambda position: [*journeys(position, seat)]
    for action in (*actions, *others):
        yield seat, where, lambda position: entry.check(position, seat, action)  # noqa: B023
    for action in actions:
        for found in filter(None, (entry.crosses, entry.lays)):
            yield seat, where, lambda position: [*found(position, seat, action)]  # noqa: B023
        yield from _of_restrictions(rules, entry, seat, action)


def _of_restrictions(
    rules: Ruleset, entry: ActionType[Any], seat: int, action: Action
) -> Iterator[Question]:
    asked = rules.once(Asked.of)
    for owned in rules.restrictions:
        one: Restriction = owned.entry
        if not bears_on(one, entry, asked):
            continue
        found = {CROSSING: entry.crosses, LAYING: entry.lays}.get(one.on)  # type: ignore[arg-type]
        where = f"restriction {one.name!r}, plugin {owned.plugin!r}"

        def ask(position: Any, one: Restriction = one, found: Any = found) -> object:
            what = [action] if found is None else found(position, seat, action)
            return [one.forbids(position, seat, each) for each in what]

        yield seat, where, ask


def _of_costs(rules: Ruleset, state: State, seat: int) -> Iterator[Question]:
    """What each step from the seat's town costs."""
    if not rules.quotes.by_state:
        return
    town = state.boots[seat]
    for route, _ in rules.board.legs[town]:
        contents = state.routes[route]

        def price(position: Any, route: int = route, contents: Any = contents) -> object:
            crossing = rules.quotes.crossing(route, town, contents, seat, position)
            return quote(rules.cost_terms, crossing)

        yield seat, "a cost term", price
