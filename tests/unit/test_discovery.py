"""Finding plugins by entry point or as objects; requirements and conflicts; recipes."""

from __future__ import annotations

import copy
import pickle
import sys
from importlib import metadata
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import elfen
from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.bots import player_names
from elfen.compiler import discovery
from elfen.plugin import Phase, hookimpl

from . import fine
from .tiny import addon, compiled, manifest, names, nothing, plugin, refused_with, tiny


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pretend that these are installed: `install(name="module:attribute")`."""
    real = list(discovery.entry_points(group=discovery.GROUP))

    def pretend(*points: tuple[str, str]) -> None:
        made = [EntryPoint(name, value, discovery.GROUP) for name, value in points]
        monkeypatch.setattr(discovery, "entry_points", lambda group: [*real, *made])

    return pretend


FINE = ("fine", f"{fine.__name__}")


# By name ---------------------------------------------------------------------------------


def test_an_installed_plugin_is_chosen_by_name(install: Any) -> None:
    install(FINE)
    for chosen in ("fine", ["fine"], ("fine",), {"fine"}, iter(["fine"])):
        rules = compile_ruleset(expansions=chosen)
        assert [p.name for p in rules.plugins] == ["land", "fine"]


def test_what_is_installed_meanwhile_is_found_and_what_is_removed_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    facts = tmp_path / "late-1.0.dist-info"
    assert "late" not in discovery.installed()
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: late\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[{discovery.GROUP}]\nlate = late_plugin\n")
    assert "late" in discovery.installed()
    facts.rename(tmp_path / "gone")
    assert "late" not in discovery.installed()


def test_packages_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    discovery.installed()
    monkeypatch.setattr(metadata, "entry_points", None)
    assert "gold" in discovery.installed()


def test_an_object_can_be_chosen_alone_too() -> None:
    assert [p.name for p in compile_ruleset(expansions=fine).plugins] == ["land", "fine"]


def test_installed_but_not_chosen_changes_nothing(
    install: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compile_ruleset()
    monkeypatch.delitem(sys.modules, f"{__package__}.untouched", raising=False)
    install(
        FINE,
        ("untouched", f"{__package__}.untouched"),
        ("broken", "there.is.no.such.module"),
        ("twice", "one:thing"),
        ("twice", "other:thing"),
    )
    after = compile_ruleset()
    assert after.fingerprint == before.fingerprint
    assert [p.name for p in after.plugins] == ["land"]
    assert f"{__package__}.untouched" not in sys.modules
    assert str(after.new_game(3, 1).play("draw blind").log[-1]) == str(
        before.new_game(3, 1).play("draw blind").log[-1]
    )


def test_an_unknown_expansion_is_refused_with_a_suggestion(install: Any) -> None:
    install(FINE)
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(expansions="fyne")
    with pytest.raises(RulesetError, match="no expansion '§' is installed; installed are:"):
        compile_ruleset(expansions="§")
    assert "no expansion 'fyne' is installed; did you mean 'fine'?" in str(caught.value)
    assert "fine" in str(caught.value).partition("installed are:")[2]
    assert "land" in str(caught.value).partition("installed are:")[2]


def test_two_entry_points_of_one_name_are_refused_when_chosen(install: Any) -> None:
    install(FINE, ("fine", "other:fine"))
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(expansions="fine")
    assert "two installed plugins are called 'fine'" in str(caught.value)
    assert fine.__name__ in str(caught.value)
    assert "other:fine" in str(caught.value)
    assert "uninstall one" in str(caught.value)


@pytest.mark.parametrize("listed", [b"[elfen.expansions]\n\xff = x\n", b"[a]\nno pair\n"])
def test_a_package_whose_list_is_damaged_hides_no_other(
    listed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {
        group: [*discovery.entry_points(group)] for group in (discovery.GROUP, "elfen.players")
    }
    (tmp_path / "odd-1.dist-info").mkdir()
    (tmp_path / "odd-1.dist-info" / "entry_points.txt").write_bytes(listed)
    monkeypatch.syspath_prepend(tmp_path)
    for group, points in before.items():
        assert {*discovery.entry_points(group)} == {*points}
    assert "greedy" in player_names()
    assert "land" in discovery.installed()


def test_one_entry_point_that_is_seen_twice_is_one(install: Any) -> None:
    install(FINE, FINE)
    assert len(compile_ruleset(expansions="fine").plugins) == 2


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("there.is.no.such.module", "ModuleNotFoundError: No module named 'there'"),
        (f"{fine.__name__}:missing", "AttributeError"),
        (f"{__package__}.broken", "ZeroDivisionError: division by zero"),
        (f"{__package__}.leaving", "SystemExit: 0"),
    ],
)
def test_a_plugin_that_cannot_be_imported_is_refused(install: Any, value: str, words: str) -> None:
    install(("odd", value))
    with pytest.raises(RulesetError) as caught:
        compile_ruleset(expansions="odd")
    assert f"expansion 'odd' cannot be loaded from {value}" in str(caught.value)
    assert words in str(caught.value)


def test_an_entry_point_has_the_name_that_the_manifest_has(install: Any) -> None:
    install(("fein", fine.__name__))
    with pytest.raises(RulesetError, match=r"'fein' calls itself 'fine' in its manifest"):
        compile_ruleset(expansions="fein")


def test_installed_lists_names_and_loads_nothing(install: Any) -> None:
    install(("broken", "there.is.no.such.module"))
    assert "land" in discovery.installed()
    assert discovery.installed()["broken"].value == "there.is.no.such.module"


# As objects ------------------------------------------------------------------------------


def test_the_same_plugin_twice_is_refused(install: Any) -> None:
    install(FINE)
    for twice in ((fine, fine), ("fine", fine), (fine, "fine"), ("fine", "fine")):
        with pytest.raises(RulesetError, match="is chosen twice"):
            compile_ruleset(expansions=twice)
    with pytest.raises(RulesetError, match="'land' is chosen twice"):
        compile_ruleset(expansions="land")


def test_two_plugins_that_have_one_name_are_refused() -> None:
    with pytest.raises(RulesetError, match="two chosen plugins are called 'odd'; choose one"):
        compiled(addon(), addon())


class Winded:
    """A plugin that is an instance of a class, with what it needs to know in itself."""

    def __init__(self, force: int) -> None:
        self.force = force

    @hookimpl
    def elfen_manifest(self) -> Any:
        return manifest("winded", requires=("land",), rules_version=self.force)

    @hookimpl
    def elfen_phases(self, rules: Ruleset) -> Any:
        return [Phase("winded/blow", nothing, before="land/deal")]


def test_an_instance_of_a_class_is_a_plugin() -> None:
    rules = compile_ruleset(expansions=Winded(3))
    assert names(rules.procedures["round"])[:2] == ["winded/blow", "land/deal"]


def test_a_namespace_is_a_plugin_and_may_equal_another() -> None:
    one, other = addon("odd"), addon("even")
    assert [p.name for p in compiled(one, other).plugins] == ["tiny", "even", "odd"]
    assert isinstance(one, SimpleNamespace)


def test_a_class_is_no_plugin() -> None:
    refused_with("Winded is a class; give an instance of it, Winded()", odd=Winded)


@pytest.mark.parametrize("odd", [3, None, object(), ModuleType("empty")])
def test_an_object_without_a_manifest_is_no_plugin(odd: Any) -> None:
    with pytest.raises(RulesetError, match="has no elfen_manifest that returns a Manifest"):
        compiled(odd)


# Requirements and conflicts --------------------------------------------------------------


def test_a_missing_requirement_is_refused() -> None:
    odd = addon("odd", {"requires": ("tiny", "even")})
    refused_with("plugin 'odd' requires 'even'; choose 'even' too", odd=odd)


def test_requirements_in_a_circle_are_refused() -> None:
    ones = [
        addon(name, {"requires": ("tiny", other)})
        for name, other in (("a", "b"), ("b", "c"), ("c", "a"))
    ]
    with pytest.raises(RulesetError) as caught:
        compiled(*ones)
    assert "in a circle: 'a' requires 'b' requires 'c' requires 'a'" in str(caught.value)


def test_a_conflict_gives_its_reason_whoever_declares_it() -> None:
    one, other = addon("one", {"conflicts": {"other": "the box says so"}}), addon("other")
    for both in ((one, other), (other, one)):
        with pytest.raises(RulesetError) as caught:
            compiled(*both)
        assert str(caught.value) == "'one' does not go with 'other': the box says so"
    assert compiled(one).plugins[1].name == "one"


def test_plugins_stand_by_requirement_then_by_name() -> None:
    a = addon("a", {"requires": ("tiny", "b")})
    b, c = addon("b"), addon("c")
    assert [p.name for p in compiled(a, c, b).plugins] == ["tiny", "b", "c", "a"]
    assert [p.rank for p in compiled(a, c, b).plugins] == [0, 1, 1, 2]


def test_another_api_is_refused() -> None:
    odd = addon("odd", {"api": 2})
    refused_with("'odd' is written for plugin interface 2; this elfen has 1", "install", odd=odd)


# Recipes ---------------------------------------------------------------------------------


def test_a_ruleset_of_modules_pickles_as_its_recipe() -> None:
    rules = compile_ruleset(
        "rio-grande", expansions=fine, options={"rounds": 3, "start_player": "random"}
    )
    again = pickle.loads(pickle.dumps(rules))
    assert again.fingerprint == rules.fingerprint
    assert again.option("rounds") == 3
    assert [p.module for p in again.plugins] == [p.module for p in rules.plugins]
    assert len(pickle.dumps(rules)) < 1000


def test_a_ruleset_with_a_board_of_its_own_pickles() -> None:
    board = elfen.load_board(files("elfen.land") / "data" / "elfenland.toml")
    rules = compile_ruleset(board=board)
    assert pickle.loads(pickle.dumps(rules)).board == board


def test_a_ruleset_with_an_instance_pickles_where_the_instance_does() -> None:
    rules = compile_ruleset(expansions=Winded(3))
    again = pickle.loads(pickle.dumps(rules))
    assert again.fingerprint == rules.fingerprint
    assert again.plugins[1].module.force == 3  # type: ignore[attr-defined]
    assert copy.deepcopy(rules).fingerprint == rules.fingerprint


@pytest.mark.parametrize(
    "odd",
    [
        plugin(elfen_manifest=manifest("odd")),
        type("Local", (Winded,), {})(1),
    ],
)
def test_a_ruleset_with_what_does_not_pickle_says_so(odd: Any) -> None:
    rules = compile_ruleset(expansions=odd)
    with pytest.raises(RulesetError) as caught:
        pickle.dumps(rules)
    assert "cannot be sent to another process" in str(caught.value)
    assert "make the plugin an importable module" in str(caught.value)
    assert type(odd).__name__ in str(caught.value)


def test_a_module_that_cannot_be_imported_again_says_so() -> None:
    made = ModuleType("made_up")
    for name, hook in vars(addon("odd", {"requires": ()})).items():
        setattr(made, name, hook)
    rules = compile_ruleset(expansions=made)
    with pytest.raises(RulesetError, match="made_up cannot be sent"):
        pickle.dumps(rules)


def test_the_tiny_game_is_whole() -> None:
    assert compile_ruleset(base=tiny()).new_game(2, 1).seat == 0


def test_rules_and_games_are_their_own_copies() -> None:
    game = compile_ruleset(expansions=Winded(3)).new_game(2, 1)
    for again in (copy.copy, copy.deepcopy):
        assert again(game.rules) is game.rules
        assert again(game) is game
