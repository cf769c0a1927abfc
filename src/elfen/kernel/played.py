"""What a step gives: the state after it, and what happened."""

from __future__ import annotations

from typing import NamedTuple

from attrs import frozen

from elfen.declare import Chance, Outcome, Value
from elfen.kernel.dealer import Dealer
from elfen.kernel.state import State


class Played(NamedTuple):
    """A step with its chance: the new state, the dealer after it, and the outcomes in order.

    `chances` has the agenda item that each outcome answers.
    """

    state: State
    dealer: Dealer
    outcomes: tuple[Outcome, ...]
    chances: tuple[Chance, ...]


#: What `Played` has, as a plain tuple.
PlayedTuple = tuple[State, Dealer, tuple[Outcome, ...], tuple[Chance, ...]]


@frozen(eq=False, repr=False)
class Traced(Value):
    """The state after a step, and the events of the step."""

    state: State
    events: tuple[object, ...]
