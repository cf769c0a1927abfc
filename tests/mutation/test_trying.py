"""A change of a module is made in the functions that there are, wherever they are kept."""

from __future__ import annotations

import gc
import importlib.util
from pathlib import Path

import pytest
from trying import _changed, _functions, _replaced, prepare

BEFORE = "from __future__ import annotations\n\ndef most(held):\n    return max(held)\n"


def test_functions_are_changed_though_garbage_is_not_looked_for_among_them(tmp_path: Path) -> None:
    file = tmp_path / "held.py"
    file.write_text(BEFORE)
    spec = importlib.util.spec_from_file_location("held", file)
    assert spec is not None
    assert spec.loader is not None
    held = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(held)
    gc.freeze()
    prepare([file])
    old, new = (
        compile(text, str(file.resolve()), "exec")
        for text in (BEFORE, BEFORE.replace("max", "min"))
    )
    assert _replaced(str(file.resolve()), dict(_changed(old, new)))
    assert held.most([1, 2]) == 1


def test_a_module_without_functions_is_imported_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trying._caches", list)
    _functions.cache_clear()
    assert not _replaced("nowhere.py", {})
