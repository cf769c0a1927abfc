"""Walking with the kernel: play a tour that was found, or try all tours one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from elfen.bots.planner.others import Others
from elfen.bots.planner.purse import settle
from elfen.bots.planner.questions import Walked, brings, changes_nothing, is_asked, ways_back
from elfen.bots.planner.rows import Way
from elfen.bots.planner.ways import Ways
from elfen.declare import Action, Counts
from elfen.kernel import State

if TYPE_CHECKING:
    from elfen.game import Ruleset


def play(ways: Ways, tour: Sequence[Way]) -> tuple[tuple[Walked, ...], bool]:
    """The steps of a tour, and whether the kernel played all of them as foreseen."""
    seat, state = ways.seat, ways.state
    steps: list[Walked] = []
    demands = [(n, d) for n, way in enumerate(tour) for d in way.demands]
    paid = settle(ways.held, [d for _, d in demands])
    if paid is None:
        return (), False
    for number, way in enumerate(tour):
        wanted: dict[int, Counts] = {}
        for (n, _), (zone, counts) in zip(demands, paid, strict=True):
            if n == number:
                old = wanted.get(zone, (0,) * len(counts))
                wanted[zone] = tuple(a + b for a, b in zip(old, counts, strict=True))
        action = _paying(ways, state, way, wanted)
        if action is None or ways.rules.check(state, action) is not None:
            return tuple(steps), False
        after = ways.rules.advance(state, action)
        steps.append(Walked(state, action, after, way.route if way.leap is None else None))
        last = number == len(tour) - 1
        if is_asked(after, state.agenda, seat) and not (last and not way.gift):
            answers = _answers(ways, after, state, way)
            if not answers:
                return tuple(steps), False
            steps += answers
            after = answers[-1].after
        again = after if after.agenda == state.agenda else ways.others.again(after)
        if after.boots[seat] != way.end or (again is None and not last):
            return tuple(steps), False
        state = again or after
    return tuple(steps), True


def _answers(ways: Ways, asked: State, before: State, way: Way) -> tuple[Walked, ...]:
    """The answers that take the gift of a way or, if it has none, change nothing."""
    wanted = {(demand.zone, place): demand.n for demand in way.gift for place in demand.places}
    for answers in ways_back(ways.rules, asked, before.agenda, ways.seat):
        there = answers[-1].after
        more = brings(asked, there, [*ways.paying])
        given = {
            (zone, at): n
            for zone, own in ways.own.items()
            for at, n in enumerate(more.get(own, ()))
            if n
        }
        if given == wanted and (given or changes_nothing(asked, there)):
            return answers
    return ()


def _paying(ways: Ways, state: State, way: Way, wanted: dict[int, Counts]) -> Action | None:
    """The step along a way that pays exactly these pieces, by the numbers of demands."""
    wanted = {zone: counts for zone, counts in wanted.items() if any(counts)}
    for action, payment in ways.payments(state, way):
        parts = {source[0]: c for source, _, c in payment.parts if any(c)}
        if parts == wanted:
            return action
    return None


def explore(
    rules: Ruleset,
    state: State,
    seat: int,
    steps: tuple[type[Action], ...],
    goodness: Callable[[State], tuple[int, int]],
    most: int,
    others: Others,
) -> tuple[tuple[Walked, ...], int, bool]:
    """The best tour by trying all, how many actions were tried, and whether these were all.

    A step is an action (of one of the types `steps`, if any are known) that moves the boot. The
    tour may continue as long as the same decision follows, directly, after others that the seat
    has to make first, or after all others have passed. At most `most` actions are tried.
    """
    best: tuple[Walked, ...] = ()
    highest = goodness(state)
    waiting: list[tuple[State, tuple[Walked, ...]]] = [(state, ())]
    known = {_situation(state)}
    tried, complete = 0, True
    while waiting:
        at, way = waiting.pop()
        for action in rules.legal_actions(at):
            moves = others.is_turn(at) if others.name else at.agenda == state.agenda
            if moves and steps and type(action) not in steps:
                continue
            if tried >= most:
                return best, tried, False
            tried += 1
            after = rules.advance(at, action)
            stays = after.boots[seat] == at.boots[seat]
            if moves and stays and not is_asked(after, state.agenda, seat):
                continue
            walked = (*way, Walked(at, action, after))
            good = goodness(after)
            if good > highest:
                best, highest = walked, good
            goes_on = after.agenda == state.agenda or is_asked(after, state.agenda, seat)
            if not goes_on:
                complete = complete and not others.puts_off(after)
                again = others.again(after)
                goes_on, after = again is not None, again or after
            if goes_on and _situation(after) not in known:
                known.add(_situation(after))
                waiting.append((after, walked))
    return best, tried, complete


def _situation(state: State) -> tuple[object, ...]:
    """Everything that matters about a state (the ledger of knowledge does not)."""
    return state.zones, state.boots, state.visited, state.routes, state.ext, state.agenda
