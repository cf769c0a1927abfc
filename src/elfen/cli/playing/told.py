"""Scores and refusals in words, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Mapping

from elfen.declare import Action
from elfen.errors import Reason
from elfen.text import Words
from elfen.views import SeenScore


def told_score(score: SeenScore, words: Words) -> str:
    """A seat's score so far, line by line."""
    lines = ", ".join(words.score_line(line) for line in score.lines)
    if score.ties:
        ties = ", ".join(words.score_line(line) for line in score.ties)
        lines += words.say("; if tied, {ties}", ties=ties)
    more = "" if score.complete else words.say(", without what is secret")
    points = words.say("{n:* point|* points}", n=score.total)
    return f"{words.seat(score.seat)}, {points}{more}: {lines}"


def refused(checked: Mapping[Action, Reason | None], line: str, words: Words) -> list[str]:
    """Why the actions that a line means are not allowed, a sentence for each that is not.

    What holds for all of them is told once, of the line.
    """
    told = {
        action: ("" if str(action) in reason.text else f"{action}: ") + words.reason(reason)
        for action, reason in checked.items()
        if reason is not None
    }
    common = {one.replace(str(action), line) for action, one in told.items()}
    return [*common] if len(common) == 1 and len(told) == len(checked) > 1 else [*told.values()]
