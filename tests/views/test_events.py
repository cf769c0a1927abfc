"""Events: what each seat may see of them, and how a plugin declares its own."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import RulesetError, compile_ruleset
from elfen.declare.events import (
    BootMoved,
    PiecesMoved,
    PiecesMovedUnseen,
    PutOnRoute,
    RoundBegan,
    TownVisited,
)
from elfen.declare.kinds import Pieces
from elfen.declare.named_lists import Remove
from elfen.land import HAND, PILE, PLAYED, SECRET, SHOWN, STACK
from elfen.plugin import EventType, Phase, Table, as_it_is, frozen
from unit.tiny import addon, compiled, refused_with

from . import dreams

RULES = compile_ruleset(expansions=[dreams])
CARD = Pieces.of({"dragon": 2})


def moved(source: Any, source_seat: int | None, target: Any, target_seat: int | None) -> object:
    return PiecesMoved(CARD, source.name, source_seat, target.name, target_seat)


@pytest.mark.parametrize(
    ("event", "seen_by"),
    [
        (moved(STACK, None, HAND, 1), {1}),
        (moved(HAND, 1, STACK, None), {1}),
        (moved(HAND, 1, PLAYED, None), {0, 1, 2, None}),
        (moved(PLAYED, None, STACK, None), {0, 1, 2, None}),
        (moved(HAND, 0, HAND, 1), {0, 1}),
        (moved(STACK, None, dreams.DRAWER, 1), set()),
        (moved(SECRET, 2, PILE, None), {2}),
        (moved(PILE, None, SHOWN, 2), {0, 1, 2, None}),
    ],
    ids=str,
)
def test_moved_pieces_are_seen_by_those_who_see_into_either_zone(
    event: PiecesMoved, seen_by: set[int | None]
) -> None:
    less = PiecesMovedUnseen(2, event.source, event.source_seat, event.target, event.target_seat)
    for seat in (0, 1, 2, None):
        assert RULES.seen([event], seat) == ((event,) if seat in seen_by else (less,))


def test_unseen_pieces_cannot_be_told_by_the_portions_they_come_in() -> None:
    one, other = moved(STACK, None, HAND, 1), moved(HAND, 1, STACK, None)
    round_began = RoundBegan(2)
    told = RULES.seen([one, one, other, one, round_began, one, one], 0)
    there = ("land/stack", None, "land/hand", 1)
    back = ("land/hand", 1, "land/stack", None)
    assert told == (
        PiecesMovedUnseen(4, *there),
        PiecesMovedUnseen(2, *back),
        PiecesMovedUnseen(2, *there),
        round_began,
        PiecesMovedUnseen(4, *there),
    )
    assert RULES.seen([one, one], 1) == (one, one)
    assert RULES.seen([], None) == ()


def test_all_see_what_happens_on_the_board() -> None:
    events = (
        PutOnRoute("dragon", "dagamura-feodor-desert", "land/secret", 1),
        BootMoved(1, "feodor", "dagamura", "dagamura-feodor-desert"),
        TownVisited(1, "dagamura"),
    )
    for seat in (0, 1, None):
        assert RULES.seen(events, seat) == events


def test_an_event_of_a_plugin_is_seen_as_it_declares() -> None:
    dreamt, turned = dreams.Dreamt(1, "sea"), dreams.Turned("rain")
    drummed = dreams.Drummed("beata", 3)
    assert RULES.seen([dreamt, turned, drummed], 1) == (dreamt, drummed)
    for seat in (0, 2, None):
        assert RULES.seen([dreamt, turned, drummed], seat) == (dreams.Slept(1), drummed)


def test_a_trace_gives_all_and_a_seat_gets_its_own() -> None:
    state = RULES.start(3)
    heard: dict[int | None, list[object]] = {0: [], 1: [], None: []}
    every: list[object] = []
    while not RULES.legal_actions(state):
        traced = RULES.trace(state, RULES.outcomes(state)[0][0])
        state = traced.state
        every += traced.events
        for seat, so_far in heard.items():
            so_far += RULES.seen(traced.events, seat)
    assert sum(isinstance(event, dreams.Dreamt) for event in every) == 3
    assert any(isinstance(event, dreams.Turned) for event in every)
    for seat, so_far in heard.items():
        mine = [event for event in so_far if isinstance(event, dreams.Dreamt)]
        assert [event.seat for event in mine] == ([] if seat is None else [seat])
        dealt = [
            event
            for event in so_far
            if isinstance(event, PiecesMoved) and event.target == "land/hand"
        ]
        assert {event.target_seat for event in dealt} <= {seat}
    assert not any(isinstance(event, dreams.Turned) for event in heard[1])


# Declaring -----------------------------------------------------------------------------


@frozen
class Rang:
    """A bell rang."""

    times: int


@frozen
class Other:
    """Another event."""


class Open:
    """A class whose values can be changed."""


def ringing(declared: list[Any]) -> Any:
    def ring(table: Table) -> None:
        table.emit(Rang(table.round))

    return addon("odd", elfen_phases=[Phase("odd/ring", ring)], elfen_events=lambda: declared)


def rang(**changes: Any) -> EventType[Any]:
    fields: dict[str, Any] = {"type": Rang, "public": as_it_is, "text": "it rang {times} times"}
    return EventType("odd/rang", **{**fields, **changes})


def test_an_event_that_is_declared_can_be_emitted_and_told() -> None:
    rules = compiled(ringing([rang()]))
    state = rules.start(1)
    while not rules.legal_actions(state):
        state = rules.advance(state, rules.outcomes(state)[0][0])
    events = rules.trace(state, rules.parse("wait")).events
    assert Rang(1) in events
    assert rules.describe(Rang(1)) == "It rang 1 times"


def test_an_event_that_nobody_declares_is_an_error_that_says_what_to_do() -> None:
    rules = compiled(ringing([]))
    state = rules.start(1)
    (dealt, _), *_ = rules.outcomes(state)
    after = rules.advance(state, dealt)
    rang = r"Rang\(times=1\) was emitted, but no plugin declares Rang; return EventType\("
    with pytest.raises(RulesetError, match=rang):
        rules.trace(after, rules.legal_actions(after)[-1])
    with pytest.raises(RulesetError, match="no plugin declares Other"):
        rules.describe(Other())
    with pytest.raises(RulesetError, match="no plugin declares Other"):
        rules.seen([Other()], None)


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        (rang(type=Open), ("type=<class", "has to be a class with @frozen above it")),
        (rang(type=3), ("type=3", "has to be a class with @frozen")),
        (rang(owner="seat"), ("owner='seat'", "a field of Rang, which has times")),
        (rang(text="{seat} rang"), ("text='{seat} rang'", "fields of Rang", "times")),
        (rang(text=""), ("text=''", "has to be words")),
        (rang(text="{times"), ("text='{times' is no format",)),
        (rang(text=lambda event: ""), ("text: the function has to take 2 arguments",)),
        (rang(text=None), ("text: None is not a function",)),
        (rang(public=None), ("public: None is not a function",)),
        (rang(public=lambda: None), ("public: the function has to take 1 argument",)),
        (EventType("bell", type=Rang, public=as_it_is, text="x"), ("has to begin with 'odd/'",)),
        (Phase("odd/x", lambda table: None), ("may have EventType or Remove in it",)),
    ],
)
def test_a_wrong_declaration_is_refused(declared: Any, words: tuple[str, ...]) -> None:
    refused_with("'odd", *words, odd=addon("odd", elfen_events=[declared]))


def test_a_class_is_declared_once() -> None:
    again = EventType("odd/again", type=Rang, public=as_it_is, text="x")
    refused_with(
        "both declare Rang", "'odd/rang' and 'odd/again'", "replaces=", odd=ringing([rang(), again])
    )


def test_the_words_of_the_core_can_be_replaced_but_not_be_taken_away() -> None:
    other = EventType(
        "odd/boots",
        type=BootMoved,
        public=as_it_is,
        text="{seat} hurried to {end}",
        replaces="core/boot-moved",
    )
    rules = compiled(addon("odd", elfen_events=[other]))
    assert rules.describe(BootMoved(0, "a", "b", None)) == "Seat 0 hurried to B"
    refused_with(
        "'core/boot-moved' is gone, but the core reports BootMoved",
        odd=addon("odd", elfen_events=[Remove("core/boot-moved")]),
    )
