"""A game as a story: as text, line by line, or collected round by round.

Both replay the log and follow the events of each step, as one seat or the public may see
them, so they work for any ruleset.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from attrs import define, field, frozen

from elfen.declare import (
    Action,
    BootMoved,
    BootsBegan,
    Chance,
    Kind,
    PiecesMoved,
    PutOnRoute,
    Rolled,
    RoundBegan,
    TakenFromRoute,
    TownVisited,
)
from elfen.errors import Seat
from elfen.game.game import Game, Page, refuse_no_game
from elfen.game.ruleset import Ruleset
from elfen.game.seen import seen_lines
from elfen.kernel import RolledUnseen, State, check_seat
from elfen.text import ENGLISH, Words, capital
from elfen.views import Lines, SeenEntry


@frozen
class Heard:
    """A line of the log and its events, as one observer may see them."""

    entry: SeenEntry
    events: tuple[object, ...]


def heard(
    game: Game, seat: int | None = None, hides: bool = True, since: Game | None = None
) -> Iterator[Heard]:
    """Everything that has happened in a game, as a seat (None: the public) may see it.

    Nothing is hidden without `hides`. With `since`, an earlier moment of the same game, only what
    came after it. Raises `PositionError` for a seat that does not play.
    """
    refuse_no_game(game)
    rules = game.rules
    check_seat(seat, game.players)
    state, pages = game.beginning, game.page.history
    if since is not None:
        refuse_no_game(since)
        state, pages = since.state, pages[since.steps + 1 :]
    for page in pages:
        state = yield from _heard(rules, page, state, seat, hides)


def _heard(
    rules: Ruleset, page: Page, state: State, seat: int | None, hides: bool = True
) -> Generator[Heard, None, State]:
    """What is heard of a page of the log, which began in a state; returns the state after it."""
    moves = page.outcomes if page.action is None else (page.action, *page.outcomes)
    lines = seen_lines(rules, page, seat) if hides else _in_full(page)
    for move, seen in zip(moves, lines, strict=True):
        traced = rules.trace(state, move)
        state = traced.state
        events = rules.sight.events(traced.events, seat) if hides else tuple(traced.events)
        yield Heard(SeenEntry(*seen), events)
    return state


def _in_full(page: Page) -> Lines:
    """The lines of a page of the log, with nothing hidden."""
    chance = zip(page.outcomes, page.chances, strict=True)
    lines: Lines = tuple([(None, outcome, item) for outcome, item in chance])
    return lines if page.action is None else ((page.seat, page.action, None), *lines)


def tell(
    game: Game,
    seat: int | None = None,
    names: Sequence[str] = (),
    you: int | None = None,
    since: Game | None = None,
) -> Iterator[str]:
    """A game in the language that is spoken, one line per line of the log, as a seat may see it.

    `tell(game, 1)` names the cards that seat 1 drew; for other seats it gives their number.
    `names` are those of the players, by seat; the seat `you` is addressed. With `since`, an earlier
    moment of the same game, only what came after it is told. Raises `ElfenError`.
    """
    refuse_no_game(game)
    words = Words(game.rules, names, you)
    for one in heard(game, seat, since=since):
        yield line(game.rules, words, one)


def tell_by_step(
    game: Game, seat: int | None = None, hides: bool = True, names: Sequence[str] = ()
) -> list[list[str]]:
    """What `tell` tells, for each step: first the deal, then every decision and its chance.

    Nothing is hidden without `hides`. `names` are those of the players, by seat.
    """
    words = Words(game.rules, names)
    told: list[list[str]] = [[]]
    for one in heard(game, seat, hides):
        if one.entry.chance is None:
            told.append([])
        told[-1].append(line(game.rules, words, one))
    return told


def news(
    before: Game | None, game: Game, seat: int | None = None, names: Sequence[str] = ()
) -> list[str]:
    """What `tell` tells of the last decision of a game, and the chance that followed it.

    `before` is the game before that decision; None for a game that has just begun. `names` are
    those of the players. For servers: it costs the same however long the game is.
    """
    check_seat(seat, game.players)
    words = Words(game.rules, names)
    state = game.beginning if before is None else before.state
    return [line(game.rules, words, one) for one in _heard(game.rules, game._page, state, seat)]


def line(rules: Ruleset, words: Words, one: Heard) -> str:
    """One line of a story: what was done, unless its events tell that, and all its events."""
    entry = one.entry
    told = words.events(one.events, "" if entry.seat is None else words.spending(entry.move))
    if entry.chance is not None:
        if isinstance(entry.move, (Rolled, RolledUnseen)):
            told[:0] = filter(None, [_rolled(rules, words, entry.chance, entry.move)])
        return " ".join(f"{sentence}." for sentence in told)
    who = capital(words.seat(entry.seat))
    if not any(f"{sentence} ".startswith(f"{who} ") for sentence in told):
        move = entry.move
        if isinstance(move, Action) and words.language != ENGLISH:
            told.insert(0, f"{who}: {words.action(move)}")
        else:
            told.insert(0, f"{who}: {move}")
    return " ".join(f"{sentence}." for sentence in told)


def laid_by(game: Game, seat: int | None = None) -> dict[str, list[tuple[Kind, int | None]]]:
    """What lies on each route that is not empty, and which seat laid it (None: no seat)."""
    layout = game.rules.layout
    laid: dict[str, list[tuple[Kind, int | None]]] = {}
    for one in heard(game, seat):
        for event in one.events:
            if isinstance(event, PutOnRoute):
                kinds = layout.kinds_of(layout.zones[event.source])
                kind = next(kind for kind in kinds if kind.id == event.kind)
                laid.setdefault(event.route, []).append((kind, event.seat))
            elif isinstance(event, TakenFromRoute):
                there = laid.get(event.route, [])
                gone = next((one for one in there if one[0].id == event.kind), None)
                if gone is not None:
                    there.remove(gone)
    return {route: there for route, there in laid.items() if there}


def _rolled(rules: Ruleset, words: Words, item: Chance, move: Rolled | RolledUnseen) -> str:
    what = words.chance(item.name)
    if isinstance(move, Rolled):
        told = words.rolled(item.name, move.face)
        if told is not None:
            return told
    face = words.face(item.name, move.face) if isinstance(move, Rolled) else words.say("unseen")
    if item.seat is None:
        return words.say("Chance, {what}: {face}", what=what, face=face)
    seat = Seat(item.seat)
    return words.say("Chance for {seat}, {what}: {face}", seat=seat, what=what, face=face)


@define
class Hop:
    """A boot's way to the next town: its payment, and whether a town piece was taken."""

    town: str
    paid: dict[str, int]
    fresh: bool = False


@define
class Journey:
    """A seat's journey in one round, and the number of its town pieces at the end."""

    start: str
    hops: list[Hop] = field(factory=list)
    pieces: int = 0

    @property
    def gained(self) -> int:
        """The number of town pieces taken on the way."""
        return sum(hop.fresh for hop in self.hops)


@define
class Round:
    """One round: who decided first, what was laid on which routes (by name), all journeys.

    Journeys are by seat, in the order in which the boots moved; seats that stayed come last.
    """

    number: int
    first: int | None = None
    laid: dict[str, list[str]] = field(factory=dict)
    journeys: dict[int, Journey] = field(factory=dict)


def rounds(game: Game) -> list[Round]:
    """A game round by round, as the public sees it, without the set-up before round 1.

    What a seat gives to the table just before its boot moves counts as its payment.
    """
    return [told for told in _Rounds(game).tell() if told.number]


class _Rounds:
    """The current round of a story, the boots' towns, and the numbers of town pieces taken."""

    def __init__(self, game: Game) -> None:
        self.game = game
        start = game.beginning
        self.told = Round(start.round)
        self.towns = [game.rules.board.towns[number].id for number in start.boots]
        self.pieces = [bits.bit_count() for bits in start.visited]
        #: What seats have paid for journeys that they have not yet made.
        self.begun: dict[int, dict[str, int]] = {}
        types = [owned.entry for owned in game.rules.action_types]
        self.journeys = tuple(entry.type for entry in types if entry.journeys is not None)

    def tell(self) -> Iterator[Round]:
        for one in heard(self.game):
            if self.told.first is None and one.entry.seat is not None:
                self.told.first = one.entry.seat
            yield from self.hear(one.events, isinstance(one.entry.move, self.journeys))
        yield self.close()

    def hear(self, events: Sequence[object], begins: bool) -> Iterator[Round]:
        """Record the events of one step, and yield the round that ends in it, if any.

        What a seat gives in a step that `begins` a journey pays for the way that follows.
        """
        given, self.begun = self.begun, {}
        for event in events:
            if isinstance(event, PiecesMoved) and event.source_seat is not None:
                if event.target_seat is None:
                    paid = given.setdefault(event.source_seat, {})
                    for id, n in event.pieces.items:
                        name = self.name(id, event.source)
                        paid[name] = paid.get(name, 0) + n
            elif isinstance(event, PutOnRoute):
                name = self.name(event.kind, event.source)
                self.told.laid.setdefault(name, []).append(event.route)
            elif isinstance(event, BootMoved):
                journey = self.told.journeys.setdefault(event.seat, Journey(event.start))
                journey.hops.append(Hop(event.end, given.pop(event.seat, {})))
                self.towns[event.seat] = event.end
            elif isinstance(event, BootsBegan):
                self.towns = [event.town] * len(self.towns)
            elif isinstance(event, TownVisited):
                self.pieces[event.seat] += 1
                journey = self.told.journeys.setdefault(event.seat, Journey(event.town))
                for hop in reversed(journey.hops):
                    if hop.town == event.town:
                        hop.fresh = True
                        break
            elif isinstance(event, RoundBegan):
                yield self.close()
                self.told = Round(event.round)
        if begins:
            self.begun = given

    def close(self) -> Round:
        """The round so far, including seats that stayed, with everyone's town pieces."""
        for seat, pieces in enumerate(self.pieces):
            self.told.journeys.setdefault(seat, Journey(self.towns[seat])).pieces = pieces
        return self.told

    def name(self, kind: str, zone: str) -> str:
        """The display name of a kind that lay in a zone."""
        kinds = self.game.rules.layout.kinds_of(self.game.rules.layout.zones[zone])
        return next(k.name for k in kinds if k.id == kind)
