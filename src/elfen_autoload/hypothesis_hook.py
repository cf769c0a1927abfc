"""Called by hypothesis when it is imported, so that `st.from_type(elfen.Game)` works."""

from __future__ import annotations

import sys


def register() -> None:
    """Tell hypothesis of elfen's types, if elfen is imported; else elfen does it when it is."""
    if "elfen" in sys.modules:
        from elfen.testing.types import register

        register()
