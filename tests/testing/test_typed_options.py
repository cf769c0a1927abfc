"""Whatever is typed into an option that is a text is used, or refused in words."""

from __future__ import annotations

import re

import pytest

from elfen.testing import LawBroken
from elfen.testing.suite.tables import Table
from elfen.testing.suite.typed_options import any_text_is_used_or_refused, odd_texts

FAVOR = Table("land", ("favor",))


def test_shipped_options_take_or_refuse_any_text() -> None:
    for expansions in ((), ("gold",), ("sea",), ("favor",)):
        any_text_is_used_or_refused(Table("land", expansions))


def test_a_rule_that_reads_a_number_where_there_is_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("elfen_favor.favors._NUMBER", re.compile(r".+"))
    with pytest.raises(LawBroken, match=r"option favor\.tiles = .* raised ValueError") as broken:
        any_text_is_used_or_refused(FAVOR)
    assert "tile_counts" in [place.function for place in broken.value.places]


def test_texts_are_odd_in_their_first_number_at_their_end_and_altogether() -> None:
    texts = [*odd_texts("12 to 3")]
    assert {"", "² to 3", "-1 to 3", "12 to ", "12 to 3 12 to 3"} <= {*texts}
    assert "12 to 3" not in texts
    assert "any ²" in odd_texts("any")
