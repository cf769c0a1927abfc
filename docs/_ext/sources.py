"""Links to the project's own files lead to pages of the manual that show them.

A page links to `../src/elfen/declare/zones.py` as in any clone. In the manual the file becomes a
page of its own; where the text of the link ends in a name that the file defines, such as
`elfen.declare.zones.Zone` or `Zone`, the link leads to that definition.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from docutils import nodes
from naming import definitions, named
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import TocTree

ROOT = Path(__file__).parents[2]
LANGUAGES = {".py": "python", ".toml": "toml"}

_shown: set[str] = set()


def find_links(app: Sphinx, doctree: nodes.document) -> None:
    """Keep Sphinx from offering the project's files as downloads."""
    here = Path(app.env.doc2path(app.env.docname)).parent
    for link in list(doctree.findall(addnodes.download_reference)):
        path = (here / link["reftarget"].lstrip("/")).resolve()
        if link["reftarget"].startswith("/"):
            path = (Path(app.srcdir) / link["reftarget"].lstrip("/")).resolve()
        if path.suffix not in LANGUAGES or not path.is_relative_to(ROOT):
            continue
        file = path.relative_to(ROOT).as_posix()
        name = None
        if path.suffix == ".py":
            name = named(link.astext().removesuffix("()"), path.read_text(encoding="utf-8"))
        link.replace_self(
            nodes.reference("", "", *link.children, internal=True, file=file, name=name or "")
        )


def lead_on(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Give the links found their addresses."""
    for link in doctree.findall(nodes.reference):
        if "file" in link:
            _shown.add(link["file"])
            target = app.builder.get_relative_uri(docname, page_of(link["file"]))
            link["refuri"] = target + (f"#{link['name']}" if link["name"] else "")


def page_of(file: str) -> str:
    """The name of the page that shows a file."""
    return "source/" + file.removesuffix(".py")


def contents_beside(app: Sphinx) -> Callable[..., str]:
    """The contents of the manual, as a theme asks for them on the page of a file.

    They are the same on all pages of a folder, and made once: else they take a quarter of a build.
    """

    @cache
    def contents(folder: str, collapse: bool, **how: Any) -> str:
        tree = TocTree(app.env).get_toctree_for(f"{folder}/", app.builder, collapse, **how)
        return app.builder.render_partial(tree)["fragment"]  # type: ignore[attr-defined]

    return contents


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file that something links to."""
    contents = contents_beside(app)
    for file in sorted(_shown):
        text = (ROOT / file).read_text(encoding="utf-8")
        language = LANGUAGES[Path(file).suffix]
        shown = app.builder.highlighter.highlight_block(text, language)  # type: ignore[attr-defined]
        head, _, rest = shown.partition("<pre>")
        lines = rest.split("\n")
        if language == "python":
            for name, line in definitions(text).items():
                lines[line - 1] = f'<span id="{html.escape(name)}"></span>{lines[line - 1]}'
        body = f"<h1>{html.escape(file)}</h1>\n{head}<pre>" + "\n".join(lines)
        page = page_of(file)
        toctree = partial(contents, page.rpartition("/")[0])
        yield page, {"title": file, "body": body, "toctree": toctree}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("doctree-read", find_links, priority=100)
    app.connect("doctree-resolved", lead_on)
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
