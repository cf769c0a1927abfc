"""Everything that an expansion is made of; a plugin needs no other module of the core."""

from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare.actions import (
    CROSSING,
    LAYING,
    Action,
    ActionType,
    Decision,
    Laid,
    Restriction,
    as_it_is,
    data_of,
)
from elfen.declare.advice import Advice
from elfen.declare.agenda import Chance, Decide, Do, Over
from elfen.declare.board import Board, Route, Town, load_board, parse_board
from elfen.declare.chance import Draw, Drawn, Roll, Rolled
from elfen.declare.costs import (
    Base,
    CostTerm,
    Crossing,
    Limit,
    Line,
    Need,
    Offer,
    Price,
    Replace,
    Surcharge,
    Waive,
)
from elfen.declare.events import EventType
from elfen.declare.fares import Fare
from elfen.declare.hookspecs import hookimpl
from elfen.declare.interface import INTERFACE, old_name
from elfen.declare.invariants import Invariant
from elfen.declare.kinds import Group, Kind, Pieces, Stock
from elfen.declare.leaps import Leaps
from elfen.declare.manifest import Manifest, Option, OptionValue, Preset
from elfen.declare.meanings import Means
from elfen.declare.memo import Memo
from elfen.declare.named_lists import Remove, maybe
from elfen.declare.reading import complaints, strict_converter
from elfen.declare.scoring import Ending, Ranking, Result, ScoreLine, TieBreak, best_total_first
from elfen.declare.short_cuts import ShortCut
from elfen.declare.slots import Slot, shown
from elfen.declare.steps import END, Phase, SetupStep, Step
from elfen.declare.teams import Team
from elfen.declare.terrain import Terrain
from elfen.declare.towns import Towns
from elfen.declare.zones import (
    HIDDEN,
    OWNER,
    PUBLIC,
    RouteZone,
    SeatZone,
    TableZone,
    Visibility,
    Zone,
)
from elfen.errors import Reason, RulesetError
from elfen.game.ruleset import Ruleset
from elfen.kernel.crossings import Crossings
from elfen.kernel.payments import PaymentTable, Picker, paid, pay, picker
from elfen.kernel.state import State, state_after, state_of
from elfen.kernel.table import Fields, Position, Table, shifted
from elfen.knowledge.families import ROUTES
from elfen.text.words import Words
from elfen.views.view import Observation, View

if TYPE_CHECKING:
    from elfen.bots.planner import Plan, Planner, Tour

__all__ = [
    "CROSSING",
    "END",
    "HIDDEN",
    "INTERFACE",
    "LAYING",
    "OWNER",
    "PUBLIC",
    "ROUTES",
    "Action",
    "ActionType",
    "Advice",
    "Base",
    "Board",
    "Chance",
    "CostTerm",
    "Crossing",
    "Crossings",
    "Decide",
    "Decision",
    "Do",
    "Draw",
    "Drawn",
    "Ending",
    "EventType",
    "Fare",
    "Fields",
    "Group",
    "Invariant",
    "Kind",
    "Laid",
    "Leaps",
    "Limit",
    "Line",
    "Manifest",
    "Means",
    "Memo",
    "Need",
    "Observation",
    "Offer",
    "Option",
    "OptionValue",
    "Over",
    "PaymentTable",
    "Phase",
    "Picker",
    "Pieces",
    "Plan",
    "Planner",
    "Position",
    "Preset",
    "Price",
    "Ranking",
    "Reason",
    "Remove",
    "Replace",
    "Restriction",
    "Result",
    "Roll",
    "Rolled",
    "Route",
    "RouteZone",
    "Ruleset",
    "RulesetError",
    "ScoreLine",
    "SeatZone",
    "SetupStep",
    "ShortCut",
    "Slot",
    "State",
    "Step",
    "Stock",
    "Surcharge",
    "Table",
    "TableZone",
    "Team",
    "Terrain",
    "TieBreak",
    "Tour",
    "Town",
    "Towns",
    "View",
    "Visibility",
    "Waive",
    "Words",
    "Zone",
    "as_it_is",
    "best_total_first",
    "complaints",
    "data_of",
    "frozen",
    "hookimpl",
    "load_board",
    "maybe",
    "paid",
    "parse_board",
    "pay",
    "picker",
    "shifted",
    "shown",
    "state_after",
    "state_of",
    "strict_converter",
]

#: Deprecated names: what to use instead, and what the name still is.
_RENAMED: dict[str, tuple[str, object]] = {}

if not TYPE_CHECKING:  # a checker knows no old names

    def __getattr__(name: str) -> object:
        if name in ("Plan", "Planner", "Tour"):  # for advice only: a start without is faster
            import elfen.bots.planner

            return getattr(elfen.bots.planner, name)
        return old_name(__name__, name, _RENAMED)
