"""Docstrings as they are written, in the few marks of Markdown, for a tool that reads reST."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sphinx.application import Sphinx

_CODE = re.compile(r"`([^`]+)`")


def as_rest(text: str) -> str:
    """Single back quotes made double, also over the end of a line."""
    return _CODE.sub(lambda found: f"``{found[1]}``", text)


def with_code(lines: Sequence[str]) -> Iterator[str]:
    """Indented paragraphs said to be code, which they are by themselves in Markdown."""
    last = ""
    for n, line in enumerate(lines):
        if line.startswith("    ") and n and not lines[n - 1] and not last.startswith((" ", "- ")):
            yield from ("::", "")
        yield line
        last = line or last


def rewrite(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Called by Sphinx for every docstring."""
    lines[:] = with_code(as_rest("\n".join(lines)).split("\n"))


def shorten(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Called by Sphinx for every signature: a default that is made anew each time is `...`."""
    return signature and signature.replace("= NOTHING", "= ..."), returns


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", rewrite)
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
