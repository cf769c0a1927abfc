"""A front end needs no Python: JSON of the rules once, and of the view at every step."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from elfen import ElfenError, Game, Ruleset, compile_ruleset
from elfen.land import HAND
from elfen.testing import play_out
from elfen.views.log import Log

from . import dreams

COMBINED: list[tuple[Any, ...]] = [
    (),
    ("gold",),
    ("favor",),
    ("sea",),
    ("gold", "favor"),
    (dreams,),
]


@cache
def rules_of(*expansions: Any) -> Ruleset:
    return compile_ruleset(expansions=expansions)


@cache
def played(*expansions: Any) -> Game:
    return play_out(rules_of(*expansions), 3, seed=3)


# What is there of the rules ------------------------------------------------------------


def unnamed(rules: dict[str, Any], view: dict[str, Any]) -> Iterator[str]:
    """The ids in a view's data that the rules' data does not explain."""
    kinds, zones = rules["kinds"], rules["zones"]

    def missing(part: str, *ids: str) -> Iterator[str]:
        yield from (f"{part} {id}" for id in ids if id not in rules[part])

    def pieces(zone: str, counts: dict[str, int] | None) -> Iterator[str]:
        yield from missing("zones", zone)
        there = zones[zone]["kinds"] if zone in zones else ()
        named = [kinds[kind]["id"] for kind in there if kind in kinds]
        yield from (f"kind {id} in {zone}" for id in counts or () if id not in named)

    parts = {"decide": "decisions", "chance": "chances", "do": "steps", "over": "endings"}
    for item in view["agenda"]:
        for word, part in parts.items():
            if word in item:
                yield from missing(part, item[word])
    for entry in view["log"]:
        if "chance" in entry:
            yield from missing("chances", entry["chance"]["name"])
        else:
            verbs = {action["verb"] for action in rules["actions"].values()}
            if not any(entry["move"].startswith(verb) for verb in verbs):
                yield entry["move"]
    towns, routes = rules["board"]["towns"], rules["board"]["routes"]
    yield from (f"town {town}" for town in view["towns"] if town not in towns)
    yield from (f"town {town}" for some in view["visited"] for town in some if town not in towns)
    for route, lying in view["lying"].items():
        yield from (() if route in routes else (f"route {route}",))
        yield from missing("kinds", *lying)
    for holding in view["holdings"]:
        yield from pieces(holding["zone"], holding["pieces"])
    for there in view["known"]["there"]:
        yield from pieces(there["zone"], there["pieces"])
    for name, fields in view["slots"].items():
        yield from missing("slots", name)
        known = rules["slots"].get(name, {"fields": ()})["fields"]
        yield from (f"{name}: {field}" for field in fields if field not in known)


@pytest.mark.parametrize("expansions", COMBINED, ids=str)
def test_whatever_a_view_names_can_be_looked_up(expansions: tuple[Any, ...]) -> None:
    rules = json.loads(rules_of(*expansions).to_json())
    for game in played(*expansions).history[::5]:
        for seat in (None, 0, 2):
            view = json.loads(game.view(seat).to_json(since=max(0, game.steps - 5)))
            assert list(unnamed(rules, view)) == []


@pytest.mark.parametrize(
    ("part", "id"),
    [
        ("kinds", "counter:dragon"),
        ("zones", "land/hand"),
        ("decisions", "land/draw"),
        ("chances", "land/deal"),
        ("steps", "land/keep"),
        ("slots", "land"),
    ],
)
def test_what_is_left_out_would_be_noticed(part: str, id: str) -> None:
    rules = json.loads(rules_of().to_json())
    views = [json.loads(game.view(0).to_json()) for game in played().history[::5]]
    del rules[part][id]
    assert any(list(unnamed(rules, view)) for view in views)


@pytest.mark.parametrize("expansions", COMBINED, ids=str)
def test_everything_there_has_words(expansions: tuple[Any, ...]) -> None:
    rules = rules_of(*expansions).to_data()
    for part in ("kinds", "zones"):
        assert all(one["name"] for one in rules[part].values())
    for part in ("decisions", "endings", "score", "tie_breaks"):
        assert all(one["text"] for one in rules[part].values())
    assert {one["plugin"] for one in rules["kinds"].values()} <= {*rules["plugins"]}
    for route in rules["board"]["routes"].values():
        assert {*route["ends"]} <= {*rules["board"]["towns"]}
        assert route["terrain"] in rules["terrains"]


def test_what_is_there_of_the_board_and_of_the_pieces() -> None:
    data = rules_of().to_data()
    town = rules_of().board.town("beata")
    assert data["board"]["towns"]["beata"] == {
        "name": "Beatá",
        "x": town.x,
        "y": town.y,
        "source": town.source,
    }
    assert data["board"]["routes"]["elvenhold-virst-lake"]["name"] == "Elvenhold–Virst (lake)"
    assert data["kinds"]["counter:dragon"]["name"] == "dragon"
    hand = data["zones"]["land/hand"]
    assert (hand["text"], hand["place"], hand["visibility"]) == (
        "travel cards in hand",
        "seat",
        "owner",
    )
    assert hand["pays_into"] == "land/played"
    assert data["zones"]["land/route-counter"]["room"] == 1
    place = data["actions"]["land/place"]
    assert place["verb"] == "place"
    assert place["fields"] == {"counter": "text", "route": "text"}
    assert place["decisions"] == ["land/plan"]
    assert data["actions"]["land/move"]["fields"] == {"route": "text", "cards": "pieces"}
    assert data["options"]["land.hand_limit"]["value"] == 4


def test_it_is_the_same_for_equal_rules_and_hides_nothing_that_a_game_has() -> None:
    rules = rules_of("favor")
    assert rules.to_json() == pickle.loads(pickle.dumps(rules)).to_json()
    before = rules.to_json()
    play_out(rules, 2, seed=9)
    assert rules.to_json() == before


# Steps, and what is new ----------------------------------------------------------------


def test_a_view_says_after_which_step_it_is() -> None:
    for game in played().history[::7]:
        for seat in (None, 0, 1):
            view = game.view(seat)
            assert view.step == view.to_data()["step"] == game.steps
            assert json.loads(view.to_json())["step"] == game.steps
    assert "step" not in game.view(0).observation.to_data()


def test_what_is_new_since_a_step_is_all_that_happened_after_it() -> None:
    game = played()
    log = game.view(1).log
    for step in range(0, game.steps + 1, 9):
        before = game.at(step).view(1).log
        assert (*before, *log.after(step)) == tuple(log)
        assert log.after(step) == log.since(len(before))
        data = game.view(1).to_data(since=step)
        assert data["log"] == [entry.to_data() for entry in log.after(step)]
        assert data["step"] == game.steps
    assert log.after(game.steps) == ()


def test_a_client_that_has_each_step_has_the_whole_log() -> None:
    got: list[Any] = []
    step = None
    for game in played().history:
        data = json.loads(game.view(2).to_json(since=step))
        got += data["log"]
        step = data["step"]
    assert got == played().view(2).to_data()["log"]


@pytest.mark.parametrize("pieces", [1, 2, 3, 50])
def test_it_does_not_matter_how_a_log_was_put_together(pieces: int) -> None:
    whole = played().view(0).log
    entries = tuple(whole)
    log = Log()
    for start in range(0, len(entries), pieces):
        log = log.plus(entries[start : start + pieces])
    again = pickle.loads(pickle.dumps(log))
    for step in (0, 1, 2, 17, whole.steps):
        assert log.after(step) == again.after(step) == whole.after(step)


@pytest.mark.parametrize("step", [-1, 10_000, "1", True, 1.0])
def test_a_step_that_never_was_is_an_error(step: Any) -> None:
    view = played().view(0)
    with pytest.raises(ElfenError, match=r"no step .*: the log has those from 0 to \d+"):
        view.log.after(step)
    with pytest.raises(ElfenError, match="no step"):
        view.to_data(since=step)


# Short reprs ---------------------------------------------------------------------------


def shown(game: Game) -> list[object]:
    """What somebody who tries things out in a session gets to see."""
    seat = 0
    routes = [r for r in game.rules.board.routes if game.position.town(seat) in r.ends]
    quotes = [game.quote(route.id, seat) for route in routes]
    view = game.view(seat)
    return [
        game,
        game.state,
        game.position,
        game.rules.board,
        *game.standings,
        *game.rules.results(game.state),
        *view.scores,
        *quotes,
        *(price for quote in quotes for price in quote),
        view,
        view.observation,
        view.log,
        game.rules,
    ]


@pytest.mark.parametrize("expansions", COMBINED, ids=str)
def test_reprs_are_short_lines(expansions: tuple[Any, ...]) -> None:
    for game in played(*expansions).history[::40]:
        for one in shown(game):
            assert len(repr(one)) < 120
            assert "\n" not in repr(one)


def test_what_the_reprs_say() -> None:
    game = rules_of().new_game(players=3, seed=1)
    assert repr(game.state) == "<State: 3 players, round 1, land/draw of seat 0>"
    assert repr(game.position) == "<StatePosition: 3 players, round 1, land/draw of seat 0>"
    assert repr(game.rules.board) == "<Board 'elfenland': 21 towns, 48 routes>"
    assert repr(game.standings[0]) == "<Standing: rank 1, seat 0, 0 points>"
    assert repr(game.view(1).scores[2]) == "<SeenScore: seat 2, 0 points>"
    route = "elvenhold-virst-lake"
    hand = game.position.counts(HAND.of(0))
    held = int(hand.get("raft", 0) >= 2)
    told = f"<Quote for seat 0: {route} from elvenhold, 1 way, {held} in hand>"
    assert repr(game.quote(route)) == told
    assert repr(game.quote(route)[0]) == "<Price 2 raft>"
    assert repr(played().state).startswith("<State: 3 players, round 4, over: land/")


def test_a_board_with_a_long_name_of_several_lines_is_still_a_short_line() -> None:
    board = evolve(rules_of().board, name="a\nb" * 99)
    assert len(repr(board)) < 120
    assert "\n" not in repr(board)


def test_reprs_of_what_is_in_a_view_tell_no_secret() -> None:
    """Two hands that a rival cannot tell apart give the rival the same reprs."""
    told = set()
    for hand in ({"dragon": 2}, {"raft": 1, "unicorn": 1}):
        rules = rules_of()
        build = rules.build(players=2).at("land/move", seat=1, round=1)
        build = build.zone(HAND.of(0), hand)
        view = rules.game_from(build.state(), seed=1).view(1)
        parts = [getattr(view, name) for name in dir(view) if not name.startswith("_")]
        told.add(repr([part for part in parts if not callable(part)]))
    assert len(told) == 1
