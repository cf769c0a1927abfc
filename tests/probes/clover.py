"""Clover: before a card is drawn by itself, all played cards go back into the stack."""

from __future__ import annotations

from typing import Any

from elfen.land import PLAYED, STACK, TOP_CARD
from elfen.plugin import (
    PUBLIC,
    Do,
    Manifest,
    Ruleset,
    Slot,
    Step,
    Table,
    Words,
    frozen,
    hookimpl,
    shown,
)


@frozen
class Looked:
    """How often a card was about to be drawn."""

    times: int = shown(PUBLIC)


def told(fields: dict[str, Any], words: Words) -> str:
    return words.number(fields["times"], "land/stack") + " by clover" if fields["times"] else ""


LOOKED = Slot("clover/looked", Looked, start=lambda players: Looked(0), text=told)


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "clover", rules_version=1, api=1, requires=("land",), help="A single card may be any card."
    )


@hookimpl
def elfen_slots(rules: Ruleset) -> list[Slot[Looked]]:
    return [LOOKED]


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def mix(table: Table, item: Do) -> None:
        table.set(LOOKED, Looked(table.ext[LOOKED].times + 1))
        table.move_all(PLAYED, STACK)

    return [Step("clover/mix", mix, of=TOP_CARD, replaces="land/reshuffle")]
