"""Playing in a real browser: Debian's Chromium, driven by selenium.

With ELFEN_AXE, the path of axe-core's script, no page may violate what it checks.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from servers import Server, running

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

if not shutil.which("chromedriver"):
    pytest.skip("there is no chromedriver", allow_module_level=True)

PROBES = Path(__file__).parents[1] / "probes"
AXE = os.environ.get("ELFEN_AXE")

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def opened() -> Any:
    """A browser of its own."""
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(
        options=options, service=webdriver.ChromeService(shutil.which("chromedriver"))
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = opened()
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


def waited(condition: Any, seconds: float = 60) -> Any:
    """What a condition comes to be; fails if it does not become true."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.05)
    return found


def begun(browser: Any, server: Server, *expansions: str, width: int = 1300) -> str:
    """Set up a game against a random bot, by clicks; the address of the table."""
    browser.set_window_size(width, 1000)
    browser.get(server.address)
    for name in expansions:
        browser.find_element(By.CSS_SELECTOR, f"[name=with][value={name}]").click()
    for seat, who in (("1", "random"), ("2", ""), ("3", "")):
        found = browser.find_element(By.CSS_SELECTOR, f"[name='seat.{seat}'] [value='{who}']")
        found.click()
    browser.find_element(By.XPATH, "//button[text()='Play']").click()
    waited(lambda: "/table/" in browser.current_url)
    return str(browser.current_url)


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


def confirmed(browser: Any) -> None:
    """Confirm a move that the server asks about."""
    browser.execute_script("document.querySelector('[name=sure] + button')?.click()")


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


@pytest.mark.parametrize("expansion", ["", "gold", "sea", "favor", "letters"])
def test_a_game_is_played_by_pointing(browser: Any, server: Server, expansion: str) -> None:
    """Something in the picture is pointed at, and the first choice that is left is made."""
    begun(browser, server, *filter(None, [expansion]))
    pointed = 0
    for _ in range(12):
        if not my_turn(browser):
            break
        before = version(browser)
        parts = browser.execute_script(
            "return Array.from(document.querySelectorAll('#board .can')).slice(-3)"
        )
        if parts:
            browser.execute_script(
                "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", parts[-1]
            )
            pointed += 1
            assert shown(browser, "#narrowed")
        elif not shown(browser, "#choices button"):
            shown(browser, "#choices summary")[0].click()
        choice = shown(browser, "#choices button")[0]
        browser.execute_script("arguments[0].click()", choice)
        waited(lambda before=before: version(browser) != before or confirmed(browser))
    assert pointed
    assert not complaints(browser)


def test_an_older_answer_does_not_replace_a_newer_one(browser: Any, server: Server) -> None:
    """However soon it comes after it: a page that went back would wait for nothing."""
    begun(browser, server)
    script = """
        return [9, 8, 9, 10].map((version) => {
          const detail = {
            shouldSwap: true,
            xhr: {responseText: `<input id="version" name="version" value="${version}">`},
          };
          document.dispatchEvent(new CustomEvent("htmx:beforeSwap", {detail}));
          return detail.shouldSwap;
        });
    """
    assert browser.execute_script(script) == [True, False, True, True]


def test_the_keyboard_is_enough(browser: Any, server: Server) -> None:
    begun(browser, server)
    for _ in range(5):
        assert my_turn(browser)
        before = version(browser)
        page = browser.find_element(By.TAG_NAME, "body")
        for _ in range(60):
            focused = browser.switch_to.active_element
            if focused.tag_name == "summary" and focused.is_displayed():
                focused.send_keys(Keys.ENTER)
            if focused.get_attribute("name") == "move":
                break
            (focused if focused.tag_name != "body" else page).send_keys(Keys.TAB)
        focused.send_keys(Keys.ENTER)
        waited(lambda before=before: version(browser) != before)
    mark = "return document.querySelector('#board [role=button]')"
    for _ in range(40):
        if my_turn(browser) and browser.execute_script(mark):
            break
        shown(browser, "#choices button")[0].click()
        time.sleep(0.1)
    part = browser.execute_script(mark)
    part.send_keys(Keys.ENTER)
    assert shown(browser, "#narrowed")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not shown(browser, "#narrowed")


def test_others_are_told_at_once_and_pages_fit_a_phone(browser: Any, server: Server) -> None:
    browser.set_window_size(500, 800)
    browser.get(server.address)
    for seat, who in (("1", "friend"), ("2", ""), ("3", "")):
        browser.find_element(By.CSS_SELECTOR, f"[name='seat.{seat}'] [value='{who}']").click()
    pages = [violations(browser)]
    browser.find_element(By.XPATH, "//button[text()='Play']").click()
    link = waited(lambda: shown(browser, "[data-link]"))[0].get_attribute("value")
    pages.append(violations(browser))
    browser.find_element(By.LINK_TEXT, "To the table").click()
    friend = opened()
    try:
        friend.get(link)
        waited(lambda: "/table/" in friend.current_url)
        assert link.rpartition("#")[2] not in friend.current_url
        waited(lambda: friend.find_elements(By.ID, "version"))
        mover, waits = (browser, friend) if "● " in browser.title else (friend, browser)
        before = version(waits)
        browser.execute_script("document.documentElement.dataset.same = 'page'")
        shown(mover, "#choices button")[-1].click()
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
