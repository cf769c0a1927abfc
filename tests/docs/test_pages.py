"""Every piece of code in the README and the docs runs, and shows what it says; links lead on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import blocks, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: Blocks that are not run: set-up commands that need a shell, and excerpts of what is printed.
SHOWN_ALONE = ("sh", "text")
WITH_CODE = [
    page for page in PAGES if any(b.runs for b in blocks(page.read_text(encoding="utf-8")))
]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working directory and import path of a page; its modules are forgotten afterwards."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_the_code_on_a_page_does_what_the_page_says(page: Path, directory: Path) -> None:
    assert run(page, directory) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run_or_is_of_those_that_only_show_something(page: Path) -> None:
    assert idle(page.read_text(encoding="utf-8")) == []


def test_a_block_that_nothing_runs_is_noticed() -> None:
    page = "```py\nx = 1\n```\n```toml\na = 1\n```\n```text\nhello\n```\n```python\nx\n```\n"
    assert idle(page) == ["py in line 2", "toml in line 5"]


def idle(page: str) -> list[str]:
    """Blocks that nothing runs, though they look as if."""
    return [
        f"{block.language} in line {block.line}"
        for block in blocks(page)
        if not block.runs and block.language not in SHOWN_ALONE
        if not block.text.startswith("$ elfen play ")  # tests/cli/test_playing_page.py plays it
    ]


def test_the_pages_with_code_are_found() -> None:
    assert {"README.md", "docs/boards.md"} <= {name_of(page) for page in WITH_CODE}


def test_a_wrong_result_on_a_page_is_noticed(directory: Path) -> None:
    page = directory / "page.md"
    page.write_text("```python\nn = 1\n```\nand\n```pycon\n>>> n + 1\n3\n>>> n\n1\n```\n")
    (failure,) = run(page, directory)
    assert "Expected:\n    3\nGot:\n    2" in failure
    assert "line 6" in failure


def test_a_command_that_prints_something_else_is_noticed(directory: Path) -> None:
    page = directory / "page.md"
    page.write_text("```console\n$ elfen --version\nelfen 99\n$ elfen play\nnever run\n```\n")
    (failure,) = run(page, directory)
    assert "elfen --version\nprints\nelfen " in failure


def test_a_file_may_come_in_parts(directory: Path) -> None:
    page = directory / "page.md"
    page.write_text(
        "```python\n# part.py\na = 1\n```\n```python\n# part.py, continued\nb = a + 1\n```\n"
        "```pycon\n>>> import part\n>>> part.b\n2\n```\n"
    )
    assert run(page, directory) == []


def test_the_readme_sets_up_with_two_commands_for_the_demo_and_the_tests() -> None:
    readme = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    (set_up,) = [block for block in readme if block.language == "sh"]
    demo, tests = set_up.text.splitlines()
    assert demo.endswith("&& .venv/bin/elfen demo")
    assert tests.endswith("&& .venv/bin/pytest")
