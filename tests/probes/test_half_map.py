"""Half map: a part of the board, and a start that chance draws; no town is in play for nothing."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import half_map
import pytest

import elfen
from elfen import Chance, Game, Ruleset, State, compile_ruleset
from elfen.game.story import rounds, tell
from elfen.land import HAND, MOVE, TOWN_CARDS, TOWN_DECK
from elfen.plugin import Rolled, state_of
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain
from elfen_gold import VALUES

WEST = (
    *("albaran", "dagamura", "grangor", "ixara", "jaccaranda", "kihromah"),
    *("mahdavikia", "parundia", "usselen", "wylhien", "yttar"),
)


@cache
def in_the_west(*others: str, edition: str = "rio-grande", **options: object) -> Ruleset:
    return compile_ruleset(edition, expansions=[half_map, *others], options=options)  # type: ignore[arg-type]


def begun(start: str, *others: str, **options: object) -> Game:
    """A game whose start was drawn to be this town."""
    rules = in_the_west(*others, **options)
    return rules.game_from(rules.apply(rules.start(2), Rolled(start)), seed=1)


def moving(start: str, *visited: str) -> State:
    """Seat 0 is to move in a game with this start, and has visited these towns."""
    build = in_the_west().build(players=2).at(MOVE, seat=0).begun_in(start)
    return build.visited(0, *visited).state()


def test_every_town_is_as_likely_to_be_the_start() -> None:
    rules = in_the_west()
    state = rules.start(3)
    assert rules.pending(state) == Chance("core/start")
    assert {str(face): odds for face, odds in rules.outcomes(state)} == {
        f"rolled {town}": Fraction(1, 11) for town in WEST
    }


def test_the_start_is_logged_and_all_boots_stand_there() -> None:
    game = in_the_west().new_game(3, seed=1)
    entry = game.log[0]
    assert (entry.seat, entry.chance) == (None, Chance("core/start"))
    start = entry.move.face  # type: ignore[union-attr]
    assert game.position.start_town == start
    assert game.view(None).towns == (start,) * 3
    assert game.view(2).start_town == start
    name = game.rules.board.town(start).name
    assert f"All boots begin in {name}." in next(tell(game))
    assert f"\nstart: {name}\n" in str(game.view(None))
    assert {journey.start for journey in rounds(game)[0].journeys.values()} == {start}


def test_another_seed_draws_another_start() -> None:
    games = [in_the_west().new_game(2, seed=seed) for seed in range(40)]
    assert {game.position.start_town for game in games} == {*WEST}


def test_no_piece_lies_in_the_start() -> None:
    game = begun("ixara")
    rest = tuple(town for town in WEST if town != "ixara")
    view = game.view(0)
    assert view.piece_towns == rest
    assert view.to_visit == (rest, rest)
    assert view.visited == ((), ())


def test_what_is_still_to_visit_gets_less() -> None:
    rules = in_the_west()
    view = rules.observe(moving("ixara", "yttar", "grangor"), 0)
    assert view.to_visit[0] == tuple(sorted({*WEST} - {"ixara", "yttar", "grangor"}))
    assert view.to_visit[1] == tuple(sorted({*WEST} - {"ixara"}))


def test_coming_back_to_the_start_gives_nothing() -> None:
    rules = in_the_west()
    road = "dagamura-ixara-woods"
    build = rules.build(players=2).at(MOVE, seat=0).begun_in("ixara")
    state = build.zone(HAND.of(0), {"dragon": 4}).lay(road, "dragon").state()
    (there,) = [a for a in rules.legal_actions(state) if str(a) == f"move {road} dragon*2"]
    away = rules.advance(state, there)
    assert rules.position(away).pieces_taken(0) == 1
    back = rules.advance(away, there)
    assert rules.position(back).town(0) == "ixara"
    assert rules.position(back).pieces_taken(0) == 1
    assert back == rules.trace(away, there).state
    for one in (state, away):
        check_state(rules, one)


def test_the_score_counts_ten_pieces() -> None:
    rules = in_the_west()
    assert rules.score_bounds == (0, 10)
    assert rules.most_town_pieces == 10


def test_all_ten_pieces_win() -> None:
    rules = in_the_west()
    rest = [town for town in WEST if town != "yttar"]
    game = rules.game_from(moving("yttar", *rest), seed=1)
    for _ in range(2):
        game = game.play("stop")
    while not game.is_over and game.pending.name == "land/discard":  # type: ignore[union-attr]
        game = game.play(game.legal_actions[0])
    assert game.is_over
    assert game.state.round == 1
    assert game.standings[0].total == 10


def test_the_planner_counts_no_piece_in_the_start() -> None:
    rules = in_the_west()
    road = "dagamura-ixara-woods"
    rest = [town for town in WEST if town not in ("ixara", "dagamura")]
    build = rules.build(players=2).at(MOVE, seat=0).begun_in("ixara").boot(0, "dagamura")
    build = build.visited(0, *rest).zone(HAND.of(0), {"dragon": 2}).lay(road, "dragon")
    plan = elfen.plan(rules.game_from(build.state(), seed=1).view(0))
    assert plan.steps == ()
    assert plan.complete


@pytest.mark.parametrize("start", ["ixara", "yttar"])
def test_a_visit_to_the_start_is_no_sound_state(start: str) -> None:
    rules = in_the_west()
    state = moving(start)
    wrong = state_of(
        state.zones,
        state.boots,
        (1 << rules.board.town_number[start], 0),
        state.routes,
        state.round,
        state.agenda,
        state.ext,
        state.ledger,
    )
    assert rules.validate(wrong) == ("seat 0 has visited a town that has no town piece",)


def test_a_save_tells_the_start_and_plays_it_again() -> None:
    game = play_out(in_the_west(), 2, seed=5)
    again = Game.from_json(game.to_json(), rules=game.rules)
    assert again.state == game.state
    assert again.view(0) == game.view(0)
    assert again.position.start_town == game.position.start_town


def test_town_cards_are_of_the_west() -> None:
    rules = in_the_west(edition="white-wind")
    assert {kind.id for kind in rules.layout.kinds_of(TOWN_DECK)} == {*WEST}
    game = rules.new_game(2, seed=2)
    (card,) = game.position.counts(TOWN_CARDS.of(0))
    assert game.standings[0].lines[1].points == -rules.board.distance(
        game.position.town(game.standings[0].seat),
        *game.position.counts(TOWN_CARDS.of(game.standings[0].seat)),
    )
    assert card in WEST


def test_small_favors_lie_everywhere_but_at_the_start() -> None:
    game = begun("ixara", "favor")
    tiles = dict(zip(WEST, game.view(0).slot("favor/tiles")["open"], strict=True))
    assert [town for town in WEST if not tiles[town]] == ["ixara"]


def test_a_drawn_start_has_its_printed_gold_value() -> None:
    game = begun("ixara", "gold")
    values = dict(zip(WEST, game.state.ext[VALUES].by_town, strict=True))
    assert values["ixara"] == 3
    assert 0 not in values.values()


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    "others",
    [(), ("favor",), ("gold",), ("favor", "gold")],
    ids=lambda others: "+".join(others) or "alone",
)
def test_it_keeps_the_laws(others: tuple[str, ...], players: int) -> None:
    rules = in_the_west(*others)
    if players == 2:
        check_rules(rules)
    check_game(play_out(rules, players, seed=players), every=40)


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("others", "options"),
    [
        (("favor",), {"favor.variant": "great"}),
        (("gold",), {"random_gold_values": True, "land.town_cards": True}),
        ((), {"land.town_cards": True, "land.start_player": "random"}),
    ],
)
def test_it_keeps_the_laws_with_options(
    others: tuple[str, ...], options: dict[str, object]
) -> None:
    rules = in_the_west(*others, **options)
    check_game(play_out(rules, 3, seed=3), every=40)


def test_the_rules_tell_what_is_in_play() -> None:
    told = str(explain(in_the_west()))
    assert "town pieces: 10 a seat, in all towns but the start" in told
    assert "boots begin in one of Al'Baran, Dag'Amura, " in told
    assert "core/start" in told
    assert (
        in_the_west().fingerprint
        != compile_ruleset(expansions=[half_map], board=compile_ruleset().board).fingerprint
    )
