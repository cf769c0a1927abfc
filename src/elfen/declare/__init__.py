"""What a plugin declares: values without behaviour.

A plugin's hooks return these: kinds of pieces and the zones that they lie in, the board and its
terrains, actions and decisions, what crossing a route costs, steps of procedures, chance, events,
scores, endings. Files are named for what they declare. Nothing here depends on games, states or
views: only `given` names, for annotations, what declared functions are given.

Open `actions` first, then `zones` and `costs`; `hookspecs` lists the hooks, and `named_lists` says
how entries stand next to those of others, or take their place.
"""

from typing import TYPE_CHECKING

from elfen.declare.actions import (
    CROSSING,
    FIELD_TYPES,
    LAYING,
    Action,
    ActionType,
    Decision,
    Deed,
    Laid,
    Lottery,
    Offered,
    Restriction,
    always_legal,
    as_it_is,
    data_of,
)
from elfen.declare.advice import Advice
from elfen.declare.agenda import Chance, Data, Decide, Do, Item, Over, Pending, in_short
from elfen.declare.board import RECONSTRUCTED, SOURCED, Board, Route, Town, load_board, parse_board
from elfen.declare.bounds import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_OF_BOARD,
    MOST_TEXT,
    MOST_VALUES,
    Refused,
    fault_in,
    fault_of,
)
from elfen.declare.cautions import Caution, Warned
from elfen.declare.chance import Draw, Drawn, Outcome, Roll, Rolled
from elfen.declare.costs import (
    LAYERS,
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
    Whereabouts,
    could_be,
    offered,
    possible,
    quote,
)
from elfen.declare.events import (
    BootMoved,
    BootsBegan,
    CoreEvent,
    EventType,
    GameEnded,
    PiecesMoved,
    PiecesMovedUnseen,
    PutOnRoute,
    RoundBegan,
    TakenFromRoute,
    TownVisited,
    merged,
    undeclared,
    unseen,
)
from elfen.declare.extents import BySeat, Extent, OneOf, SeatSet, UpTo, Within, beyond
from elfen.declare.figures import Figure
from elfen.declare.fitting import Misfit, structured
from elfen.declare.handed_in import bare_text, listed, named, number, tabled, whole, yes_or_no
from elfen.declare.headcount import in_words, numbers_of
from elfen.declare.interface import INTERFACE, old_name, refuse_other_interface, warn_of_hook
from elfen.declare.invariants import Invariant
from elfen.declare.kinds import Group, Kind, Pieces
from elfen.declare.layout import Contents, Counts, Layout
from elfen.declare.lazy_names import drawn, later
from elfen.declare.manifest import (
    CORE,
    NO_PRESET,
    PRESET,
    Manifest,
    Option,
    OptionKey,
    OptionValue,
    Plugin,
    PluginText,
    Preset,
    find_option,
)
from elfen.declare.meanings import Meaning, Meanings, Means, is_meaning
from elfen.declare.memo import Memo, SameMemo
from elfen.declare.named_lists import (
    Anchor,
    Entry,
    Maybe,
    Owned,
    Removal,
    Remove,
    maybe,
    references,
)
from elfen.declare.pictures import CORE_LAYERS, SHAPES, Layer, Look, Sign
from elfen.declare.scoring import (
    Ending,
    Ranking,
    Result,
    Scored,
    ScoreLine,
    Standing,
    TieBreak,
)
from elfen.declare.short_cuts import ShortCut
from elfen.declare.slots import Ext, Slot, fields_of, shown
from elfen.declare.steps import END, Phase, SetupStep, Step
from elfen.declare.stock import Stock
from elfen.declare.teams import Team, misfit
from elfen.declare.terrain import Terrain
from elfen.declare.towns import START, InPlay, Start, Towns
from elfen.declare.values import Shown, Value
from elfen.declare.zones import (
    HIDDEN,
    MOST_SEATS,
    OWNER,
    PUBLIC,
    Place,
    RouteZone,
    SeatPlace,
    SeatZone,
    TableZone,
    Visibility,
    Zone,
)

if TYPE_CHECKING:
    from elfen.declare.fares import Fare
    from elfen.declare.leaps import Leaps
    from elfen.declare.old_paths import moved
    from elfen.declare.strict_data import complaints, faults, strict_converter
    from elfen.declare.text_files import NoText, path_in, path_to, refuse_no_name, text_of
    from elfen.declare.whole_files import beside, left_beside, write_out, write_whole

__all__ = [
    "CORE",
    "CORE_LAYERS",
    "CROSSING",
    "END",
    "FIELD_TYPES",
    "HIDDEN",
    "INTERFACE",
    "LAYERS",
    "LAYING",
    "MOST_CHARACTERS",
    "MOST_DEPTH",
    "MOST_DIGITS",
    "MOST_OF_BOARD",
    "MOST_SEATS",
    "MOST_TEXT",
    "MOST_VALUES",
    "NO_PRESET",
    "OWNER",
    "PRESET",
    "PUBLIC",
    "RECONSTRUCTED",
    "SHAPES",
    "SOURCED",
    "START",
    "Action",
    "ActionType",
    "Advice",
    "Anchor",
    "Base",
    "Board",
    "BootMoved",
    "BootsBegan",
    "BySeat",
    "Caution",
    "Chance",
    "Contents",
    "CoreEvent",
    "CostTerm",
    "Counts",
    "Crossing",
    "Data",
    "Decide",
    "Decision",
    "Deed",
    "Do",
    "Draw",
    "Drawn",
    "Ending",
    "Entry",
    "EventType",
    "Ext",
    "Extent",
    "Fare",
    "Figure",
    "GameEnded",
    "Group",
    "InPlay",
    "Invariant",
    "Item",
    "Kind",
    "Laid",
    "Layer",
    "Layout",
    "Leaps",
    "Limit",
    "Line",
    "Look",
    "Lottery",
    "Manifest",
    "Maybe",
    "Meaning",
    "Meanings",
    "Means",
    "Memo",
    "Misfit",
    "Need",
    "NoText",
    "Offer",
    "Offered",
    "OneOf",
    "Option",
    "OptionKey",
    "OptionValue",
    "Outcome",
    "Over",
    "Owned",
    "Pending",
    "Phase",
    "Pieces",
    "PiecesMoved",
    "PiecesMovedUnseen",
    "Place",
    "Plugin",
    "PluginText",
    "Preset",
    "Price",
    "PutOnRoute",
    "Ranking",
    "Refused",
    "Removal",
    "Remove",
    "Replace",
    "Restriction",
    "Result",
    "Roll",
    "Rolled",
    "RoundBegan",
    "Route",
    "RouteZone",
    "SameMemo",
    "ScoreLine",
    "Scored",
    "SeatPlace",
    "SeatSet",
    "SeatZone",
    "SetupStep",
    "ShortCut",
    "Shown",
    "Sign",
    "Slot",
    "Standing",
    "Start",
    "Step",
    "Stock",
    "Surcharge",
    "TableZone",
    "TakenFromRoute",
    "Team",
    "Terrain",
    "TieBreak",
    "Town",
    "TownVisited",
    "Towns",
    "UpTo",
    "Value",
    "Visibility",
    "Waive",
    "Warned",
    "Whereabouts",
    "Within",
    "Zone",
    "always_legal",
    "as_it_is",
    "bare_text",
    "beside",
    "beyond",
    "complaints",
    "could_be",
    "data_of",
    "drawn",
    "fault_in",
    "fault_of",
    "faults",
    "fields_of",
    "find_option",
    "in_short",
    "in_words",
    "is_meaning",
    "later",
    "left_beside",
    "listed",
    "load_board",
    "maybe",
    "merged",
    "misfit",
    "moved",
    "named",
    "number",
    "numbers_of",
    "offered",
    "old_name",
    "parse_board",
    "path_in",
    "path_to",
    "possible",
    "quote",
    "references",
    "refuse_no_name",
    "refuse_other_interface",
    "shown",
    "strict_converter",
    "structured",
    "tabled",
    "text_of",
    "undeclared",
    "unseen",
    "warn_of_hook",
    "whole",
    "write_out",
    "write_whole",
    "yes_or_no",
]

#: Names that are loaded on first use, as rules are compiled without them.
_LATER = {
    "Fare": "elfen.declare.fares",
    "Leaps": "elfen.declare.leaps",
    "moved": "elfen.declare.old_paths",
    **dict.fromkeys(("complaints", "faults", "strict_converter"), "elfen.declare.strict_data"),
    **dict.fromkeys(
        ("NoText", "path_in", "path_to", "refuse_no_name", "text_of"), "elfen.declare.text_files"
    ),
    **dict.fromkeys(
        ("beside", "left_beside", "write_out", "write_whole"), "elfen.declare.whole_files"
    ),
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
