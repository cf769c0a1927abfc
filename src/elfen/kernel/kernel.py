"""The kernel: pure functions of compiled rules and a state. It knows no particular game.

Everything that happens in a game goes through here: a state waits for a decision or for chance, a
move answers it, and steps follow until the next state waits.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, Any, cast

from elfen.declare import (
    Action,
    Chance,
    Counts,
    Decide,
    Do,
    Drawn,
    Ext,
    GameEnded,
    Item,
    Memo,
    Outcome,
    Over,
    Pending,
    Rolled,
)
from elfen.errors import FAULTS, IllegalAction, PositionError, Reason, RulesetError
from elfen.kernel.chance import CompiledDraw, CompiledRoll
from elfen.kernel.dealer import Dealer
from elfen.kernel.items_made import NEXT_ROUND, Items
from elfen.kernel.listing import Check, Drawing, Listing, PlainDraw, Skip
from elfen.kernel.played import Played, PlayedTuple, Traced
from elfen.kernel.position import Fields, Position, open_position
from elfen.kernel.refusals import (
    game_is_over,
    left_to_chance,
    no_answer,
    refuse_chance,
    refuse_dealer,
    refuse_headcount,
    refuse_move,
    refuse_table,
)
from elfen.kernel.state import State, state_after
from elfen.kernel.table import Table, close_table, open_table

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

    from elfen.declare import Board, InPlay, Layout, Owned, Slot, Stock
    from elfen.declare.given import Ruleset
    from elfen.knowledge import Change, Knowledge

_STEPS_AT_ONCE = range(10_000)

#: After so many blanks in a row an action is drawn from the list.
_TICKETS = range(8)

_tuple = tuple.__new__


class Kernel:
    """What `Ruleset` does to states. Its attributes are made by `RulesInTheMaking`."""

    player_counts: tuple[int, ...]
    fewest_players: int
    most_players: int
    board: Board
    in_play: InPlay
    layout: Layout
    stock: tuple[Owned[Stock], ...]
    items: Items
    slots: dict[str, Slot[Any]]
    knowledge: Knowledge
    changes: tuple[tuple[Change | None, ...], ...]

    _steps: dict[str, Callable[[Table, Do], None]]
    _chance: dict[str, CompiledDraw | CompiledRoll]
    _plain_draws: dict[str, PlainDraw]
    _legal: dict[str, Listing]
    _lotteries: dict[str, Drawing]
    _answers: dict[str, dict[type[Action], tuple[Check, bool]]]
    _apply: dict[type[Action | Outcome], Callable[[Table, Any, Any], None]]
    _short: dict[type[Action | Outcome], Callable[[State, Any], State | None]]
    _skips: dict[str, Skip]
    _restricted: dict[type[Action], tuple[Check, ...]]
    _starts: Memo[int, State]

    # Attributes and methods of an object without a dictionary are found fastest.
    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        self.items = Items()
        self._starts = Memo(self._start)

    def start(self, players: int) -> State:
        """The state before anything is set up by chance: all stock in place, boots at the start.

        Raises `RulesetError` for a number of players that the rules do not allow.
        """
        refuse_headcount(players, self.player_counts)
        try:
            return self._starts[players]
        except FAULTS as error:
            self._blame(None, error, asked=False)
            raise

    def _start(self, players: int) -> State:
        zones = self.stocked(players)
        ext = Ext({name: slot.start(players) for name, slot in self.slots.items()})
        blank = State(
            zones,
            (self.in_play.boots(ext),) * players,
            (0,) * players,
            ((),) * len(self.board.routes),
            0,
            (),
            ext,
            self.knowledge.begin(zones),
        )
        table = open_table(self, blank)
        table.do(NEXT_ROUND)
        table.run("setup")
        self._settle(table)
        return close_table(table)

    def pending(self, state: State) -> Pending:
        """What the state waits for: a `Decide`, a `Chance`, or nothing (`Over`).

        Raises `PositionError`, as all that ask about a state do, for what is none.
        """
        try:
            return state.agenda[-1]  # type: ignore[return-value]
        except FAULTS as error:
            self._blame(state, error)
            raise

    def legal_actions(self, state: State) -> list[Action]:
        """Every legal action of the seat that decides, in a fixed order; [] if none decides."""
        try:
            item = state.agenda[-1]
            if type(item) is not Decide:
                return []
            legal, others, always, bare, simple = self._legal[item.name]
            seat, zones = item.seat, state.zones
            if simple:
                out = [*legal(state, seat)]
                for legal, places, none, _ in others:
                    if places is None or zones[places[seat]] != none:
                        out += legal(state, seat)
                out += always
                return out
            position = open_position(self, state)
            out = [*legal(state if bare else position, seat)]
            for legal, places, none, bare in others:
                if places is None or zones[places[seat]] != none:
                    out += legal(state if bare else position, seat)
            out += always
            return self._allowed(position, seat, out) if self._restricted else out
        except FAULTS as error:
            self._blame(state, error)
            raise

    def sample_action(self, state: State, rng: Random) -> Action | None:
        """One of `legal_actions(state)`, each with equal probability; None if nobody decides.

        That is faster than to list them where the types of long lists have a `Lottery`. Raises
        `SeedError` if `rng` is needed and is no `random.Random`.
        """
        try:
            item = state.agenda[-1]
            if type(item) is not Decide:
                return None
            drawing = self._lotteries.get(item.name)
            if drawing is None:
                actions = self.legal_actions(state)
                return actions[int(rng.random() * len(actions))] if actions else None
            types, always, simple = drawing
            seat, zones, draws, total = item.seat, state.zones, [], len(always)
            position: Any = state if simple else open_position(self, state)
            for hold, draw, places, none, bare in types:
                if places is None or zones[places[seat]] != none:
                    held = hold(state if bare else position, seat)
                    if held[0]:
                        draws.append((held[0], draw, held))
                        total += held[0]
            for _ in _TICKETS:
                ticket = int(rng.random() * total)
                for n, draw, held in draws:
                    if ticket < n:
                        action = draw(held, ticket)
                        break
                    ticket -= n
                else:
                    action = always[ticket] if always else None
                if action is not None and (
                    simple or self._forbidden(position, seat, action) is None
                ):
                    return action
        except FAULTS as error:
            refuse_chance(rng)
            self._blame(state, error)
            raise
        actions = self.legal_actions(state)
        return actions[int(rng.random() * len(actions))] if actions else None

    def check(self, state: State, move: Action | Outcome) -> Reason | None:
        """Why an action (or, if chance is due, an outcome) is not legal; None if it is."""
        try:
            item = state.agenda[-1]
            if type(item) is Decide:
                answer = self._answers[item.name].get(type(move))  # type: ignore[arg-type]
                if answer is None:
                    return no_answer(cast("Ruleset", self), item, move)
                check, bare = answer
                given = state if bare else open_position(self, state)
                reason = check(given, item.seat, move)
                if reason is None and self._restricted:
                    reason = self._forbidden(open_position(self, state), item.seat, move)
                return reason
            if type(item) is Chance:
                if not isinstance(move, (Drawn, Rolled)):
                    return left_to_chance(item)
                return self._chance[item.name].check(open_position(self, state), item, move)
        except FAULTS as error:
            self._blame(state, error)
            raise
        return game_is_over()

    def apply(self, state: State, move: Action | Outcome) -> State:
        """The state after a legal action or outcome; raises `IllegalAction` for others."""
        reason = self.check(state, move)
        if reason is not None:
            raise IllegalAction(reason)
        return self.advance(state, move)

    def advance(self, state: State, move: Action | Outcome) -> State:
        """`apply` without the check: for search, where moves are known to be legal.

        Raises `ElfenError` for what is no move of these rules at all.
        """
        try:
            after = self._short[type(move)](state, move)
            if after is not None:
                return after
            table = open_table(self, state)
            self._apply[type(move)](table, table.agenda.pop(), move)
            self._settle(table)
        except FAULTS as error:
            refuse_move(self._apply, move)
            self._blame(state, error)
            raise
        return close_table(table)

    def play(self, state: State, action: Action, dealer: Dealer) -> Played:
        """`advance`, then let the dealer resolve chance until a decision or the end of the game.

        Raises as `advance` does, and `SeedError` if a `Dealer` is needed and this is none.
        """
        return _tuple(Played, self.played(state, action, dealer))

    def played(self, state: State, action: Action, dealer: Dealer) -> PlayedTuple:
        """As `play`, but as a plain tuple, which is faster."""
        try:
            after = self._short[type(action)](state, action)
            if after is not None:
                if type(after.agenda[-1]) is not Chance:
                    return after, dealer, (), ()
                return self._draw(after, dealer) or self._resolve(open_table(self, after), dealer)
            table = open_table(self, state)
            self._apply[type(action)](table, table.agenda.pop(), action)
            if self._settle(table) is Chance:
                return self._resolve(table, dealer)
        except FAULTS as error:
            refuse_dealer(dealer)
            refuse_move(self._apply, action)
            self._blame(state, error)
            raise
        return close_table(table), dealer, (), ()

    def deal(self, state: State, dealer: Dealer) -> Played:
        """Let the dealer resolve the chance that is due, until a decision or the game's end.

        Raises `SeedError` for what is no `Dealer`.
        """
        return _tuple(Played, self.dealt(state, dealer))

    def dealt(self, state: State, dealer: Dealer) -> PlayedTuple:
        """As `deal`, but as a plain tuple, which is faster."""
        try:
            return self._draw(state, dealer) or self._resolve(open_table(self, state), dealer)
        except FAULTS as error:
            refuse_dealer(dealer)
            self._blame(state, error)
            raise

    def trace(self, state: State, move: Action | Outcome) -> Traced:
        """`apply`, with the typed events of the step; also raises `IllegalAction`."""
        from elfen.kernel.tracing import TracedTable

        reason = self.check(state, move)
        if reason is not None:
            raise IllegalAction(reason)
        table = open_table(self, state, TracedTable)
        table.events = []
        try:
            self._apply[type(move)](table, table.agenda.pop(), move)
            if self._settle(table) is Over:
                table.events.append(GameEnded(str(table.ending)))
        except FAULTS as error:
            self._blame(state, error)
            raise
        return Traced(table.freeze(), tuple(table.events))

    def follow(self, table: Table, moves: Iterable[Action | Outcome]) -> None:
        """Carry out legal moves on a table, and what follows, without checks or short cuts.

        For tables that note what happens on them: one table can follow a whole game, move by move.
        Each move is taken from `moves` when the one before it has been carried out. Raises
        `PositionError` for what is no table, and `ElfenError` for what is no move of these rules.
        """
        refuse_table(table)
        apply, settle, agenda, move = self._apply, self._settle, table.agenda, None
        try:
            for move in moves:
                apply[type(move)](table, agenda.pop(), move)
                if type(agenda[-1]) is not Chance:
                    settle(table)
        except FAULTS as error:
            refuse_move(apply, move)
            self._blame(None, error, asked=False)
            raise

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """The possible outcomes of the chance that is due, with exact probabilities.

        A draw of several pieces is listed one piece at a time.
        """
        try:
            item = state.agenda[-1]
            if type(item) is not Chance:
                return ()
            return self._chance[item.name].outcomes(open_position(self, state), item)
        except FAULTS as error:
            self._blame(state, error)
            raise

    def sample(self, state: State, dealer: Dealer) -> tuple[Outcome, Dealer]:
        """One outcome of the chance that is due, and the next dealer.

        A draw gives all its pieces at once. Raises `PositionError` if no chance is due,
        and `SeedError` for what is no `Dealer`.
        """
        try:
            item = state.agenda[-1]
            if type(item) is not Chance:
                raise PositionError("no draw or roll is due")
            shuffler = dealer.shuffler()
            outcome = self._chance[item.name].sample(open_position(self, state), item, shuffler)
        except FAULTS as error:
            refuse_dealer(dealer)
            self._blame(state, error)
            raise
        return outcome, shuffler.freeze()

    def _happen(self, table: Table, item: Chance, outcome: Outcome) -> None:
        """Carry out an outcome of chance."""
        self._chance[item.name].apply(table, item, outcome)  # type: ignore[arg-type]

    def _settle(self, table: Table) -> type[Item]:
        """Run steps, and take or skip decisions without a choice, until something waits."""
        agenda, steps = table.agenda, self._steps
        for _ in _STEPS_AT_ONCE:
            item: Any = agenda[-1]
            kind = type(item)
            if kind is Do:
                del agenda[-1]
                steps[item.name](table, item)
            elif kind is Decide:
                skip = self._skips.get(item.name)
                if skip is None:
                    return kind
                zones, offers, forced = skip
                seat = item.seat
                for indexes, none in zones:
                    if table.zones[indexes[seat]] != none:
                        return kind
                for offered in offers:
                    if offered(table, seat):
                        return kind
                del agenda[-1]
                if forced is not None:
                    self._apply[type(forced)](table, item, forced)
            else:
                return kind
        raise RulesetError(
            f"{len(_STEPS_AT_ONCE)} steps without a decision, a draw or an end, the last"
            f" one {agenda[-1]}; a step seems to put itself on the agenda again"
        )

    def _resolve(self, table: Table, dealer: Dealer) -> PlayedTuple:
        """Let the dealer resolve all chance that is due, and freeze the table."""
        outcomes: list[Outcome] = []
        chances: list[Chance] = []
        agenda, shuffler = table.agenda, dealer.shuffler()
        while type(item := agenda.pop()) is Chance:
            outcomes.append(self._chance[item.name].resolve(table, item, shuffler))
            chances.append(item)
            if type(agenda[-1]) is not Chance:
                self._settle(table)
        agenda.append(item)
        return close_table(table), shuffler.freeze(), tuple(outcomes), tuple(chances)

    def _draw(self, state: State, dealer: Dealer) -> PlayedTuple | None:
        """`dealt` for a single draw, the most common case; None if the case is not that simple."""
        agenda = [*state.agenda]
        item: Any = agenda.pop()
        found = self._plain_draws.get(item.name) if type(item) is Chance else None
        if found is None:
            return None
        draw, sure = found
        following = agenda[-1]
        if type(following) is Chance:
            return None
        outcome: Outcome
        source, target = draw.source, draw.targets[item.seat or 0]
        zones = [*state.zones]
        n: Any = item.data[0]
        if n == 1:
            pool = [*zones[source]]
            below = [*accumulate(pool)]
            total = below[-1]
            if not total:
                return None
            number, dealer = dealer.below(total)
            kind = bisect_right(below, number)
            pool[kind] -= 1
            zones[source] = tuple(pool)
            there = [*zones[target]]
            there[kind] += 1
            zones[target] = tuple(there)
            outcome = draw.singles[kind]
        else:
            if n > sum(zones[source]):
                return None
            counts, zones[source], dealer = dealer.draw(zones[source], n)
            zones[target] = tuple(map(add, zones[target], counts))
            outcome = draw.drawn[counts]
        after = state_after(state, tuple(zones), tuple(agenda))
        if type(following) is Decide and (following.name in sure or self.asks(following, zones)):
            return after, dealer, (outcome,), (item,)
        table = open_table(self, after)
        if self._settle(table) is not Chance:
            return close_table(table), dealer, (outcome,), (item,)
        after, dealer, outcomes, chances = self._resolve(table, dealer)
        return after, dealer, (outcome, *outcomes), (item, *chances)

    def asks(self, item: Decide, zones: Sequence[Counts]) -> bool:
        """Whether pieces in these zones make it certain that a decision waits once it is on top.

        If not, it may be taken without asking, or skipped; `settled` finds out.
        """
        skip = self._skips.get(item.name)
        if skip is None:
            return True
        seat = item.seat
        for indexes, none in skip[0]:  # noqa: SIM110
            if zones[indexes[seat]] != none:
                return True
        return False

    def settled(self, state: State) -> State:
        """The state in which something waits, after everything that is due before.

        For a short cut that leads to pending steps, or to a decision that may be taken without
        asking.
        """
        try:
            table = open_table(self, state)
            self._settle(table)
        except FAULTS as error:
            self._blame(state, error)
            raise
        return close_table(table)

    def _allowed(self, position: Position, seat: int, actions: list[Action]) -> list[Action]:
        return [a for a in actions if self._forbidden(position, seat, a) is None]

    def _forbidden(self, position: Position, seat: int, action: Any) -> Reason | None:
        for forbids in self._restricted.get(type(action), ()):
            reason = forbids(position, seat, action)
            if reason is not None:
                return reason
        return None

    def would_forbid(self, position: Fields, due: Decide, action: Action) -> Reason | None:
        """What restrictions would say of an action if a decision were due in this position.

        For a rule that asks for an answer right after an action: it lists that action only if
        other plugins leave an answer. None if nothing forbids it; whether its own rules allow it is
        not looked at.
        """
        if type(action) not in self._restricted:
            return None
        asked = open_position(self, position)
        asked.agenda = (*asked.agenda, due)
        return self._forbidden(asked, due.seat, action)

    def _blame(self, state: State | None, error: BaseException, *, asked: bool = True) -> None:
        """Raise `RuleFailed` if a plugin's rule has failed, `PositionError` if that is no state."""
        from elfen.kernel.failures import blame

        blame(cast("Ruleset", self), state, error, asked=asked)

    def stocked(self, players: int) -> tuple[Counts, ...]:
        """All zones with their stock, as at the start of a game.

        Raises `RulesetError` for a number of players that the rules do not allow.
        """
        refuse_headcount(players, self.player_counts)
        zones: list[list[int]] = []
        for index in range(self.layout.size(players)):
            zone, _ = self.layout.zone_at(index)
            counts = [0] * len(self.layout.kinds_of(zone))
            for owned in self.stock:
                if owned.entry.zone is zone:
                    for kind in owned.entry.kinds:
                        counts[self.layout.kinds_of(zone).index(kind)] += owned.entry.count
            zones.append(counts)
        return tuple(tuple(counts) for counts in zones)
