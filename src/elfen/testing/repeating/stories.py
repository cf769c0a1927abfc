"""Part of the law of purity: each line of a story is told alike, whatever was told before it."""

from __future__ import annotations

from functools import partial

from elfen.game import Game, tell
from elfen.game.story import heard, line
from elfen.testing.differences import Raised, difference, settled
from elfen.testing.facts import calling
from elfen.testing.law_broken import PURITY, LawBroken
from elfen.text import Words


def told_alike(game: Game) -> None:
    """The story of a game, for the public and for one seat, is that of its lines one by one.

    Raises `LawBroken`.
    """
    if isinstance(settled(lambda: [*heard(game)]), Raised):  # steps cannot be traced: another law
        return
    for seat in (None, game.players - 1):
        whole = calling(PURITY, "telling a game", partial(_in_one_go, game, seat))
        single = calling(PURITY, "telling the lines of a game", partial(_line_by_line, game, seat))
        for number, (one, other) in enumerate(zip(whole, single, strict=True), 1):
            if one != other:
                first, second = difference(one, other)
                raise LawBroken(
                    PURITY,
                    f"line {number} of the story is {first}, but {second} if it is told alone: it"
                    " depends on what was told before",
                    runs=(partial(_in_one_go, game, seat), partial(_line_by_line, game, seat)),
                )


def _in_one_go(game: Game, seat: int | None) -> list[str]:
    return [*tell(game, seat)]


def _line_by_line(game: Game, seat: int | None) -> list[str]:
    return [line(game.rules, Words(game.rules), one) for one in heard(game, seat)]
