"""What advice looks ahead to is done without asking again, if it comes as foreseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

import elfen
from elfen import Ruleset, View, compile_ruleset
from elfen.bots import GreedyPlayer, stock_players
from elfen.land import HAND, MOVE, Move, Stop
from elfen.plugin import Action, Advice, Manifest, Observation, hookimpl

#: The views in which the advice below was asked for.
ASKED: list[View] = []


def advising(*advice: Advice, name: str = "mine") -> object:
    """A plugin that gives advice."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest(name, rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_advice(rules: Ruleset) -> list[Advice]:
        return [*advice]

    return SimpleNamespace(elfen_manifest=elfen_manifest, elfen_advice=elfen_advice)


def to_and_fro(view: View, action: Move) -> float:
    """Any way out is fine, but for a caravan."""
    if not ASKED or ASKED[-1] is not view:
        ASKED.append(view)
    return 1.0 if len(action.cards) == 1 else -1.0


def back_again(view: View, action: Action) -> Iterator[tuple[Observation, Action]]:
    """After a step along a road, the same road back, as often as there are cards."""
    state = elfen.determinize(view, random.Random(1))
    for _ in range(3):
        state = view.rules.advance(state, action)
        yield view.rules.observe(state, view.seat), action


def on_the_road(*plugins: object) -> elfen.Game:
    """A seat with four dragons beside one road for them."""
    rules = compile_ruleset(expansions=[*plugins])
    table = rules.build(2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    table.lay("albaran-feodor-desert", "dragon").zone(HAND.of(0), {"dragon": 4})
    return rules.game_from(table.state())


BACK = Advice("mine/move", type=Move, value=to_and_fro, ahead=back_again, replaces="land/move")


def test_what_was_looked_ahead_to_is_done_without_asking() -> None:
    game = on_the_road(advising(BACK))
    player = GreedyPlayer(game.rules, 1)
    ASKED.clear()
    for _ in range(4):
        game = game.play(player.choose(game.view(0)))
    assert len(ASKED) == 1
    assert game.view(0).counts(HAND) == {}


def test_another_table_is_thought_about_anew() -> None:
    game = on_the_road(advising(BACK))
    player = GreedyPlayer(game.rules, 1)
    ASKED.clear()
    player.choose(game.view(0))
    player.choose(game.view(0))
    assert len(ASKED) == 2


def test_advice_that_others_give_on_the_same_type_is_asked_each_time() -> None:
    other = Advice("other/move", type=Move, value=lambda view, action: 0.5)
    game = on_the_road(advising(BACK), advising(other, name="other"))
    player = GreedyPlayer(game.rules, 1)
    ASKED.clear()
    for _ in range(3):
        game = game.play(player.choose(game.view(0)))
    assert len(ASKED) == 3


def test_other_types_of_actions_are_still_valued() -> None:
    def tired(view: View, action: Stop) -> float:
        return 5.0 if view.counts(HAND) == {"dragon": 2} else -5.0

    rest = Advice("other/stop", type=Stop, value=tired)
    game = on_the_road(advising(BACK), advising(rest, name="other"))
    player = GreedyPlayer(game.rules, 1)
    ASKED.clear()
    chosen = []
    for _ in range(3):
        chosen.append(player.choose(game.view(0)))
        game = game.play(chosen[-1])
    assert [type(one) for one in chosen] == [Move, Move, Stop]
    assert len(ASKED) == 1


@pytest.mark.parametrize("expansions", [(), ("gold",), ("favor",)])
def test_greedy_players_go_on_with_tours_that_are_still_the_best(
    expansions: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[View] = []
    value = GreedyPlayer.value

    def noted(self: GreedyPlayer, view: View, action: Action) -> float:
        if type(action) is Move and (not asked or asked[-1] is not view):
            asked.append(view)
        return value(self, view, action)

    monkeypatch.setattr(GreedyPlayer, "value", noted)
    rules = compile_ruleset(expansions=expansions)
    game, players = rules.new_game(3, 5), stock_players(["greedy"], rules, 3, 5)
    went_on = 0
    while not game.is_over and went_on < 12:
        assert game.seat is not None
        view = game.view(game.seat)
        chosen = players[game.seat].choose(view)
        after = game.play(chosen)
        if type(chosen) is Move and (not asked or asked[-1] is not view):
            went_on += 1
            assert elfen.plan(after.view(game.seat)).total == elfen.plan(view).total
        game = after
    assert went_on == 12


def test_what_is_looked_ahead_to_and_is_not_legal_is_not_done() -> None:
    def beyond(view: View, action: Action) -> Iterator[tuple[Observation, Action]]:
        for observation, _ in back_again(view, action):
            yield observation, Move("feodor-throtmanni-desert", action.cards)

    wrong = Advice("mine/move", type=Move, value=to_and_fro, ahead=beyond, replaces="land/move")
    game = on_the_road(advising(wrong, Advice("mine/stop", type=Stop, value=lambda v, a: -9.0)))
    player = GreedyPlayer(game.rules, 1)
    for _ in range(2):
        game = game.play(player.choose(game.view(0)))
    assert game.position.counts(HAND.of(0)) == {"dragon": 2}
