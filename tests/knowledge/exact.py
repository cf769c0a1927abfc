"""Exact knowledge, slow and obvious: every physical arrangement, with its probability.

Cards are told apart here, each is a number. A `Memory` is what one observer (a seat, or None
for the public) can know: it goes through a history and keeps every arrangement that agrees
with what that observer has seen so far. Where nobody chooses, or nothing may be inferred from a
choice, a card counts as turned up at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from elfen.knowledge.arrangements import Arrangements, Unknown

Counts = tuple[int, ...]

#: The stack, the played cards, each hand; of each hand the cards that were taken openly, and
#: those that the observer alone knows, as they were stolen from him.
Cards = frozenset[int]
Physical = tuple[Cards, Cards, tuple[Cards, ...], tuple[Cards, ...], tuple[Cards, ...]]


class Memory:
    """Every arrangement that one observer cannot rule out."""

    def __init__(self, kinds: list[int], players: int, observer: int | None) -> None:
        self.kinds = kinds
        self.observer = observer
        none: Cards = frozenset()
        nothing = (none,) * players
        start = (frozenset(range(len(kinds))), none, nothing, nothing, nothing)
        self.worlds: dict[Physical, Fraction] = {start: Fraction(1)}

    def deal(self, seat: int, dealt: Counts) -> None:
        """These cards went from the stack to a seat; others see only their number."""
        self._step(self._deal(seat, dealt))

    def show(self, seat: int, kind: int) -> None:
        """A seat shows a card: one that was taken openly if possible, else any of the rest."""
        self._step(self._leave(seat, kind, seen=True))

    def slip(self, seat: int, kind: int) -> None:
        """A seat slips a card under the stack; others do not see which. None was taken openly."""
        self._step(self._leave(seat, kind, seen=False))

    def take(self, seat: int, kind: int) -> None:
        """A seat takes a played card."""
        self._step(self._take(seat, kind))

    def steal(self, robber: int, victim: int, kind: int) -> None:
        """A seat draws a card out of another's hand; others do not see which."""
        self._step(self._steal(robber, victim, kind))

    def mix(self) -> None:
        """All played cards go into the stack."""
        self._step(
            ((stack | played, frozenset(), hands, known, alone), p)
            for (stack, played, hands, known, alone), p in self.worlds.items()
        )

    def now(self) -> dict[tuple[Counts, ...], Fraction]:
        """The probability of everything that the observer does not see: stack and other hands."""
        found: dict[tuple[Counts, ...], Fraction] = defaultdict(Fraction)
        for (stack, _, hands, _, _), p in self.worlds.items():
            others = [hand for seat, hand in enumerate(hands) if seat != self.observer]
            found[tuple(map(self.counted, [stack, *others]))] += p
        total = sum(found.values())
        return {world: p / total for world, p in found.items()}

    def counted(self, cards: Iterable[int]) -> Counts:
        kinds = [self.kinds[card] for card in cards]
        return tuple(kinds.count(kind) for kind in range(max(self.kinds) + 1))

    def _step(self, worlds: Iterable[tuple[Physical, Fraction]]) -> None:
        after: dict[Physical, Fraction] = defaultdict(Fraction)
        for world, p in worlds:
            after[world] += p
        self.worlds = after

    def _deal(self, seat: int, dealt: Counts) -> Iterator[tuple[Physical, Fraction]]:
        n = sum(dealt)
        for (stack, played, hands, known, alone), p in self.worlds.items():
            for cards in combinations(sorted(stack), n):
                if seat == self.observer and self.counted(cards) != dealt:
                    continue
                after = _with(hands, seat, hands[seat] | {*cards})
                yield (stack - {*cards}, played, after, known, alone), p / comb(len(stack), n)

    def _leave(self, seat: int, kind: int, seen: bool) -> Iterator[tuple[Physical, Fraction]]:
        for (stack, played, hands, known, alone), p in self.worlds.items():
            sure = [*known[seat], *alone[seat]] if seen else []
            certain = [card for card in sure if self.kinds[card] == kind]
            cards = certain[:1] or [*hands[seat] - known[seat] - alone[seat]]
            here = [
                card
                for card in cards
                if self.kinds[card] == kind or not (seen or seat == self.observer)
            ]
            for card in here:
                # The observer's own choice tells it nothing new.
                share = p / (len(here) if seat == self.observer else len(cards))
                after = _with(hands, seat, hands[seat] - {card})
                left = _with(known, seat, known[seat] - {card})
                others = _with(alone, seat, alone[seat] - {card})
                if seen:
                    yield (stack, played | {card}, after, left, others), share
                else:
                    yield (stack | {card}, played, after, left, others), share

    def _steal(self, robber: int, victim: int, kind: int) -> Iterator[tuple[Physical, Fraction]]:
        for (stack, played, hands, known, alone), p in self.worlds.items():
            for card in hands[victim]:
                if self.observer in (robber, victim) and self.kinds[card] != kind:
                    continue
                after = _with(hands, victim, hands[victim] - {card})
                after = _with(after, robber, after[robber] | {card})
                sure = alone
                if self.observer == victim:
                    sure = _with(alone, robber, alone[robber] | {card})
                yield (stack, played, after, known, sure), p / len(hands[victim])

    def _take(self, seat: int, kind: int) -> Iterator[tuple[Physical, Fraction]]:
        for (stack, played, hands, known, alone), p in self.worlds.items():
            card = min(card for card in played if self.kinds[card] == kind)
            after = _with(hands, seat, hands[seat] | {card})
            taken = _with(known, seat, known[seat] | {card})
            yield (stack, played - {card}, after, taken, alone), p


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def by_the_model(unknown: Unknown) -> dict[tuple[Counts, ...], Fraction]:
    """The probability of everything that lies in unseen places, by `elfen.knowledge.arrangements`.

    The known cards of a zone are left out.
    """
    arrangements = Arrangements(unknown)
    found: dict[tuple[Counts, ...], Fraction] = defaultdict(Fraction)
    for account in arrangements.accounts():
        total = arrangements.weight(account)
        totals = arrangements.totals(account)
        old = dict(zip(arrangements.zones, account, strict=True))
        hidden = [n - sum(old.get(z, ())) for z, n in enumerate(unknown.old)]
        shares = [*_news(arrangements, totals)]
        for news, share in shares:
            part = Fraction(total * share, sum(share for _, share in shares) or 1)
            if not part:
                continue
            left = _less(_less(unknown.older, totals), news)
            for older, p in splits(left, hidden):
                rest = unknown.pieces
                for counts in older:
                    rest = _less(rest, counts)
                for newer, q in splits(rest, [*_less(unknown.free, hidden)]):
                    now = tuple(_more(a, b) for a, b in zip(older, newer, strict=True))
                    found[now] += part * p * q
    total = sum(found.values())
    return {world: p / total for world, p in found.items()}


def _news(arrangements: Arrangements, totals: Counts) -> Iterator[tuple[Counts, int]]:
    """How many older pieces of each kind were shown from new places, with their weights."""
    choices = [arrangements.pieces(kind, old) for kind, old in enumerate(totals)]
    for choice in product(*choices):
        news = tuple(new for new, _ in choice)
        ways = prod(ways for _, ways in choice)
        yield news, ways * arrangements.unseen(sum(totals), sum(news))


def splits(pieces: Counts, sizes: list[int]) -> Iterator[tuple[tuple[Counts, ...], Fraction]]:
    """Every way to deal these numbers of pieces blind, with its probability."""
    if not sizes:
        yield (), Fraction(1)
        return
    for some in product(*(range(n + 1) for n in pieces)):
        if sum(some) == sizes[0]:
            ways = prod(comb(n, k) for n, k in zip(pieces, some, strict=True))
            share = Fraction(ways, comb(sum(pieces), sizes[0]))
            for others, p in splits(_less(pieces, some), sizes[1:]):
                yield (some, *others), share * p


def _less(some: Iterable[int], others: Iterable[int]) -> Counts:
    return tuple(a - b for a, b in zip(some, others, strict=True))


def _more(some: Iterable[int], others: Iterable[int]) -> Counts:
    return tuple(a + b for a, b in zip(some, others, strict=True))
