"""`elfen cite`: everything that another person needs to play the same games."""

from __future__ import annotations

import pytest

from cli.running import called
from elfen import __version__, compile_ruleset
from elfen.encoding import encoding_of


def test_versions_fingerprints_and_seeds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    ended = called(capsys, "cite --with favor --option rounds=3 --players 3 --seed 7 --seed x")
    assert (ended.code, ended.err) == (0, "")
    told = dict(line.split(": ", 1) for line in ended.out.splitlines())
    rules = compile_ruleset(expansions=["favor"], options={"rounds": 3})
    assert told["elfen"].startswith(f"{__version__}, Python 3.")
    assert told["rules versions"] == "land 1, favor 1"
    assert "land.rounds=3" in told["options that are not the default"]
    assert told["ruleset fingerprint"] == rules.fingerprint
    assert told["encoding digest"] == encoding_of(rules, 3).digest
    assert told["seeds"] == "7, x"


def test_what_was_not_given_is_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    out = called(capsys, "cite").out
    assert "options that are not the default: none\n" in out
    assert out.endswith("seeds: not given\n")
