"""The options of Elfenland, and the editions as presets of them."""

from __future__ import annotations

from elfen.plugin import Option, Preset

OPTIONS = (
    Option("rounds", 4, "how many rounds are played", choices=(3, 4)),
    Option(
        "start_player",
        "first",
        "who starts the first round: seat 0, or a seat drawn at random",
        choices=("first", "random"),
    ),
)

PRESETS = (Preset("rio-grande", {"rounds": 4}, help="the Rio Grande rulebook of 2000"),)
