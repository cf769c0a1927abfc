"""The encoding of a ruleset for a number of players."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import Memo
from elfen.encoding.layout import Layout
from elfen.encoding.numbering import Numbering
from elfen.encoding.observer import Observer
from elfen.encoding.spelling import Spelling
from elfen.errors import RulesetError, brief
from elfen.game import refuse_no_rules

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.encoding.onlookers import Onlookers
    from elfen.encoding.whole import Whole


class Encoding:
    """How actions and observations become numbers; `encoding_of` makes one.

    It is the same for the same fingerprint and number of players, which `digest` tells. `rules` and
    `players` are those that it is for.
    """

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.rules = rules
        self.players = players

    def __reduce__(self) -> tuple[Any, ...]:
        return (encoding_of, (self.rules, self.players))

    def __copy__(self) -> Encoding:
        return self  # it is always the same object

    def __deepcopy__(self, memo: object) -> Encoding:
        return self

    @property
    def numbering(self) -> Numbering:
        """The actions, with their indexes."""
        return self.rules.once(Numbering)

    @property
    def spelling(self) -> Spelling:
        """The factored form of the same actions."""
        return self.rules.once(_spelling)

    @cached_property
    def layout(self) -> Layout:
        """The fields of what a seat observes."""
        return Layout(self.rules, self.players, public=False)

    @cached_property
    def public(self) -> Layout:
        """The fields of what the public observes; it counts seats from seat 0 on."""
        return Layout(self.rules, self.players, public=True)

    def observer(self, seat: int | None) -> Observer:
        """A new buffer for what a seat (None: the public) observes.

        Raises `RulesetError` for a seat that does not play.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise RulesetError(f"seat {brief(seat)}: the seats are 0 to {self.players - 1}")
        return Observer(self.public if seat is None else self.layout, seat)

    def onlookers(self) -> Onlookers:
        """What all seats observe, at less than an observer for each. It needs numpy."""
        from elfen.encoding.onlookers import Onlookers

        return Onlookers(self._whole)

    @cached_property
    def _whole(self) -> Whole:
        from elfen.encoding.whole import Whole

        return Whole(self.layout)

    @cached_property
    def digest(self) -> str:
        """64 hex digits: equal ones mean the same numbers. Keep it with a saved policy."""
        facts = {
            "fingerprint": self.rules.fingerprint,
            "players": self.players,
            "actions": [str(action) for action in self.numbering.actions],
            "layouts": [
                [attrs.astuple(field) for field in layout.fields]
                for layout in (self.layout, self.public)
            ],
        }
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

    def describe(self) -> str:
        """The layout and the sizes as text: a line for each field, with offset, length, bounds."""
        spelling = self.spelling
        return "\n".join(
            [
                f"{self.rules.edition or '-'}: "
                + ", ".join(f"{p.name} {p.manifest.rules_version}" for p in self.rules.plugins),
                f"{self.players} players, {self.layout.size} numbers,"
                f" {len(self.numbering)} actions; factored: up to {spelling.longest} steps of"
                f" {spelling.size}",
                f"digest {self.digest}",
                "offset length     least to most  field",
                *map(str, self.layout.fields),
            ]
        )


def encoding_of(rules: Ruleset, players: int) -> Encoding:
    """The encoding of a ruleset for a number of players: always the same object.

    Raises `RulesetError` for a number of players that the rules do not allow, and `ElfenError` for
    what are no rules.
    """
    refuse_no_rules(rules)
    rules.start(players)
    return rules.once(_encodings)[players]


def _encodings(rules: Ruleset) -> Memo[int, Encoding]:
    return Memo(lambda players: Encoding(rules, players))


def _spelling(rules: Ruleset) -> Spelling:
    return Spelling(rules, rules.once(Numbering))
