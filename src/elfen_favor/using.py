"""Using favors: offered before moving (small favors) or on taking a town piece (great ones)."""

from __future__ import annotations

from typing import Any, NamedTuple

from elfen.land import (
    HAND,
    HAND_LIMIT_STEP,
    MOVE,
    MOVING_STEP,
    TAKE_PIECE_STEP,
    TOWN_PIECE,
    TURN,
    Stop,
)
from elfen.plugin import (
    Action,
    ActionType,
    Decide,
    Decision,
    Do,
    EventType,
    Fields,
    Means,
    Ruleset,
    Seat,
    ShortCut,
    State,
    Step,
    Table,
    View,
    Words,
    always_legal,
    as_it_is,
    frozen,
    state_after,
)
from elfen_favor.effects import SOURCES, give
from elfen_favor.favors import FAVORS, favor_name
from elfen_favor.names import BEFORE_MOVING_STEP, ON_ARRIVAL_STEP
from elfen_favor.town_tiles import SMALL, TURN_UP, open_favor, open_tile

#: Decision: whether to use the favor of the town where the seat's boot stands (data: the town).
USE = "favor/use"


@frozen(cache_hash=True)
class UseFavor(Action):
    """Use the favor of the town."""

    verb = "use favor"


@frozen(cache_hash=True)
class DeclineFavor(Action):
    """Decline the favor of the town."""

    verb = "decline favor"


@frozen
class FavorUsed:
    """A seat uses an open favor."""

    seat: int
    town: str
    favor: str


class UseData(NamedTuple):
    """The data of `USE`: the town whose favor it is."""

    town: str


def events() -> list[EventType[FavorUsed]]:
    """The event of a favor being used."""

    def told(event: FavorUsed, words: Words) -> str:
        return words.say(
            "{seat} used the favor of {town}: {favor}",
            seat=Seat(event.seat),
            town=words.town(event.town),
            favor=words.say(favor_name(event.favor)),
        )

    return [
        EventType(
            "favor/used", type=FavorUsed, public=as_it_is, text=told, means={"town": Means.TOWN}
        )
    ]


def helps(view: View, action: UseFavor, words: Words) -> str:
    """How the favor helps; nobody knows yet while the tile lies face down."""
    favor = open_favor(view)
    if not favor:
        return words.say("turn up the tile, and get what it shows")
    return words.say(FAVORS[favor].helps)


def most_offers(rules: Ruleset, players: int) -> int:
    """Once per turn (small favors), or once per town piece (great ones)."""
    if rules.option("favor.variant") == SMALL:
        return rules.most_rounds * players
    return rules.most_town_pieces * players


class Using:
    """When a favor is offered, and what the seat may answer."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.small = rules.option("favor.variant") == SMALL
        self.limit: int = rules.option("land.hand_limit")
        self.hand = rules.layout.indexes(HAND)
        #: For each favor, the numbers of the zones that it takes something from.
        self.sources = {
            favor: tuple(rules.layout.index(zone) for zone in zones)
            for favor, zones in SOURCES.items()
        }

    def step(self) -> Step:
        """The offer, right before the movement or right after taking the town piece (F2)."""
        if self.small:
            return Step(
                BEFORE_MOVING_STEP,
                self.offer,
                of=TURN,
                before=MOVING_STEP,
                text="the favor of the town where the boot stands",
            )
        return Step(
            ON_ARRIVAL_STEP,
            self.offer,
            of=TOWN_PIECE,
            after=TAKE_PIECE_STEP,
            text="the favor of the town reached",
        )

    def offer(self, table: Table, item: Do) -> None:
        """Ask, unless the town has no tile, or an open one that could give nothing (F2)."""
        assert item.seat is not None
        town = table.boots[item.seat]
        if self.offered(table, town):
            table.ask(USE, item.seat, self.rules.board.towns[town].id)

    def offered(self, position: Fields, town: int) -> bool:
        """Whether a tile there could give anything, even something without effect (F3).

        A small one lies open, if there is any: a position may be built without.
        """
        if not self.rules.piece_towns_of(position) >> town & 1:
            return False
        favor = open_tile(position, town)
        if not favor:
            return not self.small
        return any(any(position.zones[zone]) for zone in self.sources[favor])

    def short_cuts(self) -> list[ShortCut]:
        """A stop without a discard, and the next seat's turn up to its first decision."""
        if not self.small:
            return []
        past = {TURN: (BEFORE_MOVING_STEP, MOVING_STEP, HAND_LIMIT_STEP)}
        return [ShortCut("favor/stop", of="land/stop", past=past, take=self.stop_at_once)]

    def stop_at_once(self, state: State, action: Stop) -> State | None:
        """The next seat, if any, is offered its town's favor, or moves."""
        if len(state.agenda) < 4:
            return None
        agenda = [*state.agenda[:-1]]
        limit: Any = agenda.pop()
        following: Any = agenda.pop()
        if (
            type(following) is not Do
            or following.name != BEFORE_MOVING_STEP
            or limit.name != HAND_LIMIT_STEP
        ):
            return None
        if sum(state.zones[self.hand[limit.seat]]) > self.limit:
            return None
        seat, rules = following.seat or 0, self.rules
        item = rules.decide(MOVE, seat, ())
        if self.offered(state, state.boots[seat]):
            item = rules.decide(USE, seat, (rules.board.towns[state.boots[seat]].id,))
        else:
            moving: Any = agenda.pop()
            if type(moving) is not Do or moving.name != MOVING_STEP:
                return None
        agenda.append(item)
        after = state_after(state, state.zones, tuple(agenda))
        return after if rules.asks(item, state.zones) else rules.settled(after)

    def decision(self) -> Decision:
        """The offer."""
        return Decision(
            USE,
            text="use the favor of the town",
            at_most=most_offers,
            data=UseData,
            told=lambda data, words: words.say(
                "It is the favor of {town}.", town=words.town(data.town)
            ),
            bounds=lambda rules, players: {"town": Means.TOWN},
        )

    def types(self) -> list[ActionType[Any]]:
        """The two action types: use it, or not."""
        return [
            always_legal(
                "favor/use",
                UseFavor(),
                at=USE,
                apply=self.use,
                text="use the favor of the town",
                brings=helps,
            ),
            always_legal(
                "favor/decline",
                DeclineFavor(),
                at=USE,
                apply=lambda table, item, action: None,
                text="decline the favor of the town",
            ),
        ]

    def use(self, table: Table, item: Decide, action: UseFavor) -> None:
        """An open tile gives its favor; one that lies face down is turned up first."""
        town = table.boots[item.seat]
        favor = open_tile(table, town)
        if not favor:
            table.roll(TURN_UP, item.seat, town)
            return
        table.emit(FavorUsed(item.seat, self.rules.board.towns[town].id, favor))
        give(table, item.seat, favor)
