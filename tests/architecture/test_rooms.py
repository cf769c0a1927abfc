"""The house as it is drawn: rooms, arrows that lead downwards, doors, and the map of it all."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import rooms
from rooms import GIVEN, SOURCE, STOREYS, Arrow, arrows, circles, inside, modules, upward

import draw

#: What goes round in a circle inside a room, on purpose. A game has rules, and rules begin games;
#: saves, views and undo are methods of a game, in files of their own. A placing is a part of the
#: planning that it belongs to, and a turn a part of a session.
KNOWN = (
    ("elfen.game", 10),
    ("elfen.land", 2),
    ("elfen.cli.playing", 3),
)


def inner(found: tuple[Arrow, ...]) -> list[Arrow]:
    """The arrows inside rooms, less those of `given` and of the rooms' own lists of names."""
    lists = {f"elfen.{room}" for room in STOREYS}
    return [
        a
        for a in found
        if rooms.room_of(a.user) == rooms.room_of(a.used)
        and a.user != GIVEN
        and not lists & {a.user, a.used}
    ]


def between(found: tuple[Arrow, ...]) -> list[Arrow]:
    """The arrows from room to room, by the rooms' names."""
    return [
        Arrow(rooms.room_of(a.user), rooms.room_of(a.used), a.name)
        for a in found
        if rooms.room_of(a.user) != rooms.room_of(a.used) and a.user != GIVEN
    ]


def test_there_are_at_most_twenty_one_entries_and_each_has_its_storey() -> None:
    marker = "py.typed"  # empty, for type checkers: nothing to open
    entries = {path.name for path in SOURCE.iterdir()} - {"__pycache__", marker}
    assert len(entries) <= 21
    named = {entry.removesuffix(".py") for entry in entries} - {"__init__"}
    assert named == {*STOREYS} - {"elfen"}


def test_every_import_leads_to_a_lower_room_but_those_of_one_file() -> None:
    assert [arrow for arrow in upward(arrows()) if arrow.user != GIVEN] == []


def test_there_is_no_circle_between_rooms() -> None:
    assert circles(between(arrows())) == []


def test_no_room_imports_an_inner_file_of_another() -> None:
    assert [arrow for arrow in inside(arrows()) if arrow.user != GIVEN] == []


def test_inside_rooms_only_what_belongs_together_goes_round_in_a_circle() -> None:
    found = [(_common(group), len(group)) for group in circles(inner(arrows()))]
    assert sorted(found) == sorted(KNOWN)


def _common(names: list[str]) -> str:
    parts = [name.split(".") for name in names]
    same = [one[0] for one in zip(*parts, strict=False) if len({*one}) == 1]
    return ".".join(same)


def test_given_is_for_annotations_only() -> None:
    """Nothing is loaded by it, and all that is in it stands under `TYPE_CHECKING`."""
    tree = ast.parse(modules()[GIVEN].read_text(encoding="utf-8"))
    loaded = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    assert {n.module for n in loaded if isinstance(n, ast.ImportFrom)} == {"__future__", "typing"}


@pytest.mark.parametrize(
    "room", [room for room in STOREYS if (SOURCE / room / "__init__.py").is_file()]
)
def test_every_room_says_what_it_is_for_and_what_to_open_first(room: str) -> None:
    text = ast.get_docstring(ast.parse((SOURCE / room / "__init__.py").read_text("utf-8"))) or ""
    assert len(text.split("\n\n")) >= 2
    first = re.search(r"Open `(\w+)` first", text)
    assert first is not None
    assert [*(SOURCE / room).rglob(f"{first[1]}.py")]
    for name in re.findall(r"`(\w+)`", text.partition("Open `")[2]):
        assert [*(SOURCE / room).rglob(f"{name}.py"), *(SOURCE / room).glob(f"{name}/__init__.py")]


def test_the_map_is_as_the_imports_are() -> None:
    written = draw.PAGE.read_text(encoding="utf-8"), draw.PICTURE.read_text(encoding="utf-8")
    assert (draw.page(), draw.picture()) == written, "run: python tests/architecture/draw.py"


def test_every_link_of_the_page_leads_to_a_file_that_defines_what_it_names() -> None:
    text = draw.PAGE.read_text(encoding="utf-8")
    links = re.findall(r"\[`([\w.]+)`\]\((\.\./src/[^)]+\.py)\)", text)
    assert len(links) > 30
    for name, file in links:
        path = draw.PAGE.parent / file
        assert path.is_file(), file
        last = name.rpartition(".")[2]
        if path.name not in (name, f"{last}.py", "__init__.py"):
            assert re.search(rf"^\s*(def|class) {last}\b", path.read_text("utf-8"), re.M), name


# Faults made on purpose ------------------------------------------------------------------


def house(folder: Path, files: dict[str, str]) -> tuple[Arrow, ...]:
    """The arrows of a small house."""
    for name, text in files.items():
        path = folder / "elfen" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return arrows(folder / "elfen")


SOUND = {
    "__init__.py": "from elfen.kernel import State\n",
    "errors.py": "class E(Exception): ...\n",
    "declare/__init__.py": "from elfen.declare.kinds import Kind\n",
    "declare/kinds.py": "from elfen.errors import E\n",
    "kernel/__init__.py": "from elfen.kernel.state import State\n",
    "kernel/state.py": "from elfen.declare import Kind\n",
}


def test_a_sound_house_has_nothing_wrong(tmp_path: Path) -> None:
    found = house(tmp_path, SOUND)
    assert len(found) == 5
    assert upward(found) == inside(found) == circles(between(found)) == circles(inner(found)) == []


@pytest.mark.parametrize(
    "fault",
    [
        "from elfen.kernel import State\n",
        "import elfen.kernel\n",
        "def f():\n    from elfen.kernel import State\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from elfen.kernel import State\n",
    ],
    ids=["at the top", "as a module", "in a function", "for a type"],
)
def test_an_import_upwards_is_seen_wherever_it_stands(tmp_path: Path, fault: str) -> None:
    found = house(tmp_path, {**SOUND, "declare/kinds.py": fault})
    assert [(a.user, a.used) for a in upward(found)] == [("elfen.declare.kinds", "elfen.kernel")]
    assert circles(between(found)) == [["declare", "kernel"]]


@pytest.mark.parametrize(
    "fault", ["from elfen.declare.kinds import Kind\n", "from elfen.declare import kinds\n"]
)
def test_an_import_of_an_inner_file_is_seen(tmp_path: Path, fault: str) -> None:
    found = house(tmp_path, {**SOUND, "kernel/state.py": fault})
    assert [a.used for a in inside(found)] == ["elfen.declare.kinds"]


def test_a_circle_inside_a_room_is_seen(tmp_path: Path) -> None:
    more = {
        "kernel/table.py": "from elfen.kernel.state import State\n",
        "kernel/state.py": "def f():\n    from elfen.kernel.table import Table\n",
    }
    found = house(tmp_path, {**SOUND, **more})
    assert circles(inner(found)) == [["elfen.kernel.state", "elfen.kernel.table"]]
