"""Seats that are equipped on purpose: for every decision, on every heap, with any options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from random import Random
from typing import Any

import pytest
from faults import WELL_BEHAVED, AllowsWhatItDoesNotList, Whistle
from gallery import with_expansion

from elfen import Ruleset, State, compile_ruleset
from elfen.game.saves import states
from elfen.land import HAND, Place
from elfen.plugin import Position
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.agreeing import agreement
from elfen.testing.agreeing.agreement import alike_agreed_on, types_agreed_on
from elfen.testing.agreeing.illegal_moves import near
from elfen.testing.corners import Equipping, Part, beginnings, ways
from elfen.testing.corners.ways import Ways
from elfen.testing.facts import facts
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.equipped import equipped, with_all_kinds
from elfen_gold.pieces import PURSE
from elfen_gold.witches import FEE_FOR_A_FLIGHT, Fly, Flying

PAID = (HAND, PURSE)


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return with_expansion(WELL_BEHAVED)


def test_every_decision_gets_its_share_of_what_is_tried(
    rules: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: Counter[str] = Counter()

    def supplied(equipping: Equipping, state: State, numbers: Random) -> None:
        tried[rules.pending(state).name] += 1  # type: ignore[union-attr]

    monkeypatch.setattr(Equipping, "supplied", supplied)
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    equipped(rules, states, Random(1), 1000, Part(of=10**9))
    assert len(tried) > 3
    assert min(tried.values()) > max(tried.values()) / 2


def test_each_type_is_tried_on_each_heap_that_a_route_may_have() -> None:
    rules = compile_ruleset(expansions=["favor", "gold"])
    games = (play_out(rules, 2, seed) for seed in range(3))
    states = (s for game in games for s, _ in states_of(game) if s.round)
    at_plan = next(s for s in states if getattr(rules.pending(s), "name", "") == "land/plan")
    found: dict[str, set[tuple[str, ...]]] = {}
    tries = (Equipping(rules).on_heaps(at_plan, Random(seed), Part()) for seed in range(8))
    for state, action in chain.from_iterable(tries):
        if rules.check(state, action) is None:
            route = next(v for v in action.values() if v in rules.board.route_number)
            zones = sorted(kind.group.name for kind in rules.position(state).lying(route))
            found.setdefault(action.verb, set()).add(tuple(zones))
    assert {len(heap) for heap in found["place obstacle"]} == {1, 2, 3}
    assert {len(heap) for heap in found["lay"]} >= {1, 2}


def swaps_allowed() -> tuple[int, int]:
    """Of actions at exchanges, how many are allowed; and how many are tried."""
    rules = compile_ruleset(expansions=["gold"])
    games = (play_out(rules, 4, seed) for seed in range(6))
    states = [s for game in games for s, _ in states_of(game)]
    asked = [s for s in states if getattr(rules.pending(s), "name", "") == "gold/swap"]
    equipping, numbers = Equipping(rules), Random(1)
    found = [equipping.supplied(numbers.choice(asked), numbers) for _ in range(100)]
    tried = [one for one in found if one is not None]
    return sum(rules.check(state, action) is None for state, action in tried), len(tried)


def test_a_seat_is_equipped_more_often_as_it_made_an_action_legal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An exchange takes its pieces from two roads; nothing that is declared says so."""
    allowed, tried = swaps_allowed()
    assert tried == 100
    assert allowed > 40
    monkeypatch.setattr(Ways, "learn", lambda *_: None)
    assert swaps_allowed()[0] < allowed - 10


LISTED = Ruleset.legal_actions


def lists_twice_with_short_caravans(rules: Ruleset, state: State) -> list[Any]:
    found = LISTED(rules, state)
    return found * 2 if rules.option("land.caravan") == 2 else found


def tried(name: str, what: str) -> None:
    """Run all trials of a sort without any other expansion."""
    for trial in plan(name).trials:
        if trial.what == what and trial.table.expansions in ((), (name,)):
            trial.run(plan(name).reached())


def test_seats_are_equipped_with_other_options_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ruleset, "legal_actions", lists_twice_with_short_caravans)
    tried("gold", "equipped seats")
    with pytest.raises(LawBroken, match="is listed twice"):
        tried("gold", "seats equipped anywhere")


@pytest.mark.parametrize("most", [1, 4])
def test_a_seat_has_enough_of_what_an_action_does_not_name(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flight takes a witch and three coins, of which its action says nothing."""
    choices = ways._CHOICES
    monkeypatch.setitem(choices, "others", [n for n in choices["others"] if n <= most])
    rules = compile_ruleset(expansions=["gold"], options={"witches": True})
    states = [s for s, _ in states_of(play_out(rules, 2, 1))]
    moving = [s for s in states if getattr(rules.pending(s), "name", "") == "land/move"]
    equipping, numbers = Equipping(rules), Random(1)
    found = [equipping.supplied(numbers.choice(moving), numbers) for _ in range(60)]
    flights = [one for one in found if one is not None and isinstance(one[1], Fly)]
    assert len(flights) > 5
    assert any(rules.check(*one) is None for one in flights) == (most == 4)


def test_what_lies_together_on_a_route_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault: of two alike, one is read. They lie together by a double transport only."""
    read = states._routes

    def each_kind_once(rules: Ruleset, saved: Any, where: str) -> Any:
        return read(rules, {route: tuple(dict.fromkeys(saved[route])) for route in saved}, where)

    rules = compile_ruleset(expansions=["gold"])
    begun = [s for s, _ in states_of(play_out(rules, 2, 1))]
    on_heaps = [partial(equipped, rules, begun, Random(seed), 0, Part()) for seed in range(9)]
    on_heaps[0]()
    monkeypatch.setattr(states, "_routes", each_kind_once)
    with pytest.raises(LawBroken, match=r"saving: .* reading the state again raised SaveError"):
        any(one() for one in on_heaps)


def flies_for_two_coins(flying: Flying, position: Position, seat: int, action: Fly) -> Any:
    """A check that allows what is not listed, if just one coin is missing."""
    reason = CHECK(flying, position, seat, action)
    short = reason is not None and reason.id == "gold/poor-to-fly"
    return None if short and flying.money.held(position, seat) == FEE_FOR_A_FLIGHT - 1 else reason


CHECK = Flying.check


@pytest.mark.parametrize("fewer", [True, False])
def test_what_is_allowed_with_a_piece_too_few_is_found(
    fewer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Flying, "check", flies_for_two_coins)
    monkeypatch.setitem(ways._CHOICES, "others", [3])  # so that who has coins has three
    if not fewer:
        monkeypatch.setattr(Equipping, "lacking", lambda *what: [])
    rules = compile_ruleset(expansions=["gold"], options={"witches": True})
    states = [s for s, _ in states_of(play_out(rules, 2, 1))]
    moving = [s for s in states if getattr(rules.pending(s), "name", "") == "land/move"]
    at_moves = partial(equipped, rules, moving, Random(1), 40, Part(of=10**9))
    with pytest.raises(LawBroken, match=r"fly .* is not listed") if fewer else nullcontext():
        at_moves()


def test_a_piece_of_each_zone_is_missing_from_which_an_action_takes_some() -> None:
    rules = compile_ruleset(expansions=["gold"], options={"witches": True})
    states = [s for s, _ in states_of(play_out(rules, 2, 1))]
    moving = [s for s in states if getattr(rules.pending(s), "name", "") == "land/move"]
    equipping, numbers = Equipping(rules), Random(1)
    found = filter(None, (equipping.supplied(numbers.choice(moving), numbers) for _ in range(60)))
    flights = [one for one in found if isinstance(one[1], Fly) and rules.check(*one) is None]
    lost: set[tuple[int, ...]] = set()
    for state, action in flights:
        fewer = equipping.lacking(state, action, numbers)
        position = rules.position(state)
        zones = [zone.of(rules.pending(state).seat) for zone in PAID]  # type: ignore[union-attr]
        for one in fewer:
            left = rules.position(one)
            lost.add(tuple(position.size(zone) - left.size(zone) for zone in zones))
            assert not rules.validate(one)
    assert lost == {(0, 1), (1, 0)}


def test_other_actions_of_the_type_are_looked_at_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset(expansions=["gold"], options={"gold.witches": True})
    states = [s for seed in range(2) for s, _ in states_of(play_out(rules, 2, seed)) if s.round]
    legal, start = Flying.legal, Fly(rules.board.capital)

    def some(flying: Flying, position: Position, seat: int) -> list[Fly]:
        return [flight for flight in legal(flying, position, seat) if flight != start]

    monkeypatch.setattr(Flying, "legal", some)
    rules = compile_ruleset(expansions=["gold"], options={"gold.witches": True})
    with pytest.raises(LawBroken, match=rf"{start} is not listed .*, but the check allows it"):
        equipped(rules, states, Random(1), 100, Part(of=10**9))


def test_where_an_action_was_made_others_of_its_type_are_looked_at() -> None:
    rules = with_expansion(AllowsWhatItDoesNotList())
    moves = [(s, move) for s, move in states_of(play_out(rules, 2, 1)) if move is not None]
    assert any(isinstance(move, Whistle) for _, move in moves)
    with pytest.raises(LawBroken, match=r"whistle low is not listed .*, but the check allows it"):
        types_agreed_on(rules, moves)


def test_decisions_to_which_no_game_at_random_comes_are_looked_for() -> None:
    rules = compile_ruleset(expansions=["gold"])
    plain, further = Counter[str](), Counter[str]()
    for seed in range(8):
        for found, some in (
            (plain, [*beginnings.at_random(rules, 2, Random(seed))]),
            (further, beginnings.at_every_decision(rules, 2, Random(seed))),
        ):
            found.update({state.agenda[-1].name for state in some})
    assert {*plain} <= {*further}
    assert further["gold/swap"] > plain["gold/swap"]
    assert all(further[name] >= n for name, n in plain.items())


def test_actions_that_differ_in_one_field_are_near() -> None:
    rules = compile_ruleset()
    numbers = Random(1)
    for action in numbers.sample(rules.actions, 50):
        for one in near(rules, action, 4, numbers):
            same = [a == b for a, b in zip(action.values(), one.values(), strict=True)]
            assert (type(one), same.count(False)) == (type(action), 1)
            assert one in facts(rules).domain
    place = rules.parse("place dragon feodor-lapphalya-woods")
    found = {*map(str, near(rules, place, 1_000, numbers))}
    assert "place unicorn feodor-lapphalya-woods" in found
    assert "place dragon beata-elvenhold-plains" in found
    assert "place unicorn beata-elvenhold-plains" not in found


def test_what_is_like_an_action_that_is_listed_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of thousands of actions one is not listed: those like others that are show it sooner."""
    rules = compile_ruleset()
    along = [(state, rules.legal_actions(state)) for state, _ in states_of(play_out(rules, 3, 1))]
    state, listed = next(one for one in along if sum(isinstance(a, Place) for a in one[1]) > 9)
    left_out = next(action for action in listed if isinstance(action, Place))
    monkeypatch.setattr(
        type(rules), "legal_actions", lambda rules, state: [a for a in listed if a != left_out]
    )

    def finds(few: int, seed: int) -> bool:
        monkeypatch.setattr(agreement, "_FEW", few)
        monkeypatch.setattr(agreement, "chooser", lambda state: Random(seed))
        with suppress(LawBroken):
            alike_agreed_on(rules, state, Place, 20)
            return False
        return True

    found = {few: sum(finds(few, seed) for seed in range(40)) for few in (0, 3)}
    assert found[3] > 4 * found[0] + 4


def test_where_a_seat_has_all_kinds_two_pieces_of_a_zone_may_lie_on_a_route() -> None:
    """What takes them in the order of a set, say, is then told by other processes."""
    rules = compile_ruleset(expansions=["gold"])
    states = [state for state, _ in states_of(play_out(rules, 4, seed=1)) if state.round]
    found = with_all_kinds(rules, states, Random(2), 4)
    double = [lying for state in found for lying in _at_the_boot(rules, state) if len(lying) == 3]
    assert len(double) > len(found) // 5  # besides the tile that says so
    assert any(len({*lying}) == 3 for lying in double)


def _at_the_boot(rules: Ruleset, state: State) -> list[Sequence[int]]:
    """What lies on each route that leads from the boot of the seat that decides."""
    boot = state.boots[getattr(state.agenda[-1], "seat", 0)]
    return [state.routes[route] for route, _ in rules.board.legs[boot]]
