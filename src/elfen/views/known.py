"""What an observer knows about unseen pieces: the part of the ledger that it may see.

`Recalled` is that part by number, as a view holds it; `Known` is the same for readers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import compress
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import frozen

from elfen.declare import Counts, Memo, Pieces, SameMemo
from elfen.knowledge import Alone, Entries, Family, Ledger, Mixing

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
_MOST_PIECES = 2048
_MOST_BEFORE = 2048

#: The contents of a zone as an observer may see them: counts by kind, or only how many pieces.
SeenZone = Counts | int


class SeenMixing(NamedTuple):
    """A `Mixing` as an observer may see it: of a zone that it does not see into, only the sizes.

    `unseen` is what lay in those zones altogether.
    """

    pool: int
    fresh: Counts
    unseen: Counts
    then: tuple[SeenZone, ...]
    known: tuple[Counts, ...]
    given: tuple[SeenZone, ...]


class Recalled(NamedTuple):
    """A `Ledger` as an observer may see it; `alone` has only its own entries."""

    known: tuple[Counts | None, ...]
    shown: tuple[Counts | None, ...]
    mixings: tuple[SeenMixing | None, ...]
    alone: Entries


_mixing: Callable[[tuple[Any, ...]], SeenMixing] = partial(tuple.__new__, SeenMixing)
_recalled: Callable[[tuple[Any, ...]], Recalled] = partial(tuple.__new__, Recalled)


class Recall:
    """What one seat (None: the public) may see of ledgers.

    Of one ledger and the next, mostly little is another object, so the last one is kept.
    """

    def __init__(self, rules: Ruleset, held: Sequence[_Held], seat: int | None) -> None:
        self._seat = seat
        families = zip(rules.knowledge.families, held, strict=True)
        self._families = [_Redacted(rules, family, seat, one) for family, one in families]
        self._last: tuple[Any, Any] = None, None

    def __call__(self, ledger: Ledger) -> Recalled:
        """The part of a ledger that the seat may see."""
        known, shown, mixings, alone = ledger
        was, seen = self._last
        if mixings is not was:
            seen = tuple(
                [
                    None if mixing is None else redacted(mixing)
                    for redacted, mixing in zip(self._families, mixings, strict=True)
                ]
            )
            self._last = mixings, seen
        own = tuple([one for one in alone if one.seat == self._seat]) if alone else ()
        return _recalled((known, shown, seen, own))

    def unseen(self, family: int, then: tuple[Counts, ...]) -> Counts:
        """What the seat did not see of what the zones of a family held, by its number."""
        return self._families[family].unseen(then)


class _Redacted:
    """The mixings of one family as one seat may see them.

    While a mixing goes on, mostly `fresh` or `given` changes; the rest is kept.
    """

    def __init__(self, rules: Ruleset, family: Family, seat: int | None, held: _Held) -> None:
        into = rules.sight.into
        places = [rules.layout.zone_at(zone) for zone in family.zones]
        self._open = [n for n, (zone, owner) in enumerate(places) if into(zone.name, owner, seat)]
        self._held = held
        #: The last mixing, what is seen of it, and of what its zones held and what they gave.
        self._last: tuple[Any, ...] = (None,) * 5

    def __call__(self, mixing: Mixing) -> SeenMixing:
        found: SeenMixing
        was, found, held, unseen, away = self._last
        if mixing is not was:
            pool, fresh, then, known, given = mixing
            if was is None or then is not was.then:
                held, unseen = self._seen(then, self._held.of[then][0]), self.unseen(then)
            if was is None or given is not was.given:
                away = self._seen(given, self._held.sizes[given])
            found = _mixing((pool, fresh, unseen, held, known, away))
            self._last = mixing, found, held, unseen, away
        return found

    def _seen(self, held: tuple[Counts, ...], sizes: tuple[int, ...]) -> tuple[SeenZone, ...]:
        """What zones hold, as it is seen; a game has only the first zones of a family."""
        seen: list[SeenZone] = [*sizes]
        for n in self._open:
            if n < len(held):
                seen[n] = held[n]
        return tuple(seen)

    def unseen(self, held: tuple[Counts, ...]) -> Counts:
        """What of all that zones hold is not seen."""
        sizes, unseen = self._held.of[held]
        for n in self._open:
            if n < len(held) and sizes[n]:
                unseen = tuple(map(sub, unseen, held[n]))
        return unseen


class _Held:
    """By what the zones of a family held or gave: the `sizes`; and `of` all of it together, too.

    Every seat needs these.
    """

    def __init__(self, family: Family) -> None:
        self._none = family.none
        self.sizes: SameMemo[tuple[Counts, ...], tuple[int, ...]] = SameMemo(self._sizes)
        self.of: SameMemo[tuple[Counts, ...], tuple[tuple[int, ...], Counts]] = SameMemo(self._all)

    def _sizes(self, held: tuple[Counts, ...]) -> tuple[int, ...]:
        none = self._none  # most zones have given nothing, and then it is this very object
        return tuple([0 if counts is none else sum(counts) for counts in held])

    def _all(self, held: tuple[Counts, ...]) -> tuple[tuple[int, ...], Counts]:
        sizes = self._sizes(held)
        some = [*compress(held, sizes)]
        return sizes, tuple(map(sum, zip(*some, strict=True))) if some else self._none


class KnownTo:
    """What each seat (None: the public) knows under one ruleset, by ledger."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        #: By seat: what it may see of a ledger.
        held = [_Held(family) for family in rules.knowledge.families]
        self.recall: Memo[int | None, Recall] = Memo(partial(Recall, rules, held))
        self._known: SameMemo[Recalled, Known] = SameMemo(self._known_from, _MOST_KEPT)
        self._there: SameMemo[tuple[Counts | None, ...], tuple[KnownThere, ...]] = SameMemo(
            self._known_there, _MOST_KEPT
        )
        self._before: Memo[tuple[Any, ...], Before] = Memo(self._just_before, _MOST_BEFORE)
        self._pieces: Memo[tuple[int, Counts], Pieces] = Memo(self._pieces_of, _MOST_PIECES)

    def __getitem__(self, key: tuple[Ledger, int, int | None]) -> Known:
        """What a seat knows, by ledger, number of zones and seat."""
        ledger, _, seat = key
        return self.known(self.recall[seat](ledger))

    def known(self, recalled: Recalled) -> Known:
        """What follows from it, for readers."""
        return self._known[recalled]

    def _pieces_of(self, key: tuple[int, Counts]) -> Pieces:
        zone, counts = key
        return self._rules.layout.pieces(self._rules.layout.zone_at(zone)[0], counts)

    def _known_from(self, recalled: Recalled) -> Known:
        there = self._there[recalled.known]
        mixed = [
            self._mixed(family, mixing, recalled)
            for family, mixing in zip(self._rules.knowledge.families, recalled.mixings, strict=True)
            if mixing is not None
        ]
        alone = tuple(map(self._known_alone, recalled.alone))
        return Known(there, tuple(mixed), alone) if there or mixed or alone else NOTHING

    def _known_there(self, known: tuple[Counts | None, ...]) -> tuple[KnownThere, ...]:
        places = enumerate(map(self._rules.layout.zone_at, range(len(known))))
        return tuple(
            [
                KnownThere(place.name, owner, self._pieces[zone, counts])
                for zone, (place, owner) in places
                if (counts := known[zone]) is not None
            ]
        )

    def _known_alone(self, entry: Alone) -> KnownAlone:
        place, owner = self._rules.layout.zone_at(entry.zone)
        there, then, shown = (self._pieces[entry.zone, counts] for counts in entry[2:])
        return KnownAlone(place.name, owner, there, then, shown)

    def _mixed(self, family: Family, mixing: SeenMixing, recalled: Recalled) -> Mixed:
        pieces, shown, pool = self._pieces, recalled.shown, mixing.pool
        before = [
            self._before[zone, then, known, given, shown[zone]]
            for zone, then, known, given in zip(
                family.zones, mixing.then, mixing.known, mixing.given, strict=False
            )
        ]
        place, _ = self._rules.layout.zone_at(pool)
        return Mixed(
            place.name, pieces[pool, mixing.fresh], pieces[pool, mixing.unseen], tuple(before)
        )

    def _just_before(self, key: tuple[Any, ...]) -> Before:
        zone, then, known, given, shown = key
        place, owner = self._rules.layout.zone_at(zone)
        return Before(
            place.name,
            owner,
            *self._sized(zone, then),
            self._pieces[zone, known],
            *self._sized(zone, given),
            None if shown is None else self._pieces[zone, shown],
        )

    def _sized(self, zone: int, seen: SeenZone) -> tuple[int, Pieces | None]:
        """How many pieces there are, and which, if the observer saw them."""
        if isinstance(seen, int):
            return seen, None
        return sum(seen), self._pieces[zone, seen]
