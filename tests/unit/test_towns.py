"""Where town pieces lie and where boots begin: what a declaration may say, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from elfen import Ruleset, RulesetError, State, View, compile_ruleset
from elfen.errors import PositionError
from elfen.land import HAND, MOVE, TOWN_PIECE
from elfen.plugin import (
    Chance,
    Do,
    Manifest,
    Remove,
    Roll,
    Rolled,
    SetupStep,
    Step,
    Table,
    Towns,
    hookimpl,
)
from elfen.testing import check_state
from elfen.testing.strategies import states
from elfen.text.explanation import explain

ROAD = "feodor-lapphalya-woods"


def giving(found: Any) -> Callable[[Ruleset], Any]:
    """A hook that returns this."""
    return lambda rules: found


def plugin(name: str, towns: object = None, requires: tuple[str, ...] = (), **hooks: Any) -> Any:
    """A plugin that declares these towns."""

    def about() -> Manifest:
        wanted = ("land", *requires)
        return Manifest(name, rules_version=1, api=1, requires=wanted, help="-")

    made = {hook: giving(found) for hook, found in hooks.items()}
    if towns is not None:
        made["elfen_towns"] = giving(towns)
    return SimpleNamespace(
        elfen_manifest=hookimpl(about), **{key: hookimpl(one) for key, one in made.items()}
    )


def with_towns(towns: object, **hooks: Any) -> Ruleset:
    return compile_ruleset(expansions=[plugin("odd", towns, **hooks)])


def ids(rules: Ruleset) -> set[str]:
    """The towns where pieces can lie."""
    return {t.id for n, t in enumerate(rules.board.towns) if rules.piece_towns >> n & 1}


def test_elfenland_begins_in_the_capital_and_has_pieces_everywhere_else() -> None:
    rules = compile_ruleset()
    assert rules.towns == Towns("elvenhold")
    assert ids(rules) == {town.id for town in rules.board.towns} - {"elvenhold"}
    assert rules.most_town_pieces == 20
    assert "core/start" not in rules.slots


def test_what_says_the_same_changes_no_fingerprint_and_anything_else_does() -> None:
    same, other = with_towns(Towns("elvenhold")), with_towns(Towns("virst"))
    assert same.fingerprint == compile_ruleset(expansions=[plugin("odd")]).fingerprint
    assert same.fingerprint != other.fingerprint
    at_start = with_towns(Towns("elvenhold", piece_at_start=True))
    assert len({same.fingerprint, other.fingerprint, at_start.fingerprint}) == 3


def test_another_start_has_no_piece_and_the_capital_has() -> None:
    rules = with_towns(Towns(start="virst"))
    assert "elvenhold" in ids(rules)
    assert "virst" not in ids(rules)
    assert rules.new_game(3, seed=1).view(0).towns == ("virst",) * 3
    assert rules.most_town_pieces == 20


def test_a_piece_at_the_start_is_taken_on_coming_back() -> None:
    towns = Towns(start="feodor", pieces=("feodor", "virst"), piece_at_start=True)
    rules = with_towns(towns)
    build = rules.build(players=2).at(MOVE, seat=0).zone(HAND.of(0), {"dragon": 4})
    state = build.lay(ROAD, "dragon").state()
    assert rules.position(state).pieces_taken(0) == 0
    move = rules.parse(f"move {ROAD} dragon*2")
    there = rules.apply(state, move)
    assert rules.position(there).pieces_taken(0) == 0
    back = rules.apply(there, move)
    assert rules.position(back).has_visited(0, "feodor")
    assert rules.score_bounds == (0, 2)


def test_a_drawn_start_may_have_a_piece_too() -> None:
    rules = with_towns(Towns(start=("feodor", "virst"), piece_at_start=True))
    view = rules.new_game(2, seed=1).view(0)
    assert view.start_town in view.to_visit[0]
    assert rules.most_town_pieces == len(view.piece_towns) == 21


def test_the_draw_of_the_start_stands_before_all_others_and_every_town_weighs_one() -> None:
    rules = with_towns(Towns(start=("feodor", "virst")))
    roll = rules.chances[0].entry
    assert roll.name == rules.procedures["setup"][0].entry.name
    assert isinstance(roll, Roll)
    faces = roll.faces(rules.position(rules.start(2)), Chance(roll.name))
    assert faces == {"feodor": 1, "virst": 1}


def test_the_most_pieces_of_a_seat_are_those_of_the_start_that_leaves_most() -> None:
    rules = with_towns(Towns(start=("feodor", "virst"), pieces=("virst", "ixara")))
    assert rules.most_town_pieces == 2
    assert rules.score_bounds == (0, 2)
    assert len(begun(rules, "feodor").to_visit[0]) == 2
    assert len(begun(rules, "virst").to_visit[0]) == 1


def begun(rules: Ruleset, start: str) -> View:
    """What seat 0 sees when this town has been drawn."""
    return rules.game_from(rules.apply(rules.start(2), Rolled(start)), seed=1).view(0)


def test_a_start_is_told_by_its_name_as_soon_as_it_has_been_drawn() -> None:
    rules = with_towns(Towns(start=("feodor", "virst")))
    before = str(rules.observe(rules.start(2), None)).splitlines()
    assert not [line for line in before if line.startswith("start")]
    assert "start: Feodor" in str(begun(rules, "feodor")).splitlines()


@pytest.mark.parametrize(
    ("towns", "wrong"),
    [
        ([], "has to return Towns or None, not"),
        (Towns("atlantis"), "start=: board 'elfenland' has no town 'atlantis'"),
        (Towns("virst", pieces=("atlantis",)), "pieces=: board 'elfenland' has no town 'atlantis'"),
        (Towns(()), "start= names no town; name at least one"),
        (Towns("virst", pieces=()), "pieces= names no town; name at least one"),
        (Towns(("virst", "virst")), "start= names 'virst' twice; drop one"),
        (Towns(3), "start=3 has to be the ids of towns"),  # type: ignore[arg-type]
        (Towns("virst", pieces=(1,)), "has to be the ids of towns"),  # type: ignore[arg-type]
        (Towns("virst", piece_at_start="yes"), "piece_at_start='yes' has to be True or False"),  # type: ignore[arg-type]
        (Towns("virst", pieces="virst"), "no town piece lies anywhere if boots begin in virst"),
        (
            Towns(("ixara", "virst"), pieces=("virst",)),
            "no town piece lies anywhere if boots begin in virst; name more towns in pieces=",
        ),
    ],
)
def test_what_cannot_be_is_refused(towns: object, wrong: str) -> None:
    with pytest.raises(RulesetError) as caught:
        with_towns(towns)
    assert wrong in str(caught.value)
    assert str(caught.value).startswith("plugin 'odd', elfen_towns")
    assert "\n" not in str(caught.value)


def test_two_that_do_not_know_each_other_are_refused_and_a_third_settles_it() -> None:
    one, two = plugin("one", Towns("virst")), plugin("two", Towns("ixara"))
    with pytest.raises(RulesetError, match="'one' and 'two' both say by elfen_towns where town"):
        compile_ruleset(expansions=[one, two])
    both = plugin("both", Towns("feodor"), requires=("one", "two"))
    assert compile_ruleset(expansions=[one, two, both]).towns == Towns("feodor")
    upon = plugin("upon", Towns("ixara"), requires=("one",))
    assert compile_ruleset(expansions=[one, upon]).towns == Towns("ixara")
    between = plugin("between", requires=("one",))
    far = plugin("far", Towns("ixara"), requires=("between",))
    assert compile_ruleset(expansions=[one, between, far]).towns == Towns("ixara")


def test_only_who_requires_elfenland_lets_boots_begin_elsewhere() -> None:
    def about() -> Manifest:
        return Manifest("odd", rules_version=1, api=1, help="-")

    towns = hookimpl(giving(Towns("virst")))
    stranger = SimpleNamespace(elfen_manifest=hookimpl(about), elfen_towns=towns)
    with pytest.raises(RulesetError, match="elfen_towns"):
        compile_ruleset(expansions=[stranger])
    assert with_towns(Towns("virst")).towns == Towns("virst")


def test_it_is_known_to_the_hooks_that_come_later_and_to_no_earlier_one() -> None:
    seen: list[int] = []

    def later(rules: Ruleset) -> list[Any]:
        seen.append(rules.most_town_pieces)
        return []

    late = plugin("late")
    late.elfen_kinds = hookimpl(later)
    compile_ruleset(expansions=[late])
    assert seen == [20]
    early = plugin("early")
    early.elfen_terrains = hookimpl(later)
    with pytest.raises(RulesetError, match="is not known yet when this hook is called"):
        compile_ruleset(expansions=[early])


def test_a_start_that_cannot_be_is_no_sound_state() -> None:
    rules = with_towns(Towns(start=("feodor", "virst")))
    build = rules.build(players=2).at(MOVE, seat=0)
    slot = rules.slots["core/start"]
    state = build.slot(slot, slot.type("ixara")).draft()
    assert rules.validate(state) == ("boots cannot have begun in 'ixara', but in feodor, virst",)
    with pytest.raises(PositionError, match="no start is 'ixara'; it is one of feodor, virst"):
        build.begun_in("ixara")
    with pytest.raises(PositionError, match="no start is drawn in these rules; it is elvenhold"):
        compile_ruleset().build(players=2).begun_in("virst")


def test_a_plugin_can_settle_the_start_otherwise() -> None:
    def last_one(table: Any) -> None:
        table.begin_in(table.rules.towns.start[-1])

    setup = [Remove("core/start"), SetupStep("odd/start", last_one, before="land/open-counters")]
    rules = with_towns(Towns(start=("feodor", "virst")), elfen_setup=setup)
    game = rules.new_game(2, seed=1)
    assert game.position.start_town == "virst"
    assert game.view(1).towns == ("virst", "virst")
    assert "virst" not in game.view(1).to_visit[1]


def test_a_fixed_start_is_told() -> None:
    facts = explain(with_towns(Towns("virst", pieces=("ixara", "feodor")))).facts
    assert {"town pieces: 2 a seat, in Ixara and Feodor", "boots begin in Virst"} <= {*facts}
    facts = explain(with_towns(Towns("virst", pieces=("ixara", "virst")))).facts
    assert "town pieces: 1 a seat, in Ixara and Virst but the start" in facts


@settings(max_examples=12)
@given(states(with_towns(Towns(start=("feodor", "virst", "ixara"))), 2))
def test_a_drawn_start_keeps_the_laws(state: State) -> None:
    rules = with_towns(Towns(start=("feodor", "virst", "ixara")))
    check_state(rules, state, breadth=3)


@pytest.mark.parametrize("start", ["feodor", "lapphalya"])
@pytest.mark.parametrize("drawn", [False, True])
def test_an_arrival_takes_the_piece_where_it_still_lies_and_else_no_step_is_due(
    start: str, drawn: bool
) -> None:
    """Along a road, back and once more; at once, and where an expansion reacts to each piece."""
    told: list[int] = []

    def tell(table: Table, item: Do) -> None:
        told.append(table.boots[0])

    step = Step("odd/tell", tell, of=TOWN_PIECE, text="a piece has been taken")
    towns = Towns(("feodor", "lapphalya")) if drawn else Towns(start)
    for rules in (with_towns(towns), with_towns(towns, elfen_steps=[step])):
        build = rules.build(players=2).at(MOVE, seat=0).zone(HAND.of(0), {"dragon": 6})
        build = build.begun_in(start) if drawn else build
        game = rules.game_from(build.boot(0, "feodor").lay(ROAD, "dragon").state())
        pieces = []
        for _ in range(3):
            game = game.play(f"move {ROAD} dragon*2")
            pieces.append(game.view(0).visited[0])
        first, other = ((), "feodor") if start == "lapphalya" else (("lapphalya",), "lapphalya")
        assert pieces == [first, (other,), (other,)]
    assert told == [rules.board.town_number[other]]
