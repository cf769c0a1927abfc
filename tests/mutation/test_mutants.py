"""What the mutants of a source are."""

from __future__ import annotations

import ast

import pytest
from mutants import mutants, mutated

SOURCE = '''
"""A text."""
from __future__ import annotations

MOST = 3


def shares(held: list[int], most: int = MOST) -> int | None:
    """How many."""
    assert held is not None
    if not held or len(held) >= most:
        raise ValueError(f"{len(held) + 1} hands")
    for a, b in zip(held, held, strict=True):
        print(a, b)
    return min(n for n in held if n)


def empty(held: list[int]) -> bool:
    return False
'''
ALL = [
    "line 5: 3 -> 4",
    "line 11: not held or len(held) >= most -> not held and len(held) >= most",
    "line 11: not held -> held",
    "line 11: len(held) >= most -> len(held) > most",
    "line 12: raise ValueError(f'{len(held) + 1} hands') -> (nothing)",
    "line 13: True -> False",
    "line 14: print(a, b) -> (nothing)",
    "line 15: return min((n for n in held if n)) -> return None",
    "line 15: min -> max",
    "line 15: n -> not n",
    "line 19: return False -> return None",
    "line 19: False -> True",
]


def test_texts_annotations_and_asserts_are_left_alone() -> None:
    assert [mutant.told for mutant in mutants(SOURCE)] == ALL


def test_what_makes_no_difference_to_rules_is_idle() -> None:
    idle = [mutant.told for mutant in mutants(SOURCE) if mutant.idle]
    assert idle == ["line 13: True -> False", "line 19: return False -> return None"]


@pytest.mark.parametrize("number", range(len(ALL)), ids=str)
def test_a_mutant_is_the_source_with_one_line_changed(number: int) -> None:
    before = ast.unparse(ast.parse(SOURCE)).splitlines()
    after = ast.unparse(mutated(SOURCE, number)).splitlines()
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
