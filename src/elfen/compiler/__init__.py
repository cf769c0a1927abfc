"""From plugins to rules: hooks are called once, their lists arranged, everything is checked.

The compiler knows no game. Its errors name the plugin and the entry at fault.

Open `stages` first: the order of things. `discovery` finds plugins and `requirements` puts them in
order; `hooks` calls one, `collecting` gathers what all of them return, and `arranging` puts their
entries in order. `material`, `options`, `lost_options`, `entry_checks`, `promises` and `migrations`
look after what is declared, and `rules_in_the_making` after the rules themselves.
"""

from elfen.compiler.discovery import Chosen, entry_points, from_recipe, installed, load
from elfen.compiler.hooks import Hooks, manifest_of
from elfen.compiler.lost_options import refuse_lost
from elfen.compiler.migrations import migrations_of
from elfen.compiler.stages import compile_rules, options_of

__all__ = [
    "Chosen",
    "Hooks",
    "compile_rules",
    "entry_points",
    "from_recipe",
    "installed",
    "load",
    "manifest_of",
    "migrations_of",
    "options_of",
    "refuse_lost",
]
