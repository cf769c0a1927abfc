"""Pictures of a game for an environment: words, SVG, or pixels. They show what all may see."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from elfen.errors import ElfenError, brief

if TYPE_CHECKING:
    from elfen.game import Game

MODES = ["human", "ansi", "svg", "rgb_array"]


def rendered(game: Game, mode: str) -> Any:
    """The table as the public sees it: a text, an SVG as text, or an array of pixels.

    `human` prints the words and gives None. Raises `ElfenError` for an unknown mode.
    """
    if mode in ("human", "ansi"):
        text = str(game.view(None))
        if mode == "ansi":
            return text
        print(text)
        return None
    from elfen.draw import board

    picture = board(game.view(None))
    if mode == "svg":
        return str(picture)
    if mode == "rgb_array":
        return _pixels(picture.png())
    raise ElfenError(f"render_mode={brief(mode)} is none of {', '.join(MODES)}")


def _pixels(png: bytes) -> Any:
    import numpy as np

    try:
        from PIL import Image
    except ImportError:
        raise ElfenError("pixels take the library pillow: pip install 'elfen[png]'") from None
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


def modes() -> list[str]:
    """The modes that work here: pixels take the extra `png`."""
    try:
        import PIL  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError:
        return [mode for mode in MODES if mode != "rgb_array"]
    return [*MODES]
