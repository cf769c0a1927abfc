"""What an observer knows about unseen pieces: the part of the ledger that it may see."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import Counts, Layout, Memo, Pieces
from elfen.knowledge import Alone, Family, Ledger, Mixing

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


@frozen(cache_hash=True)
class KnownThere:
    """Everyone knows that these pieces are in a zone, perhaps among others."""

    zone: str
    seat: int | None
    pieces: Pieces


@frozen(cache_hash=True)
class Before:
    """A zone just before the last mixing: its size, and its pieces if the observer sees them.

    Everyone knew that the `known` pieces were in it. The `given` pieces went from it into the
    pool unseen. The `shown` pieces have been seen to leave it since (None if that is irrelevant).
    """

    zone: str
    seat: int | None
    size: int
    pieces: Pieces | None
    known: Pieces
    given_size: int
    given: Pieces | None
    shown: Pieces | None


@frozen(cache_hash=True)
class Mixed:
    """The last time that pieces were mixed into a pool: the `fresh` ones went in openly.

    Just before, the observer did not see these `unseen` pieces. Of the zones in `before`, only
    the pool can have held fresh pieces.
    """

    pool: str
    fresh: Pieces
    unseen: Pieces
    before: tuple[Before, ...]


@frozen(cache_hash=True)
class KnownAlone:
    """The observer alone knows that these pieces are in a zone: it saw them go there.

    They come on top of what everyone knows. Of those that it has known since the last mixing,
    `then` were there at that time, and `shown` have been seen to leave.
    """

    zone: str
    seat: int | None
    pieces: Pieces
    then: Pieces
    shown: Pieces


@frozen(cache_hash=True)
class Known:
    """What an observer knows about unseen pieces, besides their number and which are left.

    `there` is common knowledge; `alone` is what only the observer knows in addition.
    """

    there: tuple[KnownThere, ...]
    mixed: tuple[Mixed, ...]
    alone: tuple[KnownAlone, ...] = ()


NOTHING = Known((), ())

_MOST_KEPT = 256


class KnownTo(Memo[tuple[Ledger, int, int | None], Known]):
    """What a seat (None: the public) knows, by ledger, number of zones and seat."""

    __slots__ = ()

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(partial(_known_to, rules), _MOST_KEPT)


def _known_to(rules: Ruleset, key: tuple[Ledger, int, int | None]) -> Known:
    ledger, zones, seat = key
    layout = rules.layout
    there = []
    for zone, counts in enumerate(ledger.known):
        if counts is not None:
            place, owner = layout.zone_at(zone)
            there.append(KnownThere(place.name, owner, layout.pieces(place, counts)))
    mixed = [
        _mixed(rules, family, ledger, mixing, zones, seat)
        for family, mixing in zip(rules.knowledge.families, ledger.mixings, strict=True)
        if mixing is not None
    ]
    alone = tuple([_known_alone(layout, one) for one in ledger.alone if one.seat == seat])
    return Known(tuple(there), tuple(mixed), alone) if there or mixed or alone else NOTHING


def _known_alone(layout: Layout, entry: Alone) -> KnownAlone:
    place, owner = layout.zone_at(entry.zone)
    there, then, shown = (layout.pieces(place, counts) for counts in entry[2:])
    return KnownAlone(place.name, owner, there, then, shown)


def _mixed(
    rules: Ruleset, family: Family, ledger: Ledger, mixing: Mixing, zones: int, seat: int | None
) -> Mixed:
    layout = rules.layout
    unseen = [0] * family.width
    before = []
    for zone, then, known, given in zip(
        [zone for zone in family.zones if zone < zones],
        mixing.then,
        mixing.known,
        mixing.given,
        strict=True,
    ):
        place, owner = layout.zone_at(zone)
        seen = rules.sight.into(place.name, owner, seat)
        if not seen:
            unseen = [a + b for a, b in zip(unseen, then, strict=True)]
        shown = ledger.shown[zone]
        before.append(
            Before(
                place.name,
                owner,
                sum(then),
                layout.pieces(place, then) if seen else None,
                layout.pieces(place, known),
                sum(given),
                layout.pieces(place, given) if seen else None,
                None if shown is None else layout.pieces(place, shown),
            )
        )
    place, _ = layout.zone_at(mixing.pool)
    pieces = layout.pieces(place, mixing.fresh)
    return Mixed(place.name, pieces, layout.pieces(place, tuple(unseen)), tuple(before))


def counts_of(layout: Layout, family: Family, pieces: Pieces) -> Counts:
    """Pieces as the counts of their family."""
    zone, _ = layout.zone_at(family.zones[0])
    return layout.vector(zone, pieces.counts)
