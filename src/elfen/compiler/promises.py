"""Promises: the functions by which plugins give values and bounds are called once and checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from elfen.compiler.hooks import called
from elfen.declare import OWNER, Slot, fault_of
from elfen.errors import RulesetError, brief, saying

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


def check_promises(rules: Ruleset) -> None:
    """Call each function that gives a bound or a slot's start; raise `RulesetError` if wrong."""
    for owned in rules.ending_list:
        if owned.entry.latest is not None:
            where = f"plugin {owned.plugin!r}: {owned.entry.name!r}, latest"
            _number(where, owned.entry.latest, (rules,), least=1)
    for line in rules.score_lines:
        where = f"plugin {line.plugin!r}: {line.entry.name!r}"
        lowest = _number(f"{where}, lowest", line.entry.lowest, (rules,))
        _number(f"{where}, highest", line.entry.highest, (rules,), least=lowest)
    for players in sorted({rules.fewest_players, rules.most_players}):
        for decision in rules.decisions:
            where = f"plugin {decision.plugin!r}: {decision.entry.name!r}, at_most"
            _number(where, decision.entry.at_most, (rules, players), least=0)
        for action in rules.action_types:
            if action.entry.more is not None:
                where = f"plugin {action.plugin!r}: {action.entry.name!r}, more"
                _number(where, action.entry.more, (rules, players), least=0)
        for term in rules.cost_terms:
            if term.entry.free is not None:
                where = f"plugin {term.plugin!r}: {term.entry.name!r}, free"
                _number(where, term.entry.free, (rules, players), least=0)
        for name, slot in rules.slots.items():
            _check_start(f"plugin {rules.slot_owner[name]!r}: slot {name!r}", slot, players)


def _check_start(where: str, slot: Slot[Any], players: int) -> None:
    value = called(f"{where}, start", slot.start, (players,))
    if not isinstance(value, slot.type):
        raise RulesetError(
            f"{where} starts as {brief(value)}, which is no {slot.type.__name__}; fix start or type"
        )
    try:
        hash(value)
    except TypeError as error:
        raise RulesetError(
            f"{where} holds something that can be changed ({saying(error)}); use tuples,"
            " frozensets, Pieces or frozen classes"
        ) from None
    if value != called(f"{where}, start", slot.start, (players,)):
        raise RulesetError(
            f"{where}: two games start with different values; compare by value, and leave chance"
            " to a Roll"
        )
    if slot.visibility is not None:
        return
    for field in attrs.fields(slot.type):
        content = getattr(value, field.name)
        by_seat = isinstance(content, tuple) and len(content) == players
        if field.metadata["elfen.visibility"] is OWNER and not by_seat:
            raise RulesetError(
                f"{where}: field {field.name!r} is shown to its owner, so it has to be a tuple by"
                f" seat, not {brief(content)} with {players} players"
            )


def _number(
    where: str, function: Callable[..., Any], arguments: tuple[Any, ...], least: int | None = None
) -> int:
    value = called(where, function, arguments)
    if type(value) is not int or (least is not None and value < least):
        bound = "" if least is None else f" from {least}"
        raise RulesetError(f"{where} has to give a whole number{bound}, not {brief(value)}")
    if (fault := fault_of(value)) is not None:
        raise RulesetError(f"{where} gives {fault}")
    return value
