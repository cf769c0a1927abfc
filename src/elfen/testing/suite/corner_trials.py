"""Trials at corners: states that are looked for on purpose, with all laws."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from functools import partial
from itertools import product

from attrs import frozen

from elfen.game import Ruleset
from elfen.testing.built import check_built
from elfen.testing.corners import Corner, Part, Reached, corners
from elfen.testing.facts import aimed_at
from elfen.testing.law_broken import LawBroken
from elfen.testing.laws import check_payments, check_state
from elfen.testing.suite.equipped import equipped
from elfen.testing.suite.tables import Table, with_other_options, with_usual_options
from elfen.testing.suite.trials import Effort, Trial

#: For so many moves of walks, one action is tried whose seat has just the pieces for it; and one of
#: so many heaps.
_SUPPLIED, _SOME_HEAPS = 4, 8
#: Every n-th corner is checked while it is watched, which makes it slower.
_WATCHED = 4


@frozen
class Amount:
    """How much is tried at corners: moves of walks, states that are checked, and, of all positions
    with a zone at an edge, one of so many `parts`; of what takes long, one of so many `runs` of
    them.
    """

    moves: int
    states: int
    parts: int
    runs: int = 1


#: Of an expansion on its own, with the usual options and with others; with another expansion; and
#: beside a whole game.
_USUAL, _UNUSUAL = partial(Amount, 400, 16, runs=8), partial(Amount, 400, 10, runs=8)
_TOGETHER = partial(Amount, 500, 18, runs=12)
_CORNERS = ("corners", "more corners")
#: With another expansion, only half of the positions with a zone at an edge are tried.
_HALF = 2
BESIDE = Amount(60, 3, parts=160)


def at_corners(table: Table, effort: Effort) -> list[Trial]:
    """States at corners, for every number of players with the usual options and with others; and
    the same once more, by other walks and with the rest of the positions.
    """
    usual = with_usual_options(table)
    unusual = [one for one in with_other_options(table) if one not in usual]
    tables = [(one, _USUAL) for one in usual] + [(one, _UNUSUAL) for one in unusual]
    parts = len(_CORNERS) * len(tables)
    several = product(_CORNERS, tables)
    return [
        _at(what, one, effort, amount(parts), n) for n, (what, (one, amount)) in enumerate(several)
    ]


def at_corners_together(table: Table, effort: Effort) -> list[Trial]:
    """States at corners, for every number of players; for every other one with unusual options."""
    tables = with_usual_options(table)
    tables[1::2] = with_other_options(table)[1::2]
    parts = _HALF * len(tables)
    first = len(tables) * (effort.seed % _HALF)
    return [
        _at(_CORNERS[0], one, effort, _TOGETHER(parts), n) for n, one in enumerate(tables, first)
    ]


def _at(what: str, table: Table, effort: Effort, amount: Amount, number: int) -> Trial:
    def run(table: Table, reached: Reached) -> None:
        check_corners(table.rules, table, effort, reached, amount, number)

    return Trial(what, table, run)


def check_corners(
    rules: Ruleset,
    table: Table,
    effort: Effort,
    reached: Reached,
    amount: Amount,
    number: int,
) -> None:
    """Check the laws at states of these rules that are looked for on purpose, as `table` says how
    many play. Raises `LawBroken`, with the moves that led there.
    """
    players = table.players
    assert players is not None
    check_payments(rules)
    numbers = effort.numbers("corners", table, number)
    moves, most = (effort.budget * n for n in (amount.moves, amount.states))
    part = Part(number, amount.parts, amount.runs, effort.seed)
    found = corners(rules, players, numbers, moves, most, reached, part)
    states = [corner.state for corner in found]
    equipped(rules, states, numbers, moves // _SUPPLIED, Part(number, _SOME_HEAPS))
    for n, corner in enumerate(found):
        _note(rules, corner, reached)
        check = check_built if corner.built else check_state
        with (
            aimed_at(corner.move, alone=corner.built),
            nullcontext() if n % _WATCHED else reached.lines.watching(),
        ):
            try:
                check(rules, corner.state, 3)
            except LawBroken as broken:
                broken.past = (*corner.past, *broken.past)
                raise


def _note(rules: Ruleset, corner: Corner, reached: Reached) -> None:
    """Note what a built position shows, and what is due after the move that it was built for."""
    if corner.built:
        reached.note(rules, corner.state, [])
        with suppress(Exception):  # whatever is wrong there, the laws will tell
            if corner.move is not None and rules.check(corner.state, corner.move) is None:
                reached.note(rules, rules.advance(corner.state, corner.move), [])
