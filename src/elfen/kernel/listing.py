"""How to list a decision's actions, draw one of them, or skip it: made once for a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from elfen.declare import Action, Counts, Offered
from elfen.errors import Reason
from elfen.kernel.chance import CompiledDraw

Check = Callable[[Any, int, Any], "Reason | None"]
Legal = Callable[[Any, int], Iterable[Action]]

#: How to list a decision's actions: the first function; the others, each with a zone by seat
#: and the counts of that zone if empty, in which case it finds nothing (None: it always has to be
#: called), and whether it is given the bare state; the actions that are always legal; whether the
#: first function is given the bare state; and whether no function needs a position.
Listing = tuple[
    Legal,
    tuple[tuple[Legal, tuple[int, ...] | None, Counts, bool], ...],
    tuple[Action, ...],
    bool,
    bool,
]

#: How to draw one of a decision's actions: by action type, `hold` and `draw` of its lottery, a zone
#: by seat and the counts of that zone if empty, as in `Listing`, and whether it is given the bare
#: state; the actions that are always legal; and whether no function needs a position.
Drawing = tuple[
    tuple[
        tuple[
            Callable[[Any, int], Any],
            Callable[[Any, int], "Action | None"],
            tuple[int, ...] | None,
            Counts,
            bool,
        ],
        ...,
    ],
    tuple[Action, ...],
    bool,
]

#: A decision is taken without asking (by the action, if any) if these zones, by seat, are all
#: empty (have the counts beside them) and none of these functions is true.
Skip = tuple[tuple[tuple[tuple[int, ...], Counts], ...], tuple[Offered, ...], "Action | None"]

#: A draw that changes nothing in the ledger, and the decisions that are certain to wait for a
#: seat that has a piece in the zone drawn to.
PlainDraw = tuple[CompiledDraw, frozenset[str]]
