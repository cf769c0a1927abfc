"""What an observer knows of unseen pieces: the ledger in words, as far as he may see it."""

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
    """All know that these pieces lie in a zone, perhaps among others."""

    zone: str
    seat: int | None
    pieces: Pieces


@frozen(cache_hash=True)
class Before:
    """A zone at the last mixing: how much lay in it, and which pieces, if one may see it.

    `known` was known of it by all, `given` pieces went from it into the pool unseen, and
    `shown` have been seen to leave it since (None where it does not matter).
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
    """The last time that pieces were mixed into a pool: `fresh` ones, openly.

    What one did not see by then were these `unseen` pieces; none of the fresh ones can have
    lain in the zones of `before` but the pool.
    """

    pool: str
    fresh: Pieces
    unseen: Pieces
    before: tuple[Before, ...]


@frozen(cache_hash=True)
class KnownAlone:
    """The observer alone knows that these pieces lie in a zone: it saw them go there.

    They are besides what all know. Of those that it has known so since the last mixing, `then`
    lay there by then, and `shown` have been seen to leave.
    """

    zone: str
    seat: int | None
    pieces: Pieces
    then: Pieces
    shown: Pieces


@frozen(cache_hash=True)
class Known:
    """What one knows of unseen pieces, besides how many they are and which are left.

    `there` is what all know, `alone` what only the observer knows besides.
    """

    there: tuple[KnownThere, ...]
    mixed: tuple[Mixed, ...]
    alone: tuple[KnownAlone, ...] = ()


NOTHING = Known((), ())

_MOST_KEPT = 256


class KnownTo(Memo[tuple[Ledger, int, int | None], Known]):
    """By ledger, number of zones and seat (None: the public): what that seat knows."""

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
    """Pieces of a family as its counts."""
    zone, _ = layout.zone_at(family.zones[0])
    return layout.vector(zone, pieces.counts)
