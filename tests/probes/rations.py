"""Rations: everyone is dealt the same few cards each round, by a rule and an option of its own.

Nothing but what `elfen.plugin` and Elfenland's public names offer.
"""

from __future__ import annotations

from elfen.land import STACK, in_order
from elfen.plugin import Manifest, Option, Phase, Ruleset, Table, hookimpl


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "rations",
        rules_version=1,
        api=1,
        requires=("land",),
        help="Everyone is dealt a ration of cards, whatever he holds.",
        options=(
            Option(
                "ration",
                4,
                "how many cards a ration is",
                least=1,
                most=6,
                governs={"elfen_phases": ("rations/deal",)},
            ),
        ),
    )


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    def deal(table: Table) -> None:
        cards = min(table.rules.option("rations.ration"), table.size(STACK) // table.players)
        for seat in reversed(in_order(table)):
            if cards:
                table.draw("land/deal", seat, cards)

    return [Phase("rations/deal", deal, replaces="land/deal", text="deal the rations")]
