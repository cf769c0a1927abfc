"""PettingZoo environments, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra rl is not installed")
pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402

from elfen import ElfenError, IllegalAction, RulesetError, compile_ruleset  # noqa: E402
from elfen.adapters.pettingzoo import env, parallel_env, raw_env  # noqa: E402
from elfen.adapters.rendering import modes  # noqa: E402
from elfen.declare import Memo  # noqa: E402

from .rulesets import LONG, RULESETS, SEEDS, name, parameters  # noqa: E402

EVERY = pytest.mark.parametrize("given", parameters(), ids=name)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """PettingZoo warns of observations that are dictionaries, as those of its card games are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@EVERY
def test_pettingzoos_own_tests_pass(given: Any) -> None:
    actions = "factored" if "gold" in str(given.get("expansions")) else "flat"
    cycles = 1000 if LONG or given == RULESETS["rio-grande"] else 30
    api_test(env(**given, actions=actions), num_cycles=cycles)
    seed_test(lambda: env(**given, actions=actions), num_cycles=15)
    parallel_api_test(parallel_env(**given, actions=actions), num_cycles=40)


def test_every_render_mode_passes_pettingzoos_test() -> None:
    assert modes()[:3] == ["human", "ansi", "svg"]
    is_svg = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(env, custom_tests=is_svg)


def chosen(env: Any, numbers: Any) -> int:
    """A random legal action."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    return int(numbers.choice(legal))


def masks_of_others(one: Any) -> list[bool]:
    """Whether something is legal for each agent that does not decide."""
    others = [agent for agent in one.agents if agent != one.agent_selection]
    return [bool(one.observe(agent)["action_mask"].any()) for agent in others]


@pytest.mark.parametrize("seed", SEEDS)
@EVERY
def test_masks_are_the_legal_actions_and_a_step_is_a_play(given: Any, seed: int) -> None:
    """The environment steps by a short way; the slow twin is `Game.play`."""
    one, numbers = raw_env(**given), np.random.default_rng(seed)
    one.reset(seed=seed)
    numbering, twin = one.encoding.numbering, one.game
    for step in range(100):
        if not one.agents or one.terminations[one.agent_selection]:
            break
        mask = one.observe(one.agent_selection)["action_mask"]
        assert {numbering.action(n) for n in np.flatnonzero(mask)} == {*twin.legal_actions}
        assert sorted(one.legal()) == np.flatnonzero(mask).tolist()
        assert not any(masks_of_others(one))
        action = chosen(one, numbers)
        one.step(action)
        twin = twin.play(numbering.action(action))
        if step % 30 == 0:
            assert (one.game.state, one.game.log) == (twin.state, twin.log)
    assert one.game.to_json() == twin.to_json()


def test_a_mask_that_tells_others_what_is_legal_is_found() -> None:
    one = raw_env()
    one.reset(seed=1)
    one._seats = dict.fromkeys(one._seats, one._deciding)
    assert all(masks_of_others(one))


@pytest.mark.parametrize("reward", ["rank", "score", "win"])
def test_the_end_rewards_all(reward: str) -> None:
    one, numbers = raw_env(players=3, reward=reward), np.random.default_rng(2)
    one.reset(seed=2)
    while not any(one.terminations.values()):
        one.step(chosen(one, numbers))
    rows = {row.seat: row for row in one.game.standings}
    got = [one.rewards[f"seat_{seat}"] for seat in range(3)]
    if reward == "score":
        assert got == [rows[seat].total for seat in range(3)]
    else:
        assert sum(got) == pytest.approx(0 if reward == "rank" else 1)
        best = max(got)
        assert [n == best for n in got] == [rows[seat].rank == 1 for seat in range(3)]


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
@pytest.mark.parametrize("actions", ["flat", "factored"])
def test_a_copy_goes_on_as_the_original_and_apart_from_it(again: Any, actions: str) -> None:
    one, numbers = raw_env(actions=actions, expansions="favor"), np.random.default_rng(5)
    one.reset(seed=5)
    for _ in range(41):
        one.step(chosen(one, numbers))
    before = one.observe(one.agent_selection)["observation"]
    other = again(one)
    assert (other.observe(other.agent_selection)["observation"] == before).all()
    for _ in range(30):
        action = chosen(one, numbers)
        one.step(action)
        other.step(action)
        for agent in one.agents:
            here, there = one.observe(agent), other.observe(agent)
            assert all((here[key] == there[key]).all() for key in here)
    assert other.game.state == one.game.state
    assert other.infos == one.infos
    assert other.infos is not one.infos
    one.reset()
    other.reset()
    assert one.game.state == other.game.state


def test_what_was_pickled_is_a_save() -> None:
    one = raw_env()
    one.reset(seed=1)
    assert b'"format": "elfen save"' in pickle.dumps(one)


def test_an_illegal_action_ends_the_game_as_pettingzoo_has_it_and_the_raw_one_refuses_it() -> None:
    wrapped = env()
    wrapped.reset(seed=1)
    illegal = int(np.flatnonzero(wrapped.observe("seat_0")["action_mask"] == 0)[0])
    agent = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.terminations == {"seat_0": True, "seat_1": True}
    assert wrapped.rewards[agent] == -1
    bare = raw_env()
    bare.reset(seed=1)
    with pytest.raises(IllegalAction):
        bare.step(illegal)


def keeping(env: Any, numbers: Any) -> int:
    """A random legal action, but to pass and to keep a secret counter, if one can."""
    actions = [str(action) for action in env.game.legal_actions]
    wished = [n for n, text in enumerate(actions) if text.startswith(("pass", "keep secret"))]
    number = wished[0] if wished else int(numbers.integers(len(actions)))
    return int(env.encoding.numbering.index(env.game.legal_actions[number]))


def infos(one: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """After each action: what its seat and the other are told, and what the other should be."""
    numbers = np.random.default_rng(4)
    one.reset(seed=4)
    while not any(one.terminations.values()):
        seat = one.game.seat
        one.step(keeping(one, numbers))
        said = str(one.game.view(1 - seat).log.after(one.game.steps - 1)[0].move)
        wanted = {"seat": 1 - seat, "notation": said}
        yield one.infos[f"seat_{seat}"], one.infos[f"seat_{1 - seat}"], wanted


def test_an_info_tells_the_last_action_as_its_agent_may_see_it() -> None:
    told = set()
    for mine, others, wanted in infos(raw_env()):
        assert others == wanted
        told.add(mine["notation"] == others["notation"])
    assert told == {True, False}  # who keeps a secret counter is told which


def test_an_info_that_tells_everything_is_found() -> None:
    one = raw_env()
    one._texts = Memo(lambda n: (str(one.rules.actions[n]),) * 2)
    assert any(others != wanted for _, others, wanted in infos(one))


@pytest.mark.parametrize(
    "wrong",
    [
        *({"options": one} for one in ("x", [], [1], 5, {1: 2}, {1: 2, "a": 3}, {"a": object()})),
        *({"options": {"land.rounds": one}} for one in (10**5000, 1.5, [3], None)),
        *({"edition": one} for one in ([], {}, 5, "none")),
        *({"board": one} for one in (5, [], b"x")),
        *({"expansions": one} for one in (5, None, [[]], "none", {"none": 1})),
    ],
)
def test_what_is_of_a_wrong_type_is_refused_as_for_rules(wrong: dict[str, Any]) -> None:
    with pytest.raises(RulesetError) as told:
        compile_ruleset(**wrong)
    with pytest.raises(RulesetError) as refused:
        raw_env(**wrong)
    assert str(refused.value) == str(told.value)


def test_the_same_names_are_the_same_rules_and_values_of_two_types_are_not() -> None:
    one = raw_env(expansions="favor", options={"land.rounds": 3}).rules
    assert raw_env(expansions=["favor"], options={"land.rounds": 3}).rules is one
    assert raw_env(options={"land.strict_caravan": True}).rules is not one
    with pytest.raises(RulesetError, match="strict_caravan"):
        raw_env(options={"land.strict_caravan": 1})


@pytest.mark.parametrize(
    "module", ["", "none", ".x", "a b", "a\0", "\ud800", "elfen.none", "elfen"]
)
def test_a_module_that_is_no_plugin_is_refused(module: str) -> None:
    with pytest.raises(RulesetError) as told:
        raw_env(expansions=f"module:{module}")
    assert len(str(told.value)) <= 300


@pytest.mark.parametrize(
    "wrong",
    [
        *({"actions": "both"}, {"reward": "luck"}, {"render_mode": "film"}, {"players": 7}),
        *({"actions": []}, {"reward": []}, {"render_mode": []}, {"players": []}),
        *({"actions": np.ones(2)}, {"render_mode": np.ones(2)}),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ElfenError):
        raw_env(**wrong)


def test_two_environments_of_the_same_rules_share_what_was_compiled() -> None:
    assert raw_env(expansions="gold").rules is raw_env(expansions=["gold"]).rules


class Odd:
    """Neither a number nor anything that can be looked up or shown."""

    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = __index__ = __int__ = __repr__  # type: ignore[assignment]


STRANGE = [None, float("nan"), float("inf"), 1.5, "x", "1", [], {}, np.ones(2), 10**400, -1, Odd()]


@pytest.mark.parametrize("actions", ["flat", "factored"])
def test_what_is_no_action_is_refused_and_changes_nothing(actions: str) -> None:
    one = raw_env(actions=actions)
    one.reset(seed=1)
    before = one.observe("seat_0")["observation"].tolist()
    for strange in STRANGE:
        with pytest.raises(ElfenError) as told:
            one.step(strange)
        assert len(str(told.value)) <= 300
    assert one.observe("seat_0")["observation"].tolist() == before
    one.step(np.int64(one.legal()[0]))


def test_a_letter_of_many_digits_is_refused() -> None:
    one = raw_env(actions="factored")
    one.reset(seed=1)
    with pytest.raises(ElfenError, match="letter a number of about 5000 digits cannot come here"):
        one.step(10**5000)


def test_what_is_no_seed_or_no_agent_is_refused() -> None:
    one = raw_env()
    for strange in STRANGE:
        if not isinstance(strange, int) and strange is not None:
            with pytest.raises(ElfenError, match="a seed has to be a whole number"):
                one.reset(seed=strange)
    one.reset(seed=np.int64(3))
    for ask in (one.observe, one.mask, one.numbers, one.action_space, one.observation_space):
        for strange in STRANGE:
            with pytest.raises(ElfenError, match=r"no agent is called .*: seat_0, seat_1"):
                ask(strange)


def test_nothing_can_be_done_before_a_game_and_after_it() -> None:
    one = raw_env()
    for ask in (lambda: one.step(0), one.last, one.legal, one.render, one.state):
        with pytest.raises(ElfenError):
            ask()
    one.reset(seed=1)
    while not any(one.terminations.values()):
        one.step(one.legal()[0])
    with pytest.raises(ElfenError, match=r"the game is over for seat_.: its last step is None"):
        one.step(0)
    while one.agents:
        one.step(None)
    for ask in (lambda: one.step(None), one.last):
        with pytest.raises(ElfenError, match="nobody's turn"):
            ask()
