"""The law of sampling: sampling in bulk has exactly the distribution of single draws.

A dealer that is asked for a number from 0 to n - 1 can give n answers. Trying all of them gives
the exact distribution of a sample, which is compared with that of drawing one by one. Large
piles are shrunk first, to make this fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from attrs import evolve, frozen

from elfen.declare import Chance, Counts, Draw, Drawn, Outcome, Pieces, Rolled
from elfen.game import Ruleset
from elfen.kernel import Dealer, Shuffler, State, open_table
from elfen.testing.blaming.watching import ByChance, Handed
from elfen.testing.facts import advanced, calling, chooser, draw_of, listed, the_chance, waits
from elfen.testing.frequencies import as_often_as_expected
from elfen.testing.law_broken import SAMPLING, LawBroken

#: So many numbers of a dealer are looked at: more than it makes in one go. All are below a bound.
_NUMBERS, _BELOW = 33, 1000
_MOST_WAYS = 400
_MOST_KINDS = 3
_MOST_DRAWN = 3


def sampling(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Where chance is due, `sample` and `deal` do what single outcomes do. Raises `LawBroken`.

    A sample passes the check, contains the whole draw, and leads where its pieces lead one by
    one. `outcomes` has the probabilities of the pile, or of the declared weights, and samples have
    those of `outcomes`: exactly in small piles of several shapes, by frequency in whole ones.
    `deal` is `sample` and `advance` until no more chance is due. `breadth` has no effect; it is
    there because all laws take it.
    """
    item = rules.pending(state)
    if not isinstance(item, Chance) or not listed(rules, state):
        return
    dealer = Dealer.seeded(chooser(state).getrandbits(64))
    _as_if_new(dealer)
    outcome = _sampled(rules, state, dealer)[0]
    reason = rules.check(state, outcome)
    if reason is not None:
        raise LawBroken(
            SAMPLING,
            f"{item.name} sampled {outcome}, which is refused: {reason}",
            the_chance(rules, item),
            runs=(lambda: rules.sample(state, dealer), lambda: rules.check(state, outcome)),
        )
    if isinstance(outcome, Drawn):
        _one_by_one(rules, state, item, outcome, dealer)
    _as_declared(rules, state, item)
    for smaller in small_piles(rules, state, item):
        _too_many_refused(rules, smaller)
        _as_declared(rules, smaller, item)
        _distributed(rules, smaller)
    as_often_as_expected(rules, state, item)
    _dealt(rules, state, dealer)


def _as_if_new(dealer: Dealer) -> None:
    """A dealer that has given numbers gives the next one as a dealer made for its position does."""
    for _ in range(_NUMBERS):
        asks = [
            partial(one.below, _BELOW) for one in (dealer, Dealer(dealer.seed, dealer.position))
        ]
        (number, after), (new, _) = [calling(SAMPLING, "a number of a dealer", ask) for ask in asks]
        if number != new:
            raise LawBroken(
                SAMPLING,
                f"a dealer at position {dealer.position} gives {number}, but one that has just been"
                f" made for that position gives {new}",
                runs=tuple(asks),
            )
        dealer = after


def _too_many_refused(rules: Ruleset, state: State) -> None:
    """A draw of one piece more of a kind than there is may not be accepted, however given."""
    item = rules.pending(state)
    draw = draw_of(rules, item)
    if draw is None or not isinstance(item, Chance):
        return
    there = state.zones[rules.layout.index(draw.source, item.source or 0)]
    for kind, n in zip(rules.layout.kinds_of(draw.source), there, strict=True):
        outcome = Drawn(Pieces.of({kind.id: n + 1}))
        ask = partial(rules.check, state, outcome)
        if n < int(item.data[0]) and calling(SAMPLING, f"the check of {outcome}", ask) is None:
            raise LawBroken(
                SAMPLING,
                f"{outcome} is accepted for {item.name}, where {n} of them can be drawn",
                the_chance(rules, item),
                runs=(ask,),
            )


def shrunken(rules: Ruleset, state: State) -> State:
    """The state with a smaller pile and draw, so that all ways of drawing can be counted.

    It is good for drawing only: the pieces left out are nowhere. A state that waits for a roll
    is returned unchanged.
    """
    item = rules.pending(state)
    draw = draw_of(rules, item)
    if draw is None or not isinstance(item, Chance):
        return state
    index = rules.layout.index(draw.source, item.source or 0)
    kinds = [kind for kind, n in enumerate(state.zones[index]) if n][:_MOST_KINDS]
    pile = tuple(
        min(n, 2 if kind == kinds[0] else 1) if kind in kinds else 0
        for kind, n in enumerate(state.zones[index])
    )
    n = min(int(item.data[0]), sum(pile), _MOST_DRAWN)
    return _with_pile(state, index, pile, evolve(item, data=(n, *item.data[1:])))


def small_piles(rules: Ruleset, state: State, item: Chance) -> Iterator[State]:
    """The state with small piles: shrunken, of the first and the last kind, and of one of them.

    A state that waits for a roll comes as it is.
    """
    yield shrunken(rules, state)
    draw = draw_of(rules, item)
    if draw is None:
        return
    index = rules.layout.index(draw.source, item.source or 0)
    kinds = len(state.zones[index])
    first, last = {0: 1}, {kinds - 1: 1}
    for few in (first, last, {0: 2}, {**first, **last}, {**first, kinds - 1: 2}):
        pile = tuple([few.get(kind, 0) for kind in range(kinds)])
        n = min(int(item.data[0]), sum(pile))
        yield _with_pile(state, index, pile, evolve(item, data=(n, *item.data[1:])))


def _with_pile(state: State, index: int, pile: Counts, item: Chance) -> State:
    zones = (*state.zones[:index], pile, *state.zones[index + 1 :])
    return evolve(state, zones=zones, agenda=(*state.agenda[:-1], item))


def singly(rules: Ruleset, state: State) -> dict[Outcome, Fraction]:
    """The distribution of the whole draw, from `outcomes` and `advance`."""
    item = rules.pending(state)
    if draw_of(rules, item) is None:
        return dict(rules.outcomes(state))
    found: dict[Outcome, Fraction] = {}
    for pieces, probability in _sequences(rules, state, int(item.data[0])):
        outcome = Drawn(Pieces.of(pieces))
        found[outcome] = found.get(outcome, Fraction(0)) + probability
    return found


def in_bulk(rules: Ruleset, state: State) -> dict[Outcome, Fraction]:
    """The distribution of `sample`, from every answer a dealer can give; {} if too many."""
    found: dict[Outcome, Fraction] = {}
    left: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while left:
        answers, probability = left.pop()
        try:
            outcome, _ = rules.sample(state, _Scripted(b"", answers=answers))
        except _Asked as asked:
            if asked.n > _MOST_WAYS:
                return {}
            left += [((*answers, answer), probability / asked.n) for answer in range(asked.n)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + probability
    return found


class _Asked(BaseException):
    """The dealer is asked for a number below n that is not in its script.

    It is no `Exception`, so that nobody looks for the rule at fault.
    """

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


@frozen
class _Scripted(Dealer):
    """A dealer with a script of numbers."""

    answers: tuple[int, ...] = ()

    def shuffler(self) -> Shuffler:
        return _FromScript(self)


class _FromScript(Shuffler):
    """Gives the numbers of a script in order, and raises `_Asked` when they run out."""

    __slots__ = ("_dealer", "_left")

    def __init__(self, dealer: _Scripted) -> None:
        super().__init__(dealer.seed, dealer.position)
        self._dealer = dealer
        self._left = iter(dealer.answers)

    def freeze(self) -> Dealer:
        return self._dealer

    def below(self, n: int) -> int:
        for answer in self._left:
            return answer
        raise _Asked(n)


def _sampled(rules: Ruleset, state: State, dealer: Dealer) -> tuple[Outcome, Dealer]:
    return calling(
        SAMPLING, f"sampling at {waits(rules, state)}", lambda: rules.sample(state, dealer)
    )


def _as_declared(rules: Ruleset, state: State, item: Chance) -> None:
    """`outcomes` has each kind by its share of the pile, or each face by its declared weight."""
    entry = next(owned.entry for owned in rules.chances if owned.entry.name == item.name)
    if isinstance(entry, Draw):
        pile = state.zones[rules.layout.index(entry.source, item.source or 0)]
        kinds = rules.layout.kinds_of(entry.source)
        weights = {kind.id: n for kind, n in zip(kinds, pile, strict=True)}
    else:
        weights = dict(entry.faces(rules.position(state), item))
    total = sum(weights.values())
    expected = {name: Fraction(n, total) for name, n in weights.items() if n}
    told = {
        outcome.face if isinstance(outcome, Rolled) else next(iter(outcome.pieces)): probability
        for outcome, probability in rules.outcomes(state)
    }
    if told != expected:
        odd = next(one for one in {**expected, **told} if told.get(one) != expected.get(one))
        raise LawBroken(
            SAMPLING,
            f"{odd} at {item.name} has probability {told.get(odd, 0)}, but {weights.get(odd, 0)} of"
            f" {total} pieces or weights",
            the_chance(rules, item),
            runs=(
                lambda: rules.outcomes(state),
                Handed(partial(_gives, told.get(odd)), lambda: rules.outcomes(state)),
            ),
        )


def _gives(probability: Fraction | None, answer: object) -> bool:
    """Whether an answer has pairs of outcomes and probabilities, with this one; any, if None."""
    return isinstance(answer, tuple) and any(
        isinstance(one, tuple) and isinstance(one[-1], Fraction) and probability in (None, one[-1])
        for one in answer
        if one
    )


def _one_by_one(rules: Ruleset, state: State, item: Chance, outcome: Drawn, dealer: Dealer) -> None:
    if len(outcome.pieces) != item.data[0]:
        raise LawBroken(
            SAMPLING,
            f"{item.name} draws {item.data[0]} pieces, but sampled {outcome}",
            the_chance(rules, item),
            runs=(lambda: rules.sample(state, dealer),),
        )
    at_once = advanced(rules, state, outcome)
    for order in (list(outcome.pieces), list(outcome.pieces)[::-1]):
        drawn = partial(_drawn, rules, state, order)
        if drawn() != at_once:
            raise LawBroken(
                SAMPLING,
                f"{outcome} at {item.name} leads elsewhere when it is drawn piece by piece",
                the_chance(rules, item),
                runs=(lambda: rules.advance(state, outcome), drawn),
            )


def _drawn(rules: Ruleset, state: State, pieces: Sequence[str]) -> State:
    name = getattr(rules.pending(state), "name", "")
    for left, piece in reversed([*enumerate(reversed(pieces))]):
        before, last = state, Drawn(Pieces.of([piece]))
        state = advanced(rules, before, last)
        due = rules.pending(state)
        if left and not (isinstance(due, Chance) and (due.name, due.data[0]) == (name, left)):
            raise LawBroken(
                SAMPLING,
                f"{name} draws {len(pieces)} pieces, but ends when {left} of them are left",
                the_chance(rules, before.agenda[-1]),
                runs=(partial(_carried_out, rules, before, last),),
            )
    return state


def _carried_out(rules: Ruleset, state: State, outcome: Drawn) -> tuple[object, ...]:
    """What is due after an outcome, before anything else happens."""
    table = open_table(rules, state)
    item = table.agenda.pop()
    assert isinstance(item, Chance)
    rules._happen(table, item, outcome)
    return tuple(table.agenda)


def _dealt(rules: Ruleset, state: State, dealer: Dealer) -> None:
    """`deal` is alternately sampling and advancing, with the same dealer."""
    after, outcomes, left = state, [], dealer
    while isinstance(rules.pending(after), Chance):
        if not listed(rules, after):
            return
        outcome, left = _sampled(rules, after, left)
        after = advanced(rules, after, outcome)
        outcomes.append(outcome)

    at_once = partial(rules.deal, state, dealer)
    dealt = calling(SAMPLING, f"dealing at {waits(rules, state)}", at_once)
    if (dealt.state, dealt.outcomes, dealt.dealer) != (after, tuple(outcomes), left):
        told = ", ".join(map(str, dealt.outcomes))
        raise LawBroken(
            SAMPLING,
            f"deal gave {told}, but sample and advance, with the same dealer,"
            f" {', '.join(map(str, outcomes))}",
            runs=(at_once, lambda: _one_after_the_other(rules, state, dealer)),
        )


def _one_after_the_other(rules: Ruleset, state: State, dealer: Dealer) -> State:
    while isinstance(rules.pending(state), Chance):
        outcome, dealer = rules.sample(state, dealer)
        state = rules.advance(state, outcome)
    return state


def _distributed(rules: Ruleset, state: State) -> None:
    sampled = in_bulk(rules, state)
    expected = singly(rules, state)
    if sampled and sampled != expected:
        odd = next(o for o in {**sampled, **expected} if sampled.get(o) != expected.get(o))
        item = rules.pending(state)
        raise LawBroken(
            SAMPLING,
            f"{odd} at {getattr(item, 'name', '')} has probability {expected.get(odd, 0)} by single"
            f" draws, but {sampled.get(odd, 0)} when it is sampled",
            the_chance(rules, item),
            runs=(
                lambda: in_bulk(rules, state),
                lambda: singly(rules, state),
                ByChance(partial(rules.sample, state, Dealer.seeded(0))),
            ),
        )


def _sequences(rules: Ruleset, state: State, n: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every order of n single draws, with its probability."""
    for outcome, probability in rules.outcomes(state):
        assert isinstance(outcome, Drawn)
        pieces = tuple(outcome.pieces)
        if n == 1:
            yield pieces, probability
        else:
            for others, rest in _sequences(rules, rules.advance(state, outcome), n - 1):
                yield (*pieces, *others), probability * rest
