"""What is given to the type checker of a page; `python tests/docs/typed_pages.py` runs it."""

from __future__ import annotations

from pathlib import Path

from typed_pages import FAULTS, PAGES, ROOT, modules

PAGE = """# A page

```python
x = 1
```
```pycon
>>> for n in range(x):
...     print(n)
0
>>> x.upper()
Traceback (most recent call last):
AttributeError: ...
>>> y = x
```
```python
# part.py
a = 1
```
```python
# part.py, continued
b = a
```
```text
nothing
```
"""


def test_a_page_is_a_module_and_each_of_its_files_another(tmp_path: Path) -> None:
    page = tmp_path / "a page.md"
    page.write_text(PAGE)
    whole, part = modules(page, tmp_path)
    assert (whole.path, part.path) == ("page_a_page.py", "part.py")
    assert whole.text == "x = 1\nfor n in range(x):\n    print(n)\ny = x\n"
    assert part.text == "# part.py\na = 1\n# part.py, continued\nb = a\n"
    shown = PAGE.splitlines()
    assert [shown[n - 1].removeprefix(">>> ").removeprefix("... ") for n in whole.lines] == (
        whole.text.splitlines()
    )
    assert [shown[n - 1] for n in part.lines] == part.text.splitlines()


def test_no_two_pages_write_the_same_file() -> None:
    paths = [module.path for page in PAGES for module in modules(page)]
    assert len(paths) == len(set(paths)) > 15


def test_the_check_and_its_faults_are_a_part_of_all_checks() -> None:
    assert "python tests/docs/typed_pages.py" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert FAULTS.count("# error") == 5
