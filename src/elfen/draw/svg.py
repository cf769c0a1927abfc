"""SVG: the text of a picture, and what it is written with."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from elfen.declare import Memo, path_to, write_out
from elfen.draw.letters import short
from elfen.errors import ElfenError, harmless, saying

#: Stands for the picture's own prefix of ids until its text is complete; no text can contain it.
PREFIX = "\x00"

#: How many letters the lines of titles and of descriptions have at most.
LONGEST_TITLE, LONGEST_LINE = 500, 10_000

#: How many pixels a PNG has at most: a million takes less than a fifth of a second, and 8 MB.
MOST_PIXELS = 10_000_000

_SIZE = re.compile(r'<svg [^>]* width="(\d{1,9}(?:\.\d)?)" height="(\d{1,9}(?:\.\d)?)"')
_PLAIN = re.compile(r"[\w .,:;#()+/-]*", re.ASCII)
_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
_KEYS = Memo[str, str](lambda key: key.replace("_", "-"))


class Fragment(str):
    """A part of many pictures, kept with its digest and with what is between prefixes of ids."""

    __slots__ = ("between", "digest")

    digest: bytes
    between: list[str]

    def __new__(cls, text: str) -> Fragment:
        """The fragment of that text."""
        self = super().__new__(cls, text)
        self.digest = hashlib.sha256(text.encode()).digest()[:16]
        self.between = text.split(PREFIX)
        return self


class Svg(str):
    """The text of an SVG picture, which shows itself in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Svg: {len(self)} characters>"

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)

    def with_ids(self, name: str) -> Svg:
        """The same picture with ids of its own, to stand beside an equal one on a page.

        `name` is made of ASCII letters and digits, a letter first; raises `ValueError`.
        """
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
            raise ValueError(f"name={name!r} has to be letters and digits, a letter first")
        own = re.search(r'class="(\w+)"', self)
        return self if own is None else Svg(self.replace(own[1], name))

    def png(self) -> bytes:
        """The picture as a PNG, as large as the picture says, by the library resvg.

        Raises `ElfenError` without that library, for a picture that follows the reader's
        preference, as a PNG has one theme, and for one that would have more than 10 million pixels
        or is no picture of elfen.
        """
        if "var(--" in self:
            raise ElfenError("a PNG cannot follow the reader's preference: draw it light or dark")
        size = _SIZE.match(self)
        if size is None:
            raise ElfenError("only a picture that elfen has drawn becomes a PNG")
        if float(size[1]) * float(size[2]) > MOST_PIXELS:
            raise ElfenError(
                f"a PNG of {size[1]} x {size[2]} pixels is too large: draw it with a smaller size,"
                f" so that it has at most {MOST_PIXELS} of them"
            )
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise ElfenError("a PNG takes the library resvg: pip install 'elfen[png]'") from None
        try:
            return bytes(svg_to_bytes(svg_string=str(self)))
        except ValueError as error:
            raise ElfenError(f"the picture does not become a PNG: {saying(error)}") from None

    def save(self, path: str | Path) -> None:
        """Write the picture to a file: as a PNG if its name ends in .png, else as SVG in UTF-8.

        Raises `OSError`, `ValueError` for a text that is no path, and `ElfenError` for what is no
        text, and as `png` does.
        """
        named = path_to("a picture", path)
        if Path(named).suffix.lower() == ".png":
            write_out(named, self.png())
        else:
            write_out(named, f'<?xml version="1.0" encoding="UTF-8"?>\n{self}\n'.encode())


def escaped(text: object) -> str:
    """Any text as one line that is only shown, as XML has it, in ASCII: see `harmless`."""
    told = str(text)
    if _PLAIN.fullmatch(told):
        return told
    return quoted(harmless(told)).encode("ascii", "xmlcharrefreplace").decode()


def quoted(markup: str) -> str:
    """A markup as text within another one; all else in it stays as it is."""
    for one, entity in _ESCAPES:
        markup = markup.replace(one, entity)
    return markup


#: Lines of descriptions, escaped: most say the same in the next picture.
_LINES = Memo[str, str](lambda line: escaped(short(line, LONGEST_LINE)), most=2048)


def number(value: float) -> str:
    """A length with at most one decimal, and never `-0`."""
    told = f"{value:.1f}".removesuffix(".0")
    return "0" if told == "-0" else told


def tag(name: str, body: str = "", /, **attributes: object) -> str:
    """An element whose `body` is SVG.

    `stroke_width=2` is written `stroke-width="2"`; what is None is left out. Floats are written
    with at most one decimal, and texts are escaped.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        kind = type(value)
        told = number(value) if kind is float else value if kind is int else escaped(value)  # type: ignore[arg-type]
        parts.append(f'{_KEYS[key]}="{told}"')
    start = " ".join(parts)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def titled(*lines: str) -> str:
    """A `<title>`: what is told of an element when the pointer rests on it, each line cut short."""
    told = "\n".join([escaped(short(line, LONGEST_TITLE)) for line in lines])
    return f"<title>{told}</title>"


def whole(
    parts: Iterable[str],
    *,
    box: tuple[float, float],
    width: float,
    title: str,
    told: Iterable[str],
    style: str = "",
    facts: Mapping[str, object] | None = None,
) -> Svg:
    """A complete picture of parts one after another; `told` are the lines of its description.

    Its ids begin with a digest of all of it.

    Of a `Fragment` its digest is taken, which is known. So the ids of different pictures differ.
    Equal pictures have equal ids for equal things: on one page each shows what it should, but see
    `Svg.with_ids`.
    """
    across, down = box
    lines = "\n".join(_LINES.of([*told]))
    told_facts = "".join(f' data-{k}="{escaped(v)}"' for k, v in (facts or {}).items())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{PREFIX}" role="img"'
        f' aria-labelledby="{PREFIX}t {PREFIX}d" viewBox="0 0 {number(across)} {number(down)}"'
        f' width="{number(width)}" height="{number(width * down / across)}"{told_facts}'
        " font-family=\"'Trebuchet MS','Segoe UI','DejaVu Sans',Verdana,sans-serif\">"
        f'<title id="{PREFIX}t">{escaped(title)}</title>'
        f'<desc id="{PREFIX}d">{lines}</desc>'
    )
    if style:
        head += f"<style>{style}</style>"
    pieces = [head, *parts, "</svg>"]
    digests = [one.digest if type(one) is Fragment else one.encode() for one in pieces]
    own = "e" + hashlib.sha256(b"\0".join(digests)).hexdigest()[:10]
    return Svg(
        "".join(
            [
                own.join(one.between) if type(one) is Fragment else one.replace(PREFIX, own)
                for one in pieces
            ]
        )
    )
