"""What Elfengold tells the stock bots."""

from __future__ import annotations

import pytest

from elfen import Game
from elfen.bots import GreedyPlayer, PlannerPlayer, farsighted
from elfen.declare.actions import Action
from elfen.land import HAND
from elfen.testing import play_out
from elfen_gold.bids import Bid
from elfen_gold.exchange import Swap
from elfen_gold.laying import DoubleTransport, Lay
from elfen_gold.pieces import PURSE
from elfen_gold.travel import TakeCards, TakeEarnings

from .scenes import auction, game_from, gold, planner, played, traveller

DESERT, WOODS, PLAINS = "dagamura-feodor-desert", "feodor-lapphalya-woods", "lapphalya-virst-plains"


def choice(game: Game) -> str:
    """What the stock bot does."""
    player = GreedyPlayer(game.rules, seed=1)
    return str(player.choose(game.view(game.seat)))


def test_a_bid_is_as_low_as_it_can_be_and_within_the_purse() -> None:
    assert choice(auction("gold")) == "bid 1"
    assert choice(played(auction("gold"), "bid 3")) == "bid 4"
    assert choice(played(auction("gold"), "bid 4")) == "no bid", "it is not worth more"
    poor = auction("gold", purses=(2, 9, 9))
    assert choice(poor) == "bid 1"
    assert choice(played(poor, "bid 1", "bid 2", "bid 3")) == "no bid"


def test_a_transport_without_cards_for_it_is_worth_nothing() -> None:
    assert choice(auction("unicorn")) == "no bid"


def test_a_farsighted_bid_is_for_what_the_tile_adds_to_the_tour() -> None:
    """Three caravan cards make any transport useful, though no card goes with it."""

    def highest(player: GreedyPlayer, hand: dict[str, int]) -> int:
        view = auction("unicorn", hand=hand).view(0)
        bids = [a for a in view.legal_actions if isinstance(a, Bid)]
        with farsighted():
            far = [a.gold for a in bids if player.value(view, a) > 0]
        near = [a.gold for a in bids if player.value(view, a) > 0]
        assert near == []
        return max(far, default=0)

    player = GreedyPlayer(auction("unicorn").rules, seed=1)
    assert highest(player, {"dragon": 3}) >= 6
    assert highest(player, {}) == 0


def test_gold_is_laid_where_one_will_travel() -> None:
    scene = planner({"gold": 1}).boot(0, "feodor").zone(HAND.of(0), {"dragon": 1})
    game = game_from(scene.lay(DESERT, "dragon").lay(PLAINS, "elfcycle"))
    assert choice(game) == f"lay gold {DESERT}"


def test_a_double_transport_is_used_where_it_opens_a_way() -> None:
    scene = planner({"double": 1, "giant-pig": 1}).boot(0, "feodor").visited(0, "rivinia")
    scene = scene.lay(WOODS, "dragon").lay("feodor-rivinia-woods", "dragon")
    game = game_from(scene.zone(HAND.of(0), {"giant-pig": 1}))
    assert choice(game) == f"double open open giant-pig {WOODS}"
    assert choice(game_from(scene.zone(HAND.of(0), {"raft": 1}))) == "pass"


def test_an_exchange_is_used_where_it_opens_a_way() -> None:
    scene = planner({"exchange": 1}).boot(0, "feodor").zone(HAND.of(0), {"troll-wagon": 2})
    game = game_from(scene.lay(WOODS, "dragon").lay("parundia-wylhien-plains", "troll-wagon"))
    assert choice(game).startswith("lay exchange")
    game = game.play(f"lay exchange {WOODS}")
    assert choice(game) == "swap dragon troll-wagon parundia-wylhien-plains"


def test_obstacles_are_laid_where_others_stand() -> None:
    scene = planner({"tree": 1}, players=4).boot(0, "yttar")
    for seat in (1, 2, 3):
        scene = scene.boot(seat, "feodor")
    game = game_from(scene.lay(WOODS, "dragon").lay("usselen-yttar-woods", "dragon"))
    assert choice(game) == f"lay tree {WOODS}"


@pytest.mark.parametrize(
    ("round", "left", "chosen"),
    [(1, 0, "take cards"), (1, 4, "take earnings"), (6, 0, "take earnings")],
)
def test_cards_are_taken_while_there_is_room_and_a_round_to_use_them(
    round: int, left: int, chosen: str
) -> None:
    scene = traveller("feodor", {"dragon": 1, "raft": left}).lay(DESERT, "dragon").round(round)
    game = played(game_from(scene), f"move {DESERT} dragon", "stop")
    assert choice(game) == chosen


def test_much_gold_is_worth_more_than_two_cards() -> None:
    scene = traveller("feodor", {"dragon": 1}).lay(DESERT, "dragon", "gold")
    game = played(game_from(scene), f"move {DESERT} dragon", "stop")
    assert choice(game) == "take earnings"


def test_coins_are_worth_less_to_the_farsighted_the_more_there_are() -> None:
    def chosen(purse: int, player: type[GreedyPlayer]) -> str:
        scene = traveller("feodor", {"dragon": 1}, purse).lay(DESERT, "dragon", "gold")
        game = played(game_from(scene), f"move {DESERT} dragon", "stop")
        return str(player(game.rules, seed=1).choose(game.view(game.seat)))

    assert chosen(2, PlannerPlayer) == "take earnings"
    assert chosen(40, PlannerPlayer) == "take cards"
    assert chosen(40, GreedyPlayer) == "take earnings"


def test_a_witch_flies_to_a_new_town_when_no_step_leads_to_one() -> None:
    rules = gold(witches=True)
    scene = traveller("feodor", {"witch": 1}, rules=rules).visited(0, "virst")
    town = choice(game_from(scene, rules)).removeprefix("fly ")
    assert town in rules.board.town_number
    assert town not in ("virst", "feodor", "elvenhold")
    scene = traveller("feodor", {"witch": 1, "dragon": 1}, rules=rules).lay(DESERT, "dragon")
    assert choice(game_from(scene, rules)) == f"move {DESERT} dragon"


def test_bots_play_whole_games_and_never_default() -> None:
    rules = gold(witches=True)
    player = GreedyPlayer(rules, seed=2)
    used: set[type] = set()

    def choose(game: Game) -> Action:
        action = player.choose(game.view(game.seat))
        used.add(type(action))
        if isinstance(action, Bid):
            assert action.gold <= game.position.size(PURSE.of(game.seat))  # type: ignore[arg-type]
        return action

    for seed in range(3):
        play_out(rules, 4, seed, choose)
    assert used >= {Bid, TakeCards, TakeEarnings, Lay}
    assert used & {DoubleTransport, Swap}
