"""Censuses: what a stranger declares is counted by itself, and its own figures by its hook."""

from __future__ import annotations

from types import SimpleNamespace

import censuses
import pytest

from elfen import RulesetError, compile_ruleset
from elfen.land import HAND, Place
from elfen.plugin import Figure, hookimpl
from elfen.stats import Following, Statistics, statistics


def test_pieces_zones_and_events_of_a_stranger_have_columns_by_themselves() -> None:
    rules = compile_ruleset(expansions=[censuses])
    found = statistics(rules, ["random"], 2, 3, seed=1)
    told = {row.column.label: row for row in found.rows}
    assert told["counted"].mean == 4
    assert told["counted, season: spring"].mean == 1
    assert told["counted, season: later"].mean == 3
    assert told["counted, at_home"].values == 12
    assert told["a seat gives: pennies"].mean == 2  # four of one seat, none of the other
    assert told["given: pennies"].mean == 4
    assert told["a seat: purse"].mean == 3
    assert told["on the table: chest"].mean == 4


def test_its_own_figures_are_of_actions_events_and_ends() -> None:
    rules = compile_ruleset(expansions=[censuses])
    following, game = Following(), rules.new_game(2, seed=2)
    laying: list[int] = []
    following.see(game)
    while not game.is_over:
        action = game.legal_actions[0]
        if isinstance(action, Place):
            assert game.seat is not None
            laying.append(game.position.size(HAND.of(game.seat)))
        game = game.play(action)
        following.see(game)
    found = following.kept()
    assert laying
    assert found.values["figures.censuses/cards"] == laying
    assert found.values["figures.censuses/round"] == [1, 2, 3, 4]
    home = sum(game.position.town(seat) == rules.board.capital for seat in range(2))
    assert found.counts.get("figures.censuses/near=at home", 0) == home
    many = Statistics(rules, 2)
    many.add(found)
    assert many.row("figures.censuses/round").mean == 2.5


def test_a_figure_on_what_is_no_action_or_event_is_refused() -> None:
    def elfen_statistics(rules: object) -> list[Figure]:
        return [Figure("censuses/odd", on=int, value=lambda a, b, c: 1, text="odd")]

    odd = SimpleNamespace(
        elfen_manifest=censuses.elfen_manifest, elfen_statistics=hookimpl(elfen_statistics)
    )
    with pytest.raises(
        RulesetError, match=r"'censuses/odd' is on .*no class of an action or event"
    ):
        compile_ruleset(expansions=[odd])
    with pytest.raises(RulesetError, match="has to take 2 arguments"):
        compile_ruleset(
            expansions=[
                SimpleNamespace(
                    elfen_manifest=censuses.elfen_manifest,
                    elfen_statistics=hookimpl(
                        lambda rules: [Figure("censuses/x", value=lambda p: 1, text="x")]
                    ),
                )
            ]
        )
