"""From plugins to rules: hooks are called once, their lists arranged, everything is checked.

The compiler knows no game. What it finds wrong it says with the plugin's and the entry's name.

Open `stages` first: the order of things. `discovery` finds plugins and puts them in order, `hooks`
calls one, `collecting` arranges what several return; `material`, `options`, `lost_options`,
`checks`, `promises` and `migrations` look after what is declared, and `rules_in_the_making` after
the rules themselves.
"""

from elfen.compiler.discovery import Chosen, from_recipe, installed, load
from elfen.compiler.hooks import Hooks, manifest_of
from elfen.compiler.lost_options import refuse_lost
from elfen.compiler.migrations import migrations_of
from elfen.compiler.stages import compile_rules, options_of

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
