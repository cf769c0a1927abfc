"""The menu: numbered legal actions, grouped by what they have in common if there are many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import fields, frozen

from elfen.cli.playing.typed import folded
from elfen.declare import Action, Meaning, Means, Pieces
from elfen.text import Words
from elfen.views import View

#: Up to how many actions are listed one by one, in all and per verb of a longer menu.
MOST_AT_ONCE = 9
FEW = 3


@frozen
class Entry:
    """A line of the menu: an action, or several to choose from next.

    These have the verb and the first `fields` fields in common.
    """

    text: str
    actions: tuple[Action, ...]
    fields: int = 0

    @property
    def action(self) -> Action | None:
        """The action, if there is only one."""
        return self.actions[0] if len(self.actions) == 1 else None


class Menu:
    """The choices of one decision as text."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._words = Words(view.rules)

    def entries(self) -> tuple[Entry, ...]:
        """All legal actions, grouped by verb and first field if there are many."""
        legal = self._view.legal_actions
        if len(legal) <= MOST_AT_ONCE:
            return self.singly(legal)
        by_verb: dict[type[Action], list[Action]] = {}
        for action in legal:
            by_verb.setdefault(type(action), []).append(action)
        out: list[Entry] = []
        for alike in by_verb.values():
            if len(alike) <= FEW:
                out += self.singly(alike)
            elif len(alike[0].values()) > 1:
                by_first: dict[object, list[Action]] = {}
                for action in alike:
                    by_first.setdefault(action.values()[0], []).append(action)
                out += [self._gathered(some, 1) for some in by_first.values()]
            else:
                out.append(self._gathered(alike, 0))
        return tuple(out)

    def singly(self, actions: Sequence[Action], after: int | None = None) -> tuple[Entry, ...]:
        """Actions one by one, near routes and cheap payments first.

        With `after`, their verb and that many fields, which the reader knows, are left out.
        """
        nearest = sorted(actions, key=lambda action: (self._distance(action), _size(action)))
        return tuple(Entry(self.text(action, None, after), (action,)) for action in nearest)

    def text(self, action: Action, most: int | None = None, after: int | None = None) -> str:
        """An action as text: its verb and first `most` fields, or those after the first `after`."""
        told = [self._value(action, at) for at in range(len(action.values()))[after or 0 : most]]
        verb = [self._words.say(action.verb)] if after is None else []
        return " ".join([*verb, *([" · ".join(told)] if told else [])])

    def as_shown(self, line: str) -> tuple[Action, ...]:
        """The legal actions whose text begins with a line, or alone the one that it is.

        Accents, capitals and signs between words make no difference.
        """
        said = _words(line)
        told = {action: _words(self.text(action)) for action in self._view.legal_actions if said}
        whole = tuple(action for action, text in told.items() if text == said)
        return whole or tuple(action for action, text in told.items() if text.startswith(said))

    def _gathered(self, actions: Sequence[Action], some: int) -> Entry:
        if len(actions) == 1:
            return self.singly(actions)[0]
        rest = actions[0].values()[some]
        text = "{n:a choice|* choices}"
        if self._means(actions[0], some) is Means.ROUTE:
            text = "{n:a route|* routes}"
        elif isinstance(rest, Pieces) and some:
            text = "{n:a way to pay|* ways to pay}"
        told = self._words.say(text, n=len(actions))
        return Entry(f"{self.text(actions[0], some)} … {told}", tuple(actions), some)

    def _means(self, action: Action, at: int) -> Meaning | None:
        """The declared meaning of a field of an action."""
        return self._words.meanings(action).get(fields(type(action))[at].name)

    def _value(self, action: Action, at: int) -> str:
        """A field as text; a route that leads on from the boot is named by its other town."""
        board, seat = self._view.board, self._view.seat
        value, means = action.values()[at], self._means(action, at)
        if isinstance(value, Pieces):
            return self.pieces(value, means)
        if means is Means.ROUTE and value in board.route_number and seat is not None:
            route, town = board.route(value), self._view.towns[seat]
            if len(action.values()) > 1 and at == 0 and town in route.ends:
                terrain, end = self._words.terrain(route.terrain), route.other(town)
                text = "to {town} ({terrain})"
                return self._words.say(text, town=self._words.town(end), terrain=terrain)
            lying = dict(self._view.lying).get(value, ())
            what = f" [{'+'.join(map(self._words.name, lying))}]" if lying else ""
            return f"{self._words.route(value)}{what}"
        return self._words.value(value, means=means)

    def pieces(self, pieces: Pieces, means: Meaning | None = None) -> str:
        """Pieces by their short names: `2 dragons + raft`."""
        told = []
        for id, n in pieces.items:
            kind = self._words.kind_meant(id, means)
            if n == 1 and kind is not None:
                told.append(self._words.name(kind))
            else:
                told.append(self._words.counted(n, id if kind is None else kind.name))
        return " + ".join(told) or self._words.say("nothing")

    def _distance(self, action: Action) -> int:
        board, seat = self._view.board, self._view.seat
        routes = [
            value
            for at, value in enumerate(action.values())
            if self._means(action, at) is Means.ROUTE and value in board.route_number
        ]
        if not routes or seat is None:
            return 0
        town = self._view.towns[seat]
        return min(board.distance(town, end) for end in board.route(routes[0]).ends)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text)))


def _size(action: Action) -> int:
    """How many pieces an action names."""
    return sum(len(value) for value in action.values() if isinstance(value, Pieces))
