"""The page of rules on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from elfen.cli.playing.looks import Looks
from elfen.cli.playing.tables import chart
from elfen.game import Ruleset
from elfen.text import Chapter, rulebook, say


def page(chosen: Ruleset) -> list[RenderableType]:
    """The page, with the chart of costs at its end."""
    view = chosen.new_game(chosen.fewest_players, 0).view(0)
    return [
        *told(rulebook(chosen)),
        Text(),
        Text(say("How many cards a counter takes, by terrain"), "bold"),
        chart(view, Looks(chosen)),
    ]


def told(chapters: Sequence[Chapter]) -> list[RenderableType]:
    """Chapters as lines; points hang below their titles."""
    out: list[RenderableType] = []
    for chapter in chapters:
        if chapter.title:
            out += [Text(), Text(chapter.title, "bold")]
        for line in chapter.lines:
            out.append(Padding(Text(line), (0, 0, 0, 2)) if chapter.title else Text(line))
    return out
