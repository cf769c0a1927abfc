"""Part of the law of purity: what is told of a decision does not depend on what was told before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice, pairwise

from elfen.game import Game, Heard, heard, news, tell
from elfen.kernel import State
from elfen.testing.blaming.anew import Anew
from elfen.testing.differences import difference, settled
from elfen.testing.facts import calling
from elfen.testing.law_broken import PURITY, LawBroken
from elfen.text import Words


def told_alike(game: Game) -> None:
    """The story of a game, for the public and for one seat, is that of its decisions one by one.

    A game whose moves cannot be traced breaks another law. Raises `LawBroken`.
    """
    if settled(lambda: _traced(game)) != game.state:
        return
    for seat in (None, game.players - 1):
        whole = calling(PURITY, "telling a game", partial(_in_one_go, game, seat))
        single = calling(PURITY, "telling the news of a game", partial(_one_by_one, game, seat))
        for number, (one, other) in enumerate(zip(whole, single, strict=True), 1):
            if one != other:
                first, second = difference(one, other)
                raise LawBroken(
                    PURITY,
                    f"line {number} of the story is {first}, but {second} if it is told as news: it"
                    " depends on what was told before",
                    runs=_runs(game, seat, number),
                )


def _traced(game: Game) -> State:
    state = game.beginning
    for entry in game.log:
        state = game.rules.trace(state, entry.move).state
    return state


def _runs(game: Game, seat: int | None, number: int) -> tuple[Callable[[], object], ...]:
    """By what this line of the story is told otherwise: words that have told all lines before; or
    else whoever tells the news.
    """
    after_others, alone = (
        Anew(partial(_told_last, game, seat, number, told_before=before))
        for before in (True, False)
    )
    if settled(after_others) != settled(alone):
        return after_others, alone
    return partial(_in_one_go, game, seat), partial(_one_by_one, game, seat)


def _told_last(
    game: Game, seat: int | None, number: int, told_before: bool
) -> Callable[[], list[str]]:
    """What tells the events of this line of a story, by words that have told those of all lines
    before, or none.
    """
    words, all_heard = Words(game.rules), [*islice(heard(game, seat), number)]
    for one in all_heard[:-1] if told_before else ():
        _events_told(words, one)
    return partial(_events_told, words, all_heard[-1])


def _events_told(words: Words, one: Heard) -> list[str]:
    verb = "" if one.entry.seat is None else words.spending(one.entry.move)
    return words.events(one.events, verb)


def _in_one_go(game: Game, seat: int | None) -> list[str]:
    return [*tell(game, seat)]


def _one_by_one(game: Game, seat: int | None) -> list[str]:
    return [
        told
        for before, after in pairwise((None, *game.history))
        if after is not None
        for told in news(before, after, seat)
    ]
