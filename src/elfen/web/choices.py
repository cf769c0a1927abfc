"""What a seat can choose, told for a page: from what actions declare, of whatever expansion.

Each choice has the marks of what it names: routes, towns, kinds of pieces, seats. The same marks
stand in the picture of the board, so that pointing at something leaves the choices that name it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import fields, frozen

from elfen.declare import Action, Decide, Means, Pieces
from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.text import Words, capital
from elfen.views import View

#: With more choices than this they are shown in groups that open.
_MOST_AT_ONCE = 12

#: So many actions of a type are asked why they are not legal, and so many answers given.
_MOST_ASKED, _MOST_REASONS = 40, 4


@frozen
class Choice:
    """A legal action: what to send for it, what to call it, and the marks of what it names."""

    move: str
    text: str
    marks: tuple[str, ...]

    @property
    def on(self) -> str:
        """The marks as one text."""
        return " ".join(self.marks)


@frozen
class Group:
    """Choices that have something in common; without a title, just choices."""

    title: str
    choices: tuple[Choice, ...]


def choices(view: View, words: Words) -> list[Group]:
    """The legal actions of a view, in groups if there are many."""
    if len(view.legal_actions) <= _MOST_AT_ONCE:
        return [Group("", tuple([_choice(view, words, one) for one in view.legal_actions]))]
    groups: dict[tuple[object, ...], list[Action]] = {}
    for action in view.legal_actions:
        values = action.values()
        key = (type(action), *values[:1]) if len(values) > 1 else (type(action),)
        groups.setdefault(key, []).append(action)
    told: list[Group] = []
    for (_, *first), actions in groups.items():
        title = words.action(actions[0], omit=_names(actions[0])[len(first) :])
        shown = tuple([_choice(view, words, one) for one in actions])
        told.append(Group(capital(title) if len(actions) > 1 else "", shown))
    return told


def _choice(view: View, words: Words, action: Action) -> Choice:
    brings = view.brings(action)
    text = capital(words.action(action)) + (f": {brings}" if brings else "")
    return Choice(str(action), text, tuple(_marks(words, action)))


def _names(action: Action) -> list[str]:
    return [one.name for one in fields(type(action))]


def _marks(words: Words, action: Action) -> Iterator[str]:
    """The marks of what an action names."""
    meanings = words.meanings(action)
    for name in _names(action):
        value, means = getattr(action, name), meanings.get(name)
        if isinstance(value, Pieces):
            ids: Iterable[str] = [id for id, _ in value.items]
        elif isinstance(value, str):
            ids = (value,)
        else:
            if means is Means.SEAT or name == "seat" or name.endswith("_seat"):
                yield f"seat:{value}"
            continue
        for id in ids:
            if means is Means.ROUTE:
                yield f"route:{id}"
            elif means is Means.TOWN:
                yield f"town:{id}"
            elif (kind := words.kind_meant(id, means)) is not None:
                yield f"kind:{kind.group.name}/{kind.id}"


def pieces(view: View, words: Words) -> dict[str, str]:
    """By mark, the names of the kinds of pieces that some choices name and others do not."""
    told: dict[str, str] = {}
    count: Counter[str] = Counter()
    kinds = {f"kind:{kind.group.name}/{kind.id}": kind for kind in view.rules.layout.kinds}
    for action in view.legal_actions:
        for mark in {*_marks(words, action)} & kinds.keys():
            told[mark] = words.name(kinds[mark])
            count[mark] += 1
    often = Counter(told.values())
    for mark, name in told.items():
        if often[name] > 1:  # a card and a counter of that name: `dragon cards`, `dragons`
            told[mark] = words.kind(kinds[mark], 2).removeprefix("2 ")
    return {mark: told[mark] for mark in kinds if 0 < count[mark] < len(view.legal_actions)}


def quotes(view: View, groups: Sequence[Group]) -> dict[str, list[str]]:
    """By mark, what it costs to take each route that some choice names and that begins here."""
    if view.seat is None:
        return {}
    marks = dict.fromkeys(mark for group in groups for one in group.choices for mark in one.marks)
    here = view.towns[view.seat]
    told: dict[str, list[str]] = {}
    for mark in marks:
        kind, _, id = mark.partition(":")
        if kind == "route" and id in view.board.route_number and here in view.board.route(id).ends:
            try:
                told[mark] = view.quote(id).told
            except ElfenError:  # a route that cannot be entered here
                continue
    return told


def why_not(view: View, mark: str, words: Words) -> list[str]:
    """Why nothing can be done now with what a mark stands for, in the rules' own words."""
    item = view.pending
    if not isinstance(item, Decide) or item.seat != view.seat:
        return [words.say("It is not your turn.")]
    index = _naming(view.rules)
    reasons: dict[str, None] = {}
    for owned in view.rules.answers[item.name]:
        for action in index[owned.entry.name].get(mark, ()):
            reason = view.check(action)
            if reason is None:
                return []
            reasons.setdefault(f"{capital(words.reason(reason))}.")
            if len(reasons) >= _MOST_REASONS:
                return [*reasons]
    if reasons:
        return [*reasons]
    asked = words.say(view.rules.decision(item).text)
    return [words.say("Nothing can be done with this now: {asked}.", asked=asked)]


@lru_cache(maxsize=32)
def _naming(rules: Ruleset) -> dict[str, dict[str, list[Action]]]:
    """By action type and mark, some of the actions that name what it stands for."""
    words = Words(rules)
    index: dict[str, dict[str, list[Action]]] = {}
    for owned in rules.action_types:
        found = index.setdefault(owned.entry.name, {})
        for action in owned.entry.domain():
            for mark in _marks(words, action):
                some = found.setdefault(mark, [])
                if len(some) < _MOST_ASKED:
                    some.append(action)
    return index
