"""The public face, as a newcomer writes it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import elfen


def test_a_whole_game_in_a_dozen_lines() -> None:
    rules = elfen.compile_ruleset(edition="rio-grande", expansions=(), options={})
    game = rules.new_game(players=4, seed=7)
    decisions = 0
    while not game.is_over:
        action = game.legal_actions[0]
        assert game.check(action) is None
        assert game.play(str(action), seat=game.seat).state == game.play(action).state
        game = game.play(action)
        decisions += 1
    assert 50 < decisions <= rules.longest(4)
    assert [line.rank for line in game.standings] == sorted(line.rank for line in game.standings)
    assert {line.seat for line in game.standings} == {0, 1, 2, 3}
    for line in game.standings:
        assert line.total == sum(scored.points for scored in line.lines)


def test_the_bare_kernel_has_no_dealer() -> None:
    rules = elfen.compile_ruleset()
    state = rules.start(players=4)
    assert isinstance(rules.pending(state), elfen.Chance)
    while isinstance(rules.pending(state), elfen.Chance):
        state = rules.apply(state, rules.outcomes(state)[0][0])
    assert isinstance(rules.pending(state), elfen.Decide)


@pytest.mark.parametrize(
    ("action", "seat"),
    [("draw blind", 3), ("draw", None), ("draw open raft", None), ("stop", None), ("", None)],
)
def test_a_bad_action_is_one_clear_error_and_the_game_stays_where_it_was(
    action: str, seat: int | None
) -> None:
    game = elfen.compile_ruleset().new_game(players=4, seed=7)
    before = game.state
    with pytest.raises(elfen.ElfenError) as error:
        game.play(action, seat=seat)
    assert len(str(error.value).splitlines()) == 1
    assert game.state is before


@pytest.mark.parametrize("junk", [None, 7, object(), ("draw blind",), elfen.Pieces()])
def test_junk_for_an_action_is_illegal_with_a_reason(junk: object) -> None:
    game = elfen.compile_ruleset().new_game(players=2, seed=1)
    with pytest.raises(elfen.IllegalAction) as error:
        game.play(junk)  # type: ignore[arg-type]
    assert "draw blind" in error.value.reason.text


def test_nothing_of_an_expansion_is_imported_that_is_not_chosen() -> None:
    code = (
        "import sys, elfen;"
        "elfen.compile_ruleset(expansions=['favor']);"
        "print(*sorted(name for name in sys.modules if name in"
        " ('elfen_favor', 'elfen_gold', 'elfen_sea')))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["elfen_favor"]
