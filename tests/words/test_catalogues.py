"""The catalogues: every text has its translation, none is left over, and all name the same."""

from __future__ import annotations

import io
from gettext import GNUTranslations

import pytest

from elfen import compile_ruleset
from words.catalogues import anew, file_of, made, read, texts_of
from words.collect import CATALOGUES, Text, bare, declared, fields, identified, said, wanted

Told = dict[Text, tuple[str, ...]]


def faults(texts: set[Text], told: Told) -> list[str]:
    """What is wrong with translations of these texts."""
    wrong = [f"no translation of {one}" for one in texts if not all(told.get(one, ("",)))]
    wrong += [f"nobody says {one}" for one in told if one not in texts]
    for one, some in told.items():
        for english, translated in zip((one.text, one.plural), some, strict=False):
            more = fields(translated) - fields(english)
            less = bare(english) - fields(translated)
            wrong += [f"{one.text!r}: {field} is not there" for field in sorted(more)]
            wrong += [f"{one.text!r}: {field} is left out" for field in sorted(less)]
    return wrong


def test_everything_is_translated_and_nothing_else() -> None:
    texts = wanted()
    assert {*texts} == {*CATALOGUES}
    for name, some in texts.items():
        assert len(some) > 40
        assert not faults(some, texts_of(read(file_of(name)))), name


def test_a_gap_is_noticed() -> None:
    told = {Text("", "{seat} drew {what}"): ("{seat} zieht {what}",)}
    new = Text("", "{seat} sang {what}")
    assert not faults({*told}, told)
    assert faults({*told, new}, told) == [f"no translation of {new}"]
    assert faults({*told, new}, {**told, new: ("",)})[0] == f"no translation of {new}"
    assert faults(set(), told)[0].startswith("nobody says")
    assert faults({new}, {new: ("{seat} singt {was}",)}) == [
        "'{seat} sang {what}': was is not there",
        "'{seat} sang {what}': what is left out",
    ]
    optional = Text("", "{what} {n:was|were} drawn")
    assert not faults({optional}, {optional: ("gezogen: {what}",)})


def test_what_is_said_in_the_source_is_found() -> None:
    source = """
PAIR = ("mine/pair", "a pair of {n}")
def f(words, some):
    text = "one of {a}" if some else "two of {a}"
    return [words.say(text, a=1), Message("mine/x", "three"), Reason.of("r", "i", "four"),
            Pieces.of("a", "b", "five"), words.counted(2, "penny")]
"""
    assert said(source) == {
        *(Text("", one) for one in ("a pair of {n}", "one of {a}", "two of {a}", "three", "four")),
        Text("counted", "penny", "pennies"),
    }


def test_what_a_plugin_declares_is_found() -> None:
    found = declared(compile_ruleset())["land"]
    assert {Text("", "face-up counters"), Text("", "draw open"), Text("", "Elfenland")} <= found
    assert Text("counted counter", "dragon", "dragons") in found


@pytest.mark.parametrize("name", CATALOGUES)
def test_programs_read_what_people_wrote(name: str) -> None:
    path = file_of(name)
    catalog = read(path)
    read_by_programs = GNUTranslations(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    assert path.with_suffix(".mo").read_bytes() == made(catalog), "run tests/words/catalogues.py"
    for one, told in texts_of(catalog).items():
        if one.context:
            found = read_by_programs.npgettext(one.context, one.text, one.plural, 2)
        elif one.plural:
            found = read_by_programs.ngettext(one.text, one.plural, 2)
        else:
            found = read_by_programs.gettext(one.text)
        assert found == told[-1]


def test_a_catalogue_made_anew_keeps_translations_and_forgets_what_nobody_says() -> None:
    old, new = Text("", "old"), Text("", "new")
    assert texts_of(anew("de", {new}, {old: ("alt",), new: ("neu",)})) == {new: ("neu",)}


def test_an_identifier_belongs_to_one_message() -> None:
    by_id: dict[str, set[str]] = {}
    for id, text in identified():
        by_id.setdefault(id, set()).add(text)
    assert len(by_id) > 40
    assert [id for id, texts in by_id.items() if len(texts) > 1] == []
