"""Part of the law of purity: what plugins say about actions depends on the view alone.

That is their advice to bots, their cautions to people, and what an action type says that its
actions bring.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import frozen

from elfen.bots import farsighted
from elfen.declare import Action, Decide
from elfen.errors import ElfenError
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing.facts import calling, some, successors, waits
from elfen.testing.law_broken import PROGRESS, PURITY, LawBroken
from elfen.testing.secrecy.worlds import another, hides
from elfen.text import Words
from elfen.views import View

#: What somebody is told of a view.
_Mind = Callable[[View], dict[str, object]]

#: In one of so many states advice is asked for: it may take as long as all else.
_SELDOM = 6
#: How many actions advice is asked about, and how many other views are advised in between.
_ABOUT, _OTHERS = 2, 2


@frozen
class Opinion:
    """What a plugin can say about an action: as `say(view, action)`, called `name` in messages."""

    name: str
    plugin: str
    say: Callable[[View, Action], object]


def opinions(rules: Ruleset, cls: type[Action]) -> Iterator[Opinion]:
    """All that can be said about actions of a class: advice, cautions, and what they bring."""
    for owned in rules.advice:
        if owned.entry.type is cls:
            yield Opinion(f"advice {owned.entry.name!r}", owned.plugin, owned.entry.value)
    for owned in rules.cautions:
        if owned.entry.type is cls:
            say = _warning(owned.entry.name)
            yield Opinion(f"caution {owned.entry.name!r}", owned.plugin, say)
    for owned in rules.action_types:
        if owned.entry.type is cls and owned.entry.brings is not None:
            say = _bringing(rules, owned.entry.brings)
            yield Opinion(f"what {owned.entry.name!r} brings", owned.plugin, say)


def _warning(name: str) -> Callable[[View, Action], object]:
    def say(view: View, action: Action) -> object:
        return [one.text for one in view.cautions(action) if one.name == name]

    return say


def _bringing(
    rules: Ruleset, brings: Callable[[View, Action, Words], str]
) -> Callable[[View, Action], object]:
    def say(view: View, action: Action) -> object:
        told = brings(view, action, Words(rules))
        if not isinstance(told, str):
            raise ElfenError(f"{told!r} is not a text")
        return told

    return say


def advised(rules: Ruleset, state: State, breadth: int | None, numbers: random.Random) -> None:
    """The same is said after other views, by the same rules compiled afresh, and in other worlds.

    Not asked if a slot hides something without saying what else it could be, which planners have
    to know: `noninterference` tells of that. Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    if (breadth is not None and numbers.randrange(_SELDOM)) or rules.validate(state):
        return
    if not _plannable(rules):
        return
    for action in some(_advisable(rules, state), breadth and _ABOUT, numbers):
        ask = partial(advice_on, rules, state, action)
        ask_fresh = partial(advice_on, compile_recipe(rules.recipe), state, action)
        fresh = ask_fresh()
        for _, after in successors(rules, state, _OTHERS):
            for other in () if rules.validate(after) else _advisable(rules, after)[:1]:
                advice_on(rules, after, other)
        why = "after advice on other views", "by the same rules compiled afresh"
        _the_same(rules, state, action, (ask(), fresh), why, (ask, ask_fresh))
        _in_two_minds(rules, state, action, fresh)
        world = another(rules, state, item.seat, numbers)
        ask_there = partial(advice_on, rules, world, action)
        why = "in one world", "in another that the seat cannot tell from it"
        _the_same(rules, state, action, (ask(), ask_there()), why, (ask, ask_there))


def _in_two_minds(rules: Ruleset, state: State, action: Action, plainly: dict[str, object]) -> None:
    """What is said about a view rests on how far one looks now, not on how far another looked.

    `plainly` is what is said to those who do not look beyond the round. Raises `LawBroken`.
    """

    def near(view: View) -> dict[str, object]:
        return said(rules, view, action)

    def far(view: View) -> dict[str, object]:
        with farsighted():
            return near(view)

    def one_after_the_other(first: _Mind, then: _Mind) -> dict[str, object]:
        view = seen(rules, state)
        first(view)
        return then(view)

    far_at_once = partial(far, seen(rules, state))
    for told, ask, ask_at_once in (
        (plainly, partial(one_after_the_other, far, near), partial(near, seen(rules, state))),
        (far_at_once(), partial(one_after_the_other, near, far), far_at_once),
    ):
        why = "if somebody looked at it otherwise before", "at once"
        _the_same(rules, state, action, (ask(), told), why, (ask, ask_at_once))


def advised_first(rules: Ruleset, states: Iterable[State]) -> None:
    """Whatever can be said is said where a decision is due for the first time.

    There, least has happened of what advice may take for granted. Raises `LawBroken`.
    """
    due: set[str] = set()
    for state in states if _plannable(rules) else ():
        item = rules.pending(state) if state.agenda else None
        if isinstance(item, Decide) and item.name not in due:
            due.add(item.name)
            firsts = {type(action): action for action in reversed(_advisable(rules, state))}
            for action in firsts.values():
                advice_on(rules, state, action)


def _plannable(rules: Ruleset) -> bool:
    """Whether every slot that hides something says what else it could be."""
    return not any(slot.worlds is None and hides(rules, slot) for slot in rules.slots.values())


def _the_same(
    rules: Ruleset,
    state: State,
    action: Action,
    told: tuple[dict[str, object], dict[str, object]],
    why: tuple[str, str],
    runs: tuple[Callable[[], object], Callable[[], object]],
) -> None:
    """Raise `LawBroken` for the first opinion that differs; `runs` ask for all of them again."""
    one, other = told
    for opinion in opinions(rules, type(action)):
        name = opinion.name
        if one[name] != other[name]:
            raise LawBroken(
                PURITY,
                f"{name} on {action} at {waits(rules, state)} is {one[name]} {why[0]}, but"
                f" {other[name]} {why[1]}",
                f"{name}, plugin {opinion.plugin!r}",
                runs=runs,
            )


def _advisable(rules: Ruleset, state: State) -> list[Action]:
    """The legal actions about which something can be said; none where chance is due."""
    types = {owned.entry.type for owned in (*rules.advice, *rules.cautions)}
    types |= {owned.entry.type for owned in rules.action_types if owned.entry.brings is not None}
    return [action for action in rules.legal_actions(state) if type(action) in types]


def advice_on(rules: Ruleset, state: State, action: Action) -> dict[str, object]:
    """All that is said about an action to the seat that decides, by the name of the opinion."""
    try:
        return said(rules, seen(rules, state), action)
    except LawBroken as broken:
        remembering = _remembering(broken, rules, state, action)
        if remembering is None:
            raise
    raise remembering


def _remembering(
    broken: LawBroken, rules: Ruleset, state: State, action: Action
) -> LawBroken | None:
    """The broken law if an opinion fails by something that is remembered: not if it is fresh."""

    def tell(rules: Ruleset) -> object:
        try:
            return said(rules, seen(rules, state), action)
        except LawBroken as failed:
            return failed.message

    fresh = compile_recipe(rules.recipe)
    if isinstance(tell(fresh), str):
        return None
    return LawBroken(
        PURITY,
        f"{broken.message}; by the same rules compiled afresh it does not: it depends on what was"
        " asked before",
        broken.where,
        runs=(partial(tell, rules), partial(tell, fresh)),
    )


def seen(rules: Ruleset, state: State) -> View:
    """The view of the seat that decides."""
    item = rules.pending(state)
    assert isinstance(item, Decide)
    return rules.game_from(state, 0).view(item.seat)


def said(rules: Ruleset, view: View, action: Action) -> dict[str, object]:
    """All that is said about an action of a view, by the name of the opinion."""
    item = view.pending
    assert isinstance(item, Decide)
    return {
        one.name: calling(
            PROGRESS,
            f"{one.name} on {action} at decision {item.name!r} of seat {item.seat}",
            lambda: one.say(view, action),  # noqa: B023
            f"{one.name}, plugin {one.plugin!r}",
        )
        for one in opinions(rules, type(action))
    }
