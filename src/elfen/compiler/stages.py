"""From plugins to a ruleset: hooks are called once, lists arranged, everything checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from elfen.compiler.answers import answers_of
from elfen.compiler.arranging import arrange
from elfen.compiler.collecting import Collector, grouped, refuse_twins
from elfen.compiler.crossing_checks import check_restrictions, with_crossings
from elfen.compiler.discovery import choose, recipe_of
from elfen.compiler.hooks import Hooks
from elfen.compiler.lost_options import Effects
from elfen.compiler.material import (
    collect_board,
    collect_kinds,
    collect_slots,
    collect_stock,
    collect_towns,
    collect_zones,
)
from elfen.compiler.migrations import migrations_of
from elfen.compiler.options import Options, declared_options, resolve
from elfen.compiler.promises import check_promises
from elfen.compiler.rules_in_the_making import begin
from elfen.compiler.start_town import rolls_of, setup_of
from elfen.declare import (
    CORE,
    CORE_LAYERS,
    END,
    LAYERS,
    MOST_SEATS,
    ActionType,
    Advice,
    Board,
    Caution,
    CoreEvent,
    CostTerm,
    Decision,
    Draw,
    Ending,
    EventType,
    Figure,
    Invariant,
    Layer,
    Look,
    Option,
    OptionValue,
    Owned,
    Phase,
    Ranking,
    Restriction,
    Roll,
    ScoreLine,
    SetupStep,
    ShortCut,
    Step,
    TableZone,
    TieBreak,
    in_words,
    load_board,
    numbers_of,
)
from elfen.errors import FAULTS, BoardError, RulesetError, brief, raised
from elfen.kernel import (
    CompiledDraw,
    CompiledRoll,
    CompiledRules,
    Notation,
    Quotes,
    Recipe,
    best_total_first,
    compiled_draw,
    look,
)
from elfen.knowledge import Knowledge
from elfen.text import core_events
from elfen.views import Sight

if TYPE_CHECKING:
    from pathlib import Path

R = TypeVar("R", bound=CompiledRules)

#: The most options that are looked at, far more than there are.
_MOST_OPTIONS = 10_000


def compile_rules(
    finished: type[R],
    edition: str | None,
    expansions: str | object | Iterable[str | object],
    options: Mapping[str, OptionValue] | None,
    board: Board | str | Path | None,
    base: str | object,
) -> R:
    """The compiled rules of a game, as an instance of the class `finished`.

    The rest is as for `elfen.compile_ruleset`. Raises `RulesetError` or `BoardError`, which say
    what is wrong and what to do.
    """
    if not isinstance(options, Mapping | None):
        raise RulesetError(f"options={brief(options)} has to be a dict from names to values")
    if isinstance(board, (str, PathLike)):
        board = load_board(board)
    elif not isinstance(board, Board | None):
        raise RulesetError(f"board={brief(board)} has to be a Board or the path of a board file")
    chosen = choose(base, expansions)
    modules = tuple(recipe_of(one.module) for one in chosen)
    recipe = Recipe(modules, edition, _chosen_options(options), board)
    return cast("R", _Compiler(Hooks(chosen), recipe, finished).compile())


def _chosen_options(options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """The options of any mapping, of which no more are read than can be meant."""
    if options is None:
        return {}
    try:
        return dict(islice(options.items(), _MOST_OPTIONS))
    except FAULTS as error:
        raise RulesetError(f"options={brief(options)} cannot be read: {raised(error)}") from error


def options_of(
    expansions: str | object | Iterable[str | object], base: str | object
) -> dict[tuple[str, str], Option]:
    """The options of a game with these expansions, by (plugin, option), without compiling it."""
    hooks = Hooks(choose(base, expansions))
    return declared_options(hooks.plugins, hooks.base)


class _Compiler:
    """One compilation. Each stage sets attributes of the ruleset that is being compiled."""

    def __init__(self, hooks: Hooks, recipe: Recipe, finished: type[CompiledRules]) -> None:
        self.hooks = hooks
        self.recipe = recipe
        self.finished = finished
        self.rules = begin(recipe, finished)
        self.rules.plugins = hooks.plugins
        self.effects = Effects(self.rules.whole)
        self.rules._option = self.effects
        self.collect = Collector(hooks, self.rules.whole, self.effects)

    def compile(self) -> CompiledRules:
        """Run all stages. Two plugins may set an option differently only if it has no effect."""
        found = self.options()
        clash = next(iter(found.clashes.values()), None)
        try:
            self.stages()
        except (RulesetError, BoardError):
            if clash is not None:
                raise RulesetError(clash) from None
            raise
        for key, clash in found.clashes.items():
            if key not in self.rules.without_effect:
                raise RulesetError(clash)
        return self.rules

    def stages(self) -> None:
        """The stages after the options, in the order in which the hooks are documented."""
        rules = self.rules
        self.players()
        collect_board(self.collect, rules.whole, self.recipe.board)
        collect_towns(self.collect, rules.whole)
        collect_kinds(self.collect, rules.whole)
        collect_zones(self.collect, rules.whole)
        collect_stock(self.collect, rules.whole)
        collect_slots(self.collect, rules.whole)
        self.costs()
        self.steps()
        self.chance()
        self.decisions()
        self.endings()
        self.scores()
        self.events()
        self.drawing()
        self.statistics()
        for plugin in self.hooks.plugins:
            migrations_of(self.hooks, plugin)
        rules.without_effect = self.effects.lost()
        rules.finish(self.finished)
        check_promises(rules.whole)
        look(rules.whole)

    def options(self) -> Options:
        """Set the options' values and the edition."""
        found = resolve(
            self.hooks.plugins, self.hooks.base, self.recipe.edition, self.recipe.options
        )
        self.rules.options = found.declared
        self.rules.option_values = found.values
        self.rules.edition = found.edition
        self.rules.settled_by = found.settled
        return found

    def players(self) -> None:
        """Set the numbers of players that all plugins allow."""
        said = [
            (numbers_of(p.manifest.players), p.name)
            for p in self.hooks.plugins
            if p.manifest.players is not None
        ]
        if not said:
            raise RulesetError(
                f"no chosen plugin says how many can play; plugin {self.hooks.base!r} needs"
                " players=(fewest, most) in its manifest"
            )
        most, of_most = min((numbers[-1], name) for numbers, name in said)
        if most > MOST_SEATS:
            raise RulesetError(
                f"plugin {of_most!r} is for {most} players; there can be {MOST_SEATS} at most"
            )
        counts = [n for n in range(1, most + 1) if all(n in numbers for numbers, _ in said)]
        if not counts:
            each = ", ".join(f"{name!r} for {in_words(numbers)}" for numbers, name in said)
            raise RulesetError(
                f"no number of players suits all plugins: {each}; leave one of them out"
            )
        self.rules.player_counts = tuple(counts)
        self.rules.fewest_players, self.rules.most_players = counts[0], counts[-1]

    def costs(self) -> None:
        """Set the terms of the move cost, layer by layer."""
        entries, removals = self.collect.entries("elfen_move_cost", CostTerm)
        layers = grouped("move cost", entries, removals, type, lambda layer: layer.__name__)
        terms = tuple(owned for layer in LAYERS for owned in layers.get(layer, ()))
        self.rules.cost_terms = terms
        self.rules.quotes = Quotes(self.rules.whole, terms)

    def steps(self) -> None:
        """Set the steps of all procedures; a step's name is unique across them."""
        added, gone = self.collect.entries("elfen_setup", SetupStep)
        setup = arrange("setup", [*setup_of(self.rules.towns), *added], gone)
        phases = self.collect.arranged("elfen_phases", Phase)
        entries, removals = self.collect.entries("elfen_steps", Step)
        for one in entries:
            self._check_procedure(one, entries)
        others = grouped("steps", entries, removals, lambda step: step.of, repr)
        lists: dict[str, tuple[Owned[SetupStep | Phase | Step], ...]] = {
            "setup": setup,
            "round": phases,
            END: (),
            **others,
        }
        seen: dict[str, tuple[str, str]] = {}
        for procedure, steps in lists.items():
            for owned in steps:
                for name in owned.names:
                    other, plugin = seen.setdefault(name, (procedure, owned.plugin))
                    if other != procedure:
                        who = f"plugin {plugin!r} has"
                        if plugin != owned.plugin:
                            who = f"plugins {plugin!r} and {owned.plugin!r} have"
                        raise RulesetError(
                            f"{who} a step {name!r} in {other!r} and in {procedure!r}; rename one"
                            " of them"
                        )
        self.rules.procedures = lists
        self.rules.set_steps(lists)

    def _check_procedure(self, one: Owned[Step], entries: list[Owned[Step]]) -> None:
        """Raise `RulesetError` unless the plugin that owns a procedure has a step in it."""
        where = f"plugin {one.plugin!r}: {one.entry.name!r} is of {one.entry.of!r}"
        for reserved, instead in (("setup", "SetupStep"), ("round", "Phase")):
            if one.entry.of == reserved:
                raise RulesetError(f"{where}; make it a {instead}, not a Step")
        own = sorted({o.entry.of for o in entries if o.plugin == o.entry.of.partition("/")[0]})
        if one.entry.of not in (END, *own):
            raise RulesetError(
                f"{where}, a procedure that no chosen plugin runs; there are:"
                f" {', '.join(['setup', 'round', END, *own])}"
            )

    def chance(self) -> None:
        """Set the draws and rolls, and the zones whose contents the ledger tracks."""
        rules = self.rules
        entries, removals = self.collect.entries("elfen_chance", Draw, Roll)
        rules.chances = arrange("chance", [*rolls_of(rules.towns), *entries], removals)
        for owned in rules.chances:
            entry = owned.entry
            compiled: CompiledDraw | CompiledRoll
            if isinstance(entry, Draw):
                self._check_draw(owned.plugin, entry)
                compiled = compiled_draw(entry, rules.layout)
            else:
                compiled = CompiledRoll(entry)
            for name in owned.names:
                rules.set_chance(name, compiled)
        draws = [owned.entry for owned in rules.chances if isinstance(owned.entry, Draw)]
        pools = [draw.source for draw in draws if isinstance(draw.source, TableZone)]
        rules.knowledge = Knowledge(rules.layout, rules.visibility, pools)
        rules.changes = rules.knowledge.changes

    def _check_draw(self, plugin: str, draw: Draw) -> None:
        where = f"plugin {plugin!r}: {draw.name!r}"
        for zone in (draw.source, draw.target):
            if self.rules.layout.zones.get(zone.name) is not zone:
                raise RulesetError(
                    f"{where} uses zone {zone.name!r}, which no chosen plugin adds; return the"
                    " very same object from elfen_zones"
                )
        if draw.source is draw.target and isinstance(draw.source, TableZone):
            raise RulesetError(f"{where} draws from {draw.source.name!r} into itself")
        if draw.source.holds != draw.target.holds:
            raise RulesetError(
                f"{where} draws from {draw.source.name!r} to {draw.target.name!r}, which do not"
                " hold the same groups; let holds= be the same"
            )

    def decisions(self) -> None:
        """Set the decisions, the actions that answer them, restrictions, and short cuts."""
        rules = self.rules
        rules.decisions = self.collect.arranged("elfen_decisions", Decision)
        entries, removals = self.collect.entries("elfen_actions", ActionType)
        types = tuple(map(with_crossings, arrange("actions", entries, removals)))
        rules.restrictions = self.collect.arranged("elfen_restrictions", Restriction)
        names = {owned.entry.name: owned.names for owned in rules.decisions}
        known = {name for all_of_one in names.values() for name in all_of_one}
        refuse_twins(types, "how {} works,")
        for owned in types:
            for name in owned.entry.at:
                if name not in known:
                    taker = rules.items.gone["decision"].get(name)
                    why = "is no decision" if taker is None else f"plugin {taker!r} removes"
                    raise RulesetError(
                        f"plugin {owned.plugin!r}: {owned.entry.name!r} answers {name!r}, which"
                        f" {why}; there are: {', '.join(names) or 'none'}"
                    )
            offered = owned.entry.source
            if offered is not None and rules.layout.zones.get(offered.name) is not offered:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: {owned.entry.name!r} is offered by what lies in"
                    f" {offered.name!r}, which no chosen plugin adds; return the very same object"
                    " from elfen_zones"
                )
        declared = frozenset(owned.entry.type for owned in entries)
        check_restrictions(rules.restrictions, declared, names)
        answers = answers_of(rules.decisions, types)
        for decision in rules.decisions:
            forced = decision.entry.forced
            here = {t.entry.type for t in answers.by_decision[decision.entry.name]}
            if forced is not None and type(forced) not in here:
                raise RulesetError(
                    f"plugin {decision.plugin!r}: {decision.entry.name!r} is answered by"
                    f" forced={forced!r}, but no action type says at=({decision.entry.name!r},)"
                    f" for {type(forced).__name__}"
                )
        rules.set_actions(types, names, answers)
        rules.short_cuts = self.collect.arranged("elfen_shortcuts", ShortCut)
        for short_cut in rules.short_cuts:
            self._check_short_cut(short_cut, {name for owned in entries for name in owned.names})
        rules.set_short_cuts()
        classes = tuple(owned.entry.type for owned in types)
        rules.notation = Notation(classes, lambda: rules.once(Sight).public_forms - {*classes})

    def _check_short_cut(self, owned: Owned[ShortCut], types: set[str]) -> None:
        where = f"plugin {owned.plugin!r}: short cut {owned.entry.name!r}"
        if owned.entry.of not in types:
            raise RulesetError(
                f"{where} is of {owned.entry.of!r}, which is no action type; there are:"
                f" {', '.join(sorted(types)) or 'none'}"
            )
        for procedure in owned.entry.past:
            if procedure not in self.rules.procedures:
                raise RulesetError(
                    f"{where} leads past {procedure!r}, which is no procedure; there are:"
                    f" {', '.join(sorted(self.rules.procedures))}"
                )

    def endings(self) -> None:
        """Set the endings; at least one of them must bound the number of rounds."""
        self.rules.ending_list = self.collect.arranged("elfen_endings", Ending)
        self.rules.endings = tuple(owned.entry for owned in self.rules.ending_list)
        if all(ending.latest is None for ending in self.rules.endings):
            raise RulesetError(
                "no ending says in which round the game is over at the latest; give one of them"
                f" latest= (there are: {', '.join(e.name for e in self.rules.endings) or 'none'})"
            )

    def scores(self) -> None:
        """Set score, tie-breaks and ranking, invariants, advice for bots, cautions for people."""
        rules, collect = self.rules, self.collect
        rules.score_lines = collect.arranged("elfen_scoring", ScoreLine)
        rules.tie_breaks = collect.arranged("elfen_tie_breaks", TieBreak)
        entries, removals = collect.entries("elfen_ranking", Ranking)
        text = "highest total, then tie-breaks in order"
        core = Owned(Ranking("core/ranking", best_total_first, text=text), CORE, rank=-1)
        rules.ranking_list = arrange("ranking", [core, *entries], removals)
        if len(rules.ranking_list) != 1:
            names = " and ".join(
                f"{one.entry.name!r} (plugin {one.plugin!r})" for one in rules.ranking_list
            )
            raise RulesetError(
                f"there has to be one ranking, not {names or 'none'}; use replaces='core/ranking'"
            )
        rules.invariants = collect.arranged("elfen_invariants", Invariant)
        rules.advice = collect.arranged("elfen_advice", Advice)
        rules.cautions = collect.arranged("elfen_cautions", Caution)

    def events(self) -> None:
        """Set the event types that steps can report: those of the core, and of plugins."""
        rules = self.rules
        core = [Owned(one, CORE, rank=-1, index=n) for n, one in enumerate(core_events())]
        entries, removals = self.collect.entries("elfen_events", EventType)
        rules.event_types = arrange("events", [*core, *entries], removals)
        refuse_twins(rules.event_types, "{}, as")
        declared = {owned.entry.type for owned in rules.event_types}
        for cls in get_args(CoreEvent):
            if cls not in declared:
                name = next(one.entry.name for one in core if one.entry.type is cls)
                raise RulesetError(
                    f"events: {name!r} is gone, but the core reports {cls.__name__}; replace it by"
                    " an EventType of that class"
                )
        rules.once(Sight)

    def drawing(self) -> None:
        """Set how pieces look in pictures, and the layers of a picture, the core's own first."""
        core: list[Owned[Look | Layer]] = [
            Owned(Layer(name), CORE, rank=-1, index=n) for n, name in enumerate(CORE_LAYERS)
        ]
        entries: list[Owned[Look | Layer]]
        entries, removals = self.collect.entries("elfen_drawing", Look, Layer)
        for owned in entries:
            if isinstance(owned.entry, Look):
                self._check_look(owned.plugin, owned.entry)
            elif owned.entry.signs is None:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: layer {owned.entry.name!r} draws nothing; give it"
                    " signs="
                )
        self.rules.drawing = arrange("drawing", [*core, *entries], removals)

    def statistics(self) -> None:
        """Set the figures that plugins add to statistics."""
        rules = self.rules
        rules.figures = self.collect.arranged("elfen_statistics", Figure)
        known: set[type] = {owned.entry.type for owned in rules.action_types}
        known |= {owned.entry.type for owned in rules.event_types}
        for owned in rules.figures:
            if owned.entry.on is not None and owned.entry.on not in known:
                raise RulesetError(
                    f"plugin {owned.plugin!r}: figure {owned.entry.name!r} is on"
                    f" {brief(owned.entry.on)}, which is no class of an action or event of these"
                    " rules"
                )

    def _check_look(self, plugin: str, look: Look) -> None:
        kinds = self.rules.layout.kinds
        if look.of not in kinds and all(kind.group != look.of for kind in kinds):
            raise RulesetError(
                f"plugin {plugin!r}: {look.name!r} is the look of {look.of.name!r}, which is no"
                " kind or group of these rules"
            )
