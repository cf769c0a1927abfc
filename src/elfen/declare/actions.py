"""Actions and decisions: what a seat may be asked, and what it may answer.

Each type of action is a frozen class. An action does not name its seat; its one-line notation is
made of its `verb` and its fields. An `ActionType` declares what the action does and when it is
legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from attrs import field, fields, frozen
from attrs.validators import optional

from elfen.declare.checked_fields import has_to_be_tuple_of, is_text
from elfen.declare.kinds import Kind, Pieces
from elfen.declare.meanings import Meanings
from elfen.declare.memo import Memo
from elfen.declare.named_lists import Entry, Maybe
from elfen.declare.values import Shown, Value
from elfen.declare.zones import SeatZone, TableZone
from elfen.errors import NotationError, Reason

if TYPE_CHECKING:
    from elfen.declare.agenda import Decide
    from elfen.declare.extents import Extent
    from elfen.declare.fares import Fare
    from elfen.declare.given import Crossings, Position, Ruleset, Table, View, Words
    from elfen.declare.leaps import Leaps


@frozen(repr=False)
class Action(Shown):
    """Base of all actions: give a subclass a `verb` and fields of type str, int or Pieces.

    Decorate it with `@frozen(cache_hash=True)`. Only the last field may be `Pieces`. A value
    of a type other than its field's raises `NotationError`.
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
        return tuple([getattr(self, name) for name in _names[type(self)]])


#: The names of an action's fields.
_names = Memo[type[Action], tuple[str, ...]](lambda cls: tuple([a.name for a in fields(cls)]))

#: The names of an action's fields, and the type that each value must have.
_typed_fields = Memo[type[Action], tuple[tuple[str, type], ...]](
    lambda cls: tuple([(a.name, a.type) for a in fields(cls) if isinstance(a.type, type)])
)


A = TypeVar("A", bound=Action)
T = TypeVar("T")


def as_it_is(told: T) -> T:
    """The public form of an action or event without secrets: the same object."""
    return told


#: Whether a seat may have such an action, judged by public information alone.
Offered = Callable[["Position", int], bool]


@frozen(eq=False, repr=False)
class Lottery(Value, Generic[A]):
    """A list of legal actions from which one can be drawn without making the list.

    For the `legal` of an action type with long lists: `legal(position, seat)` lists as always.
    `hold(position, seat)` gives a tuple: the number of tickets, then whatever `draw` needs.
    `draw(held, ticket)` gives the action of a ticket, numbered from 0, or None for a blank. Each
    legal action has exactly one ticket. A blank costs another draw, so let few tickets be blanks.
    """

    legal: Callable[[Any, int], Iterable[A]]
    hold: Callable[[Any, int], tuple[Any, ...]]
    draw: Callable[[Any, int], A | None]

    def __call__(self, position: Any, seat: int) -> Iterable[A]:
        """The list."""
        return self.legal(position, seat)


@frozen(eq=False, repr=False)
class ActionType(Entry, Generic[A]):
    """A type of action that a seat may take at some decisions.

    `legal(position, seat)` gives the seat's legal actions, as any iterable; it may also be the
    tuple of those that are always legal, or a `Lottery`, for long lists: then `rules.sample_action`
    draws one without listing them all. `check(position, seat, action)` gives the reason why an
    action is not legal, or None, at a cost that does not grow with the list.
    `apply(table, item, action)` carries out a legal action: `item.seat` acts, and the decision is
    already off the agenda. `domain()` gives every action that could ever be legal under the
    ruleset; `public(action)` is what everyone may see of an action.

    `offered` tells *from public information alone* whether the seat may have such an action: a
    function, a zone that must not be empty, or a pair of both, the zone first; leave it out if the
    answer is always yes. While the zone is empty, `legal` need not be called. The function may be
    asked before its decision is due, so the agenda is not for it to read.
    `bare` means that `legal` and `check` read only the fields of a state: they are then given the
    `State` itself, whatever else answers the decision, and no position is made for them.
    `means` says what fields name, for menus: `{"route": Means.ROUTE}`; see `Means`.
    `more(rules, players)` bounds how many decisions such actions can add to each decision that
    they answer, beyond its `at_most`; for actions after which the seat is asked again.

    `crossings` means that such an action crosses a route, and that `legal` lists what these
    `Crossings` allow, or less: the planner, and with it the stock bots, rely on that.
    `leaps` means the same for an action that takes the boot to a town without a route.
    `crosses(position, seat, action)` gives the ids of the routes along which an action takes the
    boot, in order (none if it uses no route); `crossings` and `leaps` imply it.
    `lays(position, seat, action)` gives what an action lays on routes, each a `Laid`. Restrictions
    and the planner rely on these, so declare them for every action that moves a boot or lays a
    piece.
    `journeys(position, seat)` gives the `Fare` of every journey that such an action can begin
    where the seat's boot stands, whether or not the seat can pay: for actions that are not
    crossings at the usual quote, because they use several routes or are paid in several steps.
    Quotes and plans rely on it.

    `brings(view, action, words)` says in a few words what a legal action would bring as things lie,
    such as "7 gold", from what the seat may know; "" if there is nothing to say. Front ends show
    it beside the action.

    `spends` is the verb for pieces that a seat gives up by such an action, if another than that of
    their zone: "discarded".

    A `reusable` action type may answer other plugins' decisions, which name it in `also`: it does
    not read the decision's data, puts no further question on the agenda except by
    `table.ask_again`, and leaves what comes next to the plugin that asked.
    """

    type: type[A] = field(kw_only=True)
    at: tuple[str, ...] = field(kw_only=True, validator=has_to_be_tuple_of("names"))
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
    brings: Callable[[View, A, Words], str] | None = field(kw_only=True, default=None)
    spends: str = field(kw_only=True, default="")

    @property
    def source(self) -> TableZone | SeatZone | None:
        """The zone that must not be empty according to `offered`; None if it names none."""
        zone = self.offered[0] if isinstance(self.offered, tuple) else self.offered
        return zone if isinstance(zone, (TableZone, SeatZone)) else None


def always_legal(
    name: str,
    action: A,
    *,
    at: str,
    apply: Callable[[Table, Decide, A], None],
    text: str = "",
    brings: Callable[[View, A, Words], str] | None = None,
) -> ActionType[A]:
    """The type of an action without fields or secrets that is legal whenever `at` is asked.

    It is for ways out, such as declining an offer: `always_legal("mine/decline", Decline(),
    at=OFFER, apply=lambda table, item, action: None, text="decline the offer")`.
    """
    return ActionType(
        name,
        type=type(action),
        at=(at,),
        legal=(action,),
        check=lambda position, seat, action: None,
        apply=apply,
        domain=lambda: (action,),
        public=as_it_is,
        text=text,
        brings=brings,
    )


@frozen(eq=False, repr=False)
class Decision(Entry):
    """A decision that a seat can be asked to make; players read its `text`: "draw a travel card".

    If everyone can see that no action but `forced` is possible, it is taken without asking;
    without `forced`, the decision is then skipped. `at_most(rules, players)` bounds how often the
    decision is asked in one game, for all seats together, apart from what action types add with
    `more`.

    `data` is a `NamedTuple` of numbers and strings: what `table.ask` must be given besides the seat
    (more may follow). A `reusable` decision may be asked by other plugins. `like` names a
    `reusable` decision of another plugin: this one has the same answers, but its own text and
    bound. `also` names further `reusable` action types (or `maybe(...)`) that may answer it.

    `told(data, words)` says in a sentence what the data of the decision that is due means, such as
    what has been bid so far; "" if there is nothing to tell. `bounds(rules, players)` gives the
    extents of its fields by name, for learners and saves, as with `Slot`.
    """

    text: str = field(kw_only=True)
    at_most: Callable[[Ruleset, int], int] = field(kw_only=True)
    forced: Action | None = field(kw_only=True, default=None)
    data: type[tuple[Any, ...]] | None = field(kw_only=True, default=None)
    reusable: bool = field(kw_only=True, default=False)
    like: str | None = field(kw_only=True, default=None, validator=optional(is_text))
    also: tuple[str | Maybe, ...] = field(
        kw_only=True, default=(), validator=has_to_be_tuple_of("names")
    )
    told: Callable[[Any, Words], str] | None = field(kw_only=True, default=None)
    bounds: Callable[[Ruleset, int], Mapping[str, Extent]] | None = field(
        kw_only=True, default=None
    )


D = TypeVar("D", bound=tuple[Any, ...])


def data_of(cls: type[D], item: Decide) -> D:
    """The data of a pending decision, as the type that it declares: `data_of(BidData, item)`.

    Any further data that it was asked with is left out.
    """
    make: Any = cls
    return make(*item.data[: len(make._fields)])  # type: ignore[no-any-return]


class Deed(Enum):
    """What an action of any type may do and a restriction may forbid."""

    CROSSING = "crossing a route"
    LAYING = "laying on a route"


CROSSING = Deed.CROSSING
LAYING = Deed.LAYING


class Laid(NamedTuple):
    """A piece that an action lays: the route's id, and the kind."""

    route: str
    kind: Kind


@frozen(eq=False, repr=False)
class Restriction(Entry):
    """Forbids some actions; an action is legal only if all restrictions allow it.

    A restriction applies to actions of one `type`, or to what actions of any type and plugin do:
    `on=CROSSING`, `on=LAYING`, or `on=` a decision's name for every action that answers it.
    `forbids(position, seat, what)` gives the reason, or None. `what` is the action; for
    `CROSSING` it is the id of a route that the action would cross, for `LAYING` a `Laid`, and
    `forbids` is called for each of them. It affects `legal` and `check` alike. A reason given by a
    restriction with `on` has the restriction's name as its rule.
    """

    type: type[Action] | None = field(kw_only=True, default=None)
    forbids: Callable[[Position, int, Any], Reason | None] = field(kw_only=True)
    text: str = field(kw_only=True, default="")
    on: Deed | str | None = field(kw_only=True, default=None)


FIELD_TYPES: tuple[type, ...] = (str, int, Pieces)
