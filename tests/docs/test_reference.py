"""The reference describes every public name, once."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
from signatures import shown, stands_alone, unsaid

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


def described(reference: str) -> list[object]:
    """What the reference has with its signature."""
    names = re.findall(r"^\.\. auto(?!module)\w+:: ([\w.]+)$", reference, re.MULTILINE)
    modules = re.findall(r"^\.\. automodule:: ([\w.]+)$", reference, re.MULTILINE)
    out = [found(name) for name in names]
    for module in map(importlib.import_module, modules):
        out += [getattr(module, name) for name in getattr(module, "__all__", ())]
    return out


def unexplained(reference: str) -> list[str]:
    """Types in signatures that the reference neither describes nor explains by name."""
    told = described(reference)
    public = [getattr(importlib.import_module(m), n) for m in MODULES for n in _all(m)]
    things = {one for one in [*told, *public] if stands_alone(one)}
    return sorted(
        {
            f"{name}, shown by {where}"
            for name, one, where in shown(things)
            if f"`{name}`" not in reference and not any(one is other for other in told)
        }
    )


def _all(module: str) -> list[str]:
    names: list[str] = importlib.import_module(module).__all__
    return names


def test_every_type_that_a_signature_shows_is_explained() -> None:
    assert unexplained(REFERENCE) == []


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (
            ".. autoclass:: elfen.kernel.payments.Payment\n",
            "Payment, shown by elfen.kernel.payments.pay",
        ),
        (".. autoclass:: elfen.views.log.Log\n", "Log, shown by elfen.views.view.View"),
        (
            ".. autoclass:: elfen.views.scores.SeenScore\n",
            "SeenScore, shown by elfen.views.view.View.scores",
        ),
        ("`Place`", "Place, shown by elfen.kernel.table.Table.move"),
        ("`Knowledge`", "Knowledge, shown by elfen.game.ruleset.Ruleset"),
    ],
)
def test_a_type_that_is_left_out_is_noticed(text: str, lacking: str) -> None:
    assert text in REFERENCE
    assert lacking in unexplained(REFERENCE.replace(text, ""))


def test_something_is_said_of_every_public_attribute() -> None:
    of_the_core = [one for one in described(REFERENCE) if inspect.isclass(one)]
    classes = [one for one in of_the_core if not one.__module__.startswith("elfen.land")]
    assert len(classes) > 80
    assert [lacking for one in classes for lacking in unsaid(one)] == []


def test_an_attribute_of_which_nothing_is_said_is_noticed() -> None:
    class Silent:
        """Has a `name`."""

        def __init__(self) -> None:
            self.name = "silent"
            #: How much it weighs.
            self.weight = 1
            self.colour: str | None = None
            self._own = 0

    Silent.__module__ = Silent.__init__.__module__ = "elfen.silent"
    assert [*unsaid(Silent)] == ["elfen.silent.Silent.colour"]


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
