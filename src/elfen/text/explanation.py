"""What a ruleset consists of, list by list and entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import in_words
from elfen.text import entries
from elfen.text.items import Item, Origin
from elfen.text.names import Names
from elfen.text.speech import Catalogues, language, say

if TYPE_CHECKING:
    from elfen.declare.given import Ruleset

__all__ = ["Explanation", "Item", "Origin", "Section", "explain"]


@frozen
class Section:
    """A section of an explanation; its items are in the order in which they apply."""

    title: str
    items: tuple[Item, ...]

    def rows(self) -> Iterator[tuple[int, Item]]:
        """All items and the items below them, each with its depth."""
        for item in self.items:
            yield from item.walk()


@frozen
class Explanation:
    """A compiled ruleset, explained; `str` gives plain text."""

    title: str
    facts: tuple[str, ...]
    sections: tuple[Section, ...]

    def section(self, title: str) -> Section:
        """The section with that title, as it is told; raises `KeyError` if there is none."""
        for section in self.sections:
            if section.title == title:
                return section
        raise KeyError(f"no section {title!r}; there are: {', '.join(self.titles)}")

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all sections."""
        return tuple(section.title for section in self.sections)

    @property
    def lines(self) -> list[str]:
        """The lines of the plain text."""
        lines = [self.title, *self.facts]
        for section in self.sections:
            lines += ["", section.title]
            rows = list(section.rows())
            width = max(2 * depth + len(item.name) for depth, item in rows)
            for depth, item in rows:
                name = f"{'  ' * depth}{item.name}"
                origin = f"[{item.origin}]" if item.origin else ""
                lines.append(f"  {name:<{width}}  {item.words}  {origin}".rstrip())
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines)


def explain(rules: Ruleset, players: int | None = None) -> Explanation:
    """What the rules consist of, for `players` where their number matters (None: the most).

    Raises `RulesetError` for a number of players that the rules do not allow.
    """
    if players is None:
        players = rules.most_players
    rules.start(players)
    text = rules.once(Catalogues).of[language()].text
    lists = {
        say("Options"): entries.options(rules),
        say("Zones"): entries.zones(rules),
        say("Slots"): entries.slots(rules),
        say("Procedures"): entries.procedures(rules),
        say("Decisions"): entries.decisions(rules),
        say("Draws and rolls"): entries.chances(rules),
        say("Move cost"): entries.costs(rules),
        say("Restrictions"): entries.restrictions(rules),
        say("Short cuts"): entries.short_cuts(rules),
        say("Endings"): entries.endings(rules),
        say("Score"): entries.score(rules),
        say("Tie-breaks"): map(entries.told, rules.tie_breaks),
        say("Ranking"): map(entries.told, rules.ranking_list),
        say("Cautions"): entries.cautions(rules),
    }
    sections = [
        Section(title, tuple(item.spoken(text) for item in items)) for title, items in lists.items()
    ]
    title = " + ".join(plugin.name for plugin in rules.plugins)
    if rules.edition:
        title += f", {say('edition {edition}', edition=rules.edition)}"
    return Explanation(
        title,
        tuple(_facts(rules, players)),
        tuple(section for section in sections if section.items),
    )


def _towns(rules: Ruleset) -> Iterator[str]:
    """Where town pieces lie and where boots begin, on separate lines so each can be compared."""
    board, towns, names = rules.board, rules.towns, Names(rules)
    named = [board.town(id).name for id in towns.pieces or ()]
    where = names.listed(named) or say("all towns")
    among = towns.pieces is None or not {*towns.pieces}.isdisjoint(towns.start)
    text = "town pieces: {n} a seat, in {where}"
    if among and not towns.piece_at_start:
        text = "town pieces: {n} a seat, in {where} but the start"
    yield say(text, n=rules.most_town_pieces, where=where)
    starts = names.listed([board.town(id).name for id in towns.start])
    text = "boots begin in one of {towns}" if towns.drawn else "boots begin in {towns}"
    yield say(text, towns=starts)


def _facts(rules: Ruleset, players: int) -> Iterator[str]:
    board, names = rules.board, Names(rules)
    terrains = Counter(route.terrain for route in board.routes)
    kinds = ", ".join(f"{n} {names.terrain(id)}" for id, n in terrains.items())
    lowest, highest = rules.score_bounds
    text = "{plugin} (rules version {version})"
    versions = [say(text, plugin=p.name, version=p.manifest.rules_version) for p in rules.plugins]
    yield say("plugins: {plugins}", plugins=", ".join(versions))
    yield say("players: {players}", players=say(in_words(rules.player_counts)))
    yield say(
        "board: {board}, {towns} towns, {routes} routes ({kinds})",
        board=board.name,
        towns=len(board.towns),
        routes=len(board.routes),
        kinds=kinds,
    )
    if board.provenance:
        yield names.say("of the board, {provenance}", provenance=board.provenance)
    yield from _towns(rules)
    if any(ending.latest is not None for ending in rules.endings):
        yield say("rounds: {n} at most", n=rules.most_rounds)
        text = "decisions: {n} at most in a game of {players}"
        yield say(text, n=f"{rules.longest(players):,}", players=players)
    yield say("score: from {lowest} to {highest}", lowest=lowest, highest=highest)
