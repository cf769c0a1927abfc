"""Arguments that anybody may have handed in: used, or refused by an error of one short line."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Any

import pytest

import elfen.draw
from elfen import (
    Board,
    Determinizer,
    ElfenError,
    Game,
    Pieces,
    PositionError,
    Ruleset,
    SaveError,
    compile_ruleset,
    determinize,
    load_board,
    plan,
    speaking,
)
from elfen.bots import (
    FlatPlayer,
    GreedyPlayer,
    IsmctsPlayer,
    RandomPlayer,
    play,
    simulate,
    stock_player,
    stock_players,
)
from elfen.declare import listed, number
from elfen.draw import Page, Svg
from elfen.encoding import Mask, encoding_of
from elfen.errors import brief, in_one_line, raised, some_of
from elfen.game import tell
from elfen.kernel import Dealer, open_table
from odd_values import HALF, HEXADECIMAL, HUGE, VALUES, deep, fails


@cache
def rules() -> Ruleset:
    return compile_ruleset()


@cache
def game() -> Game:
    return rules().new_game(3, 1)


@cache
def encoding() -> Any:
    return encoding_of(rules(), 2)


ENTRIES: dict[str, Callable[[Any], object]] = {
    "rules of options": lambda value: compile_ruleset(options=value),
    "rules of an option": lambda value: compile_ruleset(options={"rounds": value}),
    "rules of an option of texts": lambda value: compile_ruleset(options={"start_player": value}),
    "rules of an edition": lambda value: compile_ruleset(edition=value),
    "rules of an expansion": lambda value: compile_ruleset(expansions=[value]),
    "rules of expansions": lambda value: compile_ruleset(expansions=value),
    "rules of a base": lambda value: compile_ruleset(base=value),
    "rules of a board": lambda value: compile_ruleset(board=value),
    "players": lambda value: rules().new_game(players=value),
    "seed": lambda value: rules().new_game(3, value),
    "seed of a fork": lambda value: game().fork(value),
    "outcome": lambda value: rules().notation.outcome(value),
    "load_board": lambda value: load_board(value),
    "start": lambda value: rules().start(value),
    "at": lambda value: game().at(value),
    "view": lambda value: game().view(value),
    "redacted": lambda value: game().redacted(value),
    "observe": lambda value: rules().observe(game().state, value),
    "undoable": lambda value: game().undoable(value),
    "undo": lambda value: game().play(game().legal_actions[0]).undo(value),
    "check by a seat": lambda value: game().check("draw blind", value),
    "play by a seat": lambda value: game().play("draw blind", value),
    "parse": lambda value: game().parse(value),
    "play": lambda value: game().play(value),
    "stocked": lambda value: rules().stocked(value),
    "longest": lambda value: rules().longest(value),
    "at_most": lambda value: rules().at_most("land/move", value),
    "decision": lambda value: rules().decision(value),
    "forced": lambda value: rules().forced(value),
    "check by rules": lambda value: rules().check(game().state, value),
    "apply": lambda value: rules().apply(game().state, value),
    "advance": lambda value: rules().advance(game().state, value),
    "play by rules": lambda value: rules().play(game().state, value, Dealer.seeded(1)),
    "play by a dealer": lambda value: rules().play(game().state, game().parse("draw blind"), value),
    "deal": lambda value: rules().deal(rules().start(3), value),
    "sample": lambda value: rules().sample(rules().start(3), value),
    "sample an action": lambda value: game().sample_action(value),
    "sample an action by rules": lambda value: rules().sample_action(game().state, value),
    "determinize": lambda value: determinize(game().view(0), value),
    "determinize a view": lambda value: determinize(value, Random(1)),
    "a determinizer": lambda value: Determinizer(game().view(0)).sample(value),
    "follow": lambda value: rules().follow(open_table(rules(), game().state), [value]),
    "follow on a table": lambda value: rules().follow(value, [game().legal_actions[0]]),
    "a plan": lambda value: plan(value),
    "quote": lambda value: game().quote(value, 0),
    "quote by a seat": lambda value: game().quote("feodor-lapphalya-woods", value),
    "from_json": Game.from_json,
    "from_json by rules": lambda value: Game.from_json(game().to_json(), value),
    "from_json by plugins": lambda value: Game.from_json(game().to_json(), plugins=value),
    "a game from": lambda value: rules().game_from(value),
    "validate": lambda value: rules().validate(value),
    "words": lambda value: rules().words(language=value),
    "speaking": lambda value: speaking(value).__enter__(),
    "town": lambda value: rules().board.town(value),
    "route": lambda value: rules().board.route(value),
    "distance": lambda value: rules().board.distance("feodor", value),
    "distance from": lambda value: rules().board.distance(value, "feodor"),
    "option": lambda value: rules().option(value),
    "load": lambda value: Game.load(value),
    "log after": lambda value: game().view(0).log.after(value),
    "data since": lambda value: game().view(0).to_data(since=value),
    "bot": lambda value: stock_player(value, rules()),
    "bots": lambda value: stock_players([value], rules(), 2),
    "bots by anything": lambda value: stock_players(value, rules(), 2),
    "a board of towns": lambda value: Board("a", "x", 10, 10, value, ()),
    "a board of routes": lambda value: Board("a", "x", 10, 10, (), value),
    "pieces": lambda value: Pieces.of(value),
    "pieces by kind": lambda value: Pieces.of({"raft": value}),
    "pieces in a text": lambda value: Pieces.parse(value),
    "a draw": lambda value: Dealer.seeded(1).draw(value, 1),
    "a draw of many": lambda value: Dealer.seeded(1).draw((9, 9), value),
    "a seat of a built position": lambda value: rules().build(2).at("land/draw", seat=value),
    "a round of a built position": lambda value: rules().build(2).at("land/draw", round=value),
    "to_json": lambda value: game().to_json(value),
    "seen": lambda value: rules().seen(value, 0),
    "settled": lambda value: rules().settled(value),
    "at_most of a decision": lambda value: rules().at_most(value, 2),
    "tell": lambda value: list(tell(value)),
    "tell since": lambda value: list(tell(game(), since=value)),
    "words of names": lambda value: rules().words(value),
    "words for a seat": lambda value: rules().words(you=value),
    "a terrain": lambda value: rules().words().terrain(value),
    "a zone": lambda value: rules().words().zone(value),
    "a draw or roll": lambda value: rules().words().chance(value),
    "a face": lambda value: rules().words().face(value, "x"),
    "a mask": lambda value: Mask(value),
    "indexes of a mask": lambda value: Mask(10).set(value),
    "a word": lambda value: encoding().spelling.index(value),
    "encoding of rules": lambda value: encoding_of(value, 2),
    "a picture of rules": lambda value: elfen.draw.state(value, game().state),
    "a greedy player": lambda value: GreedyPlayer(value),
    "a flat player": lambda value: FlatPlayer(value),
    "a flat player of playouts": lambda value: FlatPlayer(rules(), playouts=value),
    "a flat player of a rollout": lambda value: FlatPlayer(rules(), rollout=value),
    "a flat player of rounds": lambda value: FlatPlayer(rules(), rounds=value),
    "a searching player": lambda value: IsmctsPlayer(value),
    "a searching player of iterations": lambda value: IsmctsPlayer(rules(), iterations=value),
    "a searching player of seconds": lambda value: IsmctsPlayer(rules(), seconds=value),
    "a searching player that explores": lambda value: IsmctsPlayer(rules(), exploration=value),
    "a searching player of advice": lambda value: IsmctsPlayer(rules(), prior=value),
    "players of a game": lambda value: play(game(), value),
    "a game for players": lambda value: play(value, [RandomPlayer(1)] * 3),
    "simulated rules": lambda value: simulate(value, ["random"], 2),
    "simulated bots": lambda value: simulate(rules(), value, 2),
    "simulated players": lambda value: simulate(rules(), players=value),
    "simulated games": lambda value: simulate(rules(), ["random"], 2, value),
    "simulated seed": lambda value: simulate(rules(), ["random"], 2, seed=value),
    "bots of rules": lambda value: stock_players(["greedy"], value, 2),
    "bots of a number of players": lambda value: stock_players(["greedy"], rules(), value),
}


#: What documents a `ValueError` for what is of the right type.
OF_VALUES = ("pieces", "pieces by kind", "pieces in a text", "a draw", "a draw of many")


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_argument_is_used_or_refused_in_a_line(entry: str) -> None:
    told = {name: answer(entry, name) for name in VALUES}
    assert {
        name: said
        for name, said in told.items()
        if said is not None and not (len(said) <= 300 and said.isprintable())
    } == {}


def answer(entry: str, name: str) -> str | None:
    """How a value is refused by an entry; None if it is used. Any other error is told at length."""
    try:
        ENTRIES[entry](VALUES[name])
    except ElfenError as error:
        return str(error)
    except ValueError as error:
        return str(error) if entry in OF_VALUES else format_exc()
    except Exception:
        return format_exc()
    return None


def test_an_argument_that_fails_in_any_other_way_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENTRIES, "a fault", lambda value: [].remove(value))
    monkeypatch.setitem(ENTRIES, "another", fails)
    for entry in ("a fault", "another"):
        with pytest.raises(AssertionError, match="Traceback"):
            test_an_argument_is_used_or_refused_in_a_line(entry)


@pytest.mark.parametrize("value", [name for name in VALUES if name not in ("a deep table",)])
def test_an_option_of_a_strange_name_is_refused_in_a_line(value: str) -> None:
    name = VALUES[value]
    try:
        hash(name)
    except (TypeError, ZeroDivisionError):
        return
    with pytest.raises(ElfenError) as caught:
        compile_ruleset(options={name: 3})
    assert len(str(caught.value)) <= 300
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "seed", [HUGE, -HUGE, HEXADECIMAL, HALF, "x" * 1_000_000, "\n", 10**4299], ids=lambda _: ""
)
def test_any_number_and_any_text_is_a_seed(seed: int | str) -> None:
    begun = rules().new_game(2, seed=seed)
    again = Game.from_json(begun.to_json())
    assert again.state == begun.state == rules().new_game(2, seed=seed).state
    assert begun.fork(seed)._dealer == Dealer.seeded(seed)


def test_different_seeds_are_different_dealers() -> None:
    seeds = [HUGE, HUGE + 1, -HUGE, str(10**4299), 10**4299, HALF, "\udfff", "?", hex(HUGE)]
    assert len({Dealer.seeded(seed).seed for seed in seeds}) == len(seeds)


def test_seeds_mean_what_they_always_meant() -> None:
    for seed, start in ((7, "9aa4"), ("é", "203f"), (10**4299, "0600")):
        assert Dealer.seeded(seed).seed.hex().startswith(start)


class Speechless:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


def test_a_value_is_told_in_brief() -> None:
    assert brief("x" * 1_000) == f"'{'x' * 59}..."
    assert brief([1, "a"]) == "[1, 'a']"
    assert brief(HUGE) == "a number of about 5000 digits"
    assert brief(deep()) == "[" * 60 + "..."
    assert brief([HUGE]) == "a list that cannot be shown"
    assert brief(Speechless()) == "a Speechless that cannot be shown"
    assert brief([Speechless()]) == "a list that cannot be shown"


def test_a_message_is_told_in_a_line() -> None:
    assert in_one_line("a\nb\x1b[2J\ud800") == "a\N{REPLACEMENT CHARACTER}b�[2J�"
    told = in_one_line("wrong " + "x" * 1_000 + " so mend it")
    assert len(told) <= 300
    assert told.startswith("wrong xxx")
    assert told.endswith("xxx so mend it")
    assert in_one_line("x" * 299) == "x" * 299


def test_names_are_told_as_far_as_they_fit() -> None:
    assert some_of([]) == "none"
    assert some_of(["a", "b"]) == "a, b"
    assert some_of(["abc"] * 100, most=20) == "abc, abc, abc, abc and 96 more"
    assert some_of(["x" * 50, "y"], most=20) == f"{'x' * 50} and 1 more"


@pytest.mark.parametrize("line", ["zzz " * 400, f"drawn {'q' * 999}", f"move {'x' * 999}"])
@pytest.mark.parametrize("expansions", [(), ("gold",), ("sea",), ("favor", "gold")])
def test_a_line_that_is_no_action_is_refused_in_a_line(
    expansions: tuple[str, ...], line: str
) -> None:
    begun = compile_ruleset(expansions=expansions).new_game(3, 1)
    with pytest.raises(ElfenError) as caught:
        begun.play(line)
    assert len(str(caught.value)) <= 300


def test_a_list_is_read_as_far_as_it_can_be_meant() -> None:
    numbers = iter(range(10))
    with pytest.raises(ElfenError, match=r"^a list has more than 4 entries: "):
        listed("a list", numbers, 4)
    assert next(numbers) == 5
    assert listed("a list", numbers, 4) == (6, 7, 8, 9)


class Failing:
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __iter__(self) -> Any:
        raise self.error


@pytest.mark.parametrize("error", [TypeError("no"), RuntimeError(), SystemExit(0)], ids=raised)
def test_a_list_that_fails_is_refused_in_a_line(error: BaseException) -> None:
    given: Any = Failing(error)
    for ask in (
        lambda: compile_ruleset(expansions=given),
        lambda: game().quote(given, 0),
        lambda: rules().words(given),
    ):
        with pytest.raises(ElfenError, match=r"has to be a list, but <.*> gives none: ") as caught:
            ask()
        assert caught.value.__cause__ is error


class PathOfBytes:
    def __fspath__(self) -> bytes:
        return b"game.json"


class PathOfNothing:
    def __fspath__(self) -> None:
        return None


@pytest.mark.parametrize(
    "path",
    [None, True, 1, 3, 2.5, b"game.json", ["game.json"], object(), PathOfBytes(), PathOfNothing()],
    ids=lambda path: type(path).__name__,
)
def test_what_is_no_path_is_refused_in_a_line(path: Any) -> None:
    picture, page = Svg("<svg/>"), Page("<html>")
    for ask in (Game.load, game().save, load_board, picture.save, page.save):
        with pytest.raises(ElfenError, match="has to be the path of") as caught:
            ask(path)
        assert len(str(caught.value)) <= 300


def test_an_entry_of_a_folder_of_bytes_is_refused_as_a_path(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game().save(file)
    with os.scandir(tmp_path) as texts, os.scandir(os.fsencode(tmp_path)) as in_bytes:
        assert Game.load(next(texts)).state == game().state
        entry: Any = next(in_bytes)
    for ask in (Game.load, game().save, load_board, lambda path: compile_ruleset(board=path)):
        with pytest.raises(ElfenError, match="has to be the path of"):
            ask(entry)


@pytest.mark.parametrize("value", [None, 3, "state", object(), [], {}])
def test_what_is_no_state_is_no_beginning_of_a_game(value: Any) -> None:
    told = " is no State; give one, such as game.state or build(...).state()"
    assert rules().validate(value) == (brief(value) + told,)
    with pytest.raises(PositionError, match="is no State"):
        rules().game_from(value)
    with pytest.raises(PositionError, match="is no State"):
        rules().game_from(rules().build(2))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [3, "land", [], {}, object()])
def test_what_is_no_ruleset_reads_no_save(value: Any) -> None:
    with pytest.raises(SaveError, match=r"^rules=.* has to be a Ruleset"):
        Game.from_json(game().to_json(), rules=value)


@pytest.mark.parametrize("path", ["no/x.svg", "no/x.html", "no"])
def test_a_file_that_cannot_be_written_is_named_as_it_was_asked_for(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if path == "no":
        (tmp_path / path).mkdir()
    for write in (Svg("<svg/>").save, Page("<html>").save):
        with pytest.raises(OSError, match=r"\[Errno \d+\] ") as caught:
            write(path)
        assert caught.value.filename == path
        assert str(caught.value).endswith(f": '{path}'")


def test_a_name_that_there_is_not_is_a_key_error_in_words() -> None:
    with pytest.raises(KeyError) as caught:
        rules().words().terrain("wood")
    assert isinstance(caught.value, ElfenError)
    assert str(caught.value) == "'wood' is no terrain of these rules; did you mean 'woods'?"
    for ask in (rules().words().zone, rules().words().chance):
        with pytest.raises(ElfenError, match=r"^'x' is no [a-z ]+ of these rules$"):
            ask("x")


def test_a_mask_sets_what_it_has_or_nothing() -> None:
    mask = Mask(10)
    mask.set([1, 9])
    mask.set(iter([2, 3]))
    assert [*mask.cells] == [0, 0, 1, 1, 0, 0, 0, 0, 0, 0]
    for wrong in ([-1], [4, 10], [4, "x"]):
        with pytest.raises(ElfenError, match=r"^a mask of 10 indexes, from 0 on, has not all of"):
            mask.set(wrong)
        assert not any(mask.cells)
    mask.set((0,))
    assert [*mask.cells] == [1, *[0] * 9]


def test_a_number_is_finite() -> None:
    assert number(Fraction(1, 2), "x") == 0.5
    for wrong in (float("inf"), "1", None, 10**400, -1):
        with pytest.raises(ElfenError, match=r"^x has to be a number from 0 on, not "):
            number(wrong, "x", 0)
