"""Part of the law of agreement: learners get the same numbers of a state, however they get them.

The numbers of a view, written into a new buffer, are those of an observer that has written and
looked at other states before; they lie within their bounds; and if numpy is there, onlookers give
each seat the same, in an array that stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

from attrs import frozen

from elfen.encoding import Encoding, Field, Layout, Observer, encoding_of
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed, Keeps, Watched
from elfen.testing.facts import calling, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker

_LOOKS, _WRITES, _ONLOOKERS = (
    "an observer looks at it",
    "an observer writes what is seen of it",
    "onlookers look at it",
)


def numbers_agree(rules: Ruleset, states: Sequence[State], numbers: Random) -> None:
    """The public and one seat get the same numbers of these states of a game in each way. Raises
    `LawBroken`.
    """
    players = states[0].players
    encoding = encoding_of(rules, players)
    calling(AGREEMENT, "the layout of the numbers for a seat", lambda: encoding.layout)
    for seat in (None, numbers.randrange(players)):
        learner = _Learner(rules, encoding, seat)
        begun = learner.begun()
        done: dict[str, list[tuple[str, State]]] = {"observer": [], "onlookers": []}
        for state in states:
            right = calling(AGREEMENT, "an observation", partial(learner.afresh, state))
            learner.within_bounds(state, right)
            by_one = numbers.choice((_LOOKS, _WRITES))
            for who, how in (("observer", by_one), ("onlookers", _ONLOOKERS)):
                if how in begun:
                    done[who].append((how, state))
                    found = calling(AGREEMENT, f"the numbers if {how}", partial(begun[how], state))
                    if found != right:
                        raise learner.unlike(done[who], found, right)


@frozen
class _Learner:
    """Who gets the numbers of a seat, or of the public."""

    rules: Ruleset
    encoding: Encoding
    seat: int | None

    @property
    def layout(self) -> Layout:
        """What each number is."""
        return self.encoding.public if self.seat is None else self.encoding.layout

    def afresh(self, state: State) -> bytes:
        """The numbers of the view of a state, by an observer that has seen nothing else."""
        return _written(self.rules, self.encoding.observer(self.seat), state)

    def begun(self) -> dict[str, Callable[[State], bytes]]:
        """The ways to get numbers, of which nothing has been asked yet."""
        observer = self.encoding.observer(self.seat)
        found: dict[str, Callable[[State], bytes]] = {
            _LOOKS: partial(_looked, observer),
            _WRITES: partial(_written, self.rules, observer),
        }
        if self.seat is not None and find_spec("numpy"):
            found[_ONLOOKERS] = _Kept(self.encoding, self.seat)
        return found

    def within_bounds(self, state: State, cells: bytes) -> None:
        """Each number lies within the bounds of its field."""
        numbers: Any = memoryview(cells).cast("f")
        for field in self.layout.fields:
            for number in numbers[field.offset : field.end]:
                if not field.least <= number <= field.most:
                    layout = partial(Layout, self.rules, state.players, public=self.seat is None)
                    raise LawBroken(
                        AGREEMENT,
                        f"at {waits(self.rules, state)} {Onlooker(self.rules, self.seat).who} gets"
                        f" {number:g} in {_called(field)}, which goes from {field.least} to"
                        f" {field.most}",
                        runs=(Handed(partial(_bounds_with, field.most), layout),),
                    )

    def unlike(self, done: Sequence[tuple[str, State]], found: bytes, right: bytes) -> LawBroken:
        """The broken law: after all that was done before, a state has other numbers in some way."""
        how, state = done[-1]
        ours, theirs = (memoryview(cells).cast("f") for cells in (found, right))
        field = next(
            field
            for field in self.layout.fields
            if ours[field.offset : field.end] != theirs[field.offset : field.end]
        )
        one, other = ([*some[field.offset : field.end]] for some in (ours, theirs))
        return LawBroken(
            AGREEMENT,
            f"at {waits(self.rules, state)} {Onlooker(self.rules, self.seat).who} gets"
            f" {one} in {_called(field)} if {how}, but {other} in a view",
            runs=(
                self._writing_wrong(state, field, one),
                Keeps(partial(self._again, done[-3:]), _sort(field)),
            ),
        )

    def _writing_wrong(self, state: State, field: Field, wrong: Sequence[float]) -> Watched:
        """Looking at a state, until the numbers of a field are these."""
        observer = self.encoding.observer(self.seat)
        observer.write(self.rules.observe(state, self.seat))  # so that it has not been wrong before

        def are_wrong(_: object) -> bool:
            numbers: Any = memoryview(observer.cells).cast("f")
            return [*numbers[field.offset : field.end]] == wrong

        return Watched(are_wrong, partial(_looked, observer, state))

    def _again(self, done: Sequence[tuple[str, State]]) -> Callable[[], object]:
        """What does it all again, by those of whom nothing has been asked yet."""
        begun = self.begun()
        return lambda: [begun[how](state) for how, state in done]


def _looked(observer: Observer, state: State) -> bytes:
    observer.look(state)
    return bytes(observer.cells)


def _written(rules: Ruleset, observer: Observer, state: State) -> bytes:
    observer.write(rules.observe(state, observer.seat))
    return bytes(observer.cells)


def _sort(field: Field) -> str:
    """What sort of field it is, by its name: a zone, or what was unseen."""
    sort, _, rest = field.name.partition("/")
    return f"{sort} {rest.rpartition('.')[2] if '.' in rest else ''}"


def _called(field: Field) -> str:
    return f"{field.name!r}" if field.seat is None else f"{field.name!r} of seat+{field.seat}"


def _bounds_with(most: int, answer: object) -> bool:
    """Whether an answer is a list of whole numbers of which the largest, or the sum, is this."""
    if not isinstance(answer, list) or not all(type(one) is int for one in answer):
        return False
    return most in (max(answer, default=None), sum(answer))


class _Kept:
    """Numbers as onlookers give them; arrays that they gave before have to be as they were."""

    def __init__(self, encoding: Encoding, seat: int) -> None:
        self._onlookers, self._seat = encoding.onlookers(), seat
        self._before: Any = None
        self._bytes = b""

    def __call__(self, state: State) -> bytes:
        ask = partial(self._onlookers.numbers, state, self._seat)
        found = ask()
        if self._before is not None and self._before.tobytes() != self._bytes:
            raise LawBroken(
                AGREEMENT,
                "an array of numbers that onlookers gave has changed when they gave another one",
                runs=(Handed(lambda answer: answer is found, ask),),
            )
        self._before, self._bytes = found, found.tobytes()
        return self._bytes
