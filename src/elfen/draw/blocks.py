"""Blocks: parts of a picture that are laid out beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

#: How far blocks beside each other lie apart.
GAP = 14.0


@frozen
class Block:
    """A part of a picture about its own origin, the left upper corner: texts one after another."""

    body: Sequence[str]
    width: float
    height: float

    def within(self, part: str) -> Block:
        """It as the part of a picture with that name."""
        return Block((f'<g data-part="{part}">', *self.body, "</g>"), self.width, self.height)


def flow(blocks: Sequence[Block], most: float) -> Block:
    """Blocks side by side, in as many rows as it takes."""
    body: list[str] = []
    x, y, high, wide = 0.0, 0.0, 0.0, 0.0
    for one in blocks:
        if x and x + one.width > most:
            x, y, high = 0.0, y + high + 4, 0.0
        body += (f'<g transform="translate({x:.1f} {y:.1f})">', *one.body, "</g>")
        x += one.width + GAP
        wide, high = max(wide, x - GAP), max(high, one.height)
    return Block(body, wide, y + high)
