"""Phases 1 to 3 of a round: cards are dealt, a counter is drawn blind, three are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from attrs import frozen

from elfen.land.names import (
    DEAL_PHASE,
    DRAW_PHASE,
    DRAW_SECRET_PHASE,
    REFILL_ROW_STEP,
    RESHUFFLE_STEP,
)
from elfen.land.pieces import COUNTER, HAND, LAND, OPEN, PILE, PLAYED, SECRET, SHOWN, STACK
from elfen.plugin import (
    Action,
    ActionType,
    Chance,
    Decide,
    Decision,
    Do,
    Draw,
    Fields,
    Memo,
    Message,
    Phase,
    Picker,
    Position,
    Reason,
    Ruleset,
    ShortCut,
    State,
    Step,
    Table,
    as_it_is,
    picker,
    state_after,
)

DRAW = "land/draw"

#: Procedure: the open counters are filled up, at the start, whenever a counter was taken from
#: them (the seat is the one that took it), and at the end of a round.
OPEN_ROW = "land/open-row"

#: Procedure: prepares to draw the top card of the stack alone, outside the deal. After it the
#: stack has a travel card on top, or is empty because no card is left. Elfenland itself never
#: runs it; a plugin that draws single cards does, and then draws.
TOP_CARD = "land/top-card"


@frozen(cache_hash=True, repr=False)
class DrawOpen(Action):
    """Take one of the open counters."""

    verb = "draw open"
    counter: str


@frozen(cache_hash=True, repr=False)
class DrawBlind(Action):
    """Take a counter from the face-down pile, and lay it open in front of you."""

    verb = "draw blind"


def draws() -> list[Draw]:
    """The draws of phases 1 to 3."""
    return [
        Draw("land/deal", source=STACK, target=HAND, text="travel cards are dealt"),
        Draw("land/draw-secret", source=PILE, target=SECRET, text="a counter is drawn, secret"),
        Draw("land/draw-shown", source=PILE, target=SHOWN, text="a counter is drawn, open"),
        Draw("land/refill", source=PILE, target=OPEN, text="open counters are filled up"),
    ]


def decision() -> Decision:
    """The choice of phase 3."""
    return Decision(
        DRAW,
        text="choose a transportation counter",
        reusable=True,
        at_most=lambda rules, players: (
            rules.most_rounds * rules.option("land.counters_chosen") * players
        ),
    )


def turn_up(table: Table) -> None:
    """Turn up the first open counters."""
    table.run(OPEN_ROW)


def reshuffle(table: Table, item: Do) -> None:
    """An empty stack is made anew from the played cards."""
    if not table.size(STACK):
        table.move_all(PLAYED, STACK)


def top_card() -> Step:
    """The step that makes sure that there is a card to draw."""
    return Step(RESHUFFLE_STEP, reshuffle, of=TOP_CARD, text="the played cards are shuffled")


def in_order(table: Position) -> tuple[int, ...]:
    """The seats in turn order from the start player."""
    return table.seats_from(table.ext[LAND].start_player)


class Dealing:
    """Phases 1 to 3."""

    def __init__(self, rules: Ruleset) -> None:
        self.hand_size: int = rules.option("land.hand_size")
        self.new = rules.option("land.deal") == "eight-new"
        self.secret: int = rules.option("land.counters_secret")
        hands = rules.layout.indexes(HAND)
        #: By number of players, a picker of all hands.
        self.hands: Memo[int, Picker] = Memo(lambda players: picker(hands[:players]))
        self.stack = rules.layout.index(STACK)
        self.played = rules.layout.index(PLAYED)
        #: By seat and number of cards, the draw of that many cards.
        self.dealt: Memo[int, tuple[Chance, ...]] = Memo(
            lambda seat: tuple(
                [rules.chance("land/deal", seat, (n,)) for n in range(self.hand_size + 1)]
            )
        )
        chosen: int = rules.option("land.counters_chosen")
        self.asking: Memo[tuple[int, ...], tuple[Decide, ...]] = Memo(
            lambda seats: tuple(rules.decide(DRAW, seat, ()) for seat in reversed(seats * chosen))
        )

    def phases(self) -> list[Phase]:
        """The three phases."""
        return [
            Phase(DEAL_PHASE, self.deal, text="deal the travel cards"),
            Phase(DRAW_SECRET_PHASE, self.draw_secret, text="draw counters from the pile"),
            Phase(DRAW_PHASE, self.draw_counters, text="choose more counters"),
        ]

    def deal(self, table: Table) -> None:
        """Deal from the stack together with all played cards (E8)."""
        zones = table.zones
        played = zones[self.played]
        if any(played):
            table.shift(self.played, self.stack, played)
        held = [*map(sum, self.hands[len(table.boots)](zones))]
        due = self.shares(held, sum(zones[self.stack]))
        for seat in reversed(in_order(table)):
            if due[seat]:
                table.agenda.append(self.dealt[seat][due[seat]])

    def shares(self, held: Sequence[int], stack: int) -> list[int]:
        """How many cards each seat is dealt, given the sizes of the hands.

        Hands are filled up to eight (RG), or everyone gets eight new cards (WW). If there are
        too few cards, it is the highest number below eight for which they suffice.
        """
        for n in range(self.hand_size, 0, -1):
            due = [n if self.new else max(0, n - size) for size in held]
            if sum(due) <= stack:
                return due
        return [0] * len(held)

    def draw_secret(self, table: Table) -> None:
        """Everyone draws a counter blind and keeps it secret (RG 2), while the pile lasts."""
        if self.secret:
            seats = in_order(table) * self.secret
            for seat in reversed(seats[: table.size(PILE)]):
                table.draw("land/draw-secret", seat)

    def draw_counters(self, table: Table) -> None:
        """Everyone takes three more, one at a time, open or blind; they lie open (RG 3)."""
        table.agenda += self.asking[in_order(table)]


class OpenRow:
    """The row of open counters."""

    def __init__(self, rules: Ruleset) -> None:
        self.row: int = rules.option("land.open_row")
        self.open = rules.layout.index(OPEN)
        self.pile = rules.layout.index(PILE)

    def step(self) -> Step:
        """The step that fills the row."""
        return Step(REFILL_ROW_STEP, self.fill, of=OPEN_ROW, text="open counters are filled up")

    def fill(self, table: Table, item: Do) -> None:
        """Five counters lie open, or as many as the pile allows (E5)."""
        zones = table.zones
        missing = self.row - sum(zones[self.open])
        if missing > 0:
            table.draw("land/refill", None, min(missing, sum(zones[self.pile])))


class Drawing:
    """The two actions of phase 3."""

    def __init__(self, rules: Ruleset) -> None:
        self.layout = layout = rules.layout
        self.open = layout.index(OPEN)
        self.pile = layout.index(PILE)
        self.shown = layout.indexes(SHOWN)
        self.kinds = tuple(kind.id for kind in layout.kinds_of(OPEN))
        #: No counters, as counts of the row and of the pile.
        self.none = (0,) * len(self.kinds)
        self.actions = tuple(DrawOpen(kind) for kind in self.kinds)
        self.place = {kind: n for n, kind in enumerate(self.kinds)}
        self.blind = (DrawBlind(),)
        self.rules = rules
        self.row: int = rules.option("land.open_row")
        #: Whether the ledger records counters that are taken from the row.
        self.recorded = any(rules.changes[self.open][zone] for zone in self.shown)
        #: The draws for the row, by number of counters.
        self.refill = tuple(rules.chance("land/refill", None, (n,)) for n in range(self.row + 1))
        #: By seat, the draw of a counter from the pile.
        seats = range(rules.most_players)
        self.from_pile = tuple(rules.chance("land/draw-shown", seat, (1,)) for seat in seats)
        self.by_row: Memo[tuple[int, ...], tuple[DrawOpen, ...]] = Memo(
            lambda row: tuple(compress(self.actions, row))
        )

    def short_cuts(self) -> list[ShortCut]:
        """Both of them, as long as no other plugin reacts to the row."""
        return [
            ShortCut(
                "land/draw-open",
                of="land/draw-open",
                past={OPEN_ROW: (REFILL_ROW_STEP,)},
                take=self.take_open_at_once,
            ),
            ShortCut(
                "land/draw-blind", of="land/draw-blind", past={}, take=self.draw_blind_at_once
            ),
        ]

    def types(self) -> list[ActionType[Any]]:
        """The two action types."""
        return [
            ActionType(
                "land/draw-open",
                type=DrawOpen,
                at=(DRAW,),
                legal=self.legal_open,
                check=self.check_open,
                apply=self.take_open,
                offered=OPEN,
                bare=True,
                domain=lambda: self.actions,
                public=as_it_is,
                reusable=True,
                text="take a counter that lies open",
                means={"counter": COUNTER},
            ),
            ActionType(
                "land/draw-blind",
                type=DrawBlind,
                at=(DRAW,),
                legal=self.legal_blind,
                check=self.check_blind,
                apply=lambda table, item, action: table.draw("land/draw-shown", item.seat),
                offered=PILE,
                bare=True,
                domain=lambda: self.blind,
                public=as_it_is,
                reusable=True,
                text="take a counter from the pile",
            ),
        ]

    def legal_open(self, position: Fields, seat: int) -> Sequence[DrawOpen]:
        """One action for each kind of open counter."""
        row = position.zones[self.open]
        try:
            return self.by_row.kept[row]
        except KeyError:
            return self.by_row.learn(row)

    def legal_blind(self, position: Fields, seat: int) -> Sequence[DrawBlind]:
        """A draw from the pile, unless it is empty."""
        return () if position.zones[self.pile] == self.none else self.blind

    def check_open(self, position: Fields, seat: int, action: DrawOpen) -> Reason | None:
        """Whether a counter of that kind lies open."""
        place = self.place.get(action.counter)
        if place is None or not position.zones[self.open][place]:
            row = zip(self.layout.kinds_of(OPEN), position.zones[self.open], strict=True)
            lying = tuple([kind for kind, n in row if n])
            return Reason.of(
                "land/draw-open",
                "land/not-open",
                "no {kind} counter lies open; there are: {lying}",
                kind=self.layout.called(action.counter, COUNTER),
                lying=lying or Message("land/none", "none"),
            )
        return None

    def check_blind(self, position: Fields, seat: int, action: DrawBlind) -> Reason | None:
        """Whether the pile has a counter left."""
        if not any(position.zones[self.pile]):
            text = "the pile of counters is empty"
            return Reason.of("land/draw-blind", "land/empty-pile", text)
        return None

    def take_open(self, table: Table, item: Decide, action: DrawOpen) -> None:
        """The counter goes to the seat, and the row is filled up (RG 3)."""
        table.shift_one(self.open, self.shown[item.seat], self.place[action.counter])
        table.run(OPEN_ROW, item.seat)

    def take_open_at_once(self, state: State, action: DrawOpen) -> State | None:
        """The counter goes to the seat, and another one is due to be drawn for the row."""
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        zones, kind = [*state.zones], self.place[action.counter]
        row = [*zones[self.open]]
        row[kind] -= 1
        zones[self.open] = tuple(row)
        missing = self.row - sum(row)
        if missing != 1:
            missing = min(missing, sum(zones[self.pile]))
        if missing < 1 or self.recorded or zones[self.pile] == self.none:
            return None
        mine = self.shown[asked.seat]
        counts = [*zones[mine]]
        counts[kind] += 1
        zones[mine] = tuple(counts)
        agenda.append(self.refill[missing])
        return state_after(state, tuple(zones), tuple(agenda))

    def draw_blind_at_once(self, state: State, action: DrawBlind) -> State:
        """A counter is due to be drawn."""
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        agenda.append(self.from_pile[asked.seat])
        return state_after(state, state.zones, tuple(agenda))
