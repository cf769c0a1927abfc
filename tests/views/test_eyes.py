"""Fast views show exactly what the slow twin does, in whatever order they are asked for."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from elfen import Chance, Game, Ruleset, compile_ruleset
from elfen.declare import SameMemo
from elfen.game import seen
from elfen.game.game import Page
from elfen.knowledge import Mixing
from elfen.views import Sight, known

from . import dreams, obvious

RULES = {
    "land": compile_ruleset(),
    "land secretly": compile_ruleset(
        options={"counters_kept": 4, "counters_secret": 3, "open_row": 0}
    ),
    "gold": compile_ruleset(expansions=["gold"]),
    "sea": compile_ruleset(expansions=["sea"]),
    "favor": compile_ruleset(expansions=["favor"]),
    "gold and favor": compile_ruleset(expansions=["gold", "favor"]),
    "dreams": compile_ruleset(expansions=[dreams]),
}
EACH = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def games(rules: Ruleset, players: int, seed: int) -> Iterator[Game]:
    """All games on the way through a random one."""
    numbers = random.Random(seed)
    game = rules.new_game(players, seed)
    yield game
    while not game.is_over:
        game = game.play(numbers.choice(game.legal_actions))
        yield game


def differences(game: Game, seat: int | None) -> list[str]:
    """What a view shows otherwise than its twin, by name."""
    view = game.view(seat)
    expected = obvious.parts(game.rules, game.state, seat) | {
        "log": obvious.log(game, seat),
        "legal_actions": game.legal_actions if seat == game.seat else (),
    }
    shown = view.parts() | {"log": tuple(view.log)}
    assert list(shown) == list(view.parts())
    assert shown.keys() == expected.keys()
    return [name for name, value in expected.items() if shown[name] != value]


def all_differences(rules: Ruleset, players: int, seed: int) -> set[str]:
    """Those of views of two games in turn, asked for by seats in any order, some not at all."""
    numbers = random.Random(seed)
    found: set[str] = set()
    for one, other in zip(games(rules, players, seed), games(rules, 2, seed + 1), strict=False):
        for game in (one, other):
            seats = [None, *range(game.players)]
            for seat in numbers.sample(seats, numbers.randint(0, len(seats))):
                if numbers.random() < 0.3 or game.is_over:
                    found.update(differences(game, seat))
                else:
                    game.view(seat)
    return found


@pytest.mark.alike(2)
@EACH
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_view_shows_what_its_slow_twin_does(rules: Ruleset, players: int) -> None:
    assert not all_differences(rules, players, seed=players)


@EACH
def test_forgetting_changes_nothing(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "_MOST_KEPT", 3)
    monkeypatch.setattr(SameMemo.__init__, "__defaults__", (2,))
    fresh = compile_ruleset(expansions=["gold", "favor"]) if rules is RULES["gold"] else rules
    assert not all_differences(fresh, 3, seed=9)


@pytest.mark.parametrize("kept", ["then", "given", "fresh"])
def test_the_twin_notices_a_part_of_the_ledger_that_is_kept_too_long(
    kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    redact = known._Redacted.__call__

    def stale(self: Any, mixing: Mixing) -> known.SeenMixing:
        """As if this part of the mixing, or with `fresh` all of it, were what it was before."""
        last = self._last[0]
        if last is not None and len(last.then) == len(mixing.then):
            same = mixing if kept == "fresh" else last._replace(**{kept: getattr(mixing, kept)})
            self._last = (same, *self._last[1:])
        return redact(self, mixing)

    monkeypatch.setattr(known._Redacted, "__call__", stale)
    assert all_differences(compile_ruleset(expansions=["sea"]), 3, seed=1) == {"known"}


def test_the_twin_notices_an_outcome_that_is_told_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched_by = Sight._watched_by

    def told_to_all(self: Sight, item: Chance) -> Any:
        unseen, _ = watched_by(self, item)
        return unseen, [] if unseen is None else [0, 1]

    monkeypatch.setattr(Sight, "_watched_by", told_to_all)
    assert all_differences(compile_ruleset(), 3, seed=1) == {"log"}


def test_the_twin_notices_a_line_that_is_read_once_for_all_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = seen.Views._read

    def for_all(self: seen.Views, page: Page, before: seen.Read | None) -> seen.Read:
        return (*read(self, page, before)[:2], (None,) * self._players)

    monkeypatch.setattr(seen.Views, "_read", for_all)
    assert all_differences(RULES["land"], 3, seed=1) == {"log"}


@pytest.mark.alike(2)
@EACH
def test_the_json_is_that_of_its_data(rules: Ruleset) -> None:
    numbers = random.Random(1)
    for game in games(rules, 3, seed=2):
        if numbers.random() < 0.2 or game.is_over:
            for seat in (None, 0, 1, 2):
                view = game.view(seat)
                for since in (None, max(view.step - 2, 0)):
                    expected = json.dumps(view.to_data(since), ensure_ascii=False)
                    assert view.to_json(since) == expected
                seen = view.observation
                assert seen.to_json() == json.dumps(seen.to_data(), ensure_ascii=False)
