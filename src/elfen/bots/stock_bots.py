"""The stock players by name, and one player for each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from elfen.bots.chances import Seed
from elfen.bots.flat import FlatPlayer
from elfen.bots.ismcts import IsmctsPlayer
from elfen.bots.players import GreedyPlayer, PlannerPlayer, Player, RandomPlayer
from elfen.bots.specs import GROUP, called, made
from elfen.compiler import entry_points
from elfen.declare import listed
from elfen.errors import ElfenError, Message, brief
from elfen.game import Ruleset, refuse_no_rules
from elfen.kernel import seed_text

#: Who plays: a name with settings or an import, as in `player`; a player, or what makes one.
Spec = str | Player | Callable[..., Player]

#: How to make each stock player, with the ruleset and a seed of its own.
STOCK: Mapping[str, Callable[..., Player]] = MappingProxyType(
    {
        "flat": FlatPlayer,
        "greedy": GreedyPlayer,
        "ismcts": IsmctsPlayer,
        "planner": PlannerPlayer,
        "random": RandomPlayer,
    }
)


def player_names() -> list[str]:
    """The stock players and those of installed packages, in alphabetical order."""
    return sorted({*STOCK, *entry_points(group=GROUP).names})


def stock_player(name: str, rules: Ruleset, seed: Seed = None) -> Player:
    """A player by its name, one of `player_names`, maybe with settings: `greedy`, `name:key=value`.

    Nothing is imported by a name alone, so it may come from a stranger. Raises `ElfenError` for an
    unknown name or a wrong setting.
    """
    if not isinstance(name, str):
        raise ElfenError(f"{brief(name)} is no name of a bot")
    chosen: Player = made(name, STOCK, {"rules": rules, "seed": seed}, imports=False)
    return chosen


def player(of: Spec, rules: Ruleset, seed: Seed = None) -> Player:
    """A player by its name, by import as `module:name`, or from whatever makes one.

    What makes a player, such as a class, is given `rules` and `seed` if it has arguments called
    so. A player stays what it is. Raises `ElfenError`.
    """
    given = {"rules": rules, "seed": seed}
    if isinstance(of, str):
        chosen: Player = made(of, STOCK, given, imports=True)
        return chosen
    if not isinstance(of, type) and callable(getattr(of, "choose", None)):
        return of  # type: ignore[return-value]
    if not callable(of):
        raise ElfenError(f"{brief(of)} is no player: it has no method `choose`")
    made_of: Player = called(of, name_of(of), given, {})
    return made_of


def name_of(of: Spec) -> str:
    """What a player is called in records and tables."""
    if isinstance(of, str):
        return of
    named = of if isinstance(of, type) or hasattr(of, "__qualname__") else type(of)
    return str(getattr(named, "__qualname__", named))


def specs_of(players: Iterable[Spec]) -> tuple[Spec, ...]:
    """Who plays, as a list says it; raises `ElfenError` for what is none."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise _no_list(players)
    return listed("the list of bots", players)


def _no_list(players: object) -> ElfenError:
    return ElfenError(f"{brief(players)} has to be a list of names of bots")


def stock_players(
    names: Sequence[str], rules: Ruleset, players: int, seed: Seed = None
) -> list[Player]:
    """One player per seat by name, as `stock_player` makes them; fewer names than seats repeat.

    One seed determines them all. Raises `ElfenError`, also for a number of players that the rules
    do not allow.
    """
    return _seated(names, rules, players, seed, stock_player)


def line_up(players: Sequence[Spec], rules: Ruleset, seats: int, seed: Seed = None) -> list[Player]:
    """One player per seat, as `player` makes them; fewer players than seats repeat.

    One seed determines them all. Raises `ElfenError` as `stock_players` does.
    """
    return _seated(players, rules, seats, seed, player)


def _seated(
    names: Sequence[Any],
    rules: Ruleset,
    players: int,
    seed: Seed,
    make: Callable[[Any, Ruleset, Seed], Player],
) -> list[Player]:
    refuse_no_rules(rules)
    rules.start(players)
    if not isinstance(names, Sequence):
        raise _no_list(names)
    names = specs_of(names)
    if not names:
        raise ElfenError(f"no bot is named; choose from: {', '.join(player_names())}")
    if len(names) > players:
        text = "{bots} bots for {players} players; name at most one per seat"
        raise ElfenError(Message("bots/most", text, bots=len(names), players=players))
    told = None if seed is None else seed_text(seed)
    return [
        make(names[seat % len(names)], rules, None if told is None else f"{told}/{seat}")
        for seat in range(players)
    ]
