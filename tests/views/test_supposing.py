"""What a seat works out from its view: quotes, reasons, and scores without what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from attrs import frozen

from elfen import BoardError, Game, PositionError, Ruleset, compile_ruleset
from elfen.land import HAND, SECRET
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Manifest,
    Position,
    ScoreLine,
    Slot,
    TieBreak,
    hookimpl,
    shown,
)


@frozen
class Purse:
    """A slot in which something is open, something one's own, and something nobody's to see."""

    open: int = shown(PUBLIC)
    own: tuple[int, ...] = shown(OWNER)
    shut: int = shown(HIDDEN)


PURSE = Slot(
    "counting",
    Purse,
    start=lambda players: Purse(1, (2,) * players, 3),
    worlds=lambda seen, rng: Purse(1, (2,) * seen.players, rng.randrange(9)),
)

LINES: dict[str, Callable[[Position, int], int]] = {
    "pieces": lambda position, seat: position.pieces_taken(seat),
    "size": lambda position, seat: position.size(HAND.of(seat)),
    "rafts": lambda position, seat: position.counts(HAND.of(seat)).get("raft", 0),
    "raw": lambda position, seat: position.zones[position.rules.layout.index(SECRET, seat)][0],
    "most": lambda position, seat: max(sum(zone) for zone in position.zones[:]),
    "open": lambda position, seat: position.ext[PURSE].open,
    "own": lambda position, seat: position.ext[PURSE].own[seat],
    "shut": lambda position, seat: position.ext[PURSE].shut,
}


class Counting:
    """A plugin with a score line for everything that one may look at."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("counting", rules_version=1, api=1, help="Counts things.")

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Purse]]:
        return [PURSE]

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                f"counting/{name}",
                points,
                lowest=lambda rules: 0,
                highest=lambda rules: 99,
                text=name,
                detail=lambda position, seat: "as counted",
            )
            for name, points in LINES.items()
        ]

    @hookimpl
    def elfen_tie_breaks(self, rules: Ruleset) -> list[TieBreak]:
        return [TieBreak("counting/tie", LINES["rafts"], text="rafts in hand")]


@pytest.fixture(scope="module")
def counted() -> Game:
    return compile_ruleset(expansions=[Counting()]).new_game(2, seed=1)


def secret(game: Game, viewer: int | None, seat: int) -> set[str]:
    score = game.view(viewer).scores[seat]
    return {line.text for line in (*score.lines, *score.ties) if line.points is None}


def test_what_rests_on_hidden_things_is_secret(counted: Game) -> None:
    assert secret(counted, 0, 0) == {"most", "own", "shut"}
    assert secret(counted, 0, 1) == {"rafts", "raw", "most", "own", "shut", "rafts in hand"}
    assert secret(counted, None, 1) == secret(counted, 0, 1)


def test_what_one_may_know_is_as_it_is(counted: Game) -> None:
    true = {row.seat: row for row in counted.standings}
    for viewer in (0, 1):
        for score in counted.view(viewer).scores:
            for seen, line in zip(score.lines, true[score.seat].lines, strict=True):
                assert seen.points in (None, line.points)


def test_scores_in_words(counted: Game) -> None:
    score = counted.view(0).scores[1]
    text = str(score)
    assert text.startswith(f"seat 1, {score.total} points, without what is secret: ")
    assert "rafts: secret, " in text
    assert "size: 8 (as counted)" in text
    assert not score.complete
    (plain, _) = compile_ruleset("rio-grande").new_game(2, seed=1).view(0).scores
    assert str(plain) == "seat 0, 0 points: town pieces: 0; if tied, cards in hand: 8"
    assert plain.complete


def test_quotes_and_reasons_of_views_are_those_of_the_game() -> None:
    rng = Random(5)
    game = compile_ruleset("rio-grande").new_game(3, seed=5)
    asked = [*rng.sample(game.rules.actions, 40)]
    while not game.is_over:
        seat = game.seat
        assert seat is not None
        view = game.view(seat)
        town = view.towns[seat]
        for route in game.rules.board.routes:
            if town in route.ends:
                assert view.quote(route.id) == game.quote(route.id)
        for action in asked:
            assert view.check(action) == game.check(action)
        game = game.play(rng.choice(game.legal_actions))


def test_the_public_has_no_boot() -> None:
    game = compile_ruleset("rio-grande").new_game(2, seed=1)
    with pytest.raises(PositionError, match="the public has no boot"):
        game.view(None).quote("elvenhold-rivinia-river")
    with pytest.raises(BoardError, match="no route 'nowhere'"):
        game.view(0).quote("nowhere")


def test_a_seat_that_does_not_decide_hears_only_that() -> None:
    game = compile_ruleset("rio-grande").new_game(2, seed=1)
    for action in (game.legal_actions[0], game.parse("stop")):
        assert game.view(1).check(action) == game.check(action, seat=1)
        assert str(game.view(None).check(action)) == "it is not the public's turn: seat 0 decides"


def test_when_nobody_decides_a_quote_says_for_whom() -> None:
    rng = Random(1)
    game = compile_ruleset("rio-grande").new_game(2, seed=1)
    while not game.is_over:
        game = game.play(rng.choice(game.legal_actions))
    with pytest.raises(PositionError, match="nobody decides"):
        game.quote("elvenhold-rivinia-river")
