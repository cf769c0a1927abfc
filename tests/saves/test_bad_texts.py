"""Texts that are no saves, and texts that are made to do harm."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elfen import Game, SaveError
from elfen.game.saves import strict_json as reading
from elfen.game.saves.strict_json import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_TEXT,
    MOST_VALUES,
    read_json,
)

from .samples import samples


def refused(text: Any) -> SaveError:
    """What the error says of a text; one short line."""
    with pytest.raises(SaveError) as caught:
        Game.from_json(text, samples()["tiny"].rules)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return caught.value


def test_a_save_that_was_cut_off_anywhere_is_refused() -> None:
    text = samples()["tiny"].game.to_json().rstrip()
    for length in range(len(text)):
        assert refused(text[:length]).where.startswith("line ")
    Game.from_json(text, samples()["tiny"].rules)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1: not JSON: expecting value"),
        ("{]", "line 1, column 2: not JSON"),
        ("{'a': 1}", "line 1, column 2: not JSON"),
        ('{"a": 1,}', "not JSON"),
        ("{} {}", "line 1, column 4: not JSON: extra data"),
        ('{"a": "\x00"}', "not JSON: invalid control character"),
        ("\ufeff{}", "not JSON"),
        ("// {}", "not JSON"),
        ("NaN", "NaN is not a number that can be saved"),
        ('{"a": [0, -Infinity]}', "a[1]: -Infinity is not a number that can be saved"),
        ('{"a": {"b": 1e999}}', "a.b: 1e999 is too large a number"),
        ('{"a": 1, "b": 2, "a": 1}', "the key 'a' is there twice"),
        ('{"a": [{"b": 1, "b": 1}]}', "a[0]: the key 'b' is there twice"),
        ('{"a": 1, "\\u0061": 1}', "the key 'a' is there twice"),
        ('{"a": "\\ud800"}', "a: '\\ud800' has half a character in it"),
        ('{"\\udfff": 1}', "has half a character in it"),
        ("3", "expected a save, not 3"),
        ("[]", "expected a save, not []"),
        ("null", "expected a save, not None"),
        ("{}", "format: the key is missing"),
        ('{"format": "elfen save"}', "schema: the key is missing"),
        ('{"format": "chess", "schema": 1}', "format: expected 'elfen save', not 'chess'"),
        ('{"format": "elfen save", "schema": "1"}', "schema: this elfen reads schema 1, not '1'"),
        ('{"format": "elfen save", "schema": true}', "schema: this elfen reads schema 1, not True"),
        ('{"format": "elfen save", "schema": 1.0}', "schema: this elfen reads schema 1, not 1.0"),
        ('{"format": "elfen save", "schema": 2}', "not 2; install a newer elfen"),
        ('{"format": "elfen save", "schema": -1}', "schema: this elfen reads schema 1, not -1"),
        ('{"format": "elfen save", "schema": 1}', "the key is missing"),
    ],
)
def test_what_is_no_save_is_refused_with_its_place(text: str, words: str) -> None:
    assert words in str(refused(text))


@pytest.mark.parametrize("value", [None, b"{}", 3, ["{}"], {"format": "elfen save"}])
def test_a_save_is_a_text(value: Any) -> None:
    assert str(refused(value)).startswith("expected a text, not ")


#: Texts that would be slow, deep or large, if they were read.
HARMFUL: dict[str, tuple[Callable[[], str], str]] = {
    "a million lists": (lambda: "[" * 1_000_000, "lists in lists deeper than"),
    "many tables": (lambda: '{"a":' * 500_000, "lists in lists deeper than"),
    "a closed nest": (lambda: "[" * 500_000 + "]" * 500_000, "lists in lists deeper than"),
    "a number of 100 MB": (lambda: "1" * 100_000_000, "100000000 characters; "),
    "a number of 3 MB": (lambda: '{"a": ' + "1" * 3_000_000 + "}", "a: a number of 3000000 digits"),
    "a fraction of 3 MB": (lambda: "0." + "1" * 3_000_000, "a number of 3000002 digits"),
    "an exponent": (lambda: "1e" + "9" * 200, "e999"),
    "a text of 3 MB": (lambda: json.dumps("x" * 3_000_000), "a text of 3000000 characters"),
    "a key of 3 MB": (lambda: json.dumps({"x" * 3_000_000: 1}), "a text of 3000000 characters"),
    "an open text": (lambda: '"' + '\\"' * 1_000_000, "not JSON: unterminated string"),
    "open texts": (lambda: '"\\' * 1_000_000, "not JSON: "),
    "a million values": (lambda: "[" + "0," * 1_000_000 + "0]", "values are not read"),
    "a million empty lists": (lambda: "[" + "[]," * 1_300_000 + "[]]", "values are not read"),
    "many tables of one": (lambda: "[" + '{"a":0},' * 500_000 + "0]", "values are not read"),
    "many values below long keys": (
        lambda: f'{{"{"k" * 99}":' * 38 + "[" + "0," * 240_000 + "NaN]" + "}" * 38,
        "is not a number that can be saved",
    ),
    "many small numbers": (lambda: "[" + "0," * 2_090_000 + "0]", "values are not read"),
    "many short texts": (lambda: "[" + '"é",' * 1_040_000 + "0]", "values are not read"),
    "many keys": (
        lambda: "{" + ",".join(f'"{n:x}":0' for n in range(360_000)) + "}",
        "values are not read",
    ),
    "a key a million times": (lambda: "{" + '"a":0,' * 600_000 + '"a":0}', "'a' is there twice"),
    "many keys twice": (
        lambda: "{" + ",".join(f'"{n % 99999}":0' for n in range(200_000)) + "}",
        "is there twice",
    ),
    "numbers for a log": (
        lambda: samples()["tiny"].game.to_json().replace('"log": [', '"log": [' + "0," * 200_000),
        "log[0]: expected a table",
    ),
}


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", HARMFUL)
def test_what_is_made_to_do_harm_is_refused(name: str) -> None:
    make, words = HARMFUL[name]
    assert words in str(refused(make()))


def test_a_text_is_refused_as_deep_in_a_program_as_anywhere() -> None:
    def deep(frames: int) -> str:
        return deep(frames - 1) if frames else str(refused("[" * 1_000_000))

    assert "lists in lists deeper" in deep(sys.getrecursionlimit() // 2)


def test_what_is_within_the_bounds_is_read() -> None:
    nest: Any = "x" * MOST_TEXT
    for _ in range(MOST_DEPTH):
        nest = [nest]
    for value in (
        nest,
        {"deep [[[[ {{{{ in a text": ["[" * 1000, '"', "\\", '\\"[' * 50]},
        10**299,
        -(10**298),
        [0] * (MOST_VALUES - 2),
        {"a": [1.5, -0.25, 1e300, True, None, "é\u2028😀"]},
    ):
        text = json.dumps(value)
        assert len(text) <= MOST_CHARACTERS
        assert read_json(text) == value
        assert read_json(json.dumps(value, ensure_ascii=False)) == value


PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))
from elfen import Game, SaveError
for path in sys.argv[1:]:
    try:
        Game.load(path)
    except SaveError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are kept by Linux")
def test_what_is_made_to_do_harm_is_refused_within_little_memory(tmp_path: Path) -> None:
    for n, (make, _) in enumerate(HARMFUL.values()):
        text = make()
        (tmp_path / f"{n}.json").write_text(text[: MOST_CHARACTERS + 1], encoding="utf-8")
    paths = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *paths],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(HARMFUL)


def test_bounds_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the look at the depth, a nest is an error of another kind."""
    monkeypatch.setattr(reading, "_check_depth", lambda text: None)
    with pytest.raises(RecursionError):
        read_json("[" * 1_000_000)
    monkeypatch.undo()
    monkeypatch.setattr(reading, "_DECODER", json.JSONDecoder())
    assert read_json('{"a": 1, "a": 2}') == {"a": 2}
    monkeypatch.setattr(reading, "fault_in", lambda value: None)  # which would notice, too
    assert read_json("[NaN]") != []
