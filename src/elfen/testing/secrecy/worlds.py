"""Other worlds: states that one seat, or the public, cannot tell from a given one.

Everything hidden from the observer is drawn anew, as `elfen.determinize` does it: at random, or
so that the worlds are as far apart as they can be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from math import prod
from operator import sub

from attrs import evolve

from elfen.declare import PUBLIC, Counts, Ext, Slot
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.knowledge import Family, Mixing, Unknown
from elfen.testing.blaming.watching import Handed, has_in_it
from elfen.testing.differences import difference
from elfen.testing.facts import calling
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.extremes import Extreme, extreme
from elfen.views import Observation, observe, unknown, unseen_pieces

#: Up to so many worlds are few; each is drawn so often, on average.
_FEW, _OFTEN = 12, 6

#: How it begins what is wrong with the past of a world.
_PAST = "ledger: "

#: A leaning besides `LEANINGS`: two hidden zones change places.
SWAPPED = "swapped"


def another(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> State:
    """The state with the pieces that a seat cannot see rearranged, and other hidden slots.

    Raises `LawBroken` for a slot that hides something without saying what else it could be, or
    that says something impossible.
    """
    view = observe(rules, state, seat)
    filling = partial(unseen_pieces, view, numbers)
    what = f"filling in what {_who(seat)} does not see"
    try:
        zones, ledger = calling(NONINTERFERENCE, what, filling)
    except LawBroken as broken:
        broken.runs += (Handed(_is_impossible, filling),)
        raise
    if isinstance(numbers, Extreme):
        numbers.choosy = True  # pieces lean by how they are dealt, all else by what is chosen
    world = evolve(state, zones=zones, ledger=ledger, ext=_slots(rules, state, seat, numbers))
    wrong = rules.validate(world)
    if wrong and not rules.validate(state):
        raise LawBroken(
            NONINTERFERENCE,
            f"{_who(seat)} is led to an impossible world: {wrong[0]}",
            runs=(
                lambda: _slots(rules, state, seat, numbers),
                *([_filled_in(view)] if wrong[0].startswith(_PAST) else ()),
            ),
        )
    if (other := observe(rules, world, seat)) != view:
        first, second = difference(other, view)
        raise LawBroken(
            NONINTERFERENCE,
            f"{_who(seat)} is led to a world in which it would see {first}, and not {second}",
            runs=(_filled_in(view, *_pools_unlike(view, other)),),
        )
    return world


def _who(seat: int | None) -> str:
    return "the public" if seat is None else f"seat {seat}"


def _is_impossible(answer: object) -> bool:
    """Whether an answer says that something is unknown that cannot be so."""
    return isinstance(answer, Unknown) and any(answer.problems())


def _filled_in(view: Observation, *pools: int) -> Handed:
    """Filling in what is not seen; what was where before pieces were mixed into one of these pools,
    or any, is to blame.
    """

    def is_past(one: object) -> bool:
        return isinstance(one, Mixing) and (not pools or one.pool in pools)

    return Handed(partial(has_in_it, is_past), lambda: unseen_pieces(view, random.Random(0)))


def _pools_unlike(one: Observation, other: Observation) -> Iterator[int]:
    """The pools of which the last mixing looks otherwise in two views."""
    mixings = (view.table.recalled.mixings for view in (one, other))
    for here, there in zip(*mixings, strict=True):
        if here != there and here is not None:
            yield here.pool


def all_worlds(
    rules: Ruleset, state: State, seat: int | None, numbers: random.Random
) -> tuple[State, ...]:
    """Every world that looks the same, if there are only a few; else none.

    They are drawn at random, so often that none is likely to be missing.
    """
    families = unknown(observe(rules, state, seat))
    most = prod(len([*islice(_ways(sorted(f.free), f.pieces), _FEW + 1)]) for f in families)
    if not 1 < most <= _FEW or any(hides(rules, slot) for slot in rules.slots.values()):
        return ()
    found: list[State] = []
    for _ in range(_OFTEN * most):
        world = another(rules, state, seat, numbers)
        if world not in found:  # a slot may hold what has no hash, as another law tells
            found.append(world)
    return tuple(found)


def _ways(free: Sequence[int], pieces: Counts) -> Iterator[None]:
    """One for each way to spread pieces over so many places of each zone."""
    if len(free) < 2:
        yield None
        return
    for taken in _taken(free[0], pieces):
        yield from _ways(free[1:], tuple(map(sub, pieces, taken)))


def _taken(number: int, pieces: Counts) -> Iterator[Counts]:
    """What so many of the pieces can be."""
    if len(pieces) == 1:
        if number <= pieces[0]:
            yield (number,)
        return
    for n in range(min(number, pieces[0]) + 1):
        for rest in _taken(number - n, pieces[1:]):
            yield (n, *rest)


def extreme_world(
    rules: Ruleset, state: State, seat: int | None, numbers: random.Random, leaning: str
) -> State:
    """Another world, as unlikely as the leaning (one of `LEANINGS`, or `SWAPPED`) makes it.

    One hidden zone of each family has, for example, as many pieces of one kind as it can: often
    one of the seat that decides, as most that happens next rests on what that has.
    """
    if leaning == SWAPPED:
        return swapped(rules, state, seat, numbers)
    decider = getattr(rules.pending(state), "seat", None)
    zones: dict[tuple[int, ...], list[int]] = {}
    families = zip(unknown(observe(rules, state, seat)), rules.knowledge.families, strict=True)
    for one, family in families:
        if any(one.free):
            owners = [rules.layout.zone_at(at)[1] for at in _hidden(rules, family, state, seat)]
            meant = [n for n, owner in enumerate(owners) if owner is not None and owner == decider]
            zones.setdefault(one.free, []).extend(meant)
    return another(rules, state, seat, extreme(numbers, zones, leaning))


def swapped(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> State:
    """The state with what lies in two hidden zones of the same size exchanged.

    It is the same state if there are no such zones, or if more is known of them than the size.
    """
    families = rules.knowledge.families
    plain = [
        family
        for family, mixing in zip(families, state.ledger.mixings, strict=True)
        if mixing is None
    ]
    pairs = []
    for family in plain:
        here = [zone for zone in _hidden(rules, family, state, seat) if any(state.zones[zone])]
        for one, other in combinations(here, 2):
            if sum(state.zones[one]) == sum(state.zones[other]):
                pairs.append((one, other))
    if not pairs:
        return state
    one, other = numbers.choice(pairs)
    zones = list(state.zones)
    zones[one], zones[other] = zones[other], zones[one]
    world = evolve(state, zones=tuple(zones))
    same = observe(rules, world, seat) == observe(rules, state, seat)
    return world if same and not rules.validate(world) else state


def _hidden(rules: Ruleset, family: Family, state: State, seat: int | None) -> list[int]:
    """The zones of a family into which a seat, or the public, cannot see."""
    here = family.here(state.zones)
    return [zone for zone in here if not rules.sight.into(*_named(rules, zone), seat)]


def _named(rules: Ruleset, index: int) -> tuple[str, int | None]:
    zone, owner = rules.layout.zone_at(index)
    return zone.name, owner


def _slots(rules: Ruleset, state: State, seat: int | None, numbers: random.Random) -> Ext:
    ext = state.ext
    seen = observe(rules, state, seat)
    for name, slot in rules.slots.items():
        if not hides(rules, slot):
            continue
        where = f"slot {name!r}, plugin {rules.slot_owner[name]!r}"
        if slot.worlds is None:
            raise LawBroken(
                NONINTERFERENCE,
                f"slot {name!r} hides something; say with worlds= what else it could be",
                where,
            )
        worlds = slot.worlds
        what = f"worlds of slot {name!r}"
        value = calling(NONINTERFERENCE, what, lambda: worlds(seen, numbers), where)  # noqa: B023
        ext = ext.with_value(slot, value)
        if observe(rules, evolve(state, ext=ext), seat).slot(name) != seen.slot(name):
            raise LawBroken(
                NONINTERFERENCE,
                f"{what} made {value!r}, which does not look like {seen.slot(name)}",
                where,
                runs=(lambda: worlds(seen, numbers),),  # noqa: B023
            )
    return ext


def hides(rules: Ruleset, slot: Slot[object]) -> bool:
    """Whether a slot holds anything that not all may see."""
    return any(visibility is not PUBLIC for _, visibility in rules.sight.fields(slot.name))
