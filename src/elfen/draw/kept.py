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
from elfen.text import Words, say

if TYPE_CHECKING:
    from elfen.declare.given import Observation, Ruleset

#: What terrains are called, by id, and what tells a template with its values.
Names = Mapping[str, str]
Say = Callable[..., str]

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
    """A board laid out and painted in one theme, with what may be seen on it, told by `say`."""

    def __init__(
        self, ground: Ground, styles: Styles, theme: Theme, names: Names, say: Say
    ) -> None:
        self.ground, self.styles = ground, styles
        self.under, self.routes, self.towns = map(
            Fragment, painted(ground, styles, theme, names, say)
        )
        found = dict(styles)
        self.wet = frozenset(r.id for r in ground.board.routes if found[r.terrain].wet)
        self.lit: Memo[str, str] = Memo(
            lambda id: overlays.lit(ground, id, theme, id in self.wet), 256
        )
        self._latest, self._names, self.lying, self._stand = Latest(), Latest(), Latest(), Latest()
        self._plates: Memo[on_board.Shown, str] = Memo(
            lambda what: on_board.plate(ground, what, theme, say), most=1024
        )
        self._boots: Memo[on_board.Standing, str] = Memo(
            lambda what: on_board.boots(ground, what, say), most=256
        )

    def names(self) -> Fragment:
        """The plates of all towns, with nothing but their names."""
        shown = [on_board.Shown(town.id) for town in self.ground.board.towns]
        return self._names("names", lambda: "".join(self._plates.of(shown)))

    def plates(
        self,
        view: Observation,
        signs: Mapping[str, Sequence[Sign]],
        pieces: bool,
        seats: tuple[str, ...],
    ) -> Fragment:
        """The plates of all towns; `seats` is what each seat is called."""
        return self._latest(
            (pieces, view.start_town, view.visited, [*signs.values()], seats),
            lambda: "".join(self._plates.of(on_board.shown(view, signs, pieces, seats))),
        )

    def boots(self, view: Observation, seats: tuple[str, ...]) -> Fragment:
        """The boots in towns."""
        stand = on_board.standing(self.ground, view, seats)
        return self._stand(stand, lambda: "".join(self._boots.of(stand)))


@lru_cache(maxsize=16)
def bare(
    board: Board, width: float, labels: bool, tall: float, theme: Theme, language: str
) -> Easel:
    """The easel of a board on its own, told in the language that is spoken."""
    styles = tuple(terrain_styles(board, None).items())
    names = {terrain: say(terrain) for terrain, _ in styles}
    return Easel(Ground(board, width, 0, 0.0, labels, tall), styles, theme, names, say)


class Kept:
    """What is kept for pictures of games of one ruleset; `rules.once(Kept)`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.looks = rules, rules.once(Looks)
        self.styles: Styles = tuple(terrain_styles(rules.board, rules.terrains).items())
        self.grounds: Memo[Layout, Ground] = Memo(lambda what: Ground(rules.board, *what), most=16)
        #: What pictures are used from, by their theme and the colours of their seats.
        self.defs: Memo[tuple[Theme, tuple[str, ...]], Fragment] = Memo(self._defs, most=64)
        #: By language.
        self.told: Memo[str, Told] = Memo(lambda language: Told(self, language), most=8)

    def _defs(self, what: tuple[Theme, tuple[str, ...]]) -> Fragment:
        theme, colours = what
        kinds = enumerate(self.rules.layout.kinds)
        pieces = "".join(symbol(n, self.looks[kind], theme) for n, kind in kinds)
        seats = "".join(on_board.of_seat(seat, one) for seat, one in enumerate(colours))
        return Fragment(tag("defs", pieces + seats))


class AtTable:
    """What is told of players with these names: `words`, and signs with their titles told.

    `seats` is what so many seats are called, and `points` has numbers of them.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.seats: Memo[int, tuple[str, ...]] = Memo(lambda n: tuple(map(words.seat, range(n))))
        self.points: Memo[int, str] = Memo(lambda n: words.counted(n, "point", "no"))
        self.signs: Memo[Sign, Sign] = Memo(lambda sign: on_board.told(sign, words))


class Told:
    """What is kept for pictures that are told in one language: all that has words in it.

    What names a player is kept by that name.
    """

    def __init__(self, kept: Kept, language: str) -> None:
        self.kept, rules, looks = kept, kept.rules, kept.looks
        self.words = words = Words(rules, language=language)
        #: By the names of the players.
        self.tables: Memo[tuple[str, ...], AtTable] = Memo(
            lambda names: AtTable(Words(rules, names, language=language)), most=64
        )
        self.names = {one.id: words.say(one.name) for one in rules.terrains.values()}
        self.easels: Memo[tuple[Theme, Layout], Easel] = Memo(self._easel, most=16)
        self.desks: Memo[Theme, Desk] = Memo(lambda theme: Desk(rules, words, looks, theme))
        self.telling = Telling(words, self.desks[Theme("light")].endless)
        self.keys: Memo[tuple[Theme, float], Block] = Memo(self._key, most=16)
        self._lying: Memo[Easel, Memo[tuple[str, tuple[Kind, ...]], str]] = Memo(
            lambda easel: Memo(lambda what: on_board.lying(easel.ground, *what, looks, words)),
            most=16,
        )

    def lying(self, easel: Easel, found: Sequence[tuple[str, tuple[Kind, ...]]]) -> Fragment:
        """The pieces on routes."""
        return easel.lying(found, lambda: "".join(self._lying[easel].of(found)))

    def _easel(self, what: tuple[Theme, Layout]) -> Easel:
        theme, layout = what
        kept = self.kept
        return Easel(kept.grounds[layout], kept.styles, theme, self.names, self.words.say)

    def _key(self, what: tuple[Theme, float]) -> Block:
        return key_of(legend(self.kept.styles, self.names), *what)
