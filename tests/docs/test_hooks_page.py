"""Every hook is documented with its signature, shown by an executed example, and tested."""

from __future__ import annotations

from pathlib import Path

import pytest
from hook_sections import missing, specs_of

from elfen.declare import hookspecs

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
SPECS = specs_of(hookspecs)
TESTS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if path.parent != Path(__file__).parent
)


def test_every_hook_is_documented_exampled_and_tested() -> None:
    assert missing(SPECS, PAGE, TESTS) == []


def test_a_hook_that_is_new_is_noticed() -> None:
    def elfen_echo(rules: object) -> None: ...

    assert missing({**SPECS, "elfen_echo": elfen_echo}, PAGE, TESTS) == [
        "elfen_echo: no test",
        "elfen_echo: no section",
    ]


def test_a_hook_that_is_gone_is_noticed() -> None:
    left = {name: spec for name, spec in SPECS.items() if name != "elfen_room"}
    assert missing(left, PAGE, TESTS) == ["elfen_room: is no hook"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("def elfen_room(", "def elfen_rooms(", "elfen_room: no example"),
        (
            "`elfen_room(rules: Ruleset) ->",
            "`elfen_room() ->",
            "elfen_room: not with its signature, `elfen_room(rules: Ruleset) -> Mapping[str, int]`"
            " (provisional)",
        ),
        (
            "Mapping[str, int]` (provisional)",
            "Mapping[str, int]` (stable)",
            "elfen_room: not with its signature, `elfen_room(rules: Ruleset) -> Mapping[str, int]`"
            " (provisional)",
        ),
        ("**Merge.** By zone, the most wins.", "The most wins.", "elfen_room: no **Merge.**"),
        ("**When.** After the zones.", "After the zones.", "elfen_room: no **When.**"),
        ("assert new.state", "new.state", "elfen_migrations: an example without a result"),
    ],
)
def test_a_faulty_section_is_noticed(old: str, new: str, what: str) -> None:
    assert PAGE.count(old) == 1
    assert missing(SPECS, PAGE.replace(old, new), TESTS) == [what]


def test_sections_out_of_order_are_noticed() -> None:
    swapped = PAGE.replace("## elfen_room", "## elfen_x").replace(
        "## elfen_visibility", "## elfen_room"
    )
    page = swapped.replace("## elfen_x", "## elfen_visibility")
    assert "the sections are not in the order of the specs" in missing(SPECS, page, TESTS)
