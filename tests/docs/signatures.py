"""The project's types that signatures show, by name, and where each is shown.

Annotations are read as they are written, so that names of unions and tuples count too.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

_ATTRIBUTE = re.compile(r"\s+self\.([a-z]\w*)(?:: [^=]+)? = ")

ROOTS = ("elfen", "elfen_gold", "elfen_sea", "elfen_favor")


@cache
def imported(module: str) -> dict[str, tuple[str, str]]:
    """A module's imports, those for annotations included: by name, from where and as what."""
    tree = ast.parse(Path(str(importlib.import_module(module).__file__)).read_text("utf-8"))
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def is_ours(module: str) -> bool:
    """Whether a module belongs to the project."""
    return module.partition(".")[0] in ROOTS


def defined(module: str, name: str) -> tuple[str, object] | None:
    """The type with that name in a module, with its name where it is defined; None if not ours."""
    while name in imported(module):
        module, name = imported(module)[name]
        if not is_ours(module):
            return None
    found = getattr(importlib.import_module(module), name, None)
    if found is None or isinstance(found, TypeVar) or inspect.ismodule(found):
        return None
    return name, found


def names(annotation: str) -> set[str]:
    """The names in an annotation, including those in quotes."""
    out: set[str] = set()
    for node in ast.walk(ast.parse(annotation, mode="eval")):
        if isinstance(node, ast.Name):
            out.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
            out |= names(node.value) if node.value.isidentifier() else set()
    return out


def written(thing: Any) -> Iterator[str]:
    """The annotations of a function or of a class's own body, as text; `self` has none."""
    for name, annotation in inspect.get_annotations(thing).items():
        if name == "return" or not (name.startswith("_") or name in ("self", "cls")):
            text = getattr(annotation, "__forward_arg__", annotation)  # those of a named tuple
            yield text if isinstance(text, str) else getattr(text, "__name__", "None")


def annotations(thing: Any) -> Iterator[tuple[str, str, str]]:
    """All annotations of a function or class: module, attribute ("" for a function), text."""
    if inspect.isfunction(thing):
        thing = inspect.unwrap(thing)
        yield from ((thing.__module__, "", text) for text in written(thing))
        return
    for cls in thing.__mro__:
        if not is_ours(cls.__module__):
            continue
        yield from ((cls.__module__, "", text) for text in written(cls))
        for name, member in vars(cls).items():
            function = (
                getattr(member, "fget", None)
                or getattr(member, "__func__", None)
                or getattr(member, "func", None)
                or member
            )
            is_public = name == "__init__" or not name.startswith("_")
            if is_public and inspect.isfunction(function):
                yield from ((function.__module__, name, text) for text in written(function))


def shown(things: Iterable[Any]) -> Iterator[tuple[str, object, str]]:
    """The types that functions and classes show: name, type, and place."""
    for thing in things:
        for module, attribute, text in annotations(thing):
            if not is_ours(module):
                continue
            for name in names(text):
                found = defined(module, name)
                if found is not None:
                    where = f"{thing.__module__}.{thing.__name__}.{attribute}".rstrip(".")
                    yield (*found, where)


def stands_alone(thing: object) -> bool:
    """Whether something is a class or a function of the project."""
    return (inspect.isclass(thing) or inspect.isfunction(thing)) and is_ours(thing.__module__)


def unsaid(cls: type) -> Iterator[str]:
    """Public attributes that `__init__` sets and that are not described.

    The description is in the docstring of the class or of `__init__`, or in a `#:` comment above.
    """
    made = vars(cls).get("__init__")
    if not is_ours(cls.__module__) or not inspect.isfunction(made) or not is_ours(made.__module__):
        return
    if made.__code__.co_filename.startswith("<"):  # attrs has generated it from the fields
        return
    said, above = f"{cls.__doc__} {made.__doc__}", ""
    for line in inspect.getsource(made).splitlines():
        found = _ATTRIBUTE.match(line)
        if found and f"`{found[1]}`" not in said and not above.strip().startswith("#:"):
            yield f"{cls.__module__}.{cls.__name__}.{found[1]}"
        above = line
