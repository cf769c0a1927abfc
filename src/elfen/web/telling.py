"""Telling: scores, standings, tours and refusals in words, as pages show them."""

from __future__ import annotations

from elfen.bots.planner import Plan
from elfen.declare import Scored, Standing
from elfen.errors import ElfenError, IllegalAction
from elfen.text import Words, capital
from elfen.views import SeenScored


def scored(line: Scored | SeenScored, words: Words) -> str:
    """A score line or a tie-break with its points: `town pieces: 12`."""
    what, more = words.say(line.text), f" ({line.detail})" if line.detail else ""
    if line.points is None:
        return words.say("{what}: secret", what=what) + more
    return f"{what}: {line.points}{more}"


def placed(standing: Standing, words: Words) -> str:
    """Who stands in a place, with the team."""
    name, team = capital(words.seat(standing.seat)), standing.team
    if team is None:
        return name
    if team.name:
        return words.say("{name} of {team}", name=name, team=words.say(team.name))
    others = [words.seat(seat) for seat in team.seats if seat != standing.seat]
    return (
        words.say("{name} with {others}", name=name, others=words.listed(others))
        if others
        else name
    )


def tour(plan: Plan, words: Words) -> list[str]:
    """The best tour of a plan: what it gains, and then each of its steps."""
    gains = ", ".join(f"{words.say(line.text)} {line.points:+d}" for line in plan.gains)
    first = words.say(
        "from {town}: {gains}, {total} in all, {kept}",
        town=words.town(plan.start),
        gains=gains or words.say("nothing"),
        total=plan.total,
        kept=words.say("{n} kept", n=plan.kept) if plan.kept else words.say("nothing kept"),
    )
    first += "" if plan.complete else words.say(" (perhaps not the best)")
    first += words.say(" (if the others change nothing)") if plan.others_pass else ""
    lines, here = [words.say("The best way as things lie: {way}", way=first)], plan.start
    for n, step in enumerate(plan.steps, 1):
        text = "{n}. in {town}: {step}" if step.town == here else "{n}. to {town}: {step}"
        town = words.town(step.town)
        lines.append(words.say(text, n=n, town=town, step=words.action(step.action)))
        here = step.town
    return lines


def refusal(error: ElfenError, words: Words) -> str:
    """Why something was refused, as a sentence; what the rules say is told with names."""
    told = words.reason(error.reason) if isinstance(error, IllegalAction) else error.told(words.say)
    return f"{capital(told)}."
