"""What is wrong with a state: `problems(rules, state)` gives texts, none if it is sound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, islice
from typing import TYPE_CHECKING

from elfen.declare import Ext, Memo, in_words
from elfen.errors import PositionError, brief
from elfen.kernel.sound_agenda import agenda_problems, broken_promises
from elfen.kernel.state import OpenState, State
from elfen.knowledge import problems as ledger_problems

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: How many complaints of one invariant are told: there may be no end of them.
_MOST_COMPLAINTS = 100


def problems(rules: Ruleset, state: State, promises: bool) -> tuple[str, ...]:
    """Everything that is wrong with a state under these rules: shape, pieces, agenda, invariants.

    Invariants and `promises` of plugins are checked only if everything else is right.
    """
    found = misshapen(rules, state)
    if not found:
        found = [*_towns(rules, state), *_pieces(rules, state), *crowding(rules, state)]
        found += agenda_problems(rules, state)
        found += ledger_problems(rules.knowledge, state.ledger, state.zones)
    if not found:
        position = rules.position(state)
        for owned in rules.invariants:
            complaints = islice(owned.entry.problems(position), _MOST_COMPLAINTS)
            found += [f"{text} ({owned.entry.name})" for text in complaints]
        found += broken_promises(rules, state) if promises else ()
    return tuple(found)


def misshapen(rules: Ruleset, state: State) -> list[str]:
    """Why it is no state of these rules, whatever lies where; no plugin is asked."""
    if isinstance(state, OpenState):
        return [*_shape(rules, state)]
    return [f"{brief(state)} is no State; give one, such as game.state or build(...).state()"]


def totals(rules: Ruleset, state: State) -> dict[str, int]:
    """How many pieces of each kind (`group:kind`) a state has, in zones and on routes together."""
    return _named(rules, _counted(rules, state))


def stock(rules: Ruleset, players: int) -> dict[str, int]:
    """How many pieces of each kind (`group:kind`) a game with this number of players has."""
    return _named(rules, rules.once(_stocks)[players])


def _counted(rules: Ruleset, state: State) -> list[int]:
    """How many pieces a state has, by kind number."""
    counts = [0] * len(rules.layout.kinds)
    for numbers, zone_counts in zip(rules.once(_numbers), state.zones, strict=False):
        for number, n in zip(numbers, zone_counts, strict=True):
            counts[number] += n
    for contents in filter(None, state.routes):
        for number in contents:
            counts[number] += 1
    return counts


def _named(rules: Ruleset, counts: Sequence[int]) -> dict[str, int]:
    kinds = rules.layout.kinds
    return {f"{kind.group.name}:{kind.id}": n for kind, n in zip(kinds, counts, strict=True)}


def _numbers(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """The kind numbers that each zone counts, for the largest number of players."""
    zones = [rules.layout.zone_at(n)[0] for n in range(rules.layout.size(rules.most_players))]
    return tuple(tuple(rules.layout.places_of(zone)) for zone in zones)


def _stocks(rules: Ruleset) -> Memo[int, list[int]]:
    """How many pieces a game has, by kind number, for each number of players."""

    def of(players: int) -> list[int]:
        zones = rules.stocked(players)
        blank = State(zones, (), (), (), 0, (), Ext({}), rules.knowledge.blank(zones))
        return _counted(rules, blank)

    return Memo(of)


def _shape(rules: Ruleset, state: State) -> Iterator[str]:
    players = state.players
    if players not in rules.player_counts:
        yield f"{players} boots: these rules are for {in_words(rules.player_counts)}"
        return
    if len(state.zones) != rules.layout.size(players):
        yield f"{len(state.zones)} zones instead of {rules.layout.size(players)}"
        return
    if len(state.visited) != players:
        yield f"visited towns of {len(state.visited)} seats instead of {players}"
    if len(state.routes) != len(rules.board.routes):
        yield f"{len(state.routes)} routes instead of {len(rules.board.routes)}"
    for index, (counts, numbers) in enumerate(zip(state.zones, rules.once(_numbers), strict=False)):
        if len(counts) != len(numbers):
            yield f"{_zone(rules, index)}: {len(counts)} counts instead of {len(numbers)}"
        elif min(counts, default=0) < 0:
            yield f"{_zone(rules, index)}: a count below zero in {counts}"
    for seat, town in enumerate(state.boots):
        if not 0 <= town < len(rules.board.towns):
            yield f"boot of seat {seat} stands in town number {town}, which does not exist"
    for number in compress(range(len(state.routes)), state.routes):
        contents = state.routes[number]
        if any(not 0 <= kind < len(rules.layout.kinds) for kind in contents):
            yield f"{rules.board.routes[number].id}: kind numbers {contents} do not exist"
        elif list(contents) != sorted(contents):
            yield f"{rules.board.routes[number].id}: kind numbers {contents} are not ascending"
    names = {name for name, _ in state.ext.items()}
    if names != set(rules.slots):
        yield f"slots {sorted(names)} instead of {sorted(rules.slots)}"


def _zone(rules: Ruleset, index: int) -> str:
    zone, seat = rules.layout.zone_at(index)
    return zone.name if seat is None else f"{zone.name} of seat {seat}"


def _towns(rules: Ruleset, state: State) -> Iterator[str]:
    town = rules.position(state).start_town
    if town and town not in rules.towns.start:
        yield f"boots cannot have begun in {town!r}, but in {', '.join(rules.towns.start)}"
        return
    for seat, bits in enumerate(state.visited):
        if bits & ~rules.piece_towns_of(state) or bits < 0:
            yield f"seat {seat} has visited a town that has no town piece"


def _pieces(rules: Ruleset, state: State) -> Iterator[str]:
    there, wanted = _counted(rules, state), rules.once(_stocks)[state.players]
    if there != wanted:
        of_kind = _named(rules, wanted)
        for kind, n in _named(rules, there).items():
            if n != of_kind[kind]:
                yield f"{n} {kind} pieces instead of {of_kind[kind]}"


def crowding(rules: Ruleset, state: State) -> Iterator[str]:
    """What is wrong with what lies on routes: too many pieces, or some that cannot lie there."""
    for number in compress(range(len(state.routes)), state.routes):
        route, contents = rules.board.routes[number], state.routes[number]
        left = [rules.layout.kinds[kind] for kind in contents]
        for zone in rules.layout.route_zones:
            kinds = rules.layout.kinds_of(zone)
            room = rules.layout.room_on(zone, route.terrain)
            here = [kind for kind in left if kind in kinds]
            left = [kind for kind in left if kind not in kinds]
            if len(here) > room:
                most = f"at most {room}" if room else f"which is not on routes of {route.terrain}"
                yield f"{route.id}: {len(here)} pieces of {zone.name}, {most}"
        for kind in left:
            yield f"{route.id}: a {kind.group.noun} cannot lie on a route"


def check_seat(seat: object, players: int) -> None:
    """Raise `PositionError` unless this is None or a seat in a game with this many players."""
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        raise PositionError(
            f"there is no seat {brief(seat)}: {players} play, 0 to {players - 1};"
            " None is the public"
        )
