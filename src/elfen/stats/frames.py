"""Figures as a data frame of polars, and as CSV, Parquet or JSON."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import attrs

from elfen.declare import path_in, write_out
from elfen.errors import ElfenError, brief, of_system
from elfen.stats.comparison import Comparison
from elfen.stats.gathered import Statistics

#: By the end of a file's name: how polars writes it.
WRITERS = {".csv": "write_csv", ".json": "write_json", ".parquet": "write_parquet"}


def frame(of: Statistics | Comparison) -> Any:
    """The figures as a polars data frame, a row each; raises `ElfenError` without polars.

    Of statistics the columns are those of `Row`, of a comparison those of `Difference`.
    """
    polars = _polars()
    rows = [_flat(row) for row in of.rows]
    text: dict[str, Any] = dict.fromkeys(
        ("figure", "section", "measure", "text", "each"), polars.String
    )
    flags = {"values": polars.Int64, "clear": polars.Boolean}
    schema = {name: text.get(name) or flags.get(name, polars.Float64) for name in rows[0]}
    return polars.DataFrame(rows, schema=schema)


def write(of: Statistics | Comparison, path: str | Path) -> None:
    """Write the figures to a file in .csv, .json or .parquet; raises `ElfenError` if it fails."""
    writer = writer_of(path)
    data = BytesIO()  # polars itself cannot write to every name, and tells no full disk as one
    getattr(frame(of), writer)(data)
    try:
        write_out(path, data.getvalue())
    except (OSError, ValueError) as error:
        raise ElfenError(f"cannot write {path}: {of_system(error)}") from None


def writer_of(path: str | Path) -> str:
    """How to write a file of this name; raises `ElfenError` for another end, or without polars."""
    named = path_in(path)
    found = None if named is None else WRITERS.get(Path(named).suffix.lower())
    if found is None:
        told = brief(path if named is None else named)
        raise ElfenError(f"figures go into a .csv, .json or .parquet file, not {told}")
    _polars()
    return found


def _polars() -> Any:
    try:
        return import_module("polars")
    except ImportError:
        raise ElfenError("files of figures need polars: pip install 'elfen[stats]'") from None


def _flat(row: Any) -> dict[str, Any]:
    """A row with its column's fields, and without estimates within it."""
    told: dict[str, Any] = {}
    for one in attrs.fields(type(row)):
        value = getattr(row, one.name)
        if one.name == "column":
            told |= {
                "figure": value.name,
                "section": value.section,
                "measure": value.measure,
                "text": value.text,
                "each": value.each,
            }
        elif one.name == "difference":
            told |= {
                "difference": value and value.value,
                "low": value and value.low,
                "high": value and value.high,
            }
        else:
            told[one.name] = value
    return told
