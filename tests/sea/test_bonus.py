"""S6: bonus counters are drawn at first visits, kept in secret, and laid like other counters."""

from __future__ import annotations

import pytest

from elfen.kernel.builder import Builder
from elfen.land import COUNTER, DRAW, HAND, KEEP, MOVE, PLAN, SHOWN
from elfen.testing import play_out
from elfen_sea import (
    BONUS,
    BONUS_COUNTERS,
    BONUS_DRAWN,
    BONUS_HELD,
    BONUS_PILE,
    CHOOSE,
    KeepBonus,
    PlaceBonus,
)
from playing import asked, payments, why_not, written

from .situations import (
    CLOUDY,
    DESERT,
    PLAINS,
    RIVER,
    SEA_ROUTE,
    WOODS,
    build,
    elfensea,
    game_from,
    on_until,
    quietly,
    traveller,
)

# Two lie in Gordonshaven, four in Full Moon, none in Wolfsboro.
TO_TWO, TO_FOUR = "gordonshaven-wolfsboro-sea", "full_moon-half_moon-plains"
DRAGON = next(kind for kind in BONUS_COUNTERS if kind.id == "dragon")
CLOUD = next(kind for kind in BONUS_COUNTERS if kind.id == "magic-cloud")


def before_two() -> Builder:
    """Seat 0 is about to reach a village that shows two bonus counters."""
    return traveller("wolfsboro", {"whale": 4})


def before_four() -> Builder:
    """Seat 0 is about to reach a village that shows four."""
    return traveller("half_moon", {"dragon": 4}).lay(TO_FOUR, "dragon")


def only(pile: dict[str, int]) -> dict[str, int]:
    """What has to lie elsewhere, so that nothing but this is in the pile of bonus counters."""
    return {kind.id: 10 - pile.get(kind.id, 0) for kind in BONUS_COUNTERS}


def test_s6_two_are_drawn_and_one_is_kept() -> None:
    game = game_from(before_two()).play(f"move {TO_TWO} whale")
    assert asked(game) == (CHOOSE, 0)
    drawn = game.position.counts(BONUS_DRAWN.of(0))
    assert sum(drawn.values()) == 2
    assert written(game) == {f"keep bonus {kind}" for kind in drawn}
    game = game.play(game.legal_actions[0])
    assert asked(game) == (MOVE, 0)
    assert game.position.size(BONUS_HELD.of(0)) == 1
    assert game.position.size(BONUS_DRAWN.of(0)) == 0
    assert game.position.size(BONUS_PILE) == 59


def test_s6_four_are_drawn_and_two_are_kept() -> None:
    game = game_from(before_four()).play(f"move {TO_FOUR} dragon")
    assert asked(game) == (CHOOSE, 0)
    assert game.position.size(BONUS_DRAWN.of(0)) == 4
    kept = [a.counters for a in game.legal_actions if isinstance(a, KeepBonus)]
    assert {len(counters) for counters in kept} == {2}
    game = game.play(game.legal_actions[-1])
    assert game.position.counts(BONUS_HELD.of(0)) == kept[-1].counts
    assert game.position.size(BONUS_PILE) == 58


def test_s6_the_choice_is_among_all_counters_drawn() -> None:
    situation = before_four().zone(BONUS_HELD.of(1), only({"whale": 1, "raft": 3}))
    game = game_from(situation).play(f"move {TO_FOUR} dragon")
    assert written(game) == {"keep bonus raft*2", "keep bonus raft whale"}
    assert "exactly 2" in why_not(game, "keep bonus raft")
    assert "exactly 2" in why_not(game, "keep bonus raft*3")
    assert "you have drawn 1 whale bonus, not 2" in why_not(game, "keep bonus whale*2")
    assert "you have drawn 0 dragon" in why_not(game, "keep bonus dragon raft")


def test_s6_the_village_piece_is_taken_before_the_choice() -> None:
    game = game_from(before_two()).play(f"move {TO_TWO} whale")
    assert game.position.has_visited(0, "gordonshaven")


def test_s6_nothing_is_drawn_at_a_second_visit() -> None:
    game = game_from(before_two().visited(0, "gordonshaven")).play(f"move {TO_TWO} whale")
    assert asked(game) == (MOVE, 0)
    assert game.position.size(BONUS_PILE) == 60


def test_s6_nothing_is_drawn_where_nothing_is_shown() -> None:
    game = game_from(traveller("marthas_orchard", {"whale": 1})).play(f"move {CLOUDY} whale")
    assert game.position.has_visited(0, "wolfsboro")
    assert asked(game) == (MOVE, 0)
    assert game.position.size(BONUS_PILE) == 60


def test_s6_a_visit_of_another_does_not_count() -> None:
    game = game_from(before_two().visited(1, "gordonshaven")).play(f"move {TO_TWO} whale")
    assert asked(game) == (CHOOSE, 0)


@pytest.mark.parametrize(("left", "drawn", "kept"), [(0, 0, 0), (1, 0, 1), (2, 0, 2), (3, 3, 2)])
def test_s6_of_a_short_pile_one_draws_what_there_is(left: int, drawn: int, kept: int) -> None:
    situation = before_four().zone(BONUS_HELD.of(1), only({"raft": left}))
    game = game_from(situation).play(f"move {TO_FOUR} dragon")
    assert game.position.size(BONUS_DRAWN.of(0)) == drawn
    while asked(game)[0] == CHOOSE:
        game = game.play(game.legal_actions[0])
    assert game.position.size(BONUS_HELD.of(0)) == kept
    assert game.position.size(BONUS_PILE) == left - kept
    assert asked(game) == (MOVE, 0)


def test_s6_bonus_counters_do_not_count_against_any_limit() -> None:
    held = {"raft": 3, "dragon": 4}
    situation = build(2).at(KEEP, seat=0, round=1).zone(BONUS_HELD.of(0), held)
    game = game_from(situation.zone(SHOWN.of(0), {"unicorn": 2}))
    assert written(game) == {"keep unicorn"}
    game = on_until(game, DRAW, round=2)
    assert game.position.counts(BONUS_HELD.of(0)) == held


def planning(held: dict[str, int]) -> Builder:
    """Seat 0 plans, with these bonus counters and nothing else; the others have a counter."""
    return build(2).at(PLAN, seat=0).zone(BONUS_HELD.of(0), held).zone(SHOWN.of(1), {"dragon": 3})


def test_s6_a_bonus_counter_is_laid_like_any_other() -> None:
    game = game_from(planning({"dragon": 1})).play(f"place bonus dragon {WOODS}")
    assert game.position.lying(WOODS) == (DRAGON,)
    assert game.position.size(BONUS_HELD.of(0)) == 0
    assert asked(game) == (PLAN, 1)
    assert f"lies on {WOODS} already" in why_not(game, f"place dragon {WOODS}")
    assert asked(game.play("pass"))[0] == MOVE  # seat 0 has nothing more to lay


def test_s6_no_bonus_counter_is_laid_where_a_counter_lies() -> None:
    game = game_from(planning({"dragon": 1}).lay(PLAINS, "giant-pig"))
    assert f"lies on {PLAINS} already" in why_not(game, f"place bonus dragon {PLAINS}")
    assert "no secret giant pig bonus" in why_not(game, f"place bonus giant-pig {WOODS}")


def test_s6_it_suits_what_its_kind_suits_a_cloud_also_the_sea() -> None:
    game = game_from(planning(dict.fromkeys((k.id for k in BONUS_COUNTERS), 1)))
    laid = {a.split()[2]: set() for a in written(game, PlaceBonus)}  # type: ignore[var-annotated]
    for action in written(game, PlaceBonus):
        kind, route = action.split()[2:]
        laid[kind].add(route)
    assert laid.keys() == {"dragon", "giant-pig", "unicorn", "magic-cloud"}
    assert SEA_ROUTE in laid["magic-cloud"]
    assert DESERT not in laid["giant-pig"]
    assert not any(SEA_ROUTE in laid[kind] for kind in ("dragon", "giant-pig", "unicorn"))
    assert not any(RIVER in routes for routes in laid.values())


@pytest.mark.parametrize("kind", ["raft", "whale"])
def test_s6_rafts_and_whales_are_never_laid(kind: str) -> None:
    game = game_from(planning({kind: 1}))
    for route in (SEA_ROUTE, RIVER, PLAINS):
        assert "not suited" in why_not(game, f"place bonus {kind} {route}")


def test_s6_everyone_travels_by_a_bonus_counter_and_caravans_too() -> None:
    hand = {"dragon": 2, "whale": 1}
    game = game_from(traveller("annashaven", hand).lay(WOODS, DRAGON))
    assert payments(game, WOODS) == {"dragon*2", "dragon*2 whale"}
    cloudy = traveller("marthas_orchard", {"magic-cloud": 2, "raft": 1}).lay(CLOUDY, CLOUD)
    assert payments(game_from(cloudy), CLOUDY) == {"magic-cloud*2"}


def test_s6_at_the_end_of_the_round_it_goes_back_to_the_bonus_counters() -> None:
    game = game_from(planning({"dragon": 1})).play(f"place bonus dragon {WOODS}")
    game = game.play(f"place dragon {PLAINS}")
    pile = game.position.size(BONUS_PILE)
    game = on_until(game, DRAW, round=2)
    assert game.position.lying(WOODS) == game.position.lying(PLAINS) == ()
    assert game.position.size(BONUS_PILE) == pile + 1


def test_s6_in_six_player_games_bonus_counters_are_laid_and_run_out_of_no_rule() -> None:
    games = [play_out(elfensea(), 6, seed=seed) for seed in range(6)]
    moves = [entry.move for game in games for entry in game.log]
    assert any(isinstance(move, PlaceBonus) for move in moves)
    assert any(isinstance(move, KeepBonus) and len(move.counters) == 2 for move in moves)


def test_s6_a_pass_is_offered_to_whoever_has_bonus_counters_alone() -> None:
    game = game_from(planning({"raft": 1}).zone(SHOWN.of(1), {}))
    assert asked(game) == (PLAN, 0)
    assert "pass" in written(game)
    assert asked(game.play("pass"))[0] == MOVE  # nobody else has anything


def test_s6_one_counter_lies_on_a_route_bonus_counters_included() -> None:
    crowded = build(2).lay(WOODS, "dragon").lay(WOODS, DRAGON)
    [problem] = elfensea().validate(crowded.draft())
    assert f"2 counters lie on {WOODS}; there can be one" in problem
    unsuited = build(2).lay(RIVER, DRAGON)
    assert "not suited to river" in "".join(elfensea().validate(unsuited.draft()))
    assert {COUNTER.name, BONUS.name} == {"counter", "bonus"}


def test_s6_everyone_chooses_once_at_most_in_each_village_that_shows_bonus_counters() -> None:
    rules = elfensea()
    shown = rules.board.extra["sea"]
    assert rules.at_most(CHOOSE, 3) == 3 * (len(shown["two"]) + len(shown["four"]))


def test_s6_there_is_room_for_one_bonus_counter_on_a_route() -> None:
    crowded = build(2).lay(WOODS, DRAGON).lay(WOODS, DRAGON).draft()
    assert "sea/route-bonus" in "".join(elfensea().validate(crowded))


def test_s6_who_has_drawn_is_about_to_choose() -> None:
    draft = build(2).at(MOVE, seat=0).zone(BONUS_DRAWN.of(0), {"raft": 2}).draft()
    assert "is not asked which to keep" in "".join(elfensea().validate(draft))


def test_s6_the_hand_is_not_touched_by_drawing() -> None:
    game = game_from(before_two()).play(f"move {TO_TWO} whale")
    assert game.position.counts(HAND.of(0)) == {"whale": 3}
    assert asked(quietly(game)) == (MOVE, 0)


def test_s6_one_keeps_counters_that_one_has_drawn_and_of_kinds_that_there_are() -> None:
    game = game_from(before_two()).play(f"move {TO_TWO} whale")
    drawn = game.position.counts(BONUS_DRAWN.of(0))
    other = next(kind.id for kind in BONUS_COUNTERS if kind.id not in drawn)
    assert why_not(game, f"keep bonus {other}").startswith("you have drawn 0 ")
    assert why_not(game, "keep bonus yak") == "you have drawn 0 yak, not 1"
