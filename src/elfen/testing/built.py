"""Check laws at positions that were built, to which perhaps no game leads.

There the rules may fail, or leave nothing to do: nobody promised that they would not. But whatever
they answer they have to answer alike, keep secret what is secret, and lose no piece; and scores
are within their bounds, as these are to hold for every sound position.
"""

from __future__ import annotations

from collections.abc import Sequence

from elfen.errors import IllegalAction
from elfen.game import Ruleset
from elfen.kernel import State, totals
from elfen.testing.agreeing.agreement import agreement
from elfen.testing.blaming.shrinking import StateLaw
from elfen.testing.conservation import culprit
from elfen.testing.facts import chooser, successors
from elfen.testing.law_broken import CONSERVATION, PROGRESS, LawBroken
from elfen.testing.laws import place, told
from elfen.testing.progress import in_bounds
from elfen.testing.purity import kernel_purity
from elfen.testing.sampling import sampling
from elfen.testing.saving import saving
from elfen.testing.secrecy.noninterference import noninterference
from elfen.testing.suite.timing import STATE, asked


def kept(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """`breadth` legal moves lead to states with the same pieces. Raises `LawBroken`."""
    before = totals(rules, state)
    for move, after in successors(rules, state, breadth):
        if totals(rules, after) != before:
            raise LawBroken(
                CONSERVATION,
                f"after {move}: pieces are lost or made",
                culprit(rules, state, move),
                runs=(lambda: rules.advance(state, move),),  # noqa: B023
                past=((state, move),),
            )


#: In one of so many positions saving is tried: what a save leaves out is not rare.
_SELDOM = 3

#: The laws that hold at built positions too.
BUILT_LAWS: Sequence[StateLaw] = (
    kept,
    in_bounds,
    kernel_purity,
    agreement,
    sampling,
    noninterference,
    saving,
)


def check_built(rules: Ruleset, state: State, breadth: int | None = 3) -> None:
    """Check the laws of a position that no game may lead to.

    Raises `LawBroken`, unless the reason is that a rule fails there or leaves nothing to do, or
    `rules.validate` says that the position is not sound: moves from a sound one that was built may
    lead there.
    """
    for law in BUILT_LAWS:
        if law is saving and breadth is not None and chooser(state).randrange(_SELDOM):
            continue
        try:
            asked(law.__name__, STATE, law, rules, state, breadth)
        except LawBroken as broken:
            if not _excused(broken, law) and not rules.validate(state):
                step = f"at a built position, {place(rules, state)}"
                raise told(broken, rules, step, lambda: rules.game_from(state, 0)) from broken


def _excused(broken: LawBroken, law: StateLaw) -> bool:
    cause = broken.__cause__
    while isinstance(cause, LawBroken):
        cause = cause.__cause__
    failed = isinstance(cause, Exception) and not isinstance(cause, IllegalAction)
    return failed or (broken.law == PROGRESS and law is not in_bounds)
