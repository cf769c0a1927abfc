"""The reference describes every public name, once."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
REFERENCE = "\n".join(
    page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md"))
)
MODULES = (
    "elfen",
    "elfen.plugin",
    "elfen.land",
    "elfen.testing",
    "elfen.bots",
    "elfen_favor",
    "elfen_sea",
    "elfen_gold",
)


def found(dotted: str) -> object:
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


def undescribed(module: ModuleType, reference: str) -> list[str]:
    """Public names without a description, or (what is neither class nor function) a mention."""
    if f".. automodule:: {module.__name__}\n" in reference:
        return []
    described = re.findall(r"^\.\. auto(?!module)\w+:: ([\w.]+)$", reference, re.MULTILINE)
    objects = [found(name) for name in described]
    lacking = []
    for name in module.__all__:
        public = getattr(module, name)
        there = sum(one is public for one in objects) == 1
        if name == "frozen" or not (inspect.isclass(public) or inspect.isfunction(public)):
            there = there or f"`{name}`" in reference
        if not there:
            lacking.append(name)
    return lacking


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_described_once(name: str) -> None:
    assert undescribed(importlib.import_module(name), REFERENCE) == []


def test_a_name_that_is_left_out_or_there_twice_is_noticed() -> None:
    module = importlib.import_module("elfen.plugin")
    twice = REFERENCE + "\n.. autoclass:: elfen.plugin.Kind\n"
    without = REFERENCE.replace(".. autoclass:: elfen.plugin.Kind\n", "")
    assert "Kind" in undescribed(module, twice)
    assert "Kind" in undescribed(module, without)
    assert "PUBLIC" in undescribed(module, REFERENCE.replace("`PUBLIC`", ""))


@pytest.mark.parametrize("name", MODULES)
def test_every_public_class_and_function_says_what_it_is(name: str) -> None:
    module = importlib.import_module(name)
    silent = [
        public
        for public in module.__all__
        if inspect.isclass(one := getattr(module, public)) or inspect.isfunction(one)
        if not one.__doc__
    ]
    assert silent == []
