"""Write the catalogues anew: `python tests/words/catalogues.py`.

The texts are those of `collect`; translations are kept, and new texts have none yet. Then the
`.mo` files are made, which are what programs read.
"""

from __future__ import annotations

import io
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).parents[1]))

from elfen.testing.texts import Text
from words.collect import CATALOGUES, SOURCE, wanted

#: In headers of catalogues, so that they change only with their texts.
_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def file_of(name: str, language: str = "de") -> Path:
    """The `.po` file of a catalogue."""
    return SOURCE / CATALOGUES[name][0] / "locale" / language / "LC_MESSAGES" / f"{name}.po"


def read(path: Path, language: str = "de") -> Catalog:
    """A `.po` file; an empty catalogue if there is none."""
    if not path.exists():
        return Catalog(language)
    return read_po(io.BytesIO(path.read_bytes()), language)


def texts_of(catalog: Catalog) -> dict[Text, tuple[str, ...]]:
    """The texts of a catalogue, with their translations."""
    found = {}
    for message in catalog:
        if not message.id:
            continue
        text, plural = message.id if isinstance(message.id, tuple) else (message.id, "")
        told = message.string if isinstance(message.string, tuple) else (message.string,)
        found[Text(message.context or "", text, plural)] = tuple(map(str, told))
    return found


def made(catalog: Catalog) -> bytes:
    """What the `.mo` file of a catalogue holds, whichever version of Babel writes it."""
    catalog.creation_date = catalog.revision_date = _DAY
    out = io.BytesIO()
    with patch("babel.messages.catalog.VERSION", "2"):
        write_mo(out, catalog)
    return out.getvalue()


def written(catalog: Catalog) -> bytes:
    """What the `.po` file of a catalogue holds."""
    out = io.BytesIO()
    write_po(out, catalog, width=100)
    kept = b"Language:|Plural|MIME|Content"
    header, blank, texts = out.getvalue().partition(b"\n\n")
    return re.sub(rb'\n"(?!%s)[\w-]+: [^"\n]*"' % kept, b"", header) + blank + texts


def anew(language: str, texts: set[Text], known: dict[Text, tuple[str, ...]]) -> Catalog:
    """A catalogue of these texts, with the translations that are known."""
    catalog = Catalog(language, fuzzy=False, project="elfen", header_comment="# Words of elfen.")
    for one in sorted(texts, key=lambda one: (one.text.casefold(), one)):
        id = (one.text, one.plural) if one.plural else one.text
        told = known.get(one, ("", "") if one.plural else ("",))
        catalog.add(id, told if one.plural else told[0], context=one.context or None)
    return catalog


def main(language: str = "de") -> None:
    """Write all of them."""
    for name, texts in wanted().items():
        path = file_of(name, language)
        catalog = anew(language, texts, texts_of(read(path, language)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalog))
        path.with_suffix(".mo").write_bytes(made(read(path, language)))
        left = sum(not all(told) for told in texts_of(catalog).values())
        print(f"{path.relative_to(SOURCE)}: {len(texts)} texts, {left} without translation")


if __name__ == "__main__":
    main()
