"""Seeds: whole numbers and texts of any size; anything else is refused in a line."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from elfen import Dealer, Determinizer, ElfenError, SeedError, compile_ruleset, determinize
from elfen.bots import GreedyPlayer, RandomPlayer, simulate, stock_player, stock_players

RULES = compile_ruleset()
GAME = RULES.new_game(2, 1)

SOURCES: dict[str, Callable[[Any], object]] = {
    "sample_action": GAME.sample_action,
    "determinize": lambda source: determinize(GAME.view(0), source),
    "Determinizer": Determinizer(GAME.view(0)).sample,
    "deal": lambda source: RULES.deal(RULES.start(2), source),
    "sample": lambda source: RULES.sample(RULES.start(2), source),
    "play": lambda source: RULES.play(GAME.state, GAME.parse("draw blind"), source),
}
ENTRIES: dict[str, Callable[[Any], object]] = {
    "new_game": lambda seed: RULES.new_game(2, seed=seed),
    "game_from": lambda seed: RULES.game_from(GAME.state, seed=seed),
    "fork": GAME.fork,
    "Dealer": Dealer.seeded,
    "RandomPlayer": RandomPlayer,
    "GreedyPlayer": lambda seed: GreedyPlayer(RULES, seed),
    "stock_player": lambda seed: stock_player("greedy", RULES, seed),
    "stock_players": lambda seed: stock_players(["greedy"], RULES, 2, seed),
    "simulate": lambda seed: next(simulate(RULES, ["random"], 2, 1, seed)),
}
SEEDS = [0, -1, 10**5_000, "", "x", "\ud800", "x" * 99_999]
NO_SEEDS = [1.5, float("nan"), True, b"one", (1,), [1], {}, object(), ["x" * 9_999]]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("seed", NO_SEEDS, ids=lambda seed: type(seed).__name__)
def test_what_is_no_seed_is_refused_in_a_line(entry: str, seed: Any) -> None:
    with pytest.raises(SeedError) as caught:
        ENTRIES[entry](seed)
    assert str(caught.value) == (
        f"a seed is a whole number or a text, not {type(seed).__name__}; without one, chance is"
        " unpredictable"
    )
    assert isinstance(caught.value, ElfenError)
    assert isinstance(caught.value, TypeError)  # which it was before it had a name
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("entry", SOURCES)
@pytest.mark.parametrize(
    "source", [None, 1, "x", object(), random.Random, Dealer, GAME], ids=lambda one: str(one)[:9]
)
def test_what_is_no_source_of_chance_is_refused_in_a_line(entry: str, source: Any) -> None:
    with pytest.raises(SeedError, match=r"^chance comes from a (random\.Random|Dealer), such as"):
        SOURCES[entry](source)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    "seed", [0, -1, 10**5_000, "", "x", "\ud800", "x" * 99_999], ids=lambda _: ""
)
def test_any_number_and_any_text_is_a_seed(entry: str, seed: int | str) -> None:
    ENTRIES[entry](seed)


def test_numbers_that_python_does_not_write_in_digits_are_seeds_like_any_other() -> None:
    last_written = 10**4300 - 1
    numbers = [*range(last_written - 1, last_written + 4), -last_written, -last_written - 1]
    numbers += [11**4300, 10**4301 - 1, 10**4301]
    assert len({Dealer.seeded(number).seed for number in numbers}) == len(numbers)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry != "simulate"])
def test_none_is_no_seed_but_may_be_left_out(entry: str) -> None:
    ENTRIES[entry](None)


def test_players_choose_as_ever_by_their_seeds() -> None:
    view = GAME.view(GAME.seat)
    for seed in (7, "a rainy evening", "é"):
        wanted = random.Random(seed).choice(view.legal_actions)
        assert RandomPlayer(seed).choose(view) == wanted
