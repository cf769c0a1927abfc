"""Every hook that a plugin can implement, in the order in which they are called.

Each hook runs once, while a ruleset is compiled, and never while a game is played. From `rules`,
the ruleset in the making, a hook can read what earlier hooks returned (`rules.option`,
`rules.board`, `rules.layout`), but not what later hooks return. All hooks but `elfen_manifest`
are optional. Results are checked, and errors name the plugin; a sequence has to be a list or a
tuple. Each hook is marked as stable or provisional; `elfen.declare.interface` says what that means.
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
    from elfen.declare.cautions import Caution
    from elfen.declare.chance import Draw, Roll
    from elfen.declare.costs import CostTerm
    from elfen.declare.events import EventType
    from elfen.declare.figures import Figure
    from elfen.declare.given import Ruleset
    from elfen.declare.invariants import Invariant
    from elfen.declare.kinds import Kind
    from elfen.declare.manifest import Manifest
    from elfen.declare.named_lists import Remove
    from elfen.declare.pictures import Layer, Look
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
    """The plugin's description of itself. The only required hook; called first."""


@stable
def elfen_board(rules: Ruleset) -> Board | None:
    """The board to play on; None leaves it as it is.

    A plugin's board replaces that of a plugin that it requires; otherwise two boards are an
    error. The caller's `board=` takes precedence over both.
    """


@stable
def elfen_terrains(rules: Ruleset) -> Sequence[Terrain]:
    """Terrains that routes may have. Two of the same name are an error unless they are equal."""


@provisional
def elfen_towns(rules: Ruleset) -> Towns | None:
    """Where town pieces lie and where boots begin; None leaves it as it is.

    A plugin's towns replace those of the plugins that it requires; otherwise two are an error.
    If no plugin declares towns, boots begin in the capital, and pieces lie in all other towns.
    """


@stable
def elfen_kinds(rules: Ruleset) -> Sequence[Kind]:
    """Kinds of pieces. Every kind of a group may lie in every zone that holds the group."""


@stable
def elfen_zones(rules: Ruleset) -> Sequence[Zone]:
    """Zones of the table, of every seat, and of the routes. Names are unique."""


@provisional
def elfen_room(rules: Ruleset) -> Mapping[str, int]:
    """How many pieces route zones can hold, by name, if more than declared. The largest wins."""


@provisional
def elfen_visibility(rules: Ruleset) -> Mapping[str, Visibility]:
    """The visibility of zones, by name, that show less than declared. The strictest wins."""


@stable
def elfen_components(rules: Ruleset) -> Sequence[Stock | Remove]:
    """Named list: how many pieces exist and where they begin."""


@stable
def elfen_slots(rules: Ruleset) -> Sequence[Slot[Any]]:
    """The plugin's own typed parts of the state: frozen, each field with its visibility."""


@stable
def elfen_move_cost(rules: Ruleset) -> Sequence[CostTerm | Remove]:
    """Named lists, one per layer: what a crossing costs."""


@stable
def elfen_setup(rules: Ruleset) -> Sequence[SetupStep | Remove]:
    """Named list: the steps that run once, before the first round.

    The names of steps are unique across this list, `elfen_phases` and `elfen_steps`.
    """


@stable
def elfen_phases(rules: Ruleset) -> Sequence[Phase | Remove]:
    """Named list: the phases of a round."""


@stable
def elfen_steps(rules: Ruleset) -> Sequence[Step | Remove]:
    """Named lists, one per procedure: what is done in the course of a phase or turn.

    A procedure's name begins with the name of the plugin that runs it, which has a step in it.
    """


@stable
def elfen_chance(rules: Ruleset) -> Sequence[Draw | Roll | Remove]:
    """Named list: draws of pieces and rolls."""


@stable
def elfen_decisions(rules: Ruleset) -> Sequence[Decision | Remove]:
    """Named list: the decisions that a seat can be asked to make."""


@stable
def elfen_actions(rules: Ruleset) -> Sequence[ActionType[Any] | Remove]:
    """Named list: what a seat can do, at which decisions, with what effect."""


@stable
def elfen_restrictions(rules: Ruleset) -> Sequence[Restriction | Remove]:
    """Named list: what forbids an action; every restriction must allow it."""


@provisional
def elfen_shortcuts(rules: Ruleset) -> Sequence[ShortCut | Remove]:
    """Named list: whole steps at once, for speed; each is taken only where it holds.

    If several hold for one action type, the first is taken.
    """


@stable
def elfen_endings(rules: Ruleset) -> Sequence[Ending | Remove]:
    """Named list: how a game can end; the first whose condition is met counts.

    At least one gives, with `latest`, the round in which it comes at the latest.
    """


@stable
def elfen_scoring(rules: Ruleset) -> Sequence[ScoreLine | Remove]:
    """Named list: the lines of the score; they sum."""


@stable
def elfen_tie_breaks(rules: Ruleset) -> Sequence[TieBreak | Remove]:
    """Named list: what decides between equal totals; the first that differs counts."""


@stable
def elfen_ranking(rules: Ruleset) -> Sequence[Ranking]:
    """Named list with a single entry: `core/ranking`, to be replaced."""


@stable
def elfen_invariants(rules: Ruleset) -> Sequence[Invariant | Remove]:
    """Named list: what holds in every state of a game; `validate` and the laws check it."""


@provisional
def elfen_advice(rules: Ruleset) -> Sequence[Advice | Remove]:
    """Named list: how much the stock bots should value an action; the values sum."""


@provisional
def elfen_cautions(rules: Ruleset) -> Sequence[Caution | Remove]:
    """Named list: what to warn a player of who is about to do what nobody would mean."""


@stable
def elfen_events(rules: Ruleset) -> Sequence[EventType[Any] | Remove]:
    """Named list: the events that steps and actions report, who sees them, and their text.

    Every class of event that is passed to `table.emit` needs an entry. Those of the core, such as
    `core/boot-moved`, stand first; replace one of them to change its text.
    """


@provisional
def elfen_drawing(rules: Ruleset) -> Sequence[Look | Layer | Remove]:
    """Named list: how pieces look in pictures, and layers of signs; nothing has to be declared.

    The core's own layers, such as `core/boots`, stand first.
    """


@provisional
def elfen_statistics(rules: Ruleset) -> Sequence[Figure | Remove]:
    """Named list: figures of the plugin's own, for `elfen simulate --stats`.

    How often actions, towns, routes, kinds, cost terms and events are used follows from their
    declarations, so nothing has to be declared for that.
    """


@stable
def elfen_migrations() -> Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]:
    """Functions that migrate saves of older rules versions of the plugin, one version at a time.

    `{3: function}` migrates saves from rules version 3 to 4. A function is given its own copy of
    the part of a save that may have to change, as JSON values (see docs/saves.md): `options` has
    the plugin's own options by name, `begin` and `log` are the whole game's. It returns that part
    as of the next version. The hook is called again for each older save that is loaded; without
    it such saves are refused.
    """
