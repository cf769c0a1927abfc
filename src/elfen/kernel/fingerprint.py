"""The fingerprint of a ruleset: a digest of names, rules versions, options and data, never code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from elfen.declare import Towns

if TYPE_CHECKING:
    from elfen.declare import Board, OptionValue
    from elfen.declare.given import Ruleset


def fingerprint(rules: Ruleset) -> str:
    """64 hex digits, independent of the order of chosen plugins and of lines in a board file."""
    import hashlib  # a ruleset is made, and often played, without
    import json

    facts = {
        "plugins": sorted((p.name, p.manifest.rules_version) for p in rules.plugins),
        "options": sorted(told_options(rules).items()),
        "board": board_facts(rules.board),
        "kinds": sorted((kind.group.name, kind.id) for kind in rules.layout.kinds),
        "stock": sorted(
            (s.entry.zone.name, kind.group.name, kind.id, s.entry.count)
            for s in rules.stock
            for kind in s.entry.kinds
        ),
        "players": [rules.fewest_players, rules.most_players, *_left_out(rules)],
    }
    if rules.towns != Towns(rules.board.capital):
        facts["towns"] = attrs.asdict(rules.towns)
    text = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def told_options(rules: Ruleset) -> dict[str, OptionValue]:
    """The values of all options by `plugin.name`, except `later` options at their default."""
    return {
        ".".join(key): value
        for key, value in sorted(rules.option_values.items())
        if not rules.options[key].later or value != rules.options[key].default
    }


def _left_out(rules: Ruleset) -> list[int]:
    """The numbers between the fewest and the most players that cannot play."""
    between = range(rules.fewest_players, rules.most_players)
    return [n for n in between if n not in rules.player_counts]


def board_facts(board: Board) -> list[Any]:
    """The parts of a board that belong to the rules: not how it looks."""
    return [
        board.name,
        board.capital,
        [town.id for town in board.towns],
        [[r.id, list(r.ends), r.terrain, r.water] for r in board.routes],
        board.extra,
    ]
