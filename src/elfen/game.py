"""A game for people: rules, state, log and dealer together, immutable like its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import frozen

from elfen.actions import Action
from elfen.agenda import Decide, Over, Pending
from elfen.chance import Outcome
from elfen.errors import ElfenError, IllegalAction, Reason
from elfen.state import State
from elfen.table import Position

if TYPE_CHECKING:
    from elfen.dealer import Dealer
    from elfen.ruleset import Ruleset
    from elfen.scoring import Standing
    from elfen.views import View


@frozen
class Entry:
    """A line of the log: what a seat did, or (seat None) what chance brought."""

    seat: int | None
    move: Action | Outcome

    def __str__(self) -> str:
        who = "chance" if self.seat is None else f"seat {self.seat}"
        return f"{who}: {self.move}"


class Page(NamedTuple):
    """What one decision brought, and the page before it: the log as a list that branches."""

    before: Page | None
    seat: int
    action: Action
    outcomes: tuple[Outcome, ...]
    dealer: Dealer


class Game:
    """A game at a decision, or over. `play` gives the next game and leaves this one as it is."""

    __slots__ = ("_dealer", "_dealt", "_first", "_legal", "_page", "_rules", "_state")

    def __init__(
        self,
        rules: Ruleset,
        state: State,
        dealer: Dealer,
        dealt: tuple[Outcome, ...] = (),
        first: Game | None = None,
        page: Page | None = None,
    ) -> None:
        """See `Ruleset.new_game`. `dealt` is the chance before the first decision; a later
        game has the `first` one and the last `page` of its log instead.
        """
        self._rules = rules
        self._state = state
        self._dealer = dealer
        self._dealt = dealt
        self._first = first
        self._page = page
        self._legal: tuple[Action, ...] | None = None

    @classmethod
    def begin(cls, rules: Ruleset, players: int, dealer: Dealer) -> Game:
        """Set the table up and resolve the chance of it."""
        played = rules.deal(rules.start(players), dealer)
        return cls(rules, played.state, played.dealer, played.outcomes)

    def __reduce__(self) -> tuple[Any, ...]:
        first = self._first or self
        root = (self._rules, first._state, first._dealer, first._dealt)
        return (_again, (root, [page[1:] for page in self._pages], self._state, self._dealer))

    def __repr__(self) -> str:
        item = self.pending
        what = f"over: {item.ending}" if isinstance(item, Over) else str(getattr(item, "name", ""))
        seat = f", seat {item.seat}" if isinstance(item, Decide) else ""
        return (
            f"<Game {self.rules.edition or '-'}: {self.players} players,"
            f" round {self.state.round}, {what}{seat}>"
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
    def players(self) -> int:
        """How many seats play."""
        return self.state.players

    @property
    def pending(self) -> Pending:
        """The decision that is due (a `Decide`), or `Over`."""
        return self.rules.pending(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return type(self._state.agenda[-1]) is Over

    @property
    def seat(self) -> int | None:
        """Whose decision is due; None when the game is over."""
        item = self.pending
        return item.seat if isinstance(item, Decide) else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """All actions of the seat that decides."""
        if self._legal is None:
            self._legal = tuple(self._rules.legal_actions(self._state))
        return self._legal

    @property
    def position(self) -> Position:
        """The whole state, read by names. It hides nothing: give players a `view`."""
        return Position(self.rules, self.state)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The seats by rank, each total explained; at any time as if the game ended now."""
        return self.rules.standings(self.state)

    def parse(self, text: str) -> Action:
        """The action of a line of notation; raises `NotationError`."""
        return self.rules.parse(text)

    def check(self, action: Action | str) -> Reason | None:
        """Why the action is not legal now, or None."""
        return self.rules.check(self.state, self.parse(action) if type(action) is str else action)  # type: ignore[arg-type]

    def play(self, action: Action | str, seat: int | None = None) -> Game:
        """The game after an action, or its notation, and the chance that follows.

        `seat`, if given, has to be the one that decides. Raises `IllegalAction` with the
        reason, or `NotationError`; this game stays as it is.
        """
        rules, state = self._rules, self._state
        item = state.agenda[-1]
        if type(action) is str:
            action = rules.parse(action)
        if seat is not None and seat != self.seat:
            whose = "nobody decides" if self.seat is None else f"seat {self.seat} decides"
            raise IllegalAction(Reason("core/seat", f"it is not seat {seat}'s turn: {whose}"))
        reason = rules.check(state, action)  # type: ignore[arg-type]
        if reason is not None:
            raise IllegalAction(reason)
        state, dealer, outcomes = rules.play(state, action, self._dealer)  # type: ignore[arg-type]
        page = Page(self._page, item.seat, action, outcomes, dealer)  # type: ignore[arg-type, union-attr]
        return Game(rules, state, dealer, (), self._first or self, page)

    @property
    def last(self) -> tuple[Entry, ...]:
        """What happened since the game before: the action, and the chance that followed."""
        page = self._page
        if page is None:
            return tuple(Entry(None, outcome) for outcome in self._dealt)
        return (Entry(page.seat, page.action), *(Entry(None, o) for o in page.outcomes))

    @property
    def log(self) -> tuple[Entry, ...]:
        """Everything that happened, chance included. It hides nothing."""
        return tuple(entry for game in self._line(states=False) for entry in game.last)

    @property
    def history(self) -> tuple[Game, ...]:
        """All games from the first to this one, a decision apart; made by replaying the log."""
        return (*self._line(states=True)[:-1], self)

    def undo(self) -> Game:
        """The game before the last decision, by replay; raises `ElfenError` at the start."""
        if self._page is None:
            raise ElfenError("nothing to undo: the game has just begun")
        return self._line(states=True)[-2]

    def fork(self, seed: int | str | None = None) -> Game:
        """The same game with other chance to come."""
        from elfen.dealer import Dealer

        dealer = Dealer.seeded(seed)
        return Game(self._rules, self._state, dealer, self._dealt, self._first, self._page)

    @property
    def _pages(self) -> list[Page]:
        """The pages of the log, the first one first."""
        pages: list[Page] = []
        page = self._page
        while page is not None:
            pages.append(page)
            page = page.before
        return pages[::-1]

    def _line(self, states: bool) -> list[Game]:
        """All games from the first one on; without `states` all have the first one's."""
        rules, first = self._rules, self._first or self
        line, state = [first], first._state
        for page in self._pages:
            if states:
                state = rules.advance(state, page.action)
                for outcome in page.outcomes:
                    state = rules.advance(state, outcome)
            line.append(Game(rules, state, page.dealer, (), first, page))
        return line

    def view(self, seat: int | None) -> View:
        """What a seat (None: the public) may know now, with its own legal actions."""
        return self.rules.observe(self.state, seat)


def _again(
    root: tuple[Any, ...], pages: list[tuple[Any, ...]], state: State, dealer: Dealer
) -> Game:
    """The game that was pickled."""
    first = Game(*root)
    page: Page | None = None
    for told in pages:
        page = Page(page, *told)
    if page is None:
        return Game(first._rules, state, dealer, first._dealt)
    return Game(first._rules, state, dealer, (), first, page)
