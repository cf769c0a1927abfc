"""The planner's results: a tour, its gains line by line, and what is kept."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare import Action, Kind, Scored, drawn

if TYPE_CHECKING:
    from elfen.game import Ruleset


@frozen
class PlannedStep:
    """A step of a plan: the action to play, and the ids of the route and of the town reached.

    `route` is None for a step that uses none, and for an answer to a question in that town.
    """

    action: Action
    route: str | None
    town: str

    def __str__(self) -> str:
        return str(self.action)


@frozen
class Leg:
    """A part of a tour: along a route to a town, by id, with a piece `laid` there first.

    `route` is None for a leap, which uses none.
    """

    route: str | None
    town: str
    laid: Kind | None = None


@frozen
class Tour:
    """A tour that may be possible: the score at its end, how many pieces are left, and its legs.

    `nodes` and `complete` are as in `Plan`.
    """

    total: int
    kept: int
    legs: tuple[Leg, ...]
    nodes: int
    complete: bool


@frozen
class Plan:
    """The best tour that a seat can still make, as far as it is certain.

    `total` is the seat's score at its end, `gains` what each score line gains on the way (in
    points, without lines that do not change), and `kept` how many pieces are left in the zones
    that payments come from. `nodes` is how many situations were examined. Unless it is
    `complete`, there may be a better plan: the search was cut short, or the rules do something
    on the way that it cannot foresee. With `others_pass`, other seats decide between the steps,
    and the plan holds if none of them changes anything.
    """

    seat: int
    start: str
    steps: tuple[PlannedStep, ...]
    gains: tuple[Scored, ...]
    total: int
    kept: int
    nodes: int
    complete: bool
    rules: Ruleset = field(repr=False, eq=False)
    others_pass: bool = False

    @property
    def gain(self) -> int:
        """How many points the plan adds to the score."""
        return sum(line.points for line in self.gains)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the steps, in order."""
        return tuple(step.action for step in self.steps)

    @property
    def towns(self) -> tuple[str, ...]:
        """The towns reached, by id, in order."""
        towns = [self.start, *(step.town for step in self.steps)]
        return tuple(town for last, town in pairwise(towns) if town != last)

    def _repr_svg_(self) -> str:
        """The tour on the board as a picture, for a notebook."""
        return drawn(self)

    def __bool__(self) -> bool:
        return bool(self.steps)

    @property
    def told(self) -> list[str]:
        """The lines of the plan as text."""
        board = self.rules.board
        home = board.town(self.start).name
        gains = ", ".join(f"{line.text} {line.points:+d}" for line in self.gains) or "nothing"
        kept = f"{self.kept} kept" if self.kept else "nothing kept"
        sure = "" if self.complete else " (perhaps not the best)"
        sure += " (if the others change nothing)" if self.others_pass else ""
        if not self.steps:
            return [f"stay in {home}: {self.total} in all, {kept}{sure}"]
        lines, here = [], self.start
        for n, step in enumerate(self.steps, 1):
            where = "in" if step.town == here else "to"
            lines.append(f"{n}. {where} {board.town(step.town).name}: {step}")
            here = step.town
        return [f"from {home}: {gains}, {self.total} in all, {kept}{sure}", *lines]

    def __str__(self) -> str:
        return "\n".join(self.told)
