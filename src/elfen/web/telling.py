"""Telling: standings and refusals in words, as pages show them."""

from __future__ import annotations

from elfen.declare import Standing
from elfen.errors import ElfenError, IllegalAction
from elfen.text import Words, capital


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


def refusal(error: ElfenError, words: Words) -> str:
    """Why something was refused, as a sentence; what the rules say is told with names."""
    told = words.reason(error.reason) if isinstance(error, IllegalAction) else error.told(words.say)
    return f"{capital(told)}."
