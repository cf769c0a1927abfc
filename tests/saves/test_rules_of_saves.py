"""Which rules a save is loaded with: given ones, installed ones, plugins, and their versions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import isles
import pytest
import wells

from cli.running import install
from elfen import Game, RulesetError, SaveError, compile_ruleset
from elfen.compiler import discovery
from elfen.game import saves
from elfen.game.saves import rulesets, schemas
from elfen.game.saves.document import digest_of
from elfen.plugin import Manifest, Option, Phase, hookimpl
from unit.tiny import addon, compiled, manifest, refusal, tiny

from .samples import dump, same, samples, some

DATA = Path(__file__).parent / "data"


def refused(text: str, rules: Any = None, plugins: Any = ()) -> str:
    with pytest.raises(SaveError) as caught:
        Game.from_json(text, rules, plugins)
    return str(caught.value)


WET = samples()["wells, forked"].game.to_json()


def test_a_missing_expansion_is_named_with_its_version_and_what_to_do() -> None:
    assert refused(WET) == (
        "rules.expansions.wells: expansion 'wells' (rules version 1) is not installed; install the"
        " package that has it, or give the plugin in plugins="
    )


def test_plugins_that_the_save_does_not_need_may_be_given() -> None:
    game = samples()["wells, forked"].game
    assert same(Game.from_json(WET, plugins=[isles, wells]), game)
    assert same(Game.from_json(WET, plugins=wells), game)


def test_given_rules_have_to_be_those_of_the_save() -> None:
    assert refused(WET, compile_ruleset()) == (
        "rules.expansions.wells: expansion 'wells' (rules version 1) is not in the given rules;"
        " compile them with it"
    )
    land = samples()["land"].game.to_json()
    assert refused(land, compile_ruleset(expansions=[wells])) == (
        "rules.expansions: the given rules have 'wells', which the game is not played with;"
        " compile them without it"
    )
    assert refused(land, compile_ruleset(options={"rounds": 3})) == (
        "rules.options.land.rounds: 4 instead of 3, which the rules have"
    )
    own = samples()["land, own board"].game.to_json()
    assert refused(own, compile_ruleset()) == (
        "rules.board: it is not the board of the given rules"
    )
    assert refused(land, samples()["land, own board"].rules) == (
        "rules.fingerprint: the rules are not the same, though their versions and options are:"
        " pieces, board or numbers of players differ"
    )


def test_with_given_rules_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def noted(name: str) -> object:
        loaded.append(name)
        return made(name)

    made = discovery.load
    monkeypatch.setattr(rulesets, "load", noted)
    monkeypatch.setattr(discovery, "load", noted)
    game = samples()["land"].game
    Game.from_json(game.to_json(), game.rules)
    assert loaded == []
    Game.from_json(game.to_json())
    assert loaded == ["land"]


@pytest.mark.parametrize("name", ["Land", "lan", "land ", "os", "elfen.land.plugin", "", "../land"])
def test_only_an_installed_expansion_of_that_very_name_is_loaded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulesets, "load", lambda name: pytest.fail(f"{name} was loaded"))
    document = json.loads(samples()["land"].game.to_json())
    document["rules"]["expansions"] = {name: 1}
    document["rules"]["base"] = name
    assert "is not installed" in refused(dump(document))


def test_a_plugin_s_name_is_no_plugin() -> None:
    assert refused(WET, plugins=["wells"]).startswith("plugins= takes plugin objects, not 'wells'")
    assert refused(WET, plugins=[wells, SimpleNamespace()]).startswith("rules.expansions: plugin ")
    twice = [tiny(), tiny()]
    assert "two given plugins are called 'tiny'" in refused(WET, plugins=twice)


# Options that came later -------------------------------------------------------------------


def later(*options: Option, **facts: Any) -> SimpleNamespace:
    """A plugin of the tiny game with an option and perhaps more."""
    return addon("odd", {"options": (Option("wind", 1, "how windy it is"), *options), **facts})


HAIL = Option("hail", 0, "how much hail there is", later=True)


def test_an_option_that_came_later_is_usual_in_old_saves() -> None:
    base = tiny()
    text = some(compiled(later(), base=base), 2, 1, 3).to_json()
    assert Game.from_json(text, plugins=[base, later(HAIL)]).to_json() == text
    rules = compiled(later(HAIL), base=base)
    assert Game.from_json(text, rules).rules.option("hail") == 0
    assert refused(text, compiled(later(HAIL), base=base, options={"hail": 2})) == (
        "rules.options.odd.hail: 0 instead of 2, which the rules have"
    )
    early = Option("hail", 0, "how much hail there is")
    assert "rules.options.odd.hail: not there" in refused(text, plugins=[base, later(early)])


def test_an_option_that_came_later_is_saved_when_it_is_not_usual() -> None:
    base = tiny()
    game = some(compiled(later(HAIL), base=base, options={"hail": 2}), 2, 1, 3)
    assert json.loads(game.to_json())["rules"]["options"]["odd.hail"] == 2
    again = Game.from_json(game.to_json(), plugins=[base, later(HAIL)])
    assert same(again, game)
    assert again.rules.option("hail") == 2


@pytest.mark.parametrize("strict", [False, True])
def test_a_save_of_elfenland_has_all_options_but_the_strict_caravan_if_it_is_usual(
    strict: bool,
) -> None:
    rules = compile_ruleset(options={"strict_caravan": strict})
    text = rules.new_game(2, 1).to_json()
    options = json.loads(text)["rules"]["options"]
    of_elfenland = {".".join(key) for key in rules.options}
    assert of_elfenland - options.keys() == (set() if strict else {"land.strict_caravan"})
    assert Game.from_json(text).rules.option("land.strict_caravan") is strict
    for lost in ("land.rounds", "land.early_win"):
        document = json.loads(text)
        del document["rules"]["options"][lost]
        assert f"rules.options.{lost}: not there" in refused(json.dumps(document))


# Rules versions and migrations -----------------------------------------------------------


def odd(version: int, option: str = "wind", **hooks: Any) -> SimpleNamespace:
    """A plugin of the tiny game at a rules version, with one option."""
    return addon(
        "odd",
        {"rules_version": version, "options": (Option(option, 1, "how windy it is"),)},
        **hooks,
    )


def versions(*, saved: Any, now: Any) -> tuple[Game, str, list[Any]]:
    """A game with one version of a plugin, its save, and what to load it with."""
    base = tiny()
    game = some(compiled(saved, base=base, options={"odd.wind": 4}), 2, 1, 3)
    return game, game.to_json(), [base, now]


def test_a_save_of_newer_rules_is_refused_with_both_versions() -> None:
    _, text, plugins = versions(saved=odd(3), now=odd(2))
    assert refused(text, plugins=plugins) == (
        "rules.expansions.odd: the save has rules version 3 of 'odd', here it is 2; install a newer"
        " version of plugin 'odd'"
    )


def test_the_package_to_install_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        tmp_path,
        "gusty",
        "from elfen.plugin import Manifest, hookimpl\n\n@hookimpl\ndef elfen_manifest():\n"
        "    return Manifest('gusty', rules_version=2, api=1, help='Wind.', requires=('land',))\n",
    )
    monkeypatch.syspath_prepend(tmp_path)
    game = some(compile_ruleset(expansions="gusty"), 2, 1, 4)
    assert same(Game.from_json(game.to_json()), game)
    document = json.loads(game.to_json())
    document["rules"]["expansions"]["gusty"] = 5
    assert refused(dump(document)).endswith(
        "the save has rules version 5 of 'gusty', here it is 2; install a newer version of package"
        " 'gusty' (2.5 is installed)"
    )


def test_a_save_of_older_rules_without_a_migration_is_refused() -> None:
    _, text, plugins = versions(saved=odd(1), now=odd(3, elfen_migrations={2: lambda part: part}))
    assert refused(text, plugins=plugins) == (
        "rules.expansions.odd: the save has rules version 1 of 'odd', here it is 3, and no"
        " migration leads on from 1; install a version of plugin 'odd' that has rules version 1,"
        " or one that migrates it"
    )


def to_gusts(part: dict[str, Any]) -> dict[str, Any]:
    """Version 2 calls the wind gusts."""
    assert {*part} == {"options", "begin", "log"}
    return {**part, "options": {"gusts": part["options"]["wind"]}}


def twice_as_many(part: dict[str, Any]) -> dict[str, Any]:
    """Version 3 counts them twice, and made a first line of the log another."""
    part["options"]["gusts"] *= 2
    part["log"][0]["action"] = "wait"
    return part


MIGRATIONS = {1: to_gusts, 2: twice_as_many}


@pytest.mark.parametrize("given", [False, True])
def test_a_save_of_older_rules_is_brought_up_step_by_step(given: bool) -> None:
    now = odd(3, "gusts", elfen_migrations=MIGRATIONS)
    _, text, plugins = versions(saved=odd(1), now=now)
    rules = compiled(now, base=plugins[0], options={"gusts": 8}) if given else None
    game = Game.from_json(text, rules, () if given else plugins)
    assert game.rules.option("gusts") == 8
    assert str(game.log[2].move) == "wait"
    assert Game.from_json(game.to_json(), plugins=plugins).state == game.state
    assert '"odd": 3' in game.to_json()


def test_given_rules_have_the_migrated_options() -> None:
    now = odd(3, "gusts", elfen_migrations=MIGRATIONS)
    _, text, plugins = versions(saved=odd(1), now=now)
    assert refused(text, compiled(now, base=plugins[0])) == (
        "rules.options.odd.gusts: 8 instead of 1, which the rules have"
    )


def test_a_log_that_a_migration_does_not_bring_up_says_so() -> None:
    def spoilt(part: dict[str, Any]) -> dict[str, Any]:
        part["log"][1]["action"] = "play green"
        return part

    _, text, plugins = versions(saved=odd(1), now=odd(2, elfen_migrations={1: spoilt}))
    said = refused(text, plugins=plugins)
    assert said.startswith("log[1].action: 'play green' is not legal here")
    assert said.endswith("; brought up: 'odd' from rules version 1 to 2")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (lambda part: None, "has to return options, begin and log"),
        (lambda part: {"options": {}}, "has to return options, begin and log"),
        (lambda part: part["gone"], "raised KeyError: 'gone'"),
        (lambda part: {**part, "log": {1, 2}}, "raised TypeError: "),
        (lambda part: {**part, "log": 3}, "log: expected a list, not 3"),
        (lambda part: {**part, "options": 3}, "has to return options, begin and log"),
    ],
)
def test_a_migration_that_is_wrong_is_named(step: Callable[[Any], Any], words: str) -> None:
    _, text, plugins = versions(saved=odd(1), now=odd(2, elfen_migrations={1: step}))
    assert words in refused(text, plugins=plugins)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([to_gusts], ("has to return a dict from rules versions to functions, not [",)),
        (None, ("elfen_migrations returned None",)),
        ({3: to_gusts}, ("3 has to be a rules version before the present one, 3",)),
        ({-1: to_gusts}, ("-1 has to be a rules version before",)),
        ({"1": to_gusts}, ("'1' has to be a rules version",)),
        ({1: 3}, ("elfen_migrations[1]: 3 is not a function",)),
        ({1: lambda: {}}, ("elfen_migrations[1]: the function has to take 1 argument",)),
    ],
)
def test_what_is_no_migration_is_refused_when_rules_are_compiled(
    given: Any, words: tuple[str, ...]
) -> None:
    said = refusal(odd(3, elfen_migrations=hookimpl(lambda: given)))
    assert "plugin 'odd'" in said
    assert all(word in said for word in words), said


def test_the_first_rules_version_may_be_0_and_is_brought_up() -> None:
    _, text, plugins = versions(saved=odd(0), now=odd(1, elfen_migrations={0: lambda part: part}))
    assert Game.from_json(text, plugins=plugins).to_json()


def test_the_snapshot_finds_out_that_rules_have_changed_without_a_new_version() -> None:
    def quiet(table: Any) -> None:
        """Everyone is asked once more than before."""
        for seat in reversed(table.seats_from(0)):
            table.ask("tiny/choose", seat)

    base = tiny()
    game = some(compiled(odd(1), base=base), 2, 1, 1)
    more = odd(1, elfen_phases=[Phase("odd/again", quiet, after="tiny/ask")])
    said = refused(game.to_json(), plugins=[base, more])
    assert said.startswith("state.agenda: ")
    assert "the rules are not those that the game was played by" in said
    assert Game.from_json(game.to_json(snapshot=False), plugins=[base, more]).steps == 1


# Schemas ---------------------------------------------------------------------------------


def from_schema_0(document: dict[str, Any]) -> dict[str, Any]:
    """Schema 0 had flat lines, a list of plugins, the base first, and one dealer."""
    lines: list[dict[str, Any]] = []
    chance: list[str] = []
    begin = {"state": None, "chance": chance, "dealer": document["dealer"]}
    for line in document["log"]:
        who, _, move = line.partition(": ")
        if who == "chance":
            chance.append(move)
        else:
            chance = []
            lines.append({"seat": int(who.removeprefix("seat ")), "action": move, "chance": chance})
    rules = {
        "base": document["plugins"][0][0],
        "edition": document["edition"],
        "expansions": dict(document["plugins"]),
        "options": document["options"],
        "board": None,
        "fingerprint": document["fingerprint"],
    }
    return {
        "format": document["format"],
        "schema": 1,
        "rules": rules,
        "players": document["players"],
        "begin": begin,
        "log": lines,
        "dealer": document["dealer"],
        "state": None,
        "digest": document["digest"],
    }


def test_a_save_of_an_older_schema_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DATA / "schema-0.json").read_text(encoding="utf-8")
    assert refused(text) == "schema: this elfen reads schema 1, not 0"
    monkeypatch.setitem(schemas.STEPS, 0, from_schema_0)
    game = Game.from_json(text)
    document = json.loads(text)
    assert [str(entry) for entry in game.log] == document["log"]
    assert json.loads(game.to_json())["schema"] == saves.SCHEMA
    assert same(Game.from_json(game.to_json()), game)


def test_an_older_save_that_is_not_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(schemas.STEPS, 0, from_schema_0)
    document = json.loads((DATA / "schema-0.json").read_text(encoding="utf-8"))
    changed = {**document, "players": document["players"] + 1}
    assert "the save has been changed since it was written" in refused(dump(changed, whole=False))
    del changed["plugins"]
    assert refused(dump(changed)).startswith("schema: not a whole document of schema 0")
    document["schema"] = 3
    assert refused(dump(document)).startswith("schema: this elfen reads schema 0 and 1, not 3")
    assert document["digest"] != digest_of(document)


def test_a_plugin_that_cannot_be_compiled_is_told_as_a_fault_of_the_save() -> None:
    needy = addon("odd", {"requires": ("tiny", "wells")})
    text = json.loads(samples()["tiny"].game.to_json())
    text["rules"]["expansions"] = {"tiny": 1, "odd": 1}
    said = refused(dump(text), plugins=[tiny(), needy])
    assert said == "rules.expansions: plugin 'odd' requires 'wells'; choose 'wells' too"
    with pytest.raises(RulesetError):
        compiled(needy)
    assert isinstance(manifest("odd"), Manifest)
