"""Names of pieces, places and players, and templates with them, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import (
    Action,
    Draw,
    Kind,
    Meaning,
    Meanings,
    Means,
    Memo,
    Pieces,
    Price,
    Roll,
    Route,
    SeatZone,
    TableZone,
    Terrain,
    Town,
    listed,
    named,
    whole,
)
from elfen.errors import AnyOf, Message, Reason, Seat, alternative, in_one_line
from elfen.text import grammar
from elfen.text.labels import Labels
from elfen.text.speech import ENGLISH, Catalogues, known_as_language

if TYPE_CHECKING:
    from elfen.declare import Board, Need
    from elfen.declare.given import Ruleset


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


class Names:
    """Names and sentences for the pieces and places of a ruleset, in one language.

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
        self._names = listed("names of players", names)
        self._you = None if you is None else whole(you, "you=")
        #: The language of these words, such as `de`.
        self.language = known_as_language(language)
        self._catalogue = rules.once(Catalogues).of[self.language]
        names = [kind.name for kind in rules.layout.kinds]
        self._ambiguous = {name for name in names if names.count(name) > 1}
        self._purses = [zone for zone in rules.layout.seat_zones if zone.pays_into is not None]
        self._routes: Memo[str, str] = Memo(self._route)

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
        shown = {name: self._shown(value) for name, value in values.items()}
        return self._catalogue.filled(template, shown)

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

    def many(self, noun: str) -> str:
        """Several of a noun, without their number: `travel cards`."""
        told = self._catalogue.counted(2, noun, grammar.plural(noun))
        return grammar.plural(noun) if told is None else told.removeprefix("2 ")

    def name(self, kind: Kind) -> str:
        """What a kind is called, such as `dragon`."""
        return self.say(kind.name)

    def terrain(self, id: str) -> str:
        """The name of a terrain; raises `ElfenError` if the rules have none of that id."""
        return self.say(named("terrain of these rules", id, self._rules.terrains).name)

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

    def title(self) -> str:
        """What a game is called, and its edition, if any: `Elfengold, edition rio-grande`."""
        edition = self._rules.edition
        told = f", {self.say('edition {edition}', edition=edition)}" if edition else ""
        return self.game() + told

    def of_board(self) -> str:
        """How much of the board is reconstructed, in a sentence; "" if nothing is."""
        board = self._rules.board
        if not board.provenance:
            return ""
        text = "Of the board {board}, {provenance}."
        return self.say(text, board=board.name, provenance=board.provenance)

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

    def observer(self, seat: int | None) -> str:
        """Who looks: a seat by the name of its player; None is the public."""
        return Name(self.say("the public")) if seat is None else self.seat(seat)

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
        Raises `ElfenError` if the rules have none of that name.
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
        """A face of a roll, by the name of what it stands for.

        Raises `ElfenError` if the rules have no draw or roll of that name.
        """
        roll: Any = self._chance(name)
        return self.value(face, means=roll.means)

    def _chance(self, name: str) -> Draw | Roll:
        return named("draw or roll of these rules", name, self._rules.once(_chances))


def _chances(rules: Ruleset) -> dict[str, Draw | Roll]:
    """The draws and rolls of rules by name, for `rules.once`."""
    return {owned.entry.name: owned.entry for owned in rules.chances}
