"""The compiled rules of a game: a frozen value, and the kernel's pure functions.

Nothing here knows a game. While plugins are compiled, attributes appear stage by stage;
afterwards nothing changes but caches, which are bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from attrs import frozen

from elfen.actions import Action, ActionType, Decision, Restriction
from elfen.agenda import Chance, Data, Decide, Do, Item, Pending
from elfen.board import Board
from elfen.builder import Builder
from elfen.chance import CompiledDraw, CompiledRoll, Drawn, Outcome, Rolled
from elfen.dealer import Dealer
from elfen.errors import IllegalAction, PositionError, Reason, RulesetError
from elfen.fingerprint import fingerprint
from elfen.items import Items
from elfen.kinds import Kind, Pieces, Stock
from elfen.layout import Layout
from elfen.manifest import Option, OptionValue
from elfen.memo import Memo
from elfen.payments import PaymentTable, PaymentTables
from elfen.scoring import Ending, Result, Standing, results, standings
from elfen.state import Counts, Ext, Slot, State
from elfen.table import Position, Table, close_table, open_position, open_table
from elfen.validate import problems
from elfen.zones import Visibility

if TYPE_CHECKING:
    from fractions import Fraction

    from elfen.costs import CostTerm, Need
    from elfen.crossings import Quotes
    from elfen.discovery import Plugin
    from elfen.events import EventType
    from elfen.families import Knowledge
    from elfen.game import Game
    from elfen.knowledge import Change
    from elfen.known import KnownTo
    from elfen.lists import Owned
    from elfen.notation import Notation
    from elfen.quotes import Quote
    from elfen.sight import Sight
    from elfen.steps import Phase, SetupStep, Step
    from elfen.terrain import Terrain
    from elfen.views import Observation

T = TypeVar("T")

Check = Callable[[Position, int, Any], "Reason | None"]
Legal = Callable[[Position, int], Sequence[Action]]
Offered = Callable[[Position, int], bool]

#: The functions that list a decision's actions, and the actions that are always open.
Listing = tuple[tuple[Legal, ...], tuple[Action, ...]]

#: A decision is taken without asking (by the action, if any) when these zones, by seat, are
#: all empty and none of these functions holds.
Skip = tuple[tuple[tuple[int, ...], ...], tuple[Offered, ...], "Action | None"]

NEXT_ROUND = "core/next-round"
_MOST_ITEMS = 4096
_MOST_STEPS_AT_ONCE = 10_000

_tuple = tuple.__new__


@frozen
class Recipe:
    """What a ruleset is compiled from; a pickled ruleset is its recipe."""

    modules: tuple[tuple[str, Any], ...]
    edition: str | None
    options: Mapping[str, OptionValue]
    board: Board | None


class Played(NamedTuple):
    """A step with its chance: the state, the dealer after it, and the outcomes in order.

    `chances` has the agenda item that each outcome answers.
    """

    state: State
    dealer: Dealer
    outcomes: tuple[Outcome, ...]
    chances: tuple[Chance, ...]


@frozen
class Traced:
    """A step with what happened in it."""

    state: State
    events: tuple[object, ...]


class Ruleset:
    """Compiled rules. Make one with `elfen.compile_ruleset`."""

    plugins: tuple[Plugin, ...]
    options: dict[tuple[str, str], Option]
    option_values: dict[tuple[str, str], OptionValue]
    edition: str | None
    fewest_players: int
    most_players: int
    terrains: dict[str, Terrain]
    board: Board
    layout: Layout
    kind_owner: dict[Kind, str]
    zone_owner: dict[str, str]
    visibility: dict[str, Visibility]
    knowledge: Knowledge
    known_to: KnownTo
    changes: tuple[tuple[Change | None, ...], ...]
    stock: tuple[Owned[Stock], ...]
    slots: dict[str, Slot[Any]]
    slot_owner: dict[str, str]
    cost_terms: tuple[Owned[CostTerm], ...]
    quotes: Quotes
    procedures: dict[str, tuple[Owned[SetupStep | Phase | Step], ...]]
    chances: tuple[Owned[Any], ...]
    decisions: tuple[Owned[Decision], ...]
    action_types: tuple[Owned[ActionType[Any]], ...]
    restrictions: tuple[Owned[Restriction], ...]
    notation: Notation
    ending_list: tuple[Owned[Ending], ...]
    endings: tuple[Ending, ...]
    score_lines: tuple[Owned[Any], ...]
    tie_breaks: tuple[Owned[Any], ...]
    ranking_list: tuple[Owned[Any], ...]
    invariants: tuple[Owned[Any], ...]
    advice: tuple[Owned[Any], ...]
    event_types: tuple[Owned[EventType[Any]], ...]
    sight: Sight

    # What the kernel goes by; made by `RulesInTheMaking`.
    _steps: dict[str, Callable[[Table, Do], None]]
    _chance: dict[str, CompiledDraw | CompiledRoll]
    _legal: dict[str, Listing]
    _answers: dict[str, dict[type[Action], Check]]
    _apply: dict[type[Action], Callable[[Table, Decide, Any], None]]
    _skips: dict[str, Skip]
    _restricted: dict[type[Action], tuple[Check, ...]]
    _piece_towns: int
    _payment_tables: PaymentTables

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.items = Items()
        self._starts: Memo[int, State] = Memo(self._start)
        self._option = Memo(self._find_option)
        self._once: dict[Any, Any] = {}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a ruleset is frozen: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        from elfen.compiler import compile_recipe

        return (compile_recipe, (self.recipe,))

    def __repr__(self) -> str:
        names = ", ".join(f"{p.name} {p.manifest.rules_version}" for p in self.plugins)
        return f"<Ruleset {self.edition or '-'}: {names}>"

    # The kernel ------------------------------------------------------------------------

    def start(self, players: int) -> State:
        """The state before anything is set up by chance: all stock in place, boots at the capital.

        Raises `RulesetError` for a number of players that the rules do not allow.
        """
        if type(players) is not int or not self.fewest_players <= players <= self.most_players:
            raise RulesetError(
                f"{players!r} players: these rules are for {self.fewest_players} to"
                f" {self.most_players}"
            )
        try:
            return self._starts[players]
        except Exception as error:
            self._blame(None, error)
            raise

    def _start(self, players: int) -> State:
        blank = State(
            self.stocked(players),
            (self.board.town_number[self.board.capital],) * players,
            (0,) * players,
            ((),) * len(self.board.routes),
            0,
            (),
            Ext({name: slot.start(players) for name, slot in self.slots.items()}),
            self.knowledge.begin(self.stocked(players)),
        )
        table = open_table(self, blank)
        table.do(NEXT_ROUND)
        table.run("setup")
        self._settle(table)
        return close_table(table)

    def pending(self, state: State) -> Pending:
        """What the state waits for: a `Decide`, a `Chance`, or nothing any more (`Over`)."""
        return state.agenda[-1]  # type: ignore[return-value]

    def legal_actions(self, state: State) -> list[Action]:
        """Every action open to the seat that decides, in a fixed order; [] if none decides."""
        item = state.agenda[-1]
        if type(item) is not Decide:
            return []
        position = open_position(self, state)
        seat = item.seat
        listings, always = self._legal[item.name]
        out: list[Action] = []
        try:
            for legal in listings:
                out += legal(position, seat)
            out += always
            if self._restricted:
                return [a for a in out if self._forbidden(position, seat, a) is None]
        except Exception as error:
            self._blame(state, error)
            raise
        return out

    def check(self, state: State, move: Action | Outcome) -> Reason | None:
        """Why an action (or, when chance is due, an outcome) is not legal; None if it is."""
        item = state.agenda[-1]
        if type(item) is Decide:
            answer = self._answers[item.name].get(type(move))  # type: ignore[arg-type]
            if answer is None:
                return self._no_answer(item, move)
            position = open_position(self, state)
            try:
                reason = answer(position, item.seat, move)
                if reason is None and self._restricted:
                    return self._forbidden(position, item.seat, move)
            except Exception as error:
                self._blame(state, error)
                raise
            return reason
        if type(item) is Chance:
            if not isinstance(move, (Drawn, Rolled)):
                return Reason("core/chance", f"nobody decides now: {item.name} is left to chance")
            try:
                return self._chance[item.name].check(open_position(self, state), item, move)
            except Exception as error:
                self._blame(state, error)
                raise
        return Reason("core/over", "the game is over")

    def apply(self, state: State, move: Action | Outcome) -> State:
        """The state after a legal action or outcome; raises `IllegalAction` for another."""
        reason = self.check(state, move)
        if reason is not None:
            raise IllegalAction(reason)
        return self.advance(state, move)

    def advance(self, state: State, move: Action | Outcome) -> State:
        """`apply` without the check: for search, where the move comes from the list."""
        table = open_table(self, state)
        try:
            self._take(table, move)
        except Exception as error:
            self._blame(state, error)
            raise
        return close_table(table)

    def play(self, state: State, action: Action, dealer: Dealer) -> Played:
        """`advance`, then let the dealer resolve chance until someone decides or it is over."""
        table = open_table(self, state)
        try:
            if self._take(table, action) is Chance:
                return self._resolve(table, dealer)
        except Exception as error:
            self._blame(state, error)
            raise
        return _tuple(Played, (close_table(table), dealer, (), ()))

    def deal(self, state: State, dealer: Dealer) -> Played:
        """Let the dealer resolve the chance that is due, until someone decides or it is over."""
        try:
            return self._resolve(open_table(self, state), dealer)
        except Exception as error:
            self._blame(state, error)
            raise

    def trace(self, state: State, move: Action | Outcome) -> Traced:
        """`apply`, and the typed events of the step; raises `IllegalAction` as it does."""
        reason = self.check(state, move)
        if reason is not None:
            raise IllegalAction(reason)
        events: list[object] = []
        table = open_table(self, state, events)
        try:
            self._take(table, move)
        except Exception as error:
            self._blame(state, error)
            raise
        return Traced(close_table(table), tuple(events))

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """What chance may bring next, one draw at a time, with exact probabilities."""
        item = state.agenda[-1]
        if type(item) is not Chance:
            return ()
        try:
            return self._chance[item.name].outcomes(open_position(self, state), item)
        except Exception as error:
            self._blame(state, error)
            raise

    def sample(self, state: State, dealer: Dealer) -> tuple[Outcome, Dealer]:
        """One outcome of the chance that is due (all pieces of a draw at once), and the dealer.

        Raises `PositionError` if nothing is left to chance.
        """
        item = state.agenda[-1]
        if type(item) is not Chance:
            raise PositionError("nothing is left to chance here")
        shuffler = dealer.shuffler()
        try:
            outcome = self._chance[item.name].sample(open_position(self, state), item, shuffler)
        except Exception as error:
            self._blame(state, error)
            raise
        return outcome, shuffler.freeze()

    def _take(self, table: Table, move: Action | Outcome) -> type[Item]:
        """Carry out a move, and whatever steps follow; the type of the item that waits then."""
        item = table.agenda.pop()
        if type(item) is Decide:
            self._apply[type(move)](table, item, move)  # type: ignore[index]
        elif type(item) is Chance:
            self._chance[item.name].apply(table, item, move)  # type: ignore[arg-type]
        return self._settle(table)

    def _settle(self, table: Table) -> type[Item]:
        """Run steps, and take decisions that all can see are forced, until something waits."""
        agenda, steps = table.agenda, 0
        while True:
            item = agenda[-1]
            kind = type(item)
            if kind is Decide:
                skip = self._skips.get(item.name)  # type: ignore[union-attr]
                if skip is None:
                    return kind
                zones, offers, forced = skip
                seat = item.seat  # type: ignore[union-attr]
                for indexes in zones:
                    if any(table.zones[indexes[seat]]):  # type: ignore[index]
                        return kind
                for offered in offers:
                    if offered(table, seat):  # type: ignore[arg-type]
                        return kind
                agenda.pop()
                if forced is not None:
                    self._apply[type(forced)](table, item, forced)  # type: ignore[arg-type]
            elif kind is Do:
                agenda.pop()
                self._steps[item.name](table, item)  # type: ignore[union-attr, arg-type]
            else:
                return kind
            steps += 1
            if steps > _MOST_STEPS_AT_ONCE:
                break
        raise RulesetError(
            f"{_MOST_STEPS_AT_ONCE} steps without a decision, a draw or an end, the last"
            f" one {agenda[-1]}; a step seems to put itself on the agenda again"
        )

    def _resolve(self, table: Table, dealer: Dealer) -> Played:
        """Let the dealer resolve all chance that is due, and freeze the table."""
        outcomes: tuple[Outcome, ...] = ()
        chances: tuple[Chance, ...] = ()
        agenda, shuffler = table.agenda, dealer.shuffler()
        waits: type[Item] = type(agenda[-1])
        while waits is Chance:
            item: Any = agenda.pop()
            outcomes += (self._chance[item.name].resolve(table, item, shuffler),)
            chances += (item,)
            waits = self._settle(table)
        return _tuple(Played, (close_table(table), shuffler.freeze(), outcomes, chances))

    def _forbidden(self, position: Position, seat: int, action: Any) -> Reason | None:
        for forbids in self._restricted.get(type(action), ()):
            reason = forbids(position, seat, action)
            if reason is not None:
                return reason
        return None

    def _blame(self, state: State | None, error: Exception) -> None:
        """Raise `RuleFailed` if a rule of a plugin raised the exception."""
        from elfen.failures import blame

        blame(self, state, error)

    def _no_answer(self, item: Decide, move: object) -> Reason:
        verbs = ", ".join(cls.verb for cls in self._answers[item.name])
        said = f"{str(move)!r}" if isinstance(move, (Action, Drawn, Rolled)) else f"{move!r}"
        return Reason(
            "core/no-answer",
            f"{said} does not answer {item.name} (seat {item.seat}); it takes: {verbs}",
        )

    # Games, views, scores --------------------------------------------------------------

    def new_game(self, players: int, seed: int | str | None = None) -> Game:
        """A game at its first decision. Without a seed, its chance is nobody's to foresee."""
        from elfen.game import Game

        return Game.begin(self, self.start(players), Dealer.seeded(seed))

    def game_from(self, state: State, seed: int | str | None = None) -> Game:
        """A game that begins at a state, such as one from `build`; chance that is due is resolved.

        Raises `PositionError` if something is wrong with the state.
        """
        from elfen.game import Game

        wrong = self.validate(state)
        if wrong:
            raise PositionError("; ".join(wrong))
        return Game.begin(self, state, Dealer.seeded(seed))

    def observe(self, state: State, seat: int | None) -> Observation:
        """The table as `seat` (None: the public) may know it now.

        Raises `PositionError` for a seat that does not play.
        """
        from elfen.views import observe

        try:
            return observe(self, state, seat)
        except Exception as error:
            self._blame(state, error)
            raise

    def seen(self, events: Iterable[object], seat: int | None) -> tuple[object, ...]:
        """What `seat` (None: the public) may see of events, such as those that `trace` gives."""
        try:
            return self.sight.events(events, seat)
        except Exception as error:
            self._blame(None, error)
            raise

    def describe(self, event: object) -> str:
        """An event in plain English, as who is given the event may read it."""
        from elfen.words import Words

        try:
            return Words(self).event(event)
        except Exception as error:
            self._blame(None, error)
            raise

    def results(self, state: State) -> tuple[Result, ...]:
        """Every seat's score, line by line, and its tie-breaks; by seat."""
        try:
            return results(self, state)
        except Exception as error:
            self._blame(state, error)
            raise

    def standings(self, state: State) -> tuple[Standing, ...]:
        """The seats by rank as if the game ended now; seats of one rank share it."""
        try:
            return standings(self, state)
        except Exception as error:
            self._blame(state, error)
            raise

    def quote(self, state: State, seat: int, route: str) -> Quote:
        """Every way to pay for crossing a route from the seat's town, line by line.

        Raises `BoardError` for an unknown route, `PositionError` for one that leads elsewhere.
        """
        from elfen.quotes import quote

        try:
            return quote(self, state, seat, route)
        except Exception as error:
            self._blame(state, error)
            raise

    # What the rules are ----------------------------------------------------------------

    def option(self, name: str) -> Any:
        """The value of an option, by `name` or `plugin.name`; raises `RulesetError`."""
        return self._option[name]

    def _find_option(self, name: str) -> OptionValue:
        from elfen.compiler import find_option

        return self.option_values[find_option(name, self.options)]

    def parse(self, text: str) -> Action:
        """The action of a line of notation; raises `NotationError`."""
        return self.notation.action(text)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action that could ever be legal, in the order of their notation."""
        found = {a for owned in self.action_types for a in owned.entry.domain()}
        return tuple(sorted(found, key=str))

    @cached_property
    def most_rounds(self) -> int:
        """How many rounds a game can have, by the endings; `RulesetError` if none of them says."""
        rounds = [e.latest(self) for e in self.endings if e.latest is not None]
        if not rounds:
            raise RulesetError("no ending says when the game ends at the latest; give one latest=")
        return min(rounds)

    def longest(self, players: int) -> int:
        """A bound on how many decisions a game of so many players takes."""
        return sum(self._at_most(owned, players) for owned in self.decisions)

    def at_most(self, decision: str, players: int) -> int:
        """A bound on how often one decision is asked in a game; `RulesetError` if unknown."""
        name = self.decide(decision, 0, ()).name
        owned = next(owned for owned in self.decisions if owned.entry.name == name)
        return self._at_most(owned, players)

    def _at_most(self, owned: Owned[Decision], players: int) -> int:
        """The decision's own bound, with what actions open at it can add."""
        added = [
            action.entry.more(self, players)
            for action in self.action_types
            if action.entry.more is not None and not set(owned.names).isdisjoint(action.entry.at)
        ]
        return owned.entry.at_most(self, players) + sum(added)

    @cached_property
    def score_bounds(self) -> tuple[int, int]:
        """The lowest and highest total that a seat can have."""
        lines = [owned.entry for owned in self.score_lines]
        return sum(line.lowest(self) for line in lines), sum(line.highest(self) for line in lines)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of names, rules versions, options and data, the same in any order."""
        return fingerprint(self)

    @property
    def piece_towns(self) -> int:
        """Bit set of the towns where town pieces lie: all but the capital."""
        return self._piece_towns

    # For plugins and the compiler ------------------------------------------------------

    def once(self, make: Callable[[Ruleset], T]) -> T:
        """What `make(rules)` gave when it was first asked for: for what plugins work out once."""
        if make not in self._once:
            self._once[make] = make(self)
        found: T = self._once[make]
        return found

    def stocked(self, players: int) -> tuple[Counts, ...]:
        """All zones with their stock in them, as a game begins."""
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

    def position(self, state: State) -> Position:
        """The state, read by the names of these rules. It hides nothing."""
        return open_position(self, state)

    def validate(self, state: State) -> tuple[str, ...]:
        """What is wrong with a state, in words; () when it is sound."""
        try:
            return problems(self, state)
        except Exception as error:
            self._blame(state, error)
            raise

    def build(self, players: int) -> Builder:
        """A position to set up by hand; see `Builder`."""
        return Builder(self, players)

    def payment_table(
        self, needs: Sequence[Need], without: frozenset[Pieces] = frozenset()
    ) -> PaymentTable:
        """All payments that meet these needs, less some; one table for equal arguments."""
        return self._payment_tables[tuple(needs), without]

    def decide(self, name: str, seat: int, data: Data) -> Decide:
        """The agenda item of a decision; raises `RulesetError` for an unknown one."""
        return self.items.decide[name, seat, data]

    def forced(self, item: Decide) -> Action | None:
        """The answer that a decision has when all can see that no other is possible."""
        return next(d.entry.forced for d in self.decisions if d.entry.name == item.name)

    def knows(self, item: Item) -> bool:
        """Whether an agenda item names a step, decision, draw or roll of these rules."""
        if isinstance(item, Do):
            return item.name in self._steps
        if isinstance(item, Decide):
            return item.name in self._legal
        return isinstance(item, Chance) and item.name in self._chance
