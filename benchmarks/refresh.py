"""Repeat every measurement in docs/performance.md.

The page contains the commands. The text between `<!-- measured -->` and `<!-- end -->`, after a
command and what is said about it, is replaced by the command's output.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
MEASURED = re.compile(
    r"(```sh\n\.venv/bin/python (?P<command>[^\n]*)\n```\n(?:(?!```).)*?<!-- measured -->\n)"
    r".*?(<!-- end -->)",
    re.DOTALL,
)


def again(found: re.Match[str]) -> str:
    """The command with its new output."""
    command = shlex.split(found["command"])
    print(found["command"], file=sys.stderr)
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return f"{found[1]}\n{done.stdout.strip()}\n\n{found[3]}"


def main() -> None:
    """Run the commands of the page, and write the page."""
    text, count = MEASURED.subn(again, PAGE.read_text(encoding="utf-8"))
    if not count:
        sys.exit(f"{PAGE} has no command with <!-- measured --> after it")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
