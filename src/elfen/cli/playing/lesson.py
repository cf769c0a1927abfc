"""The lesson: a first round of Elfenland with a fixed deal, and a sentence before each decision."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files

from elfen.bots import GreedyPlayer
from elfen.bots.planner import plan
from elfen.declare import Action, Means, Pieces
from elfen.text import Words, say
from elfen.views import View

#: The deal of the lesson, and who plays it.
SEED = 36
PLAYERS = ("human", "greedy")

#: The sentences, by identifier; what is in braces is named in `Lesson`.
TEXTS: dict[str, str] = tomllib.loads(
    (files("elfen.cli.playing") / "lesson.toml").read_text(encoding="utf-8")
)


class Lesson:
    """What is said before each decision of the first round: why this choice, what else is open."""

    def __init__(self) -> None:
        #: The kinds of decisions that have been explained.
        self.met: set[str] = set()
        self.over = False

    def explains(self, view: View) -> list[str]:
        """The paragraphs about what is met for the first time; each is told once."""
        if view.round > 1:
            ended, self.over = not self.over, True
            return [say(TEXTS["end"])] if ended else []
        name = view.pending.name
        out = [] if self.met else [say(TEXTS["welcome"])]
        if name not in self.met:
            self.met.add(name)
            out.append(say(TEXTS.get(f"{name} first", "")))
        return [line for line in out if line]

    def advises(self, view: View, told: Callable[[Action], str]) -> list[str]:
        """The paragraphs about the choice that is due; `told` words an action as the menu does."""
        if view.round > 1 or len(view.legal_actions) == 1:
            return []
        return [*self._advice(view, view.pending.name, told)]

    def _advice(self, view: View, name: str, told: Callable[[Action], str]) -> Iterator[str]:
        """What to choose and why, and what else is open."""
        best = GreedyPlayer(view.rules, 0).choose(view)
        why = TEXTS.get(f"{name} {best.verb}") or TEXTS["otherwise"]
        words = Words(view.rules)
        advice = words.say(TEXTS["advice"], action=told(best))
        yield f"{advice} {words.say(why, **_facts(view, best))}"
        others = [action for action in view.legal_actions if action != best]
        alike = [action for action in others if type(action) is type(best)]
        verbs = dict.fromkeys(action.verb for action in others if type(action) is not type(best))

        def verb_of(verb: str) -> str:
            return words.say(verb).rstrip(":")

        if len(alike) > 3:
            text, verb = "{n} other ways to {verb}", verb_of(best.verb)
            also = [words.say(text, n=len(alike), verb=verb), *map(verb_of, verbs)]
        else:
            also = [*map(told, alike), *map(verb_of, verbs)]
        yield words.say(TEXTS["others"], others=words.listed(also))


def _facts(view: View, action: Action) -> dict[str, str]:
    """What the sentences about an action may name."""
    words = Words(view.rules)
    assert view.seat is not None
    here = view.towns[view.seat]
    held = {
        kind.id: (kind, n)
        for one in view.holdings
        if one.seat == view.seat and one.pieces is not None
        for kind in view.rules.layout.kinds_of(view.rules.layout.zones[one.zone])
        if (n := one.pieces.counts.get(kind.id, 0)) and kind.group.noun.endswith("card")
    }
    facts = {"town": words.town(here), "way": "", "terrain": "", "ends": ""}
    facts["cards"] = words.say("cards")
    meanings = words.meanings(action)
    for field, value in zip(type(action).__annotations__, action.values(), strict=False):
        if meanings.get(field) is Means.ROUTE:
            route = view.board.route(value)
            facts["terrain"] = words.terrain(route.terrain)
            facts["ends"] = words.listed([words.town(end) for end in route.ends])
            if here in route.ends:
                facts["town"] = words.town(route.other(here))
        elif not isinstance(value, Pieces) and value in held:
            kind, n = held[value]
            facts["cards"] = words.kind(kind, n)
        elif not isinstance(value, Pieces):
            facts["cards"] = words.say("no card that goes with it")
    best = plan(view)
    if best.towns:
        facts["way"] = words.listed([words.town(town) for town in best.towns])
    return facts
