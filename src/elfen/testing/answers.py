"""A game as texts: whatever rules answer on the way, decision by decision, to compare it.

The same game, played by the same rules in another way (another process, after other games), has
to give the same texts.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from zlib import crc32

from attrs import frozen

from elfen.declare import Action, OptionValue
from elfen.errors import ElfenError
from elfen.game import Game, Ruleset
from elfen.game.saves import written_state
from elfen.kernel import Dealer, State
from elfen.testing.differences import Raised, settled
from elfen.text import explain, plain

#: Answers by what was asked, each as lines.
Answers = dict[str, tuple[str, ...]]
#: The same, each answer as a checksum.
Digest = dict[str, int]

#: What is asked, as a key of answers; a step's key has the action after it.
STATE, ACTIONS, STEP = "the state", "the list of actions", "the step of "


@frozen
class Play:
    """How to play a game: the players, the seed, and which of the listed actions is taken.

    Each of the `picks` is an index into the list of actions, modulo its length; the play ends with
    them, or with the game. It begins as a new game, or from a state given as `beginning`.
    """

    players: int
    seed: int
    picks: tuple[int, ...]
    beginning: State | None = None

    @classmethod
    def at_random(cls, players: int, seed: int, most: int) -> Play:
        """A new game of random decisions, at most so many."""
        numbers = random.Random(seed)
        return cls(players, seed, tuple([numbers.randrange(1 << 16) for _ in range(most)]))

    @classmethod
    def of(cls, game: Game, seed: int = 0) -> Play:
        """The decisions of a game, from its first one on; its chance is drawn anew."""
        first, *_ = games = game.history
        pairs = pairwise(games)
        picks = [one.legal_actions.index(_decided(after)) for one, after in pairs]
        return cls(game.players, seed, tuple(picks), first.state)

    def __str__(self) -> str:
        return f"a game of {self.players} with seed {self.seed}"


def _decided(after: Game) -> Action:
    action = after.last[0].move
    assert isinstance(action, Action)
    return action


def answers(rules: Ruleset, play: Play | None) -> Iterator[Answers]:
    """What is answered along a play; for None once, what the rules say of themselves."""
    return iter([about(rules)]) if play is None else along(rules, play)


def nth(all_answers: Iterator[Answers], number: int) -> Answers:
    """The answers at a decision; {} if there is none of that number."""
    return next(islice(all_answers, number, None), {})


def about(rules: Ruleset) -> Answers:
    """What rules say of themselves, as texts."""

    def bounds() -> tuple[object, ...]:
        longest = [rules.longest(players) for players in rules.player_counts]
        return (*rules.score_bounds, *longest)

    return _told(
        {
            "the options": lambda: map(_option, sorted(rules.option_values.items())),
            "the explanation": lambda: str(explain(rules)).splitlines(),
            "the catalogue": lambda: [rules.to_json()],
            "the bounds": lambda: map(str, bounds()),
            "the fingerprint": lambda: [rules.fingerprint],
        }
    )


def _option(item: tuple[tuple[str, str], OptionValue]) -> str:
    (plugin, name), value = item
    return f"{plugin}.{name} = {value!r}"


def along(rules: Ruleset, play: Play) -> Iterator[Answers]:
    """What is answered at each decision of a play, and what happens after it, as texts.

    At each decision the last action of every type that could be taken before is checked. An
    exception is an answer too; after one in a step the play is over.
    """
    begun = settled(lambda: _begun(rules, play))
    if isinstance(begun, Raised):
        yield {"the beginning": (begun.error,)}
        return
    state, dealer = begun
    earlier: dict[type[Action], Action] = {}
    for number, pick in enumerate((*play.picks, None)):
        found = at(rules, state, number, tuple(earlier.values()))
        actions = settled(lambda: rules.legal_actions(state))  # noqa: B023
        if pick is None or isinstance(actions, Raised) or not actions:
            yield found
            return
        action = actions[pick % len(actions)]
        earlier.update((type(one), one) for one in (*actions, action))
        step = settled(lambda: _step(rules, state, action, dealer))  # noqa: B023
        if isinstance(step, Raised):
            yield {**found, f"{STEP}{action}": (step.error,)}
            return
        state, dealer, lines = step
        yield {**found, f"{STEP}{action}": lines}


def at(rules: Ruleset, state: State, number: int, others: Sequence[Action]) -> Answers:
    """What is answered about a state; `number` chooses who looks, and `others` are checked."""
    seat = [*range(state.players), None][number % (state.players + 1)]
    who = "the public" if seat is None else f"seat {seat}"
    return _told(
        {
            STATE: lambda: [json.dumps(written_state(rules, state), sort_keys=True)],
            ACTIONS: lambda: map(str, rules.legal_actions(state)),
            "the list of outcomes": lambda: [f"{o} {p}" for o, p in rules.outcomes(state)],
            f"the view of {who}": lambda: [
                (seen := rules.observe(state, seat)).to_json(),
                str(seen),
            ],
            "the reasons": lambda: [f"{one}: {rules.check(state, one)}" for one in others],
            "the standings": lambda: map(str, rules.standings(state)),
        }
    )


def _seen(rules: Ruleset, state: State, seat: int | None) -> tuple[str, ...]:
    seen = rules.observe(state, seat)
    return (seen.to_json(), *str(seen).splitlines())


def digest(found: Answers) -> Digest:
    """The answers, each as a checksum."""
    return {
        what: crc32("\n".join(lines).encode(errors="surrogatepass"))
        for what, lines in found.items()
    }


def _begun(rules: Ruleset, play: Play) -> tuple[State, Dealer]:
    if play.beginning is not None:
        return play.beginning, Dealer.seeded(play.seed)
    dealt = rules.deal(rules.start(play.players), Dealer.seeded(play.seed))
    return dealt.state, dealt.dealer


def _step(
    rules: Ruleset, state: State, action: Action, dealer: Dealer
) -> tuple[State, Dealer, tuple[str, ...]]:
    """The next state and dealer, and what happens on the way."""
    played = rules.play(state, action, dealer)
    lines: list[str] = []
    for move in (action, *played.outcomes):
        traced = rules.trace(state, move)
        state = traced.state
        lines.append(str(move))
        for event in traced.events:
            lines.append(f"{rules.describe(event)} {json.dumps(_plain(event), sort_keys=True)}")
    return played.state, played.dealer, tuple(lines)


def _plain(event: object) -> object:
    try:
        return plain(event)
    except ElfenError:  # an event may hold what has no form in JSON
        return type(event).__name__


def _told(questions: dict[str, Callable[[], Iterable[str]]]) -> Answers:
    told: Answers = {}
    for what, ask in questions.items():
        answer = settled(lambda: tuple(ask()))  # noqa: B023
        told[what] = (answer.error,) if isinstance(answer, Raised) else answer
    return told
