"""What the stock bots do with songs."""

from __future__ import annotations

from elfen.bots import GreedyPlayer, play, stock_players
from elfen.kernel import Builder
from elfen.land import HAND, MOVE, Move
from elfen_minstrels import KNOWN, SUNG
from situations import evening, game_from, minstrels


def chosen(situation: Builder) -> set[str]:
    """What greedy players at seat 0 do; where several actions are as good, they differ."""
    view = game_from(situation).view(0)
    return {str(GreedyPlayer(minstrels(), seed).choose(view)) for seed in range(5)}


def test_who_can_sing_sings() -> None:
    situation = evening("kihromah", "yttar", "lapphalya")
    assert chosen(situation.zone(KNOWN.of(0), {"kihromah": 1})) == {"sing kihromah"}


def test_who_knows_few_songs_learns_and_who_knows_enough_busks() -> None:
    assert chosen(evening("yttar").zone(KNOWN.of(0), {})) == {"learn"}
    assert chosen(evening("yttar").zone(KNOWN.of(0), {"virst": 1, "beata": 1})) == {"busk"}


def test_who_is_where_a_song_can_be_sung_stays_there() -> None:
    build = minstrels().build(players=2).at(MOVE, seat=0, round=2).boot(0, "kihromah")
    build = build.visited(0, "kihromah", "yttar", "lapphalya", "dagamura")
    build = build.zone(HAND.of(0), {"giant-pig": 1}).lay("dagamura-kihromah-woods", "giant-pig")
    assert chosen(build.zone(KNOWN.of(0), {"kihromah": 1})) == {"stop"}


def test_greedy_players_sing_and_spend_their_pennies() -> None:
    players = stock_players(["greedy"], minstrels(), 2, seed=1)
    game = play(minstrels().new_game(2, seed=1), players)
    assert any(game.position.size(SUNG.of(seat)) for seat in range(2))
    moves = [entry.move for entry in game.log if isinstance(entry.move, Move)]
    assert any("penny" in move.cards for move in moves)
