"""The names of Elfensea's phases and steps."""

from __future__ import annotations

# The phases of a round, and a step of an arrival.
REVEAL_PHASE = "sea/reveal"
CLEAR_PHASE = "sea/clear"
FIRST_VISIT = "sea/first-visit"
