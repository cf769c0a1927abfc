"""Dreams: an expansion in which different seats can see different things.

Each round begins with a dream for every seat that it alone knows, weather that nobody knows,
and a drum that all hear. Whoever steals a glance sees it; a card vanishes into a drawer.
"""

from __future__ import annotations

from random import Random
from typing import Any

from elfen.land import HAND, STACK, TRAVEL_CARD
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Chance,
    Draw,
    EventType,
    Manifest,
    Means,
    Observation,
    Phase,
    Roll,
    Ruleset,
    SeatZone,
    Slot,
    Table,
    TableZone,
    Words,
    as_it_is,
    frozen,
    hookimpl,
    shown,
)

DRAWER = SeatZone("dreams/drawer", holds=(TRAVEL_CARD,), visibility=HIDDEN)
HAT = TableZone("dreams/hat", holds=(TRAVEL_CARD,), visibility=HIDDEN)


@frozen
class Mind:
    """What is heard, dreamt, and blowing."""

    beats: int = shown(PUBLIC)
    dreams: tuple[str, ...] = shown(OWNER)
    weather: str = shown(HIDDEN)


def imagined(seen: Observation, rng: Random) -> Mind:
    """Any dreams of the others, any weather."""
    mind = seen.slot("dreams")
    dreams = [rng.choice(("", "sea", "sky")) for _ in range(seen.players)]
    if seen.seat is not None:
        dreams[seen.seat] = mind["dreams"]
    return Mind(mind["beats"], tuple(dreams), rng.choice(("", "rain", "sun")))


MIND = Slot("dreams", Mind, start=lambda n: Mind(0, ("",) * n, ""), worlds=imagined)


@frozen
class Drummed:
    """The drum was beaten in a town."""

    town: str
    beats: int


@frozen
class Dreamt:
    """A seat dreamt of something."""

    seat: int
    dream: str


@frozen
class Slept:
    """What others hear of a dream."""

    seat: int


@frozen
class Turned:
    """Nobody heard the weather turn."""

    weather: str


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("dreams", rules_version=1, api=1, requires=("land",), help="Dreams.")


@hookimpl
def elfen_zones(rules: Ruleset) -> list[SeatZone | TableZone]:
    return [DRAWER, HAT]


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Mind]]:
    return [MIND]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [
        Phase("dreams/night", night, after="land/deal"),
        Phase("dreams/drum", drum, after="dreams/night"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    def dream(table: Table, item: Chance, face: str) -> None:
        assert item.seat is not None
        mind = table.ext[MIND]
        dreams = [*mind.dreams]
        dreams[item.seat] = face
        table.set(MIND, Mind(mind.beats, tuple(dreams), mind.weather))
        table.emit(Dreamt(item.seat, face))

    def weather(table: Table, item: Chance, face: str) -> None:
        mind = table.ext[MIND]
        table.set(MIND, Mind(mind.beats, mind.dreams, face))
        table.emit(Turned(face))

    return [
        Roll(
            "dreams/dream",
            lambda position, item: {"sea": 1, "sky": 1},
            dream,
            visibility=OWNER,
            text="a dream",
        ),
        Roll(
            "dreams/weather",
            lambda position, item: {"rain": 1, "sun": 2},
            weather,
            visibility=HIDDEN,
            text="the weather",
        ),
        Draw("dreams/vanish", source=STACK, target=DRAWER, text="a card vanishes"),
    ]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    def of_dream(event: Dreamt, words: Words) -> str:
        return f"seat {event.seat} dreamt of the {event.dream}"

    return [
        EventType(
            "dreams/drummed",
            type=Drummed,
            public=as_it_is,
            text="the drum of {town} was beaten {beats} times",
            means={"town": Means.TOWN},
        ),
        EventType(
            "dreams/dreamt",
            type=Dreamt,
            public=lambda event: Slept(event.seat),
            owner="seat",
            text=of_dream,
        ),
        EventType("dreams/slept", type=Slept, public=as_it_is, text="{seat} slept"),
        EventType("dreams/turned", type=Turned, public=lambda event: None, text="it was {weather}"),
    ]


def night(table: Table) -> None:
    """The weather turns, and there are dreams; cards vanish from the stack and from a hand."""
    table.roll("dreams/weather")
    for seat in reversed(table.seats_from(0)):
        table.roll("dreams/dream", seat)
    table.draw("dreams/vanish", 1, 2)
    held = table.counts(HAND.of(0))
    twice = [id for id, n in held.items() if n > 1]  # how many go must not tell of what kinds
    for id in [*held, *twice][:2]:
        kind = table.rules.layout.kind(id, TRAVEL_CARD)
        table.move(kind, HAND.of(0), HAT)
    table.move_all(HAT, STACK)


def drum(table: Table) -> None:
    """All hear it."""
    mind = table.ext[MIND]
    table.set(MIND, Mind(mind.beats + 3, mind.dreams, mind.weather))
    table.emit(Drummed("beata", mind.beats + 3))
