"""The compiled rules of a game: a frozen value, and the kernel's pure functions.

Nothing here knows a particular game. While plugins are compiled, attributes appear stage by stage;
afterwards only caches change, and they are bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import frozen

from elfen.declare import (
    START,
    Action,
    ActionType,
    Board,
    Chance,
    Data,
    Decide,
    Decision,
    Do,
    Ending,
    Item,
    Kind,
    Meanings,
    Memo,
    Option,
    OptionValue,
    Pieces,
    Plugin,
    Restriction,
    Result,
    Standing,
    Towns,
    Value,
    Visibility,
    bare_text,
    find_option,
    undeclared,
)
from elfen.errors import FAULTS, ElfenError, RulesetError, brief
from elfen.kernel.codes import most_alike
from elfen.kernel.free_steps import most_free_steps
from elfen.kernel.kernel import Kernel
from elfen.kernel.payments import PaymentTable, PaymentTables
from elfen.kernel.position import Fields, Position, open_position
from elfen.kernel.refusals import refuse_headcount
from elfen.kernel.standings import results, standings
from elfen.kernel.state import State

if TYPE_CHECKING:
    from typing import Protocol

    from elfen.declare import (
        CostTerm,
        EventType,
        Figure,
        Layer,
        Look,
        Need,
        Owned,
        Phase,
        SetupStep,
        ShortCut,
        Step,
        Terrain,
    )
    from elfen.declare.given import Ruleset
    from elfen.kernel.builder import Builder
    from elfen.kernel.notation import Notation
    from elfen.kernel.quotes import Quotes

    class OptionValues(Protocol):
        """The values of options, by `name` or `plugin.name`."""

        def __getitem__(self, name: str, /) -> OptionValue: ...


T = TypeVar("T")

#: How many results of `once` rules keep: many times what a game of many plugins asks for.
_MOST_ONCE = 1_000


@frozen(eq=False, repr=False)
class Recipe(Value):
    """What a ruleset is compiled from; pickling a ruleset stores its recipe."""

    modules: tuple[tuple[str, Any], ...]
    edition: str | None
    options: Mapping[str, OptionValue]
    board: Board | None


class CompiledRules(Kernel):
    """All that plugins declare, compiled; `recipe` is what it was made from.

    Declared functions are given a `Ruleset`, which adds games, views and texts.
    """

    plugins: tuple[Plugin, ...]
    options: dict[tuple[str, str], Option]
    option_values: dict[tuple[str, str], OptionValue]
    settled_by: dict[tuple[str, str], tuple[str, ...]]
    without_effect: dict[tuple[str, str], str]
    edition: str | None
    terrains: dict[str, Terrain]
    kind_owner: dict[Kind, str]
    zone_owner: dict[str, str]
    visibility: dict[str, Visibility]
    slot_owner: dict[str, str]
    cost_terms: tuple[Owned[CostTerm], ...]
    quotes: Quotes
    procedures: dict[str, tuple[Owned[SetupStep | Phase | Step], ...]]
    chances: tuple[Owned[Any], ...]
    decisions: tuple[Owned[Decision], ...]
    action_types: tuple[Owned[ActionType[Any]], ...]
    #: By the name of a decision, the action types that answer it.
    answers: dict[str, tuple[Owned[ActionType[Any]], ...]]
    #: By the name of a decision that is `like` another, the name of that other.
    alike: dict[str, str]
    restrictions: tuple[Owned[Restriction], ...]
    short_cuts: tuple[Owned[ShortCut], ...]
    notation: Notation
    ending_list: tuple[Owned[Ending], ...]
    endings: tuple[Ending, ...]
    score_lines: tuple[Owned[Any], ...]
    tie_breaks: tuple[Owned[Any], ...]
    ranking_list: tuple[Owned[Any], ...]
    invariants: tuple[Owned[Any], ...]
    advice: tuple[Owned[Any], ...]
    cautions: tuple[Owned[Any], ...]
    event_types: tuple[Owned[EventType[Any]], ...]
    drawing: tuple[Owned[Look | Layer], ...]
    figures: tuple[Owned[Figure], ...]

    recipe: Recipe
    _piece_towns: int
    _by_start: dict[str, int] | None
    _payment_tables: PaymentTables
    _option: OptionValues
    _once: dict[Any, Any]

    __slots__ = (*__annotations__, "__weakref__")

    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self.recipe = recipe
        self._option = Memo(self._find_option)
        self._once = {}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a ruleset is frozen: {name} cannot be set")

    def __repr__(self) -> str:
        names = ", ".join(f"{p.name} {p.manifest.rules_version}" for p in self.plugins)
        return f"<Ruleset {self.edition or '-'}: {names}>"

    # What the rules are ----------------------------------------------------------------

    def option(self, name: str) -> Any:
        """The value of an option, by `name` or `plugin.name`; raises `RulesetError`."""
        try:
            return self._option[name]
        except ElfenError:
            raise
        except FAULTS:  # the name cannot even be looked up
            return self._find_option(name)

    def _find_option(self, name: str) -> OptionValue:
        return self.option_values[find_option(name, self.options)]

    def parse(self, text: str) -> Action:
        """The action that a line of notation means; raises `NotationError`."""
        return self.notation.action(text)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that could ever be legal, in the order of their notation."""
        try:
            return self.once(_all_actions)
        except FAULTS as error:
            self._blame(None, error, asked=False)
            raise

    @property
    def most_rounds(self) -> int:
        """How many rounds a game can have, by the endings; `RulesetError` if none has `latest`."""
        return self.once(_most_rounds)

    def longest(self, players: int) -> int:
        """A bound on the number of decisions in a game with this number of players.

        Raises `RulesetError` for a number of players that the rules do not allow.
        """
        refuse_headcount(players, self.player_counts)
        return sum(self._at_most(owned, players) for owned in self.decisions)

    def at_most(self, decision: str, players: int) -> int:
        """A bound on how often one decision is asked in a game with this number of players.

        Raises `RulesetError` for an unknown decision, or for so many players.
        """
        refuse_headcount(players, self.player_counts)
        if not isinstance(decision, str):
            raise RulesetError(f"{brief(decision)} is no name of a decision")
        name = self.decide(bare_text(decision), 0, ()).name
        owned = next(owned for owned in self.decisions if owned.entry.name == name)
        return self._at_most(owned, players)

    def _at_most(self, owned: Owned[Decision], players: int) -> int:
        """The decision's own bound, plus what its actions and free steps can add."""
        name = owned.entry.name
        here = [
            answer.entry
            for answer in self.answers[name]
            if (name, answer.entry.type) not in self.items.lent
        ]
        added = [entry.more(self.whole, players) for entry in here if entry.more is not None]
        if any(entry.crossings is not None for entry in here):
            added.append(most_free_steps(self.whole, players))
        return owned.entry.at_most(self.whole, players) + sum(added)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """The lowest and highest total that a seat can have."""
        return self.once(_score_bounds)

    @property
    def fingerprint(self) -> str:
        """A digest of names, rules versions, options and data, independent of their order."""
        from elfen.kernel.fingerprint import fingerprint

        return self.once(fingerprint)

    @property
    def piece_towns(self) -> int:
        """Bit set of the towns where town pieces lie, by `elfen_towns`: as a rule all but one.

        If chance draws the start, these are all towns where pieces can lie; the `piece_towns` of a
        position are those of its game.
        """
        return self._piece_towns

    @property
    def most_town_pieces(self) -> int:
        """The largest number of town pieces that a seat can take."""
        return self.in_play.most

    @property
    def towns(self) -> Towns:
        """Where town pieces lie and where boots begin, as declared."""
        return self.in_play.towns

    def piece_towns_of(self, position: Fields) -> int:
        """`Position.piece_towns` of a position or state."""
        if self._by_start is None:
            return self._piece_towns
        return self._by_start[position.ext[START].town]

    # Scores ----------------------------------------------------------------------------

    def results(self, state: State) -> tuple[Result, ...]:
        """Every seat's score, line by line, and its tie-breaks, in the order of seats."""
        try:
            return results(self.whole, state)
        except FAULTS as error:
            self._blame(state, error)
            raise

    def standings(self, state: State) -> tuple[Standing, ...]:
        """The seats by rank, as if the game ended now; seats of equal rank share the place."""
        try:
            return standings(self.whole, state)
        except FAULTS as error:
            self._blame(state, error)
            raise

    # For plugins and the compiler ------------------------------------------------------

    @property
    def whole(self) -> Ruleset:
        """These rules, with the type that declared functions are given."""
        return cast("Ruleset", self)

    def once(self, make: Callable[[Ruleset], T]) -> T:
        """The result of the first `make(rules)`: for values that plugins compute once.

        They are kept as long as the rules. Raises `RulesetError` for more than a thousand
        functions, as where a lambda is made anew each time.
        """
        if make not in self._once:
            if len(self._once) >= _MOST_ONCE:
                raise RulesetError(
                    f"rules keep {_MOST_ONCE} results of once(), and {brief(make)} is one more:"
                    " give a function that is made only once, not a lambda or partial each time,"
                    f" as {most_alike(self._once)}"
                )
            self._once[make] = make(self.whole)
        found: T = self._once[make]
        return found

    def position(self, state: State) -> Position:
        """A position that reads the state by the names of these rules. It hides nothing.

        Raises `PositionError` for what is neither a state nor a position.
        """
        try:
            return open_position(self, state)
        except FAULTS as error:
            self._blame(state, error)
            raise

    def validate(self, state: State, *, promises: bool = True) -> tuple[str, ...]:
        """What is wrong with a state, as texts; () if it is sound.

        A state that no game comes to is wrong, as far as it follows from what plugins promise of
        whole games: how many rounds there are, how often a decision is asked, and that nothing is
        drawn that is not there. Without `promises`, that is left aside.
        """
        from elfen.kernel.soundness import problems

        try:
            return problems(self.whole, state, promises)
        except FAULTS as error:
            self._blame(state, error)
            raise

    def build(self, players: int) -> Builder:
        """A builder to set up a position by hand; see `Builder`."""
        from elfen.kernel.builder import Builder

        return Builder(self.whole, players)

    def supposing(self, position: Fields) -> Builder:
        """A builder that begins with a state or position of these rules: what if?

        Say what is different, as with `build`, and take its `state()`. What is known of unseen
        pieces stays known as far as it still holds; a position has no ledger, so nothing is known.
        A state hides nothing: for players and bots use `Observation.supposing`. Raises
        `PositionError` for what is neither.
        """
        from elfen.kernel.builder import Builder

        return Builder.of(self.whole, position)

    def payment_table(
        self, needs: Sequence[Need], without: frozenset[Pieces] = frozenset()
    ) -> PaymentTable:
        """All payments for these needs, except those in `without`; the same table every time."""
        return self._payment_tables[tuple(needs), without]

    def decide(self, name: str, seat: int, data: Data) -> Decide:
        """The agenda item of a decision; raises `RulesetError` for an unknown decision."""
        return self.items.decide[name, seat, data]

    def chance(self, name: str, seat: int | None, data: Data) -> Chance:
        """The agenda item of a draw or roll; raises `RulesetError` for an unknown name."""
        return self.items.chance[name, seat, data]

    def steps(self, procedure: str, seat: int | None, data: Data) -> tuple[Do, ...]:
        """The agenda items of a procedure, the first step last; raises `RulesetError`."""
        return self.items.run[procedure, seat, data]

    def event_type(self, event: object) -> EventType[Any]:
        """The declaration of an event's type; raises `RulesetError` if there is none."""
        declared = self.once(_event_types).get(type(event))
        if declared is None:
            raise undeclared(event)
        return declared

    def meanings(self, cls: type[Any]) -> Meanings:
        """What the fields of a class of actions or events mean, as declared."""
        return self.once(_meanings).get(cls, {})

    def decision(self, item: Decide) -> Decision:
        """The declaration of the decision that an agenda item asks.

        Raises `RulesetError` for anything else.
        """
        name = item.name if isinstance(item, Decide) else None
        for owned in self.decisions:
            if owned.entry.name == name:
                return owned.entry
        raise RulesetError(f"{brief(item)} asks no decision of these rules")

    def asked_at(self, owned: Owned[ActionType[Any]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The decisions that an action type names in `at`, and the others that it answers."""
        own = tuple(dict.fromkeys(self.items.decisions[name] for name in owned.entry.at))
        others = [
            name
            for name, types in self.answers.items()
            if name not in own and any(one is owned for one in types)
        ]
        return own, tuple(others)

    def forced(self, item: Decide) -> Action | None:
        """The answer that is taken when everyone can see that no other is possible.

        Raises as `decision` does.
        """
        return self.decision(item).forced

    def knows(self, item: Item) -> bool:
        """Whether an agenda item names a step, decision, draw or roll of these rules."""
        if isinstance(item, Do):
            return item.name in self._steps
        if isinstance(item, Decide):
            return item.name in self._legal
        return isinstance(item, Chance) and item.name in self._chance


def _all_actions(rules: Ruleset) -> tuple[Action, ...]:
    return tuple(sorted({a for t in rules.action_types for a in t.entry.domain()}, key=str))


def _most_rounds(rules: Ruleset) -> int:
    rounds = [e.latest(rules) for e in rules.endings if e.latest is not None]
    if not rounds:
        raise RulesetError("no ending says by which round the game is over; give one latest=")
    return min(rounds)


def _score_bounds(rules: Ruleset) -> tuple[int, int]:
    lines = [owned.entry for owned in rules.score_lines]
    return sum(line.lowest(rules) for line in lines), sum(line.highest(rules) for line in lines)


def _event_types(rules: Ruleset) -> dict[type[Any], EventType[Any]]:
    return {owned.entry.type: owned.entry for owned in rules.event_types}


def _meanings(rules: Ruleset) -> dict[type[Any], Meanings]:
    return {
        owned.entry.type: _meant(owned)
        for entries in (rules.action_types, rules.event_types)
        for owned in entries
    }


def _meant(owned: Owned[Any]) -> Meanings:
    """What is declared of the fields of a class by the entry, or by an entry that it replaced."""
    means = dict(owned.entry.means)
    link = owned.replaced
    while link is not None:
        if link.entry.type is owned.entry.type:
            means = {**link.entry.means, **means}
        link = link.replaced
    return means
