"""Bonus counters: the first visit to a village that shows them draws several and keeps some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from elfen.land import (
    ARRIVAL,
    COLLECT_STEP,
    ENDINGS_PHASE,
    TAKE_PIECE_STEP,
    TOWN_PIECE,
    Move,
    Moving,
)
from elfen.land import CLEAR_PHASE as LAND_CLEAR_PHASE
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
    Phase,
    Pieces,
    Reason,
    Ruleset,
    ShortCut,
    State,
    Step,
    Table,
    Within,
    frozen,
    shifted,
    state_after,
)
from elfen_sea.boards import sea_data
from elfen_sea.names import CLEAR_PHASE, FIRST_VISIT, REVEAL_PHASE
from elfen_sea.pieces import BONUS, BONUS_DRAWN, BONUS_HELD, BONUS_PILE, BONUS_SHOWN

CHOOSE = "sea/choose"

#: The steps of an arrival, as long as no other plugin adds any.
ARRIVING = (FIRST_VISIT, COLLECT_STEP)

#: How many bonus counters a visitor draws and keeps, by the number the village shows (S6).
NONE = (0, 0)
TWO = (2, 1)
FOUR = (4, 2)


@frozen(cache_hash=True)
class KeepBonus(Action):
    """Keep these of the bonus counters that you have drawn; the others go back."""

    verb = "keep bonus"
    counters: Pieces


@frozen(cache_hash=True)
class KeepBonusHidden(Action):
    """What others see of `KeepBonus`."""

    verb = "keep bonus"


class ChooseData(NamedTuple):
    """The data of `CHOOSE`: how many of the bonus counters drawn may be kept."""

    kept: int


def most_kept(rules: Ruleset, players: int) -> int:
    """The most bonus counters that all seats together can keep in one game."""
    data = sea_data(rules)
    return players * (TWO[1] * len(data.two) + FOUR[1] * len(data.four))


def decision() -> Decision:
    """The choice after drawing."""

    def at_most(rules: Ruleset, players: int) -> int:
        data = sea_data(rules)
        return players * (len(data.two) + len(data.four))

    return Decision(
        CHOOSE,
        text="choose which bonus counters to keep",
        at_most=at_most,
        data=ChooseData,
        bounds=lambda rules, players: {"kept": Within(0, max(TWO[1], FOUR[1]))},
    )


def draws() -> list[Draw]:
    """The draws of bonus counters: to choose from, or to keep them all if few are left."""
    return [
        Draw(
            "sea/draw-bonus", source=BONUS_PILE, target=BONUS_DRAWN, text="bonus counters are drawn"
        ),
        Draw(
            "sea/draw-and-keep",
            source=BONUS_PILE,
            target=BONUS_HELD,
            text="the last bonus counters are drawn, and kept",
        ),
    ]


def phases() -> list[Phase]:
    """The phases in which players' bonus counters are revealed, and those on the board go back."""
    return [
        Phase(
            REVEAL_PHASE,
            reveal_at_the_end,
            before=ENDINGS_PHASE,
            text="at the end of the game, show the bonus counters",
        ),
        Phase(
            CLEAR_PHASE,
            lambda table: table.sweep(BONUS, BONUS_PILE),
            after=LAND_CLEAR_PHASE,
            text="bonus counters on the board go back to their pile",
        ),
    ]


def reveal_at_the_end(table: Table) -> None:
    """If the game is about to end, reveal the bonus counters, which score (S7)."""
    for ending in table.rules.endings:
        if ending.when(table):
            for seat in range(table.players):
                table.move_all(BONUS_HELD.of(seat), BONUS_SHOWN.of(seat))
            return


class Visiting:
    """The first visit to a village."""

    def __init__(self, rules: Ruleset) -> None:
        data, number = sea_data(rules), rules.board.town_number
        self.pile = rules.layout.index(BONUS_PILE)
        self.shown = {
            **{number[village]: TWO for village in data.two},
            **{number[village]: FOUR for village in data.four},
        }

    def step(self) -> Step:
        """The step on arrival."""
        return Step(
            FIRST_VISIT,
            self.visit,
            of=ARRIVAL,
            before=COLLECT_STEP,
            text="at the first visit, draw the bonus counters that the village shows",
        )

    def short_cut(self, rules: Ruleset) -> ShortCut:
        """A move, even to a village that shows bonus counters if enough are left to draw."""
        moving, shown = rules.once(Moving), self.shown

        def first_visit(came: tuple[int, int, str]) -> tuple[Do | Decide | Chance, ...]:
            """What is due when a seat comes from a town, by a route, to a village new to it."""
            seat, start, route = came
            drawn, kept = shown[moving.ends[route][start]]
            return (
                *rules.steps(ARRIVAL, seat, (rules.board.route_number[route], start))[:-1],
                rules.decide(CHOOSE, seat, (kept,)),
                rules.chance("sea/draw-bonus", seat, (drawn,)),
            )

        due = Memo(first_visit)

        def move_at_once(state: State, action: Move) -> State | None:
            after = moving.move_at_once(state, action)
            if after is None or after.visited is state.visited:
                return after
            asked: Any = state.agenda[-1]
            seat = asked.seat
            drawn, _ = shown.get(after.boots[seat], NONE)
            if not drawn:
                return after
            if sum(after.zones[self.pile]) < drawn:
                return None
            agenda = state.agenda + due[seat, state.boots[seat], action.route]
            return state_after(after, after.zones, agenda)

        past = {ARRIVAL: ARRIVING, TOWN_PIECE: (TAKE_PIECE_STEP,)}
        return ShortCut(
            "sea/move",
            of="land/move",
            past=past,
            take=move_at_once,
            returns=lambda town, new: not new or town not in shown,
        )

    def visit(self, table: Table, item: Do) -> None:
        """Draw two and keep one, or draw four and keep two; if the pile is short, what is left.

        The village piece is taken here, before the draw: a visit is the first if the piece still
        lies there.
        """
        assert item.seat is not None
        village = table.boots[item.seat]
        if not table.visit(item.seat, village) or village not in self.shown:
            return
        drawn, kept = self.shown[village]
        drawn = min(drawn, sum(table.zones[self.pile]))
        if drawn <= kept:
            table.draw("sea/draw-and-keep", item.seat, drawn)
        else:
            table.ask(CHOOSE, item.seat, kept)
            table.draw("sea/draw-bonus", item.seat, drawn)


class Choosing:
    """The choice of what to keep."""

    def __init__(self, rules: Ruleset) -> None:
        self.layout = layout = rules.layout
        self.rules = rules
        self.pile = layout.index(BONUS_PILE)
        self.drawn = layout.indexes(BONUS_DRAWN)
        self.held = layout.indexes(BONUS_HELD)
        self.kinds = tuple(kind.id for kind in layout.kinds_of(BONUS_DRAWN))
        self.choices: Memo[tuple[tuple[int, ...], int], tuple[KeepBonus, ...]] = Memo(
            lambda key: tuple(self.choices_of(*key))
        )
        #: By kinds, sorted: equal choices are one object.
        self.keeping = Memo[tuple[str, ...], KeepBonus](lambda kinds: KeepBonus(Pieces.of(kinds)))
        self.counts: Memo[KeepBonus, tuple[int, ...]] = Memo(
            lambda action: layout.vector(BONUS_HELD, action.counters.counts)
        )

    def type(self) -> ActionType[Any]:
        """The action type."""
        return ActionType(
            "sea/keep-bonus",
            type=KeepBonus,
            at=(CHOOSE,),
            legal=self.legal,
            check=self.check,
            bare=True,
            apply=self.keep,
            domain=self.domain,
            public=lambda action: KeepBonusHidden(),
            text="keep some of the bonus counters, secretly; the others go back",
            means={"counters": BONUS},
        )

    def domain(self) -> Iterator[KeepBonus]:
        """Any one counter, and any two."""
        for n in sorted({TWO[1], FOUR[1]}):
            for kinds in combinations_with_replacement(sorted(self.kinds), n):
                yield self.keeping[kinds]

    def choices_of(self, drawn: tuple[int, ...], n: int) -> Iterator[KeepBonus]:
        """Every choice of n of the counters drawn."""
        have = dict(zip(self.kinds, drawn, strict=True))
        for kinds in combinations_with_replacement(sorted(self.kinds), n):
            if all(kinds.count(kind) <= have[kind] for kind in kinds):
                yield self.keeping[kinds]

    def legal(self, position: Fields, seat: int) -> Sequence[KeepBonus]:
        """Every choice of the number to keep."""
        return self.choices[position.zones[self.drawn[seat]], to_keep(position)]

    def check(self, position: Fields, seat: int, action: KeepBonus) -> Reason | None:
        """Whether these are the number to keep, and among those drawn."""
        n = to_keep(position)
        if len(action.counters) != n:
            text = "keep exactly {n:one bonus counter|* bonus counters}, not {number}"
            wrong = len(action.counters)
            return Reason.of("sea/keep-bonus", "sea/keep-exactly", text, n=n, number=wrong)
        drawn = dict(zip(self.kinds, position.zones[self.drawn[seat]], strict=True))
        for kind, wanted in action.counters.items:
            if drawn.get(kind, 0) < wanted:
                return Reason.of(
                    "sea/keep-bonus",
                    "sea/too-few-drawn",
                    "you have drawn {n} {kind}, not {number}",
                    n=drawn.get(kind, 0),
                    kind=self.layout.called(kind, BONUS),
                    number=wanted,
                )
        return None

    def keep(self, table: Table, item: Decide, action: KeepBonus) -> None:
        """The counters kept go to the seat, the others back to the pile."""
        seat = item.seat
        table.shift(self.drawn[seat], self.held[seat], self.counts[action])
        table.shift(self.drawn[seat], self.pile, table.zones[self.drawn[seat]])

    def short_cut(self) -> ShortCut:
        """The counters go, and the seat moves on: the village piece has been taken."""
        return ShortCut(
            "sea/keep-bonus",
            of="sea/keep-bonus",
            past={ARRIVAL: ARRIVING},
            take=self.keep_at_once,
        )

    def keep_at_once(self, state: State, action: KeepBonus) -> State | None:
        """The counters kept go to the seat, the others to the pile, and the game goes on."""
        if len(state.agenda) < 3:
            return None
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        collect, following, seat = agenda.pop(), agenda[-1], asked.seat
        if type(collect) is not Do or collect.name != COLLECT_STEP or type(following) is not Decide:
            return None
        if not state.visited[seat] >> state.boots[seat] & 1:
            return None
        rules, zones, drawn = self.rules, [*state.zones], self.drawn[seat]
        ledger = shifted(rules, zones, state.ledger, drawn, self.held[seat], self.counts[action])
        ledger = shifted(rules, zones, ledger, drawn, self.pile, zones[drawn])
        after = state_after(state, tuple(zones), tuple(agenda), ledger)
        return after if rules.asks(following, zones) else rules.settled(after)


def to_keep(position: Fields) -> int:
    """How many counters the deciding seat keeps."""
    item = position.agenda[-1]
    assert isinstance(item, Decide)
    return int(item.data[0])
