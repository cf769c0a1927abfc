"""Statistics for designers: what happens in many games, and what a rule does to the game.

They are for those who hold the games, not for players: they read whole states.

Open `sheets` first: what is counted of a game. `replaying` plays its log again when it is over, on
a table that is `noting` what happens. `naming` says what an action or a piece counts for, `endings`
what the end of a game does, and `columns` have all figures of a ruleset, as declared. `gathered`
are distributions of them over many games, `comparison` sets two rulesets against each other, and
`estimates` have the intervals. `running` plays, and `tables`, `frames` and `pictures` show.
"""

from elfen.arena import plotter
from elfen.stats.columns import SECTIONS, Column, Columns
from elfen.stats.comparison import Comparison, Difference
from elfen.stats.estimates import Distribution, Estimate
from elfen.stats.frames import frame, write, writer_of
from elfen.stats.gathered import Row, Statistics
from elfen.stats.pictures import heat, histograms
from elfen.stats.running import compare, pairs, statistics
from elfen.stats.sheets import Following, Sheet, sheet
from elfen.stats.tables import Grid, differences, grids

__all__ = [
    "SECTIONS",
    "Column",
    "Columns",
    "Comparison",
    "Difference",
    "Distribution",
    "Estimate",
    "Following",
    "Grid",
    "Row",
    "Sheet",
    "Statistics",
    "compare",
    "differences",
    "frame",
    "grids",
    "heat",
    "histograms",
    "pairs",
    "plotter",
    "sheet",
    "statistics",
    "write",
    "writer_of",
]
