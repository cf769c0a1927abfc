"""Scores so far the slow way: the rules are asked about a sampled state, with everything anew."""

from __future__ import annotations

from typing import Any

from elfen.declare import PUBLIC, ScoreLine, Slot, TieBreak
from elfen.game import Ruleset
from elfen.kernel import Noting, State
from elfen.views import Observation
from elfen.views.scores import SeenScore, SeenScored
from elfen.views.supposition import supposed


def scores(view: Observation) -> tuple[SeenScore, ...]:
    """What `view.scores` has to be."""
    rules, state = view.rules, supposed(view)
    out: list[SeenScore] = []
    for seat in range(view.players):
        lines = [_seen(view, state, owned.entry, seat) for owned in rules.score_lines]
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
