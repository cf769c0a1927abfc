"""The interface for programs does what its description says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from visitors import Visitor, links_of, served, table_of

from elfen.web.safety import MOST_BYTES


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with served(tmp_path) as app:
        yield app


@pytest.fixture
def table(app: Any) -> tuple[str, list[str]]:
    """The address of a table for programs, and the secrets of its two seats."""
    page = Visitor(app).sets_up(["friend", "friend"]).text
    secrets = [link.rpartition("#")[2] for link in links_of(page)]
    return f"/api{table_of(page)}", secrets


def bearing(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_two_programs_play_a_game(app: Any, table: tuple[str, list[str]]) -> None:
    http, (here, secrets), chance = TestClient(app), table, random.Random(2)
    logs: list[list[Any]] = [[], []]
    since: list[int | None] = [None, None]
    for _ in range(30):
        for seat, secret in enumerate(secrets):
            asked = {} if since[seat] is None else {"since": since[seat]}
            view = http.get(f"{here}/view", params=asked, headers=bearing(secret)).json()
            assert view["seat"] == seat
            logs[seat] += view["log"]
            since[seat] = view["step"]
            if view["legal_actions"]:
                move = {"step": view["step"], "move": chance.choice(view["legal_actions"])}
                answer = http.post(f"{here}/move", json=move, headers=bearing(secret))
                assert answer.json() == {"step": view["step"] + 1}
                again = http.post(f"{here}/move", json=move, headers=bearing(secret))
                assert again.status_code in (403, 409)
    public = http.get(f"{here}/view").json()
    assert public["seat"] is None
    assert public["legal_actions"] == []
    assert len(public["log"]) >= len(logs[0]) > 10
    assert "board" in http.get(f"{here}/rules").json()


def test_what_is_wrong_is_told(app: Any, table: tuple[str, list[str]]) -> None:
    http, (here, secrets) = TestClient(app), table
    view = http.get(f"{here}/view", headers=bearing(secrets[0])).json()
    mover = secrets[view["pending"]["seat"]]
    waits = secrets[1 - view["pending"]["seat"]]
    good = {"step": view["step"], "move": "draw blind"}
    cases: list[tuple[int, dict[str, Any]]] = [
        (401, {"json": good, "headers": bearing("x" * 43)}),
        (403, {"json": good}),
        (403, {"json": good, "headers": bearing(waits)}),
        (409, {"json": {**good, "step": 7}, "headers": bearing(mover)}),
        (422, {"json": {**good, "move": "fly"}, "headers": bearing(mover)}),
        (422, {"content": json.dumps({**good, "move": "\ud800"}), "headers": bearing(mover)}),
        (422, {"content": json.dumps({**good, "move": "fly \ud800"}), "headers": bearing(mover)}),
        (
            422,
            {
                "content": json.dumps({**good, "move": "draw open \ud800"}),
                "headers": bearing(mover),
            },
        ),
        (400, {"json": {"move": "draw blind"}, "headers": bearing(mover)}),
        (400, {"json": {**good, "step": True}, "headers": bearing(mover)}),
        (400, {"content": b"{", "headers": bearing(mover)}),
        (400, {"content": b"[" * 60000, "headers": bearing(mover)}),
    ]
    cases += [
        (413, {"content": b"x" * (MOST_BYTES + 1), "headers": bearing(mover)}),
        (403, {"json": good, "headers": {**bearing(mover), "Origin": "https://evil.example"}}),
        (403, {"json": good, "headers": {**bearing(mover), "Origin": "http://["}}),
    ]
    described = json.loads(http.get("/api/openapi.json").text)
    responses = described["paths"]["/api/table/{id}/move"]["post"]["responses"]
    for code, request in cases:
        answer = http.post(f"{here}/move", **request)
        assert answer.status_code == code, answer.text
        assert answer.json()["error"]
        assert str(code) in responses
    assert http.get("/api/table/none/view").status_code == 404
    assert http.get(f"{here}/view", params={"since": "x"}).status_code == 400
    assert http.get(f"{here}/view", params={"since": "99"}).status_code == 409


def test_the_description_is_what_the_server_does(app: Any, table: tuple[str, list[str]]) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    here, secrets = table
    described = json.loads(TestClient(app).get("/api/openapi.json").text)
    del described["paths"]["/api/table/{id}/events"]  # it does not end
    schema = schemathesis.openapi.from_dict(described)
    schema.app = app
    from hypothesis import given, settings
    from hypothesis import strategies as st

    strategies = [operation.ok().as_strategy() for operation in schema.get_all_operations()]

    @settings(max_examples=12, deadline=None)
    @given(st.one_of(strategies))
    def asked(case: Any) -> None:
        if case.path_parameters:
            case.path_parameters["id"] = here.rpartition("/")[2]
        case.headers = {**(case.headers or {}), **bearing(secrets[0])}
        # a move that is well formed may still be illegal, so valid data can be refused
        case.call_and_validate(excluded_checks=[schemathesis.checks.positive_data_acceptance])

    asked()
