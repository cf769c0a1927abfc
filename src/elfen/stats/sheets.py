"""What one game gives to statistics: numbers by the names of figures.

While a game is played, only its decisions are looked at, whose legal actions are at hand then. All
else is counted when the game is over: it is `replaying` that plays its log again in one go.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from attrs import define, field

from elfen.declare import Action, listed
from elfen.errors import ElfenError, brief
from elfen.game import Game
from elfen.stats.endings import count_end
from elfen.stats.naming import Naming
from elfen.stats.replaying import Replay


@define
class Sheet:
    """A game's figures by name: how often something happened, and lists of values of their own."""

    counts: Counter[str] = field(factory=Counter)
    values: dict[str, list[float]] = field(factory=dict)

    def note(self, name: str, *values: float) -> None:
        """Add values of their own."""
        self.values.setdefault(name, []).extend(values)


def sheet(games: Sequence[Game]) -> Sheet:
    """The figures of a game, given all its positions: from the first decision to the end.

    For a game that was played or loaded, these are its `history`. Raises `ElfenError` for what are
    no positions of a game.
    """
    following = Following()
    positions = listed("games", games)
    if not positions or not all(isinstance(one, Game) for one in positions):
        raise ElfenError(f"{brief(games)} are no positions of a game: give game.history")
    for game in positions:
        following.see(game)
    return following.kept()


class Following:
    """Follows a game while it is played: a `Watcher` for `elfen.bots.simulate`."""

    def __init__(self) -> None:
        self._sheet = Sheet()
        #: The game when it was last seen; None before the first decision.
        self._last: Game | None = None
        #: By the name of a decision: how many legal actions there were each time.
        self._asked: defaultdict[str, list[int]] = defaultdict(list)
        self._offers: list[type[Action]] = []
        self._stuck: list[str] = []

    def see(self, game: Game) -> None:
        """The game after a decision, or before the first: counts among what it was made."""
        last, self._last = self._last, game
        if last is None:
            self._naming: Naming = game.rules.once(Naming)
            return
        actions, item, naming = last.legal_actions, last.state.agenda[-1], self._naming
        name, kinds = item.name, {*map(type, actions)}
        self._asked[name].append(len(actions))
        self._offers += kinds
        if name in naming.travelling and naming.going.isdisjoint(kinds):
            self._stuck.append(name)

    def kept(self) -> Sheet:
        """The figures of the game."""
        last, sheet = self._last, self._sheet
        assert last is not None
        self._count_decisions()
        Replay(last, self._naming, sheet.counts, sheet.note).count()
        count_end(last, sheet.counts, sheet.note)
        return sheet

    def _count_decisions(self) -> None:
        naming, sheet, counts = self._naming, self._sheet, self._sheet.counts
        for name, numbers in self._asked.items():
            choices = [n for n in numbers if n > 1]
            counts["length.decisions"] += len(numbers)
            counts["length.choices"] += len(choices)
            counts[f"decisions.asked.{name}"] = len(choices)
            if choices:
                sheet.note(f"decisions.options.{name}", *choices)
        for cls, times in Counter(self._offers).items():
            counts[f"actions.offered.{naming.types[cls]}"] = times
        for name, times in Counter(self._stuck).items():
            counts[f"decisions.stuck.{name}"] = times
