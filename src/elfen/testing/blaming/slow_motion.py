"""A move in slow motion: the action, then step by step, to see which of them does what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elfen.declare import Chance, Decide, Do, Draw, Drawn, Owned, Roll, Rolled
from elfen.game import Ruleset
from elfen.kernel import NEXT_ROUND, State, Table, open_table
from elfen.testing.facts import Move


def slowly(rules: Ruleset, state: State, move: Move) -> Iterator[tuple[str, Table]]:
    """Everything a move triggers, by name and plugin, each with the table right after it.

    It ends where something waits. A decision comes last, with the table after all that follows if
    it is skipped or taken automatically.
    """
    table = open_table(rules, state)
    item: Any = table.agenda.pop()
    if isinstance(item, Chance):
        yield _resolve(rules, table, item, move), table
    else:
        owned = next(o for o in rules.action_types if o.entry.type is type(move))
        owned.entry.apply(table, item, move)
        yield _named("action", owned), table
    while table.agenda and isinstance(due := table.agenda[-1], Do):
        table.agenda.pop()
        yield _step(rules, table, due), table
    if table.agenda and isinstance(due := table.agenda[-1], Decide):
        asked = next(owned for owned in rules.decisions if owned.entry.name == due.name)
        yield _named("decision", asked), open_table(rules, rules.advance(state, move))


def _resolve(rules: Ruleset, table: Table, item: Chance, move: Move) -> str:
    owned = next(o for o in rules.chances if o.entry.name == item.name)
    entry: Draw | Roll = owned.entry
    if isinstance(entry, Draw) and isinstance(move, Drawn):
        layout, whose = rules.layout, item.source
        source = layout.index(entry.source, whose or 0)
        target = layout.index(entry.target, item.seat or 0)
        counts = layout.vector(entry.source, move.pieces.counts)
        if whose is None:
            table.shift(source, target, counts)
        else:
            table.shift_singly(source, target, counts, item.name)
        table.draw(item.name, item.seat, int(item.data[0]) - len(move.pieces), whose)
    elif isinstance(entry, Roll) and isinstance(move, Rolled):
        entry.apply(table, item, move.face)
    return _named("chance", owned)


def _step(rules: Ruleset, table: Table, item: Do) -> str:
    if item.name == NEXT_ROUND:
        table.do(NEXT_ROUND)
        table.begin_round()
        return f"step {NEXT_ROUND!r}"
    for procedure, steps in rules.procedures.items():
        for owned in steps:
            if owned.entry.name == item.name:
                do: Any = owned.entry.do
                if procedure in ("setup", "round"):
                    do(table)
                else:
                    do(table, item)
                return _named("step", owned)
    raise KeyError(item.name)


def _named(what: str, owned: Owned[Any]) -> str:
    return f"{what} {owned.entry.name!r}, plugin {owned.plugin!r}"
