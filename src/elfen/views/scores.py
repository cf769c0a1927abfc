"""Scores so far, as an observer may know them.

The rules of the score are asked about the observation itself. What they read is noted; as long as
it stays the same, so does the answer, which is kept for the next view. A rule that reads something
hidden is stopped, as its answer is secret. No state is sampled, unless a rule asks a slot that
hides a part of itself for something that is none of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from attrs import frozen

from elfen.declare import PUBLIC, Contents, Counts, Item, Memo, Place, ScoreLine, Slot, TieBreak
from elfen.errors import PositionError
from elfen.kernel import Position, points_of
from elfen.views.determinization import open_slots
from elfen.views.supposition import supposed

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset

# The position has properties where others have fields.
# pyright: reportIncompatibleVariableOverride=false

#: What was read of a view: how it is read again, and what it was.
Reads = dict[tuple[Callable[["Observation", Any], object], Any], object]


@frozen
class SeenScored:
    """A seat's score line or tie-break; `points` is None if it depends on hidden information."""

    name: str
    text: str
    points: int | None
    detail: str = ""

    def __str__(self) -> str:
        told = "secret" if self.points is None else str(self.points)
        return f"{self.text}: {told}" + (f" ({self.detail})" if self.detail else "")


@frozen
class SeenScore:
    """A seat's score so far, as an observer may know it; `total` leaves out what is hidden."""

    seat: int
    total: int
    lines: tuple[SeenScored, ...]
    ties: tuple[SeenScored, ...]

    @property
    def complete(self) -> bool:
        """Whether no line of the score is hidden."""
        return all(line.points is not None for line in self.lines)

    def __repr__(self) -> str:
        more = "" if self.complete else " without what is secret"
        return f"<SeenScore: seat {self.seat}, {self.total} points{more}>"

    def __str__(self) -> str:
        lines = ", ".join(map(str, self.lines))
        ties = "; if tied, " + ", ".join(map(str, self.ties)) if self.ties else ""
        more = "" if self.complete else ", without what is secret"
        return f"seat {self.seat}, {self.total} points{more}: {lines}{ties}"


def scores(view: Observation) -> tuple[SeenScore, ...]:
    """See `Observation.scores`."""
    return view.rules.once(_Scorers).of[view.seat, view.players](view)


class _Scorers:
    """Those of a ruleset, by the seat that looks and the number of players."""

    def __init__(self, rules: Ruleset) -> None:
        self.of: Memo[tuple[int | None, int], _Scorer] = Memo(
            lambda key: _Scorer(_Hiding(rules, *key), rules, key[1]), most=64
        )


class _Scorer:
    """All scores for one observer. The latest are kept, with what was read for them."""

    def __init__(self, hiding: _Hiding, rules: Ruleset, players: int) -> None:
        self._lines = [
            [
                [_Scored(hiding, owned.entry, seat) for owned in entries]
                for entries in (rules.score_lines, rules.tie_breaks)
            ]
            for seat in range(players)
        ]
        self._latest: tuple[Reads | None, tuple[SeenScore, ...]] = (None, ())

    def __call__(self, view: Observation) -> tuple[SeenScore, ...]:
        reads, found = self._latest
        if reads is None or not _same(view, reads):
            every: Reads | None = {}
            rows: list[SeenScore] = []
            for seat, both in enumerate(self._lines):
                told: list[tuple[SeenScored, ...]] = []
                for some in both:
                    answers = [one(view) for one in some]
                    told.append(tuple([scored for _, scored in answers]))
                    for read, _ in answers:
                        every = None if every is None or read is None else every | read
                lines, ties = told
                rows.append(SeenScore(seat, sum(line.points or 0 for line in lines), lines, ties))
            found = tuple(rows)
            self._latest = every, found
        return found


class _Scored:
    """A score line or tie-break for one seat: what its answer came from, and the answer.

    What it came from is None if that is more than can be read again.
    """

    __slots__ = ("_entry", "_hiding", "_latest", "_seat")

    def __init__(self, hiding: _Hiding, entry: ScoreLine | TieBreak, seat: int) -> None:
        self._hiding, self._entry, self._seat = hiding, entry, seat
        self._latest: tuple[Reads | None, SeenScored] | None = None

    def __call__(self, view: Observation) -> tuple[Reads | None, SeenScored]:
        latest = self._latest  # another thread may put its own there meanwhile
        if latest is not None and latest[0] is not None and _same(view, latest[0]):
            return latest
        entry, position = self._entry, _Seen(view, self._hiding)
        value = entry.points if isinstance(entry, ScoreLine) else entry.value
        try:
            points = points_of(value, position, self._seat)
            detail = "" if entry.detail is None else entry.detail(position, self._seat)
            told = SeenScored(entry.name, entry.text, points, detail)
        except _Secret:
            told = SeenScored(entry.name, entry.text, None)
        self._latest = answer = position.reads, told
        return answer


class _Secret(BaseException):
    """Something hidden was read: whatever comes of it is secret. No rule catches this."""


class _Hiding:
    """What one observer does not see: by zone, what it is like while empty."""

    def __init__(self, rules: Ruleset, seat: int | None, players: int) -> None:
        layout, sees = rules.layout, rules.sight.into
        self.empty: dict[int, Counts] = {}
        for n in range(layout.size(players)):
            zone, owner = layout.zone_at(n)
            if not sees(zone.name, owner, seat):
                self.empty[n] = (0,) * len(layout.kinds_of(zone))


class _Seen(Position):
    """An observation as a position, which notes what is read. What is hidden raises `_Secret`.

    Sizes are never hidden, so an empty zone can be read by anyone.
    """

    __slots__ = ("_view", "_zones", "reads", "rules")

    def __init__(self, view: Observation, hiding: _Hiding) -> None:
        self.rules = view.rules
        self._view = view
        self.reads: Reads | None = {}
        self._zones = _Zones(self, len(view.table.zones), hiding.empty)

    def read(self, how: Callable[[Observation, Any], Any], what: object) -> Any:
        """Read something, and note it."""
        found = how(self._view, what)
        if self.reads is not None:
            self.reads[how, what] = found
        return found

    def whole(self) -> Observation:
        """The view itself: what comes of it cannot be kept."""
        self.reads = None
        return self._view

    def size(self, place: Place) -> int:
        """How many pieces lie in a zone."""
        size: int = self.read(_size, self._index(place))
        return size

    @property
    def zones(self) -> Sequence[Counts]:  # type: ignore[override]
        """All zones."""
        return self._zones

    @property
    def boots(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns of all boots."""
        return self.read(_of_table, "boots")  # type: ignore[no-any-return]

    @property
    def visited(self) -> tuple[int, ...]:  # type: ignore[override]
        """The towns that each seat has visited."""
        return self.read(_of_table, "visited")  # type: ignore[no-any-return]

    @property
    def players(self) -> int:
        """How many seats play."""
        return self._view.players

    @property
    def routes(self) -> tuple[Contents, ...]:  # type: ignore[override]
        """What lies on each route."""
        return self.read(_of_table, "routes")  # type: ignore[no-any-return]

    @property
    def round(self) -> int:  # type: ignore[override]
        """The round."""
        return self.read(getattr, "round")  # type: ignore[no-any-return]

    @property
    def agenda(self) -> Sequence[Item]:  # type: ignore[override]
        """The agenda."""
        return self.read(getattr, "agenda")  # type: ignore[no-any-return]

    @property
    def ext(self) -> Any:  # type: ignore[override]
        """The plugins' slots."""
        return _Slots(self)


class _Zones(Sequence[Counts]):
    __slots__ = ("_empty", "_position", "_range")

    def __init__(self, position: _Seen, size: int, empty: dict[int, Counts]) -> None:
        self._position, self._range, self._empty = position, range(size), empty

    @overload
    def __getitem__(self, index: int) -> Counts: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Counts]: ...

    def __getitem__(self, index: Any) -> Any:
        every = self._range[index]
        if isinstance(every, range):
            return tuple([self[n] for n in every])
        if every not in self._empty:
            return self._position.read(_zone, every)
        if self._position.read(_size, every):
            raise _Secret
        return self._empty[every]

    def __len__(self) -> int:
        return len(self._range)

    def __iter__(self) -> Iterator[Counts]:
        return iter(self[:])


class _Slots:
    __slots__ = ("_position",)

    def __init__(self, position: _Seen) -> None:
        self._position = position

    def __getitem__(self, slot: Slot[Any]) -> Any:
        rules = self._position.rules
        fields = dict(rules.sight.fields(slot.name))
        seen = self._position.read(_slot, slot.name)
        if (make := rules.once(open_slots).get(slot.name)) is not None:
            return make[seen]
        if "" in fields:  # hidden as a whole
            raise _Secret
        return _Fields(self._position, slot, dict(seen), fields)


class _Fields:
    """The value of a slot that hides some of its fields."""

    def __init__(
        self, position: _Seen, slot: Slot[Any], seen: dict[str, Any], fields: dict[str, Any]
    ) -> None:
        self._of = position, slot, seen, fields

    def __getattr__(self, name: str) -> Any:
        position, slot, seen, fields = self._of
        if name not in fields:
            return getattr(supposed(position.whole()).ext[slot], name)
        if fields[name] is not PUBLIC:
            raise _Secret
        return seen[name]


def _same(view: Observation, reads: Reads) -> bool:
    """Whether it all reads the same in this view."""
    for (how, what), was in reads.items():
        now = how(view, what)
        if now is not was and now != was:
            return False
    return True


def _of_table(view: Observation, name: str) -> object:
    return getattr(view.table, name)


def _zone(view: Observation, zone: int) -> object:
    return view.table.zones[zone]


def _size(view: Observation, zone: int) -> int:
    seen = view.table.zones[zone]
    return seen if isinstance(seen, int) else sum(seen)


def _slot(view: Observation, name: str) -> object:
    for slot, seen in view.slots:
        if slot == name:
            return seen
    raise PositionError(f"these rules have no slot {name!r}")
