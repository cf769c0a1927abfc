"""The long way round: what the kernel leaves out because it cannot matter is done all the same.

The kernel does not call a function that lists actions while the zone that they need is empty; it
passes by a question that has no answer; it follows short cuts, and it deals without making the
states in between. All of that rests on what plugins declare, and here it is compared with asking
every function and going step by step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from elfen.declare import Action, ActionType, Chance, Decide, Do, Outcome
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import Dealer, State, Table, open_table
from elfen.testing.agreeing.short_cuts import in_force
from elfen.testing.blaming.watching import Given, has_in_it
from elfen.testing.facts import Move, aim_among, calling, facts, some, the_chance, waits
from elfen.testing.law_broken import AGREEMENT, PROGRESS, SAMPLING, LawBroken

_STEPS_AT_ONCE = 10_000
#: How many actions that have a short cut are tried, for each one that other actions get.
_MORE = 8


def listed_in_full(rules: Ruleset, state: State) -> tuple[Action, ...]:
    """The legal actions of the pending decision, asking every function that lists any."""
    item = rules.pending(state)
    assert isinstance(item, Decide)
    position = rules.position(state)
    entries = [owned.entry for owned in rules.answers[item.name]]
    found: list[Action] = []
    for entry in entries:
        if callable(entry.legal):
            found += _legal(rules, state, entry, item.seat)
    found += [action for entry in entries if not callable(entry.legal) for action in entry.legal]
    return tuple(rules._allowed(position, item.seat, found) if rules._restricted else found)


def asked_in_full(rules: Ruleset, state: State) -> None:
    """All functions together list what the rules list; an action that is not offered is not there.

    Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    full, listed = (
        calling(PROGRESS, f"listing the moves at {waits(rules, state)}", list_them)
        for list_them in (
            lambda: listed_in_full(rules, state),
            lambda: tuple(rules.legal_actions(state)),
        )
    )
    if full != listed:
        odd = next((a for a in full if a not in listed), None)
        odd = odd or next((a for a in listed if a not in full), full[0] if full else None)
        raise LawBroken(
            AGREEMENT,
            f"{odd} at {waits(rules, state)} is listed in another place, or not at all, when its"
            " type's function is asked though the zone given as offered= is empty",
            facts(rules).blame(odd),
            runs=(lambda: listed_in_full(rules, state), lambda: rules.legal_actions(state)),
        )
    types = {type(action) for action in full}
    position = rules.position(state)
    for owned in rules.answers[item.name]:
        entry = owned.entry
        offered = entry.offered[1] if isinstance(entry.offered, tuple) else entry.offered
        if entry.type in types and callable(offered) and not offered(position, item.seat):
            odd = next(action for action in full if type(action) is entry.type)
            raise LawBroken(
                AGREEMENT,
                f"{odd} is legal at {waits(rules, state)}, but offered= of its type says that no"
                " such action is; where nothing else can be done, nobody would be asked",
                facts(rules).blame(odd),
                runs=(lambda: offered(position, item.seat),),  # noqa: B023
            )


def nothing_passed_by(rules: Ruleset, state: State, move: Move) -> None:
    """No question that a step passes by has an answer, but for the one that is forced.

    Raises `LawBroken`.
    """
    table = open_table(rules, state)
    rules._apply[type(move)](table, table.agenda.pop(), move)
    for _ in range(_STEPS_AT_ONCE):
        item = table.agenda[-1] if table.agenda else None
        if isinstance(item, Do):
            del table.agenda[-1]
            rules._steps[item.name](table, item)
        elif isinstance(item, Decide) and _skipped(rules, table, item):
            forced = rules.forced(item)
            _unanswered(rules, table.freeze(), item, forced, move)
            del table.agenda[-1]
            if forced is not None:
                rules._apply[type(forced)](table, item, forced)
        else:
            return


def dealt_singly(rules: Ruleset, state: State, action: Action, dealer: Dealer) -> None:
    """`play` is `trace`, and then drawing and rolling one after the other. Raises `LawBroken`."""

    def slowly() -> tuple[State, tuple[Outcome, ...], Dealer]:
        return singly_from(rules.trace(state, action).state)

    def singly_from(after: State) -> tuple[State, tuple[Outcome, ...], Dealer]:
        left = dealer
        outcomes: list[Outcome] = []
        while isinstance(rules.pending(after), Chance):
            outcome, left = rules.sample(after, left)
            after = rules.trace(after, outcome).state
            outcomes.append(outcome)
        return after, tuple(outcomes), left

    def at_once() -> tuple[State, tuple[Outcome, ...], Dealer]:
        played = rules.play(state, action, dealer)
        return played.state, played.outcomes, played.dealer

    what = f"playing {action} at {waits(rules, state)}"
    blame = facts(rules).blame(action)
    runs: tuple[Callable[[], object], ...] = (at_once, slowly)
    one, other = (calling(PROGRESS, what, play, blame) for play in (at_once, slowly))
    if one != other:
        told, singly = (", ".join(map(str, outcomes)) for _, outcomes, _ in (one, other))
        after = rules.advance(state, action)
        if after == rules.trace(state, action).state:  # so it is what is drawn that differs
            blame = the_chance(rules, rules.pending(after))
            runs = (partial(rules.deal, after, dealer), partial(singly_from, after))
        raise LawBroken(
            SAMPLING,
            f"{what} gives {told or 'no chance'}, and step by step {singly or 'no chance'}, with"
            " the same dealer; the states after it differ",
            blame,
            runs=runs,
            past=((state, action),),
        )


def with_short_cuts(
    rules: Ruleset, moves: Sequence[Move], most: int | None, numbers: random.Random
) -> list[Move]:
    """The moves that have a short cut; of very many the first, the last, and some in between."""
    types = rules.once(in_force)
    found = [move for move in moves if type(move) in types]
    if most is not None and (aimed := aim_among(moves)):
        return [move for move in aimed if move in found]
    if most is None or len(found) <= most * _MORE:
        return found
    return [found[0], *some(found[1:-1], most * _MORE - 2, numbers), found[-1]]


def _legal(rules: Ruleset, state: State, entry: ActionType[Any], seat: int) -> Iterable[Action]:
    given: Any = state if entry.bare else rules.position(state)
    legal: Any = entry.legal
    found: Iterable[Action] = legal(given, seat)
    return found


def _skipped(rules: Ruleset, table: Table, item: Decide) -> bool:
    """Whether the kernel passes a question by."""
    if item.name not in rules._skips:
        return False
    zones, offers, _ = rules._skips[item.name]
    return not any(table.zones[indexes[item.seat]] != none for indexes, none in zones) and not any(
        offered(table, item.seat) for offered in offers
    )


def _declaring(rules: Ruleset, cls: type[Action]) -> Given:
    """Whoever declares the type of an action, while rules are compiled."""

    def is_it(answer: object) -> bool:
        return isinstance(answer, ActionType) and answer.type is cls

    return Given(partial(has_in_it, is_it), lambda: compile_recipe(rules.recipe), made=True)


def _unanswered(
    rules: Ruleset, state: State, item: Decide, forced: Action | None, move: Move
) -> None:
    for action in listed_in_full(rules, state):
        if action != forced:
            raise LawBroken(
                AGREEMENT,
                f"{move} leads past decision {item.name!r} of seat {item.seat}, because nothing is"
                f" offered there, but {action} is legal; correct offered= of its type",
                facts(rules).blame(action),
                runs=(_declaring(rules, type(action)), lambda: listed_in_full(rules, state)),
            )
    if forced is not None and (reason := rules.check(state, forced)) is not None:
        raise LawBroken(
            AGREEMENT,
            f"{move} leads past decision {item.name!r} of seat {item.seat} by {forced}, which is"
            f" forced, but not legal: {reason}",
            facts(rules).blame(forced),
            runs=(lambda: rules.check(state, forced),),
        )
