"""Saves of every schema that there has been load for ever, and mean what they meant."""

from __future__ import annotations

import json

import pytest

from elfen import Game, SaveError
from elfen.game.saves import SCHEMA

from .golden_saves import COMMAND, DATA, path_of
from .samples import dump

SCHEMAS = [*range(1, SCHEMA + 1)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_golden_save_loads_and_leads_to_the_state_that_it_tells(schema: int) -> None:
    path = path_of(schema)
    assert path.exists(), f"run `{COMMAND}` and keep the file for ever"
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["state"]["round"] == 3
    game = Game.load(path)
    assert game.steps == len(document["log"]) > 60
    assert game.state.round == 3
    again = json.loads(game.to_json())
    for key in ("players", "begin", "log", "dealer", "state"):
        assert again[key] == document[key]


def test_the_golden_save_of_this_schema_is_written_the_same_today() -> None:
    path = path_of(SCHEMA)
    assert Game.load(path).to_json() == path.read_text(encoding="utf-8")


def test_every_file_is_tested() -> None:
    kept = {path.name for path in DATA.glob("*.json")} - {"schema-0.json"}
    assert kept == {path_of(schema).name for schema in SCHEMAS}


def test_a_golden_save_that_leads_elsewhere_is_noticed() -> None:
    document = json.loads(path_of(SCHEMA).read_text(encoding="utf-8"))
    document["state"]["boots"][0] = "virst"
    with pytest.raises(SaveError, match=r"^state\.boots\[0\]: "):
        Game.from_json(dump(document))
