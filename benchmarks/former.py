"""Whether a player is as strong as in another version of the source: paired games of four.

    git worktree add ../former COMMIT
    python benchmarks/former.py ../former/src --games 400

Two seats are played as the source here would, and two as the other one would, in a process of its
own that follows the game. Each deal is played both ways round. Both sources have to play by the
same rules: the totals at the end are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import IO, Any

PLAYERS = 4
WAYS = ((0, 2), (1, 3))


def follow(expansions: Sequence[str], player: str) -> None:
    """The other process: it plays what it is told, and says what it would choose."""
    import elfen

    rules = elfen.compile_ruleset(expansions=list(expansions))
    game: Any = None
    players: list[Any] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "new":
            game = rules.new_game(PLAYERS, int(rest))
            players = line_up(player, rules)
        elif word == "play":
            game = game.play(rest)
        elif word == "choose":
            print(players[game.seat].choose(game.view(game.seat)), flush=True)
        else:
            print(json.dumps(totals(game)), flush=True)


def line_up(player: str, rules: Any) -> list[Any]:
    """A player for each seat; the seeds are the seats."""
    from elfen import bots

    if hasattr(bots, "player"):
        return [bots.player(player, rules, seat) for seat in range(PLAYERS)]
    cls = getattr(bots, f"{player.title()}Player")  # before players were made by name
    return [cls(rules, seat) for seat in range(PLAYERS)]


def totals(game: Any) -> list[int]:
    """By seat."""
    return [row.total for row in sorted(game.standings, key=lambda row: row.seat)]


class Other:
    """The process with the other source."""

    def __init__(self, source: Path, arguments: Sequence[str]) -> None:
        self._running = subprocess.Popen(
            [sys.executable, __file__, "--follow", str(source), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source.resolve())},
        )

    def tell(self, line: str) -> None:
        """Tell it something that needs no answer."""
        into: IO[str] = self._running.stdin  # type: ignore[assignment]
        into.write(f"{line}\n")
        into.flush()

    def ask(self, line: str) -> str:
        """Its answer."""
        self.tell(line)
        return self._running.stdout.readline().strip()  # type: ignore[union-attr]


def differences(other: Other, given: argparse.Namespace) -> list[tuple[float, float]]:
    """For each deal: how much better the players here do, in ranks and in points."""
    import elfen

    rules = elfen.compile_ruleset(expansions=given.expansions)
    found = []
    for deal in range(given.games // len(WAYS)):
        ranks, points = [], []
        for theirs in WAYS:
            seed = given.seed + deal
            game = rules.new_game(PLAYERS, seed)
            other.tell(f"new {seed}")
            players = line_up(given.player, rules)
            while not game.is_over:
                seat = game.seat
                assert seat is not None
                if seat in theirs:
                    move = other.ask("choose")
                else:
                    move = str(players[seat].choose(game.view(seat)))
                game = game.play(move)
                other.tell(f"play {move}")
            if json.loads(other.ask("end")) != totals(game):
                raise SystemExit("the two sources do not play by the same rules")
            for row in game.standings:
                ranks.append(row.rank if row.seat in theirs else -row.rank)
                points.append(-row.total if row.seat in theirs else row.total)
        found.append((2 * mean(ranks), 2 * mean(points)))
    return found


def main() -> None:
    """Play, and print the mean differences with their 95 % intervals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("source", type=Path, help="the folder src of the other version")
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7_000_000)
    parser.add_argument("--with", dest="expansions", action="append", default=[])
    parser.add_argument("--follow", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.follow:
        follow(given.expansions, given.player)
        return
    arguments = ["--player", given.player, *(f"--with={name}" for name in given.expansions)]
    found = differences(Other(given.source, arguments), given)
    for what, column in zip(("ranks", "points"), zip(*found, strict=True), strict=True):
        middle, wide = mean(column), 1.96 * stdev(column) / len(column) ** 0.5
        low, high = middle - wide, middle + wide
        print(f"better by {middle:+.3f} {what} ({low:+.3f} to {high:+.3f}), {len(found)} deals")


if __name__ == "__main__":
    main()
