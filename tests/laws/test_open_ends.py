"""When a game is over, everyone can see what decided it."""

from __future__ import annotations

from typing import Any

import pytest
from faults import Expansion
from gallery import with_expansion

from elfen import Ruleset
from elfen.plugin import (
    END,
    HIDDEN,
    OWNER,
    PUBLIC,
    Group,
    Kind,
    Position,
    ScoreLine,
    SeatZone,
    Step,
    Stock,
    Table,
    TableZone,
    TieBreak,
    hookimpl,
)
from elfen.testing import LawBroken, check_game, play_out
from elfen.testing.laws import check_bounds
from elfen.testing.secrecy.open_ends import open_at_the_end

RUNES = Group("rune", noun="rune")
GOOD, BAD = Kind("good", RUNES, name="good rune"), Kind("bad", RUNES, name="bad rune")
POUCH = SeatZone("fault/pouch", holds=(RUNES,), visibility=OWNER)
OPEN = SeatZone("fault/open", holds=(RUNES,), visibility=PUBLIC)
BAG = TableZone("fault/bag", holds=(RUNES,), visibility=HIDDEN)


class Runes(Expansion):
    """Everyone begins with a secret rune of each kind, which count, or break ties, at the end."""

    def __init__(self, counts: str = "pouch", laid_open: bool = False) -> None:
        self.counts, self.laid_open = counts, laid_open

    @hookimpl
    def elfen_kinds(self, rules: Ruleset) -> list[Kind]:
        return [GOOD, BAD]

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[Any]:
        return [POUCH, OPEN, BAG]

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        return [Stock("fault/runes", (GOOD, BAD), 1, POUCH), Stock("fault/more", (GOOD,), 5, BAG)]

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        if self.counts == "tie":
            return []
        bounds = {"lowest": lambda rules: 0, "highest": lambda rules: 9}
        return [ScoreLine("fault/good", self.good, text="good runes", **bounds)]

    @hookimpl
    def elfen_tie_breaks(self, rules: Ruleset) -> list[TieBreak]:
        if self.counts != "tie":
            return []
        return [TieBreak("fault/good", self.good, text="good runes")]

    def good(self, position: Position, seat: int) -> int:
        if self.counts == "bag" and position.count(BAG, GOOD) == 5:
            return 0
        if self.counts == "size":
            return position.size(POUCH.of(seat))
        return position.count(POUCH.of(seat), GOOD) + position.count(OPEN.of(seat), GOOD)

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def show(table: Table, item: Any) -> None:
            for seat in range(table.players):
                table.move_all(POUCH.of(seat), OPEN.of(seat))

        return [Step("fault/show", show, of=END, text="show all runes")] if self.laid_open else []


def rules_of(*given: Any) -> Ruleset:
    return with_expansion(Runes(*given))


@pytest.mark.parametrize("counts", ["pouch", "tie", "bag"])
def test_what_is_still_secret_when_the_game_is_over_is_told_with_its_line(counts: str) -> None:
    game = play_out(rules_of(counts), 2, seed=1)
    for law in (check_bounds, check_game):
        with pytest.raises(LawBroken, match="views call that secret") as broken:
            law(game)
        assert broken.value.law == "noninterference"
        assert "by 'fault/good'" in str(broken.value)
        assert broken.value.where == "plugin 'fault'"
        assert any("Runes.good" in str(place) for place in broken.value.places)


class LeavesOneOut(Runes):
    """The runes of the first seat are not shown."""

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def show(table: Table, item: Any) -> None:
            for seat in range(1, table.players):
                table.move_all(POUCH.of(seat), OPEN.of(seat))

        return [Step("fault/show", show, of=END, text="show all runes")]


def test_who_should_have_laid_it_open_is_looked_at_too() -> None:
    game = play_out(with_expansion(LeavesOneOut()), 2, seed=1)
    with pytest.raises(LawBroken, match="what seat 0 has by 'fault/good'") as broken:
        check_bounds(game)
    assert [place.function for place in broken.value.places] == [
        "Runes.good",
        "LeavesOneOut.elfen_steps.<locals>.show",
    ]


@pytest.mark.parametrize("given", [("pouch", True), ("tie", True), ("size",)], ids=str)
def test_what_lies_open_by_then_may_count(given: tuple[Any, ...]) -> None:
    rules = rules_of(*given)
    game = play_out(rules, 2, seed=1)
    check_bounds(game)
    open_at_the_end(rules, game.state)


def test_before_the_end_it_may_be_secret() -> None:
    rules = rules_of("pouch", True)
    game = play_out(rules, 2, seed=1, stop=30)
    assert not game.is_over
    check_bounds(game)
    with pytest.raises(LawBroken):
        open_at_the_end(rules, game.state)
