"""Games to and from the lines of a log, replayed move by move; the kernel checks each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from elfen.declare import Chance, Decide
from elfen.errors import ElfenError, Message, SaveError, brief, raised
from elfen.game.game import game_again
from elfen.game.saves import states
from elfen.game.saves.document import MISSING, SavedBeginning, SavedDealer, SavedLine, structured
from elfen.kernel import Dealer, is_position

if TYPE_CHECKING:
    from elfen.declare import Action, Outcome
    from elfen.game.game import Game, Page
    from elfen.game.ruleset import Ruleset
    from elfen.kernel import State

P = ParamSpec("P")
T = TypeVar("T")

#: The content of a page of a log, without the page before it.
Told = tuple["int | None", "Action | None", "tuple[Outcome, ...]", "tuple[Chance, ...]", Dealer]


class Replay:
    """Rebuilds a game from its beginning and lines; raises `SaveError` with the place."""

    def __init__(self, rules: Ruleset, players: int, begin: Any) -> None:
        saved = structured(begin, SavedBeginning, "begin")
        self.rules = rules
        self.dealer = _dealer(saved.dealer, None, "begin.dealer")
        self.start = self._start(players, saved.state)
        self.state = self.start
        outcomes, chances = self._chance(saved.chance, "begin")
        self._begun = (rules, self.start, self.state, self.dealer)
        self._pages: list[Told] = [(None, None, outcomes, chances, self.dealer)]

    def _start(self, players: int, state: Any) -> State:
        if state is None:
            return _asked("players", self.rules.start, players)
        start = states.read(self.rules, state, "begin.state")
        if start.players != players:
            raise SaveError(f"{players}, but {start.players} play in begin.state", "players")
        return start

    def line(self, number: int, line: Any) -> None:
        """Make the move of a line of the log."""
        where = f"log[{number}]"
        saved = structured(line, SavedLine, where)
        item = self.rules.pending(self.state)
        if not isinstance(item, Decide):
            text = "the game is over before this line"
            raise SaveError(Message("save/over", text), where)
        if saved.seat != item.seat:
            text = "{seat}, but seat {due} decides"
            told = Message("save/seat", text, seat=str(saved.seat), due=str(item.seat))
            raise SaveError(told, f"{where}.seat")
        place = f"{where}.action"
        action = _asked(place, self.rules.parse, saved.action)
        self._make(action, place)
        outcomes, chances = self._chance(saved.chance, where)
        if saved.dealer is not None:
            self.dealer = _dealer(saved.dealer, self.dealer, f"{where}.dealer")
        self._pages.append((saved.seat, action, outcomes, chances, self.dealer))

    def _chance(
        self, saved: tuple[str, ...], where: str
    ) -> tuple[tuple[Outcome, ...], tuple[Chance, ...]]:
        """Make the outcomes of chance, which must be all that are due."""
        outcomes: list[Outcome] = []
        chances: list[Chance] = []
        for number, text in enumerate(saved):
            place = f"{where}.chance[{number}]"
            item = self.rules.pending(self.state)
            if not isinstance(item, Chance):
                text = "nothing is left to chance here"
                raise SaveError(Message("save/no-chance", text), place)
            outcome = _asked(place, self.rules.notation.outcome, text)
            self._make(outcome, place)
            outcomes.append(outcome)
            chances.append(item)
        due = self.rules.pending(self.state)
        if isinstance(due, Chance):
            text = "{name} is left to chance, but has no outcome"
            raise SaveError(Message("save/chance", text, name=due.name), f"{where}.chance")
        return tuple(outcomes), tuple(chances)

    def _make(self, move: Action | Outcome, where: str) -> None:
        reason = _asked(where, self.rules.check, self.state, move)
        if reason is not None:
            text = "{move} is not legal here: {reason}"
            told = Message("save/illegal", text, move=repr(str(move)), reason=reason.text)
            raise SaveError(told, where)
        self.state = _asked(where, self.rules.advance, self.state, move)

    def end(self, dealer: Any) -> Game:
        """The game, with this dealer for the chance to come."""
        saved = structured(dealer, SavedDealer, "dealer")
        _asked("begin.state", self.rules.legal_actions, self.state)
        last = _dealer(saved, self.dealer, "dealer")
        if not self._pages[1:] and last != self.dealer:
            text = "it is not that of begin, though nothing is in the log"
            raise SaveError(Message("save/dealer", text), "dealer")
        return game_again(self._begun, self._pages, self.state, last)


def lines(pages: list[Page], begun: Dealer) -> list[dict[str, Any]]:
    """The lines of a log, all pages but the first; `begun` is the dealer of the beginning."""
    found = []
    before = begun
    for page in pages[1:]:
        line: dict[str, Any] = {"seat": page.seat, "action": str(page.action)}
        if page.outcomes:
            line["chance"] = [str(outcome) for outcome in page.outcomes]
        if page.dealer != before:
            line["dealer"] = dealer(page.dealer, before)
        before = page.dealer
        found.append(line)
    return found


def dealer(dealer: Dealer, before: Dealer | None = None) -> dict[str, Any]:
    """A dealer; its seed is left out if it is the same as before."""
    if before is not None and before.seed == dealer.seed:
        return {"position": dealer.position}
    return {"position": dealer.position, "seed": dealer.seed.hex()}


def _dealer(saved: SavedDealer, before: Dealer | None, where: str) -> Dealer:
    if not is_position(saved.position):
        text = "{n} is no position of a dealer"
        told = Message("save/position", text, n=brief(saved.position))
        raise SaveError(told, f"{where}.position")
    if saved.seed is None:
        if before is None:
            raise SaveError(MISSING, f"{where}.seed")
        return Dealer(before.seed, saved.position)
    try:
        seed = bytes.fromhex(saved.seed)
    except ValueError:
        seed = None
    if seed is None or seed.hex() != saved.seed:
        text = "expected pairs of the digits 0 to 9 and a to f"
        raise SaveError(Message("save/seed", text), f"{where}.seed")
    return Dealer(seed, saved.position)


def _asked(where: str, ask: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The rules' answer. A plugin may meet values that it never made, and raise anything."""
    try:
        return ask(*given, **named)
    except ElfenError as error:
        raise SaveError(error.said, where) from error
    except Exception as error:
        raise SaveError(raised(error), where) from error
