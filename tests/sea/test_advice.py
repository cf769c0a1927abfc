"""What Elfensea advises, seen in what a greedy player then does."""

from __future__ import annotations

import pytest
from attrs import evolve

from elfen import State
from elfen.bots import GreedyPlayer, play, stock_players
from elfen.land import HAND, MOVE, PLAN, SHOWN
from elfen_sea import BONUS_DRAWN, BONUS_HELD, CHOOSE, KeepBonus, PlaceBonus, TradeBonus

from .situations import build, elfensea, game_from


def choices(state: State) -> set[str]:
    """What greedy players at seat 0 do; where several actions are as good, they differ."""
    rules, view = elfensea(), game_from(state).view(0)
    return {str(GreedyPlayer(rules, seed).choose(view)) for seed in range(5)}


def chosen(state: State) -> str:
    """What all of them do."""
    (action,) = choices(state)
    return action


def choosing(drawn: dict[str, int], held: dict[str, int], n: int) -> State:
    """Seat 0 has drawn these bonus counters and is to keep n."""
    situation = build(2).at(MOVE, seat=0).zone(BONUS_DRAWN.of(0), drawn)
    draft = situation.zone(BONUS_HELD.of(0), held).draft()
    rules = elfensea()
    agenda = (*draft.agenda, rules.decide(CHOOSE, 0, (n,)))
    return evolve(draft, agenda=agenda)


def test_a_counter_of_which_one_has_others_is_kept() -> None:
    assert chosen(choosing({"raft": 1, "whale": 1}, {"whale": 2}, 1)) == "keep bonus whale"


def test_two_alike_are_kept_rather_than_two_kinds() -> None:
    drawn = {"raft": 2, "whale": 1, "dragon": 1}
    assert chosen(choosing(drawn, {}, 2)) == "keep bonus raft*2"


def test_bonus_counters_are_not_traded_for_no_reason() -> None:
    situation = build(2).at(MOVE, seat=0).zone(BONUS_HELD.of(0), {"raft": 2, "whale": 1})
    assert chosen(situation.zone(HAND.of(0), {}).state()) == "stop"


def test_a_bonus_counter_is_laid_where_it_leads_to_a_new_village_at_once() -> None:
    situation = build(2).at(PLAN, seat=0).zone(SHOWN.of(1), {"unicorn": 1})
    situation = situation.zone(BONUS_HELD.of(0), {"giant-pig": 1})
    ready = situation.zone(HAND.of(0), {"giant-pig": 1})
    for choice in choices(ready.state()):
        assert choice.startswith("place bonus giant-pig ")
        assert "elfenhaven" in choice
    visited = ready.visited(0, "amberlea", "lanternquay", "thee_hatches", "windhollow")
    assert chosen(visited.state()) == "pass"


def test_it_is_not_laid_without_the_cards() -> None:
    situation = build(2).at(PLAN, seat=0).zone(SHOWN.of(1), {"unicorn": 1})
    situation = situation.zone(BONUS_HELD.of(0), {"giant-pig": 1})
    assert chosen(situation.zone(HAND.of(0), {"whale": 1}).state()) == "pass"


@pytest.mark.parametrize("players", [2, 6])
def test_greedy_players_play_whole_games_and_make_use_of_bonus_counters(players: int) -> None:
    rules = elfensea()
    bots = stock_players(["greedy"], rules, players, 1)
    game = play(rules.new_game(players, 1), bots)
    assert game.is_over
    assert rules.validate(game.state) == ()
    moves = [entry.move for entry in game.log]
    assert sum(isinstance(move, KeepBonus) for move in moves) >= players


def test_every_action_of_bonus_counters_is_advised_on() -> None:
    advised = {owned.entry.type for owned in elfensea().advice}
    assert {KeepBonus, PlaceBonus, TradeBonus} <= advised
