"""What people do with a clone: `nox -l` lists it, `nox -s quick` does one of it.

pip install nox
"""

from __future__ import annotations

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["quick", "lint", "types"]
nox.options.reuse_existing_virtualenvs = True
nox.options.default_venv_backend = "uv|virtualenv"

PYTHONS = ("3.11", "3.12", "3.13")


@nox.session
def quick(session: nox.Session) -> None:
    """Test what the change touches, in less than a minute: all since main, or since a commit."""
    session.install("-e", ".[test]")
    since = session.posargs[:1]
    touched = session.run("python", "tests/touched.py", *since, silent=True)
    session.run("pytest", *str(touched).split(), env={"HYPOTHESIS_PROFILE": "quick"})


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run all tests, or those named after `--`."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format and the import contract."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports", "--no-cache")


@nox.session
def types(session: nox.Session) -> None:
    """Check types with mypy and pyright."""
    session.install("-e", ".[dev]")
    session.run("mypy", "--strict", "src", "examples/minstrels/src")
    session.run("pyright")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the manual into `site`, and run all that it shows."""
    session.install("-e", ".[dev]")
    session.run("sphinx-build", "-q", "-W", "--keep-going", "-E", "docs", "site")
    session.run("pytest", "tests/docs")


@nox.session
def golden(session: nox.Session) -> None:
    """Play the golden games again, and load the golden saves."""
    session.install("-e", ".[test]")
    session.run("pytest", "tests/golden", "tests/saves", "tests/interface")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure random games beside python-chess; `-- --rounds 40` for figures to write down."""
    session.install("-e", ".[bench]")
    session.run("python", "benchmarks/random_games.py", *(session.posargs or ["--rounds", "8"]))
