"""The map of the rooms: `python tests/architecture/draw.py` writes it anew.

The table in docs/architecture.md and the picture docs/_static/rooms.svg are read off the imports
and off what each room says of itself.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path

from rooms import GIVEN, SOURCE, STOREYS, arrows, modules, room_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PICTURE = DOCS / "architecture.md", DOCS / "_static" / "rooms.svg"
BEGIN, END = "<!-- drawn -->", "<!-- end -->"

#: In the picture, in pixels.
WIDTH, LEFT, BOX, ROW, HIGH = 900, 12, 640, 50, 40

STYLE = """
    text { font: 14px system-ui, sans-serif; fill: #1f2a24 }
    .name { font: 600 15px ui-monospace, monospace }
    .box { fill: #f4f7f2; stroke: #7c9885 }
    .face { fill: #e3eedd }
    .way { fill: none; stroke: #7c9885; stroke-width: 1.5 }
    .tip { fill: #7c9885 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6ece7 }
      .box { fill: #232a26; stroke: #8fae99 }
      .face { fill: #2f3b33 }
      .way { stroke: #8fae99 }
      .tip { fill: #8fae99 }
    }"""

#: What is no room to look into, but the outside of the house.
FACES = ("elfen", "plugin", "cli")


def uses() -> dict[str, set[str]]:
    """The rooms that each room uses, less those that only `given` names."""
    found: dict[str, set[str]] = {room: set() for room in STOREYS}
    for arrow in arrows():
        user, used = room_of(arrow.user), room_of(arrow.used)
        if user != used and arrow.user != GIVEN:
            found[user].add(used)
    return found


def told(room: str) -> str:
    """The first line of what a room says of itself."""
    path = modules()["elfen" if room == "elfen" else f"elfen.{room}"]
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].partition(". ")[0].rstrip(".")


def table() -> str:
    """The rooms, the highest first, in Markdown."""
    rows = ["| room | what it is for | uses |", "| --- | --- | --- |"]
    for room in reversed(STOREYS):
        path = modules()["elfen" if room == "elfen" else f"elfen.{room}"]
        shown = "__init__.py" if room == "elfen" else path.relative_to(SOURCE).parts[0]
        used = [other for other in STOREYS if other in uses()[room]]
        name = f"[`{shown}`](../src/elfen/{path.relative_to(SOURCE).as_posix()})"
        rows.append(f"| {name} | {told(room)} | {', '.join(used) or '–'} |")
    return "\n".join(rows)


def needed(found: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that do not follow from others: those over the longest ways."""

    def reached(room: str) -> set[str]:
        return set().union(found[room], *(reached(other) for other in found[room]))

    return [
        (room, used)
        for room in found
        for used in found[room]
        if not any(used in reached(other) for other in found[room] if other != used)
    ]


def picture() -> str:
    """The rooms one above another, with the arrows that do not follow from others."""
    rooms = [*reversed(STOREYS)]
    top = {room: 10 + ROW * n for n, room in enumerate(rooms)}
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {20 + ROW * len(rooms)}"'
        ' role="img" aria-label="The rooms of elfen; each uses only those below it">',
        f"  <style>{STYLE}\n  </style>",
        '  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7"'
        ' markerHeight="7" orient="auto"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
    ]
    for room in rooms:
        kind = "box face" if room in FACES else "box"
        out.append(
            f'  <rect class="{kind}" x="{LEFT}" y="{top[room]}" width="{BOX}" height="{HIGH}"'
            ' rx="7"/>'
        )
        middle = top[room] + HIGH // 2 + 5
        out.append(f'  <text class="name" x="{LEFT + 14}" y="{middle}">{room}</text>')
        out.append(f'  <text x="{LEFT + 120}" y="{middle}">{escape(_short(told(room)))}</text>')
    for room, used in sorted(needed(uses()), key=lambda pair: (top[pair[0]], top[pair[1]])):
        steps = rooms.index(used) - rooms.index(room)
        right, start, end = LEFT + BOX, top[room] + HIGH * 2 // 3, top[used] + HIGH // 3
        bend = right + min(20 + 26 * steps, WIDTH - right - 10)
        out.append(
            f'  <path class="way" marker-end="url(#tip)"'
            f' d="M{right} {start}C{bend} {start} {bend} {end} {right + 2} {end}"/>'
        )
    return "\n".join([*out, "</svg>", ""])


def _short(text: str, most: int = 64) -> str:
    """A first clause that fits into a box."""
    for mark in (";", ":", ","):
        if len(text) > most:
            text = text.partition(mark)[0]
    return text.replace("`", "")


def page() -> str:
    """The page with its table as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def main() -> None:
    """Write the page and the picture."""
    PAGE.write_text(page(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
