"""Views: what one seat, or the public, may know of a state. They follow from declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from elfen.actions import Action
from elfen.agenda import Pending
from elfen.board import Board
from elfen.kinds import Kind, Pieces
from elfen.state import State
from elfen.zones import OWNER, PUBLIC, SeatZone, TableZone, Visibility

if TYPE_CHECKING:
    from elfen.ruleset import Ruleset


@frozen
class Holding:
    """A zone as it may be seen: how many pieces, and which, unless that is secret (None)."""

    zone: str
    seat: int | None
    size: int
    pieces: Pieces | None


@frozen
class View:
    """The table as `seat` may know it; None is the public. A value without ties to the state.

    `towns`, `visited` and `lying` are by ids; `slots` has the plugins' fields that may be
    seen. `legal_actions` is empty unless the seat itself decides.
    """

    seat: int | None
    players: int
    round: int
    pending: Pending
    towns: tuple[str, ...]
    visited: tuple[tuple[str, ...], ...]
    lying: tuple[tuple[str, tuple[Kind, ...]], ...]
    holdings: tuple[Holding, ...]
    slots: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    legal_actions: tuple[Action, ...]
    board: Board = field(repr=False, eq=False)

    def holding(self, zone: TableZone | SeatZone, seat: int | None = None) -> Holding:
        """One zone; a seat's zone is this view's own unless `seat` says whose."""
        if isinstance(zone, TableZone):
            seat = None
        elif seat is None:
            seat = self.seat
        for one in self.holdings:
            if one.zone == zone.name and one.seat == seat:
                return one
        raise KeyError(f"no zone {zone.name} of seat {seat}")

    def counts(self, zone: TableZone | SeatZone, seat: int | None = None) -> dict[str, int]:
        """`{kind id: count}` of a zone whose contents may be seen; {} of one that may not."""
        pieces = self.holding(zone, seat).pieces
        return pieces.counts if pieces is not None else {}


def observe(rules: Ruleset, state: State, seat: int | None) -> View:
    """See `Ruleset.observe`."""
    item = rules.pending(state)
    holdings = []
    for index, counts in enumerate(state.zones):
        zone, owner = rules.layout.zone_at(index)
        seen = _sees(rules.visibility[zone.name], owner, seat)
        pieces = rules.layout.pieces(zone, counts) if seen else None
        holdings.append(Holding(zone.name, owner, sum(counts), pieces))
    own = getattr(item, "seat", None) == seat and seat is not None
    towns = rules.board.towns
    return View(
        seat,
        state.players,
        state.round,
        item,
        tuple(towns[n].id for n in state.boots),
        tuple(
            tuple(town.id for n, town in enumerate(towns) if bits >> n & 1)
            for bits in state.visited
        ),
        tuple(
            (route.id, tuple(rules.layout.kinds[n] for n in contents))
            for route, contents in zip(rules.board.routes, state.routes, strict=True)
            if contents
        ),
        tuple(holdings),
        tuple(_slot(rules, name, value, seat) for name, value in state.ext.items()),
        tuple(rules.legal_actions(state)) if own else (),
        rules.board,
    )


def _sees(visibility: Visibility, owner: int | None, seat: int | None) -> bool:
    return visibility is PUBLIC or (visibility is OWNER and owner is not None and owner == seat)


def _slot(
    rules: Ruleset, name: str, value: object, seat: int | None
) -> tuple[str, tuple[tuple[str, Any], ...]]:
    slot = rules.slots[name]
    if slot.visibility is not None:
        fields: list[tuple[str, Any]] = [("value", value)] if slot.visibility is PUBLIC else []
        return name, tuple(fields)
    out: list[tuple[str, Any]] = []
    for attribute in attrs.fields(slot.type):
        visibility = attribute.metadata["elfen.visibility"]
        content = getattr(value, attribute.name)
        if visibility is PUBLIC:
            out.append((attribute.name, content))
        elif visibility is OWNER and seat is not None:
            out.append((attribute.name, content[seat]))
    return name, tuple(out)
