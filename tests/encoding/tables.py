"""The tables of docs/reference/layouts.md, made by code: run this file to write them anew."""

from __future__ import annotations

import re
from pathlib import Path

from elfen import Ruleset, compile_ruleset
from elfen.encoding import Field, encoding_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "layouts.md"
BEGIN, END = "<!-- made by code -->", "<!-- end -->"
SHIPPED: dict[str, tuple[str | None, tuple[str, ...]]] = {
    "Elfenland, rio-grande": ("rio-grande", ()),
    "Elfenland, white-wind": ("white-wind", ()),
    "Elfenland, deluxe": ("deluxe", ()),
    "Elfengold": (None, ("gold",)),
    "Elfensea": (None, ("sea",)),
    "Favor of the Towns": (None, ("favor",)),
    "Elfengold and Favor": (None, ("gold", "favor")),
}
#: Rulesets whose fields are those of another one.
ALIKE = ("Elfenland, deluxe", "Elfengold and Favor")


def rows(fields: tuple[Field, ...]) -> list[str]:
    """A line for fields that are alike: of all routes, of all items of the agenda, by seat."""
    found: dict[str, list[Field]] = {}
    for field in fields:
        name = re.sub(r"^(route|agenda)/.*", r"\1/…", field.name)
        name = re.sub(r"\.\d+(\.|$)", r".n\1", name)
        found.setdefault(name, []).append(field)
    out = []
    for name, some in found.items():
        numbers = sum(field.length for field in some)
        least, most = min(f.least for f in some), max(f.most for f in some)
        seats = "each seat" if some[0].seat is not None and len(some) > 1 else "table"
        if some[0].seat is not None and len(some) == 1:
            seats = "own" if some[0].seat == 0 else "others"
        alike = len(some) > 1 and len({field.length for field in some}) == 1
        told = f"{len(some)} × {some[0].length} = {numbers}" if alike else str(numbers)
        out.append(f"| `{name}` | {seats} | {some[0].offset} | {told} | {least} to {most} |")
    return out


def tables() -> str:
    """All tables, as Markdown."""
    out = [
        "## Sizes",
        "",
        "| rules | actions | factored | numbers for 2 | for 4 | for 6 |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    made: dict[str, Ruleset] = {
        name: compile_ruleset(edition, expansions)
        for name, (edition, expansions) in SHIPPED.items()
    }
    for name, rules in made.items():
        spelling = encoding_of(rules, 2).spelling
        sizes = " | ".join(str(encoding_of(rules, n).layout.size) for n in (2, 4, 6))
        out.append(
            f"| {name} | {len(rules.actions)} | up to {spelling.longest} steps of {spelling.size}"
            f" | {sizes} |"
        )
    for name, rules in made.items():
        if name not in ALIKE:
            out += [
                "",
                f"## {name}, two players",
                "",
                "| field | whose | offset | numbers | from, to |",
                "| --- | --- | --- | --- | --- |",
                *rows(encoding_of(rules, 2).layout.fields),
            ]
    return "\n".join(out)


def page() -> str:
    """The page with its tables as they should be."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
