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

from attrs import define, evolve, frozen

from elfen.declare import Action, Decide, Layer, OptionValue, Sign, quote
from elfen.errors import ElfenError
from elfen.game import Game, Ruleset, compile_recipe
from elfen.game.saves import written_state
from elfen.kernel import Dealer, State
from elfen.testing.agreeing.illegal_moves import misnamed
from elfen.testing.differences import Raised, settled
from elfen.text import explain, plain
from elfen.views import Observation, supposed

#: Answers by what was asked, each as lines.
Answers = dict[str, tuple[str, ...]]
#: The same, each answer as a checksum.
Digest = dict[str, int]

#: Questions by what is asked.
Questions = dict[str, Callable[[], Iterable[str]]]

#: What is asked, as a key of answers; a step's key has the action after it.
STATE, ACTIONS, STEP = "the state", "the list of actions", "the step of "
BEGINNING = "the beginning"


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
    return told(_of_rules(rules))


def _of_rules(rules: Ruleset) -> Questions:
    def bounds() -> tuple[object, ...]:
        longest = [rules.longest(players) for players in rules.player_counts]
        return (*rules.score_bounds, *longest)

    return {
        "the options": lambda: map(_option, sorted(rules.option_values.items())),
        "the explanation": lambda: str(explain(rules)).splitlines(),
        "the catalogue": lambda: [rules.to_json()],
        "the bounds": lambda: map(str, bounds()),
        "the fingerprint": lambda: [rules.fingerprint],
    }


def _option(item: tuple[tuple[str, str], OptionValue]) -> str:
    (plugin, name), value = item
    return f"{plugin}.{name} = {value!r}"


def along(rules: Ruleset, play: Play) -> Iterator[Answers]:
    """What is answered at each decision of a play, and what happens after it, as texts.

    At each decision the last action of every type that could be taken before is checked, and what
    is like it but for a name that there is not. An exception is an answer too; after one in a step
    the play is over.
    """
    try:
        for moment in _moments(rules, play):
            yield told(moment.questions())
            if moment.stuck:
                return
    except _NotBegun as error:
        yield {BEGINNING: (error.args[0],)}


def question(
    rules: Ruleset, play: Play | None, number: int, what: str
) -> Callable[[], Iterable[str]] | None:
    """The question whose answer is `what` at a decision, to be asked again; None if there is none.

    The game is played up to it, and nothing else is asked on the way.
    """
    if play is None:
        return _of_rules(rules).get(what)
    if what == BEGINNING:
        return lambda: [str(_begun(rules, play))]
    try:
        moment = next(islice(_moments(rules, play), number, None), None)
    except Exception:  # a rule may fail on the way
        return None
    return None if moment is None else moment.questions().get(what)


def cause(
    rules: Ruleset, play: Play | None, number: int, what: str, afresh: bool = True
) -> Callable[[], object] | None:
    """What to do again to see why `what` is as it is: for a state, the step that led to it.

    The game is played here up to that point. What comes then is done by the same rules compiled
    `afresh`, so that nothing is looked up that was worked out before; compiling is a part of it. Or
    else by these rules, with all that they remember.
    """

    def by() -> Ruleset:
        return compile_recipe(rules.recipe) if afresh else rules

    if play is None:
        return lambda: [*_of_rules(by())[what]()]
    if what == BEGINNING or (what == STATE and not number):
        return lambda: _begun(by(), play)
    led_to = number - (what == STATE)
    try:
        moment = next(islice(_moments(rules, play), led_to, None), None)
    except Exception:  # a rule may fail on the way
        return None
    if moment is None:
        return None
    if what == STATE:
        return lambda: evolve(moment, rules=by()).step()
    if what not in moment.questions():
        return None
    return lambda: tuple(evolve(moment, rules=by()).questions()[what]())


class _NotBegun(Exception):
    """A play that fails at its beginning."""


@define
class _Moment:
    """A decision of a play: where it is, and the action that is taken, if any.

    `others` are actions that could be taken before; a step that raises an exception is `stuck`.
    """

    rules: Ruleset
    number: int
    state: State
    dealer: Dealer
    others: tuple[Action, ...]
    action: Action | None
    after: tuple[State, Dealer] | None = None
    stuck: bool = False

    def questions(self) -> Questions:
        """All that is asked here."""
        asked = at(self.rules, self.state, self.number, self.others)
        return asked if self.action is None else {**asked, f"{STEP}{self.action}": self.step}

    def step(self) -> tuple[str, ...]:
        """Take the action; what happens."""
        assert self.action is not None
        self.stuck = True
        state, dealer, lines = _step(self.rules, self.state, self.action, self.dealer)
        self.after, self.stuck = (state, dealer), False
        return lines

    def on(self) -> tuple[State, Dealer]:
        """The state and dealer after the action."""
        if self.after is None:
            assert self.action is not None
            played = self.rules.play(self.state, self.action, self.dealer)
            self.after = played.state, played.dealer
        return self.after


def _moments(rules: Ruleset, play: Play) -> Iterator[_Moment]:
    begun = settled(lambda: _begun(rules, play))
    if isinstance(begun, Raised):
        raise _NotBegun(begun.error)
    state, dealer = begun
    earlier: dict[type[Action], Action] = {}
    for number, pick in enumerate((*play.picks, None)):
        others = tuple(earlier.values())
        actions = settled(lambda: rules.legal_actions(state))  # noqa: B023
        if pick is None or isinstance(actions, Raised) or not actions:
            yield _Moment(rules, number, state, dealer, others, None)
            return
        action = actions[pick % len(actions)]
        earlier.update((type(one), one) for one in (*actions, action))
        moment = _Moment(rules, number, state, dealer, others, action)
        yield moment
        state, dealer = moment.on()


def at(rules: Ruleset, state: State, number: int, others: Sequence[Action]) -> Questions:
    """What is asked about a state; `number` chooses who looks, and `others` are checked."""
    seat = [*range(state.players), None][number % (state.players + 1)]
    who = "the public" if seat is None else f"seat {seat}"
    return {
        STATE: lambda: [json.dumps(written_state(rules, state), sort_keys=True)],
        ACTIONS: lambda: map(str, rules.legal_actions(state)),
        "the list of outcomes": lambda: [f"{o} {p}" for o, p in rules.outcomes(state)],
        f"the view of {who}": lambda: [
            (seen := rules.observe(state, seat)).to_json(),
            str(seen),
        ],
        f"the signs for {who}": lambda: map(str, signs_of(rules.observe(state, seat)).items()),
        f"what {who} supposes": lambda: [
            json.dumps(written_state(rules, supposed(rules.observe(state, seat))), sort_keys=True)
        ],
        "the reasons": lambda: [
            f"{one}: {rules.check(state, one)}"
            for other in others
            for one in (other, *misnamed(other))
        ],
        "the prices": lambda: _prices(rules, state, number % state.players),
        "the standings": lambda: map(str, rules.standings(state)),
        "the cautions": lambda: _cautions(rules, state),
    }


def signs_of(seen: Observation) -> dict[str, list[Sign]]:
    """What each layer of a picture shows of what somebody sees, by the name of the layer."""
    layers = [one.entry for one in seen.rules.drawing if isinstance(one.entry, Layer)]
    return {layer.name: [*layer.signs(seen)] for layer in layers if layer.signs is not None}


def _prices(rules: Ruleset, state: State, seat: int) -> Iterator[str]:
    """What a seat would pay to travel where something lies, from the first end of each route."""
    position, towns = rules.position(state), rules.board.town_number
    for number, (route, contents) in enumerate(zip(rules.board.routes, state.routes, strict=True)):
        if contents:
            at = towns[route.ends[0]]
            crossing = rules.quotes.crossing(number, at, contents, seat, position)
            yield f"{route.id}: {', '.join(map(str, quote(rules.cost_terms, crossing)))}"


def _cautions(rules: Ruleset, state: State) -> Iterator[str]:
    """Of what people are warned who are about to act: for the first action of each type."""
    types, item = {owned.entry.type for owned in rules.cautions}, rules.pending(state)
    if types and isinstance(item, Decide):
        view = rules.game_from(state, 0).view(item.seat)
        first = {type(action): action for action in reversed(view.legal_actions)}
        for action in (action for cls, action in first.items() if cls in types):
            yield from (f"{action}: {one.name}: {one.text}" for one in view.cautions(action))


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


def told(questions: Questions) -> Answers:
    """The answers to questions; an exception is one too."""
    found: Answers = {}
    for what, ask in questions.items():
        answer = settled(lambda: tuple(ask()))  # noqa: B023
        found[what] = (answer.error,) if isinstance(answer, Raised) else answer
    return found
