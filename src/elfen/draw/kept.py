"""What has been painted for pictures and is kept for the next ones; nothing is kept elsewhere.

Memos forget everything when they are full, so nothing here grows without end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from elfen.declare import Board, Kind, Memo, Sign
from elfen.draw import on_board, overlays
from elfen.draw.blocks import Block
from elfen.draw.desk import Desk, key_of
from elfen.draw.ground import Ground, Styles, legend, painted
from elfen.draw.looks import Looks, symbol
from elfen.draw.svg import Fragment, tag
from elfen.draw.telling import Telling
from elfen.draw.themes import Theme, terrain_styles
from elfen.text import Words

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset

#: How wide a map is, for how many players and what width of signs, whether it has names, and how
#: many times as high as it is to scale.
Layout = tuple[float, int, float, bool, float]


class Latest:
    """The last fragment of one kind: most pictures want the same one again."""

    __slots__ = ("about", "fragment")

    def __init__(self) -> None:
        self.about: object = None
        self.fragment = Fragment("")

    def __call__(self, about: object, make: Callable[[], str]) -> Fragment:
        """The fragment about something that is never None, from `make` if it is another one."""
        if about != self.about:
            self.fragment, self.about = Fragment(make()), about
        return self.fragment


class Easel:
    """A board laid out and painted in one theme, with what may be seen on it."""

    def __init__(self, ground: Ground, styles: Styles, theme: Theme) -> None:
        self.ground, self.styles = ground, styles
        self.under, self.routes, self.towns = map(Fragment, painted(ground, styles, theme))
        found = dict(styles)
        self.wet = frozenset(r.id for r in ground.board.routes if found[r.terrain].wet)
        self.lit: Memo[str, str] = Memo(
            lambda id: overlays.lit(ground, id, theme, id in self.wet), 256
        )
        self._latest, self._names, self.lying, self._stand = Latest(), Latest(), Latest(), Latest()
        self._plates: Memo[on_board.Shown, str] = Memo(
            lambda what: on_board.plate(ground, what, theme), most=1024
        )
        self._boots: Memo[on_board.Standing, str] = Memo(
            lambda what: on_board.boots(ground, what), most=256
        )

    def names(self) -> Fragment:
        """The plates of all towns, with nothing but their names."""
        shown = [on_board.Shown(town.id) for town in self.ground.board.towns]
        return self._names("names", lambda: "".join(self._plates.of(shown)))

    def plates(
        self, view: Observation, signs: Mapping[str, Sequence[Sign]], pieces: bool
    ) -> Fragment:
        """The plates of all towns."""
        return self._latest(
            (pieces, view.start_town, view.visited, [*signs.values()]),
            lambda: "".join(self._plates.of(on_board.shown(view, signs, pieces))),
        )

    def boots(self, view: Observation) -> Fragment:
        """The boots in towns."""
        stand = on_board.standing(self.ground, view)
        return self._stand(stand, lambda: "".join(self._boots.of(stand)))


@lru_cache(maxsize=16)
def bare(board: Board, width: float, labels: bool, tall: float, theme: Theme) -> Easel:
    """The easel of a board on its own."""
    styles = tuple(terrain_styles(board, None).items())
    return Easel(Ground(board, width, 0, 0.0, labels, tall), styles, theme)


class Kept:
    """What is kept for pictures of games of one ruleset; `rules.once(Kept)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.words, self.looks = rules, Words(rules), rules.once(Looks)
        self.styles: Styles = tuple(terrain_styles(rules.board, rules.terrains).items())
        self.grounds: Memo[Layout, Ground] = Memo(lambda what: Ground(rules.board, *what), most=16)
        self.easels: Memo[tuple[Theme, Layout], Easel] = Memo(self._easel, most=16)
        self.desks: Memo[Theme, Desk] = Memo(
            lambda theme: Desk(rules, self.words, self.looks, theme)
        )
        self.defs: Memo[tuple[Theme, int], Fragment] = Memo(self._defs, most=64)
        self.telling = Telling(self.words, self.desks[Theme("light")].endless)
        self.keys: Memo[tuple[Theme, float], Block] = Memo(self._key, most=16)
        self._lying: Memo[Easel, Memo[tuple[str, tuple[Kind, ...]], str]] = Memo(
            lambda easel: Memo(
                lambda what: on_board.lying(easel.ground, *what, self.looks, self.words)
            ),
            most=16,
        )

    def lying(self, easel: Easel, found: Sequence[tuple[str, tuple[Kind, ...]]]) -> Fragment:
        """The pieces on routes."""
        return easel.lying(found, lambda: "".join(self._lying[easel].of(found)))

    def _easel(self, what: tuple[Theme, Layout]) -> Easel:
        theme, layout = what
        return Easel(self.grounds[layout], self.styles, theme)

    def _key(self, what: tuple[Theme, float]) -> Block:
        return key_of(legend(self.styles, self.rules.terrains), *what)

    def _defs(self, what: tuple[Theme, int]) -> Fragment:
        theme, players = what
        kinds = enumerate(self.rules.layout.kinds)
        pieces = "".join(symbol(n, self.looks[kind], theme) for n, kind in kinds)
        return Fragment(tag("defs", pieces + "".join(map(on_board.of_seat, range(players)))))
