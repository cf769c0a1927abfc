"""Part of the law of purity: what plugins say about actions depends on the view alone.

That is their advice to bots, their cautions to people, and what an action type says that its
actions bring.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from attrs import frozen

from elfen.bots import farsighted as far
from elfen.declare import Action, Decide
from elfen.errors import ElfenError
from elfen.game import Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing import patience
from elfen.testing.facts import calling, chooser, some, successors, waits
from elfen.testing.law_broken import PROGRESS, PURITY, LawBroken
from elfen.testing.secrecy.worlds import another, hides
from elfen.text import Words
from elfen.views import View

#: What is said about actions, each by the name of the opinion.
_Told = dict[Action, dict[str, object]]

#: How one looks who does not look beyond the round.
near = nullcontext

#: In one of so many states advice is asked for: it may take as long as all else.
_SELDOM = 6
#: How many actions advice is asked about, and how many other views are advised in between.
_ABOUT, _OTHERS = 12, 2
#: In so many states of a game it is asked for after a view that is much like the one there.
_LIKE_ANOTHER = 6
#: For how many seconds of processor time it is asked about one after the other: planners may take
#: long with many pieces.
_A_WHILE = 2.0


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

    The last of the other views is much like this one: that of the same seat in a world that the
    public cannot tell from this. The fresh rules are asked about the same actions in the opposite
    order. Nothing is asked if a slot hides something without saying what else it could be, which
    planners have to know: `noninterference` tells of that. Raises `LawBroken`.
    """
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return
    if (breadth is not None and numbers.randrange(_SELDOM)) or rules.validate(state):
        return
    if not _plannable(rules):
        return
    actions = some(_advisable(rules, state), breadth and _ABOUT, numbers)
    if not actions:
        return
    world = another(rules, state, item.seat, numbers)  # else advice on it may fail for no fault
    anew = _Asking("by the same rules compiled afresh", compile_recipe(rules.recipe), state)
    fresh = anew.ask(actions[::-1])
    for _, after in successors(rules, state, _OTHERS):
        if not rules.validate(after) and (first := _advisable(rules, after)[:1]):
            advice_on(rules, after, first)
    like_it = another(rules, state, None, numbers)
    here = _Asking("after advice on other views", rules, state, beforehand=like_it)
    _the_same(rules, state, (here, here.ask(actions)), (anew, fresh))
    in_two_minds(rules, state, actions)
    here = _Asking("in one world", rules, state)
    there = _Asking("in another that the seat cannot tell from it", rules, world)
    _the_same(rules, state, (here, here.ask(actions)), (there, there.ask(actions)))


def in_two_minds(rules: Ruleset, state: State, actions: Sequence[Action]) -> None:
    """What is said about a view rests on how far one looks now, not on how far another looked.

    Raises `LawBroken`.
    """
    for mind, before in ((near, far), (far, near)):
        at_once = _Asking("at once", rules, state, mind)
        later = _Asking("if somebody looked at it otherwise before", rules, state, mind, before)
        told = at_once.ask(actions[::-1])
        _the_same(rules, state, (later, later.ask(actions)), (at_once, told))


@frozen
class _Asking:
    """How is asked what is said: of which rules, in which state, how far one looks, and how
    somebody looked at the same view before, if anybody did. What is asked `beforehand` is said of
    another state. `how` says it in messages.
    """

    how: str
    rules: Ruleset
    state: State
    mind: Callable[[], AbstractContextManager[None]] = near
    before: Callable[[], AbstractContextManager[None]] | None = None
    beforehand: State | None = None

    def ask(self, actions: Sequence[Action]) -> _Told:
        """What is said about some actions, one after the other, as far as one gets in a while."""
        rules, view = self.rules, seen(self.rules, self.state)
        if self.beforehand is not None:
            advice_on(rules, self.beforehand, _one_of_each_type(rules, self.beforehand))
        if self.before is not None:
            with self.before():
                _said_in_turn(rules, self.state, view, actions)
        with self.mind():
            return _said_in_turn(rules, self.state, view, actions)


def advised_along(rules: Ruleset, states: Iterable[State]) -> None:
    """Whatever can be said is said where a decision is due for the first time.

    There, least has happened of what advice may take for granted. And in some state it is said to
    those who look far and to others, and in some more after a view much like theirs. Raises
    `LawBroken`.
    """
    asked: list[State] = []
    firsts: dict[str, State] = {}
    for state in states:
        item = rules.pending(state) if state.agenda else None
        if isinstance(item, Decide):
            asked.append(state)
            firsts.setdefault(item.name, state)
    if not asked or not _plannable(rules):
        return
    numbers = chooser(asked[0])
    for state in firsts.values():
        if not rules.validate(state):  # planners fill in what they do not see
            another(rules, state, rules.pending(state).seat, numbers)
        advice_on(rules, state, _one_of_each_type(rules, state))
    state = numbers.choice(asked)
    in_two_minds(rules, state, some(_advisable(rules, state), _ABOUT, numbers))
    others = [other for other in firsts.values() if _advisable(rules, other)]
    for state in some(asked, _LIKE_ANOTHER, numbers) if others else ():
        _after_one_like_it(rules, state, numbers.choice(others), numbers)


def _after_one_like_it(rules: Ruleset, state: State, other: State, numbers: random.Random) -> None:
    """The same is said after a view that is much like this one as after some other view."""
    if rules.validate(state):  # another law tells
        return
    actions = some(_advisable(rules, state), _ABOUT, numbers)
    like_it = another(rules, state, None, numbers)
    advice_on(rules, other, _one_of_each_type(rules, other))  # not on this very view
    here = _Asking("after advice on a view much like it", rules, state, beforehand=like_it)
    there = _Asking("after advice on another view", rules, state, beforehand=other)
    _the_same(rules, state, (here, here.ask(actions)), (there, there.ask(actions)))


def advised_afresh(rules: Ruleset, fresh: Ruleset, states: Iterable[State]) -> None:
    """The same is said by other rules that were compiled afresh, where each decision is due for the
    last time: there, the most has happened that the first might remember. Raises `LawBroken`.
    """
    for state in _last_of_each(rules, states):
        actions = _one_of_each_type(rules, state)
        here = _Asking("after all that was said before", rules, state)
        anew = _Asking("by the same rules compiled afresh", fresh, state)
        _the_same(rules, state, (here, here.ask(actions)), (anew, anew.ask(actions)))


def consulted(rules: Ruleset, states: Iterable[State]) -> None:
    """What is said where each decision is due for the last time is asked for, and may be kept."""
    for state in _last_of_each(rules, states):
        _Asking("in another game", rules, state).ask(_one_of_each_type(rules, state))


def _last_of_each(rules: Ruleset, states: Iterable[State]) -> list[State]:
    """The last of these states at which each decision is due; none if nothing can be planned."""
    lasts: dict[str, State] = {}
    for state in states if _plannable(rules) else ():
        item = rules.pending(state) if state.agenda else None
        if isinstance(item, Decide):
            lasts[item.name] = state
    return [*lasts.values()]


def _one_of_each_type(rules: Ruleset, state: State) -> list[Action]:
    return [*{type(action): action for action in reversed(_advisable(rules, state))}.values()]


def _plannable(rules: Ruleset) -> bool:
    """Whether every slot that hides something says what else it could be."""
    return not any(slot.worlds is None and hides(rules, slot) for slot in rules.slots.values())


def _the_same(
    rules: Ruleset, state: State, one: tuple[_Asking, _Told], other: tuple[_Asking, _Told]
) -> None:
    """Raise `LawBroken` for the first opinion that differs between two ways to ask."""
    (ask, told), (ask_otherwise, told_otherwise) = one, other
    both = [action for action in told if action in told_otherwise]
    about = [(action, opinion) for action in both for opinion in opinions(rules, type(action))]
    for action, opinion in about:
        says, otherwise = told[action][opinion.name], told_otherwise[action][opinion.name]
        if says != otherwise:
            raise LawBroken(
                PURITY,
                f"{opinion.name} on {action} at {waits(rules, state)} is {says} {ask.how}, but"
                f" {otherwise} {ask_otherwise.how}",
                f"{opinion.name}, plugin {opinion.plugin!r}",
                runs=(partial(ask.ask, [action]), partial(ask_otherwise.ask, [action])),
            )


def _advisable(rules: Ruleset, state: State) -> list[Action]:
    """The legal actions about which something can be said; none where chance is due."""
    types = {owned.entry.type for owned in (*rules.advice, *rules.cautions)}
    types |= {owned.entry.type for owned in rules.action_types if owned.entry.brings is not None}
    return [action for action in rules.legal_actions(state) if type(action) in types]


def advice_on(rules: Ruleset, state: State, actions: Sequence[Action]) -> _Told:
    """All that is said about some actions to the seat that decides, one after the other."""
    return _Asking("", rules, state).ask(actions)


def _said_in_turn(rules: Ruleset, state: State, view: View, actions: Sequence[Action]) -> _Told:
    told: _Told = {}
    until = patience.deadline(_A_WHILE)
    for action in actions:
        if told and patience.is_over(until):
            break
        try:
            told[action] = said(rules, view, action)
        except LawBroken as broken:
            if remembering := _remembering(broken, rules, state, action):
                raise remembering from None
            raise
    return told


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
