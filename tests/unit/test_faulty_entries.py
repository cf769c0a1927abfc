"""Entries of named lists that cannot be right: each is refused with the plugin and the mend."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from attrs import define, evolve, field, frozen

from elfen.compiler.entry_checks import check_entry
from elfen.declare.costs import CostTerm
from elfen.errors import brief
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Advice,
    Base,
    Caution,
    Decision,
    Draw,
    Ending,
    Group,
    Invariant,
    Kind,
    Limit,
    Look,
    Lottery,
    Offer,
    Phase,
    Pieces,
    Position,
    Price,
    Ranking,
    Remove,
    Replace,
    Restriction,
    Roll,
    RouteZone,
    ScoreLine,
    SeatZone,
    SetupStep,
    ShortCut,
    Step,
    Stock,
    Surcharge,
    TableZone,
    TieBreak,
    Waive,
    always_legal,
    maybe,
)

from .tiny import (
    CARD,
    CHOOSE,
    DEAL,
    HAND,
    LAST_ROUND,
    PILE,
    PLAY,
    RED,
    SPENT,
    WAIT,
    Play,
    Wait,
    addon,
    compiled,
    names,
    nothing,
    refused_with,
    tell,
    tiny,
)

if TYPE_CHECKING:
    from decimal import Decimal

ODD = "plugin 'odd'"


def refused(hook: str, entry: object, *words: str) -> None:
    """Assert that an expansion that adds this entry is refused, with these words."""
    refused_with(*words, odd=addon("odd", **{hook: [entry]}))


def any_number(*arguments: Any) -> Any:
    """A function that can be called with whatever it is given."""


async def later(*arguments: Any) -> Any:
    """A function that cannot be called as others are."""


async def later_and_later(*arguments: Any) -> Any:
    """Another of that kind."""
    yield 1


def one_by_one(*arguments: Any) -> Any:
    """A function that does nothing when it is called, and what it gives counts as true."""
    yield False


class Later:
    """An object that can be called, but to no avail."""

    async def __call__(self, *arguments: Any) -> Any: ...

    rule = later


class Lazy:
    """An object that gives something one by one."""

    def __call__(self, *arguments: Any) -> Any:
        yield False

    rule = one_by_one


class Lazier(Lazy):
    """Another of that kind."""


# Names -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["even/x", "oddity/x", "x", "", "/x", "tiny/deal2"])
def test_a_name_begins_with_the_plugins(name: str) -> None:
    refused("elfen_phases", Phase(name, nothing), ODD, f"{name!r} has to begin with 'odd/'")
    zone = TableZone(name, holds=(CARD,), visibility=PUBLIC)
    refused("elfen_zones", zone, ODD, f"{name!r} has to begin with 'odd/'")


@pytest.mark.parametrize("name", [None, 3, ("odd/x",), {}, b"odd/x"])
def test_a_name_is_a_text(name: Any) -> None:
    zone = TableZone(name, holds=(CARD,), visibility=PUBLIC)
    refused("elfen_zones", zone, ODD, f"the name {name!r} has to be a text")


@pytest.mark.parametrize("name", [None, 3, ("odd/x",), b"odd/x", 10**5_000], ids=brief)
def test_the_name_of_an_entry_is_a_text(name: Any) -> None:
    told = f"^name={re.escape(brief(name))} has to be a text$"
    with pytest.raises(TypeError, match=told):
        Phase(name, nothing)
    with pytest.raises(TypeError, match=told.replace("name", "replaces", 1) if name else "name="):
        Phase("odd/x" if name else name, nothing, replaces=name)


@pytest.mark.parametrize("name", ["odd/", "odd/x y", "odd/X", "odd/ä", "odd//x", "odd/x\n"])
def test_a_name_has_no_odd_characters(name: str) -> None:
    refused("elfen_phases", Phase(name, nothing), ODD, repr(name), "lower-case letters, digits")


def test_a_name_may_be_the_plugins_own_or_have_several_parts() -> None:
    odd = addon("odd", elfen_phases=[Phase("odd", nothing), Phase("odd/a-1/b_2", nothing)])
    assert names(compiled(odd).procedures["round"])[-2:] == ["odd", "odd/a-1/b_2"]


def test_two_entries_of_one_name_are_refused() -> None:
    odd = addon("odd", elfen_phases=[Phase("odd/x", nothing), Phase("odd/x", nothing)])
    refused_with("phases: plugin 'odd' adds 'odd/x' twice; rename", odd=odd)


def test_what_is_removed_has_to_be_there() -> None:
    refused("elfen_phases", Remove("tiny/dael"), ODD, "removes 'tiny/dael'", "mean 'tiny/deal'")
    refused("elfen_move_cost", Remove("tiny/wolk"), ODD, "move cost: ", "mean 'tiny/walk'")
    refused("elfen_steps", Remove("tiny/tall"), ODD, "steps: ", "mean 'tiny/tell'")


def test_what_is_removed_is_gone() -> None:
    odd = addon(
        "odd",
        elfen_phases=[Remove("tiny/deal")],
        elfen_move_cost=[Remove("tiny/walk")],
        elfen_steps=[Remove("tiny/tell")],
    )
    rules = compiled(odd)
    assert names(rules.procedures["round"]) == ["tiny/ask", "tiny/end"]
    assert rules.procedures["tiny/talk"] == ()
    assert rules.cost_terms == ()


def test_an_optional_anchor_at_another_plugin_stays_out_of_the_way() -> None:
    odd = addon("odd", elfen_phases=[Phase("odd/x", nothing, after=maybe("even/x"))])
    assert names(compiled(odd).procedures["round"])[-1] == "odd/x"
    even = addon("even", elfen_phases=[Phase("even/x", nothing, before="tiny/deal")])
    assert names(compiled(odd, even).procedures["round"])[:2] == ["even/x", "odd/x"]


# Functions -------------------------------------------------------------------------------


def action_type(**changes: Any) -> ActionType[Any]:
    return evolve(PLAY, name="odd/play", replaces="tiny/play", **changes)


def short_cut(**changes: Any) -> ShortCut:
    return ShortCut("odd/x", of="tiny/play", past={}, **changes)


def could(function: Any) -> dict[str, Any]:
    """What a cost term of the state says, with all answers that it could give."""
    return {"depends_on": ("state",), "could": function}


FUNCTIONS: list[tuple[str, str, int, Callable[[Any], object]]] = [
    ("elfen_setup", "do", 1, lambda f: SetupStep("odd/x", f)),
    ("elfen_phases", "do", 1, lambda f: Phase("odd/x", f)),
    ("elfen_steps", "do", 2, lambda f: Step("odd/x", f, of="odd/talk")),
    ("elfen_move_cost", "ways", 1, lambda f: Base("odd/x", f, text="x")),
    ("elfen_move_cost", "ways", 2, lambda f: Offer("odd/x", f, text="x")),
    ("elfen_move_cost", "ways", 2, lambda f: Replace("odd/x", f, text="x")),
    ("elfen_move_cost", "extra", 2, lambda f: Surcharge("odd/x", "tag", f, text="x")),
    ("elfen_move_cost", "fee", 2, lambda f: Waive("odd/x", "tag", f, text="x")),
    ("elfen_move_cost", "allows", 2, lambda f: Limit("odd/x", f, text="x")),
    ("elfen_chance", "faces", 2, lambda f: Roll("odd/x", f, any_number, visibility=PUBLIC)),
    ("elfen_chance", "apply", 3, lambda f: Roll("odd/x", any_number, f, visibility=PUBLIC)),
    (
        "elfen_decisions",
        "at_most",
        2,
        lambda f: Decision("odd/x", text="x", at_most=f, replaces="tiny/choose"),
    ),
    ("elfen_actions", "legal", 2, lambda f: action_type(legal=f)),
    ("elfen_actions", "check", 3, lambda f: action_type(check=f)),
    ("elfen_actions", "apply", 3, lambda f: action_type(apply=f)),
    ("elfen_actions", "domain", 0, lambda f: action_type(domain=f)),
    ("elfen_actions", "public", 1, lambda f: action_type(public=f)),
    ("elfen_actions", "offered", 2, lambda f: action_type(offered=f)),
    ("elfen_actions", "more", 2, lambda f: action_type(more=f)),
    ("elfen_restrictions", "forbids", 3, lambda f: Restriction("odd/x", type=Play, forbids=f)),
    ("elfen_endings", "when", 1, lambda f: Ending("odd/x", f, text="x")),
    ("elfen_endings", "latest", 1, lambda f: Ending("odd/x", any_number, text="x", latest=f)),
    (
        "elfen_scoring",
        "points",
        2,
        lambda f: ScoreLine("odd/x", f, lowest=one, highest=one, text="x"),
    ),
    (
        "elfen_scoring",
        "lowest",
        1,
        lambda f: ScoreLine("odd/x", any_number, lowest=f, highest=one, text="x"),
    ),
    (
        "elfen_scoring",
        "highest",
        1,
        lambda f: ScoreLine("odd/x", any_number, lowest=one, highest=f, text="x"),
    ),
    (
        "elfen_scoring",
        "detail",
        2,
        lambda f: ScoreLine("odd/x", one, lowest=one, highest=one, text="x", detail=f),
    ),
    ("elfen_tie_breaks", "value", 2, lambda f: TieBreak("odd/x", f, text="x")),
    ("elfen_tie_breaks", "detail", 2, lambda f: TieBreak("odd/x", one, text="x", detail=f)),
    (
        "elfen_ranking",
        "ranks",
        2,
        lambda f: Ranking("odd/x", f, text="x", replaces="core/ranking"),
    ),
    ("elfen_invariants", "problems", 1, lambda f: Invariant("odd/x", f, text="x")),
    ("elfen_advice", "value", 2, lambda f: Advice("odd/x", type=Play, value=f)),
    ("elfen_advice", "ahead", 2, lambda f: Advice("odd/x", type=Play, value=one, ahead=f)),
    ("elfen_shortcuts", "take", 2, lambda f: short_cut(take=f)),
    ("elfen_shortcuts", "returns", 2, lambda f: short_cut(take=one, returns=f)),
    ("elfen_cautions", "warns", 2, lambda f: Caution("odd/x", type=Play, text="-", warns=f)),
    ("elfen_move_cost", "could", 1, lambda f: Base("odd/x", any_number, text="x", **could(f))),
    ("elfen_move_cost", "could", 2, lambda f: Offer("odd/x", any_number, text="x", **could(f))),
    ("elfen_move_cost", "could", 2, lambda f: Replace("odd/x", any_number, text="x", **could(f))),
    (
        "elfen_move_cost",
        "could",
        2,
        lambda f: Surcharge("odd/x", "tag", any_number, text="x", **could(f)),
    ),
    ("elfen_move_cost", "could", 2, lambda f: Waive("odd/x", "tag", one, text="x", **could(f))),
    ("elfen_move_cost", "could", 2, lambda f: Limit("odd/x", any_number, text="x", **could(f))),
    ("elfen_move_cost", "free", 2, lambda f: Base("odd/x", any_number, text="x", free=f)),
    ("elfen_move_cost", "free", 2, lambda f: Offer("odd/x", any_number, text="x", free=f)),
    ("elfen_move_cost", "free", 2, lambda f: Replace("odd/x", any_number, text="x", free=f)),
    ("elfen_move_cost", "free", 2, lambda f: Surcharge("odd/x", "t", any_number, text="x", free=f)),
    ("elfen_move_cost", "free", 2, lambda f: Waive("odd/x", "t", one, text="x", free=f)),
    ("elfen_move_cost", "free", 2, lambda f: Limit("odd/x", any_number, text="x", free=f)),
    (
        "elfen_chance",
        "told",
        2,
        lambda f: Roll("odd/x", any_number, any_number, visibility=PUBLIC, told=f),
    ),
    (
        "elfen_decisions",
        "bounds",
        2,
        lambda f: evolve(CHOOSE, name="odd/x", replaces="tiny/choose", bounds=f),
    ),
    (
        "elfen_decisions",
        "told",
        2,
        lambda f: evolve(CHOOSE, name="odd/x", replaces="tiny/choose", told=f),
    ),
    ("elfen_actions", "crosses", 3, lambda f: action_type(crosses=f)),
    ("elfen_actions", "lays", 3, lambda f: action_type(lays=f)),
    ("elfen_actions", "brings", 3, lambda f: action_type(brings=f)),
    ("elfen_actions", "journeys", 2, lambda f: action_type(crosses=one, journeys=f)),
]


def one(*arguments: Any) -> int:
    return 1


#: What may be given one by one, and so by a function with a yield in it.
ITEMS = {"domain", "legal", "crosses", "lays", "journeys", "ahead", "problems"}
ITEMS |= {"ways", "could", "ranks"}


LEFT_OUT = {"offered", "more", "latest", "could", "free", "told", "bounds"}
LEFT_OUT |= {"crosses", "lays", "brings", "journeys", "detail", "ahead", "returns"}

TAKING: dict[int, Callable[..., Any]] = {
    0: lambda: 1,
    1: lambda a: 1,
    2: lambda a, b: 1,
    3: lambda a, b, c: 1,
    4: lambda a, b, c, d: 1,
}


@pytest.mark.parametrize(
    ("hook", "attribute", "count", "make"),
    FUNCTIONS,
    ids=[f"{n}-{hook}-{what}-{count}" for n, (hook, what, count, _) in enumerate(FUNCTIONS)],
)
def test_a_function_takes_what_it_is_given(
    hook: str, attribute: str, count: int, make: Callable[[Any], Any]
) -> None:
    name = make(any_number).name
    for wrong in (count + 1, count - 1):
        if wrong >= 0:
            refused(hook, make(TAKING[wrong]), ODD, f"{name!r}, {attribute}: the function has to")
    refused(hook, make(TAKING[count + 1]), f"take {count} argument")
    refused(hook, make("text"), ODD, f"{name!r}, {attribute}: 'text' is not a function")
    for is_async in (later, partial(later), later_and_later, cache(later), Later(), Later().rule):
        refused(hook, make(is_async), ODD, f"{name!r}, {attribute}: the function cannot be async")
    for lazy in (one_by_one, partial(one_by_one), cache(one_by_one), Lazy(), Lazier(), Lazy().rule):
        if attribute in ITEMS:
            assert check_entry("odd", make(lazy)) is None
        else:
            told = f"{name!r}, {attribute}: the function has a yield in it"
            refused(hook, make(lazy), ODD, told)
    assert compiled(addon("odd", **{hook: [make(TAKING[count])]}))
    assert compiled(addon("odd", **{hook: [make(one)]}))
    if attribute in LEFT_OUT:
        assert compiled(addon("odd", **{hook: [make(None)]}))
    else:
        refused(hook, make(None), ODD, f"{name!r}, {attribute}: None is not a function")


def test_a_function_that_does_not_tell_what_it_takes_is_believed() -> None:
    assert compiled(addon("odd", elfen_endings=[Ending("odd/x", max, text="x")]))


class Bound:
    """Methods that take nothing, one thing and two, and an object that is called with two."""

    def none(self) -> bool:
        return True

    def just_one(self, position: Position) -> bool:
        return True

    def two(self, position: Position, seat: int) -> bool:
        return True

    def __call__(self, position: Position, seat: int) -> bool:
        return True


def named(position: Position, *, seat: int) -> bool:
    return True


def with_seat(function: Callable[[Position, int], bool]) -> Callable[[Position], bool]:
    """A function of an author that calls another one, with more than it is called with itself."""

    @wraps(function)
    def inner(position: Position) -> bool:
        return function(position, 0)

    return inner


@pytest.mark.parametrize(
    "when",
    [Bound().none, Bound().two, Bound(), partial(Bound().none), partial(Bound().two), named],
    ids=["none", "two", "object", "partial-none", "partial-two", "named"],
)
def test_methods_and_other_functions_take_what_they_are_given_too(when: Any) -> None:
    words = "'odd/x', when: the function has to take 1 argument, not"
    refused("elfen_endings", Ending("odd/x", when, text="x"), ODD, words)


@pytest.mark.parametrize(
    "value",
    [Bound().none, Bound().just_one, with_seat(lambda position, seat: True)],
    ids=["none", "one", "wrapped"],
)
def test_a_method_takes_all_that_it_is_given(value: Any) -> None:
    words = "'odd/x', value: the function has to take 2 arguments, not"
    refused("elfen_tie_breaks", TieBreak("odd/x", value, text="x"), ODD, words)
    assert compiled(addon("odd", elfen_tie_breaks=[TieBreak("odd/x", Bound().two, text="x")]))


@pytest.mark.parametrize(
    "when",
    [Bound().just_one, partial(Bound().two, seat=0), with_seat(lambda position, seat: True)],
    ids=["method", "partial", "wrapped"],
)
def test_methods_and_other_functions_that_take_it_will_do(when: Any) -> None:
    assert compiled(addon("odd", elfen_endings=[Ending("odd/x", when, text="x")]))


@pytest.mark.parametrize("wrong", ["legal", "hold", "draw"])
def test_the_functions_of_a_lottery_take_what_they_are_given(wrong: str) -> None:
    usual = dict.fromkeys(("legal", "hold", "draw"), any_number)
    lottery = Lottery(**{**usual, wrong: lambda position: 1})
    words = f"'odd/play', legal, {wrong}: the function has to take 2 arguments"
    refused("elfen_actions", action_type(legal=lottery), ODD, words)
    assert compiled(addon("odd", elfen_actions=[action_type(legal=Lottery(**usual))]))


def test_a_text_is_a_text() -> None:
    refused("elfen_phases", Phase("odd/x", nothing, text=3), ODD, "text=3 has to be a text")  # type: ignore[arg-type]


# Procedures ------------------------------------------------------------------------------


@pytest.mark.parametrize(("of", "instead"), [("setup", "SetupStep"), ("round", "Phase")])
def test_a_step_is_not_of_the_cores_procedures(of: str, instead: str) -> None:
    step = Step("odd/x", tell, of=of)
    refused("elfen_steps", step, ODD, f"'odd/x' is of {of!r}; make it a {instead}, not a Step")


@pytest.mark.parametrize("of", ["tiny/tolk", "even/talk", "talk"])
def test_a_step_is_of_a_procedure_that_its_owner_has(of: str) -> None:
    step = Step("odd/x", tell, of=of)
    refused("elfen_steps", step, ODD, f"is of {of!r}", "there are: setup, round, end, tiny/talk")


def test_a_step_may_be_of_ones_own_or_another_plugins_procedure() -> None:
    steps = [Step("odd/x", tell, of="odd/talk"), Step("odd/y", tell, of="tiny/talk")]
    rules = compiled(addon("odd", elfen_steps=steps))
    assert names(rules.procedures["odd/talk"]) == ["odd/x"]
    assert names(rules.procedures["tiny/talk"]) == ["tiny/tell", "odd/y"]


@pytest.mark.parametrize("of", ["", 3, None])
def test_a_step_says_of_what(of: Any) -> None:
    refused("elfen_steps", Step("odd/x", tell, of=of), ODD, "'odd/x': of=")


def test_a_step_has_one_name_in_all_procedures() -> None:
    odd = addon(
        "odd",
        elfen_phases=[Phase("odd/x", nothing)],
        elfen_setup=[SetupStep("odd/x", nothing)],
    )
    refused_with("plugin 'odd' has a step 'odd/x' in 'setup' and in 'round'; rename one", odd=odd)
    odd = addon(
        "odd",
        elfen_phases=[Phase("odd/x", nothing)],
        elfen_steps=[Step("odd/x", tell, of="odd/talk")],
    )
    refused_with("'odd/x' in 'round' and in 'odd/talk'", odd=odd)


def test_a_step_cannot_stand_next_to_one_of_another_procedure() -> None:
    step = Step("odd/x", tell, of="odd/talk", after="tiny/tell")
    refused("elfen_steps", step, ODD, "'odd/talk' and the other of 'tiny/talk'; make both the same")


# Cost terms ------------------------------------------------------------------------------


def ways(crossing: Any) -> list[Price]:
    return []


@pytest.mark.parametrize("inputs", [("roads",), (), ("route", "table"), ([],), ({},)])
def test_a_term_depends_on_what_there_is(inputs: Any) -> None:
    term = Base("odd/x", ways, text="x", depends_on=inputs)
    refused("elfen_move_cost", term, ODD, "'odd/x' depends on", "'route', 'seat', 'state'")


@pytest.mark.parametrize("inputs", [("seat",), ("route", "seat"), ("route", "seat", "state")])
def test_a_term_may_depend_on_some_or_all_of_what_there_is(inputs: Any) -> None:
    term = Base("odd/x", ways, text="x", depends_on=inputs)
    assert "odd/x" in names(compiled(addon("odd", elfen_move_cost=[term])).cost_terms)


@pytest.mark.parametrize("bound", [-1, 1.5, None])
def test_a_term_makes_so_many_free_steps(bound: Any) -> None:
    term = Base("odd/x", ways, text="x", free=lambda rules, players: bound)
    refused("elfen_move_cost", term, ODD, "'odd/x', free has to give a whole number from 0")


def test_a_term_may_make_no_free_steps() -> None:
    term = Base("odd/x", ways, text="x", free=lambda rules, players: 0)
    assert "odd/x" in names(compiled(addon("odd", elfen_move_cost=[term])).cost_terms)


def test_what_a_term_depends_on_is_a_tuple() -> None:
    odd = addon(
        "odd",
        elfen_move_cost=lambda rules: [Base("odd/x", ways, text="x", depends_on="route")],  # type: ignore[arg-type]
    )
    told = "depends_on='route' has to be a tuple of inputs; a single one is written (x,)"
    refused_with(ODD, f"elfen_move_cost raised TypeError: {told}", odd=odd)


def test_what_a_term_could_answer_is_for_terms_of_the_state() -> None:
    could: Any = {"text": "x", "could": lambda crossing: [[]]}
    refused("elfen_move_cost", Base("odd/x", ways, **could), ODD, "'odd/x': could= is for terms")
    could |= {"depends_on": ("state",), "could": lambda: [[]]}
    refused("elfen_move_cost", Base("odd/x", ways, **could), "could: the function has to take 1 a")


def test_a_term_is_in_a_layer() -> None:
    refused("elfen_move_cost", CostTerm("odd/x", text="x"), ODD, "a CostTerm is in no layer")

    @frozen
    class Bargain(Base):
        """Not one of the six."""

    refused("elfen_move_cost", Bargain("odd/x", ways, text="x"), "a Bargain is in no layer")


def test_a_term_cannot_stand_next_to_one_of_another_layer() -> None:
    term = Offer("odd/x", lambda crossing, prices: [], text="x", after="tiny/walk")
    refused("elfen_move_cost", term, ODD, "'odd/x'", "of Offer and the other of Base")
    term = evolve(term, after=None, replaces="tiny/walk")
    refused("elfen_move_cost", term, ODD, "'odd/x'", "of Offer and the other of Base")


def test_a_term_may_stand_next_to_one_of_its_layer() -> None:
    terms = [
        Base("odd/x", ways, text="x", before="tiny/walk"),
        Base("odd/y", ways, text="x", before=maybe("even/walk")),
        Base("odd/z", ways, text="x", replaces="tiny/walk"),
    ]
    rules = compiled(addon("odd", elfen_move_cost=terms))
    assert names(rules.cost_terms) == ["odd/x", "odd/z", "odd/y"]


def test_names_of_terms_are_unique_in_all_layers() -> None:
    terms = [
        Base("odd/x", ways, text="x"),
        Offer("odd/x", lambda crossing, prices: [], text="x"),
    ]
    refused_with("move cost: plugin 'odd' adds 'odd/x' twice", odd=addon(elfen_move_cost=terms))


@pytest.mark.parametrize("tag", ["", 3])
def test_a_surcharge_has_a_tag(tag: Any) -> None:
    term = Surcharge("odd/x", tag, lambda crossing, price: 0, text="x")
    refused("elfen_move_cost", term, ODD, "'odd/x': tag=")


# Chance ----------------------------------------------------------------------------------

ELSEWHERE = TableZone("odd/elsewhere", holds=(CARD,), visibility=PUBLIC)
LIKE_PILE = TableZone("tiny/pile", holds=(CARD,), visibility=PUBLIC)
ROADS = RouteZone("odd/roads", holds=(CARD,), at_most=1)


def test_a_draw_goes_between_zones_that_there_are() -> None:
    for zone in (ELSEWHERE, LIKE_PILE):
        draw = Draw("odd/x", source=zone, target=HAND)
        refused("elfen_chance", draw, ODD, f"uses zone {zone.name!r}", "the very same object")
        draw = Draw("odd/x", source=PILE, target=zone)
        refused("elfen_chance", draw, ODD, f"uses zone {zone.name!r}", "the very same object")


def test_a_draw_goes_between_zones_of_one_kind() -> None:
    stones = attrs.evolve(CARD, name="stone")
    zone = TableZone("odd/stones", holds=(stones,), visibility=PUBLIC)
    odd = addon("odd", elfen_zones=[zone], elfen_chance=[Draw("odd/x", source=PILE, target=zone)])
    refused_with(ODD, "from 'tiny/pile' to 'odd/stones'", "do not hold the same groups", odd=odd)


@pytest.mark.parametrize(
    ("source", "target"), [(ROADS, SPENT), (PILE, ROADS), (PILE, HAND.of(0)), (PILE, "tiny/spent")]
)
def test_a_draw_goes_between_tables_and_seats(source: Any, target: Any) -> None:
    draw = Draw("odd/x", source=source, target=target)
    refused("elfen_chance", draw, ODD, "'odd/x' has to go from a TableZone or SeatZone to one of")


def test_a_draw_goes_somewhere() -> None:
    draw = Draw("odd/x", source=PILE, target=PILE)
    refused("elfen_chance", draw, ODD, "draws from 'tiny/pile' into itself")


def test_a_draw_may_replace_another() -> None:
    draw = evolve(DEAL, name="odd/deal", replaces="tiny/deal")
    rules = compiled(addon("odd", elfen_chance=[draw]))
    assert rules.new_game(1, 1).log[0].seat is None
    assert names(rules.chances) == ["odd/deal"]


@pytest.mark.parametrize("visibility", [None, "public", True])
def test_a_roll_has_a_visibility(visibility: Any) -> None:
    roll = Roll("odd/x", any_number, any_number, visibility=visibility)
    refused("elfen_chance", roll, ODD, "'odd/x': visibility=", "PUBLIC, OWNER or HIDDEN")


# Decisions and actions -------------------------------------------------------------------


def test_a_decision_has_an_action() -> None:
    refused("elfen_decisions", evolve(CHOOSE, name="odd/x"), ODD, "'odd/x' has no action")


def test_an_action_answers_a_decision_that_there_is() -> None:
    wrong = action_type(at=("tiny/chose",))
    refused("elfen_actions", wrong, ODD, "'odd/play' answers 'tiny/chose', which is no decision")
    refused("elfen_actions", wrong, "there are: tiny/choose")


def test_an_action_answers_something() -> None:
    refused("elfen_actions", action_type(at=()), ODD, "at=() has to have at least one name")
    refused("elfen_actions", action_type(at=(3,)), ODD, "at=(3,) has to have")
    for wrong in ("", 3):
        told = f"at=('tiny/choose', {wrong!r}) has to have at least one name, and only names"
        refused("elfen_actions", action_type(at=("tiny/choose", wrong)), ODD, told)


def test_journeys_are_of_an_action_that_says_which_routes_it_crosses() -> None:
    wrong = action_type(journeys=any_number)
    refused("elfen_actions", wrong, ODD, "'odd/play': journeys= needs crosses=, which routes")


def test_an_action_may_answer_a_decision_by_the_name_that_it_replaced() -> None:
    new = evolve(CHOOSE, name="odd/choose", replaces="tiny/choose")
    rules = compiled(addon("odd", elfen_decisions=[new]))
    assert rules.new_game(1, 1).pending.name == "odd/choose"  # type: ignore[union-attr]


def test_one_class_is_declared_once() -> None:
    again = evolve(PLAY, name="odd/play")
    refused("elfen_actions", again, "'tiny' and 'odd' both declare how Play works", "use replaces=")


def test_actions_that_are_always_legal_are_of_the_type() -> None:
    always = (Play("red"), Play("blue"))
    rules = compiled(addon("odd", elfen_actions=[action_type(legal=always)]))
    assert {str(a) for a in rules.new_game(1, 1).legal_actions} == {"play red", "play blue", "wait"}
    refused("elfen_actions", action_type(legal=(*always, Wait())), ODD, "legal has Wait(), no Play")
    refused("elfen_actions", action_type(legal=("play red",)), ODD, "legal has 'play red', no Play")
    refused("elfen_actions", action_type(legal=[*always]), ODD, "legal: [Play(", "not a function")


@frozen(cache_hash=True)
class Pause(Action):
    verb = "pause"


def test_a_way_out_is_legal_whenever_its_decision_is_asked() -> None:
    went: list[object] = []
    way_out = always_legal(
        "odd/pause",
        Pause(),
        at="tiny/choose",
        apply=lambda table, item, action: went.append((item.seat, action)),
        text="do nothing",
    )
    rules = compiled(addon("odd", elfen_actions=[way_out]))
    game = rules.new_game(1, 1)
    assert Pause() in game.legal_actions
    assert Pause() in rules.actions
    assert game.check("pause") is None
    game.play("pause")
    assert went == [(0, Pause())]
    assert way_out.public(Pause()) == Pause()


def test_an_action_may_be_offered_by_what_lies_in_a_zone() -> None:
    rules = compiled(addon("odd", elfen_actions=[action_type(offered=HAND)]))
    assert rules.new_game(1, 1).seat == 0
    for zone in (ELSEWHERE, LIKE_PILE):
        wrong = action_type(offered=zone)
        refused("elfen_actions", wrong, ODD, f"offered by what lies in {zone.name!r}, which no")
    refused(
        "elfen_actions", action_type(offered=ROADS), ODD, "offered: RouteZone", "not a function"
    )


@pytest.mark.parametrize("answer", [True, False])
def test_an_action_may_be_offered_by_a_zone_and_a_function(answer: bool) -> None:
    held: list[int] = []

    def holds(position: Position, seat: int) -> bool:
        held.append(position.size(HAND.of(seat)))
        return answer

    odd = addon(
        "odd",
        elfen_decisions=[evolve(CHOOSE, name="odd/choose", replaces="tiny/choose", forced=Wait())],
        elfen_actions=[action_type(offered=(HAND, holds))],
    )
    game = compiled(odd).new_game(1, 1)
    assert game.is_over is not answer
    while not game.is_over:
        game = game.play(game.legal_actions[0])
    assert held
    assert 0 not in held


@pytest.mark.parametrize("offered", [(), (HAND,), (any_number, HAND), (HAND, any_number, 1)])
def test_what_offers_an_action_together_is_a_zone_and_a_function(offered: Any) -> None:
    refused("elfen_actions", action_type(offered=offered), ODD, "a pair, a zone and a function")


def test_the_function_beside_a_zone_is_one() -> None:
    wrong = action_type(offered=(HAND, "often"))
    refused("elfen_actions", wrong, ODD, "offered: 'often' is not a function")
    wrong = action_type(offered=(ELSEWHERE, any_number))
    refused("elfen_actions", wrong, ODD, f"offered by what lies in {ELSEWHERE.name!r}, which no")


def test_what_lies_in_no_zone_is_not_listed_after_others() -> None:
    held: list[int] = []

    def legal(position: Position, seat: int) -> list[Play]:
        held.append(position.size(HAND.of(seat)))
        return []

    late = ActionType(
        "odd/late",
        type=Stray,
        at=(CHOOSE.name,),
        legal=legal,  # type: ignore[arg-type]
        check=any_number,
        apply=any_number,
        domain=lambda: (),
        public=lambda action: action,
        offered=HAND,
    )
    rules = compiled(addon("odd", elfen_actions=[late]))
    for hand in ({}, {"red": 2}):
        rules.legal_actions(rules.build(1).at(CHOOSE.name, 0).zone(HAND.of(0), hand).state())
    assert held == [2]


@pytest.mark.parametrize(("ghosts", "asked"), [(1, True), (0, False)])
def test_what_there_can_be_no_pieces_for_is_not_listed(ghosts: int, asked: bool) -> None:
    ghost = Kind("ghost", Group("ghost", noun="ghost"), name="ghost")
    zone = SeatZone("odd/ghosts", holds=(ghost.group,), visibility=PUBLIC)
    called: list[int] = []

    def legal(position: Position, seat: int) -> list[Play]:
        called.append(seat)
        return []

    odd = addon(
        "odd",
        elfen_kinds=[ghost],
        elfen_zones=[zone],
        elfen_components=[Stock("odd/ghosts", (ghost,), ghosts, zone)],
        elfen_actions=[action_type(offered=zone, legal=legal)],
    )
    assert [str(a) for a in compiled(odd).new_game(1, 1).legal_actions] == ["wait"]
    assert bool(called) == asked


def test_a_forced_action_is_one_that_answers() -> None:
    decision = evolve(CHOOSE, name="odd/choose", replaces="tiny/choose", forced=Stray())
    refused("elfen_decisions", decision, ODD, "forced=Stray()", "no action type says at=")
    rules = compiled(addon("odd", elfen_decisions=[evolve(decision, forced=Wait())]))
    assert rules.decisions[0].entry.forced == Wait()
    decision = evolve(decision, forced="wait")
    refused("elfen_decisions", decision, ODD, "forced='wait' has to be an action or None")


def test_a_restriction_is_of_an_action_that_there_is() -> None:
    restriction = Restriction("odd/x", type=Stray, forbids=any_number)
    refused("elfen_restrictions", restriction, ODD, "'odd/x' restricts Stray, which no chosen")


def test_a_restriction_of_an_action_that_another_plugin_removes_is_idle() -> None:
    odd = addon(
        "odd",
        elfen_restrictions=[Restriction("odd/x", type=Play, forbids=any_number)],
        elfen_actions=[Remove("tiny/play")],
    )
    assert [str(a) for a in compiled(odd).new_game(1, 1).legal_actions] == ["wait"]


# The classes of actions ------------------------------------------------------------------


@frozen(cache_hash=True)
class Stray(Action):
    verb = "stray"


class NoAction:
    verb = "nothing"


@frozen(cache_hash=True)
class Verbless(Action):
    card: str


@frozen(cache_hash=True)
class VerbOfSpaces(Action):
    verb = "  "


@frozen(cache_hash=True)
class VerbOfNothing(Action):
    verb = ""


@frozen(cache_hash=True)
class VerbWithSpaces(Action):
    verb = "go  west"


@frozen(cache_hash=True)
class VerbOfNumber(Action):
    verb = 3  # type: ignore[assignment]


class Plain(Action):
    verb = "plainly"
    card: str


@frozen(eq=False)
class Single(Action):
    verb = "single"


@frozen(cache_hash=True)
class Listing(Action):
    verb = "list"
    cards: list[str]


@frozen(cache_hash=True)
class Perhaps(Action):
    verb = "perhaps"
    card: str | None


@frozen(cache_hash=True)
class Truth(Action):
    verb = "truth"
    really: bool


@frozen(cache_hash=True)
class PiecesFirst(Action):
    verb = "pieces first"
    cards: Pieces
    route: str


@frozen(cache_hash=True)
class Unresolved(Action):
    verb = "unresolved"
    price: Decimal


@frozen(cache_hash=True)
class Untyped(Action):
    verb = "untyped"
    card = field()


@frozen(cache_hash=True)
class Keyword(Action):
    verb = "keyword"
    card: str = field(kw_only=True)


@frozen(cache_hash=True)
class Uninitialised(Action):
    verb = "uninitialised"
    card: str = field(init=False, default="red")


@frozen(cache_hash=True)
class Uncompared(Action):
    verb = "uncompared"
    card: str = field(eq=False)


@frozen(unsafe_hash=False)
class Unhashable(Action):
    verb = "unhashable"


@define(slots=False, unsafe_hash=True)
class Thawed(Action):
    verb = "thawed"

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


@frozen(cache_hash=True)
class Again(Action):
    verb = "play"


@frozen(cache_hash=True)
class Drawing(Action):
    verb = "drawn out"


@frozen(cache_hash=True)
class Everything(Action):
    verb = "take everything"
    n: int
    route: str
    cards: Pieces


@pytest.mark.parametrize(
    ("cls", "words"),
    [
        (NoAction, ("has to be a class based on Action",)),
        (Stray(), ("Stray() has to be a class based on Action",)),
        ("Play", ("'Play' has to be a class based on Action",)),
        (Verbless, ("'Verbless' has no verb", "give it one for its notation")),
        (VerbOfSpaces, ("'VerbOfSpaces' has no verb of plain words",)),
        (VerbOfNothing, ("'VerbOfNothing' has no verb of plain words",)),
        (VerbWithSpaces, ("'VerbWithSpaces' has no verb of plain words",)),
        (VerbOfNumber, ("'VerbOfNumber' has no verb",)),
        (Plain, ("'Plain' is not an attrs class; write @frozen(cache_hash=True)",)),
        (Single, ("'Single' has to be frozen, and compared by value",)),
        (Unhashable, ("'Unhashable' has to be frozen, and compared by value",)),
        (Thawed, ("'Thawed' has to be frozen, and compared by value",)),
        (Listing, ("field 'cards' is list", "no notation")),
        (Perhaps, ("field 'card' is str | None, which has no notation",)),
        (Truth, ("field 'really' is bool, which has no notation",)),
        (PiecesFirst, ("field 'cards' is Pieces", "the last one Pieces")),
        (Unresolved, ("types of its fields cannot be worked out", "'Decimal' is not defined")),
        (Untyped, ("field 'card' is None, which has no notation",)),
        (Keyword, ("field 'card' has to be positional",)),
        (Uninitialised, ("field 'card' has to be positional",)),
        (Uncompared, ("field 'card' has to be positional and to count in comparisons",)),
    ],
)
def test_a_class_that_cannot_be_an_action_is_refused(cls: Any, words: tuple[str, ...]) -> None:
    entry = evolve(PLAY, name="odd/x", type=cls)
    refused("elfen_actions", entry, "plugin 'odd': 'odd/x', type: ", *words)
    refused("elfen_advice", Advice("odd/x", type=cls, value=one), ODD, "'odd/x', type", *words)
    restriction = Restriction("odd/x", type=cls, forbids=any_number)
    refused("elfen_restrictions", restriction, ODD, "'odd/x', type", *words)
    caution = Caution("odd/x", type=cls, text="x", warns=any_number)
    refused("elfen_cautions", caution, ODD, "'odd/x', type", *words)


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_a_caution_says_what_it_warns_of(text: str) -> None:
    caution = Caution("odd/x", type=Play, text=text, warns=any_number)
    refused("elfen_cautions", caution, ODD, "'odd/x' has no text; say what it warns of")


def test_verbs_are_unique() -> None:
    again = evolve(PLAY, name="odd/x", type=Again)
    told = "cannot both be written 'play'; give one of them another verb"
    refused("elfen_actions", again, "Play of ", f"Again of {Again.__module__} {told}")


def test_verbs_are_not_those_of_chance() -> None:
    drawing = evolve(PLAY, name="odd/x", type=Drawing)
    refused("elfen_actions", drawing, "Drawing cannot be written 'drawn out'", "another verb")


def test_a_class_with_all_there_is_will_do() -> None:
    rules = compiled(addon("odd", elfen_actions=[evolve(PLAY, name="odd/x", type=Everything)]))
    action = Everything(-3, "a-b", Pieces.of(["red", "red"]))
    assert str(action) == "take everything -3 a-b red*2"
    assert rules.parse(str(action)) == action


# Endings, scores, ranking ----------------------------------------------------------------


def test_there_is_an_ending() -> None:
    refused("elfen_endings", Remove("tiny/last-round"), "latest=", "there are: none")


def test_an_ending_says_when_it_comes_at_the_latest() -> None:
    endless = evolve(LAST_ROUND, latest=None)
    refused_with("latest=", "there are: tiny/last-round", base=tiny(elfen_endings=[endless]))


@pytest.mark.parametrize("latest", [0, -1, 2.0, None, True, "2"])
def test_the_latest_round_is_a_number(latest: Any) -> None:
    ending = evolve(LAST_ROUND, name="odd/x", latest=lambda rules: latest)
    refused("elfen_endings", ending, ODD, "'odd/x', latest has to give a whole number from 1, not")


def test_a_bound_that_raises_names_its_entry() -> None:
    ending = evolve(LAST_ROUND, name="odd/x", latest=lambda rules: rules.option("later"))
    refused("elfen_endings", ending, ODD, "'odd/x', latest raised RulesetError: no option 'later'")


def test_a_score_line_is_bounded() -> None:
    line = ScoreLine("odd/x", one, lowest=lambda rules: 3, highest=lambda rules: 2, text="x")
    refused("elfen_scoring", line, ODD, "'odd/x', highest has to give a whole number from 3, not 2")
    refused("elfen_scoring", evolve(line, lowest=lambda rules: 0.5), ODD, "'odd/x', lowest has to")


@pytest.mark.parametrize("bound", [-1, 1.5, None])
def test_a_decision_is_asked_so_often(bound: Any) -> None:
    decision = evolve(
        CHOOSE, name="odd/x", replaces="tiny/choose", at_most=lambda rules, players: bound
    )
    refused("elfen_decisions", decision, ODD, "'odd/x', at_most has to give a whole number from 0")


@pytest.mark.parametrize("bound", [-1, 1.5, None])
def test_an_action_type_adds_so_many_decisions(bound: Any) -> None:
    again = action_type(more=lambda rules, players: bound)
    refused("elfen_actions", again, ODD, "'odd/play', more has to give a whole number from 0")


def ranks(position: Any, results: Any) -> list[int]:
    return [1] * len(results)


def test_there_is_one_ranking() -> None:
    second = Ranking("odd/x", ranks, text="x")
    refused("elfen_ranking", second, "'core/ranking' (plugin 'core') and 'odd/x' (plugin 'odd')")
    refused("elfen_ranking", second, "use replaces='core/ranking'")
    refused("elfen_ranking", Remove("core/ranking"), "one ranking, not none")
    replacing = Ranking("odd/x", ranks, text="x", replaces="core/ranking")
    rules = compiled(addon("odd", elfen_ranking=[replacing]))
    assert {row.rank for row in rules.standings(rules.start(3))} == {1}


def test_two_replacements_of_the_ranking_are_refused() -> None:
    ones = [
        addon(
            name,
            elfen_ranking=[Ranking(f"{name}/x", ranks, text="x", replaces="core/ranking")],
        )
        for name in ("odd", "even")
    ]
    with pytest.raises(Exception, match="plugins 'even' and 'odd' both replace 'core/ranking'"):
        compiled(*ones)


def test_the_actions_of_the_tiny_game_are_fine() -> None:
    assert {type(a).__name__ for a in compiled().actions} == {"Play", "Wait"}
    assert WAIT.type.verb == "wait"


# Pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("of", [RED, CARD], ids=["kind", "group"])
def test_a_look_is_of_a_kind_or_a_group(of: Any) -> None:
    rules = compiled(addon("odd", elfen_drawing=[Look("odd/look", of=of, letters="X")]))
    assert names(rules.drawing)[-1] == "odd/look"


STONES = Group("stone", noun="stone")


@pytest.mark.parametrize("of", [Kind("green", CARD, name="green card"), STONES], ids=str)
def test_a_look_of_what_there_is_not_is_refused(of: Any) -> None:
    look = Look("odd/look", of=of, letters="X")
    told = f"'odd/look' is the look of {of.name!r}, which is no kind or group of these rules"
    refused("elfen_drawing", look, ODD, told)
