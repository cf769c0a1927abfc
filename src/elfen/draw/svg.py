"""SVG: the text of a picture, and what it is written with."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

#: Stands for the picture's own prefix of ids until its text is complete; no text can contain it.
PREFIX = "\x00"

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


class Svg(str):
    """The text of an SVG picture, which shows itself in a notebook."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, in UTF-8. Raises `OSError`."""
        Path(path).write_bytes(f'<?xml version="1.0" encoding="UTF-8"?>\n{self}\n'.encode())


def escaped(text: object) -> str:
    """Any text as XML has it; a character that XML cannot have becomes U+FFFD."""
    return _NO_XML.sub("\ufffd", str(text)).translate(_ESCAPES)


def number(value: float) -> str:
    """A length with at most one decimal."""
    return (
        f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else _short(value)
    )


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, body: str = "", /, **attributes: object) -> str:
    """An element; `fill_` stands for `fill`, `stroke_width` for `stroke-width`; None is left out.

    `body` is SVG; numbers are written in short, and texts are escaped.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        told = _short(value) if isinstance(value, float) else escaped(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{told}"')
    start = " ".join(parts)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def titled(title: str) -> str:
    """A `<title>`: what is told of an element when the pointer rests on it."""
    return f"<title>{escaped(title)}</title>"


def whole(
    parts: Iterable[str],
    *,
    box: tuple[float, float],
    width: float,
    title: str,
    told: str,
    style: str = "",
    facts: str = "",
) -> Svg:
    """A complete picture. Its ids begin with a digest of its text, so that two do not clash."""
    across, down = box
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{PREFIX}" role="img"'
        f' aria-labelledby="{PREFIX}t {PREFIX}d" viewBox="0 0 {_short(across)} {_short(down)}"'
        f' width="{_short(width)}" height="{_short(width * down / across)}"{facts}'
        " font-family=\"'Trebuchet MS','Segoe UI','DejaVu Sans',Verdana,sans-serif\">"
        f'<title id="{PREFIX}t">{escaped(title)}</title>'
        f'<desc id="{PREFIX}d">{escaped(told)}</desc>'
    )
    if style:
        head += f"<style>{style}</style>"
    text = "".join([head, *parts, "</svg>"])
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    return Svg(text.replace(PREFIX, f"e{digest}"))
