"""What learners need is not loaded for those who only play."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, elfen, elfen.cli.app
early = {"numpy", "elfen.encoding", "elfen.adapters"} & {*sys.modules}
from elfen.encoding import encoding_of
encoding_of(elfen.compile_ruleset(), 2).observer(0)
print(*early, *{"numpy", "gymnasium", "pettingzoo", "pyspiel"} & {*sys.modules})
"""


def test_neither_elfen_nor_its_commands_load_numbers_and_numbers_need_no_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")
