"""The end of a round (G11), of the game, and who has won (G12)."""

from __future__ import annotations

from attrs import evolve

from elfen import Game, Ruleset
from elfen.kernel.builder import Builder
from elfen.land import HAND, KEEP, MOVE, PILE, SECRET, SHOWN, TOWN_CARDS, TOWN_CARDS_SHOWN
from elfen_gold.pieces import PURSE
from playing import asked

from .scenes import game_from, gold, on_until, planner, purses, to_the_end, written

WOODS = "feodor-lapphalya-woods"


def last_turn(round: int, rules: Ruleset | None = None, players: int = 2) -> Builder:
    """The last seat in a round is about to move."""
    rules = rules or gold()
    return rules.build(players).at(MOVE, seat=(round - 2) % players, round=round)


def finish_round(game: Game) -> Game:
    """Stop, draw, and whatever else ends the round."""
    number = game.state.round
    while not game.is_over and game.state.round == number:
        game = game.play(game.legal_actions[-1])
    return game


def test_g11_all_on_the_board_goes_back_into_the_pile_obstacles_included() -> None:
    scene = last_turn(1).lay(WOODS, "dragon", "elfcycle", "double", "tree")
    scene = scene.lay("lapphalya-virst-plains", "dragon", "gold")
    scene = scene.lay("virst-ixara-river", "sea-monster")
    game = finish_round(game_from(scene))
    assert all(lying == () for lying in game.state.routes)
    assert game.position.size(PILE) == 48


def test_g11_everyone_keeps_exactly_two_tiles_secret_or_open_as_they_were() -> None:
    scene = planner({"gold": 2, "tree": 1}).zone(SECRET.of(0), {"exchange": 1, "dragon": 1})
    game = on_until(game_from(scene), KEEP)
    assert asked(game) == (KEEP, 0)
    assert written(game) == {
        "keep gold",
        "keep tree",
        "keep secret exchange",
        "keep secret dragon",
    }
    game = game.play("keep secret exchange")
    assert "keep secret" in str(game.view(1).log[-1])
    assert "exchange" not in str(game.view(1).log[-1])
    assert asked(game) == (KEEP, 0)
    assert game.view(1).holding(SECRET, 0).pieces is None
    game = game.play("keep gold")
    kept = game.position
    assert kept.counts(SHOWN.of(0)) == {"gold": 1}
    assert kept.counts(SECRET.of(0)) == {"exchange": 1}
    assert kept.counts(SHOWN.of(1)) == {"unicorn": 1}, "who has no more than two keeps them"


def test_g11_the_start_player_card_goes_to_the_left() -> None:
    game = on_until(gold().new_game(3, seed=1), "gold/draw-card", round=2)
    assert asked(game)[1] == 1


def test_g12_the_game_ends_after_round_6() -> None:
    game = to_the_end(gold().new_game(2, seed=1))
    assert game.state.round == 6
    assert game.pending.ending == "gold/last-round"  # type: ignore[union-attr]


def with_pieces(round: int, *taken: int, rules: Ruleset | None = None) -> Game:
    """The last turn of a round, the seats having so many pieces."""
    scene = last_turn(round, rules, len(taken))
    towns = [t.id for t in (rules or gold()).board.towns if t.id != "elvenhold"]
    for seat, n in enumerate(taken):
        scene = scene.visited(seat, *towns[:n])
    return game_from(scene, rules)


def purse_of(scene: Game, *coins: int) -> Game:
    """The same game with other purses."""
    state = scene.state
    rules = scene.rules
    zones = list(state.zones)
    bank = rules.layout.zone_indexes["gold/bank"][0]
    for seat, n in enumerate(coins):
        at = rules.layout.index(PURSE, seat)
        zones[bank] = (zones[bank][0] + zones[at][0] - n,)
        zones[at] = (n,)
    return game_from(evolve(state, zones=tuple(zones)), rules)


def test_g12_all_20_pieces_end_the_game_at_the_end_of_that_round() -> None:
    game = finish_round(with_pieces(3, 20, 4))
    assert game.is_over
    assert game.state.round == 3
    assert game.pending.ending == "gold/all-pieces"  # type: ignore[union-attr]
    assert not finish_round(with_pieces(3, 19, 4)).is_over


def test_g12_most_pieces_win_and_gold_decides_a_tie() -> None:
    game = purse_of(with_pieces(6, 5, 7, 7), 30, 3, 4)
    over = to_the_end(game)
    assert [(row.rank, row.seat) for row in over.standings] == [(1, 2), (2, 1), (3, 0)]
    assert [tie.name for tie in over.standings[0].ties] == ["gold/gold"]
    same = to_the_end(purse_of(with_pieces(6, 5, 7, 7), 30, 4, 4))
    assert [row.rank for row in same.standings] == [1, 1, 3]


def town_cards(round: int, taken: tuple[int, int], cards: tuple[str, str]) -> Builder:
    rules = gold(town_cards=True)
    scene = last_turn(round, rules)
    towns = [t.id for t in rules.board.towns if t.id != "elvenhold"]
    for seat in (0, 1):
        scene = scene.visited(seat, *towns[: taken[seat]])
        scene = scene.zone(TOWN_CARDS.of(seat), {cards[seat]: 1})
    return scene


def test_g12_with_town_cards_score_then_distance_then_gold() -> None:
    rules = gold(town_cards=True)
    scene = town_cards(6, (6, 5), ("virst", "beata")).boot(0, "elvenhold").boot(1, "beata")
    over = to_the_end(game_from(scene, rules))
    assert [row.total for row in over.standings] == [5, 5], "6 less 1, and 5 less 0"
    assert [row.seat for row in over.standings] == [1, 0], "the nearer one wins"
    assert [tie.name for tie in over.standings[0].ties] == ["land/nearest-town", "gold/gold"]
    assert over.position.size(TOWN_CARDS_SHOWN.of(0)) == 1, "the cards are revealed"
    even = town_cards(6, (5, 5), ("virst", "beata")).boot(0, "virst").boot(1, "beata")
    even_over = to_the_end(purse_of(game_from(even, rules), 3, 8))
    assert [row.seat for row in even_over.standings] == [1, 0], "then gold"


def test_g12_with_all_20_town_cards_are_ignored_and_gold_alone_decides() -> None:
    rules = gold(town_cards=True)
    for round in (4, 6):
        scene = town_cards(round, (20, 20), ("virst", "beata")).boot(0, "virst").boot(1, "virst")
        over = finish_round(purse_of(game_from(scene, rules), 2, 9))
        assert over.is_over
        assert over.pending.ending == "gold/all-pieces"  # type: ignore[union-attr]
        assert [(row.seat, row.total) for row in over.standings] == [(1, 20), (0, 20)]
        assert over.position.size(TOWN_CARDS_SHOWN.of(0)) == 0
        assert purses(over)[1] > purses(over)[0]


def test_hands_do_not_decide() -> None:
    game = purse_of(with_pieces(6, 7, 7), 4, 4)
    assert game.position.size(HAND.of(0)) == game.position.size(HAND.of(1)) == 0
    over = to_the_end(game)
    assert {row.rank for row in over.standings} == {1}
