"""Who allowed an action that should not have been, such as one that puts pieces in wrong places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from types import CodeType

from attrs import evolve

from elfen.declare import Action
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State, stock, totals
from elfen.testing.blaming.parting import handed_on
from elfen.testing.blaming.trails import Call, Line, follow, plainly

#: Plain answers of those who have nothing against an action.
_NOTHING_AGAINST_IT = (None, True, False, plainly(()))

_RESTRICTIONS = "elfen_restrictions"


def misplaces(rules: Ruleset, state: State, action: Action) -> bool:
    """Whether an action loses and makes no piece, but leaves some where they must not be.

    That what is due after it is wrong does not count, nor what is wrong only because of a slot.
    """
    after = rules.advance(state, action)
    if totals(rules, after) != stock(rules, state.players):
        return False
    at_rest = evolve(after, agenda=rules.start(state.players).agenda)
    wrong, anyhow = (rules.validate(one) for one in (at_rest, evolve(at_rest, ext=state.ext)))
    return not {*wrong}.isdisjoint(anyhow)


def allowing(
    rules: Ruleset,
    state: State,
    action: Action,
    owner: Callable[[CodeType], str | None],
    complain: Collection[str],
    until: float,
) -> Iterator[Line]:
    """Whoever had nothing against the action when rules that remember nothing checked it.

    Those of plugins that `complain` come first, and whoever was asked last. If none of these was
    asked, it is where they make their restrictions. Raises `Enough`.
    """
    fresh = compile_recipe(rules.recipe)
    trail = follow(partial(fresh.check, state, action), owner, until)
    calls = [call for call in _given(trail.calls) if call.answer in _NOTHING_AGAINST_IT]
    calls.sort(key=lambda call: owner(call.code) in complain)
    if not calls or owner(calls[-1].code) not in complain:
        made = follow(partial(compile_recipe, rules.recipe), owner, until)
        hooks = [call for call in made.calls if call.code.co_name == _RESTRICTIONS]
        calls += [call for call in hooks if owner(call.code) in complain]
    for call in reversed(calls):  # one that hands on an answer may have asked for a wrong one
        yield from handed_on(call)


def _given(calls: Iterable[object]) -> Iterator[Call]:
    """The calls that are given something, and those that they made: others only make tables."""
    for call in calls:
        if isinstance(call, Call) and call.given:
            yield call
            yield from _given(call.steps)
