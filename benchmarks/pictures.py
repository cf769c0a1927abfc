"""What a picture costs, in views and in plays beside it, all measured in one run.

Nothing here is an absolute time. On the way through random games, the seat that decides gets its
view, its picture is drawn, and the next action is played; a play is the list of legal actions and
the action. A view answers when it is asked, so there are two ratios. `made` is beside the time of
`game.view(seat)` alone, which nobody has asked anything. `read` is beside that of a view from which
all is read that a picture shows: another copy of the game has one, and reads it. Each ratio is that
of one game's processor times, and the results are medians over the games. The first games, in which
layouts are made and kept, do not count.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import random
from collections.abc import Sequence
from statistics import median
from time import process_time

import elfen
import elfen.draw

RULES = {"Elfenland": (), "gold": ("gold",), "sea": ("sea",), "favor": ("favor",)}
PLAYERS = (4, 6)
WARM_UP = 2


def read(view: elfen.View) -> None:
    """Read from a view what a picture shows."""
    for name in ("towns", "visited", "lying", "holdings", "scores", "pending", "legal_actions"):
        getattr(view, name)
    view.slots  # noqa: B018
    if view.log.steps:
        view.log.after(view.log.steps - 1)


def game(rules: elfen.Ruleset, players: int, seed: int) -> tuple[float, float, float]:
    """What a picture costs in a game of this seed: in views made, in views read, and in plays."""
    chance = random.Random(seed)
    views = asked = pictures = plays = 0.0
    played = rules.new_game(players, seed)
    while not played.is_over:
        start = process_time()
        actions = played.legal_actions
        after = played.play(actions[int(chance.random() * len(actions))])
        begun = process_time()
        view = played.view(played.seat)
        seen = process_time()
        elfen.draw.board(view)
        drawn = process_time()
        again = played.view(played.seat)
        between = process_time()
        read(again)
        asked += process_time() - between
        plays, views, pictures = (
            plays + begun - start,
            views + seen - begun,
            pictures + drawn - seen,
        )
        played = after
    return pictures / views, pictures / (views + asked), pictures / plays


def measure(named: Sequence[str], rounds: int, seed: int) -> dict[str, dict[str, float]]:
    """The medians by ruleset and number of players, such as `gold, 4 players`."""
    out: dict[str, dict[str, float]] = {}
    for name in named:
        rules = elfen.compile_ruleset(expansions=RULES[name])
        for players in PLAYERS:
            ratios = [game(rules, players, seed + n) for n in range(WARM_UP + rounds)][WARM_UP:]
            made, asked, plays = (median(some) for some in zip(*ratios, strict=True))
            out[f"{name}, {players} players"] = {"made": made, "read": asked, "plays": plays}
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="games that count (default: 7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first random game")
    parser.add_argument(
        "--rules", action="append", default=[], choices=[*RULES], help="only these; repeatable"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args(arguments)
    found = measure(given.rules or [*RULES], given.rounds, given.seed)
    if given.json:
        print(json.dumps({"rounds": given.rounds, "pictures": found}, indent=2))
        return
    print("| `elfen.draw.board(view)` | in views made | in views read | in plays |")
    print("| --- | ---: | ---: | ---: |")
    for name, one in found.items():
        print(f"| {name} | {one['made']:.3g} | {one['read']:.3g} | {one['plays']:.3g} |")
    who = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"\n{who}, elfen {importlib.metadata.version('elfen')}; {given.rounds} games of each.")


if __name__ == "__main__":
    main()
