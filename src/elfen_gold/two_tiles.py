"""Phase 3: everyone draws two tiles, keeps one secret and lays one open (G3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from elfen.land import (
    COUNTER,
    DRAW_SECRET_PHASE,
    OPEN_ROW,
    PILE,
    REFILL_ROW_STEP,
    SECRET,
    SHOWN,
    in_order,
)
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    Draw,
    Memo,
    Phase,
    Position,
    Reason,
    Ruleset,
    Step,
    Table,
    as_it_is,
    frozen,
)
from elfen_gold.names import (
    DRAW_TILES_PHASE,
    NO_OPEN_ROW_STEP,
    SORT_TILES_STEP,
    TWO_TILES,
    TWO_TILES_STEP,
)
from elfen_gold.pieces import DRAWN

SHOW = "gold/show-tile"

TILES_DRAWN = 2


@frozen(cache_hash=True)
class ShowTile(Action):
    """Lay this one of your two tiles open, and keep the other one secret."""

    verb = "show"
    tile: str


class TwoTiles:
    """Phase 3."""

    def __init__(self, rules: Ruleset) -> None:
        layout = rules.layout
        self.pile = layout.index(PILE)
        self.drawn = layout.indexes(DRAWN)
        self.secret = layout.indexes(SECRET)
        self.shown = layout.indexes(SHOWN)
        self.actions = tuple(ShowTile(kind.id) for kind in layout.kinds_of(DRAWN))
        self.choice: Memo[tuple[int, ...], tuple[ShowTile, ...]] = Memo(
            lambda drawn: tuple(compress(self.actions, drawn))
        )
        self.number = {action: n for n, action in enumerate(self.actions)}

    def phase(self) -> Phase:
        """The phase, which replaces the counter drawn blind."""
        return Phase(
            DRAW_TILES_PHASE,
            self.draw,
            replaces=DRAW_SECRET_PHASE,
            text="draw two tiles, one to keep secret and one to lay open",
        )

    def steps(self) -> list[Step]:
        """The steps: draw, sort out the tiles drawn, and keep no open row to choose from."""
        return [
            Step(TWO_TILES_STEP, self.two, of=TWO_TILES, text="two tiles are drawn"),
            Step(SORT_TILES_STEP, self.sort, of=TWO_TILES, text="one of them is laid open"),
            Step(
                NO_OPEN_ROW_STEP,
                lambda table, item: None,
                of=OPEN_ROW,
                replaces=REFILL_ROW_STEP,
                text="no tiles lie open to choose from",
            ),
        ]

    def draws(self) -> list[Draw]:
        """The draw of tiles that only their owner sees."""
        return [Draw("gold/tile", source=PILE, target=DRAWN, text="tiles are drawn")]

    def decision(self) -> Decision:
        """The choice of the tile to lay open."""
        return Decision(
            SHOW,
            text="choose the tile to lay open",
            at_most=lambda rules, players: rules.most_rounds * players,
        )

    def types(self) -> list[ActionType[Any]]:
        """The one action type."""
        return [
            ActionType(
                "gold/show-tile",
                type=ShowTile,
                at=(SHOW,),
                legal=self.legal,
                check=self.check,
                apply=self.show,
                domain=lambda: self.actions,
                public=as_it_is,
                text="lay one tile open and keep the other secret",
                means={"tile": COUNTER},
            )
        ]

    def draw(self, table: Table) -> None:
        """In turn order, while the pile lasts."""
        for seat in reversed(in_order(table)):
            table.run(TWO_TILES, seat)

    def two(self, table: Table, item: Do) -> None:
        """Draw two tiles to look at."""
        table.draw("gold/tile", item.seat, min(TILES_DRAWN, sum(table.zones[self.pile])))

    def sort(self, table: Table, item: Do) -> None:
        """Of two tiles one is laid open; a single one is kept secret (G3)."""
        assert item.seat is not None
        drawn = table.zones[self.drawn[item.seat]]
        if sum(drawn) == TILES_DRAWN:
            table.ask(SHOW, item.seat)
        elif any(drawn):
            table.shift(self.drawn[item.seat], self.secret[item.seat], drawn)

    def legal(self, position: Position, seat: int) -> Sequence[ShowTile]:
        """Either of the two."""
        return self.choice[position.zones[self.drawn[seat]]]

    def check(self, position: Position, seat: int, action: ShowTile) -> Reason | None:
        """Whether it is one of the two."""
        at = self.number.get(action)
        if at is None or not position.zones[self.drawn[seat]][at]:
            kind = position.rules.layout.called(action.tile, COUNTER)
            text = "you have not drawn the tile {kind}"
            return Reason.of("gold/show-tile", "gold/not-drawn", text, kind=kind)
        return None

    def show(self, table: Table, item: Decide, action: ShowTile) -> None:
        """One lies open, the other is secret."""
        drawn = self.drawn[item.seat]
        table.shift_one(drawn, self.shown[item.seat], self.number[action])
        table.shift(drawn, self.secret[item.seat], table.zones[drawn])
