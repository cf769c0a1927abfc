"""Places at the end as they are, whatever ranking gave them; and a step that costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import pytest
from attrs import frozen
from rich.console import Console

from elfen import Ruleset, compile_ruleset
from elfen.cli.demo import show_standings
from elfen.cli.playing.looks import Looks
from elfen.cli.playing.tables import around
from elfen.cli.playing.towns import TownSigns
from elfen.land import HAND, MOVE
from elfen.plugin import Manifest, Position, Price, Ranking, Result, hookimpl
from elfen.testing import play_out
from elfen.text.rankings import places


@frozen
class Ranked:
    """A plugin whose ranking gives these ranks by seat, whatever was scored."""

    ranks: tuple[int, ...]

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("ranked", rules_version=1, api=1, requires=("land",), help="For a test.")

    @hookimpl
    def elfen_ranking(self, rules: Ruleset) -> list[Ranking]:
        def given(position: Position, results: Sequence[Result]) -> Sequence[int]:
            return self.ranks

        return [Ranking("ranked/ranking", given, text="as given", replaces="core/ranking")]


def told(rules: Ruleset, players: int) -> list[str]:
    """What is said below the standings of a game that is over."""
    game = play_out(rules, players, seed=1)
    out = StringIO()
    show_standings(Console(file=out, width=200), rules, game.state)
    lines = [line.strip() for line in out.getvalue().splitlines() if line.strip()]
    assert [line.split()[2] for line in lines[1 : players + 1]] == [
        str(row.seat) for row in game.standings
    ]
    return lines[players + 1 :]


@pytest.mark.parametrize(
    ("ranks", "shared"),
    [
        ((1, 2, 2, 2), ["Seat 1, seat 2 and seat 3 share place 2"]),
        ((2, 2, 1, 2), ["Seat 0, seat 1 and seat 3 share place 2"]),
        ((2, 2, 2), ["Seat 0, seat 1 and seat 2 share place 2"]),
        ((1, 1, 1), ["Seat 0, seat 1 and seat 2 share place 1"]),
        (
            (1, 3, 1, 3),
            ["Seat 0 and seat 2 share place 1", "Seat 1 and seat 3 share place 3"],
        ),
        ((1, 2, 3), []),
    ],
)
def test_who_shares_a_place_is_told_all_together(ranks: tuple[int, ...], shared: list[str]) -> None:
    rules = compile_ruleset(expansions=[Ranked(ranks)])
    said = [line for line in told(rules, len(ranks)) if "share" in line]
    assert said == shared


def ended(hands: tuple[int, ...], ranks: tuple[int, ...] | None = None) -> tuple[str, ...]:
    """What is said where all have one piece, and so many cards in hand."""
    rules = compile_ruleset(expansions=[] if ranks is None else [Ranked(ranks)])
    players = len(hands)
    scene = rules.build(players).at(MOVE, seat=(4 - 2) % players, round=4)
    for seat, cards in enumerate(hands):
        scene = scene.visited(seat, "feodor").zone(HAND.of(seat), {"raft": cards})
    game = rules.game_from(scene.state(), seed=1).play("stop")
    assert game.is_over
    return places(game.standings)


def test_the_tie_break_that_decided_is_told_for_all_whom_it_put_ahead() -> None:
    assert ended((2, 3, 3)) == (
        "Seat 1 and seat 2 share place 1",
        "Seat 1 and seat 2 are ahead of seat 0 by cards in hand: 3 to 2",
    )
    assert ended((4, 1, 2)) == (
        "Seat 0 is ahead of seat 2 by cards in hand: 4 to 2",
        "Seat 2 is ahead of seat 1 by cards in hand: 2 to 1",
    )
    assert ended((1, 1, 3, 1)) == (
        "Seat 2 is ahead of seat 0, seat 1 and seat 3 by cards in hand: 3 to 1",
        "Seat 0, seat 1 and seat 3 share place 2",
    )


def test_no_tie_break_is_told_that_did_not_decide() -> None:
    assert ended((3, 1, 1), ranks=(2, 1, 2)) == ("Seat 0 and seat 2 share place 2",)
    assert ended((1, 2, 3), ranks=(1, 2, 3)) == ()
    assert ended((2, 1), ranks=(1, 2)) == ("Seat 0 is ahead of seat 1 by cards in hand: 2 to 1",)


def test_a_step_that_costs_nothing_is_told_as_nothing() -> None:
    rules = compile_ruleset()
    view = rules.game_from(rules.build(2).at(MOVE, seat=0, round=1).state(), seed=1).view(0)
    out = StringIO()
    prices = [(Price(()), True), (Price.exactly(HAND, "raft", 2), False)]
    Console(file=out, width=120).print(
        around(view, Looks(rules), lambda route: prices, TownSigns(view))
    )
    rows = [" ".join(line.split()) for line in out.getvalue().splitlines()]
    assert all(row.endswith("nothing or 2 rafts") for row in rows if row), rows
