"""One seat as a Gymnasium environment, by Gymnasium's own checks."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra rl is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")

from elfen import ElfenError, IllegalAction  # noqa: E402

NAME = "elfen.adapters.gymnasium:elfen/Seat-v0"


def test_gymnasiums_own_checks_pass() -> None:
    from gymnasium.utils.env_checker import check_env

    from elfen.adapters.gymnasium import SeatEnv

    class Legal(SeatEnv):
        """Gymnasium's checks choose any action: take a legal one instead."""

        def step(self, action: Any) -> Any:
            legal = np.flatnonzero(self.action_masks())
            return super().step(legal[int(action) % len(legal)])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of numbers that are not between -1 and 1
        check_env(Legal(), skip_render_check=True)


def test_a_game_against_stock_players_ends_with_a_reward() -> None:
    env = gymnasium.make(NAME, players=3, opponents="greedy", seat=1).unwrapped
    numbers = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert env.game.seat == 1 == info["seat"]
        action = numbers.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert not cut
        assert over or reward == 0
    assert not info["action_mask"].any()
    ranks = {row.seat: row.rank for row in env.game.standings}
    assert (reward == 1) == (ranks[1] == 1 and [*ranks.values()].count(1) == 1)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_a_copy_is_at_the_same_decision_and_goes_on_apart_from_the_original(again: Any) -> None:
    one = gymnasium.make(NAME, players=3, opponents="greedy").unwrapped
    again(one)  # also before it has begun
    one.reset(seed=3)
    for _ in range(9):
        one.step(np.flatnonzero(one.action_masks())[0])
    other, third = again(one), again(one)
    before = one.game.state
    assert other.seat == one.seat
    assert other.game.state == before
    seen, rewards = [], []
    for env in (other, third):
        over = False
        while not over:
            now, reward, over, _, _ = env.step(np.flatnonzero(env.action_masks())[0])
            seen.append(now)
        rewards.append(reward)
    assert rewards[0] == rewards[1]
    assert all((a == b).all() for a, b in zip(seen, seen[len(seen) // 2 :], strict=False))
    assert one.game.state is before
    assert (one.reset()[0] == other.reset()[0]).all()  # the luck of the next game is the same


def test_an_illegal_action_is_refused() -> None:
    env = gymnasium.make(NAME).unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))


@pytest.mark.parametrize("strange", [None, float("nan"), 1.5, "x", "1", [], np.ones(2), 10**400])
def test_what_is_no_action_is_refused(strange: Any) -> None:
    env = gymnasium.make(NAME).unwrapped
    env.reset(seed=1)
    with pytest.raises(ElfenError) as told:
        env.step(strange)
    assert len(str(told.value)) <= 300


@pytest.mark.parametrize("strange", [float("nan"), 1.5, "x", [], np.ones(2), 2, -1])
def test_what_is_no_seat_and_no_seed_is_refused(strange: Any) -> None:
    with pytest.raises(ElfenError):
        gymnasium.make(NAME, seat=strange)
    if not isinstance(strange, int) or strange < 0:
        with pytest.raises(ElfenError):
            gymnasium.make(NAME).unwrapped.reset(seed=strange)


def test_a_seed_that_cannot_be_written_and_expansions_that_are_none_are_refused() -> None:
    with pytest.raises(ElfenError, match=r"^no seed of Gymnasium: "):
        gymnasium.make(NAME).unwrapped.reset(seed=-(10**5000))
    with pytest.raises(ElfenError, match=r"^expansions has to be a list, but array"):
        gymnasium.make(NAME, expansions=np.array(3))
