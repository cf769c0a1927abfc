"""How a game is played, in a page: put together from what its plugins declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from elfen.declare import Owned, in_words
from elfen.text import entries
from elfen.text.grammar import capital
from elfen.text.items import one_line
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
    words = Words(rules)
    usual = words.say("edition {edition}", edition=rules.edition) if rules.edition else ""
    usual = usual or words.say("the usual rules")
    setup, round = rules.procedures["setup"], rules.procedures["round"]
    chapters = (
        Chapter("", tuple(_about(rules, words))),
        *goal(rules),
        Chapter(words.say("Before the first round"), tuple(_texts(setup, words))),
        Chapter(words.say("A round"), tuple(_numbered(_texts(round, words)))),
        Chapter(words.say("What you decide"), tuple(_decisions(rules, words))),
        Chapter(words.say("What a step costs"), tuple(_costs(rules, words))),
        Chapter(words.say("Not as in {usual}", usual=usual), tuple(_options(rules, words))),
    )
    return tuple(one for one in chapters if one.lines)


def goal(rules: Ruleset) -> tuple[Chapter, ...]:
    """The chapters about the end: what counts, what decides in a tie, and when it is over."""
    words = Words(rules)
    ranking = words.say(rules.ranking_list[0].entry.text)
    points = [
        f"{words.say(line.text)}: {bounds(line.lowest(rules), line.highest(rules), words)}"
        for line in (owned.entry for owned in rules.score_lines)
    ]
    ties = [words.say("in a tie: {what}", what=text) for text in _texts(rules.tie_breaks, words)]
    return (
        Chapter(words.say("The goal"), (f"{capital(ranking)}.", *points, *ties)),
        Chapter(words.say("The end"), tuple(_texts(rules.ending_list, words))),
    )


def bounds(lowest: int, highest: int, words: Words) -> str:
    """`up to 20 points`, or from where to where."""
    if lowest == 0:
        return words.say("up to {n:* point|* points}", n=highest)
    return words.say("{lowest} to {n:* point|* points}", lowest=str(lowest), n=highest)


def _about(rules: Ruleset, words: Words) -> Iterator[str]:
    """What the game is called, who plays, and each plugin's own paragraph."""
    players = words.say(in_words(rules.player_counts))
    game = words.title()
    if rules.board.name:
        text = "{game}: for {players} players on the board {board}."
        yield words.say(text, game=game, players=players, board=rules.board.name)
    else:
        yield words.say("{game}: for {players} players.", game=game, players=players)
    for plugin in rules.plugins:
        yield one_line(words.say(plugin.manifest.about or plugin.manifest.help))


def _texts(entries: Iterable[Owned[Any]], words: Words) -> Iterator[str]:
    for owned in entries:
        if owned.entry.text:
            yield one_line(words.say(owned.entry.text))


def _numbered(texts: Iterable[str]) -> Iterator[str]:
    for n, text in enumerate(texts, 1):
        yield f"{n}. {text}"


def _decisions(rules: Ruleset, words: Words) -> Iterator[str]:
    """Each decision with its answers: the verb, and what it does."""
    for owned in rules.decisions:
        answers = [
            f"`{one.entry.type.verb}`{': ' if one.entry.text else ''}"
            f"{one_line(words.say(one.entry.text))}"
            for one in rules.answers[owned.entry.name]
        ]
        if answers:
            yield f"{one_line(words.say(owned.entry.text))} – {'; '.join(answers)}"


def _costs(rules: Ruleset, words: Words) -> Iterator[str]:
    """The layers of the move cost, with the terms of each."""
    for layer in entries.costs(rules):
        terms = ", ".join(words.say(item.text) if item.text else item.key for item in layer.items)
        yield f"{words.say(_LAYERS.get(layer.name, layer.name))}: {terms}"


def _options(rules: Ruleset, words: Words) -> Iterator[str]:
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
            yield f"{name} = {str(value).lower()}: {one_line(words.say(option.help))}"
