"""Players by name, `greedy`, with settings, `ismcts:iterations=400`, or by import, `module:name`.

A setting is a keyword argument of whatever makes the player. It is read by its annotation, or by
its default.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import CoroutineType
from typing import Any

from elfen.compiler import entry_points
from elfen.declare import bare_text
from elfen.errors import FAULTS, ElfenError, Message, brief, did_you_mean, saying, some_of

#: The group of entry points by which a package adds players of its own.
GROUP = "elfen.players"

#: What is given to whatever makes a player, if it has an argument of that name.
_GIVEN = ("rules", "seed")

_SETTING = re.compile(r"\s*(?P<key>[A-Za-z_]\w*)\s*=\s*(?P<value>.*?)\s*", re.DOTALL)

_NOUNS = {
    bool: Message("bots/bool", "yes or no"),
    int: Message("bots/int", "a whole number"),
    float: Message("bots/float", "a number"),
}

_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def split_specs(text: str) -> tuple[str, ...]:
    """The players of a list with commas: a setting goes on with the player before it.

    `planner,ismcts:iterations=400,rollout=light,greedy` names three players.
    """
    found: list[str] = []
    for part in text.split(","):
        if found and ":" in found[-1] and _SETTING.fullmatch(part) and ":" not in part:
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return tuple(found)


def made(
    spec: str,
    stock: Mapping[str, Callable[..., Any]],
    given: Mapping[str, object],
    imports: bool,
) -> Any:
    """The player of a name or an import, with its settings; `given` are the ruleset and the seed.

    Raises `ElfenError` for an unknown name, a module that cannot be imported, or a wrong setting.
    """
    name, settings = _parts(spec)
    return called(found(name, stock, imports), name, given, settings)


def found(name: str, stock: Mapping[str, Callable[..., Any]], imports: bool) -> Callable[..., Any]:
    """What makes a player: one of the stock, of an entry point, or by import."""
    if name in stock:
        return stock[name]
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name in points:
        module, _, target = points[name].value.partition(":")
        return _imported(module, target, name)
    module, colon, target = name.partition(":")
    if colon and imports:
        return _imported(module, target, name)
    known = sorted({*stock, *points})
    told = Message(
        "bots/unknown",
        "no bot is called {name}; {hint}there are: {known}",
        name=brief(name),
        hint=did_you_mean(name, known),
        known=some_of(known),
    )
    raise ElfenError(told)


def called(
    make: Callable[..., Any],
    name: str,
    given: Mapping[str, object],
    settings: Mapping[str, str],
) -> Any:
    """The player that `make` gives; it is told the ruleset and the seed if it asks for them."""
    arguments = _arguments(make)
    anything = any(one.kind is one.VAR_KEYWORD for one in arguments.values())
    known = [
        key
        for key, one in arguments.items()
        if key not in _GIVEN and one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
    ]
    values: dict[str, Any] = {key: given[key] for key in _GIVEN if key in arguments}
    for key, text in settings.items():
        if key not in known and not anything:
            raise ElfenError(_no_setting(name, key, known))
        values[key] = _value(name, key, text, arguments.get(key))
    for key in known:
        if key not in values and arguments[key].default is inspect.Parameter.empty:
            text = "{name} needs a setting: {setting}"
            setting = f"{name}:{key}=..."
            raise ElfenError(Message("bots/needs", text, name=brief(name), setting=setting))
    try:
        player = make(**values)
        not_awaited(player)
    except ElfenError:
        raise
    except FAULTS as error:
        raise ElfenError(f"bot {brief(name)} cannot be made: {brief(saying(error))}") from error
    if not callable(getattr(player, "choose", None)):
        raise ElfenError(f"{brief(name)} is no player: it has no method `choose`")
    return player


def not_awaited(found: object) -> None:
    """Raise `TypeError` for what an `async def` gives, as nobody awaits it.

    It is closed, or Python would warn of it.
    """
    if isinstance(found, CoroutineType):
        found.close()
        raise TypeError("it is an async def, which nobody awaits")


def _parts(spec: str) -> tuple[str, dict[str, str]]:
    """The name in a spec, and its settings as they are written."""
    spec = bare_text(spec)
    name, colon, last = spec.rpartition(":")
    if not colon or "=" not in last:
        return spec.strip(), {}
    settings: dict[str, str] = {}
    for part in last.split(","):
        setting = _SETTING.fullmatch(part)
        if setting is None or setting["key"] in settings:
            text = "{spec}: write settings as name:key=value,key=value"
            raise ElfenError(Message("bots/settings", text, spec=brief(spec)))
        settings[setting["key"]] = setting["value"]
    return name.strip(), settings


def _arguments(make: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(make).parameters
    except (TypeError, ValueError):  # a class without one of its own takes nothing
        return {}


def _value(name: str, key: str, text: str, argument: inspect.Parameter | None) -> object:
    """A setting in the type of its annotation or default; text, if there is none."""
    kind = _kind(argument)
    try:
        if kind is bool:
            return _YES[text.lower()]
        if kind is int or kind is float:
            return kind(text)
    except (KeyError, ValueError):
        told = Message(
            "bots/value",
            "{name}: {key} has to be {what}, not {text}",
            name=brief(name),
            key=key,
            what=_NOUNS[kind],
            text=brief(text),
        )
        raise ElfenError(told) from None
    return text


def _no_setting(name: str, key: str, known: Sequence[str]) -> Message:
    told = Message("bots/none", "it has no settings")
    if known:
        told = Message("bots/known", "its settings are: {known}", known=", ".join(known))
    text = "{name} has no setting {key}; {told}"
    return Message("bots/no-setting", text, name=brief(name), key=brief(key), told=told)


def _kind(argument: inspect.Parameter | None) -> type:
    if argument is None:
        return str
    note = argument.annotation
    words = note if isinstance(note, str) else getattr(note, "__name__", str(note))
    for kind in (bool, int, float, str):
        if kind.__name__ in re.split(r"\W+", words):
            return kind
    return type(argument.default) if argument.default is not argument.empty else str


def _imported(module: str, target: str, name: str) -> Callable[..., Any]:
    """What a module calls `target`; modules of the current folder are found too."""
    try:
        if "" not in sys.path:  # so that modules of the current folder are found, as by python -m
            sys.path.append("")
        there: Any = importlib.import_module(module)
        for part in target.split("."):
            there = getattr(there, part)
    except FAULTS as error:
        raise ElfenError(f"bot {brief(name)} cannot be imported: {brief(saying(error))}") from error
    if not callable(there):
        raise ElfenError(f"bot {brief(name)} is no class and no function that makes a player")
    return there  # type: ignore[no-any-return]
