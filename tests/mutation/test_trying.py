"""A change of a module is made in the functions that there are, wherever they are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import trying
from trying import _functions, _replaced

#: Changes a function of a file, in a process that has little else in its memory.
PROGRAM = """
import gc, sys
from pathlib import Path
from trying import _changed, _replaced, prepare
import held
file = Path(held.__file__)
before = file.read_text()
gc.freeze()
prepare([file])
old, new = (compile(text, str(file), "exec") for text in (before, before.replace("max", "min")))
assert _replaced(str(file), dict(_changed(old, new)))
print(held.most([1, 2]))
"""


def test_functions_are_changed_though_garbage_is_not_looked_for_among_them(tmp_path: Path) -> None:
    text = "from __future__ import annotations\n\ndef most(held):\n    return max(held)\n"
    (tmp_path / "held.py").write_text(text)
    path = os.pathsep.join((str(tmp_path.resolve()), str(Path(trying.__file__).parent)))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "1\n", done.stderr


def test_a_module_without_functions_is_imported_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trying._caches", list)
    _functions.cache_clear()
    assert not _replaced("nowhere.py", {})
