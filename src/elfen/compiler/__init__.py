"""The compiler: from plugins to rules.

`flow` is the order of things; `collecting` calls hooks and arranges lists, `material`, `options`,
`effects`, `checks`, `promises` and `migrations` look after what plugins declare, `making` after the
rules themselves.
"""

from elfen.compiler.discovery import from_recipe
from elfen.compiler.effects import refuse_lost
from elfen.compiler.flow import compile_rules, options_of

__all__ = [
    "compile_rules",
    "from_recipe",
    "options_of",
    "refuse_lost",
]
