"""What a seat can work out from its view by the rules: quotes, reasons, scores so far.

The rules are applied to a determinized state, so the answers cannot reveal anything hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import PUBLIC, ScoreLine, Slot, TieBreak
from elfen.kernel import Noting, State
from elfen.views.determinization import determinize

if TYPE_CHECKING:
    from elfen.declare import Kind, Price
    from elfen.declare.given import Observation, Ruleset


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


def supposed(view: Observation) -> State:
    """A determinized state of the view, always the same one.

    Raises `PositionError` if a plugin does not say what its hidden slot could be.
    """
    return determinize(view, Random(0))


def prices_with(
    view: Observation, route: str, start: str, lying: Sequence[Kind]
) -> tuple[Price, ...]:
    """The observer's prices for leaving a town along a route if these pieces lay on it."""
    board, numbers = view.board, view.rules.layout.kind_number
    contents = tuple(sorted(numbers[kind] for kind in lying))
    seat = view.seat or 0
    position = view.rules.position(supposed(view))
    at = board.route_number[route], board.town_number[start]
    return view.rules.quotes.prices(*at, contents, seat, position)


def seen_lines(view: Observation, state: State, seat: int) -> list[SeenScored]:
    """A seat's score lines in a view, by a determinized state of it."""
    return [_seen(view, state, owned.entry, seat) for owned in view.rules.score_lines]


def scores(view: Observation) -> tuple[SeenScore, ...]:
    """See `Observation.scores`."""
    rules, state = view.rules, supposed(view)
    out: list[SeenScore] = []
    for seat in range(view.players):
        lines = seen_lines(view, state, seat)
        ties = [_seen(view, state, owned.entry, seat) for owned in rules.tie_breaks]
        total = sum(line.points or 0 for line in lines)
        out.append(SeenScore(seat, total, tuple(lines), tuple(ties)))
    return tuple(out)


def _seen(view: Observation, state: State, entry: ScoreLine | TieBreak, seat: int) -> SeenScored:
    """A score line or tie-break; its points are None if it read what the view hides."""
    position = _Watched(view.rules, state, view.seat)
    value = entry.points if isinstance(entry, ScoreLine) else entry.value
    points = value(position, seat)
    detail = "" if entry.detail is None else entry.detail(position, seat)
    if position.looked:
        return SeenScored(entry.name, entry.text, None)
    return SeenScored(entry.name, entry.text, points, detail)


class _Watched(Noting):
    """A position that records whether anything was read that a seat may not see."""

    def __init__(self, rules: Ruleset, state: State, seat: int | None) -> None:
        super().__init__(rules, state)
        self._whose = seat
        #: Whether a hidden part of a slot was read.
        self.into_slots = False

    @property
    def looked(self) -> bool:
        """Whether anything hidden was read; sizes are never hidden, so empty zones do not count."""
        full = [index for index in self.contents if any(self.state.zones[index])]
        zones = [self.rules.layout.zone_at(index) for index in full]
        sees = self.rules.sight.into
        return self.into_slots or not all(sees(z.name, owner, self._whose) for z, owner in zones)

    @property
    def ext(self) -> Any:  # type: ignore[override]
        """The slots; reading a hidden part of one is recorded."""
        return _Slots(self)


class _Slots:
    def __init__(self, position: _Watched) -> None:
        self._position = position

    def __getitem__(self, slot: Slot[Any]) -> Any:
        value = self._position.state.ext[slot]
        fields = dict(self._position.rules.sight.fields(slot.name))
        if all(visibility is PUBLIC for visibility in fields.values()):
            return value
        if "" in fields:  # hidden as a whole, possibly without fields
            self._position.into_slots = True
            return value
        return _Fields(self._position, value, fields)


class _Fields:
    """A slot's value; reading a field that is not public is recorded."""

    def __init__(self, position: _Watched, value: object, fields: dict[str, Any]) -> None:
        self._of = (position, value, fields)

    def __getattr__(self, name: str) -> Any:
        position, value, fields = self._of
        if fields.get(name, PUBLIC) is not PUBLIC:
            position.into_slots = True
        return getattr(value, name)
