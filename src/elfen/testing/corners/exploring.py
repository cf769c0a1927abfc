"""Walks to corners: games of pulled players, and games that begin at built positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, islice
from random import Random

from attrs import field, frozen

from elfen.declare import Action, Chance, Decide, Outcome
from elfen.game import Ruleset
from elfen.kernel import Dealer, State
from elfen.testing.conservation import gone_wrong
from elfen.testing.corners.beginnings import at_random, moments
from elfen.testing.corners.edges import Edges
from elfen.testing.corners.parts import Part
from elfen.testing.corners.pulls import Pull, pulled, pulls
from elfen.testing.corners.reached import Reached
from elfen.testing.corners.visited import Feature, Visited, changes, features
from elfen.testing.facts import Move, raised
from elfen.testing.law_broken import PROGRESS, LawBroken
from elfen.testing.laws import place, told
from elfen.testing.progress import asked_in_vain, in_vain
from elfen.testing.purity import alive, strayed

#: How many moves a walk from a built position has.
_MOVES_FROM_EDGE = 6
#: How often a walk goes on from a state at an edge of it.
_EDGES = 0.2
#: How often a walk begins at a decision of a game, as often at each, and not at the start.
_LATE = 0.7
_STEADY = 0.5
#: A walk ends where it is at something that others have come to so much more often than to all
#: else, on average.
_TOO_OFTEN = 3
#: How many moves a walk has that begins in a game.
_MOST_MOVES = (15, 40, 120)


@frozen
class Corner:
    """A state to check. If it was `built`, no game may ever have led there."""

    state: State
    built: bool
    how: str
    features: frozenset[Feature] = field(repr=False)
    #: The move that was made there; of a position built for the sake of a move, that move.
    move: Action | Outcome | None = None
    #: The moves of the walk before that, each with its state.
    past: tuple[tuple[State, Move], ...] = field(default=(), repr=False)


def corners(
    rules: Ruleset,
    players: int,
    numbers: Random,
    moves: int,
    most: int,
    reached: Reached,
    part: Part | None = None,
) -> list[Corner]:
    """States to check, found by walks of about that many moves in all.

    At most that many are chosen such that together they show as much as possible, as often as
    possible; one of three is built. With `part`, every zone at every edge is built too wherever
    something is due, and that part of these positions is added. The walks are watched, and what
    they reach is noted. Raises `LawBroken` if a rule fails in a game.
    """
    found: dict[State, Corner] = {}
    reached.expect(rules)
    for corner in _walks(rules, players, numbers, moves, reached):
        found.setdefault(corner.state, corner)
    built = most // 3
    of_games = [corner for corner in found.values() if not corner.built]
    return [
        *_best(of_games, most - built),
        *_best([corner for corner in found.values() if corner.built], built),
        *(_every_edge(rules, of_games, numbers, part) if part is not None else ()),
    ]


def _every_edge(
    rules: Ruleset, of_games: Sequence[Corner], numbers: Random, part: Part
) -> Iterator[Corner]:
    """Positions with each zone at each edge, for one state of each thing that is due, and for each
    type of move and each zone that it changes.
    """
    edges = Edges(rules)
    dues: dict[str, list[State]] = {}
    for corner in of_games:
        dues.setdefault(getattr(corner.state.agenda[-1], "name", ""), []).append(corner.state)
    for states in dues.values():
        for state in edges.each(numbers.choice(states), numbers, part):
            yield Corner(state, True, "a zone at an edge", frozenset())
    seen: set[object] = set()
    for corner in numbers.sample(of_games, len(of_games)):
        if corner.move is not None:
            for state in edges.around(corner.state, corner.move, numbers, part, seen):
                yield Corner(state, True, "a zone at an edge", frozenset(), corner.move)


def _best(found: Sequence[Corner], most: int) -> list[Corner]:
    """Those that add the most to each other, one by one; some are tried for each choice."""
    visited = Visited()
    chosen: list[Corner] = []
    left = sorted(found, key=lambda corner: -visited.worth(corner.features))
    worth = [visited.worth(corner.features) for corner in left]
    while left and len(chosen) < most:
        # A state is worth less with every choice, never more: what was worth less than the best
        # of now need not be looked at.
        best, at = -1.0, 0
        for n, corner in enumerate(left):
            if worth[n] > best:
                worth[n] = visited.worth(corner.features)
                if worth[n] > best:
                    best, at = worth[n], n
        corner = left.pop(at)
        worth.pop(at)
        visited.chosen(corner.features)
        chosen.append(corner)
    return chosen


def _walks(
    rules: Ruleset, players: int, numbers: Random, moves: int, reached: Reached
) -> Iterator[Corner]:
    """Walks that together come to each decision about as often, as far as they can."""
    suggested, edges = pulls(rules), Edges(rules)
    dues = _dues(rules, players, numbers)
    met: Counter[str] = Counter(dict.fromkeys(dues, 0))
    while moves > 0:
        pulling = [numbers.choice((None, *suggested)) for _ in range(players)]
        if numbers.random() < 1 / 3:  # all alike
            pulling = [numbers.choice(suggested)] * players
        how = "players pulled to " + ", ".join("nothing" if p is None else str(p) for p in pulling)
        start = rules.start(players)
        if dues and numbers.random() < _LATE:
            rarest = min(dues, key=lambda due: (met[due], numbers.random()))
            late = numbers.choice(dues[rarest])
            start = start if rules.validate(late) else late
        most = numbers.choice(_MOST_MOVES)
        for corner in islice(_walk(rules, start, pulling, how, numbers, reached), most):
            yield corner
            moves -= 1
            due = getattr(corner.state.agenda[-1], "name", "") if corner.state.agenda else ""
            met[due] += 1
            if numbers.random() < _EDGES:
                for built in _from_edge(rules, edges, corner.state, pulling, numbers, reached):
                    yield built
                    moves -= 1
            if moves <= 0:
                return
            if met[due] > _TOO_OFTEN + met.total() / len(met):
                break


def _dues(rules: Ruleset, players: int, numbers: Random) -> dict[str, list[State]]:
    """By decision, states in which it is due, and those just before: of a quiet game, and of one at
    random.
    """
    found: dict[str, list[State]] = {}
    for game in (moments(rules, players), at_random(rules, players, numbers)):
        before: State | None = None
        for state in game:
            due = found.setdefault(state.agenda[-1].name, [])
            due += [state] if before is None else [before, state]
            before = state
    return found


def _walk(
    rules: Ruleset,
    state: State,
    pulling: Sequence[Pull | None],
    how: str,
    numbers: Random,
    reached: Reached,
    built: bool = False,
) -> Iterator[Corner]:
    """The states of a game from here on, each with its features and whether it ran new lines."""
    steady = numbers.random() < _STEADY
    past: list[tuple[State, Move]] = []
    for _ in range(_MOVES_FROM_EDGE) if built else count():
        before = reached.lines.number
        actions: list[Action] = []
        move: Action | Outcome | None = None
        shown: frozenset[Feature] = frozenset()
        try:
            item = rules.pending(state)
            with reached.lines.watching():
                actions = rules.legal_actions(state) if isinstance(item, Decide) else []
                move = _move(rules, state, item, actions, pulling, numbers, steady)
                after = None if move is None else rules.advance(state, move)
            shown = features(rules, state, actions)
            if move is not None and after is not None:
                shown |= changes(rules, state, move, after)
            broken = None
            if move is not None and after is not None:
                wrong = asked_in_vain if built else gone_wrong
                broken = wrong(rules, state, move, after) or alive(rules, state, move, after)
                broken = broken or strayed(rules, state, move)
        except Exception as error:
            after = None
            broken = _in_vain(rules, state, actions)
            if broken is None:
                move = move or _failing(rules, state, actions)
                again = None if move is None else partial(_carried_out, rules, state, move)
                broken = raised(PROGRESS, f"a move of {how}", error, ask=again)
                broken.__cause__ = error
        if broken is not None and built and (rules.validate(state) or in_vain(rules, state)):
            return
        if broken is not None:
            game = partial(rules.game_from, state, 0)
            here = () if move is None else ((state, move),)
            broken.past = (*past, *(broken.past or here))
            raise told(broken, rules, place(rules, state), game) from broken.__cause__
        if reached.lines.number > before:
            shown |= frozenset({("new lines", reached.lines.number)})
        reached.note(rules, state, actions)
        to_try = None if built or after is None else move
        yield Corner(state, built, how, shown, to_try, tuple(past))
        if after is None or move is None:
            return
        past.append((state, move))
        state = after


def _move(
    rules: Ruleset,
    state: State,
    item: object,
    actions: Sequence[Action],
    pulling: Sequence[Pull | None],
    numbers: Random,
    steady: bool,
) -> Action | Outcome | None:
    """The next move; None if there is none."""
    if isinstance(item, Decide):
        if not actions:
            return None
        return pulled(rules, pulling[item.seat], state, item.seat, numbers)
    if isinstance(item, Chance):
        outcomes = rules.outcomes(state)
        if not outcomes:
            return None
        if steady:  # what comes is as rare as can be, or always the same
            least = min(outcomes, key=lambda one: one[1])
            return numbers.choice((outcomes[0], outcomes[-1], least))[0]
        return rules.sample(state, Dealer.seeded(numbers.getrandbits(32)))[0]
    return None


def _failing(rules: Ruleset, state: State, actions: Sequence[Action]) -> Action | None:
    """The first action that fails; a player who is pulled looks at where each of them leads."""
    for action in actions:
        try:
            _carried_out(rules, state, action)
        except Exception:
            return action
    return None


def _carried_out(rules: Ruleset, state: State, move: Move) -> State:
    """The state after a move, and after the chance that follows it."""
    after = rules.advance(state, move)
    if after.agenda and isinstance(after.agenda[-1], Chance):
        after, *_ = rules.dealt(after, Dealer.seeded(0))
    return after


def _in_vain(rules: Ruleset, state: State, actions: Sequence[Action]) -> LawBroken | None:
    """The broken law if one of the actions asks for what nobody can answer."""
    for action in actions:
        with suppress(Exception):
            broken = asked_in_vain(rules, state, action, rules.advance(state, action))
            if broken is not None:
                return broken
    return None


def _from_edge(
    rules: Ruleset,
    edges: Edges,
    state: State,
    pulling: Sequence[Pull | None],
    numbers: Random,
    reached: Reached,
) -> Iterator[Corner]:
    """A built position at an edge of a state, and some moves from it."""
    start = edges.of(state, numbers)
    if start is not None:
        yield from _walk(rules, start, pulling, "a built position", numbers, reached, built=True)
