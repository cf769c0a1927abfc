"""Every field of a save, changed in every way: refused with its place, or it means nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from cattrs import Converter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elfen import Game, SaveError
from elfen.game.saves import document as documents
from elfen.game.saves import replay, rulesets, schemas, states

from .mutating import (
    HONEST,
    REFUSED,
    SAME,
    VALUES,
    Path,
    Unsound,
    mutants,
    named,
    paths,
    put,
    sweep,
    value_at,
    verdict,
)
from .samples import dump, samples

SMALL = ("tiny", "land, built")


def saved(name: str, snapshot: bool = True) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(samples()[name].game.to_json(snapshot))
    return document


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", SMALL)
def test_nothing_in_a_save_can_be_changed_unnoticed(name: str) -> None:
    game = samples()[name].game
    seen = Counter(
        found
        for path, _, found in sweep(saved(name, name == "tiny"), game.rules, game, whole=False)
        if path != ("state",)
    )
    assert set(seen) == {REFUSED}
    assert seen[REFUSED] > 1000


def test_a_forged_save_is_refused_or_is_the_save_of_the_game_that_it_makes() -> None:
    game = samples()["tiny"].game
    document = saved("tiny", snapshot=False)
    seen: dict[str, set[str]] = {SAME: set(), HONEST: set()}
    refused = 0
    wanted = [path for path in paths(document) if path != ("digest",)]  # which is made anew
    for path, name, found in sweep(document, game.rules, game, True, wanted.__contains__):
        if found == REFUSED:
            refused += 1
        else:
            seen[found].add(f"{'.'.join(map(str, path))}: {name}")
    assert refused > 700
    assert seen[SAME] <= HARMLESS
    assert {told.partition(":")[0].rpartition(".")[2] for told in seen[HONEST]} <= FREE


#: Changes that leave the game as it is.
HARMLESS = {
    *(f"log.{n}.action: spaced" for n in range(9)),
    *(f"begin.chance.{n}: spaced" for n in range(9)),
    *(f"log.{n}.chance.{m}: spaced" for n in range(9) for m in range(9)),
}

#: Fields whose values no rule can doubt: decisions and chance within the rules, and dealers.
FREE = {"action", "0", "1", "2", "3", "log", "begin", "chance", "dealer", "position", "seed"}


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", samples())
@settings(
    max_examples=settings.default.max_examples * 4,  # type: ignore[union-attr]
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_mutations_of_all_kinds_of_saves(name: str, data: st.DataObject) -> None:
    game = samples()[name].game
    document = saved(name, data.draw(st.booleans()))
    path = data.draw(st.sampled_from([*paths(document)]))
    if data.draw(st.booleans()):
        _, mutant = data.draw(st.sampled_from([*mutants(document, path)]))
    else:  # a value from elsewhere in the document
        mutant = put(
            document, path, value_at(document, data.draw(st.sampled_from([*paths(document)])))
        )
    verdict(mutant, game.rules, game, whole=data.draw(st.booleans()))


@pytest.mark.alike(2)
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", SMALL)
def test_a_value_of_a_wrong_type_is_refused_at_its_place(name: str, whole: bool) -> None:
    document = saved(name)
    rules = samples()[name].rules
    for path in paths(document):
        old = value_at(document, path)
        if path[:1] in (("state",), ("digest",)) or old is None or not path:
            continue
        for new in VALUES.values():
            numbers = {bool, int, float}
            if type(new) is type(old) or new is None or {type(new), type(old)} < numbers - {float}:
                continue
            with pytest.raises(SaveError) as caught:
                Game.from_json(dump(put(document, path, new), whole), rules)
            place, where = ".".join(map(str, path)), named(caught.value)
            assert where.startswith(place) or place.startswith(where), (place, where, new)
            assert where or len(path) == 1


def test_a_decision_swapped_for_another_legal_one_is_caught_by_the_digest() -> None:
    game = samples()["land"].game
    document = saved("land", snapshot=False)
    last = len(document["log"]) - 1
    assert document["log"][last]["action"].startswith("place ")
    swapped = put(document, ("log", last, "action"), "pass")
    with pytest.raises(SaveError) as caught:
        Game.from_json(dump(swapped, whole=False), game.rules)
    assert str(caught.value) == "digest: the save has been changed since it was written"
    assert caught.value.where == "digest"
    assert verdict(swapped, game.rules, game, whole=True) == HONEST


def test_an_illegal_decision_is_caught_by_the_replay_which_names_the_step() -> None:
    game = samples()["land"].game
    document = put(saved("land"), ("log", 6, "action"), "stop")
    with pytest.raises(SaveError) as caught:
        Game.from_json(dump(document), game.rules)
    assert caught.value.where == "log[6].action"
    assert str(caught.value).startswith("log[6].action: 'stop' is not legal here: ")


def test_an_outcome_that_cannot_have_come_is_caught_by_the_replay() -> None:
    game = samples()["land"].game
    document = put(saved("land"), ("begin", "chance", 0), "drawn raft*40")
    with pytest.raises(SaveError, match=r"^begin\.chance\[0\]: 'drawn raft\*40' is not legal here"):
        Game.from_json(dump(document), game.rules)


def test_a_snapshot_that_the_log_does_not_lead_to_is_caught() -> None:
    game = samples()["land"].game
    document = put(saved("land"), ("state", "table", "land/stack", "dragon"), 3)
    with pytest.raises(SaveError) as caught:
        Game.from_json(dump(document), game.rules)
    assert caught.value.where == "state.table.land/stack.dragon"
    assert "the log now leads elsewhere" in str(caught.value)


# Loaders that are too kind, and the sweep that finds out ---------------------------------


def without_digest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(schemas, "is_whole", lambda document: True)


def coercing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(documents.structured, "__defaults__", (Converter(),))


def without_replay_check(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay.Replay, "_make", _unchecked)


def _unchecked(self: replay.Replay, move: Any, where: str) -> None:
    self.state = self.rules.advance(self.state, move)


def passing_over_the_dealer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "_dealer", lambda saved, before, where: samples()["tiny"].game._dealer)


def without_validation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(samples()["land, built"].rules), "validate", lambda rules, state: ())


def leaving_out_the_end_of_the_log(patch: pytest.MonkeyPatch) -> None:
    made = replay.Replay.line

    def kind(self: replay.Replay, number: int, line: Any) -> None:
        try:
            made(self, number, line)
        except SaveError:
            return

    patch.setattr(replay.Replay, "line", kind)


def raising_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "_asked", lambda where, ask: ask())


def without_places(patch: pytest.MonkeyPatch) -> None:
    made = documents.structured

    def nowhere(*arguments: Any) -> Any:
        try:
            return made(*arguments)
        except SaveError as error:
            raise SaveError(error.message) from None

    patch.setattr(replay, "structured", nowhere)


FAULTS: dict[Callable[[pytest.MonkeyPatch], None], tuple[str, bool]] = {
    without_digest: ("tiny", False),
    coercing: ("tiny", True),
    without_replay_check: ("tiny", True),
    passing_over_the_dealer: ("tiny", True),
    without_validation: ("land, built", True),
    leaving_out_the_end_of_the_log: ("tiny", True),
    raising_anything: ("tiny", True),
    without_places: ("tiny", True),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_loader_that_is_too_kind_is_found_out(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, whole = FAULTS[fault]
    game = samples()[name].game
    document = saved(name, snapshot=False)
    fault(monkeypatch)

    def wanted(path: Path) -> bool:
        return path[:1] in (("begin",), ("log",), ("dealer",))

    with pytest.raises(Unsound):
        list(sweep(document, game.rules, game, whole, wanted))


def test_a_loader_that_passes_over_the_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets.Found, "_compare", lambda self: None)
    game = samples()["tiny"].game
    document = put(saved("tiny"), ("rules", "options", "tiny.cards"), 3)
    assert verdict(document, game.rules, game, whole=True) == SAME
    monkeypatch.undo()
    assert verdict(document, game.rules, game, whole=True) == REFUSED
    assert states.written(game.rules, game.state)
