"""The law of purity: the kernel's functions depend on their arguments alone and change nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from elfen.declare import Action, Decide
from elfen.game import Ruleset
from elfen.kernel import Dealer, State
from elfen.testing.advising import advised
from elfen.testing.agreeing.domain_edges import edges_refused
from elfen.testing.agreeing.short_cuts import astray
from elfen.testing.agreeing.the_long_way import (
    asked_in_full,
    dealt_singly,
    nothing_passed_by,
    with_short_cuts,
)
from elfen.testing.agreeing.told import through_a_pool, told_otherwise
from elfen.testing.blaming.watching import Untold, Watched
from elfen.testing.facts import (
    Move,
    advanced,
    calling,
    changed,
    chooser,
    facts,
    is_data,
    listed,
    snapshot,
    some_of_each_type,
    waits,
)
from elfen.testing.law_broken import AGREEMENT, PROGRESS, PURITY, SAMPLING, LawBroken
from elfen.testing.repeating.afresh import listed_alike

T = TypeVar("T")


def purity(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """No call changes the state or the global random generator, or depends on earlier calls.

    Advice is the same whatever was advised before; for the rest see `kernel_purity`. Raises
    `LawBroken`.
    """
    kernel_purity(rules, state, breadth)
    advised(rules, state, breadth, chooser(state))


def kernel_purity(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """The law of purity without advice, which may take long at positions that no game leads to.

    Every function is called twice, in opposite order, and the list of moves is also taken from
    the same rules compiled afresh; `trace` leads where `apply` leads, and whatever the kernel
    leaves out would have made no difference (see `the_long_way`); what is next to a listed action
    is refused. `breadth` bounds the moves that are tried, those with a short cut less than others
    (None: all). Raises `LawBroken`.
    """
    if not is_data(state):
        raise _alive(rules, state)
    before = snapshot(state)
    every = _unshaken("listing the moves", lambda: listed(rules, state))
    moves = some_of_each_type(every, breadth, chooser(state))
    questions = _questions(rules, state, moves)
    first = {name: _unshaken(name, ask) for name, ask in questions.items()}
    _unchanged(before, rules, state, questions)
    second = {name: _unshaken(name, questions[name]) for name in reversed(questions)}
    _unchanged(before, rules, state, questions)
    for name, answer in first.items():
        if second[name] != answer:
            raise LawBroken(
                PURITY,
                f"{name} at {waits(rules, state)} gave two answers: {_short(answer)}, and then"
                f" {_short(second[name])}",
                runs=(questions[name], questions[name]),
            )
    _given_away(rules, state)
    cut = with_short_cuts(rules, every, breadth, chooser(state))
    _traced(rules, state, list(dict.fromkeys([*moves, *cut])))
    _the_long_way(rules, state, moves)
    edges_refused(rules, state, every, breadth, chooser(state))
    _afresh(rules, state)
    _unchanged(before, rules, state, questions)


def _questions(rules: Ruleset, state: State, moves: list[Move]) -> dict[str, Callable[[], Any]]:
    """The kernel's functions on this state, by a description for messages."""
    item = rules.pending(state)
    out: dict[str, Callable[[], Any]] = {
        "pending": lambda: rules.pending(state),
        "listing the moves": lambda: listed(rules, state),
        "standings": lambda: rules.standings(state),
        "the public view": lambda: rules.observe(state, None),
    }
    if isinstance(item, Decide):
        out[f"the view of seat {item.seat}"] = lambda: rules.observe(state, item.seat)
    for move in moves:
        out[f"check({move})"] = lambda move=move: rules.check(state, move)  # type: ignore[misc]
        out[f"advance({move})"] = lambda move=move: advanced(rules, state, move)  # type: ignore[misc]
    return out


def _unshaken(name: str, ask: Callable[[], T]) -> T:
    """The answer; raises `LawBroken` if asking used the global random generator."""
    before = random.getstate()
    answer = calling(PROGRESS, name, ask)
    if random.getstate() != before:
        raise LawBroken(
            PURITY,
            f"{name} uses Python's global random generator; declare a Draw or a Roll instead",
            runs=(Watched.since(random.getstate, ask),),
        )
    return answer


def _tells_otherwise(rules: Ruleset, before: State, table: Any) -> bool:
    """Whether a table does not tell what has happened on it since a state."""
    return bool(told_otherwise(rules, before, table, table.events))


def strayed(rules: Ruleset, state: State, move: Move) -> LawBroken | None:
    """The broken law if a move leads elsewhere step by step than at once."""
    try:
        _traced(rules, state, [move])
    except LawBroken as broken:
        return broken
    return None


def alive(rules: Ruleset, state: State, move: Move, after: State) -> LawBroken | None:
    """The broken law if the state after a move holds something that can change."""
    return None if is_data(after) else _alive(rules, after, ((state, move),))


def _alive(rules: Ruleset, state: State, past: tuple[tuple[State, Move], ...] = ()) -> LawBroken:
    return LawBroken(
        PURITY,
        "the state holds something that can change: " + _unhashable(state),
        _kept_by(rules, state),
        runs=(Watched(lambda table: not is_data(table.freeze())),),
        past=past,
    )


def _unhashable(state: State) -> str:
    try:
        return str(hash(state))
    except TypeError as error:
        return str(error)


def _kept_by(rules: Ruleset, state: State) -> str | None:
    """The first slot whose value can change, with its plugin, as text."""
    for name, slot in rules.slots.items():
        try:
            hash(state.ext[slot])
        except TypeError:
            return f"slot {name!r}, plugin {rules.slot_owner[name]!r}"
    return None


def _unchanged(
    before: bytes, rules: Ruleset, state: State, questions: Mapping[str, Callable[[], object]]
) -> None:
    def ask_again() -> None:
        for ask in questions.values():
            ask()

    if changed(before, state):
        raise LawBroken(
            PURITY,
            f"asking about a state at {waits(rules, state)} has changed it: something in it is"
            " shared and not frozen",
            runs=(Watched.since(lambda: snapshot(state), ask_again),),
        )


def _given_away(rules: Ruleset, state: State) -> None:
    """Callers may change the list of actions that they get."""
    told = rules.legal_actions(state)
    before = tuple(told)
    told.clear()
    if tuple(rules.legal_actions(state)) != before:
        raise LawBroken(
            PURITY,
            f"the list of actions at {waits(rules, state)} is the rules' own, not a copy",
            runs=(lambda: rules.legal_actions(state),),
        )


def _traced(rules: Ruleset, state: State, moves: list[Move]) -> None:
    for move in moves:
        if rules.check(state, move) is not None:
            continue

        def step_by_step(move: Move = move) -> State:
            return rules.trace(state, move).state

        try:
            trace = rules.trace(state, move)
        except Exception as error:
            raise LawBroken(
                PURITY,
                f"trace of {move} raised {type(error).__name__}: {error}, advance did not",
                facts(rules).blame(move),
                runs=(step_by_step,),
            ) from error
        traced = trace.state
        if traced != advanced(rules, state, move):
            raise LawBroken(
                PURITY,
                f"trace and apply of {move} at {waits(rules, state)} lead to different states",
                facts(rules).blame(move),
                runs=(step_by_step, lambda: rules.apply(state, move)),  # noqa: B023
                past=((state, move),),
            )

        if untold := told_otherwise(rules, state, traced, trace.events):
            raise LawBroken(
                AGREEMENT,
                f"the events of {move} at {waits(rules, state)} do not tell {untold} afterwards",
                facts(rules).blame(move),
                runs=(Untold(partial(_tells_otherwise, rules, state), step_by_step),),
            )

        if isinstance(move, Action) and (pool := through_a_pool(rules, trace.events)):
            raise LawBroken(
                SAMPLING,
                f"{move} at {waits(rules, state)} puts pieces into {pool} and takes them out again:"
                " that counts as if they had come up by chance, so worlds are weighed wrongly; let"
                " them go by a zone that all can see",
                facts(rules).blame(move),
                runs=(step_by_step,),
            )

        def as_said(move: Move = move, traced: State = traced) -> str:
            return astray(rules, state, move, traced) if isinstance(move, Action) else ""

        if odd := as_said():
            raise LawBroken(
                PURITY,
                f"the short cut of {move} at {waits(rules, state)} says that it leads back to the"
                f" same decision and changes nothing else, but it changes {odd}",
                facts(rules).blame(move),
                runs=(as_said,),
            )


def _the_long_way(rules: Ruleset, state: State, moves: list[Move]) -> None:
    asked_in_full(rules, state)
    dealer = Dealer.seeded(chooser(state).getrandbits(64))
    for move in moves:
        if rules.check(state, move) is None:
            nothing_passed_by(rules, state, move)
            if isinstance(move, Action):
                dealt_singly(rules, state, move, dealer)


def _afresh(rules: Ruleset, state: State) -> None:
    listed_alike(rules, facts(rules).fresh, state, listed(rules, state))


def _short(answer: object) -> str:
    text = repr(answer)
    return text if len(text) <= 200 else text[:197] + "..."
