"""What playing through views costs, in games and steps without them, all measured in one run.

Nothing here is an absolute time. Each piece of work is measured between two slices of the same
yardstick: games of `Game.legal_actions` and `Game.play` alone. Games from views are the very
games of the yardstick, by their seeds. A play is one decision of these games, the list of its
legal actions included. The results are medians of ratios of processor time.
"""

from __future__ import annotations

import argparse
import gc
import importlib.metadata
import json
import platform
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median, quantiles
from time import process_time

import elfen
from elfen.bots import GreedyPlayer
from elfen.bots import play as play_game
from elfen.plugin import Action

PLAYERS = 4

RULES = {
    "Elfenland": (),
    "gold": ("gold",),
    "sea": ("sea",),
    "favor": ("favor",),
    "gold with favor": ("gold", "favor"),
}

#: Plays the game of a seed, and returns the number of its decisions.
Playing = Callable[[int], int]

#: Greedy games take long, so there are so many times as few.
GREEDY_ROUNDS = 0.1

#: Measured only where asked for: a greedy game with expansions takes up to minutes.
TOO_LONG = {("greedy", name) for name in RULES if name != "Elfenland"}

#: How many views of random games are determinized and planned from.
VIEWS = 60


@dataclass(frozen=True)
class Work:
    """A piece of work, measured in games or in plays.

    `slice` does it for about so many seconds, given the seed of the next game, and returns the
    seconds that it took, and those of the yardstick beside it: for as many games or plays.
    """

    name: str
    what: str
    unit: str
    slice: Callable[[int, float], tuple[float, float]]
    rounds: float = 1.0


@dataclass(frozen=True)
class Figure:
    """The ratios of one piece of work to its unit under some rules, one per round."""

    rules: str
    name: str
    what: str
    unit: str
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


#: What is asked of a game before each choice; it gives the legal actions.
Asking = Callable[[elfen.Game], Sequence[Action]]


def alone(game: elfen.Game) -> Sequence[Action]:
    """The yardstick: the game's own list."""
    return game.legal_actions


def from_a_view(game: elfen.Game) -> Sequence[Action]:
    """The list in a fresh view of the seat that decides."""
    return game.view(game.seat).legal_actions


def from_all_views(game: elfen.Game) -> Sequence[Action]:
    """The same; all the other seats and the public ask for views, too."""
    game.view(None)
    views = [game.view(seat) for seat in range(PLAYERS)]
    return next(view.legal_actions for view in views if view.legal_actions)


def log_sent(game: elfen.Game) -> Sequence[Action]:
    """The game's own list; seat 0 is sent the lines of its log since the last decision."""
    log = game.view(0).log
    json.dumps([entry.to_data() for entry in log.after(max(log.steps - 1, 0))])
    return game.legal_actions


def json_sent(game: elfen.Game) -> Sequence[Action]:
    """The game's own list; seat 0 is sent its view as JSON, with the log since then."""
    view = game.view(0)
    view.to_json(since=max(view.step - 1, 0))
    return game.legal_actions


def positions(rules: elfen.Ruleset, seed: int, asking: Asking) -> Iterator[elfen.Game]:
    """All games with a decision on the way through a random game, the first one first."""
    chance = random.Random(seed)
    game = rules.new_game(PLAYERS, seed)
    while not game.is_over:
        yield game
        actions = asking(game)
        game = game.play(actions[int(chance.random() * len(actions))])


def playing(rules: elfen.Ruleset, asking: Asking = alone) -> Playing:
    """Random games; the seed decides about the actions as well as about the chance."""

    def play(seed: int) -> int:
        chance = random.Random(seed)
        game = rules.new_game(PLAYERS, seed)
        decisions = 0
        while not game.is_over:
            actions = asking(game)
            game = game.play(actions[int(chance.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def greedy(rules: elfen.Ruleset) -> Playing:
    """A game of four greedy players."""

    def play(seed: int) -> int:
        players = [GreedyPlayer(rules, seed) for _ in range(PLAYERS)]
        return play_game(rules.new_game(PLAYERS, seed), players).steps

    return play


def seconds(play: Playing, seeds: Sequence[int]) -> tuple[float, int]:
    """The processor time of the games of these seeds, and the number of their decisions."""
    decisions = 0
    start = process_time()
    for seed in seeds:
        decisions += play(seed)
    return process_time() - start, decisions


def games_that_fill(play: Playing, spend: float, seed: int) -> tuple[range, float, int]:
    """Games from a seed on that take so many seconds: their seeds, their time, their decisions."""
    decisions = 0
    start = process_time()
    for at in count(seed):
        decisions += play(at)
        spent = process_time() - start
        if spent >= spend:
            return range(seed, at + 1), spent, decisions
    raise AssertionError


def games(rules: elfen.Ruleset, name: str, what: str, asking: Asking) -> Work:
    """Whole games, against the same games (by their seeds) of the yardstick."""
    plain, play = playing(rules), playing(rules, asking)

    def slice(seed: int, spend: float) -> tuple[float, float]:
        seeds, before, _ = games_that_fill(plain, spend, seed)
        spent, _ = seconds(play, seeds)
        after, _ = seconds(plain, seeds)
        return spent, (before + after) / 2

    return Work(name, what, "game", slice)


def greedy_games(rules: elfen.Ruleset, name: str, what: str) -> Work:
    """A game of four greedy players, against the average game of the yardstick."""
    plain, play = playing(rules), greedy(rules)

    def slice(seed: int, spend: float) -> tuple[float, float]:
        seeds, before, _ = games_that_fill(plain, spend, seed)
        spent, _ = seconds(play, [seed])
        after, _ = seconds(plain, seeds)
        return spent, (before + after) / 2 / len(seeds)

    return Work(name, what, "game", slice, GREEDY_ROUNDS)


def calls(
    rules: elfen.Ruleset,
    name: str,
    what: str,
    call: Callable[[elfen.View], object],
    wanted: Callable[[elfen.Game], bool],
) -> Work:
    """One call for a view, in plays. The views are new for every call, from random games."""
    plain = playing(rules)
    found: list[elfen.Game] = []

    def prepare() -> list[elfen.Game]:
        if not found:
            chance = random.Random(0)
            for seed in range(12):
                fit = [game for game in positions(rules, seed, alone) if wanted(game)]
                found.extend(chance.sample(fit, min(len(fit), VIEWS // 12)))
            chance.shuffle(found)
        return found

    def slice(seed: int, spend: float) -> tuple[float, float]:
        known = prepare()
        _, before, decisions = games_that_fill(plain, spend, seed)
        spent, done = 0.0, 0
        while spent < spend:
            view = fresh(known[(seed + done) % len(known)])
            start = process_time()
            call(view)
            spent += process_time() - start
            done += 1
        return spent / done, before / decisions

    return Work(name, what, "play", slice)


def samples(rules: elfen.Ruleset, name: str, what: str) -> Work:
    """A sample of a determinizer that has sampled before, in plays."""
    plain = playing(rules)
    numbers = random.Random(1)

    def slice(seed: int, spend: float) -> tuple[float, float]:
        _, before, decisions = games_that_fill(plain, spend, seed)
        game = random.Random(seed).choice([*positions(rules, seed, alone)])
        determinizer = elfen.Determinizer(fresh(game))
        determinizer.sample(numbers)
        start, done = process_time(), 0
        while (spent := process_time() - start) < spend / 4:
            determinizer.sample(numbers)
            done += 1
        return spent / done, before / decisions

    return Work(name, what, "play", slice)


def fresh(game: elfen.Game) -> elfen.View:
    """A new view of the seat that decides."""
    return game.view(game.seat)


def works(rules: elfen.Ruleset) -> list[Work]:
    """Everything that is measured under some rules."""
    return [
        games(rules, "view", "each choice from `game.view(seat)`", from_a_view),
        games(rules, "all", "all seats and the public ask before each choice", from_all_views),
        games(rules, "log", "a seat is sent the new lines of its log", log_sent),
        games(rules, "json", "a seat is sent `view.to_json(since)`", json_sent),
        calls(rules, "determinize", "`elfen.determinize(view)`", determinized, any_decision),
        samples(rules, "sample", "`determinizer.sample(rng)`, kept for the view"),
        calls(rules, "plan", "`elfen.plan(view)`", elfen.plan, about_to_move),
        greedy_games(rules, "greedy", "four `greedy` players"),
    ]


def determinized(view: elfen.View) -> object:
    """A sample of the states that the seat cannot tell from the true one."""
    return elfen.determinize(view, random.Random(1))


def any_decision(game: elfen.Game) -> bool:
    """Any decision will do."""
    return True


def about_to_move(game: elfen.Game) -> bool:
    """Whether the seat that decides may move its boot."""
    return game.decision.name == "land/move"


def measure(
    named: Sequence[str], only: Sequence[str], rounds: int, spend: float, seed: int
) -> list[Figure]:
    """The figures of each piece of work under each of the named rules."""
    doing = [
        (name, work)
        for name in named
        for work in works(elfen.compile_ruleset(expansions=RULES[name]))
        if work.name in only or (not only and (work.name, name) not in TOO_LONG)
    ]
    seeds = count(seed, 100_000)
    for _, work in doing:
        work.slice(next(seeds), spend)  # what rulesets remember has been worked out
    gc.collect()
    gc.freeze()  # objects of imported libraries must not slow down garbage collections
    ratios: list[list[float]] = [[] for _ in doing]
    for n in range(rounds):
        for (_, work), found in zip(doing, ratios, strict=True):
            if n < max(1, round(rounds * work.rounds)):
                spent, beside = work.slice(next(seeds), spend)
                found.append(spent / beside)
    gc.unfreeze()
    return [
        Figure(name, work.name, work.what, work.unit, tuple(found))
        for (name, work), found in zip(doing, ratios, strict=True)
    ]


def table(figures: Sequence[Figure]) -> str:
    """The medians as a Markdown table, one column for each ruleset."""
    columns = list(dict.fromkeys(figure.rules for figure in figures))
    rows = [["", "in", *columns], ["---", "---", *["---:"] * len(columns)]]
    for what in dict.fromkeys(figure.what for figure in figures):
        same = {figure.rules: figure for figure in figures if figure.what == what}
        unit = {"game": "random games", "play": "plays"}[next(iter(same.values())).unit]
        told = [f"{same[name].middle:.3g}" if name in same else "" for name in columns]
        rows.append([what, unit, *told])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def as_json(figures: Sequence[Figure], rounds: int, spend: float, who: str) -> str:
    """The figures as JSON."""
    data: dict[str, dict[str, object]] = {}
    for figure in figures:
        data.setdefault(figure.rules, {})[figure.name] = {
            "unit": figure.unit,
            "median": figure.middle,
            "quartiles": figure.quartiles,
            "worst": max(figure.ratios),
            "rounds": len(figure.ratios),
        }
    return json.dumps({"versions": who, "rounds": rounds, "slice": spend, "times": data}, indent=2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="ratios of each (default: 20)")
    parser.add_argument(
        "--slice", type=float, default=0.05, help="seconds of one measurement (default: 0.05)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first random game")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=["view", "all", "log", "json", "determinize", "sample", "plan", "greedy"],
        help="measure only this; repeatable",
    )
    parser.add_argument(
        "--rules", action="append", default=[], choices=[*RULES], help="only these; repeatable"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args(arguments)
    figures = measure(given.rules or [*RULES], given.only, given.rounds, given.slice, given.seed)
    who = (
        f"{platform.python_implementation()} {platform.python_version()},"
        f" elfen {importlib.metadata.version('elfen')}"
    )
    if given.json:
        print(as_json(figures, given.rounds, given.slice, who))
    else:
        print(table(figures))
        print(f"\n{who}; {given.rounds} rounds of {given.slice} s slices.")


if __name__ == "__main__":
    main()
