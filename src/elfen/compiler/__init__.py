"""From plugins to rules: hooks are called once, their lists arranged, everything is checked.

The compiler knows no game. Its errors name the plugin and the entry at fault.

Open `flow` first: the order of the stages. `hooks` calls a plugin, `collecting` arranges what
several return; `material`, `options`, `effects`, `checks`, `promises` and `migrations` deal with
the declarations, and `making` with the rules themselves.
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
