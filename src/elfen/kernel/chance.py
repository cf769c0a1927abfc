"""Chance at work: the outcomes of draws and rolls, their probabilities, and how to sample them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, compress
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare import (
    Chance,
    Counts,
    Draw,
    Drawn,
    Memo,
    Outcome,
    Pieces,
    Roll,
    Rolled,
    SeatZone,
    Shown,
)
from elfen.errors import Reason, RulesetError, brief
from elfen.kernel.dealer import LARGEST_BOUND, Shuffler
from elfen.kernel.payments import picker

if TYPE_CHECKING:
    from fractions import Fraction

    from elfen.declare import Layout
    from elfen.kernel.position import Position
    from elfen.kernel.table import Table

#: How many different draws are remembered; most of them are whole hands.
_MOST_DRAWN = 32_768

_INT = {int}

#: The faces of a roll, their weights, and the sums of the weights up to each.
Weighed = tuple[tuple[Rolled, ...], list[int], list[int]]


@frozen(eq=False, repr=False)
class CompiledDraw(Shown):
    """A draw with its zones resolved to numbers."""

    draw: Draw
    source: int
    targets: tuple[int, ...]
    kinds: tuple[str, ...]
    singles: tuple[Drawn, ...]
    single_of: dict[Drawn, int]
    drawn: Memo[Counts, Drawn]
    counts: Memo[Drawn, Counts]

    @classmethod
    def of(cls, draw: Draw, layout: Layout) -> CompiledDraw:
        """Resolve the draw's zones to numbers."""
        kinds = tuple(kind.id for kind in layout.kinds_of(draw.source))
        order = sorted(range(len(kinds)), key=kinds.__getitem__)
        ids, by_id = [kinds[n] for n in order], picker(order)

        def pieces(counts: Counts) -> Drawn:
            ns = by_id(counts)
            return Drawn(Pieces(tuple(compress(zip(ids, ns), ns))))  # noqa: B905

        singles = tuple(Drawn(Pieces.of([kind])) for kind in kinds)
        more = (layout.indexes(draw.source),) if issubclass(cls, CompiledSeatDraw) else ()
        return cls(
            draw,
            layout.index(draw.source),
            layout.indexes(draw.target),
            kinds,
            singles,
            {single: n for n, single in enumerate(singles)},
            Memo(pieces, _MOST_DRAWN),
            Memo(lambda drawn: tuple(drawn.pieces.counts.get(kind, 0) for kind in kinds)),
            *more,
        )

    def source_of(self, item: Chance) -> int:
        """The number of the zone that is drawn from."""
        return self.source

    def outcomes(self, position: Position, item: Chance) -> tuple[tuple[Drawn, Fraction], ...]:
        """Every single piece that may be drawn next, with its probability."""
        from fractions import Fraction  # loaded when chances are first weighed

        pool = position.zones[self.source_of(item)]
        total = sum(pool)
        return tuple(
            (single, Fraction(n, total)) for single, n in zip(self.singles, pool, strict=True) if n
        )

    def sample(self, position: Position, item: Chance, shuffler: Shuffler) -> Drawn:
        """All pieces of the draw at once."""
        n = int(item.data[0])
        pool = position.zones[self.source_of(item)]
        if n > sum(pool):
            raise RulesetError(too_few(self.draw, sum(pool), n))
        if n == 1:
            return self.singles[self.pick(pool, shuffler)]
        return self.drawn[shuffler.take(pool, n)]

    def pick(self, pool: Sequence[int], shuffler: Shuffler) -> int:
        """One random piece of a pool, as its kind's index in the counts."""
        below = [*accumulate(pool)]
        if not below[-1]:
            raise RulesetError(too_few(self.draw, 0, 1))
        return bisect_right(below, shuffler.below(below[-1]))

    def resolve(self, table: Table, item: Chance, shuffler: Shuffler) -> Drawn:
        """Sample and apply in one."""
        n = item.data[0]
        pool = table.zones[self.source]
        if n == 1:
            kind = self.pick(pool, shuffler)
            table.shift_one(self.source, self.targets[item.seat or 0], kind)
            return self.singles[kind]
        try:
            counts, left = shuffler.draw(pool, n)  # type: ignore[arg-type]
        except ValueError:
            raise RulesetError(too_few(self.draw, sum(pool), int(n))) from None
        table.shift(self.source, self.targets[item.seat or 0], counts, left)
        return self.drawn[counts]

    def check(self, position: Position, item: Chance, outcome: Outcome) -> Reason | None:
        """Why this cannot be drawn now, or None."""
        if not isinstance(outcome, Drawn):
            return Reason.of(
                "core/chance",
                "core/no-draw",
                "{outcome} does not answer {name}, a draw",
                outcome=str(outcome),
                name=item.name,
            )
        pool = dict(zip(self.kinds, position.zones[self.source_of(item)], strict=True))
        wanted = outcome.pieces
        if not 1 <= len(wanted) <= int(item.data[0]):
            return Reason.of(
                "core/chance",
                "core/too-many-drawn",
                "{name} draws up to {most} pieces: {outcome}",
                name=item.name,
                most=int(item.data[0]),
                outcome=str(outcome),
            )
        for kind, n in wanted.items:
            if pool.get(kind, 0) < n:
                return Reason.of(
                    "core/chance",
                    "core/not-there",
                    "there are {there} {kind} to draw, not {n}",
                    there=pool.get(kind, 0),
                    kind=kind,
                    n=n,
                )
        return None

    def apply(self, table: Table, item: Chance, outcome: Drawn) -> None:
        """Move the pieces, and leave the rest of the draw on the agenda."""
        target = self.targets[item.seat or 0]
        single = self.single_of.get(outcome)
        if single is not None:
            table.shift_one(self.source, target, single)
            drawn = 1
        else:
            counts = self.counts[outcome]
            drawn = sum(counts)
            table.shift(self.source, target, counts)
        left = int(item.data[0]) - drawn
        if left:
            table.draw(item.name, item.seat, left)


@frozen(eq=False, repr=False)
class CompiledSeatDraw(CompiledDraw):
    """A draw from a seat's zone, such as a hand: its item's data says whose, after the number.

    Such a zone is never mixed, and what is known of it depends on each piece that leaves. So the
    pieces of a draw are moved one by one, however many an outcome has.
    """

    sources: tuple[int, ...]

    def source_of(self, item: Chance) -> int:
        """The number of the zone that is drawn from."""
        return self.sources[int(item.data[1])]

    def resolve(self, table: Table, item: Chance, shuffler: Shuffler) -> Drawn:
        """Sample and apply in one."""
        drawn = self.sample(table, item, shuffler)
        self.apply(table, item, drawn)
        return drawn

    def apply(self, table: Table, item: Chance, outcome: Drawn) -> None:
        """Move the pieces, and leave the rest of the draw on the agenda."""
        n, whose = map(int, item.data)
        counts = self.counts[outcome]
        target = self.targets[item.seat or 0]
        table.shift_singly(self.sources[whose], target, counts, item.name)
        if n > sum(counts):
            table.draw(item.name, item.seat, n - sum(counts), whose)


def too_few(draw: Draw, there: int, n: int) -> str:
    """What is wrong with a draw of more pieces than there are."""
    zone = draw.source.name
    where = f"a seat's {zone}" if isinstance(draw.source, SeatZone) else zone
    return (
        f"{draw.name} is to draw {brief(n)} from {where}, which has {there}; draw no more than"
        " there is"
    )


def compiled_draw(draw: Draw, layout: Layout) -> CompiledDraw:
    """The draw with its zones resolved to numbers."""
    if isinstance(draw.source, SeatZone):
        return CompiledSeatDraw.of(draw, layout)
    return CompiledDraw.of(draw, layout)


def _in_order(faces: tuple[object, ...]) -> tuple[Rolled, ...]:
    """The outcomes of these faces, sorted; raises `RulesetError` for anything but a word."""
    for face in faces:
        if type(face) is not str or face.split() != [face]:
            raise RulesetError(f"the face {brief(face)} has to be one word")
    return tuple([Rolled(face) for face in sorted(map(str, faces))])


def _weigh(told: tuple[tuple[Any, Any], ...]) -> Weighed:
    """See `CompiledRoll`; raises `RulesetError`."""
    faces = dict(told)
    rolled = _in_order(tuple(faces))
    weights = [faces[one.face] for one in rolled]
    for face, n in told:
        if type(n) is not int or n < 0:
            raise RulesetError(f"face {brief(face)} weighs {brief(n)}, no whole number from 0")
    if not any(weights):
        raise RulesetError("no face can come up; give one of them a weight")
    sums = [*accumulate(weights)]
    if sums[-1] > LARGEST_BOUND:
        raise RulesetError("the weights of all faces together are more than 2**448; scale them")
    return rolled, weights, sums


@frozen(eq=False, repr=False)
class CompiledRoll(Shown):
    """A roll, with the same methods as a draw."""

    roll: Roll
    #: By faces with their weights: all faces in order, including those that cannot come up now,
    #: their weights, and the sums of the weights up to each face.
    _weighed: Memo[tuple[tuple[Any, Any], ...], Weighed] = field(
        init=False, repr=False, factory=lambda: Memo(_weigh)
    )

    def _faces(self, position: Position, item: Chance) -> Weighed:
        """The faces of a roll with their weights.

        Raises `RulesetError` if no face can come up, or for an invalid face or weight.
        """
        faces = self.roll.faces(position, item)
        if not isinstance(faces, Mapping):
            raise RulesetError(
                f"{item.name}: its faces have to be a dict of weights, not {brief(faces)}"
            )
        told = tuple(faces.items())
        try:
            if {*map(type, faces.values())} <= _INT:  # 1.0 and True equal 1
                return self._weighed[told]
            return _weigh(told)
        except RulesetError as error:
            raise RulesetError(f"{item.name}: {error}") from None

    def outcomes(self, position: Position, item: Chance) -> tuple[tuple[Rolled, Fraction], ...]:
        """Every face that may come up, with its probability."""
        from fractions import Fraction

        rolled, weights, sums = self._faces(position, item)
        total = sums[-1]
        return tuple([(rolled[at], Fraction(n, total)) for at, n in enumerate(weights) if n])

    def sample(self, position: Position, item: Chance, shuffler: Shuffler) -> Rolled:
        """One face, by its weight."""
        rolled, _, below = self._faces(position, item)
        return rolled[bisect_right(below, shuffler.below(below[-1]))]

    def resolve(self, table: Table, item: Chance, shuffler: Shuffler) -> Rolled:
        """Sample and apply in one."""
        outcome = self.sample(table, item, shuffler)
        self.apply(table, item, outcome)
        return outcome

    def check(self, position: Position, item: Chance, outcome: Outcome) -> Reason | None:
        """Why this cannot come up now, or None."""
        rolled, weights, _ = self._faces(position, item)
        faces = {one.face for one, n in zip(rolled, weights, strict=True) if n}
        if isinstance(outcome, Rolled) and outcome.face in faces:
            return None
        return Reason.of(
            "core/chance",
            "core/no-face",
            "{outcome} is not one of {name}: {faces}",
            outcome=str(outcome),
            name=item.name,
            faces=", ".join(sorted(faces)),
        )

    def apply(self, table: Table, item: Chance, outcome: Rolled) -> None:
        """Carry out the face."""
        self.roll.apply(table, item, outcome.face)
