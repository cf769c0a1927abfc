"""Trials of whole games: of players at random, or pulled to extremes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from zlib import crc32

from attrs import evolve

from elfen.declare import Action, Decide
from elfen.game import Game, Ruleset
from elfen.testing.blaming.blame import with_blame
from elfen.testing.corners import (
    STRAYS,
    Pull,
    Reached,
    hoarding,
    pulled,
    pulls,
    saving_up,
    stretching,
)
from elfen.testing.forgetting import forgets
from elfen.testing.law_broken import PROGRESS, LawBroken
from elfen.testing.laws import check_bounds, check_game, play_out
from elfen.testing.suite.corner_trials import BESIDE, check_corners
from elfen.testing.suite.tables import (
    MOST_DECISIONS,
    Table,
    at_its_ends,
    at_random,
    in_pairs,
    settled,
)
from elfen.testing.suite.timing import RULESET, asked
from elfen.testing.suite.trials import Effort, Trial, compiled

#: Roughly how many states of a whole game are checked by the laws of states.
STATES_OF_A_GAME = 4
#: How often a player strays who wants to stretch a game.
_STRAYS = 0.02


def whole_games(table: Table, effort: Effort, most: int | None = None) -> list[Trial]:
    """Whole games over pairwise combinations of editions, players and options."""
    tables = in_pairs(table)
    if most is not None:
        tables = tables[:: -(-len(tables) // (most * effort.budget))]
    return [_whole(one, effort) for one in tables]


def _whole(table: Table, effort: Effort) -> Trial:
    """A whole game, of players at random or pulled to extremes, and some states at corners."""
    number = crc32(str(table).encode()) % BESIDE.parts

    def run(table: Table, reached: Reached) -> None:
        rules = compiled(table, reached)
        assert table.players is not None
        for n in range(effort.budget):
            numbers = effort.numbers("whole", table, n)
            pulling = [numbers.choice(pulls(rules)) for _ in range(table.players)]
            choose = _choosing(rules, pulling, numbers) if numbers.random() < 0.5 else None
            seed = numbers.getrandbits(16)
            game = play_out(rules, table.players, seed, choose, MOST_DECISIONS)
            check_game(game, every=max(1, len(game.log) // STATES_OF_A_GAME))
        check_corners(rules, table, effort, reached, BESIDE, number)

    return Trial("whole game", settled(table), run)


def stretched(table: Table, effort: Effort) -> list[Trial]:
    """Games that players stretch as far as they can, for every number of players: for the fewest
    and the most also with all numbers among the options at their most, and players who save up. As
    many as there can be also hoard, and play with options at random. Before that, some that have to
    leave nothing in memory.
    """

    def run(table: Table, reached: Reached) -> None:
        rules, players = table.rules, table.players
        assert players is not None
        remembers_no_game(rules, players, effort.numbers("forgets", table))
        stretched_games(rules, players, effort, stretching(rules))
        if players in (rules.fewest_players, rules.most_players):
            largest, _ = at_its_ends(table)
            again = largest.rules, largest.players or players
            stretched_games(*again, effort, stretching(largest.rules))
            stretched_games(rules, players, effort, saving_up(rules))
        if players == rules.most_players:
            stretched_games(rules, players, effort, hoarding(rules))
            other = at_random(table, effort.numbers("stretched", table)).rules
            stretched_games(other, other.most_players, effort, stretching(other))

    tables = [evolve(table, players=n) for n in table.rules.player_counts]
    return [Trial("stretched games", one, run) for one in tables]


def remembers_no_game(rules: Ruleset, players: int, numbers: Random) -> None:
    """Nothing keeps the states of games that are over. Raises `LawBroken`, with the culprit."""
    try:
        asked(PROGRESS, RULESET, forgets, rules, players, numbers)
    except LawBroken as broken:
        raise with_blame(broken, rules) from broken.__cause__


def stretched_games(rules: Ruleset, players: int, effort: Effort, wanted: Sequence[Pull]) -> None:
    """Play games in which all players want the same, and check their bounds.

    If they want to be asked a decision, to take a type of action or none of it, or points, a game
    may be longer than the bounds say; if they want the most of a zone or the least, and are as many
    as can be, a pool may have too few pieces for all. Raises `LawBroken`.
    """
    for pull in wanted:
        numbers = effort.numbers("stretched", players, pull)
        choose = _choosing(rules, [pull] * players, numbers, _STRAYS)
        check_bounds(play_out(rules, players, numbers.getrandbits(16), choose, MOST_DECISIONS))


def _choosing(
    rules: Ruleset, pulling: Sequence[Pull], numbers: Random, strays: float = STRAYS
) -> Callable[[Game], Action]:
    def choose(game: Game) -> Action:
        item = game.pending
        assert isinstance(item, Decide)
        return pulled(rules, pulling[item.seat], game.state, item.seat, numbers, strays)

    return choose
