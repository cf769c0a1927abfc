"""S8: the board, what of it is sourced, and what the data of a board can mean."""

from __future__ import annotations

from importlib.resources import files

import pytest

from elfen import RulesetError, compile_ruleset
from elfen.plugin import Board, parse_board
from elfen.testing import check_game, play_out
from elfen.text.explanation import explain

from .situations import elfensea

SOURCED_VILLAGES = {
    "Elfenhaven",
    "Thée Hatches",
    "Annashaven",
    "Krantz Rapids",
    "Kimbourg",
    "Martha's Orchard",
    "Wolfsboro",
    "Gordonshaven",
    "Half Moon",
    "Full Moon",
    "Soltisen",
}
SOURCED_ROUTES = {
    (frozenset(("Thée Hatches", "Annashaven")), "woods"),
    (frozenset(("Thée Hatches", "Wolfsboro")), "woods"),
    (frozenset(("Annashaven", "Krantz Rapids")), "plains"),
    (frozenset(("Kimbourg", "Thée Hatches")), "river"),
    (frozenset(("Martha's Orchard", "Wolfsboro")), "sea"),
    (frozenset(("Wolfsboro", "Gordonshaven")), "sea"),
    (frozenset(("Gordonshaven", "Half Moon")), "sea"),
}
TEXT = (files("elfen_sea") / "data" / "elfensea.toml").read_text(encoding="utf-8")
WITHOUT_BONUS, _, _ = TEXT.partition("[extra.sea]")


def board() -> Board:
    return elfensea().board


def test_s8_every_sourced_village_is_there_and_marked() -> None:
    assert {t.name for t in board().towns if t.source == "sourced"} == SOURCED_VILLAGES


def test_s8_every_sourced_route_is_there_and_marked() -> None:
    names = {town.id: town.name for town in board().towns}
    found = {
        (frozenset(names[end] for end in route.ends), route.terrain)
        for route in board().routes
        if route.source == "sourced"
    }
    [(moons, terrain)] = found - SOURCED_ROUTES
    assert found - {(moons, terrain)} == SOURCED_ROUTES
    assert moons == {"Half Moon", "Full Moon"}
    assert terrain in ("plains", "desert", "mountains")  # a road where a dragon takes one card
    assert board().route("kimbourg-thee_hatches-river").ends == ("kimbourg", "thee_hatches")


def test_s8_all_else_is_marked_as_reconstructed() -> None:
    for item in (*board().towns, *board().routes):
        assert item.source in ("sourced", "reconstructed"), item


def test_s8_there_are_32_villages_and_elfenhaven() -> None:
    assert len(board().towns) == 33
    assert board().town(board().capital).name == "Elfenhaven"


def test_s8_all_terrains_are_used_and_every_village_can_be_reached() -> None:
    terrains = {route.terrain for route in board().routes}
    assert terrains == {"plains", "woods", "desert", "mountains", "river", "sea"}
    reach = {board().distance("elfenhaven", town.id) for town in board().towns}
    assert max(reach) < len(board().towns)
    assert all(len(legs) > 1 for legs in board().legs)


def test_s8_villages_do_not_lie_upon_each_other() -> None:
    towns = board().towns
    for n, one in enumerate(towns):
        for other in towns[n + 1 :]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > 70**2, (one, other)


def test_s8_some_villages_show_two_bonus_counters_and_some_four() -> None:
    data = board().extra["sea"]
    assert len(data["two"]) > len(data["four"]) > 0


def test_s8_whoever_asks_is_told_that_the_board_is_a_reconstruction() -> None:
    told = "22 of 33 towns and 61 of 69 routes are reconstructed, not the printed ones"
    assert board().provenance == told
    assert told in str(explain(elfensea()))
    assert "reconstructed" not in str(explain(compile_ruleset()))


def test_s8_another_board_is_played_without_touching_code() -> None:
    text = """
        format = 1
        name = "sound"
        capital = "quay"
        size = [300, 200]
        routes = [
          { ends = ["quay", "reef"], terrain = "sea" },
          { ends = ["reef", "cape"], terrain = "plains" },
          { ends = ["cape", "quay"], terrain = "river" },
        ]
        [towns]
        quay = { name = "Quay", at = [10, 10] }
        reef = { name = "Reef", at = [100, 10] }
        cape = { name = "Cape", at = [100, 100] }
        [extra.sea]
        two = ["reef"]
    """
    rules = compile_ruleset(expansions=["sea"], board=parse_board(text))
    assert rules.score_bounds == (0, 2 + 12)
    assert rules.board.provenance == ""
    game = play_out(rules, 4, seed=1)
    assert game.is_over
    check_game(game, every=9)


def test_s8_a_board_may_show_no_bonus_counters_at_all() -> None:
    rules = compile_ruleset(expansions=["sea"], board=parse_board(WITHOUT_BONUS))
    game = play_out(rules, 3, seed=1)
    assert not any(item.name == "sea/choose" for item in game.state.agenda if hasattr(item, "name"))
    assert rules.at_most("sea/choose", 3) == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('two = ["atlantis"]', "'atlantis' is no village with village pieces; there are: amberlea"),
        ('four = ["elfenhaven"]', "'elfenhaven' is no village with village pieces"),
        ('two = ["lowtide"]\nfour = ["lowtide"]', "'lowtide' is there twice; drop one"),
        ("two = 3", "sea.two: expected a list"),
        ("six = []", "unknown keys: six"),
    ],
)
def test_s8_what_a_board_file_says_of_bonus_counters_is_checked(data: str, words: str) -> None:
    text = f"{WITHOUT_BONUS}[extra.sea]\n{data}\n"
    with pytest.raises(RulesetError, match="extra: sea") as caught:
        compile_ruleset(expansions=["sea"], board=parse_board(text))
    assert words in str(caught.value)


def test_s8_what_is_no_table_is_refused() -> None:
    with pytest.raises(RulesetError, match="extra: sea: expected a table"):
        compile_ruleset(expansions=["sea"], board=parse_board(f"{WITHOUT_BONUS}[extra]\nsea = 3\n"))


def test_s8_a_board_with_lakes_is_refused() -> None:
    lake = TEXT.replace('terrain = "sea"', 'terrain = "lake"')
    with pytest.raises(RulesetError, match="nothing in Elfensea travels on lake"):
        compile_ruleset(expansions=["sea"], board=parse_board(lake))
