"""The law of noninterference: what a seat may not know never affects what it is told.

Take a state, a seat (or the public), and another world: a state in which everything hidden
from that seat is drawn anew. The seat cannot tell the two apart, so

- *at rest* it gets the same from both, to the last byte: its observation (as text, as repr,
  as JSON), what the game waits for and from whom, and, where the seat decides, the list
  of its actions and every reason why something is not allowed;
- *in a step* that looks the same to the seat in both worlds (an action with the same public
  form, an outcome of which it sees the same), it sees the same events, in the same words,
  and gets the same from the states after it;
- *in two ways to go on*, from one state, of which it may know only that one of them was taken
  (pieces drawn from and to zones that it cannot see into, answers with the same public form),
  it is told the same, and so are two answers that do the same to all that it can see;
- *in pictures* it is shown the same: the signs of each layer, and the picture, byte by byte,
- *what answers it* - lists, reasons, prices, offers, the faces of a die - reads no contents of a
  zone, and no part of a slot, that it may not see, whatever comes of it. Sizes may be read.

The other worlds are drawn at random, or as far apart as they can be: a hidden hand of one kind,
without one, of the rarest pieces, or exchanged for another. If there are only a few, all are tried.

Rules may reveal secrets, but must do it openly: by an event, seen by the seat, that moves
pieces from a zone that it cannot see into to where it can see them (a hand is laid open, a
secret counter is placed), or by one that is declared to reveal something. After such an event
the two worlds may differ; the states after it are tested separately. An action that is possible
in one world only rules out the other world when it is taken, so it needs such an event too; an
action whose payment everyone sees has one.

Only values are compared. A program in the same process that looks into the private parts
of a ruleset can find out more; give JSON to players that you do not trust.
"""

from __future__ import annotations

import random

from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.facts import chooser, some
from elfen.testing.secrecy.at_rest import asked, at_rest
from elfen.testing.secrecy.extremes import LEANINGS
from elfen.testing.secrecy.hidden_outcomes import hidden_outcomes
from elfen.testing.secrecy.hidden_reads import hidden_reads
from elfen.testing.secrecy.hidden_slots import hidden_slots
from elfen.testing.secrecy.in_step import Steps
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.testing.secrecy.pictures import shown
from elfen.testing.secrecy.worlds import SWAPPED, all_worlds, another, extreme_world

#: In one of so many states samplers of hidden slots are tested, if there are any.
_SELDOM = 4
#: In one of so many states whole pictures are compared, for one onlooker.
_SELDOM_DRAWN = 16

_LEANINGS = (*LEANINGS, SWAPPED)


def noninterference(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Nobody learns from this state, or from a step on, what they may not know.

    `breadth` bounds how many moves are tried in each world; the observers are then the deciding
    seat and two others, one of which may be the public (None: all moves, all seats and the
    public). See this module's docstring for what is compared. Raises `LawBroken`.
    """
    if not state.agenda or rules.validate(state):
        return
    numbers = chooser(state)
    deciding = getattr(rules.pending(state), "seat", None)
    alike: list[tuple[Onlooker, State, State]] = []
    for seat in _watchers(rules, state, breadth, numbers):
        onlooker = Onlooker(rules, seat)
        one, other = _far_apart(rules, state, seat, numbers)
        if one != other:
            at_rest(onlooker, one, other)
            asked(onlooker, one, other, numbers, breadth)
            Steps(onlooker, one, other, numbers).check(breadth)
            alike.append((onlooker, one, other))
        if breadth is None or seat == deciding:
            for leaning in _LEANINGS if breadth is None else numbers.sample(_LEANINGS, 1):
                world = extreme_world(rules, state, seat, numbers, leaning)
                if world != state:
                    at_rest(onlooker, state, world)
        for world in all_worlds(rules, state, seat, numbers):
            if world != state:
                at_rest(onlooker, state, world)
                asked(onlooker, state, world, numbers, breadth)
                Steps(onlooker, state, world, numbers).check(breadth)
    hidden_outcomes(rules, state, breadth, numbers)
    hidden_reads(rules, state, breadth, numbers)
    if breadth is None or numbers.randrange(_SELDOM) == 0:
        hidden_slots(rules, state, numbers)
    drawn = None if breadth is None else numbers.randrange(_SELDOM_DRAWN * max(1, len(alike)))
    for number, (onlooker, one, other) in enumerate(alike):
        shown(onlooker, one, other, whole=drawn in (None, number))


def _far_apart(
    rules: Ruleset, state: State, seat: int | None, numbers: random.Random
) -> tuple[State, State]:
    """Two worlds that a seat cannot tell apart: the true one or an extreme one, and another."""
    turn = numbers.randrange(6)
    one, *more = numbers.sample(_LEANINGS, 2)
    if turn < 2:
        return state, another(rules, state, seat, numbers)
    far = extreme_world(rules, state, seat, numbers, one)
    if turn < 5:
        return state, far
    return far, extreme_world(rules, state, seat, numbers, more[0])


def _watchers(
    rules: Ruleset, state: State, breadth: int | None, numbers: random.Random
) -> list[int | None]:
    decider = getattr(rules.pending(state), "seat", None)
    others = [seat for seat in (None, *range(state.players)) if seat != decider]
    return [decider, *some(others, None if breadth is None else 2, numbers)]
