"""Small expansions whose fault shows elsewhere than where it is: later, or in another function.

They are made like the faults of `faults`. `causes` are the functions that must be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from attrs import evolve
from faults import DIE, HEARD, RIDDLE, TUNES, AsksARiddle, CutsShort, Expansion, Whistle

from elfen.land import COUNTERS, HAND, MOVE, PILE, PLAYED, SHOWN, STACK
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Chance,
    Decide,
    Decision,
    Do,
    Draw,
    Invariant,
    Position,
    Reason,
    Ruleset,
    Slot,
    State,
    Table,
    frozen,
    hookimpl,
    shifted,
    shown,
    state_after,
)

MOOD = "fault/mood"


class Caused(Expansion):
    """What all of these have in common."""

    causes: ClassVar[tuple[str, ...]] = ()


# By a short cut --------------------------------------------------------------------------


class LosesACardAtOnce(CutsShort, Caused):
    """A short cut loses a card, which the long way does not."""

    breaks = "conservation"
    causes = ("LosesACardAtOnce.die",)

    def die(self, rules: Ruleset, state: State, later: tuple[Any, ...], seat: int) -> State | None:
        after = super().die(rules, state, later, seat)
        index = rules.layout.index(HAND, seat)
        if after is None or not any(after.zones[index]):
            return after
        counts = [*after.zones[index]]
        counts[counts.index(max(counts))] -= 1
        zones = (*after.zones[:index], tuple(counts), *after.zones[index + 1 :])
        return evolve(after, zones=zones)


class RollsForAnotherSeat(CutsShort, Caused):
    """A short cut takes what comes next from a table, which was made wrong."""

    breaks = "purity"
    causes = ("Rolls.__init__",)

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> Any:
        (cut,) = super().elfen_shortcuts(rules)
        rolls = Rolls(rules)

        def take(state: State, action: Whistle) -> State | None:
            after: State | None = cut.take(state, action)
            if after is None:
                return None
            rolling = rolls.by_seat[getattr(after.agenda[-1], "seat", 0)]
            return evolve(after, agenda=(*after.agenda[:-1], rolling))

        return [evolve(cut, take=take)]


class Rolls:
    """The roll of each seat, but for the first, who gets another's."""

    def __init__(self, rules: Ruleset) -> None:
        self.by_seat = [rules.chance(DIE, max(1, seat), ()) for seat in range(6)]


class ForgetsToRollSlowly(CutsShort, Caused):
    """After the first round no die is rolled, but by the short cut."""

    breaks = "purity"
    causes = ("ForgetsToRollSlowly.last_of_turn",)

    def last_of_turn(self, table: Table, item: Do) -> None:
        if table.round == 1:
            table.roll(DIE, item.seat)


class TakesACardFromAYearOn(CutsShort, Caused):
    """A short cut goes by a number that is set when its object is made, and is wrong."""

    breaks = "purity"
    causes = ("Years.__init__",)

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> Any:
        (cut,) = super().elfen_shortcuts(rules)
        return [evolve(cut, take=Years(rules, cut.take).take)]


class Years:
    """From which round on a counter is shown: never, if it were right."""

    def __init__(self, rules: Ruleset, take: Callable[[Any, Any], State | None]) -> None:
        self.rules, self.cut = rules, take
        self.pile, self.shown = rules.layout.index(PILE), rules.layout.indexes(SHOWN)
        self.first = 2

    def take(self, state: State, action: Whistle) -> State | None:
        """The short cut, with a counter from the pile."""
        after = self.cut(state, action)
        if after is None or state.round < self.first or not any(after.zones[self.pile]):
            return after
        zones = [*after.zones]
        one, shown = first_of(zones[self.pile]), self.shown[0]
        ledger = shifted(self.rules, zones, after.ledger, self.pile, shown, one)
        return state_after(after, tuple(zones), after.agenda, ledger)


class PlaysACardAfterTheOthers(CutsShort, Caused):
    """The short cut plays a card and puts the others back into the stack, the long way does so in
    the opposite order.

    The same cards lie in the same places then; only what others know of them is not the same.
    """

    breaks = "purity"
    causes = ("PlaysACardAfterTheOthers.apply",)

    def die(self, rules: Ruleset, state: State, later: tuple[Any, ...], seat: int) -> State | None:
        after = super().die(rules, state, later, seat)
        index, hand = rules.layout.index, rules.layout.index(HAND, seat)
        if after is None or not any(after.zones[hand]):
            return after
        zones, ledger = [*after.zones], after.ledger
        ledger = shifted(rules, zones, ledger, hand, index(PLAYED), first_of(zones[hand]))
        if any(zones[hand]):
            ledger = shifted(rules, zones, ledger, hand, index(STACK), zones[hand])
        return state_after(after, tuple(zones), after.agenda, ledger)

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        index = table.rules.layout.index
        hand = index(HAND, item.seat)
        if not any(table.zones[hand]):
            return
        first = first_of(table.zones[hand])
        others = tuple([a - b for a, b in zip(table.zones[hand], first, strict=True)])
        if any(others):
            table.shift(hand, index(STACK), others)
        table.shift(hand, index(PLAYED), first)


def first_of(counts: Sequence[int]) -> tuple[int, ...]:
    """A single piece, of the first kind that there is."""
    kind = next(kind for kind, n in enumerate(counts) if n)
    return tuple([int(at == kind) for at in range(len(counts))])


class RollsUnsaid(CutsShort):
    """That a die rolls is known; but after a tune, only by the short cut."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [HEARD, ROLLING]

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return [Invariant("fault/rolling", rolling, text="that a die rolls is known")]

    @hookimpl
    def elfen_shortcuts(self, rules: Ruleset) -> Any:
        (cut,) = super().elfen_shortcuts(rules)

        def take(state: State, action: Whistle) -> State | None:
            after: State | None = cut.take(state, action)
            if after is None:
                return None
            ext = after.ext.with_value(HEARD, (action.tune,)).with_value(ROLLING, True)
            return evolve(after, ext=ext)

        return [evolve(cut, take=take)]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(HEARD, (action.tune,))

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.set(ROLLING, not table.ext[HEARD])
        table.roll(DIE, item.seat)

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        table.set(HEARD, ())
        table.set(ROLLING, False)


ROLLING: Slot[Any] = Slot("fault/rolling", bool, start=lambda players: False, visibility=PUBLIC)


def rolling(position: Position) -> list[str]:
    """What is wrong if a die rolls and is not known to, or the reverse."""
    due = any(getattr(item, "name", "") == DIE for item in position.agenda)
    return [] if due == position.ext[ROLLING] else ["nobody knows of the die"]


# By what is remembered -------------------------------------------------------------------


class Songbird:
    """Remembers what was whistled last, beside the state."""

    def __init__(self) -> None:
        self.last = ""

    def whistled(self, tune: str) -> None:
        """Remember a tune."""
        self.last = tune

    def knows(self) -> tuple[Whistle, ...]:
        """All tunes but the last."""
        return tuple([tune for tune in TUNES if tune.tune != self.last])


class TiresOfATune(Caused):
    """The tune that was whistled last is not listed, whoever whistled it in whichever game."""

    breaks = "purity"
    causes = ("Songbird.knows", "Songbird.whistled")

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        bird = Songbird()

        def legal(position: Position, seat: int) -> Sequence[Whistle]:
            return bird.knows()

        def apply(table: Table, item: Decide, action: Whistle) -> None:
            bird.whistled(action.tune)

        return [evolve(whistling, legal=legal, apply=apply)]


# By whoever gave the value, or let it come up --------------------------------------------


class TakesTooMany(Caused):
    """A tune moves more counters than there are: another function says how many."""

    breaks = "progress"
    causes = ("TakesTooMany.how_many",)

    def how_many(self) -> int:
        return 97

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        n = self.how_many()
        table.move(COUNTERS[0], PILE, PILE, n)


class AllowsARiddle(Caused):
    """A tune asks what nobody can answer: another function has nothing against it."""

    breaks = "progress"
    causes = ("AllowsARiddle.is_asked_well",)

    @hookimpl
    def elfen_decisions(self, rules: Ruleset) -> list[Decision]:
        return [Decision(RIDDLE, text="what is it?", at_most=lambda rules, players: 99)]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        return [evolve(whistling, at=(MOVE, RIDDLE))]

    def is_asked_well(self, seat: int) -> bool:
        """Whether there is an answer."""
        return seat >= 0

    def legal(self, position: Position, seat: int) -> Sequence[Whistle]:
        return TUNES if _asked(position) == MOVE and self.is_asked_well(seat) else ()

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if _asked(position) == MOVE and self.is_asked_well(seat):
            return None
        return Reason("fault/riddle", "that is not it")

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.ask(RIDDLE, item.seat)


def _asked(position: Position) -> str:
    return str(getattr(position.agenda[-1], "name", ""))


class OffersNoAnswer(AsksARiddle, Caused):
    """It is said that a riddle can be answered, but it cannot."""

    breaks = "progress"
    causes = ("OffersNoAnswer.offered",)

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        return [evolve(whistling, offered=self.offered)]

    def offered(self, position: Position, seat: int) -> bool:
        """Whether there is an answer."""
        return True


@frozen
class Heard:
    """A tune was heard."""

    seat: int


class TellsUndeclared(Caused):
    """A tune tells of what no hook declares."""

    breaks = "purity"
    causes = ("TellsUndeclared.apply", "TellsUndeclared.elfen_events")

    @hookimpl
    def elfen_events(self, rules: Ruleset) -> list[Any]:
        return []

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.emit(Heard(item.seat))


@frozen
class Mood:
    """How the one is who whistled last."""

    good: int = shown(PUBLIC)


KEPT = Slot(MOOD, Mood, start=lambda players: Mood(0), text=lambda mood, words: "a mood")


class RemembersTooMany(Caused):
    """A die moves more counters than there are: an earlier move has put down how many."""

    breaks = "progress"
    causes = ("RemembersTooMany.apply",)

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [KEPT]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(KEPT, Mood(97))

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        n = table.ext[KEPT].good
        table.move(COUNTERS[0], PILE, PILE, n)


class HasAFaceTooMany(Caused):
    """A face comes up that cannot be carried out."""

    breaks = "progress"
    causes = ("HasAFaceTooMany.faces",)

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        return {"1": 2, "2": 1, "3": 1}

    def rolled(self, table: Table, item: Chance, face: str) -> None:
        if face == "3":
            table.move(COUNTERS[0], PILE, PILE, 97)


class DrawsTooMany(Caused):
    """More counters are to be drawn than there are: another function says how many."""

    breaks = "progress"
    causes = ("DrawsTooMany.last_of_turn", "DrawsTooMany.how_many")

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> Any:
        return [*super().elfen_chance(rules), Draw("fault/draw", source=PILE, target=SHOWN)]

    def how_many(self) -> int:
        return 97

    def last_of_turn(self, table: Table, item: Do) -> None:
        table.draw("fault/draw", item.seat, self.how_many())


class SaysNoToHands(Caused):
    """An invariant is broken by what is right."""

    breaks = "conservation"
    causes = ("holding",)

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return [Invariant("fault/hands", holding, text="nobody holds a card")]


def holding(position: Position) -> Iterable[str]:
    """What is wrong with holding cards: nothing."""
    for seat in range(position.players):
        if position.size(HAND.of(seat)):
            yield f"seat {seat} holds cards"


class HasNoWordForAMood(Caused):
    """A slot gets a value that is not of its type, from an attribute of an object."""

    breaks = "saving"
    causes = ("Moods.__init__",)

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [KEPT]

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        moods = Moods()

        def apply(table: Table, item: Decide, action: Whistle) -> None:
            table.set(KEPT, Mood(moods.usual[0]))

        return [evolve(whistling, apply=apply)]


class Moods:
    """The usual moods, as texts, where numbers are wanted."""

    def __init__(self) -> None:
        self.usual: tuple[Any, ...] = ("good",)


class KeepsAList(Caused):
    """A slot gets a value that can change."""

    breaks = "purity"
    causes = ("KeepsAList.apply",)

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [KEPT]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        table.set(KEPT, Mood([1]))  # type: ignore[arg-type]


# By a word -------------------------------------------------------------------------------


@frozen(cache_hash=True)
class Hushed(Action):
    """What others see of a whistled tune, in the words of another action."""

    verb = "stop"


class HushesUp(Caused):
    """The public form of a tune reads like an action of Elfenland."""

    breaks = "noninterference"
    causes = ("Hushed",)

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (whistling,) = super().elfen_actions(rules)
        return [evolve(whistling, public=lambda action: Hushed())]


CAUSED: tuple[type[Caused], ...] = tuple(Caused.__subclasses__())
