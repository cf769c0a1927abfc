"""Who allowed what should not be, who listed it, and who put too little into a pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from attrs import evolve

import elfen
from elfen import Game
from elfen.declare import Memo
from elfen.kernel import open_table
from elfen.land import MOVE
from elfen.plugin import (
    HIDDEN,
    PUBLIC,
    Action,
    ActionType,
    Decide,
    Draw,
    Group,
    Invariant,
    Kind,
    Manifest,
    Position,
    Reason,
    Ruleset,
    SetupStep,
    ShortCut,
    Slot,
    State,
    Stock,
    Table,
    TableZone,
    Zone,
    as_it_is,
    frozen,
    hookimpl,
    shown,
)
from elfen.testing import LawBroken, check_game, check_state, play_out
from elfen.testing.blaming.blame import places
from elfen.testing.blaming.watching import Allowed
from elfen.testing.purity import strayed

PEBBLES = Group("pebble", noun="pebble")
PEBBLE = Kind("pebble", PEBBLES, name="pebble")
SHORE = TableZone("pebbles/shore", holds=(PEBBLES,), visibility=PUBLIC)
POND = TableZone("pebbles/pond", holds=(PEBBLES,), visibility=PUBLIC)
BAG = TableZone("pebbles/bag", holds=(PEBBLES,), visibility=HIDDEN)


@frozen(cache_hash=True)
class Throw(Action):
    """Throw a pebble into the pond."""

    verb = "throw"


class Pebbles:
    """Pebbles lie on the shore, and one of them may be thrown into the pond."""

    drawn = 0

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("pebbles", rules_version=1, api=1, requires=("land",), help="pebbles")

    @hookimpl
    def elfen_kinds(self, rules: Ruleset) -> list[Kind]:
        return [PEBBLE]

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[Zone]:
        return [SHORE, POND, BAG]

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        return [Stock("pebbles/shore", (PEBBLE,), 2, SHORE), *self.bagged(rules)]

    def bagged(self, rules: Ruleset) -> list[Stock]:
        return [Stock("pebbles/bag", (PEBBLE,), 1, BAG)]

    @hookimpl
    def elfen_setup(self, rules: Ruleset) -> list[SetupStep]:
        return [SetupStep("pebbles/draw", self.draw)]

    def draw(self, table: Table) -> None:
        if self.drawn:
            table.draw("pebbles/drawn", n=self.drawn)

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Draw]:
        return [Draw("pebbles/drawn", source=BAG, target=SHORE)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "pebbles/throw",
                type=Throw,
                at=(MOVE,),
                legal=self.legal,
                check=self.check,
                apply=self.apply,
                domain=lambda: [Throw()],
                public=as_it_is,
            )
        ]

    def legal(self, position: Position, seat: int) -> Iterable[Throw]:
        return self.throws(position) if position.size(SHORE) else ()

    def throws(self, position: Position) -> tuple[Throw, ...]:
        return (Throw(),) if self.has_room(position) else ()

    def has_room(self, position: Position) -> bool:
        return not position.size(POND)

    def check(self, position: Position, seat: int, action: Throw) -> Reason | None:
        if not position.size(SHORE):
            return Reason("pebbles/throw", "no pebble is left")
        return None if self.has_room(position) else Reason("pebbles/throw", "the pond is full")

    def apply(self, table: Table, item: Decide, action: Throw) -> None:
        table.move(PEBBLE, SHORE, POND)
        table.ask(item.name, item.seat, *item.data)

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return [Invariant("pebbles/pond", self.crowded, text="one pebble in the pond")]

    def crowded(self, position: Position) -> Iterator[str]:
        if position.size(POND) > 1:
            yield "the pond is too full"


@frozen
class Thrown:
    """How many pebbles are in the pond."""

    number: int = shown(PUBLIC)


class Greedy(Pebbles):
    """The pond always has room."""

    def has_room(self, position: Position) -> bool:
        return True


class Mixed(Pebbles):
    """Asks for nine pebbles where it should ask for one."""

    def __init__(self) -> None:
        self.full = {n: lambda position: self.holds(position, n) for n in (1, 9)}  # noqa: B023

    def has_room(self, position: Position) -> bool:
        return not self.full[1](position)

    def holds(self, position: Position, least: int) -> bool:
        return position.size(POND) >= least


class Eager(Pebbles):
    """A throw is listed though the pond is full, which only the check minds."""

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return []

    def throws(self, position: Position) -> tuple[Throw, ...]:
        return (Throw(),)


class Paired(Eager):
    """Throws are made of pairs of zones, and a pair too many is found."""

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        self.made = Memo[tuple[str, str], Throw](self.make)
        return super().elfen_actions(rules)

    def legal(self, position: Position, seat: int) -> Iterable[Throw]:
        return [self.made[pair] for pair in self.pairs(position)]

    def pairs(self, position: Position) -> Iterator[tuple[str, str]]:
        if position.size(SHORE):
            yield SHORE.name, POND.name

    def make(self, pair: tuple[str, str]) -> Throw:
        return Throw()


class Hungry(Pebbles):
    """More is thrown than there is."""

    def apply(self, table: Table, item: Decide, action: Throw) -> None:
        self.throw(table, table.size(SHORE) + 1)
        table.ask(item.name, item.seat, *item.data)

    def throw(self, table: Table, n: int) -> None:
        index = table.rules.layout.index
        table.shift(index(SHORE), index(POND), (n,))


class Miscounted(Pebbles):
    """A slot that says how many pebbles are in the pond counts each of them twice."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("pebbles/thrown", Thrown, start=lambda players: Thrown(0))]

    def apply(self, table: Table, item: Decide, action: Throw) -> None:
        self.throw(table)
        table.ask(item.name, item.seat, *item.data)

    def throw(self, table: Table) -> None:
        table.move(PEBBLE, SHORE, POND)
        table.set(table.rules.slots["pebbles/thrown"], Thrown(2 * table.size(POND)))

    def crowded(self, position: Position) -> Iterator[str]:
        thrown = position.ext[position.rules.slots["pebbles/thrown"]].number
        if position.size(POND) != thrown:
            yield f"{thrown} pebbles are said to be in the pond"


class Hasty(Pebbles):
    """A short cut throws nothing, and asks nobody."""

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> list[ShortCut]:
        return [ShortCut("pebbles/throw", of="pebbles/throw", past={}, take=self.take)]

    def take(self, state: State, action: Throw) -> State | None:
        return evolve(state, agenda=state.agenda[:-1])


class Unwatched(Hasty):
    """The long way, which is that of all throws but the first, needs somebody who watches."""

    def has_room(self, position: Position) -> bool:
        return True

    def apply(self, table: Table, item: Decide, action: Throw) -> None:
        if table.events is not None:
            self.throw(table)
        table.ask(item.name, item.seat, *item.data)

    def throw(self, table: Table) -> None:
        table.move(PEBBLE, SHORE, POND)

    def take(self, state: State, action: Throw) -> State | None:
        table = open_table(self.rules, state)
        self.throw(table)
        return table.freeze() if table.size(POND) == 1 else None

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> list[ShortCut]:
        self.rules = rules
        return super().elfen_shortcuts(rules)


class Heavy(Hasty):
    """The long way, a pebble too many is thrown."""

    def __init__(self) -> None:
        self.where = SHORE, POND

    def apply(self, table: Table, item: Decide, action: Throw) -> None:
        self.throw(table)
        table.ask(item.name, item.seat, *item.data)

    def throw(self, table: Table) -> None:
        self.fly(table, table.size(SHORE) + 1)

    def fly(self, table: Table, n: int) -> None:
        table.shift(*[table.rules.layout.index(zone) for zone in self.where], (n,))

    def take(self, state: State, action: Throw) -> State | None:
        return state


class Seats:
    """Remembers how many play the first game."""

    def first(self, state: State) -> int:
        try:
            return self.players
        except AttributeError:
            self.players = state.players
        return self.players


class Stale(Hasty):
    """A short cut throws only where as many play as in the first game."""

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> list[ShortCut]:
        seats = Seats()

        def take(state: State, action: Throw) -> State | None:
            table = open_table(rules, state)
            if seats.first(state) == state.players:
                table.move(PEBBLE, SHORE, POND)
            return table.freeze()

        return [ShortCut("pebbles/throw", of="pebbles/throw", past={}, take=take)]


class Empty(Pebbles):
    """More is drawn than the bag ever holds."""

    drawn = 2

    def bagged(self, rules: Ruleset) -> list[Stock]:
        return [Stock("pebbles/bag", (PEBBLE,), 1, BAG)]


def compiled(plugin: object) -> Ruleset:
    return elfen.compile_ruleset(expansions=[plugin], options={"rounds": 3})


def moving(rules: Ruleset, players: int = 2) -> Game:
    """The first decision to move in a game."""
    start = rules.new_game(players, seed=1)
    return next(game for game in games(start) if Throw() in game.legal_actions)


def games(game: Game) -> Iterator[Game]:
    while game.legal_actions:
        yield game
        game = game.play(game.legal_actions[-1])


def functions(broken: LawBroken) -> list[str]:
    return [place.function for place in broken.places]


def test_well_behaved_pebbles_break_no_law() -> None:
    check_game(play_out(compiled(Pebbles()), players=2, seed=1), every=40)


def test_whoever_allowed_what_leaves_an_unsound_state_is_looked_at() -> None:
    rules = compiled(Greedy())
    with pytest.raises(LawBroken, match="the pond is too full") as caught:
        check_state(rules, moving(rules).play(Throw()).state)
    assert functions(caught.value) == [
        "Pebbles.apply",
        "Greedy.has_room",
        "Pebbles.check",
    ]
    assert [place.sure for place in caught.value.places] == [True, False, False]


def test_whoever_asks_about_something_else_is_looked_at_after_who_answered() -> None:
    rules = compiled(Mixed())
    with pytest.raises(LawBroken, match="the pond is too full") as caught:
        check_state(rules, moving(rules).play(Throw()).state)
    named = [function.split(".<")[0] for function in functions(caught.value)]
    assert named == ["Pebbles.apply", "Mixed.holds", "Mixed.__init__"]


def test_whoever_takes_more_than_there_is_comes_before_whoever_allowed_it() -> None:
    rules = compiled(Hungry())
    with pytest.raises(LawBroken, match="a count below zero") as caught:
        check_state(rules, moving(rules).state)
    assert functions(caught.value)[:2] == ["Hungry.throw", "Hungry.apply"]


def test_nobody_has_to_forbid_what_is_wrong_only_because_of_a_slot() -> None:
    rules = compiled(Miscounted())
    with pytest.raises(LawBroken, match="2 pebbles are said to be") as caught:
        check_state(rules, moving(rules).state)
    named = ["Miscounted.throw", "Miscounted.crowded", "Miscounted.apply"]
    assert functions(caught.value) == named


def test_what_fails_where_a_position_is_not_sound_is_the_fault_of_who_led_there() -> None:
    rules = compiled(Greedy())
    game = moving(rules).play(Throw()).play(Throw())
    game = game.play(next(other for other in game.legal_actions if other != Throw()))
    broken = LawBroken(
        "progress", "advice failed", runs=(partial(rules.legal_actions, game.state),)
    )
    named = [place.function for place in places(broken, rules, lambda: game)]
    assert named == ["Pebbles.apply", "Greedy.has_room", "Pebbles.check"]


def test_whoever_allowed_what_led_to_a_question_comes_before_who_helps_to_answer_it() -> None:
    rules = compiled(Mixed())
    game = moving(rules).play(Throw())
    broken = LawBroken(
        "progress",
        "nothing answers",
        runs=(partial(rules.legal_actions, game.state), Allowed(["pebbles"])),
        past=((moving(rules).state, Throw()),),
    )
    found = [place.function for place in places(broken, rules) if not place.sure]
    assert found[0] == "Mixed.holds"


def test_whoever_listed_what_is_refused_is_named_between_the_check_and_the_list() -> None:
    rules = compiled(Eager())
    with pytest.raises(LawBroken, match="refuses it") as caught:
        check_state(rules, moving(rules).play(Throw()).state)
    assert functions(caught.value) == ["Pebbles.check", "Eager.throws", "Pebbles.legal"]


def test_whoever_gives_what_a_wrong_action_is_made_of_is_named_after_who_makes_it() -> None:
    rules = compiled(Paired())
    with pytest.raises(LawBroken, match="refuses it") as caught:
        check_state(rules, moving(rules).play(Throw()).state)
    assert functions(caught.value) == ["Pebbles.check", "Paired.make", "Paired.pairs"]


def test_whoever_declares_a_short_cut_is_named_if_there_is_room() -> None:
    rules = compiled(Hasty())
    with pytest.raises(LawBroken, match="state that should rest") as caught:
        check_state(rules, moving(rules).state)
    assert functions(caught.value) == ["Hasty.take", "Hasty.elfen_shortcuts"]


def test_whoever_does_something_only_if_it_is_watched_is_named() -> None:
    rules = compiled(Unwatched())
    game = moving(rules).play(Throw())
    broken = strayed(rules, game.state, Throw())
    assert broken is not None
    named = [place.function for place in places(broken, rules, lambda: game)]
    assert named[:2] == ["Unwatched.throw", "Unwatched.apply"]


def test_who_called_the_caller_of_the_long_way_comes_before_who_made_what_it_looks_up() -> None:
    rules = compiled(Heavy())
    state = moving(rules).state
    broken = LawBroken("progress", "it failed later", past=((state, Throw()),))
    named = [place.function for place in places(broken, rules)]
    assert named == ["Heavy.fly", "Heavy.throw", "Heavy.apply"]


def test_whoever_leads_a_short_cut_astray_by_what_it_remembers_is_named() -> None:
    rules = compiled(Stale())
    rules.advance(moving(rules, 3).state, Throw())
    state = moving(rules).state
    broken = strayed(rules, state, Throw())
    assert broken is not None
    assert "Seats.first" in [place.function for place in places(broken, rules)]


def test_whoever_puts_too_little_into_a_pool_is_named() -> None:
    with pytest.raises(LawBroken, match="wants 2 of pebbles/bag, where 1 can be drawn") as caught:
        play_out(compiled(Empty()), players=2, seed=1)
    assert "Empty.bagged" in functions(caught.value)
