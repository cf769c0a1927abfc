"""Checks of what plugins declare: names, functions, classes of actions and of slots."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from string import Formatter
from types import FunctionType, MethodType
from typing import Any

import attrs

from elfen.declare import (
    FIELD_TYPES,
    LAYERS,
    Action,
    ActionType,
    Advice,
    Base,
    Caution,
    CostTerm,
    Decision,
    Deed,
    Draw,
    Ending,
    Entry,
    EventType,
    Figure,
    Invariant,
    Layer,
    Limit,
    Lottery,
    Maybe,
    Offer,
    Phase,
    Pieces,
    Ranking,
    Replace,
    Restriction,
    Roll,
    ScoreLine,
    SeatZone,
    SetupStep,
    ShortCut,
    Slot,
    Step,
    Surcharge,
    TableZone,
    TieBreak,
    Visibility,
    Waive,
    is_meaning,
)
from elfen.errors import RulesetError, brief, saying
from elfen.kernel import Crossings, code_of

_NAME = re.compile(r"[a-z][a-z0-9_-]*(/[a-z0-9_-]+)*")

#: The number of arguments that each function of an entry is called with.
_ARGUMENTS: dict[type[Entry], dict[str, int]] = {
    SetupStep: {"do": 1},
    Phase: {"do": 1},
    Step: {"do": 2},
    Base: {"ways": 1, "could": 1, "free": 2},
    Offer: {"ways": 2, "could": 2, "free": 2},
    Replace: {"ways": 2, "could": 2, "free": 2},
    Surcharge: {"extra": 2, "could": 2, "free": 2},
    Waive: {"fee": 2, "could": 2, "free": 2},
    Limit: {"allows": 2, "could": 2, "free": 2},
    Roll: {"faces": 2, "apply": 3, "domain": 2, "told": 2},
    Decision: {"at_most": 2, "bounds": 2, "told": 2},
    ActionType: {
        "legal": 2,
        "check": 3,
        "apply": 3,
        "domain": 0,
        "public": 1,
        "offered": 2,
        "more": 2,
        "crosses": 3,
        "lays": 3,
        "journeys": 2,
        "brings": 3,
    },
    Restriction: {"forbids": 3},
    Ending: {"when": 1, "latest": 1},
    ShortCut: {"take": 2, "returns": 2},
    ScoreLine: {"points": 2, "lowest": 1, "highest": 1, "detail": 2},
    TieBreak: {"value": 2, "detail": 2},
    Ranking: {"ranks": 2, "teams": 1},
    Invariant: {"problems": 1},
    Advice: {"value": 2, "ahead": 2},
    Caution: {"warns": 2},
    Layer: {"signs": 1},
    EventType: {"public": 1, "text": 2},
}
_MAY_BE_LEFT_OUT = (
    "could",
    "free",
    "offered",
    "more",
    "latest",
    "crosses",
    "lays",
    "journeys",
    "teams",
    "signs",
    "brings",
    "told",
    "bounds",
    "detail",
    "ahead",
    "returns",
)
#: The types that may be given instead of a function.
_INSTEAD: dict[str, tuple[type, ...]] = {
    "legal": (tuple, Lottery),
    "offered": (TableZone, SeatZone, tuple),
    "text": (str,),
}
_INPUTS = ("route", "seat", "state")
_ASYNC = inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_ASYNC_GENERATOR
#: What a rule may be declared to give if it may give its items one by one.
_ITEMS = ("Iterable[", "Sequence[")


def check_name(plugin: str, name: object) -> None:
    """Raise `RulesetError` unless the name is the plugin's own, or begins with it and a slash."""
    if not isinstance(name, str):
        raise RulesetError(f"plugin {plugin!r}: the name {brief(name)} has to be a text")
    if name != plugin and not name.startswith(plugin + "/"):
        raise RulesetError(f"plugin {plugin!r}: the name {name!r} has to begin with '{plugin}/'")
    if not _NAME.fullmatch(name):
        raise RulesetError(
            f"plugin {plugin!r}: the name {name!r} may have lower-case letters, digits, -, _ and /"
        )


def check_entry(plugin: str, entry: Entry) -> None:
    """Raise `RulesetError` if anything that an entry declares is invalid."""
    check_name(plugin, entry.name)
    where = f"plugin {plugin!r}: {entry.name!r}"
    if not isinstance(entry, EventType) and not isinstance(getattr(entry, "text", ""), str):
        raise RulesetError(f"{where}: text={brief(getattr(entry, 'text', ''))} has to be a text")
    for cls in type(entry).__mro__:
        for name, count in _ARGUMENTS.get(cls, {}).items():
            function = getattr(entry, name)
            if isinstance(function, _INSTEAD.get(name, ())):
                continue
            left_out = name in _MAY_BE_LEFT_OUT or (cls is Roll and name == "domain")
            if function is not None or not left_out:
                check_function(f"{where}, {name}", function, count, (type(entry), name))
    if isinstance(entry, CostTerm):
        _check_cost_term(where, entry)
    elif isinstance(entry, Step):
        _check_texts(where, "of", (entry.of,))
    elif isinstance(entry, (Draw, Roll)):
        _check_chance(where, entry)
    elif isinstance(entry, ActionType):
        _check_texts(where, "at", entry.at)
        check_action_class(f"{where}, type", entry.type)
        _check_means(where, entry.type, entry.means)
        _check_offered(f"{where}, offered", entry.offered)
        if not isinstance(entry.crossings, Crossings | None):
            raise RulesetError(
                f"{where}: crossings={brief(entry.crossings)} has to be Crossings(rules, make)"
            )
        if entry.journeys is not None and entry.crosses is None:
            raise RulesetError(f"{where}: journeys= needs crosses=, which routes an action crosses")
        if entry.leaps is not None:
            _check_leaps(where, entry.leaps)
        if isinstance(entry.legal, Lottery):
            for name, count in (("legal", 2), ("hold", 2), ("draw", 2)):
                function = getattr(entry.legal, name)
                check_function(f"{where}, legal, {name}", function, count, (Lottery, name))
        for action in entry.legal if isinstance(entry.legal, tuple) else ():
            if type(action) is not entry.type:
                raise RulesetError(f"{where}: legal has {brief(action)}, no {entry.type.__name__}")
    elif isinstance(entry, Restriction):
        _check_restriction(where, entry)
    elif isinstance(entry, Advice):
        check_action_class(f"{where}, type", entry.type)
    elif isinstance(entry, Caution):
        check_action_class(f"{where}, type", entry.type)
        if not entry.text.strip():
            raise RulesetError(f"{where} has no text; say what it warns of")
    elif isinstance(entry, EventType):
        _check_event(where, entry)
    elif isinstance(entry, Figure):
        check_function(f"{where}, value", entry.value, entry.arguments)
    elif isinstance(entry, Decision):
        _check_decision(where, entry)


def _check_decision(where: str, entry: Decision) -> None:
    """Raise `RulesetError` if a forced answer is no action, or a borrowed one no name."""
    if not isinstance(entry.forced, (Action, type(None))):
        raise RulesetError(f"{where}: forced={brief(entry.forced)} has to be an action or None")
    if not all(isinstance(one, (str, Maybe)) for one in entry.also):
        raise RulesetError(f"{where}: also={brief(entry.also)} has to have names of action types")


def _check_restriction(where: str, entry: Restriction) -> None:
    """Raise `RulesetError` unless a restriction has exactly one of `type` and `on`."""
    if (entry.type is None) == (entry.on is None):
        raise RulesetError(f"{where} restricts one thing; give either type= or on=")
    if entry.on is None:
        check_action_class(f"{where}, type", entry.type)
    elif not isinstance(entry.on, (Deed, str)):
        raise RulesetError(
            f"{where}: on={brief(entry.on)} has to be CROSSING, LAYING or a decision's name"
        )


def _check_offered(where: str, offered: object) -> None:
    """Raise `RulesetError` for a tuple that is not a pair of a zone and a function."""
    if isinstance(offered, tuple):
        if len(offered) != 2 or not isinstance(offered[0], (TableZone, SeatZone)):
            raise RulesetError(f"{where}: {brief(offered)} has to be a pair, a zone and a function")
        check_function(where, offered[1], 2)


def check_function(
    where: str, function: object, arguments: int, field: tuple[type[Any], str] | None = None
) -> None:
    """Raise `RulesetError` unless `function` can be called with `arguments` arguments.

    It must not be async, and no generator unless it may give any iterable: that is told by the
    `field` that it is in, given as a class and a name.
    """
    if not callable(function):
        raise RulesetError(f"{where}: {brief(function)} is not a function")
    if _takes_just(function, arguments):
        return
    code = code_of(function)
    flags = code.co_flags if code is not None else 0
    if flags & _ASYNC or inspect.iscoroutinefunction(function):
        raise RulesetError(f"{where}: the function cannot be async")
    if flags & inspect.CO_GENERATOR and not (field and _gives_items(*field)):
        raise RulesetError(
            f"{where}: the function has a yield in it, so that calling it does nothing; leave out"
            " the yield, and return what it finds"
        )
    ours = isinstance(function, (FunctionType, MethodType))
    try:  # a wrapper of Python is called itself; one of C says what it wraps
        signature = inspect.signature(function, follow_wrapped=not ours)
    except ValueError:
        return  # some functions written in C have no signature
    try:
        signature.bind(*[None] * arguments)
    except TypeError:
        raise RulesetError(
            f"{where}: the function has to take {arguments} argument{'s' * (arguments != 1)}, not"
            f" {signature}"
        ) from None


def _takes_just(function: object, arguments: int) -> bool:
    """Whether a plain function takes exactly `arguments`: a fast check before the thorough one."""
    if isinstance(function, MethodType):
        function, arguments = function.__func__, arguments + 1
    if not isinstance(function, FunctionType):
        return False
    code = function.__code__
    plain = not code.co_flags & (_ASYNC | inspect.CO_GENERATOR)
    return code.co_argcount == arguments and not code.co_kwonlyargcount and plain


def _gives_items(cls: type[Any], name: str) -> bool:
    """Whether a field is declared as a function that gives an iterable, or any sequence."""
    declared = ast.parse(str(attrs.fields_dict(cls)[name].type), mode="eval")
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Tuple)
        and ast.unparse(node.value) == "Callable"
        and ast.unparse(node.slice.elts[-1]).startswith(_ITEMS)
        and isinstance(node.slice.elts[-1], ast.Subscript)
        for node in ast.walk(declared)
    )


def check_action_class(where: str, cls: Any) -> None:
    """Raise `RulesetError` unless `cls` can be an action: frozen, hashable, with a notation."""
    if not (inspect.isclass(cls) and issubclass(cls, Action)):
        raise RulesetError(f"{where}: {brief(cls)} has to be a class based on Action")
    where = f"{where}: action {cls.__name__!r}"
    verb = getattr(cls, "verb", None)
    if not isinstance(verb, str) or not verb.split() or verb != " ".join(verb.split()):
        raise RulesetError(f"{where} has no verb of plain words; give it one for its notation")
    if "__attrs_attrs__" not in vars(cls):
        raise RulesetError(f"{where} is not an attrs class; write @frozen(cache_hash=True) above")
    if "__eq__" not in vars(cls) or cls.__hash__ is None or not _is_frozen(cls):
        raise RulesetError(
            f"{where} has to be frozen, and compared by value; write @frozen(cache_hash=True) above"
        )
    try:
        attrs.resolve_types(cls)
    except Exception as error:
        raise RulesetError(
            f"{where}: the types of its fields cannot be worked out ({saying(error)}); they have to"
            " be names that the module itself has"
        ) from error
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
    for attribute in fields:
        if attribute.type not in FIELD_TYPES or (
            attribute.type is Pieces and attribute is not fields[-1]
        ):
            shown = getattr(attribute.type, "__name__", attribute.type)
            raise RulesetError(
                f"{where}: field {attribute.name!r} is {shown}, which has no notation here; it may"
                " be str or int, and the last one Pieces"
            )
        if not attribute.init or attribute.kw_only or not attribute.eq:
            raise RulesetError(
                f"{where}: field {attribute.name!r} has to be positional and to count in"
                " comparisons; leave out init=, kw_only= and eq="
            )


def check_slot(plugin: str, slot: Slot[Any]) -> None:
    """Raise `RulesetError` unless the slot's class is frozen and its visibility declared."""
    check_name(plugin, slot.name)
    where = f"plugin {plugin!r}: slot {slot.name!r}"
    if not inspect.isclass(slot.type):
        raise RulesetError(f"{where}: type={brief(slot.type)} has to be a class")
    check_function(f"{where}, start", slot.start, 1)
    for name in ("worlds", "text", "bounds"):
        if (function := getattr(slot, name)) is not None:
            check_function(f"{where}, {name}", function, 2)
    has_fields = "__attrs_attrs__" in vars(slot.type)
    if has_fields and not _is_frozen(slot.type):
        raise RulesetError(
            f"{where}: class {slot.type.__name__} can be changed; write @frozen above it"
        )
    if slot.visibility is not None:
        if slot.visibility not in (Visibility.PUBLIC, Visibility.HIDDEN):
            raise RulesetError(
                f"{where}: visibility={brief(slot.visibility)} has to be PUBLIC or HIDDEN; to show"
                " seats their own, use a class with fields, shown(OWNER)"
            )
        return
    cls: Any = slot.type
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls) if has_fields else ()
    for field in fields:
        if not isinstance(field.metadata.get("elfen.visibility"), Visibility):
            raise RulesetError(
                f"{where}: field {field.name!r} has no visibility; declare it with"
                f" {field.name} = shown(PUBLIC), shown(OWNER) or shown(HIDDEN)"
            )
    if not fields:
        raise RulesetError(
            f"{where} has no visibility, and no fields that have one; give it visibility="
        )


def _check_cost_term(where: str, term: CostTerm) -> None:
    if type(term) not in LAYERS:
        names = ", ".join(layer.__name__ for layer in LAYERS)
        raise RulesetError(f"{where}: a {type(term).__name__} is in no layer; use one of {names}")
    if not term.depends_on or any(one not in _INPUTS for one in term.depends_on):
        raise RulesetError(
            f"{where} depends on {brief(term.depends_on)}; use some of 'route', 'seat', 'state'"
        )
    if term.could is not None and "state" not in term.depends_on:
        raise RulesetError(
            f"{where}: could= is for terms that depend on 'state'; leave it out, or fix depends_on"
        )
    if isinstance(term, (Surcharge, Waive)):
        _check_texts(where, "tag", (term.tag,))


def _check_chance(where: str, entry: Draw | Roll) -> None:
    if isinstance(entry, Roll):
        if not isinstance(entry.visibility, Visibility):
            raise RulesetError(
                f"{where}: visibility={brief(entry.visibility)} has to be PUBLIC, OWNER or HIDDEN"
            )
        if entry.means is not None and not is_meaning(entry.means):
            raise RulesetError(f"{where}: means={brief(entry.means)} {_MEANING}")
        return
    if not all(isinstance(zone, (TableZone, SeatZone)) for zone in (entry.source, entry.target)):
        raise RulesetError(
            f"{where} has to go from a TableZone or SeatZone to one of these, not from"
            f" {brief(entry.source)} to {brief(entry.target)}"
        )


def _check_event(where: str, entry: EventType[Any]) -> None:
    cls: Any = entry.type
    if not (inspect.isclass(cls) and "__attrs_attrs__" in vars(cls) and _is_frozen(cls)):
        raise RulesetError(f"{where}: type={brief(cls)} has to be a class with @frozen above it")
    names = [field.name for field in _fields_of(cls)]
    if entry.owner is not None and entry.owner not in names:
        raise RulesetError(
            f"{where}: owner={brief(entry.owner)} has to be a field of {cls.__name__}, which has"
            f" {', '.join(names) or 'none'}"
        )
    _check_means(where, cls, entry.means)
    if not isinstance(entry.text, str):
        return
    try:
        used = {name for _, name, _, _ in Formatter().parse(entry.text) if name is not None}
    except ValueError as error:
        raise RulesetError(f"{where}: text={entry.text!r} is no format: {error}") from None
    if not entry.text or not used <= {*names}:
        raise RulesetError(
            f"{where}: text={entry.text!r} has to be words, with fields of {cls.__name__} in"
            f" braces: {', '.join(names) or 'none'}"
        )


_MEANING = "has to be one of Means, or a group of kinds, or a tuple of groups"


def _check_means(where: str, cls: type[Any], means: object) -> None:
    if not isinstance(means, Mapping):
        raise RulesetError(
            f"{where}: means={brief(means)} has to be a dict, by the names of fields"
        )
    names = [field.name for field in _fields_of(cls)]
    for name, meaning in means.items():
        if name not in names:
            raise RulesetError(
                f"{where}: means says something of {brief(name)}, which is no field of"
                f" {cls.__name__}; it has {', '.join(names) or 'none'}"
            )
        if not is_meaning(meaning):
            raise RulesetError(
                f"{where}: means says {brief(meaning)} of {brief(name)}; it {_MEANING}"
            )


def _fields_of(cls: Any) -> tuple[attrs.Attribute[Any], ...]:
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
    return fields


def _check_leaps(where: str, leaps: object) -> None:
    from elfen.declare import Leaps

    if not isinstance(leaps, Leaps):
        raise RulesetError(f"{where}: leaps={brief(leaps)} has to be Leaps(make, prices)")


def _check_texts(where: str, what: str, values: tuple[object, ...]) -> None:
    if not values or not all(isinstance(value, str) and value for value in values):
        raise RulesetError(
            f"{where}: {what}={brief(values)} has to have at least one name, and only names"
        )


def _is_frozen(cls: type[Any]) -> bool:
    return vars(cls).get("__setattr__") is vars(Entry)["__setattr__"]  # as of any
