"""Every public entry that takes what strangers hand in: answered soon, in little memory, in a line.

Documents, notations and typed lines are made by their grammar, and then spoilt in a few places; any
other value is handed to each entry as it is.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfen import (
    Dealer,
    Game,
    Pieces,
    Ruleset,
    View,
    compile_ruleset,
    draw,
    load_board,
    plan,
    speaking,
)
from elfen.bots import simulate, stock_player, stock_players
from elfen.cli import main
from elfen.cli.playing.commands import COMMANDS
from elfen.cli.playing.typed import Reader
from elfen.declare import START, parse_board
from elfen.errors import brief
from elfen.kernel import Builder
from elfen.knowledge import Ledger
from elfen.land import HAND
from elfen.testing import play_out
from odd_values import VALUES

from .handed_in import (
    BOARD,
    MOST_SAID,
    Unsafe,
    answered,
    changed,
    halves,
    plain,
    texts,
    toml,
    values,
    written,
)
from .samples import ISLAND, samples

EXPANSIONS = ("gold", "sea", "favor")


@cache
def rulesets() -> dict[str, Ruleset]:
    return {
        "land": compile_ruleset(),
        "deluxe": compile_ruleset("deluxe"),
        "all": compile_ruleset(expansions=["favor", "gold"]),
        "sea": compile_ruleset(expansions=["sea"]),
    }


@cache
def games() -> tuple[Game, ...]:
    """Games at their first decision, in the middle, and over."""
    found = []
    for rules in rulesets().values():
        whole = play_out(rules, 3, 1)
        found += [whole.at(0), whole.at(whole.steps // 2), whole]
    return tuple(found)


some_game = st.integers(0, 11).map(lambda n: games()[n])


# Anything for every entry ------------------------------------------------------------------

Entry = Callable[[Game, Any], object]
TOWN, ROUTE = "feodor", "feodor-lapphalya-woods"


def digits(value: Any) -> Any:
    """Anything, but for a whole number a text of many digits."""
    return "9" * (value % 500) if isinstance(value, int) else value


def with_tiles(value: Any) -> None:
    """Games begun with so many tiles of each favor, open or face down."""
    for variant in ("small", "great"):
        options = {"favor.tiles": value, "favor.variant": variant}
        game = compile_ruleset(expansions=["favor"], options=options).new_game(2, 1)
        game.play(game.legal_actions[0])


ENTRIES: dict[str, Entry] = {
    # rules
    "edition": lambda game, value: compile_ruleset(edition=value),
    "expansions": lambda game, value: compile_ruleset(expansions=value),
    "expansion": lambda game, value: compile_ruleset(expansions=["gold", value]),
    "options": lambda game, value: compile_ruleset(options=value),
    "option": lambda game, value: compile_ruleset(options={"rounds": value}),
    "option of a name": lambda game, value: compile_ruleset(options={brief(value): 3}),
    "board": lambda game, value: compile_ruleset(board=value),
    "base": lambda game, value: compile_ruleset(base=value),
    "rules.option": lambda game, value: game.rules.option(value),
    "tiles": lambda game, value: with_tiles(value),
    "some tiles": lambda game, value: with_tiles(f"{brief(digits(value))} 1 1 1 1 1"),
    "words": lambda game, value: game.rules.words(language=value),
    "speaking": lambda game, value: speaking(value).__enter__(),
    # games
    "new_game": lambda game, value: game.rules.new_game(value),
    "new_game by a seed": lambda game, value: game.rules.new_game(2, value),
    "start": lambda game, value: game.rules.start(value),
    "game_from": lambda game, value: game.rules.game_from(value, 0),
    "validate": lambda game, value: game.rules.validate(value),
    "dealer": lambda game, value: Dealer(b"seed", value),
    "dealer of a seed": lambda game, value: Dealer(value),
    "build": lambda game, value: game.rules.build(value),
    "supposing": lambda game, value: game.rules.supposing(value),
    "at": lambda game, value: game.at(value),
    "undo": lambda game, value: game.undo(value),
    "undoable": lambda game, value: game.undoable(value),
    "fork": lambda game, value: game.fork(value),
    "parse": lambda game, value: game.parse(value),
    "play": lambda game, value: game.play(value),
    "play by a seat": lambda game, value: game.play("draw blind", value),
    "check": lambda game, value: game.check(value),
    "check by a seat": lambda game, value: game.check("draw blind", value),
    "quote": lambda game, value: game.quote(value, 0),
    "quote of a journey": lambda game, value: game.quote([ROUTE, value], 0),
    "quote by a seat": lambda game, value: game.quote(ROUTE, value),
    "journeys": lambda game, value: game.rules.journeys(game.state, value),
    "rules.quote": lambda game, value: game.rules.quote(game.state, 0, value),
    "rules.quote by a seat": lambda game, value: game.rules.quote(game.state, value, ROUTE),
    # views
    "view": lambda game, value: game.view(value),
    "observe": lambda game, value: game.rules.observe(game.state, value),
    "redacted": lambda game, value: game.redacted(value),
    "view.check": lambda game, value: game.view(0).check(value),
    "view.quote": lambda game, value: game.view(0).quote(value),
    "view.log.after": lambda game, value: game.view(0).log.after(value),
    "view.to_data": lambda game, value: game.view(0).to_data(since=value),
    "view.slot": lambda game, value: game.view(0).slot(value),
    "view.holding": lambda game, value: game.view(0).holding(value),
    "view.holding of a seat": lambda game, value: game.view(0).holding(HAND, value),
    "view.counts": lambda game, value: game.view(0).counts(value),
    # pictures and plans
    "draw.board": lambda game, value: draw.board(value),
    "draw.state": lambda game, value: draw.state(game.rules, value),
    "draw.replay": lambda game, value: draw.replay(value, 0),
    "draw.replay by a seat": lambda game, value: draw.replay(game.at(0), value),
    "draw.plan": lambda game, value: draw.plan(value),
    "draw.picture_of": lambda game, value: draw.picture_of(value),
    "plan": lambda game, value: plan(value),
    "plan of a setting": lambda game, value: plan(game.view(0), value),
    # texts
    "from_json": lambda game, value: Game.from_json(value),
    "from_json by no rules": lambda game, value: Game.from_json(game.to_json(), value),
    "from_json by rules": lambda game, value: Game.from_json(value, game.rules),
    "load": lambda game, value: Game.load(value),
    "parse_board": lambda game, value: parse_board(value),
    "load_board": lambda game, value: load_board(value),
    "outcome": lambda game, value: game.rules.notation.outcome(value),
    "seen": lambda game, value: game.rules.notation.seen(value),
    "ledger": lambda game, value: Ledger.from_data(value),
    # names
    "town": lambda game, value: game.rules.board.town(value),
    "route": lambda game, value: game.rules.board.route(value),
    "distance": lambda game, value: game.rules.board.distance(TOWN, value),
    "bot": lambda game, value: stock_player(value, game.rules),
    "bots": lambda game, value: stock_players([value], game.rules, 2),
    "bots for players": lambda game, value: stock_players(["random"], game.rules, value),
    "simulated players": lambda game, value: simulate(game.rules, ["random"], value, 1, 1),
}

#: Options of pictures that take lists.
LISTS = ("highlight", "arrows", "names", "colours", "parts")

#: Entries of pictures and of builders, each with the name of what is handed to it.
BUILT: dict[str, Callable[[Builder, Any], object]] = {
    "at": lambda builder, value: builder.at(value),
    "at of a seat": lambda builder, value: builder.at("land/move", value),
    "at in a round": lambda builder, value: builder.at("land/move", 0, value),
    "as_in": lambda builder, value: builder.as_in(value),
    "round": lambda builder, value: builder.round(value),
    "asked": lambda builder, value: builder.asked(value),
    "begun_in": lambda builder, value: builder.begun_in(value),
    "boot": lambda builder, value: builder.boot(0, value),
    "boot of a seat": lambda builder, value: builder.boot(value, TOWN),
    "visited": lambda builder, value: builder.visited(0, value),
    "visited by a seat": lambda builder, value: builder.visited(value, TOWN),
    "zone": lambda builder, value: builder.zone(HAND.of(0), value),
    "zone of a count": lambda builder, value: builder.zone(HAND.of(0), {"dragon": value}),
    "zone of a seat": lambda builder, value: builder.zone(HAND.of(value), {}),
    "zone of a place": lambda builder, value: builder.zone(value, {}),
    "lay": lambda builder, value: builder.lay(ROUTE, value),
    "lay on a route": lambda builder, value: builder.lay(value, "dragon"),
    "route": lambda builder, value: builder.route(ROUTE, value),
    "route of an id": lambda builder, value: builder.route(value),
    "slot": lambda builder, value: builder.slot(START, value),
    "slot of a name": lambda builder, value: builder.slot(value, 1),
    "known": lambda builder, value: builder.known(HAND.of(0), value),
    "known in a place": lambda builder, value: builder.known(value, {}),
    "known of a count": lambda builder, value: builder.known(HAND.of(0), {"dragon": value}),
}
for name, build in BUILT.items():
    ENTRIES[f"built: {name}"] = lambda game, value, build=build: build_with(game, build, value)
for name in (
    "labels",
    "arrows",
    "names",
    "colours",
    "highlight",
    "size",
    "theme",
    "parts",
    "quote",
):
    ENTRIES[f"draw.board({name}=)"] = lambda game, value, name=name: (
        draw.board(game.rules.board, **{name: value}),
        draw.board(game.view(0), **{name: value}),
    )
for name in ("labels", "arrows", "names", "colours", "highlight", "size", "theme", "parts"):
    ENTRIES[f"draw.state({name}=)"] = lambda game, value, name=name: draw.state(
        game.rules, game.state, **{name: value}
    )
for name in ("theme", "size", "names", "colours"):
    ENTRIES[f"draw.replay({name}=)"] = lambda game, value, name=name: draw.replay(
        game.at(0), 0, **{name: value}
    )


def build_with(game: Game, build: Callable[[Builder, Any], object], value: Any) -> None:
    """A position with a value in it, which is looked at if it can be."""
    builder = game.rules.build(2)
    build(builder, value)
    state = builder.state()
    game.rules.game_from(state, 0).view(0)


names = st.sampled_from(
    ["land", "gold", "sea", "rio-grande", "deluxe", "rounds", "land.rounds", TOWN, ROUTE, "greedy"]
)
anything = st.one_of(plain, names, texts, halves, values, st.binary(max_size=9))


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_every_entry_is_for_is_answered(entry: str) -> None:
    game = games()[1]
    for value in (0, -1, inf, "land", "draw blind", ROUTE, [], {}, *VALUES.values()):
        answered(lambda value=value: ENTRIES[entry](game, value))  # type: ignore[misc]


#: Entries that take lists, of which they read no more than can be meant.
OF_LISTS = ("expansions", "rules.quote", *(f"draw.board({name}=)" for name in LISTS))


@pytest.mark.parametrize("entry", OF_LISTS)
def test_no_more_is_read_of_a_list_than_can_be_meant(entry: str) -> None:
    game = games()[1]
    answered(lambda: ENTRIES[entry](game, range(30_000_000)))


@given(st.sampled_from([*ENTRIES]), some_game, anything)
def test_anything_is_answered_by_every_entry(entry: str, game: Game, value: Any) -> None:
    answered(lambda: ENTRIES[entry](game, value))


# Documents ---------------------------------------------------------------------------------


@given(st.data())
def test_a_spoilt_save_is_answered_whatever_is_asked(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from(sorted(samples())).map(samples().__getitem__))
    document = data.draw(changed(json.loads(sample.game.to_json(data.draw(st.booleans())))))
    text = written(document, data.draw(st.booleans()))
    start, given_rules = data.draw(st.booleans()), data.draw(st.booleans())
    rules = sample.rules if given_rules else None
    game = answered(
        lambda: Game.from_json(text, rules, sample.plugins, only_from_start=start),
    )
    if game is not None:
        looked_at(game)


@given(st.data())
def test_a_spoilt_board_is_answered_whatever_is_asked(data: st.DataObject) -> None:
    document = data.draw(changed(BOARD))
    text = toml(document)
    board = answered(lambda: parse_board(text, "board.toml"))
    if board is None:
        return
    expansions = data.draw(st.lists(st.sampled_from(EXPANSIONS), max_size=2, unique=True))
    rules = answered(lambda: compile_ruleset(expansions=expansions, board=board))
    if rules is not None:
        assert answered(lambda: rules.fingerprint)
        assert answered(rules.to_json)
        looked_at(rules.new_game(2, 1))


def looked_at(game: Game) -> None:
    """Whatever was accepted can be looked at, told, written, and read."""
    for seat in (None, 0):
        view = answered(lambda seat=seat: game.view(seat))  # type: ignore[misc]
        assert answered(lambda view=view: [str(view), repr(view), json.dumps(view.to_data())])
    assert answered(lambda: [repr(game), game.redacted(0), game.standings])
    plugins = [plugin.module for plugin in game.rules.plugins]
    assert answered(lambda: Game.from_json(game.to_json(), plugins=plugins)) is not None


# Lines -------------------------------------------------------------------------------------


def words_of(game: Game) -> list[str]:
    """The words of a game's notation: verbs, routes, towns, pieces, and numbers of them."""
    rules = game.rules
    kinds = [kind.id for kind in rules.layout.kinds]
    return [
        *(word for verb in rules.notation.verbs for word in verb.split()),
        *("drawn", "rolled", "-", "0", "1", "2", "9" * 30, "x*y", "dragon*0", "*", "²"),
        *(route.id for route in rules.board.routes[:20]),
        *(town.id for town in rules.board.towns[:9]),
        *kinds,
        *(f"{kind}*{n}" for kind in kinds[:9] for n in (1, 2, 3, 99)),
    ]


@st.composite
def lines(draw: st.DrawFn, game: Game) -> str:
    """A line of notation: right, made of its words, or with other characters in it."""
    legal = [str(action) for action in game.legal_actions]
    line = draw(
        st.one_of(
            st.sampled_from([*legal, "draw blind"]),
            st.lists(st.sampled_from(words_of(game)), max_size=6).map(" ".join),
            st.lists(st.sampled_from(words_of(game)), min_size=400, max_size=400).map(" ".join),
        )
    )
    if draw(st.booleans()):
        start = draw(st.integers(0, len(line)))
        end = draw(st.integers(start, min(len(line), start + 5)))
        line = line[:start] + draw(st.one_of(texts, halves)) + line[end:]
    return line


@given(st.data())
def test_a_line_is_an_action_or_answered(data: st.DataObject) -> None:
    game = data.draw(some_game)
    line = data.draw(lines(game))
    notation = game.rules.notation
    seat = data.draw(st.sampled_from([None, None, 0, 1, 9]))
    for read in (notation.action, notation.outcome, notation.seen):
        found = answered(lambda read=read: read(line))  # type: ignore[misc]
        if found is not None:
            assert answered(lambda read=read, found=found: read(str(found))) == found  # type: ignore[misc]
    reason = answered(lambda: game.check(line, seat))
    assert reason is None or len(str(reason)) <= MOST_SAID
    after = answered(lambda: game.play(line, seat))
    if after is not None:
        assert after.steps == game.steps + 1
    as_pieces(line)


def as_pieces(line: str) -> None:
    """Pieces, or a short `ValueError`, as they are documented."""
    try:
        pieces = Pieces.parse(line)
    except ValueError as error:
        if len(str(error)) > MOST_SAID:
            raise Unsafe(f"not one short line: {error}") from error
    else:
        assert Pieces.parse(str(pieces)) == pieces


@given(st.data())
def test_a_typed_line_is_answered(data: st.DataObject) -> None:
    game = data.draw(some_game.filter(lambda game: not game.is_over))
    reader, line = reader_of(game.view(game.seat)), data.draw(lines(game))
    for ask in (reader.find, reader.about, reader.meant, reader.route):
        answered(lambda ask=ask: ask(line))  # type: ignore[misc]
    before, _, word = line.rpartition(" ")
    answered(lambda: reader.completions(before, word))


def reader_of(view: View) -> Reader:
    return Reader(view)


# The command line --------------------------------------------------------------------------

COMMAND_LINES: dict[str, Callable[[str], Sequence[str]]] = {
    "edition": lambda text: ["explain", f"--edition={text}"],
    "expansion": lambda text: ["explain", f"--with={text}"],
    "option": lambda text: ["explain", f"--option={text}"],
    "rounds": lambda text: ["explain", f"--option=rounds={text}"],
    "board": lambda text: ["explain", f"--board={text}"],
    "players": lambda text: ["explain", f"--players={text}"],
    "save": lambda text: ["show", text],
    "a seat": lambda text: ["show", "none.json", f"--seat={text}"],
    "a board": lambda text: ["board", "check", text],
    "bots": lambda text: ["simulate", "--games=0", f"--bots={text}"],
    "command": lambda text: [text],
}


@given(st.sampled_from([*COMMAND_LINES]), st.one_of(texts, halves, names, plain.map(brief)))
def test_an_argument_of_a_command_is_answered(command: str, text: str) -> None:
    code, out, err = called(COMMAND_LINES[command](text), "")
    assert code in (0, 2)
    assert code == 2 or not err
    assert err.count("\n") == (code == 2)
    assert len(err) < 2_000
    assert code == 0 or not out


@given(st.data())
def test_what_is_typed_while_playing_is_answered(data: st.DataObject) -> None:
    game = rulesets()["land"].new_game(2, 1)
    typed = [
        *data.draw(
            st.lists(
                st.one_of(
                    lines(game),
                    st.builds("{} {}".format, st.sampled_from([*COMMANDS, "?"]), lines(game)),
                    st.sampled_from([*COMMANDS, "1", "2", "0", "-1", "9" * 5_000, ""]),
                ),
                max_size=4,
            )
        ),
    ]
    told = [line for line in typed if not line.strip().casefold().startswith("save")]
    start = ["play", "--seed=1", "--seats=human,random", f"--save={Path('left.json')}"]
    code, _, err = called(start, "\n".join([*told, "quit", ""]))
    assert (code, err) == (0, "")


def called(arguments: Sequence[str], typed: str) -> tuple[int, str, str]:
    """Run the command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
    ):
        code = answered(lambda: main(arguments))
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(autouse=True, scope="module")
def _elsewhere(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Files with strange names are looked for, and games saved, where there is nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        yield


# Faults that it finds ----------------------------------------------------------------------


def test_a_slow_answer_is_found_out() -> None:
    with (
        mock.patch("time.process_time", side_effect=[0.0, 5.0]),
        mock.patch("saves.handed_in.slowness", return_value=2.0),
        pytest.raises(Unsafe, match=r"^it took 2\.5 s$"),
    ):
        answered(lambda: None)


def test_an_answer_is_not_slow_where_everything_is() -> None:
    with (
        mock.patch("time.process_time", side_effect=[0.0, 5.0]),
        mock.patch("saves.handed_in.slowness", return_value=3.0),
    ):
        answered(lambda: None)


def test_an_answer_of_much_memory_is_found_out() -> None:
    with (
        mock.patch("saves.handed_in._peak", side_effect=[1 << 20, 502 << 20]),
        pytest.raises(Unsafe, match=r"^it took 501 MB$"),
    ):
        answered(lambda: None)


def test_an_island_is_played_on() -> None:
    looked_at(compile_ruleset(board=ISLAND).new_game(2, 1))
