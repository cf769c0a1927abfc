"""Shared by several laws: facts about a ruleset, computed once, and a choice of moves to try."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache, partial
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary, ref
from zlib import crc32

from attrs import evolve

from elfen.declare import Action, Chance, Decide, Draw, Drawn, Outcome, Over
from elfen.errors import RuleFailed
from elfen.game import Game, Ruleset, compile_recipe
from elfen.kernel import State, plain_move, stock
from elfen.testing.law_broken import AGREEMENT, DETERMINISM, PROGRESS, PURITY, LawBroken

T = TypeVar("T")
Move = Action | Outcome

_MOST_MOVES = 20_000

#: What the kernel says of a step that comes again without end.
_AGAIN = re.compile(r"the last one Do\(name='(([^/']+)/[^']+)'.* on the agenda again")

#: What is said of a cost term that makes free steps without a bound.
_UNBOUNDED = re.compile(r"plugin ('[^']+'): by ('[^']+') a crossing can cost nothing")

#: The note that the kernel adds to errors of elfen that a plugin's rule has caused.
_BY_A_RULE = re.compile(r"raised by a rule of plugin ('[^']+'): (('[^']+') \(\w+), \w+=\)")


class Facts:
    """What the laws know about one ruleset. Get it with `facts`."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = ref(rules)
        self._stock: dict[int, dict[str, int]] = {}
        self._moments: dict[int, tuple[State, ...]] = {}

    @property
    def rules(self) -> Ruleset:
        """The ruleset that these facts are about."""
        rules = self._rules()
        assert rules is not None
        return rules

    @cached_property
    def domain(self) -> frozenset[Action]:
        """Every action that the ruleset says could ever be legal."""
        return frozenset(self._actions)

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        return calling(AGREEMENT, "rules.actions", lambda: self.rules.actions)

    @cached_property
    def domain_by_type(self) -> dict[type[Action], tuple[Action, ...]]:
        """The domain by action type, each sorted by notation."""
        found: dict[type[Action], list[Action]] = {}
        for action in self._actions:
            found.setdefault(type(action), []).append(action)
        return {cls: tuple(actions) for cls, actions in found.items()}

    @cached_property
    def values_by_type(self) -> dict[type[Action], tuple[tuple[Any, ...], ...]]:
        """By action type and field, the values that the field has in the domain."""
        return {
            cls: tuple(tuple(dict.fromkeys(column)) for column in zip(*rows, strict=True))
            for cls, actions in self.domain_by_type.items()
            if (rows := [action.values() for action in actions])
        }

    def domain_of(self, cls: type[Action]) -> tuple[Action, ...]:
        """Every action of a type that its declaration gives, asked anew."""
        entry = next(owned.entry for owned in self.rules.action_types if owned.entry.type is cls)
        return tuple(entry.domain())

    @cached_property
    def fresh(self) -> Ruleset:
        """The same rules compiled again, with empty caches and tables of their own.

        The expansions come in the opposite order, which must not make a difference.
        """
        recipe = self.rules.recipe
        base, *expansions = recipe.modules
        return compile_recipe(evolve(recipe, modules=(base, *reversed(expansions))))

    @cached_property
    def thawed(self) -> Ruleset:
        """The same rules pickled and unpickled."""
        rules: Ruleset = calling(
            DETERMINISM,
            "pickling the ruleset (a plugin has to be a module, or an object that pickles)",
            lambda: pickle.loads(pickle.dumps(self.rules)),
        )
        return rules

    def stock(self, players: int) -> dict[str, int]:
        """The number of pieces of each kind in a game with this many players."""
        if players not in self._stock:
            self._stock[players] = stock(self.rules, players)
        return self._stock[players]

    def usual_length(self, players: int) -> tuple[int, int]:
        """Roughly how many decisions a game has, and how many moves, drawing piece by piece.

        Extrapolated from one random game of the fewest players, which is stopped at the bound.
        """
        fewest = self.rules.fewest_players
        decisions, moves = self._shortest
        return -(-decisions * players // fewest), -(-moves * players // fewest)

    @cached_property
    def _shortest(self) -> tuple[int, int]:
        rules, numbers = self.rules, random.Random(0)
        game = rules.new_game(rules.fewest_players, 0)
        longest, decisions = rules.longest(game.players), 0
        while not game.is_over and decisions <= longest:
            game = game.play(numbers.choice(game.legal_actions))
            decisions += 1
        drawn = [e.move for e in game.log if isinstance(e.move, Drawn)]
        pieces = sum(len(move.pieces) - 1 for move in drawn)
        return decisions, len(game.log) + pieces

    def moments(self, players: int) -> tuple[State, ...]:
        """The states of a quiet game at which a decision of a seat is first due in a round."""
        if players not in self._moments:
            found: dict[tuple[str, int, int], State] = {}
            for state, _ in self.quiet_moves(players):
                item = self.rules.pending(state)
                if isinstance(item, Decide):
                    found.setdefault((item.name, item.seat, state.round), state)
            self._moments[players] = tuple(found.values())
        return self._moments[players]

    def quiet_moves(self, players: int) -> Iterator[tuple[State, Move]]:
        """The moves of a quiet game, each with the state before it."""
        state = self.rules.start(players)
        for _ in range(_MOST_MOVES):
            item = self.rules.pending(state)
            if isinstance(item, Over):
                return
            move = plain_move(self.rules, state, item)
            yield state, move
            state = self.rules.advance(state, move)

    @cached_property
    def owners(self) -> dict[type[Action], str]:
        """The name and plugin of each action type, as text."""
        return {
            owned.entry.type: f"action {owned.entry.name!r}, plugin {owned.plugin!r}"
            for owned in self.rules.action_types
        }

    def blame(self, move: object) -> str | None:
        """The type and plugin of an action, as text; None for anything else."""
        return self.owners.get(type(move)) if isinstance(move, Action) else None


_FACTS: WeakKeyDictionary[Ruleset, Facts] = WeakKeyDictionary()


def facts(rules: Ruleset) -> Facts:
    """The facts about a ruleset, kept as long as the ruleset is."""
    found = _FACTS.get(rules)
    if found is None:
        found = _FACTS[rules] = Facts(rules)
    return found


def snapshot(state: State) -> bytes:
    """A deep copy of a state, as bytes; a state that cannot be copied breaks purity."""
    return calling(
        PURITY, "pickling a state, which has to be pure data,", lambda: pickle.dumps(state)
    )


def is_data(state: State) -> bool:
    """Whether a state is frozen through and through, as it must be, so that it has a hash."""
    try:
        hash(state)
    except TypeError:
        return False
    return True


def changed(before: bytes, state: State) -> bool:
    """Whether a state has changed since the snapshot was taken."""
    return snapshot(state) != before and pickle.loads(before) != state


#: A move that laws try, and whether they try nothing else.
_AIM: ContextVar[tuple[Any, bool]] = ContextVar("_AIM", default=(None, False))


@contextmanager
def aimed_at(move: Move | None, alone: bool = True) -> Iterator[None]:
    """In this block laws try this move, of all actions that they choose from, alone or before
    others; None: any.
    """
    token = _AIM.set((move, alone))
    try:
        yield
    finally:
        _AIM.reset(token)


def aim() -> Move | None:
    """The move of `aimed_at`, if nothing else is tried."""
    move, alone = _AIM.get()
    return cast("Move | None", move) if alone else None


def aim_among(items: Sequence[T]) -> Sequence[T]:
    """The move of `aimed_at`, if nothing else is tried and it is among the items."""
    move: Any = aim()
    return (move,) if move is not None and move in items else ()


def chooser(state: State) -> random.Random:
    """Random numbers seeded by the state, so that a law tries the same moves every time."""
    return random.Random(crc32(snapshot(state)))


def some(items: Sequence[T], most: int | None, numbers: random.Random) -> list[T]:
    """At most `most` of the items, in their order; None means all of them."""
    if most is None or len(items) <= most:
        return list(items)
    return [items[n] for n in sorted(numbers.sample(range(len(items)), most))]


def some_of_each_type(items: Sequence[T], most: int | None, numbers: random.Random) -> list[T]:
    """About `most` of the items, but at least one of each type; None means all of them.

    Where it is a single move that matters, that one alone, or first of its type; see `aimed_at`.
    """
    if most is None:
        return list(items)
    if aimed := [*aim_among(items)]:
        return aimed
    if len(items) <= most:
        return list(items)
    types: dict[type[T], list[T]] = {}
    for item in items:
        types.setdefault(type(item), []).append(item)
    each = max(1, most // len(types))
    found = [some(alike, each, numbers) for alike in types.values()]
    first, _ = _AIM.get()
    for one in found:
        if first in items and type(first) is type(one[0]) and first not in one:
            one[0] = first
    return [item for one in found for item in one]


def listed(rules: Ruleset, state: State) -> tuple[Move, ...]:
    """The legal actions, or the single outcomes where chance is due."""
    return calling(
        PROGRESS,
        f"listing the moves at {waits(rules, state)}",
        lambda: _listed(rules, state),
        owner_of_chance(rules, state),
    )


def owner_of_chance(rules: Ruleset, state: State) -> str | None:
    """The plugin whose draw or roll is due, as text; None if none is."""
    item = rules.pending(state)
    if not isinstance(item, Chance):
        return None
    return next((f"plugin {c.plugin!r}" for c in rules.chances if c.entry.name == item.name), None)


def the_chance(rules: Ruleset, item: object) -> str | None:
    """A draw or roll and its plugin, as text; None for anything else."""
    found = (c for c in rules.chances if isinstance(item, Chance) and c.entry.name == item.name)
    return next((f"chance {c.entry.name!r}, plugin {c.plugin!r}" for c in found), None)


def _listed(rules: Ruleset, state: State) -> tuple[Move, ...]:
    if isinstance(rules.pending(state), Decide):
        return tuple(rules.legal_actions(state))
    return tuple(outcome for outcome, _ in rules.outcomes(state))


def advanced(rules: Ruleset, state: State, move: Move) -> State:
    """`rules.advance`, where an exception means that the game cannot go on."""
    return calling(
        PROGRESS,
        f"{move} at {waits(rules, state)}",
        lambda: rules.advance(state, move),
        facts(rules).blame(move),
    )


def successors(rules: Ruleset, state: State, breadth: int | None) -> Iterator[tuple[Move, State]]:
    """Some legal moves, and the states that they lead to."""
    for move in some_of_each_type(listed(rules, state), breadth, chooser(state)):
        yield move, advanced(rules, state, move)


def waits(rules: Ruleset, state: State) -> str:
    """What a state waits for, as text."""
    item = rules.pending(state)
    if isinstance(item, Decide):
        return f"decision {item.name!r} of seat {item.seat}"
    return f"{getattr(item, 'name', item)!r}"


def states_of(game: Game) -> Iterator[tuple[State, Move | None]]:
    """Every state of a game with the move made there, from its log; the last has None.

    A game that was set up by hand begins with the state it was given, even if chance is due.
    Most laws ask for them one after the other, so those of the last games are kept.
    """
    try:
        kept = _walked(game)
    except LawBroken:
        return _walk(game)  # up to the move that fails
    return iter(kept)


@lru_cache(maxsize=2)
def _walked(game: Game) -> tuple[tuple[State, Move | None], ...]:
    return tuple(_walk(game))


def _walk(game: Game) -> Iterator[tuple[State, Move | None]]:
    state = game.beginning
    for entry in game.log:
        yield state, entry.move
        state = calling(
            DETERMINISM,
            f"{entry.move}, from the log of the game,",
            partial(game.rules.advance, state, entry.move),
        )
    yield state, None


def until_it_fails(moves: Iterator[tuple[State, Move]]) -> list[tuple[State, Move]]:
    """These moves, up to the one that raises an exception, if any does."""
    made: list[tuple[State, Move]] = []
    try:
        made.extend(moves)
    except Exception:
        return made
    return made


def draw_of(rules: Ruleset, item: object) -> Draw | None:
    """The draw that an agenda item stands for; None for anything else."""
    for owned in rules.chances:
        if isinstance(item, Chance) and owned.entry.name == item.name:
            return owned.entry if isinstance(owned.entry, Draw) else None
    return None


def calling(law: str, what: str, ask: Callable[[], T], where: str | None = None) -> T:
    """The answer; any exception means that `law` is broken, and `what` says what raised it."""
    try:
        return ask()
    except LawBroken:
        raise
    except Exception as error:
        raise raised(law, what, error, where, ask) from error


def raised(
    law: str,
    what: str,
    error: Exception,
    where: str | None = None,
    ask: Callable[[], object] | None = None,
) -> LawBroken:
    """The error of a law broken by an exception, perhaps one of a plugin's; `ask` raises it."""
    if isinstance(error, RuleFailed):
        if not where or f"{error.name!r}" not in where:
            where = f"{error.name!r} ({error.hook}), plugin {error.plugin!r}"
        error = error.__cause__ if isinstance(error.__cause__, Exception) else error
    for note in getattr(error, "__notes__", ()):
        named = _BY_A_RULE.match(note)
        if named and (not where or named[3] not in where):
            where = f"{named[2]}), plugin {named[1]}"
    if named := _UNBOUNDED.match(str(error)):
        where = f"cost term {named[2]}, plugin {named[1]}"
    if named := _AGAIN.search(str(error)):
        where = f"step {named[1]!r}, plugin {named[2]!r}"
    message = f"{what} raised {type(error).__name__}: {error}"
    return LawBroken(law, message, where, runs=() if ask is None else (ask,))
