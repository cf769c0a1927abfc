"""Chance: draws and rolls as plugins declare them, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare.agenda import Chance
from elfen.declare.kinds import Pieces
from elfen.declare.meanings import Meaning
from elfen.declare.named_lists import Entry
from elfen.declare.values import Shown
from elfen.declare.zones import SeatZone, TableZone, Visibility

if TYPE_CHECKING:
    from elfen.declare.given import Position, Ruleset, Table, Words


@frozen(eq=False, repr=False)
class Draw(Entry):
    """A blind draw of pieces from `source` to `target`; who sees them follows from the two zones.

    Both zones hold the same groups. `table.draw(name, seat, n)` puts a draw of n pieces on
    the agenda; there must be n pieces to draw. If `source` is a seat zone, such as the hand,
    `table.draw(name, seat, n, source=whose)` says whose, for example to steal a card.
    """

    source: TableZone | SeatZone = field(kw_only=True)
    target: TableZone | SeatZone = field(kw_only=True)
    text: str = field(kw_only=True, default="")


@frozen(eq=False, repr=False)
class Roll(Entry):
    """Chance that is not a draw of pieces: faces with whole-number weights.

    `faces(position, item)` gives `{face: weight}`, from public information only, and
    `apply(table, item, face)` carries out a face. A face is one word; if `means` says what it
    names, such as `Means.TOWN`, texts show that name. `told(face, words)` is a sentence about a
    face that came up, without a full stop; "" if what follows tells everything.
    `domain(rules, players)` gives every face that could ever come up; it may be left out if `means`
    says so.
    """

    faces: Callable[[Position, Chance], Mapping[str, int]]
    apply: Callable[[Table, Chance, str], None]
    visibility: Visibility = field(kw_only=True)
    text: str = field(kw_only=True, default="")
    means: Meaning | None = field(kw_only=True, default=None)
    told: Callable[[str, Words], str] | None = field(kw_only=True, default=None)
    domain: Callable[[Ruleset, int], Iterable[str]] | None = field(kw_only=True, default=None)


@frozen(cache_hash=True, repr=False)
class Drawn(Shown):
    """These pieces were drawn: one piece, or several of the same draw as one outcome."""

    pieces: Pieces

    def __str__(self) -> str:
        return f"drawn {self.pieces}"


@frozen(cache_hash=True, repr=False)
class Rolled(Shown):
    """This face came up."""

    face: str

    def __str__(self) -> str:
        return f"rolled {self.face}"


Outcome = Drawn | Rolled
