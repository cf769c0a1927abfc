"""Players: what those at a table are called, and the colours of their seats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from elfen.declare import bare_text, listed
from elfen.draw.themes import SEATS
from elfen.errors import ElfenError, brief

#: No name is longer.
LONGEST_NAME = 40

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def cleaned(name: str) -> str:
    """A name as it is shown: one line of printable letters, shortened if it is too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    told = " ".join(printable.split())
    return told if len(told) <= LONGEST_NAME else f"{told[: LONGEST_NAME - 1].rstrip()}…"


@frozen
class Players:
    """Names and colours by seat; "" for a seat that is called by its number, or coloured as usual.

    Raises `ElfenError` for what is neither.
    """

    names: tuple[str, ...]
    colours: tuple[str, ...]

    @classmethod
    def of(cls, names: Sequence[str], colours: Sequence[str]) -> Players:
        """Those with these names, which are cleaned, and these colours, each `#rrggbb`."""
        called, coloured = _texts("names", names), _texts("colours", colours)
        for one in filter(None, coloured):
            if not _COLOUR.fullmatch(one):
                raise ElfenError(f"{brief(one)} is no colour of a seat; write it as #rrggbb")
        return cls(tuple(map(cleaned, called)), coloured)

    def at_table(self, players: int) -> tuple[str, ...]:
        """The colours of so many seats. Raises `ElfenError` if more are named or coloured."""
        for what, given in (("names", self.names), ("colours", self.colours)):
            if len(given) > players:
                raise ElfenError(f"{what}= has {len(given)} entries; there are {players} seats")
        own = [*self.colours, *[""] * (players - len(self.colours))]
        return tuple([one or SEATS[seat % len(SEATS)] for seat, one in enumerate(own)])


def _texts(what: str, given: object) -> tuple[str, ...]:
    """Texts by seat. Raises `ElfenError` for anything else."""
    found = listed(f"{what}=", given)
    if isinstance(given, str) or not all(isinstance(one, str) for one in found):
        raise ElfenError(f"{what}={brief(given)} has to be a sequence of texts, by seat")
    return tuple(map(bare_text, found))
