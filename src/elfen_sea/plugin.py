"""Elfensea as a plugin: what it adds to each list, hook by hook."""

from __future__ import annotations

from typing import Any

from elfen.land import Planning
from elfen.plugin import (
    ActionType,
    Advice,
    Board,
    Caution,
    CostTerm,
    Decision,
    Draw,
    Invariant,
    Kind,
    Look,
    Manifest,
    OptionValue,
    Phase,
    Remove,
    Ruleset,
    ScoreLine,
    ShortCut,
    Step,
    Stock,
    Terrain,
    Zone,
    hookimpl,
)
from elfen_sea import (
    advice,
    boards,
    bonus,
    cautions,
    costs,
    drawing,
    invariants,
    laying,
    looks,
    pieces,
    scoring,
    trading,
)

#: The options of an edition that Elfensea replaces (S0). Hand limit, counters kept and caravan
#: stay as they are, the same in all editions (S3).
SETTLED: dict[str, OptionValue] = {
    "land.rounds": 4,
    "land.deal": "eight-new",
    "land.hand_size": 8,
    "land.town_cards": False,
    "land.counters_secret": 0,
    "land.counters_chosen": 4,
    "land.open_row": 5,
    "land.counters_back": "end-of-round",
    "land.obstacles": 0,
    "land.boatmen": False,
    "land.early_win": "never",
    "land.tie_break": "cards",
}


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "sea",
        rules_version=1,
        api=1,
        locale="elfen_sea",
        game="Elfensea",
        help="Elfensea: 32 villages, whales on the open sea, bonus counters.",
        requires=("land",),
        about="Elfensea is Elfenland at the coast: 32 villages, and the open sea, which whales,"
        " rafts and magic clouds cross. Some villages give you bonus counters at the first"
        " visit. A bonus counter can be laid like any other or traded for a card, but those"
        " that you keep count at the end: of each kind, the most and the second most score.",
        conflicts={
            "gold": "the rulebook says that Elfengold is an expansion to Elfenland, and not"
            " designed to work with Elfensea; choose one of the two",
            "favor": "its tiles belong to the twenty towns of Elfenland and bring obstacles, and"
            " Elfensea has other villages and no obstacles; choose one of the two",
        },
        settled=SETTLED,
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    return boards.the_board()


@hookimpl
def elfen_terrains(rules: Ruleset) -> list[Terrain]:
    return [pieces.SEA]


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return pieces.kinds()


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return pieces.zones()


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock | Remove]:
    return pieces.stock()


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm | Remove]:
    boards.check_terrains(rules.board)
    return costs.cost_terms(rules)


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return bonus.phases()


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [rules.once(bonus.Visiting).step()]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [drawing.blind(), *bonus.draws(), *trading.draws()]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [bonus.decision()]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    return [
        laying.placing(rules),
        rules.once(trading.Trading).type(),
        rules.once(bonus.Choosing).type(),
    ]


@hookimpl
def elfen_shortcuts(rules: Ruleset) -> list[ShortCut]:
    return [
        rules.once(Planning).short_cut("sea/place-bonus"),
        rules.once(bonus.Visiting).short_cut(rules),
        rules.once(bonus.Choosing).short_cut(),
        rules.once(trading.Trading).short_cut(),
    ]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    return scoring.score_lines()


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    return invariants.invariants()


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return advice.advice()


@hookimpl
def elfen_cautions(rules: Ruleset) -> list[Caution]:
    return cautions.cautions()


@hookimpl
def elfen_drawing(rules: Ruleset) -> list[Look]:
    return looks.looks(rules)
