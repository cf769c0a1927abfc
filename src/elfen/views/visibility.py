"""Visibility: what each seat may see, worked out once per ruleset from the declarations.

Zones, slots, actions, draws, rolls and events each declare who may see them; nothing else
decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import (
    OWNER,
    PUBLIC,
    Action,
    Chance,
    Draw,
    Drawn,
    EventType,
    Memo,
    Outcome,
    Pieces,
    PiecesMoved,
    PutOnRoute,
    Roll,
    SameMemo,
    SeatZone,
    Shown,
    TableZone,
    Visibility,
    as_it_is,
    fields_of,
    merged,
)

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.kernel import DrawnUnseen, Unseen
    from elfen.views.known import SeenZone

_MOST_HOLDINGS = 256


@frozen(cache_hash=True, repr=False)
class Holding(Shown):
    """A zone as an observer may see it: its size, and its pieces (None if they are hidden)."""

    zone: str
    seat: int | None
    size: int
    pieces: Pieces | None


class Sight:
    """Who may see what under one ruleset. Seat None is the public."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._public: dict[type[Action], Callable[[Any], Action]] = {
            owned.entry.type: owned.entry.public for owned in rules.action_types
        }
        self._chances: dict[str, Draw | Roll] = {o.entry.name: o.entry for o in rules.chances}
        self._slots = {name: tuple(fields_of(slot)) for name, slot in rules.slots.items()}
        self.towns: Memo[int, tuple[str, ...]] = Memo(self._towns_of)
        self._holdings: Memo[int, Memo[SeenZone, Holding]] = Memo(self._holding_of)
        self._watched = SameMemo(self._watched_by)
        self._drawn: Memo[int, DrawnUnseen] = Memo(_so_many_drawn)

    def into(self, zone: str, owner: int | None, seat: int | None) -> bool:
        """Whether a seat sees what lies in a zone (of `owner`, if it is a seat's)."""
        return _sees(self._rules.visibility[zone], owner, seat)

    def holdings(self, zones: Sequence[SeenZone]) -> tuple[Holding, ...]:
        """All zones by name, from their contents as an observer sees them."""
        return tuple([self._holdings[n][seen] for n, seen in enumerate(zones)])

    def holding(self, index: int, seen: SeenZone) -> Holding:
        """A zone by its number, from its contents as an observer sees them."""
        return self._holdings[index][seen]

    def fields(self, slot: str) -> tuple[tuple[str, Visibility], ...]:
        """The fields of a slot with their visibility; "" is the value as a whole."""
        return self._slots[slot]

    def _towns_of(self, bits: int) -> tuple[str, ...]:
        """The ids of a bit set of town numbers."""
        return tuple(t.id for n, t in enumerate(self._rules.board.towns) if bits >> n & 1)

    def _holding_of(self, index: int) -> Memo[SeenZone, Holding]:
        zone, owner = self._rules.layout.zone_at(index)
        return Memo(partial(self._holding, zone, owner), _MOST_HOLDINGS)

    def _holding(self, zone: TableZone | SeatZone, owner: int | None, seen: SeenZone) -> Holding:
        if isinstance(seen, int):
            return Holding(zone.name, owner, seen, None)
        return Holding(zone.name, owner, sum(seen), self._rules.layout.pieces(zone, seen))

    # Moves and events ------------------------------------------------------------------

    def action(self, action: Action, actor: int, seat: int | None) -> Action:
        """An action of `actor` as a seat may see it: in full if it is its own."""
        public = self._public[type(action)]
        return action if actor == seat or public is as_it_is else public(action)

    @cached_property
    def open_actions(self) -> frozenset[type[Action]]:
        """The classes of actions that hide nothing."""
        return frozenset([type for type, public in self._public.items() if public is as_it_is])

    @cached_property
    def open_chances(self) -> frozenset[str]:
        """The draws and rolls whose outcomes everyone sees, by name."""
        zones = self._rules.visibility
        return frozenset(
            name
            for name, chance in self._chances.items()
            if (
                chance.visibility is PUBLIC
                if isinstance(chance, Roll)
                else PUBLIC in (zones[chance.source.name], zones[chance.target.name])
            )
        )

    @cached_property
    def public_forms(self) -> frozenset[type[Action]]:
        """The classes of the public forms of actions, whether their own class or another."""
        return frozenset(
            type(owned.entry.public(action))
            for owned in self._rules.action_types
            if owned.entry.public is not as_it_is
            for action in owned.entry.domain()
        )

    def outcome(self, item: Chance, outcome: Outcome, seat: int | None) -> Outcome | Unseen:
        """What a seat may see of the outcome of a draw or roll.

        A seat sees the drawn pieces if it sees into the zone that they come from or go to.
        """
        unseen = self._unseen_outcome(item, seat)
        return outcome if unseen is None else unseen(outcome)

    def told(
        self, items: Sequence[Chance], outcomes: Sequence[Outcome]
    ) -> tuple[tuple[Outcome | Unseen, ...], dict[int, tuple[Outcome | Unseen, ...]]]:
        """Outcomes as the public may see them, and by seat as those do who may see more."""
        public: list[Outcome | Unseen] = []
        more: list[tuple[int, int]] = []
        for n, (item, outcome) in enumerate(zip(items, outcomes, strict=True)):
            unseen, seats = self._watched[item]
            public.append(outcome if unseen is None else unseen(outcome))
            for seat in seats:
                more.append((seat, n))
        own: dict[int, list[Outcome | Unseen]] = {}
        for seat, n in more:
            if seat not in own:
                own[seat] = [*public]
            own[seat][n] = outcomes[n]
        return tuple(public), {seat: tuple(seen) for seat, seen in own.items()}

    def _watched_by(self, item: Chance) -> tuple[Callable[[Outcome], Unseen] | None, list[int]]:
        """What an outcome of a chance is to the public (None: what it is), and which seats see it
        in spite of that: only those whom it belongs to can.
        """
        unseen = self._unseen_outcome(item, None)
        if unseen is None:
            return None, []
        whose = {one for one in (item.seat, item.source) if one is not None}
        return unseen, [one for one in whose if self._unseen_outcome(item, one) is None]

    def _unseen_outcome(self, item: Chance, seat: int | None) -> Callable[[Outcome], Unseen] | None:
        """What an outcome of a chance is to a seat; None: what it is."""
        chance, owner, giver = self._chances[item.name], item.seat, item.source
        if isinstance(chance, Roll):
            return None if _sees(chance.visibility, owner, seat) else _rolled_unseen
        taker = owner if isinstance(chance.target, SeatZone) else None
        if self.into(chance.target.name, taker, seat) or self.into(chance.source.name, giver, seat):
            return None
        return self._drawn_unseen

    def _drawn_unseen(self, outcome: Outcome) -> Unseen:
        assert isinstance(outcome, Drawn)
        return self._drawn[len(outcome.pieces)]

    def events(self, events: Iterable[object], seat: int | None) -> tuple[object, ...]:
        """What a seat may see of events, in the same order."""
        return tuple(merged(self._seen(events, seat)))

    def reveals(self, event: object, seat: int | None) -> bool:
        """Whether an event, as a seat sees it, deliberately reveals a secret to it."""
        if isinstance(event, PiecesMoved):
            return not self.into(event.source, event.source_seat, seat)
        if isinstance(event, PutOnRoute):
            return not self.into(event.source, event.seat, seat)
        return self._rules.event_type(event).reveals

    def _seen(self, events: Iterable[object], seat: int | None) -> Iterator[object]:
        for event in events:
            declared = self._rules.event_type(event)
            if self._whole(declared, event, seat):
                yield event
            else:
                seen = declared.public(event)
                if seen is not None:
                    yield seen

    def _whole(self, declared: EventType[Any], event: object, seat: int | None) -> bool:
        if isinstance(event, PiecesMoved):
            return self.into(event.source, event.source_seat, seat) or self.into(
                event.target, event.target_seat, seat
            )
        if declared.public is as_it_is:
            return True
        owner = None if declared.owner is None else getattr(event, declared.owner)
        return owner is not None and bool(owner == seat)


def _so_many_drawn(number: int) -> DrawnUnseen:
    from elfen.kernel import DrawnUnseen  # loaded when a game hides the first one

    return DrawnUnseen(number)


def _rolled_unseen(_: Outcome) -> Unseen:
    from elfen.kernel import RolledUnseen

    return RolledUnseen()


def _sees(visibility: Visibility, owner: int | None, seat: int | None) -> bool:
    return visibility is PUBLIC or (visibility is OWNER and owner is not None and owner == seat)
