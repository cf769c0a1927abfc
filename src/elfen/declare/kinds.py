"""Kinds of pieces. Pieces of one kind are alike, so a pile is counts by kind, without an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen

from elfen.declare.handed_in import bare_text, listed
from elfen.declare.values import Shown
from elfen.errors import FAULTS, ElfenError, Message, brief

_MOST = 999_999
_MOST_DIGITS = len(str(_MOST))


@frozen(cache_hash=True, repr=False)
class Group(Shown):
    """A family of kinds that share their zones, such as the travel cards.

    A zone holds groups, so a kind that a plugin adds to a group may lie in every zone that holds
    the group.
    """

    name: str
    noun: str = field(kw_only=True, default="piece")


@frozen(cache_hash=True, repr=False)
class Kind(Shown):
    """One kind of piece. `id` is unique in its group and appears in notation."""

    id: str
    group: Group
    name: str = field(kw_only=True)

    def __str__(self) -> str:
        return self.id


@frozen(cache_hash=True)
class Pieces:
    """An immutable multiset of piece kinds, by kind id; the order of entries never matters.

    `Pieces.of` makes one. `items` are `(kind id, count)` sorted by id, with counts of at least 1;
    anything else raises `ValueError`.

    >>> Pieces.of({"raft": 1, "dragon": 2})
    Pieces.parse('dragon*2 raft')
    """

    items: tuple[tuple[str, int], ...] = ()

    def __attrs_post_init__(self) -> None:
        last = ""
        for kind, n in self.items:
            if type(kind) is not str or type(n) is not int or kind <= last or n < 1:
                raise ValueError(
                    f"{self.items!r}: pieces are (kind, count) by kind, each once, from 1 on;"
                    " Pieces.of puts them in order"
                )
            last = kind

    @classmethod
    def of(cls, counts: Mapping[str, int] | Iterable[str]) -> Pieces:
        """From `{kind id: count}`, or from one kind id for each piece.

        Counts of 0 are left out; a negative count raises `ValueError`. Raises `ElfenError` for what
        are no kinds at all, or more pieces than any game has.
        """
        given = counts
        try:
            if not isinstance(counts, Mapping):
                if type(counts) is not list and type(counts) is not tuple:
                    counts = listed("pieces", counts, _MOST)
                counted: dict[str, int] = {}
                for kind in counts:
                    counted[kind] = counted.get(kind, 0) + 1
                counts = counted
            for kind, n in counts.items():
                if n < 0:
                    raise ValueError(f"{n} pieces of {kind!r}: a count is never negative")
            return cls(tuple(sorted((kind, n) for kind, n in counts.items() if n)))
        except (ValueError, ElfenError):
            raise
        except FAULTS:  # of what cannot be looked up, or compared
            raise ElfenError(
                f"pieces are kind ids, or {{kind id: count}}, not {brief(given)}"
            ) from None

    @classmethod
    def parse(cls, text: str) -> Pieces:
        """The inverse of `str`: `dragon*2 raft`, and `-` for none. Raises `ValueError`, and
        `ElfenError` for what is no text.

        Kinds may come in any order, and more than once: their counts sum.
        """
        if not isinstance(text, str):
            raise ElfenError(f"pieces are parsed from a text, not from {brief(text)}")
        tokens = bare_text(text).split()
        if tokens == ["-"]:
            return cls()
        if not tokens:
            raise ValueError(Message("pieces/none", "no pieces are named; write - for none"))
        counts: dict[str, int] = {}
        for token in tokens:
            kind, star, times = token.partition("*")
            number = times if star else "1"
            if not kind or kind == "-" or not (number.isascii() and number.isdigit()):
                text = "{word} is not a kind or a kind*count"
                raise ValueError(Message("pieces/no-kind", text, word=repr(token[:40])))
            if len(number) > _MOST_DIGITS or int(number) == 0:
                text = "{word}: a count is from 1 to {most}"
                raise ValueError(Message("pieces/count", text, word=repr(token[:40]), most=_MOST))
            counts[kind] = counts.get(kind, 0) + int(number)
            if counts[kind] > _MOST:
                text = "more than {most} {kind}"
                raise ValueError(Message("pieces/most", text, most=_MOST, kind=repr(kind[:40])))
        return cls.of(counts)

    @property
    def counts(self) -> dict[str, int]:
        """A new dict, `{kind id: count}`."""
        return dict(self.items)

    def __len__(self) -> int:
        return sum([n for _, n in self.items])  # twice as fast as a generator

    def __iter__(self) -> Iterator[str]:
        """Kind ids, one for each piece."""
        for kind, n in self.items:
            for _ in range(n):
                yield kind

    def __str__(self) -> str:
        return " ".join(k if n == 1 else f"{k}*{n}" for k, n in self.items) or "-"

    def __repr__(self) -> str:
        return f"Pieces.parse({str(self)!r})"
