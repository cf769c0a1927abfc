"""What a view's scores say once the game is over: all that then lies open, and no more."""

from __future__ import annotations

import pytest

from elfen import Game, Over, Ruleset, View, compile_ruleset
from elfen.land import MOVE, TOWN_CARDS
from elfen.testing import noninterference, play_out

CASES: dict[str, tuple[tuple[str, ...], dict[str, bool]]] = {
    "town cards": ((), {"town_cards": True}),
    "gold with town cards": (("gold",), {"town_cards": True}),
    "sea": (("sea",), {}),
    "favor with town cards": (("favor",), {"town_cards": True}),
}


def rules_of(case: str) -> Ruleset:
    expansions, options = CASES[case]
    return compile_ruleset(expansions=expansions, options=options)


def views(game: Game) -> list[View]:
    return [game.view(seat) for seat in (*range(game.players), None)]


def assert_all_is_known(game: Game) -> None:
    """Everyone sees the figures of the standings, line by line, and what breaks ties."""
    true = sorted(game.standings, key=lambda row: row.seat)
    for view in views(game):
        for row, seen in zip(true, view.scores, strict=True):
            assert seen.complete
            assert seen.total == row.total
            assert [(s.points, s.detail) for s in seen.lines] == [
                (s.points, s.detail) for s in row.lines
            ]
            assert [s.points for s in seen.ties] == [s.points for s in row.ties]


@pytest.mark.parametrize("case", CASES)
def test_what_was_laid_open_at_the_end_is_in_the_scores_of_all(case: str) -> None:
    game = play_out(rules_of(case), 3, seed=1)
    assert_all_is_known(game)
    before = game.undo().view(None)
    assert not all(seen.complete for seen in before.scores), "and was secret before"


@pytest.mark.parametrize("case", ["town cards", "gold with town cards"])
def test_after_a_win_by_all_pieces_nothing_that_counts_is_secret_though_cards_stay_so(
    case: str,
) -> None:
    rules = rules_of(case)
    last = rules.build(2).at(MOVE, seat=0, round=3).visited(0, *pieces(rules))
    last = last.zone(TOWN_CARDS.of(0), {"tichih": 1}).zone(TOWN_CARDS.of(1), {"grangor": 1})
    game = rules.game_from(last.state(), seed=1)
    while not game.is_over:
        game = game.play(game.legal_actions[-1])
    assert isinstance(game.pending, Over)
    assert game.pending.ending.endswith("/all-pieces")
    assert_all_is_known(game)
    assert game.view(1).holding(TOWN_CARDS, 0).pieces is None
    assert game.view(0).scores[1].lines[1].detail == "town cards do not count after an early win"
    noninterference(rules, game.state)


def pieces(rules: Ruleset) -> list[str]:
    return [town.id for n, town in enumerate(rules.board.towns) if rules.piece_towns >> n & 1]
