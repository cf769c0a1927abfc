"""A sequential test: whether one player is better than another, decided as soon as it is clear.

It is the generalised sequential probability ratio test that chess engines are tested by (Van den
Bergh's approximation): what is compared is the mean over deals of the share of meetings that the
first player won, so games of one deal may depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from statistics import fmean
from typing import Literal

from attrs import field, frozen

from elfen.arena.results import GameResult, results_in
from elfen.declare import bare_text, listed, number
from elfen.errors import ElfenError, brief

#: Before so many deals nothing is decided: their spread is not known well enough.
FEWEST_DEALS = 20

Verdict = Literal["yes", "no"]


@frozen
class Test:
    """Whether shares have a mean of 1/2 (no) or of 1/2 + `margin` (yes).

    `error` is how often a wrong answer is given in each of these two cases, at most.
    """

    __test__ = False  # pytest takes it for one of its own

    margin: float = 0.05
    error: float = 0.05

    def __attrs_post_init__(self) -> None:
        margin, error = number(self.margin, "margin="), number(self.error, "error=")
        if not 0 < margin < 0.5 or not 0 < error < 0.5:
            raise ElfenError("the margin and the error of a test lie between 0 and 0.5")

    def ratio(self, shares: Sequence[float]) -> float:
        """The logarithm of how many times likelier the shares are if the answer is yes."""
        n, mean = len(shares), fmean(shares)
        # Two more deals, one won and one lost, keep the variance of few alike ones from 0.
        variance = (sum((share - mean) ** 2 for share in shares) + 0.5) / (n + 2)
        return self.margin * n * (mean - 0.5 - self.margin / 2) / variance

    def verdict(self, shares: Sequence[float]) -> Verdict | None:
        """The answer; None while it is open."""
        if len(shares) < FEWEST_DEALS:
            return None
        ratio, bound = self.ratio(shares), log((1 - self.error) / self.error)
        if ratio >= bound:
            return "yes"
        return "no" if ratio <= -bound else None


@frozen
class Question:
    """`better>worse`: whether the first player is better than the second."""

    better: str
    worse: str
    test: Test = field(factory=Test)

    @classmethod
    def read(cls, text: str, players: Sequence[str], test: Test | None = None) -> Question:
        """The question in a text; raises `ElfenError` if it does not name two of the players."""
        players = listed("players", players)
        better, sign, worse = "", "", ""
        if isinstance(text, str):
            better, sign, worse = (part.strip() for part in bare_text(text).partition(">"))
        if not sign or better == worse or better not in players or worse not in players:
            hint = f"; write, for example, {players[0]}>{players[-1]}" if players[1:] else ""
            raise ElfenError(f"{brief(text)} asks about no two of the players{hint}")
        return cls(better, worse, test or Test())

    def answer(self, results: Iterable[GameResult]) -> Verdict | None:
        """What the results say; None while that is open."""
        return self.test.verdict(shares(results, self.better, self.worse))


def shares(results: Iterable[GameResult], one: str, other: str) -> list[float]:
    """For each deal in which both sat: the share of meetings that `one` won; a tie is a half."""
    deals: dict[int, list[float]] = {}
    for result in results_in(results):
        deals.setdefault(result.deal, []).extend(won(result, one, other))
    return [fmean(meetings) for _, meetings in sorted(deals.items()) if meetings]


def won(result: GameResult, one: str, other: str) -> list[float]:
    """For each seat of `one` and each of `other`: 1 if the first is ahead, 0.5 for a tie, or 0."""
    seats = list(zip(result.players, result.ranks, strict=True))
    return [
        0.5 if mine == yours else float(mine < yours)
        for name, mine in seats
        if name == one
        for against, yours in seats
        if against == other
    ]
