"""The compiler: from plugins to a ruleset.

`flow` is the order of things; `collecting` calls hooks and arranges lists, `material`, `options`,
`effects`, `checks`, `promises` and `migrations` look after what plugins declare, `making` after the
ruleset itself.
"""

from elfen.compiler.flow import compile_again, compile_recipe, compile_ruleset, options_of
from elfen.compiler.options import find_option

__all__ = ["compile_again", "compile_recipe", "compile_ruleset", "find_option", "options_of"]
