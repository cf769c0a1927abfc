"""Lotteries: one of the actions is drawn, each as often as any other, and lists are not made."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import Ruleset, State
from elfen.plugin import Action, Lottery, Position, Restriction, always_legal, frozen

from .tiny import CHOOSE, PLAY, WAIT, Play, Wait, addon, compiled, tiny

CARDS = ("red", "blue", "green")
OFTEN = 1200


@frozen(cache_hash=True)
class Hum(Action):
    verb = "hum"


HUM = always_legal("odd/hum", Hum(), at=CHOOSE.name, apply=lambda *given: None, text="hum")


def never_listed(position: Position, seat: int) -> list[Play]:
    raise AssertionError("a list was made where one action is drawn")


def drawn(legal: Any, *more: Any, **hooks: Any) -> Ruleset:
    """The tiny game whose cards are drawn by a lottery, and with more types of actions."""
    lottery = Lottery(
        legal,
        hold=lambda position, seat: (len(CARDS), CARDS),
        draw=lambda held, ticket: Play(held[1][ticket]),
    )
    cards = [Play(card) for card in CARDS]
    play = evolve(PLAY, legal=lottery, check=lambda *given: None, domain=lambda: cards)
    return compiled(
        addon("odd", elfen_actions=[*more], **hooks), base=tiny(elfen_actions=[play, WAIT])
    )


def asked(rules: Ruleset) -> State:
    return rules.build(1).at(CHOOSE.name, 0).state()


def how_often(rules: Ruleset) -> Counter[str]:
    """How often each action is drawn."""
    state, numbers = asked(rules), Random(1)
    return Counter(str(rules.sample_action(state, numbers)) for _ in range(OFTEN))


def test_an_action_is_drawn_from_lotteries_lists_and_what_is_always_legal_alike() -> None:
    found = how_often(drawn(never_listed, HUM))
    assert {*found} == {*(f"play {card}" for card in CARDS), "wait", "hum"}
    for n in found.values():
        assert n == pytest.approx(OFTEN / 5, rel=0.25)


def test_of_a_list_beside_a_lottery_each_action_has_a_ticket() -> None:
    @frozen(cache_hash=True)
    class Count(Action):
        verb = "count"
        n: int

    counts = [Count(n) for n in range(4)]
    count = evolve(
        WAIT, name="odd/count", type=Count, legal=lambda *given: counts, domain=lambda: counts
    )
    found = how_often(drawn(never_listed, count))
    assert {*found} == {*map(str, counts), *(f"play {card}" for card in CARDS), "wait"}
    for n in found.values():
        assert n == pytest.approx(OFTEN / 8, rel=0.3)


def test_what_is_forbidden_is_not_drawn() -> None:
    ban = Restriction("odd/ban", type=Wait, forbids=lambda *given: True)
    rules = drawn(never_listed, elfen_restrictions=[ban])
    assert {*how_often(rules)} == {f"play {card}" for card in CARDS}


def test_the_list_of_a_lottery_is_what_is_legal() -> None:
    rules = drawn(lambda position, seat: [Play(card) for card in CARDS])
    assert {*rules.legal_actions(asked(rules))} == {*map(Play, CARDS), Wait()}
