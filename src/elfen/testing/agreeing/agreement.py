"""The law of agreement: list, check, apply, domain and notation never disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import ismethod
from itertools import pairwise
from operator import eq

from elfen.declare import Action, Chance, Decide, Outcome, Rolled
from elfen.errors import ElfenError, IllegalAction, Reason
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing.agreeing.as_declared import does_as_declared, listed_crossings
from elfen.testing.agreeing.illegal_moves import (
    elsewhere,
    faces_elsewhere,
    foreigners,
    impossible,
    mutants,
    near,
)
from elfen.testing.agreeing.lotteries import drawn_as_listed
from elfen.testing.agreeing.pricing import surprise
from elfen.testing.agreeing.quoted import quoted
from elfen.testing.blaming.watching import Given, Handed, LeftTo, has_in_it
from elfen.testing.facts import (
    Move,
    advanced,
    calling,
    changed,
    chooser,
    facts,
    listed,
    owner_of_chance,
    snapshot,
    some,
    some_of_each_type,
    waits,
)
from elfen.testing.law_broken import AGREEMENT, LawBroken

#: So many actions of a type are looked at together.
_MANY = 200
#: So many of those that are listed have others beside them looked at, which differ in one field: so
#: many for each.
_FEW, _NEAR = 3, 8


def agreement(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Every listed move passes the check and can be applied; both refuse all others.

    Every listed action is in the domain, is listed once, and is what its notation parses to; it
    crosses the routes and places the pieces that its type declares. `sample_action` draws each of
    them equally often, and nothing else. Probabilities of outcomes are positive and sum to 1. No
    crossing has a price that its cost terms did not foresee, and quotes say what the seat can pay.
    `breadth` bounds how many listed moves are applied, and how many of each type of the domain are
    tried (None: all). Raises `LawBroken`.
    """
    item = rules.pending(state)
    moves = listed(rules, state)
    listed_once(rules, state, moves)
    if isinstance(item, Decide):
        for action in moves:
            _foreseen(rules, state, action)
            _written(rules, action, (partial(listed, rules, state),))  # type: ignore[arg-type]
        if cause := surprise(rules, state):
            raise cause
        quoted(rules, state)
    elif isinstance(item, Chance):
        _probable(rules, state)
    _separate(rules, state)
    for move in moves:
        reason = _checked(rules, state, move)
        if reason is not None:
            raise _refused_though_listed(rules, state, move, reason)
    listed_crossings(rules, state, moves)
    drawn_as_listed(rules, state, moves)
    for move in some_of_each_type(moves, breadth, chooser(state)):
        _applied(rules, state, move)
        does_as_declared(rules, state, move)
    _refused(rules, state, moves, breadth)


def agreed_on(rules: Ruleset, state: State, action: Action) -> None:
    """An action is listed if the check allows it, and only then; none is listed twice.

    Raises `LawBroken`.
    """
    moves = listed(rules, state)
    listed_once(rules, state, moves)
    if action not in moves:
        _refuses(rules, state, action)
    elif (reason := _checked(rules, state, action)) is not None:
        raise _refused_though_listed(rules, state, action, reason)


def types_agreed_on(rules: Ruleset, moves: Sequence[tuple[State, Move]]) -> None:
    """Of each type, where an action of it was made, many are listed if the check allows them, and
    only then; so are the faces of each roll. Raises `LawBroken`.
    """
    numbers, made = chooser(moves[0][0]), dict[type[object], list[State]]()
    for state, move in moves:
        made.setdefault(type(move), []).append(state)
        if isinstance(move, Rolled):
            _faces_agreed_on(rules, state)
    for sort in facts(rules).domain_by_type:
        if sort in made:
            alike_agreed_on(rules, numbers.choice(made[sort]), sort, _MANY)


def _faces_agreed_on(rules: Ruleset, state: State) -> None:
    item, here = rules.pending(state), frozenset[object](listed(rules, state))
    assert isinstance(item, Chance)
    for outcome in faces_elsewhere(rules, state, item, here):
        if _checked(rules, state, outcome) is None:
            _refuses(rules, state, outcome)


def alike_agreed_on(rules: Ruleset, state: State, sort: type[Action], most: int) -> None:
    """At most so many actions of a type are listed if the check allows them, and only then; and so
    are some that are much like one that is listed. Raises `LawBroken`.
    """
    moves, numbers = listed(rules, state), chooser(state)
    here = frozenset[object](moves)
    alike = some(facts(rules).domain_by_type.get(sort, ()), most, numbers)
    for move in some([one for one in moves if isinstance(one, sort)], _FEW, numbers):
        alike += near(rules, move, _NEAR, numbers)
    for action in alike:
        if (action in here) != (_checked(rules, state, action) is None):
            agreed_on(rules, state, action)


def _refused_though_listed(rules: Ruleset, state: State, move: Move, reason: object) -> LawBroken:
    return LawBroken(
        AGREEMENT,
        f"{move} is listed at {waits(rules, state)}, but the check refuses it: {reason}",
        facts(rules).blame(move),
        runs=list_and_check(rules, state, move),
    )


def list_and_check(rules: Ruleset, state: State, move: Move) -> tuple[Callable[[], object], ...]:
    """What shows that a listed move is refused: the check, the list, and who put it on the list."""
    return (
        partial(rules.check, state, move),
        partial(listed, rules, state),
        Given(partial(has_in_it, partial(eq, move)), partial(_listed_afresh, rules, state)),
    )


def _listed_afresh(rules: Ruleset, state: State) -> object:
    return compile_recipe(rules.recipe).legal_actions(state)


def notation(rules: Ruleset) -> None:
    """The notation of every action of the domain parses to that action, and all stand once in the
    order of their notation. Raises `LawBroken`.
    """
    _in_order(rules)
    for action in facts(rules).domain:
        _written(rules, action)


def _in_order(rules: Ruleset) -> None:
    written = [str(action) for action in calling(AGREEMENT, "rules.actions", lambda: rules.actions)]
    for one, other in pairwise(written):
        if one >= other:
            raise LawBroken(
                AGREEMENT,
                f"of all actions {other!r} comes after {one!r}, which is not the order of their"
                " notation",
                runs=(Handed(partial(_has_as_many, len(written)), partial(_all_anew, rules)),),
            )


def _has_as_many(actions: int, answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) == actions


def _all_anew(rules: Ruleset) -> tuple[Action, ...]:
    return compile_recipe(rules.recipe).actions


def listed_once(rules: Ruleset, state: State, moves: tuple[Move, ...]) -> None:
    """No move is listed twice. Raises `LawBroken`."""
    seen: set[Move] = set()
    for move in moves:
        if move in seen:
            raise LawBroken(
                AGREEMENT,
                f"{move} is listed twice at {waits(rules, state)}",
                facts(rules).blame(move),
                runs=(partial(listed, rules, state),),
            )
        seen.add(move)


def _foreseen(rules: Ruleset, state: State, action: object) -> None:
    """If an action is not in the domain, blame a price that was not foreseen, if there is one."""
    if action not in facts(rules).domain and (cause := surprise(rules, state)):
        raise LawBroken(
            AGREEMENT,
            f"{action} is legal but not in the domain: {cause.message}",
            cause.where,
            runs=cause.runs,
        )


def _written(
    rules: Ruleset, action: Action, where_listed: tuple[Callable[[], object], ...] = ()
) -> None:
    known = facts(rules)
    domain = (partial(known.domain_of, type(action)),)
    if action not in known.domain:
        raise LawBroken(
            AGREEMENT,
            f"{action} is legal but not in the domain",
            known.blame(action),
            runs=(*domain, *where_listed, *_whose_domain(rules, type(action))),
        )
    try:
        parsed = rules.parse(str(action))
    except ElfenError as error:
        raise LawBroken(
            AGREEMENT,
            f"the notation {str(action)!r} does not parse: {error}",
            known.blame(action),
            runs=domain,
        ) from error
    if parsed != action:
        raise LawBroken(
            AGREEMENT,
            f"the notation {str(action)!r} of {action!r} parses to {parsed!r}",
            known.blame(action),
            runs=domain,
        )


def _whose_domain(rules: Ruleset, cls: type[Action]) -> Iterator[LeftTo]:
    """The method that lists the domain of a type of actions, for those who leave that to another
    object.
    """
    for domain in [own.entry.domain for own in rules.action_types if own.entry.type is cls]:
        if ismethod(domain):
            yield LeftTo(domain.__func__.__code__)


def _probable(rules: Ruleset, state: State) -> None:
    chances = rules.outcomes(state)
    for outcome, probability in chances:
        if probability <= 0:
            raise LawBroken(
                AGREEMENT,
                f"{outcome} at {waits(rules, state)} has probability {probability}",
                owner_of_chance(rules, state),
                runs=(partial(rules.outcomes, state),),
            )
        _outcome_written(rules, state, outcome)
    total = sum(probability for _, probability in chances)
    if chances and total != 1:
        raise LawBroken(
            AGREEMENT,
            f"the probabilities at {waits(rules, state)} sum to {total}, not to 1",
            owner_of_chance(rules, state),
            runs=(partial(rules.outcomes, state),),
        )


def _outcome_written(rules: Ruleset, state: State, outcome: Outcome) -> None:
    where, runs = owner_of_chance(rules, state), (partial(rules.outcomes, state),)
    try:
        parsed = rules.notation.outcome(str(outcome))
    except ElfenError as error:
        raise LawBroken(
            AGREEMENT, f"the notation {str(outcome)!r} does not parse: {error}", where, runs=runs
        ) from error
    if parsed != outcome:
        message = f"the notation {str(outcome)!r} parses to {parsed!r}"
        raise LawBroken(AGREEMENT, message, where, runs=runs)


def _separate(rules: Ruleset, state: State) -> None:
    """Only a decision lists actions, and only chance lists outcomes."""
    item = rules.pending(state)
    if not isinstance(item, Decide) and rules.legal_actions(state):
        raise LawBroken(
            AGREEMENT, f"actions are listed at {waits(rules, state)}, where nobody decides"
        )
    if not isinstance(item, Chance) and rules.outcomes(state):
        raise LawBroken(
            AGREEMENT, f"outcomes are listed at {waits(rules, state)}, where none is due"
        )


def _checked(rules: Ruleset, state: State, move: object) -> Reason | None:
    return calling(
        AGREEMENT,
        f"the check of {move} at {waits(rules, state)}",
        lambda: rules.check(state, move),  # type: ignore[arg-type]
        facts(rules).blame(move),
    )


def _applied(rules: Ruleset, state: State, move: Move) -> None:
    trusted = advanced(rules, state, move)
    try:
        checked = rules.apply(state, move)
    except IllegalAction as error:
        raise LawBroken(
            AGREEMENT,
            f"{move} passes the check, but apply refuses it: {error}",
            facts(rules).blame(move),
            runs=(partial(rules.check, state, move),),
        ) from error
    if checked != trusted:
        raise LawBroken(
            AGREEMENT,
            f"apply and advance of {move} at {waits(rules, state)} lead to different states",
            facts(rules).blame(move),
            runs=(partial(rules.advance, state, move), partial(rules.advance, state, move)),
        )


def _refused(rules: Ruleset, state: State, moves: tuple[Move, ...], breadth: int | None) -> None:
    numbers = chooser(state)
    before = snapshot(state)
    item = rules.pending(state)
    open_ones: frozenset[object] = frozenset(moves)
    candidates: list[object] = [*foreigners(), *elsewhere(rules, breadth, numbers)]
    if isinstance(item, Chance):
        candidates += impossible(rules, state, item, open_ones)
    for move in some_of_each_type(moves, breadth, numbers):
        if isinstance(move, Action):
            candidates += mutants(rules, move, numbers)
    for candidate in candidates:
        if not (isinstance(candidate, Action) and candidate in open_ones):
            _refuses(rules, state, candidate)
    if changed(before, state):
        raise LawBroken(AGREEMENT, f"refusing moves at {waits(rules, state)} has changed the state")


def _refuses(rules: Ruleset, state: State, move: object) -> None:
    blame = facts(rules).blame(move)
    check: Callable[[], object] = partial(rules.check, state, move)  # type: ignore[arg-type]
    reason = _checked(rules, state, move)
    if reason is None:
        raise LawBroken(
            AGREEMENT,
            f"{move} is not listed at {waits(rules, state)}, but the check allows it",
            blame,
            runs=(check, partial(listed, rules, state)),
        )
    if not isinstance(reason, Reason) or not reason.text or not reason.rule:
        raise LawBroken(
            AGREEMENT,
            f"{move} is refused with {reason!r}, not with a Reason with a text",
            blame,
            runs=(check,),
        )
    try:
        rules.apply(state, move)  # type: ignore[arg-type]
    except IllegalAction as error:
        if error.reason != reason:
            raise LawBroken(
                AGREEMENT,
                f"the check refuses {move} because {reason.text!r}, apply because"
                f" {error.reason.text!r}",
                blame,
                runs=(check, check),
            ) from error
    else:
        raise LawBroken(
            AGREEMENT,
            f"the check refuses {move} ({reason}), but apply takes it",
            blame,
            runs=(check, check),
        )
