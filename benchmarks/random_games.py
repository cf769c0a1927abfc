"""How fast random games run, as multiples of python-chess, all measured in one run.

Every contender plays whole games with uniformly random actions. Only decisions with two or more
legal actions count. A machine's clock speed may change within a second, so absolute rates mean
little: slices of a contender and of python-chess alternate, each pair of neighbours gives a
ratio, and the result is the median of the ratios.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import json
import platform
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time

import chess
from peers import found_peers

import elfen

PLAYERS = 4
MOST_PLIES = 400

#: Plays one game with a source of chance, and returns how many decisions had a choice.
Playing = Callable[[random.Random], float]


@dataclass(frozen=True)
class Figure:
    """The result for one contender: its ratios to python-chess, one per round."""

    name: str
    calls: str
    choices: float
    ratios: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median ratio."""
        return median(self.ratios)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The first and third quartile of the ratios."""
        if len(self.ratios) < 2:
            return self.middle, self.middle
        first, _, third = quantiles(self.ratios, n=4, method="inclusive")
        return first, third


def play_chess(chance: random.Random) -> int:
    """python-chess, at most 400 plies."""
    board = chess.Board()
    choices = 0
    for _ in range(MOST_PLIES):
        moves = list(board.legal_moves)
        if not moves:
            break
        choices += len(moves) > 1
        board.push(moves[int(chance.random() * len(moves))])
    return choices


def elfenland(*expansions: str, sampled: bool = False) -> dict[str, tuple[str, Playing]]:
    """The ways to play Elfenland, by name: the timed calls, and a player that makes them."""
    rules = elfen.compile_ruleset(expansions=expansions)
    name = " + ".join(("elfen", *expansions))

    def kernel(chance: random.Random) -> int:
        state = rules.start(PLAYERS)
        dealer = elfen.Dealer.seeded(chance.getrandbits(64))
        choices = 0
        while True:
            actions = rules.legal_actions(state)
            if actions:
                choices += len(actions) > 1
                state = rules.advance(state, actions[int(chance.random() * len(actions))])
            else:
                state, dealer, outcomes, _ = rules.dealt(state, dealer)
                if not outcomes:
                    return choices

    def played(chance: random.Random) -> int:
        dealer = elfen.Dealer.seeded(chance.getrandbits(64))
        state, dealer, _, _ = rules.dealt(rules.start(PLAYERS), dealer)
        choices = 0
        while actions := rules.legal_actions(state):
            choices += len(actions) > 1
            action = actions[int(chance.random() * len(actions))]
            state, dealer, _, _ = rules.played(state, action, dealer)
        return choices

    games = 60
    usual = sum(played(random.Random(seed)) for seed in range(games)) / games if sampled else 0.0

    def drawn(chance: random.Random) -> float:
        dealer = elfen.Dealer.seeded(chance.getrandbits(64))
        state, dealer, _, _ = rules.dealt(rules.start(PLAYERS), dealer)
        while (action := rules.sample_action(state, chance)) is not None:
            state, dealer, _, _ = rules.played(state, action, dealer)
        return usual  # what else could have been chosen is not known: as many choices as usual

    def game(chance: random.Random) -> int:
        game = rules.new_game(PLAYERS, chance.getrandbits(64))
        choices = 0
        while not game.is_over:
            actions = game.legal_actions
            choices += len(actions) > 1
            game = game.play(actions[int(chance.random() * len(actions))])
        return choices

    ways: dict[str, tuple[str, Playing]] = {
        f"{name}, kernel": ("`legal_actions`, `advance`, `dealt`", kernel),
        f"{name}, kernel with `played`": ("`legal_actions`, `played`", played),
        f"{name}, `Game`": ("`game.legal_actions`, `game.play`", game),
    }
    if sampled:
        ways[f"{name}, kernel without lists"] = ("`sample_action`, `played`", drawn)
    return ways


def rate(play: Playing, chance: random.Random, seconds: float) -> float:
    """Decisions with a choice per second of processor time, over games that fill `seconds`."""
    choices = 0.0
    start = process_time()
    while True:
        choices += play(chance)
        spent = process_time() - start
        if spent >= seconds:
            return choices / spent


def choices_a_game(play: Playing, games: int = 5) -> float:
    """The average number of decisions with a choice per game."""
    chance = random.Random(1)
    return sum(play(chance) for _ in range(games)) / games


def measure(
    contenders: dict[str, tuple[str, Playing]],
    rounds: int,
    seconds: float,
    warm_up: float,
    seed: int,
) -> list[Figure]:
    """The figures of all contenders, each after `warm_up` seconds of games."""
    chance = random.Random(seed)
    choices = {name: choices_a_game(play) for name, (_, play) in contenders.items()}
    for play in (play_chess, *(play for _, play in contenders.values())):
        rate(play, chance, warm_up)
    gc.collect()
    gc.freeze()  # objects of imported libraries must not slow down garbage collections
    ratios: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, (_, play) in contenders.items():
            yardstick = rate(play_chess, chance, seconds)
            ratios[name].append(rate(play, chance, seconds) / yardstick)
    gc.unfreeze()
    return [
        Figure(name, calls, choices[name], tuple(ratios[name]))
        for name, (calls, _) in contenders.items()
    ]


def table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table."""
    rows = [
        ("", "what is timed", "choices a game", "times python-chess", "middle half"),
        ("---", "---", "---:", "---:", "---:"),
        (
            "python-chess",
            "`list(board.legal_moves)`, `board.push`",
            f"{choices_a_game(play_chess):.0f}",
            "1",
            "",
        ),
    ]
    for figure in figures:
        first, third = figure.quartiles
        rows.append(
            (
                figure.name,
                figure.calls,
                f"{figure.choices:.0f}",
                f"{figure.middle:.2f}",
                f"{first:.2f} to {third:.2f}",
            )
        )
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def versions(packages: Sequence[str]) -> str:
    """Python and the measured packages, with their versions."""
    named = [f"{package} {importlib.metadata.version(package)}" for package in packages]
    return ", ".join([f"{platform.python_implementation()} {platform.python_version()}", *named])


def as_json(figures: Sequence[Figure], rounds: int, seconds: float, who: str) -> str:
    """The figures as JSON."""
    data = {
        "versions": who,
        "rounds": rounds,
        "slice": seconds,
        "times_python_chess": {
            figure.name: {
                "median": figure.middle,
                "quartiles": figure.quartiles,
                "choices_a_game": figure.choices,
            }
            for figure in figures
        },
    }
    return json.dumps(data, indent=2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=40, help="ratios of each (default: 40)")
    parser.add_argument(
        "--slice", type=float, default=0.15, help="seconds of one measurement (default: 0.15)"
    )
    parser.add_argument(
        "--warm-up", type=float, default=1.5, help="seconds of games before that (default: 1.5)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games")
    parser.add_argument(
        "--peers", action="store_true", help="also other libraries that are installed"
    )
    parser.add_argument(
        "--with", dest="expansions", action="append", default=[], help="also with this expansion"
    )
    parser.add_argument(
        "--sampled", action="store_true", help="also the kernel by `sample_action`, without lists"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args(arguments)

    contenders = elfenland(sampled=given.sampled)
    for expansion in given.expansions:
        contenders |= elfenland(expansion, sampled=given.sampled)
    packages = ["elfen", "chess"]
    if given.peers:
        peers, present, absent = found_peers()
        contenders |= peers
        packages += present
        if absent and not given.json:
            print(f"not installed, so left out: {', '.join(absent)}\n")
    figures = measure(contenders, given.rounds, given.slice, given.warm_up, given.seed)
    if given.json:
        print(as_json(figures, given.rounds, given.slice, versions(packages)))
    else:
        print(table(figures))
        print(f"\n{versions(packages)}; {given.rounds} rounds of {given.slice} s slices.")


if __name__ == "__main__":
    main()
