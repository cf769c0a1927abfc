"""The law of saving: loading a save gives the same game, to the last byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from traceback import walk_tb
from typing import Any, TypeVar

from elfen.declare import Action, Over, Slot
from elfen.game import Game, Ruleset, compile_recipe
from elfen.game.saves import read_state, written_state
from elfen.kernel import State, Table, out_of_bounds
from elfen.knowledge import Ledger
from elfen.testing.blaming.anew import Anew
from elfen.testing.blaming.watching import Handed, Passed, Watched
from elfen.testing.differences import Raised, difference, narrowed, same, settled
from elfen.testing.facts import calling, is_data, raised, states_of
from elfen.testing.law_broken import SAVING, LawBroken
from elfen.testing.misfits import misfits

T = TypeVar("T")

#: How an error begins that is about an option in a save.
_OPTION = re.compile(r"^rules\.options\.(\w+)")

#: So many decisions are made after a save of a fork, for chance to come.
_GOES_ON = 40


def saving(rules: Ruleset, state: State, breadth: int | None = 8) -> None:
    """A state comes back from JSON as it was, with the same moves and views.

    `breadth` has no effect; it is there because all laws take it. A state that is not sound
    or not pure data breaks another law. Raises `LawBroken`.
    """
    if not sound(rules, state):
        return
    back = comes_back(rules, state)
    for what, ask in _questions(rules, state).items():
        if not same(settled(partial(ask, state)), settled(partial(ask, back))):
            answers = [settled(partial(ask, one)) for one in (state, state, back)]
            if same(answers[0], answers[1]) and not isinstance(answers[0], Raised):
                _alike(
                    what, answers[0], answers[2], None, (partial(ask, state), partial(ask, back))
                )


def comes_back(rules: Ruleset, state: State) -> State:
    """A sound state as it comes back from JSON. Raises `LawBroken` if it is another one."""
    written = _calling("writing the state", lambda: written_state(rules, state), rules, state)
    text = json.dumps(written, allow_nan=False)
    back = _calling(
        "reading the state again",
        lambda: read_state(rules, json.loads(text), "state"),
        rules,
        state,
    )
    if not same(state, back):
        odd = [n for n, slot in rules.slots.items() if not same(state.ext[slot], back.ext[slot])]
        lost = (*_lost(state.ledger), *_items_lost(rules, state, back))
        _alike("the state", state, back, _slot(rules, *odd[:1]), lost)
    _alike("the state's JSON", text, json.dumps(written_state(rules, back), allow_nan=False))
    return back


def saved(game: Game) -> None:
    """A game comes back from its save: state, log, moves, views, and the save to the last byte.

    A game whose log leads to another state breaks another law. Raises `LawBroken`.
    """
    *_, (state, _) = states_of(game)
    if not sound(game.rules, state) or state != game.state:
        return
    rules = game.rules
    text = _calling("saving the game", lambda: game.to_json(snapshot=False), rules, state)
    back = _calling("loading the save", lambda: Game.from_json(text, rules), rules, state)
    _alike("the state", game.state, back.state)
    _alike("the log", game.log, back.log)
    _alike("the list of actions", game.legal_actions, back.legal_actions)
    for seat in (None, *range(game.players)):
        who = "the public" if seat is None else f"seat {seat}"
        _alike(f"the view of {who}", game.view(seat).to_json(), back.view(seat).to_json())
    once, again = (_calling("saving the game", one.to_json, rules, state) for one in (game, back))
    _alike("the save", once, again)


def forked(game: Game) -> None:
    """A game whose dealer was changed, at once again, later, and before the first has dealt
    anything, goes on alike from its save. Raises `LawBroken`.
    """
    once = game.at(game.steps // 3).fork("one")
    again = once.fork("two")
    later = _gone_on(again, game.steps // 3).fork("three")
    for one in (once, again, later, _gone_on(later, 1), *_forked_between(game)):
        text = calling(SAVING, "saving a game that was forked", one.to_json)
        back = calling(
            SAVING, "loading the save of a fork", partial(Game.from_json, text, one.rules)
        )
        ends = [_gone_on(each, _GOES_ON).state for each in (one, back)]
        _alike("how a fork goes on", ends[0], ends[1], runs=_dealers_lost(one, back, text))
        what = "what a fork deals by if moves are taken back"
        _alike(what, _dealers(one), _dealers(back), runs=(one.to_json,))


def goes_on_as_saved(game: Game) -> None:
    """A game that is loaded from its middle goes on alike by the same decisions.

    Raises `LawBroken`.
    """
    rules, history, half = game.rules, game.history, game.steps // 2
    text = calling(SAVING, "saving the game", history[half].to_json)
    loaded = partial(Game.from_json, text, rules)
    back = calling(SAVING, "loading the save", loaded)
    decided: list[Any] = []
    for before, after in pairwise(history[half:]):
        decided.append(after.last[0].move)
        back = calling(SAVING, f"{decided[-1]} after a save", partial(back.play, decided[-1]))
        if back.state != after.state:
            what = f"what comes of {decided[-1]} in a game saved {len(decided)} decisions before"
            runs = Anew(partial(partial, before.play, decided[-1])), _loaded_again(loaded, decided)
            _alike(what, after.state, back.state, runs=runs)


def _loaded_again(loaded: Callable[[], Game], decided: Sequence[Action]) -> Anew:
    """The last of some decisions in a game that is loaded before the first."""

    def last() -> Callable[[], object]:
        game = loaded()
        for action in decided[:-1]:
            game = game.play(action)
        return partial(game.play, decided[-1])

    return Anew(last)


def _dealers(game: Game) -> list[str]:
    """By what each game of a line deals."""
    dealers = [one._dealer for one in game.history]
    return [f"{dealer.seed.hex()} from {dealer.position}" for dealer in dealers]


def _forked_between(game: Game) -> Iterator[Game]:
    """A game that was forked before and after a decision without chance, if there is one."""
    for step in range(game.steps // 3, game.steps):
        before = game.at(step).fork("four")
        after = _gone_on(before, 1)
        if after.steps > before.steps and after._dealer == before._dealer:
            yield _gone_on(after.fork("five"), 1)
            return


def _dealers_lost(game: Game, back: Game, text: str) -> tuple[Passed, ...]:
    """Whoever has lost the dealer with which a game would have gone on: writing it, or reading."""
    dealer = game._dealer
    if dealer == back._dealer:
        return ()
    is_written = dealer.seed.hex() in text
    return (
        Passed(dealer, partial(Game.from_json, text, game.rules) if is_written else game.to_json),
    )


def _gone_on(game: Game, decisions: int) -> Game:
    """The game after some more decisions, which depend on nothing but the game."""
    for number in range(decisions):
        actions = calling(SAVING, "listing the moves", lambda: game.legal_actions)  # noqa: B023
        if not actions:  # another law
            break
        game = calling(SAVING, "a move", partial(game.play, actions[number % len(actions)]))
    return game


def _calling(what: str, ask: Callable[[], T], rules: Ruleset, state: State) -> T:
    """The answer; blames the slot that an exception names, and values in it of a wrong type."""
    try:
        return ask()
    except Exception as error:
        names = [name for name in rules.slots if f"slots.{name}" in str(error)]
        broken = raised(SAVING, what, error, _slot(rules, *names[:1]), ask)
        broken.runs = (
            *_lost(state.ledger),
            *_read_otherwise(rules, state, error),
            *broken.runs,
            *_written(rules, state, str(error)),
        )
        if option := _OPTION.search(str(error)):
            broken.runs = (_writing_options(rules, option[1], state),)
        for name in names[:1]:
            values = tuple(misfits(state.ext[rules.slots[name]], rules.slots[name].type))
            broken.runs += (Watched(partial(_unfit, rules.slots[name]), values=values[:1]),)
        raise broken from error


def _writing_options(rules: Ruleset, plugin: str, state: State) -> Handed:
    """Writing a save by rules compiled afresh, which have not told their options yet."""
    fresh = compile_recipe(rules.recipe)
    return Handed(partial(_tells_options, plugin), lambda: fresh.game_from(state, 0).to_json())


def _tells_options(plugin: str, answer: object) -> bool:
    """Whether an answer has the options of a plugin: they are told wrongly."""
    return isinstance(answer, dict) and any(str(key).startswith(f"{plugin}.") for key in answer)


def _lost(ledger: Ledger) -> tuple[Passed, ...]:
    """The first thing that a ledger loses when it is written, if any."""
    back = settled(lambda: Ledger.from_data(ledger.to_data()))
    if back == ledger or not isinstance(back, Ledger):
        return ()
    return (Passed(narrowed(ledger, back)[0], ledger.to_data),)


def _read_otherwise(rules: Ruleset, state: State, error: Exception) -> Iterator[Passed]:
    """Whoever wrote what was read as something else, if a whole state had been read before it was
    refused.
    """
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    for back in (one for frame in frames for one in frame.f_locals.values()):
        if isinstance(back, State) and back is not state:
            for part, again in ((state.routes, back.routes), (state.zones, back.zones)):
                if part != again:
                    yield Passed(narrowed(part, again)[0], partial(written_state, rules, state))
                    return


def _written(rules: Ruleset, state: State, told: str) -> Iterator[Passed]:
    """Whoever wrote the part of a state that an error names by its number, or what is due by its
    name.
    """
    named = re.search(r"state\.(\w+)\[(\d+)\]", told)
    parts = getattr(state, named[1], ())[int(named[2]) :] if named else ()
    due = [item for item in state.agenda if not isinstance(item, Over) and item.name in told]
    for part in (parts or due)[:1]:
        yield Passed(part, partial(written_state, rules, state))


def _items_lost(rules: Ruleset, state: State, back: State) -> Iterator[Passed]:
    """Whoever wrote what is due in a state, if it comes back as something else; or whoever read it,
    if it has been written with its data.
    """
    for number, (item, again) in enumerate(zip_longest(state.agenda, back.agenda)):
        if item is not None and item != again:
            written = json.loads(json.dumps(written_state(rules, state)))
            data = getattr(item, "data", ())
            if data and written["agenda"][number].get("data") == [*data]:
                yield Passed(data, partial(read_state, rules, written, "state"))
            yield Passed(item, partial(written_state, rules, state))
            return


def _unfit(slot: Slot[Any], table: Table) -> bool:
    """Whether a slot has a value that is not of its type."""
    return any(True for _ in misfits(table.ext[slot], slot.type))


def _slot(rules: Ruleset, name: str = "") -> str | None:
    """A slot and its plugin as text; None for no slot."""
    return f"slot {name!r}, plugin {rules.slot_owner[name]!r}" if name else None


def sound(rules: Ruleset, state: State) -> bool:
    """Whether a state is pure data, has something due, is valid, and keeps to its extents; if not,
    other laws tell.
    """

    def wrong() -> bool:
        return bool(rules.validate(state)) or any(out_of_bounds(rules, state))

    return is_data(state) and bool(state.agenda) and not settled(wrong)


def _questions(rules: Ruleset, state: State) -> dict[str, Callable[[State], object]]:
    asked: dict[str, Callable[[State], object]] = {
        "the list of actions": rules.legal_actions,
        "the list of outcomes": rules.outcomes,
        "the public view": lambda state: rules.observe(state, None).to_json(),
    }
    for seat in range(state.players):
        asked[f"the view of seat {seat}"] = lambda state, seat=seat: (  # type: ignore[misc]
            rules.observe(state, seat).to_json()
        )
    return asked


def _alike(
    what: str,
    one: object,
    other: object,
    where: str | None = None,
    runs: tuple[Callable[[], object], ...] = (),
) -> None:
    if not same(one, other):
        first, second = difference(one, other)
        message = f"{what} was {first}, and is {second} when it is read again"
        raise LawBroken(SAVING, message, where, runs=runs)
