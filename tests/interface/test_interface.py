"""The plugin interface: its number, the marks of the hooks, deprecations, and what is frozen."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
import warnings
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from freeze import DATA, broken, interface

from elfen import Game, Ruleset, RulesetError, compile_ruleset
from elfen import plugin as plugin_names
from elfen.compiler import hooks as compiler_hooks
from elfen.declare import hookspecs
from elfen.declare import interface as the_interface
from elfen.declare.interface import INTERFACE, Mark, Stability, deprecated, mark_of
from elfen.plugin import Manifest, hookimpl
from elfen.testing import check_game, check_rules, play_out

FROZEN = DATA / "v1_expansion.py"
HOOKS = {name: spec for name, spec in vars(hookspecs).items() if name.startswith("elfen_")}


@pytest.fixture(scope="module")
def v1() -> Iterator[ModuleType]:
    """The frozen expansion, imported from its file."""
    spec = importlib.util.spec_from_file_location("v1_expansion", FROZEN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["v1_expansion"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["v1_expansion"]


class Plain:
    """A plugin with one hook besides its manifest."""

    api = INTERFACE

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("plain", rules_version=1, api=self.api, requires=("land",), help="Plain.")

    @hookimpl
    def elfen_room(self, rules: Ruleset) -> dict[str, int]:
        return {"land/route-counter": 2}


def plain(api: int) -> Plain:
    made = Plain()
    made.api = api
    return made


# The frozen expansion ----------------------------------------------------------------------


def test_the_frozen_expansion_has_not_been_edited() -> None:
    text = FROZEN.read_bytes().replace(b"\r\n", b"\n")
    assert hashlib.sha256(text).hexdigest() == (DATA / "v1_expansion.sha256").read_text().strip()


def test_the_frozen_expansion_has_every_stable_hook_of_its_number(v1: ModuleType) -> None:
    frozen = json.loads((DATA / "v1.json").read_text(encoding="utf-8"))
    assert {name for name in vars(v1) if name.startswith("elfen_")} == set(frozen["hooks"])


def test_the_frozen_expansion_loads_without_a_warning_and_keeps_the_laws(v1: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules = compile_ruleset(expansions=[v1])
        check_rules(rules)
        for players in (2, 5):
            check_game(play_out(rules, players, seed=players), every=9)


def test_the_frozen_expansion_changes_the_game_as_it_always_did(v1: ModuleType) -> None:
    game = play_out(compile_ruleset(expansions=[v1]), 3, seed=1)
    moves = [str(entry.move) for entry in game.log]
    assert {"light", "leave dark", "rolled still"} <= set(moves)
    assert [line.name for line in game.standings[0].lines] == ["land/town-pieces", "beacons/lit"]
    assert [line.name for line in game.standings[0].ties][-1] == "beacons/left"
    again = Game.from_json(game.to_json(), plugins=[v1])
    assert again.state == game.state


# The frozen names --------------------------------------------------------------------------


def test_everything_of_the_interface_is_as_it_was_written_down() -> None:
    frozen = json.loads((DATA / f"v{INTERFACE}.json").read_text(encoding="utf-8"))
    assert broken(frozen, interface()) == []


def _gone(new: dict[str, Any]) -> None:
    del new["names"]["elfen.plugin"]["Kind"]


def _hook_gone(new: dict[str, Any]) -> None:
    del new["hooks"]["elfen_kinds"]


def _hook_with_another_argument(new: dict[str, Any]) -> None:
    new["hooks"]["elfen_kinds"].append("board")


def _method_gone(new: dict[str, Any]) -> None:
    del new["names"]["elfen.plugin"]["Table"]["attributes"]["move_all"]


def _one_more_argument(new: dict[str, Any]) -> None:
    new["names"]["elfen.plugin"]["Kind"]["arguments"].append("weight")


def _renamed_argument(new: dict[str, Any]) -> None:
    new["names"]["elfen.plugin"]["Table"]["attributes"]["move"][1] = "piece"


def _no_more_default(new: dict[str, Any]) -> None:
    arguments = new["names"]["elfen.plugin"]["Table"]["attributes"]["move"]
    arguments[arguments.index("n=")] = "n"


@pytest.mark.parametrize(
    "fault",
    [
        _gone,
        _hook_gone,
        _hook_with_another_argument,
        _method_gone,
        _one_more_argument,
        _renamed_argument,
        _no_more_default,
    ],
)
def test_what_breaks_plugins_is_noticed(fault: Any) -> None:
    old = interface()
    new = deepcopy(old)
    fault(new)
    assert len(broken(old, new)) == 1


def test_what_breaks_no_plugin_may_come() -> None:
    old = interface()
    new = deepcopy(old)
    new["hooks"]["elfen_new"] = ["rules"]
    new["names"]["elfen.plugin"]["New"] = {}
    new["names"]["elfen.plugin"]["Kind"]["arguments"].append("weight=")
    assert broken(old, new) == []


# The number --------------------------------------------------------------------------------


def test_the_number_is_public() -> None:
    assert plugin_names.INTERFACE == INTERFACE == 1


def test_a_plugin_for_a_newer_interface_is_refused_and_told_to_upgrade() -> None:
    with pytest.raises(RulesetError, match=r"interface 2; this elfen has 1; upgrade elfen"):
        compile_ruleset(expansions=[plain(2)])


def test_an_older_supported_number_loads_and_one_too_old_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(the_interface, "INTERFACE", 4)
    monkeypatch.setattr(the_interface, "OLDEST", 1)
    assert [p.name for p in compile_ruleset(expansions=[plain(2)]).plugins] == ["land", "plain"]
    with pytest.raises(
        RulesetError, match=r"interface 0; this elfen has 1 to 4; install a newer version of the"
    ):
        compile_ruleset(expansions=[plain(0)])


# Stability ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(HOOKS))
def test_every_hook_says_how_firm_it_is(name: str) -> None:
    assert mark_of(HOOKS[name]).since <= INTERFACE


def test_a_hook_without_a_mark_is_noticed() -> None:
    def elfen_new(rules: Ruleset) -> None: ...

    with pytest.raises(KeyError, match="elfen_new has no mark"):
        mark_of(elfen_new)


# Deprecation -------------------------------------------------------------------------------


def test_a_deprecated_hook_goes_on_working_and_warns_of_plugin_and_replacement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = Mark(Stability.DEPRECATED, instead="elfen_places")
    monkeypatch.setattr(hookspecs.elfen_room, "elfen_mark", mark)
    with pytest.warns(DeprecationWarning, match="deprecated") as caught:
        rules = compile_ruleset(expansions=[plain(1)])
    assert [str(one.message) for one in caught] == [
        "plugin 'plain': the hook elfen_room is deprecated; use elfen_places instead"
    ]
    assert caught[0].filename == __file__
    assert rules.layout.room["land/route-counter"] == 2


def test_a_made_up_deprecated_hook_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    @deprecated("elfen_weather")
    def elfen_rain(rules: Ruleset) -> list[str]:
        raise AssertionError

    class Rainy(Plain):
        @hookimpl
        def elfen_rain(self, rules: Ruleset) -> list[str]:
            raise AssertionError

    monkeypatch.setattr(hookspecs, "elfen_rain", elfen_rain, raising=False)
    monkeypatch.setitem(compiler_hooks.HOOKS, "elfen_rain", ("rules",))
    made_anew = compiler_hooks._managing.__wrapped__  # none from before there was such a hook
    monkeypatch.setattr(compiler_hooks, "_managing", made_anew)
    with pytest.warns(DeprecationWarning, match="hook elfen_rain is deprecated; use elfen_weather"):
        compile_ruleset(expansions=[Rainy()])


def test_who_has_no_deprecated_hook_is_not_warned() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_ruleset(expansions=[plain(1)])


def test_a_deprecated_name_goes_on_working_and_warns_of_importer_and_replacement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renamed = {"Lot": ("elfen.plugin.Stock", plugin_names.Stock)}
    monkeypatch.setattr(plugin_names, "_RENAMED", renamed)
    with pytest.warns(DeprecationWarning, match="deprecated") as caught:
        from elfen.plugin import Lot  # type: ignore[attr-defined]
    assert Lot is plugin_names.Stock
    assert [str(one.message) for one in caught] == [
        f"{__name__}: elfen.plugin.Lot is deprecated; use elfen.plugin.Stock instead"
    ]
    assert Path(caught[0].filename) == Path(__file__)


def test_a_name_that_never_was_is_an_import_error() -> None:
    with pytest.raises(ImportError, match="Nonsense"):
        from elfen.plugin import Nonsense  # type: ignore[attr-defined]  # noqa: F401
