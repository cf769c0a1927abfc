"""Words: pieces, places, events and views in the language that is spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import (
    Action,
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
    Price,
    Route,
    SameMemo,
    SeatZone,
    TableZone,
    TakenFromRoute,
    Terrain,
    Town,
    data_of,
)
from elfen.errors import AnyOf, Message, Reason, Seat, alternative, in_one_line
from elfen.text import grammar
from elfen.text.grammar import capital
from elfen.text.labels import Labels, spaced
from elfen.text.speech import ENGLISH, Catalogues
from elfen.text.speech import language as spoken

if TYPE_CHECKING:
    from elfen.declare import Board, Need
    from elfen.declare.given import Holding, Observation, Ruleset, View

    #: The name of a slot with its visible fields, each with its name.
    SeenSlot = tuple[str, tuple[tuple[str, Any], ...]]

_LATEST = 12


class Name(str):
    """The name of a player; `addressed` if it is `you`. See `Message` for formats."""

    addressed = False

    def __format__(self, spec: str) -> str:
        return alternative(str(self), spec, int(not self.addressed))


class _Way(str):
    """A route in a template: `ends` is its name without the terrain."""

    ends = ""

    def __format__(self, spec: str) -> str:
        return self.ends if spec == "ends" else str(self)


class Words:
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
        self._rules = rules
        self._names = tuple(names)
        self._you = you
        #: The language of these words, such as `de`.
        self.language = language or spoken()
        self._catalogue = rules.once(Catalogues).of[self.language]
        self._verb = ""
        names = [kind.name for kind in rules.layout.kinds]
        self._ambiguous = {name for name in names if names.count(name) > 1}
        self._purses = [zone for zone in rules.layout.seat_zones if zone.pays_into is not None]
        self._draws = {
            (owned.entry.source.name, owned.entry.target.name)
            for owned in rules.chances
            if isinstance(owned.entry, Draw)
        }
        self._routes: Memo[str, str] = Memo(self._route)
        self._lying: Memo[tuple[str, tuple[Kind, ...]], str] = Memo(self._lies)
        self._held: Memo[Holding, str] = Memo(self._holding)
        self._slots: SameMemo[SeenSlot, str] = SameMemo(self._slot)

    @property
    def board(self) -> Board:
        """The board of the ruleset."""
        return self._rules.board

    # Sentences -------------------------------------------------------------------------

    def say(self, text: str, /, **values: Any) -> str:
        """A message, or a template with values, in the language of these words.

        Values are what the arguments of a `Message` may be.
        """
        template = text
        if isinstance(text, Message):
            template, values = text.template, dict(text.arguments)
        told = self._catalogue.text(template)
        if not values:
            return told
        return told.format_map({name: self._shown(value) for name, value in values.items()})

    def reason(self, reason: Reason) -> str:
        """Why an action is not legal, with names, in one short line."""
        return in_one_line(self.say(reason.text))

    def _shown(self, value: Any) -> Any:
        """A value of a template as it is written, by what it means."""
        if isinstance(value, Message):
            return self.say(value)
        if value is None or isinstance(value, (str, bool)):
            return value
        if isinstance(value, Seat):
            return self.seat(int(value))
        if isinstance(value, int):
            return self._catalogue.number(value)
        if isinstance(value, AnyOf):
            return self.listed([str(self._shown(one)) for one in value], "or")
        if isinstance(value, tuple):
            return self.listed([str(self._shown(one)) for one in value])
        if isinstance(value, Kind):
            return self.name(value)
        if isinstance(value, Pieces):
            return self.value(value, means=Means.PAYMENT)
        if isinstance(value, Route):
            way = _Way(self.route(value.id))
            way.ends = "–".join(map(self.town, value.ends))
            return way
        if isinstance(value, Town):
            return self.town(value.id)
        if isinstance(value, Terrain):
            return self.say(value.name)
        if isinstance(value, Price):
            return self.listed([self.need(need) for need in value.needs]) or self.say("nothing")
        if isinstance(value, (TableZone, SeatZone)):
            return self.zone(value.name)
        return str(value)

    def listed(self, parts: Sequence[str], joined: str = "and") -> str:
        """`a, b and c`, in the language of these words."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.say(joined)} {parts[-1]}"

    def counted(self, n: int, noun: str, none: str = "0") -> str:
        """`a travel card`, `2 travel cards`; `none` is written for 0."""
        return self._count(n, noun, "counted", none)

    def _count(self, n: int, noun: str, context: str, none: str = "0") -> str:
        told = self._catalogue.counted(n, noun, grammar.plural(noun), context)
        if told is not None:
            return told
        if noun[:1].isupper() and self.language != ENGLISH:  # a name, which has no article
            return noun if n == 1 else f"{n} {noun}"
        return grammar.counted(n, noun, none)

    def name(self, kind: Kind) -> str:
        """What a kind is called, such as `dragon`."""
        return self.say(kind.name)

    def terrain(self, id: str) -> str:
        """The name of a terrain."""
        return self.say(self._rules.terrains[id].name)

    # Names -----------------------------------------------------------------------------

    def game(self) -> str:
        """What a game of these rules is called: `Elfengold with Favor of the Towns`."""
        manifests = [plugin.manifest for plugin in self._rules.plugins]
        games = [one for one in manifests if one.game]
        known = games[-1:] or manifests[:1]
        inside = {one.name for one in (*known, *games)}
        more = [self.say(one.title) for one in manifests if one.name not in inside]
        title = self.say(known[0].title) if known else ""
        return self.say("{game} with {more}", game=title, more=self.listed(more)) if more else title

    def seat(self, seat: int | None) -> str:
        """A seat by the name of its player, or `seat 1`; None is nobody."""
        if seat is None:
            return Name(self.say("nobody"))
        if seat == self._you:
            you = Name(self.say("you"))
            you.addressed = True
            return you
        named = 0 <= seat < len(self._names) and self._names[seat]
        return Name(named or self.say("seat {number}", number=str(seat)))

    def town(self, id: str) -> str:
        """The name of a town."""
        return self._rules.board.town(id).name

    def route(self, id: str) -> str:
        """A route, by the names of its ends and its terrain."""
        return self._routes[id]

    def _route(self, id: str) -> str:
        route = self._rules.board.route(id)
        ends = "–".join(self.town(town) for town in route.ends)
        return f"{ends} ({self.terrain(route.terrain)})"

    def kind(self, kind: Kind, n: int = 1) -> str:
        """`n` of a kind, such as `a dragon card`, with its group if two kinds share the name."""
        name = kind.name
        told = self._catalogue.counted(n, name, grammar.plural(name), f"counted {kind.group.name}")
        if told is not None:
            return told
        if name in self._ambiguous:
            name += f" {kind.group.noun.split()[-1]}"
        return self.counted(n, name)

    def pieces(self, pieces: Pieces, zone: str) -> str:
        """Pieces that are, or were, in the zone with that name."""
        kinds = {k.id: k for k in self._rules.layout.kinds_of(self._rules.layout.zones[zone])}
        told = self.listed([self.kind(kinds[id], n) for id, n in pieces.items])
        return told or self.say("nothing")

    def number(self, n: int, zone: str) -> str:
        """`n` pieces of the zone with that name, such as `8 travel cards`."""
        nouns = [group.noun for group in self._rules.layout.zones[zone].holds]
        return self.counted(n, nouns[0] if len(nouns) == 1 else "piece")

    def need(self, need: Need) -> str:
        """One need of a price: `2 dragon cards`, `any 3 travel cards`."""
        if need.kinds is None:
            told = self.say("any {what}", what=self.number(need.n, need.zone.name))
            return told.replace("any a ", "any ")
        kinds = {kind.id: kind for kind in self._rules.layout.kinds_of(need.zone)}
        return f" {self.say('or')} ".join(self.kind(kinds[id], need.n) for id in need.kinds)

    def zone(self, name: str) -> str:
        """What people call a zone or slot: its label, or else its name without the plugin's.

        No two are called the same: what has no label of its own is then named with its plugin.
        """
        return self._rules.once(Labels).told(name, self.say)

    def place(self, zone: str, seat: int | None) -> str:
        """A zone, and the seat that owns it."""
        told = self.zone(zone)
        return told if seat is None else self.say("{zone} of {seat}", zone=told, seat=Seat(seat))

    def value(self, value: object, field: str = "", means: Meaning | None = None) -> str:
        """What a value names, by its meaning; the value itself if it has none or names nothing.

        A tuple holds several values of that meaning. A number, or None, in a `field` called
        `seat` or `..._seat` means a seat.
        """
        if isinstance(value, Pieces):
            kinds = [(self.kind_meant(id, means), id, n) for id, n in value.items]
            parts = [self.kind(kind, n) if kind else self.counted(n, id) for kind, id, n in kinds]
            return self.listed(parts) or self.say("nothing")
        if means is None:
            is_seat = field == "seat" or field.endswith("_seat")
            means = Means.SEAT if is_seat and not isinstance(value, str) else None
        if means is not None and isinstance(value, tuple):
            told = self.listed([self.value(one, means=means) for one in value])
            return told or self.say("nothing")
        if means is Means.SEAT:
            return self.seat(None if value is None else int(str(value)))
        if isinstance(value, Message):
            return self.say(value)
        if not isinstance(value, str):
            return str(value)
        if means is None:
            return self.say(value)
        board = self._rules.board
        if means is Means.TOWN:
            return self.town(value) if value in board.town_number else value
        if means is Means.ROUTE:
            return self.route(value) if value in board.route_number else value
        kind = self.kind_meant(value, means)
        return self.say(value) if kind is None else self.name(kind)

    def kind_meant(self, id: str, means: Meaning | None) -> Kind | None:
        """The kind that an id stands for by its meaning; None if it stands for none."""
        layout = self._rules.layout
        if means is Means.PAYMENT:
            name, _, zone = id.partition("@")
            zones = [layout.zones[zone]] if zone in layout.zones else self._purses
            found = (kind for one in zones for kind in layout.kinds_of(one) if kind.id == name)
            return next(found, None)
        if means is None or isinstance(means, Means):
            return None
        groups = means if isinstance(means, tuple) else (means,)
        found = (kind for group in groups for kind in layout.kinds_in(group) if kind.id == id)
        return next(found, None)

    def action(self, action: Action, omit: Sequence[str] = ()) -> str:
        """An action in words, such as `place a raft on Feodor–Rivinia (woods)`.

        Fields named in `omit` are left out.
        """
        told, meanings = [self.say(action.verb)], self.meanings(action)
        for one in attrs.fields(type(action)):
            if one.name in omit:
                continue
            value, means = getattr(action, one.name), meanings.get(one.name)
            kind = self.kind_meant(value, means) if isinstance(value, str) else None
            text = self.kind(kind) if kind else self.value(value, one.name, means)
            place = means in (Means.ROUTE, Means.TOWN)
            if means is Means.PAYMENT:
                text = self.say("for {what}", what=text)
            elif place:
                text = self.say("on {where}", where=text)
            told.append(text)
        return " ".join(told)

    def meanings(self, action: Action) -> Meanings:
        """The meanings of an action's fields, as its action type declares them."""
        return self._rules.meanings(type(action))

    def face(self, name: str, face: str) -> str:
        """A face of a roll, by the name of what it stands for."""
        roll = next(o.entry for o in self._rules.chances if o.entry.name == name)
        return self.value(face, means=roll.means)

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
        """What a draw or roll is for."""
        text = next(o.entry.text for o in self._rules.chances if o.entry.name == name)
        return self.say(text or name)

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

    def table_lines(self, view: Observation) -> list[str]:
        """The lines of `table`, the first of which says whose turn it is."""
        who = self.say("the public") if view.seat is None else self.seat(view.seat)
        seen = self.say("Round {round} as {who} may see it.", round=view.round, who=who)
        lines = [f"{seen} {self.pending(view)}"]
        held = self._held
        for seat in range(view.players):
            taken = len(view.visited[seat])
            parts = [self.town(view.towns[seat]), self.counted(taken, "town piece", "no")]
            parts += [held[one] for one in view.holdings if one.seat == seat]
            lines.append(f"{self.seat(seat)}: {'; '.join(parts)}")
        table = [held[one] for one in view.holdings if one.seat is None]
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
