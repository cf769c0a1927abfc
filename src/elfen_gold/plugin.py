"""Elfengold as a plugin: what it adds to each list, hook by hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elfen.land import DRAW
from elfen.plugin import (
    ActionType,
    Advice,
    Caution,
    CostTerm,
    Decision,
    Draw,
    Ending,
    EventType,
    Invariant,
    Kind,
    Layer,
    Look,
    Manifest,
    OptionValue,
    Phase,
    Remove,
    Restriction,
    Roll,
    Ruleset,
    SetupStep,
    ShortCut,
    Slot,
    Step,
    Stock,
    TieBreak,
    Zone,
    hookimpl,
)
from elfen_gold import advice, bids, cautions, costs, ending, invariants, looks, pieces, travel
from elfen_gold.auction import Auction
from elfen_gold.bids import ROW_OF_LOTS
from elfen_gold.bids_at_once import BidsAtOnce
from elfen_gold.drafting import Drafting
from elfen_gold.drafting import decision as draw_decision
from elfen_gold.exchange import Exchanging
from elfen_gold.laying import Laying
from elfen_gold.town_values import VALUES, Valuing
from elfen_gold.travel import JOURNEY, Travelling
from elfen_gold.two_tiles import TwoTiles
from elfen_gold.witches import Flying

Migration = Callable[[dict[str, Any]], dict[str, Any]]

#: Defaults for options of Elfenland, the same in every edition (G0); some are for rules that
#: Elfengold replaces, which have no effect but are in every save.
OF_ELFENLAND: dict[str, OptionValue] = {
    "land.town_cards": False,
    "land.tie_break": "nearest-town",
    "land.counters_secret": 0,
    "land.counters_chosen": 0,
    "land.open_row": 0,
    "land.obstacles": 0,
    "land.counters_kept": 2,
    "land.counters_back": "end-of-round",
}


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "gold",
        rules_version=2,
        api=1,
        locale="elfen_gold",
        requires=("land",),
        conflicts={
            "sea": "Elfengold is for the towns and ferries of Elfenland, not for Elfensea (DX)"
        },
        game="Elfengold",
        help="Elfengold: money, an auction of tiles, spells and sea monsters, six rounds.",
        options=pieces.OPTIONS,
        presets=pieces.PRESETS,
        about="In Elfengold you also travel for gold. Counters are not chosen but auctioned, for"
        " gold coins; every town that you come to earns you its value in gold, twice as much"
        " behind a gold tile, and at the end of your journey you take that gold, or two"
        " cards instead. Trees and sea monsters stand in the way, spells double or exchange"
        " what lies on the roads.",
        defaults=OF_ELFENLAND,
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return pieces.kinds(rules)


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [*pieces.ZONES]


@hookimpl
def elfen_room(rules: Ruleset) -> dict[str, int]:
    return pieces.ROOM


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return pieces.stock(rules)


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Any]]:
    return [VALUES, ROW_OF_LOTS, JOURNEY]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    return costs.cost_terms(rules)


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    return [Valuing(rules).setup(), Drafting(rules).setup()]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [
        Drafting(rules).phase(),
        travel.income(),
        TwoTiles(rules).phase(),
        Auction(rules).phase(),
    ]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    drafting = Drafting(rules)
    return [
        *drafting.steps(),
        *TwoTiles(rules).steps(),
        *Auction(rules).steps(),
        *Travelling(rules, drafting).steps(),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    return [
        *Valuing(rules).rolls(),
        *Drafting(rules).chances(),
        *TwoTiles(rules).draws(),
        *Auction(rules).draws(),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision | Remove]:
    return [
        Remove(DRAW),
        draw_decision(),
        TwoTiles(rules).decision(),
        Auction(rules).decision(),
        Exchanging(rules).decision(),
        Travelling(rules, Drafting(rules)).decision(),
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any] | Remove]:
    drafting, exchanging = Drafting(rules), Exchanging(rules)
    return [
        Remove("land/draw-open"),
        Remove("land/draw-blind"),
        *drafting.types(),
        *TwoTiles(rules).types(),
        *Auction(rules).types(),
        *Laying(rules, exchanging).types(),
        *exchanging.types(),
        *(Flying(rules).types() if rules.option("gold.witches") else []),
        *Travelling(rules, drafting).types(),
    ]


@hookimpl
def elfen_shortcuts(rules: Ruleset) -> list[ShortCut]:
    return [*BidsAtOnce(Auction(rules)).short_cuts(), Drafting(rules).short_cut()]


@hookimpl
def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
    return Laying(rules, Exchanging(rules)).restrictions()


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    return ending.endings()


@hookimpl
def elfen_tie_breaks(rules: Ruleset) -> list[TieBreak]:
    return ending.tie_breaks()


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    return invariants.invariants(rules)


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return advice.advice(rules)


@hookimpl
def elfen_cautions(rules: Ruleset) -> list[Caution]:
    return cautions.cautions(rules)


@hookimpl
def elfen_drawing(rules: Ruleset) -> list[Look | Layer]:
    return [*looks.looks(rules), looks.TOWN_VALUES]


@hookimpl
def elfen_migrations() -> dict[int, Migration]:
    return {1: with_the_start_player_opening}


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    return bids.events()


def with_the_start_player_opening(part: dict[str, Any]) -> dict[str, Any]:
    """In version 2 the start player, if eligible, opens when a tile is auctioned again (G5).

    The seat that opens is always asked. So a save in which another seat opened is refused at
    that line, and every other game is the same in both versions.
    """
    return part
