"""Phase 5: players move their boots as far as their cards reach, then cut their hands to four."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from attrs import frozen

from elfen.land.drawing import in_order
from elfen.land.names import COLLECT_STEP, HAND_LIMIT_STEP, MOVING_STEP, TAKE_PIECE_STEP
from elfen.land.pieces import COUNTER, HAND, TRAVEL_CARD
from elfen.land.placing import no_counter, no_route
from elfen.plugin import (
    Action,
    ActionType,
    AnyOf,
    Crossings,
    Decide,
    Decision,
    Do,
    Fields,
    Means,
    Memo,
    Message,
    Need,
    PaymentTable,
    Pieces,
    Reason,
    Ruleset,
    SeatZone,
    ShortCut,
    State,
    Step,
    Table,
    Within,
    as_it_is,
    paid,
    pay,
    state_after,
    state_of,
)

MOVE = "land/move"
DISCARD = "land/discard"

#: Procedures: a seat's whole turn in phase 5, and its arrival in a town (data: the route
#: number, or -1 if it used none, and the number of the town it came from).
TURN = "land/turn"
ARRIVAL = "land/arrival"

#: Procedure: a seat takes its town piece where its boot stands. An arrival runs it if the piece
#: is still there.
TOWN_PIECE = "land/town-piece"

#: More cards than this are discarded in several portions, so that the number of different
#: actions does not depend on the size of the hand.
PORTION = 4


@frozen(cache_hash=True, repr=False)
class Move(Action):
    """Move the boot along a route and play these cards for it."""

    verb = "move"
    route: str
    cards: Pieces


@frozen(cache_hash=True, repr=False)
class Stop(Action):
    """End your movement."""

    verb = "stop"


@frozen(cache_hash=True, repr=False)
class Discard(Action):
    """Discard these cards, face up, down to the hand limit."""

    verb = "discard"
    cards: Pieces


class DiscardData(NamedTuple):
    """The data of `DISCARD`: how many cards to discard, no more than the hand has.

    They go in portions of `PORTION`, each a decision of its own.
    """

    over: int


def decisions() -> list[Decision]:
    """The decisions of phase 5."""
    return [
        Decision(
            MOVE,
            text="move the elf boot",
            reusable=True,
            at_most=lambda rules, players: rules.most_rounds * players * (cards_in(rules) + 1),
        ),
        Decision(
            DISCARD,
            text="cut the hand to the limit",
            data=DiscardData,
            bounds=lambda rules, players: {"over": Within(0, cards_in(rules))},
            reusable=True,
            at_most=lambda rules, players: (
                rules.most_rounds * players * -(-cards_in(rules) // PORTION)
            ),
        ),
    ]


def cards_in(rules: Ruleset) -> int:
    """The number of travel cards: no turn can play more."""
    return sum(
        owned.entry.count * (rules.most_players if isinstance(owned.entry.zone, SeatZone) else 1)
        for owned in rules.stock
        for kind in owned.entry.kinds
        if kind.group == TRAVEL_CARD
    )


def move_boots(table: Table) -> None:
    """All take their turns, from the start player on."""
    for seat in reversed(in_order(table)):
        table.run(TURN, seat)


def start_moving(table: Table, item: Do) -> None:
    """The seat may move as often as its cards allow (E9)."""
    assert item.seat is not None
    table.ask(MOVE, item.seat)


def take_piece(table: Table, item: Do) -> None:
    """The piece goes from the town to the seat."""
    assert item.seat is not None
    table.visit(item.seat, table.boots[item.seat])


class Turns:
    """The steps of a turn, and of an arrival."""

    def __init__(self, rules: Ruleset) -> None:
        self.limit: int = rules.option("land.hand_limit")
        self.hand = rules.layout.indexes(HAND)
        #: By town number, its bit if town pieces lie there, else 0.
        self.piece = Memo[int, int](lambda town: rules.piece_towns & 1 << town)

    def steps(self) -> list[Step]:
        """The steps, by procedure."""
        return [
            Step(MOVING_STEP, start_moving, of=TURN, text="move from town to town"),
            Step(HAND_LIMIT_STEP, self.cut, of=TURN, text="discard down to the hand limit"),
            Step(COLLECT_STEP, self.collect, of=ARRIVAL, text="a town reached is a town visited"),
            Step(TAKE_PIECE_STEP, take_piece, of=TOWN_PIECE, text="take the town piece"),
        ]

    def cut(self, table: Table, item: Do) -> None:
        """At the end of their turn players keep at most four cards (RG 5)."""
        seat = item.seat
        assert seat is not None
        over = sum(table.zones[self.hand[seat]]) - self.limit
        if over > 0:
            table.ask(DISCARD, seat, over)

    def collect(self, table: Table, item: Do) -> None:
        """A town reached is a town visited: the seat takes its piece if still there (RG 5)."""
        seat = item.seat
        assert seat is not None
        piece = self.piece[table.boots[seat]]
        if piece & ~table.visited[seat] and piece & table.piece_towns:
            table.run(TOWN_PIECE, seat)


class Moving:
    """The actions of phase 5."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.crossings: Crossings[Move] = Crossings(rules, Move)
        self.hand = rules.layout.indexes(HAND)
        self.kinds = tuple(kind.id for kind in rules.layout.kinds_of(HAND))
        #: By town number, its bit if town pieces lie there, else 0.
        self.piece = Memo[int, int](lambda town: rules.piece_towns & 1 << town)
        #: Whether pieces lie in all of these, whatever chance draws.
        self.sure = not rules.towns.drawn
        self.limit: int = rules.option("land.hand_limit")
        self.stopping = (Stop(),)
        #: By seat, its decision to move; `short_cuts` fills it in, once decisions are known.
        self.asked: tuple[Decide, ...] = ()
        #: By route, the town number of the other end for each of its ends.
        self.ends: dict[str, dict[int, int]] = {route.id: {} for route in rules.board.routes}
        for start, legs in enumerate(rules.board.legs):
            for route, end in legs:
                self.ends[rules.board.routes[route].id][start] = end
        self._discards: Memo[int, tuple[PaymentTable, tuple[Discard, ...]]] = Memo(self.discards_of)

    def types(self) -> list[ActionType[Any]]:
        """The three action types."""
        return [
            ActionType(
                "land/move",
                type=Move,
                at=(MOVE,),
                legal=self.crossings.open_to,
                crossings=self.crossings,
                check=self.check_move,
                bare=True,
                apply=self.move,
                domain=self.crossings.domain,
                public=as_it_is,
                reusable=True,
                text="go along a route and play the cards for it",
                means={"route": Means.ROUTE, "cards": Means.PAYMENT},
            ),
            ActionType(
                "land/stop",
                type=Stop,
                at=(MOVE,),
                legal=self.stopping,
                check=lambda position, seat, action: None,
                bare=True,
                apply=lambda table, item, action: None,
                domain=lambda: self.stopping,
                public=as_it_is,
                reusable=True,
                text="end the movement",
            ),
            ActionType(
                "land/discard",
                type=Discard,
                at=(DISCARD,),
                legal=self.legal_discards,
                check=self.check_discard,
                bare=True,
                apply=self.discard,
                domain=lambda: [d for n in range(1, PORTION + 1) for d in self._discards[n][1]],
                public=as_it_is,
                spends="discarded",
                text="discard cards down to the hand limit",
                means={"cards": TRAVEL_CARD},
            ),
        ]

    # Move ------------------------------------------------------------------------------

    def check_move(self, position: Fields, seat: int, action: Move) -> Reason | None:
        """Whether the route leads on from here, and the cards are its price and in hand."""
        board = self.rules.board
        number = board.route_number.get(action.route)
        if number is None:
            return no_route(action.route)
        if position.boots[seat] not in self.ends[action.route]:
            return Reason.of(
                "land/move",
                "land/elsewhere",
                "{route} does not lead from {town}",
                route=board.routes[number],
                town=board.towns[position.boots[seat]],
            )
        payment = self.crossings.payment(position, seat, number, action.cards)
        if payment is None:
            return self.not_a_price(position, seat, number, action.cards)
        if not payment.affordable(position.zones, seat):
            text = "you do not hold {cards}"
            return Reason.of("land/move", "land/not-held", text, cards=action.cards)
        return None

    def not_a_price(self, position: Fields, seat: int, number: int, cards: Pieces) -> Reason:
        """Why these cards do not pay for the step."""
        rules, contents = self.rules, position.routes[number]
        route = rules.board.routes[number]
        prices = self.crossings.prices(position, seat, number)
        if prices:
            text, ways = "{route} costs {ways}; not {cards}", AnyOf(prices)
            why = Message("land/not-the-price", text, route=route, ways=ways, cards=cards)
        elif all(rules.layout.kinds[kind].group != COUNTER for kind in contents):
            why = no_counter(route)
        else:
            why = Message("land/closed", "nothing can travel on {route}", route=route)
        return Reason("land/move", why)

    def move(self, table: Table, item: Decide, action: Move) -> None:
        """Pay, go and arrive; then the seat may move on."""
        seat = item.seat
        start = table.boots[seat]
        number = self.rules.board.route_number[action.route]
        payment = self.crossings.known.get(action.cards)
        if payment is None:
            payment = self.crossings.payment(table, seat, number, action.cards)
            assert payment is not None
        pay(table, seat, payment)
        table.set_boot(seat, self.ends[action.route][start], number)
        table.ask_again(item, action)
        table.run(ARRIVAL, seat, number, start)

    def short_cuts(self) -> list[ShortCut]:
        """A move to a town where nothing but a town piece waits, and the end of a turn."""
        seats = range(self.rules.most_players)
        self.asked = tuple([self.rules.decide(MOVE, seat, ()) for seat in seats])
        arriving = {ARRIVAL: (COLLECT_STEP,), TOWN_PIECE: (TAKE_PIECE_STEP,)}
        turn = {TURN: (MOVING_STEP, HAND_LIMIT_STEP)}
        return [
            ShortCut(
                "land/move",
                of="land/move",
                past=arriving,
                take=self.move_at_once,
                returns=lambda town, new: True,
            ),
            ShortCut("land/stop", of="land/stop", past=turn, take=self.stop_at_once),
            ShortCut("land/discard", of="land/discard", past=turn, take=self.discard_at_once),
        ]

    def stop_at_once(self, state: State, action: Stop) -> State | None:
        """The seat discards, or else the next seat moves."""
        agenda: list[Any] = [*state.agenda[:-1]]
        limit = agenda.pop() if agenda else None
        if type(limit) is not Do or limit.name != HAND_LIMIT_STEP:
            return None
        seat = limit.seat or 0
        over = sum(state.zones[self.hand[seat]]) - self.limit
        if over > 0:
            agenda.append(self.rules.decide(DISCARD, seat, (over,)))
        elif not self.next_moves(agenda):
            return None
        return state_after(state, state.zones, tuple(agenda))

    def next_moves(self, agenda: list[Any]) -> bool:
        """Ask the next seat to move, if a seat's turn comes next."""
        following = agenda.pop() if agenda else None
        if type(following) is not Do or following.name != MOVING_STEP:
            return False
        agenda.append(self.asked[following.seat or 0])
        return True

    def move_at_once(self, state: State, action: Move) -> State | None:
        """Pay, go, take the town piece if it is there, and be asked again."""
        payment = self.crossings.known.get(action.cards)
        asked: Any = state.agenda[-1]
        if payment is None or asked.data:
            return None
        seat = asked.seat
        zones, boots, visited = [*state.zones], [*state.boots], state.visited
        ledger = paid(self.rules, zones, state.ledger, seat, payment)
        boots[seat] = town = self.ends[action.route][boots[seat]]
        try:
            piece = self.piece.kept[town]
        except KeyError:
            piece = self.piece.learn(town)
        if piece & ~visited[seat] and (self.sure or piece & self.rules.piece_towns_of(state)):
            taken = [*visited]
            taken[seat] |= piece
            visited = tuple(taken)
        return state_of(
            tuple(zones),
            tuple(boots),
            visited,
            state.routes,
            state.round,
            state.agenda,
            state.ext,
            ledger,
        )

    def discard_at_once(self, state: State, action: Discard) -> State | None:
        """The cards go, and the seat discards more, or else the next seat moves."""
        agenda = [*state.agenda]
        asked: Any = agenda.pop()
        seat, left = asked.seat, asked.data[0]
        if left > PORTION:
            agenda.append(self.rules.decide(DISCARD, seat, (left - PORTION,)))
        elif not self.next_moves(agenda):
            return None
        zones, (cards, _) = [*state.zones], self._discards[min(left, PORTION)]
        payment = cards.payments[cards.number[action.cards]]
        ledger = paid(self.rules, zones, state.ledger, seat, payment)
        return state_after(state, tuple(zones), tuple(agenda), ledger)

    # Discard ---------------------------------------------------------------------------

    def discards_of(self, n: int) -> tuple[PaymentTable, tuple[Discard, ...]]:
        """Every discard of n cards, with the table that finds those a hand allows."""
        table = self.rules.payment_table((Need(HAND, n),))
        return table, tuple(Discard(payment.pieces) for payment in table.payments)

    def legal_discards(self, position: Fields, seat: int) -> Sequence[Discard]:
        """Every way to discard the cards due, or a portion of them."""
        table, discards = self._discards[min(due(position), PORTION)]
        return table.affordable(position.zones, seat)(discards)

    def check_discard(self, position: Fields, seat: int, action: Discard) -> Reason | None:
        """Whether these are as many cards as due, and in hand."""
        n = min(due(position), PORTION)
        if len(action.cards) != n:
            text = "discard exactly {n:one card|* cards}, not {number}"
            wrong = len(action.cards)
            return Reason.of("land/discard", "land/discard-exactly", text, n=n, number=wrong)
        held = dict(zip(self.kinds, position.zones[self.hand[seat]], strict=True))
        for kind, wanted in action.cards.items:
            if held.get(kind, 0) < wanted:
                return Reason.of(
                    "land/discard",
                    "land/too-few-to-discard",
                    "you hold {n} {kind}, not {number}",
                    n=held.get(kind, 0),
                    kind=self.rules.layout.called(kind, TRAVEL_CARD),
                    number=wanted,
                )
        return None

    def discard(self, table: Table, item: Decide, action: Discard) -> None:
        """The cards go face up onto the played ones (E6)."""
        left = int(item.data[0])
        cards, _ = self._discards[min(left, PORTION)]
        pay(table, item.seat, cards.payments[cards.number[action.cards]])
        if left > PORTION:
            table.ask_again(item, action, left - PORTION)


def due(position: Fields) -> int:
    """How many cards the deciding seat still has to discard."""
    item = position.agenda[-1]
    assert isinstance(item, Decide)
    return int(item.data[0])
