"""The replay page: a game step by step in one HTML file, as a seat saw it.

The pictures of two steps differ in little. So the page holds the fragments of all pictures once,
and for each step how its list of fragments differs from that of the step before.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from elfen.declare import path_to, write_out
from elfen.draw.svg import escaped, quoted
from elfen.game import Game
from elfen.text import Words

_FILES = files("elfen.draw") / "replay_page"

#: A picture is cut before and after groups, and between the sentences of its description: at what
#: no picture contains, put there first. A pattern of all four takes many times as long.
_CUT = "\0"
_CUTS = [(f">{_CUT}<g", "><g"), *((f"{end}{_CUT}", end) for end in ("</g>", "\n", "; "))]

#: What the page has in place of a part, and around a text that is told.
_SLOT = re.compile(r"@([a-z]+)@|\[\[(.+?)\]\]")

#: How a list of numbers changes: from a place on so many are gone, and these come instead.
Edit = tuple[int, int, list[int]]


class Page(str):
    """The text of an HTML page, which shows itself in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Page: {len(self)} characters of HTML>"

    def _repr_html_(self) -> str:
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:52rem;border:0"'
            f' srcdoc="{quoted(self)}"></iframe>'
        )

    def save(self, path: str | Path) -> None:
        """Write the page to a file, in UTF-8.

        Raises `OSError`, `ValueError` for a text that is no path, and `ElfenError` for what is no
        text.
        """
        write_out(path_to("a page", path), self.encode())


def cut(pictures: Iterable[str]) -> tuple[list[str], list[list[Edit]]]:
    """The fragments of pictures, and for each picture the edits of the list of fragments before.

    The list before the first is empty. Edits are made one after the other.
    """
    numbers: dict[str, int] = {}
    before: list[int] = []
    edits: list[list[Edit]] = []
    for picture in pictures:
        for cut_there, place in _CUTS:
            picture = picture.replace(place, cut_there)
        now = [numbers.setdefault(one, len(numbers)) for one in picture.split(_CUT) if one]
        edits.append(_edits(before, now))
        before = now
    return [*numbers], edits


def _edits(before: list[int], now: list[int]) -> list[Edit]:
    """What leads from one list to another, the last change first, so that places stay true."""
    same, shorter = 0, min(len(before), len(now))
    while same < shorter and before[same] == now[same]:
        same += 1
    tail = 0
    while tail < shorter - same and before[-1 - tail] == now[-1 - tail]:
        tail += 1
    old, new = before[same : len(before) - tail], now[same : len(now) - tail]
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        (same + start, end - start, new[first:last])
        for kind, start, end, first, last in reversed(changes)
        if kind != "equal"
    ]


def page_of(
    games: Sequence[Game],
    pictures: Iterable[str],
    told: Sequence[Sequence[str]],
    *,
    words: Words,
    seen: str,
    bare: bool,
    theme: str,
) -> Page:
    """The page of a game, given step by step, with a picture and lines of text for each.

    `words` tell it, and `seen` says who may see it, which stands out if the page is `bare`: if it
    hides nothing.
    """
    rounds = [one.state.round for one in games]
    title = words.say("{game}, {n:* player|* players}", game=words.game(), n=games[0].players)
    fragments, edits = cut(pictures)
    data = json.dumps(
        {"fragments": fragments, "edits": edits, "rounds": rounds},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    script = (_FILES / "page.js").read_text(encoding="utf-8")
    parts = {
        "lang": words.language,
        "theme": theme,
        "hash": b64encode(sha256(script.encode()).digest()).decode(),
        "title": escaped(title),
        "style": (_FILES / "page.css").read_text(encoding="utf-8"),
        "bare": " bare" if bare else "",
        "seen": escaped(seen),
        "log": _log(told, rounds, words),
        "last": str(len(edits) - 1),
        "data": data.replace("<", "\\u003c"),
        "script": script,
    }
    html = (_FILES / "page.html").read_text(encoding="utf-8")
    say = words.say
    return Page(_SLOT.sub(lambda one: parts[one[1]] if one[1] else escaped(say(one[2])), html))


def _log(told: Sequence[Sequence[str]], rounds: Sequence[int], words: Words) -> str:
    """The lines of the log, each with its step, and a heading for each round."""
    out: list[str] = []
    for step, lines in enumerate(told):
        if step == 0 or rounds[step] != rounds[step - 1]:
            heading = escaped(words.say("Round {round}", round=rounds[step]))
            out.append(f'<li class="round" data-step="{step}">{heading}</li>')
        out += [f'<li data-step="{step}">{escaped(line)}</li>' for line in lines if line]
    return "".join(out)
