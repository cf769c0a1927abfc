"""Results of players of known strength: no game is played, ranks are drawn by Plackett and Luce."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from math import log

from elfen.arena import GameResult, schedule


def results(
    strengths: Mapping[str, float], deals: int, seed: int, seats: int = 4
) -> list[GameResult]:
    """So many deals of these players; a strength is the logarithm of the odds to be first."""
    return list(drawn(strengths, deals, seed, seats))


def drawn(
    strengths: Mapping[str, float], deals: int, seed: int, seats: int = 4
) -> Iterator[GameResult]:
    """The same, one after the other."""
    names = list(strengths)
    chance = random.Random(seed)
    games = schedule(len(names), seats, chance.random().hex())
    for _ in range(deals):
        for meeting in next(games):
            players = tuple(names[index] for index in meeting.lineup)
            shown = [strengths[name] - log(-log(chance.random())) for name in players]
            ranks = tuple(1 + sum(other > mine for other in shown) for mine in shown)
            yield GameResult(
                series=seed_text(seats),
                deal=meeting.deal,
                rotation=meeting.rotation,
                seed=meeting.seed,
                ruleset="none",
                players=players,
                ranks=ranks,
                scores=tuple(len(ranks) - rank for rank in ranks),
                seconds=(0.0,) * seats,
                decisions=(1,) * seats,
                rounds=1,
                ending="drawn",
            )


def seed_text(seats: int) -> str:
    return f"drawn/{seats}"
