"""Rulesets of the same plugins that differ in something: options, board, edition, company."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from elfen.game import Ruleset
from elfen.kernel import Recipe
from elfen.testing.changed_boards import changed
from elfen.testing.suite.pairwise import telling


def neighbours(rules: Ruleset) -> tuple[tuple[Recipe, ...], ...]:
    """Recipes in groups; of each group the first that compiles is meant, if any does.

    They have another board, other options, fewer plugins, or another edition.
    """
    groups = (_boards(rules), _options(rules), _companies(rules), _editions(rules))
    return tuple([group for group in map(tuple, groups) if group])


def _boards(rules: Ruleset) -> Iterator[Recipe]:
    """On a board of the same name, on which the numbers of most routes are other ones."""
    yield evolve(rules.recipe, board=changed(rules))


def _options(rules: Ruleset) -> Iterator[Recipe]:
    """With other values of all options, or else of one of them."""
    others = {}
    for key, option in sorted(rules.options.items()):
        if key not in rules.without_effect:
            usual = rules.option_values[key]
            values = [value for value in telling(option) if value != usual]
            others.update({".".join(key): value for value in values[:1]})
    for chosen in (others, *({name: value} for name, value in others.items())):
        yield evolve(rules.recipe, options={**rules.recipe.options, **chosen})


def _companies(rules: Ruleset) -> Iterator[Recipe]:
    """Without one of the expansions, the last one first; nothing that is left may require it."""
    base, *expansions = rules.recipe.modules
    for left_out in reversed(expansions):
        kept = [one for one in expansions if one is not left_out]
        yield evolve(rules.recipe, modules=(base, *kept))


def _editions(rules: Ruleset) -> Iterator[Recipe]:
    """Another preset of the base game."""
    presets = [preset.name for preset in rules.plugins[0].manifest.presets]
    for name in presets:
        if name != rules.edition:
            yield evolve(rules.recipe, edition=name)
