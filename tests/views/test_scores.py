"""Scores by what was read of a view, compared with the slow twin that samples a state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

import elfen.views.scores as fast
from elfen import Game, PositionError, Ruleset, View, compile_ruleset
from elfen.plugin import (
    HIDDEN,
    PUBLIC,
    Manifest,
    Position,
    ScoreLine,
    Slot,
    frozen,
    hookimpl,
    shown,
)

from .slow_scores import scores as slow_scores
from .test_supposing import Counting


@frozen
class Vault:
    """A slot that hides a part, and works with it."""

    open: int = shown(PUBLIC)
    shut: int = shown(HIDDEN)

    @property
    def both(self) -> int:
        """What takes the hidden part, too."""
        return self.open + self.shut


VAULT = Slot(
    "odd/vault",
    Vault,
    start=lambda players: Vault(1, 3),
    worlds=lambda seen, rng: Vault(seen.slot("odd/vault")["open"], rng.randrange(9)),
)

LINES: dict[str, Callable[[Position, int], int]] = {
    "both": lambda position, seat: position.ext[VAULT].both,
    "round": lambda position, seat: position.round,
    "agenda": lambda position, seat: len(position.agenda),
    "roads": lambda position, seat: sum(map(len, position.routes)),
    "town": lambda position, seat: position.boots[position.seats_from(seat)[-1]],
    "turned": lambda position, seat: sum(map(sum, position.zones[:2])),
}


class Odd:
    """A plugin whose score reads everything else that there is."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("odd", rules_version=1, api=1, help="Scores odd things.")

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Vault]]:
        return [VAULT]

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                f"odd/{name}",
                points,
                lowest=lambda rules: 0,
                highest=lambda rules: 999,
                text=name,
                detail=lambda position, seat: f"in round {position.round}" if seat else "",
            )
            for name, points in LINES.items()
        ]


CASES: dict[str, tuple[list[object], dict[str, bool]]] = {
    "town cards": ([], {"town_cards": True}),
    "gold with favor": (["gold", "favor"], {}),
    "sea": (["sea"], {}),
    "odd": ([Counting(), Odd()], {}),
}


def views(rules: Ruleset) -> Iterator[View]:
    """Of all who look, on the way through a random game; seats do not always look in turn."""
    chance, game = random.Random(5), rules.new_game(3, seed=5)
    while True:
        for who in chance.sample([0, 1, 2, None], 3):
            yield game.view(who)
        if game.is_over:
            return
        for _ in range(chance.randrange(1, 9)):
            if not game.is_over:
                game = game.play(chance.choice(game.legal_actions))


def differing(rules: Ruleset) -> int:
    return sum(view.scores != slow_scores(view) for view in views(rules))


@pytest.mark.parametrize("case", CASES)
def test_scores_are_those_of_a_sampled_state(case: str) -> None:
    expansions, options = CASES[case]
    rules = compile_ruleset(expansions=expansions, options=options)  # type: ignore[arg-type]
    assert not differing(rules)


def test_an_answer_that_is_kept_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "_same", lambda view, reads: True)
    assert differing(compile_ruleset())


def test_what_is_forgotten_to_be_noted_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    unnoted = property(lambda position: position._view.table.visited)
    monkeypatch.setattr(fast._Seen, "visited", unnoted)
    assert differing(compile_ruleset())


def test_scores_need_no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    def sampled(view: object) -> object:
        raise AssertionError("a state was sampled")

    monkeypatch.setattr(fast, "supposed", sampled)
    game: Game = compile_ruleset(expansions=["gold", "favor"]).new_game(3, seed=1)
    assert len(game.view(1).scores) == 3


def test_a_slot_that_these_rules_do_not_have() -> None:
    view = compile_ruleset().new_game(2, seed=1).view(0)
    with pytest.raises(PositionError, match="no slot 'odd/vault'"):
        fast._slot(view, VAULT.name)
