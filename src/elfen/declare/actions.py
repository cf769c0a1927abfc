"""Actions and decisions: what a seat may be asked, and what it may answer.

An action is a frozen value of a class of its own, says nothing of the seat, and has a
one-line notation made of its `verb` and its fields. An `ActionType` declares what the
action does and when it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from attrs import field, fields, frozen
from attrs.validators import instance_of, optional

from elfen.declare.kinds import Kind, Pieces
from elfen.declare.meanings import Meanings
from elfen.declare.memo import Memo
from elfen.declare.named_lists import Entry, Maybe
from elfen.declare.zones import SeatZone, TableZone
from elfen.errors import NotationError, Reason

if TYPE_CHECKING:
    from elfen.declare.agenda import Decide
    from elfen.declare.fares import Fare
    from elfen.declare.given import Crossings, Position, Ruleset, Table
    from elfen.declare.leaps import Leaps


@frozen
class Action:
    """Base of all actions: give a subclass a `verb` and fields that are text, int or Pieces.

    Decorate it with `@frozen(cache_hash=True)`. `Pieces` may only be the last field. A value
    of another type than its field's raises `NotationError`.
    """

    verb: ClassVar[str]

    def __attrs_post_init__(self) -> None:
        for name, wanted in _typed_fields[type(self)]:
            value = getattr(self, name)
            if type(value) is not wanted:
                raise NotationError(
                    f"{type(self).__name__}: {name} has to be {wanted.__name__}, not {value!r}"
                )

    def __str__(self) -> str:
        return " ".join([self.verb, *(str(value) for value in self.values())])

    def values(self) -> tuple[Any, ...]:
        """The values of the fields, in order."""
        return tuple(getattr(self, a.name) for a in fields(type(self)))


#: The names of an action's fields, and the type that each value has to be of.
_typed_fields = Memo[type[Action], tuple[tuple[str, type], ...]](
    lambda cls: tuple([(a.name, a.type) for a in fields(cls) if isinstance(a.type, type)])
)


A = TypeVar("A", bound=Action)
T = TypeVar("T")


def as_it_is(told: T) -> T:
    """The public form of an action or event that keeps nothing secret."""
    return told


#: Whether, as far as everyone can see, a seat may have an action.
Offered = Callable[["Position", int], bool]


@frozen
class ActionType(Entry, Generic[A]):
    """An action that may be taken at some decisions.

    `legal` gives the actions open to a seat, as any iterable (or it is the tuple of those that
    always are); `check` says why one is not, or None, at a
    cost that does not grow with the list; `apply(table, item, action)` carries out a legal one
    (`item.seat` acts; the decision is off the agenda by then); `domain` gives
    every action that could ever be legal under the ruleset; `public` is what everyone may
    see of one. `offered` says whether *as far as everyone can see* the seat may have such
    an action: a function, a zone that must not be empty, or both as a pair, the zone first;
    leave it out if that is always so. While the zone is empty `legal` need not be asked.
    `bare` says that `legal` and `check` read nothing but the fields of a state: then they are
    given the `State` itself, whatever else answers the decision, and no position is made for them.
    `means` says what fields name, for menus: `{"route": Means.ROUTE}`; see `Means`.
    `more(rules, players)`: how many decisions such actions can add to each of those at which
    they are open, beyond its `at_most`; for actions after which one is asked again.
    `crossings` says that such an action crosses a route, and that `legal` lists what is open by
    these `Crossings`, or less: this is what the planner and with it the stock bots go by.
    `leaps` says the same of an action that takes the boot to a town by no route.
    `crosses(position, seat, action)` gives the ids of the routes that an action takes the boot
    along, in order (none, if it goes elsewhere by no route); `crossings` and `leaps` know it.
    `lays(position, seat, action)` gives what it lays on routes, each a `Laid`. Restrictions and
    the planner go by these, so whatever moves a boot or lays a piece declares them.
    A `reusable` one may answer other plugins' decisions, which say so by `also`: it reads no data
    of the decision, puts nothing on the agenda that asks on but by `table.ask_again`, and leaves
    what comes next to whoever asked.
    `journeys(position, seat)` gives the `Fare` of every journey that such an action can begin from
    where the seat's boot stands, if only it could pay: for what is no crossing at the usual
    quote, as it goes along several routes or is paid in several steps. Quotes and plans go by it.
    """

    type: type[A] = field(kw_only=True)
    at: tuple[str, ...] = field(kw_only=True, validator=instance_of(tuple))
    legal: Callable[[Position, int], Iterable[A]] | tuple[A, ...] = field(kw_only=True)
    check: Callable[[Position, int, A], Reason | None] = field(kw_only=True)
    apply: Callable[[Table, Decide, A], None] = field(kw_only=True)
    domain: Callable[[], Iterable[A]] = field(kw_only=True)
    public: Callable[[A], Action] = field(kw_only=True)
    offered: Offered | TableZone | SeatZone | tuple[TableZone | SeatZone, Offered] | None = field(
        kw_only=True, default=None
    )
    more: Callable[[Ruleset, int], int] | None = field(kw_only=True, default=None)
    text: str = field(kw_only=True, default="")
    bare: bool = field(kw_only=True, default=False)
    crossings: Crossings[A] | None = field(kw_only=True, default=None)
    leaps: Leaps[A] | None = field(kw_only=True, default=None)
    journeys: Callable[[Position, int], Iterable[Fare]] | None = field(kw_only=True, default=None)
    crosses: Callable[[Position, int, A], Iterable[str]] | None = field(kw_only=True, default=None)
    lays: Callable[[Position, int, A], Iterable[Laid]] | None = field(kw_only=True, default=None)
    reusable: bool = field(kw_only=True, default=False)
    means: Meanings = field(kw_only=True, factory=dict, hash=False)

    @property
    def source(self) -> TableZone | SeatZone | None:
        """The zone that must not be empty, by `offered`; None if it names none."""
        zone = self.offered[0] if isinstance(self.offered, tuple) else self.offered
        return zone if isinstance(zone, (TableZone, SeatZone)) else None


@frozen
class Decision(Entry):
    """A question that a seat can be asked; players read its `text`: "draw a travel card".

    When everyone can see that no action but `forced` is possible, it is taken without
    asking; with no `forced` the question is then dropped. `at_most(rules, players)` bounds
    how often the decision is asked in one game, all seats together, but for what action types
    add with `more`.

    `data` is a `NamedTuple` of numbers and texts: what `table.ask` has to be given besides the seat
    (more may follow). `reusable` says that others may ask it. `like` names a decision of another
    plugin that is `reusable`: this one is answered in the same ways, and has a text and a bound of
    its own. `also` names action types (or `maybe(...)`) that are `reusable` and may answer it too.
    """

    text: str = field(kw_only=True)
    at_most: Callable[[Ruleset, int], int] = field(kw_only=True)
    forced: Action | None = field(kw_only=True, default=None)
    data: type[tuple[Any, ...]] | None = field(kw_only=True, default=None)
    reusable: bool = field(kw_only=True, default=False)
    like: str | None = field(kw_only=True, default=None, validator=optional(instance_of(str)))
    also: tuple[str | Maybe, ...] = field(kw_only=True, default=(), validator=instance_of(tuple))


D = TypeVar("D", bound=tuple[Any, ...])


def data_of(cls: type[D], item: Decide) -> D:
    """The data of a decision that is due, as the type that it declares: `data_of(BidData, item)`.

    What else it was asked with is left out.
    """
    make: Any = cls
    return make(*item.data[: len(make._fields)])  # type: ignore[no-any-return]


class Deed(Enum):
    """What actions of any type do, as a restriction can be on it."""

    CROSSING = "crossing a route"
    LAYING = "laying on a route"


CROSSING = Deed.CROSSING
LAYING = Deed.LAYING


class Laid(NamedTuple):
    """A piece that an action lays: the route's id, and the kind."""

    route: str
    kind: Kind


@frozen
class Restriction(Entry):
    """Forbids some actions; all restrictions must allow an action.

    It is about actions of one `type`, or on something that actions of any type and plugin do:
    `on=CROSSING`, `on=LAYING`, or `on=` a decision's name for all that answers it.
    `forbids(position, seat, what)` gives the reason, or None. `what` is the action; for
    `CROSSING` it is the id of a route that the action would cross, for `LAYING` a `Laid`, and
    it is asked about each of them. It applies to the list and to the check alike. A reason of a
    restriction `on` something has the restriction's name for its rule.
    """

    type: type[Action] | None = field(kw_only=True, default=None)
    forbids: Callable[[Position, int, Any], Reason | None] = field(kw_only=True)
    text: str = field(kw_only=True, default="")
    on: Deed | str | None = field(kw_only=True, default=None)


FIELD_TYPES: tuple[type, ...] = (str, int, Pieces)
