"""States at corners: where they come from, which faults are found there, what was not reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from faults import (
    DIE,
    TUNES,
    WELL_BEHAVED,
    ActsWhenWatched,
    AsksTooOften,
    Expansion,
    Whistle,
)
from gallery import walk, with_expansion
from leaks import Sleeve, Sleeves
from peeks import AsksIfTheStackHasRafts, PeeksIntoTheStack

from elfen import Game, Ruleset, State, compile_ruleset
from elfen.compiler import load
from elfen.declare import Action, Chance, Decide
from elfen.errors import RulesetError
from elfen.kernel import obstruction, totals
from elfen.land import COUNTER, HAND, PILE, PLAN, PLAYED, SHOWN, STACK, Move, Place
from elfen.plugin import (
    Do,
    Draw,
    Invariant,
    Position,
    Reason,
    ScoreLine,
    ShortCut,
    Table,
    hookimpl,
)
from elfen.testing import LawBroken, check_game, check_state, play_out, states_of
from elfen.testing.agreeing.agreement import agreed_on, agreement
from elfen.testing.built import agreed_after, check_built, looked_into
from elfen.testing.corners import (
    Corner,
    Edges,
    Equipping,
    Part,
    Reached,
    corners,
    exploring,
    pulled,
    pulls,
    stretching,
)
from elfen.testing.corners.beginnings import at_random
from elfen.testing.corners.deeds import few_alike, pairs
from elfen.testing.corners.driving import driven
from elfen.testing.corners.exploring import _walks
from elfen.testing.corners.lines import Lines, lines_in, told
from elfen.testing.corners.rests_on import peeked_into, read_to_answer, read_to_carry_out
from elfen.testing.corners.visited import changes
from elfen.testing.facts import aimed_at, some_of_each_type
from elfen.testing.laws import check_bounds
from elfen.testing.suite import game_trials
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.equipped import equipped
from elfen.testing.suite.game_trials import stretched_games
from elfen.testing.suite.installed import CHANGED
from elfen.testing.suite.trials import Effort
from elfen_gold.pieces import PURSE
from elfen_sea import BONUS_PILE

NOTHING = SimpleNamespace()


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return with_expansion(WELL_BEHAVED)


def hand(state: State, rules: Ruleset, seat: int) -> int:
    """How many cards a seat holds."""
    return sum(state.zones[rules.layout.index(HAND, seat)])


def found(rules: Ruleset, seed: int = 1, moves: int = 400, most: int = 60) -> list[State]:
    """The states at corners."""
    return [c.state for c in corners(rules, 2, Random(seed), moves, most, reached())]


def reached() -> Reached:
    return Reached("nobody", NOTHING)


# Pulled players ------------------------------------------------------------------------


def test_there_is_a_pull_for_each_zone_of_a_seat_and_each_type_of_action(rules: Ruleset) -> None:
    names = {str(pull) for pull in pulls(rules)}
    assert {f"most {zone.name}" for zone in rules.layout.seat_zones} <= names
    assert {f"least {zone.name}" for zone in rules.layout.seat_zones} <= names
    assert {"most Whistle", "least Whistle", "most visited towns"} <= names


def played(rules: Ruleset, pull: str, seed: int = 3) -> list[tuple[State, object]]:
    """The states and moves of a game in which all players have the same pull."""
    wanted = next(one for one in pulls(rules) if str(one) == pull)
    numbers = Random(seed)

    def choose(game: object) -> Action:
        state = game.state  # type: ignore[attr-defined]
        item = rules.pending(state)
        assert isinstance(item, Decide)
        return pulled(rules, wanted, state, item.seat, numbers)

    return list(states_of(play_out(rules, 2, seed, choose)))


def test_hoarders_end_with_more_cards_than_spenders(rules: Ruleset) -> None:
    def left(pull: str) -> int:
        last = played(rules, pull)[-1][0]
        return sum(hand(last, rules, seat) for seat in range(2))

    assert left(f"most {HAND.name}") > left(f"least {HAND.name}")


def test_who_is_pulled_to_an_action_takes_it_more_often(rules: Ruleset) -> None:
    def tunes(pull: str) -> int:
        return sum(isinstance(move, Whistle) for _, move in played(rules, pull))

    assert tunes("most Whistle") > 2 * tunes("least Whistle")


def test_who_is_pulled_to_where_pieces_lie_lays_one_on_the_other(rules: Ruleset) -> None:
    def heaps(pull: str) -> int:
        return sum(len(lying) > 1 for state, _ in played(rules, pull) for lying in state.routes)

    assert heaps("most pieces where it acts") > 2 * heaps("least pieces where it acts")


# Built positions -----------------------------------------------------------------------


def built(rules: Ruleset, number: int) -> Iterator[State]:
    """Positions built from the states of a game."""
    numbers, edges = Random(5), Edges(rules)
    states = [state for state, _ in states_of(play_out(rules, 2, 1))][:-1]
    for _ in range(number):
        state = edges.of(numbers.choice(states), numbers)
        if state is not None:
            yield state


def test_a_built_position_is_valid_and_has_all_pieces(rules: Ruleset) -> None:
    stock = totals(rules, rules.start(2))
    states = [*built(rules, 60)]
    assert len(states) > 50
    for state in states:
        assert rules.validate(state) == ()
        assert totals(rules, state) == stock


def test_built_positions_come_to_edges_that_games_do_not(rules: Ruleset) -> None:
    pile = rules.layout.index(PILE)
    sizes = {sum(state.zones[pile]) for state in built(rules, 400)}
    in_games = {
        sum(s.zones[pile]) for seed in range(5) for s, _ in states_of(play_out(rules, 2, seed))
    }
    assert {0, 1} <= sizes
    assert not {0, 1} & in_games
    alike = [
        state
        for state in built(rules, 200)
        for seat in range(2)
        if max(state.zones[rules.layout.index(HAND, seat)]) == hand(state, rules, seat) > 3
    ]
    assert alike


def test_every_edge_is_built_that_can_be_and_in_parts(rules: Ruleset) -> None:
    state = next(s for s, _ in states_of(play_out(rules, 2, 1)) if rules.pending(s) == at_move(s))
    pile = rules.layout.index(PILE)

    def swept(*parts: Part) -> list[State]:
        return [one for part in parts for one in Edges(rules).each(state, Random(3), part)]

    states = swept(Part())
    assert {0, 1, 2, 3} <= {sum(one.zones[pile]) for one in states}
    assert {0, rules.piece_towns_of(state)} <= {one.visited[0] for one in states}
    assert all(rules.validate(one) == () for one in states)
    assert len(swept(Part(0, 1, 4))) < len(states)


def test_a_zone_is_driven_to_have_nothing_but_each_group() -> None:
    rules = compile_ruleset(expansions=["gold", "favor"])
    state = next(s for s, m in states_of(play_out(rules, 3, 1)) if isinstance(m, Place))
    pile = rules.layout.index(PILE)
    kinds = rules.layout.kinds_of(PILE)

    def groups(state: State) -> set[str]:
        return {kind.group.name for kind, n in zip(kinds, state.zones[pile], strict=True) if n}

    built = [groups(one) for one in Edges(rules).each(state, Random(3), Part())]
    for name in {kind.group.name for kind in kinds}:
        assert {name} in built


def test_edges_of_zones_on_which_nothing_rests_are_seldom_built() -> None:
    rules = compile_ruleset(expansions=["gold"])
    state = next(s for s, m in states_of(play_out(rules, 3, 1)) if isinstance(m, Place))
    seat = rules.pending(state).seat  # type: ignore[union-attr]
    read = read_to_answer(rules, state, Random(1))
    assert rules.layout.index(SHOWN, seat) in read
    assert rules.layout.index(HAND, seat) not in read
    changed = {
        at
        for one in Edges(rules).each(state, Random(3), Part(runs=10**6, turn=-1))
        for at in read
        if one.zones[at] != state.zones[at]
    }
    assert rules.layout.index(SHOWN, seat) in changed


def test_what_a_move_reads_is_driven_to_edges_too() -> None:
    rules = compile_ruleset(expansions=["gold"])
    moves = [*states_of(play_out(rules, 3, 1))]
    state, move, after = next(
        (state, move, after)
        for (state, move), (after, _) in pairwise(moves)
        if getattr(after.agenda[-1], "name", "") == "gold/bid" and move is not None
    )
    purses = rules.layout.indexes(PURSE)[:3]
    assert not {*purses} & {n for n, zone in enumerate(state.zones) if zone != after.zones[n]}
    assert {*purses} <= read_to_carry_out(rules, state, move)
    built = [*Edges(rules).around(state, move, Random(1), Part(), set())]
    assert max(sum(one.zones[at]) for one in built for at in purses) > 1000


def test_a_pool_and_those_that_fill_it_again_are_emptied_together(rules: Ruleset) -> None:
    stack, played = rules.layout.index(STACK), rules.layout.index(PLAYED)
    state, move = next(
        (state, move)
        for state, move in states_of(play_out(rules, 2, 1))
        if isinstance(move, Action) and stack in read_to_carry_out(rules, state, move)
    )
    built = [*Edges(rules).around(state, move, Random(1), Part(), set())]
    assert {(0, 0), (1, 0)} <= {(sum(one.zones[stack]), sum(one.zones[played])) for one in built}


class BreaksInRoundTwo(Expansion):
    """A step fails in round two, where somebody has moved."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        if table.round > 1 and any(table.visited):
            raise LookupError("no way")
        table.roll(DIE, item.seat)


def test_what_fails_in_a_game_at_random_is_told() -> None:
    rules = with_expansion(BreaksInRoundTwo())
    with pytest.raises(LawBroken, match=r"progress: .* a game at random raised LookupError") as no:
        [*at_random(rules, 2, Random(1))]
    assert [place.function for place in no.value.places] == ["BreaksInRoundTwo.last_of_turn"]
    assert len({*at_random(with_expansion(WELL_BEHAVED), 2, Random(1))}) > 20


class DrawsAfterATune(Expansion):
    """Whoever whistles draws more counters than there are."""

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Any]:  # type: ignore[override]
        return [*super().elfen_chance(rules), Draw("fault/draw", source=PILE, target=SHOWN)]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.draw("fault/draw", item.seat, table.size(PILE) + 1)


def test_an_action_fails_if_the_chance_that_follows_it_does() -> None:
    rules = with_expansion(DrawsAfterATune())
    state = next(state for state in walk(rules, 1) if _can_whistle(rules, state))
    failing = exploring._failing(rules, state, rules.legal_actions(state))
    assert isinstance(failing, Whistle)
    with pytest.raises(RulesetError, match="draw no more than there is"):
        exploring._carried_out(rules, state, failing)


def _can_whistle(rules: Ruleset, state: State) -> bool:
    return any(isinstance(action, Whistle) for action in rules.legal_actions(state))


@pytest.mark.parametrize("peeks", [True, False])
def test_what_nobody_may_look_into_is_filled_with_each_kind(peeks: bool) -> None:
    rules = with_expansion(PeeksIntoTheStack() if peeks else WELL_BEHAVED)
    stack = rules.layout.index(STACK)
    moves = [(s, m) for s, m in states_of(play_out(rules, 2, 1)) if isinstance(m, Whistle)]
    looked = [(s, m) for s, m in moves if peeked_into(rules, s, m)]
    if not peeks:
        assert moves
        assert not looked
        return
    assert {at for s, m in looked for at in peeked_into(rules, s, m)} == {stack}
    state, move = looked[0]
    built = [*Edges(rules).around(state, move, Random(1), Part(of=1 << 30), set())]
    alike = [one.zones[stack] for one in built if sorted(one.zones[stack])[-2:] == [0, 2]]
    assert len({*alike}) > 3


@pytest.mark.parametrize("tells", [True, False])
def test_what_a_move_looks_into_is_quite_another_thing_in_another_world(tells: bool) -> None:
    rules = with_expansion(AsksIfTheStackHasRafts() if tells else PeeksIntoTheStack())
    moves = [(s, m) for s, m in states_of(play_out(rules, 2, 1)) if isinstance(m, Whistle)]
    state, move = next((s, m) for s, m in moves if peeked_into(rules, s, m))
    looked_into(rules, state)  # nothing, if it is aimed at nothing
    stack = rules.layout.index(STACK)
    raft = next(k for k in rules.layout.places_of(STACK) if rules.layout.kinds[k].id == "raft")
    few = partial(few_alike, at=stack, kind=raft)
    built = next(driven(rules, state, few, Random(1)))
    with aimed_at(move):
        if tells:
            with pytest.raises(LawBroken, match=r"noninterference: .* depends on what"):
                looked_into(rules, built)
        else:
            looked_into(rules, built)


def test_zones_of_a_route_are_filled_together() -> None:
    rules = compile_ruleset(expansions=["gold"], options={"obstacles": 1})
    zones = {
        kind: zone.name
        for zone in rules.layout.route_zones
        for kind in rules.layout.places_of(zone)
    }
    assert {*map(len, rules.once(pairs))} == {0, 1, 2}
    at_plan = [s for s, _ in states_of(play_out(rules, 3, 1)) if s.agenda[-1:] and is_plan(s)]
    before = {tuple(sorted(zones[kind] for kind in lying)) for s in at_plan for lying in s.routes}
    found: set[tuple[str, ...]] = set()
    for seed, state in enumerate(at_plan[10:60:10]):
        for one in Edges(rules).each(state, Random(seed), Part()):
            found |= {tuple(sorted(zones[kind] for kind in lying)) for lying in one.routes}
    assert len(found - before) > 3
    spell = {heap for heap in found if "gold/route-spell" in heap}
    assert {"land/route-obstacle", "gold/route-obstacle"} <= {*chain.from_iterable(spell)}


def is_plan(state: State) -> bool:
    return getattr(state.agenda[-1], "name", "") == PLAN


def test_a_seat_gets_just_what_an_action_takes(rules: Ruleset) -> None:
    state = next(s for s, _ in states_of(play_out(rules, 2, 1)) if rules.pending(s) == at_move(s))
    numbers, equipping = Random(1), Equipping(rules)
    tries = (equipping.supplied(state, numbers) for _ in range(80))
    found = [one for one in tries if one is not None]
    paid = [(one, action) for one, action in found if isinstance(action, Move)]
    hands = [one.zones[rules.layout.index(HAND, 0)] for one, _ in paid]
    just = [sum(held) == len(action.cards) for held, (_, action) in zip(hands, paid, strict=True)]
    assert sum(just) > len(paid) / 3
    assert any(rules.check(one, action) is None for one, action in paid)
    assert all(rules.validate(one) == () for one, _ in found)


def test_a_seat_gets_pieces_of_all_kinds(rules: Ruleset) -> None:
    state = next(s for s, _ in states_of(play_out(rules, 2, 1)) if rules.pending(s) == at_move(s))
    at, numbers, equipping = rules.layout.index(HAND, 0), Random(1), Equipping(rules)
    tries = (equipping.varied(state, numbers) for _ in range(9))
    found = [one for one in tries if one is not None]
    assert all(rules.validate(one) == () for one in found)
    assert any(0 not in one.zones[at] for one in found)
    assert 0 in state.zones[at]


def test_every_decision_comes_up_in_walks() -> None:
    rules = compile_ruleset(expansions=["gold", "favor"])
    reached = Reached("gold", load("gold"))
    met = Counter(
        getattr(corner.state.agenda[-1], "name", "")
        for corner in _walks(rules, 3, Random(1), 700, reached)
        if not corner.built
    )
    decisions = {owned.entry.name for owned in rules.decisions} & {*met}
    assert {"land/move", "land/discard", "gold/bid", "gold/swap", "favor/use"} <= decisions
    assert max(met[due] for due in decisions) < met.total() / 6


class ListsNoLastCard(Expansion):
    """Who has one card may whistle, but that is not listed."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        at = position.rules.layout.index(HAND, seat)
        return () if sum(position.zones[at]) == 1 else TUNES


def test_what_is_allowed_with_just_the_pieces_has_to_be_listed() -> None:
    rules = with_expansion(ListsNoLastCard())
    state = next(
        built
        for state, _ in states_of(play_out(rules, 2, 1))
        if rules.pending(state) == at_move(state)
        for built in Edges(rules).each(state, Random(3), Part())
        if hand(built, rules, 0) == 1
    )
    with pytest.raises(LawBroken, match="not listed"):
        agreed_on(rules, state, TUNES[0])
    with pytest.raises(LawBroken, match=r"is listed at .* but the check refuses it"):
        agreed_on(with_expansion(RefusesWhatItLists()), state, TUNES[0])


class LosesTheLastCard(Sleeves):
    """The last card that goes up the sleeve is gone."""

    def put_up(self, table: Table, seat: int, card: str) -> None:
        at = table.rules.layout.index(HAND, seat)
        if sum(table.zones[at]) == 1:
            table.zones[at] = (0,) * len(table.zones[at])
        else:
            super().put_up(table, seat, card)


class KeepsTheLastCard(Sleeves):
    """A short cut leaves the last card in the hand."""

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> list[ShortCut]:
        hands = rules.layout.indexes(HAND)

        def take(state: State, action: Sleeve) -> State | None:
            asked = state.agenda[-1]
            assert isinstance(asked, Decide)
            return state if sum(state.zones[hands[asked.seat]]) == 1 else None

        return [ShortCut("fault/sleeve", of="fault/sleeve", past={}, take=take)]


@pytest.mark.parametrize(
    ("fault", "law"),
    [(LosesTheLastCard, "conservation"), (KeepsTheLastCard, "purity"), (Sleeves, "")],
)
def test_what_is_allowed_with_just_the_pieces_is_carried_out(
    fault: type[Expansion], law: str
) -> None:
    rules = with_expansion(fault())
    states = [s for s, _ in states_of(play_out(rules, 2, 1)) if rules.pending(s) == at_move(s)]
    if not law:
        equipped(rules, states, Random(1), 300, Part())
        return
    with pytest.raises(LawBroken) as caught:
        equipped(rules, states, Random(1), 300, Part())
    assert caught.value.law == law


class RefusesWhatItLists(Expansion):
    """Tunes are listed and refused."""

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        return Reason("fault/mute", "not now")


def at_move(state: State) -> object:
    """Seat 0 is to move."""
    return Decide("land/move", 0, state.agenda[-1].data)


def test_positions_are_built_around_what_a_move_changes(rules: Ruleset) -> None:
    move = next(m for s, m in states_of(play_out(rules, 2, 1)) if isinstance(m, Place))
    state = next(s for s, m in states_of(play_out(rules, 2, 1)) if m is move)
    shown = rules.layout.index(SHOWN, rules.pending(state).seat)  # type: ignore[union-attr]
    seen: set[object] = set()
    states = [*Edges(rules).around(state, move, Random(1), Part(), seen)]
    assert {sum(one.zones[shown]) for one in states} >= {1, 2, 3}
    assert all(rules.validate(one) == () for one in states)
    assert not [*Edges(rules).around(state, move, Random(1), Part(), seen)], "once is enough"


def test_a_position_is_built_in_which_a_move_leads_to_the_last_town(rules: Ruleset) -> None:
    def new_town(state: State, move: object) -> tuple[int, int]:
        """Who makes the move, and the town that is visited by it."""
        seat = rules.pending(state).seat if isinstance(move, Move) else 0  # type: ignore[union-attr]
        after = rules.advance(state, move) if isinstance(move, Move) else state
        return seat, after.visited[seat] & ~state.visited[seat]

    moves = [*states_of(play_out(rules, 2, 1))]
    state, move = next((s, m) for s, m in moves if new_town(s, m)[1])
    assert isinstance(move, Move)
    seat, new = new_town(state, move)
    built = [*Edges(rules).around(state, move, Random(1), Part(0, 1 << 30), set())]
    [last] = [one for one in built if one.visited != state.visited]
    assert last.visited[seat] == rules.piece_towns_of(state) & ~new
    assert rules.advance(last, move).visited[seat] == rules.piece_towns_of(state)


def test_pools_with_one_piece_fewer_than_drawn_are_always_built_for_each_number_drawn() -> None:
    rules = compile_ruleset(expansions=["sea"])
    pile, seen = rules.layout.index(BONUS_PILE), set[object]()
    drawing: dict[int, tuple[State, Move]] = {}
    for seed in range(3):
        moves = [*states_of(play_out(rules, 6, seed))]
        for (state, move), (after, _) in pairwise(moves):
            item = after.agenda[-1]
            if getattr(item, "name", "") == "sea/draw-bonus" and isinstance(move, Move):
                drawing[item.data[0]] = state, move
    assert len(drawing) > 1
    for number, (state, move) in drawing.items():
        built = [*Edges(rules).around(state, move, Random(1), Part(0, 1 << 30), seen)]
        assert number - 1 in {sum(one.zones[pile]) for one in built}


def test_a_position_is_built_in_which_the_same_move_was_made_already() -> None:
    rules = compile_ruleset(expansions=["gold"])
    route = next(one.id for one in rules.board.routes if one.terrain == "woods")
    having = {"double": 1, "unicorn": 1}
    scene = rules.build(2).at(PLAN, seat=0).zone(SHOWN.of(0), having).lay(route, "elfcycle")
    state = scene.state()
    move = next(one for one in rules.legal_actions(state) if str(one).startswith("double "))
    built = Edges(rules).around(state, move, Random(1), Part(0, 1 << 30), set())
    [again] = [one for one in built if one.routes != state.routes]
    assert again.routes == rules.advance(state, move).routes
    assert again.agenda == state.agenda
    assert rules.position(again).counts(SHOWN.of(0)) == having
    assert not rules.validate(again)


class LaysWhatIsThere(Expansion):
    """A tune lays a counter on a route if there is one of its kind, whether or not it has room."""

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        for route in table.rules.board.routes:
            for kind in table.lying(route.id, COUNTER):
                if table.count(PILE, kind):
                    table.put(route.id, kind, PILE)
                    return


def test_nothing_is_laid_where_it_has_no_room_at_a_built_position() -> None:
    rules = with_expansion(LaysWhatIsThere())
    state = rules.build(2).at("land/move", seat=0).lay(rules.board.routes[0].id, "dragon").state()
    with pytest.raises(LawBroken, match=r"2 pieces of land/route-counter, at most 1"):
        check_built(rules, state, None)


def test_laws_try_only_the_move_that_they_are_aimed_at(rules: Ruleset) -> None:
    states = (one for one in built(rules, 20) if len(rules.legal_actions(one)) > 1)
    moves = rules.legal_actions(next(states))
    with aimed_at(moves[-1]):
        assert some_of_each_type(moves, 3, Random(1)) == [moves[-1]]
        assert some_of_each_type(moves, None, Random(1)) == moves
    with aimed_at(Whistle("never")):
        assert some_of_each_type(moves, len(moves), Random(1)) == moves
    assert some_of_each_type(moves, len(moves), Random(1)) == moves


def test_laws_try_the_move_that_led_on_before_others_of_its_type(rules: Ruleset) -> None:
    states = (one for one in built(rules, 20) if len(rules.legal_actions(one)) > 6)
    moves = rules.legal_actions(next(states))
    for move in moves:
        with aimed_at(move, alone=False):
            tried = some_of_each_type(moves, 2, Random(1))
            assert move in tried
            assert {type(one) for one in tried} == {type(one) for one in moves}
            assert len(tried) == len(some_of_each_type(moves, 2, Random(2)))


def test_what_a_move_leads_to_makes_a_state_worth_checking(rules: Ruleset) -> None:
    game = states_of(play_out(rules, 2, 1))
    moves = [(s, m) for s, m in game if getattr(s.agenda[-1], "name", "") == PLAN and m is not None]
    shown = [changes(rules, s, m, rules.advance(s, m)) for s, m in moves]
    seen = {feature[0] for features in shown for feature in features}
    assert seen == {"leads", "changes"}
    ends = [one for one in shown if any(f[0] == "leads" and f[3] != PLAN for f in one)]
    assert 0 < len(ends) < len(shown)


class ForgetsTheLastTown(Expansion):
    """A point for each town, but the bound is that of a seat that has not been everywhere."""

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "fault/tour",
                points=lambda position, seat: position.visited[seat].bit_count(),
                highest=lambda rules: rules.most_town_pieces - 1,
                lowest=lambda rules: 0,
                text="a tour",
            )
        ]


def test_scores_are_within_their_bounds_at_built_positions_too() -> None:
    rules = with_expansion(ForgetsTheLastTown())
    for seed in range(4):
        check_bounds(play_out(rules, 2, seed))
    with pytest.raises(LawBroken, match="bounded by 0 and"):
        check_all(rules, [corner.state for corner in corners_of(rules)])


class SilentWithFewCards(Expansion):
    """Who has less than eight cards may whistle one tune, says the list; the check allows both."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        at = position.rules.layout.index(HAND, seat)
        return TUNES[:1] if sum(position.zones[at]) < 8 else TUNES


def test_where_a_move_from_an_edge_leads_lists_and_checks_agree() -> None:
    rules = with_expansion(SilentWithFewCards())
    past: list[object] = []
    for corner in corners_of(rules):
        state, seat = corner.state, getattr(corner.state.agenda[-1], "seat", None)
        if corner.built and isinstance(corner.move, Move) and hand(state, rules, seat) >= 8:
            with aimed_at(corner.move), suppress(LawBroken):
                agreement(rules, state, 3)
                past += parted(rules, state)
    assert past
    assert all(isinstance(move, Move) for _, move in past)


def parted(rules: Ruleset, state: State) -> Sequence[tuple[State, object]]:
    """The moves to where list and check part."""
    try:
        agreed_after(rules, state, 3)
    except LawBroken as broken:
        return broken.past
    return ()


def corners_of(rules: Ruleset) -> list[Corner]:
    """Corners of a game of two, with all edges."""
    return corners(rules, 2, Random(1), 300, 10, reached(), Part())


def test_every_move_of_a_walk_is_made_step_by_step_too() -> None:
    with pytest.raises(LawBroken, match=r"trace and apply of whistle .* lead to different states"):
        corners_of(with_expansion(ActsWhenWatched()))


# What is chosen, and what is found -----------------------------------------------------


def test_corners_are_the_same_for_the_same_numbers(rules: Ruleset) -> None:
    assert found(rules, 1) == found(rules, 1)
    assert found(rules, 1) != found(rules, 2)


def test_corners_show_more_than_as_many_states_of_games(rules: Ruleset) -> None:
    def sizes(states: list[State]) -> int:
        return len(
            {
                (at, sum(counts), rules.pending(state))
                for state in states
                for at, counts in enumerate(state.zones)
            }
        )

    many = found(rules, most=40)
    games = [s for seed in range(3) for s, _ in states_of(play_out(rules, 2, seed))]
    assert len(many) == 40
    assert sizes(many) > sizes(Random(1).sample(games, 40))


def check_all(rules: Ruleset, states: Iterable[State]) -> None:
    """Check every state as a built one."""
    for state in states:
        check_built(rules, state)


class RefusesWithAShortStack(Expansion):
    """A tune is listed that the check refuses when hardly a card is left in the stack."""

    breaks = "agreement"

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if sum(position.zones[position.rules.layout.index(STACK)]) < 3:
            return Reason("fault/whistle", "the stack is short")
        return super().check(position, seat, action)


def test_a_fault_is_found_where_random_games_do_not_come() -> None:
    rules = with_expansion(RefusesWithAShortStack())
    for seed in range(3):
        for state, _ in states_of(play_out(rules, 2, seed)):
            check_state(rules, state, 2)
    stack = rules.layout.index(STACK)
    states = [s for s in found(rules, moves=1500, most=200) if sum(s.zones[stack]) < 3]
    with pytest.raises(LawBroken, match="the check refuses it: the stack is short"):
        check_all(rules, states)


class FailsWithoutAHand(Expansion):
    """A tune is refused with an error to who has no cards: no game leads there with a tune due."""

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if not any(position.zones[position.rules.layout.index(HAND, seat)]):
            raise LookupError("no cards")
        return super().check(position, seat, action)


def without_cards(rules: Ruleset) -> State:
    """A seat is to move and holds nothing."""
    return rules.build(2).at("land/move", seat=0).zone(HAND.of(0), {}).state()


def test_a_rule_may_not_fail_at_a_built_position_that_is_sound() -> None:
    rules = with_expansion(FailsWithoutAHand())
    with pytest.raises(LawBroken, match="LookupError: no cards"):
        check_built(rules, without_cards(rules))


class DrawsOne(Expansion):
    """Each turn ends with a draw of a counter, whether or not there is one."""

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Draw]:  # type: ignore[override]
        return [Draw("fault/draw", source=PILE, target=SHOWN)]

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.draw("fault/draw", item.seat, 1)


def test_a_rule_may_not_draw_from_nothing_at_a_built_position() -> None:
    rules = with_expansion(DrawsOne())
    check_game(play_out(rules, 2, seed=1), every=40)  # games have enough counters
    pile = rules.layout.index(PILE)
    empty = [c.state for c in corners_of(rules) if not any(c.state.zones[pile])]
    with pytest.raises(LawBroken, match=r"'fault/draw' wants 1 .* where 0 ") as no:
        check_all(rules, empty)
    assert any("DrawsOne.last_of_turn" in str(place) for place in no.value.places)


class AsksWhoHasNothing(AsksTooOften):
    """A riddle ends each turn, and is answered by who has cards."""

    at_most = staticmethod(lambda rules, players: 1000)

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        at = position.rules.layout.index(HAND, seat)
        return TUNES if any(position.zones[at]) else ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        held = self.legal(position, seat)
        return super().check(position, seat, action) if held else Reason("fault/mute", "no cards")


def test_a_question_due_at_a_built_position_may_be_without_an_answer_but_no_new_one() -> None:
    rules = with_expansion(AsksWhoHasNothing())
    asking = rules.build(2).at("fault/riddle", seat=0).zone(HAND.of(0), {}).state()
    assert not rules.validate(asking)
    assert not rules.legal_actions(asking)
    check_built(rules, asking)
    with pytest.raises(LawBroken, match="nothing answers decision 'fault/riddle' of seat 0"):
        check_built(rules, without_cards(rules))


class RollsByTheStack(Expansion):
    """Each turn ends with a roll of a die that has a face as long as there are cards."""

    def faces(self, position: Position, item: Chance) -> dict[str, int]:
        cards = position.size(STACK)
        return {"1": cards} if cards else {}


def test_a_roll_due_at_a_built_position_may_be_without_a_face_but_no_new_one() -> None:
    rules = with_expansion(RollsByTheStack())
    states = [state for state, _ in states_of(play_out(rules, 2, seed=1))]
    rolling = next(s for s in states if getattr(rules.pending(s), "name", "") == DIE)
    moving = rules.build(2).at("land/move", seat=0).state()
    stack, played = rules.layout.index(STACK), rules.layout.index(PLAYED)

    def without_stack(state: State) -> State:
        zones = list(state.zones)
        zones[played] = tuple(map(sum, zip(zones[stack], zones[played], strict=True)))
        zones[stack] = (0,) * len(zones[stack])
        ledger = rules.knowledge.supposing(state.ledger, state.zones, tuple(zones))
        return evolve(state, zones=tuple(zones), ledger=ledger)

    check_built(rules, without_stack(rolling))
    with pytest.raises(LawBroken, match=DIE):
        check_built(rules, without_stack(moving), None)


def test_as_much_is_left_as_all_draws_that_are_due_want(rules: Ruleset) -> None:
    states = [state for state, _ in states_of(play_out(rules, 4, seed=1))]
    deals = [s for s in states if getattr(rules.pending(s), "name", "") == "land/deal"]
    stack = rules.layout.index(STACK)
    numbers, edges, short = Random(1), Edges(rules), 0
    for state in numbers.choices(deals, k=150):
        built = edges.of(state, numbers)
        if built is not None:
            due = [i for i in built.agenda if isinstance(i, Chance) and i.name == "land/deal"]
            assert sum(built.zones[stack]) >= sum(int(item.data[0]) for item in due)
            short += sum(built.zones[stack]) < sum(state.zones[stack])
    assert short > 5


class LosesTheLastCard(Expansion):
    """The tune of who has no cards makes one."""

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        at = table.rules.layout.index(HAND, item.seat)
        if not any(table.zones[at]):
            table.zones[at] = (1, *table.zones[at][1:])


def test_a_piece_may_not_be_made_at_a_built_position_either() -> None:
    rules = with_expansion(LosesTheLastCard())
    with pytest.raises(LawBroken, match="pieces are lost or made") as broken:
        check_built(rules, without_cards(rules), None)
    assert broken.value.where == "action 'fault/whistle', plugin 'fault'"


@pytest.mark.parametrize("fault", [FailsWithoutAHand, LosesTheLastCard])
def test_what_happens_at_a_position_that_is_not_sound_is_no_fault(fault: type[Expansion]) -> None:
    class SaysThatAHandIsNeverEmpty(fault):  # type: ignore[misc, valid-type]
        """Nobody is without cards, as this plugin says itself."""

        @hookimpl
        def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
            """Who has none is told."""

            def empty(position: Position) -> Iterator[str]:
                yield from ["a hand is empty"] if not position.size(HAND.of(0)) else ()

            return [Invariant("fault/hands", empty, text="nobody's hand is empty")]

    rules = with_expansion(SaysThatAHandIsNeverEmpty())
    sound = rules.build(2).at("land/move", seat=0).zone(HAND.of(0), {"raft": 1}).state()
    at = rules.layout.index(HAND, 0)
    empty = tuple((0,) * len(counts) if n == at else counts for n, counts in enumerate(sound.zones))
    unsound = evolve(sound, zones=empty)  # moves from a sound one may lead there
    assert rules.validate(unsound)
    check_built(rules, unsound, None)


class AsksWhoHoldsManyCards(AsksTooOften):
    """A riddle ends the turn of who has held back four cards; the bound thinks that few will."""

    at_most = staticmethod(lambda rules, players: rules.most_rounds * players - 1)

    def last_of_turn(self, table: Table, item: Do) -> None:
        if sum(table.zones[table.rules.layout.index(HAND, item.seat or 0)]) >= 4:
            super().last_of_turn(table, item)


def test_a_bound_is_exceeded_by_players_who_want_to_be_asked() -> None:
    rules = with_expansion(AsksWhoHoldsManyCards())
    assert "most fault/riddle" in {str(pull) for pull in stretching(rules)}
    for seed in range(8):
        check_bounds(play_out(rules, 2, seed))
    with pytest.raises(LawBroken, match=r"asked 6 times .* at_most says 5"):
        stretched_games(rules, 2, Effort(), stretching(rules))


def test_games_are_stretched_with_other_options_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def usually_bounded(game: Game) -> None:
        if game.rules.recipe.options:
            raise LawBroken("progress", "a bound is exceeded")

    monkeypatch.setattr(game_trials, "check_bounds", usually_bounded)
    stretched_games(compile_ruleset(), 2, Effort(), stretching(compile_ruleset()))
    trials = [one for one in plan("land").trials if one.what == "stretched games"]
    for trial in (one for one in trials if one.table.players in (2, 6)):
        with pytest.raises(LawBroken, match="a bound is exceeded"):
            trial.run(reached())


# What was reached ----------------------------------------------------------------------

FILE = """
def asked(number):
    if number > 1:
        return "many"
    return "few"


class Nothing:
    def __init__(self):
        self.never = 1
"""


def test_lines_that_have_not_run_are_told(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text(FILE)
    space: dict[str, object] = {}
    exec(compile(FILE, str(file), "exec"), space)
    lines = Lines([str(file)])
    assert lines.possible == {str(file): {3, 4, 5, 10}}
    with lines.watching():
        space["asked"](1)  # type: ignore[operator]
    assert lines.missed == {str(file): {4, 10}}
    space["asked"](2)  # type: ignore[operator]
    assert lines.missed == {str(file): {4, 10}}, "not watched"


def test_lines_are_told_as_ranges() -> None:
    assert told({1, 2, 3, 7, 9, 10}) == "1-3, 7, 9-10"


def test_a_file_that_is_not_there_has_no_lines() -> None:
    assert lines_in("nowhere.py") == set()


def test_what_was_not_reached_is_told_by_its_name() -> None:
    found = plan("sea").reached()
    rules = compile_ruleset(expansions=["sea"])
    found.expect(rules)
    told = [*found.report()]
    assert "not reached: Trade at sea/trade" in told or any("sea/trade" in one for one in told)
    before = len(told)
    corners(rules, 2, Random(1), 400, 10, found)
    after = [*found.report()]
    assert len(after) < before
    assert 0 < found.share < 1
    again = plan("sea").reached()
    again.add(found.data())
    assert [*again.report()] == after


# Trials --------------------------------------------------------------------------------


def test_the_name_of_a_trial_says_what_is_compiled() -> None:
    for trial in plan("gold").trials:
        values = trial.table.rules.option_values
        for name, value in trial.table.options:
            plugin, _, option = name.partition(".")
            assert values[plugin, option] == value, str(trial)


def test_corners_are_tried_with_the_usual_options_and_with_others() -> None:
    trials = [t.table for t in plan("gold").trials if t.what == "corners"]
    alone = [table for table in trials if table.expansions == ("gold",)]
    usual = [table.players for table in alone if not (table.options or table.edition)]
    others = [table.players for table in alone if table.options]
    assert usual == others == [*compile_ruleset(expansions=["gold"]).player_counts]
    given = {name for table in alone for name, _ in table.options}
    assert {"gold.witches", "gold.overbidding", "land.strict_caravan"} <= given


def test_games_are_played_on_other_boards_that_the_rules_are_for() -> None:
    def boards(name: str) -> set[str | None]:
        return {t.table.board for t in plan(name).trials if t.what == "whole game"}

    assert boards("land") == {None, "five-towns", "seven-towns", CHANGED}
    assert boards("gold") == {None, "seven-towns", CHANGED}  # five-towns do not say their gold
    [small, *_] = (t for t in plan("land").trials if t.table.board == "five-towns")
    assert " on five-towns " in str(small)
    assert len(small.table.rules.board.towns) == 5


def test_another_seed_tries_other_corners() -> None:
    one, other = (Effort(1, seed).numbers("corners").random() for seed in (0, 1))
    assert one != other
    assert one == Effort(1, 0).numbers("corners").random()


def test_a_short_cut_that_is_not_in_force_is_not_expected() -> None:
    def cuts(*expansions: str) -> set[str]:
        found = Reached("land", load("land"))
        found.expect(compile_ruleset(expansions=expansions))
        return {place for place in found.possible if place.startswith("short cut")}

    rules = compile_ruleset(expansions=["gold"])
    entries = [owned.entry for owned in rules.short_cuts]
    obstructed = {entry.name for entry in entries if obstruction(rules, entry)}
    assert obstructed
    assert not [place for place in cuts("gold") for name in obstructed if f" {name} " in place]
    assert cuts()
