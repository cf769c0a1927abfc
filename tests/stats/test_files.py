"""Figures as files and pictures."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from elfen import ElfenError, compile_ruleset
from elfen.stats import Comparison, Statistics, compare, frame, heat, histograms, write


@cache
def found() -> Comparison:
    short = compile_ruleset(options={"land.rounds": 3})
    return compare(compile_ruleset(), short, ["random"], 2, 5, 1)


def test_a_file_has_every_figure_in_each_format(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    before = found().before
    names = [row.column.name for row in before.rows]
    for name, read in (
        ("a.csv", "read_csv"),
        ("a.parquet", "read_parquet"),
        ("a.json", "read_json"),
    ):
        write(before, tmp_path / name)
        table = getattr(polars, read)(tmp_path / name)
        assert table["figure"].to_list() == names
        assert table.filter(table["figure"] == "length.rounds")["mean"].to_list() == [4]
    write(found(), tmp_path / "b.json")
    rows = {row["figure"]: row for row in json.loads((tmp_path / "b.json").read_text())}
    assert rows["length.rounds"]["difference"] == -1
    assert frame(found()).shape == (len(rows), 11)
    with pytest.raises(ElfenError, match="cannot write"):
        write(before, tmp_path / "nowhere" / "a.csv")


def test_heat_is_where_boots_go() -> None:
    before = found().before
    svg = heat(before)
    glowing = set(re.findall(r'data-highlight="([^"]+)"', svg))
    towns = {town.id for town in before.rules.board.towns}
    reached = {id for id in towns if before[f"towns.reached.{id}"].total}
    assert glowing & towns == reached
    assert glowing - towns == {
        route.id
        for route in before.rules.board.routes
        if before[f"routes.crossed.{route.id}"].total
    }
    empty = heat(Statistics(before.rules, 2))
    assert "data-highlight" not in empty


def test_histograms_are_drawn_of_one_and_of_two(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    histograms(found().before, tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    histograms((found().before, found().after), tmp_path / "two.svg", ("A", "B"))
    assert "<svg" in (tmp_path / "two.svg").read_text()
    with pytest.raises(ElfenError, match="cannot write"):
        histograms(found().before, tmp_path / "nowhere" / "one.png")


@pytest.mark.parametrize("end", ["csv", "json", "parquet"])
def test_a_file_has_any_name_and_a_full_disk_is_told(tmp_path: Path, end: str) -> None:
    """A name need not be UTF-8 where names are bytes; one that cannot be any is refused."""
    pytest.importorskip("polars")
    odd, full = tmp_path / f"\udcff.{end}", tmp_path / f"full.{end}"
    write(found(), odd)
    assert odd.stat().st_size
    full.symlink_to("/dev/full")
    with pytest.raises(ElfenError, match="No space left on device"):
        write(found(), full)
    for name in (f"a\0b.{end}", f"\ud800.{end}"):
        with pytest.raises(ElfenError, match="cannot write"):
            write(found(), tmp_path / name)


@pytest.mark.parametrize("strange", [None, 5, [], b"x.csv"])
def test_what_is_no_path_is_refused(strange: Any) -> None:
    with pytest.raises(ElfenError, match=r"figures go into a \.csv"):
        write(found(), strange)
