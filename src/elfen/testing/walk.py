"""Running the laws: over one state, along a game, over a ruleset, and whole games to run on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from elfen.actions import Action
from elfen.agenda import Decide
from elfen.errors import IllegalAction
from elfen.game import Game
from elfen.ruleset import Ruleset
from elfen.state import State
from elfen.testing.agreement import agreement, notation
from elfen.testing.broken import AGREEMENT, CONSERVATION, DETERMINISM, PROGRESS, LawBroken
from elfen.testing.conservation import conservation, culprit
from elfen.testing.determinism import determinism, same_seed
from elfen.testing.facts import Move, calling, waits
from elfen.testing.noninterference import noninterference, public_forms
from elfen.testing.progress import bounded, in_time, longest, progress
from elfen.testing.purity import backwards, purity
from elfen.testing.sampling import sampling

StateLaw = Callable[[Ruleset, State, "int | None"], None]

#: The laws of every state, in the order in which they are asked, each a function
#: `law(rules, state, breadth)`.
STATE_LAWS: tuple[StateLaw, ...] = (
    progress,
    conservation,
    purity,
    agreement,
    sampling,
    noninterference,
)


def check_state(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """All laws of a state; raises `LawBroken` with the first that does not hold.

    `breadth` bounds how many moves each law tries, of the many that there may be: about so
    many of the open ones, and so many of each type of those that are not. None means all.
    """
    for law in STATE_LAWS:
        law(rules, state, breadth)


def check_game(game: Game, breadth: int | None = 3, every: int = 1) -> None:
    """All laws along a game: of all its states (or each so many-th), and of the game itself.

    States in which chance is due are among them. Raises `LawBroken`, which says after which
    move.
    """
    rules = game.rules
    asked: Counter[str] = Counter()
    since: list[tuple[State, Move]] = []
    for number, (state, move) in enumerate(states_of(game)):
        item = rules.pending(state) if state.agenda else None
        if isinstance(item, Decide):
            asked[item.name] += 1
        if number % every == 0 or move is None:
            _checked(rules, state, breadth, number, since)
            since.clear()
        if move is not None:
            since.append((state, move))
    backwards(rules, [state for state, _ in states_of(game)])
    in_time(rules, game.players, asked)
    determinism(game)


def check_rules(rules: Ruleset, seed: int = 0) -> None:
    """The laws of a ruleset as a whole, and of the first decisions of a game of each size.

    Its bounds can be told, the notation of every action of its domain parses back, and so does
    that of its public form, and copies of the rules play the same. Raises `LawBroken`.
    """
    bounded(rules)
    notation(rules)
    public_forms(rules)
    numbers = random.Random(seed)
    for players in range(rules.fewest_players, rules.most_players + 1):
        same_seed(rules, players, seed, [numbers.randrange(1 << 16) for _ in range(8)])


def play_out(
    rules: Ruleset,
    players: int,
    seed: int,
    choose: Callable[[Game], Action] | None = None,
) -> Game:
    """A game played to its end; by random choices, unless `choose` picks an action.

    Raises `LawBroken` (progress) if it gets stuck, or takes longer than `rules.longest` allows.
    """
    pick = choose or _at_random(seed)
    most = longest(rules, players)
    game = calling(PROGRESS, "rules.new_game", lambda: rules.new_game(players, seed))
    for _ in range(most + 1):
        if game.is_over:
            return game
        if not game.legal_actions:
            break
        game = _played(game, pick(game))
    if not game.legal_actions:
        raise LawBroken(PROGRESS, f"nothing answers {waits(rules, game.state)}")
    raise LawBroken(PROGRESS, f"a game of {players} is not over after {most} decisions, its bound")


def _played(game: Game, action: Action) -> Game:
    listed = action in game.legal_actions
    try:
        return game.play(action)
    except IllegalAction as error:
        if not listed:
            raise
        message = f"{action} is listed, but refused: {error}"
        raise LawBroken(AGREEMENT, message) from error
    except Exception as error:
        message = f"{action} raised {type(error).__name__}: {error}"
        raise LawBroken(PROGRESS, message) from error


def states_of(game: Game) -> Iterator[tuple[State, Move | None]]:
    """Every state of a game with the move that was made there, from its log; the last has None.

    A game that was set up by hand begins with the state it was given, be it before chance.
    """
    state = game.beginning
    for entry in game.log:
        yield state, entry.move
        state = calling(
            DETERMINISM,
            f"{entry.move}, from the log of the game,",
            partial(game.rules.advance, state, entry.move),
        )
    yield state, None


def _checked(
    rules: Ruleset,
    state: State,
    breadth: int | None,
    number: int,
    since: Sequence[tuple[State, Move]],
) -> None:
    """Check a state; `since` are the states and moves after the one that was checked before."""
    try:
        check_state(rules, state, breadth)
    except LawBroken as broken:
        where = broken.where
        if broken.law == CONSERVATION:
            culprits = (culprit(rules, old, move) for old, move in since)
            where = next((name for name in culprits if name), where)
        after = f"after {number} moves" + (f", the last {str(since[-1][1])!r}" if since else "")
        raise LawBroken(broken.law, f"{after}: {broken.message}", where) from broken


def _at_random(seed: int) -> Callable[[Game], Action]:
    numbers = random.Random(seed)
    return lambda game: _any(game.legal_actions, numbers)


def _any(actions: Sequence[Action], numbers: random.Random) -> Action:
    return actions[numbers.randrange(len(actions))]
