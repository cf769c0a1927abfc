"""What a player sees besides the map: the players, their own pieces, and the routes from here."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from elfen.cli.playing.looks import Looks
from elfen.cli.playing.map_list import stream
from elfen.cli.playing.towns import TownSigns
from elfen.declare import Price
from elfen.text import Quote, Words, capital, needed, say
from elfen.views import Holding, Observation, prices_with


def grid(*columns: Mapping[str, object]) -> Table:
    """A table without lines."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(**column)  # type: ignore[arg-type]
    return table


def players(
    view: Observation,
    names: Sequence[str],
    looks: Looks,
    turn: int | None,
    short: bool = False,
    held: bool = True,
) -> Table:
    """A line for each seat: the town of its boot, its town pieces, and what it holds.

    In short, there are no columns for these, so that little room does for much. What is `held` can
    be left out.
    """
    words = looks.words
    fixed = {"no_wrap": True}
    table = grid(fixed, {"ratio": 1}) if short else grid(fixed, fixed, fixed, {"ratio": 1})
    for seat, name in enumerate(names):
        mark = "▸" if seat == turn else " "
        who = Text().append(mark, "bold").append(looks.who(seat))
        who.append(
            f" {say('you') if seat == view.seat else say(name)}",
            "bold" if seat == view.seat else "",
        )
        taken = len(view.visited[seat])
        pieces = Text().append(str(taken), "bold").append(words.say("{n: piece| pieces}", n=taken))
        parts = [
            holding(one, words, looks)
            for one in view.holdings
            if held and one.seat == seat and one.size and seat != view.seat
        ]
        town = Text(view.board.town(view.towns[seat]).name)
        if short:
            table.add_row(who, Text("; ").join([town, pieces, *parts]))
        else:
            table.add_row(who, town, pieces, Text("; ").join(parts))
    return table


def holding(one: Holding, words: Words, looks: Looks) -> Text:
    """A zone with its pieces, or how many there are."""
    text = Text().append(words.zone(one.zone), "dim").append(f" {one.size}")
    kinds = one.pieces.counts if one.pieces is not None else {}
    english = str(getattr(looks.rules.layout.zones[one.zone], "label", ""))
    told = len(kinds) == 1 and english.startswith(next(iter(kinds)).replace("-", " "))
    told = told or (one.size > 9 and len(kinds) == 1)
    if one.pieces is not None and not told:  # "obstacles 1" needs no kind
        text = Text().append(f"{words.zone(one.zone)}: ", "dim").append(looks.pieces(one.pieces))
    return text


def own_pieces(view: Observation, looks: Looks) -> Table:
    """The seat's own zones, a line each."""
    words = looks.words
    table = grid({"no_wrap": True}, {"ratio": 1})
    for one in view.holdings:
        if one.seat == view.seat and one.seat is not None and one.size:
            what = looks.pieces(one.pieces) if one.pieces is not None else Text(say("face down"))
            table.add_row(Text(f"  {words.zone(one.zone)} {one.size}"), what)
    return table


def own_in_short(view: Observation, looks: Looks) -> Text:
    """The seat's own zones, as a paragraph."""
    parts = [
        holding(one, looks.words, looks)
        for one in view.holdings
        if one.seat == view.seat and one.seat is not None and one.size
    ]
    return Text().append(f"{say('Yours')} ", "bold").append(Text("; ").join(parts))


def on_the_table(view: Observation, looks: Looks) -> Text:
    """The zones that belong to no seat: the pieces that lie open, and the number of others."""
    words = looks.words
    zones = view.rules.layout.zones
    mine = [
        one
        for one in view.holdings
        if one.seat is None and one.size and getattr(zones[one.zone], "counted", True)
    ]
    open_ones = [
        holding(one, words, looks) for one in mine if one.pieces is not None and one.size <= 9
    ]
    piles = [
        Text().append(f"{words.zone(one.zone)} ", "dim").append(str(one.size))
        for one in mine
        if one.pieces is None or one.size > 9
    ]
    return Text("; ").join([*open_ones, *piles])


def slots(view: Observation, looks: Looks, without: Container[str] = (), of: str = "") -> Table:
    """The slots of plugins, or `of` this one alone, that have a text for them."""
    words = looks.words
    table = grid({"ratio": 1})
    for name, text in words.slots(view):
        told = view.rules.slots[name].text is not None and name not in without
        if told and name.startswith(of):
            line = Text() if text.endswith(".") else Text(f"{capital(words.zone(name))}: ", "bold")
            table.add_row(line.append(capital(text)))
    return table


def around(
    view: Observation,
    looks: Looks,
    prices: Callable[[str], Sequence[tuple[Price, bool]]],
    signs: TownSigns,
    only_paid: bool = False,
) -> Table:
    """The routes that lead on from the boot, what their towns show, and their costs.

    Costs are in green if affordable; `only_paid` leaves out routes that are not.
    """
    assert view.seat is not None
    words = looks.words
    town = view.towns[view.seat]
    lying = dict(view.lying)
    table = grid({"no_wrap": True}, {"no_wrap": True}, {"ratio": 1})
    for number, _ in view.board.legs[view.board.town_number[town]]:
        route = view.board.routes[number]
        end = route.other(town)
        fresh = end in view.to_visit[view.seat]
        terrain = words.terrain(route.terrain)
        name = Text().append("  ○ " if fresh else "  ● ", "" if fresh else "dim")
        name.append(view.board.town(end).name, "bold" if fresh else "dim").append(
            signs.letters(end)
        )
        where = Text().append(f"{terrain}{stream(view, route, town)}", looks.terrain(route.terrain))
        what = looks.lying(lying[route.id]).append(" ") if route.id in lying else Text()
        quoted = prices(route.id)
        if only_paid and not any(pay for _, pay in quoted):
            continue
        ways = [Text(needed(price.needs, words), "green" if pay else "") for price, pay in quoted]
        table.add_row(
            name,
            where,
            what.append(Text(f" {say('or')} ").join(ways) if ways else Text("–", "dim")),
        )
    return table


def on_routes(view: Observation, looks: Looks) -> RenderableType:
    """Everything that lies on routes, as a paragraph."""
    parts = []
    for id, kinds in view.lying:
        route = view.board.route(id)
        ends = "–".join(view.board.town(end).name for end in route.ends)
        parts.append(
            Text().append(ends, looks.terrain(route.terrain)).append(" ").append(looks.lying(kinds))
        )
    return Text(", ").join(parts)


def journey(view: Observation, quote: Quote, looks: Looks) -> Text:
    """A journey along several routes, and its costs, in green if affordable."""
    words = looks.words
    towns = [quote.start]
    for route in quote.routes:
        towns.append(view.board.route(route).other(towns[-1]))
    way = ", ".join(view.board.town(town).name for town in towns[1:])
    ways = [
        Text(needed(price.needs, words), "green" * can_pay)
        for price, can_pay in zip(quote.prices, quote.in_hand, strict=True)
    ]
    return Text(f"  » {way}: ").append(Text(f" {say('or')} ").join(ways))


def chart(view: Observation, looks: Looks) -> Table:
    """How many cards a route of each terrain costs with each kind of counter on it.

    Downstream, where there is a stream.
    """
    rules, board = view.rules, view.board
    terrains = [id for id in rules.terrains if any(r.terrain == id for r in board.routes)]
    some = {id: next(route for route in board.routes if route.terrain == id) for id in terrains}
    table = grid({"no_wrap": True}, *[{"no_wrap": True, "justify": "right"}] * len(terrains))
    names = [Text(looks.words.terrain(id), looks.terrain(id)) for id in terrains]
    table.add_row("", *names)
    usual: dict[str, list[str]] = {}
    for number, kind in enumerate(rules.layout.kinds):
        row: list[str] = []
        for route in some.values():
            opens = rules.quotes.opens(board.route_number[route.id], number)
            prices = prices_with(view, route.id, route.ends[0], (kind,) if opens else ())
            exact = [p for p in prices if p.needs and p.needs[0].kinds == (kind.id,)]
            row.append(str(exact[0].needs[0].n) if exact else "–")
        if set(row) != {"–"}:
            usual.setdefault(kind.id, row)
    for id, row in usual.items():
        table.add_row(Text("  ").append(looks.kind(id)), *row)
    return table
