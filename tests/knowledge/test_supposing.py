"""What if: a state with something changed is sound, and nobody knows more than is true."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfen import PositionError, Ruleset, State, compile_ruleset, determinize
from elfen.declare import TableZone
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE, OBSTACLES, PILE, PLAYED, SHOWN, STACK
from elfen.testing import check_state, play_out, states_of
from elfen.testing.strategies import states
from probes import bandits

ROAD = "feodor-lapphalya-woods"


@cache
def elfenland(*expansions: str) -> Ruleset:
    return compile_ruleset(expansions=expansions)


@cache
def in_the_second_round() -> State:
    """A state of a game with cards that are known and a mixing that is remembered."""
    rules = elfenland()
    game = rules.new_game(3, seed=4)
    numbers = Random(1)
    while game.state.round < 2 or game.pending.name != MOVE:  # type: ignore[union-attr]
        game = game.play(numbers.choice(game.legal_actions))
    return game.state


def known_is_true(rules: Ruleset, state: State) -> bool:
    """Whether all that is known to lie in a zone does."""
    return all(
        known is None or all(a <= b for a, b in zip(known, counts, strict=True))
        for known, counts in zip(state.ledger.known, state.zones, strict=True)
    )


def test_nothing_changed_is_the_same_state() -> None:
    state = in_the_second_round()
    assert any(mixing for mixing in state.ledger.mixings)
    assert elfenland().supposing(state).state() == state


def test_what_one_seat_alone_knows_is_still_known_if_nothing_lies_elsewhere() -> None:
    rules = compile_ruleset(expansions=[bandits])
    game = play_out(rules, 2, 1)
    state = next(state for state, _ in states_of(game) if state.ledger.alone)
    one = state.ledger.alone[0]
    zone, _ = rules.layout.zone_at(one.zone)
    assert isinstance(zone, TableZone)
    assert rules.supposing(state).state() == state
    assert rules.supposing(state).boot(0, "feodor").state().ledger.alone == state.ledger.alone
    assert rules.supposing(state).zone(zone, {}).state().ledger.alone == ()


def test_boots_routes_and_hands_can_be_otherwise() -> None:
    rules, state = elfenland(), in_the_second_round()
    build = rules.supposing(state).boot(0, "feodor").route(ROAD, "dragon")
    build = build.zone(PLAYED, {}).zone(HAND.of(0), {"dragon": 2})
    what_if = rules.position(build.state())
    assert (what_if.town(0), what_if.counts(HAND.of(0))) == ("feodor", {"dragon": 2})
    assert [kind.id for kind in what_if.lying(ROAD)] == ["dragon"]
    assert what_if.agenda == state.agenda
    assert what_if.counts(HAND.of(1)) == rules.position(state).counts(HAND.of(1))
    check_state(rules, build.state())


def test_the_state_itself_is_not_changed() -> None:
    rules, state = elfenland(), in_the_second_round()
    boots = state.boots
    rules.supposing(state).boot(0, "feodor").zone(PLAYED, {}).draft()
    assert state.boots == boots
    assert rules.validate(state) == ()


def test_a_route_holds_exactly_what_is_said() -> None:
    rules = elfenland()
    state = rules.build(players=2).lay(ROAD, "dragon", "obstacle").state()
    bare = rules.supposing(state).route(ROAD).state()
    assert rules.position(bare).lying(ROAD) == ()
    assert rules.position(bare).counts(OBSTACLES.of(0)) == {"obstacle": 1}
    other = rules.supposing(state).route(ROAD, "unicorn").state()
    assert [kind.id for kind in rules.position(other).lying(ROAD)] == ["unicorn"]


def test_what_is_known_stays_known_as_far_as_it_holds() -> None:
    rules = elfenland()
    build = rules.build(players=2).at(MOVE, seat=0).zone(HAND.of(1), {"raft": 3, "dragon": 1})
    state = build.known(HAND.of(1), {"raft": 2}).state()
    less = rules.supposing(state).zone(HAND.of(1), {"raft": 1}).state()
    assert str(rules.observe(less, 0).known.there[0].pieces) == "raft"
    none = rules.supposing(state).zone(HAND.of(1), {"dragon": 4}).state()
    assert rules.observe(none, 0).known.there == ()
    same = rules.supposing(state).boot(1, "virst").state()
    assert same.ledger == state.ledger
    more = rules.supposing(state).known(HAND.of(1), {"raft": 3}).state()
    assert str(rules.observe(more, 0).known.there[0].pieces) == "raft*3"


def test_counters_do_not_touch_what_is_known_of_cards() -> None:
    rules, state = elfenland(), in_the_second_round()
    changed = rules.supposing(state).route(ROAD, "dragon").state()
    cards = rules.knowledge.family_of(rules.layout.index(STACK))
    counters = rules.knowledge.family_of(rules.layout.index(PILE))
    assert cards is not None
    assert counters is not None
    assert changed.ledger.mixings[cards.number] == state.ledger.mixings[cards.number]
    assert changed.ledger.mixings[counters.number] is None


def test_a_ledger_that_is_kept_as_it_was_would_be_unsound() -> None:
    """The fault that the ledger of a supposed state is there to avoid."""
    rules = elfenland()
    build = rules.build(players=2).at(MOVE, seat=0).zone(HAND.of(1), {"raft": 3})
    state = build.known(HAND.of(1), {"raft": 2}).state()
    changed = rules.supposing(state).zone(HAND.of(1), {}).state()
    careless = State(
        changed.zones,
        changed.boots,
        changed.visited,
        changed.routes,
        changed.round,
        changed.agenda,
        changed.ext,
        state.ledger,
    )
    assert not known_is_true(rules, careless)
    assert any("ledger" in wrong for wrong in rules.validate(careless))


def test_pieces_are_not_conjured_up() -> None:
    build = elfenland().supposing(in_the_second_round())
    with pytest.raises(PositionError, match="more dragon wanted"):
        build.zone(HAND.of(0), {"dragon": 11})


def test_what_is_wrong_is_said() -> None:
    rules = elfenland()
    build = rules.supposing(rules.start(2)).lay(ROAD, "dragon", "unicorn")
    with pytest.raises(PositionError, match="at most 1"):
        build.state()


def test_a_position_has_no_ledger_and_nothing_is_known() -> None:
    rules, state = elfenland(), in_the_second_round()
    what_if = rules.supposing(rules.position(state)).boot(0, "feodor").state()
    assert what_if.zones == state.zones
    assert not any(what_if.ledger.mixings)


def test_a_seat_supposes_without_a_secret() -> None:
    rules, state = elfenland(), in_the_second_round()
    view = rules.observe(state, 1)
    other = determinize(view, Random(7))
    assert other.zones != state.zones
    twin = rules.observe(other, 1)
    for seen in (view, twin):
        what_if = seen.supposing().boot(1, "feodor").state()
        assert what_if == view.supposing().boot(1, "feodor").state()
        assert rules.observe(what_if, 1).holding(HAND) == view.holding(HAND)


def refusal(build: Builder, place: Any, counts: dict[str, int]) -> str | None:
    """Why so much cannot lie there, or None."""
    try:
        build.zone(place, counts)
    except PositionError as error:
        return str(error)
    return None


@pytest.mark.parametrize("expansions", [(), ("favor",), ("gold",), ("sea",)], ids=str)
def test_whatever_is_changed_the_state_is_sound(expansions: tuple[str, ...]) -> None:
    rules = elfenland(*expansions)
    places = [rules.layout.table_zones, rules.layout.seat_zones]

    @given(states(rules, 3), st.randoms(use_true_random=False))
    def sound(state: State, rng: Random) -> None:
        build = rules.supposing(state)
        for zones in places:
            zone = rng.choice(zones)
            place = zone if zones is places[0] else zone.of(rng.randrange(3))  # type: ignore[union-attr]
            counts = rules.position(state).counts(place)  # type: ignore[arg-type]
            fewer = {kind: rng.randrange(n + 1) for kind, n in counts.items()}
            why_not = refusal(build, place, fewer)
            assert why_not is None or "belongs there" in why_not
        build.boot(rng.randrange(3), rng.choice(rules.board.towns).id)
        made = build.draft()
        assert not [wrong for wrong in rules.validate(made) if "ledger" in wrong]
        assert known_is_true(rules, made)
        for seat in (None, 0, 2):
            determinize(rules.observe(made, seat), Random(1))

    sound()


def test_cost_of_a_step_in_another_place() -> None:
    rules = elfenland()
    state = rules.build(players=2).at(MOVE, seat=0).zone(SHOWN.of(0), {"dragon": 1}).state()
    what_if = rules.supposing(state).boot(0, "feodor").zone(SHOWN.of(0), {}).route(ROAD, "dragon")
    assert [str(price) for price in rules.quote(what_if.state(), 0, ROAD)] == ["2 dragon", "any 3"]
