"""The factored form of actions: each is spelt in a few small steps, each with its own mask.

The first step names the type of action, and each further one a field's value, in order. A whole
number with many possible values takes two steps, for its high and its low part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from elfen.declare import Action, Pieces
from elfen.encoding.numbering import Numbering
from elfen.errors import FAULTS, NotationError, brief

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

#: A number is split from this many values on; its low part is below this.
SPLIT = 128

Word = tuple[int, ...]


class Spelling:
    """The spelling of all actions of a ruleset: words of `letters`, the same length for a type.

    A letter is an index below `size`. `letters` says what each stands for. No word has more than
    `longest` letters, and none is the beginning of another, so a word that is complete is an
    action.
    """

    def __init__(self, rules: Ruleset, numbering: Numbering) -> None:
        self._numbering = numbering
        letters: dict[tuple[str, object], int] = {}
        self._words: list[Word] = []
        self._index: dict[Word, int] = {}
        verbs = {owned.entry.type: owned.entry.name for owned in rules.action_types}
        for name in verbs.values():
            letters.setdefault(("type", name), len(letters))
        split = self._splits(numbering)
        for number, action in enumerate(numbering.actions):
            word = [letters["type", verbs[type(action)]]]
            for place, value in enumerate(action.values()):
                for part in _parts(value, (type(action), place) in split):
                    word.append(letters.setdefault(part, len(letters)))
            self._words.append(tuple(word))
            self._index[tuple(word)] = number
        self.size = len(letters)
        self.letters = tuple([f"{what}: {value}" for what, value in letters])
        self.longest = max(map(len, self._words))

    @staticmethod
    def _splits(numbering: Numbering) -> set[tuple[type[Action], int]]:
        """The fields, by place, that have too many numbers for one step."""
        values: dict[tuple[type[Action], int], set[object]] = {}
        for action in numbering.actions:
            for place, value in enumerate(action.values()):
                if type(value) is int:
                    values.setdefault((type(action), place), set()).add(value)
        return {field for field, some in values.items() if len(some) > SPLIT}

    def word(self, index: int) -> Word:
        """The word of an action, by its index; raises `NotationError` if there is none."""
        self._numbering.action(index)
        return self._words[index]

    def index(self, word: Sequence[int]) -> int | None:
        """The index of the action that a word spells; None if it spells none, as when it goes on.

        Raises `NotationError` for a word that is longer than any action's, and for what is none.
        """
        try:
            if len(word) <= self.longest:
                if type(word) is not tuple and type(word) is not list:
                    word = tuple(islice(word, self.longest + 1))  # it may be longer than it says
                return self._index.get(tuple(word))
        except FAULTS:
            raise NotationError(f"{brief(word)} is no word of letters") from None
        raise NotationError(f"a word of {len(word)} letters; {self.longest} are the most")

    def next(self, legal: Iterable[int], begun: Word) -> list[int]:
        """The letters that may follow what has been spelt, for the indexes of legal actions."""
        at, words = len(begun), self._words
        if not at:
            return [*{words[n][0]: None for n in legal}]
        return [
            *{word[at]: None for n in legal if (word := words[n])[:at] == begun and len(word) > at}
        ]


def _parts(value: object, split: bool) -> list[tuple[str, object]]:
    if isinstance(value, Pieces):
        return [("pieces", str(value))]
    if isinstance(value, int):
        if split:
            high, low = divmod(value, SPLIT)
            return [("high", high), ("low", low)]
        return [("number", value)]
    return [("name", value)]
