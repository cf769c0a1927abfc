"""The node of a game tree: a state, and how it came about. It is immutable.

Unlike a `Game`, a world can wait for chance. It is copied by reference, and pickled as text: the
start, and the moves since, which are played again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any

from elfen.declare import Action, Chance, Decide, Draw, Drawn, Group, Means, Outcome, Pieces, Roll
from elfen.errors import ElfenError, SaveError
from elfen.game.saves import read_state, written_state
from elfen.views import Determinizer, Observation, SeenEntry

if TYPE_CHECKING:
    from elfen.game import Ruleset
    from elfen.kernel import Dealer, State

#: In bytes, of a log.
DIGEST_SIZE = 16

#: How many faces a roll may have that says neither `means` nor `domain`.
MOST_FACES = 1024


class Line:
    """A line of the log, and those before it. A draw of several pieces is one line."""

    __slots__ = ("before", "chance", "move", "seat", "told")

    #: By seat, the line as it may see it, and a digest of the log up to here.
    told: dict[int | None, tuple[str, bytes]]

    def __init__(
        self, before: Line | None, seat: int | None, move: Action | Outcome, chance: Chance | None
    ) -> None:
        self.before = before
        self.seat = seat
        self.move = move
        self.chance = chance
        self.told = {}

    def extended(self, outcome: Outcome, item: Chance) -> Line | None:
        """The same line with another piece of the same draw; None if it is another draw."""
        mine, move = self.chance, self.move
        if mine is None or not (isinstance(move, Drawn) and isinstance(outcome, Drawn)):
            return None
        goes_on = (mine.name, mine.seat, mine.source) == (item.name, item.seat, item.source)
        if not goes_on or mine.data[0] != len(move.pieces) + int(item.data[0]):
            return None
        pieces = Drawn(Pieces.of([*move.pieces, *outcome.pieces]))
        return Line(self.before, None, pieces, mine)


class World:
    """A state with its log. `past` is what is remembered from before the first line: the log of
    each seat with its digest, and last that of the public.
    """

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        start: State,
        line: Line | None = None,
        moves: tuple[Any, ...] | None = None,
        past: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.rules = rules
        self.state = state
        self._start = start
        self._line = line
        self._moves = moves  # the move, and the moves before it
        self._past = past
        self._logs: dict[int | None, str] = {}
        #: The logs before the last line, as far as they have been asked for.
        self._logs_before: dict[int | None, str] = {}
        self._texts: dict[int | None, str] = {}

    @classmethod
    def begin(cls, rules: Ruleset, players: int) -> World:
        """The world before anything has happened."""
        start = rules.start(players)
        return cls(rules, start, start)

    def __deepcopy__(self, memo: object) -> World:
        return self

    def __copy__(self) -> World:
        return self

    # The tree --------------------------------------------------------------------------

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the seat that decides."""
        return tuple(self.rules.legal_actions(self.state))

    @cached_property
    def outcomes(self) -> dict[int, tuple[Outcome, Fraction]]:
        """The outcomes of the chance that is due, by number, with exact probabilities."""
        return self.rules.once(OutcomeNumbers).of(self.state)

    def after(self, move: Action | Outcome) -> World:
        """The world after a legal action, or an outcome that can come up."""
        item = self.state.agenda[-1]
        state = self.rules.advance(self.state, move)
        line: Line | None
        goes_on = False
        if isinstance(item, Chance):
            assert isinstance(move, Outcome)
            line = None if self._line is None else self._line.extended(move, item)
            goes_on = line is not None
            line = line or Line(self._line, None, move, item)
        else:
            assert isinstance(move, Action)
            line = Line(self._line, item.seat, move, None)
        moves = move, self._moves
        after = World(self.rules, state, self._start, line, moves, self._past)
        after._logs_before = self._logs_before if goes_on else self._logs
        return after

    def sampled(self, dealer: Dealer) -> World:
        """The world after the chance that is due, as the dealer has it; a draw at once."""
        outcome, _ = self.rules.sample(self.state, dealer)
        return self.after(outcome)

    # What may be seen ------------------------------------------------------------------

    def observed(self, seat: int | None) -> Observation:
        """The table as a seat, or the public, may know it now."""
        return self.rules.observe(self.state, seat)

    def text(self, seat: int | None) -> str:
        """The table as a seat, or the public, may know it now, as JSON."""
        if seat not in self._texts:
            self._texts[seat] = self.observed(seat).to_json()
        return self._texts[seat]

    def log(self, seat: int | None) -> str:
        """The log as a seat, or the public, may see it, a line for each entry."""
        if seat not in self._logs:
            text, _ = self._told(seat)
            before = self._logs_before.get(seat)
            if before is None:
                before = self._past_of(seat)[0] + "".join(self._lines(seat))
            self._logs[seat] = before + text
        return self._logs[seat]

    def log_digest(self, seat: int | None) -> bytes:
        """A digest of the same, at a cost that does not grow with it."""
        return self._told(seat)[1]

    def _lines(self, seat: int | None) -> list[str]:
        """The lines before the last one, as a seat may see them."""
        found: list[str] = []
        line = None if self._line is None else self._line.before
        while line is not None:
            found.append(line.told[seat][0])
            line = line.before
        return found[::-1]

    def _told(self, seat: int | None) -> tuple[str, bytes]:
        """The last line as a seat may see it, and the digest of the log."""
        new: list[Line] = []
        line = self._line
        while line is not None and seat not in line.told:
            new.append(line)
            line = line.before
        begin = ("", bytes.fromhex(self._past_of(seat)[1]))
        found = begin if line is None else line.told[seat]
        for one in reversed(new):
            text = f"{self._seen(one, seat)}\n"
            digest = blake2b(found[1] + text.encode(), digest_size=DIGEST_SIZE).digest()
            found = one.told[seat] = text, digest
        return found

    def _seen(self, line: Line, seat: int | None) -> SeenEntry:
        sight = self.rules.sight
        if line.chance is not None:
            seen = sight.outcome(line.chance, line.move, seat)  # type: ignore[arg-type]
            return SeenEntry(None, seen, line.chance)
        assert line.seat is not None
        return SeenEntry(line.seat, sight.action(line.move, line.seat, seat))  # type: ignore[arg-type]

    def _past_of(self, seat: int | None) -> tuple[str, str]:
        return self._past[-1 if seat is None else seat] if self._past else ("", "")

    def resampled(self, seat: int, rng: Random) -> World:
        """A world that the seat cannot tell from this one, with the same log for it.

        What others did and saw unseen is not made up: their logs are those of the public.
        """
        state = Determinizer(self.observed(seat)).sample(rng)
        public = self.log(None), self.log_digest(None).hex()
        mine = self.log(seat), self.log_digest(seat).hex()
        past = [mine if n == seat else public for n in range(self.state.players)]
        return World(self.rules, state, state, past=(*past, public))

    # As text ---------------------------------------------------------------------------

    def to_text(self) -> str:
        """The start and all moves, as JSON."""
        moves: list[str] = []
        link = self._moves
        while link is not None:
            move, link = link
            moves.append(str(move))
        rules, start = self.rules, self._start
        usual = start == rules.start(start.players)
        return json.dumps(
            {
                "fingerprint": rules.fingerprint,
                "players": start.players,
                "start": None if usual else written_state(rules, start),
                "past": [*map(list, self._past)],
                "moves": moves[::-1],
            }
        )

    @classmethod
    def from_text(cls, rules: Ruleset, text: str) -> World:
        """The inverse of `to_text`; raises `SaveError` for rules or moves that do not fit."""
        told = json.loads(text)
        if told["fingerprint"] != rules.fingerprint:
            raise SaveError("it was written under other rules", "fingerprint")
        start = told["start"]
        state = rules.start(told["players"]) if start is None else read_state(rules, start, "start")
        world = cls(
            rules, state, state, past=tuple([(text, digest) for text, digest in told["past"]])
        )
        for move in told["moves"]:
            due = rules.pending(world.state)
            notation = rules.notation
            read = notation.outcome(move) if isinstance(due, Chance) else notation.action(move)
            reason = rules.check(world.state, read)
            if reason is not None:
                raise SaveError(f"{move!r}: {reason}", "moves")
            world = world.after(read)
        return world


class OutcomeNumbers:
    """A number for every outcome: of a draw, the place of the kind; of a roll, that of the face."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._chances = {name: owned.entry for owned in rules.chances for name in owned.names}
        self._kinds = {
            name: {kind.id: n for n, kind in enumerate(rules.layout.kinds_of(entry.source))}
            for name, entry in self._chances.items()
            if isinstance(entry, Draw)
        }
        self._faces: dict[tuple[str, int], dict[str, int] | None] = {}

    def most(self, players: int) -> int:
        """No chance has more outcomes than this."""
        sizes = [len(kinds) for kinds in self._kinds.values()]
        for name, entry in self._chances.items():
            if isinstance(entry, Roll):
                faces = self._faces_of(name, entry, players)
                sizes.append(MOST_FACES if faces is None else len(faces))
        return max(sizes, default=1)

    def of(self, state: State) -> dict[int, tuple[Outcome, Fraction]]:
        """The outcomes that can come up now, by number."""
        item = self._rules.pending(state)
        outcomes = self._rules.outcomes(state)
        kinds = self._kinds.get(item.name)
        if kinds is not None:
            return {
                kinds[next(iter(outcome.pieces))]: (outcome, chance)  # type: ignore[union-attr]
                for outcome, chance in outcomes
            }
        entry = self._chances[item.name]
        faces = self._faces_of(item.name, entry, state.players)
        if faces is None:
            if len(outcomes) > MOST_FACES:
                raise ElfenError(f"{item.name} has {len(outcomes)} faces; declare domain= for it")
            return dict(enumerate(outcomes))
        try:
            return {faces[outcome.face]: (outcome, chance) for outcome, chance in outcomes}  # type: ignore[union-attr]
        except KeyError as error:
            raise ElfenError(f"{item.name} has a face {error} that its domain lacks") from None

    def _faces_of(self, name: str, roll: Roll, players: int) -> dict[str, int] | None:
        key = name, players
        if key not in self._faces:
            found = self._domain(roll, players)
            self._faces[key] = None if found is None else {f: n for n, f in enumerate(found)}
        return self._faces[key]

    def _domain(self, roll: Roll, players: int) -> Sequence[str] | None:
        rules = self._rules
        if roll.domain is not None:
            return [*dict.fromkeys(roll.domain(rules, players))]
        if roll.means is Means.SEAT:
            return [str(seat) for seat in range(players)]
        if roll.means is Means.TOWN:
            return [town.id for town in rules.board.towns]
        if roll.means is Means.ROUTE:
            return [route.id for route in rules.board.routes]
        groups = roll.means if isinstance(roll.means, tuple) else (roll.means,)
        if all(isinstance(group, Group) for group in groups):
            kinds = [kind.id for g in groups for kind in rules.layout.kinds_in(g)]  # type: ignore[arg-type]
            return [*dict.fromkeys(kinds)]
        return None


def decides(world: World) -> int | None:
    """The seat that decides; None for chance, and at the end."""
    item = world.state.agenda[-1]
    return item.seat if isinstance(item, Decide) else None
