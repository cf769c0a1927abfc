"""Part of the law of noninterference: outcomes and answers that an onlooker may not tell apart.

What is drawn from one zone to another is seen by those who see into either zone, and a roll by
those whom its visibility names: nobody else may be told. An answer to a question is told by its
public form, and by what it does to what others can see; so two answers with the same form must
look the same to others, and two that do the same to all that others can see must have the same
form, unless an event reveals something openly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from attrs import define

from elfen.declare import (
    Action,
    Chance,
    Decide,
    Draw,
    Drawn,
    Outcome,
    Pieces,
    as_it_is,
)
from elfen.game import Game, Ruleset, tell
from elfen.kernel import State
from elfen.testing.differences import Raised, same, settled
from elfen.testing.facts import Move, facts, some
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.in_step import Steps
from elfen.testing.secrecy.onlookers import Onlooker, chance_of, chance_owner, is_pure, sees

_WHOLE = 12  #: So many outcomes or answers are all compared.
_OPEN = 3  #: So many answers are compared of a type that says it has no secrets.
_SELDOM = 6  #: In one of so many states the documents and stories are compared too.


def hidden_outcomes(
    rules: Ruleset, state: State, breadth: int | None, numbers: random.Random
) -> None:
    """Nobody is told an outcome or an answer that they may not know. Raises `LawBroken`."""
    item = rules.pending(state)
    if isinstance(item, Chance):
        blind = [seat for seat in _all(state) if not sees(rules, item, seat)]
        for onlooker in _onlookers(rules, blind, breadth, numbers):
            for group in _outcomes(rules, state, item, breadth, numbers):
                _compared(onlooker, state, group, numbers)
            if numbers.randrange(_SELDOM) == 0 or breadth is None:
                _by_dealer(onlooker, state, numbers)
    elif isinstance(item, Decide):
        others = [seat for seat in _all(state) if seat != item.seat]
        watching = _onlookers(rules, others, breadth, numbers)
        for actions in _answers(rules, state, breadth, numbers):
            answers = [_Answer(rules, state, action) for action in actions]
            for onlooker in watching:
                _kept(onlooker, state, item.seat, answers, numbers)


def _all(state: State) -> tuple[int | None, ...]:
    return (None, *range(state.players))


def _onlookers(
    rules: Ruleset, seats: Sequence[int | None], breadth: int | None, numbers: random.Random
) -> list[Onlooker]:
    """The public, if it is one of them, and another; or all."""
    chosen = seats if breadth is None else [*seats[:1], *some(seats[1:], 1, numbers)]
    return [Onlooker(rules, seat) for seat in chosen]


# Chance ----------------------------------------------------------------------------------


def _outcomes(
    rules: Ruleset, state: State, item: Chance, breadth: int | None, numbers: random.Random
) -> Iterator[list[Outcome]]:
    """Outcomes that nobody may tell apart who does not see them: single ones, and whole draws."""
    listed = settled(lambda: rules.outcomes(state))
    if isinstance(listed, Raised):
        return
    ranked = [outcome for outcome, odds in sorted(listed, key=lambda one: one[1]) if odds]
    if breadth is not None and len(ranked) > max(breadth, _WHOLE):
        ranked = [ranked[0], *some(ranked[1:-1], breadth, numbers), ranked[-1]]
    yield ranked
    if isinstance(chance_of(rules, item), Draw) and int(item.data[0]) > 1:
        yield [*_draws(rules, state, item)]


def _draws(rules: Ruleset, state: State, item: Chance) -> Iterator[Outcome]:
    """Whole draws as unlike each other as can be: most of one kind, the rarest kinds, and all but
    one of one kind.
    """
    entry, n = chance_of(rules, item), int(item.data[0])
    counts = state.zones[rules.layout.index(entry.source, item.source or 0)]
    kinds = [kind.id for kind in rules.layout.kinds_of(entry.source)]
    order = sorted(range(len(kinds)), key=lambda kind: (counts[kind], kind))
    loose = [kinds[kind] for kind in order for _ in range(counts[kind])]
    for pieces in (loose[-n:], loose[:n], [*loose[:1], *loose[1 - n :]]):
        outcome = Drawn(Pieces.of(pieces))
        if rules.check(state, outcome) is None:
            yield outcome


def _compared(
    onlooker: Onlooker, state: State, moves: Sequence[Outcome], numbers: random.Random
) -> None:
    """The onlooker is told the same of all these outcomes."""
    rules, item = onlooker.rules, onlooker.rules.pending(state)
    assert isinstance(item, Chance)
    steps = Steps(onlooker, state, state, numbers)
    for move in moves[1:]:
        seen, other = (rules.sight.outcome(item, one, onlooker.seat) for one in (moves[0], move))
        if seen != other or str(seen) != str(other):
            what = f"what {onlooker.who} sees of the outcome of {item.name!r}"
            runs = (lambda: seen, lambda: other)  # noqa: B023
            raise onlooker.broken(what, seen, other, chance_owner(rules, item), runs)
        steps.step(moves[0], move)


def _by_dealer(onlooker: Onlooker, state: State, numbers: random.Random) -> None:
    """Two games whose next chance falls out in two ways: what is written and told of them."""
    rules = onlooker.rules
    games = [settled(lambda: rules.game_from(state, numbers.getrandbits(32))) for _ in range(2)]
    _documents(onlooker, state, games, chance_owner(rules, rules.pending(state)))


# Answers ---------------------------------------------------------------------------------


@define(eq=False, slots=False)
class _Answer:
    """An action, and the step that it leads to."""

    rules: Ruleset
    state: State
    action: Action

    @cached_property
    def after(self) -> State | None:
        """The state after it; None if it fails."""
        after = settled(lambda: self.rules.trace(self.state, self.action).state)
        return None if isinstance(after, Raised) else after


def _answers(
    rules: Ruleset, state: State, breadth: int | None, numbers: random.Random
) -> Iterator[list[Action]]:
    """Some legal actions of each type, of those with secrets all or many."""
    listed = settled(lambda: rules.legal_actions(state))
    if isinstance(listed, Raised):
        return
    types: dict[type[Action], list[Action]] = {}
    for action in listed:
        types.setdefault(type(action), []).append(action)
    for owned in rules.action_types:
        actions = types.get(owned.entry.type, [])
        most = _OPEN if owned.entry.public is as_it_is else max(breadth or 0, _WHOLE)
        if len(actions) > 1:
            yield some(actions, None if breadth is None else most, numbers)


def _kept(
    onlooker: Onlooker,
    state: State,
    actor: int,
    answers: Sequence[_Answer],
    numbers: random.Random,
) -> None:
    """The onlooker is told the same of actions that it may not tell apart."""
    sight = onlooker.rules.sight
    forms: dict[object, _Answer] = {}
    for one in answers:
        form = settled(lambda: sight.action(one.action, actor, onlooker.seat))  # noqa: B023
        first = forms.setdefault(form, one)
        if first is not one:
            Steps(onlooker, state, state, numbers).step(first.action, one.action)
            if numbers.randrange(_SELDOM) == 0:
                _by_playing(onlooker, state, first.action, one.action)
    (seen, first), *others = forms.items()
    for other, one in others:
        if _looks_alike(onlooker, first, one) and not any(
            _reveals(onlooker, state, answer.action) for answer in (first, one)
        ):
            raise LawBroken(
                NONINTERFERENCE,
                f"{str(first.action)!r} and {str(one.action)!r} of seat {actor} do the same to"
                f" all that {onlooker.who} can see, which is told {str(seen)!r} or {str(other)!r};"
                " let the public form say less, or show what is done by an event",
                facts(onlooker.rules).blame(one.action),
                runs=(
                    lambda: sight.action(first.action, actor, onlooker.seat),
                    lambda: sight.action(one.action, actor, onlooker.seat),  # noqa: B023
                ),
            )


def _looks_alike(onlooker: Onlooker, one: _Answer, other: _Answer) -> bool:
    """Whether two actions lead to different states that look the same to the onlooker."""
    first, second = one.after, other.after
    if first is None or second is None or first.round != second.round:
        return False
    if (first.boots, first.visited, first.routes) != (second.boots, second.visited, second.routes):
        return False
    if first.agenda != second.agenda or first == second:
        return False
    return same(onlooker.observed(first), onlooker.observed(second))


def _reveals(onlooker: Onlooker, state: State, move: Move) -> bool:
    """Whether a move reveals something openly."""
    return any(map(onlooker.reveals, onlooker.events(state, move)))


def _by_playing(onlooker: Onlooker, state: State, one: Action, other: Action) -> None:
    """What is written and told of two games that go on with two actions."""
    rules = onlooker.rules
    games = [
        settled(lambda: rules.game_from(state, 0).play(action))  # noqa: B023
        for action in (one, other)
    ]
    _documents(onlooker, state, games, facts(rules).blame(one))


def _documents(
    onlooker: Onlooker, state: State, games: Sequence[Game | Raised], blame: str | None
) -> None:
    """What is written and told of two games, if nothing but one move of each has happened."""
    seat = onlooker.seat
    one, other = games
    if isinstance(one, Raised) or isinstance(other, Raised):
        return
    for game in (one, other):
        if len(game.last) != 1 or _reveals(onlooker, state, game.last[0].move):
            return

    def document(game: Game) -> str:
        return game.redacted(seat)

    def story(game: Game) -> list[str]:
        return [*tell(game, seat)]

    asks: tuple[Callable[[Game], object], ...] = (document, story)
    for ask in asks:
        known, there = settled(lambda: ask(one)), settled(lambda: ask(other))  # noqa: B023
        if known != there and is_pure(lambda: ask(one)):  # noqa: B023
            runs = (lambda: ask(one), lambda: ask(other))  # noqa: B023
            told = f"the {ask.__name__} for {onlooker.who} after {one.last[0].move}"
            raise onlooker.broken(told, known, there, blame, runs)
