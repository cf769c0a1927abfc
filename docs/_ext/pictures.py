"""Pictures in the manual, drawn by the code that stands beside them.

The last line of a `{picture}` block is something that shows itself, such as a view, a board, or
what `elfen.draw` gives. Blocks of one page go on from each other, and may import the modules that
the page writes: Python blocks that begin with `# name.py`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import Directive

from elfen.draw import Svg, picture_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_BLOCK = re.compile(r"^```\{picture\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MODULE = re.compile(
    r"^```python\n# (?P<name>\w+)\.py(?:, continued)?\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)


@contextmanager
def modules(page: str) -> Iterator[None]:
    """The modules that a page writes can be imported meanwhile."""
    found: dict[str, str] = {}
    for block in _MODULE.finditer(page):
        found[block["name"]] = found.get(block["name"], "") + block["code"]
    with TemporaryDirectory() as folder:
        for name, code in found.items():
            (Path(folder) / f"{name}.py").write_text(code, encoding="utf-8")
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
            for name in found:
                sys.modules.pop(name, None)


def blocks(page: str) -> list[str]:
    """The code of all picture blocks on a page."""
    return _BLOCK.findall(page)


def drawn(code: str, names: dict[str, Any]) -> Svg:
    """The picture that code gives, which may use and define names. Raises what the code raises."""
    body = ast.parse(code).body
    last = body.pop()
    if not isinstance(last, ast.Expr):
        raise ValueError(f"the last line is no picture: {ast.unparse(last)}")
    exec(compile(ast.Module(body, []), "<picture>", "exec"), names)
    found = eval(compile(ast.Expression(last.value), "<picture>", "eval"), names)
    return found if isinstance(found, Svg) else picture_of(found)


class Picture(Directive):
    """```` ```{picture} ````: the code, and below it what it draws."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The code and the picture."""
        env = self.state.document.settings.env
        names = env.temp_data.setdefault("picture_names", {})
        number = env.temp_data["pictures"] = env.temp_data.get("pictures", 0) + 1
        code = "\n".join(self.content)
        with modules(Path(env.doc2path(env.docname)).read_text(encoding="utf-8")):
            svg = drawn(code, names).with_ids(f"picture{number}")
        shown = nodes.literal_block(code, code, language="python")
        return [shown, nodes.raw("", f'<div class="picture">{svg}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the block."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True}
