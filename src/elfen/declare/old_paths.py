"""Documented modules that have moved: importing one still works, with a warning.

A later interface number may remove them, like anything deprecated.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

#: By the name of an old module, the modules that have its names now.
MOVED = {
    "elfen.actions": ("elfen.declare.actions",),
    "elfen.agenda": ("elfen.declare.agenda",),
    "elfen.board": ("elfen.declare.board",),
    "elfen.builder": ("elfen.kernel.builder",),
    "elfen.chance": ("elfen.declare.chance", "elfen.kernel.chance"),
    "elfen.comparing": ("elfen.text.comparison",),
    "elfen.costs": ("elfen.declare.costs",),
    "elfen.crossings": ("elfen.kernel.crossings",),
    "elfen.dealer": ("elfen.kernel.dealer",),
    "elfen.discovery": (
        "elfen.compiler.discovery",
        "elfen.compiler.requirements",
        "elfen.declare.manifest",
    ),
    "elfen.events": ("elfen.declare.events",),
    "elfen.explain": ("elfen.text.explanation",),
    "elfen.hookspecs": ("elfen.declare.hookspecs",),
    "elfen.interface": ("elfen.declare.interface",),
    "elfen.known": ("elfen.views.known",),
    "elfen.layout": ("elfen.declare.layout",),
    "elfen.lists": ("elfen.declare.named_lists", "elfen.compiler.arranging"),
    "elfen.log": ("elfen.views.log",),
    "elfen.notation": ("elfen.kernel.notation",),
    "elfen.payments": ("elfen.kernel.payments",),
    "elfen.planner": ("elfen.bots.planner",),
    "elfen.planner.plans": ("elfen.bots.planner.plans",),
    "elfen.quotes": ("elfen.text.quotes",),
    "elfen.ruleset": ("elfen.game.ruleset", "elfen.kernel.compiled_rules"),
    "elfen.saves": ("elfen.game.saves",),
    "elfen.scoring": (
        "elfen.declare.scoring",
        "elfen.kernel.standings",
        "elfen.text.rankings",
    ),
    "elfen.sight": ("elfen.views.visibility",),
    "elfen.state": ("elfen.kernel.state", "elfen.declare.slots"),
    "elfen.story": ("elfen.game.story",),
    "elfen.supposing": ("elfen.views.supposition",),
    "elfen.towns": ("elfen.declare.towns",),
    "elfen.undoing": ("elfen.game.undoing",),
    "elfen.unseen": ("elfen.kernel.unseen_outcomes",),
    "elfen.zones": ("elfen.declare.zones",),
}


class _Old:
    """Loads a module that has moved: its names are those of the new ones."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Part of Python's protocol for loaders: Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Part of the protocol for loaders."""
        homes = MOVED[module.__name__]
        warnings.warn(
            f"{module.__name__} is deprecated; use {' or '.join(homes)} instead",
            DeprecationWarning,
            stacklevel=2,
        )
        for home in reversed(homes):
            new = vars(import_module(home))
            module.__dict__.update({name: new[name] for name in new if not name.startswith("_")})


def moved(name: str) -> ModuleSpec | None:
    """How a module that has moved is imported; None for any other."""
    loader: Any = _Old()
    return ModuleSpec(name, loader, is_package=True) if name in MOVED else None
