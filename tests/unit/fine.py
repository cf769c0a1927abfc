"""A faultless plugin for Elfenland, as a module."""

from __future__ import annotations

from elfen.plugin import Manifest, Phase, Ruleset, Table, hookimpl


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("fine", rules_version=1, api=1, help="Fine weather.", requires=("land",))


@hookimpl
def elfen_phases(rules: Ruleset) -> list[Phase]:
    return [Phase("fine/weather", shine, before="land/deal", text="the sun shines")]


def shine(table: Table) -> None:
    """Do nothing."""
