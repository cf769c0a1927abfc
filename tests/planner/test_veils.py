"""Plans behind veils are those that a drawn state gives; if they were not, it would be noticed."""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import add
from types import SimpleNamespace
from typing import Any

import pytest

from elfen import Plan, Ruleset, View, compile_ruleset, plan
from elfen.bots.planner import MOST_NODES, Planner, veils
from elfen.bots.planner.veils import Tries, VeilLifted, known_tries, veiled
from elfen.land import CARDS, HAND
from elfen.plugin import Manifest, Position, ScoreLine, hookimpl


def unveiled(view: View) -> Plan:
    """The plan with a drawn state from the start."""
    planner = Planner(view)
    return planner._planned(MOST_NODES, planner)


def some_views(rules: Ruleset, seed: int) -> list[View]:
    """Views of all seats on the way through a random game."""
    game, chance = rules.new_game(3, seed), random.Random(seed)
    found: list[View] = []
    while not game.is_over:
        if chance.random() < 0.1:
            found += [game.view(seat) for seat in range(3)]
        game = game.play(chance.choice(game.legal_actions))
    return found


@pytest.mark.parametrize("expansions", [(), ("gold",), ("sea",), ("favor",), ("gold", "favor")])
def test_a_plan_is_the_same_without_veils(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    known_tries.kept.clear()
    for view in some_views(rules, 4):
        assert plan(view) == unveiled(view)
    tries = known_tries[rules]
    assert tries.made > 8
    assert tries.lifted < tries.made / 4 or expansions == ("sea",)


def spying() -> Ruleset:
    """The next seat's dragons count for each seat."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("spy", rules_version=1, api=1, help="Others' dragons count.")

    @hookimpl
    def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
        def dragons(position: Position, seat: int) -> int:
            return position.pieces_taken(seat) + position.count(HAND.of((seat + 1) % 3), CARDS[0])

        ends = {"lowest": lambda rules: 0, "highest": lambda rules: 200}
        return [ScoreLine("spy/dragons", dragons, text="dragons of others", **ends)]

    spy = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_scoring=elfen_scoring)
    return compile_ruleset(expansions=[spy])


def test_where_rules_look_behind_veils_a_state_is_drawn() -> None:
    rules = spying()
    for view in some_views(rules, 2):
        assert plan(view) == unveiled(view)
    tries = known_tries[rules]
    assert tries.lifted == tries.made == 9  # then they are not tried again


def test_a_veil_that_says_something_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = spying()
    monkeypatch.setattr(veils, "VEIL", (0,) * len(rules.layout.kinds_of(HAND)))
    assert any(plan(view) != unveiled(view) for view in some_views(rules, 2))


@pytest.mark.parametrize(
    "look",
    [
        sum,
        len,
        list,
        hash,
        bool,
        lambda veil: veil[0],
        lambda veil: veil.count,
        lambda veil: 1 in veil,
        lambda veil: veil == (0,),
        lambda veil: veil != (0,),
        lambda veil: veil < (0,),
        lambda veil: add(veil, (0,)),
        lambda veil: add((0,), veil),
    ],
)
def test_nothing_can_be_learnt_of_a_veil(look: Callable[[Any], object]) -> None:
    with pytest.raises(VeilLifted):
        look(veils.VEIL)


def test_veiled_states_are_compared_by_what_is_seen() -> None:
    view = compile_ruleset().new_game(2, 1).view(0)
    one, other = veiled(view), veiled(view)
    assert one is not None
    assert one == other
    assert any(zone is veils.VEIL for zone in one.zones)
    assert all(a is veils.VEIL or a == b for a, b in zip(one.zones, view.table.zones, strict=True))


def test_veils_are_tried_as_long_as_they_mostly_stay() -> None:
    tries = Tries()
    tries.made, tries.lifted = 8, 8
    assert tries.pay
    tries.made, tries.lifted = 9, 9
    assert not tries.pay
    tries.made, tries.lifted = 20, 9
    assert tries.pay
