"""Who is to blame for a broken law: the plugin, the function and the line.

First the moves that led to it are made again: if a short cut leads astray (`two_ways`), or if
something is remembered (`afresh`), that is the cause, whichever law was broken later. If not, a law
tells how its failure is shown again (`LawBroken.runs`), and how the line is found depends on that
(`searching`).

This takes seconds, so it is done when a message is read, not for each failure that hypothesis
shrinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from elfen.declare import CORE
from elfen.game import Game, Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing import patience
from elfen.testing.blaming.afresh import misled, remembering
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.fickle import fickle
from elfen.testing.blaming.searching import Search
from elfen.testing.blaming.shrinking import StateLaw, test_of
from elfen.testing.blaming.trails import Enough, Line, follow
from elfen.testing.blaming.two_ways import Detour, first_detour
from elfen.testing.conservation import gone_wrong
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import Move, states_of, until_it_fails
from elfen.testing.law_broken import CONSERVATION, Findings, LawBroken, Place

_SECONDS = 5.0
#: How often a move is made again, to see whether it always leads to the same.
_TRIES = 4
_MOST_PLACES = 3


def with_blame(
    broken: LawBroken,
    rules: Ruleset,
    game: Callable[[], Game] | None = None,
    laws: Sequence[StateLaw] = (),
) -> LawBroken:
    """The same error, which finds out when it is read who is to blame, and how to test it.

    `game` gives the game in which the law was broken; `laws` are those of states, to see which
    shorter games break the same.
    """

    def find(error: LawBroken) -> Findings:
        found = places(error, rules, game)
        try:
            test = "" if game is None else test_of(game(), error.law, laws, error.save)
        except Exception:  # what is known must be told all the same
            test = ""
        return Findings(found, test)

    broken.find = find
    return broken


def places(
    broken: LawBroken,
    rules: Ruleset,
    game: Callable[[], Game] | None = None,
) -> tuple[Place, ...]:
    """The places that are to blame, at most three, the most suspicious first.

    Empty if nothing is found in some seconds of processor time. Never raises an `Exception`.
    """
    until = patience.deadline(_SECONDS)
    found: list[Place] = []
    try:
        moves: Sequence[tuple[State, Move]] = _made(broken, game)
        detour = first_detour(rules, moves, until)
        cause = broken
        if detour is None:
            cause, moves = _unsound_before(broken, rules, moves, until)
        lucky = _luck(rules, moves, until)
        for core in (False, True):
            authors = Authors(rules, core)
            lines = _led_to_it(lucky, detour, rules, moves, authors, until)
            found += [authors.place(*line) for line in lines]
            found = found or Search(cause, authors, rules, moves, until).found()
            if found:
                break
    except Exception:  # what is known must be told all the same
        pass
    return few(found)


def _unsound_before(
    broken: LawBroken, rules: Ruleset, moves: Sequence[tuple[State, Move]], until: float
) -> tuple[LawBroken, Sequence[tuple[State, Move]]]:
    """What broke first, and the moves that led to it: of what fails where a position is not sound,
    the move that led there is the cause.
    """
    for number, (state, move) in enumerate(moves if broken.law != CONSERVATION else ()):
        if patience.is_over(until):
            break
        after = settled(partial(rules.advance, state, move))
        if not isinstance(after, Raised) and (first := gone_wrong(rules, state, move, after)):
            return first, moves[: number + 1]
    return broken, moves


def _led_to_it(
    lucky: Callable[[], object] | None,
    detour: Detour | None,
    rules: Ruleset,
    moves: Sequence[tuple[State, Move]],
    authors: Authors,
    until: float,
) -> list[Line]:
    """What went wrong on the way, whichever law was broken: by luck, a short cut, or a memory."""
    try:
        if lucky is not None and (found := [*fickle(follow(lucky, authors.of, until))]):
            return found
        if detour is not None:
            found = detour.remembered(authors.of, until) or detour.lines(authors, until)
            few_of_them = len({code for code, _ in found}) < _MOST_PLACES
            return [*found, *(detour.declaring(authors.of, until) if few_of_them else ())]
        return remembering(rules, moves, authors.of, until) or _misled_at_last(
            rules, moves, authors, until
        )
    except (Enough, Exception):  # the failure itself may still tell
        return []


def _misled_at_last(
    rules: Ruleset, moves: Sequence[tuple[State, Move]], authors: Authors, until: float
) -> list[Line]:
    """Who answers after the last move by what is remembered of other games."""
    for state, move in moves[-1:]:
        after = settled(partial(compile_recipe(rules.recipe).advance, state, move))
        if isinstance(after, State):
            return misled(rules, after, authors.of, until)
    return []


def _luck(
    rules: Ruleset, moves: Sequence[tuple[State, Move]], until: float
) -> Callable[[], object] | None:
    """A move that leads elsewhere when it is made again, as somebody asks for a time, say, or for
    random numbers.
    """
    for state, move in moves:
        if patience.is_over(until):
            break
        run = partial(rules.advance, state, move)
        first, *others = (settled(run) for _ in range(_TRIES))
        if any(other != first for other in others):
            return run
    return None


def few(found: list[Place]) -> tuple[Place, ...]:
    """Each function once, those that are sure first, plugins before the core.

    If the core is sure to have to do with it, it has the last of the places at least.
    """
    ordered = sorted(found, key=lambda place: (not place.sure, place.plugin == CORE))
    kept: dict[tuple[str, str], Place] = {}
    for place in ordered:
        kept.setdefault((place.file, place.function), place)
    most = [*kept.values()][:_MOST_PLACES]
    if not any(place.plugin == CORE for place in most):
        core = [place for place in kept.values() if place.plugin == CORE and place.sure]
        most[_MOST_PLACES - 1 :] = core[:1] or most[_MOST_PLACES - 1 :]
    return tuple(most)


def _made(broken: LawBroken, game: Callable[[], Game] | None) -> list[tuple[State, Move]]:
    """The moves on the way to a failure, as far as they can be made."""

    def of_game() -> Iterator[tuple[State, Move]]:
        if game is not None:
            yield from ((state, move) for state, move in states_of(game()) if move is not None)

    return [*until_it_fails(of_game()), *broken.past]
