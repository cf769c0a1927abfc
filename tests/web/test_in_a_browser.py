"""Playing in a real browser: Debian's Chromium, driven by selenium.

With ELFEN_AXE, the path of axe-core's script, no page may violate what it checks.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from servers import Server, running

import browsers
from browsers import By
from words.leftover import english
from words.leftover import shown as shown_on

PROBES = Path(__file__).parents[1] / "probes"
AXE = os.environ.get("ELFEN_AXE")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = browsers.opened()
    driver.set_window_size(1300, 1000)
    driver.set_script_timeout(300)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which an expansion from outside is installed, too."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(PROBES / "letters.py", folder)
    described = folder / "letters-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: letters\nVersion: 1\n")
    (described / "entry_points.txt").write_text("[elfen.expansions]\nletters = letters\n")
    with running(f"sqlite:///{folder / 'games.db'}", folder) as server:
        yield server


def waited(condition: Any, seconds: float = 120) -> Any:
    """What a condition comes to be; fails if it does not become true."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.05)
    return found


def begun(browser: Any, server: Server, *expansions: str) -> None:
    """Set up a short game against a random bot, by clicks."""
    browser.get(server.address)
    for name in expansions:
        browser.find_element(By.CSS_SELECTOR, f"[name=with][value={name}]").click()
    for seat, who in (("1", "random"), ("2", ""), ("3", "")):
        browser.find_element(By.CSS_SELECTOR, f"[name='seat.{seat}'] [value='{who}']").click()
    browser.find_element(By.CSS_SELECTOR, ".options summary").click()
    if not {"gold", "sea"} & {*expansions}:  # these say themselves when a game ends
        for one in browser.find_elements(By.CSS_SELECTOR, "[name='option.land.rounds'] option"):
            if one.text == "3":
                one.click()
    browser.find_element(By.XPATH, "//button[text()='Play']").click()
    waited(lambda: "/table/" in browser.current_url)


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """The browser, with a screen of 360 times 740 points."""
    screen = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def shown(browser: Any, selector: str) -> list[Any]:
    return [one for one in browser.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]


def version(browser: Any) -> str:
    return str(browser.execute_script("return document.getElementById('version').value"))


def my_turn(browser: Any) -> bool:
    """Wait until it is this seat's turn or the game is over: whether it is."""
    script = "return [document.title, document.getElementById('heading').textContent]"
    _, heading = waited(
        lambda: next(
            (
                told
                for told in [browser.execute_script(script)]
                if told[0].startswith("● ") or "The end" in told[1]
            ),
            None,
        )
    )
    return "The end" not in heading


def violations(browser: Any) -> list[str]:
    """What axe-core finds on the page."""
    if AXE is None:
        return []
    browser.execute_script(Path(AXE).read_text(encoding="utf-8"))
    script = "const done = arguments[0]; axe.run().then((found) => done(found.violations))"
    found = browser.execute_async_script(script)
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def complaints(browser: Any) -> list[str]:
    """What the browser complains of, refused moves aside."""
    return [line["message"] for line in browser.get_log("browser") if " 4" not in line["message"]]


#: Plays to the end: something in the picture is pointed at, and of the choices that are left one
#: is pressed. Nothing is pressed that does not show. Tells how often, and what there was to see.
PLAYS = """
const done = arguments[0], told = {moves: 0, pointed: 0, confirmed: 0, wide: 0, below: 0};
const all = (selector) => Array.from(document.querySelectorAll(selector));
const shows = (one) => one.checkVisibility();
const some = (list) => list[(told.moves * 7 + 3) % list.length];
let last = "";
const since = performance.now();
function tick() {
  const version = document.getElementById("version").value;
  const sure = document.querySelector("[name=sure] + button");
  told.wide = Math.max(told.wide, document.documentElement.scrollWidth - innerWidth);
  told.heading = document.getElementById("heading").textContent;
  if (told.heading.startsWith("The end") || performance.now() > since + 280000) return done(told);
  if (sure) {
    told.confirmed++;
    sure.click();
  } else if (version !== last && document.title.startsWith("\u25cf ")) {
    last = version;
    const part = some(all("#board .can"));
    if (part) {
      part.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      told.pointed++;
    }
    if (!all("#choices button").some(shows)) all("#choices summary").filter(shows)[0].click();
    const choice = all("#choices button").filter(shows).at(part ? 0 : -1);
    choice.scrollIntoView({block: "nearest"});
    if (choice.getBoundingClientRect().top > innerHeight) told.below++;
    choice.click();
    told.moves++;
  }
  setTimeout(tick, 20);
}
tick();
"""


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    "expansions", [("gold",), ("favor",), ("gold", "favor"), ("letters",)], ids="-".join
)
def test_a_whole_game_is_played_by_pointing(
    browser: Any, server: Server, expansions: tuple[str, ...]
) -> None:
    begun(browser, server, *expansions)
    told = browser.execute_async_script(PLAYS)
    assert told["heading"].startswith("The end"), told
    assert told["moves"] > 5
    assert told["pointed"]
    assert not violations(browser)
    assert shown(browser, ".standings")
    assert not complaints(browser)


def test_a_whole_game_is_played_on_a_phone(phone: Any, server: Server) -> None:
    begun(phone, server, "sea")
    assert my_turn(phone)
    reached = phone.execute_script(
        "return document.querySelector('#choices').getBoundingClientRect().top < innerHeight"
    )
    assert reached  # without any scrolling
    told = phone.execute_async_script(PLAYS.replace("part ? 0 : -1", "0"))
    assert told["heading"].startswith("The end"), told
    assert told["moves"] > 5
    assert told["pointed"]
    assert told["wide"] <= 0
    assert told["below"] == 0
    assert not violations(phone)
    assert not complaints(phone)


#: If it is asked whether a choice was meant, the next Tab leads to the answer.
ASKED_WHERE_I_AM = """
const told = document.getElementById("told");
return !told.querySelector("[name=sure]") || told.contains(document.activeElement);
"""


def test_a_whole_game_is_played_by_the_keyboard_alone(browser: Any, server: Server) -> None:
    """Tab leads to what can be chosen, Enter chooses it, in the picture as in the list."""

    def press(key: str, code: int) -> None:
        told = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        text = {"text": "\r"} if key == "Enter" else {}
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **told, **text})
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **told})

    def tab_to(selector: str) -> bool:
        """Whether so many Tabs lead to such an element."""
        script = "return document.activeElement.matches(arguments[0])"
        for _ in range(60):
            if browser.execute_script(script, selector):
                return True
            press("Tab", 9)
        return False

    begun(browser, server)
    moves, pointed = 0, 0
    while my_turn(browser):
        before = version(browser)
        if not pointed and browser.execute_script("return !!document.querySelector('#board .can')"):
            assert tab_to("#board .can")
            press("Enter", 13)
            assert shown(browser, "#narrowed")
            press("Escape", 27)
            assert not shown(browser, "#narrowed")
            pointed += 1
        assert tab_to(
            "#choices button, #choices details:not([open]) > summary, [name=sure] + button"
        )
        press("Enter", 13)
        moves += waited(lambda before=before: moved(browser, before)) == "moved"
        waited(lambda: browser.execute_script(ASKED_WHERE_I_AM))
    assert moves > 3
    assert pointed
    assert not complaints(browser)


def moved(browser: Any, before: str) -> str:
    """`moved` if the game has gone on; `asked` if there is more to press; else nothing yet."""
    if version(browser) != before:
        return "moved"
    found = browser.execute_script(
        "return document.querySelector('[name=sure]') || document.activeElement.matches('summary')"
    )
    return "asked" if found else ""


def test_what_was_missed_is_asked_for_again(browser: Any, server: Server) -> None:
    """Events do not come at all; then nothing comes, and a move cannot be sent."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/events"]})
    try:
        begun(browser, server)
        again = "document.dispatchEvent(new Event('visibilitychange'))"
        for _ in range(3):
            waited(lambda: browser.execute_script(again) or "\u25cf " in browser.title)
            before = version(browser)
            shown(browser, "#choices button")[0].click()
            waited(lambda before=before: version(browser) != before)
            if not shown(browser, "#choices button"):
                break
        offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        waited(lambda: browser.execute_script(again) or "\u25cf " in browser.title)
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        before = version(browser)
        choice = "document.querySelector('#choices button').click()"
        browser.execute_script(choice)
        waited(lambda: "cannot be reached" in browser.find_element(By.ID, "told").text)
        assert version(browser) == before
        assert browser.find_elements(By.CSS_SELECTOR, "#choices button")  # nothing has gone
        browser.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {**offline, "offline": False, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        waited(lambda: not browser.find_element(By.ID, "told").text)
        browser.execute_script(choice)
        waited(lambda: version(browser) != before)
    finally:
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        browser.get_log("browser")


def test_an_older_answer_does_not_replace_a_newer_one(browser: Any, server: Server) -> None:
    """However soon it comes after it: a page that went back would wait for nothing.

    An answer of the same version says nothing new either, unless it is what a move was answered: it
    would take away the question whether that move was meant.
    """
    begun(browser, server)
    script = """
        const told = [["get", 9009], ["get", 9008], ["get", 9009], ["post", 9009], ["get", 9010]];
        return told.map(([verb, version]) => {
          const detail = {
            shouldSwap: true,
            target: document.getElementById("now"),
            requestConfig: {verb},
            xhr: {
              status: 200,
              responseText: `<input id="version" name="version" value="${version}">`,
            },
          };
          document.dispatchEvent(new CustomEvent("htmx:beforeSwap", {detail}));
          return detail.shouldSwap;
        });
    """
    assert browser.execute_script(script) == [True, False, False, True, True]


@pytest.mark.parametrize(
    "ask",
    [
        "window.htmx.ajax('get', `/table/${table}/now`, {target: '#now', swap: 'morph:innerHTML'})",
        "document.getElementById('now').dispatchEvent(new CustomEvent('catch-up'))",
    ],
    ids=["the same page", "nothing new"],
)
def test_a_late_answer_does_not_take_a_question_away(
    browser: Any, server: Server, ask: str
) -> None:
    """What was asked for before a move, and is answered after it, tells of the page that shows."""
    begun(browser, server, "gold")
    assert my_turn(browser)
    asks = """
        const line = document.createElement("p");
        line.id = "asked";
        document.getElementById("told").replaceChildren(line);
        for (const group of document.querySelectorAll("#choices details")) group.open = true;
    """
    answered = f"""
        const done = arguments[0], table = document.getElementById("board").dataset.table;
        document.addEventListener("htmx:afterRequest", () => setTimeout(done, 100), {{once: true}});
        {ask};
    """
    open_ones = "return document.querySelectorAll('#choices details[open]').length"
    browser.execute_script(asks)
    before = browser.execute_script(open_ones)
    browser.execute_async_script(answered)
    assert browser.find_elements(By.ID, "asked")
    assert browser.execute_script(open_ones) == before


def test_a_phone_reads_german_after_a_tap(phone: Any, server: Server) -> None:
    """Also what scripts say: whose turn it is, how many choices are left, that nobody answers."""
    begun(phone, server, "favor")
    assert my_turn(phone)
    try:
        shown(phone, "[name=lang][value=de]")[0].click()
        waited(lambda: phone.execute_script("return document.documentElement.lang") == "de")
        waited(lambda: phone.title.startswith("\u25cf Du bist dran · Elfenland"))
        while not (parts := phone.find_elements(By.CSS_SELECTOR, "#board .can")):
            before = version(phone)
            phone.execute_script("document.querySelector('#choices button').click()")
            waited(lambda before=before: version(phone) != before)
            waited(lambda: phone.title.startswith("\u25cf Du bist dran"))
        point = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        phone.execute_script(point, parts[0])
        left = phone.find_element(By.CSS_SELECTOR, "#narrowed span").text
        assert re.fullmatch(r"Noch \d+ von \d+ Möglichkeiten\.", left)
        phone.execute_script("document.dispatchEvent(new Event('htmx:timeout'))")
        assert "Server ist nicht zu erreichen" in phone.find_element(By.ID, "told").text
        told = phone.execute_async_script(PLAYS.replace("The end", "Das Ende"))
        assert told["heading"].startswith("Das Ende"), told
        assert told["wide"] <= 0
        assert english(shown_on(phone.page_source)) == []
        assert not violations(phone)
        shown(phone, "[name=lang][value=en]")[0].click()
        waited(lambda: phone.execute_script("return document.documentElement.lang") == "en")
    finally:
        phone.delete_all_cookies()


def test_others_are_told_at_once_and_pages_fit_a_phone(phone: Any, server: Server) -> None:
    browser = phone
    browser.get(server.address)
    for seat, who in (("1", "friend"), ("2", ""), ("3", "")):
        browser.find_element(By.CSS_SELECTOR, f"[name='seat.{seat}'] [value='{who}']").click()
    pages = [violations(browser)]
    browser.find_element(By.XPATH, "//button[text()='Play']").click()
    link = waited(lambda: shown(browser, "[data-link]"))[0].get_attribute("value")
    pages.append(violations(browser))
    browser.find_element(By.LINK_TEXT, "To the table").click()
    friend = browsers.opened()
    try:
        friend.get(link)
        waited(lambda: "/table/" in friend.current_url)
        assert link.rpartition("#")[2] not in friend.current_url
        waited(lambda: friend.find_elements(By.ID, "version"))
        mover, waits = (browser, friend) if "● " in browser.title else (friend, browser)
        before = version(waits)
        browser.execute_script("document.documentElement.dataset.same = 'page'")
        mover.execute_script(
            "arguments[0].scrollIntoView(); arguments[0].click()",
            shown(mover, "#choices button")[-1],
        )
        waited(lambda: version(waits) != before)
        assert version(waits) == version(mover)
        assert "You are watching" not in friend.page_source
        assert browser.execute_script("return document.documentElement.dataset.same") == "page"
        pages += [violations(browser), violations(friend)]
        for page in (browser, friend):
            wide = page.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0
        friend.get(server.address + "table/nowhere")
        pages.append(violations(friend))
        friend.get(server.address + "join")
        pages.append(violations(friend))
    finally:
        friend.quit()
    assert pages == [[]] * len(pages)
