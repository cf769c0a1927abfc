"""Part of the law of saving: what a save can hold that no game has made can be played on with.

A save can begin at any position that its rules take for sound. So somebody may write other values
into a slot, or into the data with which a decision is due: a text that means nothing, a number too
large, an item more or less, or none. Either invariants forbid it, and the save is refused, or the
rules know what to do there. What the core itself refuses is in `refused`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from attrs import evolve

from elfen.declare import Decide
from elfen.errors import ElfenError, brief
from elfen.game import Ruleset
from elfen.game.saves import read_state, written_state
from elfen.kernel import State, totals
from elfen.testing.blaming.watching import Given
from elfen.testing.conservation import gone_wrong
from elfen.testing.differences import settled
from elfen.testing.facts import Move, facts, listed, some_of_each_type
from elfen.testing.forging.documents import at_path, put
from elfen.testing.forging.refused import refused
from elfen.testing.law_broken import CONSERVATION, SAVING, LawBroken
from elfen.testing.saving import comes_back, sound

#: A text that means nothing, and large numbers, the largest first.
_NOTHING, _LARGE = "?", (1_000_000, 1000, 30)
#: How many moves are made from such a position, and how many more at random.
_MOVES, _ON = 3, 30
#: How many games go on from what was not forged, to see whether they fail anyhow.
_ANYHOW = 8
#: How much likelier a field is changed that is not as it was at the start of the game.
_IN_USE = 4
#: How often not a whole list is changed, but one of its items.
_DEEPER = 0.6


def forged(rules: Ruleset, state: State, number: int, numbers: Random) -> None:
    """So many saves of a state with another value somewhere in a slot, or in the data with which a
    decision is due, are refused, or can be played on with. If the state is not sound, other laws
    tell. Raises `LawBroken`, also if the state does not come back as it was, or games that go on
    from it come to unsound positions anyhow.
    """
    if not sound(rules, state):
        return
    comes_back(rules, state)
    try:
        written, unused = (
            json.loads(json.dumps(written_state(rules, one)))
            for one in (state, rules.start(state.players))
        )
    except Exception:  # that is for `saving` to tell
        return
    refused(rules, state, written, numbers)
    fields = [*_forgeable(written)]
    as_at_first = (settled(partial(at_path, unused, at)) == at_path(written, at) for at in fields)
    weights = [1 if same else _IN_USE for same in as_at_first]
    for field in numbers.choices(fields, weights, k=number) if fields else ():
        path, all_alike = _somewhere(at_path(written, field), numbers)
        for strange in _strange(at_path(written, (*field, *path))):
            forgeries = (put(written, (*field, *path), one, all_alike) for one in strange)
            document, found = _first_read(rules, forgeries)
            if found is None:
                continue
            try:
                _go_on(rules, found, numbers)
            except Exception as error:  # of a rule, or a law that tells of one
                if isinstance(error, Unsound) and _has_lost_pieces(rules, error.state):
                    raise _as_told(rules, error) from None  # whatever is in a slot, none may
                _fails_anyhow(rules, state)
                held = brief(at_path(document, field))
                raise _let_through(rules, found, field, held, error) from None


def _first_read(
    rules: Ruleset, forgeries: Iterable[dict[str, Any]]
) -> tuple[dict[str, Any], State | None]:
    """The first of some written states that is not refused, and the state; None if all are."""
    for document in forgeries:
        try:
            return document, read_state(rules, document, "state")
        except ElfenError:
            continue
    return {}, None


def _forgeable(written: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The path of each field of a slot, of a slot without fields, and of the data of a decision."""
    for name, value in written["slots"].items():
        at = ("slots", name)
        yield from ((*at, field) for field in value) if isinstance(value, dict) else (at,)
    for number, item in enumerate(written["agenda"]):
        if item["kind"] == "decide" and item.get("data"):
            yield "agenda", number, "data"


def _somewhere(value: Any, numbers: Random) -> tuple[tuple[Any, ...], bool]:
    """Where in JSON values something is changed, and whether in all items of its list alike.

    What is whole is changed as often as what is in it.
    """
    path: tuple[Any, ...] = ()
    while isinstance(value, (dict, list)) and value and numbers.random() < _DEEPER:
        keys = [*value] if isinstance(value, dict) else range(len(value))
        path += (numbers.choice(keys),)
        value = value[path[-1]]
    in_a_list = bool(path) and isinstance(path[-1], int)
    return path, in_a_list and numbers.random() < 0.5


def _strange(value: Any) -> list[Sequence[Any]]:
    """Values of the same type that may mean nothing; of several together, the first that is
    not refused counts.
    """
    match value:
        case bool():
            return [(not value,)]
        case int():
            return [(value + 1,), (value - 1,), (-1,), _LARGE]
        case str():
            return [(_NOTHING,), ("",)]
        case list():
            return [(value[:-1],), ([*value, *value[-1:]],), ([],)]
        case None:
            return [(0,), (_NOTHING,)]
    return []


class Unsound(ElfenError):
    """A state is not sound, to which a game has come by some moves, each with the state before."""

    def __init__(self, message: str, state: State, way: list[tuple[State, Move]]) -> None:
        super().__init__(message)
        self.state, self.way = state, way


def _go_on(rules: Ruleset, state: State, numbers: Random) -> None:
    """Everybody sees the state, the moves are listed, some are made, and the game goes on for a
    while. Raises what fails, and `Unsound`.
    """
    item = rules.pending(state)
    for seat in (None, item.seat) if isinstance(item, Decide) else (None,):
        rules.observe(state, seat).to_json()
    for move in some_of_each_type(listed(rules, state), _MOVES, numbers):
        after = rules.advance(state, move)
        if wrong := rules.validate(after):
            told = f"{move} leads to a position that is not sound: {wrong[0]}"
            raise Unsound(told, after, [(state, move)])
    later, way = state, list[tuple[State, Move]]()
    for _ in range(_ON):
        if not (moves := listed(rules, later)):
            break
        way.append((later, numbers.choice(moves)))
        later = rules.advance(*way[-1])
    if wrong := rules.validate(later):
        raise Unsound(f"the position is not sound later on: {wrong[0]}", later, way)


def _has_lost_pieces(rules: Ruleset, state: State) -> bool:
    return totals(rules, state) != facts(rules).stock(state.players)


def _fails_anyhow(rules: Ruleset, state: State) -> None:
    """Raise `LawBroken` if games come to unsound positions from what was not forged, too."""
    for seed in range(_ANYHOW):
        try:
            _go_on(rules, state, Random(seed))
        except Unsound as error:
            raise _as_told(rules, error) from None
        except Exception:  # other laws tell
            return


def _as_told(rules: Ruleset, error: Unsound) -> LawBroken:
    """The broken law of an unsound state: by the move that led to it, if one did."""
    told = f"where a game goes on from a save, {error}"
    for state, move in error.way:
        if broken := gone_wrong(rules, state, move, rules.advance(state, move)):
            return LawBroken(CONSERVATION, told, broken.where, runs=broken.runs, past=broken.past)
    complaints = (
        Given(bool, partial(_complaints, owned.entry.problems, rules, error.state))
        for owned in rules.invariants
    )
    return LawBroken(CONSERVATION, told, runs=tuple(complaints))


def _let_through(
    rules: Ruleset, state: State, field: Sequence[Any], held: str, error: Exception
) -> LawBroken:
    """The broken law of what a save may hold in a field of a slot or decision, and then fails."""
    if field[0] == "slots":
        sort, name, into = "slot", field[1], "in slot"
        plugin = rules.slot_owner[name]
    else:
        sort, name, into = "decision", getattr(state.agenda[field[1]], "name", ""), "as data of"
        plugin = next(one.plugin for one in rules.decisions if one.entry.name == name)
    own = [owned.entry.problems for owned in rules.invariants if owned.plugin == plugin]
    minding = [one for one in own if sort == "slot" and _minds(one, rules, state, name)]
    runs: list[Callable[[], object]] = [
        Given(lambda told: True, partial(_complaints, problems, rules, state))
        for problems in minding or own
    ]
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, LawBroken):
        told = error.message
    elif isinstance(error, Unsound):
        told = str(error)
    return LawBroken(
        SAVING,
        f"a save may hold {held} {into} {name!r}, as no invariant forbids it, but then {told}",
        f"{sort} {name!r}, plugin {plugin!r}",
        runs=tuple(runs),
    )


def _minds(problems: Callable[[Any], Any], rules: Ruleset, state: State, name: str) -> bool:
    """Whether an invariant looks into a slot: then it has to say something if nothing is there."""
    without = evolve(state, ext=state.ext.with_value(rules.slots[name], None))
    return settled(partial(_complaints, problems, rules, without)) != []


def _complaints(problems: Callable[[Any], Any], rules: Ruleset, state: State) -> list[str]:
    return [*problems(rules.position(state))]
