"""A desk: how zones with their pieces are drawn beside a board: backs, badges and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from elfen.declare import Kind, Memo, SeatZone, Sign, TableZone, Zone
from elfen.draw.blocks import Block, flow
from elfen.draw.ground import line
from elfen.draw.letters import cut, lines, width
from elfen.draw.looks import Looks, emblem, named, used
from elfen.draw.on_board import boot, chip, chip_width
from elfen.draw.svg import Fragment, escaped, number, tag
from elfen.draw.themes import Route, Theme, ink_on
from elfen.draw.ways import Way
from elfen.text import Words, capital

if TYPE_CHECKING:
    from elfen.declare.given import Holding, Ruleset

SMALL, USUAL, LARGE = 10.5, 13.0, 18.0
CARD, TALL = 60.0, 78.0
#: How much of its row the name of a player may take.
_NAME_AT_MOST = 0.42
#: The size of letters on a card at least: a long word is written smaller before it is broken.
_LEAST = 6.8


class Row(NamedTuple):
    """What the row of a seat shows, and all its zones."""

    seat: int
    name: str
    own: bool
    due: bool
    town: str
    taken: int
    points: str
    secret: bool
    signs: tuple[Sign, ...]
    held: tuple[Holding, ...]


class Desk:
    """What the pieces in zones look like in one theme and one language; each zone is kept."""

    def __init__(self, rules: Ruleset, words: Words, looks: Looks, theme: Theme) -> None:
        self.rules, self.words, self.looks, self.theme = rules, words, looks, theme
        self.lines: Memo[tuple[str, float, float], list[str]] = Memo(lambda what: lines(*what), 512)
        self.names: Memo[str, str] = Memo(self._name)
        self.slots: Memo[str, str] = Memo(lambda slot: capital(words.zone(slot)))
        #: Cards about their left upper corner: of a kind, so many, and whether others cover it.
        self.cards: Memo[tuple[Kind, int, bool], str] = Memo(lambda what: self._card(*what), 512)
        self.headings: Memo[tuple[float, str, str, str, str], Block] = Memo(
            lambda what: self._heading(*what), 256
        )
        #: Zones, by the width that they may have.
        self.held: Memo[tuple[float, Holding], Block] = Memo(lambda what: self._held(*what), 1024)
        self.fans: Memo[tuple[float, Holding], Block] = Memo(lambda what: self._fan(*what), 512)
        self.tables: Memo[tuple[float, tuple[Holding, ...], tuple[Sign, ...]], Block] = Memo(
            lambda what: self._table(*what), 256
        )
        self.hands: Memo[tuple[float, tuple[Holding, ...], str], Block] = Memo(
            lambda what: self._hand(*what), 256
        )
        self.rows: Memo[tuple[float, Row], Block] = Memo(lambda what: self._row(*what), 512)
        self.frames: Memo[tuple[float, float, str, bool], str] = Memo(
            lambda what: self._frame(*what), 512
        )
        #: Lines of a paragraph, by its text and the width that it may have.
        self.notes: Memo[tuple[str, float], Block] = Memo(lambda what: self._note(*what), 512)
        layout = rules.layout
        zones: list[Zone] = [*layout.seat_zones, *layout.table_zones]
        #: The zones that seats pay from, which are shown even if they are empty.
        self.purses = frozenset(
            z.name for z in zones if isinstance(z, SeatZone) and z.pays_into is not None
        )
        #: The zones whose size matters to nobody.
        self.endless = frozenset(
            z.name for z in zones if isinstance(z, TableZone) and not z.counted
        )

    def text(
        self,
        told: str,
        x: float,
        y: float,
        size: float = USUAL,
        ink: str = "ink",
        bold: bool = False,
        anchor: str | None = None,
    ) -> str:
        """A line of text on a panel."""
        weight = ' font-weight="bold"' if bold else ""
        where = f' text-anchor="{anchor}"' if anchor else ""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            f' fill="{self.theme.paint(ink)}"{weight}{where}>{escaped(told)}</text>'
        )

    def _name(self, zone: str) -> str:
        """What people call a zone or slot."""
        return self.words.zone(zone)

    def _none(self) -> str:
        """What is written for an empty zone."""
        return self.words.say("{n:*|none}", n=0)

    def zones(self, held: Sequence[Holding], most: float) -> Block:
        """Zones side by side, in as many rows as it takes."""
        return flow(self.held.of([(most, one) for one in held]), most)

    def is_open(self, one: Holding) -> bool:
        """Whether all seats see a zone; what only its owner sees lies with the cards."""
        return self.rules.visibility[one.zone].value == "public"

    def panel(
        self, across: float, high: float, stripe: str | None = None, due: bool = False
    ) -> str:
        """The ground of a panel, with a stripe in the colour of a seat."""
        body = tag(
            "rect",
            width=across,
            height=high,
            rx=9,
            fill=self.theme.paint("plate"),
            stroke=stripe if stripe and due else self.theme.paint("edge"),
            stroke_width=2.4 if due else 1,
        )
        if stripe is None:
            return body
        edge = f"M9 0H8A8 8 0 0 0 0 8V{high - 8:.1f}A8 8 0 0 0 8 {high:.1f}H9Z"
        return body + tag("path", d=edge, fill=stripe)

    def _frame(self, across: float, high: float, colour: str, due: bool) -> str:
        return self.panel(across, high, colour, due)

    def _table(self, across: float, held: tuple[Holding, ...], signs: tuple[Sign, ...]) -> Block:
        """A panel of the zones that belong to no seat, and of signs."""
        most = across - 24
        blocks = self.held.of([(most, one) for one in held])
        inner = flow([*blocks, *(self._signed(one, most) for one in signs)], most)
        high = inner.height + 14
        body = [self.panel(across, high), '<g transform="translate(12 7)">', *inner.body, "</g>"]
        return Block((Fragment("".join(body)),), across, high)

    def _signed(self, sign: Sign, most: float) -> Block:
        """A sign with its title beside it."""
        start = chip_width(sign) + 6
        told = cut(sign.title, USUAL, most - start)
        body = chip(sign, 0, 30) + self.text(told, start, 34.5, USUAL)
        return Block((body,), start + width(told, USUAL), 46.0)

    def _hand(self, across: float, held: tuple[Holding, ...], colour: str) -> Block:
        """A panel of the cards of the seat that looks, in the colour of the seat."""
        inner = flow([self.fans[across - 30, one] for one in held], across - 30)
        high = inner.height + 10
        body = [self.panel(across, high, colour), '<g transform="translate(18 7)">']
        return Block((Fragment("".join([*body, *inner.body, "</g>"])),), across, high)

    def _heading(self, across: float, told: str, seen_by: str, due: str, asked: str) -> Block:
        """The game and its round, who looks, and what the table waits for.

        `due` is the colour of the seat that decides, if there is one.
        """
        body, down, start = "", 18.0, 2.0
        if width(told, LARGE, bold=True) + width(seen_by, USUAL) + 16 <= across:
            body += self.text(told, 2, down, LARGE, bold=True)
            body += self.text(seen_by, across - 2, down, USUAL, "dim", anchor="end")
        else:
            for one in self.lines[told, LARGE * 1.07, across - 4]:
                body += self.text(one, 2, down, LARGE, bold=True)
                down += 20
            down -= 2
            body += self.text(cut(seen_by, USUAL, across - 4), 2, down, USUAL, "dim")
        down += 20
        if due:
            body += tag("circle", cx=9, cy=down - 4.5, r=7, fill=due)
            start = 22.0
        for one in self.lines[asked, USUAL + 1, across - start - 4]:
            body += self.text(one, start, down, USUAL + 1)
            down += 18
        return Block((Fragment(body),), across, down - 8)

    def _note(self, told: str, most: float) -> Block:
        """A paragraph; what stands before its colon stands out."""
        lead, colon, _ = told.partition(": ")
        heavy = len(lead) if colon and len(lead) < 48 else 0
        body, broken = "", self.lines[told, SMALL + 1, most * 0.97]
        for n, one in enumerate(broken):
            some = 0 if n else min(heavy, len(one))
            body += (
                f'<text x="2" y="{12 + 15 * n}" font-size="{number(SMALL + 1)}"'
                f' fill="{self.theme.paint("dim")}">'
            )
            if some:
                ink = self.theme.paint("ink")
                body += f'<tspan font-weight="bold" fill="{ink}">{escaped(one[:some])}</tspan>'
            body += f"{escaped(one[some:])}</text>"
        return Block((Fragment(body),), most, 15.0 * len(broken))

    def _held(self, most: float, one: Holding) -> Block:
        """A zone: its name, and its pieces in as many rows as it takes, or a back."""
        name = self.names[one.zone]
        head, down = width(name, SMALL), 0.0
        facts: dict[str, object] = {"zone": one.zone, "of": one.seat, "size": one.size}
        facts["pieces"] = one.pieces
        if one.zone in self.endless:
            kinds = self._kinds(one)[:1] if one.pieces is not None else []
            body = "".join(used(self.looks.number(kind), 12, 30) for kind, _ in kinds)
            wide, told = 24.0, f"{name}: {self.words.say('more than enough')}"
            del facts["size"], facts["pieces"]
        elif not one.size:
            none = self._none()
            body, wide = self.text(none, 0, 33, USUAL, "dim"), width(none, USUAL)
            told = f"{name}: {self.words.say('nothing')}"
            del facts["pieces"]
        elif one.pieces is None:
            body, wide = self._back(0, 15, one.size), 30.0
            hidden = self.words.number(one.size, one.zone)
            told = f"{name}: {self.words.say('{pieces}, hidden', pieces=hidden)}"
        else:
            body, wide, x = "", 0.0, 0.0
            for kind, n in self._kinds(one):
                many = f"×{n}" if n > 1 else ""
                room = 30 + (width(many, USUAL, bold=True) if many else 0)
                if x and x + room - 5 > most:
                    x, down = 0.0, down + 29
                body += used(self.looks.number(kind), x + 12, down + 30)
                if many:
                    body += self.text(many, x + 25, down + 34.5, USUAL, bold=True)
                x += room
                wide = max(wide, x)
            told = f"{name}: {self.words.pieces(one.pieces, one.zone)}"
        body = self.text(name, 0, 10, SMALL, "dim") + body
        return Block((named(body, told, **facts),), max(head, wide), 46 + down)

    def _row(self, across: float, what: Row) -> Block:
        """The row of a seat: its boot, its town, its score so far, and below them its pieces."""
        held = [one for one in what.held if self.is_open(one)] if what.own else what.held
        pieces = self.zones(held, across - 30)
        body = boot(what.seat, 27, 17, 1.2)
        own = f" · {self.words.say('you')}" if what.own else ""
        most = across * _NAME_AT_MOST - width(own, USUAL + 1, bold=True)
        name = cut(what.name, USUAL + 1, most, bold=True) + own
        body += self.text(name, 42, 21, USUAL + 1, bold=True)
        start = 42 + width(name, USUAL + 1, bold=True) + 6
        for one in what.signs:
            body += chip(one, start, 16)
            start += chip_width(one) + 4
        end = across - 10
        if what.secret:
            more = self.words.say("+ secret")
            body += self.text(more, end, 21, SMALL, "dim", anchor="end")
            end -= width(more, SMALL) + 4
        points = cut(what.points, USUAL, end - start, bold=True)
        body += self.text(points, end, 21, USUAL, bold=True, anchor="end")
        town = self.words.town(what.town)
        where = f"{town}, {self.words.counted(what.taken, 'town piece', 'no')}"
        room = end - width(points, USUAL, bold=True) - 12 - start
        if room > 40:
            told = where if width(where, SMALL) <= room else cut(town, SMALL, room)
            body += self.text(told, start, 21, SMALL, "dim")
        body += f'<g transform="translate(18 31)">{"".join(pieces.body)}</g>'
        return Block((Fragment(body),), across, 36.0 + (pieces.height + 2 if held else 0))

    def _back(self, x: float, y: float, n: int) -> str:
        back = self.theme.paint("back")
        body = "".join(
            tag(
                "rect",
                x=x + 3 * k,
                y=y + 0.0,
                width=22,
                height=28,
                rx=4,
                fill=back,
                stroke=self.theme.paint("plate"),
                stroke_width=1.2,
            )
            for k in range(min(n, 3))
        )
        middle = x + 11 + 3 * (min(n, 3) - 1)
        return body + self.text(str(n), middle, y + 18.5, 12, "on-back", bold=True, anchor="middle")

    def _kinds(self, one: Holding) -> list[tuple[Kind, int]]:
        """The kinds in a zone that is seen, with their numbers."""
        assert one.pieces is not None
        layout = self.rules.layout
        kinds = {kind.id: kind for kind in layout.kinds_of(layout.zones[one.zone])}
        return [(kinds[id], n) for id, n in one.pieces.items]

    def _fan(self, most: float, one: Holding) -> Block:
        """The cards of a zone, those of a kind on one another, in as many rows as it takes."""
        name = self.words.say("your {zone}", zone=self.names[one.zone])
        body, wide, x, down = self.text(name, 0, 11, SMALL + 1, "dim"), 0.0, 0.0, 0.0
        if not one.size:
            body += self.text(self._none(), 0, 33, USUAL, "dim")
            body = named(
                body, f"{name}: {self.words.say('nothing')}", zone=one.zone, of=one.seat, size=0
            )
            return Block((body,), width(name, SMALL + 1), 46.0)
        for kind, n in self._kinds(one):
            step, below = 9.0, min(n, 5) - 1
            if x and x + step * below + CARD + 5 > most:
                x, down = 0.0, down + TALL + 10
            for k in range(below):
                body += _at(x + step * k, down + 17, self.cards[kind, 1, True])
            x += step * below
            body += _at(x, down + 17, self.cards[kind, n, False])
            x += CARD + 8
            wide = max(wide, x)
        told = f"{name}: {self.words.pieces(one.pieces, one.zone)}" if one.pieces else name
        body = named(body, told, zone=one.zone, of=one.seat, size=one.size, pieces=one.pieces)
        return Block((body,), max(wide, width(name, SMALL + 1)), TALL + 22 + down)

    def _card(self, kind: Kind, n: int, bare: bool) -> str:
        piece = self.looks[kind]
        body = tag(
            "rect",
            width=CARD,
            height=TALL,
            rx=6,
            fill=self.theme.paint("card"),
            stroke=self.theme.paint("rim"),
        )
        if bare:
            return body + tag("rect", x=3, y=3, width=4, height=TALL - 6, rx=2, fill=piece.colour)
        body += tag("rect", x=3, y=3, width=CARD - 6, height=TALL - 28, rx=4, fill=piece.colour)
        inner = emblem(piece.path, piece.letters, ink_on(piece.colour), 36.0)
        body += tag("g", inner, transform=f"translate({CARD / 2:g} 28)")
        name = self.words.name(kind)
        longest = max([width(word, 9) for word in name.split()], default=0.0)
        size = max(_LEAST, 9 * min(1.0, (CARD - 4) / longest)) if longest else 9.0
        names = lines(name, size, CARD - 3.9)
        if len(names) > 2:
            names = [names[0], cut(" ".join(names[1:]), size, CARD - 4)]
        for k, part in enumerate(names):
            down = TALL - (9.5 if len(names) == 1 else 14 - 9.5 * k)
            body += self.text(part, CARD / 2, down, size, anchor="middle")
        if n > 1:
            body += tag(
                "circle",
                cx=CARD - 5,
                cy=7,
                r=9,
                fill=self.theme.paint("plate"),
                stroke=self.theme.paint("rim"),
            )
            body += self.text(str(n), CARD - 5, 11, 11, bold=True, anchor="middle")
        return body


def _at(x: float, y: float, body: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{body}</g>'


def key_of(found: Sequence[tuple[str, Route]], theme: Theme, across: float) -> Block:
    """A line of each terrain beside its name."""
    blocks: list[Block] = []
    for name, style in found:
        way = Way((4, 9), (24, 9), (46, 9))
        ground = theme.paint("water" if style.wet else "land")
        body = tag("rect", width=50, height=18, rx=5, fill=ground) + line(way, style, theme)
        body += tag("text", escaped(name), x=57, y=13.5, font_size=12, fill=theme.paint("ink"))
        blocks.append(Block((body,), 57 + width(name, 12), 20))
    inner = flow(blocks, across)
    return Block((Fragment("".join(inner.within("key").body)),), inner.width, inner.height)
