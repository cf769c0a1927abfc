"""Part of the law of agreement: an action moves boots and pieces only as its type declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import sub
from typing import Any

from elfen.declare import Action, ActionType, BootMoved, Kind
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import Payment, Position, State, Table, TracedTable, open_table
from elfen.testing.blaming.watching import Given, Watched, has_in_it
from elfen.testing.facts import Move, calling, facts, listed, waits
from elfen.testing.law_broken import AGREEMENT, LawBroken


def listed_crossings(rules: Ruleset, state: State, moves: Iterable[Move]) -> None:
    """Every listed action of a type with `crossings` is one they open. Raises `LawBroken`."""
    position = rules.position(state)
    seat = getattr(rules.pending(state), "seat", None)
    open_by: dict[type[Any], frozenset[Any]] = {}
    for move in moves:
        entry = _entry(rules, move)
        if entry is None or entry.crossings is None or seat is None:
            continue
        if entry.type not in open_by:
            open_by[entry.type] = frozenset(entry.crossings.open_to(position, seat))
        if move not in open_by[entry.type]:
            raise LawBroken(
                AGREEMENT,
                f"{move} is listed at {waits(rules, state)}, but its crossings= do not open it",
                facts(rules).blame(move),
                runs=(
                    partial(listed, rules, state),
                    partial(entry.crossings.open_to, position, seat),
                ),
            )


def does_as_declared(rules: Ruleset, state: State, move: Move) -> None:
    """Whatever applying an action does to boots and routes is declared. Raises `LawBroken`.

    The steps that it puts on the agenda do not count.
    """
    entry = _entry(rules, move)
    if entry is None:
        return
    table: Any = open_table(rules, state, TracedTable)
    table.events = []
    item = table.agenda.pop()
    blame = facts(rules).blame(move)
    calling(AGREEMENT, f"applying {move}", lambda: entry.apply(table, item, move), blame)
    position = rules.position(state)
    problems = calling(
        AGREEMENT,
        f"asking what {move} crosses and lays",
        lambda: [*_problems(rules, position, table, item.seat, entry, move)],
        blame,
    )
    for problem in problems:
        raise LawBroken(
            AGREEMENT,
            f"{move} at {waits(rules, state)} {problem}",
            blame,
            runs=_told_and_done(rules, state, item.seat, entry, move),
        )


def leaps_can_be_made(rules: Ruleset) -> None:
    """Every leap that a type declares is an action that could ever be legal. Raises `LawBroken`."""
    towns = range(len(rules.board.towns))
    for owned in rules.action_types:
        leaps, cls = owned.entry.leaps, owned.entry.type
        ends = {end for start in towns for end in leaps.ends(rules, start)} if leaps else ()
        for end in sorted(ends):
            for action, _ in leaps.open_to(rules, end) if leaps else ():
                if action not in facts(rules).domain:
                    again = partial(compile_recipe, rules.recipe)
                    raise LawBroken(
                        AGREEMENT,
                        f"{action} costs a price in its leaps=, but is not in the domain",
                        facts(rules).blame(action),
                        runs=(Given(partial(has_in_it, partial(_leaps, cls)), again),),
                    )


def _leaps(cls: type[Action], answer: object) -> bool:
    return isinstance(answer, ActionType) and answer.type is cls and answer.leaps is not None


def _told_and_done(
    rules: Ruleset, state: State, seat: int, entry: ActionType[Any], move: Move
) -> tuple[Callable[[], object], ...]:
    """Applying an action until it does what it did not declare, and asking what it declares."""
    position = rules.position(state)

    def apply() -> None:
        table: Any = open_table(rules, state, TracedTable)
        table.events = []
        entry.apply(table, table.agenda.pop(), move)

    def undeclared(table: Table) -> bool:
        return any(_problems(rules, position, table, seat, entry, move))

    asks = [partial(ask, position, seat, move) for ask in (entry.crosses, entry.lays) if ask]
    return (Watched(undeclared, apply), *asks)


def _problems(
    rules: Ruleset, before: Position, after: Table, seat: int, entry: ActionType[Any], move: Move
) -> Iterator[str]:
    """What is not declared, as text that says how to fix it."""
    if entry.crosses is None and after.boots[seat] != before.boots[seat]:
        yield (
            "takes the boot elsewhere, which its type does not declare; give it crosses= (with no"
            " routes if it goes by none), or crossings="
        )
    crossed = [] if entry.crosses is None else [*entry.crosses(before, seat, move)]
    events: list[object] = getattr(after, "events")  # noqa: B009
    moved = [event for event in events if isinstance(event, BootMoved)]
    for event in moved:
        if event.route not in (None, *crossed):
            declared = ", ".join(crossed) or "none"
            yield f"crosses {event.route}; the routes that crosses= gives: {declared}"
    own = [event.route for event in moved if event.seat == seat]
    if crossed and own and not any(own):
        yield (
            f"takes the boot along {', '.join(crossed)}, as crosses= gives it, but tells of no"
            " route; give it to set_boot"
        )
    if entry.leaps is not None and after.boots[seat] != before.boots[seat]:
        open_to = entry.leaps.open_to(rules, after.boots[seat])
        leaps = [payment for action, payment in open_to if action == move]
        if not any(_is_paid(rules, payment, before, after, seat) for payment in leaps):
            yield "pays other pieces than any price in its leaps= would have"
    laid: Counter[tuple[str, Kind]] = Counter()
    if entry.lays is not None:
        laid.update((route, kind) for route, kind in entry.lays(before, seat, move))
    kinds = rules.layout.kinds
    for route, old, new in zip(rules.board.routes, before.routes, after.routes, strict=True):
        for number, n in (Counter(new) - Counter(old)).items():
            if laid[route.id, kinds[number]] < n:
                yield f"lays {kinds[number].id} on {route.id}, which lays= does not give"


def _is_paid(rules: Ruleset, payment: Payment, before: Position, after: Table, seat: int) -> bool:
    """Whether a seat has just these pieces less in the zones with which it can pay."""
    parts = {source[seat]: counts for source, _, counts in payment.parts}
    for zone in rules.layout.seat_zones:
        at = rules.layout.index(zone, seat)
        if zone.pays_into is not None or at in parts:
            paid = tuple(map(sub, before.zones[at], after.zones[at]))
            if paid != parts.get(at, (0,) * len(paid)):
                return False
    return True


def _entry(rules: Ruleset, move: Move) -> ActionType[Any] | None:
    """The type of an action; None for an outcome of chance."""
    if not isinstance(move, Action):
        return None
    return next(one.entry for one in rules.action_types if one.entry.type is type(move))
