"""The law of progress: games never get stuck, end in time, and keep within score bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import isfunction, ismethod
from operator import eq

from elfen.declare import Action, Chance, Decide, Do, Item, Over, ScoreLine, Stock, Zone
from elfen.game import Game, Ruleset, compile_recipe
from elfen.kernel import State, gone_free
from elfen.testing.agreeing.pricing import blamed, priced
from elfen.testing.blaming.watching import Allowed, Given, Handed, Watched, has_in_it
from elfen.testing.endless import endless
from elfen.testing.facts import Move, calling, draw_of, listed, states_of, successors, waits
from elfen.testing.law_broken import PROGRESS, LawBroken


def progress(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """A decision has an action, chance has an outcome, and `breadth` of them lead on.

    The agenda is never empty, the round is one that the endings allow, and every score line is
    within its bounds at any time. Nobody can go on for ever without paying. Raises `LawBroken`.
    """
    goes_on(rules, state)
    _round(rules, state)
    in_bounds(rules, state)
    moves = list(successors(rules, state, breadth))
    for move, after in moves:
        try:
            goes_on(rules, after)
        except LawBroken as broken:
            broken.past = ((state, move), *broken.past)
            raise
    endless(rules, state, moves)


def goes_on(rules: Ruleset, state: State) -> None:
    """Something can happen next, or the game is over by one of its endings. Raises `LawBroken`."""
    if not state.agenda:
        empty = Watched(lambda table: not table.agenda)
        raise LawBroken(PROGRESS, "the agenda is empty: nothing would happen next", runs=(empty,))
    item = rules.pending(state)
    if isinstance(item, Do):
        raise LawBroken(PROGRESS, f"step {item.name!r} is due in a state that should rest")
    draw = draw_of(rules, item)
    if draw is not None and isinstance(item, Chance):
        pieces = sum(state.zones[rules.layout.index(draw.source, item.source or 0)])
        if int(item.data[0]) > pieces:
            raise LawBroken(
                PROGRESS,
                f"{item.name!r} wants {item.data[0]} of {draw.source.name}, where {pieces} can be"
                " drawn: the game will be stuck",
                _owner(rules, item),
                runs=(due(item), _stocked(rules, draw.source)),
            )
    if isinstance(item, (Decide, Chance)) and not listed(rules, state):
        raise stuck(rules, state)
    if isinstance(item, Over) and item.ending not in {e.name for e in rules.endings}:
        raise LawBroken(PROGRESS, f"the game is over by {item.ending!r}, which is no ending")


def asked_in_vain(rules: Ruleset, state: State, move: Move, after: State) -> LawBroken | None:
    """The broken law if a move that leads to a sound position asks for what nobody can answer.

    What was due before the move, or goes on, may be without an answer: perhaps `state` was built
    so.
    """
    if after.agenda and _asked(after.agenda[-1]) in map(_asked, state.agenda):
        return None
    try:
        goes_on(rules, after)
    except LawBroken as broken:
        if rules.validate(after, promises=False):
            return None
        broken.past = ((state, move), *broken.past)
        return broken
    return None


def in_vain(rules: Ruleset, state: State) -> bool:
    """Whether a draw or roll is due that has no outcome."""
    if not state.agenda or not isinstance(state.agenda[-1], Chance):
        return False
    try:
        goes_on(rules, state)
    except LawBroken:
        return True
    return False


def _asked(item: Item) -> tuple[str, int | None]:
    return getattr(item, "name", ""), getattr(item, "seat", None)


def stuck(rules: Ruleset, state: State) -> LawBroken:
    """The error of a state in which nothing can happen."""
    item = rules.pending(state)
    owner = _owner(rules, item) if isinstance(item, (Decide, Chance)) else None
    asking = {o.plugin for o in rules.decisions if o.entry.name == getattr(item, "name", None)}
    return LawBroken(
        PROGRESS,
        f"nothing answers {waits(rules, state)}: the game is stuck",
        owner,
        runs=(
            *(_offering(rules, state, item) if isinstance(item, Decide) else ()),
            partial(_asked_for_moves, rules, state),
            due(item),
            *([Allowed(asking)] if asking else ()),
        ),
    )


def _offering(rules: Ruleset, state: State, item: Decide) -> Iterator[Given]:
    """Those who say that a seat is offered something, if none of it is legal."""
    position = rules.position(state)
    for owned in rules.answers[item.name]:
        offered = owned.entry.offered
        asked = offered[1] if isinstance(offered, tuple) else offered
        if isfunction(asked) or ismethod(asked):
            yield Given(lambda answer: answer is True, partial(asked, position, item.seat))


def overlong(game: Game, most: int) -> LawBroken:
    """The error of a game that has more decisions than it may, with what went on too long."""
    rules = game.rules
    moves = [(state, move) for state, move in states_of(game) if move is not None]
    asked = [rules.pending(state) for state, move in moves if isinstance(move, Action)]
    try:
        _round(rules, game.state)
        free_in_time(rules, game.players, moves)
        in_time(rules, game.players, Counter(str(item.name) for item in asked))
    except LawBroken as broken:
        where, runs = broken.where, broken.runs
    else:
        where, runs = None, ()
    message = f"a game of {game.players} is not over after {most} decisions, its bound"
    return LawBroken(PROGRESS, message, where, runs=runs)


def bounded(rules: Ruleset) -> None:
    """The ruleset knows bounds for the length and scores of its games. Raises `LawBroken`."""
    lowest, highest = calling(PROGRESS, "rules.score_bounds", lambda: rules.score_bounds)
    lengths = [longest(rules, players) for players in rules.player_counts]
    if lowest > highest:
        raise LawBroken(PROGRESS, f"the lowest score is {lowest}, above the highest, {highest}")
    if min(lengths) < 1:
        raise LawBroken(PROGRESS, f"a game has at most {min(lengths)} decisions, say the bounds")


def longest(rules: Ruleset, players: int) -> int:
    """`rules.longest`; raises `LawBroken` if it raises an exception."""
    return calling(PROGRESS, "rules.longest", lambda: rules.longest(players))


def in_time(rules: Ruleset, players: int, asked: Counter[str]) -> None:
    """No decision was asked more often in one game than `at_most` says. Raises `LawBroken`."""
    for owned in rules.decisions:
        decision = owned.entry
        most = rules.at_most(decision.name, players)
        if asked[decision.name] > most:
            adding = [o.entry.more for o in rules.answers[decision.name] if o.entry.more]
            parts = [one(rules, players) for one in (*adding, decision.at_most)]
            if most < sum(parts):
                raise _less_than_declared(rules, players, decision.name, most, parts)
            raise LawBroken(
                PROGRESS,
                f"decision {decision.name!r} was asked {asked[decision.name]} times in a game of"
                f" {players}, but at_most says {most}",
                f"decision {decision.name!r}, plugin {owned.plugin!r}",
                runs=(
                    *(_maybe_too_small(one, rules, players) for one in (*adding, decision.at_most)),
                    _asks(decision.name),
                ),
            )


def _less_than_declared(
    rules: Ruleset, players: int, decision: str, most: int, parts: Sequence[int]
) -> LawBroken:
    """The broken law of a bound that leaves out what has been declared."""
    return LawBroken(
        PROGRESS,
        f"at_most says that decision {decision!r} is asked {most} times at most in a game of"
        f" {players}, but what is declared adds up to {' + '.join(map(str, parts))}",
        runs=(Handed(partial(eq, most), partial(rules.at_most, decision, players)),),
    )


def _maybe_too_small(one: Callable[[Ruleset, int], int], rules: Ruleset, players: int) -> Given:
    """A bound, of which it is only known that one of several is too small."""
    return Given(partial(eq, one(rules, players)), partial(one, rules, players))


def free_in_time(rules: Ruleset, players: int, moves: Iterable[tuple[State, object]]) -> None:
    """No more free steps were taken in one game than `free` says. Raises `LawBroken`."""
    bounds = {o.entry.name: (o, o.entry.free) for o in rules.cost_terms if o.entry.free is not None}
    gone: Counter[str] = Counter()
    where: dict[str, State] = {}
    for state, move in moves if bounds else ():
        owned = gone_free(rules, state, move) if isinstance(move, Action) else None
        if owned is not None:
            gone[owned.entry.name] += 1
            where[owned.entry.name] = state
    for name, (owned, free) in bounds.items():
        most = calling(PROGRESS, f"free of {name!r}", partial(free, rules, players))
        if gone[name] > most:
            raise LawBroken(
                PROGRESS,
                f"{gone[name]} steps were free by {name!r} in a game of {players}, but free says"
                f" {most}",
                blamed(owned),
                runs=(partial(free, rules, players), partial(priced, rules, where[name])),
            )


def _round(rules: Ruleset, state: State) -> None:
    most = calling(PROGRESS, "rules.most_rounds", lambda: rules.most_rounds)
    if state.round > most:
        raise LawBroken(
            PROGRESS,
            f"this is round {state.round}, but the endings say that there are {most}",
            _ending(rules),
            runs=(partial(_latest, rules), partial(_endings_asked, rules, state)),
        )


def in_bounds(rules: Ruleset, state: State, breadth: int | None = None) -> None:
    """Every seat has a standing, and each of its score lines is within its bounds, now or at any
    time. Raises `LawBroken`.
    """
    standings = calling(PROGRESS, "rules.standings", lambda: rules.standings(state))
    bounds = calling(PROGRESS, "the bounds of a score line", lambda: _line_bounds(rules))
    if sorted(standing.seat for standing in standings) != list(range(state.players)):
        raise LawBroken(PROGRESS, f"the standings do not have every seat once: {standings}")
    for standing in standings:
        for line in standing.lines:
            lowest, highest, plugin = bounds[line.name]
            if not lowest <= line.points <= highest:
                raise LawBroken(
                    PROGRESS,
                    f"seat {standing.seat} has {line.points} points for {line.text}, which is"
                    f" bounded by {lowest} and {highest}",
                    f"score line {line.name!r}, plugin {plugin!r}",
                    runs=(
                        partial(_bound, rules, line.name, line.points > highest),
                        partial(rules.standings, state),
                    ),
                )


def _bound(rules: Ruleset, name: str, upper: bool) -> int:
    entry: ScoreLine = next(o.entry for o in rules.score_lines if o.entry.name == name)
    return entry.highest(rules) if upper else entry.lowest(rules)


def _line_bounds(rules: Ruleset) -> dict[str, tuple[int, int, str]]:
    return {
        owned.entry.name: (owned.entry.lowest(rules), owned.entry.highest(rules), owned.plugin)
        for owned in rules.score_lines
    }


def _owner(rules: Ruleset, item: Decide | Chance) -> str | None:
    for owned in (*rules.decisions, *rules.chances):
        if owned.entry.name == item.name:
            return f"plugin {owned.plugin!r}"
    return None


def _ending(rules: Ruleset) -> str | None:
    """The only ending that says by when it comes, as text; None if there are several."""
    found = [o for o in rules.ending_list if o.entry.latest is not None]
    if len(found) != 1:
        return None
    return f"ending {found[0].entry.name!r}, plugin {found[0].plugin!r}"


def _latest(rules: Ruleset) -> list[int]:
    return [o.entry.latest(rules) for o in rules.ending_list if o.entry.latest is not None]


def _endings_asked(rules: Ruleset, state: State) -> list[bool]:
    return [owned.entry.when(rules.position(state)) for owned in rules.ending_list]


def _asked_for_moves(rules: Ruleset, state: State) -> list[object]:
    return [*rules.legal_actions(state), *rules.outcomes(state)]


def _stocked(rules: Ruleset, zone: Zone) -> Given:
    """Whoever says, while rules are compiled, how many pieces begin in a zone."""

    def is_it(answer: object) -> bool:
        return isinstance(answer, Stock) and answer.zone == zone

    return Given(partial(has_in_it, is_it), lambda: compile_recipe(rules.recipe))


def due(item: Item) -> Watched:
    """The move after which an item was due."""
    return Watched(lambda table: item in table.agenda, values=(item,))


def _asks(decision: str) -> Watched:
    """The last move of a game that asked a decision."""
    return Watched(lambda table: any(item.name == decision for item in table.agenda))
