"""Plugins that know nothing of each other compose, and pluggy rests while a game is played."""

from __future__ import annotations

import letters
import pluggy
import pytest
import teams
import wells
from letters import LETTERS

from elfen import Ruleset, compile_ruleset
from elfen.land import HAND, MOVE, Move
from elfen.testing import check_game, check_rules, play_out

ROAD = "feodor-lapphalya-woods"
ALL = (letters, wells, teams)


def test_strangers_keep_the_laws_together() -> None:
    rules = compile_ruleset(expansions=[letters, wells])
    check_rules(rules)
    game = play_out(rules, 3, seed=2)
    check_game(game, every=8)
    told = [str(entry.move) for entry in game.log if entry.seat is not None]
    assert any("letter" in line for line in told)
    assert any(line == "drink" for line in told)


def test_each_has_its_full_effect() -> None:
    rules = compile_ruleset(expansions=ALL)
    build = rules.build(players=4).at(MOVE, seat=0, round=1).boot(0, "feodor")
    state = build.zone(HAND.of(0), {"dragon": 1}).lay(ROAD, "dragon").state()
    (move,) = [a for a in rules.legal_actions(state) if isinstance(a, Move) and a.route == ROAD]
    assert str(move.cards) == "dragon letter"
    after = rules.apply(state, move)
    assert rules.pending(after).name == wells.AT_WELL  # type: ignore[union-attr]
    assert rules.results(after)[0].total == 1 + 1
    assert [s.rank for s in rules.standings(after)] == sorted(
        s.rank for s in rules.standings(after)
    )
    assert rules.ranking_list[0].entry.name == "teams/ranking"


def test_the_order_of_choosing_makes_no_difference() -> None:
    rulesets = [compile_ruleset(expansions=order) for order in (ALL, ALL[::-1])]
    assert len({rules.fingerprint for rules in rulesets}) == 1
    logs = {tuple(map(str, play_out(rules, 4, seed=6).log)) for rules in rulesets}
    assert len(logs) == 1
    assert len({rules.actions for rules in rulesets}) == 1


def test_installed_but_not_chosen_changes_nothing() -> None:
    plain = compile_ruleset()
    assert not {LETTERS.name} & set(plain.layout.zones)
    assert plain.fingerprint == compile_ruleset(expansions=[]).fingerprint


@pytest.fixture
def hook_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the hooks that pluggy calls, as they are called."""
    called: list[str] = []
    call = pluggy.HookCaller.__call__
    execute = pluggy.PluginManager._hookexec

    def counted_call(self: pluggy.HookCaller, **arguments: object) -> object:
        called.append(self.name)
        return call(self, **arguments)

    def counted_execute(self: pluggy.PluginManager, name: str, *rest: object) -> object:
        called.append(name)
        return execute(self, name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(pluggy.HookCaller, "__call__", counted_call)
    monkeypatch.setattr(pluggy.PluginManager, "_hookexec", counted_execute)
    return called


def play_and_look(rules: Ruleset) -> None:
    """A whole game, with everything that one can ask about it on the way."""
    game = play_out(rules, 4, seed=3)
    assert game.is_over
    rules.parse("stop")
    while True:
        _ = game.standings, game.legal_actions, game.view(0), game.view(None)
        if not game.is_over:
            rules.trace(game.state, game.legal_actions[0])
            assert game.check(game.legal_actions[-1]) is None
        if not any(entry.seat is not None for entry in game.log):
            break
        game = game.undo()
    _ = rules.actions, rules.longest(4), rules.score_bounds, rules.fingerprint
    for route, _end in rules.board.legs[game.state.boots[0]]:
        rules.quote(game.state, 0, rules.board.routes[route].id)


def test_pluggy_is_not_called_while_a_game_is_played(hook_calls: list[str]) -> None:
    rules = compile_ruleset(expansions=ALL)
    assert {"elfen_manifest", "elfen_actions", "elfen_move_cost"} <= set(hook_calls)
    hook_calls.clear()
    play_and_look(rules)
    assert hook_calls == []
