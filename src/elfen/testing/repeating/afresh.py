"""Part of the law of purity: what rules were asked and played before makes no difference.

What they do in a game is compared with what the same rules do that were compiled afresh, and come
to the states in the opposite order, or have played another game. So a cache shows whose key leaves
out something that its value depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from elfen.declare import Action
from elfen.errors import IllegalAction
from elfen.game import Game, Ruleset, compile_recipe, tell
from elfen.kernel import State
from elfen.testing.advising import advised_afresh, consulted
from elfen.testing.agreeing.agreement import agreed_on
from elfen.testing.blaming.anew import LedAstray, Question, after
from elfen.testing.blaming.watching import ByAddress
from elfen.testing.differences import Raised, difference, settled
from elfen.testing.facts import Move, advanced, calling, chooser, facts, listed, some, waits
from elfen.testing.law_broken import PROGRESS, PURITY, LawBroken
from elfen.testing.progress import in_bounds
from elfen.testing.repeating.answers import signs_of
from elfen.views import Observation

#: About so many states of a game are looked at by all, in opposite order and after another game.
_LOOKED_AT, _SHOWN = 10, 2
#: So many decisions are made of another game, of which every n-th is looked at.
_ANOTHER, _SELDOM = 100, 16
#: Of each type so many moves are checked.
_CHECKED = 8

#: What an observer sees: all of the view, the scores, and what is drawn.
_PARTS: dict[str, Callable[[Observation], object]] = {
    "view": lambda view: view.to_json(),
    "scores": lambda view: [*map(str, view.scores)],
    "signs": signs_of,
}


def backwards(rules: Ruleset, states: Sequence[State], every: int = 1) -> None:
    """Rules compiled afresh list the same moves when every n-th of the states comes in opposite
    order, and show the same of some, two by two: most of what one rests on is as in the next.

    They refuse the same moves before they have listed any. The same is advised where each decision
    is due for the last time. Raises `LawBroken`.
    """
    fresh = compile_recipe(rules.recipe)
    chosen = states[::every]
    told = [listed(rules, state) for state in chosen]
    for state, moves in zip(reversed(chosen), reversed(told), strict=True):
        _refused_alike(rules, fresh, state, moves)
    looked_at = _some(chosen, _LOOKED_AT)
    shown = [calling(PURITY, "a view", partial(_shown, rules, state)) for state in looked_at]
    for state, moves in zip(reversed(chosen), reversed(told), strict=True):
        listed_alike(rules, fresh, state, moves)
    for state, views in zip(reversed(looked_at), reversed(shown), strict=True):
        _seen_alike(rules, fresh, state, views, looked_at)
    advised_afresh(rules, fresh, states)


def after_another(rules: Ruleset, moves: Sequence[tuple[State, Move]]) -> None:
    """Rules compiled afresh, by which another game was played first, lead each of these moves where
    these rules do, and show the same of some states, and advise the same. Raises `LawBroken`.
    """
    if not moves:
        return
    fresh = compile_recipe(rules.recipe)
    looked_at = _another_game(moves[0][0], fresh)
    for state, move in moves:
        _done_alike(rules, fresh, state, move, advanced, "leads to")
        _done_alike(rules, fresh, state, move, _events, "is told by the events")
    another: Question = partial(_another_game, moves[0][0])
    for state in _some([state for state, _ in moves], _SHOWN):
        _seen_alike(rules, fresh, state, _shown(rules, state), looked_at, (another,))
    advised_afresh(rules, fresh, [state for state, _ in moves])


def _some(states: Sequence[State], most: int) -> list[State]:
    """About so many of the states, two by two."""
    apart = -(-len(states) // most) or 1
    return [state for n, state in enumerate(states) if n % apart < 2]


def _another_game(state: State, fresh: Ruleset) -> list[State]:
    """Play a game of as many players by these rules, and look at some states of it: which ones."""
    looked_at: list[State] = []
    numbers = chooser(state)
    made: list[tuple[State, Action]] = []

    def play() -> None:
        game = fresh.new_game(state.players, numbers.getrandbits(32))
        while len(made) < _ANOTHER and not game.is_over and game.legal_actions:
            if len(made) % _SELDOM == 0:
                looked_at.append(game.state)
                _shown(fresh, game.state)
            made.append((game.state, numbers.choice(game.legal_actions)))
            game = _played(game, made)
        # Where a story or advice fails, another law tells.
        settled(lambda: [*tell(game)])
        settled(partial(consulted, fresh, [state for state, _ in made]))

    try:
        calling(PROGRESS, "another game by the same rules", play)
    except LawBroken as broken:
        broken.past = (*made, *broken.past)
        raise
    return looked_at


def _played(game: Game, made: Sequence[tuple[State, Action]]) -> Game:
    """The game after the last of the actions; if that was listed and is refused, it is told so."""
    action = made[-1][1]
    try:
        return game.play(action)
    except IllegalAction:
        try:
            agreed_on(game.rules, game.state, action)
        except LawBroken as broken:
            broken.message = f"in another game by the same rules, {broken.message}"
            raise
        raise


def _done_alike(
    rules: Ruleset,
    fresh: Ruleset,
    state: State,
    move: Move,
    ask: Callable[[Ruleset, State, Move], object],
    does: str,
) -> None:
    """What comes of a move is the same by rules that have been asked nothing but of another game.

    `does` says in words what is asked of it. Where it fails, another law tells.
    """
    asks = [partial(ask, one, state, move) for one in (rules, fresh)]
    one, other = map(settled, asks)
    if one != other and not isinstance(one, Raised):
        first, second = difference(one, other)
        raise LawBroken(
            PURITY,
            f"{move} at {waits(rules, state)} {does} {first}, but {second} after another game by"
            " the same rules: something of it is remembered",
            facts(rules).blame(move),
            runs=tuple(asks),
            past=((state, move),),
        )


def _events(rules: Ruleset, state: State, move: Move) -> tuple[object, ...]:
    return tuple(rules.trace(state, move).events)


def _refused_alike(rules: Ruleset, fresh: Ruleset, state: State, moves: Sequence[Move]) -> None:
    """Some moves of the types of those that are legal, most of them illegal, are taken or refused
    alike.
    """
    numbers = chooser(state)
    for sort in dict.fromkeys(map(type, moves)):
        for move in some(facts(rules).domain_by_type.get(sort, ()), _CHECKED, numbers):
            asks = [partial(settled, partial(one.check, state, move)) for one in (rules, fresh)]
            reasons = [ask() for ask in asks]
            if reasons[0] != reasons[1]:
                one, other = (
                    "is legal" if why is None else f"is refused: {why}" for why in reasons
                )
                raise LawBroken(
                    PURITY,
                    f"{move} at {waits(rules, state)} {one}; but if the same rules are compiled"
                    f" afresh and have listed nothing yet, it {other}",
                    facts(rules).blame(move),
                    runs=tuple(asks),
                )


def _shown(rules: Ruleset, state: State) -> dict[str, list[str]]:
    """What the public and the last seat see of a state, part by part."""
    views = [rules.observe(state, seat) for seat in _lookers(state)]
    return {part: [str(show(view)) for view in views] for part, show in _PARTS.items()}


def _lookers(state: State) -> tuple[None, int]:
    return None, state.players - 1


def _shows(part: str, seat: int | None, state: State) -> Question:
    """What a seat sees of a state, asked for by itself."""
    return lambda rules: _PARTS[part](rules.observe(state, seat))


def _asked(state: State, rules: Ruleset) -> None:
    """Ask what the laws ask of a state itself, and not of a view."""
    listed(rules, state)
    in_bounds(rules, state)


def _seen_alike(
    rules: Ruleset,
    fresh: Ruleset,
    state: State,
    old: dict[str, list[str]],
    others: Iterable[State] = (),
    asked: Iterable[Question] = (),
) -> None:
    """Other rules show the same of a state as these did, which were not asked the same before: one
    of them has been shown other states, or `asked` something else.
    """
    new = calling(PURITY, "a view", partial(_shown, fresh, state))
    for part in _PARTS:
        for seat, one, other in zip(_lookers(state), old[part], new[part], strict=True):
            if one != other:
                first, second = difference(one, other)
                who = "the public" if seat is None else "a seat"
                shows = _shows(part, seat, state)
                before: tuple[Question, ...] = (
                    partial(_asked, state),
                    *(_shows(part, s, at) for at in (state, *others) for s in _lookers(state)),
                    *asked,
                )
                raise LawBroken(
                    PURITY,
                    f"at {waits(rules, state)} {who} sees {first}, but {second} if the same rules"
                    " are compiled afresh: it depends on what was looked at before",
                    runs=(
                        LedAstray(rules, shows, before),
                        partial(shows, rules),
                        partial(shows, fresh),
                        ByAddress(after(rules, shows)),  # if nothing is found that leads astray
                    ),
                )


def listed_alike(rules: Ruleset, fresh: Ruleset, state: State, old: tuple[Move, ...]) -> None:
    """Rules compiled afresh list the same moves as others did. Raises `LawBroken`."""
    new = listed(fresh, state)
    if old != new:
        only = [str(move) for move in (*old, *new) if (move in old) != (move in new)]
        what = f"differ in {', '.join(only[:3])}" if only else "come in another order"
        raise LawBroken(
            PURITY,
            f"the moves at {waits(rules, state)} {what} when the same rules are compiled afresh:"
            " the list depends on what was asked before",
            runs=(partial(listed, rules, state), partial(listed, fresh, state)),
        )
