"""F1 and F2: the tiles, and when a favor may be used."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest

from elfen import Decide, RulesetError, compile_ruleset
from elfen.declare.chance import Rolled
from elfen.declare.kinds import Pieces
from elfen.land import HAND, MOVE, OBSTACLES, PILE, PLAN, SECRET, STACK, Move, Pass
from elfen.plugin import Manifest, Ruleset, Towns, hookimpl
from elfen_favor import (
    FAVORS,
    FREE_PATH_POOL,
    FREE_PATHS,
    OBSTACLE_POOL,
    TILES,
    USE,
    DeclineFavor,
    TileTurnedUp,
    UseFavor,
    favor_name,
)
from playing import on_until, quietly

from .scenes import FROM, HERE, ROAD, VARIANTS, asked, comes, favors, offered, size, tiles, without


def test_f1_four_four_three_three_three_three_tiles_by_default() -> None:
    assert [favor.tiles for favor in FAVORS.values()] == [4, 4, 3, 3, 3, 3]
    game = favors("small").new_game(3, seed=1)
    assert Counter(game.state.ext[TILES].open) - Counter([""]) == Counter(
        {name: favor.tiles for name, favor in FAVORS.items()}
    )


def test_f1_another_distribution_is_an_option() -> None:
    game = favors("small", tiles="20 0 0 0 0 0").new_game(2, seed=1)
    assert {*game.state.ext[TILES].open} == {"", "two-cards"}


def test_f1_tiles_that_are_left_over_are_unknown() -> None:
    seen = set()
    for seed in range(20):
        game = favors("small", tiles="10 11 0 0 0 0").new_game(2, seed=seed)
        seen.add(game.state.ext[TILES].open.count("card-aside"))
    assert seen == {10, 11}


@pytest.mark.parametrize("text", ["4 4 3 3 3", "4 4 3 3 3 x", "-1 9 3 3 3 3", "", "² 9 9 9 9 9"])
def test_f1_six_numbers_are_wanted(text: str) -> None:
    with pytest.raises(RulesetError, match=r"favor\.tiles.*6 whole numbers.*two-cards"):
        compile_ruleset(expansions=["favor"], options={"favor.tiles": text})


@pytest.mark.parametrize("number", ["1000", "9" * 140, "9" * 5000])
@pytest.mark.parametrize("variant", VARIANTS)
def test_f1_no_favor_has_more_tiles_than_can_be_of_use(variant: str, number: str) -> None:
    with pytest.raises(RulesetError, match=r"favor\.tiles.*from 0 to 999.*'4 4 3 3 3 3'$"):
        favors(variant, tiles=f"{number} 1 1 1 1 1")


def test_f1_a_favor_has_up_to_999_tiles() -> None:
    game = favors("small", tiles="999 0 0 0 0 000999").new_game(2, seed=1)
    assert {*game.state.ext[TILES].open} == {"", "two-cards", "free-path"}


def test_f1_there_is_a_tile_for_every_town() -> None:
    with pytest.raises(RulesetError, match=r"19 tiles.*20 towns"):
        compile_ruleset(expansions=["favor"], options={"favor.tiles": "4 4 3 3 3 2"})


def test_f1_the_pools_have_twelve_each() -> None:
    game = favors("small").new_game(6, seed=1)
    assert (size(game, OBSTACLE_POOL), size(game, FREE_PATH_POOL)) == (12, 12)
    assert size(game, FREE_PATHS.of(0)) == 0
    assert size(game, OBSTACLES.of(0)) == 1


def test_every_favor_has_an_english_and_a_german_name() -> None:
    names = {favor_name(favor, language) for favor in FAVORS for language in ("en", "de")}
    assert len(names) == 2 * len(FAVORS)
    assert favor_name("free-path", "de") == "ein Freier Weg"
    assert favor_name("free-path") == "a free path"


# Small favors -------------------------------------------------------------------------------


def test_f2_small_favors_lie_open_on_every_town_but_elvenhold() -> None:
    rules = favors("small")
    tiles = rules.new_game(4, seed=2).state.ext[TILES].open
    capital = rules.board.town_number[rules.board.capital]
    assert [town for town, favor in enumerate(tiles) if not favor] == [capital]


class DrawnStart:
    """A plugin by which boots begin in one of two towns, which chance draws."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("drawn-start", rules_version=1, api=1, requires=("land",), help="A draw.")

    @hookimpl
    def elfen_towns(self, rules: Ruleset) -> Towns:
        return Towns(start=("feodor", "virst"))


def test_f2_a_start_that_is_drawn_has_no_small_favor_and_all_other_towns_have_one() -> None:
    options = {"favor.variant": "small"}
    rules = compile_ruleset(expansions=["favor", DrawnStart()], options=options)
    starts = set()
    for seed in range(6):
        game = rules.new_game(2, seed)
        open_ones = zip(rules.board.towns, game.state.ext[TILES].open, strict=True)
        assert [town.id for town, favor in open_ones if not favor] == [game.position.start_town]
        starts.add(game.position.start_town)
    assert starts == {"feodor", "virst"}


def test_f2_small_a_favor_is_offered_right_before_moving() -> None:
    game = offered("small", "free-path")
    assert asked(game) == (USE, 0)
    assert {*game.legal_actions} == {UseFavor(), DeclineFavor()}
    assert asked(game.play(UseFavor())) == asked(game.play(DeclineFavor())) == (MOVE, 0)


def test_f2_small_there_is_nothing_to_use_in_elvenhold() -> None:
    game = favors("small").new_game(3, seed=1)
    while asked(game)[0] != MOVE:
        assert asked(game)[0] != USE
        game = quietly(game)
    assert game.state.round == 1


def test_f2_small_it_is_the_favor_of_the_town_where_one_stands_and_once_a_turn() -> None:
    rules = favors("small")
    there = tiles(rules, lapphalya="free_path", feodor="obstacle")
    game = comes(rules, "small", there, hand={"dragon": 4})
    game = game.play(UseFavor())
    assert size(game, FREE_PATHS.of(0)) == 1
    offers = 0
    while asked(game) != (USE, 1) and game.state.round == 1 and asked(game)[0] != PLAN:
        offers += asked(game) == (USE, 0)
        game = quietly(game)
    assert offers == 0


def test_f2_small_moving_on_offers_nothing() -> None:
    rules = favors("small")
    there = tiles(rules, lapphalya="free_path", feodor="obstacle")
    build = rules.build(2).at(PLAN, seat=0, round=1).slot(TILES, there).boot(0, HERE)
    build = build.zone(HAND.of(0), {"unicorn": 1}).lay(ROAD, "unicorn")
    game = rules.game_from(build.state(), seed=1).play(Pass()).play(Pass())
    game = game.play(UseFavor()).play(Move(ROAD, Pieces.of(["unicorn"])))
    assert game.position.town(0) == FROM
    assert asked(game) == (MOVE, 0)
    assert size(game, OBSTACLES.of(0)) == 1


def test_f2_small_one_need_not_move_afterwards() -> None:
    game = offered("small", "obstacle").play(UseFavor())
    assert "stop" in map(str, game.legal_actions)


def test_f2_small_every_seat_is_offered_the_favor_of_its_own_town() -> None:
    rules = favors("small")
    there = tiles(rules, lapphalya="free_path", feodor="obstacle")
    build = rules.build(2).at(PLAN, seat=0, round=1).slot(TILES, there)
    game = rules.game_from(build.boot(0, HERE).boot(1, FROM).state(), seed=1)
    game = game.play(Pass()).play(Pass()).play(UseFavor())
    game = on_until(game, USE)
    assert game.pending == Decide(USE, 1, (FROM,))
    game = game.play(UseFavor())
    assert size(game, OBSTACLES.of(1)) == 2


# Great favors -------------------------------------------------------------------------------


def test_f2_great_favors_lie_face_down_until_they_are_used() -> None:
    rules = favors("great")
    game = rules.new_game(3, seed=1)
    assert game.state.ext[TILES].open == ()
    game = comes(rules, "great", tiles(rules))
    assert asked(game) == (USE, 0)
    state = rules.apply(game.state, UseFavor())
    state = rules.apply(state, Rolled("free-path"))
    at = rules.board.town_number[HERE]
    assert state.ext[TILES].open[at] == "free-path"
    assert rules.position(state).size(FREE_PATHS.of(0)) == 1


def test_f2_great_a_favor_is_offered_when_the_piece_has_been_taken() -> None:
    game = offered("great", "free-path")
    assert asked(game) == (USE, 0)
    assert game.position.has_visited(0, HERE)


def test_f2_great_the_choice_comes_before_the_tile_is_turned_up() -> None:
    rules = favors("great")
    game = comes(rules, "great", tiles(rules))
    assert {*game.legal_actions} == {UseFavor(), DeclineFavor()}
    declined = rules.apply(game.state, DeclineFavor())
    assert declined.ext[TILES].open == tiles(rules).open


@pytest.mark.parametrize("favor", FAVORS)
def test_f2_great_what_using_brings_is_told_once_the_tile_lies_open(favor: str) -> None:
    assert offered("great", "").view(0).brings(UseFavor()) == (
        "turn up the tile, and get what it shows"
    )
    game = offered("great", favor, hand={"raft": 1}, zones={SECRET.of(0): {"dragon": 1}})
    assert game.view(0).brings(UseFavor()) == FAVORS[favor].helps


def test_f2_great_a_tile_turned_up_is_reported_and_open_for_all() -> None:
    rules = favors("great")
    game = comes(rules, "great", tiles(rules))
    state = rules.apply(game.state, UseFavor())
    traced = rules.trace(state, Rolled("obstacle"))
    state, events = traced.state, traced.events
    assert TileTurnedUp(HERE, "obstacle") in events
    for seat in (0, 1, None):
        seen = rules.observe(state, seat).slot("favor/tiles")["open"]
        assert seen[rules.board.town_number[HERE]] == "obstacle"
    assert any(
        "Lapphalya" in rules.describe(event) or "Lapphálya" in rules.describe(event)
        for event in events
        if isinstance(event, TileTurnedUp)
    )


def test_f2_great_a_tile_without_effect_lies_open_too() -> None:
    rules = favors("great")
    game = comes(rules, "great", tiles(rules), zones={OBSTACLES.of(1): {"obstacle": 14}})
    assert size(game, OBSTACLE_POOL) == 0
    state = rules.apply(rules.apply(game.state, UseFavor()), Rolled("obstacle"))
    assert state.ext[TILES].open[rules.board.town_number[HERE]] == "obstacle"
    assert rules.position(state).size(OBSTACLES.of(0)) == 0


def test_f2_great_a_declined_tile_is_lost_to_the_player_and_not_to_others() -> None:
    rules = favors("great")
    there = tiles(rules, lapphalya="free_path")
    game = comes(rules, "great", there, hand={"unicorn": 2})
    game = game.play(DeclineFavor())
    step = Move(ROAD, Pieces.of(["unicorn"]))
    game = game.play(step)
    assert (game.position.town(0), asked(game)) == (FROM, (USE, 0))  # a piece of Feodor
    game = game.play(DeclineFavor()).play(step)
    assert (game.position.town(0), asked(game)) == (HERE, (MOVE, 0))  # no piece any more

    build = rules.build(2).at(MOVE, seat=1, round=1).slot(TILES, there)
    build = build.visited(0, HERE).boot(1, FROM).zone(HAND.of(1), {"unicorn": 1})
    other = rules.game_from(build.lay(ROAD, "unicorn").state(), seed=1).play(step)
    assert asked(other) == (USE, 1)


def test_f2_great_nothing_is_offered_in_elvenhold() -> None:
    rules = favors("great")
    route = next(r for r in rules.board.routes if "elvenhold" in r.ends and r.terrain == "woods")
    build = rules.build(2).at(MOVE, seat=0, round=1).boot(0, route.other("elvenhold"))
    build = build.zone(HAND.of(0), {"unicorn": 1}).lay(route.id, "unicorn")
    game = rules.game_from(build.state(), seed=1).play(Move(route.id, Pieces.of(["unicorn"])))
    assert (game.position.town(0), asked(game)) == ("elvenhold", (MOVE, 0))


def test_f2_great_favors_may_be_used_in_every_new_town_of_a_turn() -> None:
    rules = favors("great")
    game = comes(rules, "great", tiles(rules), hand={"unicorn": 1})
    game = game.play(DeclineFavor()).play(Move(ROAD, Pieces.of(["unicorn"])))
    assert asked(game) == (USE, 0)


# Both -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_f2_an_open_tile_that_could_give_nothing_is_not_offered(variant: str) -> None:
    rules = favors(variant)
    mine = {"unicorn": 1} if variant == "great" else {}
    all_counters = {k: 7 if k == "unicorn" and mine else 8 for k in _counters()}
    nothing_left = {
        "lay-counter": {SECRET.of(1): all_counters},
        "carry-counter": {SECRET.of(1): all_counters},
        "obstacle": {OBSTACLES.of(1): {"obstacle": 14}},
        "free-path": {FREE_PATHS.of(1): {"free-path": 12}},
    }
    if variant == "small":  # by moving a card is played
        nothing_left["two-cards"] = {HAND.of(1): without(rules)}
        nothing_left["card-aside"] = {HAND.of(1): without(rules)}
    for favor, zones in nothing_left.items():
        game = offered(variant, favor, zones=zones)
        assert asked(game) == (MOVE, 0), favor
        assert asked(offered(variant, favor)) == (USE, 0)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("favor", FAVORS)
def test_f3_tiles_are_not_used_up(variant: str, favor: str) -> None:
    game = offered(variant, favor)
    before = game.state.ext[TILES]
    game = game.play(UseFavor())
    assert game.state.ext[TILES] == before


def _counters() -> list[str]:
    rules = favors()
    return [kind.id for kind in rules.layout.kinds_of(PILE)]


def test_the_stack_of_a_built_position_is_the_rest() -> None:
    game = offered("small", "two-cards", hand={"dragon": 2})
    assert size(game, STACK) == 70


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_open_tiles_are_told_by_favor_and_town(variant: str) -> None:
    rules = favors(variant)
    there = tiles(rules, lapphalya="free_path", feodor="free_path", beata="two_cards")
    told = str(comes(rules, variant, there).view(1))
    assert "two travel cards at once: Beatá; a free path: Feodor, Lapphálya\n" in told
    assert "favor/tiles" not in str(favors("great").new_game(2, seed=1).view(0))


def test_terminal_play_shows_the_tiles() -> None:
    from rich.console import Console

    from elfen.cli.playing.looks import Looks
    from elfen.cli.playing.tables import slots

    console = Console(width=200, record=True, quiet=False, file=StringIO())
    view = offered("small", "free-path").view(0)
    console.print(slots(view, Looks(view.rules)))
    assert "Favors: A free path: Lapphálya" in console.export_text()
