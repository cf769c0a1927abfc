"""Views: what one seat, or the public, may know. They follow from declarations.

An `Observation` is the table at one moment, made from a state. A `View` adds what a game knows:
the log as the seat may see it, and the seat's legal actions. Both are values. Besides what the
seat may know, they refer only to the rules, which contain nothing hidden.

An observation holds a `SeenTable`: the state's own numbers without what is hidden. Names are made
of them when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress
from operator import index
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields, frozen

from elfen.declare import (
    START,
    Action,
    Board,
    Decide,
    Item,
    Kind,
    Pending,
    SeatZone,
    TableZone,
    Warned,
    drawn,
    in_short,
)
from elfen.errors import FAULTS, Message, PositionError, Reason, brief
from elfen.kernel import State, blaming, check_seat
from elfen.text import plain
from elfen.views.eyes import SeenSlot, SeenTable, eyes_of
from elfen.views.known import Known
from elfen.views.log import Log, SeenEntry
from elfen.views.turns import not_the_turn_of
from elfen.views.visibility import Holding

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset
    from elfen.kernel import Builder
    from elfen.text import Quote
    from elfen.views.scores import SeenScore

__all__ = ["Holding", "Observation", "SeenTable", "View", "everything", "observe"]


# Not slotted: names are kept in the instance once they have been asked for.
@frozen(slots=False, eq=False, repr=False)
class Observation:
    """The table as `seat` may know it now; None is the public.

    `agenda` lists the pending items, the next one last.
    """

    seat: int | None
    players: int
    round: int
    agenda: tuple[Item, ...]
    slots: tuple[SeenSlot, ...]
    """The visible fields of the plugins' slots."""
    table: SeenTable
    rules: Ruleset

    @cached_property
    def towns(self) -> tuple[str, ...]:
        """The town of each boot, by seat and by id."""
        towns = self.board.towns
        return tuple([towns[n].id for n in self.table.boots])

    @cached_property
    def visited(self) -> tuple[tuple[str, ...], ...]:
        """The towns whose pieces a seat has taken, by seat and by id."""
        ids = self.rules.sight.towns
        return tuple([ids[bits] for bits in self.table.visited])

    @cached_property
    def lying(self) -> tuple[tuple[str, tuple[Kind, ...]], ...]:
        """The id of each route that is not empty, and the kinds on it."""
        kinds, routes = self.rules.layout.kinds, self.table.routes
        return tuple(
            [
                (route.id, tuple([kinds[n] for n in contents]))
                for route, contents in zip(
                    compress(self.board.routes, routes), filter(None, routes), strict=True
                )
            ]
        )

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every zone, first those of the table, then those of each seat."""
        return self.rules.sight.holdings(self.table.zones)

    @cached_property
    def known(self) -> Known:
        """What is known about unseen pieces besides their number."""
        return self.rules.known_to.known(self.table.recalled)

    def parts(self) -> dict[str, object]:
        """Everything that it shows, by name. Observations are equal if their parts are."""
        return {name: getattr(self, name) for name in self._shows()}

    @classmethod
    def _shows(cls) -> Iterator[str]:
        for one in fields(cls):
            if one.name == "table":
                yield from ("towns", "visited", "lying", "holdings", "known")
            elif one.name != "rules":
                yield one.name

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Observation)
        if self.rules is other.rules:  # then the same numbers have the same names
            return self is other or self._numbers() == other._numbers()
        return self.parts() == other.parts()

    def _numbers(self) -> list[object]:
        return [getattr(self, one.name) for one in fields(type(self)) if one.name != "rules"]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.parts().values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, one.name) for one in fields(type(self))])

    @property
    def pending(self) -> Pending:
        """What the table waits for: a `Decide`, a `Chance`, or nothing more (`Over`)."""
        return self.agenda[-1]  # type: ignore[return-value]

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.rules.board

    @property
    def start_town(self) -> str:
        """The id of the town where all boots began; "" if it has not been drawn yet."""
        towns = self.rules.towns
        return str(self.slot(START.name)["town"]) if towns.drawn else towns.start[0]

    @property
    def piece_towns(self) -> tuple[str, ...]:
        """The ids of the towns that have a town piece for each seat, taken or not."""
        return self.rules.sight.towns[self.rules.in_play.lying(self.start_town)]

    @property
    def to_visit(self) -> tuple[tuple[str, ...], ...]:
        """By seat, the ids of the towns whose pieces it has not taken yet."""
        towns = self.piece_towns
        return tuple([tuple([t for t in towns if t not in been]) for been in self.visited])

    def holding(self, zone: TableZone | SeatZone, seat: int | None = None) -> Holding:
        """One zone; a seat's zone is the observer's own unless `seat` is given.

        Raises `PositionError` for a zone that the rules do not have, or a seat that does not play.
        """
        name = getattr(zone, "name", zone)
        indexes = self.rules.layout.zone_indexes.get(name) if isinstance(name, str) else None
        if indexes is None:
            raise PositionError(f"these rules have no zone {brief(name)}")
        if isinstance(zone, TableZone):
            return self.holdings[indexes[0]]
        try:
            whose = index(self.seat if seat is None else seat)  # type: ignore[arg-type]
        except FAULTS:
            whose = -1
        if not 0 <= whose < self.players:
            raise PositionError(f"{zone.name} is a zone of seats: say which, from 0 on")
        return self.holdings[indexes[whose]]

    def counts(self, zone: TableZone | SeatZone, seat: int | None = None) -> dict[str, int]:
        """`{kind id: count}` of a zone; {} if its contents are hidden.

        Raises `PositionError` as `holding` does.
        """
        pieces = self.holding(zone, seat).pieces
        return pieces.counts if pieces is not None else {}

    def slot(self, name: str) -> dict[str, Any]:
        """The visible fields of a plugin's slot, by name; `value` if it has no fields.

        Raises `PositionError` for a slot that the rules do not have.
        """
        for slot, seen in self.slots:
            if isinstance(name, str) and slot == name:
                return dict(seen)
        raise PositionError(f"these rules have no slot {brief(name)}")

    def quote(self, route: str | Sequence[str]) -> Quote:
        """Every way for the seat to pay for a step along a route, with the reason for each card.

        For a sequence of routes: every way to pay for a journey along them that an action type
        offers. Raises `BoardError` for an unknown route, and `PositionError` for the public or
        for a route that cannot be entered there.
        """
        from elfen.views.supposition import supposed

        if self.seat is None:
            raise PositionError("the public has no boot: quotes are for the view of a seat")
        return self.rules.quote(supposed(self), self.seat, route)

    def journeys(self) -> tuple[Quote, ...]:
        """A quote for every journey offered from the seat's town; () for the public."""
        from elfen.views.supposition import supposed

        if self.seat is None or all(t.entry.journeys is None for t in self.rules.action_types):
            return ()
        return self.rules.journeys(supposed(self), self.seat)

    def check(self, action: Action) -> Reason | None:
        """Why an action is not legal now, or None; like `Game.check`, for the observer."""
        from elfen.views.supposition import supposed

        item = self.pending
        if not isinstance(item, Decide) or item.seat != self.seat:
            due = item.seat if isinstance(item, Decide) else None
            return not_the_turn_of(self.seat, due, Message("core/the-public", "the public"))
        return self.rules.check(supposed(self), action)

    def supposing(self) -> Builder:
        """A position to change for "what if" questions, see `Ruleset.supposing`.

        It starts from a determinized state of this view, always the same one: what the observer
        cannot see is made up. Raises `PositionError` as `determinize` does.
        """
        from elfen.views.supposition import supposed

        return self.rules.supposing(supposed(self))

    @property
    def scores(self) -> tuple[SeenScore, ...]:
        """Every seat's score as if the game ended now, without what the observer cannot know."""
        from elfen.views.scores import scores

        with blaming(self.rules):
            return scores(self)

    def to_data(self) -> dict[str, Any]:
        """The observation as plain data for JSON."""
        from elfen.views.as_json import item_data, slot_data

        return {
            "seat": self.seat,
            "players": self.players,
            "round": self.round,
            "pending": item_data(self.pending),
            "agenda": [item_data(item) for item in self.agenda],
            "towns": list(self.towns),
            "visited": [list(towns) for towns in self.visited],
            "to_visit": [list(towns) for towns in self.to_visit],
            "lying": {route: plain(kinds) for route, kinds in self.lying},
            "holdings": [plain(holding) for holding in self.holdings],
            "slots": {slot[0]: slot_data(slot) for slot in self.slots},
            "known": plain(self.known),
        }

    def to_json(self) -> str:
        """The observation as one line of JSON, the same for equal observations."""
        from elfen.views.as_json import observation_json

        return observation_json(self)

    def _repr_svg_(self) -> str:
        """The observation as a picture, for a notebook."""
        return drawn(self)

    def __str__(self) -> str:
        from elfen.text import Words

        return Words(self.rules).table(self)

    def __repr__(self) -> str:
        who = "the public" if self.seat is None else f"seat {self.seat}"
        name, due = type(self).__name__, in_short(self.agenda)
        return f"<{name} of {who}: {self.players} players, round {self.round}, {due}>"


@frozen(slots=False, eq=False, repr=False)
class View(Observation):
    """What `seat` may know of a game now: the table, the log, and its legal actions.

    `legal_actions` is empty unless the seat itself decides.
    """

    log: Log
    legal_actions: tuple[Action, ...]

    @property
    def step(self) -> int:
        """The number of decisions made so far, by all seats together, like `Game.steps`."""
        return self.log.steps

    def cautions(self, action: Action) -> tuple[Warned, ...]:
        """What speaks against a legal action, as plugins declare it: () for most.

        Ask it before a person's action is carried out, and let the person confirm.
        """
        from elfen.views.cautions import cautions

        return cautions(self, action)

    def brings(self, action: Action) -> str:
        """What a legal action would bring, in a few words; "" if its type does not say."""
        from elfen.views.cautions import brings

        return brings(self, action)

    @property
    def observation(self) -> Observation:
        """The table alone, without log and legal actions."""
        return Observation(*[getattr(self, one.name) for one in fields(Observation)])

    def to_data(self, since: int | None = None, cautions: bool = False) -> dict[str, Any]:
        """The view as plain data for JSON, with moves in notation.

        With `since`, the log begins after that step, for readers who have the view of that step.
        With `cautions`, the cautions about legal actions are told, by the action's notation; that
        may take some thought. Raises `ElfenError` for a step that the game has not reached.
        """
        from elfen.views.cautions import cautions_data

        return {
            "step": self.step,
            **super().to_data(),
            "log": [SeenEntry(*line).to_data() for line in self.log._told(since)],
            "legal_actions": [str(action) for action in self.legal_actions],
            **({"cautions": cautions_data(self)} if cautions else {}),
        }

    def to_json(self, since: int | None = None, cautions: bool = False) -> str:
        """The view as one line of JSON, the same for equal views; arguments as in `to_data`."""
        from elfen.views.as_json import view_json

        return view_json(self, self.log._told(since), cautions)

    def __str__(self) -> str:
        from elfen.text import Words

        return Words(self.rules).view(self)


def everything(rules: Ruleset, state: State) -> Observation:
    """The observation that hides nothing: all zones and slots are open. It is for no player.

    Raises `PositionError` for what is no state of these rules.
    """
    seen = observe(rules, state, None)
    try:
        slots = tuple(
            [
                (
                    name,
                    tuple(
                        [
                            (field or "value", getattr(value, field) if field else value)
                            for field, _ in rules.sight.fields(name)
                        ]
                    ),
                )
                for name, value in state.ext.items()
            ]
        )
    except FAULTS as error:
        rules._blame(state, error)
        raise
    return evolve(seen, slots=slots, table=seen.table._replace(zones=state.zones))


def observe(rules: Ruleset, state: State, seat: int | None) -> Observation:
    """See `Ruleset.observe`."""
    try:
        players = len(state.boots)
        check_seat(seat, players)
        look = eyes_of(rules, players, seat)
        seen = look.slots(state), look.table(state)
        return Observation(seat, players, state.round, state.agenda, *seen, rules)
    except FAULTS as error:
        rules._blame(state, error)
        raise
