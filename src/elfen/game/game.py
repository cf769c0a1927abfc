"""A game for people: rules, state, log and dealer together, immutable like its parts."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from elfen.declare import Action, Chance, Decide, Outcome, Over, yes_or_no
from elfen.errors import (
    FAULTS,
    ElfenError,
    IllegalAction,
    Message,
    PositionError,
    Reason,
    SaveError,
    brief,
)
from elfen.kernel import Position, State
from elfen.views import Entry, not_the_turn_of

if TYPE_CHECKING:
    from random import Random

    from elfen.declare import Standing
    from elfen.game.ruleset import Ruleset
    from elfen.game.seen import Views
    from elfen.game.undoing import Undoable
    from elfen.kernel import Dealer
    from elfen.text import Quote
    from elfen.views import View


_tuple = tuple.__new__


class Page(NamedTuple):
    """One decision with the chance that followed, and the page before it: a branching log.

    The first page holds the chance before the first decision, and no seat or action.
    `chances` holds the agenda item that each outcome resolves.
    """

    before: Page | None
    seat: int | None
    action: Action | None
    outcomes: tuple[Outcome, ...]
    chances: tuple[Chance, ...]
    dealer: Dealer

    @property
    def history(self) -> list[Page]:
        """The pages up to this one, the first one first."""
        found: list[Page] = [self]
        page = self.before
        while page is not None:
            found.append(page)
            page = page.before
        return found[::-1]


class Game:
    """A game at a decision, or over. `play` returns the next game and leaves this one unchanged."""

    # Only the first game of a log has `_start` and, from the first view on, `_views`. Only a game
    # that `undo` went back to has `_undone`, and only one that was asked for them `_standings`.
    __slots__ = (
        "_dealer",
        "_first",
        "_legal",
        "_page",
        "_rules",
        "_standings",
        "_start",
        "_state",
        "_undone",
        "_views",
    )

    _standings: tuple[Standing, ...]
    _start: State
    _undone: Game
    _views: Views

    def __init__(
        self, rules: Ruleset, state: State, dealer: Dealer, page: Page, first: Game | None = None
    ) -> None:
        """See `Ruleset.new_game`. `page` is the last page of the log; `first` is the first game
        of the log, or None for that game itself.
        """
        self._rules = rules
        self._state = state
        self._dealer = dealer
        self._page = page
        self._first = first
        self._legal: tuple[Action, ...] | None = None

    @classmethod
    def begin(cls, rules: Ruleset, state: State, dealer: Dealer) -> Game:
        """A game that starts from a state; its first page is the chance that is due there."""
        played = rules.deal(state, dealer)
        page = Page(None, None, None, played.outcomes, played.chances, played.dealer)
        game = cls(rules, played.state, played.dealer, page)
        game._start = state
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        first = self._first or self
        begun = (self._rules, first._start, first._state, first._dealer)
        pages = [page[1:] for page in self.page.history]
        return game_again, (begun, pages, self._state, self._dealer)

    def __copy__(self) -> Game:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __repr__(self) -> str:
        item = self.pending
        what = f"over: {item.ending}" if isinstance(item, Over) else item.name
        seat = f", seat {item.seat}" if isinstance(item, Decide) else ""
        begun = ", begun from a position" if self.begun_from_position else ""
        return (
            f"<Game {self.rules.edition or '-'}: {self.players} players,"
            f" round {self.state.round}, {what}{seat}{begun}>"
        )

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self._rules

    @property
    def state(self) -> State:
        """The whole state. It hides nothing: give players a `view`."""
        return self._state

    @property
    def beginning(self) -> State:
        """The state from which the game began, before any chance. It hides nothing."""
        return (self._first or self)._start

    @property
    def begun_from_position(self) -> bool:
        """Whether the game began from a given position, and not from the start that its rules make.

        Then nothing says that the position could have come about: somebody made it.
        """
        return self.beginning != self._rules.start(self.players)

    @property
    def players(self) -> int:
        """The number of players."""
        return self.state.players

    @property
    def pending(self) -> Decide | Over:
        """The pending decision (a `Decide`), or `Over`. Both have a `name` and a `seat`."""
        return cast("Decide | Over", self.rules.pending(self.state))

    @property
    def decision(self) -> Decide:
        """The pending decision: its name, its seat, its data.

        Raises `ElfenError` if the game is over.
        """
        item = self.pending
        if isinstance(item, Over):
            raise ElfenError("no decision is due: the game is over")
        return item

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return type(self._state.agenda[-1]) is Over

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if the game is over."""
        return self.pending.seat

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """All legal actions of the seat that decides."""
        if self._legal is None:
            self._legal = tuple(self._rules.legal_actions(self._state))
        return self._legal

    def sample_action(self, rng: Random) -> Action | None:
        """One of `legal_actions`, each with equal probability; None if the game is over."""
        return self._rules.sample_action(self._state, rng)

    @property
    def position(self) -> Position:
        """The whole state, read by names. It hides nothing: give players a `view`."""
        return self.rules.position(self.state)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The seats by rank, each total explained, as if the game ended now."""
        found: tuple[Standing, ...] | None = getattr(self, "_standings", None)
        if found is None:
            found = self._standings = self.rules.standings(self.state)
        return found

    def parse(self, text: str) -> Action:
        """The action that a notation stands for; raises `NotationError` for any other text."""
        return self.rules.parse(text)

    def check(self, action: Action | str, seat: int | None = None) -> Reason | None:
        """Why the action is not legal now, or None.

        A reason may mention the cards of the seat that decides. With `seat`, it is what that
        seat may know: if another seat decides, only that it is not its turn.
        """
        if seat is not None and not _is(seat, self.seat):
            return self._not_your_turn(seat)
        return self.rules.check(self.state, self.parse(action) if type(action) is str else action)  # type: ignore[arg-type]

    def quote(self, route: str | Sequence[str], seat: int | None = None) -> Quote:
        """Every way to pay for a step along a route, with the reason for each card.

        The quote is for the seat that decides, or for `seat`, from the town where its boot
        stands; a sequence of routes is a journey, see `Ruleset.quote`. Raises `BoardError` for
        an unknown route, and `PositionError` for a route that cannot be entered there.
        """
        whose = self.seat if seat is None else seat
        if whose is None:
            raise PositionError("nobody decides, as the game is over: say for which seat")
        return self.rules.quote(self.state, whose, route)

    def _not_your_turn(self, seat: int) -> Reason:
        known = type(seat) is int and 0 <= seat < self.players
        return not_the_turn_of(seat if known else None, self.seat, f"seat {brief(seat)}")

    def play(self, action: Action | str, seat: int | None = None) -> Game:
        """The game after an action, or its notation, and the chance that follows.

        `seat`, if given, must be the one that decides. Raises `IllegalAction` with the
        reason, `NotationError`, or `RuleFailed` if a plugin's rule raises an exception; this
        game stays unchanged.
        """
        rules, state = self._rules, self._state
        item = state.agenda[-1]
        if type(action) is str:
            action = rules.parse(action)
        if seat is not None and not _is(seat, self.seat):
            raise IllegalAction(self._not_your_turn(seat))
        reason = rules.check(state, action)  # type: ignore[arg-type]
        if reason is not None:
            raise IllegalAction(reason)
        state, dealer, outcomes, chances = rules.played(state, action, self._dealer)  # type: ignore[arg-type]
        told = (self._page, item.seat, action, outcomes, chances, dealer)
        return Game(rules, state, dealer, _tuple(Page, told), self._first or self)

    @property
    def page(self) -> Page:
        """The last page of the log: what `last` tells, as it is kept. It hides nothing."""
        return self._page

    @property
    def last(self) -> tuple[Entry, ...]:
        """What happened last: the action, if there was one, and the chance that followed."""
        page = self._page
        chance = tuple(
            Entry(None, outcome, item)
            for outcome, item in zip(page.outcomes, page.chances, strict=True)
        )
        return chance if page.action is None else (Entry(page.seat, page.action), *chance)

    @property
    def log(self) -> tuple[Entry, ...]:
        """Everything that has happened, chance included. It hides nothing."""
        return tuple(entry for game in self._line(states=False) for entry in game.last)

    @property
    def history(self) -> tuple[Game, ...]:
        """All games from the first to this one, one decision apart, by replay of the log."""
        return (*self._line(states=True)[:-1], self)

    @property
    def steps(self) -> int:
        """The number of decisions made so far."""
        return len(self.page.history) - 1

    def at(self, step: int) -> Game:
        """The game after `step` decisions (0: before the first), by replay of the log.

        Raises `ElfenError` for a step that the game has not reached.
        """
        if type(step) is not int or not 0 <= step <= self.steps:
            text = "no step {step}: the game has those from 0 to {last}"
            raise ElfenError(Message("game/step", text, step=brief(step), last=self.steps))
        return self if step == self.steps else self._line(states=True)[step]

    def undoable(self, seat: int) -> Undoable:
        """Whether a seat may take back the last decision, and if not, why.

        It may if the decision was its own, revealed nothing that was hidden from it, did not
        end the game, and was followed by no chance. The answer depends only on what the seat
        knows, so it may be told. Raises `PositionError` for a seat that does not play.
        """
        from elfen.game.undoing import undoable

        return undoable(self, seat)

    def undo(self, seat: int | None = None) -> Game:
        """The game before the last decision, by replay; raises `ElfenError` at the start.

        With `seat`, it raises `IllegalAction` with the reason unless that seat may take the
        decision back, see `undoable`.
        """
        if seat is not None:
            refused = self.undoable(seat).reason
            if refused is not None:
                raise IllegalAction(refused)
        if self._page.before is None:
            raise ElfenError("nothing to undo: the game has just begun")
        before = self._line(states=True)[-2]
        game = before._with(before._dealer)
        game._undone = self
        return game

    def redo(self) -> Game:
        """The game from which `undo` led to this one; raises `ElfenError` if there is none."""
        undone: Game | None = getattr(self, "_undone", None)
        if undone is None:
            raise ElfenError("nothing to redo: no decision was undone here")
        return undone

    def fork(self, seed: int | str | None = None) -> Game:
        """The same game with a new dealer for the chance to come."""
        from elfen.kernel import Dealer

        return self._with(Dealer.seeded(seed))

    def _with(self, dealer: Dealer) -> Game:
        game = Game(self._rules, self._state, dealer, self._page, self._first)
        if self._first is None:
            game._start = self._start
        return game

    def _line(self, states: bool) -> list[Game]:
        """All games from the first one on; without `states` all have the first one's state."""
        rules, first = self._rules, self._first or self
        line, state = [first], first._state
        for page in self.page.history[1:]:
            if states:
                for move in (page.action, *page.outcomes):
                    assert move is not None
                    state = rules.advance(state, move)
            line.append(Game(rules, state, page.dealer, page, first))
        return line

    def to_json(self, snapshot: bool = True) -> str:
        """The game as a save: a JSON document, described in docs/saves.md. It hides nothing.

        With a `snapshot` of the state, loading detects a log that leads elsewhere. Raises
        `SaveError` if a plugin's value cannot be written as JSON.
        """
        from elfen.game.saves import to_json

        return to_json(self, yes_or_no(snapshot, "snapshot="))

    def redacted(self, seat: int | None) -> str:
        """What a seat (None: the public) may know of the game, as a JSON document.

        It has the rules and the seat's view, and cannot be loaded: it contains no seed, nor
        anything else that is hidden. Raises `PositionError` for a seat that does not play.
        """
        from elfen.game.saves import redacted

        return redacted(self, seat)

    @staticmethod
    def from_json(
        text: str,
        rules: Ruleset | None = None,
        plugins: object = (),
        *,
        only_from_start: bool = False,
    ) -> Game:
        """The game of a save, replayed move by move.

        Without `rules` they are compiled, from installed plugins by their exact names and from
        the plugin objects in `plugins`. Given `rules` must be those of the save, and nothing is
        loaded. With `only_from_start`, a game that began from a given position is refused, before
        the position is read. Raises `SaveError`, which says what is wrong and where.
        """
        from elfen.game.saves import from_json

        return from_json(text, rules, plugins, only_from_start)

    def save(self, path: str | PathLike[str], snapshot: bool = True) -> None:
        """Write the save to a file, completely or not at all; raises `SaveError`."""
        from elfen.game.saves.files import write_whole

        write_whole(path, self.to_json(snapshot))

    @staticmethod
    def load(
        path: str | PathLike[str],
        rules: Ruleset | None = None,
        plugins: object = (),
        *,
        only_from_start: bool = False,
    ) -> Game:
        """The game in a file; see `from_json`. Raises `SaveError`, which names the file."""
        from elfen.game.saves.files import read_whole

        text = read_whole(path)
        try:
            return Game.from_json(text, rules, plugins, only_from_start=only_from_start)
        except SaveError as error:
            raise SaveError(error.message, error.where, str(path)) from error.__cause__

    def view(self, seat: int | None) -> View:
        """What a seat (None: the public) may know now, including its own legal actions.

        Raises `PositionError` for a seat that does not play.
        """
        first = self._first or self
        try:
            views = first._views
        except AttributeError:
            views = first._begin_views()
        try:
            return views.view(self, seat, self._page)
        except Exception as error:
            self._rules._blame(self._state, error)
            raise

    def _begin_views(self) -> Views:
        from elfen.game.seen import Views

        self._views = views = Views(self._rules, self.players)
        return views


def refuse_no_game(game: object) -> None:
    """Raise `ElfenError` if this is no game."""
    if not isinstance(game, Game):
        raise ElfenError(f"{brief(game)} is no game: give one, such as rules.new_game(2)")


def _is(seat: object, other: int | None) -> bool:
    """Whether this is a seat, whatever it is: an array does not say."""
    try:
        return bool(seat == other)
    except FAULTS:
        return False


def game_again(
    begun: tuple[Ruleset, State, State, Dealer],
    pages: list[tuple[Any, ...]],
    state: State,
    dealer: Dealer,
) -> Game:
    """The game whose log begins like this and has these pages (without `before`)."""
    rules, start, first_state, first_dealer = begun
    page = Page(None, *pages[0])
    first = Game(rules, first_state, first_dealer, page)
    first._start = start
    if not pages[1:]:
        return first._with(dealer)
    for told in pages[1:]:
        page = Page(page, *told)
    return Game(rules, state, dealer, page, first)
