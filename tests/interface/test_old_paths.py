"""Modules that moved: the old path works, warns, and has all that the new ones have."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import elfen
from elfen.declare.old_paths import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_warns_and_has_the_names_of_the_new_ones(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=rf"^{old} is deprecated; use {MOVED[old][0]}"):
        module = import_module(old)
    for home in MOVED[old]:
        new = import_module(home)
        public = [name for name in vars(new) if not name.startswith("_")]
        assert public
        assert all(hasattr(module, name) for name in public)
    first = import_module(MOVED[old][0])
    assert all(getattr(module, n) is v for n, v in vars(first).items() if not n.startswith("_"))


def test_no_old_path_hides_a_new_module() -> None:
    for old in MOVED:
        path = Path(elfen.__path__[0], *old.split(".")[1:])
        assert not path.exists()
        assert not path.with_suffix(".py").exists()


def test_names_of_an_old_module_can_be_imported_by_name() -> None:
    """As people have written it, in a fresh process."""
    program = (
        "from elfen.story import rounds; from elfen.scoring import Scored, places;"
        "import elfen.planner.plans, elfen; elfen.planner.Planner;"
        "assert callable(elfen.determinize) and callable(elfen.plan)"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"elfen\.stories"):
        import_module("elfen.stories")
