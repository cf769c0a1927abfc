"""Games to save, of several rulesets, and a comparison of games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import isles
import wells
from attrs import frozen

from elfen import Dealer, Game, Ruleset, compile_ruleset
from elfen.game.saves.document import digest_of
from elfen.land import HAND, MOVE
from elfen.plugin import parse_board
from elfen.testing import play_out
from unit.tiny import tiny

ISLAND = parse_board(
    """
format = 1
name = "island"
capital = "harbour"
size = [300, 200]
routes = [
  { ends = ["harbour", "mill"], terrain = "plains" },
  { ends = ["mill", "spring"], terrain = "woods" },
  { ends = ["spring", "harbour"], terrain = "lake", water = "bay" },
]
[towns]
harbour = { name = "Harbour", at = [40, 160] }
mill = { name = "Mühle", at = [150, 90] }
spring = { name = "Spring", at = [260, 40] }
[extra.letters]
post = ["mill", 1.5]
"""
)


@frozen
class Sample:
    """A game, and the plugin objects that its rules need."""

    game: Game
    plugins: tuple[Any, ...] = ()

    @property
    def rules(self) -> Ruleset:
        return self.game.rules


def some(rules: Ruleset, players: int, seed: int, steps: int) -> Game:
    """A random game after a number of decisions."""
    game = play_out(rules, players, seed)
    return game.at(min(steps, game.steps))


@cache
def samples() -> dict[str, Sample]:
    """One game of each kind."""
    land = compile_ruleset()
    rolled = compile_ruleset(options={"start_player": "random", "rounds": 3})
    built = land.build(2).at(MOVE, seat=1, round=2).boot(1, "feodor").visited(1, "feodor")
    built = built.zone(HAND.of(1), {"dragon": 3, "elfcycle": 2})
    built = built.lay("feodor-lapphalya-woods", "dragon", "obstacle")
    wet = compile_ruleset(expansions=[wells])
    forked = some(wet, 3, 7, 30).fork("other").at(28).fork(5)
    while forked.steps < 75:
        forked = forked.play(forked.legal_actions[forked.steps * 7 % len(forked.legal_actions)])
    small = tiny()
    return {
        "land": Sample(some(land, 2, 1, 12)),
        "land, rolled": Sample(some(rolled, 3, 2, 5)),
        "land, built": Sample(land.game_from(built.state(), 4).play("stop")),
        "land, own board": Sample(some(compile_ruleset(board=ISLAND), 2, 3, 40)),
        "wells, forked": Sample(forked, (wells,)),
        "isles, over": Sample(play_out(compile_ruleset(expansions=[isles]), 3, 5), (isles,)),
        "tiny": Sample(some(compile_ruleset(base=small), 2, 1, 3), (small,)),
    }


def dealers(game: Game) -> list[Dealer]:
    """The dealer at each step."""
    return [one._dealer for one in game.history]


def same(one: Game, other: Game) -> bool:
    """Whether two games are the same: rules, past and future."""
    return (
        one.rules.fingerprint == other.rules.fingerprint
        and one.state == other.state
        and one.log == other.log
        and dealers(one) == dealers(other)
        and one.at(0).state == other.at(0).state
    )


def dump(document: Any, whole: bool = True) -> str:
    """A document as text; `whole` recomputes its digest."""
    if whole and isinstance(document, dict) and "digest" in document:
        document = {**document, "digest": digest_of(document)}
    return json.dumps(document)
