"""The names of the phases, procedures and steps of Favor of the Towns."""

from __future__ import annotations

# The set-up, and a phase of a round.
TILES_SETUP = "favor/tiles"
JOIN_PHASE = "favor/join"

# Procedure: a favor gives a card (data: the name of the draw).
CARD = "favor/card"

# The steps of procedures, Elfenland's included.
TOP_CARD_STEP = "favor/top-card"
TAKE_CARD_STEP = "favor/take-card"
BEFORE_MOVING_STEP = "favor/before-moving"
ON_ARRIVAL_STEP = "favor/on-arrival"
