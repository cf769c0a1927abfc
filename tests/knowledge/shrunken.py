"""A shrunken Elfenland: one road, a few cards, and every way in which a card can move.

Each round the played cards go back into the stack and hands are filled up to three. In turn
everyone plays cards, takes one back from those that were played, or slips one under the
stack, until he stops; then he keeps one card. It is over after three rounds. Where there is
robbing, he may also draw cards out of the next seat's hand.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    Base,
    Board,
    Decide,
    Decision,
    Draw,
    Ending,
    Group,
    Kind,
    Manifest,
    Phase,
    Position,
    Price,
    Reason,
    Route,
    Ruleset,
    ScoreLine,
    SeatZone,
    Stock,
    Table,
    TableZone,
    Terrain,
    Town,
    as_it_is,
    frozen,
    hookimpl,
)

CARD = Group("card", noun="card")
KINDS = tuple(Kind(id, CARD, name=id) for id in ("dragon", "pig", "raft"))
STACK = TableZone("shrunken/stack", holds=(CARD,), visibility=HIDDEN)
PLAYED = TableZone("shrunken/played", holds=(CARD,), visibility=PUBLIC)
HAND = SeatZone("shrunken/hand", holds=(CARD,), visibility=OWNER, pays_into=PLAYED)
TURN = "shrunken/turn"
HAND_SIZE = 3


@frozen(cache_hash=True)
class Play(Action):
    """Play a card, for all to see."""

    verb = "play"
    card: str


@frozen(cache_hash=True)
class Take(Action):
    """Take a card that was played, for all to see."""

    verb = "take"
    card: str


@frozen(cache_hash=True)
class Slip(Action):
    """Slip a card under the stack, unseen."""

    verb = "slip"
    card: str


@frozen(cache_hash=True)
class Slipped(Action):
    """What others see of `Slip`."""

    verb = "slip"


@frozen(cache_hash=True)
class Rob(Action):
    """Draw `n` cards blind out of the next seat's hand."""

    verb = "rob"
    cards: int


@frozen(cache_hash=True)
class Stop(Action):
    """End the turn."""

    verb = "stop"


MOST = 4


def deal(table: Table) -> None:
    table.move_all(PLAYED, STACK)
    left = table.size(STACK)
    for seat in table.seats_from(0):
        n = min(left, HAND_SIZE - min(HAND_SIZE, table.size(HAND.of(seat))))
        left -= n
        table.draw("shrunken/deal", seat, n)


def turns(table: Table) -> None:
    for seat in reversed(table.seats_from(0)):
        table.ask(TURN, seat, 0)


def end(table: Table) -> None:
    table.check_endings()


def action_type(cls: Any, source: Any, target: Any, public: Any = as_it_is) -> ActionType[Any]:
    """Moving a card from one zone (of the seat) to another, with a limit per turn."""

    def of(place: Any, seat: int) -> Any:
        return place.of(seat) if isinstance(place, SeatZone) else place

    def may(position: Position, seat: int) -> list[Action]:
        item = position.agenda[-1]
        assert isinstance(item, Decide)
        if int(item.data[0]) == MOST:
            return []
        return [cls(kind) for kind in position.counts(of(source, seat))]

    def check(position: Position, seat: int, action: Action) -> Reason | None:
        found = may(position, seat)
        return None if action in found else Reason("shrunken/turn", f"{action} cannot be done")

    def apply(table: Table, item: Decide, action: Any) -> None:
        kind = table.rules.layout.kind(action.card, CARD)
        table.move(kind, of(source, item.seat), of(target, item.seat))
        table.ask(TURN, item.seat, int(item.data[0]) + 1)

    name = f"shrunken/{cls.__name__.lower()}"
    domain = [cls(kind.id) for kind in KINDS]
    return ActionType(
        name,
        type=cls,
        at=(TURN,),
        legal=may,
        check=check,
        apply=apply,
        domain=lambda: domain,
        public=public,
    )


def robbing() -> ActionType[Rob]:
    """Robbing the next seat of one card or two."""
    ways = (Rob(1), Rob(2))

    def may(position: Position, seat: int) -> list[Rob]:
        item = position.agenda[-1]
        assert isinstance(item, Decide)
        there = position.size(HAND.of(position.seats_from(seat)[1]))
        return [rob for rob in ways if rob.cards <= there and int(item.data[0]) < MOST]

    def check(position: Position, seat: int, action: Rob) -> Reason | None:
        found = may(position, seat)
        return None if action in found else Reason("shrunken/turn", f"{action} cannot be done")

    def apply(table: Table, item: Decide, action: Rob) -> None:
        table.ask(TURN, item.seat, int(item.data[0]) + 1)
        whose = table.seats_from(item.seat)[1]
        table.draw("shrunken/rob", item.seat, action.cards, source=whose)

    return ActionType(
        "shrunken/rob",
        type=Rob,
        at=(TURN,),
        legal=may,
        check=check,
        apply=apply,
        domain=lambda: ways,
        public=as_it_is,
    )


def make(counts: tuple[int, ...] = (3, 3, 2), slots: Any = (), robbers: bool = False) -> ModuleType:
    """The plugin, with a number of cards of each kind, and with robbing or without."""
    module = ModuleType("shrunken")

    def hook(function: Any) -> None:
        setattr(module, function.__name__, hookimpl(function))

    @hook
    def elfen_manifest() -> Manifest:
        return Manifest(
            "shrunken", rules_version=1, api=1, help="A shrunken Elfenland.", players=(2, 4)
        )

    @hook
    def elfen_board(rules: Ruleset) -> Board:
        towns = (Town("a", "A", 1, 1), Town("b", "B", 9, 9))
        return Board("road", "a", 10, 10, towns, (Route("a-b", ("a", "b"), "plain"),))

    @hook
    def elfen_terrains(rules: Ruleset) -> list[Terrain]:
        return [Terrain("plain", name="plain")]

    @hook
    def elfen_kinds(rules: Ruleset) -> list[Kind]:
        return [*KINDS]

    @hook
    def elfen_zones(rules: Ruleset) -> list[Any]:
        return [STACK, PLAYED, HAND]

    @hook
    def elfen_components(rules: Ruleset) -> list[Stock]:
        return [
            Stock(f"shrunken/{kind.id}", (kind,), n, STACK)
            for kind, n in zip(KINDS, counts, strict=True)
        ]

    @hook
    def elfen_slots(rules: Ruleset) -> list[Any]:
        return [*slots]

    @hook
    def elfen_move_cost(rules: Ruleset) -> list[Base]:
        return [Base("shrunken/walk", lambda crossing: [Price.any(HAND, 1)], text="a card")]

    @hook
    def elfen_phases(rules: Ruleset) -> list[Phase]:
        return [
            Phase("shrunken/deal", deal),
            Phase("shrunken/turns", turns),
            Phase("shrunken/end", end),
        ]

    @hook
    def elfen_chance(rules: Ruleset) -> list[Draw]:
        deal = Draw("shrunken/deal", source=STACK, target=HAND)
        return [deal, *([Draw("shrunken/rob", source=HAND, target=HAND)] if robbers else [])]

    @hook
    def elfen_decisions(rules: Ruleset) -> list[Decision]:
        at_most = 3 * 4 * (MOST + 1)
        return [Decision(TURN, text="play", at_most=lambda rules, players: at_most)]

    @hook
    def elfen_actions(rules: Ruleset) -> list[ActionType[Any]]:
        stop = [Stop()]
        return [
            action_type(Play, HAND, PLAYED),
            action_type(Take, PLAYED, HAND),
            action_type(Slip, HAND, STACK, public=lambda action: Slipped()),
            *([robbing()] if robbers else []),
            ActionType(
                "shrunken/stop",
                type=Stop,
                at=(TURN,),
                legal=lambda position, seat: stop,
                check=lambda position, seat, action: None,
                apply=lambda table, item, action: None,
                domain=lambda: stop,
                public=as_it_is,
            ),
        ]

    @hook
    def elfen_endings(rules: Ruleset) -> list[Ending]:
        return [
            Ending(
                "shrunken/last-round",
                lambda position: position.round >= 3,
                text="three rounds are over",
                latest=lambda rules: 3,
            )
        ]

    @hook
    def elfen_scoring(rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "shrunken/cards",
                lambda position, seat: position.size(HAND.of(seat)),
                lowest=lambda rules: 0,
                highest=lambda rules: 12,
                text="cards kept",
            )
        ]

    return module
