"""The stock players: what they choose, and what they are given to choose by."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from types import SimpleNamespace

import pytest

from elfen import Decide, ElfenError, IllegalAction, Ruleset, View, compile_ruleset
from elfen.bots import STOCK, GreedyPlayer, Player, RandomPlayer, play, stock_player, stock_players
from elfen.land import DrawBlind, DrawOpen, Move
from elfen.plugin import Action, Advice, Manifest, hookimpl

from .former import FormerPlayer


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def advised(name: str, value: float, of: type[Action] = DrawBlind) -> object:
    """A plugin that does nothing but value one type of action."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest(name, rules_version=1, api=1, help="Advice alone.")

    @hookimpl
    def elfen_advice(rules: Ruleset) -> list[Advice]:
        return [Advice(f"{name}/value", type=of, value=lambda view, action: value)]

    return SimpleNamespace(elfen_manifest=elfen_manifest, elfen_advice=elfen_advice)


class Listening:
    """A player that remembers what it was given, and takes the first action."""

    def __init__(self) -> None:
        self.given: list[object] = []

    def choose(self, view: View) -> Action:
        self.given.append(view)
        return view.legal_actions[0]


def totals(rules: Ruleset, names: Sequence[str], games: int) -> list[list[int]]:
    """Total by seat of some games."""
    out = []
    for seed in range(games):
        game = play(rules.new_game(4, seed), stock_players(names, rules, 4, seed))
        out.append([row.total for row in sorted(game.standings, key=lambda row: row.seat)])
    return out


def test_a_player_is_given_views_of_its_own_seat_and_always_has_a_choice(rules: Ruleset) -> None:
    players = [Listening() for _ in range(3)]
    game = play(rules.new_game(3, 5), players)
    assert game.is_over
    for seat, player in enumerate(players):
        assert player.given
        for view in player.given:
            assert type(view) is View
            assert view.seat == seat
            assert isinstance(view.pending, Decide)
            assert view.pending.seat == seat
            assert len(view.legal_actions) > 1


def test_a_game_needs_a_player_a_seat(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="2 players for a game of 4"):
        play(rules.new_game(4, 1), [RandomPlayer(), RandomPlayer()])


def test_an_illegal_choice_is_refused(rules: Ruleset) -> None:
    class Cheat:
        def choose(self, view: View) -> Action:
            return DrawOpen("raft")

    with pytest.raises(IllegalAction, match="no raft counter"):
        play(rules.new_game(2, 1), [Cheat(), Cheat()])


class Mute(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


class Raising:
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, view: View) -> Action:
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("oh\x1b[31m\nno"), "ValueError: oh\ufffd[31m\ufffdno"),
        (SystemExit(0), "SystemExit: 0"),
        (GeneratorExit(), "GeneratorExit"),
        (Mute(), "Mute: what it says cannot be shown"),
    ],
)
def test_a_player_that_fails_is_named(rules: Ruleset, error: BaseException, told: str) -> None:
    with pytest.raises(ElfenError) as caught:
        play(rules.new_game(2, 1), [Raising(error), Raising(error)])
    assert str(caught.value) == f"player Raising of seat 0 failed: {told}"
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ElfenError("no move is good")])
def test_ctrl_c_and_errors_of_elfen_come_as_they_are(rules: Ruleset, error: BaseException) -> None:
    with pytest.raises(type(error)) as caught:
        play(rules.new_game(2, 1), [Raising(error), Raising(error)])
    assert caught.value is error


#: Those that search do so only a little here.
BRIEFLY = {
    **{name: name for name in STOCK},
    "flat": "flat:playouts=6",
    "ismcts": "ismcts:iterations=2,prior=0",
}


@pytest.mark.alike(6)
@pytest.mark.parametrize("name", BRIEFLY.values(), ids=BRIEFLY)
def test_the_same_seed_chooses_the_same(rules: Ruleset, name: str) -> None:
    def log(seed: int) -> list[str]:
        players = stock_players([name], rules, 3, seed)
        return [str(entry) for entry in play(rules.new_game(3, 8), players).log]

    first = log(1)
    assert first == log(1)
    assert first != log(2)


@pytest.mark.parametrize("name", BRIEFLY.values(), ids=BRIEFLY)
def test_the_global_generator_is_left_alone(rules: Ruleset, name: str) -> None:
    random.seed(42)
    before = random.getstate()
    play(rules.new_game(2, 1), stock_players([name], rules, 2))
    assert random.getstate() == before


def test_random_takes_any_action_equally_often(rules: Ruleset) -> None:
    view = rules.new_game(2, 1).view(rules.new_game(2, 1).seat)
    player = RandomPlayer(3)
    chosen = [player.choose(view) for _ in range(600)]
    expected = 600 / len(view.legal_actions)
    for action in view.legal_actions:
        assert expected / 2 < chosen.count(action) < expected * 2


def test_greedy_sums_all_advice() -> None:
    rules = compile_ruleset(expansions=[advised("up", 5.0), advised("down", -2.0)])
    game = rules.new_game(2, 1)
    view = game.view(game.seat)
    alone = compile_ruleset()
    base = GreedyPlayer(alone, 1).value(view, DrawBlind())
    assert GreedyPlayer(rules, 1).value(view, DrawBlind()) == pytest.approx(base + 3.0)
    assert GreedyPlayer(rules, 1).choose(view) == DrawBlind()


def test_greedy_counts_an_action_without_advice_as_nothing(rules: Ruleset) -> None:
    game = rules.new_game(2, 1)
    assert GreedyPlayer(rules, 1).value(game.view(game.seat), rules.parse("pass")) == 0
    worse = compile_ruleset(expansions=[advised("worse", -100.0, DrawOpen)])
    view = worse.new_game(2, 1).view(worse.new_game(2, 1).seat)
    assert GreedyPlayer(worse, 1).choose(view) == DrawBlind()


def test_greedy_draws_lots_among_equals() -> None:
    rules = compile_ruleset(expansions=[advised("best", 1000.0, DrawOpen)])
    game = rules.new_game(2, 1)
    view = game.view(game.seat)
    values = {a: GreedyPlayer(rules).value(view, a) for a in view.legal_actions}
    best = {action for action, value in values.items() if value == max(values.values())}
    chosen = {GreedyPlayer(rules, seed).choose(view) for seed in range(40)}
    assert chosen == best


def test_a_view_without_actions_is_refused_in_words(rules: Ruleset) -> None:
    game = rules.new_game(2, 1)
    assert game.seat is not None
    for player in (RandomPlayer(1), GreedyPlayer(rules, 1)):
        with pytest.raises(ElfenError, match="nothing to choose for seat"):
            player.choose(game.view(1 - game.seat))


def test_an_unknown_bot_is_an_error_that_lists_the_known(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="no bot is called 'clever'; there are: flat, greedy,"):
        stock_player("clever", rules)


def test_more_bots_than_seats_and_none_at_all_are_errors(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="3 bots for 2 players"):
        stock_players(["greedy", "greedy", "random"], rules, 2)
    with pytest.raises(ElfenError, match="no bot is named"):
        stock_players([], rules, 2)


def test_names_go_round_the_table(rules: Ruleset) -> None:
    players = stock_players(["greedy", "random"], rules, 5)
    kinds = [GreedyPlayer, RandomPlayer, GreedyPlayer, RandomPlayer, GreedyPlayer]
    assert [type(player) for player in players] == kinds


def test_greedy_clearly_beats_random(rules: Ruleset) -> None:
    for row in totals(rules, ["greedy", "random"], 4):
        assert min(row[0], row[2]) > max(row[1], row[3])


def test_four_greedy_players_take_more_than_seventeen_town_pieces_each(rules: Ruleset) -> None:
    assert fmean(total for row in totals(rules, ["greedy"], 4) for total in row) > 17


def test_greedy_beats_the_former_one_from_either_seat(rules: Ruleset) -> None:
    won, lost = 0, 0
    for seed in range(30):
        for first in (0, 1):
            players: list[Player] = [
                GreedyPlayer(rules, seed) if seat == first else FormerPlayer(rules, seed)
                for seat in (0, 1)
            ]
            ranks = {row.seat: row.rank for row in play(rules.new_game(2, seed), players).standings}
            won += ranks[first] < ranks[1 - first]
            lost += ranks[first] > ranks[1 - first]
    assert won > 2 * lost


def test_greedy_goes_on_while_a_town_piece_can_be_paid_for(rules: Ruleset) -> None:
    game = rules.new_game(2, 4)
    players: list[Player] = [GreedyPlayer(rules, 1), GreedyPlayer(rules, 2)]
    moved = 0
    while not game.is_over:
        assert game.seat is not None
        view = game.view(game.seat)
        action = players[game.seat].choose(view)
        near = [a for a in view.legal_actions if isinstance(a, Move)]
        start = view.towns[game.seat]
        ends = {rules.board.route(move.route).other(start) for move in near}
        fresh = ends - {rules.board.capital, *view.visited[game.seat]}
        if fresh:
            moved += 1
            assert isinstance(action, Move)
        game = game.play(action)
    assert moved > 10
