"""A rule of a plugin that breaks down is named, and the game stays where it was."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

import elfen
from elfen import Dealer, ElfenError, Game, IllegalAction, PositionError, RuleFailed, Ruleset
from elfen.land import HAND, OBSTACLES, PILE, SHOWN, Pass
from elfen.plugin import (
    PUBLIC,
    ActionType,
    Base,
    Do,
    Ending,
    Invariant,
    Limit,
    Manifest,
    Phase,
    Position,
    Roll,
    ScoreLine,
    SetupStep,
    Slot,
    Step,
    Surcharge,
    Table,
    TieBreak,
    frozen,
    hookimpl,
    shown,
)
from unit.tiny import addon

from .breaking import RULES, Hum, Hummed, Hums


def compiled(plugin: object) -> Ruleset:
    return elfen.compile_ruleset(expansions=[plugin], options={"rounds": 3})


def at_a_step(rules: Ruleset, sound: object = None) -> Game:
    """A game in which the first seat may move, with cards and a counter for it.

    It is brought there by rules with a `sound` plugin of the same kind.
    """
    state = (
        compiled(sound or Hums())
        .build(players=2)
        .at("land/move", seat=0, round=1)
        .zone(HAND.of(0), {"dragon": 3})
        .boot(0, "feodor")
        .lay("feodor-lapphalya-woods", "dragon")
        .state()
    )
    return Game.begin(rules, state, Dealer.seeded(1))


def everything(game: Game) -> None:
    """All that can be asked of a game, every action that is open, and the game to its end."""
    game.rules.new_game(2, seed=0)
    assert game.rules.validate(game.state) == ()
    assert game.standings
    for action in game.legal_actions:
        assert game.check(action) is None
        after = game.play(action)
        after.view(1)
        game.rules.seen(game.rules.trace(game.state, action).events, 1)
    while not game.is_over:
        game = game.play(game.legal_actions[-1])


def test_the_plugin_works_when_no_rule_is_broken() -> None:
    game = at_a_step(compiled(Hums()))
    assert Hum() in game.legal_actions
    everything(game)


@pytest.mark.parametrize(("hook", "name", "field"), RULES)
def test_a_broken_rule_is_named_with_its_plugin_and_hook(hook: str, name: str, field: str) -> None:
    game = at_a_step(compiled(Hums(name, field)))
    before = pickle.dumps(game.state)
    with pytest.raises(RuleFailed) as caught:
        everything(game)
    failed = caught.value
    assert (failed.plugin, failed.hook, failed.name) == ("hums", hook, name)
    assert str(failed).startswith("a rule of plugin 'hums' failed ")
    assert f"{name!r} ({hook}, {field}=): ZeroDivisionError: division by zero" in str(failed)
    assert isinstance(failed.__cause__, ZeroDivisionError)
    assert isinstance(failed, ElfenError)
    assert pickle.dumps(game.state) == before


def test_where_in_the_game_it_was_is_said() -> None:
    game = at_a_step(compiled(Hums("hums/last", "do")))
    with pytest.raises(RuleFailed) as caught:
        game.play("hum")
    assert (
        caught.value.step
        == "at decision 'land/move' of seat 0 in round 1 (step 'hums/last' of seat 0)"
    )
    with pytest.raises(RuleFailed) as caught:
        compiled(Hums("hums/before", "do")).new_game(2)
    assert caught.value.step == "at chance 'land/refill' in round 0 (step 'hums/before')"


def test_a_failure_can_be_sent_to_another_process() -> None:
    with pytest.raises(RuleFailed) as caught:
        at_a_step(compiled(Hums("hums/hum", "legal"))).legal_actions  # noqa: B018
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_answer_that_the_kernel_cannot_use_is_the_rule_s_failure() -> None:
    class Silent(Hums):
        def legal(self, position: Position, seat: int) -> None:  # type: ignore[override]
            return None

    with pytest.raises(RuleFailed, match="TypeError: 'NoneType' object is not iterable") as caught:
        at_a_step(compiled(Silent())).legal_actions  # noqa: B018
    assert (caught.value.hook, caught.value.name) == ("elfen_actions", "hums/hum")


def one_face(table: Table, item: object, face: str) -> None:
    """Does nothing, whatever comes up."""


BOUND: Any = {"lowest": lambda rules: 0, "highest": lambda rules: 9, "text": "-"}
#: Functions that are written in another language than Python: they run in no frame of their own.
BUILTIN: Any = int


@pytest.mark.parametrize(
    ("hook", "field", "entry"),
    [
        ("elfen_setup", "do", SetupStep("odd/x", BUILTIN)),
        ("elfen_phases", "do", Phase("odd/x", BUILTIN, before="land/deal")),
        ("elfen_steps", "do", Step("odd/x", BUILTIN, of="land/turn", before="land/moving")),
        ("elfen_chance", "faces", Roll("odd/x", BUILTIN, one_face, visibility=PUBLIC)),
        ("elfen_scoring", "points", ScoreLine("odd/x", BUILTIN, **BOUND)),
        ("elfen_tie_breaks", "value", TieBreak("odd/x", BUILTIN, text="-")),
        ("elfen_invariants", "problems", Invariant("odd/x", BUILTIN, text="-")),
        ("elfen_endings", "when", Ending("odd/x", BUILTIN, text="-", before="land/last-round")),
        ("elfen_move_cost", "extra", Surcharge("odd/x", "x", BUILTIN, text="-")),
        ("elfen_move_cost", "ways", Base("odd/x", BUILTIN, text="-")),
        ("elfen_move_cost", "ways", Base("odd/x", lambda crossing: 1, text="-")),
        ("elfen_move_cost", "allows", Limit("odd/x", BUILTIN, text="-")),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_rule_that_is_not_written_in_python_is_named_too(
    hook: str, field: str, entry: Any
) -> None:
    hooks: dict[str, Any] = {hook: [entry]}
    if isinstance(entry, Roll):
        hooks["elfen_phases"] = [Phase("odd/y", lambda table: table.roll("odd/x"))]
    odd = addon("odd", {"requires": ("land",)}, **hooks)
    with pytest.raises(RuleFailed) as caught:
        everything(at_a_step(compiled(odd), addon("odd", {"requires": ("land",)})))
    failed = caught.value
    assert (failed.plugin, failed.hook, failed.name) == ("odd", hook, "odd/x")
    assert f"'odd/x' ({hook}, {field}=): TypeError: " in failed.message


@pytest.mark.parametrize(
    ("points", "error", "told"),
    [
        (BUILTIN, PositionError, r"about that: \d+ routes instead of \d+$"),
        (lambda position, seat: 1 // 0, RuleFailed, "'odd/x' .* ZeroDivisionError"),
    ],
    ids=["its answer is of no use", "it breaks down itself"],
)
def test_asked_about_what_is_no_state_a_rule_is_only_to_blame_if_it_breaks_down_itself(
    points: Any, error: type[ElfenError], told: str
) -> None:
    """An answer of no use may be due to what the rule was asked about."""
    line = ScoreLine("odd/x", points, **BOUND)
    rules = compiled(addon("odd", {"requires": ("land",)}, elfen_scoring=[line]))
    state = rules.start(2)
    with pytest.raises(RuleFailed, match="'odd/x'"):
        rules.results(state)
    with pytest.raises(error, match=told):
        rules.results(evolve(state, routes=state.routes[1:]))


def test_a_function_beside_a_zone_is_named_too() -> None:
    class Wishing(Hums):
        @hookimpl
        def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
            (hum,) = super().elfen_actions(rules)
            return [evolve(hum, at=("land/plan",), offered=(HAND, self.offered))]

        def offered(self, position: Position, seat: int) -> bool:
            self.runs("hums/hum", "offered")
            return True

    for broken in ("", "offered"):
        game = Game.begin(
            compiled(Wishing("hums/hum", broken)),
            compiled(Wishing())
            .build(players=2)
            .at("land/plan", seat=0, round=1)
            .zone(SHOWN.of(0), {"dragon": 1})
            .zone(OBSTACLES.of(1), {})
            .zone(HAND.of(1), {"dragon": 3})
            .state(),
            Dealer.seeded(1),
        )
        if not broken:
            assert game.play("place dragon feodor-lapphalya-woods").legal_actions == (Hum(), Pass())
            continue
        with pytest.raises(RuleFailed, match="offered=") as caught:
            game.play("place dragon feodor-lapphalya-woods")
        assert (caught.value.hook, caught.value.name) == ("elfen_actions", "hums/hum")


class Steps:
    """Two steps that one function makes, the second of which breaks down."""

    def __init__(self, deed: Callable[[Table], None]) -> None:
        self.deed = deed

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("steps", rules_version=1, api=1, requires=("land",), help="two steps")

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def made(deed: Callable[[Table], None]) -> Callable[[Table, Do], None]:
            return lambda table, item: deed(table)

        return [
            Step("steps/quiet", made(lambda table: None), of="land/turn", after="land/hand-limit"),
            Step("steps/loud", made(self.deed), of="land/turn", after="steps/quiet"),
        ]


def test_functions_made_by_one_function_are_told_apart() -> None:
    def deed(table: Table) -> None:
        raise LookupError

    game = at_a_step(compiled(Steps(deed)), Steps(lambda table: None))
    with pytest.raises(RuleFailed, match="LookupError;") as caught:
        game.play(game.legal_actions[-1])
    assert caught.value.name == "steps/loud"


def test_where_it_was_is_what_the_kernel_ran_and_not_what_the_rule_had_in_hand() -> None:
    def deed(table: Table) -> None:
        item = table.agenda[0]
        raise LookupError(item)

    game = at_a_step(compiled(Steps(deed)), Steps(lambda table: None))
    with pytest.raises(RuleFailed) as caught:
        game.play(game.legal_actions[-1])
    assert caught.value.step == (
        "at decision 'land/move' of seat 0 in round 1 (step 'steps/loud' of seat 0)"
    )


def test_an_error_of_elfen_s_own_stays_what_it_is_and_names_the_rule_in_a_note() -> None:
    def deed(table: Table) -> None:
        table.move(table.rules.layout.kinds[0], PILE, HAND.of(0), 99)

    game = at_a_step(compiled(Steps(deed)), Steps(lambda table: None))
    with pytest.raises(PositionError) as caught:
        game.play(game.legal_actions[-1])
    assert caught.value.__notes__ == [
        "raised by a rule of plugin 'steps': 'steps/loud' (elfen_steps, do=), at decision"
        " 'land/move' of seat 0 in round 1 (step 'steps/loud' of seat 0)"
    ]


def test_a_step_that_fails_before_anything_waits_settles_nothing() -> None:
    def deed(table: Table) -> None:
        raise PositionError("out of tune")

    rules = compiled(Steps(deed))
    state = at_a_step(rules, Steps(lambda table: None)).state
    (loud,) = (item for item in rules.steps("land/turn", 0, ()) if item.name == "steps/loud")
    due = evolve(state, agenda=(*state.agenda, loud))
    with pytest.raises(PositionError, match="out of tune") as caught:
        rules.settled(due)
    (note,) = caught.value.__notes__
    assert note.startswith("raised by a rule of plugin 'steps': 'steps/loud' (elfen_steps, do=)")


class Touchy(Hums):
    """Raises an error of elfen's own where `Hums` breaks down."""

    def runs(self, name: str, field: str) -> None:
        if (name, field) == self.broken:
            raise PositionError("out of tune")


@pytest.mark.parametrize(
    ("ask", "name", "field"),
    [
        ("results", "hums/line", "points"),
        ("results", "hums/tie", "value"),
        ("standings", "hums/line", "points"),
        ("validate", "hums/sound", "problems"),
    ],
)
def test_whoever_asks_for_scores_or_soundness_is_told_whose_rule_it_was(
    ask: str, name: str, field: str
) -> None:
    touchy = at_a_step(compiled(Touchy(name, field)), Touchy())
    with pytest.raises(PositionError, match="out of tune") as noted:
        getattr(touchy.rules, ask)(touchy.state)
    (note,) = noted.value.__notes__
    assert note.startswith(f"raised by a rule of plugin 'hums': {name!r} (elfen_")
    broken = at_a_step(compiled(Hums(name, field)))
    with pytest.raises(RuleFailed) as failed:
        getattr(broken.rules, ask)(broken.state)
    assert failed.value.name == name


def test_where_nothing_is_due_that_is_said() -> None:
    game = at_a_step(compiled(Hums("hums/line", "points")))
    with pytest.raises(RuleFailed) as caught:
        game.rules.results(evolve(game.state, agenda=()))
    assert caught.value.step == "at an empty agenda in round 1"


def test_a_rule_that_fails_outside_of_a_game_says_so() -> None:
    game = at_a_step(compiled(Hums("hums/hummed", "public")))
    with pytest.raises(RuleFailed) as caught:
        game.rules.seen([Hummed(0)], 1)
    assert (caught.value.hook, caught.value.step) == ("elfen_events", "when it was asked")


def test_the_start_of_a_slot_is_a_rule_too() -> None:
    @frozen
    class Tune:
        notes: int = shown(PUBLIC)

    def begun(players: int) -> Tune:
        return Tune(12 // (players - 3))

    class Slotted(Hums):
        @hookimpl
        def elfen_slots(self, rules: Ruleset) -> list[Slot[Tune]]:
            return [Slot("hums", Tune, start=begun)]

    rules = compiled(Slotted())
    assert rules.start(2)
    with pytest.raises(RuleFailed, match="ZeroDivisionError") as caught:
        rules.start(3)
    told = (caught.value.plugin, caught.value.hook, caught.value.step)
    assert told == ("hums", "elfen_slots", "when it was asked")


def test_what_the_rules_refuse_and_what_the_caller_does_wrong_is_no_failure_of_a_rule() -> None:
    game = at_a_step(compiled(Hums()))
    with pytest.raises(IllegalAction) as refused:
        game.play("draw blind")
    assert not hasattr(refused.value, "__notes__")
    with pytest.raises(ElfenError, match="is no action and no outcome of these rules"):
        game.rules.advance(game.state, "no action at all")  # type: ignore[arg-type]


def test_the_text_of_a_failure_reads_so() -> None:
    with pytest.raises(RuleFailed) as caught:
        at_a_step(compiled(Hums("hums/line", "points"))).standings  # noqa: B018
    assert str(caught.value) == (
        "a rule of plugin 'hums' failed at decision 'land/move' of seat 0 in round 1:"
        " 'hums/line' (elfen_scoring, points=): ZeroDivisionError: division by zero;"
        " the game stays where it was"
    )
