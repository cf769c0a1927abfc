"""Quotes in words, and scores that explain themselves."""

from __future__ import annotations

import json
from typing import Any

import letters
import pytest

from elfen import BoardError, Game, PositionError, Ruleset, compile_ruleset
from elfen.declare.scoring import Scored, Standing
from elfen.land import HAND
from elfen.plugin import Manifest, ScoreLine, TieBreak, hookimpl
from elfen.text.rankings import places

ROAD = "feodor-lapphalya-woods"


def at_feodor(rules: Ruleset, *lying: str, **cards: int) -> Game:
    """Seat 0 is about to move from Feodor."""
    build = rules.build(2).at("land/move", seat=0, round=1).boot(0, "feodor")
    return rules.game_from(build.zone(HAND.of(0), cards).lay(ROAD, *lying).state())


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


def test_every_way_is_a_line_that_says_where_each_card_comes_from(rules: Ruleset) -> None:
    quote = at_feodor(rules, "dragon", "obstacle", dragon=3).quote(ROAD)
    assert str(quote).splitlines() == [
        "Feodor to Lapphálya (woods):",
        "1. 3 dragon cards = transport chart 2 + obstacle 1 (in hand)",
        "2. any 4 travel cards = caravan 3 + obstacle 1",
    ]


def test_the_lines_of_a_way_sum_to_what_it_needs(rules: Ruleset) -> None:
    for price in at_feodor(rules, "dragon", "obstacle", dragon=3).quote(ROAD):
        assert sum(line.amount for line in price.lines) == sum(need.n for need in price.needs)


def test_where_nothing_travels_it_says_so(rules: Ruleset) -> None:
    quote = at_feodor(rules, dragon=8).quote(ROAD)
    assert (len(quote), str(quote)) == (
        0,
        "Feodor to Lapphálya (woods): there is no way to travel here now",
    )


def test_as_json_it_has_terms_plugins_and_tags(rules: Ruleset) -> None:
    quote = at_feodor(rules, "dragon", "obstacle", dragon=3).quote(ROAD)
    data = json.loads(quote.to_json())
    assert (data["seat"], data["start"], data["end"]) == (0, "feodor", "lapphalya")
    first, caravan = data["ways"]
    assert first["needs"] == [{"zone": "land/hand", "n": 3, "kinds": ["dragon"]}]
    assert [(x["term"], x["plugin"], x["amount"], x["tag"]) for x in first["lines"]] == [
        ("land/chart", "land", 2, None),
        ("land/obstacle", "land", 1, "obstacle"),
    ]
    assert caravan["needs"][0]["kinds"] is None
    assert (first["in_hand"], caravan["in_hand"]) == (True, False)


def test_a_plugins_way_to_pay_is_explained_like_any_other() -> None:
    quote = at_feodor(compile_ruleset(expansions=[letters]), "dragon", dragon=1).quote(ROAD)
    told = str(quote).splitlines()
    assert (
        "3. a dragon card and a letter of passage = transport chart 2 + a letter stands in for"
        " a card (in hand)" in told
    ), told
    ways = quote.to_data()["ways"]
    assert {line["plugin"] for way in ways for line in way["lines"]} == {"land", "letters"}


def test_another_seat_and_other_routes(rules: Ruleset) -> None:
    game = at_feodor(rules, "dragon", dragon=2)
    assert str(game.quote("elvenhold-rivinia-river", seat=1)).splitlines() == [
        "Elvenhold to Rivinia (river):",
        "1. a raft = by water 1",
    ]
    with pytest.raises(PositionError, match="elvenhold-rivinia-river does not lead from Feodor"):
        game.quote("elvenhold-rivinia-river")
    with pytest.raises(BoardError, match="no route 'nowhere'"):
        game.quote("nowhere")
    with pytest.raises(PositionError, match="there is no seat 2"):
        game.quote(ROAD, seat=2)


class Village:
    """A plugin whose score line and tie-break say where a figure comes from."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("village", rules_version=1, api=1, help="A far village.")

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "village/far",
                lambda position, seat: -3,
                lowest=lambda rules: -3,
                highest=lambda rules: 0,
                text="distance",
                detail=lambda position, seat: f"from {position.town(seat)}",
            )
        ]

    @hookimpl
    def elfen_tie_breaks(self, rules: Ruleset) -> list[TieBreak]:
        return [
            TieBreak("village/seat", lambda p, s: -s, text="seat", detail=lambda p, s: "as seated")
        ]


def test_score_lines_and_tie_breaks_can_say_more() -> None:
    first, _ = compile_ruleset(expansions=[Village()]).new_game(2, seed=1).standings
    assert str(first.lines[1]) == "distance: -3 (from elvenhold)"
    assert str(first) == (
        "1. seat 0, -3 points: town pieces: 0, distance: -3 (from elvenhold);"
        f" if tied, cards in hand: {first.ties[0].points}, seat: 0 (as seated)"
    )


def row(rank: int, seat: int, total: int, *ties: int) -> Standing:
    scored: Any = tuple(
        Scored(f"t{n}", name, points)
        for n, (name, points) in enumerate(zip(("distance", "cards"), ties, strict=True))
    )
    return Standing(rank, seat, total, (), scored)


def test_what_decided_a_tie_is_told() -> None:
    assert places([row(1, 2, 17, -1, 3), row(2, 0, 17, -1, 1), row(3, 1, 9, 0, 4)]) == (
        "Seat 2 is ahead of seat 0 by cards: 3 to 1",
    )
    assert places([row(1, 0, 9, 0, 2), row(1, 1, 9, 0, 2)]) == ("Seat 0 and seat 1 share place 1",)
    assert places([row(1, 0, 9, 0, 2), row(2, 1, 8, 0, 2)]) == ()
