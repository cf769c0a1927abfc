"""Typed lines: what a person means, even without accents and with words cut short."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import filterfalse, permutations, product
from math import prod

from elfen.declare import Action, Pieces
from elfen.errors import Message, NotationError, some_of
from elfen.views import View

#: About how many actions one line is answered for; beyond that the person has to say more.
MOST_MEANT = 8

_BRACKETED = re.compile(r" ?\((\w+)\)")
_TIMES = re.compile(r"(.+)\*(\d{1,6})")


def folded(text: str) -> str:
    """The text without accents, apostrophes and capitals, with plain hyphens and single spaces."""
    plain = "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", text)))
    plain = re.sub(r"['’`´]", "", plain.casefold())
    return re.sub(" ?[–—→] ?", "-", " ".join(plain.split()))


class Reader:
    """Reads the typed lines of one decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        rules = view.rules
        self._board = view.board
        self._routes = {
            route.id: (*route.ends, folded(rules.terrains[route.terrain].name))
            for route in view.board.routes
        }
        self._spaced = {
            folded(kind.name): kind.id for kind in rules.layout.kinds if " " in kind.name
        }

    # What is meant ---------------------------------------------------------------------

    def find(self, text: str) -> tuple[Action, ...]:
        """The legal actions that a line may mean, with words cut short or left out at the end.

        An action written in full comes alone; () if the line fits none.
        """
        words = self.words(text)
        if not words:
            return ()
        legal = self.view.legal_actions
        exactly = " ".join(words)
        for action in legal:
            if str(action) == exactly:
                return (action,)
        whole = tuple(a for a in legal if self._fits(words, a) == "whole")
        if whole:
            return whole
        return tuple(a for a in legal if self._fits(words, a))

    def about(self, text: str) -> tuple[Action, ...]:
        """The legal actions in which all words of a line occur, in any order."""
        words = self.words(text)
        return tuple(a for a in self.view.legal_actions if words and self._mentions(words, a))

    def meant(self, text: str) -> tuple[Action, ...]:
        """The actions, legal or not, that a line may mean; raises `NotationError` if none.

        What is missing at the end is left out, or stands for nothing.
        """
        words = self.words(text)
        verb = self.verb(words)
        if not verb:
            return (self.view.rules.parse(text),)
        said = words[len(verb.split()) :]
        rows = self._all_known(verb, said)
        if prod(map(len, rows)) > MOST_MEANT:
            word, row = next((w, r) for w, r in zip(said, rows, strict=False) if len(r) > 1)
            several = "{word} may mean {some}"
            told = Message("typed/several", several, word=repr(word), some=some_of(row))
            raise NotationError(told)
        lines = [" ".join([verb, *row]) for row in product(*rows)]
        return tuple(dict.fromkeys(self._parsed(line, verb) for line in lines))

    def verb(self, words: Sequence[str]) -> str:
        """The verb that words begin with, of any decision, even if cut short; "" if none."""
        for verb in sorted(self.view.rules.notation.verbs, key=lambda verb: -len(verb.split())):
            wholes = verb.split()
            if len(words) >= len(wholes) and all(map(str.startswith, wholes, words)):
                return verb
        return ""

    def _parsed(self, line: str, verb: str) -> Action:
        try:
            return self.view.rules.parse(line)
        except NotationError as error:
            if any(isinstance(one, Pieces) for one in self._an_example(verb)):
                with suppress(NotationError):
                    return self.view.rules.parse(f"{line} -")  # the reason says what it needs
            raise error from None

    def route(self, text: str) -> str:
        """The id of the route from where the seat's boot stands; raises `NotationError`."""
        words = self.words(text)
        word = "-".join(words)
        if word in self._routes:
            return word
        found = [id for id in self.here if self._is_route(word, id)]
        if len(found) == 1:
            return found[0]
        some, word = ", ".join(found or self.here), repr(text.strip())
        if found:
            told = Message("typed/several", "{word} may mean {some}", word=word, some=some)
        else:
            none = "{word} is no route from here; there are: {some}"
            told = Message("typed/no-route", none, word=word, some=some)
        raise NotationError(told)

    @property
    def here(self) -> list[str]:
        """The ids of the routes that lead on from the seat's boot."""
        seat = self.view.seat
        assert seat is not None
        town = self.view.towns[seat]
        return [route.id for route in self._board.routes if town in route.ends]

    def words(self, text: str) -> list[str]:
        """The words of a line, as in notation."""
        plain = _BRACKETED.sub(r"-\1", folded(text))
        for name, id in self._spaced.items():
            plain = re.sub(rf"\b{re.escape(name)}s?\b", id, plain)
        return plain.split()

    # How a word is compared ------------------------------------------------------------

    def _fits(self, words: Sequence[str], action: Action) -> str:
        """`whole` if the words give a whole action, `begun` if they give its beginning, or ""."""
        left = list(words)
        for word in action.verb.split():
            if not left:
                return "begun"
            if not word.startswith(left.pop(0)):
                return ""
        for value in action.values():
            if not left:
                return "begun"
            if isinstance(value, Pieces):
                return self._fits_pieces(left, value)
            if not self._is(left.pop(0), value):
                return ""
        return "" if left else "whole"

    def _fits_pieces(self, words: Sequence[str], pieces: Pieces) -> str:
        left = Counter(pieces.counts)
        for word, n in _counted(words):
            kinds = [kind for kind in left if self._is_kind(word, kind)]
            if not kinds and word != "-":
                return ""
            for kind in kinds[:1]:
                left[kind] -= n
                if left[kind] < 0:
                    return ""
        return "begun" if any(left.values()) else "whole"

    def _mentions(self, words: Sequence[str], action: Action) -> bool:
        """Whether every word fits some part of an action."""
        values = [*action.verb.split()]
        for value in action.values():
            values += [*value] if isinstance(value, Pieces) else [value]
        return all(
            any(self._is(word, value) or str(value).startswith(word) for value in values)
            for word in words
        )

    def _is(self, word: str, value: object) -> bool:
        if not isinstance(value, str):
            return word == str(value)
        if value in self._routes:
            return self._is_route(word, value)
        return self._is_kind(word, value)

    def _is_route(self, word: str, route: str) -> bool:
        """Whether a word is a route's id, or parts of it in any order."""
        if word == route:
            return True
        said = [part for part in word.split("-") if part]
        if not 0 < len(said) <= 3:
            return False
        return any(
            all(whole.startswith(part) for part, whole in zip(said, parts, strict=True))
            for parts in permutations(self._routes[route], len(said))
        )

    @staticmethod
    def _is_kind(word: str, kind: str) -> bool:
        names = (kind, *kind.split("-"))
        singular = word.removesuffix("s")
        return any(name.startswith(word) or name == singular for name in names)

    def _all_known(self, verb: str, words: Sequence[str]) -> list[list[str]]:
        """For each word after a verb, the ids that it may stand for."""
        left, out = list(words), list[list[str]]()
        for example in self._an_example(verb):
            if isinstance(example, Pieces):
                for word, n in _counted(left):
                    times = f"*{n}" if n != 1 else ""
                    out.append([f"{id}{times}" for id in self._known(word, example, verb)])
                return out
            if left:
                out.append(self._known(left.pop(0), example, verb))
        return [*out, *([word] for word in left)]

    def _an_example(self, verb: str) -> list[object]:
        """The values of some action with this verb, which show what its fields take."""
        for owned in self.view.rules.action_types:
            if owned.entry.type.verb == verb:
                for action in owned.entry.domain():
                    return [*action.values()]
        return []

    def _known(self, word: str, example: object, verb: str) -> list[str]:
        """The ids that a word may stand for in the place of `example`, or the word itself if none.

        A boot only moves along routes from here, so others are not meant if one of these is.
        """
        found: list[str] = []
        if example in self._routes:
            found = (
                [word]
                if word in self._routes
                else [route for route in self._routes if self._is_route(word, route)]
            )
            if self._moves(verb):
                found = [route for route in found if route in self.here] or found
        elif example in self._board.town_number:
            found = [town for town in self._board.town_number if town.startswith(word)]
        elif isinstance(example, (str, Pieces)):
            kinds = {kind.id for kind in self.view.rules.layout.kinds}
            found = [word] if word in kinds else sorted(k for k in kinds if self._is_kind(word, k))
        return found or [word]

    def _moves(self, verb: str) -> bool:
        """Whether actions with this verb cross routes."""
        return any(
            owned.entry.crossings is not None
            for owned in self.view.rules.action_types
            if owned.entry.type.verb == verb
        )

    # Completion ------------------------------------------------------------------------

    def completions(self, before: str, word: str) -> list[str]:
        """The completions of the last word of a line to legal actions, in alphabetical order."""
        words = self.words(before)
        found: set[str] = set()
        start = folded(word)
        for action in self.view.legal_actions:
            for candidate in self._next(words, action):
                if candidate.startswith(start):
                    found.add(candidate)
        return sorted(found)

    def routes_from_here(self, word: str) -> list[str]:
        """The ways to write the routes from the boot's town that begin like this."""
        return sorted({way for id in self.here for way in self._ways(id) if way.startswith(word)})

    def _next(self, words: Sequence[str], action: Action) -> Iterable[str]:
        """What may follow the words in an action's notation."""
        left = list(words)
        for part in action.verb.split():
            if not left:
                return [part]
            if not part.startswith(left.pop(0)):
                return []
        for value in action.values():
            if isinstance(value, Pieces):
                if left and not self._fits_pieces(left, value):
                    return []
                said = {
                    kind
                    for word, _ in _counted(left)
                    for kind in value.counts
                    if self._is_kind(word, kind)
                }
                return [one for one in str(value).split() if one.split("*")[0] not in said]
            if not left:
                return self._ways(value) if value in self._routes else [str(value)]
            if not self._is(left.pop(0), value):
                return []
        return []

    def _ways(self, route: str) -> tuple[str, ...]:
        """The id of a route, and the same from its other end."""
        start, end, terrain = self._routes[route]
        return (route, f"{end}-{start}-{terrain}")


def _counted(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Words for pieces with their numbers: `dragon*2`, `2 dragon`, `dragon`."""
    n = 1
    for word in words:
        if word.isascii() and word.isdigit() and len(word) < 7:
            n = int(word)
            continue
        found = _TIMES.fullmatch(word)
        yield (found[1], int(found[2]) * n) if found else (word, n)
        n = 1
