"""Part of the law of saving: what a save can hold that no game has made can be played on with.

A save can begin at any position that its rules take for sound. So somebody may write other values
into a slot, or into the data with which a decision is due: a text that means nothing, a number too
large, an item more or less, or none. Either invariants forbid it, and the save is refused, or the
rules know what to do there. Numbers that are written as what is equal to them are refused anywhere.
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
from elfen.game import Game, Ruleset
from elfen.game.saves import digest_of, read_state, written_state
from elfen.kernel import State, totals
from elfen.testing.blaming.watching import Given, Passed, Spared
from elfen.testing.conservation import gone_wrong
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import Move, calling, chooser, facts, listed, some_of_each_type
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
#: In so many places of a save a number is written as what is equal to it.
_RETYPED = 3
#: In so many lists of a state an entry is there twice.
_DOUBLED = 2
#: Of so many zones of a state something is known that is not so.
_KNOWN = 2
#: Where a board's data for plugins stand in a save.
_EXTRA = ("rules", "board", "extra")


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
    _doubled(rules, written, numbers)
    _seated(rules, written, state.players)
    _known_falsely(rules, written, state, numbers)
    fields = [*_forgeable(written)]
    as_at_first = (settled(partial(_at, unused, at)) == _at(written, at) for at in fields)
    weights = [1 if same else _IN_USE for same in as_at_first]
    for field in numbers.choices(fields, weights, k=number) if fields else ():
        path, all_alike = _somewhere(_at(written, field), numbers)
        for strange in _strange(_at(written, (*field, *path))):
            forgeries = (_put(written, (*field, *path), one, all_alike) for one in strange)
            document, found = _first_read(rules, forgeries)
            if found is None:
                continue
            try:
                _go_on(rules, found, numbers)
            except Exception as error:  # of a rule, or a law that tells of one
                if isinstance(error, Unsound) and _has_lost_pieces(rules, error.state):
                    raise _as_told(rules, error) from None  # whatever is in a slot, none may
                _fails_anyhow(rules, state)
                held = brief(_at(document, field))
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


def _doubled(rules: Ruleset, written: dict[str, Any], numbers: Random) -> None:
    """A written state with an entry of a list there twice is refused, or has it twice when it is
    written again. What plugins keep in slots is theirs to judge.
    """
    core = {name: part for name, part in written.items() if name not in ("slots", "agenda")}
    lists = [*_places(core, _is_filled_list)]
    for path in numbers.sample(lists, min(_DOUBLED, len(lists))):
        twice = [*_at(core, path), _at(core, path)[-1]]
        load = partial(read_state, rules, _put(written, path, twice, all_alike=False), "state")
        try:
            kept = _at(written_state(rules, load()), path)
        except (ElfenError, LookupError):  # it is refused, or has become something else
            continue
        if isinstance(kept, list) and len(kept) < len(twice):
            raise LawBroken(
                SAVING,
                f"a save that says {twice[-1]!r} twice at {'.'.join(map(str, path))} is read as if"
                " it said so once",
                runs=(Passed(tuple(twice), load), Passed(twice, load)),
            )


def _seated(rules: Ruleset, written: dict[str, Any], players: int) -> None:
    """A written state in which something waits for a seat that does not play is refused."""
    for number, item in enumerate(written["agenda"]):
        if type(item.get("seat")) is not int:
            continue
        at = ("agenda", number, "seat")
        for seat, farther in ((players, players + 1), (-1, -2)):
            load, far = (
                partial(read_state, rules, _put(written, at, one, all_alike=False), "state")
                for one in (seat, farther)
            )
            if not calling(SAVING, "reading a save that was changed", partial(_is_refused, load)):
                raise LawBroken(
                    SAVING,
                    f"a save in which {item['name']!r} is due for seat {seat} of {players} is not"
                    " refused",
                    runs=(Spared(load, far),),
                )


def _known_falsely(rules: Ruleset, written: dict[str, Any], state: State, numbers: Random) -> None:
    """A written state in which everybody knows of a piece where there is none is refused."""
    zones = [
        (zone, kind)
        for zone, counts in enumerate(state.zones)
        for kind, n in enumerate(counts)
        if not n and any(counts)
    ]
    for zone, kind in numbers.sample(zones, min(_KNOWN, len(zones))):
        held = state.zones[zone]
        lie, too_many = (
            partial(
                read_state,
                rules,
                _put(written, ("ledger", "known", zone), known, all_alike=False),
                "state",
            )
            for known in (_one_of(kind, len(held)), [sum(held) + 1] * len(held))
        )
        if not calling(SAVING, "reading a save that was changed", partial(_is_refused, lie)):
            name, seat = rules.layout.zone_at(zone)
            where = name.name if seat is None else f"{name.name} of seat {seat}"
            there = rules.layout.kinds_of(name)[kind].id
            raise LawBroken(
                SAVING,
                f"a save in which everybody knows that {where} has {there}, which it has not, is"
                " not refused",
                runs=(Spared(lie, too_many),),
            )


def _one_of(kind: int, kinds: int) -> list[int]:
    """One piece of a kind, in counts by kind."""
    return [int(one == kind) for one in range(kinds)]


def retyped(game: Game) -> None:
    """Saves of a game in which a number is written as what is equal to it, as 1.0 or true is to 1,
    are refused: what is read from them would not be written as it was. Only what a board holds for
    plugins is theirs to judge. Raises `LawBroken`.
    """
    text, numbers = settled(game.to_json), chooser(game.state)
    if isinstance(text, Raised):  # that is for `saved` to tell
        return
    document = json.loads(text)
    places = [place for place in _places(document, _is_whole_number) if place[:3] != _EXTRA]
    for place in numbers.sample(places, min(_RETYPED, len(places))):
        number = _at(document, place)
        equal = number == 1 if number in (0, 1) else float(number)
        changed = _put(document, place, equal, all_alike=False)
        load = partial(
            Game.from_json, json.dumps({**changed, "digest": digest_of(changed)}), game.rules
        )
        if not calling(SAVING, "reading a save that was changed", partial(_is_refused, load)):
            raise LawBroken(
                SAVING,
                f"a save with {json.dumps(equal)} instead of {number} at"
                f" {'.'.join(map(str, place))} is not refused",
                runs=(Passed(equal, load),) if isinstance(equal, float) else (),
            )


def _is_refused(load: Callable[[], object]) -> bool:
    try:
        load()
    except ElfenError:
        return True
    return False


def _places(value: Any, is_it: Callable[[Any], bool]) -> Iterator[tuple[Any, ...]]:
    """The places of all such values in JSON values."""
    if is_it(value):
        yield ()
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for key, part in parts:
        for place in _places(part, is_it):
            yield (key, *place)


def _is_whole_number(value: object) -> bool:
    return type(value) is int


def _is_filled_list(value: object) -> bool:
    return isinstance(value, list) and bool(value)


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


def _at(value: Any, path: Sequence[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


def _put(value: Any, path: Sequence[Any], new: Any, all_alike: bool) -> Any:
    """The value with another one at a path, and in all items beside it if they are to be alike."""
    if not path:
        return new
    if isinstance(value, list):
        here = range(len(value)) if all_alike and len(path) == 1 else (path[0],)
        return [
            _put(item, path[1:], new, all_alike) if n in here else item
            for n, item in enumerate(value)
        ]
    return {**value, path[0]: _put(value[path[0]], path[1:], new, all_alike)}


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
