"""The slow twin of views: what an observer sees of a state, worked out anew and by names."""

from __future__ import annotations

from typing import Any

from elfen import Game, Ruleset, State
from elfen.declare import OWNER, PUBLIC, Counts, Visibility
from elfen.knowledge import Family, Ledger, Mixing
from elfen.views import Holding
from elfen.views.known import Before, Known, KnownAlone, KnownThere, Mixed
from elfen.views.log import SeenEntry


def sees(visibility: Visibility, owner: int | None, seat: int | None) -> bool:
    return visibility is PUBLIC or (visibility is OWNER and owner is not None and owner == seat)


def parts(rules: Ruleset, state: State, seat: int | None) -> dict[str, Any]:
    """As `Observation.parts`."""
    towns, kinds = rules.board.towns, rules.layout.kinds
    return {
        "seat": seat,
        "players": len(state.boots),
        "round": state.round,
        "agenda": state.agenda,
        "slots": tuple(slot(rules, name, value, seat) for name, value in state.ext.items()),
        "towns": tuple(towns[n].id for n in state.boots),
        "visited": tuple(
            tuple(town.id for n, town in enumerate(towns) if bits >> n & 1)
            for bits in state.visited
        ),
        "lying": tuple(
            (route.id, tuple(kinds[n] for n in contents))
            for route, contents in zip(rules.board.routes, state.routes, strict=True)
            if contents
        ),
        "holdings": tuple(holding(rules, n, c, seat) for n, c in enumerate(state.zones)),
        "known": known(rules, state.ledger, len(state.zones), seat),
    }


def slot(
    rules: Ruleset, name: str, value: object, seat: int | None
) -> tuple[str, tuple[tuple[str, Any], ...]]:
    out: list[tuple[str, Any]] = []
    for attribute, visibility in rules.sight.fields(name):
        whole = getattr(value, attribute) if attribute else value
        if visibility is PUBLIC:
            out.append((attribute or "value", whole))
        elif visibility is OWNER and seat is not None:
            out.append((attribute, whole[seat]))
    return name, tuple(out)


def into(rules: Ruleset, zone: int, seat: int | None) -> bool:
    place, owner = rules.layout.zone_at(zone)
    return sees(rules.visibility[place.name], owner, seat)


def holding(rules: Ruleset, zone: int, counts: Counts, seat: int | None) -> Holding:
    place, owner = rules.layout.zone_at(zone)
    pieces = rules.layout.pieces(place, counts) if into(rules, zone, seat) else None
    return Holding(place.name, owner, sum(counts), pieces)


def known(rules: Ruleset, ledger: Ledger, zones: int, seat: int | None) -> Known:
    layout = rules.layout
    there = []
    for zone, counts in enumerate(ledger.known):
        if counts is not None:
            place, owner = layout.zone_at(zone)
            there.append(KnownThere(place.name, owner, layout.pieces(place, counts)))
    mixings = zip(rules.knowledge.families, ledger.mixings, strict=True)
    alone = []
    for one in ledger.alone:
        if one.seat == seat:
            place, owner = layout.zone_at(one.zone)
            some = [layout.pieces(place, counts) for counts in (one.there, one.then, one.shown)]
            alone.append(KnownAlone(place.name, owner, *some))
    return Known(
        tuple(there),
        tuple(mixed(rules, f, ledger, m, zones, seat) for f, m in mixings if m is not None),
        tuple(alone),
    )


def mixed(
    rules: Ruleset, family: Family, ledger: Ledger, mixing: Mixing, zones: int, seat: int | None
) -> Mixed:
    layout = rules.layout
    unseen = [0] * family.width
    before = []
    here = [zone for zone in family.zones if zone < zones]
    for zone, then, sure, given in zip(here, mixing.then, mixing.known, mixing.given, strict=True):
        place, owner = layout.zone_at(zone)
        seen = into(rules, zone, seat)
        if not seen:
            unseen = [a + b for a, b in zip(unseen, then, strict=True)]
        shown = ledger.shown[zone]
        before.append(
            Before(
                place.name,
                owner,
                sum(then),
                layout.pieces(place, then) if seen else None,
                layout.pieces(place, sure),
                sum(given),
                layout.pieces(place, given) if seen else None,
                None if shown is None else layout.pieces(place, shown),
            )
        )
    place, _ = layout.zone_at(mixing.pool)
    fresh, rest = layout.pieces(place, mixing.fresh), layout.pieces(place, tuple(unseen))
    return Mixed(place.name, fresh, rest, tuple(before))


def log(game: Game, seat: int | None) -> tuple[SeenEntry, ...]:
    """The log as a seat sees it, each line anew from the game's own."""
    sight = game.rules.sight
    out = []
    for entry in game.log:
        if entry.chance is None:
            assert entry.seat is not None
            move = sight.action(entry.move, entry.seat, seat)  # type: ignore[arg-type]
        else:
            move = sight.outcome(entry.chance, entry.move, seat)  # type: ignore[arg-type, assignment]
        out.append(SeenEntry(entry.seat, move, entry.chance))
    return tuple(out)
