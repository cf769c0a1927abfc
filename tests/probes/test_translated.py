"""An expansion in a package of its own, with a German catalogue of its own."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from elfen import ElfenError, RulesetError, compile_ruleset, languages, speaking
from elfen.plugin import Manifest, hookimpl
from elfen.testing.translations import untranslated

PLUGIN = """
from elfen.land import Stop
from elfen.plugin import PUBLIC, Group, Kind, Manifest, Reason, Restriction, Seat, SeatZone, Stock
from elfen.plugin import hookimpl

STAMP = Kind("stamp", Group("stamp", noun="stamp"), name="stamp")
HELD = SeatZone("stamps/held", holds=(STAMP.group,), visibility=PUBLIC)


@hookimpl
def elfen_manifest():
    return Manifest("stamps", rules_version=1, api=1, help="Stamps.", locale=LOCALE)


@hookimpl
def elfen_kinds(rules):
    return [STAMP]


@hookimpl
def elfen_zones(rules):
    return [HELD]


@hookimpl
def elfen_components(rules):
    return [Stock("stamps/one-each", (STAMP,), 1, HELD)]


@hookimpl
def elfen_restrictions(rules):
    def forbids(position, seat, action):
        if position.town(seat) != "feodor":
            return None
        text = "{seat} {seat:pay|pays} {n:a stamp|* stamps} to stop in {town}"
        town = position.rules.board.town("feodor")
        return Reason.of("stamps/no", "stamps/no-stop", text, seat=Seat(seat), n=2, town=town)

    return [Restriction("stamps/no", type=Stop, forbids=forbids, text="stops cost stamps")]
"""


@pytest.fixture
def stamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    catalog = pytest.importorskip("babel.messages.catalog").Catalog("de")
    catalog.add(
        "{seat} {seat:pay|pays} {n:a stamp|* stamps} to stop in {town}",
        "in {town} zu bleiben kostet {seat:dich|*} {n:eine Marke|* Marken}",
    )
    catalog.add(("stamp", "stamps"), ("eine Briefmarke", "* Briefmarken"), context="counted")
    folder = tmp_path / "elfen_stamps" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    compiled = io.BytesIO()
    import_module("babel.messages.mofile").write_mo(compiled, catalog)
    (folder / "stamps.mo").write_bytes(compiled.getvalue())
    source = f'LOCALE = "elfen_stamps"\n{PLUGIN}'
    (tmp_path / "elfen_stamps" / "__init__.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    invalidate_caches()
    yield import_module("elfen_stamps")
    del sys.modules["elfen_stamps"]


def test_a_plugin_speaks_german_by_its_own_catalogue(stamps: ModuleType) -> None:
    rules = compile_ruleset(expansions=[stamps])
    build = rules.build(players=2).at("land/move", seat=1, round=1).boot(1, "feodor")
    game = rules.game_from(build.state(), seed=1)
    reason = game.check("stop")
    assert reason is not None
    assert str(reason) == "seat 1 pays 2 stamps to stop in Feodor"
    assert reason.to_data() == {
        "rule": "stamps/no",
        "id": "stamps/no-stop",
        "arguments": {"seat": {"seat": 1}, "n": 2, "town": {"town": "feodor"}},
        "text": "seat 1 pays 2 stamps to stop in Feodor",
    }
    for you, language, told in (
        (None, "en", "Bob pays 2 stamps to stop in Feodor"),
        (1, "en", "you pay 2 stamps to stop in Feodor"),
        (None, "de", "in Feodor zu bleiben kostet Bob 2 Marken"),
        (1, "de", "in Feodor zu bleiben kostet dich 2 Marken"),
    ):
        assert rules.words(("Ann", "Bob"), you, language).reason(reason) == told
    german = rules.words(language="de")
    assert german.counted(2, "stamp") == "2 Briefmarken"
    assert german.counted(2, "travel card") == "2 Reisekarten"  # Elfenland's catalogue comes after
    assert german.say("stops cost stamps") == "stops cost stamps"  # nobody has translated that


def test_an_author_is_told_what_nobody_has_translated(stamps: ModuleType, tmp_path: Path) -> None:
    rules = compile_ruleset(expansions=[stamps])
    assert untranslated(rules, "de") == ("Stamps", "Stamps.", "stamp", "stops cost stamps")
    assert untranslated(rules, "en") == ()
    assert untranslated(compile_ruleset(), "de") == ()
    assert len(untranslated(rules, "fr")) > 100  # nobody has any French
    more = tmp_path / "elfen_stamps" / "more"
    more.mkdir()
    (more / "__init__.py").write_text("def told(w): return w.say('no stamps are left')\n")
    (more / "paying.py").write_text("def told(w): return w.counted(2, 'postmark')\n")
    assert untranslated(rules, "de")[2:] == (
        "no stamps are left",
        "stamp",
        "stops cost stamps",
        "postmark, postmarks",
    )


def test_the_language_is_spoken_within_a_block_alone(stamps: ModuleType) -> None:
    rules = compile_ruleset()
    assert languages()[:2] == ("en", "de")
    with speaking("de"):
        assert rules.words().terrain("woods") == "Wald"
        assert rules.words(language="en").terrain("woods") == "woods"
    assert rules.words().terrain("woods") == "woods"
    missing = pytest.raises(ElfenError, match="there is no language 'dee'; did you mean 'de'")
    with missing, speaking("dee"):
        pass


def test_a_catalogue_in_no_package_is_a_mistake_that_is_told(
    stamps: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "LOCALE", "elfen_stamp")
    rules = compile_ruleset(expansions=[stamps])
    assert rules.words().terrain("woods") == "woods"
    with pytest.raises(RulesetError, match=r"'stamps': locale='elfen_stamp' .* is no package"):
        rules.words(language="de")


@pytest.mark.parametrize(
    "locale", ["os", "json.tool", "../../x", ".", ".x", "nowhere.at.all", "\0"]
)
def test_a_locale_that_is_no_package_is_told(locale: str) -> None:
    named = SimpleNamespace(
        elfen_manifest=hookimpl(
            lambda: Manifest("odd", rules_version=1, api=1, help="Odd.", locale=locale)
        )
    )
    rules = compile_ruleset(expansions=named)
    with pytest.raises(
        RulesetError, match=r"plugin 'odd': locale=.* in its manifest is no package"
    ):
        rules.words(language="de").title()


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 40, b"\xde\x12\x04\x95", b"\xde\x12\x04\x95" + b"\xff" * 99]
)
def test_a_broken_catalogue_is_told(stamps: ModuleType, tmp_path: Path, data: bytes) -> None:
    folder = tmp_path / "elfen_stamps" / "locale" / "de" / "LC_MESSAGES"
    (folder / "stamps.mo").write_bytes(data)
    rules = compile_ruleset(expansions=[stamps])
    with pytest.raises(RulesetError, match="plugin 'stamps': its catalogue of de cannot be read: "):
        rules.words(language="de").title()


@pytest.mark.parametrize("wrong", ["{towm}", "{0}", "{", "{seat.nothing}", "{town[x]}"])
def test_a_translation_that_cannot_be_filled_stays_english(
    stamps: ModuleType, tmp_path: Path, wrong: str
) -> None:
    catalog = import_module("babel.messages.catalog").Catalog("de")
    catalog.add("{n:a stamp|* stamps} in {town}", wrong)
    compiled = io.BytesIO()
    import_module("babel.messages.mofile").write_mo(compiled, catalog)
    folder = tmp_path / "elfen_stamps" / "locale" / "de" / "LC_MESSAGES"
    (folder / "stamps.mo").write_bytes(compiled.getvalue())
    words = compile_ruleset(expansions=[stamps]).words(language="de")
    assert words.say("{n:a stamp|* stamps} in {town}", n=2, town="Feodor") == "2 stamps in Feodor"
