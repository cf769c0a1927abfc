"""What a game runs on: states, and pure functions of compiled rules that lead from one to the next.

A state waits for a decision or for chance, the answer is carried out on a table, and steps follow
until the next state waits. Nothing here knows games, logs, views or plugins.

Open `kernel` first: what happens to a state. A `state` is read as a `position` and changed on a
`table`; `quotes` prices every step of a boot and `crossings` lists those that a seat can pay;
`dealer` draws, `chance` weighs outcomes, `standings` ranks, and `compiled_rules` is all that
plugins have declared.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.kernel.chance import CompiledDraw, CompiledRoll, compiled_draw
from elfen.kernel.codes import code_of
from elfen.kernel.compiled_rules import CompiledRules, Recipe
from elfen.kernel.crossings import Crossings
from elfen.kernel.dealer import Dealer, Shuffler, in_bytes, is_position, seed_text
from elfen.kernel.free_steps import gone_free, look
from elfen.kernel.items_made import NEXT_ROUND
from elfen.kernel.kernel import Kernel
from elfen.kernel.listing import Drawing, Legal
from elfen.kernel.notation import Notation
from elfen.kernel.obstructed import obstruction, taken_for
from elfen.kernel.parts_read import PartsRead, Remembered
from elfen.kernel.payments import Payment, PaymentTable, PaymentTables, Picker, paid, pay, picker
from elfen.kernel.played import Traced
from elfen.kernel.position import Fields, Position, StatePosition, open_position
from elfen.kernel.quotes import Quotes
from elfen.kernel.refusals import refuse_chance
from elfen.kernel.restrictions import Asked, bears_on, restricted
from elfen.kernel.standings import best_total_first, points_of
from elfen.kernel.state import State, state_after, state_of
from elfen.kernel.table import Table, open_table, shifted

if TYPE_CHECKING:
    from elfen.kernel.builder import Builder, forward, plain_move
    from elfen.kernel.failures import Rule, blaming, declared
    from elfen.kernel.fingerprint import board_facts, told_options
    from elfen.kernel.noted_reads import NotedZones, Noting
    from elfen.kernel.soundness import check_seat, crowding, stock, totals
    from elfen.kernel.tracing import TracedTable
    from elfen.kernel.unseen_outcomes import DrawnUnseen, RolledUnseen, Unseen
    from elfen.kernel.within_bounds import out_of_bounds

__all__ = [
    "NEXT_ROUND",
    "Asked",
    "Builder",
    "CompiledDraw",
    "CompiledRoll",
    "CompiledRules",
    "Crossings",
    "Dealer",
    "Drawing",
    "DrawnUnseen",
    "Fields",
    "Kernel",
    "Legal",
    "Notation",
    "NotedZones",
    "Noting",
    "PartsRead",
    "Payment",
    "PaymentTable",
    "PaymentTables",
    "Picker",
    "Position",
    "Quotes",
    "Recipe",
    "Remembered",
    "RolledUnseen",
    "Rule",
    "Shuffler",
    "State",
    "StatePosition",
    "Table",
    "Traced",
    "TracedTable",
    "Unseen",
    "bears_on",
    "best_total_first",
    "blaming",
    "board_facts",
    "check_seat",
    "code_of",
    "compiled_draw",
    "crowding",
    "declared",
    "forward",
    "gone_free",
    "in_bytes",
    "is_position",
    "look",
    "obstruction",
    "open_position",
    "open_table",
    "out_of_bounds",
    "paid",
    "pay",
    "picker",
    "plain_move",
    "points_of",
    "refuse_chance",
    "restricted",
    "seed_text",
    "shifted",
    "state_after",
    "state_of",
    "stock",
    "taken_for",
    "told_options",
    "totals",
]

#: Names that are loaded on first use, as rules are compiled without them.
_LATER = {
    **dict.fromkeys(("Builder", "forward", "plain_move"), "elfen.kernel.builder"),
    **dict.fromkeys(("Rule", "blaming", "declared"), "elfen.kernel.failures"),
    **dict.fromkeys(("board_facts", "told_options"), "elfen.kernel.fingerprint"),
    **dict.fromkeys(("NotedZones", "Noting"), "elfen.kernel.noted_reads"),
    **dict.fromkeys(("check_seat", "crowding", "stock", "totals"), "elfen.kernel.soundness"),
    "TracedTable": "elfen.kernel.tracing",
    **dict.fromkeys(("DrawnUnseen", "RolledUnseen", "Unseen"), "elfen.kernel.unseen_outcomes"),
    "out_of_bounds": "elfen.kernel.within_bounds",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
