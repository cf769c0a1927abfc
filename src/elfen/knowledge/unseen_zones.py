"""Unseen zones: which the ledger covers and which moves change it, from declarations alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, sub

from elfen.declare import (
    MOST_SEATS,
    OWNER,
    PUBLIC,
    Counts,
    Group,
    Layout,
    SeatZone,
    TableZone,
    Visibility,
)
from elfen.errors import RulesetError, brief
from elfen.knowledge.ledger import Change, Family, Ledger, Zones

#: The index of the routes among the zones, for `Knowledge.changes`.
ROUTES = -1

AnyZone = TableZone | SeatZone

#: What a move's change depends on at each of its ends: the zone's family, and whether chance draws
#: from the zone.
Side = tuple[Family | None, bool]


class Knowledge:
    """The families of a ruleset, and what each move between two zones means for the ledger.

    `changes[source][target]` is the change, by zone numbers (the routes are the last), or None if
    a move changes nothing that is known. Raises `RulesetError` if two unseen zones share a group
    but do not hold exactly the same groups.
    """

    def __init__(
        self, layout: Layout, visibility: Mapping[str, Visibility], drawn_from: Iterable[TableZone]
    ) -> None:
        self.families: tuple[Family, ...] = ()
        self._layout = layout
        self._visibility = visibility
        self._of: dict[int, Family] = {}
        hidden: dict[tuple[Group, ...], list[AnyZone]] = {}
        places: list[AnyZone] = [*layout.table_zones, *layout.seat_zones]
        for zone in places:
            if visibility[zone.name] is not PUBLIC:
                hidden.setdefault(zone.holds, []).append(zone)
        _check_apart(hidden)
        pools = {zone.name for zone in drawn_from}
        for number, zones in enumerate(hidden.values()):
            self._add(number, zones, pools)
        sides = [self._side(zone) for zone in range(layout.size(MOST_SEATS) + 1)]
        rows = {side: tuple([_change(side, target) for target in sides]) for side in {*sides}}
        self.changes: tuple[tuple[Change | None, ...], ...] = tuple([rows[side] for side in sides])

    def _add(self, number: int, zones: list[AnyZone], pools: set[str]) -> None:
        layout = self._layout
        numbers = {
            index
            for zone in zones
            for index in (
                layout.indexes(zone) if isinstance(zone, SeatZone) else (layout.index(zone),)
            )
        }
        owners = {
            index: seat
            for zone in zones
            if isinstance(zone, SeatZone) and self._visibility[zone.name] is OWNER
            for seat, index in enumerate(layout.indexes(zone))
        }
        family = Family(
            number,
            tuple(sorted(numbers)),
            frozenset(
                layout.index(zone)
                for zone in zones
                if isinstance(zone, TableZone) and zone.name in pools
            ),
            len(layout.kinds_of(zones[0])),
            owners,
        )
        self.families += (family,)
        self._of.update(dict.fromkeys(family.zones, family))

    def _side(self, zone: int) -> Side:
        family = self._of.get(zone)
        return family, family is not None and zone in family.pools

    def seats(self, zones: Sequence[object]) -> int:
        """How many seats play in a state with these zones; `MOST_SEATS` if they do not tell."""
        last = self._layout.zone_at(len(zones) - 1)[1] if zones else None
        return MOST_SEATS if last is None else last + 1

    def family_of(self, zone: int) -> Family | None:
        """The family of a zone number; None if the zone is public."""
        return self._of.get(zone)

    def counts(self, family: Family, kind: int, n: int) -> Counts:
        """n pieces of a kind number, as counts of its family."""
        zone, _ = self._layout.zone_at(family.zones[0])
        at = self._layout.places_of(zone)[kind]
        return tuple([n * (place == at) for place in range(family.width)])

    def blank(self, zones: Sequence[object]) -> Ledger:
        """A ledger in which nothing is known but what everyone can see."""
        none = (None,) * len(zones)
        return Ledger(none, none, (None,) * len(self.families))

    def supposing(self, ledger: Ledger, before: Zones, now: Zones) -> Ledger:
        """What is still known if pieces lay as in `now` instead of `before`.

        For a family whose zones are unchanged, everything is. For another, the pieces that everyone
        knows in a zone and that are still there; but nothing of its mixing, which says where pieces
        cannot be, nor what one seat alone knows.
        """
        known, shown, mixings = [*ledger.known], [*ledger.shown], [*ledger.mixings]
        changed: set[int] = set()
        for family in self.families:
            here = family.here(now)
            if all(before[zone] == now[zone] for zone in here):
                continue
            changed.update(here)
            mixings[family.number] = None
            for zone in here:
                shown[zone] = None
                counts = known[zone]
                if counts is not None:
                    left = tuple(map(min, counts, now[zone]))
                    known[zone] = left if any(left) else None
        alone = tuple([one for one in ledger.alone if one.zone not in changed])
        return Ledger(tuple(known), tuple(shown), tuple(mixings), alone)

    def begin(self, zones: Zones) -> Ledger:
        """What everyone knows at the start of a game: the stock, which the rules list.

        It is known for each zone except pools: what begins there is mixed.
        """
        ledger = self.blank(zones)
        for family in self.families:
            empty = list(zones)
            for zone in family.here(zones):
                empty[zone] = (0,) * family.width
            for zone in family.here(zones):
                if not any(zones[zone]):
                    continue
                if zone not in family.pools:
                    ledger = family.take(ledger, empty, zone, zone, zones[zone])
                elif len(family.pools) > 1:
                    ledger = family.mix(ledger, empty, zone, zone, zones[zone])
                empty[zone] = zones[zone]
        return ledger


def _change(source: Side, target: Side) -> Change | None:
    """What a move from one side to the other changes in the ledger."""
    (before, from_pool), (after, to_pool) = source, target
    if before is None:
        if after is None:
            return None
        return after.mix if to_pool else after.take
    if from_pool and len(before.pools) == 1:
        return None
    if after is not before:
        return before.leave
    return before.slip_alike if from_pool else before.slip


def _check_apart(hidden: Mapping[tuple[Group, ...], list[AnyZone]]) -> None:
    """Refuse unseen zones that share a group but hold different groups.

    The unseen pieces of a group are counted over all its unseen zones, so these must hold the same.
    """
    seen: dict[str, AnyZone] = {}
    for holds, zones in hidden.items():
        for group in holds:
            other = seen.setdefault(group.name, zones[0])
            if other is not zones[0]:
                raise RulesetError(
                    f"zones {other.name!r} and {zones[0].name!r} are not public and both hold"
                    f" {group.name!r}, but their other groups differ; give both the same holds=, in"
                    " the same order, or use two groups"
                )


def problems(knowledge: Knowledge, ledger: Ledger, zones: Zones) -> Iterator[str]:
    """What cannot be true of a ledger with these zones, as texts."""
    families = knowledge.families
    for name, entries, n in (
        ("known", ledger.known, len(zones)),
        ("shown", ledger.shown, len(zones)),
        ("mixings", ledger.mixings, len(families)),
    ):
        if len(entries) != n:
            yield f"ledger: {len(entries)} entries of {name} instead of {n}"
            return
    wrong = [*_wrong_entries(knowledge, ledger, zones), *_wrong_alone(knowledge, ledger, zones)]
    yield from wrong
    if not wrong:
        for family in families:
            yield from _problems_of(family, ledger, zones)


def _wrong_entries(knowledge: Knowledge, ledger: Ledger, zones: Zones) -> Iterator[str]:
    for zone, counts in enumerate(zones):
        family = knowledge.family_of(zone)
        known = ledger.known[zone]
        for entry in (known, ledger.shown[zone]):
            if entry is None:
                continue
            if family is None:
                yield f"ledger: zone number {zone} is public, so nothing can be recorded of it"
            elif len(entry) != family.width or min(entry, default=0) < 0:
                yield f"ledger: {brief(entry)} are not counts of what zone number {zone} holds"
            elif entry is known and not _within(entry, counts):
                yield f"ledger: {brief(entry)} are known in zone number {zone}, which has {counts}"


def _wrong_alone(knowledge: Knowledge, ledger: Ledger, zones: Zones) -> Iterator[str]:
    """Problems of what one seat alone knows: it cannot see into the zone, and no more is there."""
    if [*ledger.alone] != sorted({one[:2]: one for one in ledger.alone}.values()):
        yield "ledger: what one seat alone knows is unordered or there twice"
    for one in ledger.alone:
        family = knowledge.family_of(one.zone) if 0 <= one.zone < len(zones) else None
        where = f"zone number {one.zone}, of which seat {one.seat} alone knows something,"
        if family is None or one.zone in family.pools or family.owners.get(one.zone) == one.seat:
            yield f"ledger: {where} is visible to it, a pool, or does not exist"
            continue
        if not 0 <= one.seat < knowledge.seats(zones):
            yield f"ledger: seat {one.seat} does not play"
        none, mixing = family.none, ledger.mixings[family.number]
        rows = (one.there, one.then, one.shown)
        if any(len(row) != family.width or min(row, default=0) < 0 for row in rows):
            yield f"ledger: {where} does not hold such pieces: {brief(rows)}"
            continue
        most = map(sub, zones[one.zone], ledger.known[one.zone] or none)
        if not _within(one.there, tuple(most)):
            yield f"ledger: {where} does not have {one.there} besides what all know"
        if not _within(one.then, tuple(map(add, one.there, one.shown))):
            yield f"ledger: {one.then} of {where} are neither there nor have been shown"
        if not _within(one.shown, ledger.shown[one.zone] or none):
            yield f"ledger: {one.shown} of {where} have not been shown"
        if mixing is None and any(one.then):
            yield f"ledger: {where} is recorded as it was at a mixing, but there was none"


def _problems_of(family: Family, ledger: Ledger, zones: Zones) -> Iterator[str]:
    here, mixing = family.here(zones), ledger.mixings[family.number]
    if mixing is None:
        if any(ledger.shown[zone] is not None for zone in here):
            yield "ledger: pieces are recorded as shown since a mixing, but there was none"
        return
    if mixing.pool not in family.pools:
        yield f"ledger: zone number {mixing.pool} is not a pool to mix anything into"
        return
    rows = (mixing.then, mixing.known, mixing.given)
    if any(len(row) != len(here) for row in rows) or any(
        len(counts) != family.width or min(counts, default=0) < 0
        for counts in (mixing.fresh, *(counts for row in rows for counts in row))
    ):
        yield f"ledger: the mixing into zone number {mixing.pool} does not fit its family"
        return
    none = (0,) * family.width
    left = list(mixing.fresh)
    for zone, then, known, given in zip(here, *rows, strict=True):
        shown = ledger.shown[zone]
        unknown = tuple(map(sub, zones[zone], ledger.known[zone] or none))
        old = tuple(map(sub, map(sub, then, known), given))
        if zone == mixing.pool:
            shown, old = none, none
        elif shown is None:
            shown = none
            if any(old):
                yield f"ledger: nothing is recorded of what zone number {zone} has shown"
        if min(old, default=0) < 0 or not _within(old, tuple(map(add, shown, unknown))):
            yield f"ledger: zone number {zone} cannot have held {then} when pieces were mixed"
        for kind in range(family.width):
            left[kind] += then[kind] - known[kind] - unknown[kind] - shown[kind]
    if min(left, default=0) < 0:
        yield f"ledger: more pieces are unseen than were since the mixing into {mixing.pool}"


def _within(some: Counts, others: Counts) -> bool:
    return all(a <= b for a, b in zip(some, others, strict=True))
