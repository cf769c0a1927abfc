"""Elfenland as a plugin: what it adds to each list, hook by hook."""

from __future__ import annotations

from typing import Any

from elfen.land import (
    advice,
    caravans,
    cautions,
    costs,
    drawing,
    looks,
    moving,
    pieces,
    planning,
    round_end,
    scoring,
    towncards,
)
from elfen.land.boards import the_board
from elfen.land.editions import OPTIONS, PRESETS
from elfen.land.invariants import invariants
from elfen.land.names import (
    CLEAR_PHASE,
    MOVE_PHASE,
    OPEN_COUNTERS_SETUP,
    PLAN_PHASE,
    START_PLAYER_PHASE,
    START_PLAYER_SETUP,
)
from elfen.land.pieces import LAND, LandState
from elfen.plugin import (
    PUBLIC,
    ActionType,
    Advice,
    Board,
    Caution,
    CostTerm,
    Decision,
    Draw,
    Ending,
    Invariant,
    Kind,
    Look,
    Manifest,
    Means,
    Phase,
    Restriction,
    Roll,
    Ruleset,
    ScoreLine,
    Seat,
    SetupStep,
    ShortCut,
    Slot,
    Step,
    Stock,
    Table,
    Terrain,
    TieBreak,
    Towns,
    Zone,
    hookimpl,
)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "land",
        rules_version=1,
        api=1,
        locale="elfen.land",
        game="Elfenland",
        help="Elfenland: three or four rounds of dealing, planning and travelling.",
        options=OPTIONS,
        presets=PRESETS,
        players=(2, 6),
        about="The elves of Elfenland want to see the land: whoever visits the most towns wins."
        " In each round you are dealt travel cards and choose transportation counters, lay"
        " the counters on the roads for everyone to use, and then travel from town to town,"
        " playing the cards that each road asks for. Rivers and lakes are crossed on rafts,"
        " without a counter. In every town that you reach for the first time you take your"
        " town piece.",
    )


@hookimpl
def elfen_board(rules: Ruleset) -> Board:
    return the_board()


@hookimpl
def elfen_terrains(rules: Ruleset) -> list[Terrain]:
    return [*pieces.TERRAINS]


@hookimpl
def elfen_towns(rules: Ruleset) -> Towns:
    return Towns(start=rules.board.capital)


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    return [*pieces.CARDS, *pieces.COUNTERS, pieces.THE_OBSTACLE, *towncards.kinds(rules)]


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    return [*pieces.ZONES, *round_end.zones(rules), *towncards.zones(rules)]


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    return [*pieces.stock(rules), *towncards.stock(rules)]


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[LandState]]:
    return [LAND]


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    return costs.cost_terms(rules)


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    return [
        *towncards.setup(rules),
        SetupStep(OPEN_COUNTERS_SETUP, drawing.turn_up, text="the first counters are turned up"),
        SetupStep(START_PLAYER_SETUP, choose_start_player, text="who starts"),
    ]


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    turning_in = round_end.TurningIn(rules)
    return [
        *drawing.Dealing(rules).phases(),
        Phase(PLAN_PHASE, planning.plan, text="plan the travel routes"),
        *([turning_in.phase()] if turning_in.early else []),
        Phase(MOVE_PHASE, moving.move_boots, text="move the elf boots"),
        scoring.Ends(rules).phase(),
        Phase(START_PLAYER_PHASE, round_end.pass_start_player, text="pass the start player card"),
        *([] if turning_in.early else [turning_in.phase()]),
        Phase(CLEAR_PHASE, round_end.clear_routes, text="clear the board"),
    ]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    return [
        drawing.OpenRow(rules).step(),
        drawing.top_card(),
        planning.next_step(),
        *moving.Turns(rules).steps(),
        *scoring.Ends(rules).steps(),
        *towncards.steps(rules),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw | Roll]:
    return [
        *drawing.draws(),
        *towncards.draws(rules),
        Roll(
            "land/start-player",
            lambda position, item: {str(seat): 1 for seat in range(position.players)},
            lambda table, item, face: table.set(LAND, LandState(int(face))),
            visibility=PUBLIC,
            text="who starts",
            means=Means.SEAT,
            told=lambda face, words: words.say("{seat} {seat:begin|begins}", seat=Seat(int(face))),
        ),
    ]


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    return [
        drawing.decision(),
        planning.decision(),
        *moving.decisions(),
        round_end.decision(),
    ]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    return [
        *rules.once(drawing.Drawing).types(),
        *rules.once(planning.Planning).types(),
        *rules.once(moving.Moving).types(),
        *round_end.Keeping(rules).types(),
    ]


@hookimpl
def elfen_restrictions(rules: Ruleset) -> list[Restriction]:
    return caravans.StrictCaravans(rules).restrictions()


@hookimpl
def elfen_shortcuts(rules: Ruleset) -> list[ShortCut]:
    planned = rules.once(planning.Planning)
    return [
        *rules.once(drawing.Drawing).short_cuts(),
        planned.short_cut("land/place"),
        planned.short_cut("land/place-secret"),
        planned.obstacle_short_cut(),
        *rules.once(moving.Moving).short_cuts(),
    ]


@hookimpl
def elfen_endings(rules: Ruleset) -> list[Ending]:
    return scoring.Ends(rules).endings()


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    return scoring.score_lines(rules)


@hookimpl
def elfen_tie_breaks(rules: Ruleset) -> list[TieBreak]:
    return scoring.tie_breaks(rules)


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    return invariants(rules)


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    return advice.advice(rules)


@hookimpl
def elfen_cautions(rules: Ruleset) -> list[Caution]:
    return cautions.cautions()


@hookimpl
def elfen_drawing(rules: Ruleset) -> list[Look]:
    return looks.looks(rules)


def choose_start_player(table: Table) -> None:
    """Seat 0 starts, or a seat drawn at random."""
    if table.rules.option("land.start_player") == "random":
        table.roll("land/start-player")
