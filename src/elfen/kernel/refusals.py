"""Why a move answers nothing, whatever it is, why no game begins, and what leads nowhere."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from elfen.declare import Action, Chance, Decide, Drawn, Rolled, in_words
from elfen.errors import (
    ElfenError,
    Message,
    PositionError,
    Reason,
    RulesetError,
    Seat,
    SeedError,
    brief,
)
from elfen.kernel.dealer import Dealer
from elfen.kernel.table import Table

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


def refuse_headcount(players: object, allowed: Sequence[int]) -> None:
    """Raise `RulesetError` if not so many can play."""
    if type(players) is not int or players not in allowed:
        text = "{n} players: these rules are for {counts}"
        counts = in_words(allowed)
        raise RulesetError(Message("rules/players", text, n=brief(players), counts=counts))


# What follows is asked when something has failed: the kernel does not look at everything it is
# given before.


def refuse_chance(rng: object) -> None:
    """Raise `SeedError` if this is no source of chance."""
    from random import Random

    if not isinstance(rng, Random):
        raise SeedError(f"chance comes from a random.Random, such as Random(1), not {brief(rng)}")


def refuse_dealer(dealer: object) -> None:
    """Raise `SeedError` if this is no dealer."""
    if not isinstance(dealer, Dealer):
        raise SeedError(
            f"chance comes from a Dealer, such as Dealer.seeded(1), not {brief(dealer)}"
        )


def refuse_move(known: Container[type[object]], move: object) -> None:
    """Raise `ElfenError` if the rules know no move of this type."""
    if type(move) not in known:
        raise ElfenError(f"{brief(move)} is no action and no outcome of these rules")


def refuse_table(table: object) -> None:
    """Raise `PositionError` if this is no table."""
    if not isinstance(table, Table):
        raise PositionError(f"moves are followed on a Table, not on {brief(table)}")
