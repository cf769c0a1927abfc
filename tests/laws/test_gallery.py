"""Every law catches the faults that are made against it, and no other law does."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from pathlib import Path

import pytest
from faults import (
    SMALL,
    WELL_BEHAVED,
    ChangesSharedData,
    CutsShort,
    Echo,
    Expansion,
    FerriesTheTravelledForNothing,
    Whistle,
)
from gallery import (
    COMPILING,
    GALLERY,
    PLAYING,
    all_broken,
    as_planted,
    broken_by,
    caught,
    is_named,
    told_of,
    walk,
    with_expansion,
)
from leaks import IN_THE_OPEN, ForgetsOneWind, ThinksAllWindsAreAlike

from elfen import Ruleset, compile_ruleset
from elfen.kernel import kernel
from elfen.testing import STATE_LAWS, LawBroken, check_game, check_state, play_out
from elfen.text.explanation import explain

#: Purity's faults that change no function: which is named all the same.
NAMED_BESIDE = {
    "PassesByUnsaid": "CutsShort.die",
    "ChangesSharedData": "Tally.count",
}
#: As in the run of the laws on an expansion.
_BREADTH = 3

IN_PLAY = [fault for fault in GALLERY if fault.breaks not in (COMPILING, PLAYING)]
#: One fault against each law of states, and all that other laws see too.
VARIED = {
    *{fault.breaks: fault for fault in IN_PLAY if fault.breaks != "determinism"}.values(),
    *[fault for fault in IN_PLAY if fault.also],
}


def test_what_the_faults_are_made_from_keeps_all_laws() -> None:
    rules = with_expansion(WELL_BEHAVED)
    assert all_broken(rules) == set()
    games = [play_out(rules, 2, seed) for seed in (0, 1)]
    assert any(isinstance(entry.move, Whistle) for game in games for entry in game.log)


def told_of_the_short_cut(rules: Ruleset) -> str:
    """What `explain` says of the short cut for tunes."""
    items = (item for section in explain(rules).sections for item in section.items)
    return next(item.details[-1] for item in items if item.details[:1] == ("for fault/whistle",))


def test_a_short_cut_that_leads_where_it_should_breaks_no_law() -> None:
    rules = with_expansion(CutsShort())
    assert told_of_the_short_cut(rules) == "taken"
    assert all_broken(rules) == set()


def test_a_short_cut_that_says_what_it_passes_by_gives_way_to_others() -> None:
    rules = compile_ruleset(expansions=[CutsShort(), Echo()], board=SMALL)
    assert told_of_the_short_cut(rules).startswith("not taken: land/turn is land/moving, echo/home")
    assert all_broken(rules) == set()


@pytest.mark.alike(4)
@pytest.mark.parametrize("fault", IN_THE_OPEN, ids=lambda fault: fault.__name__)
def test_a_secret_that_is_kept_or_told_in_the_open_breaks_no_law(fault: type[Expansion]) -> None:
    assert all_broken(with_expansion(fault())) == set()


@pytest.mark.alike(5)
@pytest.mark.parametrize("fault", GALLERY, ids=lambda fault: fault.__name__)
def test_a_fault_is_caught_by_its_law_and_by_no_other(fault: type[Expansion]) -> None:
    found = caught(fault)
    assert found.laws == {fault.breaks, *fault.also}, found.told
    assert as_planted(fault, found), (found.where, found.told)


@pytest.mark.alike(4)
@pytest.mark.parametrize(
    "fault", [f for f in IN_PLAY if f in VARIED], ids=lambda fault: fault.__name__
)
def test_the_entry_points_name_the_law_first(fault: type[Expansion]) -> None:
    rules = with_expansion(fault())
    own = [law for law in STATE_LAWS if law.__name__ in (fault.breaks, *fault.also)]

    def check() -> None:
        for state in (state for seed in range(4) for state in walk(rules, seed)):
            if any(broken_by(partial(law, rules, state, _BREADTH)) for law in own):
                check_state(rules, state, _BREADTH)
        for seed in range(4):
            check_game(play_out(rules, 2, seed))

    with pytest.raises(LawBroken) as caught:
        check()
    assert caught.value.law == fault.breaks
    assert str(caught.value).startswith(f"{fault.breaks}: ")


@pytest.mark.alike(5)
@pytest.mark.parametrize(
    "fault",
    [f for f in IN_PLAY if f.breaks not in ("purity", "noninterference")],
    ids=lambda fault: fault.__name__,
)
def test_the_function_and_the_line_at_fault_are_named(fault: type[Expansion]) -> None:
    broken = told_of(fault)
    assert is_named(fault, broken.places), str(broken)
    assert {place.plugin for place in broken.places} == {"fault"}
    assert broken.plugin == "fault"
    place = broken.places[0]
    source = Path(__file__).with_name(place.file).read_text().splitlines()
    assert source[place.line - 1].strip()
    assert f" {place.file}:{place.line} in " in str(broken)


@pytest.mark.alike(3)
@pytest.mark.parametrize(
    "fault", [f for f in IN_PLAY if f.breaks == "purity"], ids=lambda fault: fault.__name__
)
def test_who_gives_two_answers_or_changes_what_is_shared_is_named(fault: type[Expansion]) -> None:
    broken = told_of(fault, games=fault is not ChangesSharedData)  # there, saves notice it first
    named = [place.function for place in broken.places]
    assert is_named(fault, broken.places) or NAMED_BESIDE[fault.__name__] in named, str(broken)


def test_who_says_what_else_could_be_hidden_is_named() -> None:
    for fault in (ForgetsOneWind, ThinksAllWindsAreAlike):
        (place,) = told_of(fault).places
        assert place.function == "RollsUnseen.elfen_slots.<locals>.worlds"


def test_a_fault_of_the_core_is_named_if_no_plugin_is_at_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "bisect_right", lambda below, n: bisect_right(below, n - 1))
    with pytest.raises(LawBroken) as caught:
        check_game(play_out(compile_ruleset(board=SMALL), 2, seed=1), every=3)
    assert caught.value.law == "sampling"
    place = caught.value.places[0]
    assert (place.plugin, place.function) == ("core", "Kernel._draw")


def test_the_term_that_makes_steps_free_is_named_and_not_the_action_that_asked_for_its_price() -> (
    None
):
    broken = told_of(FerriesTheTravelledForNothing)
    assert broken.law == "progress"
    assert broken.where == "cost term 'fault/ferry', plugin 'fault'"
    assert [place.function for place in broken.places] == ["nothing_for_the_travelled"]


def test_there_are_faults_against_every_law() -> None:
    laws = {law.__name__ for law in STATE_LAWS} | {"determinism"}
    assert {fault.breaks for fault in IN_PLAY} == laws


@pytest.mark.parametrize("fault", GALLERY, ids=lambda fault: fault.__name__)
def test_a_fault_says_what_is_wrong_and_why_more_than_one_law_sees_it(
    fault: type[Expansion],
) -> None:
    assert fault.__doc__
    assert fault.because or not fault.also
    assert bool(fault.says) == (fault.breaks in (COMPILING, PLAYING))
