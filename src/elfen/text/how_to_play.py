"""How a game is played, in a page: put together from what its plugins declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import Owned, in_words
from elfen.text import entries
from elfen.text.entries import one_line
from elfen.text.grammar import capital
from elfen.text.words import Words

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset


#: What the layers of the move cost are to a player, by name.
_LAYERS = {
    "base": "you pay by",
    "offer": "or else by",
    "replace": "instead",
    "surcharge": "more for",
    "waive": "not so if",
    "limit": "only if",
}


@frozen
class Chapter:
    """A part of the page: its title ("" for the first), and its paragraphs or points."""

    title: str
    lines: tuple[str, ...]


def rulebook(rules: Ruleset) -> tuple[Chapter, ...]:
    """How the game is played: what it is about, the goal, a round, decisions, costs, options."""
    chapters = (
        Chapter("", tuple(_about(rules))),
        *goal(rules),
        Chapter("Before the first round", tuple(_texts(rules.procedures["setup"]))),
        Chapter("A round", tuple(_numbered(_texts(rules.procedures["round"])))),
        Chapter("What you decide", tuple(_decisions(rules))),
        Chapter("What a step costs", tuple(_costs(rules))),
        Chapter(f"Not as in {_usual(rules)}", tuple(_options(rules))),
    )
    return tuple(one for one in chapters if one.lines)


def goal(rules: Ruleset) -> tuple[Chapter, ...]:
    """The chapters about the end: what counts, what decides in a tie, and when it is over."""
    ranking = rules.ranking_list[0].entry.text
    points = [
        f"{line.text}: {bounds(line.lowest(rules), line.highest(rules))}"
        for line in (owned.entry for owned in rules.score_lines)
    ]
    ties = [f"in a tie: {text}" for text in _texts(rules.tie_breaks)]
    return (
        Chapter("The goal", (f"{capital(ranking)}.", *points, *ties)),
        Chapter("The end", tuple(_texts(rules.ending_list))),
    )


def bounds(lowest: int, highest: int) -> str:
    """`up to 20 points`, or from where to where."""
    most = f"{highest} point{'s' * (highest != 1)}"
    return f"up to {most}" if lowest == 0 else f"{lowest} to {most}"


def _about(rules: Ruleset) -> Iterator[str]:
    """What the game is called, who plays, and each plugin's own paragraph."""
    players = in_words(rules.player_counts)
    where = f"on the board {rules.board.name}" if rules.board.name else ""
    edition = f", edition {rules.edition}" if rules.edition else ""
    yield f"{Words(rules).game()}{edition}: for {players} players {where}".rstrip() + "."
    for plugin in rules.plugins:
        yield one_line(plugin.manifest.about or plugin.manifest.help)


def _texts(entries: Iterable[Owned[Any]]) -> Iterator[str]:
    for owned in entries:
        if owned.entry.text:
            yield one_line(owned.entry.text)


def _numbered(texts: Iterable[str]) -> Iterator[str]:
    for n, text in enumerate(texts, 1):
        yield f"{n}. {text}"


def _decisions(rules: Ruleset) -> Iterator[str]:
    """Each decision with its answers: the verb, and what it does."""
    for owned in rules.decisions:
        answers = [
            f"`{one.entry.type.verb}`{': ' if one.entry.text else ''}{one_line(one.entry.text)}"
            for one in rules.answers[owned.entry.name]
        ]
        if answers:
            yield f"{one_line(owned.entry.text)} – {'; '.join(answers)}"


def _costs(rules: Ruleset) -> Iterator[str]:
    """The layers of the move cost, with the terms of each."""
    for layer in entries.costs(rules):
        terms = ", ".join(item.text or item.key for item in layer.items)
        yield f"{_LAYERS.get(layer.name, layer.name)}: {terms}"


def _usual(rules: Ruleset) -> str:
    return f"edition {rules.edition}" if rules.edition else "the usual rules"


def _options(rules: Ruleset) -> Iterator[str]:
    """The options whose value is not that of the edition and the plugins chosen."""
    for key, option in sorted(rules.options.items()):
        plugin, name = key
        value = rules.option_values[key]
        expected = option.default
        for chosen in rules.plugins:
            manifest = chosen.manifest
            for preset in manifest.presets:
                if preset.name == rules.edition and manifest.name == plugin:
                    expected = preset.options.get(name, expected)
            for settled in (manifest.defaults, manifest.settled):
                expected = settled.get(f"{plugin}.{name}", expected)
        if value != expected and key not in rules.without_effect:
            yield f"{name} = {str(value).lower()}: {one_line(option.help)}"
