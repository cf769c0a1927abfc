"""Values without methods of their own are shown, compared and hashed as attrs would do it."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from attrs import evolve, field, frozen
from attrs.exceptions import FrozenInstanceError

from elfen.declare import Action, Caution, EventType, Means, Shown, Value, Warned, as_it_is
from elfen.plugin import Group, Kind, Look, Option, always_legal
from elfen.plugin import frozen as frozen_for_plugins

GROUP = Group("odd", noun="odd tile")


class By:
    """The same classes, made by attrs alone and with the common bases."""

    class Attrs:
        @frozen
        class Thing:
            name: str
            n: int = 0
            secret: str = field(default="", repr=False)
            aside: list[object] = field(factory=list, eq=False)
            table: dict[str, int] = field(factory=dict, hash=False)

        @frozen
        class More(Thing):
            more: object = None

    class Bases:
        @frozen(eq=False, repr=False)
        class Thing(Value):
            name: str
            n: int = 0
            secret: str = field(default="", repr=False)
            aside: list[object] = field(factory=list, eq=False)
            table: dict[str, int] = field(factory=dict, hash=False)

        @frozen(eq=False, repr=False)
        class More(Thing):
            more: object = None


ARGUMENTS: list[tuple[str, tuple[Any, ...]]] = [
    ("Thing", ("a",)),
    ("Thing", ("a", 1)),
    ("Thing", ("a", True)),
    ("Thing", ("a", 1, "s")),
    ("Thing", ("a", 1, "s", [1])),
    ("Thing", ("a", 1, "s", [2], {"x": 1})),
    ("Thing", ("b",)),
    ("More", ("a",)),
    ("More", ("a", 0, "", [], {}, "more")),
    ("More", ("a", 0, "", [], {}, ("it's", None))),
]


def made(by: Any) -> list[Any]:
    return [getattr(by, name)(*arguments) for name, arguments in ARGUMENTS]


def test_they_are_shown_as_by_attrs() -> None:
    theirs = [repr(one).replace("By.Attrs.", "By.Bases.") for one in made(By.Attrs)]
    assert list(map(repr, made(By.Bases))) == theirs
    assert "secret" not in theirs[3]


def test_a_value_in_itself_is_shown_once() -> None:
    shown = []
    for by in (By.Attrs, By.Bases):
        thing = by.Thing("round")
        thing.aside.append(thing)
        shown.append(repr(thing))
    assert shown[1] == shown[0].replace("By.Attrs.", "By.Bases.")
    assert "aside=[...]" in shown[1]


def test_one_made_in_a_function_is_shown_by_its_name_alone() -> None:
    @frozen(repr=False)
    class Local(Shown):
        n: int

    assert repr(Local(3)) == "Local(n=3)"


def test_they_are_equal_where_attrs_has_them_equal() -> None:
    theirs, ours = made(By.Attrs), made(By.Bases)
    equal = [[one == other for other in theirs] for one in theirs]
    assert [[one == other for other in ours] for one in ours] == equal
    assert [[one != other for other in ours] for one in ours] == [
        [not same for same in row] for row in equal
    ]
    assert sum(map(sum, equal)) > len(equal)  # not only with themselves


def test_equal_ones_have_one_hash_and_what_is_left_out_needs_none() -> None:
    ours = made(By.Bases)
    for one in ours:
        for other in ours:
            assert one != other or hash(one) == hash(other)
    assert len({hash(one) for one in ours}) > 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(By.Bases.Thing([]))  # type: ignore[arg-type]


def test_a_value_is_never_equal_to_one_of_another_class() -> None:
    assert By.Bases.Thing("a") != By.Bases.More("a")
    assert By.Bases.Thing("a") != By.Attrs.Thing("a")
    assert By.Bases.Thing("a") != ("a", 0)


def test_what_is_declared_is_still_frozen_and_can_be_copied_and_sent() -> None:
    look = Look("odd/look", of=Kind("tile", group=GROUP, name="tile"), letters="odd")
    assert repr(look).startswith("Look(name='odd/look', before=None, after=None, replaces=None, of")
    assert copy.deepcopy(look) == pickle.loads(pickle.dumps(look)) == look
    assert hash(pickle.loads(pickle.dumps(look))) == hash(look)
    with pytest.raises(FrozenInstanceError):
        look.letters = "no"  # type: ignore[misc]
    assert not hasattr(look, "__dict__")


def test_what_is_declared_with_a_table_can_be_hashed() -> None:
    table = {"seat": Means.SEAT}
    for one in (
        Caution("odd/no", type=Action, text="no", warns=lambda view, action: None, means=table),
        EventType("odd/fell", type=int, public=as_it_is, text="{seat} fell", means=table),
        Warned("odd/no", {"seat": 1}, "no"),
    ):
        assert len({one, copy.copy(one)}) == 1


@frozen(cache_hash=True)
class Wait(Action):
    verb = "wait"


def test_an_option_and_a_type_of_action_with_tables_can_be_hashed() -> None:
    governing = Option("tolls", True, "tolls", governs={"elfen_phases": ("odd/tolls",)})
    waiting = always_legal("odd/wait", Wait(), at="odd/ask", apply=lambda table, item, action: None)
    naming = evolve(waiting, means={"town": Means.TOWN})
    for one in (governing, naming):
        assert len({one, copy.copy(one)}) == 1


def test_a_plugins_own_class_has_the_methods_that_attrs_writes() -> None:
    @frozen_for_plugins
    class Mine(Look):
        glow: int = field(kw_only=True, default=0, repr=False, eq=False)

    one, other = (
        Mine("odd/mine", of=Kind("tile", group=GROUP, name="tile"), glow=n) for n in (1, 2)
    )
    assert one == other
    assert hash(one) == hash(other)
    assert "glow" not in repr(one)
