"""Why a move answers nothing, whatever it is, and why no game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elfen.declare import Action, Chance, Decide, Drawn, Rolled, in_words
from elfen.errors import Message, Reason, RulesetError, Seat, brief

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


def no_answer(rules: Ruleset, item: Decide, move: object) -> Reason:
    """The move is none of the types that answer the decision."""
    said = brief(str(move) if isinstance(move, (Action, Drawn, Rolled)) else move, 120)
    return Reason.of(
        "core/no-answer",
        "core/no-answer",
        "{action} does not answer what {seat} {seat:are|is} asked: {asked}; answers are: {verbs}",
        action=said,
        seat=Seat(item.seat),
        asked=Message("core/asked", rules.decision(item).text),
        verbs=", ".join(owned.entry.type.verb for owned in rules.answers[item.name]),
    )


def left_to_chance(item: Chance) -> Reason:
    """The move is an action, and nobody decides."""
    text = "nobody decides now: {name} is left to chance"
    return Reason.of("core/chance", "core/left-to-chance", text, name=item.name)


def game_is_over() -> Reason:
    """Nothing is asked any more."""
    return Reason.of("core/over", "core/over", "the game is over")


def wrong_headcount(players: object, allowed: Sequence[int]) -> RulesetError:
    """So many cannot play."""
    text = "{n} players: these rules are for {counts}"
    counts = in_words(allowed)
    return RulesetError(Message("rules/players", text, n=brief(players), counts=counts))
