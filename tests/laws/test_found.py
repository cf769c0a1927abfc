"""Faults planted by others: they are still where they were, and the laws still find them."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from found.results import PAGE, results, written
from found.trying import SOURCE, Fault, lines_of, planted, tried

FAULTS = planted()
FOUND = results()

#: Most of the faults are found sooner than that, in seconds; those that are tried here.
_SOON = 8.0
_OF_A_SORT = 1


@pytest.mark.parametrize("file", sorted({fault.file for fault in FAULTS}))
def test_a_planted_fault_changes_one_place_in_its_function(file: str) -> None:
    text = (SOURCE / file).read_text(encoding="utf-8")
    tree = ast.parse(text)
    for fault in (fault for fault in FAULTS if fault.file == file):
        assert text.count(fault.old) == 1, fault.name
        first = text[: text.index(fault.old)].count("\n") + 1
        lines = lines_of(tree, fault.function)
        assert first in lines, fault.name
        assert first + fault.old.count("\n") in lines, fault.name
        compile(fault.mutated, fault.file, "exec")
        assert fault.mutated != text, fault.name


def test_there_are_enough_faults_of_each_sort() -> None:
    sorts = Counter(fault.sort for fault in FAULTS)
    assert sum(sorts.values()) >= 60
    assert min(sorts.values()) >= 5
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_no_fault_is_counted_twice() -> None:
    changes = Counter((one.file, one.old.strip(), one.new.strip()) for one in FAULTS)
    assert [change for change, number in changes.items() if number > 1] == []


def test_the_table_shows_what_was_found() -> None:
    assert {*FOUND} <= {fault.name for fault in FAULTS}
    assert PAGE.read_text(encoding="utf-8") == written(FOUND)


def test_nine_faults_of_ten_are_caught() -> None:
    assert {*FOUND} == {fault.name for fault in FAULTS}
    caught = [name for name, one in FOUND.items() if one["caught"]]
    assert len(caught) / len(FAULTS) >= 54 / 60


def test_of_each_fault_that_was_missed_it_is_said_why() -> None:
    missed = {fault.name for fault in FAULTS if not FOUND[fault.name]["caught"]}
    assert missed == {fault.name for fault in FAULTS if fault.missed}


def soon() -> list[Fault]:
    """For each sort, the fault that was found soonest."""
    found: dict[str, list[Fault]] = {}
    known = [fault for fault in FAULTS if fault.name in FOUND]
    for fault in sorted(known, key=lambda fault: FOUND[fault.name]["seconds"]):
        one = FOUND[fault.name]
        if one["caught"] and one["trial"] and one["seconds"] < _SOON:
            found.setdefault(fault.sort, []).append(fault)
    return [fault for some in found.values() for fault in some[:_OF_A_SORT]]


@pytest.mark.alike(4)
@pytest.mark.parametrize("fault", soon(), ids=lambda fault: fault.name)
def test_a_fault_is_found_again(fault: Fault) -> None:
    before = FOUND[fault.name]
    found = tried(fault, only=before["trial"])
    assert found["caught"], found
    assert found["law"] == before["law"]


def test_nothing_is_found_where_nothing_was_planted() -> None:
    sound = Fault("none", "none", "sea", "elfen_sea/scoring.py", "MOST", "MOST = 2", "MOST = 2", "")
    assert not tried(sound, only="2 players: stretched games")["caught"]
