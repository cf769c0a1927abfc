"""Slots and decisions hold no number beyond what is declared of them."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import compile_ruleset
from elfen.encoding import codes
from elfen.plugin import (
    OWNER,
    PUBLIC,
    Decide,
    Extent,
    Ruleset,
    Slot,
    Table,
    Within,
    frozen,
    hookimpl,
    shown,
)
from elfen.testing import LawBroken, check_game, play_out
from elfen.testing.corners import saving_up
from elfen.testing.laws import check_bounds
from elfen.testing.suite.game_trials import stretched_games
from elfen.testing.suite.trials import Effort
from elfen_gold import bids


class CountsTunes(Expansion):
    """All tunes are counted, up to what is declared."""

    declared: Any = Within(0, 1000)
    field = "value"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [
            Slot(
                "fault/count",
                int,
                start=lambda players: 0,
                visibility=PUBLIC,
                bounds=self.counted,
            )
        ]

    def counted(self, rules: Ruleset, players: int) -> dict[str, Extent]:
        return {self.field: self.declared}

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        slot = table.rules.slots["fault/count"]
        table.set(slot, table.ext[slot] + 1)
        super().apply(table, item, action)


class CountsTwoTunes(CountsTunes):
    """It is declared that there are two tunes at most."""

    declared = Within(0, 2)


@frozen
class Tunes:
    """How many tunes each seat has whistled."""

    each: tuple[int, ...] = shown(OWNER)


class CountsInSecret(CountsTunes):
    """Seat 1 alone knows how many tunes it has whistled, and they are more than is declared."""

    declared = Within(0, 2)
    field = "each"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [
            Slot(
                "fault/count",
                Tunes,
                start=lambda players: Tunes((0,) * players),
                worlds=lambda seen, rng: Tunes((0,) * seen.players),
                bounds=self.counted,
            )
        ]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        slot = table.rules.slots["fault/count"]
        table.set(slot, Tunes((0, table.ext[slot].each[1] + (item.seat == 1))))
        Expansion.apply(self, table, item, action)


class CountsNoTunes(CountsTunes):
    """The extent is that of a field which the slot does not have."""

    field = "tunes"


def test_numbers_within_their_extents_break_no_law() -> None:
    rules = with_expansion(CountsTunes())
    games = [play_out(rules, 2, seed) for seed in range(2)]
    assert max(game.state.ext[rules.slots["fault/count"]] for game in games) > 2
    for game in games:
        check_bounds(game)


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        (CountsTwoTunes, check_bounds),
        (CountsTwoTunes, lambda game: check_game(game, every=50)),
        (CountsInSecret, check_bounds),
    ],
)
def test_a_number_in_a_slot_beyond_its_extent_is_found_and_who_declares_it_named(
    fault: Any, check: Any
) -> None:
    rules = with_expansion(fault())
    games = [play_out(rules, 2, seed) for seed in range(4)]
    with pytest.raises(LawBroken) as caught:
        any(map(check, games))
    broken = caught.value
    assert broken.law == "agreement"
    assert broken.message.endswith(f"{fault.field}: 3 is not from 0 to 2, as declared")
    assert broken.where == "slot 'fault/count', plugin 'fault'"
    assert "CountsTunes.counted" in [place.function for place in broken.places]


def test_an_extent_of_no_field_is_found() -> None:
    rules = with_expansion(CountsNoTunes())
    with pytest.raises(
        LawBroken, match=r"agreement: .* declares bounds for 'tunes', which is none"
    ):
        check_bounds(play_out(rules, 2, 1))


def test_a_number_in_a_decision_is_beyond_its_extent_where_players_save_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bids, "COINS_OF_THE_BANK", 0)  # as if nobody ever earned anything
    rules = compile_ruleset(expansions=["gold"])
    for seed in range(3):
        check_bounds(play_out(rules, 2, seed))
    with pytest.raises(LawBroken, match=r"'gold/bid', most: .* not from 0 to 25") as caught:
        stretched_games(rules, 2, Effort(), saving_up(rules))
    assert caught.value.where == "decision 'gold/bid', plugin 'gold'"
    assert "bounds_of_bids" in [place.function for place in caught.value.places]


def test_two_questions_have_other_numbers_for_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(compile_ruleset(expansions=["gold"]), 4, seed=1)
    check_bounds(game)
    right = codes._seat_set

    def forgets_who_sits_before(players: int) -> codes.Code:
        code = right(players)

        def write(value: int, seat: int) -> list[float]:
            return [float(value >> seat + n & 1) for n in range(players)]

        return evolve(code, write=write)

    monkeypatch.setattr(codes, "_seat_set", forgets_who_sits_before)
    with pytest.raises(LawBroken, match=r"has the same numbers for seat [123] with") as caught:
        check_bounds(play_out(compile_ruleset(expansions=["gold"]), 4, seed=1))
    assert caught.value.where == "decision 'gold/bid', plugin 'gold'"
