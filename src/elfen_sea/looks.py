"""How the pieces of Elfensea look in pictures."""

from __future__ import annotations

from elfen.plugin import Look, Ruleset
from elfen_sea.pieces import WHALE

_WHALE = (
    "M1 3.4C2.4 3 3.4 3.6 3.8 4.6C4.4 3.6 5.4 3 6.6 3.4C6.4 5.2 5.6 6 4.8 6.2C5 8 6 8.4"
    " 7.4 7.6C9 6.4 11 6 12.8 6.8C14.8 7.6 15.6 9.2 15.2 11C14.8 13 12.8 14 10 14H8C4.8"
    " 14 2.8 11.4 3 6.2C1.8 5.8 1 4.8 1 3.4Z"
    "M11.6 9.6a0.8 0.8 0 1 0 1.6 0a0.8 0.8 0 1 0 -1.6 0ZM11.6 5.2C11.6 3.8 11 3 9.6 2.8"
    "C10.8 2 11.8 2.4 12.2 3.2C12.6 2.4 13.6 2 14.8 2.8C13.4 3 12.8 3.8 12.8 5.2Z"
)

_LOOKS = (Look("sea/whale", of=WHALE, colour="#2c5f8a", path=_WHALE),)


def looks(rules: Ruleset) -> list[Look]:
    """Those of the kinds that are in play."""
    return [look for look in _LOOKS if look.of in rules.layout.kinds]
