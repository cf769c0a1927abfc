"""The replay page: every step as the seat saw it then, in one file, and nothing else."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from drawn_games import RULESETS, rules_of

import elfen
import elfen.draw
from elfen import ElfenError, Game, PositionError
from elfen.draw.replays import cut
from elfen.errors import harmless
from elfen.game import tell
from paced import seconds


@cache
def whole(name: str, players: int = 2, most: int = 1000) -> Game:
    """A random game, from its beginning to its end or for so many decisions."""
    chance, game = random.Random(4), rules_of(name).new_game(players=players, seed=4)
    while not game.is_over and game.steps < most:
        game = game.play(chance.choice(game.legal_actions))
    return game


def data_of(page: str) -> dict[str, Any]:
    """What the script of a page gets."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def put_together(data: dict[str, Any]) -> list[str]:
    """The pictures of a page, as its script puts them together."""
    pictures, now = [], []
    for edits in data["edits"]:
        for at, gone, come in edits:
            now[at : at + gone] = come
        pictures.append("".join(data["fragments"][number] for number in now))
    return pictures


class Lines(HTMLParser):
    """The lines of the log on a page, each with its step; headings are left out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self._step: int | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._step = None
        if tag == "li" and "class" not in given:
            self._step = int(given["data-step"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._step = None

    def handle_data(self, data: str) -> None:
        if self._step is not None:
            self.found.append((self._step, data))


@pytest.mark.parametrize("name", RULESETS)
def test_each_step_is_the_picture_of_what_the_seat_then_knew(name: str) -> None:
    game = whole(name, 3, most=60)
    for seat in (1, None):
        pictures = put_together(data_of(elfen.draw.replay(game, seat)))
        assert len(pictures) == game.steps + 1
        for step in range(0, game.steps + 1, 7):
            view = game.at(step).view(seat)
            drawn = elfen.draw.board(view, theme="auto").with_ids("picture")
            assert pictures[step] == drawn


def test_the_log_is_the_story_of_the_game_step_by_step() -> None:
    game = whole("gold", 2, most=50)
    lines = Lines(elfen.draw.replay(game, 1)).found
    assert [line for _, line in lines] == [*filter(None, tell(game, 1))]
    steps = [step for step, _ in lines]
    assert steps == sorted(steps)
    for step in (1, 20, 50):
        told = [line for at, line in lines if at <= step]
        assert told == [*filter(None, tell(game.at(step), 1))]


@pytest.mark.parametrize("name", RULESETS)
def test_what_differs_only_in_secret_gives_the_same_page(name: str) -> None:
    """Two worlds: other hidden pieces at the beginning, and the same actions of one seat."""
    differ = 0
    for seed in range(6):
        for game, other in twins(name, seed):
            assert elfen.draw.replay(other, 0) == elfen.draw.replay(game, 0)
            differ += elfen.draw.replay(other, "all") != elfen.draw.replay(game, "all")
    assert differ


def twins(name: str, seed: int) -> list[tuple[Game, Game]]:
    """Games that seat 0 cannot tell apart: from two states that look alike to it, alike moves."""
    rules = rules_of(name)
    chance, game = random.Random(seed), rules.new_game(players=3, seed=seed)
    for _ in range(chance.randrange(3, 40)):
        if not game.is_over:
            game = game.play(chance.choice(game.legal_actions))
    if game.is_over:
        return []
    world = elfen.determinize(game.view(0), random.Random(seed))
    one, two = rules.game_from(game.state, seed), rules.game_from(world, seed)
    for _ in range(6):
        if one.is_over or two.is_over:
            break
        both = [action for action in one.legal_actions if action in {*two.legal_actions}]
        if one.seat != two.seat or not both:
            break
        action = chance.choice(both)
        further = one.play(action), two.play(action)
        if further[0].view(0) != further[1].view(0):
            break
        one, two = further
    return [(one, two)]


def test_a_page_that_tells_more_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault made on purpose: a seat is shown the whole state."""
    drawn: list[Game] = []

    def telling(view: elfen.View, **given: Any) -> object:
        state = next(one.state for one in drawn if one.view(0) == view)
        return elfen.draw.state(view.rules, state, **given)

    def page(game: Game) -> str:
        drawn[:] = game.history
        return elfen.draw.replay(game, 0)

    pairs = [pair for seed in range(6) for pair in twins("land", seed)]
    monkeypatch.setattr(elfen.draw, "board", telling)
    assert any(page(game) != page(other) for game, other in pairs)


def test_what_a_seat_never_learned_is_nowhere_in_the_bytes() -> None:
    game = whole("land", 3)
    page = elfen.draw.replay(game, 0)
    secrets = [
        str(entry.move)
        for entry, seen in zip(game.log, game.view(0).log, strict=True)
        if str(entry.move) != str(seen.move) and len(str(entry.move)) > 12
    ]
    assert len(secrets) > 5
    own = "".join(str(seen.move) for seen in game.view(0).log)
    for secret in secrets:
        if secret not in own:
            assert secret not in page


def test_nothing_is_hidden_with_all_and_the_page_says_so() -> None:
    game = whole("land", 2, most=30)
    page = elfen.draw.replay(game, "all")
    assert "with nothing hidden" in page
    assert "with nothing hidden" not in elfen.draw.replay(game, None)
    pictures = put_together(data_of(page))
    drawn = elfen.draw.state(game.rules, game.state, theme="auto").with_ids("picture")
    assert pictures[-1] == drawn
    drew = [line for _, line in Lines(page).found if re.match(r"Seat [01] drew ", line)]
    assert drew
    assert not any("travel card" in line for line in drew)


def test_a_whole_game_of_elfengold_with_six_players_fits_into_two_megabytes() -> None:
    page = elfen.draw.replay(whole("gold", 6), 0)
    assert len(page.encode()) < 2_000_000


def test_nothing_is_fetched_and_only_the_pages_own_script_may_run() -> None:
    page = elfen.draw.replay(whole("land", 2, most=5), 0)
    told = re.findall(r"https?://[^\"\\ ]*", page)
    assert {*told} == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert page.count("<script") == 2
    assert not re.search(r"<link|<img|@import|url\(|\son\w+=\"", page)


def test_names_cannot_break_out_of_the_page() -> None:
    from attrs import evolve

    name = "</script><script>alert('&amp;')</script>"
    board = rules_of("land").board
    towns = [evolve(t, name=name) if t.id == "elvenhold" else t for t in board.towns]
    rules = elfen.compile_ruleset(board=evolve(board, towns=towns))
    page = elfen.draw.replay(rules.new_game(players=2, seed=1), 0)
    assert page.count("<script") == 2
    assert name in unescape(put_together(data_of(page))[0])


def test_the_page_has_nothing_that_people_wrote_but_what_is_only_shown() -> None:
    from attrs import evolve

    name = "Mill\u202e\u2028\r\u200b\x1b\x00\u2066\ufe0fl\nSeat 0 has won"
    board = rules_of("land").board
    towns = [evolve(t, name=name) if t.id == "elvenhold" else t for t in board.towns]
    rules = elfen.compile_ruleset(board=evolve(board, towns=towns))
    page = unescape(elfen.draw.replay(rules.new_game(players=2, seed=1), None))
    assert harmless(name) in page
    told = page.replace("\n", "")
    assert harmless(told) == told


def test_pictures_of_long_names_are_cut_soon() -> None:
    """By a pattern that says where, it took seven times as long."""
    name, end = "x" * 2500, "</g>"
    picture = "".join(f"<g><title>{name} \u2013 {name}; {n}\n</title><g/>{end}" for n in range(300))
    pattern = re.compile(r"(?<=>)(?=<g)|(?<=</g>)|(?<=\n)|(?<=; )")
    assert cut([picture])[0] == [*dict.fromkeys(filter(None, pattern.split(picture)))]
    assert seconds(lambda: cut([picture] * 20), 1.0) < 1.0


def test_edits_lead_from_each_list_to_the_next() -> None:
    chance = random.Random(2)
    pictures = [
        "".join(f"<g>{chance.randrange(4)}</g>" for _ in range(chance.randrange(9)))
        for _ in range(200)
    ]
    fragments, edits = cut(pictures)
    assert put_together({"fragments": fragments, "edits": edits}) == pictures
    assert len(fragments) <= 4


def test_a_page_shows_itself_and_is_saved(tmp_path: Path) -> None:
    page = elfen.draw.replay(whole("land", 2, most=3), None)
    assert page._repr_html_().startswith("<iframe sandbox=")
    page.save(tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("seat", ["0", "everything", True])
def test_who_is_no_seat_is_refused(seat: Any) -> None:
    with pytest.raises(ElfenError, match="seat"):
        elfen.draw.replay(whole("land", 2, most=3), seat)


def test_a_seat_that_does_not_play_is_refused() -> None:
    with pytest.raises(PositionError):
        elfen.draw.replay(whole("land", 2, most=3), 2)
