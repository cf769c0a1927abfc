"""Feasts: whoever takes a town piece is given a travel card."""

from __future__ import annotations

from elfen.land import HAND, STACK, TOP_CARD, TOWN_PIECE
from elfen.plugin import Do, Draw, Manifest, Ruleset, Step, Table, hookimpl


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "feasts", rules_version=1, api=1, requires=("land",), help="A card for every town piece."
    )


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    def look(table: Table, item: Do) -> None:
        table.run(TOP_CARD, item.seat)

    def take(table: Table, item: Do) -> None:
        table.draw("feasts/card", item.seat, min(1, table.size(STACK)))

    return [
        Step("feasts/look", look, of=TOWN_PIECE, after="land/take-piece"),
        Step("feasts/take", take, of=TOWN_PIECE, after="feasts/look"),
    ]


@hookimpl
def elfen_chance(rules: Ruleset) -> list[Draw]:
    return [Draw("feasts/card", source=STACK, target=HAND, text="a card at a feast")]
