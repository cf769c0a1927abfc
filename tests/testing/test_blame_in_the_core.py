"""Faults of the core itself: who chose by chance, who remembered, who failed, who was asked."""

from __future__ import annotations

from functools import partial
from math import inf
from random import Random
from typing import Any

import pytest

from elfen import Ruleset, State, compile_ruleset
from elfen.declare import Drawn, SameMemo
from elfen.game import seen
from elfen.game.saves import states as saved_states
from elfen.kernel import Dealer, Shuffler
from elfen.kernel.chance import CompiledDraw, CompiledRoll
from elfen.kernel.crossings import Crossings
from elfen.kernel.quotes import Quotes
from elfen.knowledge import dealing
from elfen.knowledge import sampling as samplers
from elfen.land import MOVE, Move
from elfen.testing import LawBroken, agreement, play_out, states_of
from elfen.testing.blaming.addresses import keepers_by_address
from elfen.testing.blaming.afresh import parted
from elfen.testing.blaming.anew import Before, LedAstray
from elfen.testing.blaming.authors import Authors
from elfen.testing.blaming.blame import places
from elfen.testing.blaming.choosing import choosers, uneven
from elfen.testing.blaming.parting import astray
from elfen.testing.blaming.trails import follow
from elfen.testing.blaming.watching import ByAddress
from elfen.testing.conservation import gone_wrong
from elfen.testing.facts import facts
from elfen.testing.law_broken import PURITY
from elfen.testing.repeating.afresh import after_another, backwards
from elfen.testing.repeating.branches import branches_seen_alike
from elfen.testing.repeating.stories import told_alike
from elfen.testing.sampling import sampling, small_piles
from elfen.testing.saving import comes_back, goes_on_as_saved
from elfen.testing.secrecy.fair_worlds import fair_where_tangled
from elfen.testing.suite.quick_games import check_quickly
from elfen.text import Words
from elfen.views import scores

from .in_the_core import asks, blamed, in_place_of

SECRETIVE = compile_ruleset("rio-grande", options={"counters_kept": 2, "counters_secret": 2})


# Chance --------------------------------------------------------------------------------


def test_a_sample_of_a_roll_leaves_the_choice_to_the_roll() -> None:
    rules = compile_ruleset(expansions=["favor"])
    state = next(state for state, move in states_of(play_out(rules, 2, 1)) if _rolled(move))
    run = partial(rules.sample, state, Dealer.seeded(1))
    paths = choosers(follow(run, Authors(rules, core=True).of, inf))
    assert [[call.code.co_qualname for call in path] for path in paths] == [
        ["CompiledRoll.sample", "Kernel.sample"]
    ]


def _rolled(move: Any) -> bool:
    return type(move).__name__ == "Rolled"


def test_a_roll_that_favors_a_face_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(self: Any, position: Any, item: Any, shuffler: Shuffler) -> Any:
        rolled, _, below = self._faces(position, item)
        return rolled[min(shuffler.below(below[-1]), 1)]

    rules = compile_ruleset(expansions=["favor"])
    state = next(state for state, move in states_of(play_out(rules, 2, 1)) if _rolled(move))
    sampling(rules, state)
    monkeypatch.setattr(CompiledRoll, "sample", in_place_of(CompiledRoll.sample, sample))
    with pytest.raises(LawBroken, match="sampling: ") as caught:
        sampling(rules, state)
    assert "CompiledRoll.sample" in blamed(caught.value, rules)


def test_who_gives_numbers_of_which_some_come_too_often_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def below(n: int, rng: Random) -> int:
        return rng.getrandbits(n.bit_length()) % n

    states = [state for state, _ in states_of(play_out(SECRETIVE, 3, 1))]
    monkeypatch.setattr(dealing, "below", in_place_of(dealing.below, below))
    with pytest.raises(LawBroken, match=r"worlds .* are not sampled as often") as caught:
        fair_where_tangled(SECRETIVE, states, Random(1), 60)
    assert "below" in blamed(caught.value, SECRETIVE)


def test_who_uses_up_what_it_samples_from_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = samplers.Sampler.sample

    def sample(self: Any, rng: Random) -> Any:
        self._pieces = self._pieces[1:] + self._pieces[:1]
        return right(self, rng)

    states = [state for state, _ in states_of(play_out(SECRETIVE, 3, 1))]
    fair_where_tangled(SECRETIVE, states, Random(1), 60)
    monkeypatch.setattr(samplers.Sampler, "sample", in_place_of(right, sample))
    with pytest.raises(LawBroken, match="is another one by the same numbers") as caught:
        fair_where_tangled(SECRETIVE, states, Random(1), 60)
    assert "Sampler.sample" in blamed(caught.value, SECRETIVE)


def test_numbers_below_a_bound_are_even_unless_the_same_come_each_time() -> None:
    numbers = Random(1)
    watched = {dealing.below.__code__}.__contains__
    assert uneven(lambda: [dealing.below(n, numbers) for n in (3, 5, 6)], watched, inf) == []
    assert uneven(lambda: dealing.below(100, Random(1)), watched, inf) == []


def test_who_weighs_worlds_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = samplers.Sampler._weigh

    def weigh(self: Any) -> None:
        """The first totals come nearly always."""
        right(self)
        self._sums = [*range(10**6, 10**6 + len(self._sums))]
        self._shares = self._shares

    states = [state for state, _ in states_of(play_out(SECRETIVE, 3, 1))]
    fair_where_tangled(SECRETIVE, states, Random(1), 60)
    monkeypatch.setattr(samplers.Sampler, "_weigh", in_place_of(right, weigh))
    with pytest.raises(LawBroken, match=r"worlds .* are not sampled as often") as caught:
        fair_where_tangled(SECRETIVE, states, Random(1), 60)
    assert "Sampler._weigh" in blamed(caught.value, SECRETIVE)


def test_who_may_have_drawn_what_is_not_there_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pick(self: Any, pool: Any, shuffler: Shuffler) -> int:
        return next((kind for kind, n in enumerate(pool) if not n), 0)

    rules = compile_ruleset()
    game = play_out(rules, 2, 1)
    before = next(s for s, move in states_of(game) if isinstance(move, Drawn) and _is_single(s))
    item: Any = before.agenda[-1]
    *_, state, _ = small_piles(rules, before, item)  # a piece of the first kind, one of the last
    monkeypatch.setattr(CompiledDraw, "pick", in_place_of(CompiledDraw.pick, pick))
    move, _ = rules.sample(state, Dealer.seeded(1))
    assert rules.check(state, move) is not None
    broken = gone_wrong(rules, state, move, rules.advance(state, move))
    assert broken is not None
    assert blamed(broken, rules) == ["Kernel._draw", "Kernel.dealt"]  # who draws, and who asked


def _is_single(state: State) -> bool:
    item: Any = state.agenda[-1]
    return bool(item.data[0] == 1)


# What is remembered --------------------------------------------------------------------


class Ledger:
    """Remembers the first answer for each key, and another key's for the third."""

    def __init__(self) -> None:
        self.kept: dict[int, int] = {}

    def square(self, n: int) -> int:
        if n in self.kept:
            return self.kept[n]
        self.kept[n] = self.found(n)
        return self.kept[n]

    def found(self, n: int) -> int:
        return 0 if len(self.kept) == 2 else n * n

    def sum_of(self, numbers: tuple[int, ...]) -> str:
        return f"{sum(map(self.square, numbers)) > 0}"


def test_the_innermost_function_that_answers_otherwise_is_astray() -> None:
    def here(code: Any) -> bool:
        return bool(code.co_filename == __file__)

    fresh, used = Ledger(), Ledger()
    used.sum_of((7, 8))
    trails = [follow(partial(one.sum_of, (1, 2)), here, inf) for one in (used, fresh)]
    lines = astray(*trails)
    assert [code.co_name for code, _ in lines] == ["found", "square", "sum_of"]
    assert astray(trails[0], trails[0]) == []


def test_scores_that_are_kept_too_long_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    backwards(rules, states)
    wrong = in_place_of(scores._same, lambda view, reads: True)
    monkeypatch.setattr(scores, "_same", wrong)
    with pytest.raises(LawBroken, match="depends on what was looked at before") as caught:
        backwards(compile_ruleset(), states)
    assert "_Scorer.__call__" in blamed(caught.value, rules)


def test_who_reads_what_is_not_noted_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something is remembered while what it rests on stays as it was, but nobody notes that."""
    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    size, index = scores._size, scores._Seen._index
    wrong = in_place_of(scores._Seen.size, lambda self, place: size(self._view, index(self, place)))
    monkeypatch.setattr(scores._Seen, "size", wrong)
    fresh = compile_ruleset()
    with pytest.raises(LawBroken, match="depends on what was looked at before") as caught:
        backwards(fresh, states)
    assert "_Seen.size" in blamed(caught.value, fresh)


def test_who_keeps_something_by_its_address_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def _learn(self: SameMemo[Any, Any], key: object) -> object:
        value = self.make(key)
        self.kept[id(key)] = None, value  # and nothing holds the key
        return value

    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 2, 1))][::4]
    branches_seen_alike(rules, states)
    monkeypatch.setattr(SameMemo, "_learn", in_place_of(SameMemo._learn, _learn))
    with pytest.raises(LawBroken, match="depends on what was seen before") as caught:
        branches_seen_alike(compile_ruleset(), states)
    assert "SameMemo._learn" in blamed(caught.value, rules)


def test_who_makes_what_is_kept_by_an_address_and_lets_it_go_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = seen.Views._read

    def _read(self: Any, page: Any, before: Any) -> Any:
        _, *others = right(self, page, before)
        return page.before, *others  # and nothing holds the page

    states = [state for state, _ in states_of(play_out(compile_ruleset(), 2, 1))][::4]
    monkeypatch.setattr(seen.Views, "_read", in_place_of(right, _read))
    rules = compile_ruleset()
    with pytest.raises(LawBroken, match="depends on what was seen before") as caught:
        branches_seen_alike(rules, states)
    assert blamed(caught.value, rules)[0] == "Views._read"


def test_who_holds_all_that_it_keeps_by_an_address_is_not_at_fault() -> None:
    rules = compile_ruleset()
    game = play_out(rules, 2, 1)

    def look() -> object:
        return rules.game_from(game.state, 0).view(0).to_json()

    both = Authors(rules, core=True)
    keepers = keepers_by_address(look, both.of_anyone, inf)
    named = [code.co_qualname for code, _ in keepers]
    assert "Views._chain" in named or "Views._up_to" in named, "they may be at fault, if any is"
    assert "Views._read" not in named, "what it makes holds the page"


def test_who_remembers_another_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = [
        (state, move)
        for state, move in states_of(play_out(compile_ruleset(), 2, 1))
        if move is not None
    ]
    after_another(compile_ruleset(), moves)
    monkeypatch.setattr(scores, "_same", in_place_of(scores._same, lambda view, reads: True))
    rules = compile_ruleset()
    with pytest.raises(LawBroken, match="depends on what was looked at before") as caught:
        after_another(rules, moves[-4:])
    assert blamed(caught.value, rules)[0] == "_Scorer.__call__"


def test_the_core_is_named_after_whom_it_leads_astray_by_what_it_remembers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right, known = Quotes.prices_and_reads, dict[object, Any]()

    def prices_and_reads(
        self: Any, route: int, start: int, contents: Any, seat: int, position: Any
    ) -> Any:
        key = self, route  # and not what lies there
        return known.setdefault(key, right(self, route, start, contents, seat, position))

    monkeypatch.setattr(Quotes, "prices_and_reads", in_place_of(right, prices_and_reads))
    rules = compile_ruleset("deluxe")
    before, later = (
        next(state for state, _ in states_of(play_out(rules, 2, seed)) if asks(state, MOVE))
        for seed in (1, 2)
    )

    def check_all(rules: Ruleset, state: State) -> list[str]:
        moves = [move for move in facts(rules).domain_by_type[Move] if len(move.cards) == 1]
        return [str(rules.check(state, move)) for move in moves]

    check_all(rules, before)
    authors = Authors(rules)
    lines = parted(rules, check_all, later, authors.of, inf)
    named = [code.co_qualname for code, _ in lines]
    assert authors.of(lines[0][0]) == "land"
    assert named[-2:] == ["Quotes.prices_and_reads", "Quotes.prices"]


def test_who_sets_what_a_text_rests_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def events(self: Any, events: Any, verb: str = "") -> list[str]:
        if verb:
            self._verb = verb  # and it is kept for all that is told from then on
        told: list[str] = self._events(events)
        return told

    games = [play_out(compile_ruleset("rio-grande"), 2, seed) for seed in range(4)]
    any(map(told_alike, games))
    monkeypatch.setattr(Words, "events", in_place_of(Words.events, events))
    with pytest.raises(LawBroken, match="if it is told as news") as caught:
        any(map(told_alike, games))
    assert blamed(caught.value, games[0].rules)[:2] == ["Words.moved", "Words.events"]


def test_a_question_is_led_astray_only_by_what_was_asked_before() -> None:
    numbers: list[int] = []

    def next_one(rules: Ruleset) -> int:
        numbers.append(rules.once(_Counter).next())
        return numbers[-1]

    def also_counts(rules: Ruleset) -> None:
        rules.once(_Counter).next()

    rules = compile_ruleset()
    assert LedAstray(rules, lambda rules: 1, (also_counts,)).runs(inf) == ()
    astray_by_it = LedAstray(rules, next_one, (also_counts,))
    wrong, alone, same, other = astray_by_it.runs(inf)
    assert (wrong(), alone(), same(), other()) == (2, 1, 2, None)
    assert [isinstance(run, Before) for run in (wrong, alone, same, other)] == [*[False] * 3, True]
    assert astray_by_it.runs(-1) == (), "there is no time to look for it"


def test_what_leads_astray_is_looked_for_when_the_message_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the time of a trial could run out before it has told what it found."""
    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 2, 1))]
    monkeypatch.setattr(scores, "_same", lambda view, reads: True)
    looked: list[LedAstray] = []

    def runs(self: LedAstray, until: float) -> tuple[()]:
        looked.append(self)
        return ()

    monkeypatch.setattr(LedAstray, "runs", runs)
    with pytest.raises(LawBroken) as caught:
        backwards(compile_ruleset(), states)
    assert not looked
    places(caught.value, rules)
    assert looked


def test_if_nothing_leads_astray_something_may_be_kept_by_its_address() -> None:
    rules = compile_ruleset()
    state = rules.start(2)

    def shows(rules: Ruleset) -> str:
        return rules.observe(state, 0).to_json()

    alike = partial(shows, rules), partial(shows, rules)
    runs = LedAstray(rules, shows, ()), *alike, ByAddress(partial(shows, compile_ruleset()))
    assert blamed(LawBroken(PURITY, "a view differs", runs=runs), rules) == ["SameMemo._learn"]


class _Counter:
    def __init__(self, rules: Ruleset) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last


def test_who_deals_otherwise_after_a_save_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(compile_ruleset(options={"rounds": 3}), 2, seed=1)
    right = Shuffler.draw

    def draw(self: Any, pool: Any, n: int) -> Any:
        if not self._block:
            self.below(2)
        return right(self, pool, n)

    goes_on_as_saved(game)
    monkeypatch.setattr(Shuffler, "draw", in_place_of(right, draw))
    with pytest.raises(LawBroken, match=r"in a game saved .* decisions before") as caught:
        goes_on_as_saved(play_out(compile_ruleset(options={"rounds": 3}), 2, seed=1))
    assert "Shuffler.draw" in blamed(caught.value, game.rules)


def test_a_dealer_that_goes_on_with_old_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Dealer.below

    def below(self: Any, n: int) -> tuple[int, Dealer]:
        """Every seventeenth number is the first of the run of words before."""
        if self.position and self.position % 16 == 0 and self._block:
            return self._block[0] % n, Dealer(self.seed, self.position + 1)
        return right(self, n)

    rules = compile_ruleset(options={"rounds": 3})
    state = rules.start(2)
    sampling(rules, state)
    monkeypatch.setattr(Dealer, "below", in_place_of(right, below))
    with pytest.raises(LawBroken, match=r"a dealer at position 16 gives \d+, but one") as caught:
        sampling(rules, state)
    assert blamed(caught.value, rules) == ["Dealer.below"]


# Saves ---------------------------------------------------------------------------------


def test_who_writes_pieces_that_are_read_as_others_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = saved_states._kind_id

    def kind_id(rules: Ruleset, number: int) -> str:
        return right(rules, number).partition(":")[2]

    game = play_out(compile_ruleset(expansions=["sea"]), 2, seed=1)
    state = next(state for state, _ in states_of(game) if any(state.routes))
    comes_back(game.rules, state)
    monkeypatch.setattr(saved_states, "_kind_id", in_place_of(right, kind_id))
    with pytest.raises(LawBroken, match="reading the state again") as caught:
        comes_back(game.rules, state)
    assert "_kind_id" in blamed(caught.value, game.rules)


# What plugins leave to the core --------------------------------------------------------


def test_who_lists_the_domain_of_a_plugin_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Crossings.domain

    def domain(self: Any) -> Any:
        """Without payments of a single piece."""
        return (move for move in right(self) if len(move.cards) > 1)

    monkeypatch.setattr(Crossings, "domain", in_place_of(right, domain))
    rules = compile_ruleset(options={"rounds": 3})
    state = next(state for state, _ in states_of(play_out(rules, 2, 1)) if asks(state, MOVE))
    with pytest.raises(LawBroken, match="is legal but not in the domain") as caught:
        agreement(rules, state)
    assert "Crossings.domain" in blamed(caught.value, rules)


# What fails ----------------------------------------------------------------------------


def test_where_the_core_fails_is_named_after_who_asked_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Any, *given: Any) -> Any:
        raise ZeroDivisionError("of weights")

    monkeypatch.setattr(samplers.Sampler, "sample", in_place_of(samplers.Sampler.sample, fails))
    games = [play_out(compile_ruleset(), 3, seed) for seed in range(2)]
    with pytest.raises(LawBroken, match="ZeroDivisionError: of weights") as caught:
        any(map(check_quickly, games))
    assert "Sampler.sample" in [place.function for place in caught.value.places]
