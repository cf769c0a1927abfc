"""Part of the law of purity: what is seen of a game does not depend on its branches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elfen.declare import Action
from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import ByAddress
from elfen.testing.differences import Raised, difference, settled
from elfen.testing.facts import listed
from elfen.testing.law_broken import PURITY, LawBroken

#: From a state, so many moves are tried, each followed by so many more.
_BRANCHES, _FURTHER = 4, 2


def branches_seen_alike(rules: Ruleset, states: Sequence[State]) -> None:
    """Branches of a game look the same to each seat and the public, whether or not other branches,
    of which there were views before, have been forgotten.

    Else what is remembered of something that is gone is taken for what is new in its place in
    memory. Moves that fail break another law. Raises `LawBroken`.
    """
    for state in states:
        actions = [one for one in listed(rules, state) if isinstance(one, Action)]
        moves = actions[:: len(actions) // _BRANCHES + 1]
        ways = [partial(_seen, rules, state, moves, held=kept) for kept in (False, True)]
        dropped, held = map(settled, ways)
        if dropped != held and not isinstance(held, Raised):
            first, second = difference(dropped, held)
            raise LawBroken(
                PURITY,
                f"a view shows {first}, but {second} if all other branches of the game are still"
                " there: it depends on what was seen before",
                runs=(*ways, ByAddress(ways[0])),
            )


def _seen(rules: Ruleset, state: State, moves: Sequence[Action], held: bool) -> list[str]:
    """All views of branches of a new game, one after the other; all of these are `held`, or none.

    The game begins at a state, and branches with each of some moves.
    """
    kept: list[Game] = []
    seen: list[str] = []
    begun = rules.game_from(state, 0)
    for move in moves:
        game = begun.play(move)
        seen += _views(game)
        for _ in range(_FURTHER):
            if game.is_over:
                break
            legal = game.legal_actions
            game = game.play(legal[len(legal) // 2])
            seen += _views(game)
        kept += [game] * held
    return seen


def _views(game: Game) -> list[str]:
    return [game.view(seat).to_json() for seat in (None, *range(game.players))]
