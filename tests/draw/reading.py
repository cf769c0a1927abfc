"""Reads a picture back: what its data- attributes say of the table, and all of its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from elfen import Observation
from elfen.plugin import SeatZone, TableZone

Facts = dict[str, Any]


def elements(svg: str, mark: str) -> Iterator[ElementTree.Element]:
    """The elements with a data- attribute."""
    return (one for one in ElementTree.fromstring(svg).iter() if f"data-{mark}" in one.attrib)


def read(svg: str) -> Facts:
    """What a picture says of a table."""
    root = ElementTree.fromstring(svg)
    boots = {int(one.get("data-boot", "")): one.get("data-town") for one in elements(svg, "boot")}
    plates = {
        one.get("data-plate", ""): {int(n) for n in one.get("data-pieces", "").split()}
        for one in elements(svg, "plate")
    }
    lying = {
        one.get("data-lying", ""): [
            inner.get("data-kind") for inner in one if inner.get("data-kind")
        ]
        for one in elements(svg, "lying")
    }
    held = sorted(
        (
            one.get("data-zone", ""),
            one.get("data-of", "table"),
            int(one.get("data-size", "-1")),
            one.get("data-pieces"),
        )
        for one in elements(svg, "zone")
    )
    return {
        "round": root.get("data-round"),
        "seat": root.get("data-seat"),
        "boots": boots,
        "plates": plates,
        "lying": lying,
        "held": held,
    }


def expected(view: Observation) -> Facts:
    """The same from what a seat may know.

    Zones that are empty are not in a picture, unless seats pay from them. Of zones that are not
    counted nobody is told how much lies there.
    """
    zones = view.rules.layout.zones
    held: list[tuple[str, str, int, str | None]] = []
    for one in view.holdings:
        zone, owner = zones[one.zone], "table" if one.seat is None else str(one.seat)
        if isinstance(zone, TableZone) and not zone.counted:
            held.append((one.zone, owner, -1, None))
        elif one.size:
            pieces = None if one.pieces is None else str(one.pieces)
            held.append((one.zone, owner, one.size, pieces))
        elif isinstance(zone, SeatZone) and zone.pays_into is not None:
            held.append((one.zone, owner, 0, None))
    held.sort()
    return {
        "round": str(view.round),
        "seat": "public" if view.seat is None else str(view.seat),
        "boots": dict(enumerate(view.towns)),
        "plates": {
            town.id: {seat for seat, left in enumerate(view.to_visit) if town.id in left}
            for town in view.board.towns
        },
        "lying": {
            route: [f"{kind.group.name}/{kind.id}" for kind in kinds] for route, kinds in view.lying
        },
        "held": held,
    }


def texts(svg: str) -> list[ElementTree.Element]:
    """All elements of text."""
    return [one for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("}text")]


def written(svg: str) -> str:
    """All that is written in a picture, without spaces."""
    return "".join("".join("".join(one.itertext()) for one in texts(svg)).split())
