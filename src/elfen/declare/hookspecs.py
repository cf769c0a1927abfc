"""Every hook that a plugin can implement, in the order in which they are called.

Hooks run while a ruleset is compiled, once each, and never while a game is played. Each is
given `rules`, the ruleset in the making: what earlier hooks gave is there to read
(`rules.option`, `rules.board`, `rules.layout`), what later hooks give is not there yet.
A hook may be left out. What it returns is checked, and an error names the plugin: where a
sequence is asked for, it has to be a list or a tuple. Each is marked with how firm it is; what
that means is written in `elfen.declare.interface`.
"""

# Specs have no bodies; nothing ever calls them.
# mypy: disable-error-code="empty-body"
# pyright: reportReturnType=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

from elfen.declare.interface import provisional, stable

if TYPE_CHECKING:
    from elfen.declare.actions import ActionType, Decision, Restriction
    from elfen.declare.advice import Advice
    from elfen.declare.board import Board
    from elfen.declare.chance import Draw, Roll
    from elfen.declare.costs import CostTerm
    from elfen.declare.events import EventType
    from elfen.declare.given import Ruleset
    from elfen.declare.invariants import Invariant
    from elfen.declare.kinds import Kind
    from elfen.declare.manifest import Manifest
    from elfen.declare.named_lists import Remove
    from elfen.declare.scoring import Ending, Ranking, ScoreLine, TieBreak
    from elfen.declare.short_cuts import ShortCut
    from elfen.declare.slots import Slot
    from elfen.declare.steps import Phase, SetupStep, Step
    from elfen.declare.stock import Stock
    from elfen.declare.terrain import Terrain
    from elfen.declare.towns import Towns
    from elfen.declare.zones import Visibility, Zone

hookimpl = pluggy.HookimplMarker("elfen")


@stable
def elfen_manifest() -> Manifest:
    """Who the plugin is. The one hook that every plugin has; called first."""


@stable
def elfen_board(rules: Ruleset) -> Board | None:
    """The board to play on; None leaves it alone.

    The board of a plugin that requires the plugin of another board replaces it; two boards
    otherwise are an error. The caller's `board=` goes before all.
    """


@stable
def elfen_terrains(rules: Ruleset) -> Sequence[Terrain]:
    """Terrains that routes may have. Two of one name are an error unless they are equal."""


@provisional
def elfen_towns(rules: Ruleset) -> Towns | None:
    """Where town pieces lie and where boots begin; None leaves it alone.

    What a plugin says replaces what those say that it requires; two others are an error. If
    none says anything, boots begin in the capital, and pieces lie in all other towns.
    """


@stable
def elfen_kinds(rules: Ruleset) -> Sequence[Kind]:
    """Kinds of pieces. All kinds of a group go into every zone that holds the group."""


@stable
def elfen_zones(rules: Ruleset) -> Sequence[Zone]:
    """Zones of the table, of every seat, and of the routes. Names are unique."""


@provisional
def elfen_room(rules: Ruleset) -> Mapping[str, int]:
    """Zones of the routes, by name, with room for more pieces than declared. The most wins."""


@provisional
def elfen_visibility(rules: Ruleset) -> Mapping[str, Visibility]:
    """Zones, by name, that are to show less than declared. The stricter wins."""


@stable
def elfen_components(rules: Ruleset) -> Sequence[Stock | Remove]:
    """Named list: how many pieces there are and where they begin."""


@stable
def elfen_slots(rules: Ruleset) -> Sequence[Slot[Any]]:
    """The plugin's own typed parts of the state: frozen, each field with its visibility."""


@stable
def elfen_move_cost(rules: Ruleset) -> Sequence[CostTerm | Remove]:
    """Named lists, one a layer: what a crossing costs."""


@stable
def elfen_setup(rules: Ruleset) -> Sequence[SetupStep | Remove]:
    """Named list: what is done once, before the first round.

    Steps have one name each in this list, `elfen_phases` and `elfen_steps` together.
    """


@stable
def elfen_phases(rules: Ruleset) -> Sequence[Phase | Remove]:
    """Named list: the phases of a round."""


@stable
def elfen_steps(rules: Ruleset) -> Sequence[Step | Remove]:
    """Named lists, one a procedure: what is done in the course of a phase or turn.

    A procedure's name begins with the plugin's that runs it; that one has a step in it.
    """


@stable
def elfen_chance(rules: Ruleset) -> Sequence[Draw | Roll | Remove]:
    """Named list: draws of pieces and rolls."""


@stable
def elfen_decisions(rules: Ruleset) -> Sequence[Decision | Remove]:
    """Named list: the questions that a seat can be asked."""


@stable
def elfen_actions(rules: Ruleset) -> Sequence[ActionType[Any] | Remove]:
    """Named list: what can be answered, at which decisions, with what effect."""


@stable
def elfen_restrictions(rules: Ruleset) -> Sequence[Restriction | Remove]:
    """Named list: what forbids an action; all must allow it."""


@provisional
def elfen_shortcuts(rules: Ruleset) -> Sequence[ShortCut | Remove]:
    """Named list: whole steps at once, for speed; where they hold, and only there, they are taken.

    Of several that hold for one action type the first counts.
    """


@stable
def elfen_endings(rules: Ruleset) -> Sequence[Ending | Remove]:
    """Named list: how a game can end; the first whose time has come counts.

    At least one says with `latest` in which round the game is over at the latest.
    """


@stable
def elfen_scoring(rules: Ruleset) -> Sequence[ScoreLine | Remove]:
    """Named list: the lines of the score; they sum."""


@stable
def elfen_tie_breaks(rules: Ruleset) -> Sequence[TieBreak | Remove]:
    """Named list: what decides between equal totals, the first that differs."""


@stable
def elfen_ranking(rules: Ruleset) -> Sequence[Ranking]:
    """Named list of one: `core/ranking`, to be replaced."""


@stable
def elfen_invariants(rules: Ruleset) -> Sequence[Invariant | Remove]:
    """Named list: what is true of every state of a game; `validate` and the laws use it."""


@provisional
def elfen_advice(rules: Ruleset) -> Sequence[Advice | Remove]:
    """Named list: what the stock bots should think of an action; the values sum."""


@stable
def elfen_events(rules: Ruleset) -> Sequence[EventType[Any] | Remove]:
    """Named list: the events that steps and actions report, who sees them, and their words.

    Every class of event that is given to `table.emit` needs one. Those of the core, such as
    `core/boot-moved`, stand first; replacing one of them changes its words.
    """


@stable
def elfen_migrations() -> Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]:
    """What brings saves of older rules versions of the plugin to this one, a version a step.

    `{3: function}` brings saves of rules version 3 to 4. A function is given the part of a
    save that may have to change, as JSON values of its own (see docs/saves.md): `options` has
    the plugin's own by name, `begin` and `log` are the whole game's. It returns that part of
    the next version. Called once more for each older save that is loaded; a plugin without
    it refuses them.
    """
