"""What a player sees besides the map: the players, their own pieces, and the routes from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from elfen.cli.playing.looks import Looks
from elfen.cli.playing.map_list import stream
from elfen.declare import Price
from elfen.text import Quote, Words, needed
from elfen.views import Holding, Observation, prices_with


def grid(*columns: Mapping[str, object]) -> Table:
    """A table without lines."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(**column)  # type: ignore[arg-type]
    return table


def players(view: Observation, names: Sequence[str], looks: Looks, turn: int | None) -> Table:
    """A line for each seat: the town of its boot, its town pieces, and what it holds."""
    words = Words(view.rules)
    table = grid({"no_wrap": True}, {"no_wrap": True}, {"no_wrap": True}, {"ratio": 1})
    for seat, name in enumerate(names):
        mark = "▸" if seat == turn else " "
        who = Text().append(mark, "bold").append(f"seat {seat}", looks.seat(seat))
        who.append(" you" if seat == view.seat else f" {name}", "bold" if seat == view.seat else "")
        taken = len(view.visited[seat])
        parts = [
            holding(one, words, looks)
            for one in view.holdings
            if one.seat == seat and one.size and (one.pieces is None or seat != view.seat)
        ]
        own = [one for one in view.holdings if one.seat == seat and one.size] if not parts else []
        parts += [Text(f"{words.zone(one.zone)} {one.size}") for one in own]
        table.add_row(
            who,
            view.board.town(view.towns[seat]).name,
            Text().append(str(taken), "bold").append(" pieces" if taken != 1 else " piece"),
            Text("; ").join(parts),
        )
    return table


def holding(one: Holding, words: Words, looks: Looks) -> Text:
    """A zone with its pieces, or how many there are."""
    text = Text().append(words.zone(one.zone), "dim").append(f" {one.size}")
    kinds = one.pieces.counts if one.pieces is not None else {}
    told = len(kinds) == 1 and words.zone(one.zone).startswith(next(iter(kinds)))
    if one.pieces is not None and not told:  # "obstacles 1" needs no kind
        text = Text().append(f"{words.zone(one.zone)}: ", "dim").append(looks.pieces(one.pieces))
    return text


def own_pieces(view: Observation, looks: Looks) -> Table:
    """The seat's own zones, a line each."""
    words = Words(view.rules)
    table = grid({"no_wrap": True}, {"ratio": 1})
    for one in view.holdings:
        if one.seat == view.seat and one.seat is not None and one.size:
            what = looks.pieces(one.pieces) if one.pieces is not None else Text("face down")
            table.add_row(Text(f"  {words.zone(one.zone)} {one.size}"), what)
    return table


def on_the_table(view: Observation, looks: Looks) -> Text:
    """The zones that belong to no seat: the pieces that lie open, and the number of others."""
    words = Words(view.rules)
    open_ones = [
        holding(one, words, looks)
        for one in view.holdings
        if one.seat is None and one.size and one.pieces is not None and one.size <= 9
    ]
    piles = [
        Text().append(f"{words.zone(one.zone)} ", "dim").append(str(one.size))
        for one in view.holdings
        if one.seat is None and one.size and (one.pieces is None or one.size > 9)
    ]
    return Text("; ").join([*open_ones, *piles])


def told(view: Observation) -> Table:
    """The slots of plugins that have a text for them."""
    words = Words(view.rules)
    table = grid({"no_wrap": True}, {"ratio": 1})
    for name, text in words.slots(view):
        if view.rules.slots[name].text is not None:
            table.add_row(
                Text(words.zone(name).capitalize(), "bold"), Text(text[:1].upper() + text[1:])
            )
    return table


def around(
    view: Observation, looks: Looks, prices: Callable[[str], Sequence[tuple[Price, bool]]]
) -> Table:
    """The routes that lead on from the boot, and their costs, in green if affordable."""
    assert view.seat is not None
    words = Words(view.rules)
    town = view.towns[view.seat]
    lying = dict(view.lying)
    table = grid({"no_wrap": True}, {"no_wrap": True}, {"ratio": 1})
    for number, _ in view.board.legs[view.board.town_number[town]]:
        route = view.board.routes[number]
        end = route.other(town)
        fresh = end in view.to_visit[view.seat]
        terrain = view.rules.terrains[route.terrain].name
        name = Text().append("  ○ " if fresh else "  ● ", "" if fresh else "dim")
        name.append(view.board.town(end).name, "bold" if fresh else "dim")
        where = Text().append(f"{stream(view, route, town)}{terrain}", looks.terrain(route.terrain))
        what = looks.lying(lying[route.id]).append(" ") if route.id in lying else Text()
        ways = [
            Text(needed(price.needs, words), "green" if pay else "")
            for price, pay in prices(route.id)
        ]
        table.add_row(
            name, where, what.append(Text(" or ").join(ways) if ways else Text("–", "dim"))
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


def journey(view: Observation, quote: Quote) -> Text:
    """A journey along several routes, and its costs, in green if affordable."""
    words = Words(view.rules)
    towns = [quote.start]
    for route in quote.routes:
        towns.append(view.board.route(route).other(towns[-1]))
    way = " → ".join(view.board.town(town).name for town in towns[1:])
    ways = [
        Text(needed(price.needs, words), "green" * can_pay)
        for price, can_pay in zip(quote.prices, quote.in_hand, strict=True)
    ]
    return Text(f"  » {way}: ").append(Text(" or ").join(ways))


def chart(view: Observation, looks: Looks) -> Table:
    """How many cards a route of each terrain costs with each kind of counter on it.

    Downstream, where there is a stream.
    """
    rules, board = view.rules, view.board
    terrains = [id for id in rules.terrains if any(r.terrain == id for r in board.routes)]
    some = {id: next(route for route in board.routes if route.terrain == id) for id in terrains}
    table = grid({"no_wrap": True}, *[{"no_wrap": True, "justify": "right"}] * len(terrains))
    names = [Text(rules.terrains[id].name, looks.terrain(id)) for id in terrains]
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
