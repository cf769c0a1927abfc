"""The pages about rules have an entry for each clause that tests are named after, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import clauses
import naming
import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(clauses.RULES.glob("*.md"))
LINK = re.compile(r"\[`([\w.]+)`\]\(([^)]+\.py)\)")


def entries() -> dict[str, str]:
    """What the pages say of each clause."""
    return {
        section.clause: section.text
        for page in PAGES
        for section in clauses.sections(page.read_text(encoding="utf-8"))
    }


def lost(text: str, page: Path) -> list[str]:
    """Links to code whose file does not define what they name."""
    return [
        name
        for name, file in LINK.findall(text)
        if not (path := page.parent / file).is_file()
        or naming.named(name, path.read_text(encoding="utf-8")) is None
        or not name.startswith(module_of(path))
    ]


def module_of(path: Path) -> str:
    inside = path.resolve().relative_to(ROOT / "src").with_suffix("")
    return ".".join(inside.parts)


def test_every_clause_that_has_tests_has_an_entry_and_every_entry_has_tests() -> None:
    assert set(entries()) == set(clauses.tests())


def test_every_clause_says_something_and_leads_to_code() -> None:
    assert [c for c, text in entries().items() if len(text) < 40 or not LINK.search(text)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_to_code_names_what_its_file_defines(page: Path) -> None:
    assert lost(page.read_text(encoding="utf-8"), page) == []


def test_a_link_to_what_is_not_there_is_noticed() -> None:
    right = "[`elfen.declare.zones.Zone`](../../src/elfen/declare/zones.py)"
    assert lost(right, PAGES[0]) == []
    assert lost(right.replace("Zone`", "Zoo`"), PAGES[0]) == ["elfen.declare.zones.Zoo"]
    assert lost(right.replace("zones.py", "zoos.py"), PAGES[0]) == ["elfen.declare.zones.Zone"]
    assert lost(right.replace("elfen.declare.zones", "elfen.declare.kinds"), PAGES[0]) == [
        "elfen.declare.kinds.Zone"
    ]


def test_the_manual_lists_the_tests_of_a_clause_below_it() -> None:
    page = "### E9 One route\n\nText.\n\n### E4 Tied\n\nMore.\n\n## Else\n\nEnd.\n"
    shown = clauses.with_tests(page)
    e9, e4 = shown.split("### E4")
    assert all(f"- [`{test.name}`](/../{test.file})" in e9 for test in clauses.tests()["E9"])
    assert all(test.name in e4.split("## Else")[0] for test in clauses.tests()["E4"])
    assert shown.endswith("## Else\n\nEnd.\n")
