"""Favor of the Towns as a plugin: what it adds to each list, hook by hook."""

from __future__ import annotations

from typing import Any

from elfen.plugin import (
    ActionType,
    Advice,
    Caution,
    CostTerm,
    Decision,
    Draw,
    EventType,
    Invariant,
    Kind,
    Layer,
    Look,
    Manifest,
    Option,
    Phase,
    Roll,
    Ruleset,
    SetupStep,
    ShortCut,
    Slot,
    Step,
    Stock,
    Zone,
    hookimpl,
)
from elfen_favor import (
    advice,
    cautions,
    costs,
    effects,
    invariants,
    looks,
    pieces,
    town_tiles,
    using,
)
from elfen_favor.favors import FAVORS, USUAL_TILES
from elfen_favor.found_counters import Found
from elfen_favor.town_tiles import GREAT, SMALL, Laying
from elfen_favor.using import Using


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "favor",
        rules_version=1,
        api=1,
        locale="elfen_favor",
        requires=("land",),
        about="Favor of the Towns puts a tile on every town. Whoever is there may use its favor:"
        " cards, counters, an obstacle more, or a free path round one.",
        conflicts={
            "sea": "the favors belong to the towns of Elfenland, and Elfensea has other towns and"
            " no obstacles"
        },
        help="Favor of the Towns: a tile on every town helps the players who are there.",
        options=(
            Option(
                "variant",
                SMALL,
                "small: open tiles, used before moving; great: tiles face down, used on taking a"
                " town piece",
                (SMALL, GREAT),
            ),
            Option(
                "tiles",
                USUAL_TILES,
                f"how many tiles there are of {', '.join(FAVORS)}; the usual numbers are not"
                " sourced",
            ),
        ),
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [pieces.THE_FREE_PATH]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [*pieces.ZONES]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [*pieces.STOCK]


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Any]]:
    return [town_tiles.TILES]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    return costs.cost_terms()


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    return Laying(rules).setup()


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [effects.phase()]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [*effects.steps(), Using(rules).step()]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    return [*effects.draws(), *Laying(rules).rolls()]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [Using(rules).decision(), Found(rules).decision()]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    return [*Using(rules).types(), *Found(rules).types()]


@hookimpl
def elfen_shortcuts(rules: Ruleset) -> list[ShortCut]:
    return Using(rules).short_cuts()


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    return [*Laying(rules).invariants(), *invariants.invariants()]


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return advice.advice(rules)


@hookimpl
def elfen_cautions(rules: Ruleset) -> list[Caution]:
    return cautions.cautions()


@hookimpl
def elfen_drawing(rules: Ruleset) -> list[Look | Layer]:
    return [*looks.looks(rules), looks.TOWN_TILES]


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    return [*town_tiles.events(), *using.events()]
