"""Teams replace who wins: the members of a team share its rank, by the sum of their points."""

from __future__ import annotations

from functools import cache
from io import StringIO
from types import SimpleNamespace

import pytest
import teams
from rich.console import Console

from elfen import Ruleset, RulesetError, State, compile_ruleset
from elfen.cli.demo import show_standings
from elfen.land import HAND
from elfen.plugin import Manifest, Position, Ranking, Team, hookimpl
from elfen.testing import check_game, check_rules, play_out
from elfen.text.rankings import places

TOWNS = ("beata", "ixara", "virst", "feodor", "rivinia", "usselen", "yttar")


@cache
def with_teams() -> Ruleset:
    return compile_ruleset(expansions=[teams])


def after(pieces: tuple[int, ...], cards: tuple[int, ...]) -> State:
    """A position in which the seats have so many town pieces and so many cards."""
    build = with_teams().build(players=len(pieces))
    for seat, n in enumerate(pieces):
        build = build.visited(seat, *TOWNS[:n]).zone(HAND.of(seat), {"dragon": cards[seat]})
    return build.state()


def ranks(rules: Ruleset, state: State) -> list[int]:
    return [s.rank for s in sorted(rules.standings(state), key=lambda s: s.seat)]


def test_the_team_with_more_pieces_wins_although_its_members_are_not_the_best() -> None:
    state = after((5, 4, 0, 4), (0, 0, 0, 0))
    assert ranks(with_teams(), state) == [2, 1, 2, 1]


def test_without_the_plugin_every_seat_has_a_rank_of_its_own() -> None:
    state = after((5, 4, 0, 3), (0, 0, 0, 0))
    assert ranks(compile_ruleset(), state) == [1, 2, 4, 3]


def test_equal_teams_are_told_apart_by_all_their_cards() -> None:
    assert ranks(with_teams(), after((3, 2, 2, 3), (4, 1, 1, 2))) == [1, 2, 1, 2]
    assert ranks(with_teams(), after((3, 2, 2, 3), (0, 3, 2, 1))) == [2, 1, 2, 1]


def test_teams_equal_in_everything_share_the_victory() -> None:
    assert ranks(with_teams(), after((3, 2, 2, 3), (1, 2, 2, 1))) == [1, 1, 1, 1]


def test_a_seat_s_own_total_and_lines_stay_its_own() -> None:
    standings = with_teams().standings(after((5, 4, 0, 4), (0, 0, 0, 0)))
    assert sorted((s.seat, s.total) for s in standings) == [(0, 5), (1, 4), (2, 0), (3, 4)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_teams_are_for_four_or_six_players(players: int) -> None:
    with pytest.raises(RulesetError, match="these rules are for 4 or 6"):
        with_teams().new_game(players)


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [4, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(with_teams(), players, seed=1)
    check_game(game, every=8)
    found = {standing.seat: standing.rank for standing in game.standings}
    assert all(found[seat] == found[seat % 2] for seat in found)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(with_teams())


def test_nothing_but_the_ranking_changes() -> None:
    plain = play_out(compile_ruleset(), 4, seed=2)
    teamed = play_out(with_teams(), 4, seed=2)
    assert list(map(str, plain.log)) == list(map(str, teamed.log))
    assert [s.rank for s in plain.standings] != [s.rank for s in teamed.standings]


# In words ----------------------------------------------------------------------------------


def test_a_standing_tells_the_team_by_its_name_or_its_seats() -> None:
    standings = with_teams().standings(after((5, 4, 0, 4), (0, 0, 0, 0)))
    assert [str(row).partition(",")[0] for row in standings] == [
        "1. seat 1 of the odd ones",
        "1. seat 3 of the odd ones",
        "2. seat 0 with seat 2",
        "2. seat 2 with seat 0",
    ]
    assert {row.team for row in standings if row.rank == 1} == {Team((1, 3), "the odd ones")}


def test_places_tell_what_became_of_each_team() -> None:
    assert told(after((5, 4, 0, 4), (0, 0, 0, 0))) == (
        "Won by the odd ones (seats 1 and 3)",
        "Place 2: seats 0 and 2",
    )
    assert told(after((3, 2, 2, 3), (1, 2, 2, 1))) == (
        "Place 1 is shared by seats 0 and 2 and the odd ones (seats 1 and 3)",
    )


def told(state: State) -> tuple[str, ...]:
    return places(with_teams().standings(state))


def ranked(teams_of: object, ranks_of: object) -> Ruleset:
    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("friends", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_ranking(rules: Ruleset) -> list[Ranking]:
        ranking = Ranking(
            "friends/ranking",
            ranks_of,  # type: ignore[arg-type]
            text="together",
            teams=teams_of,  # type: ignore[arg-type]
            replaces="core/ranking",
        )
        return [ranking]

    friends = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_ranking=elfen_ranking)
    return compile_ruleset(expansions=[friends])


def all_of_them(position: Position) -> list[Team]:
    return [Team(tuple(range(position.players)))]


@pytest.mark.parametrize(("rank", "words"), [(1, "All win"), (2, "All lose")])
def test_one_team_of_all_wins_or_loses_in_words(rank: int, words: str) -> None:
    rules = ranked(all_of_them, lambda position, results: [rank] * len(results))
    standings = rules.standings(rules.start(3))
    assert places(standings) == (words,)
    assert str(standings[0]).startswith(f"{rank}. seat 0 with seats 1 and 2, ")


def test_without_teams_in_a_position_everyone_plays_alone() -> None:
    rules = ranked(lambda position: (), lambda position, results: [1] * len(results))
    assert places(rules.standings(rules.start(2))) == ("Seat 0 and seat 1 share place 1",)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ([Team((0,))], r"gave teams of seats \[0\]; each of the 2 seats has to be in one team"),
        ([Team((0, 1)), Team(())], "has to be in one team"),
        ([Team((0, 1), "us")], "different ranks for us"),
    ],
)
def test_what_are_no_teams_is_told(made: list[Team], words: str) -> None:
    rules = ranked(lambda position: made, lambda position, results: [1, 2])
    with pytest.raises(RulesetError, match=words):
        rules.standings(rules.start(2))


def test_the_terminal_tells_it() -> None:
    console = Console(record=True, width=100, file=StringIO())
    state = play_out(with_teams(), 4, seed=1).state
    show_standings(console, with_teams(), state)
    shown = console.export_text()
    assert "seat 0 with seat 2" in shown
    assert "Won by " in shown
