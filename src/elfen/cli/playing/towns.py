"""What towns show besides their names: the signs that plugins declare for pictures, in words."""

from __future__ import annotations

from rich.text import Text

from elfen.declare import Layer
from elfen.kernel import blaming
from elfen.text import Words
from elfen.views import Observation


class TownSigns:
    """The signs of towns in one view, such as what each is worth in gold."""

    def __init__(self, view: Observation) -> None:
        self._letters: dict[str, list[Text]] = {}
        self._told: dict[str, list[str]] = {}
        #: What the letters mean, by an example, as in `7: 7 gold`; "" if there are none.
        self.legend = ""
        #: The names of slots of which the signs show everything.
        self.shown: set[str] = set()
        words = Words(view.rules)
        for owned in view.rules.drawing:
            layer = owned.entry
            if not isinstance(layer, Layer) or layer.signs is None:
                continue
            with blaming(view.rules):
                signs = layer.signs(view)
            for sign in signs:
                if sign.town is None:
                    continue
                name = view.board.town(sign.town).name
                told = words.say(sign.title).removeprefix(f"{name}: ")
                self._told.setdefault(sign.town, []).append(told)
                if sign.letters:
                    letters = Text(sign.letters, sign.colour)
                    self._letters.setdefault(sign.town, []).append(letters)
                    self.legend = self.legend or f"{sign.letters}: {told}"
            self.shown |= {slot.name for slot in layer.shows}

    def letters(self, town: str) -> Text:
        """The letters of a town's signs, each after a blank; empty if it has none."""
        text = Text()
        for letters in self._letters.get(town, ()):
            text.append(" ").append(letters)
        return text

    def told(self, town: str) -> str:
        """A town's signs in words: `2 gold, a free path`."""
        return ", ".join(self._told.get(town, ()))
