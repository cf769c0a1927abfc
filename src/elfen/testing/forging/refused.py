"""Part of the law of saving: what no plugin has to judge, and the core refuses in a save.

An entry of a list that is there twice, a seat that does not play, knowledge of pieces that are
elsewhere, and numbers that are written as what is equal to them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from elfen.errors import ElfenError
from elfen.game import Game, Ruleset
from elfen.game.saves import digest_of, read_state, written_state
from elfen.kernel import State
from elfen.testing.blaming.watching import Passed, Spared
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import calling, chooser
from elfen.testing.forging.documents import at_path, places, put
from elfen.testing.law_broken import SAVING, LawBroken

#: In so many places of a save a number is written as what is equal to it.
_RETYPED = 3
#: In so many lists of a state an entry is there twice.
_DOUBLED = 2
#: Of so many zones of a state something is known that is not so.
_KNOWN = 2
#: Where a board's data for plugins stand in a save.
_EXTRA = ("rules", "board", "extra")


def refused(rules: Ruleset, state: State, written: dict[str, Any], numbers: Random) -> None:
    """A written state is refused if it has an entry twice, waits for a seat that does not play, or
    knows of pieces that are elsewhere. Raises `LawBroken`.
    """
    _doubled(rules, written, numbers)
    _seated(rules, written, state.players)
    _known_falsely(rules, written, state, numbers)


def retyped(game: Game) -> None:
    """Saves of a game in which a number is written as what is equal to it, as 1.0 or true is to 1,
    are refused: what is read from them would not be written as it was. Only what a board holds for
    plugins is theirs to judge. Raises `LawBroken`.
    """
    text, numbers = settled(game.to_json), chooser(game.state)
    if isinstance(text, Raised):  # that is for `saved` to tell
        return
    document = json.loads(text)
    found = [place for place in places(document, _is_whole_number) if place[:3] != _EXTRA]
    for place in numbers.sample(found, min(_RETYPED, len(found))):
        number = at_path(document, place)
        equal = number == 1 if number in (0, 1) else float(number)
        changed = put(document, place, equal, all_alike=False)
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


def _doubled(rules: Ruleset, written: dict[str, Any], numbers: Random) -> None:
    """A written state with an entry of a list there twice is refused, or has it twice when it is
    written again. What plugins keep in slots is theirs to judge.
    """
    core = {name: part for name, part in written.items() if name not in ("slots", "agenda")}
    lists = [*places(core, _is_filled_list)]
    for path in numbers.sample(lists, min(_DOUBLED, len(lists))):
        twice = [*at_path(core, path), at_path(core, path)[-1]]
        load = partial(read_state, rules, put(written, path, twice, all_alike=False), "state")
        try:
            kept = at_path(written_state(rules, load()), path)
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
                partial(read_state, rules, put(written, at, one, all_alike=False), "state")
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
                put(written, ("ledger", "known", zone), known, all_alike=False),
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


def _is_refused(load: Callable[[], object]) -> bool:
    try:
        load()
    except ElfenError:
        return True
    return False


def _is_whole_number(value: object) -> bool:
    return type(value) is int


def _is_filled_list(value: object) -> bool:
    return isinstance(value, list) and bool(value)
