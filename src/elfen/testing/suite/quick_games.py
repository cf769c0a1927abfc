"""Quick games: very many, at tables that are chosen at random, with laws that cost next to nothing.

Every two options come together in the games of the other trials, with all laws. What goes wrong
only where three or more come together is seldom subtle: the set-up fails, pieces are lost, the game
is stuck. So it takes many tables rather than many laws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, pairwise
from random import Random
from typing import NoReturn

from elfen.bots import GreedyPlayer
from elfen.declare import Action, Chance
from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.testing.advising import advised_along
from elfen.testing.agreeing.agreement import listed_once, types_agreed_on
from elfen.testing.agreeing.numbers import numbers_agree
from elfen.testing.agreeing.pricing import prices_explained
from elfen.testing.agreeing.single_steps import worth_a_step
from elfen.testing.agreeing.the_long_way import nothing_passed_by
from elfen.testing.agreeing.written import read_to_the_end
from elfen.testing.conservation import conservation, gone_wrong, unsound
from elfen.testing.facts import Move, calling, chooser, some, states_of, waits
from elfen.testing.forging.forged import forged
from elfen.testing.forging.refused import retyped
from elfen.testing.law_broken import (
    AGREEMENT,
    NONINTERFERENCE,
    PROGRESS,
    PURITY,
    SAMPLING,
    SAVING,
    LawBroken,
)
from elfen.testing.laws import check_bounds, check_held, place, play_out, told
from elfen.testing.purity import strayed
from elfen.testing.repeating.afresh import after_another, backwards
from elfen.testing.repeating.branches import branches_seen_alike
from elfen.testing.repeating.supposing import supposed_unchanged
from elfen.testing.sampling import sampling
from elfen.testing.saving import goes_on_as_saved, saved
from elfen.testing.secrecy.fair_worlds import fair_where_tangled
from elfen.testing.secrecy.given import given_alike
from elfen.testing.secrecy.hidden_reads import hidden_reads
from elfen.testing.secrecy.imagined import imagined_as_rolled
from elfen.testing.secrecy.logs import log_as_declared, told_as_declared
from elfen.testing.secrecy.small_worlds import small_worlds
from elfen.testing.secrecy.taking_back import taken_back_unlearned
from elfen.testing.suite.edge_options import at_the_edge
from elfen.testing.suite.peeking import peeking
from elfen.testing.suite.tables import MOST_DECISIONS, Table, at_its_ends, at_random
from elfen.testing.suite.timing import GAME, asked

#: What these checks together are called where costs are told.
_QUICKLY = "quick game"
#: How many actions of each type are asked about in each state, to see what rules read.
_BREADTH = 2
#: How many moves of each game are looked at that may look into a pool.
_PEEKED = 100
#: In one of so many games worlds are sampled; of so many of its states, where it is most tangled.
_SAMPLED, _TANGLED = 5, 12
#: At so many states of each game branches are looked at, and so many are supposed.
_BRANCHED, _SUPPOSED = 4, 12
#: So many draws and rolls of each game are sampled, and so many small cases of worlds are counted.
_CHANCES, _SMALL = 2, 4
#: Of about twice so many states of each game learners get numbers.
_NUMBERED = 12
#: In so many states of each game saves are forged, so many each.
_FORGED, _FORGED_THERE = 4, 3
#: Of every n-th state the moves are listed by rules that are compiled afresh.
_EVERY = 8


def quick_games(table: Table, number: int, numbers: Random, ends: bool = True) -> None:
    """Play that many games, of as many players as the table has, and check each quickly.

    With `ends`, two more are played with all numbers among the options at an end, and one at each
    edge of what an option accepts. Otherwise the last two have their numbers at an end, too. One
    is played by those who go by advice: they come further than anybody at random. Raises
    `LawBroken`.
    """
    random = (at_random(table, numbers) for _ in range(number))
    at_ends = at_its_ends(table if ends else at_random(table, numbers))
    for one in chain(random, at_ends, at_the_edge(table) if ends else ()):
        seed = numbers.getrandbits(16)
        asked(_QUICKLY, GAME, _play_one, one, seed, _any_listed_once(Random(seed)))
    one = table if ends else at_random(table, numbers)
    if one.rules.advice:
        seed = numbers.getrandbits(16)
        asked(_QUICKLY, GAME, _play_one, one, seed, as_advised(one.rules, seed))


def _play_one(table: Table, seed: int, choose: Callable[[Game], Action]) -> None:
    assert table.players is not None
    game = play_out(table.rules, table.players, seed, choose, MOST_DECISIONS)
    check_held(game.at(0), [conservation], 1)
    check_quickly(game)


def as_advised(rules: Ruleset, seed: int) -> Callable[[Game], Action]:
    """Choices of players who go by advice."""
    players = [GreedyPlayer(rules, seed + seat) for seat in range(rules.most_players)]

    def choose(game: Game) -> Action:
        seat = game.seat
        assert seat is not None
        advised = partial(players[seat].choose, game.view(seat))
        return calling(PROGRESS, f"going by advice at {waits(rules, game.state)}", advised)

    return choose


def _any_listed_once(numbers: Random) -> Callable[[Game], Action]:
    """Random choices among actions that are listed once each."""

    def choose(game: Game) -> Action:
        actions = game.legal_actions
        if actions:
            listed_once(game.rules, game.state, actions)
        return actions[numbers.randrange(len(actions))]

    return choose


def check_quickly(game: Game) -> None:
    """Check a game that was played. Raises `LawBroken`.

    It kept its bounds, no step of a boot added more than it may, each of its moves leads step by
    step to where it leads at once, and passes no question by that has an answer, where an action
    was made the list and the check agree on others of its type, prices are explained by lines that
    add up to them, notation is read to its end, learners get the same numbers in each way, whatever
    was first due in a round was due in a sound state, its log says what is declared, what may be
    taken back has told nothing, views and documents tell observers no secrets, where a decision is
    new there are advice and cautions, what answers a seat reads nothing that it may not see, what
    lies in pools or hands that moves look into decides nothing that can be seen, rules compiled
    afresh list, show and advise the same, and lead to the same after another game, some of its
    draws and rolls come out as often as they should, who does not see a roll imagines it so, worlds
    are sampled fairly (in some of the games) and exactly where little is unknown, its save can be
    read, and that of its middle leads to the same end, and forged ones can be read, or are refused.
    """
    check_bounds(game)
    rules, seen, decisions = game.rules, set[object](), 0
    since: list[tuple[State, Move, State, int]] = []
    for (state, move), (after, _) in pairwise(states_of(game)):
        assert move is not None
        if (wrong := strayed(rules, state, move)) is not None:
            raise _told(wrong, game, state, decisions) from wrong
        since.append((state, move, after, decisions))
        decisions += isinstance(move, Action)
        due = getattr(after.agenda[-1], "name", "") if after.agenda else "", after.round
        if due in seen:
            continue
        seen.add(due)
        if unsound(rules, after):
            _raise_first(game, since)
        since.clear()
    states = [state for state, _ in states_of(game)]
    moves = [
        (state, move, after)
        for (state, move), (after, _) in pairwise(states_of(game))
        if move is not None
    ]
    try:
        asked(AGREEMENT, GAME, worth_a_step, rules, moves)
        asked(AGREEMENT, GAME, _nothing_passed_by, rules, moves)
        asked(AGREEMENT, GAME, types_agreed_on, rules, [move[:2] for move in moves])
        asked(AGREEMENT, GAME, prices_explained, rules, chooser(states[0]))
        asked(AGREEMENT, GAME, read_to_the_end, rules, chooser(states[0]))
        asked(AGREEMENT, GAME, _numbers_agree, rules, states)
        asked(PURITY, GAME, advised_along, rules, states)
        asked(PURITY, GAME, backwards, rules, states, _EVERY)
        asked(PURITY, GAME, after_another, rules, [move[:2] for move in moves])
        asked(PURITY, GAME, supposed_unchanged, rules, some(states, _SUPPOSED, chooser(states[0])))
        asked(PURITY, GAME, branches_seen_alike, rules, some(states, _BRANCHED, chooser(states[0])))
        asked(NONINTERFERENCE, GAME, _no_hidden_reads, rules, states)
        asked(NONINTERFERENCE, GAME, log_as_declared, game)
        asked(NONINTERFERENCE, GAME, told_as_declared, game)
        asked(NONINTERFERENCE, GAME, taken_back_unlearned, game)
        asked(NONINTERFERENCE, GAME, given_alike, game)
        asked(SAVING, GAME, saved, game)
        asked(SAVING, GAME, retyped, game)
        asked(SAVING, GAME, _forged, rules, states)
        asked(SAMPLING, GAME, _chances, rules, states)
        asked(SAMPLING, GAME, small_worlds, chooser(states[-1]), _SMALL)
        asked(SAMPLING, GAME, imagined_as_rolled, rules, states, chooser(states[0]))
        asked(SAVING, GAME, goes_on_as_saved, game)
        if not (numbers := chooser(states[-1])).randrange(_SAMPLED):
            asked(SAMPLING, GAME, fair_where_tangled, rules, states, numbers, _TANGLED)
    except LawBroken as broken:
        step = f"in a game of {game.steps} decisions"
        raise told(broken, rules, step, lambda: game) from broken
    asked(NONINTERFERENCE, GAME, peeking, rules, states, chooser(states[0]), _PEEKED)


def _nothing_passed_by(rules: Ruleset, moves: Sequence[tuple[State, Move, State]]) -> None:
    for state, move, _ in moves:
        nothing_passed_by(rules, state, move)


def _numbers_agree(rules: Ruleset, states: Sequence[State]) -> None:
    """Learners get the same numbers in each way, of some states and those after them, and of the
    first of these once more.
    """
    apart = -(-len(states) // _NUMBERED) or 1
    pairs = [states[n : n + 2] for n in range(0, len(states), apart)]
    numbers_agree(rules, [one for pair in pairs for one in (*pair, pair[0])], chooser(states[0]))


def _forged(rules: Ruleset, states: Sequence[State]) -> None:
    numbers = chooser(states[-1])
    for state in some(states, _FORGED, numbers):
        forged(rules, state, _FORGED_THERE, numbers)


def _chances(rules: Ruleset, states: Sequence[State]) -> None:
    """Some draws and rolls of a game come out as often as they should."""
    due: dict[str, State] = {}
    for state in states:
        if isinstance(item := rules.pending(state), Chance):
            due.setdefault(item.name, state)
    for state in some([*due.values()], _CHANCES, chooser(states[0])):
        sampling(rules, state)


def _no_hidden_reads(rules: Ruleset, states: Sequence[State]) -> None:
    numbers = chooser(states[0])
    for state in states:
        if state.agenda:
            hidden_reads(rules, state, _BREADTH, numbers, refused=False)


def _raise_first(game: Game, since: Sequence[tuple[State, Move, State, int]]) -> NoReturn:
    """Raise the broken law of the first of these moves that leads to a state that is not sound."""
    for state, move, after, decisions in since:
        if (wrong := gone_wrong(game.rules, state, move, after)) is not None:
            raise _told(wrong, game, state, decisions)
    raise AssertionError("the last of them does")


def _told(wrong: LawBroken, game: Game, state: State, decisions: int) -> LawBroken:
    step = f"after {decisions} decisions, {place(game.rules, state)}"
    return told(wrong, game.rules, step, partial(game.at, decisions))
