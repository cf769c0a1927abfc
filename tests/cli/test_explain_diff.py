"""`elfen explain --diff A B`, and the comparison behind it."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from cli.running import called, on_terminal, run
from elfen import compile_ruleset
from elfen.cli.ruleset_words import rules_of
from elfen.plugin import Manifest, Phase, Remove, ScoreLine, hookimpl
from elfen.text.comparison import Change, How, changes, compare, lists_of
from elfen.text.entries import Item, Origin

SPECS = ["land", "white-wind", "gold", "sea", "favor+gold", "favor+favor.variant=great"]


def items(*keys: str) -> list[Item]:
    return [Item(key, "land") for key in keys]


def said(found: list[Change]) -> list[tuple[str, str]]:
    return [(change.how.value, change.name) for change in found]


def plugin(name: str, **hooks: object) -> object:
    """A plugin object; every hook is given as the list that it returns."""

    def hook(value: object) -> object:
        def with_rules(rules: object) -> object:
            return value

        return hookimpl(with_rules)

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest(name, rules_version=1, api=1, help="For a test.", requires=("land",))

    made = {hook_name: hook(value) for hook_name, value in hooks.items()}
    return SimpleNamespace(elfen_manifest=elfen_manifest, **made)


def score(name: str, text: str, replaces: str | None = None) -> ScoreLine:
    return ScoreLine(
        name,
        lambda position, seat: 0,
        lowest=lambda rules: 0,
        highest=lambda rules: 0,
        text=text,
        replaces=replaces,
    )


# The comparison ----------------------------------------------------------------------------


def test_the_same_rules_have_no_differences() -> None:
    comparison = compare(compile_ruleset(), compile_ruleset())
    assert comparison.lists == ()
    assert "There is no difference." in str(comparison)


def test_what_a_plugin_adds_replaces_and_removes_is_told_with_its_owner() -> None:
    one = plugin(
        "one",
        elfen_phases=[Phase("one/feast", lambda table: None, after="land/deal", text="a feast")],
        elfen_scoring=[score("one/none", "nothing", replaces="land/town-pieces")],
        elfen_tie_breaks=[Remove("land/cards-in-hand")],
    )
    comparison = compare(compile_ruleset(), compile_ruleset(expansions=[one]))
    assert comparison.of("Procedure round") == (
        Change(How.ADDED, "one/feast", "one", "after land/deal; a feast"),
    )
    (replaced,) = comparison.of("Score")
    assert (replaced.how, replaced.name, replaced.plugin) == (How.REPLACED, "one/none", "one")
    assert replaced.words.startswith("instead of land/town-pieces (land); nothing")
    (removed,) = comparison.of("Tie-breaks")
    assert (removed.how, removed.name, removed.plugin) == (
        How.REMOVED,
        "land/cards-in-hand",
        "land",
    )
    assert comparison.of("Endings") == ()


def test_what_two_plugins_put_in_one_place_is_replaced_and_not_added() -> None:
    one = compile_ruleset(
        expansions=[plugin("one", elfen_scoring=[score("one/s", "1", "land/town-pieces")])]
    )
    two = compile_ruleset(
        expansions=[plugin("two", elfen_scoring=[score("two/s", "2", "land/town-pieces")])]
    )
    (change,) = compare(one, two).of("Score")
    assert (change.how, change.name) == (How.REPLACED, "two/s")
    assert "instead of one/s (one)" in change.words


def test_an_edition_changes_options_and_moves_a_phase() -> None:
    comparison = compare(rules_of("rio-grande"), rules_of("white-wind"))
    options = {change.name: change.words for change in comparison.of("Options")}
    assert options["land.deal"] == "refill → eight-new"
    assert options["land.boatmen"] == "false → true"
    assert comparison.of("Procedure round") == (
        Change(How.MOVED, "land/keep", "land", "from after land/start-player to after land/plan"),
    )
    assert said(list(comparison.of("Move cost, offer"))) == [("added", "land/boatmen")]


def test_kinds_zones_components_and_facts_are_compared() -> None:
    comparison = compare(rules_of("land"), rules_of("sea"))
    kinds = {change.name: change.plugin for change in comparison.of("Kinds")}
    assert kinds["whale (travel card)"] == "sea"
    assert ("added", "sea/bonus-pile") in said(list(comparison.of("Zones")))
    assert ("removed", "land/elfcycle-cards") in said(list(comparison.of("Components")))
    facts = {change.name: change.words for change in comparison.of("Facts")}
    assert facts["board"].startswith("elfenland, 21 towns")
    assert facts["of the board"].startswith("nothing → 22 of 33 towns")
    room = {
        change.name: change.words for change in compare(rules_of(""), rules_of("gold")).of("Zones")
    }
    assert room["land/route-counter"] == ("on each route, 1 at most → on each route, 2 at most")


@pytest.mark.parametrize(("a", "b"), list(itertools.permutations(SPECS, 2)))
def test_each_list_is_the_other_with_the_differences_applied(a: str, b: str) -> None:
    before, after = rules_of(a), rules_of(b)
    comparison = compare(before, after)
    old, new = lists_of(before), lists_of(after)
    for title in {*old, *new}:
        found = {item.name if title != "Options" else item.key for item in old.get(title, ())}
        for change in comparison.of(title):
            name = change.name.partition(" = ")[0] if title == "Options" else change.name
            if change.how in (How.ADDED, How.REPLACED):
                assert name not in found
                found.add(name)
            if change.how is How.REPLACED:
                found.remove(change.words.removeprefix("instead of ").partition(" ")[0])
            if change.how is How.REMOVED:
                found.remove(name)
        assert found == {item.key for item in new.get(title, ())}, title


@pytest.mark.parametrize(
    ("old", "new", "moved"),
    [
        ("abcd", "abcd", ""),
        ("abcd", "bcda", "a"),
        ("abcd", "dabc", "d"),
        ("abcd", "acbd", "c"),
        ("abcdef", "badcfe", "bdf"),
        ("abc", "axbyc", ""),
    ],
)
def test_as_few_entries_as_possible_have_moved(old: str, new: str, moved: str) -> None:
    found = [change for change in changes(items(*old), items(*new)) if change.how is How.MOVED]
    assert len(found) == len(moved)
    rest = [key for key in new if key in old and key not in {change.name for change in found}]
    assert rest == [key for key in old if key in rest]


def test_going_back_from_a_replacement_is_a_replacement_too() -> None:
    replaced = Item("x/b", "x", replaced=(Origin("b", "land"),))
    old, new = [*items("a"), replaced], items("a", "b")
    assert said(list(changes(old, new))) == [("replaced", "b")]
    assert said(list(changes(new, old))) == [("replaced", "x/b")]


# Specs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["", "land", " + ", "rio-grande", "land+rio-grande"])
def test_the_plain_game_in_many_ways(spec: str) -> None:
    assert rules_of(spec).fingerprint == compile_ruleset().fingerprint


def test_a_spec_has_edition_expansions_and_options_in_any_order() -> None:
    rules = rules_of("hand_limit=3+gold+white-wind+favor")
    assert rules.edition == "white-wind"
    assert {plugin.name for plugin in rules.plugins} == {"land", "gold", "favor"}
    assert rules.option("land.hand_limit") == 3


# The command -------------------------------------------------------------------------------


def test_piped_it_is_the_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "explain --diff land favor")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"{compare(rules_of('land'), rules_of('favor'))}\n"
    assert "\x1b" not in ended.out
    assert not any(line != line.rstrip() for line in ended.out.splitlines())


def test_what_both_have_is_chosen_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "explain --with gold --option hand_limit=3 --diff land favor").out
    assert "from land + gold, edition rio-grande" in out
    assert "to land + favor + gold, edition rio-grande" in out
    assert "land.hand_limit" not in out
    assert "added" in out


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_on_a_terminal_it_fits_and_is_coloured(columns: int) -> None:
    seen = on_terminal("explain --diff land gold", columns=columns, env={"NO_COLOR": "1"}).out
    assert "\x1b" not in seen
    assert max(map(len, seen.splitlines())) <= columns
    for word in ("added", "replaced", "changed", "removed"):
        assert f"  {word} " in seen
    coloured = on_terminal("explain --diff land gold", columns=columns).out
    assert "\x1b[32m  added" in coloured


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("land gould", "'gould' is no edition, no installed expansion, and no KEY=VALUE; did you"),
        ("land gold+white-wnd", "'white-wnd' in 'gold+white-wnd' is no edition"),
        ("rio-grande+white-wind land", "'rio-grande' and 'white-wind' are both editions"),
        ("land rounds=9", "option rounds: 9 is not one of 3, 4"),
        ("land weather=wet", "weather"),
        ("land gold+sea", "does not go with"),
        ("land", "requires 2 arguments"),
    ],
)
def test_what_cannot_be_is_one_line_of_error(line: str, error: str) -> None:
    ended = run(f"explain --diff {line}")
    assert (ended.code, ended.out) == (2, "")
    assert error in ended.err
    assert len(ended.err.splitlines()) == 1
