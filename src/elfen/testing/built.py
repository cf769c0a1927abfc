"""Check laws at positions that were built, to which perhaps no game leads.

Anybody may begin a game at a position that the rules call sound, so they have to hold there too:
what they answer they answer alike, they keep secret what is secret, lose no piece, do not fail, and
ask for nothing that nobody can answer. Only what was due already when the position was built may be
without an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from elfen.declare import Action, Counts, Decide
from elfen.game import Ruleset
from elfen.kernel import State, crowding, totals
from elfen.testing.agreeing.agreement import agreement
from elfen.testing.agreeing.domain_edges import edges_refused
from elfen.testing.blaming.shrinking import StateLaw
from elfen.testing.blaming.watching import Watched
from elfen.testing.conservation import culprit
from elfen.testing.corners.rests_on import peeked_into
from elfen.testing.facts import (
    Move,
    advanced,
    aim,
    aimed_at,
    chooser,
    listed,
    some_of_each_type,
    successors,
)
from elfen.testing.law_broken import CONSERVATION, LawBroken
from elfen.testing.laws import place, told
from elfen.testing.progress import asked_in_vain, in_bounds, in_vain
from elfen.testing.purity import kernel_purity, strayed
from elfen.testing.sampling import sampling
from elfen.testing.saving import saving
from elfen.testing.secrecy.in_step import Steps
from elfen.testing.secrecy.noninterference import noninterference
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.testing.secrecy.worlds import another
from elfen.testing.suite.timing import STATE, asked

#: How many actions of each type are carried out beside one for which a seat has the pieces.
_CARRIED_OUT = 2


def kept(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """`breadth` legal moves lead to states with the same pieces, where the game goes on.

    No more of them lie on a route than it has room for. Raises `LawBroken`.
    """
    for move, after in successors(rules, state, breadth):
        broken = _kept(rules, state, move, after)
        if broken is not None:
            raise broken


def _kept(rules: Ruleset, state: State, move: Move, after: State) -> LawBroken | None:
    wrong, pieces = next(crowding(rules, after), None), totals(rules, state)
    run: Callable[[], object] = partial(rules.advance, state, move)
    if totals(rules, after) != pieces:
        wrong = "pieces are lost or made"
        run = Watched(lambda table: totals(rules, table) != pieces, run)
    if wrong is None:
        return asked_in_vain(rules, state, move, after)
    return LawBroken(
        CONSERVATION,
        f"after {move}: {wrong}",
        culprit(rules, state, move),
        runs=(run,),
        past=((state, move),),
    )


def carried_out(rules: Ruleset, state: State, action: Action) -> None:
    """If it is allowed, an action leads step by step to where it leads at once, and to a position
    with the same pieces, where the game goes on. So do some others of the same route, and of each
    type. Raises `LawBroken`.
    """
    moves = listed(rules, state)
    routes = {value for value in action.values() if value in rules.board.route_number}
    there = [a for a in moves if isinstance(a, Action) and not routes.isdisjoint(a.values())]
    some = (some_of_each_type(alike, _CARRIED_OUT, chooser(state)) for alike in (there, moves))
    for move in dict.fromkeys([action, *chain.from_iterable(some)]):
        if move in moves:
            after = advanced(rules, state, move)
            broken = _kept(rules, state, move, after) or strayed(rules, state, move)
            if broken is not None:
                raise broken


def agreed_after(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Where the move leads for whose sake a position was built, the law of agreement holds too.

    Raises `LawBroken`.
    """
    move = aim()
    if move is None or rules.check(state, move) is not None:
        return
    after = rules.advance(state, move)
    if not isinstance(rules.pending(after), Decide) or rules.validate(after):
        return
    try:
        with aimed_at(None):
            agreement(rules, after, breadth)
            edges_refused(rules, after, listed(rules, after), breadth, chooser(after))
    except LawBroken as broken:
        broken.past = ((state, move), *broken.past)
        raise


def looked_into(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """If the move for whose sake a position was built looks into a zone that nobody may look into,
    or only who makes it, it leads to what looks the same in a world with quite other pieces there.

    Raises `LawBroken`.
    """
    move, numbers = aim(), chooser(state)
    if move is None or rules.check(state, move) is not None:
        return
    for at in sorted(peeked_into(rules, state, move)):
        is_owned = rules.layout.zone_at(at)[1] is not None
        for seat in (None,) if is_owned else (None, *range(state.players)):
            far = max(
                (another(rules, state, seat, numbers) for _ in range(_WORLDS)),
                key=lambda world: _apart(world.zones[at], state.zones[at]),
            )
            if far.zones[at] != state.zones[at]:
                Steps(Onlooker(rules, seat), state, far, numbers).check(breadth)


def _apart(one: Counts, other: Counts) -> int:
    """How many pieces of one zone another does not have, and the other way round."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


#: So many worlds are drawn, to take the one that is the farthest away.
_WORLDS = 12

#: In one of so many positions saving is tried: what a save leaves out is not rare.
_SELDOM = 3

#: The laws that hold at built positions too.
BUILT_LAWS: Sequence[StateLaw] = (
    kept,
    in_bounds,
    kernel_purity,
    agreement,
    agreed_after,
    sampling,
    noninterference,
    looked_into,
    saving,
)


def check_built(rules: Ruleset, state: State, breadth: int | None = 3) -> None:
    """Check the laws of a position that no game may lead to.

    Raises `LawBroken`, unless `rules.validate` says that the position is not sound, as moves from a
    sound one that was built may lead there, or a draw or roll is due that has no outcome.
    """
    for law in BUILT_LAWS:
        if law is saving and breadth is not None and chooser(state).randrange(_SELDOM):
            continue
        try:
            asked(law.__name__, STATE, law, rules, state, breadth)
        except LawBroken as broken:
            if not rules.validate(state) and not in_vain(rules, state):
                step = f"at a built position, {place(rules, state)}"
                raise told(broken, rules, step, lambda: rules.game_from(state, 0)) from broken
