"""What lies and stands on the board: plates, town pieces, pieces on routes, signs and boots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve, frozen

from elfen.declare import Kind, Sign
from elfen.draw.ground import BOOT, NAME, PIP, TOWN, Ground
from elfen.draw.labels import Box
from elfen.draw.letters import width
from elfen.draw.looks import Looks, emblem, named, used
from elfen.draw.svg import PREFIX, escaped, number, tag, titled
from elfen.draw.themes import Theme, ink_on
from elfen.draw.ways import Point
from elfen.text import Words

if TYPE_CHECKING:
    from elfen.declare.given import Observation

_BOOT_SCALE = 1.4
_BOOT_PATH = "M2 .4H9.8V7L15.2 9.4A2.8 2.8 0 0 1 16.8 12V14H2Z"


class _Title(str):
    """The title of a sign as it is told to people; to programs it is `plain`."""

    plain = ""


def told(sign: Sign, words: Words) -> Sign:
    """A sign whose title is told in words."""
    title = words.say(sign.title)
    if title == sign.title:
        return sign
    shown = _Title(title)
    shown.plain = str(sign.title)
    return evolve(sign, title=shown)


def chip_width(sign: Sign) -> float:
    """How wide a sign is."""
    return 16.0 if sign.path else max(16.0, width(sign.letters or "•", 10, bold=True) + 7)


def chip(sign: Sign, x: float, y: float) -> str:
    """A sign with its left edge at x and its middle at y."""
    wide, ink = chip_width(sign), ink_on(sign.colour)
    body = tag(
        "rect",
        x=x,
        y=y - 7.5,
        width=wide,
        height=15,
        rx=4,
        fill=sign.colour,
        stroke="#3d3222",
        stroke_width=0.8,
    )
    middle = x + wide / 2
    if sign.path:
        inner = emblem(sign.path, "", ink, 12.0)
        body += tag("g", inner, transform=f"translate({middle:.1f} {y:.1f})")
    else:
        body += tag(
            "text",
            escaped(sign.letters or "•"),
            x=middle,
            y=y + 3.6,
            text_anchor="middle",
            font_size=10,
            font_weight="bold",
            fill=ink,
        )
    plain = getattr(sign.title, "plain", sign.title)
    return tag("g", titled(sign.title) + body, data_sign=plain)


@frozen(cache_hash=True)
class Shown:
    """What the plate of a town shows: `signs`, and the town pieces of the seats that `lie` there.

    `players` have a place there for theirs; None of them if no town pieces are shown at all.
    `seats` is what each seat is called.
    """

    town: str
    signs: tuple[Sign, ...] = ()
    lie: tuple[int, ...] | None = None
    players: int = 0
    seats: tuple[str, ...] = ()


def shown(
    view: Observation,
    signs: Mapping[str, Sequence[Sign]],
    pieces: bool,
    seats: tuple[str, ...],
) -> list[Shown]:
    """What the plates of all towns show, with town pieces or without."""
    towns = view.board.towns
    if not pieces:
        return [Shown(town.id, tuple(signs.get(town.id, ()))) for town in towns]
    left, has = [frozenset(some) for some in view.to_visit], frozenset(view.piece_towns)
    return [
        Shown(
            town.id,
            tuple(signs.get(town.id, ())),
            tuple([seat for seat, some in enumerate(left) if town.id in some]),
            len(left) if town.id in has else 0,
            seats,
        )
        for town in towns
    ]


def plate(ground: Ground, what: Shown, theme: Theme, say: Callable[..., str]) -> str:
    """The name of a town, with signs and with the town pieces that are still to be taken."""
    town, lies = ground.board.town(what.town), what.lie
    box, (at_x, at_y) = ground.plates[town.id], ground.places[town.id]
    name = ground.names[town.id]
    title = width(name, NAME, bold=True) if ground.labels else 0.0
    top = title + (3 if title else 0) + sum(chip_width(one) + 2 for one in what.signs)
    row = what.players * (PIP + 1)
    wide = max(top, row) + 6
    high = (NAME + 5 if top else 0) + (PIP + 2 if row else 0) + 2
    if not top and not row:
        return ""
    x = min(max(box.x, at_x - wide / 2), box.x + box.width - wide)
    y = box.y if box.y >= at_y - box.height / 2 else box.y + box.height - high
    body = _leader(x, y, wide, high, (at_x, at_y), theme)
    body += tag(
        "rect",
        x=x,
        y=y,
        width=wide,
        height=high,
        rx=5,
        fill=theme.paint("plate"),
        stroke=theme.paint("edge"),
        stroke_width=0.8,
    )
    start = x + (wide - top) / 2
    if ground.labels:
        body += tag(
            "text",
            escaped(name),
            x=start + title / 2,
            y=y + NAME + 1,
            text_anchor="middle",
            font_size=NAME,
            font_weight="bold",
            fill=theme.paint("ink"),
            textLength=title if width(name, NAME) > 150 else None,
        )
        start += title + 3
    for one in what.signs:
        body += chip(one, start, y + 9.5)
        start += chip_width(one) + 2
    if lies is None:
        return named(body, town.name, plate=town.id)
    if row:
        first = x + (wide - row) / 2
        level = y + high - PIP - 2.5
        body += "".join(
            _pip(seat, first + seat * (PIP + 1), level, seat in lies, theme)
            for seat in range(what.players)
        )
    whose = ", ".join(what.seats[seat] for seat in lies)
    told = say("town pieces of {seats}", seats=whose) if whose else say("no town pieces")
    return named(body, f"{town.name}: {told}", plate=town.id, pieces=" ".join(map(str, lies)))


def _leader(x: float, y: float, wide: float, high: float, at: Point, theme: Theme) -> str:
    """A thin line from a plate that lies further off to its town."""
    near = (min(max(at[0], x), x + wide), min(max(at[1], y), y + high))
    if hypot(near[0] - at[0], near[1] - at[1]) < TOWN * 2.4:
        return ""
    return tag(
        "path",
        d=f"M{near[0]:.1f} {near[1]:.1f}L{at[0]:.1f} {at[1]:.1f}",
        stroke=theme.paint("dim"),
        stroke_width=1.0,
    )


def _pip(seat: int, x: float, y: float, lies: bool, theme: Theme) -> str:
    """A town piece, or the trace of one that has been taken."""
    if not lies:
        return tag("circle", cx=x + PIP / 2, cy=y + PIP / 2, r=1.3, fill=theme.paint("rim"))
    return f'<use href="#{PREFIX}p{seat}" x="{number(x)}" y="{number(y)}"/>'


def of_seat(seat: int, colour: str) -> str:
    """The definitions of a seat's town piece and of its boot, to be used wherever they are."""
    body = tag(
        "rect",
        width=PIP,
        height=PIP,
        rx=2.5,
        fill=colour,
        stroke="#2b2419",
        stroke_width=0.7,
    )
    body += tag(
        "text",
        str(seat),
        x=PIP / 2,
        y=PIP - 2.4,
        text_anchor="middle",
        font_size=8.5,
        font_weight="bold",
        fill=ink_on(colour),
    )
    return f'<g id="{PREFIX}p{seat}">{body}</g><g id="{PREFIX}b{seat}">{_boot(seat, colour)}</g>'


def lying(ground: Ground, id: str, kinds: Sequence[Kind], looks: Looks, words: Words) -> str:
    """The pieces on a route, side by side."""
    spots = ground.stops[id, len(kinds)]
    body = "".join(
        tag(
            "g",
            titled(words.say("{kind} on {route}", kind=words.kind(kind), route=words.route(id)))
            + used(looks.number(kind), x, y),
            data_kind=f"{kind.group.name}/{kind.id}",
        )
        for kind, (x, y) in zip(kinds, spots, strict=True)
    )
    return tag("g", body, data_lying=id)


def route_signs(
    ground: Ground, signs: Mapping[str, Sequence[Sign]], covered: frozenset[str]
) -> str:
    """The signs on routes, beside the pieces that lie there."""
    out: list[str] = []
    for id, chips in signs.items():
        x, y = ground.ways[id].at(ground.ways[id].middle)
        start = x - sum(chip_width(one) + 2 for one in chips) / 2
        for one in chips:
            out.append(chip(one, start, y + (20 if id in covered else 0)))
            start += chip_width(one) + 2
    return "".join(out)


def boot(seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """The boot of a seat, with its number, about a place."""
    where = f"translate({x:.1f} {y:.1f})" + (f" scale({scale:g})" if scale != 1 else "")
    return f'<use href="#{PREFIX}b{seat}" transform="{where}"/>'


def _boot(seat: int, colour: str) -> str:
    body = tag(
        "path",
        d=_BOOT_PATH,
        transform="translate(-9 -7.4)",
        fill=colour,
        stroke="#ffffff",
        stroke_width=3.2,
        stroke_linejoin="round",
    )
    body += tag(
        "path",
        d=_BOOT_PATH,
        transform="translate(-9 -7.4)",
        fill=colour,
        stroke="#1a1a1a",
        stroke_width=1.1,
        stroke_linejoin="round",
    )
    return body + tag(
        "text",
        str(seat),
        x=-3.1,
        y=4.2,
        text_anchor="middle",
        font_size=9.5,
        font_weight="bold",
        fill=ink_on(colour),
    )


class Standing(NamedTuple):
    """The seats whose boots stand in a town, and how many pieces lie on which routes near it.

    `names` is what all seats are called.
    """

    town: str
    seats: tuple[int, ...]
    near: tuple[tuple[str, int], ...]
    names: tuple[str, ...]


def standing(ground: Ground, view: Observation, names: tuple[str, ...]) -> list[Standing]:
    """Where all boots stand."""
    seats: dict[str, list[int]] = {}
    for seat, town in enumerate(view.towns):
        seats.setdefault(town, []).append(seat)
    taken = [(id, len(kinds)) for id, kinds in view.lying]
    return [
        Standing(town, tuple(some), tuple([one for one in taken if one[0] in beside]), names)
        for town, some in seats.items()
        for beside in [ground.beside[town]]
    ]


def boots(ground: Ground, what: Standing, say: Callable[..., str]) -> str:
    """The boots in a town, side by side and clear of names."""
    stops = [at for one in what.near for at in ground.stops[one]]
    taken = [Box(x - 11, y - 11, 22, 22) for x, y in stops]
    x, y = _stand(ground, what.town, len(what.seats), taken)
    name = ground.board.town(what.town).name
    return "".join(
        named(
            boot(seat, x + (n % 3) * BOOT, y + (n // 3) * BOOT, _BOOT_SCALE),
            say("the boot of {seat} in {town}", seat=what.names[seat], town=name),
            boot=seat,
            town=what.town,
        )
        for n, seat in enumerate(what.seats)
    )


def _stand(ground: Ground, town: str, n: int, taken: Sequence[Box]) -> Point:
    """The place of the first of `n` boots in a town."""
    best, least = ground.places[town], float("inf")
    for cost, box in ground.stands[town, n]:
        if cost >= least:
            break
        cost += sum([box.overlap(other) for other in taken])
        if cost < least:
            best, least = (box.x + BOOT / 2, box.y + BOOT / 2), cost
    return best
