"""What `elfen play` is made of: typed lines, the menu, undo, the map, and views alone."""

from __future__ import annotations

import ast
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from elfen import Game, NotationError, Ruleset, compile_ruleset
from elfen.cli import playing
from elfen.cli.playing.looks import Looks
from elfen.cli.playing.map_drawing import drawn_map
from elfen.cli.playing.map_list import town_list
from elfen.cli.playing.menu import Menu
from elfen.cli.playing.typed import Reader, folded
from elfen.land import HAND, SECRET, SHOWN


@cache
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


@cache
def planning() -> Game:
    """Seat 0 plans; it has two open counters and a secret one."""
    build = rules().build(2).at("land/plan", seat=0, round=1)
    build = build.zone(SHOWN.of(0), {"giant-pig": 1, "dragon": 1}).zone(SECRET.of(0), {"dragon": 1})
    return rules().game_from(build.state())


@cache
def moving() -> Game:
    """Seat 0 is in Elvenhold and may go by counter, caravan, raft."""
    build = rules().build(2).at("land/move", seat=0, round=1)
    build = build.zone(HAND.of(0), {"giant-pig": 2, "raft": 2, "elfcycle": 1})
    return rules().game_from(build.lay("beata-elvenhold-plains", "giant-pig").state(), seed=1)


def found(game: Game, line: str) -> list[str]:
    return [str(action) for action in Reader(game.view(0)).find(line)]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("pass", "pass"),
        ("pa", "pass"),
        ("place dragon elvenhold-ergeren-woods", "place dragon elvenhold-ergeren-woods"),
        ("place dra ERG'ERÉN–elvenhold", "place dragon elvenhold-ergeren-woods"),
        ("pl dragon erg-ti", "place dragon ergeren-tichih-woods"),
        ("place giant pig Lapphálya–Virst (plains)", "place giant-pig lapphalya-virst-plains"),
        ("place pig virst-plains-lapp", "place giant-pig lapphalya-virst-plains"),
        ("place secret dragon kihromah", "place secret dragon dagamura-kihromah-woods"),
    ],
)
def test_a_line_with_one_meaning_is_that_action(line: str, action: str) -> None:
    assert found(planning(), line) == [action]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("move rivinia", "move elvenhold-rivinia-river raft"),
        ("move bea-riv 2 rafts", "move beata-elvenhold-river raft*2"),
        ("move beata-plains pig", "move beata-elvenhold-plains giant-pig"),
        ("move beata-plains elfc giant*2", "move beata-elvenhold-plains elfcycle giant-pig*2"),
        ("move beata-plains pig pig elf", "move beata-elvenhold-plains elfcycle giant-pig*2"),
    ],
)
def test_pieces_may_be_said_in_several_ways(line: str, action: str) -> None:
    assert found(moving(), line) == [action]


def test_a_line_with_several_meanings_is_all_of_them() -> None:
    assert len(found(planning(), "place dragon")) == 35
    assert all(line.startswith("place dragon ") for line in found(planning(), "place dragon"))
    assert {line.split()[1] for line in found(moving(), "move bea")} == {
        "beata-elvenhold-plains",
        "beata-elvenhold-river",
    }


def test_a_secret_counter_is_never_meant_by_a_line_about_an_open_one() -> None:
    assert not any("secret" in line for line in found(planning(), "place dragon kihromah"))
    assert found(planning(), "place unicorn kihromah") == []


def test_what_a_line_is_about() -> None:
    about = [str(action) for action in Reader(planning().view(0)).about("kihromah dragon")]
    assert about == [
        "place dragon dagamura-kihromah-woods",
        "place secret dragon dagamura-kihromah-woods",
    ]
    assert Reader(planning().view(0)).about("") == ()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("move beata-river", "move beata-elvenhold-river -"),
        ("move tich-riv 2 pigs", "move rivinia-tichih-river giant-pig*2"),
        ("mov rivi pig*2 elf", "move elvenhold-rivinia-river elfcycle giant-pig*2"),
        ("place unicorn kihro", "place unicorn dagamura-kihromah-woods"),
        ("discard raft", "discard raft"),
    ],
)
def test_illegal_actions_are_understood_too(line: str, meant: str) -> None:
    assert [*map(str, Reader(moving().view(0)).meant(line))] == [meant]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("dance", "'dance' is not an action"),
        ("move", "'move' is incomplete"),
        ("place e l", "'l' may mean "),
    ],
)
def test_what_cannot_be_understood_is_said(line: str, wrong: str) -> None:
    with pytest.raises(NotationError, match=wrong):
        Reader(moving().view(0)).meant(line)


def test_every_legal_action_can_be_typed_as_it_is_written_and_as_it_is_shown() -> None:
    for game in (planning(), moving()):
        view = game.view(0)
        reader, menu = Reader(view), Menu(view)
        for action in view.legal_actions:
            assert reader.find(str(action)) == (action,)
            shown = menu.text(action).replace(" · ", " ").partition(" [")[0].replace(" +", "")
            assert action in reader.find(shown.replace(" to ", " ")), shown


def test_completion() -> None:
    reader = Reader(planning().view(0))
    assert reader.completions("", "p") == ["pass", "place"]
    assert reader.completions("place ", "") == ["dragon", "giant-pig", "secret"]
    assert reader.completions("pl dra ", "erg") == [
        "ergeren-elvenhold-woods",
        "ergeren-tichih-woods",
    ]
    assert reader.completions("place giant ", "kih") == ["kihromah-dagamura-woods"]
    assert reader.completions("place nothing ", "") == []
    moves = Reader(moving().view(0))
    assert moves.completions("move beata-elvenhold-plains ", "") == [
        "elfcycle",
        "giant-pig",
        "giant-pig*2",
        "raft",
        "raft*2",
    ]
    assert "ergeren-elvenhold-woods" in moves.routes_from_here("erg")


def test_folding() -> None:
    assert folded("Erg'Erén – Wylhién’s") == "ergeren-wylhiens"


def test_the_menu_has_every_action_once() -> None:
    for game in (planning(), moving(), rules().new_game(3, seed=1)):
        view = game.view(0)
        listed = [action for entry in Menu(view).entries() for action in entry.actions]
        assert sorted(map(str, listed)) == sorted(map(str, view.legal_actions))


def test_the_menu_begins_with_what_is_near_and_cheap() -> None:
    menu = Menu(planning().view(0))
    dragons = next(entry for entry in menu.entries() if entry.text.startswith("place dragon"))
    assert dragons.text == "place dragon … 35 routes"
    first, *_, last = menu.singly(dragons.actions, dragons.fields)
    assert first.text == "Beatá–Elvenhold (plains)"
    assert last.text in ("Grangor–Yttar (mountains)", "Usselen–Yttar (woods)")
    ways = Menu(moving().view(0))
    by_pig = next(e for e in ways.entries() if e.text.startswith("move to Beatá (plains)"))
    sizes = [len(entry.actions[0].values()[1]) for entry in ways.singly(by_pig.actions)]
    assert sizes == sorted(sizes)


# The map -------------------------------------------------------------------------------


def drawn(game: Game, width: int, colours: bool = False) -> str:
    console = Console(width=width, record=True, file=StringIO(), force_terminal=colours)
    looks = Looks(game.rules)
    view = game.view(0)
    console.print(drawn_map(view, looks, width, 44) if width >= 120 else town_list(view, looks))
    return console.export_text(styles=colours)


@pytest.mark.parametrize("width", [60, 80, 120, 140, 200])
def test_the_map_has_every_town_and_what_lies_on_it(width: int) -> None:
    text = drawn(moving(), width)
    for town in rules().board.towns:
        assert town.name in text
    assert max(map(len, text.splitlines())) <= width
    assert ("pig" if width >= 120 else "[giant pig]") in text
    assert "Elvenhold @01" in text


def test_the_drawn_map_names_what_lies_on_a_full_board() -> None:
    build = rules().build(2).at("land/move", seat=0, round=1)
    roads = [r.id for r in rules().board.routes if rules().terrains[r.terrain].road]
    fitting = {"plains": "dragon", "woods": "dragon", "desert": "dragon", "mountains": "dragon"}
    for road in roads[:8]:
        build = build.lay(road, fitting[rules().board.route(road).terrain])
    text = drawn(rules().game_from(build.state()), 140)
    assert text.count("dragon") == 8


def test_the_list_has_every_route_at_both_ends() -> None:
    text = " ".join(drawn(moving(), 80).split())
    board = rules().board
    for town in board.towns:
        _, _, rest = text.partition(f"{town.name} ")
        assert rest
    assert text.count("[giant pig]") == 2
    assert "Tichih (down)" in text
    assert "Rivinia (up)" in text


# Views alone ---------------------------------------------------------------------------


def whole_states(source: str) -> set[str]:
    """The attributes by which a module gets at a whole state."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]
    return {node.attr for node in nodes if node.attr in ("state", "position", "history")}


def test_what_is_shown_comes_from_views_alone() -> None:
    files = sorted(Path(str(playing.__file__)).parent.glob("*.py"))
    assert len(files) > 8
    for file in files:
        assert whole_states(file.read_text(encoding="utf-8")) == set(), file.name


def test_a_module_that_reads_the_state_would_be_noticed() -> None:
    assert whole_states("print(game.state.zones)") == {"state"}
