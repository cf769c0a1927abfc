"""Part of the law of noninterference: when a game is over, everyone can see how it was decided.

The standings tell everyone the points by each line, and how ties were broken. So what these are
made of has to lie open by then: else the standings tell what is hidden, or the views are wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from elfen.declare import END
from elfen.game import Ruleset
from elfen.kernel import State, code_of, points_of
from elfen.testing.blaming.watching import Keeping
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken


def open_at_the_end(rules: Ruleset, state: State) -> None:
    """In the state at the end of a game the public is told all points, and what breaks ties.

    Raises `LawBroken`.
    """
    lines = [(owned, owned.entry.points) for owned in rules.score_lines]
    ties = [(owned, owned.entry.value) for owned in rules.tie_breaks]
    for score in rules.observe(state, None).scores:
        told = zip((*lines, *ties), (*score.lines, *score.ties), strict=True)
        for (owned, value), seen in told:
            if seen.points is None:
                position = rules.position(state)
                raise LawBroken(
                    NONINTERFERENCE,
                    "the game is over, and the standings tell everyone what seat"
                    f" {score.seat} has by {owned.entry.name!r}, but views call that secret; lay"
                    " open what it reads in a step of END, or let it read no more than it needs",
                    f"plugin {owned.plugin!r}",
                    runs=(
                        partial(points_of, value, position, score.seat),
                        *_laying_open(rules, owned.plugin),
                    ),
                )


def _laying_open(rules: Ruleset, plugin: str) -> Iterator[Keeping]:
    """The steps of a plugin at the end of a game, and its phases: one may have to lay more open."""
    for owned in (*rules.procedures[END], *rules.procedures["round"]):
        code = code_of(owned.entry.do)
        if owned.plugin == plugin and code is not None:
            yield Keeping(code)
