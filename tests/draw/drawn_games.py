"""Games to be drawn: each ruleset, and positions on the way through a game played at random."""

from __future__ import annotations

import random
from functools import cache

import elfen
from elfen import Game, Ruleset

RULESETS = ("land", "gold", "sea", "favor")


@cache
def rules_of(name: str) -> Ruleset:
    """The rules of one of the four games."""
    return elfen.compile_ruleset(expansions=[] if name == "land" else [name])


@cache
def positions(name: str, players: int, n: int = 20, seed: int = 5) -> tuple[Game, ...]:
    """So many positions of a random game, from its beginning to its end."""
    chance = random.Random(seed)
    games = [rules_of(name).new_game(players=players, seed=seed)]
    while not games[-1].is_over:
        games.append(games[-1].play(chance.choice(games[-1].legal_actions)))
    return tuple(games[k * (len(games) - 1) // (n - 1)] for k in range(n))
