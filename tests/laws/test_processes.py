"""What is not written in a state makes no difference to a game: another process shows it."""

from __future__ import annotations

import math
import signal

import pytest
from beside import (
    BESIDE,
    Beside,
    GoesByAnEarlierGame,
    GoesByTheEnvironment,
    ListsASet,
    ListsASetAndPlaysOn,
    ScoresByASet,
    ScoresByASetOnASmallBoard,
)
from faults import WELL_BEHAVED, CutsShort, Expansion
from gallery import all_broken, broken_by, is_named, with_expansion

from elfen import compile_ruleset
from elfen.testing import LawBroken, play_out
from elfen.testing.repeating.answers import ACTIONS, Answers, Play, along
from elfen.testing.repeating.bench import Bench, Circumstances, Elsewhere, first_apart
from elfen.testing.repeating.causes import broken_elsewhere
from elfen.testing.repeating.processes import in_other_processes, the_same_elsewhere
from elfen.testing.suite.limits import TooLong, limited

PLAIN = Circumstances(1)


@pytest.fixture(autouse=True)
def _variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GoesByTheEnvironment.variable, "2")
    monkeypatch.setitem(GoesByAnEarlierGame.settled, "town", 2)


@pytest.mark.alike(8)
@pytest.mark.parametrize("fault", BESIDE, ids=lambda fault: fault.__name__)
def test_what_goes_by_more_than_the_state_is_caught_elsewhere(fault: type[Beside]) -> None:
    rules = with_expansion(fault())
    assert all_broken(rules) == set()  # one process alone does not show it
    with pytest.raises(LawBroken) as caught:
        in_other_processes(rules, 2, seed=1)
    assert caught.value.law == "determinism"
    assert fault.says_why in caught.value.message
    assert caught.value.where == fault.where
    assert is_named(fault, caught.value.places), caught.value
    if fault.remembers:
        assert f"{fault.remembers} of module beside remembers that" in caught.value.message


@pytest.mark.parametrize("kept", [WELL_BEHAVED, CutsShort()], ids=lambda one: type(one).__name__)
def test_what_goes_by_the_state_alone_is_the_same_everywhere(kept: Expansion) -> None:
    in_other_processes(with_expansion(kept), 2, seed=1)


def test_how_games_begin_by_further_rules_is_compared_too() -> None:
    fault = ScoresByASetOnASmallBoard()
    printed, small = compile_ruleset(expansions=[fault]), with_expansion(fault)
    in_other_processes(printed, 2, seed=1, further=[(printed.recipe, 3)])
    with pytest.raises(LawBroken, match=r"by other rules of the same plugins.*hashes") as caught:
        in_other_processes(printed, 2, seed=1, further=[(printed.recipe, 3), (small.recipe, 3)])
    assert is_named(ScoresByASet, caught.value.places), caught.value


@pytest.mark.alike(3)
@pytest.mark.parametrize("names", [(), ("gold", "favor"), ("sea",)], ids="+".join)
def test_the_games_of_all_installed_plugins_are_the_same_everywhere(names: tuple[str, ...]) -> None:
    in_other_processes(compile_ruleset(expansions=names), 3)


def test_who_lists_in_another_order_is_named_though_games_part_sooner_elsewhere() -> None:
    play = Play.at_random(2, 4, 30)
    bench, case = Bench.of(with_expansion(ListsASetAndPlaysOn()), [play]), (0, play)
    hows = Circumstances(1), Circumstances(2)

    def in_both(number: int) -> list[Answers]:
        return [bench.in_full(how, case, number) for how in hows]

    def may_whistle(told: Answers) -> bool:
        return any(action.startswith("whistle") for action in told.get(ACTIONS, ()))

    apart = bench.first_apart(hows, case)
    assert apart is not None
    number, what = apart
    one, other = in_both(number - 1)
    assert one == other
    one, other = in_both(number)
    assert one[what] != other[what]
    later = next(n for n in range(number + 1, 30) if len({*map(may_whistle, in_both(n))}) == 2)
    broken = broken_elsewhere(bench, hows, (case, later), ACTIONS)
    assert is_named(ListsASet, broken.places), broken


def test_answers_are_apart_where_the_first_of_them_differs_or_is_missing() -> None:
    told = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
    assert first_apart(told, [*told]) is None
    assert first_apart(told, [told[0], {"a": 3, "b": 5}]) == (1, "b")
    assert first_apart(told, told[:1]) == (1, "a")


def test_a_process_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfen.testing.repeating.bench.WITHIN", 0.001)
    with pytest.raises(LawBroken, match="more than 0 seconds of processor time for the same games"):
        in_other_processes(with_expansion(WELL_BEHAVED), 2, seed=1)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing stops a trial here")
def test_a_process_takes_no_longer_than_its_trial_may() -> None:
    rules = with_expansion(WELL_BEHAVED)
    with limited(60, 1):
        in_other_processes(rules, 2, seed=1)  # in time
    told = r"another process took more than 0 seconds.*in the law of determinism"
    with pytest.raises(TooLong, match=told), limited(0.05, 1):
        Elsewhere(Bench.of(rules, [Play(2, 0, (0,))]).job(PLAIN), PLAIN).answer()


def test_a_process_without_time_leaves_out_other_rules_and_compares_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("elfen.testing.repeating.bench._ENOUGH", math.inf)
    rules = with_expansion(WELL_BEHAVED)
    bench = Bench.of(rules, [Play.at_random(2, 1, 5)], [(compile_ruleset().recipe, 3)])
    for how in (PLAIN, Circumstances(1, later=True)):
        told = Elsewhere(bench.job(how), how).answer()
        assert {case for case in told if case[0] == 0} == {*bench.own, bench.beside[0]}
        assert [case for case in told if case[0]] == []


def test_a_game_can_be_played_again_from_its_beginning() -> None:
    game = play_out(with_expansion(WELL_BEHAVED), 2, seed=3)
    play = Play.of(game)
    assert len(play.picks) == game.steps
    steps = [[key for key in one if key.startswith("the step")] for one in along(game.rules, play)]
    first = next(entry.move for entry in game.log if entry.seat is not None)
    assert steps[0] == [f"the step of {first}"]


def test_plugins_that_another_process_cannot_find_are_left_out() -> None:
    class Here(type(WELL_BEHAVED)):  # type: ignore[misc]
        """A plugin of a class that no module has."""

    rules = with_expansion(Here())
    assert broken_by(lambda: the_same_elsewhere(rules, [Play(2, 0, (0,))])) == set()
