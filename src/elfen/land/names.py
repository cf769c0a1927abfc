"""The names of Elfenland's phases and steps, for anchors, `replaces` and `Remove`."""

from __future__ import annotations

# The phases of a round.
DEAL_PHASE = "land/deal"
DRAW_SECRET_PHASE = "land/draw-secret"
DRAW_PHASE = "land/draw"
PLAN_PHASE = "land/plan"
MOVE_PHASE = "land/move"
ENDINGS_PHASE = "land/endings"
START_PLAYER_PHASE = "land/start-player"
KEEP_PHASE = "land/keep"
CLEAR_PHASE = "land/clear"

# The steps of the set-up.
TOWN_CARDS_SETUP = "land/town-cards"
OPEN_COUNTERS_SETUP = "land/open-counters"
START_PLAYER_SETUP = "land/first-start-player"

# The steps of the other procedures.
REFILL_ROW_STEP = "land/refill-row"
RESHUFFLE_STEP = "land/reshuffle"
NEXT_TURN_STEP = "land/next-turn"
MOVING_STEP = "land/moving"
HAND_LIMIT_STEP = "land/hand-limit"
COLLECT_STEP = "land/collect"
TAKE_PIECE_STEP = "land/take-piece"
REVEAL_STEP = "land/reveal"
