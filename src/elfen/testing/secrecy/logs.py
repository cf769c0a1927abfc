"""Part of the law of noninterference: a log, and a story, say of each move what is declared, and no
more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest

from elfen.declare import Action
from elfen.errors import brief
from elfen.game import Game, Heard, heard
from elfen.testing.blaming.watching import Handed
from elfen.testing.differences import Raised, difference, settled
from elfen.testing.facts import calling, chooser
from elfen.testing.law_broken import NONINTERFERENCE, LawBroken
from elfen.testing.secrecy.onlookers import Onlooker
from elfen.views import OwnPage, SeenEntry, SeenPage

#: So many times a log is read in parts.
_PARTS = 2


def log_as_declared(game: Game) -> None:
    """The public and each seat see every line of the log as its action or chance declares; and of
    those that have come since some line or step, each is given once. Raises `LawBroken`.
    """
    for seat in (None, *range(game.players)):
        log = calling(NONINTERFERENCE, "reading the log", lambda: [*game.view(seat).log])  # noqa: B023
        for number, (seen, line) in enumerate(zip_longest(log, _declared(game, seat)), 1):
            if seen != line or (seen.move is not line.move and str(seen) != str(line)):
                alike = str(seen) == str(line)
                first, second = difference(seen, line) if alike else (f"'{seen}'", f"'{line}'")
                raise LawBroken(
                    NONINTERFERENCE,
                    f"line {number} of the log of {Onlooker(game.rules, seat).who} is {first}, but"
                    f" {second} is all that it may see",
                    runs=(Handed(partial(_has, seen, number), partial(_read_anew, game, seat)),),
                )
        calling(NONINTERFERENCE, "reading a log in parts", partial(_in_parts, game, seat, log))


def _in_parts(game: Game, seat: int | None, log: Sequence[SeenEntry]) -> None:
    """What is new to a reader of a log is what comes after what that reader has seen."""
    here, numbers = game.view(seat).log, chooser(game.state)
    for number in numbers.sample(range(len(log) + 1), min(_PARTS, len(log) + 1)):
        step = numbers.randrange(game.steps + 1)
        seen = len(game.at(step).view(seat).log)
        asks = (
            (number, f"line {number}", partial(here.since, number)),
            (seen, f"step {step}", partial(here.after, step)),
        )
        for first, what, ask in asks:
            new = ask()
            if (*new,) != (*log[first:],):
                raise LawBroken(
                    NONINTERFERENCE,
                    f"to a reader who has seen all up to {what} the log of"
                    f" {Onlooker(game.rules, seat).who} gives {len(new)} lines as new; it should"
                    f" give {len(log) - first}",
                    runs=(Handed(partial(_has_so_many, len(new)), ask),),
                )


def _has_so_many(lines: int, answer: object) -> bool:
    return isinstance(answer, (list, tuple)) and len(answer) == lines


def told_as_declared(game: Game) -> None:
    """The public and a seat hear of each move, and of its events, what is declared of them; and no
    event is told the public in full that is not told every seat.

    A game that cannot be played again step by step breaks another law. Raises `LawBroken`.
    """
    rules, happened = game.rules, settled(lambda: [*_events(game)])
    if isinstance(happened, Raised):
        return
    for event in chain.from_iterable(happened):
        _public_knows_least(game, event)
    for seat in (None, game.steps % game.players):
        hear = partial(_hear, game, seat)
        story = calling(NONINTERFERENCE, "telling the game", hear)
        declared = [
            Heard(entry, rules.sight.events(events, seat))
            for entry, events in zip(_declared(game, seat), happened, strict=True)
        ]
        for number, (one, all_of_it) in enumerate(zip_longest(story, declared), 1):
            if one != all_of_it:
                first, second = difference(one, all_of_it)
                raise LawBroken(
                    NONINTERFERENCE,
                    f"line {number} of the story for {Onlooker(rules, seat).who} tells {first}, but"
                    f" {second} is all that it may know",
                    runs=(Handed(partial(_tells, one.entry if one else None), hear),),
                )


def _public_knows_least(game: Game, event: object) -> None:
    """What the public sees in full is no secret before any seat."""
    sight = game.rules.sight
    if sight.events([event], None) != (event,):
        return
    for seat in range(game.players):
        if (seen := sight.events([event], seat)) != (event,):
            raise LawBroken(
                NONINTERFERENCE,
                f"the public sees of an event {brief(event)}, but seat {seat} sees"
                f" {brief(seen[0]) if seen else 'nothing'}",
                runs=tuple([partial(sight.events, [event], who) for who in (None, seat)]),
            )


def _events(game: Game) -> Iterator[Sequence[object]]:
    """What has happened in each line of the log, step by step."""
    state = game.beginning
    for entry in game.log:
        traced = game.rules.trace(state, entry.move)
        state = traced.state
        yield traced.events


def _hear(game: Game, seat: int | None) -> list[Heard]:
    return [*heard(game, seat)]


def _tells(entry: SeenEntry | None, answer: object) -> bool:
    """Whether an answer is a line that was heard, or has it; any line, if it should be missing."""
    if entry is None or isinstance(answer, Heard):
        return isinstance(answer, Heard) and entry in (None, answer.entry)
    return isinstance(answer, tuple) and (entry.seat, entry.move, entry.chance) in answer


def _has(seen: SeenEntry | None, number: int, answer: object) -> bool:
    """Whether an answer has the page, seen by somebody, on which a line stands, with its move."""
    if isinstance(answer, (SeenPage, OwnPage)):
        lines = (answer.action, *answer.outcomes)
        is_there = answer.length - len(lines) < number <= answer.length
        return seen is not None and is_there and seen.move in lines
    return isinstance(answer, tuple) and any(_has(seen, number, one) for one in answer)


def _read_anew(game: Game, seat: int | None) -> None:
    """Read a log of which nothing has been read before."""
    _ = [*Game.from_json(game.to_json(), game.rules).view(seat).log]


def _declared(game: Game, seat: int | None) -> Iterator[SeenEntry]:
    """The lines of the log, each for itself."""
    sight = game.rules.sight
    for entry in game.log:
        if isinstance(entry.move, Action):
            assert entry.seat is not None
            yield SeenEntry(entry.seat, sight.action(entry.move, entry.seat, seat))
        else:
            assert entry.chance is not None
            seen = sight.outcome(entry.chance, entry.move, seat)
            yield SeenEntry(None, seen, entry.chance)
