"""Each browser reads its own language, also at the same table, and none of another in between."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from visitors import Visitor, choices_of, links_of, served, step_of

from elfen.text.speech import Catalogue
from elfen.web.languages import preferred
from words.collect import SOURCE, bare_words, in_template
from words.leftover import english, shown

PAGES = sorted((SOURCE / "elfen/web/pages").glob("*.html"))

#: Texts that are the same in both languages.
SAME = {"Elfensea", "Elfenland", "Elfengold", "normal", "Links", "Pause", "Name", "{town}: {favor}"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with served(tmp_path) as app:
        yield app


@pytest.fixture
def missed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The texts that are told in German and have no translation, or the same as in English."""
    missed: set[str] = set()
    told = Catalogue.text

    def text(self: Catalogue, text: str) -> str:
        found = told(self, text)
        if self.language == "de" and found == text:
            missed.add(text)
        return found

    monkeypatch.setattr(Catalogue, "text", text)
    return missed


def speaks(app: Any, wishes: str) -> Visitor:
    """A browser that wishes for languages."""
    visitor = Visitor(app)
    visitor.http.headers["Accept-Language"] = wishes
    return visitor


def in_german(page: Any) -> str:
    """The text of a page, all of which is German."""
    text = str(page.text)
    assert page.headers["Content-Language"] == "de"
    assert english(shown(text)) == []
    return text


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("fr-FR,fr;q=0.9,de;q=0.4,en;q=0.2", "de"),
        ("en;q=0.2, DE ; q=0.7", "de"),
        ("de;q=0,en", "en"),
        ("en,de", "en"),
        ("de,en", "de"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
        ("de;q=nan", "en"),
        (",;=" * 5000, "en"),
        ("x," * 100 + "de", "en"),
    ],
)
def test_the_language_that_is_wished_for_most_is_spoken(wishes: str, language: str) -> None:
    assert preferred(wishes) == language


def test_a_language_is_chosen_and_remembered(app: Any) -> None:
    me = speaks(app, "en")
    home = me.get("/")
    assert '<html lang="en">' in home.text
    assert re.search(r'<button name="lang" value="de" lang="de">Deutsch</button>', home.text)
    assert {"Accept-Language", "Cookie"} <= {*re.split(", *", home.headers["Vary"])}
    back = me.post("/language", {"lang": "de", "back": "/join"})
    assert back.url.path == "/join"
    assert '<html lang="de">' in in_german(back)
    assert 'value="en" lang="en">English</button>' in back.text
    assert '<html lang="de">' in in_german(me.get("/"))
    assert "Copied" not in me.get("/").text
    me.post("/language", {"lang": "xx", "back": "/"})
    assert '<html lang="de">' in me.get("/").text
    me.post("/language", {"lang": "en", "back": "/"})
    assert '<html lang="en">' in me.get("/").text
    for elsewhere in ("//evil.example", "https://evil.example/", "/table/a/../b", "/\\evil", "x"):
        answer = me.http.post(
            "/language", data={"lang": "en", "back": elsewhere}, follow_redirects=False
        )
        assert answer.headers["location"] == "/"


def test_static_files_are_the_same_in_every_language(app: Any) -> None:
    answer = speaks(app, "de").get("/static/table.js")
    assert answer.status_code == 200
    assert "Accept-Language" not in answer.headers.get("Vary", "")


@pytest.mark.alike(4)
@pytest.mark.parametrize("expansions", [(), ("sea",), ("favor", "gold")], ids="+".join)
def test_a_whole_game_is_played_in_german(
    app: Any, expansions: tuple[str, ...], missed: set[str]
) -> None:
    me, watcher, chance = speaks(app, "de"), speaks(app, "de"), random.Random(3)
    fields: dict[str, Any] = {"with": [*expansions], "name.0": "Ann", "name.1": "Bo"}
    in_german(me.get("/"))
    links = me.sets_up(["me", "friend"], **fields)
    in_german(links)
    friend = speaks(app, "de-CH")
    table = friend.joins(links_of(links.text)[0])
    phases: set[str] = set()
    page, mover = me.get(table), me
    while "Endstand" not in page.text:
        if not choices_of(page.text):
            mover = friend if mover is me else me
            page = mover.get(table)
        phase = re.sub("[^a-zäöü ]", "", heading_of(page.text))[:40]
        if phase not in phases:
            phases.add(phase)
            others = [one.get(table) for one in (me, friend, watcher) if one is not mover]
            marks = [{"on": mark} for mark in ("route:virst-ixara-river", "town:virst")]
            why = [mover.get(f"{table}/why", params=mark) for mark in marks]
            for answer in (page, *others, *why, mover.get(f"{table}/hint")):
                in_german(answer)
        told = {"step": step_of(page.text), "move": chance.choice(choices_of(page.text))}
        page = mover.post(f"{table}/move", {**told, "sure": "yes"}, headers={"HX-Request": "true"})
        assert page.status_code == 200
    assert len(phases) > 3
    for visitor in (me, friend, watcher):
        end = in_german(visitor.get(table))
        assert re.match(r"Das Ende\. [A-ZÄÖÜ][a-zäöüßA-Z ]+\.$", heading_of(end))
    replay = me.get(f"{table}/replay")
    assert '<html lang="de"' in in_german(replay)
    assert "wie Ann es sah" in replay.text
    assert {one for one in missed if re.search("[a-z]{2}", one)} <= SAME


def heading_of(page: str) -> str:
    """What a page of a table says above all."""
    found = re.search(r'<h1 id="heading"[^>]*>(.*?)</h1>', page)
    assert found is not None
    return unescape(found[1])


def test_two_seats_of_a_game_read_two_languages(app: Any) -> None:
    ann, bo = speaks(app, "en"), speaks(app, "de")
    links = ann.sets_up(["me", "friend"], **{"name.0": "Ann", "name.1": "Bo"})
    assert "Send these links" in links.text
    table = bo.joins(links_of(links.text)[0])
    chance = random.Random(1)
    watchers = speaks(app, "en"), speaks(app, "de")
    for _ in range(12):
        english_page, german_page = ann.get(table), bo.get(table)
        assert " drew " in watchers[0].get(table).text
        assert " drew " not in in_german(watchers[1].get(table))
        assert english_page.headers["Content-Language"] == "en"
        in_german(german_page)
        assert "What has happened" in english_page.text
        part = bo.get(f"{table}/now", params={"version": "x"})
        assert "Was bisher geschah" in in_german(part)
        for page in (english_page, german_page):
            title = re.search(r'<svg.*?<title id="boardt">(.*?)</title>', page.text)
            assert title is not None
            seen = "as Ann sees it" if page is english_page else "wie Bo es sieht"
            assert title[1].endswith(seen)
        log = re.search(r'<ol class="log">(.*?)</ol>', english_page.text)
        assert log is not None
        assert not re.search("zieht|nimmt|spielt|Gezogen", log[1])
        mover, page = (ann, english_page) if choices_of(english_page.text) else (bo, german_page)
        told = {"step": step_of(page.text), "move": chance.choice(choices_of(page.text))}
        answer = mover.post(f"{table}/move", {**told, "sure": "yes"})
        assert answer.status_code == 200
        assert f'<html lang="{"en" if mover is ann else "de"}"' in answer.text


def test_refusals_are_told_in_the_language_of_who_is_refused(app: Any) -> None:
    me, other = speaks(app, "de"), speaks(app, "de")
    table = me.sets_up(["me", "friend"], **{"name.0": "Ann", "name.1": "Bo"})
    here = re.search(r'href="(/table/[^"/]+)"', table.text)
    assert here is not None
    bo = speaks(app, "de")
    bo.joins(links_of(table.text)[0])
    mover = me if me.choices(here[1]) else bo
    step = step_of(mover.get(here[1]).text)
    waits = bo if mover is me else me
    answers = [
        (404, other.get("/table/nowhere"), "diesen Tisch gibt es nicht"),
        (404, other.get("/nowhere"), "Unter dieser Adresse gibt es nichts."),
        (403, other.post("/join", {"link": "x"}), "Dieser Link öffnet keinen Platz."),
        (409, other.get(f"{here[1]}/replay"), "Das Spiel ist noch nicht zu Ende."),
        (403, waits.plays(here[1], "draw blind", int(step)), "Du bist nicht an der Reihe."),
        (409, mover.plays(here[1], "draw blind", 99), "das Spiel ist weitergegangen"),
        (422, mover.plays(here[1], "pass"), "eine Transportmarke wählen"),
        (422, other.sets_up(["me"]), "ein Platz ist besetzt"),
        (403, other.post("/new", {}, headers={"Origin": "http://e.example"}), "eine fremde Seite"),
        (404, other.get("/api/table/none/view"), "diesen Tisch gibt es nicht"),
    ]
    for code, answer, told in answers:
        assert answer.status_code == code
        page = re.search(r'class="told"[^>]*>(.*?)</p>', answer.text)
        said = answer.text if page is None else page[1]
        assert told.casefold() in unescape(said).casefold()
    asked = waits.get(f"{here[1]}/why", params={"on": "x"})
    assert "Du bist nicht an der Reihe." in in_german(asked)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_template_says_nothing_without_a_translation(path: Path) -> None:
    assert bare_words(path.read_text(encoding="utf-8")) == []


def test_a_text_that_is_put_into_a_page_by_hand_would_be_noticed() -> None:
    now = (SOURCE / "elfen/web/pages/now.html").read_text(encoding="utf-8")
    for before, after, found in (
        ('{{ say("Hint") }}', "Hint", ["Hint"]),
        ('aria-label="{{ say("The table") }}"', 'aria-label="The table"', ["The", "table"]),
    ):
        assert before in now
        assert bare_words(now.replace(before, after)) == found
    texts = {one.text for one in in_template(now.replace('say("Hint")', 'say("A {new} text")'))}
    assert "A {new} text" in texts
    assert "{n:a line|* lines} before that" in texts
    page = '<p>Das Ende.</p><p title="as Ann sees it">Still: It is not your turn.</p>'
    assert {"as {seat} sees it", "It is not your turn."} <= {one for _, one in english(shown(page))}


@pytest.mark.parametrize("name", ["home.js", "table.js"])
def test_a_script_says_nothing_of_its_own(name: str) -> None:
    script = (SOURCE / "elfen/web/static" / name).read_text(encoding="utf-8")
    assert said_by(script) == []
    assert said_by(f'{script}\ntell("The server is away.");') == ["The server is away."]
    assert said_by(f'{script}\nbutton.textContent = "Copied";') == ["Copied"]


def said_by(script: str) -> list[str]:
    """The sentences in a script, and the texts that it puts into the page."""
    code = re.sub(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)|(?<=[;{]) // [^\n]*", "", script, flags=re.DOTALL)
    sentences = re.findall(r'["`]([^"`\n]*[A-Z][a-z]*(?: [a-z]+)+[^"`\n]*)["`]', code)
    return sentences + re.findall(r'textContent = ["`](\w[^"`\n]*)["`]', code)
