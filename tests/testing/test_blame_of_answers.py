"""Faults of the core itself in what it answers, fills in, explains and adds up."""

from __future__ import annotations

from collections import Counter
from functools import partial
from operator import add
from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import Game, Ruleset, State, compile_ruleset
from elfen.declare import Line, Need, Price, costs
from elfen.game import undoing
from elfen.kernel.builder import Builder
from elfen.kernel.compiled_rules import CompiledRules
from elfen.land import DRAW, HAND, MOVE, Move
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.agreeing.pricing import prices_explained
from elfen.testing.law_broken import AGREEMENT, NONINTERFERENCE
from elfen.testing.progress import in_time
from elfen.testing.repeating.supposing import supposed_unchanged
from elfen.testing.secrecy.worlds import another
from elfen.testing.suite.quick_games import check_quickly
from elfen.views import unseen, visibility

from .in_the_core import asks, blamed, in_place_of

SECRETIVE = compile_ruleset("rio-grande", options={"counters_kept": 2, "counters_secret": 2})


def test_who_says_what_may_be_taken_back_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [play_out(compile_ruleset(), 3, seed) for seed in range(3)]
    monkeypatch.setattr(undoing, "_why_not", in_place_of(undoing._why_not, _nothing_against_it))
    with pytest.raises(LawBroken, match=r"what seat . may take back") as caught:
        any(map(check_quickly, games))
    assert [place.function for place in caught.value.places] == [
        "undoable",
        "Game.undoable",
        "_why_not",
    ]


def _nothing_against_it(game: Game, seat: int) -> None:
    return None


def test_who_fills_in_an_impossible_past_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = unseen._Last.mixing

    def mixing(self: Any, *given: Any) -> Any:
        found = right(self, *given)
        then = [tuple(n + 1 for n in counts) for counts in found.then]
        return type(found)(found.pool, found.fresh, tuple(then), found.known, found.given)

    game = play_out(SECRETIVE, 3, 1)
    state = game.at(game.steps // 2).state
    monkeypatch.setattr(unseen._Last, "mixing", in_place_of(right, mixing))
    with pytest.raises(LawBroken, match="led to an impossible world: ledger") as caught:
        another(SECRETIVE, state, 0, Random(1))
    assert caught.value.law == NONINTERFERENCE
    assert blamed(caught.value, SECRETIVE)[0] == "_Last.mixing"


def test_who_forgets_what_is_known_where_nothing_is_changed_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Builder.draft

    def draft(self: Any) -> State:
        state = right(self)
        return evolve(state, ledger=self._rules.knowledge.blank(state.zones))

    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 2, 1))][::6]
    supposed_unchanged(rules, states)
    monkeypatch.setattr(Builder, "draft", in_place_of(right, draft))
    with pytest.raises(LawBroken, match="built from the state, with nothing changed, is") as caught:
        supposed_unchanged(rules, states)
    assert blamed(caught.value, rules)[0] == "Builder.draft"


def test_who_fills_in_a_past_of_another_size_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The world is possible, but it does not look to the seat as this one does."""
    right = unseen.dealt

    def dealt(pool: Any, sizes: Any, rng: Any) -> Any:
        *hands, one, other, rest = right(pool, sizes, rng)
        return [*hands, tuple(map(add, one, other)), tuple([0 for _ in other]), rest]

    rules = compile_ruleset(expansions=["sea"])
    states = [state for state, _ in states_of(play_out(rules, 3, 1))]
    worlds = partial(any, (another(rules, state, 2, Random(1)) is None for state in states))
    monkeypatch.setattr(unseen, "dealt", in_place_of(right, dealt))
    with pytest.raises(LawBroken, match=r"a world in which it would see .*, and not ") as caught:
        worlds()
    assert caught.value.law == NONINTERFERENCE
    assert "dealt" in blamed(caught.value, rules)


def test_who_takes_an_impossible_past_for_what_is_not_known_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = unseen._Last.__init__

    def init(self: Any, *given: Any) -> None:
        right(self, *given)
        self._old = tuple(n + 1 for n in self._old)

    game = play_out(SECRETIVE, 3, 1)
    state = game.at(game.steps // 2).state
    monkeypatch.setattr(unseen._Last, "__init__", in_place_of(right, init))
    with pytest.raises(LawBroken, match="filling in what seat 0 does not see raised") as caught:
        another(SECRETIVE, state, 0, Random(1))
    assert {"_Last.unknown", "_Last.__init__"} <= {*blamed(caught.value, SECRETIVE)}


def test_who_gives_that_of_which_a_page_of_the_log_is_made_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = visibility.Sight.told

    def told(self: Any, chances: Any, outcomes: Any) -> Any:
        public, more = right(self, chances, outcomes)
        return (outcomes if len(more) == 1 else public), more

    monkeypatch.setattr(visibility.Sight, "told", in_place_of(right, told))
    rules = compile_ruleset(expansions=["sea"])
    games = [play_out(rules, 2, seed) for seed in range(3)]
    with pytest.raises(LawBroken, match="is all that it may see") as caught:
        any(map(check_quickly, games))
    assert [one.function for one in caught.value.places][:2] == ["seen_page", "Sight.told"]


def test_who_explains_a_price_wrongly_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset(expansions=["gold"])

    def _surcharged(price: Price, term: Any, extra: int) -> Price:
        line = Line(term.name, term.text, extra + 1, term.tag)
        return Price(price.more(extra).needs, (*price.lines, line))

    prices_explained(rules, Random(1))
    monkeypatch.setattr(costs, "_surcharged", in_place_of(costs._surcharged, _surcharged))
    fresh = compile_ruleset(expansions=["gold"])
    with pytest.raises(LawBroken, match="its lines do not add up") as caught:
        prices_explained(fresh, Random(1))
    assert blamed(caught.value, fresh)[0] == "_surcharged"


def test_what_the_list_asks_of_the_core_is_looked_at_after_what_the_checkasks() -> None:
    rules = compile_ruleset()
    moving = (state for state, _ in states_of(play_out(rules, 2, 1)) if asks(state, MOVE))
    state = next(state for state in moving if isinstance(rules.legal_actions(state)[0], Move))
    item: Any = state.agenda[-1]
    payments = rules.payment_table((Need(HAND, 1, ("dragon",)),))
    broken = LawBroken(
        AGREEMENT,
        "a move is not listed, but the check allows it",
        "action 'land/move', plugin 'land'",
        runs=(
            partial(rules.check, state, rules.legal_actions(state)[0]),
            partial(payments.affordable, state.zones, item.seat),
        ),
    )
    assert blamed(broken, rules) == [
        "Moving.check_move",
        "Payment.affordable",
        "PaymentTable.affordable",
    ]


def test_a_bound_that_leaves_out_what_is_declared_is_the_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Elfensea a trade asks again what was asked, as its type declares."""

    def at_most(self: Any, decision: str, players: int) -> int:
        owned = next(one for one in self.decisions if one.entry.name == decision)
        bound: int = owned.entry.at_most(self, players)
        return bound

    rules = compile_ruleset(expansions=["sea"])
    asked = Counter({DRAW: rules.at_most(DRAW, 2)})
    in_time(rules, 2, asked)
    monkeypatch.setattr(Ruleset, "at_most", in_place_of(CompiledRules.at_most, at_most))
    with pytest.raises(LawBroken, match=r"at most in a game of 2, but what is declared") as caught:
        in_time(rules, 2, asked)
    assert "CompiledRules.at_most" in blamed(caught.value, rules)
