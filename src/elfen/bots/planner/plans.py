"""The planner's results: a tour, its gains line by line, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import field, frozen

from elfen.declare import Action, Kind, Scored, drawn

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.text import Words


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
        """The lines of the plan as plain English: what it gains, and then each of its steps."""
        from elfen.text import ENGLISH, Words

        return self.told_by(Words(self.rules, language=ENGLISH))

    def told_by(self, words: Words, each: Callable[[PlannedStep], str] = str) -> list[str]:
        """The same lines in words; `each` says what a step is, such as by its notation."""
        home, kept = words.town(self.start), words.say("nothing kept")
        if self.kept:
            kept = words.say("{n} kept", n=self.kept)
        gains = ", ".join([f"{words.say(line.text)} {line.points:+d}" for line in self.gains])
        text = "from {town}: {gains}, {total} in all, {kept}"
        if not self.steps:
            text = "stay in {town}: {total} in all, {kept}"
        gains = gains or words.say("nothing")
        first = words.say(text, town=home, gains=gains, total=self.total, kept=kept)
        if not self.complete:
            first += words.say(" (perhaps not the best)")
        if self.others_pass:
            first += words.say(" (if the others change nothing)")
        lines, here = [first], self.start
        for n, step in enumerate(self.steps, 1):
            text = "{n}. in {town}: {step}" if step.town == here else "{n}. to {town}: {step}"
            lines.append(words.say(text, n=n, town=words.town(step.town), step=each(step)))
            here = step.town
        return lines

    def __str__(self) -> str:
        return "\n".join(self.told)
