"""Where little is unknown, worlds have exactly the odds they should."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from elfen import compile_ruleset
from elfen.knowledge import OneDraw, OneProposal, Sampler, Unknown, all_odds
from elfen.testing import LawBroken
from elfen.testing.secrecy.small_worlds import by_hand, small_worlds
from testing.in_the_core import blamed, in_place_of

#: One card in each of two hands was there before another kind was mixed in; one hand shows a card.
TWO_HANDS = Unknown(
    free=(1, 1, 1),
    pieces=(1, 2),
    older=(2, 0),
    fresh=(0, 2),
    old=(0, 1, 1),
    shown=((0, 0), (1, 0), (0, 0)),
)


def never_refused(self: Any, shown: Any, rng: Any) -> Any:
    """Whatever can be is accepted."""
    self._keeping = lambda z, old: int(_KEEPING(self, z, old) > 0)
    self._top = dict.fromkeys(self._top, 1)
    return _SPREAD_OUT(self, shown, rng)


def without_orders(self: Any) -> None:
    """All totals are as likely."""
    _WEIGH(self)
    self._sums, self._top = [*range(1, len(self._sums) + 1)], self._top


_SPREAD_OUT: Callable[..., Any] = Sampler._spread_out
_KEEPING: Callable[..., Any] = Sampler._keeping
_WEIGH: Callable[..., Any] = Sampler._weigh


def test_a_small_case_is_counted_by_hand_and_by_all_answers() -> None:
    odds = by_hand(TWO_HANDS)
    assert sum(odds.values()) == 1
    assert all_odds(OneProposal(TWO_HANDS).sample) == odds
    assert all_odds(OneDraw(TWO_HANDS).sample) == odds
    # The hand that showed an old card got it before; the other still has one, and the rest is new.
    assert [one.now for one in odds] == [((0, 1), (0, 1), (1, 0))]


def test_right_worlds_are_not_accused() -> None:
    small_worlds(Random(1), 200)


@pytest.mark.parametrize(
    ("name", "wrong"), [("_spread_out", never_refused), ("_weigh", without_orders)]
)
def test_worlds_that_are_off_a_little_are_found(
    name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sampler, name, in_place_of(getattr(Sampler, name), wrong))
    with pytest.raises(LawBroken, match=r"has probability .*, but .* when it is") as caught:
        small_worlds(Random(1), 200)
    assert caught.value.law == "sampling"
    assert f"Sampler.{name}" in blamed(caught.value, compile_ruleset())


def test_a_sampler_that_uses_up_what_it_has_worked_out_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Sampler.sample

    def sample(self: Any, rng: Random) -> Any:
        made = right(self, rng)
        self._old[-1] = max(0, self._old[-1] - 1)
        return made

    monkeypatch.setattr(Sampler, "sample", in_place_of(right, sample))
    with pytest.raises(LawBroken, match="if some were sampled before by others") as caught:
        small_worlds(Random(1), 200)
    assert blamed(caught.value, compile_ruleset()) == ["Sampler.sample"]
