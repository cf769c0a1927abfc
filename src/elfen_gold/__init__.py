"""Elfengold, the expansion with money and magic, as a plugin.

rules = elfen.compile_ruleset(expansions=["gold"])
"""
