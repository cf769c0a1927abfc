"""The replay page in a real browser: Debian's Chromium, driven by selenium."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drawn_games import rules_of
from test_replays import data_of, put_together

import browsers
import elfen.draw
from elfen.draw.replays import Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser of its own."""
    driver = browsers.opened()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page() -> Page:
    """The page of the first steps of a game."""
    chance, game = random.Random(1), rules_of("favor").new_game(players=3, seed=1)
    for _ in range(60):
        game = game.play(chance.choice(game.legal_actions))
    return elfen.draw.replay(game, 0)


@pytest.fixture
def opened(browser: Any, page: Page, tmp_path: Path) -> Any:
    """The page, opened from a file."""
    file = tmp_path / "game.html"
    page.save(file)
    browser.set_window_size(1200, 900)
    browser.get(file.as_uri())
    return browser


def step(browser: Any) -> int:
    """The step that is shown."""
    return int(browser.find_element("id", "slider").get_attribute("value"))


def press(browser: Any, *keys: str) -> None:
    """Press keys on the page."""
    from selenium.webdriver.common.keys import Keys

    for key in keys:
        browser.switch_to.active_element.send_keys(getattr(Keys, key))


def test_keys_and_buttons_lead_from_step_to_step(opened: Any) -> None:
    assert step(opened) == 0
    press(opened, "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_LEFT")
    assert step(opened) == 2
    press(opened, "END")
    assert step(opened) == 60
    press(opened, "HOME")
    assert step(opened) == 0
    for name, at in (("on", 1), ("last", 60), ("back", 59), ("first", 0)):
        opened.find_element("id", name).click()
        assert step(opened) == at
    assert opened.get_log("browser") == []


def test_the_pictures_are_those_that_python_draws(opened: Any, page: Page) -> None:
    expected = put_together(data_of(page))
    for at in (0, 31, 60):
        opened.execute_script(f"location.hash = {at}")
        opened.execute_script("return new Promise((done) => setTimeout(done, 50))")
        assert step(opened) == at
        shown, same = opened.execute_script(
            "const box = document.createElement('div'); box.innerHTML = arguments[0];"
            "return [document.getElementById('picture').innerHTML, box.innerHTML]",
            expected[at],
        )
        assert shown == same
    assert opened.get_log("browser") == []


def test_the_log_shows_what_has_happened_so_far(opened: Any) -> None:
    def visible() -> list[int]:
        found = opened.find_elements("css selector", "#log li:not(.round)")
        return [int(one.get_attribute("data-step")) for one in found if one.is_displayed()]

    press(opened, "ARROW_RIGHT", "ARROW_RIGHT")
    assert {*visible()} <= {0, 1, 2}
    now = opened.find_element("id", "now").get_attribute("textContent")
    current = opened.find_elements("css selector", "#log li.current")
    assert now == " ".join(one.text for one in current) != ""
    press(opened, "END")
    assert max(visible()) == 60


def test_it_plays_by_itself_and_pauses(opened: Any) -> None:
    opened.execute_script("document.getElementById('speed').value = '150'")
    press(opened, "SPACE")
    opened.execute_script("return new Promise((done) => setTimeout(done, 1000))")
    press(opened, "SPACE")
    reached = step(opened)
    assert 1 < reached < 40
    opened.execute_script("return new Promise((done) => setTimeout(done, 500))")
    assert step(opened) == reached


@pytest.mark.parametrize("width", [360, 400, 900, 1600])
def test_nothing_sticks_out_at_the_side(opened: Any, width: int) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False},
    )
    across = opened.execute_script(
        "return [document.documentElement.scrollWidth, innerWidth,"
        " ...[...document.querySelectorAll('nav *, figure, #log')]"
        ".map((one) => one.getBoundingClientRect().right)]"
    )
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert across[1] == width
    assert max(across) <= width


def test_it_is_dark_for_those_who_prefer_that(opened: Any) -> None:
    def paper() -> tuple[str, str]:
        found = opened.execute_script(
            "const css = (one) => getComputedStyle(one);"
            "return [css(document.body).backgroundColor,"
            " css(document.querySelector('#picture svg > rect')).fill]"
        )
        return found[0], found[1]

    light = paper()
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    dark = paper()
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert light == ("rgb(251, 247, 238)", "rgb(251, 247, 238)")
    assert dark == ("rgb(20, 24, 29)", "rgb(20, 24, 29)")


def test_in_print_all_of_the_log_is_there_and_no_buttons(opened: Any) -> None:
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = opened.execute_script(
        "const seen = (one) => getComputedStyle(one).display !== 'none';"
        "return [seen(document.querySelector('nav')),"
        " [...document.querySelectorAll('#log li')].every(seen)]"
    )
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == [False, True]
