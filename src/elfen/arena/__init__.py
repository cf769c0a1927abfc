"""The arena: which of several players is better, and by how much.

`meetings` says who sits where in which deal, `match` plays a game and clocks its players, `running`
plays them all, in processes or on a cluster. `report` reads the results: ratings, a matrix,
`sequential` when it is time to stop. Open `running` first.
"""

from elfen.arena.clusters import Cluster, cluster
from elfen.arena.meetings import Meeting, schedule
from elfen.arena.plots import plotter, put_figure
from elfen.arena.ratings import Estimate, Ratings
from elfen.arena.report import Report, Row
from elfen.arena.results import Forfeit, GameResult, Results
from elfen.arena.running import run, series_of
from elfen.arena.sequential import Question, Test

__all__ = [
    "Cluster",
    "Estimate",
    "Forfeit",
    "GameResult",
    "Meeting",
    "Question",
    "Ratings",
    "Report",
    "Results",
    "Row",
    "Test",
    "cluster",
    "plotter",
    "put_figure",
    "run",
    "schedule",
    "series_of",
]
