"""Scores and tours in words, in the language that is spoken."""

from __future__ import annotations

from elfen.bots.planner import Plan
from elfen.text import Words
from elfen.views import SeenScore, SeenScored


def told_score(score: SeenScore, words: Words) -> str:
    """A seat's score so far, line by line."""
    lines = ", ".join(_line(line, words) for line in score.lines)
    if score.ties:
        ties = ", ".join(_line(line, words) for line in score.ties)
        lines += words.say("; if tied, {ties}", ties=ties)
    more = "" if score.complete else words.say(", without what is secret")
    points = words.say("{n:* point|* points}", n=score.total)
    return f"{words.seat(score.seat)}, {points}{more}: {lines}"


def _line(line: SeenScored, words: Words) -> str:
    what = words.say(line.text)
    told = words.say("{what}: secret", what=what)
    if line.points is not None:
        told = f"{what}: {line.points}"
    return told + (f" ({line.detail})" if line.detail else "")


def told_tour(tour: Plan, words: Words) -> list[str]:
    """A tour: what it gains, and then each of its steps."""
    gains = ", ".join(f"{words.say(line.text)} {line.points:+d}" for line in tour.gains)
    kept = words.say("nothing kept")
    if tour.kept:
        kept = words.say("{n} kept", n=tour.kept)
    first = words.say(
        "from {town}: {gains}, {total} in all, {kept}",
        town=words.town(tour.start),
        gains=gains or words.say("nothing"),
        total=tour.total,
        kept=kept,
    )
    if not tour.complete:
        first += words.say(" (perhaps not the best)")
    if tour.others_pass:
        first += words.say(" (if the others change nothing)")
    lines, here = [first], tour.start
    for n, step in enumerate(tour.steps, 1):
        text = "{n}. in {town}: {step}" if step.town == here else "{n}. to {town}: {step}"
        lines.append(words.say(text, n=n, town=words.town(step.town), step=str(step)))
        here = step.town
    return lines
