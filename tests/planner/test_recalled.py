"""Tours that are recalled are those that would be found again."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from elfen import Ruleset, View, compile_ruleset
from elfen.bots.planner import recalled
from elfen.bots.planner.plans import Tour
from elfen.bots.planner.seen import Seen
from elfen.bots.planner.worth import Worth
from elfen.land import COUNTERS, DRAW, SHOWN
from elfen.plugin import Manifest, Planner, Position, ScoreLine, hookimpl


def imagined(view: View) -> Tour:
    """The tour of a seat that could lay what it likes."""
    return Planner(view, COUNTERS, hopeful=True).best(most=60, unlimited=True)


@pytest.mark.parametrize("expansions", [(), ("favor",), ("sea",)])
def test_a_tour_is_the_one_that_would_be_found_anew(expansions: tuple[str, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    game, chance = rules.new_game(3, 7), random.Random(7)
    found: list[tuple[View, Tour]] = []
    while not game.is_over and len(found) < 40:
        assert game.seat is not None
        if game.decision.name == DRAW or chance.randrange(6) == 0:
            found.append((game.view(game.seat), imagined(game.view(game.seat))))
        game = game.play(chance.choice(game.legal_actions))
    for view, tour in found:
        recalled.known_tours.kept.clear()
        assert imagined(view) == tour


def collecting() -> Ruleset:
    """Elfenland, and every counter that lies open in front of a seat is worth a point."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("mine", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
        def points(position: Position, seat: int) -> int:
            return position.size(SHOWN.of(seat))

        ends = {"lowest": lambda rules: 0, "highest": lambda rules: 99}
        return [ScoreLine("mine/counters", points, text="counters", a_step=0, **ends)]

    mine = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_scoring=elfen_scoring)
    return compile_ruleset(expansions=[mine])


def drawing(rules: Ruleset) -> tuple[Tour, Tour]:
    """The tours of a seat before and after it has drawn a counter."""
    game = rules.new_game(2, 3)
    seat = game.seat
    first = imagined(game.view(seat))
    game = game.play(next(a for a in game.legal_actions if str(a).startswith("draw open")))
    return first, imagined(game.view(seat))


def test_what_score_lines_read_is_a_reason_to_search_again() -> None:
    before, after = drawing(collecting())
    assert after.total == before.total + 1


def test_nothing_else_is() -> None:
    before, after = drawing(compile_ruleset())
    assert after is before


def test_a_tour_that_is_recalled_too_easily_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Seen, "told", lambda self, read, but=None: None)
    before, after = drawing(collecting())
    assert after.total == before.total


def test_scores_that_are_kept_too_long_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worth, "told", lambda self, read: "the same")
    before, after = drawing(collecting())
    assert after.total == before.total
