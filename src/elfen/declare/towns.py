"""Where town pieces lie and where boots begin: the declaration, and the start drawn by chance.

If chance draws the start, the core rolls for it before anything else is set up, and the slot
`core/start` keeps the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from elfen.declare.meanings import Means
from elfen.declare.slots import Ext, Slot, shown
from elfen.declare.values import Value
from elfen.declare.zones import PUBLIC
from elfen.errors import BoardError, PositionError, RulesetError, brief

if TYPE_CHECKING:
    from elfen.declare.board import Board
    from elfen.declare.given import Words

NAME = "core/start"


def _several(given: str | Sequence[str]) -> tuple[str, ...]:
    """One town or several as a tuple; anything else as it is, for `InPlay` to refuse."""
    if isinstance(given, str):
        return (given,)
    return tuple(given) if isinstance(given, list) else given  # type: ignore[return-value]


def _some(given: str | Sequence[str] | None) -> tuple[str, ...] | None:
    return None if given is None else _several(given)


@frozen(eq=False, repr=False)
class Towns(Value):
    """Where town pieces lie, and where boots begin. All towns are ids.

    `start` is the town where all boots begin; if it has several towns, chance draws one as the
    game begins, with equal probability. Every seat has one piece in each town of `pieces` (None: of
    the whole board), but none in the start, unless `piece_at_start` is true.

    Elfenland is `Towns(start=board.capital)`. A town without pieces is still on the board: boots
    may pass through it.
    """

    start: tuple[str, ...] = field(converter=_several)
    pieces: tuple[str, ...] | None = field(kw_only=True, default=None, converter=_some)
    piece_at_start: bool = field(kw_only=True, default=False)

    @property
    def drawn(self) -> bool:
        """Whether chance draws the start."""
        return len(self.start) > 1


@frozen(eq=False, repr=False)
class Start(Value):
    """The town where all boots begin; "" until it has been drawn."""

    town: str = shown(PUBLIC)


def _told(fields: dict[str, Any], words: Words) -> str:
    return words.town(fields["town"]) if fields["town"] else ""


START = Slot(
    NAME,
    Start,
    start=lambda players: Start(""),
    text=_told,
    bounds=lambda rules, players: {"town": Means.TOWN},
)


class InPlay:
    """What `Towns` means on a board, by town numbers; raises `RulesetError`.

    `towns` is the declaration. `lie` is the bit set of the towns where pieces can lie, `most`
    how many a seat can take. `starts` has the number of each town where boots can begin, by id;
    `by_start` has the bit sets of the towns where pieces lie, by the id of the town drawn ("" until
    then), or is None if they do not depend on chance.
    """

    def __init__(self, towns: Towns, board: Board) -> None:
        starts = _checked("start", towns.start, board)
        everywhere = tuple(town.id for town in board.towns)
        pieces = _checked("pieces", everywhere if towns.pieces is None else towns.pieces, board)
        if type(towns.piece_at_start) is not bool:
            raise RulesetError(
                f"piece_at_start={brief(towns.piece_at_start)} has to be True or False"
            )
        number = board.town_number
        bits = {town: 1 << number[town] for town in starts}
        lie = sum(1 << number[town] for town in pieces)
        here = {t: lie if towns.piece_at_start else lie & ~bit for t, bit in bits.items()}
        for town, left in here.items():
            if not left and towns.pieces is not None:
                raise RulesetError(
                    f"no town piece lies anywhere if boots begin in {town}; name more towns in"
                    " pieces="
                )
        self.towns = towns
        self.lie = here[starts[0]] if not towns.drawn else lie
        self.most = max(left.bit_count() for left in here.values())
        self.starts = {town: number[town] for town in starts}
        self.by_start: dict[str, int] | None = None
        if towns.drawn and not towns.piece_at_start:
            self.by_start = {"": lie, **here}

    def lying(self, start: str) -> int:
        """The bit set of the towns where pieces lie if boots begin there."""
        return self.lie if self.by_start is None else self.by_start[start]

    def boots(self, ext: Ext) -> int:
        """The town number where boots begin; before the draw, that of the first possible town."""
        town = ext[START].town if self.towns.drawn else ""
        return self.starts[town or self.towns.start[0]]

    def check_start(self, town: str) -> None:
        """Raise `PositionError` unless chance could draw this town."""
        if not self.towns.drawn:
            raise PositionError(f"no start is drawn in these rules; it is {self.towns.start[0]}")
        if town not in self.starts:
            raise PositionError(f"no start is {town!r}; it is one of {', '.join(self.starts)}")


def _checked(what: str, towns: object, board: Board) -> tuple[str, ...]:
    """These towns; raises `RulesetError` unless they are towns of the board, each named once."""
    if not isinstance(towns, tuple) or not all(isinstance(town, str) for town in towns):
        raise RulesetError(f"{what}={brief(towns)} has to be the ids of towns")
    if not towns:
        raise RulesetError(f"{what}= names no town; name at least one")
    for town in towns:
        try:
            board.town(town)
        except BoardError as error:
            raise RulesetError(f"{what}=: {error}") from None
        if towns.count(town) > 1:
            raise RulesetError(f"{what}= names {town!r} twice; drop one")
    return towns
