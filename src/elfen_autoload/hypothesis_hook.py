"""Called by hypothesis when it is imported, so that `st.from_type(elfen.Game)` works."""

from __future__ import annotations

import sys


def register() -> None:
    """Register elfen's types if elfen is imported; if not, elfen does so when it is."""
    if "elfen" in sys.modules:
        from elfen.testing.types import register

        register()
