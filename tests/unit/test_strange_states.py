"""Rules that are asked about what is no state of theirs say so."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from elfen import Dealer, ElfenError, PositionError, Ruleset, compile_ruleset
from elfen.kernel import kernel
from elfen.land import DrawBlind
from elfen.views import everything

RULES = compile_ruleset()
STATE = RULES.new_game(2, seed=1).state
OTHER = compile_ruleset(expansions=["gold"]).new_game(2, seed=1).state

ASKED: dict[str, Callable[[Ruleset, Any], object]] = {
    "legal_actions": lambda rules, state: rules.legal_actions(state),
    "sample_action": lambda rules, state: rules.sample_action(state, Random(1)),
    "check": lambda rules, state: rules.check(state, DrawBlind()),
    "apply": lambda rules, state: rules.apply(state, DrawBlind()),
    "advance": lambda rules, state: rules.advance(state, DrawBlind()),
    "play": lambda rules, state: rules.play(state, DrawBlind(), Dealer.seeded(1)),
    "deal": lambda rules, state: rules.deal(state, Dealer.seeded(1)),
    "trace": lambda rules, state: rules.trace(state, DrawBlind()),
    "outcomes": lambda rules, state: rules.outcomes(state),
    "sample": lambda rules, state: rules.sample(state, Dealer.seeded(1)),
    "results": lambda rules, state: rules.results(state),
    "standings": lambda rules, state: rules.standings(state),
    "observe": lambda rules, state: rules.observe(state, 0),
    "pending": lambda rules, state: rules.pending(state),
    "position": lambda rules, state: rules.position(state),
    "everything": everything,
}
SOME = ("legal_actions", "sample_action", "check", "apply", "trace", "everything")


@pytest.mark.parametrize(
    "what", [None, 5, [], RULES.new_game(2, seed=1)], ids=["None", "5", "[]", "a game"]
)
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_what_is_no_state_is_refused_as_such(ask: Callable[..., object], what: object) -> None:
    with pytest.raises(PositionError, match="is no State; give one") as caught:
        ask(RULES, what)
    assert isinstance(caught.value.__cause__, AttributeError)


@pytest.mark.parametrize("name", SOME)
def test_a_state_of_other_rules_is_refused_with_what_is_wrong_in_it(name: str) -> None:
    with pytest.raises(PositionError, match=r"about that: \d+ zones instead of \d+$"):
        ASKED[name](RULES, OTHER)


def test_what_is_no_move_is_told_as_such() -> None:
    for state in (STATE, OTHER, None):
        with pytest.raises(ElfenError, match=r"^5 is no action and no outcome of these rules$"):
            RULES.advance(state, 5)  # type: ignore[arg-type]


def test_another_error_about_a_sound_state_goes_on_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fault(*_: object) -> None:
        raise KeyError("a fault of elfen")

    monkeypatch.setattr(kernel, "open_position", fault)
    with pytest.raises(KeyError, match="a fault of elfen"):
        RULES.outcomes(RULES.start(2))
