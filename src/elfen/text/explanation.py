"""What a ruleset consists of, list by list and entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from elfen.declare import in_words
from elfen.text import entries
from elfen.text.entries import Item, Origin
from elfen.text.grammar import listed

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
        """The section with that title; raises `KeyError` if there is none."""
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
    sections = (
        Section("Options", tuple(entries.options(rules))),
        Section("Zones", tuple(entries.zones(rules))),
        Section("Slots", tuple(entries.slots(rules))),
        Section("Procedures", tuple(entries.procedures(rules))),
        Section("Decisions", tuple(entries.decisions(rules))),
        Section("Draws and rolls", tuple(entries.chances(rules))),
        Section("Move cost", tuple(entries.costs(rules))),
        Section("Restrictions", tuple(entries.restrictions(rules))),
        Section("Short cuts", tuple(entries.short_cuts(rules))),
        Section("Endings", tuple(entries.endings(rules))),
        Section("Score", tuple(entries.score(rules))),
        Section("Tie-breaks", tuple(entries.told(one) for one in rules.tie_breaks)),
        Section("Ranking", tuple(entries.told(one) for one in rules.ranking_list)),
        Section("Cautions", tuple(entries.cautions(rules))),
    )
    title = " + ".join(plugin.name for plugin in rules.plugins)
    if rules.edition:
        title += f", edition {rules.edition}"
    return Explanation(
        title,
        tuple(_facts(rules, players)),
        tuple(section for section in sections if section.items),
    )


def _towns(rules: Ruleset) -> Iterator[str]:
    """Where town pieces lie and where boots begin, on separate lines so each can be compared."""
    board, towns = rules.board, rules.towns
    named = [board.town(id).name for id in towns.pieces or ()]
    where = listed(named) or "all towns"
    among = towns.pieces is None or not {*towns.pieces}.isdisjoint(towns.start)
    but = " but the start" if among and not towns.piece_at_start else ""
    yield f"town pieces: {rules.most_town_pieces} a seat, in {where}{but}"
    starts = listed([board.town(id).name for id in towns.start])
    yield f"boots begin in {'one of ' * towns.drawn}{starts}"


def _facts(rules: Ruleset, players: int) -> Iterator[str]:
    board = rules.board
    terrains = Counter(route.terrain for route in board.routes)
    routes = ", ".join(f"{n} {rules.terrains[id].name}" for id, n in terrains.items())
    lowest, highest = rules.score_bounds
    versions = [f"{p.name} (rules version {p.manifest.rules_version})" for p in rules.plugins]
    yield f"plugins: {', '.join(versions)}"
    yield f"players: {in_words(rules.player_counts)}"
    yield f"board: {board.name}, {len(board.towns)} towns, {len(board.routes)} routes ({routes})"
    if board.provenance:
        yield f"of the board, {entries.one_line(board.provenance)}"
    yield from _towns(rules)
    if any(ending.latest is not None for ending in rules.endings):
        yield f"rounds: {rules.most_rounds} at most"
        yield f"decisions: {rules.longest(players):,} at most in a game of {players}"
    yield f"score: from {lowest} to {highest}"
