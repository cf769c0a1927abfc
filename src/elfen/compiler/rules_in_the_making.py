"""A ruleset while it is compiled: the compiler's side of `Ruleset`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from elfen.compiler.answers import Answers
from elfen.declare import (
    Action,
    ActionType,
    Counts,
    Do,
    Draw,
    Drawn,
    Kind,
    Lottery,
    Memo,
    Offered,
    Owned,
    Rolled,
    SeatZone,
    TableZone,
)
from elfen.errors import RulesetError
from elfen.kernel import (
    NEXT_ROUND,
    Asked,
    CompiledDraw,
    CompiledRoll,
    CompiledRules,
    Drawing,
    Kernel,
    Legal,
    PaymentTables,
    Recipe,
    State,
    Table,
    obstruction,
    restricted,
)

_SEATLESS = ("setup", "round")

#: By the class of finished rules: the class of such rules while they are compiled.
_making: dict[type[CompiledRules], type[RulesInTheMaking]] = {}


class RulesInTheMaking(CompiledRules):
    """Rules while they are compiled: reading an attribute that is not known yet raises an error.

    `finish` turns them into plain rules, whose attributes are found faster.
    """

    __slots__ = ()

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        self._chance = {}

    def __getattr__(self, name: str) -> Any:
        if name not in Kernel.__annotations__ | CompiledRules.__annotations__:
            raise AttributeError(f"a ruleset has no {name!r}")
        if name.startswith("_"):
            raise RulesetError(
                "the rules cannot answer that yet when this hook is called; ask them later,"
                " inside the function that the hook returns"
            )
        raise RulesetError(
            f"rules.{name} is not known yet when this hook is called; read it later,"
            " inside the function that the hook returns"
        )

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _blame(self, state: State | None, error: BaseException, *, asked: bool = True) -> None:
        """Do nothing: the compiler's own errors name the hook that asked too early."""

    def set_steps(self, procedures: Mapping[str, Sequence[Owned[Any]]]) -> None:
        """For the compiler: set the steps of all procedures."""
        self._steps = {NEXT_ROUND: _next_round}
        self.items.steps[NEXT_ROUND] = NEXT_ROUND
        for name, steps in procedures.items():
            for owned in steps:
                do = owned.entry.do
                self._steps[owned.entry.name] = do if name not in _SEATLESS else _seatless(do)
                for alias in _names(owned):
                    self.items.steps[alias] = owned.entry.name
        self.items.backwards = {
            name: tuple(owned.entry.name for owned in reversed(steps))
            for name, steps in procedures.items()
        }

    def set_chance(self, name: str, compiled: CompiledDraw | CompiledRoll) -> None:
        """For the compiler: set a draw or roll under one of its names."""
        entry = compiled.draw if isinstance(compiled, CompiledDraw) else compiled.roll
        self._chance[entry.name] = compiled
        if isinstance(entry, Draw) and isinstance(entry.target, SeatZone):
            self.items.for_seats.add(entry.name)
        if isinstance(entry, Draw):
            from_seats = isinstance(entry.source, SeatZone)
            self.items.draws[entry.name] = entry.source is entry.target if from_seats else None
        self.items.chances[name] = entry.name

    def set_actions(
        self,
        types: tuple[Owned[ActionType[Any]], ...],
        names: Mapping[str, Sequence[str]],
        answers: Answers,
    ) -> None:
        """For the compiler: set the action types; `names` maps each decision to all its names."""
        self.action_types = types
        self.answers, self.alike = answers.by_decision, answers.alike
        self.items.fields, self.items.lent = answers.fields, answers.lent
        for name, aliases in names.items():
            self.items.decisions.update(dict.fromkeys(aliases, name))
        entries = [owned.entry for owned in types]
        self._restricted = restricted(self.restrictions, types, Asked.of(self.whole))
        self._apply = {entry.type: entry.apply for entry in entries}
        self._apply |= {Drawn: self._happen, Rolled: self._happen}
        self._legal = {}
        self._lotteries = {}
        self._answers = {}
        self._skips = {}
        for owned in self.decisions:
            decision = owned.entry
            here = [answer.entry for answer in answers.by_decision[decision.name]]
            if not here:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: decision {decision.name!r} has no action to answer"
                    " it; declare one with at="
                )
            listing = [
                (_listed(e), *self._lies(e.source), e.bare)
                for e in here
                if callable(e.legal) and self._can_be(e.source)
            ]
            simple = all(bare for *_, bare in listing) and not any(
                e.type in self._restricted for e in here
            )
            if any(isinstance(e.legal, Lottery) for e in here):
                self._lotteries[decision.name] = self._drawing(here, simple)
            first, *_, bare = listing.pop(0) if listing else (_nothing, True)
            always = _always(here)
            self._legal[decision.name] = (first, tuple(listing), always, bare, simple)
            self._answers[decision.name] = {e.type: (e.check, e.bare) for e in here}
            others = [entry for entry in here if entry.type is not type(decision.forced)]
            if all(entry.offered is not None for entry in others):
                zones = dict.fromkeys(
                    self._lies(entry.source)
                    for entry in others
                    if entry.offered is entry.source and self._can_be(entry.source)
                )
                functions = tuple(
                    self._holds(entry)
                    for entry in others
                    # An action that needs pieces of a zone is not offered if that zone is empty.
                    if entry.offered is not entry.source and self._lies(entry.source) not in zones
                )
                self._skips[decision.name] = (tuple(zones), functions, decision.forced)

    def _drawing(self, here: Sequence[ActionType[Any]], simple: bool) -> Drawing:
        """How to draw one of the actions of these types."""
        types = [e for e in here if callable(e.legal) and self._can_be(e.source)]
        return (
            tuple((*_tickets(e), *self._lies(e.source), e.bare) for e in types),
            _always(here),
            simple,
        )

    def set_short_cuts(self) -> None:
        """For the compiler: set the short cuts that are valid with these plugins."""
        self._plain_draws = {
            name: (draw, self._sure_after(draw))
            for name, draw in self._chance.items()
            if type(draw) is CompiledDraw
            and not any(self.changes[draw.source][target] for target in draw.targets)
        }
        types = {owned.entry.name: owned for owned in self.action_types}
        self._short = dict.fromkeys(self._apply, _no_short_cut)
        for owned in reversed(self.short_cuts):
            if not obstruction(self.whole, owned.entry):
                of, take = types[owned.entry.of], owned.entry.take
                own, others = self.asked_at(of)
                self._short[of.entry.type] = _only_at(own, take) if others else take

    def _sure_after(self, draw: CompiledDraw) -> frozenset[str]:
        """The decisions that cannot be skipped if there is a piece in the draw's target zone."""
        lies = draw.targets if isinstance(draw.draw.target, TableZone) else None
        return frozenset(
            decision.entry.name
            for decision in self.decisions
            if decision.entry.name not in self._skips
            or lies in [indexes for indexes, _ in self._skips[decision.entry.name][0]]
        )

    def finish(self, finished: type[CompiledRules]) -> None:
        """For the compiler: work out the rest, and freeze the rules as the class `finished`."""
        self._payment_tables = PaymentTables(self.layout, self._stocked())
        self._option = Memo(self._find_option)
        self.__class__ = finished  # type: ignore[assignment]

    def _stocked(self) -> frozenset[Kind]:
        """The kinds with at least one piece."""
        return frozenset(kind for s in self.stock if s.entry.count for kind in s.entry.kinds)

    def _can_be(self, zone: TableZone | SeatZone | None) -> bool:
        """Whether a zone can ever hold anything, that is, whether the stock has pieces for it."""
        return zone is None or not self._stocked().isdisjoint(self.layout.kinds_of(zone))

    def _lies(self, zone: TableZone | SeatZone | None) -> tuple[Any, Counts]:
        """A zone's number by seat, and the counts of the empty zone; (None, ()) for no zone."""
        if zone is None:
            return None, ()
        return self.layout.indexes(zone), (0,) * len(self.layout.kinds_of(zone))

    def _holds(self, entry: ActionType[Any]) -> Offered:
        """The function that offers an action; a zone given with it must not be empty either."""
        if entry.source is None:
            return entry.offered  # type: ignore[return-value]
        (_, holds), (places, none) = entry.offered, self._lies(entry.source)  # type: ignore[misc]
        return lambda position, seat: position.zones[places[seat]] != none and holds(position, seat)


def begin(recipe: Recipe, finished: type[CompiledRules]) -> RulesInTheMaking:
    """Rules to compile, with every method of the class of finished rules."""
    if finished not in _making:
        bases = (RulesInTheMaking, finished)
        _making[finished] = type("RulesInTheMaking", bases, {"__slots__": ()})
    return _making[finished](recipe)


def _nothing(position: Any, seat: int) -> tuple[Action, ...]:
    """No actions."""
    return ()


def _always(types: Iterable[ActionType[Any]]) -> tuple[Action, ...]:
    """The actions of these types that are always legal."""
    return tuple(a for e in types if not callable(e.legal) for a in e.legal)


def _listed(entry: ActionType[Any]) -> Legal:
    """The function that lists a type's actions, without the call of a lottery in between."""
    legal: Any = entry.legal
    return legal.legal if isinstance(legal, Lottery) else legal


def _tickets(
    entry: ActionType[Any],
) -> tuple[Callable[[Any, int], Any], Callable[[Any, int], Action | None]]:
    """`hold` and `draw` of a type's lottery; a plain list has a ticket for each action."""
    legal: Any = entry.legal
    if isinstance(legal, Lottery):
        return legal.hold, legal.draw

    def hold(position: Any, seat: int) -> tuple[int, Any]:
        actions = [*legal(position, seat)]
        return len(actions), actions

    return hold, _one_listed


def _one_listed(held: tuple[int, Sequence[Action]], ticket: int) -> Action:
    return held[1][ticket]


def _seatless(do: Callable[[Table], None]) -> Callable[[Table, Do], None]:
    return lambda table, item: do(table)


def _next_round(table: Table, item: Do) -> None:
    table.do(NEXT_ROUND)
    table.begin_round()


def _names(owned: Owned[Any]) -> Iterator[str]:
    link: Owned[Any] | None = owned
    while link is not None:
        yield link.entry.name
        link = link.replaced


def _only_at(
    decisions: tuple[str, ...], take: Callable[[State, Any], State | None]
) -> Callable[[State, Any], State | None]:
    """A short cut that applies only at these decisions, and at no other that the action answers."""

    def there(state: State, move: Any) -> State | None:
        item: Any = state.agenda[-1]
        return take(state, move) if item.name in decisions else None

    return there


def _no_short_cut(state: State, move: Any) -> None:
    """The short cut of most actions: none."""
