"""The layout of an observation: named fields, one after another, derived from declarations.

Seats are counted from the observing seat on, so the same numbers mean the same to every seat. What
a seat does not see is there as a size, beside what everyone, or the seat alone, knows to be there.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import OWNER, PUBLIC, Decision, Kind, SeatZone, Slot, TableZone
from elfen.encoding.codes import Code, Codes, Part, Write, hints_of, seats
from elfen.errors import ElfenError
from elfen.kernel import NEXT_ROUND

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: On the agenda, more of the same for the same seat count as this many.
MOST_WAITING = 15
CHANCE, OVER = "core/chance", "core/over"


@frozen
class Field:
    """A run of numbers: `length` of them from `offset` on, each from `least` to `most`.

    `seat` counts from the observing seat, which is 0; None is the table. `labels` says what each
    number is about, such as a kind of piece or a town.
    """

    name: str
    seat: int | None
    offset: int
    length: int
    least: int
    most: int
    labels: tuple[str, ...] = ()
    remark: str = ""

    @property
    def end(self) -> int:
        """The offset of the first number after it."""
        return self.offset + self.length

    def __str__(self) -> str:
        whose = "" if self.seat is None else f" of seat+{self.seat}"
        labels = f": {', '.join(self.labels)}" if self.labels else ""
        remark = f" ({self.remark})" if self.remark else ""
        bounds = f"{self.least} to {self.most}"
        place = f"{self.offset:6}  {self.length:4}"
        return f"{place}  {bounds:>14}  {self.name}{whose}{labels}{remark}"


class Layout:
    """The fields of what one seat may know, or the `public`, with so many `players` under `rules`.

    `fields` are in the order of their numbers, and `size` says how many numbers there are.
    Attributes that begin with an underscore are for `Observer`, which writes the numbers.
    """

    def __init__(self, rules: Ruleset, players: int, public: bool) -> None:
        self.rules = rules
        self.players = players
        self.public = public
        self._found: list[Field] = []
        self._codes = Codes(rules, players)
        self._everyone = seats(players)
        self._round = self._add("round", None, 1, 0, rules.most_rounds)
        self._pending()
        self._waiting()
        self._on_board()
        self._in_zones()
        self._mixed()
        self._in_slots()
        self.fields: tuple[Field, ...] = tuple(self._found)
        self.size = self.fields[-1].end

    @property
    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the most of every number."""
        least = [field.least for field in self.fields for _ in range(field.length)]
        most = [field.most for field in self.fields for _ in range(field.length)]
        return least, most

    def field(self, name: str, seat: int | None = None) -> Field:
        """The field of that name; raises `ElfenError` if there is none."""
        for one in self.fields:
            if one.name == name and one.seat == seat:
                return one
        raise ElfenError(f"no field {name!r} of {'the table' if seat is None else f'seat+{seat}'}")

    def writers(self, decision: str) -> tuple[Callable[[Any, int], list[float]], ...]:
        """What writes each value of a decision's data for a seat; empty if it has none."""
        _, codes = self._data.get(decision, (0, ()))
        return tuple(code.write for code in codes)

    def _add(
        self,
        name: str,
        seat: int | None,
        length: int,
        least: int,
        most: int,
        labels: Iterable[str] = (),
        remark: str = "",
    ) -> int:
        """One more field; its offset."""
        offset = self._found[-1].end if self._found else 0
        self._found.append(Field(name, seat, offset, length, least, most, tuple(labels), remark))
        return offset

    def _add_code(self, name: str, code: Code, seat: int | None = None) -> int:
        """Fields for the parts of a code; the offset of the first."""
        begin = self._found[-1].end
        for part in code.parts:
            self._add_part(name, part, seat)
        return begin

    def _add_part(self, name: str, part: Part, seat: int | None) -> None:
        whole = f"{name}.{part.name}" if part.name else name
        self._add(whole, seat, part.length, part.least, part.most, part.labels, part.remark)

    # What is due -----------------------------------------------------------------------

    def _pending(self) -> None:
        """The decision that is due, whose it is, and its data."""
        names = [*(owned.entry.name for owned in self.rules.decisions), CHANCE, OVER]
        self._begin_pending = self._add("pending", None, len(names), 0, 1, names)
        self._pending_names = names
        self._add("pending.seat", None, self.players, 0, 1, self._everyone)
        self._data: dict[str, tuple[int, tuple[Code, ...]]] = {}
        for owned in self.rules.decisions:
            codes = self._data_codes(owned.entry)
            if codes:
                begin = self._found[-1].end
                for name, code in codes.items():
                    self._add_code(f"pending/{owned.entry.name}.{name}", code)
                self._data[owned.entry.name] = begin, tuple(codes.values())
        self._end_pending = self._found[-1].end

    def _data_codes(self, decision: Decision) -> dict[str, Code]:
        cls: Any = decision.data
        if cls is None:
            return {}
        bounds = {} if decision.bounds is None else decision.bounds(self.rules, self.players)
        hints = hints_of(cls)
        where = f"decision {decision.name!r}"
        _refuse_unknown(where, bounds, cls._fields)
        return {
            name: self._codes.of(bounds[name], f"{where}, {name}")
            if name in bounds
            else self._codes.by_type(hints.get(name), f"{where}, {name}")
            for name in cls._fields
        }

    def _waiting(self) -> None:
        """How many of each item wait on the agenda, for nobody and for each seat."""
        rules = self.rules
        steps = [o.entry.name for entries in rules.procedures.values() for o in entries]
        names = [
            NEXT_ROUND,
            *steps,
            *(owned.entry.name for owned in rules.decisions),
            *(owned.entry.name for owned in rules.chances),
        ]
        labels = ("table", *self._everyone)
        #: By the name of an item, the offset of its count for nobody; the seats follow.
        self._waits = {
            name: self._add(f"agenda/{name}", None, len(labels), 0, MOST_WAITING, labels)
            for name in dict.fromkeys(names)
        }
        self._end_waits = self._found[-1].end  # it begins where what is due ends

    # On the board ----------------------------------------------------------------------

    def _on_board(self) -> None:
        rules = self.rules
        towns = tuple([town.id for town in rules.board.towns])
        everyone = range(self.players)
        self._boots = [self._add("boot", n, len(towns), 0, 1, towns) for n in everyone]
        self._visited = [self._add("visited", n, len(towns), 0, 1, towns) for n in everyone]
        layout = rules.layout
        room: dict[int, int] = {}
        for zone in layout.route_zones:
            for number in layout.places_of(zone):
                room[number] = room.get(number, 0) + layout.room[zone.name]
        kinds = _named([layout.kinds[n] for n in sorted(room)])
        most = max(room.values(), default=0)
        self._most_lying = len(kinds)
        self._routes = [
            self._add(f"route/{route.id}", None, len(kinds), 0, most, kinds)
            for route in rules.board.routes
            if kinds
        ]

    # In zones --------------------------------------------------------------------------

    def _in_zones(self) -> None:
        """Every zone, and what is known to lie in those that not everyone sees into.

        They are kept as if the observer were seat 0: by the number of a zone, the offset of its
        counts or size, and of what is known (None if all see it).
        """
        rules, layout = self.rules, self.rules.layout
        counted = {zone for family in rules.knowledge.families for zone in family.zones}
        self._zones: list[tuple[int, int | None]] = []
        for number in range(layout.size(self.players)):
            zone, owner = layout.zone_at(number)
            kinds = _named(layout.kinds_of(zone))
            most = self._most(zone)
            total = sum(most)
            name = f"zone/{zone.name}"
            if self._sees(zone, owner):
                offset = self._add(name, owner, len(kinds), 0, max(most, default=0), kinds)
            else:
                offset = self._add(f"{name}.size", owner, 1, 0, total)
            known = None
            if number in counted:
                known = self._add(
                    f"{name}.known", owner, len(kinds), 0, max(most, default=0), kinds
                )
            self._zones.append((offset, known))

    def _sees(self, zone: TableZone | SeatZone, owner: int | None) -> bool:
        """Whether the observer, as seat 0, sees into a zone."""
        return self.rules.sight.into(zone.name, owner, None if self.public else 0)

    def _most(self, zone: TableZone | SeatZone) -> list[int]:
        """How many pieces there are of each kind of a zone."""
        found = dict.fromkeys(self.rules.layout.kinds_of(zone), 0)
        for owned in self.rules.stock:
            times = self.players if isinstance(owned.entry.zone, SeatZone) else 1
            for kind in owned.entry.kinds:
                if kind in found:
                    found[kind] += owned.entry.count * times
        return [*found.values()]

    def _mixed(self) -> None:
        """What went into each pool openly at the last mixing, and what nobody saw just before."""
        rules, layout = self.rules, self.rules.layout
        self._mixings: list[tuple[int, int, int]] = []
        for family in rules.knowledge.families:
            zone, _ = layout.zone_at(family.zones[0])
            kinds = _named(layout.kinds_of(zone))
            most = max(self._most(zone), default=0)
            name = f"mixed/{'+'.join(group.name for group in zone.holds)}"
            if any(field.name == f"{name}.fresh" for field in self._found):
                name = f"{name}/{zone.name}"
            fresh = self._add(f"{name}.fresh", None, len(kinds), 0, most, kinds)
            unseen = self._add(f"{name}.unseen", None, len(kinds), 0, most, kinds)
            self._mixings.append((fresh, unseen, self._found[-1].end))

    # In slots --------------------------------------------------------------------------

    def _in_slots(self) -> None:
        """The fields of slots that the observer may see: by slot, where each is and how written."""
        self._slots: list[tuple[tuple[int, Write], ...]] = []
        for name, slot in sorted(self.rules.slots.items()):
            codes = self._slot_codes(name, slot).items()
            places = [
                (self._add_code(f"slot/{name}.{field}", code), code.write) for field, code in codes
            ]
            self._slots.append(tuple(places))

    def _slot_codes(self, name: str, slot: Slot[Any]) -> dict[str, Code]:
        bounds = {} if slot.bounds is None else slot.bounds(self.rules, self.players)
        hints = hints_of(slot.type)
        where = f"slot {name!r} of plugin {self.rules.slot_owner[name]!r}"
        fields = self.rules.sight.fields(name)
        _refuse_unknown(where, bounds, [field or "value" for field, _ in fields])
        codes: dict[str, Code] = {}
        for field, visibility in fields:
            if not (visibility is PUBLIC or (visibility is OWNER and not self.public)):
                continue
            hint = hints.get(field) if field else slot.type
            if visibility is OWNER:
                hint = _each(hint)
            here = f"{where}, {field or 'value'}"
            known = bounds.get(field or "value")
            codes[field or "value"] = (
                self._codes.by_type(hint, here) if known is None else self._codes.of(known, here)
            )
        return codes


def _named(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """The ids of kinds; with their groups, if kinds of two groups have the same."""
    ids = [kind.id for kind in kinds]
    if len(set(ids)) == len(ids):
        return tuple(ids)
    return tuple([f"{kind.group.name}:{kind.id}" for kind in kinds])


def _each(hint: Any) -> Any:
    """The type of the items of a tuple by seat."""
    inside = typing.get_args(hint)
    return inside[0] if inside[1:] == (Ellipsis,) else None


def _refuse_unknown(where: str, bounds: Iterable[str], fields: Sequence[str]) -> None:
    for name in bounds:
        if name not in fields:
            raise ElfenError(f"{where} declares bounds for {name!r}, which is none of its fields")
