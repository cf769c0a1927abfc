"""Proverbs: whoever stays at home may tell one, and is warned of telling too many.

An outside expansion that warns of its own actions and of Elfenland's, and says what its actions
bring.
"""

from __future__ import annotations

from typing import Any

from elfen.land import HAND, MOVE, PLAYED, Stop
from elfen.plugin import (
    Action,
    ActionType,
    Caution,
    Manifest,
    Position,
    Reason,
    Remove,
    Ruleset,
    Table,
    as_it_is,
    frozen,
    hookimpl,
)


@frozen(cache_hash=True)
class TellProverb(Action):
    """Give up a card of this kind, and tell a proverb about it."""

    verb = "tell proverb"
    card: str


@hookimpl
def elfen_manifest() -> Manifest:
    return Manifest("proverbs", rules_version=1, api=1, requires=("land",), help="Proverbs.")


@hookimpl
def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
    kinds = {kind.id: kind for kind in rules.layout.kinds_of(HAND)}
    every = [TellProverb(id) for id in kinds]

    def check(position: Position, seat: int, action: TellProverb) -> Reason | None:
        if position.counts(HAND.of(seat)).get(action.card):
            return None
        return Reason("proverbs/tell", f"you have no {action.card} card to tell of")

    def tell(table: Table, item: Any, action: TellProverb) -> None:
        table.move(kinds[action.card], HAND.of(item.seat), PLAYED)
        table.ask_again(item, action)

    return [
        ActionType(
            "proverbs/tell",
            type=TellProverb,
            at=(MOVE,),
            legal=lambda position, seat: [a for a in every if not check(position, seat, a)],
            check=check,
            apply=tell,
            domain=lambda: every,
            public=as_it_is,
            text="tell a proverb",
            means={"card": HAND.holds},
            brings=lambda view, action, words: (
                f"a proverb; {view.counts(HAND)[action.card] - 1} left to tell of"
            ),
        )
    ]


@hookimpl
def elfen_cautions(rules: Ruleset) -> list[Caution | Remove]:
    def last_card(view: Any, action: TellProverb) -> dict[str, Any] | None:
        return {"card": action.card} if view.holding(HAND).size == 1 else None

    return [
        Remove("land/pays-too-much"),
        Caution(
            "proverbs/last-card",
            type=TellProverb,
            text="the {card} is your last card",
            warns=last_card,
            means={"card": HAND.holds},
        ),
        Caution(
            "proverbs/stay",
            type=Stop,
            text="whoever stays hears no news",
            warns=lambda view, action: {},
            replaces="land/way-left",
        ),
    ]
