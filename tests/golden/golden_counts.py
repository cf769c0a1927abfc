"""Golden counts of a ruleset: legal actions and positions to a depth, and whole games.

They depend on rules alone, not even on the order of legal actions: actions are
sorted by their notation before one is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib.metadata import entry_points
from typing import Any

from attrs import evolve, frozen

from elfen import Dealer, Decide, Game, Over, Ruleset, State, compile_ruleset
from elfen.land import HAND, MOVE, PLAN, SECRET, SHOWN

MOST_PLAYS = 3_000
MOST_DEPTH = 5
SEEDS = (1, 2)

Record = dict[str, Any]


@frozen
class Case:
    """A ruleset with golden counts."""

    name: str
    edition: str
    expansions: tuple[str, ...] = ()
    options: Mapping[str, int | str] = {}

    def compile(self) -> Ruleset:
        """The case's rules."""
        return compile_ruleset(self.edition, self.expansions, dict(self.options))


def cases() -> tuple[Case, ...]:
    """Every edition, two cases with other options, and every expansion of this project."""
    base = compile_ruleset().plugins[0].manifest
    found = [Case(preset.name, preset.name) for preset in base.presets]
    other: dict[str, int | str] = {"rounds": 3, "start_player": "random"}
    found.append(Case("rio-grande-options", "rio-grande", (), other))
    more: dict[str, int | str] = {
        "rounds": 4,
        "town_cards": True,
        "boatmen": True,
        "deal": "eight-new",
        "hand_size": 5,
        "hand_limit": 2,
        "counters_secret": 2,
        "counters_chosen": 2,
        "counters_kept": 2,
        "counters_back": "after-planning",
        "obstacles": 2,
        "open_row": 3,
        "caravan": 2,
    }
    found.append(Case("deluxe-options", "deluxe", (), more))
    for point in sorted(entry_points(group="elfen.expansions"), key=lambda point: point.name):
        if point.name != base.name and point.dist is not None and point.dist.name == "elfen":
            found.append(Case(f"rio-grande-{point.name}", "rio-grande", (point.name,)))
    return tuple(found)


def versions(rules: Ruleset) -> dict[str, int]:
    """The rules version of each plugin."""
    return {plugin.name: plugin.manifest.rules_version for plugin in rules.plugins}


def record(rules: Ruleset) -> Record:
    """All counts of a ruleset."""
    return {
        "plugins": versions(rules),
        "positions": {
            name: perft(rules, state, Dealer.seeded("golden")) for name, state in positions(rules)
        },
        "games": {
            f"{players} players, seed {seed}": summary(played(rules, players, seed))
            for players in rules.player_counts
            for seed in SEEDS
        },
    }


def perft(rules: Ruleset, state: State, dealer: Dealer) -> Record:
    """By depth: the number of paths, of distinct positions, and of legal actions in all of them.

    Positions that differ only in what seats know about them count as one.
    Chance follows the dealer. Counting stops before a depth with more than `MOST_PLAYS` plays.
    """
    here: Counter[tuple[State, Dealer]] = Counter([(state, dealer)])
    rows: list[dict[str, int]] = []
    while True:
        plays = sum(len(rules.legal_actions(at)) for at, _ in here)
        rows.append(
            {
                "ways": here.total(),
                "positions": len({evolve(at, ledger=state.ledger) for at, _ in here}),
                "actions": sum(n * len(rules.legal_actions(at)) for (at, _), n in here.items()),
            }
        )
        if not plays or plays > MOST_PLAYS or len(rows) > MOST_DEPTH:
            return {"by depth": rows}
        there: Counter[tuple[State, Dealer]] = Counter()
        for (at, chance), n in here.items():
            for action in rules.legal_actions(at):
                after = rules.play(at, action, chance)
                there[after.state, after.dealer] += n
        here = there


def chosen(game: Game, seed: int, step: int) -> str:
    """The notation of the action to play: pseudo-random, but always the same.

    An odd seed chooses among the verbs first, so that passes and stops come early.
    """
    digest = blake2b(f"golden {seed} {step}".encode(), digest_size=16).digest()
    first, second = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
    actions = game.legal_actions
    if seed % 2:
        verbs = sorted({action.verb for action in actions})
        verb = verbs[first % len(verbs)]
        actions = tuple(action for action in actions if action.verb == verb)
    texts = sorted(str(action) for action in actions)
    return texts[second % len(texts)]


def played(rules: Ruleset, players: int, seed: int) -> list[Game]:
    """A game at every step, from the first decision to the end."""
    games = [rules.new_game(players, seed)]
    while not games[-1].is_over:
        games.append(games[-1].play(chosen(games[-1], seed, len(games))))
    return games


def summary(games: list[Game]) -> Record:
    """A summary of a game: its length, ending and scores, and a digest of its log."""
    last = games[-1]
    assert isinstance(last.pending, Over)
    log = "\n".join(str(entry) for entry in last.log)
    rows = sorted(last.standings, key=lambda row: row.seat)
    return {
        "decisions": len(games) - 1,
        "ending": last.pending.ending,
        "totals": [row.total for row in rows],
        "ranks": [row.rank for row in rows],
        "log": blake2b(log.encode(), digest_size=16).hexdigest(),
    }


def positions(rules: Ruleset) -> Iterator[tuple[str, State]]:
    """The first position of each decision after round 1 of a game, and some built by hand."""
    seen = set()
    for game in played(rules, 3, seed=3):
        item = game.pending
        if isinstance(item, Decide) and game.state.round > 1 and item.name not in seen:
            seen.add(item.name)
            yield f"first {item.name}", game.state
    if len(rules.plugins) == 1:
        yield "crossroads", crossroads(rules)
        yield "last counters", last_counters(rules)


def crossroads(rules: Ruleset) -> State:
    """A traveller in the middle of the board with eight cards and counters all around."""
    situation = rules.build(2).at(MOVE, seat=0).boot(0, "dagamura")
    situation.zone(HAND.of(0), {"dragon": 3, "raft": 2, "elfcycle": 1, "magic-cloud": 2})
    situation.lay("dagamura-ixara-woods", "dragon").lay("dagamura-lapphalya-woods", "elfcycle")
    situation.lay("albaran-dagamura-desert", "dragon", "obstacle")
    return situation.lay("dagamura-mahdavikia-mountains", "magic-cloud").state()


def last_counters(rules: Ruleset) -> State:
    """Two planners with few counters left, secret and open ones of the same kind."""
    situation = rules.build(2).at(PLAN, seat=0)
    situation.zone(SHOWN.of(0), {"unicorn": 1}).zone(SECRET.of(0), {"unicorn": 1})
    situation.zone(SHOWN.of(1), {"giant-pig": 1})
    return situation.lay("feodor-lapphalya-woods", "dragon").state()
