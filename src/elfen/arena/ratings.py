"""Ratings by openskill's model of Plackett and Luce, with intervals over deals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from statistics import fmean

from attrs import frozen

from elfen.arena.results import GameResult, results_in
from elfen.declare import listed, named, whole
from elfen.errors import ElfenError, brief

#: How many arenas are drawn from the deals of one, with repetition, and between which of them
#: 95 % lie.
DRAWN = 200
LEVEL = 0.95

#: In how many orders deals are rated: openskill's ratings hang on the order, the mean hardly does.
ORDERS = 4
#: How many games are rated for each arena that is drawn, at most; one order there is always.
MOST_RATED = 2000

_NEEDS = "ratings need openskill: pip install 'elfen[arena]'"


@frozen
class Estimate:
    """A number, and between which bounds 95 % of what it could have been lie."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def rated_in_orders(
    deals: Sequence[Sequence[GameResult]],
    names: Sequence[str],
    orders: int,
    chance: random.Random,
) -> Mapping[str, float]:
    """The mean rating of each player after these deals, in so many random orders."""
    found = [rated(chance.sample(deals, len(deals)), names) for _ in range(orders)]
    return {name: fmean(one[name] for one in found) for name in names}


def rated(deals: Sequence[Sequence[GameResult]], names: Sequence[str]) -> Mapping[str, float]:
    """The rating of each player after these deals; all begin with 25.

    Players do not learn in an arena, so openskill's `tau`, by which it forgets, is 0. A player with
    several seats of a game is rated by each of them.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ElfenError(_NEEDS) from None
    model = PlackettLuce(tau=0)
    new = model.rating()
    known = dict.fromkeys(names, (new.mu, new.sigma))
    most = max([len(result.players) for deal in deals for result in deal], default=0)
    seated = [model.rating() for _ in range(most)]  # used again: to make them takes time
    for deal in deals:
        for result in deal:
            teams = [[rating] for rating in seated[: len(result.players)]]
            for (rating,), name in zip(teams, result.players, strict=True):
                rating.mu, rating.sigma = known[name]
            after = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
            for name in set(result.players):
                mu, sigma = known[name]
                seats = [
                    rating
                    for seat, (rating,) in zip(result.players, after, strict=True)
                    if seat == name
                ]
                known[name] = (
                    mu + sum(rating.mu - mu for rating in seats),
                    sigma * prod(rating.sigma / sigma for rating in seats),
                )
    return {name: mu for name, (mu, _) in known.items()}


class Ratings:
    """The ratings of players, and their differences, from the deals that they played."""

    def __init__(
        self,
        results: Iterable[GameResult],
        names: Sequence[str],
        drawn: int = DRAWN,
        orders: int | None = None,
    ) -> None:
        """From the deals of `results`; `drawn` says how many arenas are drawn from them.

        Each is rated in so many `orders`; by default in 4, or fewer if there are many games. Raises
        `ElfenError` without openskill, for what are no results, and for a number that cannot be.
        """
        names = listed("names", names)
        for name in names:
            if not isinstance(name, str):
                raise ElfenError(f"{brief(name)} is no name of a player")
        drawn = whole(drawn, "drawn=", 1)
        orders = None if orders is None else whole(orders, "orders=", 1)
        deals: dict[int, list[GameResult]] = {}
        for result in results_in(results):
            deals.setdefault(result.deal, []).append(result)
        played = list(deals.values())
        chance = random.Random(len(played))
        self._found = rated_in_orders(played, names, orders or ORDERS, chance)
        if orders is None:
            games = sum(map(len, played))
            orders = min(ORDERS, max(1, MOST_RATED // max(1, games)))
        self._drawn = [
            rated_in_orders(chance.choices(played, k=len(played)), names, orders, chance)
            for _ in range(drawn)
        ]

    def of(self, name: str) -> Estimate:
        """A player's rating; raises an `ElfenError` that is a `KeyError` if there is none."""
        found = named("player of this arena", name, self._found)
        return _estimate(found, [drawn[name] for drawn in self._drawn])

    def difference(self, one: str, other: str) -> Estimate:
        """By how much one player is rated above another; raises as `of`."""
        first, second = (named("player of this arena", name, self._found) for name in (one, other))
        found = first - second
        return _estimate(found, [drawn[one] - drawn[other] for drawn in self._drawn])


def _estimate(value: float, drawn: Sequence[float]) -> Estimate:
    ordered = sorted(drawn)
    left = (1 - LEVEL) / 2
    low, high = (ordered[round(share * (len(ordered) - 1))] for share in (left, 1 - left))
    return Estimate(value, low, high)
