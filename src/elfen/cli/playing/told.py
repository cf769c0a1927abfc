"""Scores in words, in the language that is spoken."""

from __future__ import annotations

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
