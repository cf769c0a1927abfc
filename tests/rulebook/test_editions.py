"""The table of editions: every row in every edition, and every row as an option of its own."""

from __future__ import annotations

from typing import Any

import pytest

from elfen import RulesetError, compile_ruleset
from elfen.land import (
    DRAW,
    HAND,
    KEEP,
    KEPT_SECRET,
    KEPT_SHOWN,
    MOVE,
    OBSTACLES,
    OPEN,
    PILE,
    SECRET,
    SHOWN,
    STACK,
)
from elfen.testing import play_out
from elfen.text.explanation import explain
from playing import asked, on_until, payments, to_the_end

from .situations import elfenland, game_from, traveller

#: The rows in which the books differ, read off them once more.
BOOKS: dict[str, dict[str, Any]] = {
    "white-wind": {
        "rounds": 4,
        "deal": "eight-new",
        "town_cards": True,
        "counters_back": "after-planning",
        "boatmen": True,
        "early_win": "round-3",
        "tie_break": "cards",
    },
    "rio-grande": {
        "rounds": 4,
        "deal": "refill",
        "town_cards": False,
        "counters_back": "end-of-round",
        "boatmen": False,
        "early_win": "any-round",
        "tie_break": "nearest-town",
    },
    "deluxe": {
        "rounds": 3,
        "deal": "refill",
        "town_cards": False,
        "counters_back": "end-of-round",
        "boatmen": False,
        "early_win": "any-round",
        "tie_break": "nearest-town",
    },
}

#: And those in which they agree.
ALIKE: dict[str, Any] = {
    "start_player": "first",
    "hand_size": 8,
    "hand_limit": 4,
    "counters_secret": 1,
    "counters_chosen": 3,
    "open_row": 5,
    "counters_kept": 1,
    "obstacles": 1,
    "caravan": 3,
    "strict_caravan": False,
}

LAKE = "grangor-yttar-lake"
ROAD = "albaran-feodor-desert"


def test_each_edition_is_what_its_book_says(edition: str) -> None:
    values = {name: value for (_, name), value in elfenland().option_values.items()}
    assert values == {**BOOKS[edition], **ALIKE}
    assert elfenland().edition == edition


@pytest.mark.editions("rio-grande")
def test_rio_grande_is_the_usual_edition() -> None:
    assert compile_ruleset().edition == "rio-grande"
    assert compile_ruleset().fingerprint == elfenland().fingerprint


def test_what_is_usual_for_an_option_is_what_the_usual_edition_has() -> None:
    usual = {name: option.default for (_, name), option in elfenland().options.items()}
    assert usual == {**BOOKS["rio-grande"], **ALIKE}


def test_every_option_has_a_type_a_default_and_help_and_is_explained() -> None:
    rules = elfenland()
    assert {name for _, name in rules.options} == {*BOOKS["deluxe"], *ALIKE}
    told = {item.name.partition(" = ")[0]: item for item in explain(rules).section("Options").items}
    for (plugin, name), option in rules.options.items():
        assert option.type in (bool, int, str)
        assert option.accept(option.default) == option.default
        assert option.choices or option.type is bool or (option.least, option.most) != (None, None)
        item = told[f"{plugin}.{name}"]
        assert item.text == option.help
        assert len(option.help) > 10
        assert option.wanted in item.details


@pytest.mark.parametrize("other", ["white-wind", "rio-grande", "deluxe"])
@pytest.mark.parametrize("row", BOOKS["deluxe"])
def test_any_row_of_another_edition_can_be_chosen_alone(edition: str, other: str, row: str) -> None:
    rules = elfenland(**{row: BOOKS[other][row]})
    values = {name: value for (_, name), value in rules.option_values.items()}
    assert values == {**BOOKS[edition], **ALIKE, row: BOOKS[other][row]}


@pytest.mark.parametrize("other", ["white-wind", "rio-grande", "deluxe"])
def test_an_edition_is_nothing_but_values_of_options(edition: str, other: str) -> None:
    """All rows of another edition make its very rules."""
    rules = elfenland(**BOOKS[other], **ALIKE)
    there = compile_ruleset(other)
    assert rules.fingerprint == there.fingerprint
    here, same = (play_out(r, 3, seed=4) for r in (rules, there))
    assert here.state == same.state
    assert [str(entry) for entry in here.log] == [str(entry) for entry in same.log]


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("rounds", 5, "one of 3, 4"),
        ("deal", "nine-new", "one of refill, eight-new"),
        ("hand_size", 0, "a whole number from 1 to 12"),
        ("hand_size", 13, "a whole number from 1 to 12"),
        ("hand_limit", -1, "a whole number from 0 to 12"),
        ("town_cards", 1, "true or false"),
        ("counters_secret", 5, "a whole number from 0 to 4"),
        ("counters_chosen", 7, "a whole number from 0 to 6"),
        ("open_row", 11, "a whole number from 0 to 10"),
        ("counters_kept", 5, "a whole number from 0 to 4"),
        ("obstacles", 5, "a whole number from 0 to 4"),
        ("counters_back", "never", "one of after-planning, end-of-round"),
        ("caravan", 1, "a whole number from 2 to 4"),
        ("early_win", "round-2", "one of any-round, round-3, never, at-once"),
        ("tie_break", "age", "one of cards, nearest-town"),
    ],
)
def test_what_cannot_be_is_refused(edition: str, name: str, value: Any, wanted: str) -> None:
    with pytest.raises(RulesetError, match=f"^option {name}: .* is not {wanted}$"):
        compile_ruleset(edition, options={name: value})


# Each row at work --------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 4])
def test_option_rounds(rounds: int) -> None:
    game = to_the_end(elfenland(rounds=rounds).new_game(2, seed=1))
    assert game.state.round == rounds
    assert game.rules.most_rounds == rounds


@pytest.mark.parametrize("size", [1, 5, 12])
def test_option_hand_size_is_what_is_dealt_at_first(size: int) -> None:
    position = elfenland(hand_size=size).new_game(6, seed=1).position
    assert [position.size(HAND.of(seat)) for seat in range(6)] == [size] * 6


@pytest.mark.parametrize(("deal", "held"), [("refill", 8), ("eight-new", 11)])
def test_option_deal_fills_up_or_adds(deal: str, held: int) -> None:
    rules = elfenland(deal=deal)
    situation = rules.build(2).at(MOVE, seat=1, round=1).zone(HAND.of(0), {"raft": 3})
    game = game_from(situation, rules).play("stop")
    assert asked(game)[0] == DRAW
    assert [game.position.size(HAND.of(seat)) for seat in (0, 1)] == [held, 8]


@pytest.mark.parametrize(("deal", "players", "dealt"), [("eight-new", 6, 7), ("eight-new", 5, 9)])
def test_with_too_few_cards_everyone_is_dealt_the_same_smaller_number(
    deal: str, players: int, dealt: int
) -> None:
    """Nine and four: six hands of thirteen would take 78 of 72 cards."""
    rules = elfenland(deal=deal, hand_size=9, hand_limit=5)
    situation = rules.build(players).at(MOVE, seat=players - 1, round=1)
    kinds = ("dragon", "unicorn", "elfcycle", "giant-pig", "magic-cloud", "troll-wagon")
    for seat in range(players):
        situation.zone(HAND.of(seat), {kinds[seat]: 5})
    position = game_from(situation, rules).play("stop").position
    assert [position.size(HAND.of(seat)) for seat in range(players)] == [5 + dealt] * players
    assert position.size(STACK) == 72 - players * (5 + dealt)


@pytest.mark.parametrize(("limit", "due"), [(0, 4), (2, 4), (6, 1), (7, 0)])
def test_option_hand_limit_is_what_hands_are_cut_to(limit: int, due: int) -> None:
    rules = elfenland(hand_limit=limit)
    situation = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"unicorn": 7})
    game = game_from(situation, rules).play("stop")
    if due:
        assert [str(action) for action in game.legal_actions] == [
            f"discard unicorn*{due}" if due > 1 else "discard unicorn"
        ]
        while asked(game)[0] != MOVE:
            game = game.play(game.legal_actions[0])
    assert game.position.size(HAND.of(0)) == limit
    assert asked(game) == (MOVE, 1)


@pytest.mark.parametrize(("secret", "chosen"), [(0, 4), (2, 3), (4, 0)])
def test_options_counters_secret_and_counters_chosen(secret: int, chosen: int) -> None:
    game = elfenland(counters_secret=secret, counters_chosen=chosen).new_game(3, seed=2)
    assert [game.position.size(SECRET.of(seat)) for seat in range(3)] == [secret] * 3
    for n in range(chosen * 3):
        assert asked(game) == (DRAW, n % 3)
        game = game.play("draw blind")
    assert asked(game)[0] != DRAW
    assert [game.position.size(SHOWN.of(seat)) for seat in range(3)] == [chosen] * 3


def test_blind_counters_are_drawn_in_turn_order_as_far_as_the_pile_goes() -> None:
    rules = elfenland(
        counters_kept=4, counters_secret=4, open_row=10, counters_back="end-of-round", obstacles=0
    )
    situation = rules.build(6).at(MOVE, seat=5, round=1)
    situation.zone(OPEN, {"dragon": 4, "unicorn": 4, "elfcycle": 2})
    kept = ("dragon", "unicorn", "giant-pig", "giant-pig", "magic-cloud", "magic-cloud")
    for seat, counter in enumerate(kept):
        situation.zone(SHOWN.of(seat), {counter: 4})
    game = game_from(situation, rules).play("stop")
    assert asked(game) == (DRAW, 1)
    assert [game.position.size(SECRET.of(seat)) for seat in range(6)] == [2, 3, 3, 2, 2, 2]
    assert game.position.size(PILE) == 0


@pytest.mark.parametrize("row", [0, 1, 9])
def test_option_open_row(row: int) -> None:
    game = elfenland(open_row=row).new_game(2, seed=2)
    assert game.position.size(OPEN) == row
    game = game.play(game.legal_actions[0])
    assert game.position.size(OPEN) == row


@pytest.mark.parametrize("number", [0, 3])
def test_option_obstacles(number: int) -> None:
    game = elfenland(obstacles=number).new_game(2, seed=2)
    assert [game.position.size(OBSTACLES.of(seat)) for seat in (0, 1)] == [number] * 2


@pytest.mark.parametrize(("cards", "with_obstacle"), [(2, 3), (4, 5)])
def test_option_caravan(cards: int, with_obstacle: int) -> None:
    rules = elfenland(caravan=cards)
    situation = traveller("feodor", {"elfcycle": 6}).lay(ROAD, "dragon")
    assert payments(game_from(situation, rules), ROAD) == {f"elfcycle*{cards}"}
    situation.lay(ROAD, "obstacle")
    assert payments(game_from(situation, rules), ROAD) == {f"elfcycle*{with_obstacle}"}


@pytest.mark.parametrize("boatmen", [False, True])
def test_option_boatmen(boatmen: bool) -> None:
    situation = elfenland(boatmen=boatmen).build(2).at(MOVE, seat=0, round=1)
    situation.boot(0, "grangor").zone(HAND.of(0), {"raft": 2, "dragon": 1})
    game = game_from(situation, elfenland(boatmen=boatmen))
    assert payments(game, LAKE) == ({"raft", "dragon raft*2"} if boatmen else {"raft*2"})


# Keeping, by number and time ---------------------------------------------------------------


def planned(**options: Any) -> Any:
    """Round 1 of two seats, up to the end of planning; seat 0 has 2 secret and 3 open ones."""
    rules = elfenland(obstacles=0, **options)
    decision = KEEP if options["counters_back"] == "after-planning" else MOVE
    situation = rules.build(2).at("land/plan", seat=0, round=1)
    situation.zone(SECRET.of(0), {"dragon": 2}).zone(SHOWN.of(0), {"unicorn": 2, "elfcycle": 1})
    game = game_from(situation, rules).play("pass")
    assert asked(game)[0] == decision
    return game


@pytest.mark.parametrize("when", ["after-planning", "end-of-round"])
def test_option_counters_kept_two(when: str) -> None:
    game = on_until(planned(counters_back=when, counters_kept=2), KEEP)
    assert asked(game) == (KEEP, 0)
    game = game.play("keep secret dragon")
    assert asked(game) == (KEEP, 0)
    assert {str(a) for a in game.legal_actions} == {
        "keep secret dragon",
        "keep unicorn",
        "keep elfcycle",
    }
    game = game.play("keep unicorn")
    assert asked(game)[0] != KEEP
    if when == "after-planning":
        assert game.position.counts(SECRET.of(0)) == {"dragon": 1}
        assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}
    else:
        assert game.position.size(SECRET.of(0)) == 2  # with the one of the new round
        assert game.position.counts(SHOWN.of(0)) == {"unicorn": 1}


@pytest.mark.parametrize("kept", [4, 3])
def test_option_counters_kept_no_more_are_chosen_than_have_to_be(kept: int) -> None:
    game = on_until(planned(counters_back="after-planning", counters_kept=kept), KEEP)
    for _ in range(kept):
        assert asked(game) == (KEEP, 0)
        game = game.play(game.legal_actions[0])
    assert asked(game)[0] == MOVE
    assert game.position.size(SECRET.of(0)) + game.position.size(SHOWN.of(0)) == kept


def test_option_counters_kept_none_all_go_back_without_a_question() -> None:
    rules = elfenland(counters_kept=0, counters_back="after-planning", obstacles=0)
    situation = rules.build(2).at("land/plan", seat=0, round=1).zone(SHOWN.of(0), {"dragon": 2})
    game = game_from(situation, rules).play("pass")
    assert asked(game) == (MOVE, 0)
    assert game.position.size(SHOWN.of(0)) == 0


def test_the_public_sees_which_open_counters_are_being_kept_and_how_many_secret_ones() -> None:
    game = planned(counters_back="after-planning", counters_kept=2).play("keep secret dragon")
    assert game.view(1).holding(KEPT_SECRET, 0).size == 1
    assert game.view(1).holding(KEPT_SECRET, 0).pieces is None
    assert game.view(0).counts(KEPT_SECRET) == {"dragon": 1}
    other = planned(counters_back="after-planning", counters_kept=2).play("keep unicorn")
    assert other.view(1).counts(KEPT_SHOWN, 0) == {"unicorn": 1}


def test_e10_option_no_counter_is_kept() -> None:
    assert compile_ruleset(options={"land.counters_kept": 0}).option("land.counters_kept") == 0
