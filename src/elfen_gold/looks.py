"""How the pieces of Elfengold look in pictures, and what its towns show."""

from __future__ import annotations

from elfen.plugin import (
    Layer,
    Look,
    Memo,
    Message,
    Observation,
    Ruleset,
    Sign,
)
from elfen_gold.pieces import (
    DOUBLE,
    EXCHANGE,
    GOLD,
    SEA_MONSTER,
    THE_COIN,
    THE_GOLD_CARD,
    TREE,
    WITCH,
)
from elfen_gold.town_values import VALUES

_RINGED_STAR = (
    "M1.2 8a6.8 6.8 0 1 0 13.6 0a6.8 6.8 0 1 0 -13.6 0Z"
    "M2.6 8a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0 -10.8 0Z"
    "M8 3.8L9.1 6.7L12.1 6.8L9.8 8.7L10.6 11.7L8 10L5.4 11.7L6.2 8.7L3.9 6.8L6.9 6.7Z"
)
_BARS = "M1.2 9.4H6.4L7.6 13.6H0ZM5.4 4H10.6L11.8 8.2H4.2ZM9.6 9.4H14.8L16 13.6H8.4Z"
_BAG = (
    "M5.4 1.6H10.6L9.6 4.4H6.4ZM6.2 5.2H9.8C13 7.4 14.6 10 14.2 12.4C14 14 13 14.6 11.4"
    " 14.6H4.6C3 14.6 2 14 1.8 12.4C1.4 10 3 7.4 6.2 5.2ZM8 7.4L6.2 10.2L8 13L9.8 10.2Z"
)
_FIR = "M8 .8L11.6 5H10L13 8.6H11L14.4 12H9V15.2H7V12H1.6L5 8.6H3L6 5H4.4Z"
_SERPENT = (
    "M1 5.4C1 2.6 3 1.4 5 2.2C6.6 2.8 6.8 4.6 6.4 6.4L5.6 10.6C6.4 10.6 6.6 9.8 7 8.8C8"
    " 6.4 10.4 6.6 11 8.8C11.2 9.8 11.4 10.6 12 10.6C12.6 10.6 12.8 9.8 12.6 8.6L14.6"
    " 6.6L15.6 9.2C15.4 11 15 12 13.8 12.2H3C3.2 10 3.8 8.4 4 6.6L1.4 7Z"
    "M2.9 4.3a0.7 0.7 0 1 0 1.4 0a0.7 0.7 0 1 0 -1.4 0ZM1 13.2H15V14.6H1Z"
)
_TWICE = (
    "M1 4L3 2L5.4 4.8L7.8 2L9.8 4L7 7L9.8 10L7.8 12L5.4 9.2L3 12L1 10L3.8 7ZM10.4 8.6"
    "C10.4 6.8 11.6 6 13 6C14.6 6 15.6 7 15.6 8.4C15.6 9.8 14.8 10.8 13 12.2H15.6V14"
    "H10.2V12.4C12.4 10.6 13.6 9.6 13.6 8.5C13.6 7.6 12.4 7.6 12.3 8.6Z"
)
_TO_AND_FRO = "M10.4 1.2L15.2 4.8L10.4 8.4V6H2V3.6H10.4ZM5.6 7.6V10H14V12.4H5.6V14.8L.8 11.2Z"
_HAT = (
    "M9.8.8L12.6 3.4L10.4 3.2L11.6 9.2C10 9.8 6 9.8 4.4 9.2L6.8 3.6Z"
    "M4 10.2C6.4 11 9.6 11 12 10.2L15.4 11.4C12 14.2 4 14.2 .6 11.4Z"
)

_LOOKS = (
    Look("gold/coin", of=THE_COIN, colour="#e0b02c", path=_RINGED_STAR),
    Look("gold/gold-card", of=THE_GOLD_CARD, colour="#e0b02c", path=_BARS),
    Look("gold/gold", of=GOLD, colour="#e0b02c", path=_BAG),
    Look("gold/tree", of=TREE, colour="#356b3a", path=_FIR),
    Look("gold/sea-monster", of=SEA_MONSTER, colour="#1f6f78", path=_SERPENT),
    Look("gold/double", of=DOUBLE, colour="#7b3fa0", path=_TWICE),
    Look("gold/exchange", of=EXCHANGE, colour="#7b3fa0", path=_TO_AND_FRO),
    Look("gold/witch", of=WITCH, colour="#4b3a75", path=_HAT),
)


def looks(rules: Ruleset) -> list[Look]:
    """Those of the kinds that are in play."""
    return [look for look in _LOOKS if look.of in rules.layout.kinds]


class _Worth:
    """The signs of what towns are worth, made once for the same values; `rules.once(_Worth)`."""

    def __init__(self, rules: Ruleset) -> None:
        self._towns = rules.board.towns
        self.signs: Memo[tuple[int | None, ...], list[Sign]] = Memo(self._signs, most=16)

    def _signs(self, worth: tuple[int | None, ...]) -> list[Sign]:
        return [
            Sign(
                Message("gold/town-value", "{town}: {gold} gold", town=town, gold=value),
                town=town.id,
                letters=str(value),
                colour="#e0b02c",
            )
            for town, value in zip(self._towns, worth, strict=False)
            if value
        ]


def _values(observation: Observation) -> list[Sign]:
    """The gold that each town is worth, beside its name."""
    return observation.rules.once(_Worth).signs[observation.slot(VALUES.name)["by_town"]]


TOWN_VALUES = Layer("gold/town-values", signs=_values, shows=(VALUES,), after="core/pieces")
