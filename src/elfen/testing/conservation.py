"""The law of conservation: no piece is lost or created, and every state is sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import evolve

from elfen.declare import Action, Invariant, Rolled
from elfen.game import Ruleset
from elfen.kernel import Dealer, State, Table, open_table, totals
from elfen.knowledge import Ledger
from elfen.knowledge import problems as ledger_problems
from elfen.testing.blaming.slow_motion import slowly
from elfen.testing.blaming.watching import ByChance, Handed, Watched
from elfen.testing.differences import settled
from elfen.testing.facts import Move, facts, successors
from elfen.testing.law_broken import CONSERVATION, LawBroken


def conservation(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """The pieces in all zones and on all routes are the stock, and `rules.validate` finds no fault.

    What plugins promise of whole games is for the law of progress. Checked for the state, and for
    the states after `breadth` of its legal moves (None: all). Raises `LawBroken`.
    """
    wrong = unsound(rules, state)
    if wrong:
        watched = Watched(partial(goes_wrong, rules, wrong))
        raise LawBroken(CONSERVATION, wrong, runs=(watched, *_complaints(rules, state)))
    for move, after in successors(rules, state, breadth):
        broken = gone_wrong(rules, state, move, after)
        if broken is not None:
            raise broken


def gone_wrong(rules: Ruleset, state: State, move: Move, after: State) -> LawBroken | None:
    """The broken law if the state after a move is not sound."""
    wrong = unsound(rules, after)
    if not wrong:
        return None
    watched = Watched(partial(goes_wrong, rules, wrong), partial(rules.advance, state, move))
    handed: list[Handed] = []
    if any(ledger_problems(rules.knowledge, after.ledger, after.zones)):
        in_slow = partial(_slowly, rules, state, move)
        handed.append(Handed(partial(_is_part_of, after.ledger, state.ledger), in_slow))
    weighed = [partial(rules.outcomes, state)] if isinstance(move, Rolled) else []
    chosen = _choosing(rules, state, move)
    return LawBroken(
        CONSERVATION,
        f"after {move}: {wrong}",
        culprit(rules, state, move),
        runs=(watched, *handed, *weighed, *_complaints(rules, after), *chosen),
        past=((state, move),),
    )


def _choosing(rules: Ruleset, state: State, move: Move) -> Iterator[ByChance]:
    """Whoever lets by chance happen what cannot happen, if the move is such an outcome."""
    if not isinstance(move, Action) and settled(partial(rules.check, state, move)) is not None:
        yield ByChance(partial(rules.dealt, state, Dealer.seeded(0)))


def _slowly(rules: Ruleset, state: State, move: Move) -> None:
    """Make a move the long way."""
    rules.follow(open_table(rules, state), (move,))


def _is_part_of(after: Ledger, before: Ledger, answer: object) -> bool:
    """Whether an answer is a ledger, or has one in it, with something of what `after` has.

    If some of that is new, with something new.
    """
    if not isinstance(answer, Ledger):
        return isinstance(answer, tuple) and any(_is_part_of(after, before, one) for one in answer)
    parts = zip(answer, after, before, strict=True)
    return any(part == now and (part != was or after == before) for part, now, was in parts)


def _complaints(rules: Ruleset, state: State) -> Iterator[Callable[[], object]]:
    """The invariants that do not hold, each to be asked again: it may be wrong itself."""
    for owned in rules.invariants:
        if settled(first := partial(_complaint, owned.entry, rules, state)):
            yield first


def _complaint(invariant: Invariant, rules: Ruleset, state: State) -> str | None:
    """The first text that says what is wrong with a state, or None."""
    return next(iter(invariant.problems(rules.position(state))), None)


def unsound(rules: Ruleset, state: State) -> str | None:
    """What is wrong with a state, or None."""
    wrong = rules.validate(state, promises=False)
    return "; ".join(wrong) if wrong else None


def goes_wrong(rules: Ruleset, wrong: str, table: Table) -> bool:
    """Whether what is wrong with a state, or a part of it, is wrong with a table.

    The agenda of a table is not yet sound in the middle of a move, and hides what else is wrong,
    so the rest of it is looked at with another agenda too.
    """
    state = table.freeze()
    at_rest = evolve(state, agenda=rules.start(table.players).agenda)
    problems = (*rules.validate(state), *rules.validate(at_rest))
    return _miscounted(rules, table) or any(problem in wrong for problem in problems)


def _miscounted(rules: Ruleset, table: Table) -> bool:
    """Whether a zone has less than nothing of something, or pieces are lost or made."""
    lacking = any(min(counts, default=0) < 0 for counts in table.zones)
    return lacking or totals(rules, table.freeze()) != facts(rules).stock(table.players)


def culprit(rules: Ruleset, state: State, move: Move) -> str | None:
    """The first action or step of a move that lost or created a piece, or None."""
    for name, table in slowly(rules, state, move):
        if _miscounted(rules, table):
            return name
    return None
