"""Check the laws on a state, along a game or on a ruleset, and play whole games to check."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from elfen.declare import Action, Chance, Decide
from elfen.errors import IllegalAction
from elfen.game import Game, Ruleset
from elfen.kernel import Dealer, State
from elfen.testing.agreeing.agreement import agreement, list_and_check, notation
from elfen.testing.agreeing.as_declared import leaps_can_be_made
from elfen.testing.agreeing.extents import within_extents
from elfen.testing.agreeing.pricing import paid_in_full
from elfen.testing.blaming.blame import with_blame
from elfen.testing.blaming.examples import keep
from elfen.testing.blaming.shrinking import StateLaw
from elfen.testing.conservation import conservation, culprit
from elfen.testing.facts import Move, calling, facts, raised, states_of, waits
from elfen.testing.forging.refused import retyped
from elfen.testing.law_broken import (
    AGREEMENT,
    CONSERVATION,
    DETERMINISM,
    NONINTERFERENCE,
    PROGRESS,
    PURITY,
    SAMPLING,
    SAVING,
    LawBroken,
)
from elfen.testing.progress import (
    bounded,
    free_in_time,
    goes_on,
    in_time,
    longest,
    overlong,
    progress,
    stuck,
)
from elfen.testing.purity import purity
from elfen.testing.repeating.afresh import after_another, backwards
from elfen.testing.repeating.determinism import determinism, same_seed
from elfen.testing.repeating.stories import told_alike
from elfen.testing.sampling import sampling
from elfen.testing.saving import forked, saved, saving
from elfen.testing.secrecy.fair_worlds import fair_worlds_along
from elfen.testing.secrecy.logs import log_as_declared, told_as_declared
from elfen.testing.secrecy.noninterference import noninterference
from elfen.testing.secrecy.open_ends import open_at_the_end
from elfen.testing.secrecy.public_forms import public_forms
from elfen.testing.suite.timing import GAME, RULESET, STATE, asked

#: The laws of every state, in the order in which they are checked, each a function
#: `law(rules, state, breadth)`.
STATE_LAWS: tuple[StateLaw, ...] = (
    progress,
    conservation,
    purity,
    agreement,
    sampling,
    noninterference,
    saving,
)


def check_state(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """Check all laws of a state; raises `LawBroken` with the first that does not hold.

    `breadth` bounds how many moves each law tries: about that many legal ones, and that many
    illegal ones of each type. None means all.
    """
    try:
        _held(STATE_LAWS, rules, state, breadth)
    except LawBroken as broken:
        raise told(
            broken, rules, place(rules, state), lambda: rules.game_from(state, 0)
        ) from broken


def check_held(game: Game, laws: Sequence[StateLaw], breadth: int | None = 3) -> None:
    """Check these laws on the current state of a game. Raises `LawBroken`."""
    try:
        _held(laws, game.rules, game.state, breadth)
    except LawBroken as broken:
        step = f"after {game.steps} decisions, {place(game.rules, game.state)}"
        raise told(broken, game.rules, step, lambda: game) from broken


def check_game(game: Game, breadth: int | None = 3, every: int = 1, since: int = 0) -> None:
    """Check all laws along a game: on its states (or on every n-th), and on the game itself.

    States in which chance is due are included. `since` leaves out everything before that many
    decisions. Raises `LawBroken`, which says after which move.
    """
    _along(game, breadth, every, since)
    try:
        asked(DETERMINISM, GAME, determinism, game, since)
        asked(NONINTERFERENCE, GAME, log_as_declared, game)
        asked(NONINTERFERENCE, GAME, told_as_declared, game)
        asked(PURITY, GAME, told_alike, game)
        asked(SAMPLING, GAME, fair_worlds_along, game)
        asked(SAVING, GAME, saved, game)
        asked(SAVING, GAME, retyped, game)
        asked(SAVING, GAME, forked, game)
        if game.is_over:
            asked(NONINTERFERENCE, GAME, open_at_the_end, game.rules, game.state)
    except LawBroken as broken:
        step = broken.step or f"in a game of {game.steps} decisions"
        raise told(broken, game.rules, step, lambda: game) from broken


def _along(game: Game, breadth: int | None, every: int, since: int) -> None:
    rules = game.rules
    decisions: Counter[str] = Counter()
    unchecked: list[tuple[State, Move]] = []
    states: list[State] = []
    moves: list[tuple[State, Move]] = []
    steps = number = 0
    state = game.beginning
    try:
        for number, (state, move) in enumerate(states_of(game)):
            item = rules.pending(state) if state.agenda else None
            if isinstance(item, Decide):
                decisions[item.name] += 1
            if steps >= since and (number % every == 0 or move is None):
                _checked(rules, state, breadth, unchecked)
                unchecked.clear()
            if move is not None:
                unchecked.append((state, move))
                moves.append((state, move))
            states.append(state)
            steps += isinstance(move, Action)
        asked(PURITY, GAME, backwards, rules, states)
        asked(PURITY, GAME, after_another, rules, moves)
        asked(PROGRESS, GAME, in_time, rules, game.players, decisions)
        asked(PROGRESS, GAME, free_in_time, rules, game.players, moves)
        asked(AGREEMENT, GAME, within_extents, rules, game.players, states)
    except LawBroken as broken:
        last = f", the last {str(unchecked[-1][1])!r}" if unchecked else ""
        step = f"after {number} moves{last}, {place(rules, state)}"
        raise told(broken, rules, step, lambda: game.at(min(steps, game.steps))) from broken


def check_bounds(game: Game) -> None:
    """Check the bounds of a game: how often each decision was asked, how many steps were free, the
    numbers in slots and decisions, and the points at its end, which everyone can see. Raises
    `LawBroken`.
    """
    rules, decisions, moves = game.rules, Counter[str](), []
    states = []
    for state, move in states_of(game):
        states.append(state)
        item = rules.pending(state)
        if isinstance(item, Decide):
            decisions[item.name] += 1
        if move is not None:
            moves.append((state, move))
    try:
        asked(PROGRESS, GAME, in_time, rules, game.players, decisions)
        asked(PROGRESS, GAME, free_in_time, rules, game.players, moves)
        asked(AGREEMENT, GAME, within_extents, rules, game.players, states)
        asked(PROGRESS, STATE, progress, rules, game.state, 1)
        if game.is_over:
            asked(NONINTERFERENCE, GAME, open_at_the_end, rules, game.state)
    except LawBroken as broken:
        raise told(broken, rules, f"after {game.steps} decisions", lambda: game) from broken


def told(broken: LawBroken, rules: Ruleset, step: str, game: Callable[[], Game]) -> LawBroken:
    """The same error with its place in the game, and the game kept as a save."""
    save, why_not = keep(broken.law, game)
    message = broken.message + why_not
    again = LawBroken(broken.law, message, broken.where, step, save, broken.runs, broken.past)
    return with_blame(again, rules, game, STATE_LAWS)


def place(rules: Ruleset, state: State) -> str:
    """What a state waits for, and in which round, as text."""
    due = waits(rules, state) if state.agenda else "an empty agenda"
    return f"at {due} in round {state.round}"


def _held(laws: Sequence[StateLaw], rules: Ruleset, state: State, breadth: int | None) -> None:
    for law in laws:
        asked(law.__name__, STATE, law, rules, state, breadth)


def check_rules(rules: Ruleset, seed: int = 0) -> None:
    """Check the laws of a ruleset, and the first decisions of a game with each number of players.

    It knows its bounds, the notation of every action of its domain parses back, and so does
    that of its public form, payments have as many pieces as prices need, and copies of the rules
    play the same. Raises `LawBroken`.
    """
    try:
        _of_rules(rules, seed)
    except LawBroken as broken:
        raise with_blame(broken, rules) from broken.__cause__


def check_payments(rules: Ruleset) -> None:
    """Check that payments have as many pieces as prices need. Raises `LawBroken`."""
    try:
        asked(AGREEMENT, RULESET, paid_in_full, rules)
    except LawBroken as broken:
        raise with_blame(broken, rules) from broken.__cause__


def _of_rules(rules: Ruleset, seed: int) -> None:
    asked(PROGRESS, RULESET, bounded, rules)
    asked(AGREEMENT, RULESET, _declared, rules)
    asked(NONINTERFERENCE, RULESET, public_forms, rules)
    numbers = random.Random(seed)
    for players in rules.player_counts:
        picks = [numbers.randrange(1 << 16) for _ in range(8)]
        asked(DETERMINISM, RULESET, same_seed, rules, players, seed, picks)


def _declared(rules: Ruleset) -> None:
    """What is declared of actions and prices agrees, whatever the state."""
    notation(rules)
    paid_in_full(rules)
    leaps_can_be_made(rules)


def play_out(
    rules: Ruleset,
    players: int,
    seed: int,
    choose: Callable[[Game], Action] | None = None,
    stop: int | None = None,
) -> Game:
    """Play a game to its end, by random choices unless `choose` picks the actions.

    After `stop` decisions it ends early.

    Raises `LawBroken` (progress) if it gets stuck, or takes longer than `rules.longest` allows.
    """
    pick = choose or _at_random(seed)
    most = longest(rules, players)
    game = _begun(rules, players, seed)
    try:
        for _ in range(most + 1):
            if game.is_over or game.steps == stop:
                return game
            if not _open(game):
                break
            game = _played(game, pick(game))
        if not game.legal_actions:
            raise stuck(rules, game.state)
        raise overlong(game, most)
    except LawBroken as broken:
        step = f"after {game.steps} decisions, {place(rules, game.state)}"
        raise told(broken, rules, step, lambda: game) from broken


def _begun(rules: Ruleset, players: int, seed: int) -> Game:
    """A new game; if there is none, the error is of what the set-up asks in vain."""
    try:
        return calling(PROGRESS, "rules.new_game", partial(rules.new_game, players, seed))
    except LawBroken as broken:
        raise _not_begun(rules, players, broken) from broken.__cause__


def _not_begun(rules: Ruleset, players: int, broken: LawBroken) -> LawBroken:
    dealer, past = Dealer.seeded(0), list[tuple[State, Move]]()
    try:
        state = rules.start(players)
        while isinstance(rules.pending(state), Chance):
            goes_on(rules, state)
            move, _ = rules.sample(state, dealer)
            past.append((state, move))
            state = rules.advance(state, move)
    except LawBroken as stuck_there:
        broken = stuck_there
        broken.past = (*past, *broken.past)
    except Exception:  # the first error tells it
        pass
    return with_blame(broken, rules)


def _open(game: Game) -> tuple[Action, ...]:
    return calling(PROGRESS, "listing the moves", lambda: game.legal_actions)


def _played(game: Game, action: Action) -> Game:
    listed = action in game.legal_actions
    try:
        return game.play(action)
    except IllegalAction as error:
        if not listed:
            raise
        message = f"{action} is listed, but refused: {error}"
        where = facts(game.rules).blame(action)
        asks = list_and_check(game.rules, game.state, action)
        raise LawBroken(AGREEMENT, message, where, runs=asks) from error
    except Exception as error:
        raise raised(PROGRESS, str(action), error, ask=partial(game.play, action)) from error


def _checked(
    rules: Ruleset, state: State, breadth: int | None, since: Sequence[tuple[State, Move]]
) -> None:
    """Check a state; `since` are the states and moves since the last one that was checked."""
    try:
        _held(STATE_LAWS, rules, state, breadth)
    except LawBroken as broken:
        if broken.law != CONSERVATION:
            raise
        culprits = (culprit(rules, old, move) for old, move in since)
        where = next((name for name in culprits if name), broken.where)
        raise LawBroken(
            broken.law, broken.message, where, runs=broken.runs, past=broken.past
        ) from broken


def _at_random(seed: int) -> Callable[[Game], Action]:
    numbers = random.Random(seed)
    return lambda game: _any(game.legal_actions, numbers)


def _any(actions: Sequence[Action], numbers: random.Random) -> Action:
    return actions[numbers.randrange(len(actions))]
