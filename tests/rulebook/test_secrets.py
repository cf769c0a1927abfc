"""E6: what is hidden and what is public, as the views of the seats and of the public show it."""

from __future__ import annotations

import pytest

from elfen import View
from elfen.kernel.builder import Builder
from elfen.land import (
    DISCARD,
    DRAW,
    HAND,
    KEEP,
    LAND,
    MOVE,
    OBSTACLES,
    OPEN,
    PILE,
    PLAN,
    PLAYED,
    REMOVED,
    SECRET,
    SHOWN,
    STACK,
    DrawBlind,
    KeepSecret,
    PlaceSecret,
)
from elfen.plugin import Action
from playing import asked

from .situations import build, elfenland, game_from

EVERYONE = pytest.mark.parametrize("seat", [0, 1, 2, None])
OTHERS = pytest.mark.parametrize("seat", [0, 2, None])
WOODS = "feodor-lapphalya-woods"


def table(hand: dict[str, int] | None = None, secret: dict[str, int] | None = None) -> Builder:
    """Three seats plan in round 2; seat 1, who begins, holds these cards and secret counters."""
    return (
        build(3)
        .at(PLAN, seat=1, round=2)
        .zone(HAND.of(1), hand or {"dragon": 3, "raft": 5})
        .zone(SECRET.of(1), secret or {"dragon": 1, "unicorn": 1})
        .zone(SHOWN.of(1), {"elfcycle": 2, "unicorn": 1})
        .zone(OPEN, {"giant-pig": 3, "dragon": 2})
        .zone(PLAYED, {"giant-pig": 4})
        .lay(WOODS, "dragon", "obstacle")
    )


def view(situation: Builder, seat: int | None) -> View:
    """What a seat, or the public, may know of a situation."""
    return game_from(situation).view(seat)


@OTHERS
def test_e06_hands_are_hidden_but_their_sizes_are_public(seat: int | None) -> None:
    holding = view(table(), seat).holding(HAND, 1)
    assert holding.pieces is None
    assert holding.size == 8


@OTHERS
def test_e06_secret_counters_are_hidden_but_their_number_is_public(seat: int | None) -> None:
    holding = view(table(), seat).holding(SECRET, 1)
    assert holding.pieces is None
    assert holding.size == 2


def test_e06_one_sees_one_s_own_hand_and_secret_counters() -> None:
    mine = view(table(), 1)
    assert mine.counts(HAND) == {"dragon": 3, "raft": 5}
    assert mine.counts(SECRET) == {"dragon": 1, "unicorn": 1}


@EVERYONE
def test_e06_what_lies_face_down_is_hidden_but_how_much_is_public(seat: int | None) -> None:
    seen = view(table(), seat)
    assert seen.holding(STACK).pieces is None
    assert seen.holding(STACK).size == 72 - 8 - 4
    assert seen.holding(PILE).pieces is None
    assert seen.holding(PILE).size == 48 - 2 - 3 - 5 - 1


@EVERYONE
def test_e06_open_counters_are_public(seat: int | None) -> None:
    seen = view(table(), seat)
    assert seen.counts(OPEN) == {"giant-pig": 3, "dragon": 2}
    assert seen.counts(SHOWN, 1) == {"elfcycle": 2, "unicorn": 1}


@EVERYONE
def test_e06_played_cards_are_public(seat: int | None) -> None:
    assert view(table(), seat).counts(PLAYED) == {"giant-pig": 4}


@EVERYONE
def test_e06_the_board_obstacles_boots_and_town_pieces_are_public(seat: int | None) -> None:
    seen = view(table().boot(1, "feodor").visited(1, "feodor", "virst"), seat)
    assert [(r, [k.id for k in kinds]) for r, kinds in seen.lying] == [
        (WOODS, ["dragon", "obstacle"])
    ]
    assert sum(seen.holding(OBSTACLES, s).size for s in range(3)) == 2
    assert seen.holding(REMOVED).size == 0
    assert seen.towns[1] == "feodor"
    assert set(seen.visited[1]) == {"feodor", "virst"}
    assert dict(seen.slots)[LAND.name] == (("start_player", 1),)
    assert (seen.round, seen.players) == (2, 3)


@EVERYONE
def test_e06_cards_discarded_down_to_the_limit_are_public(seat: int | None) -> None:
    situation = build(3).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"unicorn": 4, "raft": 2})
    game = game_from(situation).play("stop")
    assert asked(game) == (DISCARD, 0)
    assert game.play("discard raft unicorn").view(seat).counts(PLAYED) == {"raft": 1, "unicorn": 1}


@OTHERS
def test_e06_a_view_is_the_same_whatever_another_seat_holds(seat: int | None) -> None:
    one = view(table({"dragon": 3, "raft": 5}, {"dragon": 1, "unicorn": 1}), seat)
    other = view(table({"unicorn": 8}, {"giant-pig": 2}), seat)
    assert one == other
    assert repr(one) == repr(other)


def test_e06_only_the_seat_that_decides_sees_what_it_may_do() -> None:
    situation = table()
    assert view(situation, 1).legal_actions
    for seat in (0, 2, None):
        assert view(situation, seat).legal_actions == ()


@EVERYONE
def test_e06_whose_decision_it_is_and_which_is_public(seat: int | None) -> None:
    item = view(table(), seat).pending
    assert (item.name, item.seat) == (PLAN, 1)  # type: ignore[union-attr]


def test_e06_a_counter_drawn_blind_in_phase_2_is_seen_by_its_owner_alone() -> None:
    game = elfenland().new_game(3, seed=8)
    assert game.view(1).holding(SECRET, 1).pieces is not None
    for seat in (0, 2, None):
        assert game.view(seat).holding(SECRET, 1).pieces is None


@EVERYONE
def test_e06_a_counter_drawn_blind_in_phase_3_is_seen_by_all(seat: int | None) -> None:
    game = game_from(build(3).at(DRAW, seat=0, round=1)).play(DrawBlind())
    assert sum(game.view(seat).counts(SHOWN, 0).values()) == 1


def publicly(action: Action) -> Action:
    """What everyone may see of an action."""
    return next(
        owned.entry.public(action)
        for owned in elfenland().action_types
        if owned.entry.type is type(action)
    )


def keeping(kept: str, other: str) -> Builder:
    """Seat 1 is to keep one of two secret counters."""
    return build(3).at(KEEP, seat=1, round=1).zone(SECRET.of(1), {kept: 1, other: 1})


@OTHERS
def test_e06_which_secret_counter_is_kept_stays_secret(seat: int | None) -> None:
    assert publicly(KeepSecret("dragon")) == publicly(KeepSecret("unicorn"))
    game = game_from(keeping("dragon", "unicorn"))
    views = []
    for counter in ("dragon", "unicorn"):
        state = game.rules.apply(game.state, KeepSecret(counter))
        views.append(game.rules.observe(state, seat))
    assert views[0] == views[1]


@EVERYONE
def test_e06_secret_counters_given_back_stay_secret(seat: int | None) -> None:
    game = game_from(keeping("dragon", "unicorn").zone(SHOWN.of(1), {"elfcycle": 1}))
    state = game.rules.apply(game.state, game.parse("keep elfcycle"))
    seen = game.rules.observe(state, seat)
    assert seen.holding(PILE).pieces is None
    assert seen.holding(SECRET, 1).size == 0


def test_e06_a_secret_counter_placed_lies_open_for_all() -> None:
    assert publicly(PlaceSecret("dragon", WOODS)) == PlaceSecret("dragon", WOODS)


def test_e06_nothing_of_the_dealer_is_in_a_view() -> None:
    rules = elfenland()
    game = game_from(table())
    for seat in (0, 1, 2, None):
        assert game.view(seat) == game.fork(seed=5).view(seat)
        assert game.view(seat).observation == rules.observe(game.state, seat)
