"""Part of the law of progress: nobody can go on for ever without paying anything.

Pieces run out, so what costs pieces comes to an end. An action after which every piece lies where
it lay, and the same seat is asked the same again, costs nothing. Such actions are taken one after
another: if a state comes back, or the decision is asked more often than its bound, or a cost term
gives more free steps than it says, there is no end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from elfen.declare import Action, Decide, Pieces
from elfen.game import Ruleset
from elfen.kernel import State, gone_free
from elfen.testing.agreeing.pricing import blamed, priced
from elfen.testing.facts import Move, advanced, facts, waits
from elfen.testing.law_broken import PROGRESS, LawBroken

_MOST_TRIED = 2_000


def endless(rules: Ruleset, state: State, moves: Iterable[tuple[Move, State]]) -> None:
    """None of these moves, each with the state after it, begins something without an end.

    Moves that pay nothing for a crossing are tried too. Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    tried: dict[Move, State] = dict(moves)
    for action in _unpaid(rules, state):
        if action not in tried:
            tried[action] = advanced(rules, state, action)
    for move, after in tried.items():
        if isinstance(move, Action) and _is_free(rules, state, after):
            _walk(rules, item, state, move, after)


def _unpaid(rules: Ruleset, state: State) -> Iterator[Action]:
    """The actions that cross a route for nothing, if a term declares that there are any."""
    if all(owned.entry.free is None for owned in rules.cost_terms):
        return
    crossing = {o.entry.type for o in rules.action_types if o.entry.crossings is not None}
    for action in rules.legal_actions(state):
        if type(action) in crossing and Pieces() in action.values():
            yield action


def _is_free(rules: Ruleset, before: State, after: State) -> bool:
    """Whether no piece has moved, and the same decision waits for the same seat."""
    then, now = rules.pending(before), rules.pending(after)
    return (
        isinstance(now, Decide)
        and isinstance(then, Decide)
        and (now.name, now.seat) == (then.name, then.seat)
        and before.zones == after.zones
        and before.routes == after.routes
        and before.round == after.round
    )


def _walk(rules: Ruleset, item: Decide, state: State, move: Action, after: State) -> None:
    """Go on for nothing as long as possible; raises `LawBroken` if that is too long."""
    most = rules.at_most(item.name, state.players)
    first, seen = state, {state}
    gone: Counter[str] = Counter()
    walked: list[str] = []
    left = _MOST_TRIED
    while True:
        walked.append(str(move))
        _bounded(rules, state, move, gone)
        if after in seen:
            raise _error(rules, first, state, move, f"the state is as before: {_told(walked)}")
        if len(walked) > most:
            why = f"{item.name!r} is asked more often than its bound, {most}: {_told(walked)}"
            raise _error(rules, first, state, move, why)
        seen.add(after)
        state = after
        free: tuple[Action, State] | None = None
        for action in [one for one in rules.legal_actions(state) if type(one) is type(move)]:
            left -= 1
            then = advanced(rules, state, action)
            if _is_free(rules, state, then):
                free = action, then
                if then in seen:
                    break
        if free is None or left < 0:
            return
        move, after = free


def _bounded(rules: Ruleset, state: State, move: Action, gone: Counter[str]) -> None:
    """Count a free step; raises `LawBroken` if it is one more than its term says."""
    owned = gone_free(rules, state, move)
    if owned is None or owned.entry.free is None:
        return
    gone[owned.entry.name] += 1
    free = owned.entry.free
    most = free(rules, state.players)
    if gone[owned.entry.name] > most:
        raise LawBroken(
            PROGRESS,
            f"{gone[owned.entry.name]} steps in a row are free by {owned.entry.name!r}, but free"
            f" says {most} for a whole game",
            blamed(owned),
            runs=(partial(free, rules, state.players), partial(priced, rules, state)),
        )


def _error(rules: Ruleset, first: State, state: State, move: Action, why: str) -> LawBroken:
    owned = gone_free(rules, state, move)
    return LawBroken(
        PROGRESS,
        f"at {waits(rules, first)} one can go on for ever without paying: {why}",
        facts(rules).blame(move) if owned is None else blamed(owned),
        runs=(
            partial(rules.advance, state, move) if owned is None else partial(priced, rules, state),
        ),
    )


def _told(walked: Sequence[str]) -> str:
    shown = ", ".join(walked[:4])
    return f"{shown}, and so on" if len(walked) > 4 else shown
