"""The notebook of a first look: `python tests/examples/notebook.py` runs it and writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

FILE = Path(__file__).parents[2] / "examples" / "first-look.ipynb"

CELLS = (
    """\
# A first look at elfen

elfen knows the rules of Elfenland and its expansions. This notebook begins a game, looks at it with
the eyes of one player, plans a journey, and replays what has happened. It needs nothing but elfen.\
""",
    """\
>import elfen
>import elfen.draw
>from elfen.bots import choose, stock_players

>rules = elfen.compile_ruleset(expansions=["favor"])
>game = rules.new_game(players=3, seed="a first look")
>game.rules.board\
""",
    """\
Two greedy players and one that takes any action play for a while. The seed of each is known, so
this notebook always shows the same game.\
""",
    """\
>players = stock_players(["greedy", "greedy", "random"], rules, 3, seed=1)
>while game.state.round == 1 or game.decision.name != "land/move":
>    game = game.play(choose(game, players))
>game\
""",
    """\
## What a player may know

A view holds what one seat may know, and nothing else. It shows itself: the board, that seat's own
cards, and the backs of the others'.\
""",
    """\
>view = game.view(game.seat)
>view\
""",
    """\
In words, the same table, and what could be done now:\
""",
    """\
>print(view)\
""",
    """\
>print(*map(str, view.legal_actions), sep="\\n")\
""",
    """\
## A plan

The planner finds the journey that leads to the most points, as far as this seat can know.\
""",
    """\
>plan = elfen.plan(view)
>print(plan)
>plan\
""",
    """\
## What has happened

A page plays the game step by step, as one seat saw it. It is one HTML file that works in any
browser: `page.save("game.html")`. Move through it by its buttons or the arrow keys.\
""",
    """\
>page = elfen.draw.replay(game, seat=0)
>page\
""",
)


def notebook() -> Any:
    """The notebook, with everything that its cells show when they run."""
    cells = []
    for number, text in enumerate(CELLS):
        code = text.startswith(">")
        source = "\n".join(line.removeprefix(">") for line in text.split("\n")) if code else text
        cell = (new_code_cell if code else new_markdown_cell)(source)
        cell["id"] = f"cell-{number}"
        cells.append(cell)
    made = new_notebook(cells=cells)
    NotebookClient(made, timeout=120, kernel_name="python3", record_timing=False).execute()
    made["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return made


def written(made: Any) -> str:
    """The text of a notebook's file."""
    return nbformat.writes(made) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(notebook()), encoding="utf-8")
