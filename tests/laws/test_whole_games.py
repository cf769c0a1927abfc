"""Laws of whole games: what the log says, what views rest on, and how forks go on from a save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from attrs import evolve
from faults import TUNES, WELL_BEHAVED, Expansion, Whistle, score_line
from gallery import with_expansion

from elfen import Dealer, Game, Ruleset, compile_ruleset
from elfen.declare import Counts, Memo, PiecesMoved
from elfen.game import seen, story
from elfen.game.saves import replay
from elfen.kernel.chance import CompiledRoll
from elfen.knowledge import Arrangements, Ledger
from elfen.land import HAND, OPEN, TURN, Stop
from elfen.plugin import (
    ActionType,
    Advice,
    Do,
    Layer,
    Position,
    Reason,
    ScoreLine,
    Sign,
    Step,
    Table,
    View,
    hookimpl,
)
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.blaming.blame import places
from elfen.testing.repeating.afresh import after_another, backwards
from elfen.testing.repeating.branches import branches_seen_alike
from elfen.testing.repeating.stories import told_alike
from elfen.testing.saving import forked, goes_on_as_saved
from elfen.testing.secrecy import fair_worlds as fair
from elfen.testing.secrecy.fair_worlds import fair_worlds_along
from elfen.testing.secrecy.logs import log_as_declared, told_as_declared
from elfen.testing.suite.quick_games import check_quickly
from elfen.text import Words
from elfen.views import Observation, Sight, scores
from elfen.views.unseen import Unseen
from elfen_favor.town_tiles import Laying

SECRETIVE = compile_ruleset(options={"counters_kept": 2})


def test_a_log_may_not_say_more_than_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    log_as_declared(play_out(SECRETIVE, 3, 1))
    own_page = seen.own_page
    monkeypatch.setattr(
        seen, "own_page", lambda parts: own_page((parts[0], parts[1], Stop(), parts[3]))
    )
    game = play_out(SECRETIVE, 3, 1)
    with pytest.raises(LawBroken, match=r"line \d+ of the log of seat \d is 'seat .*: stop', but"):
        log_as_declared(game)


def test_a_story_may_not_tell_more_than_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(SECRETIVE, 3, 1)
    told_as_declared(game)
    heard = story._heard
    monkeypatch.setattr(story, "_heard", lambda *given: heard(*given[:4], False))
    with pytest.raises(LawBroken, match=r"line \d+ of the story for the public tells .*, but"):
        told_as_declared(game)


def test_a_story_may_not_name_an_action_that_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(SECRETIVE, 3, 1)
    seen_lines = story.seen_lines
    monkeypatch.setattr(
        story,
        "seen_lines",
        lambda rules, page, seat: seen_lines(rules, page, page.seat if seat is None else seat),
    )
    with pytest.raises(LawBroken, match=r"story for the public tells Heard\(entry="):
        told_as_declared(game)


def test_no_event_is_told_the_public_that_a_seat_may_not_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = play_out(SECRETIVE, 3, 1)
    sees = Sight._whole

    def of_the_table(sight: Sight, declared: Any, event: Any, seat: int | None) -> bool:
        if isinstance(event, PiecesMoved) and seat is None:
            return None in (event.source_seat, event.target_seat)
        return sees(sight, declared, event, seat)

    monkeypatch.setattr(Sight, "_whole", of_the_table)
    told = r"the public sees of an event PiecesMoved\(.*, but seat \d sees PiecesMovedUnseen\("
    with pytest.raises(LawBroken, match=told) as broken:
        told_as_declared(game)
    assert broken.value.law == "noninterference"


def test_rolls_of_quick_games_come_out_as_often_as_they_should(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = play_out(with_expansion(WELL_BEHAVED), 2, 1)
    check_quickly(game)
    sample = CompiledRoll.sample
    monkeypatch.setattr(
        CompiledRoll,
        "sample",
        lambda *given: max(sample(*given), sample(*given), key=lambda rolled: rolled.face),
    )
    with pytest.raises(LawBroken, match=r"rolled . at fault/die has probability"):
        check_quickly(game)


class RefusesOnceItHasListed(Expansion):
    """Of two tunes one is legal; the other is refused only if somebody has asked for the list."""

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (type,), listed = super().elfen_actions(rules), set[int]()

        def legal(position: Position, seat: int) -> Sequence[Whistle]:
            listed.add(seat)
            return TUNES[:1]

        def check(position: Position, seat: int, action: Whistle) -> Reason | None:
            fine = action == TUNES[0] or not listed
            return None if fine else Reason("fault/whistle", "nobody knows that tune")

        return [evolve(type, legal=legal, check=check)]


def test_what_is_refused_does_not_rest_on_what_was_listed() -> None:
    rules = with_expansion(RefusesOnceItHasListed())
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    told = "whistle low at .* is refused: .* listed nothing yet, it is legal"
    with pytest.raises(LawBroken, match=told) as broken:
        backwards(rules, states)
    assert broken.value.law == "purity"
    assert places(broken.value, rules)[0].function.endswith("elfen_actions.<locals>.check")


class ScoresAsAtFirst(Expansion):
    """What a seat has scored is remembered, whatever it does later."""

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        known: dict[int, int] = {}

        def points(position: Position, seat: int) -> int:
            return known.setdefault(seat, position.round)

        return [score_line("fault/rounds", points, 0, 10)]


@pytest.mark.parametrize(("expansion", "holds"), [(WELL_BEHAVED, True), (ScoresAsAtFirst(), False)])
def test_what_is_seen_does_not_rest_on_what_was_seen_before(
    expansion: Expansion, holds: bool
) -> None:
    rules = with_expansion(expansion)
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    if holds:
        backwards(rules, states)
        return
    with pytest.raises(LawBroken, match=r"purity: at .* the public sees .* compiled afresh") as no:
        backwards(rules, states)
    assert no.value.law == "purity"


class ShowsTheFirstGame(Expansion):
    """A sign of what lay in the open row when it was first drawn, in any game."""

    @hookimpl
    def elfen_drawing(self, rules: Ruleset) -> list[Layer]:
        known: list[str] = []

        def signs(seen: Observation) -> list[Sign]:
            known.append(", ".join(seen.counts(OPEN)))
            return [Sign(known[0], table=True, letters="?")]

        return [Layer("fault/row", signs=signs)]


class GoesWhereTheFirstWent(Expansion):
    """At the end of a turn a boot goes where it was then in the first game by these rules."""

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        known: dict[tuple[int, int | None], int] = {}

        def go(table: Table, item: Do) -> None:
            assert item.seat is not None
            town = known.setdefault((table.round, item.seat), table.boots[item.seat])
            table.set_boot(item.seat, town)

        return [Step("fault/roll", go, of=TURN, after="land/hand-limit")]


class AdvisesAsInTheFirstGame(Expansion):
    """What is thought of stopping in the last round is what was thought of it in the first game."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        known: dict[int, float] = {}

        def value(view: View, action: Stop) -> float:
            cards = view.counts(HAND, view.seat)
            return known.setdefault(view.round, float(sum(map(ord, str(cards)))))

        return [Advice("fault/stop", type=Stop, value=value)]


@pytest.mark.parametrize(
    ("expansion", "told"),
    [
        (WELL_BEHAVED, ""),
        (AdvisesAsInTheFirstGame, r"advice 'fault/stop' on stop .* is .*, but .* compiled afresh"),
        (ShowsTheFirstGame, r"the public sees .*fault/row.* compiled afresh"),
        (GoesWhereTheFirstWent, r"leads to .*boots.* after another game by the same rules"),
    ],
)
def test_what_was_played_before_makes_no_difference(
    expansion: Callable[[], Expansion], told: str
) -> None:
    rules = with_expansion(expansion() if told else WELL_BEHAVED)
    moves = [*states_of(play_out(rules, 2, 1))]
    again = partial(after_another, rules, moves[:-1])
    if not told:
        again()
        return
    with pytest.raises(LawBroken, match=told) as caught:
        again()
    assert caught.value.law == "purity"


def test_scores_do_not_rest_on_what_was_looked_at_before(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset(options={"rounds": 3})
    states = [state for state, _ in states_of(play_out(rules, 3, 1))]
    backwards(rules, states)

    def unnoted(position: Any, place: Any) -> int:
        return scores._size(position._view, position._index(place))

    monkeypatch.setattr(scores._Seen, "size", unnoted)
    with pytest.raises(LawBroken, match=r"cards in hand: .* if the same rules are compiled afresh"):
        backwards(rules, states)


def test_a_line_of_a_story_may_not_depend_on_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(SECRETIVE, 3, 1)
    told_alike(game)
    events = Words.events

    def counting(words: Words, some: Any, verb: str = "") -> list[str]:
        number = words.__dict__["so far"] = words.__dict__.get("so far", 0) + 1
        told = events(words, some, verb)
        return [f"{one}!" for one in told] if number == 9 else told

    monkeypatch.setattr(Words, "events", counting)
    with pytest.raises(LawBroken, match=r"purity: line 9 of the story is .* if it is told as news"):
        told_alike(game)


def test_what_a_step_tells_may_not_rest_on_what_was_told_of_another_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fault: which favor was turned up is remembered by its town alone."""
    rules = compile_ruleset(expansions=["favor"])
    moves = [(state, move) for state, move in states_of(play_out(rules, 2, 1)) if move is not None]
    after_another(rules, moves)
    right = Laying.__init__

    def by_town(self: Laying, *given: Any, **named: Any) -> None:
        right(self, *given, **named)
        first: dict[int, Any] = {}
        told = self.turned_up
        self.turned_up = Memo(lambda key: first.setdefault(key[0], told[key]))

    monkeypatch.setattr(Laying, "__init__", by_town)
    fresh = compile_ruleset(expansions=["favor"])
    with pytest.raises(
        LawBroken, match=r"purity: .* is told by the events .* after another game by"
    ):
        after_another(fresh, moves)


def test_what_was_seen_of_a_branch_that_is_gone_may_not_be_seen_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fault: pages with something secret are known by where they are, and not held."""
    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 3, 1))][::8]
    branches_seen_alike(rules, states)
    read = seen.Views._read

    def unheld(views: seen.Views, page: Any, before: Any) -> Any:
        held, public, owns = read(views, page, before)
        return held if before is None else page.before, public, owns

    monkeypatch.setattr(seen.Views, "_read", unheld)
    with pytest.raises(LawBroken, match=r"purity: a view shows .* depends on what was seen before"):
        branches_seen_alike(rules, states)


def test_worlds_are_not_biased() -> None:
    fair_worlds_along(play_out(SECRETIVE, 3, 1))


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("one_in", "seed", "samples"), [(1, 1, 3000), (2, 1, 3000), (3, 17, 12000), (4, 21, 12000)]
)
def test_worlds_may_not_be_biased(
    monkeypatch: pytest.MonkeyPatch, one_in: int, seed: int, samples: int
) -> None:
    game = play_out(SECRETIVE, 3, 1)
    hand = SECRETIVE.layout.index(HAND, 1)

    class Biased(Unseen):
        """Some worlds in which a hand has no card of the first kind are drawn again."""

        def pieces(self, rng: Random) -> tuple[tuple[Counts, ...], Ledger]:
            world = super().pieces(rng)
            again = not world[0][hand][0] and rng.randrange(one_in) == 0
            return super().pieces(rng) if again else world

    monkeypatch.setattr(fair, "the_long_way", lambda view: Biased(view, Arrangements))
    middle = game.at(game.steps // 2)
    told = f"sampling: at .* are off by .* standard errors in {samples} samples"
    with pytest.raises(LawBroken, match=told):
        fair.fair_worlds(SECRETIVE, middle.state, 0, Random(seed))


def test_a_fork_that_is_loaded_goes_on_as_the_one_that_was_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = play_out(SECRETIVE, 3, 1)
    forked(game)
    load = Game.from_json

    def forgetful(*args: Any) -> Game:
        return load(*args).fork("forgotten")

    monkeypatch.setattr(Game, "from_json", forgetful)
    with pytest.raises(LawBroken, match="saving: how a fork goes on"):
        forked(game)


def test_what_a_fork_deals_by_between_two_forks_without_chance_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write = replay.lines

    def by_position(pages: list[Any], begun: Dealer) -> list[dict[str, Any]]:
        """A dealer is written only where something was dealt."""
        found = write(pages, begun)
        dealers = [begun, *(page.dealer for page in pages[1:])]
        for line, (before, now) in zip(found, pairwise(dealers), strict=True):
            if before.position == now.position:
                line.pop("dealer", None)
        return found

    monkeypatch.setattr(replay, "lines", by_position)
    told = "saving: (how a fork goes on|what a fork deals by if moves are taken back) was"
    with pytest.raises(LawBroken, match=told):
        forked(play_out(SECRETIVE, 3, 1))


def test_a_save_whose_dealer_deals_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(compile_ruleset(options={"rounds": 3}), 2, seed=1)
    goes_on_as_saved(game)
    read = Game.from_json
    monkeypatch.setattr(Game, "from_json", lambda *given: read(*given).fork("another"))
    with pytest.raises(LawBroken, match=r"what comes of .* in a game saved \d+ decisions before"):
        goes_on_as_saved(game)
