"""A real browser for tests: Debian's Chromium, driven by selenium."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
By: Any = pytest.importorskip("selenium.webdriver.common.by").By

if not shutil.which("chromedriver"):
    pytest.skip("there is no chromedriver", allow_module_level=True)

_FLAGS = (
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
    """A browser of its own; what it complains of is in its log."""
    options = webdriver.ChromeOptions()
    for flag in _FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)
