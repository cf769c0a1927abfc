"""Tides: counters are turned up only when few are left; a preset, defaults, and one step.

Nothing but what `elfen.plugin` and Elfenland's public names offer.
"""

from __future__ import annotations

from elfen.land import OPEN, OPEN_ROW, PILE
from elfen.plugin import Do, Manifest, Option, Preset, Ruleset, Step, Table, hookimpl


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest(
        "tides",
        rules_version=1,
        api=1,
        requires=("land",),
        help="The row of open counters ebbs away and is filled up again.",
        options=(Option("ebb", 0, "the row is filled when no more are left", least=0, most=4),),
        presets=(
            Preset("neap", {"ebb": 2, "land.open_row": 3}, help="a short row, filled early"),
            Preset("spring", {"land.open_row": 10}, help="a long row"),
        ),
        defaults={"land.open_row": 4},
    )


@hookimpl
def elfen_steps(rules: Ruleset) -> list[Step]:
    ebb, row = rules.option("tides.ebb"), rules.option("land.open_row")

    def fill(table: Table, item: Do) -> None:
        lying = table.size(OPEN)
        if lying <= ebb:
            table.draw("land/refill", None, min(row - lying, table.size(PILE)))

    return [Step("tides/refill", fill, of=OPEN_ROW, replaces="land/refill-row")]
