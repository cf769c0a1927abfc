"""What fields and faces name is declared: a stranger's kind of the same id changes nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.cli.playing.menu import Menu
from elfen.game.story import tell
from elfen.land import COUNTER, HAND, MOVE, TRAVEL_CARD
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Decision,
    EventType,
    Group,
    Kind,
    Manifest,
    Means,
    Phase,
    Pieces,
    Roll,
    SeatZone,
    Stock,
    TableZone,
    as_it_is,
    frozen,
    hookimpl,
)

LUCK = Group("luck", noun="luck charm")
# Called as others' words, and as a town; and as somebody's card, in a zone that pays.
STRANGE = [Kind(id, LUCK, name=f"STRANGE {id}") for id in ("north", "favor", "virst", "unicorn")]
CHARMS = SeatZone(
    "strangers/charms",
    holds=(LUCK,),
    visibility=PUBLIC,
    pays_into=TableZone("strangers/used", holds=(LUCK,), visibility=PUBLIC),
)


@frozen
class WindTurned:
    wind: str
    to: str
    about: str
    lost: Pieces
    left: Pieces


@frozen(cache_hash=True)
class Sail(Action):
    verb = "sail"
    wind: str
    to: str
    at: str


def plugin(name: str, **hooks: Any) -> SimpleNamespace:
    def about() -> Manifest:
        return Manifest(name, rules_version=1, api=1, requires=("land",), help="-")

    hooks["elfen_manifest"] = about
    return SimpleNamespace(**{hook: hookimpl(function) for hook, function in hooks.items()})


STRANGERS = plugin(
    "strangers",
    elfen_kinds=lambda rules: STRANGE,
    elfen_zones=lambda rules: [CHARMS, CHARMS.pays_into],
    elfen_components=lambda rules: [Stock("strangers/one", tuple(STRANGE), 1, CHARMS)],
)


def winds(**changes: Any) -> SimpleNamespace:
    """A wind that is rolled for, and a question about it."""
    sails = (Sail("north", "virst", "unicorn"),)
    event = {"text": "a {wind} wind to {to}, {about}, {lost}, {left}", **changes.get("event", {})}
    action = changes.get("action", {"means": {"to": Means.TOWN, "at": COUNTER}})
    roll = changes.get("roll", {})

    def blow(table: Any, item: Any, face: str) -> None:
        pieces = Pieces.of(["unicorn"])
        table.emit(WindTurned("north", face, "favor", pieces, pieces))

    def phase(table: Any) -> None:
        for seat in reversed(table.seats_from(0)):
            table.ask("winds/sail", seat)
        table.roll("winds/wind")

    return plugin(
        "winds",
        elfen_chance=lambda rules: [
            Roll(
                "winds/wind",
                lambda position, item: {"virst": 1},
                blow,
                visibility=PUBLIC,
                text="where to",
                **roll,
            )
        ],
        elfen_phases=lambda rules: [Phase("winds/wind-phase", phase, before="land/deal")],
        elfen_events=lambda rules: [
            EventType("winds/turned", type=WindTurned, public=as_it_is, **event)
        ],
        elfen_decisions=lambda rules: [
            Decision("winds/sail", text="sail", at_most=lambda rules, n: rules.most_rounds * n)
        ],
        elfen_actions=lambda rules: [
            ActionType(
                "winds/sail-to",
                type=Sail,
                at=("winds/sail",),
                legal=sails,
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: None,
                domain=lambda: sails,
                public=as_it_is,
                **action,
            )
        ],
    )


def told(rules: Ruleset) -> tuple[str, str]:
    """What is read of the wind, and the menu of the question after it."""
    game = rules.new_game(2, seed=1)
    while game.pending.name != "winds/sail":  # type: ignore[union-attr]
        game = game.play(game.legal_actions[0])
    line = next(line for line in tell(game, 0) if "where to" in line)
    (entry,) = Menu(game.view(game.seat)).entries()
    return line, entry.text


@pytest.mark.parametrize("strangers", [(), (STRANGERS,)], ids=["alone", "with strangers"])
def test_what_is_not_declared_is_told_as_it_is_whatever_strangers_call_theirs(
    strangers: tuple[Any, ...],
) -> None:
    rules = compile_ruleset(expansions=[winds(action={}), *strangers])
    line, entry = told(rules)
    assert line == ("Chance, where to: virst. A north wind to virst, favor, a unicorn, a unicorn.")
    assert entry == "sail north · virst · unicorn"


@pytest.mark.parametrize("strangers", [(), (STRANGERS,)], ids=["alone", "with strangers"])
def test_what_is_declared_is_told_by_its_name(strangers: tuple[Any, ...]) -> None:
    means = {"to": Means.TOWN, "lost": TRAVEL_CARD, "left": Means.PAYMENT}
    wind = winds(event={"means": means}, roll={"means": Means.TOWN})
    line, entry = told(compile_ruleset(expansions=[wind, *strangers]))
    assert line == (
        "Chance, where to: Virst. A north wind to Virst, favor, a unicorn card, a unicorn card."
    )
    assert entry == "sail north · Virst · unicorn"


def test_a_strangers_kind_is_told_by_its_name_where_it_is_meant() -> None:
    wind = winds(event={"means": {"about": (COUNTER, LUCK), "to": LUCK}}, roll={"means": LUCK})
    line, _ = told(compile_ruleset(expansions=[wind, STRANGERS]))
    assert line.startswith(
        "Chance, where to: STRANGE virst. A north wind to STRANGE virst, STRANGE"
    )


def test_a_menu_of_ways_to_pay_keeps_the_names_of_its_cards() -> None:
    entries = []
    for strangers in ([], [STRANGERS]):
        rules = compile_ruleset(expansions=strangers)
        build = rules.build(2).at(MOVE, seat=0, round=2).boot(0, "feodor")
        build = build.zone(HAND.of(0), {"troll-wagon": 3})
        state = build.lay("feodor-lapphalya-woods", "troll-wagon").state()
        entries.append([one.text for one in Menu(rules.game_from(state).view(0)).entries()])
    assert entries[0] == entries[1]
    assert any("troll wagon" in text for text in entries[0])


def test_who_starts_is_told_as_a_seat() -> None:
    rules = compile_ruleset(options={"land.start_player": "random"})
    lines = " ".join(tell(rules.new_game(3, seed=1)))
    assert any(f"Seat {seat} begins." in lines for seat in range(3))


def test_other_words_for_somebodys_event_keep_what_its_fields_mean() -> None:
    gusts = EventType(
        "gusts/turned",
        type=WindTurned,
        public=as_it_is,
        text="on to {to}",
        replaces="winds/turned",
    )
    others = plugin("gusts", elfen_events=lambda rules: [gusts])
    rules = compile_ruleset(expansions=[winds(event={"means": {"to": Means.TOWN}}), others])
    assert told(rules)[0] == "Chance, where to: virst. On to Virst."


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"event": {"means": {"sea": Means.TOWN}}}, "'sea', which is no field of WindTurned"),
        ({"event": {"means": {"to": "town"}}}, "says 'town' of 'to'; it has to be one of Means"),
        ({"event": {"means": {"to": ()}}}, "has to be one of Means, or a group of kinds"),
        ({"event": {"means": {"to": (TRAVEL_CARD, "town")}}}, "has to be one of Means, or a group"),
        ({"event": {"means": Means.TOWN}}, "has to be a dict, by the names of fields"),
        ({"action": {"means": {"sea": Means.TOWN}}}, "'sea', which is no field of Sail"),
        ({"roll": {"means": "town"}}, "means='town' has to be one of Means"),
    ],
)
def test_a_meaning_that_is_none_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesetError, match=words):
        compile_ruleset(expansions=[winds(**changes)])
