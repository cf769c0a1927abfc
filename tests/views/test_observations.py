"""What an observation shows, to whom, and in which forms."""

from __future__ import annotations

import json
import pickle
import random
from types import FunctionType, MethodType
from typing import Any

import attrs
import pytest

from elfen import (
    ElfenError,
    Game,
    IllegalAction,
    Observation,
    PositionError,
    Ruleset,
    View,
    compile_ruleset,
)
from elfen.land import HAND, OPEN, PILE, SECRET
from elfen.plugin import PUBLIC, Manifest, SeatZone, Slot, hookimpl
from elfen.testing import check_game, check_rules, play_out
from elfen.testing.secrecy.worlds import another

from . import dreams

RULES = compile_ruleset(expansions=[dreams])


def played(decisions: int, seed: int = 3, players: int = 3) -> Game:
    numbers = random.Random(seed)
    game = RULES.new_game(players, seed)
    for _ in range(decisions):
        game = game.play(numbers.choice(game.legal_actions))
    return game


GAME = played(20)
EVERYONE = pytest.mark.parametrize("seat", [0, 1, 2, None])


@EVERYONE
def test_a_zone_is_seen_by_those_who_may_and_its_size_by_all(seat: int | None) -> None:
    seen = GAME.view(seat)
    for whose in range(3):
        hand = GAME.position.counts(HAND.of(whose))
        assert seen.holding(HAND, whose).size == sum(hand.values())
        assert seen.counts(HAND, whose) == (hand if whose == seat else {})
        assert seen.holding(dreams.DRAWER, whose).pieces is None
    assert seen.holding(PILE).pieces is None
    assert seen.counts(OPEN) == GAME.position.counts(OPEN)


@EVERYONE
def test_a_field_of_a_slot_is_seen_by_those_who_may(seat: int | None) -> None:
    mind = GAME.position.ext[dreams.MIND]
    expected: dict[str, Any] = {"beats": mind.beats}
    if seat is not None:
        expected["dreams"] = mind.dreams[seat]
    assert GAME.view(seat).slot("dreams") == expected


@EVERYONE
def test_a_view_is_an_observation_with_a_log_and_choices(seat: int | None) -> None:
    view = GAME.view(seat)
    assert isinstance(view, Observation)
    assert view.observation == RULES.observe(GAME.state, seat)
    assert view != view.observation
    assert bool(view.legal_actions) == (seat == GAME.seat)
    if seat == GAME.seat:
        assert view.legal_actions == GAME.legal_actions


def test_whose_zone_is_asked_for_is_ones_own_unless_it_is_said() -> None:
    view = GAME.view(1)
    assert view.holding(SECRET) == view.holding(SECRET, 1)
    assert view.holding(SECRET, 0).seat == 0
    with pytest.raises(PositionError, match="land/secret is a zone of seats: say which"):
        GAME.view(None).holding(SECRET)
    with pytest.raises(PositionError, match="say which, from 0 on"):
        view.holding(SECRET, 3)
    other = SeatZone("odd/zone", holds=HAND.holds, visibility=PUBLIC)
    with pytest.raises(PositionError, match="no zone 'odd/zone'"):
        view.holding(other)
    with pytest.raises(PositionError, match="no slot 'odd'"):
        view.slot("odd")


@pytest.mark.parametrize("seat", [3, -1, "0", True, 1.0])
def test_who_does_not_play_sees_nothing(seat: Any) -> None:
    for ask in (GAME.view, lambda seat: RULES.observe(GAME.state, seat)):
        with pytest.raises(PositionError, match=r"there is no seat .*: 3 play, 0 to 2"):
            ask(seat)


@EVERYONE
def test_a_view_is_a_value(seat: int | None) -> None:
    view, again = GAME.view(seat), played(20).view(seat)
    assert view == again
    assert hash(view) == hash(again)
    assert len({view, again, view.observation}) == 2
    assert repr(view) == repr(again)
    assert str(view) == str(again)
    assert view.to_json() == again.to_json()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.round = 9  # type: ignore[misc]
    thawed = pickle.loads(pickle.dumps(view))
    assert thawed == view
    assert thawed.rules.fingerprint == RULES.fingerprint


@EVERYONE
def test_its_json_has_all_of_it_and_nothing_else(seat: int | None) -> None:
    view = GAME.view(seat)
    data = json.loads(view.to_json())
    assert data == view.to_data()
    assert data["seat"] == seat
    assert data["pending"] == {"decide": "land/plan", "seat": GAME.seat, "data": [0]}
    assert data["agenda"][-1] == data["pending"]
    assert data["slots"]["dreams"] == view.slot("dreams")
    assert data["legal_actions"] == [str(action) for action in view.legal_actions]
    assert [RULES.notation.seen(line["move"]) for line in data["log"]] == [
        entry.move for entry in view.log
    ]
    hands = [h for h in data["holdings"] if h["zone"] == HAND.name]
    assert [h["pieces"] is None for h in hands] == [whose != seat for whose in range(3)]
    assert "log" not in view.observation.to_data()


def test_who_asks_out_of_turn_learns_nothing_by_it() -> None:
    numbers = random.Random(2)
    seat = GAME.seat
    assert seat is not None
    others = [RULES.game_from(another(RULES, GAME.state, None, numbers)) for _ in range(3)]
    for action in GAME.legal_actions[:5]:
        told = set()
        for game in (GAME, *others):
            with pytest.raises(IllegalAction) as caught:
                game.play(action, seat=(seat + 1) % 3)
            told.add((str(caught.value), caught.value.reason, repr(caught.value)))
        assert len(told) == 1


def test_it_is_short_as_a_repr_and_readable_as_a_text() -> None:
    view = GAME.view(GAME.seat)
    assert len(repr(view)) < 100
    assert repr(view).startswith(f"<View of seat {GAME.seat}: 3 players, round 1, land/")
    assert repr(RULES.observe(GAME.state, None)).startswith("<Observation of the public: 3 players")
    told = str(view).splitlines()
    assert told[0].startswith(f"Round 1 as seat {GAME.seat} may see it. Seat {GAME.seat} decides:")
    assert [line.partition(":")[0] for line in told[1:5]] == ["seat 0", "seat 1", "seat 2", "table"]
    for seat in range(3):
        town = RULES.board.town(view.towns[seat]).name
        assert told[1 + seat].startswith(f"seat {seat}: {town}; ")
    held = str(view.holding(HAND).pieces)
    assert held in told[1 + view.seat]  # type: ignore[operator]
    assert f"{len(view.legal_actions)} legal actions" in told[-1]
    assert str(view.log[-1]) in told


def everything_within(value: object) -> dict[str, type]:
    """The types, by name, of all that can be reached by fields, and by items of containers.

    Rulesets are left out: they are the same for everyone, whatever is played by them.
    """
    found: dict[int, object] = {}
    left = [value]
    while left:
        one = left.pop()
        if id(one) in found or isinstance(one, (Ruleset, str, int, type, type(None))):
            continue
        found[id(one)] = one
        if isinstance(one, dict):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, (tuple, list, set, frozenset)):
            left += list(one)
        left += list(getattr(one, "__dict__", {}).values())
        for cls in type(one).__mro__:
            slots = cls.__dict__.get("__slots__", ())
            names = (slots,) if isinstance(slots, str) else slots
            left += [getattr(one, name) for name in names if hasattr(one, name)]
    return {type(one).__name__: type(one) for one in found.values()}


@EVERYONE
def test_neither_game_nor_state_nor_dealer_can_be_reached_from_a_view(seat: int | None) -> None:
    secret = {"Game", "Page", "State", "Ext", "Mind", "Dealer", "Entry", "Table", "StatePosition"}
    view = GAME.view(seat)
    for _ in range(2):  # before and after it has been read
        found = everything_within(view)
        assert secret.isdisjoint(found)
        assert not any(issubclass(cls, (FunctionType, MethodType)) for cls in found.values())
        str(view), view.to_json(), hash(view), view.scores
    assert {"Log", "Holding", "Known", "SeenTable", "Recalled"} <= set(found)
    assert {"Page", "State", "Ext", "Mind", "Dealer"} <= set(everything_within(GAME))


def test_no_digest_seed_or_fingerprint_is_in_it() -> None:
    game = RULES.new_game(3, "a very long and secret seed")
    digest = game._dealer.seed
    for seat in (0, 1, 2, None):
        for told in (repr(game.view(seat)), str(game.view(seat)), game.view(seat).to_json()):
            assert "secret seed" not in told
            assert repr(digest) not in told
            assert RULES.fingerprint not in told


class Unwritable:
    """A slot whose value has no form in JSON."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("odd", rules_version=1, api=1, requires=("land",), help="Odd.")

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("odd", complex, start=lambda players: 1j, visibility=PUBLIC)]


def test_a_slot_without_a_form_in_json_is_named() -> None:
    view = compile_ruleset(expansions=[Unwritable()]).new_game(2, 1).view(0)
    with pytest.raises(ElfenError, match=r"slot 'odd' has 1j, which has no form in JSON; use"):
        view.to_json()


def test_the_dreams_keep_all_laws() -> None:
    check_rules(RULES)
    for seed in (1, 2):
        check_game(play_out(RULES, 3, seed), every=4)


def test_views_of_other_rules_types_are_told_apart() -> None:
    assert type(GAME.view(0)) is View
    assert type(RULES.observe(GAME.state, 0)) is Observation


def test_a_seat_that_does_not_decide_hears_no_reason_but_that() -> None:
    game = RULES.new_game(3, seed=4)
    other = (game.seat or 0) + 1
    reasons = {
        str(game.check(action, seat=other))
        for action in (*game.legal_actions, "place dragon usselen-wylhien-plains", "stop")
    }
    assert reasons == {f"it is not seat {other}'s turn: seat {game.seat} decides"}
    assert game.check(game.legal_actions[0], seat=game.seat) is None
