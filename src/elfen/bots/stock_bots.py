"""The stock players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from elfen.bots.players import GreedyPlayer, Player, RandomPlayer, Seed
from elfen.errors import ElfenError, brief
from elfen.game import Ruleset
from elfen.kernel import seed_text

#: How to make each stock player for a ruleset, with a seed of its own.
STOCK: Mapping[str, Callable[[Ruleset, Seed], Player]] = MappingProxyType(
    {
        "greedy": GreedyPlayer,
        "random": lambda rules, seed: RandomPlayer(seed),
    }
)


def stock_player(name: str, rules: Ruleset, seed: Seed = None) -> Player:
    """A stock player by name; raises `ElfenError` for an unknown name."""
    make = STOCK.get(name) if isinstance(name, str) else None
    if make is None:
        raise ElfenError(f"no bot is called {brief(name)}; there are: {', '.join(sorted(STOCK))}")
    return make(rules, seed)


def stock_players(
    names: Sequence[str], rules: Ruleset, players: int, seed: Seed = None
) -> list[Player]:
    """One stock player per seat; if there are fewer names than seats, they repeat.

    One seed determines them all. Raises `ElfenError`, also for a number of players that the rules
    do not allow.
    """
    rules.start(players)
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ElfenError(f"{brief(names)} has to be a list of names of bots")
    if not names:
        raise ElfenError(f"no bot is named; choose from: {', '.join(sorted(STOCK))}")
    if len(names) > players:
        raise ElfenError(f"{len(names)} bots for {players} players; name at most one per seat")
    told = None if seed is None else seed_text(seed)
    return [
        stock_player(names[seat % len(names)], rules, None if told is None else f"{told}/{seat}")
        for seat in range(players)
    ]
