"""The strategies draw whole games and all kinds of states, and shrink to quiet ones."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st

import elfen
from cli.running import run
from elfen import Decide, Game, Over, Ruleset, State, View, compile_ruleset
from elfen.land import HAND, DrawBlind, Place
from elfen.testing import check_state, states_of
from elfen.testing.strategies import actions, games, positions, rulesets, states, views

RULES = compile_ruleset(options={"rounds": 3})
FIXED = settings(
    derandomize=True,
    max_examples=60,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink),  # and does not look for an explanation
)
#: To find out whether something comes up, which does not have to be shrunken.
COMES_UP = settings(FIXED, phases=(Phase.generate,))


def loud(game: Game) -> list[str]:
    """The decisions in which something else than the last of the list was chosen."""
    rules = game.rules
    return [
        str(move)
        for state, move in states_of(game)
        if move is not None
        and isinstance(rules.pending(state), Decide)
        and move != rules.legal_actions(state)[-1]
    ]


def test_a_game_shrinks_to_the_one_decision_that_matters() -> None:
    def has_a_counter_on_a_road(game: Game) -> bool:
        return any(isinstance(entry.move, Place) for entry in game.log)

    game = find(games(RULES, players=2), has_a_counter_on_a_road, settings=FIXED)
    assert len(loud(game)) == 1
    assert loud(game)[0].startswith("place ")
    assert game.undo().pending.name == "land/plan"  # type: ignore[union-attr]


def test_a_state_shrinks_to_the_first_that_will_do() -> None:
    def waits_for_a_decision(state: State) -> bool:
        return isinstance(RULES.pending(state), Decide)

    state = find(states(RULES, moves=90), waits_for_a_decision, settings=FIXED)
    assert state.players == RULES.fewest_players
    first = RULES.new_game(RULES.fewest_players, seed=0).state
    assert RULES.pending(state) == RULES.pending(first)


def test_states_are_of_all_kinds() -> None:
    seen: Counter[str] = Counter()

    # What is drawn depends on the modules that are loaded, so there are enough for any order.
    @settings(FIXED, max_examples=250)
    @given(states(RULES))
    def look(state: State) -> None:
        assert RULES.validate(state) == ()
        item = RULES.pending(state)
        seen["over" if isinstance(item, Over) else item.name] += 1

    look()
    assert {"land/draw", "land/plan", "land/move", "land/deal"} <= set(seen)


def test_states_are_of_all_numbers_of_players() -> None:
    for players in range(2, 7):
        found = find(
            states(RULES, moves=2),
            lambda state, n=players: state.players == n,
            settings=settings(COMES_UP, max_examples=100),
        )
        assert found.players == players


def test_how_far_a_game_or_state_goes_can_be_bounded() -> None:
    @FIXED
    @given(games(RULES, players=3, decisions=4), states(RULES, players=3, moves=4))
    def bounded(game: Game, state: State) -> None:
        assert sum(entry.seat is not None for entry in game.log) <= 4
        assert game.players == state.players == 3
        assert state.round <= 1

    bounded()


def test_actions_are_those_of_the_domain() -> None:
    @FIXED
    @given(actions(RULES))
    def known(action: object) -> None:
        assert action in RULES.actions

    known()
    assert DrawBlind() in RULES.actions


def test_actions_of_a_game_or_a_state_are_those_that_are_open() -> None:
    game = RULES.new_game(2, seed=1)
    assert find(actions(game), lambda action: True) == game.legal_actions[-1]

    @FIXED
    @given(actions(game), actions(RULES, game.state))
    def legal(one: object, other: object) -> None:
        assert one in game.legal_actions
        assert other in game.legal_actions

    legal()


def test_late_states_come_up() -> None:
    last = find(states(RULES), lambda state: state.round == 3, settings=COMES_UP)
    over = find(
        games(RULES, players=2),
        lambda game: game.is_over,
        settings=settings(COMES_UP, max_examples=500),
    )
    assert last.round == 3
    assert over.is_over


# Positions built by hand ---------------------------------------------------------------


def unreached(state: State) -> bool:
    """Two boots far apart in the first round, before anybody can have moved."""
    item = RULES.pending(state)
    return (
        isinstance(item, Decide)
        and item.name == "land/draw"
        and state.round == 1
        and len(set(state.boots)) > 1
    )


def test_states_that_no_game_comes_to_are_built_and_are_sound() -> None:
    assert unreached(find(states(RULES, players=2, built=True), unreached, settings=COMES_UP))

    @settings(FIXED, max_examples=20)
    @given(positions(RULES, 2))
    def sound(state: State) -> None:
        assert RULES.validate(state) == ()
        assert RULES.legal_actions(state)

    sound()


def test_positions_shrink_to_boots_in_the_capital_and_empty_hands() -> None:
    state = find(positions(RULES, 2), lambda state: True, settings=FIXED)
    assert set(state.boots) == {RULES.board.town_number[RULES.board.capital]}
    assert not any(state.routes)
    assert RULES.position(state).counts(HAND.of(0)) == {}


@pytest.mark.parametrize("expansions", [(), ("favor",), ("sea",)], ids="+".join)
def test_the_laws_hold_in_positions_built_by_hand(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)

    @settings(FIXED, max_examples=8)
    @given(positions(rules))
    def hold(state: State) -> None:
        check_state(rules, state, 2)

    hold()


# Rules ---------------------------------------------------------------------------------


def names(rules: Ruleset) -> set[str]:
    return {plugin.name for plugin in rules.plugins}


def test_rulesets_shrink_to_elfenland_alone_in_its_first_edition() -> None:
    rules = find(rulesets(), lambda rules: True, settings=FIXED)
    assert names(rules) == {"land"}
    assert rules.edition == "rio-grande"


def test_rulesets_have_one_or_two_expansions_and_only_what_goes_together() -> None:
    for wanted in ({"land", "gold"}, {"land", "favor", "gold"}, {"land", "sea"}):
        found = find(
            rulesets(), lambda rules, wanted=wanted: names(rules) == wanted, settings=COMES_UP
        )
        assert names(found) == wanted
    seen: set[frozenset[str]] = set()

    @FIXED
    @given(rulesets(["sea", "gold"]))
    def look(rules: Ruleset) -> None:
        seen.add(frozenset(names(rules)))

    look()
    assert seen == {frozenset({"land", *more}) for more in ((), ("sea",), ("gold",))}


def test_options_are_drawn_on_request() -> None:
    usual = compile_ruleset().option("hand_limit")

    def other(rules: Ruleset) -> bool:
        return names(rules) == {"land"} and rules.option("hand_limit") not in (usual, 12)

    few = settings(FIXED, max_examples=300)
    found = find(rulesets([], options=True), other, settings=few)
    assert found.recipe.options.keys() == {"land.hand_limit"}


def test_games_are_of_rules_that_are_drawn_too() -> None:
    @settings(FIXED, max_examples=20)
    @given(games(st.just(RULES), decisions=3), views(RULES, decisions=3), games(decisions=2))
    def drawn(game: Game, view: View, any_game: Game) -> None:
        assert game.rules is RULES
        assert view.seat in (None, *range(view.players))
        assume(any_game.rules is not RULES)
        assert any_game.rules.validate(any_game.state) == ()

    drawn()


# By type -------------------------------------------------------------------------------


def test_hypothesis_knows_the_types() -> None:
    @settings(FIXED, max_examples=10)
    @given(...)
    def drawn(rules: Ruleset, game: Game, state: State, view: View) -> None:
        assert isinstance(rules, Ruleset)
        assert isinstance(game, Game)
        assert isinstance(state, State)
        assert isinstance(view, View)

    drawn()


@pytest.mark.parametrize("order", ["elfen, hypothesis", "hypothesis, elfen"])
def test_it_knows_them_whatever_is_imported_first(order: str) -> None:
    code = (
        f"import {order}\nfrom hypothesis import Phase, find, settings, strategies as st\n"
        "simplest = settings(phases=(Phase.generate,), database=None)  # which comes first\n"
        "print(find(st.from_type(elfen.Game), lambda game: True, settings=simplest))"
    )
    ended = run(code=code)
    assert ended.out.startswith("<Game rio-grande: 2 players, round 1, land/draw"), ended.err


def test_hypothesis_alone_does_not_import_elfen() -> None:
    code = (
        "import sys, hypothesis.strategies\n"
        "print('elfen_autoload' in sys.modules, 'elfen' in sys.modules)"
    )
    assert run(code=code).out == "True False\n"
    code = "import sys, elfen\nprint('hypothesis' in sys.modules)"
    assert run(code=code).out == "False\n"
    assert elfen.Game is Game
