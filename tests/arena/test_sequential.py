"""When to stop: the rates of error, on players of known strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, repeat
from math import log
from typing import Any

import pytest
from synthetic import drawn, results

from elfen import ElfenError
from elfen.arena import GameResult, Question, Ratings, Report, Test
from elfen.arena.sequential import shares

NAMES = ("a", "b")


def verdicts(share: float, test: Test, arenas: int = 200, deals: int = 1500) -> Counter[str | None]:
    """How often the test says what, if `a` wins that share of its meetings with `b`."""
    strengths = {"a": log(share / (1 - share)), "b": 0.0}
    return Counter(
        next(filter(None, answers(drawn(strengths, deals, seed, seats=2), test)), None)
        for seed in range(arenas)
    )


def answers(games: Iterator[GameResult], test: Test) -> Iterator[str | None]:
    """What the test says after each deal."""
    row: list[float] = []
    for _, deal in groupby(games, lambda result: result.deal):
        row += shares(deal, *NAMES)
        yield test.verdict(row)


@pytest.mark.parametrize(("share", "wrong"), [(0.5, "yes"), (0.6, "no")])
def test_wrong_answers_are_as_rare_as_promised(share: float, wrong: str) -> None:
    """1 in 20 is promised, so of 200 more than 20 would be a chance of 1 in 1000."""
    found = verdicts(share, Test(margin=0.1), deals=600)
    assert found[wrong] <= 20
    assert found[None] <= 2


def test_a_test_without_patience_is_found_out() -> None:
    """The fault: it answers as soon as the share looks right."""

    class Hasty(Test):
        def verdict(self, shares: object) -> str:  # type: ignore[override]
            assert isinstance(shares, list)
            return "yes" if sum(shares) > len(shares) / 2 else "no"

    assert verdicts(0.5, Hasty(margin=0.1), arenas=60, deals=30)["yes"] > 10


def test_a_clear_difference_is_clear_soon() -> None:
    played = results({"a": 2.0, "b": 0.0}, 40, 1)
    question = Question.read("a > b", NAMES)
    assert question.answer(played) == "yes"
    assert Question.read("b>a", NAMES).answer(played) == "no"


def test_few_deals_decide_nothing() -> None:
    played = results({"a": 9.0, "b": 0.0}, 10, 1)
    assert Question("a", "b").answer(played) is None


@pytest.mark.parametrize("text", ["a", "a>c", "a>a", ">", "a<b"])
def test_a_question_is_about_two_of_the_players(text: str) -> None:
    with pytest.raises(ElfenError, match="a>b"):
        Question.read(text, NAMES)


@pytest.mark.parametrize("text", [None, 1, "a>b"])
def test_a_question_about_what_never_ends_is_refused(text: Any) -> None:
    with pytest.raises(ElfenError, match="players has more than 10000 entries"):
        Question.read(text, repeat("z"))  # type: ignore[arg-type]
    with pytest.raises(ElfenError, match=r"asks about no two of the players$"):
        Question.read(text, [])


def test_results_that_never_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfen.arena.results.MOST_RESULTS", 1000)
    one = results({"a": 9.0, "b": 0.0}, 1, 1)[0]
    for ask in (Question("a", "b").answer, Report, lambda given: Ratings(given, NAMES)):
        with pytest.raises(ElfenError, match="results has more than 1000 entries"):
            ask(repeat(one))
        for wrong in (None, [1], [one, "x"]):
            with pytest.raises(ElfenError, match=r"has to be a list|is no result of a game"):
                ask(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("margin", ["x", None, [], 10**400], ids=["text", "none", "list", "huge"])
def test_a_margin_is_a_number(margin: Any) -> None:
    with pytest.raises(ElfenError, match=r"^margin= has to be a number, not "):
        Test(margin=margin)
    with pytest.raises(ElfenError, match=r"^error= has to be a number, not "):
        Test(error=margin)


@pytest.mark.parametrize("margin", [0.0, 0.5, float("nan")])
def test_a_margin_lies_between_nothing_and_everything(margin: float) -> None:
    with pytest.raises(ElfenError, match="margin"):
        Test(margin)
