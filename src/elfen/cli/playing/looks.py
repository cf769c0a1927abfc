"""Looks: the colours of terrains, pieces and seats, and the short names of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from elfen.declare import Kind, Pieces
from elfen.game import Ruleset
from elfen.text import Words

#: The colours of terrains by the usual ids: those of roads are far apart for everybody, whatever
#: colours a person sees. Terrains that are not known take the others in turn.
TERRAINS = {
    "plains": "bright_yellow",
    "woods": "green",
    "desert": "red",
    "mountains": "magenta",
    "river": "bright_blue",
    "lake": "cyan",
    "sea": "blue",
}
_OTHERS = ("white", "bright_red", "bright_magenta", "bright_cyan", "yellow")
_KINDS = (
    "bright_red",
    "bright_yellow",
    "bright_magenta",
    "bright_cyan",
    "bright_green",
    "bright_white",
    "bright_blue",
)
_SEATS = ("red", "blue", "green", "yellow", "magenta", "cyan")


class Looks:
    """The looks of one ruleset's things. Kinds with the same id have the same colour."""

    def __init__(self, rules: Ruleset, names: Sequence[str] = ()) -> None:
        """`names` are those of the players, by seat."""
        self.rules = rules
        self.words = Words(rules, names)
        unknown = [id for id in rules.terrains if id not in TERRAINS]
        others = {id: _OTHERS[n % len(_OTHERS)] for n, id in enumerate(unknown)}
        self._terrains = {id: TERRAINS.get(id) or others[id] for id in rules.terrains}
        ids = dict.fromkeys(kind.id for kind in rules.layout.kinds)
        self._kinds = {id: _KINDS[n % 7] for n, id in enumerate(ids)}
        self._english = {kind.id: kind.name for kind in reversed(rules.layout.kinds)}
        self._names = {id: self.words.say(name) for id, name in self._english.items()}
        lasts = [name.split()[-1] for name in self._names.values()]
        self._letters: dict[str, str] = {}
        terrains = {id: self.words.say(terrain.name) for id, terrain in rules.terrains.items()}
        for id, name in sorted(terrains.items(), key=lambda one: len(one[1])):
            free = [letter for letter in name if letter not in self._letters.values()]
            letter = (free or name)[0]
            self._letters[id] = letter.upper() if name[0].isupper() else letter
        self._short = {
            id: name.split()[-1] if lasts.count(name.split()[-1]) == 1 else name
            for id, name in self._names.items()
        }

    def letter(self, terrain: str) -> str:
        """The letter of a terrain: the first of its name that is no other one's."""
        return self._letters[terrain]

    def terrain(self, id: str) -> str:
        """The style of a terrain."""
        return self._terrains[id]

    def seat(self, seat: int) -> str:
        """The style of a seat."""
        return f"bold {_SEATS[seat % 6]}"

    def who(self, seat: int) -> Text:
        """A seat by the name of its player."""
        return Text(self.words.seat(seat), self.seat(seat))

    def kind(self, id: str, n: int = 1) -> Text:
        """`n` pieces of a kind, by its name."""
        told = self._names.get(id, id)
        if n != 1:
            told = self.words.counted(n, self._english.get(id, id))
        return Text(told, self._kinds.get(id, ""))

    def pieces(self, pieces: Pieces) -> Text:
        """Pieces, kind by kind."""
        return Text(", ").join(self.kind(id, n) for id, n in pieces.items)

    def lying(self, kinds: Sequence[Kind]) -> Text:
        """The pieces on a route, in brackets."""
        return Text("[").append(Text("+").join(self.kind(kind.id) for kind in kinds)).append("]")

    def lying_short(self, kinds: Sequence[Kind]) -> Text:
        """The same in short: the first kind's name, and the first letters of others."""
        first, *others = kinds
        text = Text(self._short[first.id], self._kinds[first.id])
        for kind in others:
            text.append(f"+{self._short[kind.id][:3]}", self._kinds[kind.id])
        return text
