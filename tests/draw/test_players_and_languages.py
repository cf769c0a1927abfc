"""Pictures speak the language that is spoken, and call players by their names."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from drawn_games import RULESETS, positions, rules_of
from reading import elements, read, texts

import elfen
import elfen.draw
from elfen import ElfenError, Observation
from elfen.declare import Sign
from elfen.draw.letters import width
from elfen.draw.on_board import told
from elfen.draw.players import LONGEST_NAME, cleaned
from elfen.errors import Message, Seat
from elfen.text import Words
from words.leftover import english, shown

LONG = "Bartholomäus von und zu Waldenfels"
NAMES = ("Ann", LONG, "", "Zoë")


def in_german(view: Observation, **more: object) -> str:
    with elfen.speaking("de"):
        return elfen.draw.board(view, **more)  # type: ignore[arg-type]


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", RULESETS)
def test_a_german_picture_has_no_english_in_it(name: str) -> None:
    for n, game in enumerate(positions(name, 4, 6)):
        for seat in (n % 4, None):
            svg = in_german(game.view(seat), size=400 + 200 * n)
            assert english(shown(svg)) == []
            assert "Runde" in svg
            assert english(shown(elfen.draw.board(game.view(seat))))


def test_a_board_and_a_replay_are_told_in_german() -> None:
    game = positions("land", 2, 3)[1]
    with elfen.speaking("de"):
        board = elfen.draw.board(game.rules.board, highlight=["virst"], arrows=[("virst", "ixara")])
        pages = [elfen.draw.replay(game, seat, names=NAMES[:2]) for seat in (0, None, "all")]
        whole = elfen.draw.state(game.rules, game.state, names=NAMES[:2])
    for page in (board, *pages, whole):
        assert english(shown(page)) == []
    assert "Die Hauptstadt ist Elvenhold." in shown(board)[1]
    for page, seen in zip(
        pages, ("wie Ann es sah", "wie alle es sahen", "nichts ist"), strict=True
    ):
        assert '<html lang="de"' in page
        assert seen in page
        log = page[page.index('id="log"') : page.index("</ol>")]
        assert f"{LONG} zieht" in unescape(log)
        assert f"{LONG} ist in" in unescape(page[page.index("</ol>") :])
        assert '"Spielen"' in page
    assert "Schritt {step} von {last}" in pages[0]


def test_what_is_kept_for_one_language_is_not_shown_in_another() -> None:
    views = [game.view(1) for game in positions("gold", 4, 4)]
    board = views[0].board
    before = [elfen.draw.board(view) for view in views]
    assert "the capital" in elfen.draw.board(board)
    with elfen.speaking("de"):
        assert "the capital" not in elfen.draw.board(board)
    assert "the capital" in elfen.draw.board(board)
    german = [in_german(view) for view in views]
    assert [elfen.draw.board(view) for view in views] == before
    assert [in_german(view) for view in views] == german
    assert not {*before} & {*german}
    for one, other in zip(before, german, strict=True):
        assert read(one) == read(other)  # what programs read is the same


@pytest.mark.parametrize("name", RULESETS)
def test_pictures_call_players_by_their_names(name: str) -> None:
    rules, game = rules_of(name), positions(name, 4, 4)[2]
    for seat in (1, None):
        plain = elfen.draw.board(game.view(seat))
        named = elfen.draw.board(game.view(seat), names=NAMES)
        said = " ".join(shown(named))
        assert not re.search("seat [013]", said, re.IGNORECASE)
        assert "Seat 2" in said
        assert f"{LONG} is in" in said
        assert "the boot of Ann in" in said
        assert re.search(f"town pieces of (Ann, )?{LONG}", said)
        assert elfen.draw.board(game.view(seat)) == plain
        whole = elfen.draw.state(rules, game.state, names=NAMES)
        assert f"{LONG} is in" in " ".join(shown(whole))
    assert "as Ann sees it" in elfen.draw.board(game.view(0), names=NAMES)


def test_a_long_name_is_shortened_where_it_has_no_room() -> None:
    game = positions("land", 4, 4)[2]
    for size in (360, 600, 1000, 2000):
        svg = elfen.draw.board(game.view(1), size=size, names=["W" * 40] * 4)
        assert "W" * 40 in svg  # in the description
        rows = [one for one in elements(svg, "seat") if "transform" in one.attrib]
        assert len(rows) == 4
        for row in rows:
            across = float(next(one for one in row if one.tag.endswith("rect")).get("width", "0"))
            lines = [
                one for one in texts(ElementTree.tostring(row, "unicode")) if one.get("y") == "21"
            ]
            taken = [
                (float(one.get("x", "")), width(one.text or "", 14, bold=True)) for one in lines
            ]
            assert (lines[0].text or "").startswith("WWW")
            assert "…" in (lines[0].text or "")
            assert taken[0][0] + taken[0][1] < 43 + 0.42 * across


def test_names_are_cleaned_and_counted() -> None:
    assert cleaned("  Ann\n\tB.\u202e\x1b[31m ") == "Ann B. [31m"
    assert cleaned("x" * 41) == "x" * (LONGEST_NAME - 1) + "…"
    view = positions("land", 2, 3)[1].view(0)
    svg = elfen.draw.board(view, names=["<b>\u2066Ann & Co</b>", "\x00"])
    assert "<b>Ann" not in svg
    assert "<b> Ann & Co</b>" in unescape(svg)
    assert "Seat 1" in svg  # nothing is left of that name
    for wrong in (["a", "b", "c"], "Ann", [1]):
        with pytest.raises(ElfenError, match="names"):
            elfen.draw.board(view, names=wrong)  # type: ignore[arg-type]


def test_seats_have_the_colours_that_are_given() -> None:
    view = positions("land", 3, 3)[1].view(0)
    usual = elfen.draw.board(view)
    svg = elfen.draw.board(view, colours=["#101010", "", "#F0F0F0"])
    boots = [one for one in ElementTree.fromstring(svg).iter() if "b" in str(one.get("id"))[-2:-1]]
    inks = [[one.get("fill") for one in boot][-2:] for boot in boots]
    assert inks[0] == ["#101010", "#ffffff"]
    assert inks[1] == [one.get("fill") for one in _boot(usual, 1)][-2:]
    assert inks[2] == ["#F0F0F0", "#000000"]
    assert elfen.draw.board(view) == usual
    for wrong in ("red", "#fff", "#12345g", "url(x)"):
        with pytest.raises(ElfenError, match="no colour of a seat"):
            elfen.draw.board(view, colours=[wrong])
    with pytest.raises(ElfenError, match="4 entries; there are 3 seats"):
        elfen.draw.board(view, colours=[""] * 4)


def _boot(svg: str, seat: int) -> ElementTree.Element:
    found = ElementTree.fromstring(svg).iter()
    return next(one for one in found if str(one.get("id")).endswith(f"b{seat}"))


def test_a_sign_is_told_to_people_and_stays_the_same_to_programs() -> None:
    rules = rules_of("land")
    title = Message("mine/hat", "{seat} has the hat", seat=Seat(1))
    plain = Sign(title, town="feodor", letters="F")
    named = told(plain, Words(rules, NAMES))
    assert str(named.title) == f"{LONG} has the hat"
    assert getattr(named.title, "plain", "") == "seat 1 has the hat"
    assert told(plain, Words(rules)) is plain
