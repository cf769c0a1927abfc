"""Reads a picture back: what its data- attributes say of the table, and all of its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from elfen import Observation

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
            int(one.get("data-size", "")),
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
        "held": [one for one in held if one[2]],
    }


def expected(view: Observation) -> Facts:
    """The same from what a seat may know."""
    held = sorted(
        (
            one.zone,
            "table" if one.seat is None else str(one.seat),
            one.size,
            None if one.pieces is None else str(one.pieces),
        )
        for one in view.holdings
    )
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
        "held": [one for one in held if one[2]],
    }


def texts(svg: str) -> list[ElementTree.Element]:
    """All elements of text."""
    return [one for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("}text")]
