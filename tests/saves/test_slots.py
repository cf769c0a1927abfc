"""Plugins' slots in a save: the declared type does it all, and strictly."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Literal

import pytest
from attrs import evolve

from elfen import Game, Pieces, SaveError, compile_ruleset
from elfen.land import PLAN
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    BySeat,
    Kind,
    OneOf,
    SeatSet,
    Slot,
    UpTo,
    Within,
    frozen,
    shown,
)
from unit.tiny import BLUE, RED, addon, compiled

from .samples import dump, same


class Mood(Enum):
    CALM = "calm"
    WILD = object()


@frozen
class Inner:
    number: int
    note: str = ""


@frozen
class Rich:
    """One field of each type that a slot may have."""

    flag: bool = shown(PUBLIC, default=False)
    by_seat: tuple[int, ...] = shown(PUBLIC, default=(1, 2))
    pairs: tuple[tuple[str, int], ...] = shown(PUBLIC, default=(("a", 1),))
    maybe: str | None = shown(PUBLIC, default=None)
    either: int | str | None = shown(PUBLIC, default="x")
    pieces: Pieces = shown(HIDDEN, default=Pieces.of({"red": 2}))
    kind: Kind = shown(PUBLIC, default=RED)
    mood: Mood = shown(PUBLIC, default=Mood.WILD)
    towns: frozenset[str] = shown(PUBLIC, default=frozenset({"b", "a"}))
    kinds: frozenset[Kind] = shown(PUBLIC, default=frozenset({RED, BLUE}))
    inner: Inner = shown(PUBLIC, default=Inner(3))
    inners: tuple[Inner, ...] = shown(PUBLIC, default=(Inner(4, "four"),))
    untyped: tuple = shown(PUBLIC, default=(1, ("b", None)))  # type: ignore[type-arg]
    side: Literal["left", 1] = shown(PUBLIC, default="left")
    half: float = shown(PUBLIC, default=0.5)
    bits: int = shown(PUBLIC, default=1 << 200)


GOOD: dict[str, Any] = {
    "flag": False,
    "by_seat": [1, 2],
    "pairs": [["a", 1]],
    "maybe": None,
    "either": "x",
    "pieces": "red*2",
    "kind": "card:red",
    "mood": "WILD",
    "towns": ["a", "b"],
    "kinds": ["card:blue", "card:red"],
    "inner": {"number": 3, "note": ""},
    "inners": [{"number": 4, "note": "four"}],
    "untyped": [1, ["b", None]],
    "side": "left",
    "half": 0.5,
    "bits": 1 << 200,
}
SLOT = Slot("odd", Rich, start=lambda players: Rich())
RULES = compiled(addon("odd", elfen_slots=[SLOT]))


def begun(value: Rich) -> Game:
    """A game that was set up with this value in the slot."""
    return RULES.game_from(RULES.build(2).at("tiny/choose").slot(SLOT, value).state(), 1)


def test_a_slot_is_written_by_the_types_of_its_fields() -> None:
    game = begun(Rich())
    document = json.loads(game.to_json())
    assert document["begin"]["state"]["slots"]["odd"] == GOOD
    assert document["state"]["slots"]["odd"] == GOOD
    assert same(Game.from_json(game.to_json(), RULES), game)


@pytest.mark.parametrize(
    "value",
    [
        Rich(flag=True, maybe="é", either=3, mood=Mood.CALM, towns=frozenset(), side=1),
        Rich(either=None, untyped=(), pieces=Pieces(), inners=(), kinds=frozenset({BLUE})),
    ],
)
def test_other_values_come_back_too(value: Rich) -> None:
    again = Game.from_json(begun(value).to_json(), RULES)
    assert again.state.ext[SLOT] == value
    assert type(again.state.ext[SLOT].side) is type(value.side)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("flag", 0, "odd.flag: expected true or false, not 0"),
        ("by_seat", [1, True], "odd.by_seat[1]: expected a whole number, not True"),
        ("by_seat", "12", "odd.by_seat: expected a list, not '12'"),
        ("pairs", [["a"]], "odd.pairs[0]: expected 2 items, not 1"),
        ("maybe", 3, "odd.maybe: expected a text, not 3"),
        ("either", 1.0, "odd.either: expected a whole number or a text, not 1.0"),
        ("either", True, "odd.either: expected a whole number or a text, not True"),
        ("pieces", {"red": 2}, "odd.pieces: expected a text"),
        ("pieces", "red*0", "odd.pieces: 'red*0': a count is from 1"),
        ("kind", "card:green", "odd.kind: expected one of"),
        ("kind", "red", "odd.kind: expected one of"),
        ("mood", "calm", "odd.mood: expected one of"),
        ("mood", 1, "odd.mood: expected one of"),
        ("towns", ["a", "a"], "odd.towns: a value is there twice"),
        ("towns", "ab", "odd.towns: expected a list"),
        ("towns", [1], "odd.towns"),
        ("inner", {"number": 3}, "odd.inner: the key 'note' is missing"),
        ("inner", {"number": 3, "note": "", "more": 1}, "odd.inner: unknown keys: more"),
        ("inner", [3, ""], "odd.inner: expected a table"),
        ("inners", [{"number": "4", "note": ""}], "odd.inners[0].number: expected a whole number"),
        ("untyped", [{}], "odd.untyped: expected a value or a list"),
        ("side", True, "odd.side: expected one of"),
        ("side", 1.0, "odd.side: expected one of"),
        ("half", 1, "odd.half: expected a number with a point, not 1"),
        ("bits", "1", "odd.bits: expected a whole number, not '1'"),
        ("more", 1, "odd: unknown keys: more"),
    ],
)
def test_a_slot_is_read_strictly(field: str, value: Any, words: str) -> None:
    document = json.loads(begun(Rich()).to_json(snapshot=False))
    document["begin"]["state"]["slots"]["odd"][field] = value
    with pytest.raises(SaveError) as caught:
        Game.from_json(dump(document), RULES)
    assert str(caught.value).startswith(f"begin.state.slots.{words}"), str(caught.value)


@pytest.mark.parametrize("field", GOOD)
def test_no_field_may_be_missing_though_it_has_a_default(field: str) -> None:
    document = json.loads(begun(Rich()).to_json(snapshot=False))
    del document["begin"]["state"]["slots"]["odd"][field]
    with pytest.raises(SaveError, match=f"slots.odd: the key '{field}' is missing"):
        Game.from_json(dump(document), RULES)


@pytest.mark.parametrize(
    ("type", "value"),
    [(int, 3), (str, "x"), (bool, True), (tuple, (1, ("a",))), (Pieces, Pieces())],
)
def test_a_slot_may_be_a_plain_value(type: type, value: Any) -> None:
    slot = Slot("odd", type, start=lambda players: value, visibility=PUBLIC)
    rules = compiled(addon("odd", elfen_slots=[slot]))
    game = rules.game_from(rules.build(2).at("tiny/choose").state(), 1)
    assert same(Game.from_json(game.to_json(), rules), game)


@frozen
class Bounded:
    """One field of each extent by which it can be seen that a value is none of its game."""

    debts: tuple[int, ...] = shown(PUBLIC)
    own: tuple[int, ...] = shown(OWNER)
    stalls: tuple[str, ...] = shown(PUBLIC, default=())
    done: int = shown(PUBLIC, default=0)


BOUNDED = Slot(
    "odd",
    Bounded,
    start=lambda players: Bounded((0,) * players, (0,) * players),
    worlds=lambda seen, rng: Bounded((0,) * seen.players, (0,) * seen.players),
    bounds=lambda rules, players: {
        "debts": BySeat(Within(0, 20)),
        "own": Within(0, 3),
        "stalls": UpTo(2, OneOf(("here", "there"))),
        "done": SeatSet(),
    },
)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("debts", [20, 0], ""),
        ("debts", [], ""),
        ("debts", [21, 0], "21 is no number from 0 to 20"),
        ("debts", [-1, 0], "-1 is no number from 0 to 20"),
        ("debts", [0, 0, 0], "(0, 0, 0) has no value for each of 2 seats"),
        ("own", [3, 3], ""),
        ("own", [0, 4], "4 is no number from 0 to 3"),
        ("own", [0], "(0,) has no value for each of 2 seats"),
        ("stalls", ["here", "nowhere"], ""),
        ("stalls", ["here"] * 3, "('here', 'here', 'here') has more than 2 values"),
        ("done", 3, ""),
        ("done", 4, "4 is no set of 2 seats"),
    ],
)
def test_a_slot_keeps_to_the_extents_that_are_declared(field: str, value: Any, told: str) -> None:
    rules = compiled(addon("odd", elfen_slots=[BOUNDED]))
    game = rules.game_from(rules.build(2).at("tiny/choose").state(), 1)
    document = json.loads(game.to_json(snapshot=False))
    document["begin"]["state"]["slots"]["odd"][field] = value
    if not told:
        assert json.loads(Game.from_json(dump(document), rules).to_json())
        return
    with pytest.raises(SaveError) as caught:
        Game.from_json(dump(document), rules)
    assert str(caught.value) == f"begin.state.slots.odd: {told}"


def test_so_does_what_a_decision_is_about() -> None:
    rules = compile_ruleset()
    document = json.loads(rules.game_from(rules.build(3).at(PLAN).state(), 1).to_json())
    document |= {"state": None, "log": []}
    due = document["begin"]["state"]["agenda"][-1]
    for passes in (0, 2):
        due["data"] = [passes]
        assert Game.from_json(dump(document)).decision.data == (passes,)
    due["data"] = [3]
    with pytest.raises(SaveError, match=r"agenda\[\d\]\.data: 3 is no number from 0 to 2$"):
        Game.from_json(dump(document))


class Opaque:
    """A value that only its class can make sense of."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque)

    def __hash__(self) -> int:
        return 1


@frozen
class Lossy:
    """A field whose type does not say what is in it."""

    what: int = shown(PUBLIC)


@pytest.mark.parametrize(
    ("type", "value"),
    [(Opaque, Opaque()), (Lossy, Lossy("x")), (tuple, (Opaque(),)), (tuple, (frozenset(),))],  # type: ignore[arg-type]
)
def test_a_slot_that_has_no_json_is_told_when_it_is_saved(type: type, value: Any) -> None:
    visibility = None if type is Lossy else PUBLIC
    slot: Slot[Any] = Slot("odd", type, start=lambda players: value, visibility=visibility)
    game = compiled(addon("odd", elfen_slots=[slot])).new_game(2, 1)
    with pytest.raises(SaveError, match=r"^slots\.odd: .* has no JSON; plugin 'odd' has to use"):
        game.to_json()
    again = Game.from_json(game.to_json(snapshot=False), game.rules)
    assert same(again, game)


def test_every_field_of_a_state_is_written() -> None:
    """A state that differs in one field only differs in its JSON."""
    game = begun(Rich())
    texts = set()
    state = game.state
    home = state.boots[0]
    for other in (
        state,
        evolve(state, round=2),
        evolve(state, boots=(home, (home + 1) % 3)),
        evolve(state, visited=(0, 2)),
        evolve(state, routes=((0,), ())),
        evolve(state, agenda=state.agenda[1:]),
        evolve(state, zones=(*state.zones[:-1], tuple(n + 1 for n in state.zones[-1]))),
        evolve(state, ext=state.ext.with_value(SLOT, Rich(flag=True))),
    ):
        from elfen.game.saves.states import written

        texts.add(json.dumps(written(RULES, other), sort_keys=True))
    assert len(texts) == 8
