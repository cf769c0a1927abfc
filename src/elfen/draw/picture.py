"""The picture of a board, of what a seat may know, or of a plan: its parts, one below another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from elfen.declare import Board, Sign, listed, yes_or_no
from elfen.draw import on_board, overlays
from elfen.draw.blocks import Block
from elfen.draw.desk import key_of
from elfen.draw.ground import Styles, legend
from elfen.draw.kept import Kept, Told, bare
from elfen.draw.looks import Looks
from elfen.draw.moves import last_move, legal_moves
from elfen.draw.panels import Sheet
from elfen.draw.players import Players
from elfen.draw.svg import Svg, tag, whole
from elfen.draw.themes import THEMES, Theme
from elfen.errors import ElfenError, brief
from elfen.kernel import blaming
from elfen.text import Quote, language, say
from elfen.views import Observation, View

#: The parts of a picture, from top to bottom; on the board, `legal` glows, and `last` is the last
#: move.
PARTS = ("heading", "board", "legal", "last", "key", "hand", "seats", "table", "notes")

_USUAL = 1000
_SMALLEST, _LARGEST = 200, 3000
_EDGE = 14.0
_BETWEEN = 10.0
#: How small and how large things become in small and in large pictures, and the least width in
#: units, in which the names of all shipped boards have room if the map is as tall as that.
_LEAST, _MOST = 0.59, 1.3
_NARROW, _TALL = 600.0, 1.7
#: Panels are drawn larger than the map if the map is very small.
_READABLE, _LARGEST_ZOOM = 0.86, 1.45

#: An arrow: from a town to a town, by id, perhaps along a route.
Arrow = tuple[str, str] | tuple[str, str, str | None]
#: The same, with a route or None.
Along = tuple[str, str, str | None]


class Picture:
    """A picture in the making: its size, its theme, the parts that are wanted, and who plays.

    `totals` are the points by seat of a picture that hides nothing; a view knows its own.
    """

    def __init__(
        self,
        size: int | None,
        theme: str,
        labels: bool,
        parts: object,
        players: Players,
        totals: Mapping[int, int] | None = None,
    ) -> None:
        if not isinstance(theme, str) or theme not in THEMES:
            raise ElfenError(f"theme={brief(theme)} has to be one of {', '.join(THEMES)}")
        size = _USUAL if size is None else size
        if type(size) is not int or not _SMALLEST <= size <= _LARGEST:
            raise ElfenError(
                f"size={brief(size)} has to be a width in pixels, from {_SMALLEST} to {_LARGEST}"
            )
        self.parts = _parts(parts)
        self.theme = Theme(theme)
        self.labels, self.players = yes_or_no(labels, "labels"), players
        self.totals = totals
        self.size = size
        #: How wide the picture is in its own units: in a small one everything is drawn larger.
        self.across = max(_NARROW, size / min(max(size / _USUAL, _LEAST), _MOST))
        self.inner = self.across - 2 * _EDGE
        #: How many times as high as to scale maps are: names have no room else on a phone.
        self.tall = _TALL if size <= _NARROW else 1.0
        #: How much larger than the map the panels around it are.
        self.zoom = min(max(1.0, round(_READABLE * self.across / size, 3)), _LARGEST_ZOOM)

    def of_board(
        self, board: Board, highlight: Mapping[str, float], arrows: Sequence[Along]
    ) -> Svg:
        """A board on its own."""
        checked(board, highlight, arrows)
        easel = bare(board, self.inner, self.labels, self.tall, self.theme, language())
        ground, styles = easel.ground, easel.styles
        body = [
            easel.under,
            overlays.glow(ground, highlight, self.theme),
            easel.routes,
            easel.towns,
            easel.names(),
            overlays.arrows(ground, arrows, self.theme, say),
        ]
        blocks = [(Block(body, self.inner, ground.height).within("board"), 1.0)]
        if "key" in self.parts:
            names = {terrain: say(terrain) for terrain, _ in styles}
            key = key_of(legend(styles, names), self.theme, self.inner / self.zoom)
            blocks.append((key, self.zoom))
        told = say(
            "{n:a town|* towns}: {towns}. {m:a route|* routes}. The capital is {capital}.",
            n=len(board.towns),
            towns=", ".join(town.name for town in board.towns),
            m=len(board.routes),
            capital=board.town(board.capital).name,
        )
        title = say("The board {board}", board=board.name)
        return self._whole(blocks, title, [told], styles, "", {"board": board.name})

    def of_view(
        self,
        view: Observation,
        highlight: Mapping[str, float],
        arrows: Sequence[Along],
        quote: Quote | None,
    ) -> Svg:
        """What a seat, or the public, may know."""
        checked(view.board, highlight, arrows)
        if not isinstance(quote, Quote | None):
            raise ElfenError(
                f"quote={brief(quote)} is no quote: give one, such as view.quote(route)"
            )
        colours = self.players.at_table(view.players)
        kept = view.rules.once(Kept)
        in_language = kept.told[language()]
        at_table = in_language.tables[self.players.names]
        words = at_table.words
        seats = at_table.seats[view.players]
        room, asked = self.inner / self.zoom, words.pending(view)
        desk = in_language.desks[self.theme]
        sheet = Sheet(view, desk, at_table, colours, room, self.totals)
        signs = at_table.signs.of(_signs(view, kept.looks))
        rows, slots = sheet.rows(_by(signs, lambda sign: sign.seat)), sheet.slots()
        moves = legal_moves(view, words) if "legal" in self.parts else {}
        name = words.game()
        last = last_move(view, words) if "last" in self.parts else None
        told: list[str] = []
        if last is not None:
            text = "The last move, of {seat}: {move}."
            told.append(words.say(text, seat=last.who, move=last.told))
        told += [f"{words.route(id)}: {'; '.join(some)}." for id, some in moves.items()]
        panels: dict[str, Callable[[], Block | None]] = {
            "heading": lambda: sheet.heading(name, asked),
            "key": lambda: in_language.keys[self.theme, room],
            "hand": lambda: sheet.hand(rows),
            "seats": lambda: sheet.seats(rows),
            "table": lambda: sheet.table([sign for sign in signs if sign.table]),
            "notes": lambda: sheet.notes(quote, slots, told),
        }
        blocks: list[tuple[Block, float]] = []
        for part in self.parts:
            if part == "board":
                on = _On(in_language, seats, colours, signs, moves, last)
                board = self._map(view, on, highlight, arrows, quote)
                blocks.append((board.within("board"), 1.0))
            elif part in panels and (panel := panels[part]()) is not None:
                blocks.append((panel, self.zoom))
        title = words.say(
            "{game}, round {round}, {seen}", game=name, round=view.round, seen=sheet.seen_by
        )
        facts = {"round": view.round, "seat": "public" if view.seat is None else view.seat}
        return self._whole(
            blocks,
            title,
            [
                *in_language.telling.table(view, words.observer(view.seat), asked, rows),
                *(line for _, line in slots),
                *told,
            ],
            kept.styles,
            kept.defs[self.theme, colours],
            facts,
        )

    def _map(
        self,
        view: Observation,
        on: _On,
        highlight: Mapping[str, float],
        arrows: Sequence[Along],
        quote: Quote | None,
    ) -> Block:
        """The board with everything on it, layer by layer."""
        told, signs, moves, last = on.told, on.signs, on.moves, on.last
        kept = told.kept
        layers = [layer.name for layer in kept.looks.layers if layer.signs is None]
        towns = _by(signs, lambda sign: sign.town)
        reserve = max(
            (sum(on_board.chip_width(s) + 2 for s in some) for some in towns.values()), default=0.0
        )
        reserve += 5 if reserve else 0
        pieces = "core/pieces" in layers
        players = view.players if pieces else 0
        easel = told.easels[self.theme, (self.inner, players, reserve, self.labels, self.tall)]
        ground = easel.ground
        lit = {} if quote is None else dict.fromkeys(quote.routes or (quote.route,), 0.4)
        body: list[str] = [easel.under]
        if highlight or lit:
            body += (overlays.glow(ground, some, self.theme) for some in (highlight, lit))
        core: dict[str, Callable[[], str]] = {
            "core/legal": lambda: overlays.legal(easel.lit, moves),
            "core/last": lambda: overlays.last(ground, last, on.colours),
            "core/routes": lambda: easel.routes,
            "core/lying": lambda: told.lying(easel, view.lying),
            "core/towns": lambda: easel.towns,
            "core/pieces": lambda: easel.plates(view, towns, True, on.seats),
            "core/boots": lambda: easel.boots(view, on.seats),
        }
        body += [core[name]() for name in layers]
        if not pieces:
            body.append(easel.plates(view, towns, False, on.seats))
        covered = frozenset(id for id, _ in view.lying)
        body.append(on_board.route_signs(ground, _by(signs, lambda sign: sign.route), covered))
        body.append(overlays.arrows(ground, arrows, self.theme, told.words.say))
        return Block(body, self.inner, ground.height)

    def _whole(
        self,
        blocks: Sequence[tuple[Block, float]],
        title: str,
        told: Iterable[str],
        styles: Styles,
        defs: str,
        facts: Mapping[str, object],
    ) -> Svg:
        down, body = _EDGE, [defs, ""]
        for block, zoom in blocks:
            larger = "" if zoom == 1 else f" scale({zoom:g})"
            where = f"translate({_EDGE:g} {down:.1f}){larger}"
            body += (f'<g transform="{where}">', *block.body, "</g>")
            down += block.height * zoom + _BETWEEN
        down += _EDGE - _BETWEEN
        body[1] = tag("rect", width=self.across, height=down, fill=self.theme.paint("paper"))
        return whole(
            body,
            box=(self.across, down),
            width=self.size,
            title=title,
            told=told,
            facts=facts,
            style=self.theme.style(
                pair for _, one in styles for pair in (one.band, one.mark, one.ground)
            ),
        )


@frozen
class _On:
    """What is on a map, and how it is told: the names of seats and their colours."""

    told: Told
    seats: tuple[str, ...]
    colours: tuple[str, ...]
    signs: Sequence[Sign]
    moves: Mapping[str, Sequence[str]]
    last: overlays.Last | None


def _parts(parts: object) -> tuple[str, ...]:
    """The parts that are wanted, in the order of `PARTS`."""
    if parts is None:
        return PARTS
    if isinstance(parts, str):
        parts = (parts,)
    if not isinstance(parts, Iterable):
        raise ElfenError(f"parts={brief(parts)} has to be names of parts: {', '.join(PARTS)}")
    wanted = listed("parts=", parts)
    for one in wanted:
        if one not in PARTS:
            raise ElfenError(f"there is no part {brief(one)}; there are: {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in wanted)


def checked(board: Board, highlight: Mapping[str, float], arrows: Sequence[Along]) -> None:
    """Raise `BoardError` for a town or route that the board does not have."""
    for id in highlight:
        if id not in board.town_number:
            board.route(id)
    for start, end, along in arrows:
        board.town(start)
        board.town(end)
        if along is not None:
            board.route(along)


def _signs(view: Observation, looks: Looks) -> list[Sign]:
    """The signs of all layers of plugins, in order. Raises `ElfenError` for one with no place."""
    seen = view.observation if isinstance(view, View) else view
    found: list[Sign] = []
    towns, routes = view.board.town_number, view.board.route_number
    for layer in looks.layers:
        with blaming(view.rules):
            signs = layer.signs(seen) if layer.signs else ()
        for sign in signs:
            if (
                (sign.town is not None and sign.town not in towns)
                or (sign.route is not None and sign.route not in routes)
                or (sign.seat or 0) >= view.players
            ):
                raise ElfenError(f"layer {layer.name!r} has a sign that is nowhere: {sign}")
            found.append(sign)
    return found


def _by(signs: Iterable[Sign], key: Any) -> dict[Any, list[Sign]]:
    out: dict[Any, list[Sign]] = {}
    for sign in signs:
        place = key(sign)
        if place is not None:
            out.setdefault(place, []).append(sign)
    return out
