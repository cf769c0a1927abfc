"""The names of Elfengold's phases, procedures and steps."""

from __future__ import annotations

# The set-up, and the phases of a round.
VALUES_SETUP = "gold/values"
DEAL_SETUP = "gold/deal"
DRAW_CARDS_PHASE = "gold/draw-cards"
INCOME_PHASE = "gold/income"
DRAW_TILES_PHASE = "gold/draw-tiles"
AUCTION_PHASE = "gold/auction"

# Procedures: a seat draws its two tiles; the tiles to be auctioned are lined up one by one.
TWO_TILES = "gold/tiles"
AUCTIONING = "gold/auctioning"

# The steps of procedures, Elfenland's included.
TOP_CARD_STEP = "gold/top-card"
REWARD_STEP = "gold/reward"
EARN_STEP = "gold/earn"
FILL_ROW_STEP = "gold/fill-row"
DRAW_ONE_STEP = "gold/draw-one"
TWO_TILES_STEP = "gold/two-tiles"
SORT_TILES_STEP = "gold/sort-tiles"
NO_OPEN_ROW_STEP = "gold/no-open-row"
LINE_UP_STEP = "gold/line-up"
NEXT_LOT_STEP = "gold/next-lot"
TAKE_TILE_STEP = "gold/take-tile"
