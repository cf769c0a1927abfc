"""Words: events and views in the language that is spoken, with the names in `names`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from elfen.declare import (
    Decide,
    Decision,
    Draw,
    Kind,
    Meaning,
    Meanings,
    Means,
    Memo,
    Over,
    Pieces,
    PiecesMoved,
    PiecesMovedUnseen,
    SameMemo,
    SeatZone,
    TakenFromRoute,
    data_of,
)
from elfen.errors import Seat
from elfen.text.grammar import capital
from elfen.text.labels import spaced
from elfen.text.names import Names

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Observation, Ruleset, View

    #: The name of a slot with its visible fields, each with its name.
    SeenSlot = tuple[str, tuple[tuple[str, Any], ...]]

_LATEST = 12


class ScoreLine(Protocol):
    """A score line or a tie-break with its points, None if these are secret."""

    @property
    def text(self) -> str:
        """What it counts."""
        ...

    @property
    def points(self) -> int | None:
        """How much there is of it."""
        ...

    @property
    def detail(self) -> str:
        """What is to be added, such as how it came about."""
        ...


class Words(Names):
    """Names and sentences for the pieces, places and events of a ruleset, in one language.

    Seats count from 0. `names` are those of the players, by seat; the seat `you` is addressed.
    The language is the one that is spoken here, see `speaking`, unless another is given. What its
    catalogues lack is told in English.
    """

    def __init__(
        self,
        rules: Ruleset,
        names: Sequence[str] = (),
        you: int | None = None,
        language: str | None = None,
    ) -> None:
        super().__init__(rules, names, you, language)
        self._verb = ""
        self._draws = {
            (owned.entry.source.name, owned.entry.target.name)
            for owned in rules.chances
            if isinstance(owned.entry, Draw)
        }
        self._lying: Memo[tuple[str, tuple[Kind, ...]], str] = Memo(self._lies)
        self._held: Memo[Holding, str] = Memo(self._holding)
        self._slots: SameMemo[SeenSlot, str] = SameMemo(self._slot)

    # Events ----------------------------------------------------------------------------

    def event(self, event: object) -> str:
        """An event as text, without a full stop; raises `RulesetError` if it is undeclared."""
        declared = self._rules.event_type(event)
        if not isinstance(declared.text, str):
            return capital(declared.text(event, self))
        cls: Any = type(event)
        values = {field.name: getattr(event, field.name) for field in attrs.fields(cls)}
        return capital(self.filled(declared.text, values, self._rules.meanings(declared.type)))

    def filled(self, text: str, values: Mapping[str, object], means: Meanings) -> str:
        """A text with the names of the values in it, as `means` has it."""
        shown = {name: self._meant(value, name, means.get(name)) for name, value in values.items()}
        return self._catalogue.text(text).format_map(shown)

    def _meant(self, value: object, name: str, means: Meaning | None) -> object:
        """A value of a template by its meaning; seats and numbers have alternatives there."""
        if means is None and type(value) is int and name != "seat" and not name.endswith("_seat"):
            return self._catalogue.number(value)
        seat = means is Means.SEAT or (means is None and (name == "seat" or name.endswith("_seat")))
        if seat and (value is None or isinstance(value, int)):
            return self.seat(value)
        return self.value(value, name, means)

    def events(self, events: Iterable[object], verb: str = "") -> list[str]:
        """Events as sentences, in order; consecutive events of one seat make one sentence.

        `verb` is the one for pieces that a seat gives up, if another than that of their zone.
        """
        self._verb = verb
        try:
            return self._events(events)
        finally:
            self._verb = ""

    def _events(self, events: Iterable[object]) -> list[str]:
        told: list[str] = []
        for _, alike in groupby(events, _swept):
            group = list(alike)
            if isinstance(group[0], TakenFromRoute) and len(group) > 1:
                told.append(self._sweep(group))  # type: ignore[arg-type]
            else:
                told += map(self.event, group)
        return [
            f"{subject} {self.listed(done)}" if subject else done[0]
            for subject, done in self._by_subject(told)
        ]

    def _sweep(self, events: Sequence[TakenFromRoute]) -> str:
        pieces = Pieces.of([event.kind for event in events])
        who, target = events[0].seat, events[0].target
        what = self.pieces(pieces, target)
        if who is not None:
            took = self.say("{seat} took {what} off the routes", seat=Seat(who), what=what)
            return capital(took)
        return capital(self.say("{what} were taken off the routes", what=what))

    def _by_subject(self, sentences: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
        """Consecutive sentences that begin with the same seat: the seat, and what it did."""
        seats = [capital(self.seat(seat)) for seat in range(self._rules.most_players)]
        seats.sort(key=len, reverse=True)  # what Ann B. did is not what Ann did
        subject, told = "", list[str]()
        for sentence in sentences:
            seat = next((one for one in seats if sentence.startswith(f"{one} ")), "")
            rest = sentence[len(seat) + 1 :] if seat else sentence
            if told and seat and seat == subject:
                told.append(rest)
                continue
            if told:
                yield subject, told
            subject, told = seat, [rest]
        if told:
            yield subject, told

    def moved(self, event: PiecesMoved | PiecesMovedUnseen) -> str:
        """Pieces that moved from zone to zone."""
        source, target, giver, taker = (
            event.source,
            event.target,
            event.source_seat,
            event.target_seat,
        )
        if isinstance(event, PiecesMoved):
            n, what = len(event.pieces), self.pieces(event.pieces, source)
        else:
            n, what = event.number, self.number(event.number, source)
        drawn = (source, target) in self._draws
        seats = {"giver": self._whose(giver), "taker": self._whose(taker)}
        places = {"source": self.zone(source), "target": self.zone(target)}
        values = {**seats, **places, "what": what, "n": n}
        if event.draw is not None:
            return self._drawn_from(giver, taker, values)
        if giver is None and taker is None:
            if drawn:
                return self.say(
                    "{what} {n:was|were} drawn from the {source} to the {target}", **values
                )
            return self.say("{what} {n:was|were} moved from the {source} to the {target}", **values)
        if giver is None:
            if drawn:
                return self.say("{taker} drew {what}", **values)
            return self.say("{taker} took {what} from the {source}", **values)
        zone = self._rules.layout.zones[source]
        if taker is None:
            paid_into = zone.pays_into if isinstance(zone, SeatZone) else None
            if paid_into is not None and paid_into.name == target:
                verb = self._verb or self._paid(zone)
                return self.say(f"{{giver}} {verb} {{what}}", **values)
            return self.say("{giver} put {what} into the {target}", **values)
        if giver == taker:
            return self.say("{giver} moved {what} from the {source} to the {target}", **values)
        return self.say("{giver} gave {taker} {what}", **values)

    def _drawn_from(self, giver: int | None, taker: int | None, values: Mapping[str, Any]) -> str:
        """Pieces that were drawn blind from a seat's zone."""
        if taker is None:
            text = "{giver} lost {what} from the {source} to the {target}, drawn blind"
            return self.say(text, **values)
        if giver == taker:
            text = "{giver} drew {what} from the {source} to the {target}"
            return self.say(text, **values)
        return self.say("{taker} robbed {giver} of {what}", **values)

    @staticmethod
    def _whose(seat: int | None) -> Seat | None:
        return None if seat is None else Seat(seat)

    @staticmethod
    def _paid(zone: object) -> str:
        return zone.paid if isinstance(zone, SeatZone) else "played"

    def spending(self, action: object) -> str:
        """The verb for pieces that a seat gives up by an action, if its type has one of its own."""
        found = (o.entry.spends for o in self._rules.action_types if o.entry.type is type(action))
        return next(found, "")

    def rolled(self, name: str, face: str) -> str | None:
        """The sentence about a face of a roll, "" if there is nothing to tell; None without one."""
        told = next(o.entry for o in self._rules.chances if o.entry.name == name).told
        return None if told is None else capital(told(face, self))

    def ending(self, name: str) -> str:
        """Why a game ended."""
        text = next(ending.text for ending in self._rules.endings if ending.name == name)
        return self.say(text)

    def chance(self, name: str) -> str:
        """What a draw or roll is for; raises `ElfenError` if the rules have none of that name."""
        return self.say(self._chance(name).text or name)

    # Views -----------------------------------------------------------------------------

    def pending(self, view: Observation) -> str:
        """What the table waits for."""
        item = view.pending
        if isinstance(item, Over):
            return self.say("The game is over: {why}.", why=self.ending(item.ending))
        if isinstance(item, Decide):
            decision, told = self._rules.decision(item), self.told(view)
            asked = capital(
                self.say(
                    "{seat} decides: {what}.", seat=Seat(item.seat), what=self.say(decision.text)
                )
            )
            return f"{asked} {told}" if told else asked
        what = self.chance(item.name)
        if item.seat is None:
            return self.say("Chance is due: {what}.", what=what)
        return self.say("Chance is due for {seat}: {what}.", seat=Seat(item.seat), what=what)

    def told(self, view: Observation) -> str:
        """What the data of the decision that is due mean; "" if there is nothing to tell."""
        item = view.pending
        if not isinstance(item, Decide):
            return ""
        decision = self._rules.decision(item)
        return "" if decision.told is None else decision.told(_data(decision, item), self)

    def table(self, view: Observation) -> str:
        """The table as an observer may see it, in several lines of text."""
        return "\n".join(self.table_lines(view))

    def score_line(self, line: ScoreLine) -> str:
        """What a score line or a tie-break counts, with its points: `town pieces: 12`."""
        what = self.say(line.text)
        told = f"{what}: {line.points}"
        if line.points is None:
            told = self.say("{what}: secret", what=what)
        return f"{told} ({line.detail})" if line.detail else told

    def table_lines(self, view: Observation) -> list[str]:
        """The lines of `table`, the first of which says whose turn it is."""
        who = self.observer(view.seat)
        seen = self.say("Round {round} as {who} may see it.", round=view.round, who=who)
        lines = [f"{seen} {self.pending(view)}"]
        held = self._held
        for seat in range(view.players):
            taken = len(view.visited[seat])
            parts = [self.town(view.towns[seat]), self.counted(taken, "town piece", "no")]
            parts += [held[one] for one in view.holdings if one.seat == seat]
            lines.append(f"{self.seat(seat)}: {'; '.join(parts)}")
        zones = view.rules.layout.zones
        mine = [one for one in view.holdings if one.seat is None]
        table = [held[one] for one in mine if getattr(zones[one.zone], "counted", True)]
        if table:
            lines.append(f"{self.say('table')}: {'; '.join(table)}")
        lines += self._lying.of(view.lying)
        return [*lines, *(line for _, line in self.slot_lines(view))]

    def _lies(self, what: tuple[str, tuple[Kind, ...]]) -> str:
        route, kinds = what
        return f"{self.route(route)}: {self.listed([self.kind(kind) for kind in kinds])}"

    def slots(self, view: Observation) -> Iterator[tuple[str, str]]:
        """The visible part of each slot, by name; a slot with a `text` function words it itself."""
        for slot in view.slots:
            if told := self._slots[slot]:
                yield slot[0], told

    def _slot(self, slot: SeenSlot) -> str:
        name, fields = slot
        text = self._rules.slots[name].text
        if text is not None:
            return text(dict(fields), self)
        return ", ".join(f"{spaced(one)} {value}" for one, value in fields)

    def slot_lines(
        self, view: Observation, name: Callable[[str], str] | None = None
    ) -> Iterator[tuple[str, str]]:
        """A line for each slot of which there is something to tell, by name.

        What is no sentence begins with `name(slot)`, or with what people call the slot.
        """
        name = name or self.zone
        for slot, told in self.slots(view):
            yield slot, capital(told) if told.endswith(".") else f"{name(slot)}: {told}"

    def holding(self, holding: Holding) -> str:
        """A zone with its pieces, or their number."""
        return self._held[holding]

    def _holding(self, holding: Holding) -> str:
        name = self.zone(holding.zone)
        if holding.pieces is None or not holding.size:
            return f"{name} {holding.size}"
        return f"{name} {holding.size} ({holding.pieces})"

    def view(self, view: View) -> str:
        """The table, the latest lines of the log, and the number of legal actions."""
        lines = [self.table(view), "", *map(str, view.log[-_LATEST:])]
        if view.legal_actions:
            lines += ["", self.counted(len(view.legal_actions), "legal action")]
        return "\n".join(lines)


def _data(decision: Decision, item: Decide) -> Any:
    """The data that a decision is asked with, as the type that it declares."""
    return item.data if decision.data is None else data_of(decision.data, item)


def _swept(event: object) -> object:
    """Equal for pieces that are taken off the routes together."""
    if isinstance(event, TakenFromRoute):
        return event.target, event.seat
    return id(event)
