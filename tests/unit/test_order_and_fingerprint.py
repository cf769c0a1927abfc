"""The order of choosing never matters; the fingerprint is of rules and data, never of code."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.plugin import (
    PUBLIC,
    Decision,
    Ending,
    EventType,
    Kind,
    Layer,
    Offer,
    Option,
    Phase,
    Price,
    Remove,
    Roll,
    Route,
    ScoreLine,
    SetupStep,
    Slot,
    Step,
    Stock,
    TableZone,
    Terrain,
    TieBreak,
    Town,
    Towns,
    as_it_is,
    frozen,
    maybe,
)

from . import fine
from .tiny import (
    CARD,
    CHOOSE,
    HAND,
    LAST_ROUND,
    OPTIONS,
    PILE,
    PLAY,
    PRESETS,
    RED,
    TRIANGLE,
    Play,
    addon,
    ask,
    compiled,
    manifest,
    names,
    nothing,
    tell,
    tiny,
    walk,
)

# Order -----------------------------------------------------------------------------------


def contents(rules: Ruleset) -> dict[str, Any]:
    """Everything of a ruleset that has an order."""
    return {
        "plugins": [plugin.name for plugin in rules.plugins],
        "kinds": [kind.id for kind in rules.layout.kinds],
        "zones": [*rules.layout.zones],
        "terrains": [*rules.terrains],
        "slots": [*rules.slots],
        "stock": names(rules.stock),
        "costs": names(rules.cost_terms),
        "procedures": {name: names(steps) for name, steps in rules.procedures.items()},
        "chances": names(rules.chances),
        "decisions": names(rules.decisions),
        "actions": names(rules.action_types),
        "domain": [str(action) for action in rules.actions],
        "endings": names(rules.ending_list),
        "lines": names(rules.score_lines),
        "ties": names(rules.tie_breaks),
        "fingerprint": rules.fingerprint,
    }


def busy(name: str, *requires: str) -> SimpleNamespace:
    """An expansion that adds to every list, next to what the others add."""
    piece = Kind(f"{name}-card", CARD, name=f"{name} card")
    number = Slot(f"{name}/number", int, start=lambda players: 0, visibility=PUBLIC)
    line = ScoreLine(
        f"{name}/line",
        lambda position, seat: 0,
        lowest=lambda rules: 0,
        highest=lambda rules: 1,
        text=name,
    )
    return addon(
        name,
        {"requires": ("tiny", *requires), "options": (Option("cards", 1, "cards"),)},
        elfen_terrains=[Terrain(name, name=name)],
        elfen_kinds=[piece],
        elfen_zones=[TableZone(f"{name}/zone", holds=(CARD,), visibility=PUBLIC)],
        elfen_components=[Stock(f"{name}/cards", (piece,), 1, PILE)],
        elfen_slots=[number],
        elfen_move_cost=[
            Offer(f"{name}/way", lambda crossing, prices: [Price.any(HAND, 2)], text=name)
        ],
        elfen_setup=[SetupStep(f"{name}/begin", nothing, after="tiny/begin")],
        elfen_phases=[Phase(f"{name}/phase", nothing, after=(maybe("b/phase"), "tiny/deal"))],
        elfen_steps=[Step(f"{name}/step", tell, of="tiny/talk", before="tiny/tell")],
        elfen_endings=[Ending(f"{name}/ending", lambda position: False, text=name)],
        elfen_scoring=[line],
        elfen_tie_breaks=[TieBreak(f"{name}/tie", lambda position, seat: 0, text=name)],
    )


# b's own phase would be anchored to itself, so b stands elsewhere.
B = SimpleNamespace(
    **{
        **vars(busy("b")),
        **vars(addon("b", elfen_phases=[Phase("b/phase", nothing, before="tiny/ask")])),
    }
)
BUSY = (busy("a"), B, busy("c", "d"), busy("d"), busy("e", "a", "c"))
WANTED = contents(compiled(*BUSY))
GAMES = {seed: list(walk(compiled(*BUSY), 3, seed)) for seed in range(3)}


@given(st.permutations(BUSY), st.integers(0, 2))
def test_the_order_of_choosing_does_not_matter(order: list[Any], seed: int) -> None:
    rules = compiled(*order)
    assert contents(rules) == WANTED
    assert list(walk(rules, 3, seed)) == GAMES[seed]


def test_the_order_is_by_anchor_then_requirement_then_name() -> None:
    assert WANTED["plugins"] == ["tiny", "a", "b", "d", "c", "e"]
    assert WANTED["procedures"]["round"] == [
        "tiny/deal",
        "b/phase",
        "a/phase",
        "d/phase",
        "c/phase",
        "e/phase",
        "tiny/ask",
        "tiny/end",
    ]
    assert WANTED["procedures"]["tiny/talk"][-1] == "tiny/tell"
    assert WANTED["lines"] == ["tiny/cards", *(f"{name}/line" for name in "abdce")]


@given(st.permutations(range(4)), st.data())
def test_what_is_wrong_is_told_alike_in_any_order(order: list[int], data: st.DataObject) -> None:
    wrong = data.draw(
        st.sampled_from(
            [
                {"elfen_phases": lambda name: [Phase(f"{name}/x", ask, replaces="tiny/ask")]},
                {"elfen_phases": lambda name: [Phase(f"{name}/x", ask, after=f"{name}/y")]},
                {"elfen_kinds": lambda name: [Kind("new", CARD, name=name)]},
                {"elfen_board": lambda name: evolve(TRIANGLE, name=name)},
                {"elfen_terrains": lambda name: [Terrain("new", name=name)]},
            ]
        )
    )

    def message(order: list[int]) -> str:
        ones = [
            addon(name, None, **{hook: make(name) for hook, make in wrong.items()})
            for name in "abcd"
        ]
        with pytest.raises(RulesetError) as caught:
            compiled(*(ones[n] for n in order))
        return str(caught.value)

    assert message(order) == message([0, 1, 2, 3])


def test_a_whole_game_of_elfenland_is_the_same_in_any_order() -> None:
    ones: list[Any] = [fine, addon("odd", {"requires": ("land",)})]
    logs = []
    for order in (ones, ones[::-1]):
        game = compile_ruleset(expansions=order).new_game(2, 4)
        dice = random.Random(1)
        while not game.is_over and game.state.round < 2:
            game = game.play(dice.choice(game.legal_actions))
        logs.append([str(entry) for entry in game.log])
    assert logs[0] == logs[1]


# The fingerprint -------------------------------------------------------------------------

TINY = compiled().fingerprint


@frozen
class Chopped:
    """Something that a step of the plugin `axe` reports."""


def test_what_the_core_adds_stands_first_whatever_plugins_are_called() -> None:
    axe = addon(
        "axe",
        {"requires": ()},
        elfen_towns=Towns(start=("a", "b")),
        elfen_setup=[SetupStep("axe/begin", nothing)],
        elfen_chance=[Roll("axe/roll", lambda *a: {"x": 1}, lambda *a: None, visibility=PUBLIC)],
        elfen_events=[EventType("axe/chopped", type=Chopped, public=as_it_is, text="chopped")],
        elfen_drawing=[Layer("axe/flags", signs=lambda observation: [])],
    )
    rules = compiled(axe)
    lists = (rules.procedures["setup"], rules.chances, rules.event_types, rules.drawing)
    for entries in lists:
        cores = [name.startswith("core/") for name in names(entries)]
        assert True in cores
        assert "axe" in {owned.plugin for owned in entries}
        assert cores == sorted(cores, reverse=True)


def described(**changes: Any) -> Any:
    """The tiny game with another manifest."""
    usual = {"players": (1, 3), "options": OPTIONS, "presets": PRESETS}
    return tiny(elfen_manifest=manifest(**{**usual, **changes}))


def test_the_fingerprint_is_of_plain_text() -> None:
    assert compiled().fingerprint == TINY
    assert len(TINY) == 64
    assert set(TINY) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    "arguments",
    [
        {"options": {"cards": 2}},
        {"options": {"open": True}},
        {"options": {"mood": "wild"}},
        {"edition": "long"},
        {"base": described(rules_version=2)},
        {"base": described(players=(2, 3))},
        {"base": described(options=(*OPTIONS, Option("new", 1, "help")))},
        {"base": tiny(elfen_components=[Stock("tiny/reds", (RED,), 6, PILE)])},
        {"base": tiny(elfen_components=[Stock("tiny/reds", (RED,), 5, PILE)])},
        {"base": tiny(elfen_kinds=[*tiny().elfen_kinds(), Kind("new", CARD, name="new")])},
        {"board": evolve(TRIANGLE, name="other")},
        {"board": evolve(TRIANGLE, capital="b")},
        {
            "board": evolve(
                TRIANGLE,
                towns=(*TRIANGLE.towns, Town("d", "D", 1, 1)),
                routes=(*TRIANGLE.routes, Route("c-d", ("c", "d"), "plain")),
            )
        },
        {"board": evolve(TRIANGLE, routes=(*TRIANGLE.routes, Route("c-a", ("c", "a"), "plain")))},
        {"board": evolve(TRIANGLE, routes=(TRIANGLE.routes[0], Route("b-c", ("c", "b"), "plain")))},
        {
            "board": evolve(
                TRIANGLE, routes=(TRIANGLE.routes[0], Route("b-c", ("b", "c"), "plain", "lake"))
            )
        },
        {"board": evolve(TRIANGLE, extra={"gold": {"values": {"a": 3}}})},
    ],
)
def test_the_fingerprint_tells_rules_and_data_apart(arguments: dict[str, Any]) -> None:
    assert compiled(**arguments).fingerprint != TINY


def test_the_fingerprint_tells_expansions_apart() -> None:
    prints = {
        compiled(*ones).fingerprint
        for ones in ([], [addon("odd")], [addon("even")], [addon("odd", {"rules_version": 2})])
    }
    assert len(prints) == 4


def test_an_option_given_is_the_same_as_an_option_by_edition_or_default() -> None:
    assert compiled(options={"cards": 1}).fingerprint == TINY
    long = evolve(PRESETS[1], name="plain")
    assert (
        compiled(base=described(presets=(long,))).fingerprint
        == compiled(options={"tiny.cards": 2}).fingerprint
    )


def test_an_option_that_came_later_is_in_the_fingerprint_when_it_is_not_usual() -> None:
    base = described(options=(*OPTIONS, Option("new", 1, "help", later=True)))
    assert compiled(base=base).fingerprint == TINY
    assert compiled(base=base, options={"new": 1}).fingerprint == TINY
    other = compiled(base=base, options={"new": 2}).fingerprint
    assert other != TINY
    early = described(options=(*OPTIONS, Option("new", 1, "help")))
    assert other == compiled(base=early, options={"new": 2}).fingerprint


@pytest.mark.parametrize(
    "hooks",
    [
        {"elfen_phases": [Phase("tiny/ask", ask), Phase("tiny/deal", nothing)]},
        {"elfen_actions": [evolve(PLAY, legal=lambda position, seat: ())]},
        {"elfen_endings": [evolve(LAST_ROUND, when=lambda position: True, text="now")]},
        {"elfen_decisions": [evolve(CHOOSE, text="choose", at_most=lambda rules, players: 9)]},
        {"elfen_scoring": []},
        {"elfen_move_cost": []},
    ],
)
def test_the_fingerprint_is_not_of_code(hooks: dict[str, Any]) -> None:
    assert compiled(base=tiny(**hooks)).fingerprint == TINY


def test_the_fingerprint_is_not_of_help_texts() -> None:
    assert compiled(base=described(help="Another text.")).fingerprint == TINY


def test_the_fingerprint_of_a_pickled_game_is_the_same() -> None:
    first = compile_ruleset(expansions=fine)
    assert first.fingerprint == compile_ruleset(expansions=[fine]).fingerprint
    assert first.fingerprint != compile_ruleset().fingerprint


def test_the_tiny_game_can_be_taken_apart() -> None:
    rules = compiled(addon("odd", elfen_actions=[Remove("tiny/play")]))
    assert [str(action) for action in rules.actions] == ["wait"]
    assert Play not in {owned.entry.type for owned in rules.action_types}
    assert isinstance(CHOOSE, Decision)
