"""What looking for who is to blame has in common: places, the entry that is blamed, who helped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import CodeType

from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.blaming.attributes import looked_up, made_by
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.parting import asked_for_it, decided
from elfen.testing.blaming.trails import Call, Line, Trail, follow
from elfen.testing.facts import Move
from elfen.testing.law_broken import NONINTERFERENCE, PURITY, SAMPLING, LawBroken, Place

_ENTRY = re.compile(r"'([^']+)'.*plugin '([^']+)'")

#: What functions of an entry are declared as, those first that are most likely at fault.
_DOING = ("apply", "do", "take", "check", "legal", "faces", "points", "ways", "extra", "fee")
_FIELDS = {
    SAMPLING: ("faces", *_DOING),
    NONINTERFERENCE: ("public", "check", "legal", "offered", "worlds"),
    PURITY: ("take", *_DOING),
}


class Looking:
    """Looks for the places that are to blame for a broken law."""

    def __init__(
        self,
        broken: LawBroken,
        authors: Authors,
        rules: Ruleset,
        moves: Sequence[tuple[State, Move]],
        until: float,
    ) -> None:
        self.broken, self.authors, self.rules = broken, authors, rules
        self.moves, self.until = moves, until
        #: Who called what made a table go wrong: named after all others.
        self.callers: list[Line] = []
        #: Whether these only look suspicious: what should not have been was allowed.
        self.excused = False
        #: The function of the table after which what is recorded of pieces was wrong, if any.
        self.recording: Sequence[Place] = ()
        self.blamed = _codes(authors, broken.where, _FIELDS.get(broken.law, _DOING))

    def _places(self, lines: Iterable[Line | None]) -> Iterator[Place]:
        for line in lines:
            if line is not None:
                yield self.authors.place(*line)

    def _follow(self, run: Callable[[], object]) -> Trail:
        return follow(run, self.authors.of, self.until)

    def _deciders(self, trail: Trail) -> Iterator[Line]:
        """The lines that decided the answers of functions of the entry that is blamed.

        If none of them ran, the line that decided the last answer of any.
        """
        return map(decided, self._deciding(trail))

    def _deciding(self, trail: Trail) -> list[Call]:
        last = {call.code: call for call in trail.within()}
        return [last[code] for code in self.blamed if code in last] or trail.calls[-1:]

    def _helping(self, calls: Iterable[Call]) -> Iterator[Place]:
        """Whoever was asked last for the answers of calls, and who made what they look up; and what
        these look up themselves, if it took more than to set an attribute.
        """
        lines = [line for call in calls for line in asked_for_it(call)]
        makers = [line for code, _ in lines for line in made_by(code, self.authors.of)[:1]]
        yield from (self.authors.place(*line, sure=False) for line in (*lines, *makers))
        supplied = self._supplied((call.code, line) for call in calls for line in call.lines)
        yield from (place for place in supplied if not place.function.endswith(".__init__"))

    def _supplied(self, lines: Iterable[Line]) -> Iterator[Place]:
        """Who made what lines look up."""
        for source in (source for line in lines for source in looked_up(line, self.authors.of)):
            yield self.authors.place(*source, sure=False)

    def _declared(self) -> Iterator[Place]:
        """The functions of the entry that is blamed."""
        for code in self.blamed:
            yield self.authors.place(code, sure=False)


def _codes(authors: Authors, where: str | None, order: Sequence[str]) -> list[CodeType]:
    """The functions of the entry that an error names, those of the fields `order` first."""
    named = _ENTRY.search(where or "")
    found: list[tuple[int, CodeType]] = []
    for code, rules in authors.entries.items() if named else ():
        for rule in rules:
            if named is not None and (rule.name, rule.plugin) == (named[1], named[2]):
                at = order.index(rule.field) if rule.field in order else len(order)
                found.append((at, code))
    return [code for _, code in sorted(found, key=lambda one: one[0])]
