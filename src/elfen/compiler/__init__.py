"""From plugins to rules: hooks are called once, their lists arranged, everything is checked.

The compiler knows no game. Its errors name the plugin and the entry at fault.

Open `stages` first: their order. `discovery` finds plugins and puts them in order, `hooks` calls
one, `collecting` arranges what several return; `material`, `options`, `lost_options`, `checks`,
`promises` and `migrations` deal with the declarations, and `rules_in_the_making` with the rules
themselves.
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
