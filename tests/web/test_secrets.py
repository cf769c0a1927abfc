"""What a seat may not know is in nothing that the server sends it."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from visitors import Visitor, links_of, served

import elfen
from elfen import Game, Ruleset
from elfen.text import Words
from elfen.web import page
from elfen.web.choices import why_not
from elfen.web.page import hint, shown
from elfen.web.store import Row, Seat
from elfen.web.tables import Table

RULESETS = ("land", "gold", "sea", "favor", "gold favor")


@cache
def rules_of(name: str) -> Ruleset:
    return elfen.compile_ruleset(expansions=[] if name == "land" else name.split())


def table_of(game: Game) -> Table:
    """A table at which a game has come as far as it has."""
    seats = tuple([Seat(name) for name in ("Ann", "Bo", "Cy")])
    return Table(Row("id", "", "", "", game.steps, seats), [*game.history], [])


def twins(name: str, seed: int) -> tuple[Game, Game] | None:
    """Two games that seat 0 cannot tell apart, with other pieces where it does not see them."""
    rules, chance = rules_of(name), random.Random(seed)
    game = rules.new_game(3, seed)
    for _ in range(chance.randrange(3, 60)):
        if not game.is_over:
            game = game.play(chance.choice(game.legal_actions))
    if game.is_over:
        return None
    world = elfen.determinize(game.view(0), random.Random(seed))
    one, two = rules.game_from(game.state, seed), rules.game_from(world, seed)
    return (one, two) if one.view(0) == two.view(0) else None


def sent(game: Game, seat: int | None) -> list[Any]:
    """All that the page of a table, and what can be asked from it, is made of."""
    table = table_of(game)
    view = game.view(seat)
    words = view.rules.words()
    asked = [why_not(view, f"route:{route.id}", words) for route in view.board.routes[::9]]
    told = hint(view) if seat is not None and game.seat == seat else []
    with elfen.speaking("de"):
        german = shown(table, seat, owner=True)
    return [shown(table, seat, owner=True), german, asked, told, view.to_json()]


@pytest.mark.parametrize("name", RULESETS)
def test_what_differs_only_in_secret_gives_the_same_page(name: str) -> None:
    differ = 0
    for seed in range(2):
        both = twins(name, seed)
        if both is not None:
            assert sent(both[0], 0) == sent(both[1], 0)
            differ += both[0].state != both[1].state
    assert differ


def test_a_page_that_tells_more_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault made on purpose: the page tells how many points everybody really has."""

    def telling(table: Table, view: elfen.View, words: Words) -> Any:
        return tuple([str(holding) for holding in table.game.state.zones])

    monkeypatch.setattr(page, "_players", telling)
    found = 0
    for seed in range(4):
        both = twins("land", seed)
        found += both is not None and sent(both[0], 0) != sent(both[1], 0)
    assert found


@pytest.mark.parametrize("expansion", ["", "gold"])
def test_no_secret_of_another_comes_over_a_wire(tmp_path: Path, expansion: str) -> None:
    """Seeds, links and cookies, in all bytes that two seats and a spectator are sent in a game."""
    chance = random.Random(3)
    with served(tmp_path) as app:
        one, other, watcher = Visitor(app), Visitor(app), Visitor(app)
        fields = {"with": expansion} if expansion else {}
        (link,) = links_of(one.sets_up(["me", "friend"], **fields).text)
        table = other.joins(link)
        for _ in range(15):
            mover = one if one.choices(table) else other
            moves = mover.choices(table)
            mover.plays(table, chance.choice(moves))
            for visitor in (one, other, watcher):
                visitor.get(f"{table}/now")
        for path in (table, f"{table}/why?on=town:feodor", "/nothing", f"{table}/replay"):
            for visitor in (one, other, watcher):
                visitor.get(path)
        everybody = (one, other, watcher)
        secrets = {
            visitor: {cookie.value or "" for cookie in visitor.http.cookies.jar}
            for visitor in everybody
        }
        secrets[one].add(link.rpartition("#")[2])  # who set the table up was shown the link
        secrets[other].add(link.rpartition("#")[2])
        seeds = [row.seed for row in _rows(app, table)]
        assert seeds
        for visitor in everybody:
            own = secrets[visitor]
            foreign = set().union(*secrets.values()) - own | {*seeds}
            got = b"\n".join(visitor.seen)
            assert len(foreign) >= 2
            for secret in foreign:
                assert secret.encode() not in got
            assert all(secret.encode() in got for secret in own - {link.rpartition("#")[2]})


def _rows(app: Any, table: str) -> list[Row]:
    """The row of a table, by the store that the application has."""
    found = [
        row
        for route in app.routes
        if hasattr(route, "endpoint") and hasattr(route.endpoint, "__self__")
        for store in [getattr(route.endpoint.__self__, "store", None)]
        if store is not None
        for row in [store.row(table.rpartition("/")[2])]
        if row is not None
    ]
    return found[:1]
