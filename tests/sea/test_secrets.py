"""S6: what of bonus counters is secret, in views, logs, events and other worlds."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from elfen import Game, Ruleset, compile_ruleset, determinize
from elfen.declare.events import PiecesMoved, PiecesMovedUnseen
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE
from elfen.plugin import ActionType, Manifest, as_it_is, hookimpl
from elfen.testing import LawBroken, noninterference
from elfen.testing.secrecy.worlds import another
from elfen_sea import (
    BONUS_DRAWN,
    BONUS_HELD,
    BONUS_PILE,
    BONUS_SHOWN,
    KeepBonus,
    KeepBonusHidden,
    TradeBonus,
    TradeBonusHidden,
)
from elfen_sea.bonus import Choosing
from elfen_sea.trading import Trading

from .situations import build, elfensea, game_from, quietly, to_the_end, traveller

OTHERS = pytest.mark.parametrize("seat", [1, 2, None])
STEP = "move full_moon-half_moon-plains dragon"


def holding(kinds: dict[str, int]) -> Builder:
    """Seat 0 is to move, and has these bonus counters."""
    return build(3).at(MOVE, seat=0, round=1).zone(BONUS_HELD.of(0), kinds)


def choosing() -> Game:
    """Seat 0 has drawn four bonus counters, and is to keep two."""
    situation = traveller("half_moon", {"dragon": 2}, players=3)
    return game_from(situation.lay("full_moon-half_moon-plains", "dragon")).play(STEP)


@OTHERS
def test_s6_bonus_counters_are_secret_and_their_number_is_public(seat: int | None) -> None:
    one = game_from(holding({"raft": 2, "dragon": 1})).view(seat)
    assert one.holding(BONUS_HELD, 0).pieces is None
    assert one.holding(BONUS_HELD, 0).size == 3
    assert one.holding(BONUS_PILE).pieces is None
    assert one.holding(BONUS_PILE).size == 57
    other = game_from(holding({"whale": 3})).view(seat)
    assert one == other
    assert one.to_json() == other.to_json()
    assert repr(one) == repr(other)
    assert str(one) == str(other)


def test_s6_one_sees_one_s_own() -> None:
    assert game_from(holding({"raft": 2})).view(0).counts(BONUS_HELD) == {"raft": 2}
    drawn = choosing().view(0).holding(BONUS_DRAWN).pieces
    assert drawn is not None
    assert len(drawn) == 4


@OTHERS
def test_s6_what_is_drawn_and_kept_is_secret(seat: int | None) -> None:
    game = choosing()
    seen = game.view(seat)
    assert seen.holding(BONUS_DRAWN, 0).pieces is None
    assert seen.legal_actions == ()
    views = {game.play(action).view(seat).to_json() for action in game.legal_actions}
    assert len(game.legal_actions) > 1
    assert len(views) == 1


@OTHERS
def test_s6_a_trade_is_told_but_not_which_kind_went_back(seat: int | None) -> None:
    rules = elfensea()
    game = game_from(holding({"raft": 1, "unicorn": 1}))
    states = [rules.apply(game.state, TradeBonus(kind)) for kind in ("raft", "unicorn")]
    one, other = (rules.observe(state, seat) for state in states)
    assert one == other
    log = game.play("trade bonus raft").view(seat).log
    assert [str(entry) for entry in log if "trade" in str(entry)]
    assert not any("raft" in str(entry) for entry in log)
    mine = game.play("trade bonus raft").view(0).log
    assert any("trade bonus raft" in str(entry) for entry in mine)


def test_s6_actions_have_a_public_form_that_says_nothing_of_kinds() -> None:
    public = {owned.entry.type: owned.entry.public for owned in elfensea().action_types}
    for action in elfensea().actions:
        if isinstance(action, TradeBonus):
            assert public[TradeBonus](action) == TradeBonusHidden()
        elif isinstance(action, KeepBonus):
            assert public[KeepBonus](action) == KeepBonusHidden()


@OTHERS
def test_s6_events_do_not_tell_the_kinds_to_others(seat: int | None) -> None:
    rules, game = elfensea(), choosing()
    traced = rules.trace(game.state, game.legal_actions[0])
    own = rules.sight.events(traced.events, 0)
    assert sum(isinstance(event, PiecesMoved) for event in own) == 2
    seen = rules.sight.events(traced.events, seat)
    assert [type(event) for event in seen] == [PiecesMovedUnseen, PiecesMovedUnseen]
    trade = rules.trace(game_from(holding({"raft": 1})).state, TradeBonus("raft"))
    assert not any("raft" in repr(event) for event in rules.sight.events(trade.events, seat))


@OTHERS
def test_s6_in_other_worlds_the_kinds_are_others(seat: int | None) -> None:
    rules, numbers = elfensea(), random.Random(1)
    state = holding({"raft": 2}).state()
    found: Counter[str] = Counter()
    for _ in range(40):
        world = another(rules, state, seat, numbers)
        assert rules.observe(world, seat) == rules.observe(state, seat)
        found.update(rules.position(world).counts(BONUS_HELD.of(0)))
    assert len(found) == 6


@pytest.mark.parametrize("seat", [0, 1])
def test_s6_determinized_states_leave_seen_counters_and_shuffle_the_others(seat: int) -> None:
    rules, numbers = elfensea(), random.Random(2)
    view = game_from(holding({"raft": 2, "whale": 1})).view(seat)
    found: Counter[str] = Counter()
    for _ in range(30):
        state = determinize(view, numbers)
        assert rules.validate(state) == ()
        assert rules.observe(state, seat) == view.observation
        found.update(rules.position(state).counts(BONUS_HELD.of(0)))
    assert set(found) == {"raft", "whale"} if seat == 0 else len(found) == 6


def test_s6_who_put_counters_back_knows_that_they_are_in_the_pile() -> None:
    game, numbers = choosing(), random.Random(3)
    before = game.position.counts(BONUS_DRAWN.of(0))
    after = game.play(game.legal_actions[0])
    rules = elfensea()
    for _ in range(20):
        position = rules.position(determinize(after.view(0), numbers))
        for kind, n in before.items():
            assert (
                position.counts(BONUS_PILE)[kind] + position.counts(BONUS_HELD.of(0)).get(kind, 0)
                >= n
            )


def test_s6_the_owner_s_own_are_the_same_in_all_worlds() -> None:
    rules, numbers = elfensea(), random.Random(1)
    state = holding({"raft": 2}).zone(HAND.of(1), {"whale": 3}).state()
    for _ in range(10):
        world = rules.position(another(rules, state, 0, numbers))
        assert world.counts(BONUS_HELD.of(0)) == {"raft": 2}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_s6_nothing_that_is_seen_depends_on_the_secret(seat: int | None) -> None:
    rules = elfensea()
    noninterference(rules, choosing().state)
    noninterference(rules, holding({"raft": 1, "unicorn": 2}).state())
    assert rules.observe(choosing().state, seat) is not None


@OTHERS
def test_s7_bonus_counters_are_revealed_when_they_score(seat: int | None) -> None:
    game = to_the_end(game_from(holding({"raft": 2}).round(4)))
    assert game.is_over
    assert game.view(seat).counts(BONUS_SHOWN, 0) == {"raft": 2}
    assert game.position.size(BONUS_HELD.of(0)) == 0


def test_s7_they_are_not_revealed_before() -> None:
    game = game_from(holding({"raft": 2}))
    while game.state.round < 3:
        game = quietly(game)
    assert game.position.size(BONUS_SHOWN.of(0)) == 0
    assert game.position.counts(BONUS_HELD.of(0)) == {"raft": 2}


@pytest.mark.parametrize("leak", ["trade", "keep"])
def test_the_law_notices_if_a_kind_is_told(leak: str) -> None:
    def told(rules: Ruleset) -> list[ActionType[Any]]:
        entry = Trading(rules).type() if leak == "trade" else Choosing(rules).type()
        name = entry.name.replace("sea/", "leak/")
        return [evolve(entry, name=name, replaces=entry.name, public=as_it_is)]

    manifest = Manifest("leak", rules_version=1, api=1, help="A leak.", requires=("land", "sea"))
    plugin = SimpleNamespace(
        elfen_manifest=hookimpl(lambda: manifest), elfen_actions=hookimpl(told)
    )
    leaking = compile_ruleset(expansions=["sea", plugin])
    held = holding({"raft": 1, "unicorn": 1}).state()
    secret = held if leak == "trade" else choosing().state
    noninterference(elfensea(), secret)
    with pytest.raises(LawBroken):
        noninterference(leaking, secret)
