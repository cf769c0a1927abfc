"""Part of the law of agreement: a step of a boot adds no more points than its score line says.

Who plans ahead leaves out what cannot be worth it by these bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from elfen.declare import Action, Decide, Owned, ScoreLine
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import Move, calling, facts, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken


def worth_a_step(rules: Ruleset, moves: Iterable[tuple[State, Move | None, State]]) -> None:
    """No line with `a_step` gained more than that by each step of a boot. Raises `LawBroken`.

    `moves` are a state, a move and the state after it. What follows by itself is no part of a step:
    it counts only where the same seat decides again.
    """
    lines = [owned for owned in rules.score_lines if owned.entry.a_step is not None]
    for state, move, after in moves if lines else ():
        item, then = rules.pending(state), rules.pending(after)
        if not isinstance(move, Action) or not isinstance(item, Decide):
            continue
        goes_on = isinstance(then, Decide) and (then.name, then.seat) == (item.name, item.seat)
        if goes_on and after.boots[item.seat] != state.boots[item.seat]:
            for owned in lines:
                _gained(rules, owned, item.seat, state, move, after)


def _gained(
    rules: Ruleset, owned: Owned[ScoreLine], seat: int, state: State, move: Action, after: State
) -> None:
    line = owned.entry
    assert line.a_step is not None
    asks = [partial(line.points, rules.position(one), seat) for one in (state, after)]
    before, now = [calling(AGREEMENT, f"the points for {line.name!r}", ask) for ask in asks]
    steps = _steps(rules, state, seat, move)
    if now - before > line.a_step * steps:
        raise LawBroken(
            AGREEMENT,
            f"{move} at {waits(rules, state)} adds {now - before} points for {line.name!r}, but"
            f" a_step says that a step adds {line.a_step} at most",
            f"score line {line.name!r}, plugin {owned.plugin!r}",
            runs=(asks[1],),
        )


def _steps(rules: Ruleset, state: State, seat: int, move: Action) -> int:
    """How many steps of the boot an action is: one along each route, or a leap."""
    entry = next(o.entry for o in rules.action_types if o.entry.type is type(move))
    if entry.crosses is None:
        return 1
    position = rules.position(state)
    ask = partial(entry.crosses, position, seat, move)
    return len([*calling(AGREEMENT, f"the routes of {move}", ask, facts(rules).blame(move))]) or 1
