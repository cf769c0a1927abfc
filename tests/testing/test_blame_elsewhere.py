"""What plugins remember, and where trails of two processes part."""

from __future__ import annotations

import io
import math
import pickle
import sys
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

import elfen
from elfen import Ruleset
from elfen.declare import Memo
from elfen.land import MOVE
from elfen.plugin import ActionType, Decide, Manifest, Position, hookimpl
from elfen.testing import play_out, states_of
from elfen.testing.blaming.afresh import misled
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.parting import partings
from elfen.testing.blaming.trails import Trail, follow
from elfen.testing.repeating.answers import (
    ACTIONS,
    STATE,
    STEP,
    Play,
    answers,
    cause,
    nth,
    question,
)
from elfen.testing.repeating.bench import Bench, Circumstances
from elfen.testing.repeating.memories import Memories
from elfen.testing.repeating.other_process import Case, Job, Why, files_of, serve, trail_of

from .breaking import Hum, Hums

KEPT: dict[int, int] = {}
LIST: list[int] = []
LAST = 0


class Counter:
    """Remembers in an object and in its class."""

    most = 0

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}

    def by_object(self, n: int) -> int:
        return self.seen.setdefault(0, n)

    def by_attribute(self, n: int) -> int:
        return int(vars(self).setdefault("first", n))

    def by_class(self, n: int) -> int:
        Counter.most = max(Counter.most, n)
        return Counter.most


COUNTER = Counter()


def by_module(n: int) -> int:
    KEPT.setdefault(0, n)
    return KEPT[0]


def reads_the_module() -> int:
    return KEPT[0]


def by_list(n: int) -> int:
    LIST.append(n)
    return LIST[0]


def by_global(n: int) -> int:
    global LAST
    LAST = LAST or n
    return LAST


def by_function(n: int) -> int:
    return int(vars(by_function).setdefault("first", n))


def by_default(n: int, known: dict[int, int] = {}) -> int:  # noqa: B006
    return known.setdefault(0, n)


def counting() -> Any:
    first = 0

    def by_cell(n: int) -> int:
        nonlocal first
        first = first or n
        return first

    return by_cell


BY_CELL = counting()


class Shop:
    """Hands on the first price that it was told."""

    def __init__(self) -> None:
        self.prices: dict[int, int] = {}

    def at_once(self) -> Any:
        prices = self.prices

        def price(n: int) -> int:
            return prices.get(0, n)

        return price

    def fill(self, n: int) -> None:
        self.prices.setdefault(0, n)


NAMES: Memo[int, int] = Memo(lambda n: n)


def by_memo(n: int) -> int:
    NAMES[n]
    return next(iter(NAMES.kept))


FIRST: Memo[int, int] = Memo(lambda n: n)


def first_met(n: int) -> int:
    FIRST[n]
    return next(iter(FIRST.kept))


MET: Memo[int, int] = Memo(lambda n: first_met(n))


def by_two_memos(n: int) -> int:
    return MET[n]


BY_SHOP, FILL = (lambda shop: (shop.at_once(), shop.fill))(Shop())


def by_shop(n: int) -> int:
    FILL(n)
    return int(BY_SHOP(n))


NOW = [0]


@cache
def by_cache() -> int:
    return NOW[0]


def asked_now(n: int) -> int:
    NOW[0] = n
    return by_cache()


class Plugin:
    """A plugin of this module, which does nothing."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("keeps", rules_version=1, api=1, requires=("land",), help="nothing")


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return elfen.compile_ruleset(expansions=[Plugin()], options={"rounds": 3})


REMEMBERING = {
    by_module: ("'KEPT' of module", ["by_module", "reads_the_module"]),
    by_list: ("'LIST' of module", ["by_list"]),
    by_global: ("'LAST' of module", ["by_global"]),
    by_function: ("'first' of by_function", ["by_function"]),
    by_default: ("'known' of by_default", ["by_default"]),
    by_memo: ("'NAMES' of module", ["by_memo"]),
    by_shop: ("'prices' of Shop.at_once.price", ["Shop.fill", "Shop.at_once.<locals>.price"]),
    BY_CELL: ("'first' of counting.by_cell", ["counting.<locals>.by_cell"]),
    COUNTER.by_object: ("'seen' of Counter", ["Counter.by_object", "Counter.__init__"]),
    COUNTER.by_attribute: ("'first' of Counter", ["Counter.by_attribute"]),
    COUNTER.by_class: ("'most' of Counter", ["Counter.by_class"]),
}


@pytest.mark.parametrize("ask", REMEMBERING, ids=lambda ask: ask.__qualname__)
def test_what_is_remembered_is_named_and_who_changes_it_first(rules: Ruleset, ask: Any) -> None:
    memories = Memories(rules)
    assert ask(5) == 5
    ask(7)
    found = memories.who(lambda: bool(ask(3) == 3), math.inf)
    told, functions = REMEMBERING[ask]
    assert found is not None
    assert found.told.startswith(told)
    assert [place.function for place in found.places] == functions
    assert {place.plugin for place in found.places} == {"keeps"}
    assert ask(3) != 3  # all is as it was


def test_of_what_is_remembered_one_may_hold_what_comes_of_another(rules: Ruleset) -> None:
    """To put back either of them is not enough; but either makes it wrong again, if it is kept."""
    memories = Memories(rules)
    assert by_two_memos(5) == 5
    found = memories.who(lambda: by_two_memos(3) == 3, math.inf)
    assert found is not None
    assert found.told in ("'FIRST' of module " + __name__, "'MET' of module " + __name__)
    assert {place.function for place in found.places} == {"first_met"}, "it makes what MET holds"
    assert by_two_memos(3) == 5  # all is as it was


def test_a_cache_is_emptied(rules: Ruleset) -> None:
    memories = Memories(rules)
    assert asked_now(5) == 5
    found = memories.who(lambda: asked_now(3) == 3, math.inf)
    assert found is not None
    assert found.told == "the cache of by_cache"
    assert [place.function for place in found.places] == ["by_cache"]


def test_nothing_is_named_if_nothing_helps(rules: Ruleset) -> None:
    memories = Memories(rules)
    by_list(1)
    assert memories.who(lambda: False, math.inf) is None


def test_nothing_is_looked_for_when_the_time_is_over(rules: Ruleset) -> None:
    memories = Memories(rules)
    assert by_list(1) == by_list(2)
    assert memories.who(lambda: True, -1.0) is None


def served(job: Job) -> Any:
    target = io.BytesIO()
    serve(pickle.loads(pickle.dumps(job)), target)
    return pickle.loads(target.getvalue())


def test_trails_of_other_processes_can_be_compared() -> None:
    rules = elfen.compile_ruleset(options={"rounds": 3})
    play = Play(2, 1, (3, 4, 5))
    case: Case = (0, play)
    what = next(key for key in nth(answers(rules, play), 1) if key.startswith(STEP))
    job = Job(
        pickle.dumps(((rules.recipe,),)), files_of(rules.recipe), (case,), (case, 1), why=Why(what)
    )
    one, other = served(job), served(job)
    assert isinstance(one, Trail)
    assert one.calls
    assert partings(one, other, alike=True) == []
    call = next(call for call in other.within() if call.code == one.calls[-1].code)
    call.answer = "another"
    (parted,) = partings(one, other, alike=True)
    assert parted.code == call.code


def test_what_happens_again_is_done_afresh_or_by_rules_that_remember() -> None:
    rules, play = elfen.compile_ruleset(options={"rounds": 3}), Play(2, 1, (3, 4, 5))
    compiled = "compile_recipe"
    for afresh in (True, False):
        trail = trail_of(Why(ACTIONS, core=True, afresh=afresh), rules, play, 1)
        assert trail is not None
        ran = {call.code.co_name for call in trail.within()}
        assert (compiled in ran) == afresh


def test_what_is_played_before_an_answer_is_played_again() -> None:
    rules = elfen.compile_ruleset(options={"rounds": 3})
    plays = [Play(2, 1, (3, 4, 5)), Play(2, 2, (3, 4, 5))]
    bench = Bench.of(rules, plays)
    case = (0, plays[1])
    assert bench.job(Circumstances(1), (case, 0)).cases == (case,)
    assert bench.job(Circumstances(1, in_turn=True), (case, 0)).cases[:3] == bench.own
    assert bench.job(Circumstances(1, later=True), (case, 0)).cases[-3:] == bench.own[::-1]


def test_a_question_is_asked_again_without_the_others() -> None:
    rules = elfen.compile_ruleset(options={"rounds": 3})
    play = Play(2, 1, (3, 4, 5))
    for case in (play, None):
        for number, known in enumerate(answers(rules, case)):
            for what, lines in known.items():
                again = question(rules, case, number, what)
                assert again is not None
                assert tuple(again()) == lines
                assert cause(rules, case, number, what) is not None
    assert question(rules, play, 99, STATE) is None


def test_of_runs_that_should_be_alike_the_function_with_the_same_question_is_at_fault() -> None:
    def odd(n: int) -> int:
        return n + NOW[0]

    def handed(n: int) -> int:
        return n

    def run(now: int) -> Trail:
        def both() -> None:
            NOW[0] = now
            handed(odd(1))

        return follow(both, {odd.__code__, handed.__code__}.__contains__, math.inf)

    found = partings(run(1), run(2), alike=True)
    assert {parting.code for parting in found} == {odd.__code__}


def test_modules_outside_the_plugins_are_left_alone(rules: Ruleset) -> None:
    other = ModuleType("other_than_the_plugins")
    other.kept = SimpleNamespace(n=1)  # type: ignore[attr-defined]
    sys.modules[other.__name__] = other
    try:
        memories = Memories(rules)
        other.kept.n = 2
        assert memories.who(lambda: other.kept.n == 1, math.inf) is None
    finally:
        del sys.modules[other.__name__]


class Recalls(Hums):
    """A seat may hum where its boot stood when it was asked for the first time, in any game."""

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        first: dict[int, int] = {}

        def where_it_stood(position: Position, seat: int) -> list[Hum]:
            stood = first.setdefault(seat, position.boots[seat])
            return [Hum()] if stood == position.boots[seat] else []

        return [evolve(one, legal=where_it_stood) for one in super().elfen_actions(rules)]


def test_who_answers_by_another_game_is_named_where_a_game_ends() -> None:
    rules, others = (
        elfen.compile_ruleset(expansions=[Recalls()], options={"rounds": 3}) for _ in range(2)
    )
    last = next(
        state
        for state, _ in states_of(play_out(rules, 2, seed=1))
        if isinstance(item := rules.pending(state), Decide)
        and item.name == MOVE
        and state.boots[item.seat] != rules.start(2).boots[item.seat]
    )
    assert misled(others, last, Authors(others).of, math.inf) == []
    found = misled(rules, last, Authors(rules).of, math.inf)
    assert found[0][0].co_name == "where_it_stood"
