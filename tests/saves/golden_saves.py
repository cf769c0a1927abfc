"""Golden saves: written once per schema, and loaded for ever.

`python tests/saves/golden_saves.py` writes the one of the current schema if it is missing.
An existing one is never replaced: the test checks that it still loads.
"""

from __future__ import annotations

import sys
from pathlib import Path

from elfen import Game, compile_ruleset
from elfen.game.saves import SCHEMA
from elfen.testing import play_out

DATA = Path(__file__).parent / "data"
COMMAND = "python tests/saves/golden_saves.py"


def path_of(schema: int) -> Path:
    """The golden save of a schema."""
    return DATA / f"golden-schema-{schema}.json"


def golden_game() -> Game:
    """A three-player game with a random start player, forked on the way, in the third round."""
    rules = compile_ruleset("rio-grande", options={"start_player": "random"})
    game = play_out(rules, 3, seed=11).at(40).fork("golden")
    while game.state.round < 3:
        game = game.play(game.legal_actions[game.steps * 31 % len(game.legal_actions)])
    return game


def main() -> int:
    """Write what is missing."""
    path = path_of(SCHEMA)
    if path.exists():
        print(f"{path.name} is there, and stays as it is")
        return 0
    DATA.mkdir(exist_ok=True)
    golden_game().save(path)
    print(f"{path.name} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
