"""Where two runs part, after which line a table is wrong, and which function decided."""

from __future__ import annotations

import itertools
import math
import pickle
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from types import CodeType

import pytest

import elfen
from elfen import Game, Ruleset
from elfen.declare import TownVisited
from elfen.errors import RulesetError
from elfen.kernel import Table, TracedTable, open_table
from elfen.land import HAND, MOVE, STACK, TURN
from elfen.plugin import Action, Decide, Do, Group, Kind, Position, Step, TableZone, hookimpl
from elfen.testing import (
    LawBroken,
    Place,
    check_game,
    check_state,
    patience,
    play_out,
    states_of,
)
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.blame import places, with_blame
from elfen.testing.blaming.parting import Sign, asked_for_it, decided, partings
from elfen.testing.blaming.trails import Enough, follow
from elfen.testing.blaming.watching import Watched, gone_wrong

from .breaking import Hum, Hums

RULES = elfen.compile_ruleset()


def here(code: CodeType) -> bool:
    """Only what this file declares is watched."""
    return code.co_filename == __file__ and "<lambda>" not in code.co_name


def parted(one: Callable[[], object], other: Callable[[], object]) -> list[tuple[Sign, str, int]]:
    """The signs, functions and lines (from the function's first) at which two runs part."""
    found = partings(follow(one, here, math.inf), follow(other, here, math.inf))
    return [(p.sign, p.code.co_name, p.line - p.code.co_firstlineno) for p in found]


def helper(secret: int) -> int:
    return secret


def branches(secret: int) -> str:
    text = "public"
    if secret:
        text = "other"
    return text


def answers(secrets: list[int]) -> int:
    first = hidden(secrets)
    return first + 1


def hidden(secrets: list[int]) -> int:
    return secrets[0]


def counts(secret: int) -> int:
    total = 0
    for n in range(secret):
        total += n
    return 7


def tells(table: Table, secret: int) -> None:
    table.ask(MOVE, 0, helper(secret))


def moves(table: Table, secret: int) -> None:
    table.move_all(HAND.of(secret), HAND.of(1 - secret))


def asks(secret: int) -> None:
    counts(secret)
    branches(secret)


def a_table() -> Table:
    return open_table(RULES, RULES.start(2))


def test_runs_part_at_a_branch() -> None:
    assert parted(lambda: branches(0), lambda: branches(1))[0] == (Sign.LINES, "branches", 2)
    assert parted(lambda: branches(1), lambda: branches(2)) == []


def test_runs_part_at_what_a_table_is_told_before_the_helper_that_read_it() -> None:
    found = parted(lambda: tells(a_table(), 1), lambda: tells(a_table(), 2))
    assert [sign for sign, *_ in found] == [Sign.TOLD]
    assert found[0][1:] == ("tells", 1)


def test_pieces_that_move_unseen_are_the_weakest_sign() -> None:
    found = parted(lambda: moves(a_table(), 0), lambda: moves(a_table(), 1))
    assert found[0] == (Sign.MOVED, "moves", 1)
    assert parted(
        lambda: (moves(a_table(), 0), branches(0)), lambda: (moves(a_table(), 1), branches(1))
    )[0] == (Sign.LINES, "branches", 2)


def test_runs_part_at_an_answer() -> None:
    found = parted(lambda: answers([1]), lambda: answers([2]))
    assert found[0] == (Sign.ANSWER, "answers", 2)


def test_both_the_helper_and_the_function_are_named() -> None:
    found = parted(lambda: asks(1), lambda: asks(0))
    assert [name for _, name, _ in found] == ["counts", "branches"]


def hands_on(secret: int) -> int:
    return helper(secret)


def test_the_line_that_decided_is_that_of_the_function_whose_answer_is_handed_on() -> None:
    for run, name in ((hands_on, "helper"), (counts, "counts")):
        call = follow(lambda run=run: run(1), here, math.inf).calls[-1]  # type: ignore[misc]
        assert decided(call)[0].co_name == name


def complains(numbers: Sequence[int]) -> Iterator[str]:
    for number in numbers:
        if is_odd(number):
            yield f"{number} is odd"


def is_odd(number: int) -> bool:
    return number % 2 == 1


def test_a_generator_that_is_closed_is_not_called_once_more() -> None:
    trail = follow(lambda: next(complains([2, 3, 5])), here, math.inf)
    assert [call.code.co_name for call in trail.calls] == ["complains"]
    assert trail.calls[-1].answer == "3 is odd"


def test_who_was_asked_last_for_an_answer_is_found() -> None:
    (call,) = follow(lambda: next(complains([2, 3])), here, math.inf).calls
    assert [code.co_name for code, _ in asked_for_it(call)] == ["is_odd"]
    (call,) = follow(lambda: hands_on(1), here, math.inf).calls
    assert asked_for_it(call) == []


def for_ever() -> None:
    for _ in itertools.count():
        pass


def test_a_run_without_end_is_left_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = itertools.count()
    monkeypatch.setattr(patience, "clock", lambda: float(next(hours)))
    before = sys.gettrace()
    with pytest.raises(Enough):
        follow(for_ever, here, patience.deadline(24))
    assert next(hours) == 26
    assert sys.gettrace() is before


def test_a_run_without_end_is_left_after_many_steps() -> None:
    with pytest.raises(Enough):
        follow(for_ever, here, math.inf)


def loses(table: Table) -> None:
    index = table.rules.layout.index(HAND, 0)
    kept = table.zones[index]
    table.zones[index] = tuple(n + 1 for n in kept)
    table.zones[index] = kept
    table.zones[index] = tuple(n + 2 for n in kept)
    table.round += 1


def test_the_line_after_which_a_table_stays_wrong_is_found() -> None:
    start = a_table().zones
    watch = Watched(lambda table: list(table.zones) != list(start))
    suspect = gone_wrong(watch, lambda: loses(a_table()), here, math.inf)
    assert suspect is not None
    code, line = suspect.line
    assert (code.co_name, line - code.co_firstlineno) == ("loses", 5)


class Forgetful(Hums):
    """Humming is listed, and then the check refuses it."""

    def check(self, position: object, seat: int, action: Hum) -> elfen.Reason | None:  # type: ignore[override]
        return elfen.Reason("hums/hum", "no")


def compiled(plugin: object) -> Ruleset:
    return elfen.compile_ruleset(expansions=[plugin], options={"rounds": 3})


def test_code_belongs_to_the_plugin_whose_file_it_is_in() -> None:
    authors = Authors(compiled(Hums()))
    assert authors.of(Hums.apply.__code__) == "hums"
    assert authors.of(play_out.__code__) is None
    assert authors.of(elfen.land.moving.move_boots.__code__) == "land"
    assert Authors(RULES, core=True).of(open_table.__code__) == "core"
    assert Authors(RULES, core=True).of(play_out.__code__) is None
    place = authors.place(elfen.land.moving.move_boots.__code__)
    assert (place.file, place.function) == ("elfen/land/moving.py", "move_boots")
    assert authors.place(Hums.apply.__code__).file == "testing/breaking.py"


def test_nothing_is_looked_for_before_somebody_reads_it() -> None:
    ran: list[str] = []
    broken = LawBroken("agreement", "odd", runs=(lambda: ran.append("run"),))
    with_blame(broken, RULES)
    assert not ran
    assert str(broken) == "agreement: odd"
    assert ran
    again = len(ran)
    assert broken.places == ()
    assert len(ran) == again


def test_an_error_with_its_places_can_be_sent_to_another_process() -> None:
    rules = compiled(Forgetful())
    state = rules.new_game(2, seed=1).state
    while not isinstance(item := rules.pending(state), Decide) or item.name != MOVE:
        state = rules.advance(
            state, [*rules.legal_actions(state), *(o for o, _ in rules.outcomes(state))][-1]
        )
    with pytest.raises(LawBroken) as caught:
        check_state(rules, state)
    sent = pickle.loads(pickle.dumps(caught.value))
    assert str(sent) == str(caught.value)
    assert sent.places[0].function == "Forgetful.check"
    assert sent.plugin == "hums"


def test_what_fails_while_looking_hides_nothing() -> None:
    def fails() -> object:
        raise SystemError

    broken = LawBroken("progress", "odd", "action 'hums/hum', plugin 'hums'", runs=(fails, fails))
    found = places(broken, compiled(Hums()))
    assert found[0].function == "Hums.apply"
    assert not found[0].sure


def test_a_place_says_what_a_function_without_a_name_is_written_in() -> None:
    place = Place(
        "gold", "Auction.sell.<locals>.won.<locals>.<lambda>", "elfen_gold/auction.py", 88
    )
    assert str(place) == "elfen_gold/auction.py:88 in Auction.sell.won.<lambda> (plugin 'gold')"


class HumsForCards(Hums):
    """Who hums is dealt cards, and more than there are."""

    def apply(self, table: Table, item: Decide, action: Hum) -> None:
        cards = sum(self.due(table))
        self.audible(item)
        table.draw("land/deal", item.seat, cards)

    def due(self, table: Table) -> tuple[int, int]:
        return table.size(STACK), 1

    def audible(self, item: Decide) -> bool:
        return item.seat >= 0


def test_what_was_asked_before_something_failed_is_named_after_it() -> None:
    def humming(game: Game) -> Action:
        return next((a for a in game.legal_actions if a == Hum()), game.legal_actions[0])

    with pytest.raises(LawBroken, match="draw no more than there is") as caught:
        play_out(compiled(HumsForCards()), 2, 1, humming)
    functions = [place.function for place in caught.value.places]
    assert functions == [f"HumsForCards.{name}" for name in ("apply", "audible", "due")]


class HumsForEver(Hums):
    """Has somebody hum until nobody is silent, and does not silence anybody."""

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        hum_on = Step("hums/on", self.hum_on, of=TURN, after="land/hand-limit")
        return [*super().elfen_steps(rules), hum_on]

    def hum_on(self, table: Table, item: Do) -> None:
        if self.is_silent(table):
            table.do("hums/on")
            self.hum_once(table)

    def is_silent(self, table: Table) -> bool:
        return table.players > 1

    def hum_once(self, table: Table) -> None:
        """It should do something, and then all would be well."""


def test_who_is_left_something_that_never_gets_done_is_named_after_who_asks_for_it() -> None:
    with pytest.raises(LawBroken, match="steps without a decision, a draw or an end") as caught:
        play_out(compiled(HumsForEver()), 2, 1)
    functions = [place.function for place in caught.value.places]
    assert functions == [f"HumsForEver.{name}" for name in ("hum_on", "is_silent", "hum_once")]


class HumsByLuck(Hums):
    """Draws a number of cards that nobody can tell."""

    def apply(self, table: Table, item: Decide, action: Hum) -> None:
        table.draw("land/deal", item.seat, random.randrange(1, 4))


def test_who_leaves_something_to_random_numbers_is_named_whatever_law_was_broken() -> None:
    game = play_out(compiled(Hums()), 2, 1, lambda game: game.legal_actions[0])
    rules = compiled(HumsByLuck())
    state = next(
        state for state, _ in states_of(game) if getattr(state.agenda[-1], "name", "") == MOVE
    )
    random.seed(1)
    broken = LawBroken("noninterference", "a log differs", past=((state, Hum()),))
    assert [place.function for place in places(broken, rules)] == ["HumsByLuck.apply"]


class Mumbles(Hums):
    """Asks a helper for a tune that there is not."""

    def legal(self, position: Position, seat: int) -> Sequence[Hum]:
        return self.tunes("")

    def tunes(self, name: str) -> Sequence[Hum]:
        return {"low": (Hum(),)}[name]


def test_who_asked_the_helper_that_fails_is_looked_at_too() -> None:
    game = play_out(compiled(Hums()), 2, 1, lambda game: game.legal_actions[0])
    state = next(
        state for state, _ in states_of(game) if getattr(state.agenda[-1], "name", "") == MOVE
    )
    with pytest.raises(LawBroken, match="KeyError: ''") as caught:
        check_state(compiled(Mumbles()), state)
    functions = [place.function for place in caught.value.places]
    assert functions == ["Mumbles.tunes", "Mumbles.legal"]


def deals_all(table: Table) -> None:
    table.draw("land/deal", 0, table.size(STACK))


def deals_one_more(table: Table) -> None:
    table.draw("land/deal", 0, 1)


def test_who_put_a_draw_that_fails_when_it_is_due_is_looked_at_too() -> None:
    rules = compiled(HumsForCards())
    table = open_table(rules, rules.start(2))

    steps = ExitStack()  # as the core takes steps, the last first
    for step in (deals_one_more, deals_all):
        steps.callback(step, table)
    broken = LawBroken("progress", "a move failed", runs=(steps.close,))
    broken.__cause__ = RulesetError("land/deal is to draw 1 from land/stack, which has 0")
    assert [place.function for place in places(broken, rules)] == ["deals_one_more", "deals_all"]


def loses_the_last(self: Table, group: Group, target: TableZone) -> None:
    """Instead of `Table.sweep`: of what lies alone, one piece is gone."""
    SWEEP(self, group, target)
    index = self.rules.layout.index(target)
    counts = self.zones[index]
    self.zones[index] = (max(0, counts[0] - 1), *counts[1:])


SWEEP = Table.sweep


def test_a_function_of_the_table_that_loses_pieces_is_named_after_its_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Table, "sweep", loses_the_last)
    with pytest.raises(LawBroken) as caught:
        check_game(play_out(RULES, 2, 1), every=20)
    assert caught.value.law == "conservation"
    functions = [place.function for place in caught.value.places]
    assert functions == ["clear_routes", "loses_the_last"]


def test_a_function_of_the_table_that_records_nothing_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Table.take_off

    def records_nothing(self: Table, route: str, kind: Kind, target: TableZone) -> None:
        before = self.ledger
        right(self, route, kind, target)
        self.ledger = before

    monkeypatch.setattr(Table, "take_off", records_nothing)
    rules = elfen.compile_ruleset(expansions=["gold"])
    games = [play_out(rules, 2, seed) for seed in range(3)]
    with pytest.raises(LawBroken, match="ledger: ") as caught:
        any(map(check_game, games))
    functions = [place.function.split(".")[-1] for place in caught.value.places]
    assert "records_nothing" in functions


def test_a_function_of_the_table_that_tells_a_wrong_event_is_named_after_its_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def always_takes_one(self: TracedTable, seat: int, town: int) -> bool:
        taken = Table.visit(self, seat, town)
        self.events.append(TownVisited(seat, self.rules.board.towns[town].id))
        return taken

    monkeypatch.setattr(TracedTable, "visit", always_takes_one)
    rules = elfen.compile_ruleset(expansions=["sea"])
    with pytest.raises(LawBroken, match="do not tell which town pieces were taken") as caught:
        check_game(play_out(rules, 2, 1), every=2)
    functions = [place.function.split(".")[-1] for place in caught.value.places]
    assert "always_takes_one" in functions
