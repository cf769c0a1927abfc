"""From plugins to rules: hooks are called once, their lists arranged, everything is checked.

The compiler knows no game. What it finds wrong it says with the plugin's and the entry's name.

Open `flow` first: the order of things. `hooks` calls a plugin, `collecting` arranges what several
return; `material`, `options`, `effects`, `checks`, `promises` and `migrations` look after what is
declared, and `making` after the rules themselves.
"""

from elfen.compiler.discovery import Chosen, from_recipe, installed, load
from elfen.compiler.effects import refuse_lost
from elfen.compiler.flow import compile_rules, options_of
from elfen.compiler.hooks import Hooks, manifest_of
from elfen.compiler.migrations import migrations_of

__all__ = [
    "Chosen",
    "Hooks",
    "compile_rules",
    "from_recipe",
    "installed",
    "load",
    "manifest_of",
    "migrations_of",
    "options_of",
    "refuse_lost",
]
