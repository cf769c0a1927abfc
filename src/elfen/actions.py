"""Actions and decisions: what a seat may be asked, and what it may answer.

An action is a frozen value of a class of its own, says nothing of the seat, and has a
one-line notation made of its `verb` and its fields. An `ActionType` declares what the
action does and when it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from attrs import field, fields, frozen
from attrs.validators import instance_of

from elfen.errors import NotationError, Reason
from elfen.kinds import Pieces
from elfen.lists import Entry
from elfen.meanings import Meanings
from elfen.memo import Memo
from elfen.zones import SeatZone, TableZone

if TYPE_CHECKING:
    from elfen.agenda import Decide
    from elfen.ruleset import Ruleset
    from elfen.table import Position, Table


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
    given the state itself, `Fields`, which costs less than a position.
    `means` says what fields name, for menus: `{"route": Means.ROUTE}`; see `Means`.
    `more(rules, players)`: how many decisions such actions can add to each of those at which
    they are open, beyond its `at_most`; for actions after which one is asked again.
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
    """

    text: str = field(kw_only=True)
    at_most: Callable[[Ruleset, int], int] = field(kw_only=True)
    forced: Action | None = field(kw_only=True, default=None)


@frozen
class Restriction(Entry):
    """Forbids some actions of one type; all restrictions must allow an action.

    `forbids` returns the reason, or None. It applies to the list and to the check alike.
    """

    type: type[Action] = field(kw_only=True)
    forbids: Callable[[Position, int, Any], Reason | None] = field(kw_only=True)
    text: str = field(kw_only=True, default="")


FIELD_TYPES: tuple[type, ...] = (str, int, Pieces)
