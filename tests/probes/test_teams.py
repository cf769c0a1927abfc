"""Teams replace who wins: the members of a team share its rank, by the sum of their points."""

from __future__ import annotations

from functools import cache

import pytest
import teams

from elfen import Ruleset, RulesetError, State, compile_ruleset
from elfen.land import HAND
from elfen.testing import check_game, check_rules, play_out

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


@pytest.mark.parametrize("players", [4, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(with_teams(), players, seed=1)
    check_game(game, every=3)
    found = {standing.seat: standing.rank for standing in game.standings}
    assert all(found[seat] == found[seat % 2] for seat in found)


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(with_teams())


def test_nothing_but_the_ranking_changes() -> None:
    plain = play_out(compile_ruleset(), 4, seed=2)
    teamed = play_out(with_teams(), 4, seed=2)
    assert list(map(str, plain.log)) == list(map(str, teamed.log))
    assert [s.rank for s in plain.standings] != [s.rank for s in teamed.standings]
