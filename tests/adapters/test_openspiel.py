"""Elfenland as a game of OpenSpiel, by OpenSpiel's own tests and by ours."""

from __future__ import annotations

import os
import random
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra openspiel is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from elfen import ElfenError  # noqa: E402
from elfen.adapters import openspiel  # noqa: E402
from elfen.adapters.openspiel import FIVE_TOWNS, ElfenGame, load  # noqa: E402
from elfen.adapters.openspiel_world import World  # noqa: E402
from elfen.declare import Chance, Decide, Over  # noqa: E402
from elfen.land import study  # noqa: E402

from .rulesets import LONG, RULESETS, SEEDS, in_text, name, parameters  # noqa: E402

EVERY = pytest.mark.parametrize("given", parameters(), ids=name)
#: The same with one card each: the tests of OpenSpiel look at each node many times.
SMALLER = FIVE_TOWNS.replace("hand_size:2", "hand_size:1")
GOLDEN = Path(__file__).parent / "data" / "five-towns.txt"


# Their suites --------------------------------------------------------------------------------


@EVERY
def test_openspiels_random_simulation_passes_with_serialization(given: Any) -> None:
    """It looks at every state in every way, and serializes the first ten and each power of two."""
    game = pyspiel.load_game(in_text(given))
    sims = len(SEEDS) if LONG else 1
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False)


@pytest.mark.parametrize("given", [RULESETS["sea"], RULESETS["gold+favor"]], ids=name)
def test_openspiels_simulation_in_python_passes(given: Any) -> None:
    np.random.seed(1)
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(in_text(given)))


def test_openspiels_simulation_passes_where_chance_is_sampled() -> None:
    game = pyspiel.load_game("elfen(chance=sampled,seed=3)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(0)
    copies = [state.clone() for _ in range(2)]
    for copy in copies:
        copy.apply_action(0)
    assert str(copies[0]) != str(copies[1])  # no copy tells what will come


def their(base: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> unittest.TestResult:
    """The result of one of their test cases for a game."""
    case = type("Case", (base,), {"game_name": text, "game": pyspiel.load_game(text)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    return result


@pytest.mark.parametrize("given", [RULESETS["white-wind"], RULESETS["gold"]], ids=name)
def test_openspiels_api_test_passes_on_partial_trees(
    given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = their(api_test.EnforceAPIOnPartialTreeBase, in_text(given), monkeypatch)
    assert (result.testsRun, result.errors, result.failures) == (5, [], [])


def test_a_playthrough_is_as_it_was_written_down() -> None:
    """`ELFEN_REGENERATE=1` writes it anew, which takes a reason in the rules."""
    told = generate_playthrough.playthrough(FIVE_TOWNS, [], seed=7)
    if os.environ.get("ELFEN_REGENERATE"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")


def test_five_towns_is_the_game_for_study_with_its_own_options() -> None:
    said = FIVE_TOWNS.partition("options=")[2].rstrip(")")
    pairs = [one.split(":") for one in said.split("+")]
    assert {option: int(value) for option, value in pairs} == study.OPTIONS


# The whole tree of a small game --------------------------------------------------------------


def counted(game: Any) -> tuple[int, int, int]:
    """The nodes of chance, of players and of ends in the tree, as OpenSpiel walks it."""
    nodes = [0, 0, 0]
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        nodes[2 if state.is_terminal() else not state.is_chance_node()] += 1
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    return tuple(nodes)  # type: ignore[return-value]


def counted_by_rules(rules: Any) -> tuple[int, int, int]:
    """The same by the rules alone, without numbers."""
    nodes = [0, 0, 0]
    waiting = [rules.start(2)]
    while waiting:
        state = waiting.pop()
        item = rules.pending(state)
        nodes[(Chance, Decide, Over).index(type(item))] += 1
        moves = [o for o, _ in rules.outcomes(state)] or rules.legal_actions(state)
        waiting += [rules.apply(state, move) for move in moves]
    return tuple(nodes)  # type: ignore[return-value]


def test_the_tree_of_five_towns_has_as_many_nodes_as_the_rules_say() -> None:
    game = pyspiel.load_game(FIVE_TOWNS)
    assert counted(game) == counted_by_rules(game.rules) == (59, 3784, 2216)


def test_openspiels_api_test_passes_on_the_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, SMALLER, (25, 1528, 786))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, SMALLER, 752)
    base = type("Base", (api_test.EnforceAPIOnFullTreeBase,), {})
    monkeypatch.setattr(
        api_test.get_all_states, "get_all_states", lambda game, **given: _all_states(game)
    )
    result = their(base, SMALLER, monkeypatch)
    assert (result.errors, result.failures) == ([], [])
    assert result.testsRun > 5


def _all_states(game: Any) -> dict[str, Any]:
    """All by history: by their texts, as OpenSpiel has them, some would be taken for the same."""
    found, waiting = {}, [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        found[str(state.history())] = state
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    return found


def test_without_the_log_there_is_no_perfect_recall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "log", lambda self, seat: "")
    with pytest.raises(AssertionError, match="leading to the same state"):
        api_test._assert_is_perfect_recall(pyspiel.load_game(SMALLER))


def unlike(game: Any) -> list[str]:
    """Information states of the small game whose histories differ in what comes next.

    These are the seat's legal actions, and what it observes after each, unless chance is next.
    """
    known: dict[tuple[int, str], Any] = {}
    wrong = []
    for state in _all_states(game).values():
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        after = {}
        for action in state.legal_actions():
            child = state.child(action)
            after[action] = "" if child.is_chance_node() else child.information_state_string(seat)
        key = seat, state.information_state_string(seat)
        if known.setdefault(key, after) != after:
            wrong.append(key[1])
    return wrong


def test_histories_of_an_information_state_go_on_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unlike(pyspiel.load_game(SMALLER)) == []

    def public(self: Any, state: Any, player: int) -> str:
        return str(state.world.log(None))

    monkeypatch.setattr(openspiel.ElfenObserver, "string_from", public)
    assert unlike(pyspiel.load_game(SMALLER))


def test_mccfr_makes_the_small_game_harder_to_exploit() -> None:
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr
    from open_spiel.python.policy import UniformRandomPolicy

    np.random.seed(1)
    game = pyspiel.load_game(SMALLER)
    average = external_sampling_mccfr.AverageType.SIMPLE
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, average)
    for _ in range(40):
        solver.iteration()
    before, after = (
        exploitability.exploitability(game, policy)
        for policy in (UniformRandomPolicy(game), solver.average_policy())
    )
    assert 0 <= after < before * 0.8


# Two worlds ----------------------------------------------------------------------------------


def shown(state: Any, seat: int) -> list[Any]:
    """All that a seat is shown of a state."""
    return [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.legal_actions() if state.current_player() == seat else [],
    ]


def pairs(text: str, seat: int, seed: int, most: int = 120) -> Iterator[tuple[Any, Any]]:
    """Two histories that look the same to a seat, side by side, at its decisions.

    Chance that it does not see comes out as it likes in each. They end where an action that is
    legal in one is not in the other.
    """
    numbers = random.Random(seed)
    game = pyspiel.load_game(text)
    one, other = game.new_initial_state(), game.new_initial_state()
    for _ in range(most):
        if one.is_terminal() or one.current_player() != other.current_player():
            return
        action = numbers.choice(one.legal_actions())
        if one.is_chance_node():
            item = one.world.state.agenda[-1]
            outcome = one.world.outcomes[action][0]
            seen = game.rules.sight.outcome(item, outcome, seat) is outcome
            there = [action] if seen else other.legal_actions()
            if action not in other.legal_actions() and seen:
                return
            one.apply_action(action)
            other.apply_action(numbers.choice(there))
            continue
        if one.current_player() == seat:
            yield one, other
        if action not in other.legal_actions():
            return
        one.apply_action(action)
        other.apply_action(action)


def told_apart(given: dict[str, object]) -> int:
    """How often a seat is shown something else in two histories that look the same to it."""
    found = compared = 0
    for seed in range(3):
        for seat in range(2):
            for one, other in pairs(in_text(given), seat, seed):
                compared += 1
                found += shown(one, seat) != shown(other, seat)
    assert compared
    return found


@pytest.mark.parametrize(
    "given", [RULESETS[n] for n in ("rio-grande", "sea", "gold+favor", "outside")], ids=name
)
def test_what_a_seat_is_shown_does_not_depend_on_what_is_hidden_from_it(given: Any) -> None:
    assert told_apart(given) == 0


class Peeking(openspiel.ElfenObserver):
    """A fault on purpose: the numbers of a seat are those of the next one."""

    def set_from(self, state: Any, player: int) -> None:
        super().set_from(state, (player + 1) % state.num_players())


def test_a_tensor_of_what_another_seat_sees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "ElfenObserver", Peeking)
    assert told_apart(RULESETS["rio-grande"])


def test_a_log_that_tells_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(self: World, seat: int | None) -> str:
        line, moves = self._line, []
        while line is not None:
            moves.append(str(line.move))
            line = line.before
        return "\n".join(moves)

    monkeypatch.setattr(World, "log", bare)
    assert told_apart(RULESETS["rio-grande"])


def resampled(given: Any) -> Iterator[tuple[Any, Any, int]]:
    """States of a random game, each with one that the seat which decides cannot tell from it."""
    numbers = random.Random(2)
    state = pyspiel.load_game(in_text(given)).new_initial_state()
    for step in range(400):
        if state.is_terminal():
            break
        if not state.is_chance_node() and step % 9 == 0:
            seat = state.current_player()
            yield state, state.resample_from_infostate(seat, numbers.random), seat
        state.apply_action(numbers.choice(state.legal_actions()))


def tells_the_truth(state: Any, again: Any, seat: int) -> bool:
    """Whether the next seat sees of a resampled state what it sees of the true one."""
    other = (seat + 1) % state.num_players()
    return bool(again.observation_string(other) == state.observation_string(other))


@EVERY
def test_a_resampled_state_looks_the_same_and_can_be_played_and_kept(given: Any) -> None:
    true = set()
    for n, (state, again, seat) in enumerate(resampled(given)):
        assert shown(again, seat) == shown(state, seat)
        assert again.history() == []
        true.add(tells_the_truth(state, again, seat))
        if n % 5 == 0:
            _, kept = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), again)
            )
            assert shown(kept, seat) == shown(again, seat)
        again.apply_action(again.legal_actions()[0])
    assert False in true


def test_a_resampled_state_that_is_the_true_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(World, "resampled", lambda self, seat, rng: self)
    assert {tells_the_truth(*one) for one in resampled(RULESETS["rio-grande"])} == {True}


def test_probabilities_are_exact_and_numbers_of_outcomes_stay_the_same() -> None:
    state = pyspiel.load_game("elfen(expansions=favor)").new_initial_state()
    while state.is_chance_node():
        told = dict(state.chance_outcomes())
        due = state.world.rules.outcomes(state.world.state)
        assert sorted(told.values()) == sorted(float(p) for _, p in due)
        assert sum(p for _, p in due) == 1
        assert {state.action_to_string(n) for n in told} == {str(outcome) for outcome, _ in due}
        state.apply_action(min(told))


@pytest.mark.parametrize(
    "wrong",
    [
        *({"players": one} for one in (None, "x", 99, float("nan"), True)),
        *({"seed": one} for one in (None, "x", 1.5, float("nan"), 2**31, -(10**5000))),
        *({"options": one} for one in (None, 5, "x")),
    ],
)
def test_parameters_of_a_wrong_type_are_refused(wrong: Any) -> None:
    with pytest.raises(ElfenError) as told:
        ElfenGame(wrong)
    assert len(str(told.value)) <= 300


def test_an_outcome_that_cannot_come_is_refused() -> None:
    state = load("elfen").new_initial_state()
    assert state.is_chance_node()
    for outcome in (-2, 10**9):
        with pytest.raises(ElfenError, match=f"no outcome {outcome} can come here"):
            state.apply_action(outcome)


@pytest.mark.parametrize("given", ["x", None, float("nan"), float("inf"), 1e300])
def test_a_sampler_that_gives_no_chance_is_refused(given: Any) -> None:
    state = load("elfen").new_initial_state()
    with pytest.raises(ElfenError, match="a sampler gives numbers from 0 to 1"):
        state.resample_from_infostate(0, lambda: given)


@pytest.mark.parametrize("strange", [None, "x", 5, -1, 1.5, [], object()])
def test_who_observes_nothing_is_refused(strange: Any) -> None:
    game = load("elfen")
    state, observer = game.new_initial_state(), game.make_py_observer()
    if strange:
        with pytest.raises(ElfenError, match="is no IIGObservationType"):
            game.make_py_observer(strange)
    for ask in (observer.set_from, observer.string_from):
        with pytest.raises(ElfenError, match=r"does not play|a player has to be a whole number"):
            ask(state, strange)
        with pytest.raises(ElfenError, match="is no state of elfen"):
            ask(strange, 0)
    observer.set_from(state, np.int64(1))
