"""Small expansions that leak a secret, each in another way; and some that reveal it openly.

They are made like the faults of `faults`. A `seat` that is observed is one that holds cards,
which no other seat may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from faults import RIDDLE, TUNES, Expansion, Whistle

from elfen.land import COUNTER, HAND, MOVE, PILE, PLAYED, STACK, TRAVEL_CARD
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    Chance,
    Decide,
    Decision,
    Do,
    Draw,
    EventType,
    Invariant,
    Layer,
    Observation,
    Position,
    Reason,
    Roll,
    Ruleset,
    SeatZone,
    Sign,
    Slot,
    Table,
    TableZone,
    as_it_is,
    frozen,
    hookimpl,
    shown,
)


def first_card(position: Position, seat: int) -> str:
    """A kind of card that a seat holds."""
    return min(position.counts(HAND.of(seat)), default="none")


class Leak(Expansion):
    """The common part of all leaks."""

    breaks = "noninterference"


# What is asked, and whom ---------------------------------------------------------------


class Riddles(Leak):
    """A turn can end with a question that everyone could answer."""

    @hookimpl
    def elfen_decisions(self, rules: Ruleset) -> list[Decision]:
        return [Decision(RIDDLE, text="what is it?", at_most=lambda rules, players: 99)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=(RIDDLE,),
                legal=self.legal,
                check=self.check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
                offered=self.offered,
            )
        ]

    def offered(self, position: Position, seat: int) -> bool:
        return True

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(RIDDLE, item.seat)


class AsksOnlyWhoHoldsADragon(Riddles):
    """The question is put to whoever holds a dragon."""

    where = "step 'fault/roll', plugin 'fault'"

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        if "dragon" in table.counts(HAND.of(item.seat)):
            table.ask(RIDDLE, item.seat)


class SkipsWhoHoldsNoDragon(Riddles):
    """The question is dropped when the hand has no dragon, as if all could see that."""

    where = "decision 'fault/riddle', plugin 'fault'"

    def offered(self, position: Position, seat: int) -> bool:
        return "dragon" in position.counts(HAND.of(seat))

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return super().legal(position, seat) if self.offered(position, seat) else ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if not self.offered(position, seat):
            return Reason("fault/riddle", "that takes a dragon")
        return super().check(position, seat, action)


class AsksANeighbourWithADragon(Riddles):
    """Whom the question is put to depends on a hand."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        held = "dragon" in table.counts(HAND.of(item.seat))
        table.ask(RIDDLE, (item.seat + held) % table.players)


class WritesItOnTheAgenda(Riddles):
    """The question carries along which card its author has in mind."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(RIDDLE, item.seat, first_card(table, item.seat))


class WritesItOnAStep(Leak):
    """A step that comes later carries a secret along."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        if not item.data:
            table.do("fault/roll", item.seat, first_card(table, item.seat))
            table.roll("fault/die", item.seat)


# What pictures show --------------------------------------------------------------------


class Pictures(Leak):
    """A rule notes something secret, and a layer of pictures has a sign of it."""

    noted: ClassVar[list[str]] = [""]
    where = "layer 'fault/signs', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        self.noted[:] = [first_card(position, seat)]
        return TUNES

    @hookimpl
    def elfen_drawing(self, rules: Ruleset) -> list[Layer]:
        return [Layer("fault/signs", signs=self.signs)]

    def signs(self, observation: Observation) -> list[Sign]:
        return [Sign("a sign", seat=0, letters="!")]


class DrawsACard(Pictures):
    """The letters of the sign are those of a card of the seat that decides."""

    def signs(self, observation: Observation) -> list[Sign]:
        return [Sign("a sign", seat=0, letters=self.noted[0][:2])]


class NamesACardInATitle(Pictures):
    """The sign looks always the same, and what it is called is a card."""

    def signs(self, observation: Observation) -> list[Sign]:
        return [Sign(f"{self.noted[0]}?", seat=0, letters="!")]


class MarksTheTownOfWhoHasADragon(Pictures):
    """A sign stands at the capital while the seat that decides holds a dragon."""

    def signs(self, observation: Observation) -> list[Sign]:
        held = self.noted[0] == "dragon"
        return [Sign("!", town=observation.board.capital, letters="!")] if held else []


# What actions say ----------------------------------------------------------------------

SLEEVE = SeatZone("fault/sleeve", holds=(TRAVEL_CARD,), visibility=OWNER)


@frozen(cache_hash=True)
class Sleeve(Action):
    """Put a card of one's hand up one's sleeve."""

    verb = "put up one's sleeve"
    card: str


@frozen(cache_hash=True)
class SleeveHidden(Action):
    """What others see of `Sleeve`."""

    verb = "put up one's sleeve"


class Sleeves(Leak):
    """While moving, one can hide a card up one's sleeve."""

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[SeatZone]:
        return [SLEEVE]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        every = tuple(Sleeve(kind.id) for kind in rules.layout.kinds_of(HAND))

        def legal(position: Position, seat: int) -> Sequence[Sleeve]:
            return [a for a in every if a.card in position.counts(HAND.of(seat))]

        def check(position: Position, seat: int, action: Sleeve) -> Reason | None:
            return None if action in legal(position, seat) else Reason("fault/sleeve", "no card")

        def apply(table: Table, item: Decide, action: Sleeve) -> None:
            self.put_up(table, item.seat, action.card)

        return [
            ActionType(
                "fault/sleeve",
                type=Sleeve,
                at=(MOVE,),
                legal=legal,
                check=check,
                apply=apply,
                domain=lambda: every,
                public=self.public,
            )
        ]

    def put_up(self, table: Table, seat: int, card: str) -> None:
        kind = table.rules.layout.kind(card, TRAVEL_CARD)
        table.move(kind, HAND.of(seat), SLEEVE.of(seat))

    def public(self, action: Sleeve) -> Action:
        return SleeveHidden()


class NamesTheCard(Sleeves):
    """Which card goes up the sleeve is said aloud, though nobody sees it."""

    where = "action 'fault/sleeve', plugin 'fault'"

    def public(self, action: Sleeve) -> Action:
        return action


class ForgetsItsPublicForm(Sleeves):
    """What others see of the action is not made for one of the cards."""

    where = "action 'fault/sleeve', plugin 'fault'"

    def public(self, action: Sleeve) -> Action:
        return SleeveHidden() if action.card != "raft" else None  # type: ignore[return-value]


@frozen(cache_hash=True)
class SleeveAlike(Action):
    """Written like `SleeveHidden`, and another class."""

    verb = "put up one's sleeve"


class HasTwoPublicForms(Sleeves):
    """What others see is written alike and yet not the same."""

    where = "action 'fault/sleeve', plugin 'fault'"

    def public(self, action: Sleeve) -> Action:
        return SleeveAlike() if action.card == "raft" else SleeveHidden()


class HintsAtTheCard(Sleeves):
    """Of every card but a raft, everyone is told which it is."""

    def public(self, action: Sleeve) -> Action:
        return action if action.card != "raft" else SleeveHidden()


@frozen(cache_hash=True)
class SleeveSaid(Action):
    """What others see of `Sleeve`, with a remark."""

    verb = "put up one's sleeve, with"
    remark: str


class HintsAtTheRaft(Sleeves):
    """All are told the same, but of a raft which card it is."""

    where = "action 'fault/sleeve', plugin 'fault'"

    def public(self, action: Sleeve) -> Action:
        return SleeveSaid("raft" if action.card == "raft" else "something")


class SaysTheSameOfAll(Sleeves):
    """All are told that it is a raft, whatever it is."""

    breaks = ""

    def public(self, action: Sleeve) -> Action:
        return SleeveSaid("raft")


@frozen(cache_hash=True)
class Drop(Action):
    """Play a card for nothing."""

    verb = "drop"
    card: str


class Drops(Leak):
    """A turn ends with a card being dropped openly, by choice."""

    @hookimpl
    def elfen_decisions(self, rules: Ruleset) -> list[Decision]:
        return [Decision(RIDDLE, text="which card?", at_most=lambda rules, players: 99)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        every = tuple(Drop(kind.id) for kind in rules.layout.kinds_of(HAND))

        def legal(position: Position, seat: int) -> Sequence[Drop]:
            return [a for a in every if a.card in position.counts(HAND.of(seat))]

        def check(position: Position, seat: int, action: Drop) -> Reason | None:
            return None if action in legal(position, seat) else Reason("fault/drop", "no card")

        def apply(table: Table, item: Decide, action: Drop) -> None:
            self.drop(table, item.seat, action.card)

        return [
            ActionType(
                "fault/drop",
                type=Drop,
                at=(RIDDLE,),
                legal=legal,
                check=check,
                apply=apply,
                domain=lambda: every,
                public=as_it_is,
            )
        ]

    def drop(self, table: Table, seat: int, card: str) -> None:
        table.move(table.rules.layout.kind(card, TRAVEL_CARD), HAND.of(seat), PLAYED)

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        if table.size(HAND.of(item.seat)):
            table.ask(RIDDLE, item.seat)


class DropsOneOfCardsAlikeUnasked(Drops):
    """Who has no choice is not asked, so that all know what else is in the hand."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        held = table.counts(HAND.of(item.seat))
        if len(held) == 1 and sum(held.values()) > 1:
            self.drop(table, item.seat, min(held))
        else:
            super().last_of_turn(table, item)


class ListsWhatOthersAllow(Leak):
    """What one may whistle depends on the hand of another."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        other = (seat + 1) % position.players
        return TUNES if "dragon" in position.counts(HAND.of(other)) else TUNES[:1]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in self.legal(position, seat):
            return None
        return Reason("fault/whistle", "not that one")


class ExplainsTooMuch(Leak):
    """The reason why a tune is refused tells what lies on top of the pile."""

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in TUNES:
            return None
        dragons = position.counts(PILE).get("dragon", 0)
        return Reason("fault/whistle", f"there is no such tune, but {dragons} dragons in the pile")


class ExplainsToPrograms(Leak):
    """The reason says nothing of the pile, but has an argument that does."""

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in TUNES:
            return None
        dragons = position.counts(PILE).get("dragon", 0)
        text = "there is no such tune"
        return Reason.of("fault/whistle", "fault/no-tune", text, dragons=dragons)


class NeedsALoneDragon(Leak):
    """Only who holds an odd number of dragons may whistle, and does not have to show them."""

    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES if position.counts(HAND.of(seat)).get("dragon", 0) % 2 else ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in self.legal(position, seat):
            return None
        return Reason("fault/whistle", "one needs a lone dragon")


class ListsByTwoRareThings(ListsWhatOthersAllow):
    """What one may whistle depends on another's cards, which have to be six of a kind."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        held = position.counts(HAND.of((seat + 1) % position.players))
        return TUNES[: 1 + (max(held.values(), default=0) < 6)]


class LooksAtTheStack(ListsWhatOthersAllow):
    """What one may whistle depends on the stack, of which it is always true."""

    where = "action 'fault/whistle', plugin 'fault'"

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES if position.counts(STACK).get("dragon", 0) < 99 else ()


class OffersByTheHand(Leak):
    """Whether all see that one may whistle depends on one's hand, though it does not matter."""

    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        def offered(position: Position, seat: int) -> bool:
            return max(position.counts(HAND.of(seat)).values(), default=0) < 99

        (one,) = super().elfen_actions(rules)
        return [
            ActionType(
                one.name,
                type=one.type,
                at=one.at,
                legal=one.legal,
                check=one.check,
                apply=one.apply,
                domain=one.domain,
                public=one.public,
                offered=offered,
            )
        ]


class RollsByTheStack(Leak):
    """How the die is weighted would depend on the stack, if it were ever that full."""

    where = "plugin 'fault'"

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 1 + position.counts(STACK).get("dragon", 0) // 99, "2": 1}


class ReadsAnothersNotes(Leak):
    """What one may whistle depends on notes of another, which are always the same."""

    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [OWN_NOTES]

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES if position.ext[OWN_NOTES].cards[seat - 1] != "raft" else ()


class CountsWhatLiesThere(Expansion):
    """What one may whistle depends on how much lies where nobody can see it."""

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        zones, stack = position.zones, position.rules.layout.index(STACK)
        there = any(zones[stack]) and sum(zones[stack]) > 1 and position.size(STACK) > 1
        return TUNES if there or zones[stack] == (0,) * len(zones[stack]) else TUNES[:1]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in self.legal(position, seat):
            return None
        return Reason("fault/whistle", "not that one")


# What is kept in the state -------------------------------------------------------------


@frozen
class Notes:
    """Cards that were noted, seat by seat."""

    cards: tuple[str, ...] = shown(PUBLIC)


@frozen
class OwnNotes:
    """As `Notes`, but said to be each seat's own."""

    cards: tuple[str, ...] = shown(OWNER)


@frozen
class Remark:
    """A remark that its equality knows nothing of."""

    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remark)

    def __hash__(self) -> int:
        return 0


class Odd:
    """A value that has no form in JSON."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd)

    def __hash__(self) -> int:
        return 1


NOTES = Slot("fault/notes", Notes, start=lambda players: Notes(("",) * players))


class NotesACardInPublic(Leak):
    """A card of each hand is noted where everyone can read it."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [NOTES]

    def last_of_turn(self, table: Table, item: Do) -> None:
        cards = tuple(first_card(table, seat) for seat in range(table.players))
        table.set(NOTES, Notes(cards))
        table.roll("fault/die", item.seat)


OWN_NOTES = Slot(
    "fault/own",
    OwnNotes,
    start=lambda players: OwnNotes(("",) * players),
    worlds=lambda seen, rng: OwnNotes(
        tuple(
            seen.slot("fault/own")["cards"] if seat == seen.seat else rng.choice(("", "dragon"))
            for seat in range(seen.players)
        )
    ),
)


class NotesANeighboursCard(Leak):
    """Everyone gets a note of a card that the next seat holds."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [OWN_NOTES]

    def last_of_turn(self, table: Table, item: Do) -> None:
        cards = [first_card(table, seat) for seat in range(table.players)]
        table.set(OWN_NOTES, OwnNotes((*cards[1:], cards[0])))
        table.roll("fault/die", item.seat)


class RemarksOnACard(NotesACardInPublic):
    """The notes are equal whatever is held, but a remark on them can be read."""

    also = ("saving",)
    because = "what is equal and reads otherwise has no form that comes back"

    def last_of_turn(self, table: Table, item: Do) -> None:
        cards: Any = tuple(Remark(first_card(table, seat)) for seat in range(table.players))
        table.set(NOTES, Notes(cards))
        table.roll("fault/die", item.seat)


class CannotBeWritten(Leak):
    """What everyone may see is nothing that anybody could be told."""

    breaks = "saving"
    also = ("noninterference",)
    because = "what cannot be written cannot be told to anybody"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("fault/odd", Odd, start=lambda players: Odd(), visibility=PUBLIC)]


@frozen
class Weather:
    """What nobody knows until it is read out."""

    wind: str = shown(HIDDEN)
    blown: bool = shown(PUBLIC, default=False)


WEATHER = Slot("fault/weather", Weather, start=lambda players: Weather("calm"))


class HidesWithoutSayingWhat(Leak):
    """A slot hides something, and nobody can say what else it could be."""

    where = "slot 'fault/weather', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [WEATHER]


class ImaginesWhatOneWouldSee(Leak):
    """The other values of a slot look different from the real one."""

    where = "slot 'fault/own', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        def worlds(seen: Observation, rng: Random) -> OwnNotes:
            return OwnNotes(("dragon",) * seen.players)

        start: Any = lambda players: OwnNotes(("",) * players)  # noqa: E731
        return [Slot("fault/own", OwnNotes, start=start, worlds=worlds)]


# What is heard -------------------------------------------------------------------------


@frozen
class Sneezed:
    """A seat sneezed, so often."""

    seat: int
    times: int


@frozen
class SneezedUnheard:
    """A seat sneezed."""

    seat: int


class Sneezes(Leak):
    """Who holds a dragon at the end of a turn sneezes."""

    reveals: ClassVar[bool] = False

    @hookimpl
    def elfen_events(self, rules: Ruleset) -> list[EventType[Any]]:
        return [
            EventType(
                "fault/sneezed",
                type=Sneezed,
                public=self.public,
                owner="seat",
                reveals=self.reveals,
                text="{seat} sneezed {times} times",
            ),
            EventType(
                "fault/sneezed-unheard",
                type=SneezedUnheard,
                public=as_it_is,
                text="{seat} sneezed",
            ),
        ]

    def public(self, event: Sneezed) -> object:
        return SneezedUnheard(event.seat)

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        table.emit(Sneezed(item.seat, table.counts(HAND.of(item.seat)).get("dragon", 0)))
        table.roll("fault/die", item.seat)


class SneezesLoudly(Sneezes):
    """How often is heard by all."""

    def public(self, event: Sneezed) -> object:
        return event


class SneezesNowAndThen(Sneezes):
    """Who has no dragon does not sneeze at all."""

    def public(self, event: Sneezed) -> object:
        return SneezedUnheard(event.seat) if event.times else None


class SneezesForANeighbour(Sneezes):
    """The sneeze is heard in full by one's neighbour."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        other = (item.seat + 1) % table.players
        table.emit(Sneezed(other, table.counts(HAND.of(item.seat)).get("dragon", 0)))
        table.roll("fault/die", item.seat)


class ShowsByRolling(Leak):
    """How the die is weighted depends on what is in the stack."""

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 1 + position.counts(STACK).get("dragon", 0), "2": 1}


LOT = "fault/lot"
SPY = TableZone("fault/spy", holds=(TRAVEL_CARD,), visibility=HIDDEN)


class StopsBetweenPortions(Sneezes):
    """Cards go back unseen, but kind by kind, with a sneeze after each."""

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        for id, n in table.counts(STACK).items():
            kind = table.rules.layout.kind(id, TRAVEL_CARD)
            if n % 2:
                table.move(kind, STACK, SPY)
                table.move(kind, SPY, STACK)
                table.emit(SneezedUnheard(item.seat))
        table.roll("fault/die", item.seat)

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[TableZone]:
        return [SPY]


# Outcomes and answers --------------------------------------------------------------------

BAG = SeatZone("fault/bag", holds=(COUNTER,), visibility=OWNER)


class SneezesAtTheRarest(Sneezes):
    """A counter is drawn into a bag unseen, and of one kind all hear that something was drawn."""

    kind: ClassVar[str] = "magic-cloud"

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[SeatZone]:
        return [BAG]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Any]:
        draw = Draw("fault/draw", source=PILE, target=BAG, text="a counter for the bag")
        return [draw, *super().elfen_chance(rules)]

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        if item.data:
            self.drawn(table, item.seat)
            table.roll("fault/die", item.seat)
        else:
            table.do("fault/roll", item.seat, "again")
            n = min(self.number, table.size(PILE))
            if n:
                table.draw("fault/draw", item.seat, n)

    number: ClassVar[int] = 1

    def drawn(self, table: Table, seat: int) -> None:
        if table.counts(BAG.of(seat)).get(self.kind, 0) % 2:
            table.emit(SneezedUnheard(seat))


class SneezesAtThreeOfAKind(SneezesAtTheRarest):
    """All hear when somebody draws three counters alike, which hardly ever happens."""

    number = 3

    def drawn(self, table: Table, seat: int) -> None:
        if any(n == 3 for n in table.counts(BAG.of(seat)).values()):
            table.emit(SneezedUnheard(seat))


class FillsABagUnseen(SneezesAtTheRarest):
    """Counters are drawn into a bag, and nobody is told which."""

    breaks = ""

    def drawn(self, table: Table, seat: int) -> None:
        """Nothing is said."""


class CoughsAtARaft(Sleeves, Sneezes):
    """Which card goes up the sleeve is not said, but with a raft all hear a cough."""

    where = "event 'fault/sneezed-unheard', plugin 'fault'"

    def public(self, action: Any) -> Any:
        return SleeveHidden() if isinstance(action, Sleeve) else SneezedUnheard(action.seat)

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.roll("fault/die", item.seat)

    def put_up(self, table: Table, seat: int, card: str) -> None:
        super().put_up(table, seat, card)
        if card == "raft":
            table.emit(SneezedUnheard(seat))


class VowsAloud(Leak):
    """Who whistles makes a vow that only this seat is said to know, and all hear the tune."""

    where = "action 'fault/whistle', plugin 'fault'"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [OWN_NOTES]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        cards = list(table.ext[OWN_NOTES].cards)
        cards[item.seat] = {"high": "dragon", "low": ""}[action.tune]
        table.set(OWN_NOTES, OwnNotes(tuple(cards)))


# In the open ---------------------------------------------------------------------------

TABLE = SeatZone("fault/table", holds=(TRAVEL_CARD,), visibility=PUBLIC)


class LaysTheHandOpen(Expansion):
    """Who whistles shows a card to all, and takes it back. How the die is made depends on it."""

    @hookimpl
    def elfen_zones(self, rules: Ruleset) -> list[SeatZone]:
        return [TABLE]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        card = first_card(table, item.seat)
        if card != "none":
            kind = table.rules.layout.kind(card, TRAVEL_CARD)
            table.move(kind, HAND.of(item.seat), TABLE.of(item.seat))
            table.do("fault/roll", item.seat)

    def last_of_turn(self, table: Table, item: Do) -> None:
        assert item.seat is not None
        table.move_all(TABLE.of(item.seat), HAND.of(item.seat))
        table.roll("fault/die", item.seat)


class SneezesOnPurpose(Sneezes):
    """How often one sneezes is heard by all, and meant to be."""

    breaks = ""
    reveals = True

    def public(self, event: Sneezed) -> object:
        return event


class PutsCardsAway(Sleeves):
    """Cards go up sleeves, and nobody is told which."""

    breaks = ""


class NotesOnesOwnCards(NotesANeighboursCard):
    """Everyone gets a note of a card of his own."""

    breaks = ""

    def last_of_turn(self, table: Table, item: Do) -> None:
        cards = tuple(first_card(table, seat) for seat in range(table.players))
        table.set(OWN_NOTES, OwnNotes(cards))
        table.roll("fault/die", item.seat)


class MovesUnseen(StopsBetweenPortions):
    """Cards go to and fro unseen, kind by kind, and nobody can count the portions."""

    breaks = ""

    def last_of_turn(self, table: Table, item: Do) -> None:
        for id, n in table.counts(STACK).items():
            table.move(table.rules.layout.kind(id, TRAVEL_CARD), STACK, SPY, n)
        table.move_all(SPY, STACK)
        table.roll("fault/die", item.seat)


class RollsUnseen(Expansion):
    """The die is hidden, and what it shows is kept where nobody can see it."""

    winds: ClassVar[tuple[str, ...]] = ("1", "1", "2")

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        def worlds(seen: Observation, rng: Random) -> Weather:
            blown = seen.slot("fault/weather")["blown"]
            return Weather(rng.choice(self.winds), True) if blown else Weather("calm")

        return [
            Slot("fault/weather", Weather, start=lambda players: Weather("calm"), worlds=worlds)
        ]

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        (slot,) = (slot for name, slot in rules.slots.items() if name == "fault/weather")

        def blow(table: Table, item: Chance, face: str) -> None:
            table.set(slot, Weather(face, True))

        return [Roll("fault/die", self.faces, blow, visibility=HIDDEN)]


class ForgetsOneWind(RollsUnseen):
    """Whoever imagines the wind never thinks of one of the two that there are."""

    breaks = "noninterference"
    where = "slot 'fault/weather', plugin 'fault'"
    winds = ("1",)


class ThinksAllWindsAreAlike(RollsUnseen):
    """Whoever imagines the wind thinks that the rarer one blows nearly always."""

    breaks = "noninterference"
    where = "slot 'fault/weather', plugin 'fault'"
    winds = ("1", "2", "2", "2", "2")


class GuessesTheImpossible(RollsUnseen):
    """Whoever cannot see the wind is told that it may be a hail, which there never is."""

    breaks = "noninterference"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        def worlds(seen: Observation, rng: Random) -> Weather:
            blown = seen.slot("fault/weather")["blown"]
            return Weather(rng.choice(("calm", "hail")), blown)

        return [
            Slot("fault/weather", Weather, start=lambda players: Weather("calm"), worlds=worlds)
        ]

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        (slot,) = (slot for name, slot in rules.slots.items() if name == "fault/weather")

        def unheard_of(position: Position) -> Iterator[str]:
            if position.ext[slot].wind not in ("calm", "1", "2"):
                yield f"a {position.ext[slot].wind} blows"

        return [Invariant("fault/wind", unheard_of, text="the winds are known")]


def _below(cls: type[Expansion]) -> list[type[Expansion]]:
    return [one for sub in cls.__subclasses__() for one in (sub, *_below(sub))]


BASES = (Riddles, Pictures, Sleeves, Drops, Sneezes)
LEAKS = (
    *(leak for leak in _below(Leak) if leak.breaks and leak not in BASES),
    GuessesTheImpossible,
    ForgetsOneWind,
    ThinksAllWindsAreAlike,
)
IN_THE_OPEN: tuple[type[Expansion], ...] = (
    LaysTheHandOpen,
    SneezesOnPurpose,
    PutsCardsAway,
    NotesOnesOwnCards,
    MovesUnseen,
    RollsUnseen,
    FillsABagUnseen,
    SaysTheSameOfAll,
    Drops,
    CountsWhatLiesThere,
)
