"""The map as a list: each town with its boots, town pieces and routes."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from elfen.cli.playing.looks import Looks
from elfen.cli.playing.towns import TownSigns
from elfen.declare import Route
from elfen.errors import Seat
from elfen.text import say
from elfen.views import Observation

LEGEND = (
    "@0 is the boot of {first}. The digits are the seats whose town piece is still there."
    " Rivers: (down) with the stream, (up) against it. In brackets: what lies on a route."
)


def town_list(view: Observation, looks: Looks, signs: TownSigns | None = None) -> RenderableType:
    """All towns by name, each with the routes that lead from it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    signs = signs or TownSigns(view)
    for town in sorted(view.board.towns, key=lambda town: town.id):
        name = Text().append(town.name, "bold").append(signs.letters(town.id))
        name.append(boots(view, town.id, looks))
        table.add_row(name, pieces_left(view, town.id, looks), routes_from(view, town.id, looks))
    more = f" {signs.legend}." if signs.legend else ""
    legend = looks.words.say(LEGEND, first=Seat(0))
    return Group(table, Text(legend + more, "dim"))


def boots(view: Observation, town: str, looks: Looks) -> Text:
    """The boots in a town, ` @02` for those of the seats 0 and 2."""
    text = Text()
    for seat, at in enumerate(view.towns):
        if at == town:
            text.append("" if text else " @", "bold").append(str(seat), looks.seat(seat))
    return text


def pieces_left(view: Observation, town: str, looks: Looks) -> Text:
    """A column for each seat: its digit while its town piece is there, else a dot."""
    if town not in view.piece_towns:
        return Text(" " * view.players)
    text = Text()
    for seat in range(view.players):
        if town in view.visited[seat]:
            text.append("·", "dim")
        else:
            text.append(str(seat), looks.seat(seat))
    return text


def routes_from(view: Observation, town: str, looks: Looks) -> Text:
    """The towns that routes lead to, by terrain, with the pieces on the routes."""
    lying = dict(view.lying)
    by_terrain: dict[str, list[Text]] = {}
    for number, _ in view.board.legs[view.board.town_number[town]]:
        route = view.board.routes[number]
        text = Text(f"{view.board.town(route.other(town)).name}{stream(view, route, town)}")
        if route.id in lying:
            text.append(" ").append(looks.lying(lying[route.id]))
        by_terrain.setdefault(route.terrain, []).append(text)
    parts: list[Text] = []
    for id, terrain in view.rules.terrains.items():
        if id in by_terrain:
            part = Text().append(f"{looks.words.say(terrain.name)} ", looks.terrain(id))
            parts.append(part.append(Text(", ").join(by_terrain[id])))
    return Text("; ").join(parts)


def stream(view: Observation, route: Route, town: str) -> str:
    """` (down)` or ` (up)`: with or against the stream from a town; "" if there is no stream."""
    if not view.rules.terrains[route.terrain].directed:
        return ""
    return f" ({say('down') if route.ends[0] == town else say('up')})"
