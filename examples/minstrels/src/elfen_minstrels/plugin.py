"""Minstrels as a plugin: what it adds to each list, in the order of the hooks."""

from __future__ import annotations

from typing import Any

from elfen.plugin import (
    ActionType,
    Advice,
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
    Ruleset,
    ScoreLine,
    SetupStep,
    Step,
    Stock,
    Zone,
    hookimpl,
)
from elfen_minstrels import advice, checks, costs, evening, learning, looks, pieces, scoring


@hookimpl
def elfen_manifest() -> Manifest:
    """Who we are; `rules_version` goes up whenever the rules change."""
    return Manifest(
        "minstrels",
        rules_version=2,
        api=1,
        help="Minstrels: secret songs, each to be sung of an evening in its own town.",
        requires=("land",),
        conflicts={"sea": "the songs are of the towns of Elfenland; choose one of the two"},
        options=(Option("songs", 2, "how many songs everyone begins with", least=1, most=3),),
    )


@hookimpl
def elfen_kinds(rules: Ruleset) -> list[Kind]:
    """Twenty songs and the penny."""
    return pieces.kinds(rules)


@hookimpl
def elfen_zones(rules: Ruleset) -> list[Zone]:
    """Where they lie, and who may see them there."""
    return pieces.zones()


@hookimpl
def elfen_components(rules: Ruleset) -> list[Stock]:
    """How many there are, and where they begin."""
    return pieces.stock(rules)


@hookimpl
def elfen_move_cost(rules: Ruleset) -> list[CostTerm]:
    """What a penny is good for."""
    return costs.cost_terms()


@hookimpl
def elfen_setup(rules: Ruleset) -> list[SetupStep]:
    """The first songs."""
    return pieces.setup(rules)


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    """The evening."""
    return [evening.phase()]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    """What is shown at the end."""
    return [scoring.step()]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    """What is drawn blind."""
    return pieces.draws()


@hookimpl
def elfen_decisions(rules: Ruleset) -> list[Decision]:
    """What one is asked."""
    return [evening.decision(), learning.decision()]


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    """What one may answer."""
    return [*evening.Evenings(rules).types(), learning.Learning(rules).type()]


@hookimpl
def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
    """What it is worth."""
    return scoring.score_lines()


@hookimpl
def elfen_invariants(rules: Ruleset) -> list[Invariant]:
    """What is always true; the laws and `rules.validate` look at it."""
    return checks.invariants()


@hookimpl
def elfen_advice(rules: Ruleset) -> list[Advice]:
    """What the stock bots think of it."""
    return advice.advice()


@hookimpl
def elfen_events(rules: Ruleset) -> list[EventType[Any]]:
    """What is reported, and in which words."""
    return evening.events()


@hookimpl
def elfen_drawing(rules: Ruleset) -> list[Look | Layer]:
    """How the pieces look, and a note where one's own songs are sung."""
    return [*looks.looks(), looks.SONGS_TO_SING]
