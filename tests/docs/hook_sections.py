"""What the page about hooks must say about each hook, and the tests of each hook."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from pages import blocks

from elfen.declare.interface import mark_of

Specs = Mapping[str, Callable[..., Any]]

_SECTION = re.compile(r"^## (elfen_\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_SAID = ("**When.**", "**Merge.**")


def specs_of(module: ModuleType) -> Specs:
    """The hooks that a module specifies, in order of definition."""
    return {name: spec for name, spec in vars(module).items() if name.startswith("elfen_")}


def signature(name: str, spec: Callable[..., Any]) -> str:
    """A hook's signature as on the page, on one line, and its stability."""
    written = name + str(inspect.signature(spec)).replace("'", "")
    return f"`{written}` ({mark_of(spec).stability.value})"


def missing(specs: Specs, page: str, tests: str) -> list[str]:
    """What the page lacks, and which hooks are named in no text of `tests`."""
    found = {match[1]: match[2] for match in _SECTION.finditer(page)}
    lacks = [f"{name}: is no hook" for name in found if name not in specs]
    known = [name for name in found if name in specs]
    if known != [name for name in specs if name in found]:
        lacks.append("the sections are not in the order of the specs")
    for name, spec in specs.items():
        if not re.search(rf"\b{name}\b", tests):
            lacks.append(f"{name}: no test")
        if name not in found:
            lacks.append(f"{name}: no section")
            continue
        section = found[name]
        if f"\n{signature(name, spec)}\n" not in section:
            lacks.append(f"{name}: not with its signature, {signature(name, spec)}")
        lacks += [f"{name}: no {label}" for label in _SAID if label not in section]
        lacks += [f"{name}: {what}" for what in _unshown(name, section)]
    return lacks


def _unshown(name: str, section: str) -> list[str]:
    """What a section lacks: an executed example of the hook, or a result after it."""
    examples = [block for block in blocks(section) if block.runs]
    having = [n for n, block in enumerate(examples) if f"def {name}(" in block.text]
    if not having:
        return ["no example"]
    after = examples[having[0] :]
    if not any(block.language == "pycon" or "\nassert " in block.text for block in after):
        return ["an example without a result"]
    return []
