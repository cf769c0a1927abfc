"""Pictures tell the whole table and nothing else, are the same for equal views, and stay small."""

from __future__ import annotations

import html
import math
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unicodedata import category
from xml.etree import ElementTree

import golden_pictures
import pytest
import reading
import readme_picture
from drawn_games import RULESETS, positions, rules_of
from reading import elements, expected, read, texts

import elfen
import elfen.draw
from elfen import Board, Decide, ElfenError
from elfen.draw import PARTS, Svg
from elfen.draw.kept import Kept
from elfen.draw.svg import escaped
from elfen.errors import harmless
from elfen.land import MOVE, OBSTACLE, Move
from elfen.plugin import (
    PUBLIC,
    Group,
    Kind,
    Layer,
    Look,
    Manifest,
    Observation,
    Remove,
    SeatZone,
    Sign,
    Stock,
    hookimpl,
)
from elfen.text import Quote, Words
from elfen_gold import BID, ROW_OF_LOTS


@pytest.mark.parametrize("name", RULESETS)
def test_a_picture_tells_the_whole_table_and_nothing_else(name: str) -> None:
    for n, game in enumerate(positions(name, 2 + len(name) % 3)):
        view = game.view(n % game.players)
        svg = elfen.draw.board(view)
        assert read(svg) == expected(view)
        told = ElementTree.fromstring(svg)[1].text or ""
        assert_tells(told, view)
        assert "*" not in told


def assert_tells(told: str, view: Observation) -> None:
    """That a description says in words whose turn it is, and what each seat and route has."""
    words, lines = Words(view.rules), told.splitlines()
    assert words.pending(view) in lines[0]
    for seat, town in enumerate(view.towns):
        (line,) = (one for one in lines if one.startswith(f"Seat {seat} is in {words.town(town)}:"))
        for one in view.holdings:
            if one.seat == seat and one.size:
                shown = words.number(one.size, one.zone)
                if one.pieces is not None:
                    shown = words.pieces(one.pieces, one.zone)
                assert f": {shown}." in line
    for route, kinds in view.lying:
        (line,) = (one for one in lines if one.startswith(f"On {words.route(route)}: "))
        assert all(words.kind(kind) in line for kind in kinds)
    for _, slot in words.slots(view):
        assert slot.lower() in told.lower()


@pytest.mark.parametrize("name", RULESETS)
def test_what_slots_say_is_written_out_unless_a_layer_shows_it(name: str) -> None:
    shown = {"gold/values"}
    for game in positions(name, 3)[::6]:
        view = game.view(0)
        told = written(view)
        slots = dict(Words(game.rules).slots(view))
        assert "land" in slots
        for slot, text in slots.items():
            assert ("".join(text.split()).lower() in told.lower()) == (slot not in shown), slot


def test_a_slot_is_told_again_if_the_layer_that_shows_it_is_gone() -> None:
    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("bare", rules_version=1, api=1, requires=("gold",), help="Bare gold.")

    @hookimpl
    def elfen_drawing(rules: elfen.Ruleset) -> list[object]:
        return [Remove("gold/town-values")]

    bare = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_drawing=elfen_drawing)
    for chosen, told in (["gold"], False), (["gold", bare], True):
        view = elfen.compile_ruleset(expansions=chosen).new_game(players=2, seed=1).view(0)
        assert ("Goldofthetowns:Al'Baran7,Beatá2" in written(view)) == told


def written(view: Observation) -> str:
    """All that is written in the picture of a view, without spaces."""
    return reading.written(elfen.draw.board(view))


def heading(svg: str) -> str | None:
    """The first line of a picture."""
    (part,) = (one for one in elements(svg, "part") if one.get("data-part") == "heading")
    return part[0].text


def test_an_auction_says_what_is_on_offer_and_who_bid() -> None:
    game = next(
        g
        for g in positions("gold", 3, 200)
        if isinstance(g.pending, Decide) and g.pending.name == BID
    )
    row = game.state.ext[ROW_OF_LOTS].tiles
    first, second = game.seat, game.play("bid 1").seat
    assert f"Onofferisthe{row[0]}".replace("-", "") in written(game.view(0)).replace(
        "goldtile", "gold"
    )
    assert "Nobodyhasbidyet." in written(game.view(0))
    after = game.play("bid 1").play("no bid")
    told = written(after.view(0))
    assert f"Thehighestbidis1goldbyseat{first};droppedout:seat{second}." in told


@pytest.mark.parametrize(
    ("chosen", "called"),
    [
        ([], "Elfenland"),
        (["gold"], "Elfengold"),
        (["sea"], "Elfensea"),
        (["favor"], "Elfenland with Favor of the Towns"),
        (["gold", "favor"], "Elfengold with Favor of the Towns"),
    ],
)
def test_a_game_is_called_by_its_name(chosen: list[str], called: str) -> None:
    rules = elfen.compile_ruleset(expansions=chosen)
    view = rules.new_game(players=2, seed=1).view(0)
    assert heading(elfen.draw.board(view)) == f"{called} · round 1"


def test_an_expansion_without_a_title_is_called_by_its_name() -> None:
    view = with_drawing().new_game(players=2, seed=1).view(0)
    assert heading(elfen.draw.board(view)) == "Elfenland with Mine · round 1"


def moving(game: elfen.Game) -> bool:
    """Whether a seat has several moves."""
    due = game.pending
    return isinstance(due, Decide) and due.name == MOVE and len(game.legal_actions) > 1


def test_legal_moves_are_told_in_words_with_what_they_cost() -> None:
    game = next(game for game in positions("land", 3, 200) if moving(game))
    view = game.view(game.seat)
    svg = elfen.draw.board(view)
    found = [*elements(svg, "legal")]
    assert found
    for one in found:
        for line in (one[0].text or "").splitlines():
            assert re.match(r"move for (an? |\d )|… \(\d+ ways\)", line)


@pytest.mark.parametrize("name", RULESETS)
def test_the_public_and_one_who_sees_all_have_pictures_too(name: str) -> None:
    game = positions(name, 3)[9]
    seen = game.rules.observe(game.state, None)
    assert read(elfen.draw.board(seen)) == expected(seen)
    whole = read(elfen.draw.state(game.rules, game.state))["held"]
    assert all(pieces is not None or size < 1 for *_, size, pieces in whole)
    assert [one[:3] for one in whole] == [one[:3] for one in expected(seen)["held"]]


@pytest.mark.parametrize("name", RULESETS)
def test_a_lost_boot_piece_or_card_would_be_noticed(name: str) -> None:
    view = positions(name, 3)[14].view(0)
    svg = elfen.draw.board(view)
    for mark in ("data-boot=", "data-zone=", 'data-pieces="'):
        assert mark in svg
        try:
            found = read(svg.replace(mark, mark.replace("data-", "data-no-"), 1))
        except ValueError:
            continue
        assert found != expected(view)


@pytest.mark.parametrize("name", RULESETS)
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(name: str) -> None:
    differ = 0
    for game in positions(name, 3)[2::5]:
        view = game.view(0)
        for seed in range(3):
            other = elfen.determinize(view, random.Random(seed))
            again = game.rules.observe(other, 0)
            assert elfen.draw.board(again) == elfen.draw.board(view.observation)
            differ += elfen.draw.state(game.rules, other) != elfen.draw.state(
                game.rules, game.state
            )
    assert differ


def test_equal_views_have_equal_pictures_and_other_views_others() -> None:
    game = positions("land", 3)[10]
    again = elfen.Game.from_json(game.to_json())
    assert elfen.draw.board(game.view(1)) == elfen.draw.board(again.view(1))
    assert elfen.draw.board(game.view(1)) != elfen.draw.board(game.view(2))


LIMIT = 150_000


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("name", RULESETS)
def test_six_players_fit_into_150_kilobytes(name: str, theme: str) -> None:
    for game in positions(name, 6)[::4]:
        assert len(elfen.draw.board(game.view(0), theme=theme).encode()) < LIMIT


def test_a_layer_that_draws_too_much_is_beyond_the_limit() -> None:
    def many(observation: Observation) -> list[Sign]:
        return [Sign("a flag", town="feodor", letters="F")] * 1000

    assert len(drawn(with_drawing(Layer("mine/many", signs=many)))) > LIMIT


def test_what_is_kept_for_further_pictures_does_not_grow_without_end() -> None:
    view = elfen.compile_ruleset().new_game(players=2, seed=1).view(0)
    for size in range(1400, 1420):
        elfen.draw.board(view, size=size, parts=["board", "key"])
    kept = view.rules.once(Kept)
    told = kept.told["en"]
    memos = (kept.grounds, kept.defs, kept.told, told.easels, told.keys, told.desks, told.tables)
    for memo in memos:
        assert len(memo.kept) <= memo.most
    assert 0 < len(told.easels.kept) < 20
    assert len(told.easels.kept) <= 16


def test_a_picture_is_the_same_whether_anything_is_kept_or_not() -> None:
    for game in positions("favor", 3)[::3]:
        anew = elfen.Game.from_json(game.to_json())
        assert anew.rules is not game.rules
        assert elfen.draw.board(anew.view(1)) == elfen.draw.board(game.view(1))


def test_ids_do_not_clash_on_a_page_with_several_pictures() -> None:
    games = positions("sea", 2)
    first = elfen.draw.board(games[3].view(0))
    page = [first, elfen.draw.board(games[8].view(0)), elfen.draw.board(games[3].rules.board)]
    page.append(first.with_ids("again"))
    ids = [id for svg in page for id in re.findall(r' id="([^"]*)"', svg)]
    assert len(ids) == len({*ids}) > 40
    for svg in page:
        own = {*re.findall(r' id="([^"]*)"', svg)}
        used = re.findall(r'href="#([^"]*)"', svg)
        used += " ".join(re.findall(r'aria-labelledby="([^"]*)"', svg)).split()
        assert {*used} <= own
    with pytest.raises(ValueError, match="letters and digits"):
        first.with_ids('a"b')


def hostile(name: str) -> Board:
    """The board of Elfenland, with another name for a town."""
    from attrs import evolve

    board = rules_of("land").board
    towns = [evolve(t, name=name) if t.id == "feodor" else t for t in board.towns]
    return evolve(board, towns=towns)


@pytest.mark.parametrize("theme", ["light", "auto"])
def test_names_are_text_and_nothing_more(theme: str) -> None:
    name = "</svg><script>&'\""
    board = hostile(name)
    rules = elfen.compile_ruleset(board=board)
    for svg in (
        elfen.draw.board(board, theme=theme),
        elfen.draw.board(rules.new_game(players=2, seed=1).view(0), theme=theme),
    ):
        assert "<script" not in svg
        assert svg.count("</svg>") == 1
        assert name in [one.text for one in texts(svg)]


def test_a_picture_has_nothing_that_people_wrote_but_what_is_only_shown() -> None:
    """Every character that `harmless` replaces, in what is written and as the reader decodes it."""
    known = "".join(c for c in map(chr, range(0x110000)) if harmless(c) != c)
    assert {"\u202e", "\u2028", "\u200b", "\r", "\n", "\0", "\ufe0f", "\u00a0"} <= {*known}
    assert set(escaped(known)) == set(escaped("\N{REPLACEMENT CHARACTER} "))
    assigned = [c for c in known if category(c) not in ("Cn", "Co", "Cs")]
    for n in range(0, len(assigned), 30):
        name = "".join(["Mill", *assigned[n : n + 30], "town"])
        board = hostile(name)
        game = elfen.compile_ruleset(board=board).new_game(players=2, seed=1)
        for drawn in (elfen.draw.board(board), elfen.draw.board(game.view(0))):
            assert harmless(name) in html.unescape(drawn)
            told = html.unescape(drawn).replace("\n", "")
            assert harmless(told) == told


def test_there_is_no_script_and_nothing_from_elsewhere() -> None:
    svg = elfen.draw.board(positions("gold", 6)[12].view(3), theme="auto")
    assert not re.search(r"<script|<image|@import|url\(| on\w+=|href=\"[^#]", svg)
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]


def test_pictures_are_as_they_were() -> None:
    assert golden_pictures.digests() == golden_pictures.FILE.read_text(encoding="ascii"), (
        "look at the pictures, then run: python tests/draw/golden_pictures.py"
    )


def test_a_change_of_a_picture_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfen.draw.on_board._BOOT_PATH", "M0 0H9V9Z")
    drawn_anew = elfen.compile_ruleset().new_game(players=4, seed=5).view(0)
    usual = positions("land", 4, 8)[0].view(0)
    assert drawn_anew == usual
    assert elfen.draw.board(drawn_anew) != elfen.draw.board(usual)


def test_the_picture_in_the_readme_is_drawn_by_this_version(tmp_path: Path) -> None:
    readme_picture.picture().save(tmp_path / "game.svg")
    kept = readme_picture.FILE.read_bytes()
    assert (tmp_path / "game.svg").read_bytes() == kept, "run: python tests/draw/readme_picture.py"
    Svg(readme_picture.picture().replace("Feodor", "Theodor")).save(tmp_path / "other.svg")
    assert (tmp_path / "other.svg").read_bytes() != kept


# What is asked for ------------------------------------------------------------------------


def test_boards_views_and_plans_show_themselves() -> None:
    game = positions("land", 2)[6]
    view = game.view(0)
    assert view._repr_svg_() == elfen.draw.board(view)
    assert game.rules.board._repr_svg_() == elfen.draw.board(game.rules.board)
    plan = elfen.plan(view)
    assert len([*elements(plan._repr_svg_(), "arrow")]) == len(plan.towns)
    svg = elfen.draw.board(view)
    assert isinstance(svg, Svg)
    assert svg._repr_html_() == svg._repr_svg_() == str(svg)


def test_parts_are_those_that_are_wanted() -> None:
    view = positions("land", 2)[2].view(0)
    for part in PARTS:
        found = [
            one.get("data-part") for one in elements(elfen.draw.board(view, parts=part), "part")
        ]
        assert found == ([] if part in ("legal", "last") else [part])
    with pytest.raises(ElfenError, match="no part 'hands'; there are: heading"):
        elfen.draw.board(view, parts=["hands"])


def test_a_quote_is_shown_on_its_route_and_told() -> None:
    game = next(game for game in positions("land", 3, 200) if moving(game))
    view = game.view(game.seat)
    route = next(one.route for one in view.legal_actions if isinstance(one, Move))
    quote = view.quote(route)
    svg = elfen.draw.board(view, quote=quote)
    assert [one.get("data-highlight") for one in elements(svg, "highlight")] == [route]
    told = reading.written(svg)
    for line in str(quote).splitlines():
        assert "".join(line.split()) in told
    assert [*elements(elfen.draw.board(view), "highlight")] == []


def test_a_quote_of_a_journey_is_shown_on_all_its_routes() -> None:
    view = positions("land", 3, 200)[30].view(0)
    routes = [route.id for route in view.board.routes[:3]]
    quote = Quote(0, routes[0], "feodor", "rivinia", (), (), view.rules, tuple(routes))
    svg = elfen.draw.board(view, quote=quote)
    assert [one.get("data-highlight") for one in elements(svg, "highlight")] == routes


def test_the_last_move_is_shown_and_told_as_the_seat_knows_it() -> None:
    kinds = set()
    for game in positions("land", 3, 120):
        last = next((one for one in reversed(game.log) if one.seat is not None), None)
        for seat in range(3):
            svg = elfen.draw.board(game.view(seat))
            found = [(one.get("data-last"), one[0].text) for one in elements(svg, "last")]
            moved = getattr(None if last is None else last.move, "route", None)
            assert [route for route, _ in found] == ([] if moved is None else [moved])
            if last is None:
                assert "Thelastmove" not in written(game.view(seat))
                continue
            assert f"Thelastmove,ofseat{last.seat}:{last.move.verb.split()[0]}" in written(
                game.view(seat)
            )
            kinds.add(last.move.verb)
        off = [part for part in PARTS if part != "last"]
        svg = elfen.draw.board(game.view(0), parts=off)
        assert not [*elements(svg, "last")]
    assert kinds > {"move", "place", "draw blind"}


def test_what_others_did_in_secret_is_not_the_last_move_of_a_picture() -> None:
    hidden = 0
    for game in positions("sea", 3, 300):
        last = next((one for one in reversed(game.log) if one.seat is not None), None)
        if last is None or last.seat == 0:
            continue
        seen = [one for one in game.view(0).log if one.chance is None][-1]
        told = written(game.view(0))
        whole = "".join(Words(game.rules).action(last.move).split())
        if str(seen.move) != str(last.move):
            hidden += 1
            assert f"ofseat{last.seat}:{whole}." not in told
    assert hidden


def test_highlights_and_arrows_name_what_is_on_the_board() -> None:
    board = rules_of("land").board
    svg = elfen.draw.board(
        board, highlight={"feodor": 1, board.routes[0].id: 0.2}, arrows=[("feodor", "rivinia")]
    )
    found = [one.get("data-highlight") for one in elements(svg, "highlight")]
    assert sorted(map(str, found)) == sorted(["feodor", board.routes[0].id])
    assert [one.get("data-arrow") for one in elements(svg, "arrow")] == ["feodor rivinia"]
    with pytest.raises(elfen.BoardError):
        elfen.draw.board(board, highlight=["nowhere"])
    with pytest.raises(elfen.BoardError):
        elfen.draw.board(board, arrows=[("feodor", "nowhere")])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"theme": "pink"}, "light, dark, auto"),
        ({"size": 3}, "200"),
        ({"size": True}, "200"),
        ({"highlight": {"feodor": 10**400}}, "highlight=1000.* from 0 to 1"),
        ({"highlight": {"feodor": 10**5000}}, "highlight=a number of about 5000 digits"),
        ({"highlight": {"feodor": math.nan}}, "highlight=nan"),
        ({"highlight": {"feodor": math.inf}}, "highlight=inf"),
        ({"highlight": {"feodor": None}}, "highlight=None"),
        ({"highlight": {"feodor": "much"}}, "highlight='much'"),
    ],
)
def test_what_cannot_be_is_said(given: dict[str, object], said: str) -> None:
    with pytest.raises(ElfenError, match=said):
        elfen.draw.board(rules_of("land").board, **given)  # type: ignore[arg-type]


def test_a_state_is_no_picture_for_players() -> None:
    game = positions("land", 2)[0]
    with pytest.raises(ElfenError, match="hides nothing"):
        elfen.draw.board(game.state)  # type: ignore[arg-type]
    with pytest.raises(ElfenError, match="cannot be drawn"):
        elfen.draw.picture_of(3)


# Plugins ----------------------------------------------------------------------------------


def with_drawing(*found: object) -> elfen.Ruleset:
    """The rules of Elfenland, and a plugin that draws."""

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("mine", rules_version=1, api=1, requires=("land",), help="-")

    @hookimpl
    def elfen_drawing(rules: elfen.Ruleset) -> list[object]:
        return [*found]

    mine = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_drawing=elfen_drawing)
    return elfen.compile_ruleset(expansions=[mine])


def flags(observation: Observation) -> list[Sign]:
    """One sign at each sort of place."""
    return [
        Sign("It rains: <no> travel", table=True, letters="R"),
        Sign("a flag", town="feodor", letters="F"),
        Sign("a toll", route=observation.board.routes[0].id, letters="T"),
        Sign("a hat", seat=1, path="M0 0H16V16Z"),
    ]


def drawn(rules: elfen.Ruleset) -> str:
    return elfen.draw.board(rules.new_game(players=2, seed=1).view(0))


def test_a_plugin_adds_replaces_and_removes_layers() -> None:
    added = drawn(with_drawing(Layer("mine/flags", signs=flags)))
    found = [one.get("data-sign") for one in elements(added, "sign")]
    assert sorted(map(str, found)) == ["It rains: <no> travel", "a flag", "a hat", "a toll"]
    (table,) = (one for one in elements(added, "part") if one.get("data-part") == "table")
    assert "It rains: <no> travel" in [one.text for one in table.iter() if "text" in one.tag]
    assert len([*elements(added, "boot")]) == 2
    replaced = drawn(with_drawing(Layer("mine/flags", signs=flags, replaces="core/boots")))
    assert len([*elements(replaced, "sign")]) == 4
    assert [*elements(replaced, "boot")] == []
    removed = drawn(with_drawing(Remove("core/boots"), Remove("land/dragon")))
    assert [*elements(removed, "boot")] == []
    assert "Feodor" in [one.text for one in texts(removed)]


def test_a_layer_gets_what_one_seat_may_know_and_nothing_else() -> None:
    seen: list[object] = []

    def looking(observation: Observation) -> list[Sign]:
        seen.append(observation)
        return []

    game = with_drawing(Layer("mine/look", signs=looking)).new_game(players=2, seed=1)
    elfen.draw.board(game.view(1))
    assert seen == [game.view(1).observation]
    assert type(seen[0]) is Observation


@pytest.mark.parametrize(
    "sign",
    [
        Sign("lost", town="nowhere", letters="x"),
        Sign("lost", route="nowhere", letters="x"),
        Sign("lost", seat=2, letters="x"),
    ],
)
def test_a_sign_that_is_nowhere_is_refused(sign: Sign) -> None:
    with pytest.raises(ElfenError, match="'mine/lost' has a sign that is nowhere"):
        drawn(with_drawing(Layer("mine/lost", signs=lambda observation: [sign])))


def test_signs_and_looks_that_show_nothing_are_refused() -> None:
    for given in (
        {"town": "feodor"},
        {"letters": "x"},
        {"seat": True, "letters": "x"},
        {"seat": 0, "town": "feodor", "letters": "x"},
        {"table": True, "town": "feodor", "letters": "x"},
        {"seat": 0, "letters": "x", "colour": ""},
        {"seat": 0, "path": '"/><script>'},
    ):
        with pytest.raises(ValueError, match=r"sign|seat|path"):
            Sign("a sign", **given)  # type: ignore[arg-type]
    with pytest.raises(elfen.RulesetError, match="draws nothing"):
        with_drawing(Layer("mine/none"))


def test_pieces_of_a_plugin_that_declares_no_look_are_drawn_all_the_same() -> None:
    letters = Group("letter", noun="letter of passage")
    kinds = [Kind("red", letters, name="red letter"), Kind("blue", letters, name="Blau & Weiß")]
    held = SeatZone("mine/held", holds=(letters,), visibility=PUBLIC)

    @hookimpl
    def elfen_manifest() -> Manifest:
        return Manifest("mine", rules_version=1, api=1, requires=("land",), help="-")

    mine = SimpleNamespace(
        elfen_manifest=elfen_manifest,
        elfen_kinds=hookimpl(named("elfen_kinds", kinds)),
        elfen_zones=hookimpl(named("elfen_zones", [held])),
        elfen_components=hookimpl(
            named("elfen_components", [Stock("mine/each", tuple(kinds), 2, held)])
        ),
    )
    rules = elfen.compile_ruleset(expansions=[mine])
    view = rules.new_game(players=2, seed=1).view(0)
    svg = elfen.draw.board(view)
    assert read(svg) == expected(view)
    told = [one.text for one in texts(svg)]
    assert "RL" in told
    assert "BW" in told


def named(name: str, found: list[Any]) -> Any:
    """A hook that returns a list."""

    def hook(rules: elfen.Ruleset) -> list[Any]:
        return found

    hook.__name__ = name
    return hook


def test_a_look_is_that_of_something_in_the_game() -> None:
    letters = Look("mine/obstacle", of=OBSTACLE, letters="Ob", replaces="land/obstacle")
    assert "Ob" in [one.text for one in texts(drawn(with_drawing(letters)))]
    other = Look("mine/other", of=Group("other", noun="other"), letters="x")
    with pytest.raises(elfen.RulesetError, match="no kind or group of these rules"):
        with_drawing(other)
