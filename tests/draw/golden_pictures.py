"""Digests of pictures, to notice any change; `python tests/draw/golden_pictures.py` renews them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from drawn_games import RULESETS, positions

import elfen.draw

FILE = Path(__file__).parent / "golden_pictures.txt"


def digests() -> str:
    """A line for each ruleset and theme: a digest of the pictures of positions in one game."""
    lines: list[str] = []
    for name in RULESETS:
        for theme, size in (("light", 400), ("dark", 900), ("auto", 1600)):
            digest = hashlib.sha256()
            for n, game in enumerate(positions(name, 4, 8)):
                svg = elfen.draw.board(game.view(n % 4), theme=theme, size=size)
                digest.update(svg.encode())
            lines.append(f"{name} {theme} {size} {digest.hexdigest()[:32]}\n")
    return "".join(lines)


if __name__ == "__main__":
    FILE.write_text(digests(), encoding="ascii")
