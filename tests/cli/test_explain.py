"""`elfen explain`, and the explanation behind it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cli.running import called, on_terminal, run
from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.land import CARDS, HAND, OPEN, PILE, PLAYED, PlaceObstacle
from elfen.plugin import (
    Limit,
    Manifest,
    Option,
    Phase,
    Ranking,
    Reason,
    Restriction,
    ScoreLine,
    Stock,
    best_total_first,
    hookimpl,
)
from elfen.text.explanation import Explanation, Item, Origin, Section, explain


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


@pytest.fixture(scope="module")
def explanation(rules: Ruleset) -> Explanation:
    return explain(rules)


def only(section: Section, name: str) -> Item:
    (found,) = (item for _, item in section.rows() if item.name == name)
    return found


def plugin(name: str, **hooks: object) -> object:
    """A plugin object; every hook is given as the list that it returns."""
    manifest = Manifest(
        name,
        rules_version=7,
        api=1,
        help="For a test.",
        requires=("land",),
        options=(Option("loud", False, "whether it is heard"),),
    )

    def hook(value: object, *names: str) -> object:
        def with_rules(rules: Ruleset) -> object:
            return value

        return hookimpl(with_rules)

    @hookimpl
    def elfen_manifest() -> Manifest:
        return manifest

    made = {hook_name: hook(value) for hook_name, value in hooks.items()}
    return SimpleNamespace(elfen_manifest=elfen_manifest, **made)


def test_every_entry_of_the_ruleset_is_there_in_order(
    rules: Ruleset, explanation: Explanation
) -> None:
    def names(title: str) -> list[str]:
        return [item.name for _, item in explanation.section(title).rows() if item.plugin]

    assert names("Zones") == [*rules.layout.zones]
    assert names("Slots") == [*rules.slots]
    steps = [owned.entry.name for steps in rules.procedures.values() for owned in steps]
    assert names("Procedures") == steps
    entries = [owned.entry.name for owned in (*rules.decisions, *rules.action_types)]
    assert sorted(names("Decisions")) == sorted(entries)
    assert names("Draws and rolls") == [owned.entry.name for owned in rules.chances]
    assert names("Move cost") == [owned.entry.name for owned in rules.cost_terms]
    assert names("Endings") == [owned.entry.name for owned in rules.ending_list]
    assert names("Score") == [owned.entry.name for owned in rules.score_lines]
    assert names("Tie-breaks") == [owned.entry.name for owned in rules.tie_breaks]
    assert names("Ranking") == ["core/ranking"]
    assert len(names("Options")) == len(rules.options)


def test_every_entry_says_which_plugin_it_is_from(explanation: Explanation) -> None:
    origins = {item.plugin for section in explanation.sections for _, item in section.rows()}
    assert origins == {None, "land", "core"}


def test_the_facts(rules: Ruleset) -> None:
    explanation = explain(rules, players=3)
    assert explanation.title == "land, edition rio-grande"
    assert "players: 2 to 6" in explanation.facts
    assert "rounds: 4 at most" in explanation.facts
    assert f"decisions: {rules.longest(3):,} at most in a game of 3" in explanation.facts
    assert "score: from 0 to 20" in explanation.facts
    assert any("21 towns, 48 routes" in fact for fact in explanation.facts)


def test_too_many_players_are_an_error(rules: Ruleset) -> None:
    with pytest.raises(RulesetError, match="8 players"):
        explain(rules, players=8)


def test_a_zone_has_owner_visibility_kinds_and_stock(explanation: Explanation) -> None:
    zones = explanation.section("Zones")
    hand = only(zones, HAND.name).details
    assert hand == ("one a seat, pays into land/played", "seen by its owner", "for travel cards")
    pile = only(zones, PILE.name).details
    assert pile[:2] == ("on the table", "seen by nobody")
    assert "giant pig 8" in pile[-1]
    assert only(zones, OPEN.name).details[1] == "seen by all"
    assert "on each route, 1 at most" in only(zones, "land/route-counter").details


def test_a_decision_has_its_actions_as_they_are_written(explanation: Explanation) -> None:
    plan = explanation.section("Decisions").items[1]
    assert plan.name == "land/plan"
    written = {item.name: item.details for item in plan.items}
    assert written["land/place"] == ("place COUNTER ROUTE",)
    assert written["land/pass"] == ("pass",)
    keep = explanation.section("Decisions").items[-1].items
    assert keep[1].details == ("keep secret COUNTER", "others see less of it")


def test_cost_terms_stand_by_layer(explanation: Explanation) -> None:
    layers = explanation.section("Move cost").items
    assert [layer.name for layer in layers] == ["base", "offer", "surcharge"]
    obstacle = layers[2].items[0]
    assert obstacle.name == "land/obstacle"
    assert obstacle.details == ("tag obstacle", "depends on route")


def test_an_unknown_section_is_an_error_that_lists_them(explanation: Explanation) -> None:
    with pytest.raises(KeyError, match="there are: Options, Zones"):
        explanation.section("Weather")


def test_options_show_value_choices_and_what_was_changed() -> None:
    section = explain(compile_ruleset(options={"rounds": 3})).section("Options")
    rounds = only(section, "land.rounds = 3")
    assert rounds.details == ("one of 3, 4", "not 4 as by default")
    start = only(section, "land.start_player = first")
    assert start.details == ("one of first, random",)
    assert only(section, "land.hand_size = 8").details == ("a whole number from 1 to 12",)


def test_what_took_anothers_place_says_so() -> None:
    first = plugin(
        "first",
        elfen_phases=[Phase("first/deal", lambda table: None, replaces="land/deal")],
        elfen_scoring=[
            ScoreLine(
                "first/none",
                lambda position, seat: 0,
                lowest=lambda rules: 0,
                highest=lambda rules: 0,
                text="nothing",
                replaces="land/town-pieces",
            )
        ],
        elfen_ranking=[Ranking("first/all", best_total_first, text="all", replaces="core/ranking")],
    )
    second = plugin(
        "second",
        elfen_phases=[Phase("second/deal", lambda table: None, replaces="first/deal")],
    )
    explanation = explain(compile_ruleset(expansions=[second, first]))
    deal = only(explanation.section("Procedures"), "second/deal")
    assert deal.plugin == "second"
    assert deal.replaced == (Origin("first/deal", "first"), Origin("land/deal", "land"))
    assert deal.origin == "second, instead of first/deal (first), instead of land/deal (land)"
    assert only(explanation.section("Score"), "first/none").replaced[0].name == "land/town-pieces"
    assert only(explanation.section("Ranking"), "first/all").replaced[0].plugin == "core"
    assert "instead of land/town-pieces (land)" in str(explanation)


def test_foreign_stock_restrictions_and_booleans_are_shown() -> None:
    guest = plugin(
        "guest",
        elfen_components=[Stock("guest/dragons", (CARDS[0],), 3, PLAYED)],
        elfen_restrictions=[
            Restriction(
                "guest/kind",
                type=PlaceObstacle,
                forbids=lambda position, seat, action: Reason("guest/kind", "no"),
                text="no obstacles",
            )
        ],
        elfen_move_cost=[
            Limit("guest/any", lambda crossing, price: True, depends_on=("seat",), text="all")
        ],
    )
    explanation = explain(compile_ruleset(expansions=[guest]))
    dragons = only(explanation.section("Zones"), "guest/dragons")
    assert (dragons.plugin, dragons.details) == ("guest", (f"{CARDS[0].name} 3",))
    kind = only(explanation.section("Restrictions"), "guest/kind")
    assert kind.words == "no obstacles; on place obstacle ROUTE"
    assert only(explanation.section("Options"), "guest.loud = false").details == ("true or false",)
    assert only(explanation.section("Move cost"), "guest/any").details == ("depends on seat",)
    assert explanation.title == "land + guest, edition rio-grande"
    assert "plugins: land (rules version 1), guest (rules version 7)" in explanation.facts


def test_piped_it_is_the_plain_text(explanation: Explanation) -> None:
    ended = run("explain")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"{explanation}\n"
    assert "\x1b" not in ended.out
    assert not any(line != line.rstrip() for line in ended.out.splitlines())


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_on_a_terminal_it_fits_and_is_coloured(columns: int, explanation: Explanation) -> None:
    seen = on_terminal("explain", columns=columns, env={"NO_COLOR": "1"}).out
    assert "\x1b" not in seen
    assert max(map(len, seen.splitlines())) <= columns
    for section in explanation.sections:
        for _, item in section.rows():
            assert item.name in seen
    coloured = on_terminal("explain", columns=columns).out
    assert "\x1b[36mland/hand\x1b[0m" in coloured


def test_options_and_expansions_are_chosen(
    capsys: pytest.CaptureFixture[str], house: dict[str, str]
) -> None:
    line = "explain --with house --option rounds=3 --option house.kind=no --edition rio-grande"
    out = called(capsys, line).out
    assert "land + house, edition rio-grande" in out
    assert "rounds: 3 at most" in out
    assert "house.kind = false" in out
    assert "house, instead of land/town-pieces (land)" in out
