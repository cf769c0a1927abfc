"""A player's own chance."""

from __future__ import annotations

import random

from elfen.kernel import in_bytes, seed_text

Seed = int | str | None


def chance(seed: Seed) -> random.Random:
    """Numbers that a seed determines; raises `SeedError` for what is no seed."""
    if seed is None:
        return random.Random()
    told = seed_text(seed)
    return random.Random(seed if isinstance(seed, int) else in_bytes(told))
