"""An outside plugin by which everyone has two town cards replaces what says that it is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.land import TOWN_CARDS, TOWN_CARDS_SETUP, TOWN_CARDS_SHOWN
from elfen.plugin import Invariant, Manifest, Position, ScoreLine, SetupStep, Table, hookimpl
from elfen.testing import LawBroken, check_game, play_out


def cards(position: Position, seat: int) -> list[str]:
    """The town cards of a seat."""
    return [
        card for zone in (TOWN_CARDS, TOWN_CARDS_SHOWN) for card in position.counts(zone.of(seat))
    ]


class TwoTowns:
    """Everyone is dealt a second town card, and goes by both."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("two-towns", rules_version=1, api=1, requires=("land",), help="For a test.")

    @hookimpl
    def elfen_setup(self, rules: Ruleset) -> list[SetupStep]:
        return [SetupStep("two-towns/deal", deal, after=TOWN_CARDS_SETUP, text="a second town")]

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        towns = rules.board.towns
        furthest = max(rules.board.distance(a.id, b.id) for a in towns for b in towns)
        return [
            ScoreLine(
                "two-towns/distance",
                lambda position, seat: (
                    -sum(
                        position.rules.board.distance(position.town(seat), card)
                        for card in cards(position, seat)
                    )
                ),
                lowest=lambda rules: -2 * furthest,
                highest=lambda rules: 0,
                text="distance to both towns",
                replaces="land/town-distance",
            )
        ]


class TwoTownsAllowed(TwoTowns):
    """The same, and says that two are allowed."""

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        def wrong(position: Position) -> Iterator[str]:
            for seat in range(position.players):
                if len(cards(position, seat)) > 2:
                    yield f"seat {seat} has more than two town cards"

        return [Invariant("two-towns/cards", wrong, text="two cards", replaces="land/town-cards")]


def deal(table: Table) -> None:
    """Everyone is dealt one more."""
    for seat in reversed(range(table.players)):
        table.draw("land/town-card", seat)


def rules_with(plugin: TwoTowns) -> Ruleset:
    return compile_ruleset(expansions=[plugin], options={"town_cards": True, "rounds": 3})


def test_everyone_may_have_two_town_cards_if_a_plugin_says_so() -> None:
    rules = rules_with(TwoTownsAllowed())
    game = play_out(rules, 3, seed=1)
    assert [len(cards(game.position, seat)) for seat in range(3)] == [2, 2, 2]
    check_game(game, every=40)


def test_a_plugin_that_says_nothing_breaks_what_elfenland_says() -> None:
    with pytest.raises(LawBroken, match="seat 0 has 2 town cards"):
        check_game(play_out(rules_with(TwoTowns()), 3, seed=1), every=40)
