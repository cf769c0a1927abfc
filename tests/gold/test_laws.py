"""Elfengold keeps the laws, over editions, options in pairs, and numbers of players."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from combining import Pick, pairwise, spelled
from elfen import Game, Ruleset, State, compile_ruleset
from elfen.declare.actions import Action
from elfen.land import SECRET
from elfen.land.editions import EDITIONS
from elfen.testing import agreement, check_game, check_rules, check_state, play_out, states_of
from elfen.testing.strategies import states
from elfen.views.determinization import determinize

from .scenes import gold

FACTORS: dict[str, tuple[Any, ...]] = {
    "edition": tuple(EDITIONS),
    "players": (2, 3, 4, 5, 6),
    "preset": ("none", "elfenroads"),
    "town_cards": (False, True),
    "random_gold_values": (False, True),
    "witches": (False, True),
    "overbidding": (True, False),
    "gold_tiles": (2, 0),
    "exchanges": (2, 1),
}


@cache
def ruleset(edition: str, options: tuple[tuple[str, Any], ...]) -> Ruleset:
    return compile_ruleset(edition, expansions=["gold"], options=dict(options))


def chosen(pick: Pick) -> tuple[Ruleset, int]:
    left = {**pick}
    edition, players = left.pop("edition"), left.pop("players")
    return ruleset(edition, tuple(left.items())), players


@pytest.mark.alike(12)
@pytest.mark.parametrize("pick", pairwise(FACTORS), ids=spelled)
def test_options_in_pairs_keep_the_laws(pick: Pick) -> None:
    rules, players = chosen(pick)
    game = play_out(rules, players, seed=players)
    assert game.is_over
    assert game.state.round == 6 or "all-pieces" in str(game.pending)
    check_game(game, every=60)


@pytest.mark.alike(2)
@pytest.mark.parametrize("pick", pairwise(FACTORS)[::5], ids=spelled)
def test_some_of_these_keep_the_laws_of_a_ruleset(pick: Pick) -> None:
    check_rules(chosen(pick)[0])


@pytest.mark.parametrize("players", range(2, 7))
def test_every_state_keeps_the_laws(players: int) -> None:
    rules = gold(witches=True, town_cards=True)

    @settings(max_examples=max(2, settings().max_examples // 10))
    @given(states(rules, players))
    def holds(state: State) -> None:
        check_state(rules, state)

    holds()


def test_the_whole_domain_agrees_with_the_list_at_every_decision() -> None:
    rules = gold(witches=True)
    met: dict[str, State] = {}

    def lively(game: Game) -> Action:
        met[game.pending.name] = game.state  # type: ignore[union-attr]
        return game.legal_actions[len(game.log) * 7919 % len(game.legal_actions)]

    def quiet(game: Game) -> Action:
        met.setdefault(game.pending.name, game.state)  # type: ignore[union-attr]
        return game.legal_actions[-1]

    play_out(rules, 3, 8, lively)
    play_out(rules, 3, 8, quiet)
    assert met.keys() >= {owned.entry.name for owned in rules.decisions} - {"gold/swap"}
    for state in met.values():
        agreement(rules, state, breadth=None)


def test_all_that_can_be_done_is_known_beforehand() -> None:
    rules = gold(witches=True)
    domain = set(rules.actions)
    for seed in range(3):
        for entry in play_out(rules, 3, seed).log:
            if entry.seat is not None:
                assert entry.move in domain
    assert len(domain) < 60_000


@pytest.mark.parametrize("options", [{}, {"witches": True, "random_gold_values": True}])
def test_a_game_is_saved_and_loaded(options: dict[str, bool]) -> None:
    game = play_out(gold(**options), 3, seed=6)
    for played in (game, game.rules.new_game(3, seed=6)):
        again = Game.from_json(played.to_json())
        assert again.state == played.state
        assert again.rules.fingerprint == played.rules.fingerprint


def test_what_a_seat_sees_can_be_made_into_states_that_look_the_same() -> None:
    rules = gold(witches=True)
    numbers = Random(1)
    found = [state for state, _ in states_of(play_out(rules, 3, seed=2))][::29]
    for state in found:
        for seat in (0, 2, None):
            seen = rules.observe(state, seat)
            guess = determinize(seen, numbers)
            assert rules.validate(guess) == ()
            assert rules.observe(guess, seat) == seen
    secret = [rules.position(state).counts(SECRET.of(0)) for state in found]
    assert any(secret)
