"""Everything that an expansion is made of; a plugin needs no other module of the core."""

from typing import TYPE_CHECKING

from attrs import frozen

from elfen.actions import (
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
from elfen.advice import Advice
from elfen.agenda import Chance, Decide, Do, Over
from elfen.board import Board, Route, Town, load_board, parse_board
from elfen.chance import Draw, Drawn, Roll, Rolled
from elfen.costs import (
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
from elfen.crossings import Crossings
from elfen.errors import Reason, RulesetError
from elfen.events import EventType
from elfen.families import ROUTES
from elfen.fares import Fare
from elfen.hookspecs import hookimpl
from elfen.interface import INTERFACE, old_name
from elfen.invariants import Invariant
from elfen.kinds import Group, Kind, Pieces, Stock
from elfen.leaps import Leaps
from elfen.lists import Remove, maybe
from elfen.manifest import Manifest, Option, OptionValue, Preset
from elfen.meanings import Means
from elfen.memo import Memo
from elfen.payments import PaymentTable, Picker, paid, pay, picker
from elfen.ruleset import Ruleset
from elfen.scoring import Ending, Ranking, Result, ScoreLine, TieBreak, best_total_first
from elfen.shortcuts import ShortCut
from elfen.state import Slot, State, shown, state_after, state_of
from elfen.steps import END, Phase, SetupStep, Step
from elfen.strict import complaints, strict_converter
from elfen.table import Fields, Position, Table, shifted
from elfen.teams import Team
from elfen.terrain import Terrain
from elfen.towns import Towns
from elfen.views import Observation, View
from elfen.words import Words
from elfen.zones import HIDDEN, OWNER, PUBLIC, RouteZone, SeatZone, TableZone, Visibility, Zone

if TYPE_CHECKING:
    from elfen.planner import Plan, Planner, Tour

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
            import elfen.planner

            return getattr(elfen.planner, name)
        return old_name(__name__, name, _RENAMED)
