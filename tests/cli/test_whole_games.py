"""Whole games as a person sees them, on screens of three sizes in turn: what matters on each."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from rich.console import ConsoleDimensions

from cli.screens import Acted, acting, played
from cli.terminals import Terminal, plain
from elfen import Game, Ruleset, compile_ruleset
from elfen.cli.playing.lesson import PLAYERS, SEED, TEXTS, Lesson
from elfen.cli.playing.menu import Menu
from elfen.cli.playing.typed import Reader
from elfen.land import HAND, MOVE
from elfen.text import speaking

SIZES = ((60, 20), (80, 24), (120, 40))
GAMES = {
    "land": ([], {"rounds": 3}),
    "gold": (["gold"], {}),
    "favor": (["favor"], {"rounds": 3}),
    "sea": (["sea"], {}),
    "gold with favor": (["gold", "favor"], {}),
}
NAMES = ("Ann", "Bob")


@cache
def rules(name: str) -> Ruleset:
    expansions, options = GAMES[name]
    return compile_ruleset(expansions=expansions, options=options)


@cache
def transcript(
    name: str, in_turn: tuple[tuple[int, int], ...] = SIZES
) -> tuple[tuple[tuple[int, int], str], ...]:
    """Every screen of a whole game, with its size, one size after the other.

    The person always takes the first choice.
    """
    sizes: list[tuple[int, int]] = [in_turn[0]]

    def answer(page: str) -> str:
        assert len(sizes) < 900
        sizes.append(in_turn[len(sizes) % len(in_turn)])
        screen.console.size = ConsoleDimensions(*sizes[-1])
        return "1"

    with TemporaryDirectory() as folder:
        screen = Acted(*in_turn[0], answer)
        played(
            rules(name).new_game(2, 4),
            ("human", "random"),
            answer,
            Path(folder),
            screen=screen,
            names=NAMES,
        )
    return tuple(zip(sizes, screen.pages, strict=True))


def turns(name: str) -> list[tuple[tuple[int, int], str]]:
    """The screens that show a turn, from the heading on; of wide ones a map may come before."""
    return [
        (size, page[page.rindex("── Round") :])
        for size, page in transcript(name)
        if "── Round" in page
    ]


every_game = pytest.mark.parametrize("name", GAMES)

#: What no screen may say: names for programs, and seats that have a name for people.
WRONG = re.compile(
    r"\b[Ss]eat \d|from (pile|stack|drawn|open|shown|lots) to|to (open|shown|kept shown)\b"
    r"|bank \d|\d (caravan|transport chart|obstacle\b)|Chance,|→(?!\s+and\s+other)"
    r"|\w/\w+-\w+|\(\d+, \d+"
)


@pytest.mark.alike(2)
@every_game
def test_a_turn_fits_on_the_screen_with_its_heading_and_everybody(name: str) -> None:
    seen = turns(name)
    assert {size for size, _ in seen} == {*SIZES}
    for (columns, rows), page in seen:
        lines = page.splitlines()
        assert max(len(line.rstrip()) for line in lines) <= columns, page
        assert len(lines) <= rows, page
        assert "▸Ann you" in page
        assert " Bob random" in page
        assert re.search(r"^ +1  \w", page, re.MULTILINE), page


@pytest.mark.alike(3)
@pytest.mark.parametrize(
    ("name", "language", "seed"), [("favor", "de", 2), ("land", "en", 2), ("sea", "de", 1)]
)
def test_a_turn_at_a_table_of_six_fits_on_a_small_screen(
    name: str, language: str, seed: int, tmp_path: Path
) -> None:
    """What the others hold gives way at last: `menu` shows it, and everything else."""
    dice, left, heights = random.Random(seed), iter(range(150)), [0]

    def answer(page: str) -> str:
        if next(left, None) is None:
            raise EOFError
        begins = page.rfind("── ")
        heights.append(page[begins:].count("\n") + 1 if begins >= 0 else 0)
        numbers = re.findall(r"^ {1,2}(\d+)  ", page, re.MULTILINE)
        return dice.choice(numbers) if numbers else "y"

    six = ("human", *["random"] * 5)
    with speaking(language):
        played(rules(name).new_game(6, seed), six, answer, tmp_path, columns=60, rows=20)
    assert 15 <= max(heights) <= 20


@every_game
def test_everything_has_a_name_for_people(name: str) -> None:
    for _, page in transcript(name):
        found = WRONG.search(page.partition("Saved to")[0])
        assert found is None, (found, page)
    for _, page in turns(name):
        table = " ".join(page.partition("\nTable ")[2].partition("\n\n")[0].split())
        labels = re.findall(r"(?:^|; )([a-z][a-z -]+?):? \d", table)
        assert len(labels) == len(set(labels)), table


@every_game
def test_a_map_at_the_beginning_of_a_turn_fits_on_the_screen_with_it(name: str) -> None:
    mapped = [
        (size, page)
        for size, page in transcript(name)
        if "where a stream flows" in " ".join(page.partition("── Round")[0].split())
    ]
    assert {size for size, _ in mapped} == {(120, 40)}
    for (_, rows), page in mapped:
        assert len(page.strip().splitlines()) <= rows, page


@pytest.mark.parametrize("name", ["gold", "gold with favor"])
def test_what_a_decision_is_about_is_on_its_screen(name: str) -> None:
    bids = [(size, page) for size, page in turns(name) if "· bid for a tile" in page]
    assert {size for size, _ in bids} == {*SIZES}
    for _, page in bids:
        assert "On offer is the " in page, page


def said_twice(line: str) -> bool:
    """Whether a line of a menu is followed by a notation that says just the same."""
    found = re.fullmatch(r" *\d+  (\S.*?) {2,}(\S.*?) *", line)
    return found is not None and found[1].casefold() == found[2].replace("-", " ")


@every_game
def test_no_menu_says_the_same_twice_and_arrows_are_explained(name: str) -> None:
    assert said_twice(" 2  draw open troll wagon  draw open troll-wagon")
    for _, page in transcript(name):
        assert not [line for line in page.splitlines() if said_twice(line)]
        if re.search("[↗↘↙↖←↑↓]", page):
            assert "where a stream flows" in " ".join(page.split())


def test_what_would_not_be_for_people_is_noticed() -> None:
    for said in (
        "A dragon was drawn from pile to open.",
        "bank 9999",
        "any 3 travel cards = 3 caravan",
        "Chance, whether the top card is a gold card: card",
        "Seat 0 stopped",
        "(7, 2, 4)",
        "Tichih → Rivinia",
        "land/draw-open",
    ):
        assert WRONG.search(said), said
    assert not WRONG.search("A dragon counter was drawn from the pile to the face-up counters.")


@every_game
def test_the_last_screen_says_what_every_total_is_made_of(name: str) -> None:
    _, page = transcript(name)[-1]
    end = " ".join(page.partition("── The end")[2].split())
    for person in ("Ann human", "Bob random"):
        found = re.search(rf"\d\. {person} (\d+) (.*?)(?:; in a tie|$)", end)
        assert found, end
        points = [int(n) for n in re.findall(r"(-?\d+) for ", found[2])]
        assert sum(points) == int(found[1])
        assert "for town pieces" in found[2] or not points
    assert end.endswith("game.json.")


def test_gold_shows_what_is_on_offer_what_towns_are_worth_and_what_was_earned() -> None:
    pages = [page for size, page in turns("gold") if size != (60, 20)]
    for page in pages:
        if "bid for a tile" in page:
            assert re.search(r"Nobody has bid yet|The highest bid is \d+ gold by (Ann|Bob)", page)
            assert "On offer is the " in page
        if re.search(r"^ *\d  take earnings", page, re.MULTILINE):
            earned = re.search(r"The journey has earned (\w+) gold", page)
            assert earned
            n = "0" if earned[1] == "no" else earned[1]
            assert re.search(rf"take earnings +{n} gold", page), page
    ways = [page for page in pages if "From Elvenhold" in page and "Rivinia" in page]
    assert ways
    assert all(re.search(r"Rivinia 3 +river", page) for page in ways)
    assert any("Rivinia 3" in page for size, page in transcript("gold") if size == (120, 40))


@pytest.mark.parametrize("name", ["gold", "gold with favor"])
def test_the_legend_of_the_map_says_what_the_numbers_at_towns_are(name: str) -> None:
    legends = [
        " ".join(page.partition("◆ start")[2].partition("── Round")[0].split())
        for _, page in transcript(name)
        if "◆ start" in page
    ]
    assert legends
    assert all(re.search(r"flows (\d): \1 gold @0", legend) for legend in legends), legends[0]


def test_three_at_an_auction_see_what_is_on_offer_on_the_smallest_screen(tmp_path: Path) -> None:
    with speaking("de"):
        game, players = rules("gold").new_game(3, 7), ("human", "greedy", "greedy")
        page = played(game, players, acting("1"), tmp_path, 60, 20).pages[1]
    assert "Zur Versteigerung steht" in page
    assert len(page[page.index("── Runde") :].splitlines()) <= 20


def test_a_favor_says_what_it_does_before_it_is_used() -> None:
    pages = [page for size, page in turns("favor") if re.search(r"\d  use favor", page)]
    assert pages
    for page in pages:
        assert "It is the favor of " in page
        assert re.search(r"use favor +(draw|put|look|take)", page), page


def test_a_discard_is_told_as_one() -> None:
    told = " ".join(" ".join(page.split()) for _, page in transcript("land"))
    assert "You discarded " in told


def test_hot_seat_shows_what_chance_brought_before_the_screen_is_wiped(tmp_path: Path) -> None:
    lines = iter(["", "draw blind", ""])

    def answer(page: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    game = rules("land").new_game(2, 4)
    pages = played(game, ("human", "human"), answer, tmp_path, names=NAMES).pages
    shown = " ".join(pages[2].split())
    assert re.match(r"You: draw blind\. You drew an? [\w ]+ counter\. Ann, when you have", shown)
    assert "It is the turn of Bob" in " ".join(pages[3].split())


def test_a_quote_says_what_the_town_shows_and_whose_pieces_lie_there(tmp_path: Path) -> None:
    game = rules("land").new_game(2, 4)
    while game.pending.name != "land/plan":
        game = game.play("draw blind")
    counter = next(a for a in game.legal_actions if str(a).endswith("elvenhold-lapphalya-plains"))
    game = game.play(counter)
    placing = next(
        a for a in game.legal_actions if str(a).endswith("obstacle elvenhold-lapphalya-plains")
    )
    game = game.play(placing)

    def answer(page: str) -> str:
        if "quoted" in done:
            raise EOFError
        done.append("quoted")
        return "quote lapph"

    done: list[str] = []
    pages = played(
        game, ("human", "human"), lambda p: "" if "Enter" in p else answer(p), tmp_path, names=NAMES
    ).pages
    assert re.search(
        r"on the way: an? [\w ]+ counter of Ann and an obstacle of Bob",
        " ".join("".join(pages).split()),
    )
    rich = rules("gold")
    build = rich.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 2})
    done.clear()
    pages = played(
        rich.game_from(build.state(), 1), ("human", "greedy"), lambda p: hinted(p, done), tmp_path
    ).pages
    assert "Rivinia: 3 gold" in pages[1]
    assert re.search(r"1\. to \w+: move .*\(\d gold\)", " ".join(pages[2].split()))


def hinted(page: str, done: list[str]) -> str:
    if len(done) == 2:
        raise EOFError
    done.append("quote rivinia" if not done else "hint")
    return done[-1]


# The lesson, and help ------------------------------------------------------------------


def test_the_lesson_explains_a_whole_round(tmp_path: Path) -> None:
    """Whoever follows the advice travels far, and every decision is explained."""
    advised: list[str] = []

    def answer(page: str) -> str:
        flat = " ".join(page.split())
        if "That was a round" in flat:
            raise EOFError
        found = re.findall(r"I would choose: (.*?)\. [A-Z]", flat)
        if not found:
            assert re.search(r" 1 +\w+ seat 0>$", flat)  # there is nothing to choose
            return "1"
        assert "Also open to you: " in flat
        advised.append(found[-1])
        return found[-1].replace(" · ", " ").replace(" to ", " ")

    game: Game = compile_ruleset().new_game(len(PLAYERS), SEED)
    screen = played(game, PLAYERS, answer, tmp_path, rows=50, lesson=Lesson())
    said = " ".join(screen.out.getvalue().split())
    for name in ("welcome", "land/draw first", "land/plan first", "land/move first", "end"):
        assert said.count(TEXTS[name][:60]) == 1, name
    assert [one.split()[0] for one in advised[:4]] == ["draw", "draw", "draw", "place"]
    assert len(Game.load(tmp_path / "game.json").view(0).visited[0]) == 7
    assert "{" not in said
    assert "no card that goes with it" not in said


@pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_lesson_is_read_page_by_page(
    columns: int, rows: int, language: str, tmp_path: Path
) -> None:
    """What is explained has a page of its own; the choice, with its advice, fits on the next."""
    line = f"play --lesson --lang {language}"
    with Terminal(line, columns, rows, directory=tmp_path) as terminal:
        pages = [terminal.read()]
        pages += [terminal.type(typed) for typed in ("", "2", "2", "2", "")]
    shown = [plain(page).lstrip("2").strip("\n") for page in pages]
    heights = [page.count("\n") + 1 for page in shown]
    assert max(heights) <= rows, shown[heights.index(max(heights))]
    explained = ["Enter: " in page for page in pages]
    assert explained == [True, False, False, False, True, False]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("no", "here; you can draw blind or draw open, and `help` lists the commands"),
        ("exit", "did you mean `quit`? "),
        ("q", "did you mean `quit`? "),
        ("ruls", "did you mean `rules`? "),
        ("drow", "did you mean `draw"),
        ("draw opne", "did you mean `draw open`? "),
        ("draw opne dragon", "did you mean `draw open`? "),
        ("xyzzy", "here; you can draw blind or draw open, and `help` lists the commands"),
    ],
)
def test_what_nobody_understands_gets_the_nearest_command(
    typed: str, told: str, tmp_path: Path
) -> None:
    lines = iter([typed])

    def answer(page: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    pages = played(rules("land").new_game(2, 4), ("human", "random"), answer, tmp_path).pages
    flat = " ".join(pages[1].split())
    assert f"'{typed}' is no action and no command here; " in flat
    assert told in flat
    assert "discard" not in flat


def test_no_line_of_a_menu_is_broken_for_the_sake_of_its_notation(tmp_path: Path) -> None:
    hand: dict[str, int] = dict.fromkeys(("dragon", "giant-pig", "magic-cloud", "unicorn"), 1)
    build = rules("land").build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), hand)
    game = rules("land").game_from(build.lay("elvenhold-lapphalya-plains", "elfcycle").state(), 1)
    page = played(game, ("human", "random"), acting([]), tmp_path, 120, 40).pages[0]
    assert "move to Lapphálya (plains) · dragon + giant pig + magic cloud" in page
    assert not re.search(r"^ +\d+  \S.*\n {5,}\S", page, re.MULTILINE), page


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_shown_can_be_typed(name: str, language: str) -> None:
    game, seen = rules(name).new_game(2, 4), set[type]()
    with speaking(language):
        for step in range(40):
            assert game.seat is not None
            view = game.view(game.seat)
            menu, reader = Menu(view), Reader(view)
            for action in view.legal_actions[::7]:
                line = menu.text(action)
                assert (reader.find(line) or menu.as_shown(line)) == (action,), line
                seen.add(type(action))
            game = game.play(game.legal_actions[step * 5 % len(game.legal_actions)])
    assert len(seen) > 3


def test_the_rules_in_a_page_follow_from_what_is_declared() -> None:
    from elfen.cli.rulebook_page import page
    from elfen.text import rulebook

    chapters = {one.title: one.lines for one in rulebook(rules("land"))}
    assert chapters["The goal"][1:] == ("town pieces: up to 20 points", "in a tie: cards in hand")
    assert "5. move the elf boots" in chapters["A round"]
    assert any("`place obstacle`: lay the obstacle" in line for line in chapters["What you decide"])
    assert chapters["Not as in edition rio-grande"] == ("rounds = 3: how many rounds are played",)
    assert "Not as in edition rio-grande" not in {
        one.title for one in rulebook(compile_ruleset("white-wind"))
    }
    both = {one.title: one.lines for one in rulebook(rules("gold with favor"))}
    assert both[""][0].startswith("Elfengold with Favor of the Towns, edition rio-grande: for 2 to")
    assert len(both[""]) == 4  # a paragraph of each plugin
    assert any("auction" in line for line in both["A round"])
    assert page(rules("sea"))
